"""What a sentence speaks about, apart from the values it gives."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from showbible.reading.forms import Line
from showbible.reading.grammar import Grammar
from showbible.reading.model import Value, ValueKind
from showbible.reading.negation import is_answer
from showbible.reading.tokens import Token

_NAMES = frozenset({ValueKind.NAME, ValueKind.PLACE, ValueKind.PERSON})

_HELPERS = frozenset({"has", "have", "had"})
"""Words before a negated verb of the past."""
ONE_OF_A_SORT = frozenset({"a", "an", "some", "ein", "eine", "einen", "einem", "einer", "un", "una", "une"})
_LONGEST_PHRASE = 4
_NOT = frozenset({"not", "never", "nicht", "no", "pas", "statt", "kein", "keine"})


def topic(
    words: Sequence[Token], held: Sequence[Value], using: Grammar, *, aliases: Mapping[str, str]
) -> frozenset[str]:
    """Stems of content, a relation in place of each known name beside the name itself."""
    found = {_canonical(word, using) for word in _content(words, held, using)}
    found |= {aliases[word.lower] for word in words if aliases.get(word.lower)}
    found |= {
        part
        for value in held
        if value.kind in _NAMES
        for part in map(using.stem, value.key.split())
        if len(part) > 2 and part not in using.function_words
    }
    return frozenset(found)


def matter(words: Sequence[Token], held: Sequence[Value], using: Grammar, *, aliases: Mapping[str, str]) -> str:
    """The words of the topic as they were written, values left out, in one line to embed."""
    found = [aliases.get(word.lower) or word.lower for word in _content(words, held, using, counted=True)]
    return " ".join(dict.fromkeys(found))


def introduced(words: Sequence[Token], using: Grammar) -> frozenset[str]:
    """Stems of what a sentence names as one of a sort, and not as the one that was spoken of: "a ring"."""
    found: set[str] = set()
    for place, word in enumerate(words[:-1]):
        is_predicate = place > 0 and words[place - 1].stem in using.copulas
        if word.lower in ONE_OF_A_SORT and not is_predicate:
            for following in words[place + 1 : place + 1 + _LONGEST_PHRASE]:
                if not following.is_word or following.lower in using.function_words:
                    break
                found.add(_canonical(following, using))
    return frozenset(found)


def _canonical(word: Token, using: Grammar) -> str:
    return using.relations.get(word.stem, word.stem)


def _content(words: Sequence[Token], held: Sequence[Value], using: Grammar, *, counted: bool = True) -> Iterator[Token]:
    for word in words:
        if not word.is_word or word.lower == "'s" or word.lower in using.function_words or word.stem in using.empty:
            continue
        if any(value.start <= word.start < value.end for value in held if value.kind is not ValueKind.SPOT):
            continue
        yield word


def contrast(words: Sequence[Token], seen: Line, held: Sequence[Value], using: Grammar) -> frozenset[str]:
    """What a sentence says it is not: keys of values and stems right after a negator."""
    found: set[str] = set()
    for place, word in enumerate(words[:-1]):
        if word.lower not in _NOT or is_answer(words, place, using):
            continue
        for following in words[place + 1 : place + 4]:
            if not following.is_word:
                break
            if following.lower in using.user or following.stem in using.copulas:
                break
            value = next((each for each in held if each.start <= following.start < each.end), None)
            if value:
                found.add(value.key)
                break
            if following.lower not in using.function_words and not _is_undone(words, place, following, using):
                found.add(following.stem)
    return frozenset(found)


def _is_undone(words: Sequence[Token], place: int, following: Token, using: Grammar) -> bool:
    """Whether a word is the verb of what was not done, and no other value: "hasn't dropped", "never hatched"."""
    if using.code != "en":
        return False
    before = words[place - 1] if place else None
    helps = before is not None and before.lower in _HELPERS
    is_past = following.lower.endswith("ed") or using.lemmas.is_irregular(following.lower)
    return is_past and (helps or words[place].lower == "never")
