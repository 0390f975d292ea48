"""How people read money, time, numbers and names."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import Any, Final

from showbible import vocabulary

plural: Final = vocabulary.plural
LONGEST_HEADLINE: Final = 140


def usd(micros: int) -> str:
    """An amount as people write it; small ones keep the decimals that make them differ from nothing."""
    sign, amount = ("-" if micros < 0 else ""), abs(micros) / 1_000_000
    if 0 < amount < 0.01:
        return f"{sign}${amount:.6f}".rstrip("0")
    return f"{sign}${amount:,.2f}"


def weight(size: int) -> str:
    """A number of bytes in the largest unit that leaves a whole one."""
    units = ("bytes", "KB", "MB", "GB", "TB")
    step = min(len(units) - 1, max(0, (max(size, 1).bit_length() - 1) // 10))
    return f"{size:,} bytes" if not step else f"{size / 1024**step:,.1f} {units[step]}".replace(".0 ", " ")


def span(seconds: float) -> str:
    """A stretch of time in its two largest units."""
    whole = round(max(0.0, seconds))
    days, hours, minutes = whole // 86_400, whole // 3600 % 24, whole // 60 % 60
    if days:
        return f"{days}d {hours}h"
    if hours:
        return f"{hours}h {minutes}m"
    return f"{minutes}m {whole % 60}s" if minutes else f"{whole}s"


def clock(seconds: float) -> str:
    """A stretch of time as a player writes it."""
    whole = int(max(0.0, seconds))
    hours, minutes = whole // 3600, whole // 60 % 60
    return f"{hours}:{minutes:02}:{whole % 60:02}" if hours else f"{minutes}:{whole % 60:02}"


def story_time(ms: int) -> str:
    """A story time as people read it, with its tenths where it has any."""
    tenths = round(ms % 1000 / 100)
    return clock(ms / 1000) + (f".{tenths}" if 0 < tenths < 10 else "")


def score(value: float | None) -> str:
    """A score without needless decimals; nobody's score is a dash."""
    return "–" if value is None else f"{value:.1f}".removesuffix(".0")


def ago(at: datetime, now: datetime) -> str:
    """How long ago something was, roughly; after a month the date says more."""
    seconds = (now - at).total_seconds()
    if seconds < 60:
        return "just now"
    for size, word in ((86_400, "day"), (3600, "hour"), (60, "minute")):
        if seconds >= size:
            number = int(seconds // size)
            return f"{plural(number, word)} ago" if (word, number > 30) != ("day", True) else day(at)
    return day(at)


def away(then: datetime, now: datetime) -> str:
    """How far away a moment is, either way."""
    if then <= now:
        return ago(then, now)
    seconds = (then - now).total_seconds()
    for size, unit in ((86_400, "day"), (3600, "hour"), (60, "minute")):
        if seconds >= size:
            return f"in {plural(int(seconds // size), unit)}"
    return "in a moment"


def day(at: datetime) -> str:
    """A date, read the same everywhere."""
    return f"{at.astimezone(UTC):%-d %b %Y}"


def moment(at: datetime) -> str:
    """A date with its time."""
    return f"{at.astimezone(UTC):%-d %b %Y, %H:%M:%S} UTC"


def plain(word: str) -> str:
    """One of our own words as prose: `motion_graphics` becomes `Motion graphics`."""
    return word.replace("_", " ").capitalize()


def natural(text: str) -> tuple[tuple[int, int, str], ...]:
    """A key that sorts names as people count: scene 2 before scene 10."""
    parts = re.findall(r"\d{1,18}|\D+|\d+", text)
    return tuple((0, int(part), "") if part.isdecimal() and len(part) <= 18 else (1, 0, part) for part in parts)


def headline(concept: str) -> str:
    """The first line of a concept, cut where a heading has no more room."""
    line = concept.strip().splitlines()[0]
    return line if len(line) <= LONGEST_HEADLINE else line[:LONGEST_HEADLINE].rstrip() + "…"


def author(made_by: str) -> str:
    """Who made something, in words."""
    if made_by == vocabulary.PERSON:
        return "A person"
    kind, _, name = made_by.partition(":")
    if kind == "conversation":
        return "A conversation"
    return f"The model {name}" if kind == "model" and name else "The rules"


def shown(value: Any) -> str:
    """A value as people write it; nothing is a dash."""
    if value is None or value == "" or value == []:
        return "–"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list | tuple):
        return ", ".join(shown(each) for each in value)
    return str(value)
