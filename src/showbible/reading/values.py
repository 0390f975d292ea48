"""The values that a sentence holds: numbers with what they count, measures, times, names."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from showbible.reading.grammar import Grammar
from showbible.reading.model import Value, ValueKind
from showbible.reading.names import NamePlace, names
from showbible.reading.numbers import Number, numbers
from showbible.reading.times import clocks, dates, frequencies, times_taken
from showbible.reading.tokens import Token

_CURRENCIES: Final = {"$": "dollar", "£": "pound", "€": "euro", "¥": "yen"}
_MOST_COUNTED: Final = 4
_GENERIC: Final = frozenset(
    {"one", "ones", "thing", "things", "time", "times", "piece", "pieces", "different", "item", "items"}
)


_PEOPLE: Final = frozenset({"leute", "personen", "menschen", "personas", "gente", "personnes", "gens"})
"""Words for people in general: whoever counts them counts guests or neighbours as well."""
_SUMS: Final = frozenset({"altogether", "overall", "apiece", "total"})
"""What may follow a number and is not what it counts."""
_POWERS: Final = frozenset({"square", "cubic"})
"""What makes a length an area or a volume."""
_NUMBERING: Final = frozenset({"number", "no", "nr", "nummer", "número", "numéro"})
"""What may stand between a thing and its number: episode number 12."""


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
    called = names(text, words, using, aliases=aliases)
    _add_names([each for each in called if each.is_title or _is_model(words, each)], found, signs)
    _add_frequencies(text, using, found)
    _add_times(text, words, using, found, signs)
    _add_weekdays(words, using, found, signs)
    _add_numbers(text, words, using, found, signs, before_names=_before_names(words, called, using))
    _add_shares(text, using, found)
    _add_names([each for each in called if not _covered(each.value.start, each.value.end, found)], found, signs)
    _add_spots(text, words, using, found)
    return sorted(found, key=lambda each: each.start), sorted(signs, key=lambda each: each.first)


def _add_names(called: Sequence[NamePlace], found: list[Value], signs: list[Sign]) -> None:
    for name in called:
        if not _covered(name.value.start, name.value.end, found):
            found.append(name.value)
            signs.append(Sign(name.first, name.after, f"^{name.value.key}"))


def _is_model(words: Sequence[Token], name: NamePlace) -> bool:
    """Whether a number belongs to a name as the number of a model does, and is no value of its own."""
    return name.after - name.first > 1 and words[name.after - 1].text.isdigit()


def _before_names(words: Sequence[Token], called: Sequence[NamePlace], using: Grammar) -> frozenset[int]:
    """Places right before a name that no common noun follows: a number there is part of it, as in an address."""
    return frozenset(
        name.first - 1
        for name in called
        if name.after >= len(words) or not words[name.after].is_word or words[name.after].lower in using.function_words
    )


def _add_shares(text: str, using: Grammar, found: list[Value]) -> None:
    for pattern in using.shares:
        for match in pattern.finditer(text):
            if not _covered(match.start(), match.end(), found):
                found.append(
                    Value(
                        kind=ValueKind.SHARE,
                        text=match[0],
                        key=match["share"].lower(),
                        start=match.start(),
                        end=match.end(),
                    )
                )


def _add_spots(text: str, words: Sequence[Token], using: Grammar, found: list[Value]) -> None:
    """Places without a name: "in my uncle's barn", "under the blue pot"."""
    for place, word in enumerate(words[:-1]):
        if word.lower not in using.spot_words or words[place + 1].lower not in using.determiners:
            continue
        phrase = [
            each
            for each in _phrase(words, place + 2, using)
            if each.stem not in using.empty and each.stem not in using.durations
        ]
        if phrase and not _covered(phrase[0].start, phrase[-1].end, found):
            key = " ".join(each.stem for each in phrase)
            start, end = phrase[0].start, phrase[-1].end
            found.append(Value(kind=ValueKind.SPOT, text=text[start:end], key=key, start=start, end=end))


def _covered(start: int, end: int, found: Sequence[Value]) -> bool:
    return any(start < each.end and each.start < end for each in found)


def _places(words: Sequence[Token], start: int, end: int) -> tuple[int, int]:
    """The words that a stretch of the text holds."""
    inside = [place for place, word in enumerate(words) if word.start < end and start < word.end]
    return (inside[0], inside[-1] + 1) if inside else (0, 0)


def _add_frequencies(text: str, using: Grammar, found: list[Value]) -> None:
    for each in frequencies(text, using):
        said = text[each.start : each.end]
        found.append(
            Value(kind=ValueKind.FREQUENCY, text=said, key=each.count, noun=each.unit, start=each.start, end=each.end)
        )
        if (day := using.weekdays.get(each.unit)) is not None:
            found.append(
                Value(kind=ValueKind.DAY, text=said, key=f"w{day}", noun="each", start=each.start, end=each.end)
            )


def _add_times(text: str, words: Sequence[Token], using: Grammar, found: list[Value], signs: list[Sign]) -> None:
    for taken in times_taken(text):
        said = text[taken.start : taken.end]
        found.append(Value(kind=ValueKind.DURATION, text=said, key=said, noun=":", start=taken.start, end=taken.end))
    for clock in clocks(text, using):
        if _covered(clock.start, clock.end, found):
            continue
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


def _add_numbers(
    text: str,
    words: Sequence[Token],
    using: Grammar,
    found: list[Value],
    signs: list[Sign],
    *,
    before_names: frozenset[int],
) -> None:
    last: Value | None = None
    for number in numbers(words, using):
        start, end = words[number.first].start, words[number.after - 1].end
        if _covered(start, end, found) or _is_pronoun(words, number) or number.after - 1 in before_names:
            continue
        value = _as_year(_measured(text, words, number, using))
        signs.append(Sign(number.first, number.after, f"#{number.key}"))
        if last and last.kind is ValueKind.DURATION and start - last.end <= 5 and _goes_on(value, start - last.end):
            found.remove(last)
            value = replace(last, key=f"{last.key} {value.key}", end=value.end, text=text[last.start : value.end])
        found.append(value)
        last = value


def _as_year(value: Value) -> Value:
    """A number that counts nothing and could be a year of our time is one."""
    if value.kind is not ValueKind.NUMBER or value.nouns or not re.fullmatch(r"(?:19|20)\d\d", value.text):
        return value
    return replace(value, kind=ValueKind.DAY, key=f"{value.key}--")


def _goes_on(value: Value, gap: int) -> bool:
    """Whether a value belongs to the duration before it: the 30 seconds, or the 12, of "4 hours 12"."""
    return value.kind is ValueKind.DURATION or (value.kind is ValueKind.NUMBER and gap <= 1)


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
        or following.lower in {"of", "for", "day", "thing", "that", "who", "more"}
        or before in {"the", "this", "that", "which", "no", "another", "any", "every", "each"}
    )


def _measured(text: str, words: Sequence[Token], number: Number, using: Grammar) -> Value:
    first, after = number.first, number.after
    before = words[first - 1].text if first else ""
    following = words[after] if after < len(words) else None
    kind, noun, end = ValueKind.NUMBER, "", words[after - 1].end
    if before in _CURRENCIES or (following and (following.text in _CURRENCIES or following.stem in using.money)):
        kind, noun = ValueKind.MONEY, _CURRENCIES.get(before) or (following.stem if following else "")
        end = following.end if following and before not in _CURRENCIES else end
    elif following and (measure := _measure(words, number, using)):
        kind, noun, end = measure
    nouns = frozenset({noun})
    if kind is ValueKind.NUMBER:
        noun, nouns = _thing_counted(words, number, using)
    start = words[first].start - (before in _CURRENCIES)
    return Value(kind=kind, text=text[start:end], key=number.key, noun=noun, nouns=nouns, start=start, end=end)


def _measure(words: Sequence[Token], number: Number, using: Grammar) -> tuple[ValueKind, str, int] | None:
    """What the word after a number makes of it, if that is a unit: its kind, the unit and where it ends."""
    following = words[number.after]
    stem = following.stem.partition("-")[0]
    if following.text == "%" or following.stem.startswith(("percent", "prozent", "porcent", "pourcent")):
        return ValueKind.SHARE, "%", following.end
    if unit := _unit(stem, using):
        return _duration(words, number.after, unit, using)
    if stem in using.units and not number.is_ordinal:
        return ValueKind.MEASURE, stem, following.end
    then = words[number.after + 1] if number.after + 1 < len(words) else None
    if then and following.lower in _POWERS and then.stem in using.units:
        return ValueKind.MEASURE, f"{following.lower} {then.stem}", then.end
    return None


def _thing_counted(words: Sequence[Token], number: Number, using: Grammar) -> tuple[str, frozenset[str]]:
    """The stem of what a number counts or belongs to, and the stems of the whole phrase."""
    if number.after < len(words) and words[number.after].lower in _PEOPLE:
        return "", frozenset()
    nouns = _counted(words, number.after, using)
    named = _noun_before(words, number.first, using)
    if named and (not nouns or _numbers_the_first(words, number.first, using)):
        return named, frozenset({named})
    return _head(words, number.after, using), nouns


def _numbers_the_first(words: Sequence[Token], first: int, using: Grammar) -> bool:
    """Whether a figure is the number of what a sentence begins with, and counts nothing: "Line 6 stops here"."""
    before = words[first - 1]
    begins = first == 1 or (first == 2 and words[0].lower in using.determiners - using.place_words)
    is_named = not _acts(before.lower, using) and before.stem not in using.empty
    return begins and words[first].text.isdigit() and is_named


def _acts(word: str, using: Grammar) -> bool:
    """Whether a word in lower case is a verb by its form, and no noun that a number belongs to: "I've tried four"."""
    return word.endswith(("ed", "ing")) or using.lemmas.is_irregular(word)


def _noun_before(words: Sequence[Token], first: int, using: Grammar) -> str:
    """What a number that counts nothing belongs to: room in "Room 14"."""
    if first > 1 and words[first - 1].lower in _NUMBERING:
        first -= 1
    before = words[first - 1] if first else None
    if before is None or not before.is_word or before.lower in using.function_words or before.stem in using.verbs:
        return ""
    if _acts(before.lower, using) and before.stem not in using.labels:
        return ""
    return using.durations.get(before.stem, before.stem)


def _unit(stem: str, using: Grammar) -> str | None:
    return using.durations.get(stem) or using.durations.get(using.stem(stem))


def _duration(words: Sequence[Token], place: int, unit: str, using: Grammar) -> tuple[ValueKind, str, int]:
    word = words[place]
    following = words[place + 1].lower if place + 1 < len(words) else ""
    if using.language.old and (following == using.language.old or word.lower.endswith(f"-{using.language.old}")):
        return ValueKind.AGE, unit, word.end
    return ValueKind.DURATION, unit, word.end


def _phrase(words: Sequence[Token], place: int, using: Grammar) -> list[Token]:
    found: list[Token] = []
    for word in words[place : place + _MOST_COUNTED + 1]:
        if word.lower == "'s":
            continue
        if not word.is_word or (word.lower in using.function_words and word.lower not in {"ones", "one"}):
            break
        if word.lower in using.adverbs or word.lower in _SUMS:
            continue
        found.append(word)
    return found


def _counted(words: Sequence[Token], place: int, using: Grammar) -> frozenset[str]:
    """Stems of what is counted, and of what it consists of: both of "six head of cattle"."""
    phrase = _phrase(words, place, using)
    after = place + len(phrase)
    if phrase and after + 1 < len(words) and words[after].lower == "of":
        phrase += _phrase(words, after + 1, using)
    return frozenset(word.stem for word in phrase if word.lower not in _GENERIC)


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
    return chosen.stem if chosen and chosen.lower not in _GENERIC else ""
