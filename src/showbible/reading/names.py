"""Names of people, places and things, and what tells one from another."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from showbible.reading.grammar import Grammar
from showbible.reading.languages import language as verbs
from showbible.reading.model import Value, ValueKind
from showbible.reading.tokens import Token

_TITLE: Final = re.compile(
    r"[\"“«„]([^\"”»“\n]{2,80})[\"”»“]|(?<![^\W_])'([A-Z0-9][^'\n]{2,80}(?:'s[^'\n]{1,60})?)'(?![^\W_])"
)


@dataclass(frozen=True, kw_only=True, slots=True)
class NamePlace:
    """A name and the words that it consists of."""

    value: Value
    first: int
    after: int
    is_title: bool = False


def names(text: str, words: Sequence[Token], using: Grammar, *, aliases: Mapping[str, str]) -> list[NamePlace]:
    """All names of a sentence in their order; a title in quotation marks is one."""
    found = _titles(text, words)
    place = 0
    while place < len(words):
        after = _end_of_name(words, place, using, aliases)
        if after > place and not any(each.first < after and place < each.after for each in found):
            found.append(_name(text, words, place, after, using))
        place = max(after, place + 1)
    return sorted(found, key=lambda each: each.first)


def _titles(text: str, words: Sequence[Token]) -> list[NamePlace]:
    found = []
    for match in _TITLE.finditer(text):
        inside = [
            place for place, word in enumerate(words) if match.start() <= word.start < match.end() and word.is_word
        ]
        if inside and len(inside) <= 9:
            title = match[1] or match[2]
            value = Value(
                kind=ValueKind.NAME, text=title, key=title.lower().strip(" .,!?"), start=match.start(), end=match.end()
            )
            found.append(NamePlace(value=value, first=inside[0], after=inside[-1] + 1, is_title=True))
    return found


def _end_of_name(words: Sequence[Token], place: int, using: Grammar, aliases: Mapping[str, str]) -> int:
    if not _starts_name(words, place, using, aliases):
        return place
    after = place + 1
    links = using.language.name_links.split()
    while after < len(words):
        if _is_part(words[after], using):
            after += 1
        elif words[after].lower in links and after + 1 < len(words) and _is_part(words[after + 1], using):
            after += 2
        elif (
            words[after].text.isdigit()
            and words[after].start - words[after - 1].end <= 1
            and len(words[after].text) <= 4
        ):
            after += 1
        else:
            break
    return after


def _is_part(word: Token, using: Grammar) -> bool:
    return (
        word.is_word
        and word.is_capital
        and word.lower not in using.function_words
        and word.lower.removesuffix("s") not in using.weekdays
        and word.lower not in using.months
        and not (using.language.capital_nouns and word.lower in using.relations)
    )


def _starts_name(words: Sequence[Token], place: int, using: Grammar, aliases: Mapping[str, str]) -> bool:
    word = words[place]
    if (word.lower in aliases and word.is_capital) or _is_code(word):
        return True
    if not _is_part(word, using) or word.stem in using.relations or _is_unit(words, place, using):
        return False
    if _is_first(words, place):
        return _acts(words, place, using)
    return not using.language.capital_nouns or _is_introduced(words, place, using)


def _is_unit(words: Sequence[Token], place: int, using: Grammar) -> bool:
    """Whether a capital only measures the number before it: 5K."""
    return place > 0 and words[place - 1].text[-1].isdigit() and words[place].stem in using.units


def _is_code(word: Token) -> bool:
    """Whether it is letters and a number in one, as the name of a model or of a level is."""
    ends = (word.text[0], word.text[-1])
    return (ends[0].isalpha() and ends[1].isdigit()) or (ends[0].isdigit() and ends[1].isupper())


def _is_first(words: Sequence[Token], place: int) -> bool:
    return place == 0 or words[place - 1].text in {'"', "“", "”", ".", "!", "?", "«", "»"}


def _acts(words: Sequence[Token], place: int, using: Grammar) -> bool:
    """Whether a sentence's first word, a capital anyway, is followed by what follows names."""
    word = words[place]
    if (
        using.stem(word.lower) in using.verbs
        or word.lower.endswith(("ing", "ly", "tion", "ness", "ment", "ity", "s"))
        or word.stem in using.empty
    ):
        return False
    following = words[place + 1 : place + 3]
    if not following:
        return False
    if _is_part(following[0], using) or (
        following[0].lower == "and" and len(following) > 1 and following[1].lower in using.user
    ):
        return True
    if following[0].lower == "'s":
        return True
    return following[0].is_word and _is_past_or_third(following[0], using) and not using.language.capital_nouns


def _is_past_or_third(word: Token, using: Grammar) -> bool:
    if word.stem in using.copulas or word.lower in using.function_words:
        return word.lower in {"is", "was", "has", "had"} and False
    return (
        re.search(r"(?:ed|[^sui]s)$", word.lower) is not None
        or using.lemmas.is_irregular(word.lower)
        or (word.stem in using.verbs and word.lower != word.stem)
    )


def _is_introduced(words: Sequence[Token], place: int, using: Grammar) -> bool:
    """In a language that writes every noun with a capital: after a place word, a naming verb or a relation."""
    before = words[place - 1]
    return (
        before.lower in using.name_words
        or using.verbs.get(before.stem) == verbs.NAMING
        or before.stem in using.relations
        or (before.lower in {"ist", "und", "mit", "jetzt"} and _is_part(before, using))
    )


def _name(text: str, words: Sequence[Token], first: int, after: int, using: Grammar) -> NamePlace:
    start, end = words[first].start, words[after - 1].end
    before = words[first - 1] if first else None
    kind = ValueKind.NAME
    if before and before.lower in using.place_words:
        kind = ValueKind.PLACE
    elif before and (before.stem in using.relations or using.verbs.get(before.stem) == verbs.NAMING):
        kind = ValueKind.PERSON
    value = Value(kind=kind, text=text[start:end], key=text[start:end].lower(), start=start, end=end)
    return NamePlace(value=value, first=first, after=after)
