"""When a sentence says that something will happen, as an absolute time in the speaker's time zone."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Final
from zoneinfo import ZoneInfo

_DAYS: Final = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_HOURS: Final = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_PARTS: Final = {"morning": time(9), "noon": time(12), "midday": time(12), "lunch": time(12), "afternoon": time(15)}
_PARTS_LATE: Final = {"evening": time(19), "tonight": time(20), "night": time(20), "midnight": time(23, 59)}
_WHEN_UNSAID: Final = time(9)

_MONTH: Final = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?"
    r"|nov(?:ember)?|dec(?:ember)?)"
)
_ALSO_A_VERB: Final = re.compile(r"\b(?:may|march)\b")
_NUMBER: Final = rf"(?:\d{{1,3}}|an?|{'|'.join(_HOURS)}|a couple of|a few)"


@dataclass(frozen=True, kw_only=True)
class NamedMoment:
    """A time that was named, beside the words that named it."""

    phrase: str
    when: datetime
    is_exact: bool
    """Whether the hour was named, too."""


@dataclass(frozen=True, kw_only=True)
class _Day:
    start: int
    end: int
    day: date


Reader = Callable[[re.Match[str], date], date | None]


def find(sentence: str, *, at: datetime, zone: str) -> NamedMoment | None:
    """The first time in the future that a sentence names, if it names one; seen from `at`."""
    here = at.astimezone(ZoneInfo(zone))
    text = sentence.lower()
    if span := _SPAN.search(text):
        return NamedMoment(
            phrase=sentence[span.start() : span.end()], when=at.astimezone(UTC) + _length(span), is_exact=True
        )
    day = _day(sentence, here.date())
    hour = _hour(text)
    if day is None and (hour is None or not hour[3]):
        return None
    spans = [(day.start, day.end)] if day else []
    spans += [(hour[0], hour[1])] if hour else []
    named = day.day if day else here.date()
    when = datetime.combine(named, hour[2] if hour else _WHEN_UNSAID, tzinfo=here.tzinfo)
    if named == here.date() and hour is None:
        when = max(when, here + timedelta(hours=1))
    if when <= here:
        return None
    return NamedMoment(phrase=_phrase(sentence, spans), when=when.astimezone(UTC), is_exact=hour is not None)


def _phrase(sentence: str, spans: list[tuple[int, int]]) -> str:
    spans = sorted(spans)
    if len(spans) == 2 and spans[1][0] - spans[0][1] <= 4:
        spans = [(spans[0][0], spans[1][1])]
    return " ".join(sentence[start:end].strip() for start, end in spans)


def _day(sentence: str, today: date) -> _Day | None:
    for pattern, read in _READERS:
        for found in pattern.finditer(sentence.lower()):
            # These two months are verbs as well, unless they are written as names.
            doubtful = _ALSO_A_VERB.search(sentence[found.start() : found.end()])
            day = None if doubtful else read(found, today)
            if day is not None:
                return _Day(start=found.start(), end=found.end(), day=day)
    return None


def _length(found: re.Match[str]) -> timedelta:
    """How long a span of minutes and hours is."""
    if found["half"]:
        return timedelta(minutes=30)
    number = _COUNTS.get(found["number"]) or (_HOURS.index(found["number"]) + 1 if found["number"] in _HOURS else 0)
    length = timedelta(minutes=number or int(found["number"]))
    return length if found["unit"].startswith("min") else 60 * length


def _weekday(found: re.Match[str], today: date) -> date:
    """The next such day to come, never today."""
    ahead = (_DAYS.index(found["day"]) - today.weekday()) % 7
    return today + timedelta(days=ahead or 7)


def _weekday_of_next_week(found: re.Match[str], today: date) -> date:
    """Said on a Wednesday, "next Thursday" is not tomorrow: it is the one of the week that begins next Monday."""
    return today + timedelta(days=7 - today.weekday() + _DAYS.index(found["day"]))


def _week_after_weekday(found: re.Match[str], today: date) -> date:
    return _weekday(found, today) + timedelta(days=7)


def _weekend(found: re.Match[str], today: date) -> date:
    """This weekend is the Saturday of this week; the next one is that of the week after."""
    saturday = today + timedelta(days=5 - today.weekday())
    if found["which"] == "next":
        return saturday + timedelta(days=7)
    return max(saturday, today)


def _next_period(found: re.Match[str], today: date) -> date:
    if found["period"] == "week":
        return today + timedelta(days=7 - today.weekday())
    if found["period"] == "month":
        return date(today.year + today.month // 12, today.month % 12 + 1, 1)
    return date(today.year + 1, 1, 1)


def _day_of_month(found: re.Match[str], today: date) -> date | None:
    number = int(found["number"])
    for ahead in range(3):
        month = today.month - 1 + ahead
        try:
            day = date(today.year + month // 12, month % 12 + 1, number)
        except ValueError:
            continue
        if day > today:
            return day
    return None


def _by_name(found: re.Match[str], today: date) -> date | None:
    """What the parser of dates makes of a phrase that can only be a date."""
    import dateparser  # type: ignore[import-untyped]

    phrase = found[0].replace("a couple of", "2").replace("a few", "3").replace(" of ", " ").replace("the ", "")
    named = dateparser.parse(
        phrase,
        languages=["en"],
        settings={
            "RELATIVE_BASE": datetime.combine(today, time(12)),
            "PREFER_DATES_FROM": "future",
            "RETURN_AS_TIMEZONE_AWARE": False,
        },
    )
    return named.date() if named else None


_READERS: Final[tuple[tuple[re.Pattern[str], Reader], ...]] = tuple(
    (re.compile(pattern), read)
    for pattern, read in (
        (r"\b(?:the )?day after tomorrow\b", lambda _found, today: today + timedelta(days=2)),
        (r"\btomorrow\b", lambda _found, today: today + timedelta(days=1)),
        (r"\b(?:today|tonight|later today|this (?:morning|afternoon|evening))\b", lambda _found, today: today),
        (rf"\ba week (?:from|on|after) (?P<day>{'|'.join(_DAYS)})\b", _week_after_weekday),
        (rf"(?<!last )\b(?P<day>{'|'.join(_DAYS)}) (?:after next|week)\b", _week_after_weekday),
        (rf"\b(?:(?:on|by|until|for) )?next (?P<day>{'|'.join(_DAYS)})\b", _weekday_of_next_week),
        (rf"\b(?:(?:on|this|coming|this coming|by|until|for|to) )(?P<day>{'|'.join(_DAYS)})\b", _weekday),
        (rf"(?<!last )\b(?P<day>{'|'.join(_DAYS)})\b(?= (?:at|morning|afternoon|evening|night|\d))", _weekday),
        (r"\b(?P<which>this|next|at the|over the|on the) weekend\b", _weekend),
        (r"\bnext (?P<period>week|month|year)\b", _next_period),
        (r"\b\d{4}-\d{2}-\d{2}\b", _by_name),
        (rf"\b(?:on )?(?:the )?\d{{1,2}}(?:st|nd|rd|th)?(?: of)? {_MONTH}\b(?:,? \d{{4}}\b)?", _by_name),
        (rf"\b(?:on )?{_MONTH} (?:the )?\d{{1,2}}(?:st|nd|rd|th)?\b(?:,? \d{{4}}\b)?", _by_name),
        (rf"\bin {_NUMBER} (?:days?|weeks?|months?)\b", _by_name),
        (r"\bon the (?P<number>\d{1,2})(?:st|nd|rd|th)\b", _day_of_month),
    )
)

_COUNTS: Final = {"a": 1, "an": 1, "a couple of": 2, "a few": 3, "fifteen": 15, "twenty": 20, "thirty": 30, "forty": 40}
_SPAN: Final = re.compile(
    r"\bin (?:(?P<half>half an hour)"
    rf"|(?P<number>\d{{1,3}}|{'|'.join(map(re.escape, _COUNTS))}|{'|'.join(_HOURS)}) (?P<unit>minutes?|mins?|hours?))\b"
)
_CLOCK: Final = re.compile(
    rf"\b(?:at|around|by|from)\s+(?:half past\s+(?P<half>\d{{1,2}}|{'|'.join(_HOURS)})"
    rf"|(?P<hour>\d{{1,2}}|{'|'.join(_HOURS)})(?:[:.](?P<minute>\d{{2}}))?)(?=\W|[ap]\.?m\b|$)(?!\s*(?:%|percent|years|days|weeks))"
    r"(?:\s*o'clock)?(?:\s*(?P<half_day>[ap])\.?m\b\.?)?"
)
_HALF_DAY: Final = re.compile(r"\b(?P<hour>\d{1,2})(?:[:.](?P<minute>\d{2}))?\s*(?P<half_day>[ap])\.?m\b\.?")
_PART: Final = re.compile(
    r"\b(?P<part>tonight|(?:in the |at |this |tomorrow |(?<=day ))?"
    r"(?:morning|noon|midday|afternoon|evening|night|midnight|lunch))\b"
)


def _hour(text: str) -> tuple[int, int, time, bool] | None:
    """Where an hour stands, which it is, and whether it is enough to mean today."""
    found = _CLOCK.search(text) or _HALF_DAY.search(text)
    if found and (clock := _clock(found, text)):
        return found.start(), found.end(), clock, bool(found.groupdict().get("half_day"))
    part = _PART.search(text)
    if part is None:
        return None
    name = part["part"].split()[-1]
    return part.start(), part.end(), (_PARTS | _PARTS_LATE)[name], False


def _clock(found: re.Match[str], text: str) -> time | None:
    groups = found.groupdict()
    said = groups.get("half") or groups["hour"]
    hour = _HOURS.index(said) + 1 if said in _HOURS else int(said)
    minute = 30 if groups.get("half") else int(groups.get("minute") or 0)
    half = groups.get("half_day")
    if half:
        hour = hour % 12 + (12 if half == "p" else 0)
    elif 1 <= hour <= 12:
        hour = _likely(hour, text)
    return time(hour, minute) if hour < 24 and minute < 60 else None


def _likely(hour: int, text: str) -> int:
    """The hour of the day that people mean by a bare number: one to six in the afternoon, unless they say."""
    if "morning" in text:
        return hour % 12
    if any(part in text for part in ("evening", "tonight", "night", "dinner", "afternoon")):
        return hour % 12 + 12
    return hour + 12 if hour <= 6 else hour
