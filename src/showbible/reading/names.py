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

_TITLES: Final = frozenset(
    {"mr", "mrs", "ms", "miss", "dr", "prof", "professor", "sir", "herr", "frau", "don", "doña", "señor", "señora"}
    | {"monsieur", "madame", "mme"}
)
"""What stands before the name of a person and is no part of it."""
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
    if _is_called_so(words, place, using):
        return True
    if not _is_part(word, using) or word.stem in using.relations or _is_unit(words, place, using):
        return False
    if _is_first(words, place):
        return _acts(words, place, using)
    return not using.language.capital_nouns or _is_introduced(words, place, using)


def _is_called_so(words: Sequence[Token], place: int, using: Grammar) -> bool:
    """Whether a capital follows a verb of naming: there Will and June are names, too."""
    word = words[place]
    named = place > 1 and using.verbs.get(words[place - 1].stem) == verbs.NAMING
    return named and word.is_word and word.is_capital and word.lower not in using.user


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
    if _is_put_right(words[place + 1 : place + 5], using):
        return True
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
    if following[0].lower == "'s" or _is_explained(following, using):
        return True
    return following[0].is_word and _is_past_or_third(following[0], using) and not using.language.capital_nouns


def _is_explained(following: Sequence[Token], using: Grammar) -> bool:
    """Whether somebody has something, or is somebody: "Renzo has a van", "Renzo is our lodger", "Renzo, my lodger"."""
    if len(following) < 2:
        return False
    link, then = following[0].lower, following[1]
    if link in {"has", "had"}:
        return then.lower in using.determiners or (then.is_word and then.lower not in using.function_words)
    if link == "from":
        return _is_part(then, using)
    return link in {"is", "was", ","} and then.lower in using.possessives


def _is_put_right(following: Sequence[Token], using: Grammar) -> bool:
    """Whether somebody tells a name from another one, or how it is written: "Ida, not Ada", "Ida, with an i"."""
    if len(following) < 3 or following[0].text != ",":
        return False
    how, then = following[1].lower, following[2]
    if how in using.negators:
        return _is_part(then, using)
    return how in {"with", "without"} and then.lower in using.determiners and len(following[-1].text) == 1


def _is_past_or_third(word: Token, using: Grammar) -> bool:
    if word.stem in using.copulas or word.lower in using.function_words:
        return False
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
    bearer = first + 1 if words[first].lower in _TITLES and after - first > 1 else first
    key = text[words[bearer].start : end].lower()
    value = Value(kind=_kind(words, first, bearer, using), text=text[start:end], key=key, start=start, end=end)
    return NamePlace(value=value, first=first, after=after)


def _kind(words: Sequence[Token], first: int, bearer: int, using: Grammar) -> ValueKind:
    before = words[first - 1] if first else None
    if bearer > first or (before and before.lower in _TITLES):
        return ValueKind.PERSON
    if before and before.lower in using.place_words:
        return ValueKind.PLACE
    if before and (before.stem in using.relations or using.verbs.get(before.stem) == verbs.NAMING):
        return ValueKind.PERSON
    return ValueKind.NAME
