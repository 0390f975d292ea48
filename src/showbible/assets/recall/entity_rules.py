"""What a text says of the people, places and things it names, as far as plain rules can tell."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from showbible.assets.recall.lexicon import COPULAS, NEGATIONS, QUALITIES, STOPS, is_look, singular
from showbible.assets.recall.mentions import named, spans, tokens

__all__ = ["Saying", "named", "sayings", "singular", "spans", "tokens", "worn"]

_ENDS: Final = frozenset(".;:!?()\n")


@dataclass(frozen=True, kw_only=True)
class Saying:
    """Qualities that a text gives to a noun."""

    nouns: tuple[str, ...]
    """The words that may be the noun, the likeliest last."""
    qualities: tuple[str, ...]
    phrase: str


def sayings(words: Sequence[str]) -> list[Saying]:
    """Every "red wool coat" and "coat is red" of a text, in its order; what is denied is left out."""
    found: list[Saying] = []
    place = 0
    while place < len(words):
        if words[place] not in QUALITIES:
            place += 1
            continue
        end = _end_of_qualities(words, place)
        if not _is_denied(words, place):
            found += _said(words, place, end)
        place = end
    return found


def _end_of_qualities(words: Sequence[str], place: int) -> int:
    end = place + 1
    while end < len(words):
        if words[end] in QUALITIES:
            end += 1
        elif words[end] in (",", "and") and end + 1 < len(words) and words[end + 1] in QUALITIES:
            end += 2
        else:
            break
    return end


def _is_denied(words: Sequence[str], place: int) -> bool:
    before = words[max(0, place - 3) : place]
    return any(word in NEGATIONS or word.endswith("n't") for word in before)


def _said(words: Sequence[str], place: int, end: int) -> Iterator[Saying]:
    qualities = tuple(word for word in words[place:end] if word in QUALITIES)
    after = list(_until_stop(words[end : end + 3]))
    subject = _subject(words, place)
    if subject is not None and not after:
        yield Saying(nouns=(subject,), qualities=qualities, phrase=" ".join(qualities))
    elif after:
        yield Saying(nouns=tuple(after), qualities=qualities, phrase=" ".join(qualities))


def _until_stop(words: Sequence[str]) -> Iterator[str]:
    for word in words:
        if word in STOPS or word in _ENDS or word == ",":
            return
        yield word


def _subject(words: Sequence[str], place: int) -> str | None:
    """The noun before "is", "turned" and the like, when a quality follows one of those."""
    back = place - 1
    while back >= 0 and words[back] in ("now", "very", "still", "all", "completely"):
        back -= 1
    if back > 0 and words[back] in COPULAS:
        return words[back - 1]
    return None


def worn(text: str, names: Iterable[str]) -> Mapping[str, Mapping[str, str]]:
    """What a text says of the clothes and looks of those it names: coat: red, hair: black."""
    told: dict[str, dict[str, str]] = {}
    for name, words in spans(text, names).items():
        for saying in sayings(words):
            noun = next((singular(each) for each in saying.nouns if is_look(each)), None)
            if noun is not None:
                told.setdefault(name, {}).setdefault(noun, saying.phrase)
    return told
