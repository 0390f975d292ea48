"""The values that a sentence holds: numbers with what they count, measures, times, names."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from showbible.reading.grammar import Grammar
from showbible.reading.model import Value, ValueKind
from showbible.reading.names import names
from showbible.reading.numbers import Number, numbers
from showbible.reading.times import clocks, dates
from showbible.reading.tokens import Token

_CURRENCIES: Final = {"$": "dollar", "£": "pound", "€": "euro", "¥": "yen"}
_MOST_COUNTED: Final = 4
_GENERIC: Final = frozenset({"one", "thing", "time", "piece", "unit", "different", "item"})


@dataclass(frozen=True, slots=True)
class Sign:
    """A value as forms of words see it, in place of the words from first to after."""

    first: int
    after: int
    text: str


def values(
    text: str, words: Sequence[Token], using: Grammar, *, aliases: Mapping[str, str]
) -> tuple[list[Value], list[Sign]]:
    """All values of a sentence in their order, and the signs that stand for them in its form."""
    found: list[Value] = []
    signs: list[Sign] = []
    _add_times(text, words, using, found, signs)
    _add_weekdays(words, using, found, signs)
    _add_numbers(text, words, using, found, signs)
    _add_adverbs(words, using, found)
    for name in names(text, words, using, aliases=aliases):
        if not _covered(name.value.start, name.value.end, found):
            found.append(name.value)
            signs.append(Sign(name.first, name.after, f"^{name.value.key.replace(' ', '_')}"))
    return sorted(found, key=lambda each: each.start), sorted(signs, key=lambda each: each.first)


def _covered(start: int, end: int, found: Sequence[Value]) -> bool:
    return any(start < each.end and each.start < end for each in found)


def _places(words: Sequence[Token], start: int, end: int) -> tuple[int, int]:
    """The words that a stretch of the text holds."""
    inside = [place for place, word in enumerate(words) if word.start < end and start < word.end]
    return (inside[0], inside[-1] + 1) if inside else (0, 0)


def _add_times(text: str, words: Sequence[Token], using: Grammar, found: list[Value], signs: list[Sign]) -> None:
    for clock in clocks(text, using):
        said = text[clock.start : clock.end]
        found.append(Value(kind=ValueKind.CLOCK, text=said, key=clock.key, start=clock.start, end=clock.end))
        signs.append(Sign(*_places(words, clock.start, clock.end), f"@{clock.key}"))
    for date in dates(text, using):
        if not _covered(date.start, date.end, found):
            said = text[date.start : date.end]
            found.append(Value(kind=ValueKind.DAY, text=said, key=date.key, start=date.start, end=date.end))
            signs.append(Sign(*_places(words, date.start, date.end), f"%{date.key}"))


def _add_weekdays(words: Sequence[Token], using: Grammar, found: list[Value], signs: list[Sign]) -> None:
    for place, word in enumerate(words):
        name = word.lower if word.lower in using.weekdays else word.lower.removesuffix("s")
        if name in using.weekdays and not _covered(word.start, word.end, found):
            noun = "each" if word.lower != name else ""
            found.append(
                Value(
                    kind=ValueKind.DAY,
                    text=word.text,
                    key=f"w{using.weekdays[name]}",
                    noun=noun,
                    start=word.start,
                    end=word.end,
                )
            )
            signs.append(Sign(place, place + 1, f"%w{using.weekdays[name]}"))


def _add_numbers(text: str, words: Sequence[Token], using: Grammar, found: list[Value], signs: list[Sign]) -> None:
    last: Value | None = None
    for number in numbers(words, using):
        start, end = words[number.first].start, words[number.after - 1].end
        if _covered(start, end, found) or _is_pronoun(words, number):
            continue
        value = _measured(text, words, number, using)
        signs.append(Sign(number.first, number.after, f"#{number.key}"))
        if last and last.kind is value.kind is ValueKind.DURATION and start - last.end <= 5:
            found.remove(last)
            value = replace(
                value,
                key=f"{last.key} {value.key}",
                noun=last.noun,
                start=last.start,
                text=text[last.start : value.end],
            )
        found.append(value)
        last = value


def _is_pronoun(words: Sequence[Token], number: Number) -> bool:
    """Whether a word for one counts nothing: "the one", "one of them"."""
    word = words[number.first]
    if number.amount != 1 or word.lower.isdigit() or number.after - number.first > 1:
        return False
    following = words[number.after] if number.after < len(words) else None
    before = words[number.first - 1].lower if number.first else ""
    return (
        following is None
        or not following.is_word
        or following.lower in {"of", "day", "thing", "that", "who", "more"}
        or before in {"the", "this", "that", "which", "no", "another", "any", "every", "each"}
    )


def _measured(text: str, words: Sequence[Token], number: Number, using: Grammar) -> Value:
    first, after = number.first, number.after
    before = words[first - 1].text if first else ""
    following = words[after] if after < len(words) else None
    kind, noun, end = ValueKind.NUMBER, "", words[after - 1].end
    stem = following.stem.partition("-")[0] if following else ""
    if before in _CURRENCIES or (following and (following.text in _CURRENCIES or following.stem in using.money)):
        kind, noun = ValueKind.MONEY, _CURRENCIES.get(before) or (following.stem if following else "")
        end = following.end if following and before not in _CURRENCIES else end
    elif following and (
        following.text == "%" or following.stem.startswith(("percent", "prozent", "porcent", "pourcent"))
    ):
        kind, noun, end = ValueKind.SHARE, "%", following.end
    elif following and following.lower in using.language.times_words.split():
        kind, noun, end = _frequency(words, after, using)
    elif following and (unit := _unit(stem, using)):
        kind, noun, end = _duration(words, after, unit, using)
    elif following and stem in using.units and not number.is_ordinal:
        kind, noun, end = ValueKind.MEASURE, stem, following.end
    nouns = _counted(words, after, using) if kind is ValueKind.NUMBER else frozenset({noun})
    if kind is ValueKind.NUMBER:
        noun = _head(words, after, using)
    start = words[first].start - (before in _CURRENCIES)
    return Value(kind=kind, text=text[start:end], key=number.key, noun=noun, nouns=nouns, start=start, end=end)


def _unit(stem: str, using: Grammar) -> str | None:
    return using.durations.get(using.stem(stem))


def _frequency(words: Sequence[Token], place: int, using: Grammar) -> tuple[ValueKind, str, int]:
    """What "times" counts: a frequency where a period follows, else occasions."""
    rest = words[place + 1 : place + 3]
    if len(rest) == 2 and rest[0].lower in using.language.each_words.split() and (unit := _unit(rest[1].stem, using)):
        return ValueKind.FREQUENCY, unit, rest[1].end
    return ValueKind.NUMBER, "time", words[place].end


def _duration(words: Sequence[Token], place: int, unit: str, using: Grammar) -> tuple[ValueKind, str, int]:
    word = words[place]
    following = words[place + 1].lower if place + 1 < len(words) else ""
    if using.language.old and (following == using.language.old or word.lower.endswith(f"-{using.language.old}")):
        return ValueKind.AGE, unit, word.end
    rest = words[place + 1 : place + 3]
    if len(rest) == 2 and rest[0].lower in using.language.each_words.split() and _unit(rest[1].stem, using):
        return ValueKind.FREQUENCY, f"{unit} {_unit(rest[1].stem, using)}", rest[1].end
    return ValueKind.DURATION, unit, word.end


def _phrase(words: Sequence[Token], place: int, using: Grammar) -> list[Token]:
    found: list[Token] = []
    for word in words[place : place + _MOST_COUNTED + 1]:
        if word.lower == "'s":
            continue
        if not word.is_word or (word.lower in using.function_words and word.lower not in {"ones", "one"}):
            break
        found.append(word)
    return found


def _counted(words: Sequence[Token], place: int, using: Grammar) -> frozenset[str]:
    return frozenset(word.stem for word in _phrase(words, place, using) if word.stem not in _GENERIC)


def _head(words: Sequence[Token], place: int, using: Grammar) -> str:
    """The stem of the noun that is counted: the first plural of the phrase, or its last word."""
    phrase = _phrase(words, place, using)
    plural = next(
        (
            word
            for word in phrase
            if re.search(r"[^s]s$", word.lower)
            or (word.stem != word.lower.removesuffix("s") and word.lower in {"people", "women", "men", "children"})
        ),
        None,
    )
    chosen = plural or (phrase[0] if phrase else None)
    return chosen.stem if chosen and chosen.stem not in _GENERIC else ""


def _add_adverbs(words: Sequence[Token], using: Grammar, found: list[Value]) -> None:
    known = {word: unit for unit, adverbs in using.language.adverbs_of_frequency.items() for word in adverbs.split()}
    counts = {"once": "1", "twice": "2", "thrice": "3"}
    for place, word in enumerate(words):
        if word.lower in known:
            found.append(
                Value(
                    kind=ValueKind.FREQUENCY,
                    text=word.text,
                    key="1",
                    noun=known[word.lower],
                    start=word.start,
                    end=word.end,
                )
            )
        elif (
            word.lower in counts
            and place + 2 < len(words)
            and words[place + 1].lower in using.language.each_words.split()
        ):
            if unit := _unit(words[place + 2].stem, using):
                end = words[place + 2].end
                found.append(
                    Value(
                        kind=ValueKind.FREQUENCY,
                        text=word.text,
                        key=counts[word.lower],
                        noun=unit,
                        start=word.start,
                        end=end,
                    )
                )
        elif (
            word.lower in {"every", "each"} and place + 1 < len(words) and (unit := _unit(words[place + 1].stem, using))
        ):
            end = words[place + 1].end
            if not _covered(word.start, end, found):
                found.append(
                    Value(
                        kind=ValueKind.FREQUENCY,
                        text=f"{word.text} {unit}",
                        key="1",
                        noun=unit,
                        start=word.start,
                        end=end,
                    )
                )
