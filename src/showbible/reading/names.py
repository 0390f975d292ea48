"""Names of people, places and things, and what tells one from another."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from showbible.reading import unmarked
from showbible.reading.grammar import Grammar
from showbible.reading.languages import language as verbs
from showbible.reading.model import Value, ValueKind
from showbible.reading.tokens import Token

TITLES: Final = frozenset(
    {
        "mr",
        "mrs",
        "ms",
        "miss",
        "dr",
        "prof",
        "professor",
        "sir",
        "herr",
        "herrn",
        "frau",
        "don",
        "doña",
        "señor",
        "señora",
    }
    | {"monsieur", "madame", "mme"}
)
"""What stands before the name of a person and is no part of it."""
_WHO: Final = frozenset({"who", "whose"})
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
    if _is_called_so(words, place, using) or unmarked.is_name(words, place, using, aliases=aliases):
        return True
    if not _is_part(word, using) or word.stem in using.relations or _is_unit(words, place, using):
        return False
    if word.lower in TITLES and place + 1 < len(words) and _is_part(words[place + 1], using):
        return True
    if _is_first(words, place):
        return _acts(words, place, using) or (using.language.capital_nouns and _is_before_naming(words, place, using))
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
    """Whether somebody has something, or is somebody: "Renzo has a van", "Renzo, my lodger", "Renzo, who sings"."""
    if len(following) < 2:
        return False
    link, then = following[0].lower, following[1]
    if link in {"has", "had"}:
        return then.lower in using.determiners or (then.is_word and then.lower not in using.function_words)
    if link == "from":
        return _is_part(then, using)
    if link == "," and then.lower in _WHO:
        return True
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
        (using.code == "en" and re.search(r"(?:ed|[^sui]s)$", word.lower) is not None)
        or using.lemmas.is_irregular(word.lower)
        or (word.stem in using.verbs and word.lower != word.stem)
    )


def _is_introduced(words: Sequence[Token], place: int, using: Grammar) -> bool:
    """In a language that writes every noun with a capital: after a place word, a naming verb or a relation."""
    if words[place].lower in TITLES and place + 1 < len(words) and _is_part(words[place + 1], using):
        return True
    at = place - 1
    while at > 0 and words[at].lower in using.adverbs:
        at -= 1
    before = words[at]
    return (
        before.lower in using.name_words
        or using.verbs.get(before.stem) == verbs.NAMING
        or before.stem in using.relations
        or (before.lower in {"ist", "und", "mit", "jetzt"} and _is_part(before, using))
        or _is_apposed(words, place, using)
        or (_is_before_naming(words, place, using) and before.lower not in using.determiners)
    )


def _is_before_naming(words: Sequence[Token], place: int, using: Grammar) -> bool:
    """Whether a verb of naming follows: "Birte heißt sie"."""
    return place + 1 < len(words) and using.verbs.get(words[place + 1].stem) == verbs.NAMING


def _is_apposed(words: Sequence[Token], place: int, using: Grammar) -> bool:
    """Whether a relation is named right after it, with an article as in talk: "eine Tochter, die Frieda"."""
    if place < 3 or words[place - 1].lower not in using.articles or words[place - 2].text != ",":
        return False
    is_last = place + 1 == len(words) or not words[place + 1].is_word or words[place + 1].lower in using.conjunctions
    return is_last and words[place - 3].stem in using.relations


def _name(text: str, words: Sequence[Token], first: int, after: int, using: Grammar) -> NamePlace:
    start, end = words[first].start, words[after - 1].end
    bearer = first + 1 if words[first].lower in TITLES and after - first > 1 else first
    key = text[words[bearer].start : end].lower()
    value = Value(kind=_kind(words, first, bearer, using), text=text[start:end], key=key, start=start, end=end)
    return NamePlace(value=value, first=first, after=after)


def _kind(words: Sequence[Token], first: int, bearer: int, using: Grammar) -> ValueKind:
    before = words[first - 1] if first else None
    if bearer > first or (before and before.lower in TITLES):
        return ValueKind.PERSON
    if before and before.lower in using.place_words:
        return ValueKind.PLACE
    if before and (before.stem in using.relations or using.verbs.get(before.stem) == verbs.NAMING):
        return ValueKind.PERSON
    return ValueKind.NAME


def names_told(words: Sequence[Token], using: Grammar, *, named: frozenset[int]) -> Mapping[str, str]:
    """Names with the relation that the sentence gives them: "my dog Juno", "a dog called Juno", "Juno is my dog"."""
    found: dict[str, str] = {}
    for place, word in enumerate(words):
        relation = using.relations.get(word.stem)
        if relation is None:
            continue
        name = _name_after(words, place, using, named) or _name_before(words, place, using, named)
        if name:
            found[name] = relation
    return found


def _name_after(words: Sequence[Token], place: int, using: Grammar, named: frozenset[int]) -> str:
    """Past commas, linking and naming verbs and the word name, at most five words on."""
    for at in range(place + 1, min(len(words), place + 6)):
        word = words[at]
        if at in named:
            if word.lower not in TITLES or at + 1 not in named:
                return word.lower
            return words[at + 1].lower if at == place + 1 or _links(words[place + 1 : at], using) else ""
        naming = word.stem in using.copulas or using.verbs.get(word.stem) == verbs.NAMING or word.stem in using.empty
        is_apposed = at + 1 in named and word.lower in using.articles and using.language.capital_nouns
        if not naming and not is_apposed and word.lower not in {"'s", "name", ",", "nombre", "nom", "guy", "se", "s'"}:
            return ""
    return ""


def _links(between: Sequence[Token], using: Grammar) -> bool:
    """Whether words make of a name what somebody is called, and not somebody else's: a verb, or a comma."""
    return any(
        word.text == "," or word.stem in using.copulas or using.verbs.get(word.stem) == verbs.NAMING for word in between
    )


def _name_before(words: Sequence[Token], place: int, using: Grammar, named: frozenset[int]) -> str:
    """Before "is my dog" or ", my dog"."""
    at = place - 1
    if at < 0 or (words[at].lower not in using.possessives and words[at].stem not in using.empty):
        return ""
    while at >= 0 and _may_stand_between(words[at], using):
        at -= 1
    return words[at].lower if at >= 0 and at in named else ""


def _may_stand_between(word: Token, using: Grammar) -> bool:
    linking = word.lower in using.possessives or word.stem in using.empty or word.stem in using.copulas
    return linking or word.lower in {",", "that", "das"}
