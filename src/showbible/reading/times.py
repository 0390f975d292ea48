"""Times of day and dates, where a sentence names them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from showbible.reading.grammar import Grammar, grammar

_NUMERALS = "〇一二三四五六七八九十"
_TAKEN = re.compile(r"(?<![\d:.,])(?:\d{1,2}:)?(?P<minutes>\d{1,3}):[0-5]\d(?:\.\d{1,3})?(?![\d:])(?!\s*[ap]\.?m\b)")
_HOURS_OF_A_DAY = 24
_NAMED_HOURS = {"midnight": 0, "mitternacht": 0, "medianoche": 0, "minuit": 0}


@dataclass(frozen=True, kw_only=True, slots=True)
class ClockTime:
    """A time of day that was named."""

    start: int
    end: int
    hour: int
    minute: int
    is_certain: bool
    """Whether the half of the day is known."""

    @property
    def key(self) -> str:
        """Equal for equal times of a clock's face or, where it is certain, of the day."""
        return f"{self.hour:02}:{self.minute:02}"


@dataclass(frozen=True, kw_only=True, slots=True)
class Date:
    """A date that was named, as far as it was."""

    start: int
    end: int
    day: int | None
    month: int | None
    year: int | None

    @property
    def key(self) -> str:
        """Equal for equal dates."""
        return f"{self.year or ''}-{self.month or ''}-{self.day or ''}"


@dataclass(frozen=True, kw_only=True, slots=True)
class TimeTaken:
    """How long something took, as a stopwatch shows it."""

    start: int
    end: int


def times_taken(text: str) -> list[TimeTaken]:
    """What is written as a time of day and can be none: 26:30, 1:02:15."""
    return [
        TimeTaken(start=match.start(), end=match.end())
        for match in _TAKEN.finditer(text)
        if match[0].count(":") > 1 or "." in match[0] or _is_past_midnight(match[0])
    ]


def _is_past_midnight(said: str) -> bool:
    hour, _, minute = said.partition(":")
    return (int(hour), int(minute)) > (_HOURS_OF_A_DAY, 0)


@lru_cache(maxsize=16)
def _clock_patterns(code: str) -> tuple[re.Pattern[str], ...]:
    using = grammar(code)
    return tuple(re.compile(each, re.IGNORECASE) for each in using.language.clocks) if using else ()


@lru_cache(maxsize=16)
def _date_patterns(code: str) -> tuple[re.Pattern[str], ...]:
    using = grammar(code)
    return tuple(re.compile(each, re.IGNORECASE) for each in using.language.dates) if using else ()


def clocks(text: str, using: Grammar) -> list[ClockTime]:
    """The times of day that a text names, in their order."""
    found: list[ClockTime] = []
    for pattern in _clock_patterns(using.code):
        for match in pattern.finditer(text):
            clock = _clock(match, text, using)
            if clock and not any(clock.start < each.end and each.start < clock.end for each in found):
                found.append(clock)
    return sorted(found, key=lambda each: each.start)


def _clock(match: re.Match[str], text: str, using: Grammar) -> ClockTime | None:
    groups = match.groupdict()
    if word := groups.get("word"):
        hour = _NAMED_HOURS.get(word.lower(), 12)
        return ClockTime(start=match.start(), end=match.end(), hour=hour, minute=0, is_certain=True)
    hour = _number(groups["hour"], using)
    minute = _number(groups.get("minute") or "0", using) + _offset(groups) + _spoken(groups.get("spoken"), using)
    if minute < 0:
        hour, minute = (hour - 1) % 24, minute + 60
    half = (groups.get("half_day") or "").lower().strip()
    if half.startswith("p") or half in using.language.afternoon.split():
        hour = hour % 12 + 12
    elif half:
        hour = hour % 12
    if (hour, minute) > (_HOURS_OF_A_DAY, 0) or minute > 59:
        return None
    return ClockTime(
        start=match.start(), end=match.end(), hour=hour % 24, minute=minute, is_certain=bool(half) or hour > 12
    )


def _number(said: str, using: Grammar) -> int:
    """A small number in digits, in words, or in Chinese numerals."""
    lower = said.lower()
    if lower.isdecimal():
        return int(lower)
    if lower and all(sign in _NUMERALS for sign in lower):
        tens, ten, ones = lower.rpartition("十")
        return (_NUMERALS.index(tens) if tens else 1) * 10 * bool(ten) + (_NUMERALS.index(ones) if ones else 0)
    return using.language.numbers.get(lower, 99)


def _spoken(minutes: str | None, using: Grammar) -> int:
    known = using.language.numbers
    return sum(known.get(part, 0) for part in (minutes or "").lower().replace("-", " ").split())


def _offset(groups: dict[str, str | None]) -> int:
    if groups.get("half"):
        return 30
    if groups.get("past"):
        return 15
    if groups.get("to"):
        return -15
    return -30 if groups.get("before") else 0


def dates(text: str, using: Grammar) -> list[Date]:
    """The dates that a text names, in their order; a weekday is none."""
    found: list[Date] = []
    for pattern in _date_patterns(using.code):
        for match in pattern.finditer(text):
            date = _date(match, using)
            if date and not any(date.start < each.end and each.start < date.end for each in found):
                found.append(date)
    return sorted(found, key=lambda each: each.start)


def _date(match: re.Match[str], using: Grammar) -> Date | None:
    groups = match.groupdict()
    name = groups.get("name")
    month = _number(groups["month"] or "", using) if groups.get("month") else _month(name, using)
    # Some months are verbs as well, unless they are written as names.
    if name and using.code == "en" and name in {"may", "march", "mar"}:
        return None
    day = _number(groups["day"] or "", using) if groups.get("day") else None
    year = int(groups["year"]) if groups.get("year") else None
    if (day and not 1 <= day <= 31) or (month and not 1 <= month <= 12):
        return None
    return Date(start=match.start(), end=match.end(), day=day, month=month, year=year)


def _month(name: str | None, using: Grammar) -> int | None:
    if not name:
        return None
    lower = name.lower()
    return next(
        (number for month, number in using.months.items() if month.startswith(lower[:3]) and lower[:4] in month[:4]),
        None,
    )


@dataclass(frozen=True, kw_only=True, slots=True)
class Frequency:
    """How often, as it was said."""

    start: int
    end: int
    count: str
    unit: str


def frequencies(text: str, using: Grammar) -> list[Frequency]:
    """The frequencies that a text names, in their order."""
    found: list[Frequency] = []
    for pattern in _frequency_patterns(using.code):
        for match in pattern.finditer(text):
            if not any(match.start() < each.end and each.start < match.end() for each in found):
                found.append(_frequency(match, using))
    return sorted(found, key=lambda each: each.start)


@lru_cache(maxsize=16)
def _frequency_patterns(code: str) -> tuple[re.Pattern[str], ...]:
    using = grammar(code)
    return tuple(re.compile(each, re.IGNORECASE) for each in using.language.frequencies) if using else ()


def _frequency(match: re.Match[str], using: Grammar) -> Frequency:
    groups = match.groupdict()
    said = (groups.get("count") or groups.get("once") or "").lower()
    count = {"once": "1", "twice": "2"}.get(said) or str(using.language.numbers.get(said, said or 1))
    if groups.get("other"):
        count = "1/2"
    if apart := (groups.get("apart") or "").lower():
        count = f"1/{using.language.numbers.get(apart, apart)}"
    unit = (groups.get("unit") or "day").lower()
    return Frequency(
        start=match.start(), end=match.end(), count=count, unit=using.durations.get(using.stem(unit), unit)
    )
