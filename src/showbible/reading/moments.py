"""Times that a sentence names, as absolute times in the speaker's time zone; none is ever invented."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from functools import lru_cache
from typing import Final
from zoneinfo import ZoneInfo

from showbible.reading import tokens
from showbible.reading.grammar import Grammar, grammar
from showbible.reading.languages.calendars import CALENDARS, Calendar
from showbible.reading.model import NamedMoment
from showbible.reading.times import ClockTime, Date, clocks, dates

_WHEN_UNSAID: Final = time(9)
_LONGEST_READ: Final = 2_000
_WEEK: Final = timedelta(days=7)
_LAST_OF_THE_AFTERNOON: Final = 6
_SEASONS: Final = {
    "spring": 3, "summer": 6, "autumn": 9, "fall": 9, "winter": 12, "frühling": 3, "sommer": 6, "herbst": 9,
    "printemps": 3, "été": 6, "automne": 9, "hiver": 12,
}  # fmt: skip
_WEEKENDS: Final = frozenset({"weekend", "wochenende", "fin de semana", "week-end"})
_DAYS_OF: Final = {"day": 1, "week": 7, "fortnight": 14}


@dataclass(frozen=True, kw_only=True, slots=True)
class NamedDay:
    """A day that was named, and where."""

    start: int
    end: int
    day: date
    instant: datetime | None = None
    """The very moment, where hours or minutes were counted from now."""


def find(sentence: str, *, at: datetime, zone: str) -> NamedMoment | None:
    """The first time to come that a sentence names, if it names one; seen from `at`."""
    moment = named(sentence, at=at, zone=zone)
    return None if moment is None or moment.is_past else moment


def named(sentence: str, *, at: datetime, zone: str, language: str | None = None) -> NamedMoment | None:
    """The first time that a sentence names, to come or past; seen from `at`."""
    text = sentence[:_LONGEST_READ]
    using = grammar(language or tokens.language(text))
    if using is None:
        return None
    here = at.astimezone(ZoneInfo(zone))
    day = next(_days(text, here, using), None)
    if day and day.instant:
        return _moment(text, [(day.start, day.end)], day.instant, here, is_exact=True)
    return _with_hour(text, day, here, using)


def _with_hour(text: str, day: NamedDay | None, here: datetime, using: Grammar) -> NamedMoment | None:
    clock = next(iter(clocks(text, using)), None)
    part = None if clock else _part(text, CALENDARS[using.code])
    if day is None and not (clock and clock.is_certain):
        return None
    hour = time(_hour(clock, text, CALENDARS[using.code]), clock.minute) if clock else part[2] if part else None
    spans = [(each.start, each.end) for each in (day, clock) if each] + ([(part[0], part[1])] if part else [])
    chosen = day.day if day else here.date()
    when = datetime.combine(chosen, hour or _WHEN_UNSAID, tzinfo=here.tzinfo)
    if chosen == here.date() and hour is None:
        when = max(when, here + timedelta(hours=1))
    if day is None and when <= here:
        return None
    return _moment(text, spans, when, here, is_exact=hour is not None)


def _moment(text: str, spans: list[tuple[int, int]], when: datetime, here: datetime, *, is_exact: bool) -> NamedMoment:
    return NamedMoment(phrase=_phrase(text, spans), when=when.astimezone(UTC), is_exact=is_exact, is_past=when <= here)


def _phrase(text: str, spans: list[tuple[int, int]]) -> str:
    spans = sorted(spans)
    merged: list[tuple[int, int]] = []
    for start, end in spans:
        if merged and start - merged[-1][1] <= 4:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return " ".join(text[start:end].strip() for start, end in merged)


def _part(text: str, calendar: Calendar) -> tuple[int, int, time] | None:
    lower = text.lower()
    for word, hour in calendar.parts.items():
        found = re.search(rf"(?:\b(?:in the |at |this |tomorrow )?\b)?{word}\b" if word.isascii() else word, lower)
        if found:
            return found.start(), found.end(), time(23, 59) if hour == 23 else time(hour)
    return None


def _hour(clock: ClockTime, text: str, calendar: Calendar) -> int:
    """The hour of the day that people mean by a bare number: one to six in the afternoon, unless they say."""
    if clock.is_certain or not 1 <= clock.hour <= 12:
        return clock.hour
    lower = text.lower()
    if any(word in lower for word in calendar.morning):
        return clock.hour % 12
    if any(word in lower for word in calendar.evening):
        return clock.hour % 12 + 12
    return clock.hour + 12 if clock.hour <= _LAST_OF_THE_AFTERNOON else clock.hour


def _days(text: str, here: datetime, using: Grammar) -> Iterator[NamedDay]:
    """The days that a text names: counted from today, weekdays, periods, dates."""
    calendar, today, lower = CALENDARS[using.code], here.date(), text.lower()
    for pattern, ahead in _relative(using.code):
        if found := pattern.search(lower):
            yield NamedDay(start=found.start(), end=found.end(), day=today + timedelta(days=ahead))
    yield from _counted(lower, here, calendar, using)
    yield from _weekdays(lower, today, calendar, using)
    yield from _periods(lower, today, calendar)
    yield from _dates(text, today, using)


@lru_cache(maxsize=16)
def _relative(code: str) -> tuple[tuple[re.Pattern[str], int], ...]:
    return tuple((re.compile(pattern), ahead) for pattern, ahead in CALENDARS[code].days.items())


def _counted(lower: str, here: datetime, calendar: Calendar, using: Grammar) -> Iterator[NamedDay]:
    for patterns, sign in ((calendar.ahead, 1), (calendar.ago, -1)):
        for pattern in patterns:
            if found := re.search(pattern, lower):
                instant = _shifted(here, sign * _count(found["n"], calendar, using), _unit(found["unit"], calendar))
                is_exact = _unit(found["unit"], calendar) in {"minute", "hour"}
                yield NamedDay(
                    start=found.start(), end=found.end(), day=instant.date(), instant=instant if is_exact else None
                )


def _count(said: str, calendar: Calendar, using: Grammar) -> int:
    if said.isdecimal():
        return int(said)
    if said in calendar.counts:
        return calendar.counts[said]
    numerals = "〇一二三四五六七八九十"
    if all(sign in numerals for sign in said):
        return numerals.index(said[-1]) + (10 if len(said) > 1 and said[0] == "十" else 0)
    return using.language.numbers.get(said, 1)


def _unit(said: str, calendar: Calendar) -> str:
    return next(name for start, name in calendar.units.items() if said.startswith(start))


def _shifted(here: datetime, count: int, unit: str) -> datetime:
    if unit == "minute":
        return here + timedelta(minutes=count)
    if unit == "hour":
        return here + timedelta(hours=count)
    if unit in _DAYS_OF:
        return here + timedelta(days=count * _DAYS_OF[unit])
    months = here.year * 12 + here.month - 1 + count * (12 if unit == "year" else 1)
    return here.replace(year=months // 12, month=months % 12 + 1, day=min(here.day, 28))


def _weekdays(lower: str, today: date, calendar: Calendar, using: Grammar) -> Iterator[NamedDay]:
    for pattern in filter(None, (calendar.weekday, calendar.bare_weekday)):
        for found in re.finditer(pattern, lower):
            before = lower[: found.start()].rstrip()
            if "lead" not in found.groupdict() and before.endswith(calendar.last_words):
                continue
            yield NamedDay(start=found.start(), end=found.end(), day=_weekday(found, today, calendar, using))


def _weekday(found: re.Match[str], today: date, calendar: Calendar, using: Grammar) -> date:
    """The day to come; with "next" the one of next week, with "last" the one before today."""
    groups = found.groupdict()
    said = {groups.get("lead"), groups.get("later"), groups.get("week")} - {None}
    index = using.weekdays[found["day"]]
    ahead = (index - today.weekday()) % 7 or 7
    if said & set(calendar.last_words):
        return today - timedelta(days=(today.weekday() - index) % 7 or 7)
    if said & set(calendar.after_next):
        return today + timedelta(days=ahead) + _WEEK
    if said & set(calendar.next_words):
        return today + timedelta(days=7 - today.weekday() + index)
    return today + timedelta(days=ahead)


def _periods(lower: str, today: date, calendar: Calendar) -> Iterator[NamedDay]:
    for found in re.finditer(calendar.period, lower) if calendar.period else ():
        groups = found.groupdict()
        said = f"{groups.get('which') or ''} {groups.get('later') or ''} {found['period']}"
        day = _period(found["period"], today, is_last=_is_last(said), is_next=_is_next(said))
        if day:
            yield NamedDay(start=found.start(), end=found.end(), day=day)


def _is_last(said: str) -> bool:
    return any(word in said for word in ("last", "letzt", "pasad", "derni", "先", "去"))


def _is_next(said: str) -> bool:
    return any(word in said for word in ("next", "nächst", "próxim", "que viene", "prochain", "来"))


def _period(period: str, today: date, *, is_last: bool, is_next: bool) -> date | None:
    step = is_next - is_last
    if period in _WEEKENDS:
        saturday = today + timedelta(days=5 - today.weekday() + 7 * step)
        return saturday if step else max(saturday, today)
    if period in _SEASONS:
        return _season(_SEASONS[period], today, step)
    if not step:
        return None
    monday = today - timedelta(days=today.weekday())
    if period.startswith(("week", "woche", "semana", "semaine")) or period.endswith("週"):
        return monday + step * _WEEK
    if period.startswith(("month", "monat", "mes", "mois")) or period.endswith("月"):
        months = today.year * 12 + today.month - 1 + step
        return date(months // 12, months % 12 + 1, 1)
    return date(today.year + step, 1, 1)


def _season(month: int, today: date, step: int) -> date:
    this = date(today.year, month, 1)
    if step < 0:
        return this if (today - this).days > 91 else date(today.year - 1, month, 1)
    return this if this > today else date(today.year + 1, month, 1)


def _dates(text: str, today: date, using: Grammar) -> Iterator[NamedDay]:
    for found in dates(text, using):
        if found.day is None:
            continue
        day = _dated(found.year, found.month, found.day, today)
        if day:
            yield NamedDay(start=found.start - len(_lead(text, found)), end=found.end, day=day)


def _lead(text: str, found: Date) -> str:
    """The preposition before a date in words."""
    lead = re.search(r"\b(?:on|am|el|le)(?: the)? $", text[max(0, found.start - 9) : found.start].lower())
    return lead[0] if lead and "-" not in text[found.start : found.end] else ""


def _dated(year: int | None, month: int | None, number: int, today: date) -> date | None:
    """The date itself, or the next such one to come where the year or the month was left out."""
    if year and month:
        return _existing(year, month, number)
    for ahead in range(13):
        months = today.year * 12 + today.month - 1 + ahead
        if month and months % 12 + 1 != month:
            continue
        day = _existing(months // 12, months % 12 + 1, number)
        if day and day > today:
            return day
    return None


def _existing(year: int, month: int, number: int) -> date | None:
    try:
        return date(year, month, number)
    except ValueError:
        return None
