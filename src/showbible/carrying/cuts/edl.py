"""Edit decision lists (CMX 3600) as programs really write them; what cannot be read is refused with its line number."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Final

from showbible.carrying.cuts.excerpts import DISSOLVE, HARD, OTHER, WIPE, Excerpt, runs_in
from showbible.errors import Invalid, TooLarge
from showbible.values import frozen

LARGEST: Final = 4 * 1024 * 1024
MOST_EVENTS: Final = 10_000
LONGEST_LINE: Final = 1000
LONGEST_NAME: Final = 250

_CODE: Final = r"(\d{1,2}[:;]\d\d[:;]\d\d[:;.,]\d\d)"
_EVENT: Final = re.compile(
    r"\s*(?P<number>\d+)\s+(?P<reel>\S.*?)\s+(?P<track>NONE|[ABV][ABV\d/]*)\s+"
    rf"(?P<kind>C|D|W\s?\d{{1,3}}|K\s?[BO]?)\s*(?P<length>\d{{1,3}}(?:\.\d+)?)?\s*{_CODE}\s*{_CODE}\s*{_CODE}\s*{_CODE}\s*",
    re.IGNORECASE,
)
_NAME: Final = re.compile(r"\s*\*?\s*(?P<side>FROM|TO)?\s*CLIP\s*NAME\s*:\s*(?P<name>.*)", re.IGNORECASE)
_FILE: Final = re.compile(
    r"\s*\*\s*(?P<side>FROM|TO)?\s*(?:SOURCE\s*FILE|CLIP|FILE|MEDIA(?:\s*FILE)?)\s*:\s*(?P<name>.*)", re.IGNORECASE
)
_SPEED: Final = re.compile(
    r"\s*M2\s+(?P<reel>\S.*?)?\s+(?P<rate>[-+]?\d+(?:\.\d+)?)(?:\s+[\d:;.,]+)?\s*", re.IGNORECASE
)
_COUNT: Final = re.compile(r"\s*FCM\s*:\s*(?P<how>(?:NON[\s-]*)?DROP)", re.IGNORECASE)
_TITLE: Final = re.compile(r"\s*TITLE\s*:\s*(?P<title>.*)", re.IGNORECASE)
_BLACK: Final = frozenset({"BL", "BLK", "BLACK"})


@frozen
class _Event:
    """One line of an event, with what the lines after it say."""

    line: int
    number: str
    reel: str
    track: str
    transition: str
    codes: tuple[str, str, str, str]
    drop: bool
    title: str = ""
    files: tuple[str, ...] = ()
    frames_a_second: float | None = None


@dataclass
class _Lines:
    """A list while it is read, line after line."""

    title: str = ""
    drop: bool = False
    events: list[_Event] = field(default_factory=list)

    def take(self, line: int, text: str) -> None:
        """Read the next line."""
        if event := _EVENT.fullmatch(text):
            self._add(_event(line, event, drop=self.drop))
        elif text.lstrip()[:1].isdigit():
            raise Invalid(f"Line {line} of the edit list is no event that can be read: {text[:80]!r}.", field="archive")
        elif told := _TITLE.fullmatch(text):
            self.title = self.title or told["title"].strip()
        elif count := _COUNT.match(text):
            self.drop = not count["how"].upper().startswith("NON")
        elif re.match(r"\s*M2\b", text, re.IGNORECASE):
            self._take_speed(line, text)
        elif name := _NAME.fullmatch(text):
            self._change(name["side"], title=name["name"].strip()[:LONGEST_NAME])
        elif file := _FILE.fullmatch(text):
            self._change(file["side"], file=file["name"].strip()[:LONGEST_NAME])

    def _add(self, event: _Event) -> None:
        if len(self.events) == MOST_EVENTS:
            raise TooLarge(f"An edit list has at most {MOST_EVENTS:,} events.")
        self.events.append(event)

    def _take_speed(self, line: int, text: str) -> None:
        told = _SPEED.fullmatch(text)
        if told is None or not self.events:
            raise Invalid(f"Line {line} of the edit list tells of a speed that cannot be read.", field="archive")
        reel = (told["reel"] or "").strip()
        same = [at for at in self._places("FROM") + self._places("TO") if self.events[at].reel == reel]
        for at in same or [-1]:
            self.events[at] = replace(self.events[at], frames_a_second=float(told["rate"]))

    def _change(self, side: str | None, *, title: str = "", file: str = "") -> None:
        """Let a comment speak of the last event: of the clip it comes from, or of the one it goes to."""
        for at in self._places((side or "").upper()):
            event = self.events[at]
            files = (*event.files, file) if file else event.files
            self.events[at] = replace(event, title=title or event.title, files=files)

    def _places(self, side: str) -> list[int]:
        """The lines of the last event that a comment is about: one of two where one clip goes over into another."""
        places = [at for at in (-3, -2, -1) if len(self.events) >= -at]
        same = [at for at in places if self.events[at].number == self.events[-1].number]
        if len(same) > 1 and self.events[-1].transition != HARD:
            return same[-2:-1] if side == "FROM" else same[-1:]
        return [at for at in same if self.events[at].codes[2:] == self.events[-1].codes[2:]]


class DecisionList:
    """An edit decision list."""

    def __init__(self, content: bytes) -> None:
        if len(content) > LARGEST:
            raise TooLarge(f"An edit list has at most {LARGEST:,} bytes.")
        lines = _Lines()
        for number, text in enumerate(re.split(r"\r\n|\r|\n", _decoded(content)), start=1):
            if len(text) > LONGEST_LINE:
                raise TooLarge(f"Line {number} of the edit list has more than {LONGEST_LINE:,} letters.")
            lines.take(number, text)
        if not lines.events:
            raise Invalid("The edit list has no events.", field="archive")
        self._events = lines.events
        self.run_ids = runs_in(lines.title)

    def excerpts(self, rate: Fraction) -> tuple[Excerpt, ...]:
        """The pictures in the order of the film: what is black or only heard is left out."""
        found = sorted(self._placed(rate), key=lambda each: each[0])
        return tuple(excerpt for _, excerpt in found)

    def _placed(self, rate: Fraction) -> Iterator[tuple[Fraction, Excerpt]]:
        """Each picture with the moment at which it is seen."""
        for event in self._events:
            times = [_seconds(code, event, rate) for code in event.codes]
            source_in, source_out, film_in, film_out = times
            if film_out < film_in or source_out < source_in:
                raise Invalid(f"Line {event.line} of the edit list ends before it begins.", field="archive")
            if film_out > film_in and _is_picture(event.track) and event.reel.upper() not in _BLACK:
                yield film_in, _excerpt(event, source_in, film_out - film_in, rate)


def looks_like_edit_list(head: str) -> bool:
    """Whether a text begins as edit lists do."""
    first = next((line for line in re.split(r"[\r\n]+", head) if line.strip()), "")
    return any(form.match(first) for form in (_TITLE, _COUNT, _EVENT))


def _event(line: int, told: re.Match[str], *, drop: bool) -> _Event:
    kind = told["kind"].upper()
    codes = told.groups()[-4:]
    return _Event(
        line=line,
        number=told["number"],
        reel=told["reel"].strip(),
        track=told["track"].upper(),
        transition={"C": HARD, "D": DISSOLVE, "W": WIPE}.get(kind[0], OTHER),
        codes=(codes[0], codes[1], codes[2], codes[3]),
        drop=drop,
    )


def _excerpt(event: _Event, start: Fraction, seconds: Fraction, rate: Fraction) -> Excerpt:
    speed = 1.0 if event.frames_a_second is None else round(event.frames_a_second / float(rate), 3)
    return Excerpt(
        where=f"line {event.line}",
        title=event.title,
        files=event.files,
        reel=event.reel,
        seconds=seconds,
        start=start,
        transition=event.transition,
        speed=speed,
        beside=_track_number(event.track) > 1,
    )


def _is_picture(track: str) -> bool:
    return "V" in track or track == "B"


def _track_number(track: str) -> int:
    number = re.search(r"V(\d+)", track)
    return int(number[1]) if number else 1


def _seconds(code: str, event: _Event, rate: Fraction) -> Fraction:
    """A time code in seconds; one that no clock of this rate shows is refused."""
    hours, minutes, seconds, frames = (int(part) for part in re.split(r"[:;.,]", code))
    counted = round(rate)
    if frames >= counted or seconds > 59 or minutes > 59:
        raise Invalid(
            f"Line {event.line} of the edit list has the time {code}, which there is not at the "
            f"{_number(rate)} frames a second of the cut that was exported.",
            field="archive",
        )
    total = ((hours * 60 + minutes) * 60 + seconds) * counted + frames
    if event.drop or ";" in code:
        total -= _dropped(code, event, rate, minutes=hours * 60 + minutes, first=seconds == 0, frames=frames)
    return Fraction(total) / rate


def _dropped(code: str, event: _Event, rate: Fraction, *, minutes: int, first: bool, frames: int) -> int:
    """How many numbers a drop frame count has left out until then."""
    counted = round(rate)
    if counted % 30:
        raise Invalid(
            f"Line {event.line} of the edit list counts in drop frame, as only 30 and 60 frames a second are counted; "
            f"the cut that was exported has {_number(rate)}.",
            field="archive",
        )
    left_out = counted // 15
    if first and minutes % 10 and frames < left_out:
        raise Invalid(f"Line {event.line} of the edit list has the time {code}, which drop frame leaves out.")
    return left_out * (minutes - minutes // 10)


def _number(rate: Fraction) -> str:
    return f"{float(rate):.3f}".rstrip("0").rstrip(".")


def _decoded(content: bytes) -> str:
    """The text of a list: what is not UTF-8 was written by an older program, in Latin letters."""
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        return content.decode("utf-16", "replace").replace("\x00", "")
    try:
        return content.decode("utf-8-sig").replace("\x00", "")
    except UnicodeDecodeError:
        return content.decode("cp1252", "replace").replace("\x00", "")
