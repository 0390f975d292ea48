"""What a text says of the people, places and things it names, as far as plain rules can tell."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from showbible.assets.lexicon import BODY, COPULAS, NEGATIONS, QUALITIES, WEAR
from showbible.assets.lexicon import words as words_of
from showbible.assets.model import entity_key

_TOKEN: Final = re.compile(r"[^\W_]+(?:['’][^\W_]+)*|[.,;:!?()\n]")
_NAME: Final = re.compile(r"\b[A-Z][a-zà-öø-ÿ]+(?: [A-Z][a-zà-öø-ÿ]+){0,2}\b")
_ACTS: Final = re.compile(
    r"['’]s\b|,? (?:wears|wearing|in (?:a|an|her|his|their)|puts|has|is|and [A-Z]|with|walks|stands|sits|runs|looks|"
    r"smiles|turns|opens|holds|enters|leaves|waits|talks|laughs|cries|sleeps|reads|drinks|eats|watches|nods|steps)\b"
)
_ENDS: Final = frozenset(".;:!?()\n")
_STOPS: Final = words_of("""
    a an the this that these those his her hers their its my your our he she they it i you we who which
    in on at by to of from with without into onto over under near beside behind before after and or but as while
    through across against along around inside outside is are was were be been has have had does do did wears
    wearing wear holds holding walks runs stands sits looks turns shot camera close wide medium angle scene view
    """)
_NOT_NAMES: Final = words_of("""
    A An The This That These Those His Her Their Its My Your Our He She They It I You We In On At By To Of From With
    Close Wide Medium Shot Camera Scene Slow Fast Cinematic Night Day Morning Evening Black White Red Blue Green
    Cut Fade Dolly Pan Tilt Aerial Extreme Long Low High Interior Exterior Int Ext Monday Tuesday Wednesday
    Thursday Friday Saturday Sunday January February March April May June July August September October
    November December Woman Man Girl Boy Child Kid Baby Person People Someone Everyone Lady Guy Crowd Dog Cat Bird
    Horse
    """)


@dataclass(frozen=True, kw_only=True)
class Saying:
    """Qualities that a text gives to a noun."""

    nouns: tuple[str, ...]
    """The words that may be the noun, the likeliest last."""
    qualities: tuple[str, ...]
    phrase: str


def tokens(text: str) -> list[str]:
    """The words of a text and the marks that part its clauses, in small letters."""
    return [token.casefold() for token in _TOKEN.findall(text)]


def singular(word: str) -> str:
    """A word without its plural ending, good enough to compare nouns."""
    word = word.removesuffix("'s").removesuffix("’s")
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word


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
        if word in _STOPS or word in _ENDS or word == ",":
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


def spans(text: str, names: Iterable[str]) -> dict[str, list[str]]:
    """For each of the names that a text mentions, the words that go with it.

    A text that mentions one of them is all about that one. With several, each has what follows it up
    to the next; names joined by "and" share, and what precedes the first belongs to the first.
    """
    words = tokens(text)
    found = sorted(_mentions(words, names))
    if len({name for _, _, name in found}) <= 1:
        return {name: words for _, _, name in found}
    told: dict[str, list[str]] = {}
    sharing: list[str] = []
    for number, (_start, end, name) in enumerate(found):
        until = found[number + 1][0] if number + 1 < len(found) else len(words)
        part = words[end:until]
        sharing.append(name)
        if part in (["and"], [","], [",", "and"]):
            continue
        before = words[: found[0][0]] if number == len(sharing) - 1 else []
        for each in sharing:
            told.setdefault(each, []).extend([*before, *part, "."])
        sharing = []
    return told


def _mentions(words: Sequence[str], names: Iterable[str]) -> Iterator[tuple[int, int, str]]:
    bare = [word.removesuffix("'s").removesuffix("’s") for word in words]
    spellings = _spellings(names)
    longest = max(map(len, spellings), default=0)
    place = 0
    while place < len(bare):
        for size in range(longest, 0, -1):
            name = spellings.get(tuple(bare[place : place + size]))
            if name is not None:
                yield place, place + size, name
                place += size - 1
                break
        place += 1


def _spellings(names: Iterable[str]) -> dict[tuple[str, ...], str]:
    """Each name by all its words and, where nobody else shares it, by its first one."""
    listed = {name: tuple(tokens(name)) for name in names}
    spellings = {words: name for name, words in listed.items() if words}
    firsts: dict[str, list[str]] = {}
    for name, words in listed.items():
        if len(words) > 1 and words[0] not in _STOPS:
            firsts.setdefault(words[0], []).append(name)
    for first, sharers in firsts.items():
        if len(sharers) == 1:
            spellings.setdefault((first,), sharers[0])
    return spellings


def named(text: str) -> list[str]:
    """The proper names in a text, each once: a capital alone at the start of a sentence is no name."""
    found: dict[str, str] = {}
    for match in _NAME.finditer(text):
        name = _without_opening(match[0])
        starts = not text[: match.start()].rstrip() or text[: match.start()].rstrip()[-1] in ".!?:\n"
        if name and (not starts or " " in name or _acts(text[match.end() :])):
            found.setdefault(entity_key(name), name)
    return list(found.values())


def _without_opening(name: str) -> str:
    parts = name.split(" ")
    while parts and parts[0] in _NOT_NAMES:
        parts.pop(0)
    return " ".join(parts)


def _acts(rest: str) -> bool:
    """Whether what follows a capitalised first word speaks of someone."""
    return (
        re.match(r"(?:['’]s\b|,? (?:wears|wearing|in (?:a|an|her|his|their)|puts|has|is|and [A-Z]|with)\b)", rest)
        is not None
    )


def worn(text: str, names: Iterable[str]) -> Mapping[str, Mapping[str, str]]:
    """What a text says of the clothes and looks of those it names: coat: red, hair: black."""
    told: dict[str, dict[str, str]] = {}
    for name, words in spans(text, names).items():
        for saying in sayings(words):
            noun = next((singular(each) for each in saying.nouns if _is_look(each)), None)
            if noun is not None:
                told.setdefault(name, {}).setdefault(noun, saying.phrase)
    return told


def _is_look(word: str) -> bool:
    return word in WEAR or word in BODY or singular(word) in WEAR or singular(word) in BODY
