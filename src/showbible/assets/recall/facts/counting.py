"""How many of something a sentence says there are."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from showbible.assets.recall.facts import table
from showbible.assets.recall.facts.claim import FactKind, StoryClaim
from showbible.assets.recall.facts.doings import number_of
from showbible.assets.recall.facts.parse import SentenceParse, StoryMention

_MEASURES: Final = frozenset(
    {"second", "minute", "hour", "day", "night", "week", "month", "year", "metre", "meter", "mile", "kilometre"}
    | {"kilometer", "inch", "feet", "yard", "dollar", "euro", "pound", "degree", "percent", "time", "step", "pace"}
)


def counts(each: SentenceParse) -> Iterator[StoryClaim]:
    """Numbers of things, told of everyone and everything named in the sentence."""
    for place, lower in enumerate(each.lowers[: each.limit]):
        number = number_of(lower)
        if number is None or number == 1 or each.words[place].name is not None:
            continue
        noun = _counted_noun(each, place + 1)
        if noun < len(each.words) and not each.words[noun].is_empty and not _is_uncounted(each.lowers[noun]):
            yield from _counted(each, place, noun, number)


def _is_uncounted(lower: str) -> bool:
    """Whether a number counts time, length, money or parts of a body, and nothing that is there."""
    return "body" in table.classes(lower) or any(table.singular(part) in _MEASURES for part in lower.split("_"))


def _counted_noun(each: SentenceParse, noun: int) -> int:
    """Where the noun stands that a number counts, behind what describes it."""
    while noun < len(each.words) and (table.qualities(each.lowers[noun]) or _is_before_plural(each, noun)):
        noun += 1
    return noun


def _is_before_plural(each: SentenceParse, noun: int) -> bool:
    if noun + 1 >= len(each.words) or each.words[noun].is_empty or each.words[noun + 1].is_empty:
        return False
    if table.singular(each.lowers[noun]) != each.lowers[noun]:
        return False
    after = each.lowers[noun + 1]
    return table.singular(after) != after and not table.verb(each.words[noun + 1].stem)


def _counted(each: SentenceParse, place: int, noun: int, number: int) -> Iterator[StoryClaim]:
    partial = {"more", "other", "third", "another", "rest"} & set(each.lowers) or "of" in each.lowers[place + 1 : noun]
    marks = {"only"} if {"only", "just", "else"} & set(each.lowers) else set()
    marks |= {"people"} if "people" in table.classes(each.lowers[noun]) else set()
    arrive = any("move.arrives" in each.does(spot) for spot, word in enumerate(each.words) if table.verb(word.stem))
    for mention in each.mentions:
        if mention.name and _is_near(each, mention):
            yield StoryClaim(
                entity=mention.name,
                kind=FactKind.COUNT,
                about=table.singular(each.lowers[noun]),
                words=frozenset({str(number), *marks}),
                phrase=f"{each.words[place].text} {each.words[noun].text}",
                sentence=each.text,
                becomes=bool(partial or arrive),
            )


def _is_near(each: SentenceParse, mention: StoryMention) -> bool:
    return not (each.words[mention.start - 1].lower in ("other", "another") if mention.start else False)
