"""OpenTimelineIO files, read as the JSON they are, so that a hostile one meets no reader that could crash."""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any, Final

from showbible.carrying.cuts.excerpts import HARD, LABEL, Excerpt, runs_in, transition_named
from showbible.carrying.loose import Loose
from showbible.errors import Malformed, TooLarge
from showbible.vocabulary import is_id

LARGEST: Final = 16 * 1024 * 1024
MOST_VALUES: Final = 400_000
"""How many objects and lists it may consist of: small ones take far more memory than room in the file."""
MOST_PARTS: Final = 20_000
"""Of how many pieces all tracks may consist."""
DEEPEST: Final = 10
SCHEMA: Final = "OTIO_SCHEMA"


class OtioTimeline:
    """A timeline of OpenTimelineIO."""

    def __init__(self, content: bytes) -> None:
        if len(content) > LARGEST or content.count(b"{") + content.count(b"[") > MOST_VALUES:
            raise TooLarge(f"A timeline has at most {LARGEST:,} bytes and {MOST_VALUES:,} objects and lists.")
        try:
            told = json.loads(content.decode("utf-8-sig"))
        except (ValueError, RecursionError) as error:
            raise Malformed(f"The timeline is cut off, or no JSON ({error}).", field="archive") from None
        if _schema(told) != "Timeline":
            raise Malformed("The file holds no OpenTimelineIO timeline of its own.", field="archive")
        self._told = Loose(told)
        run_id = self._told.inside("metadata").inside(LABEL).text("run_id")
        self.run_ids = (run_id,) if run_id and is_id(run_id) else runs_in(self._told.text("name") or "")

    def excerpts(self, rate: Fraction) -> tuple[Excerpt, ...]:  # the file tells its own
        """The first track of pictures in order, then what lies on the others."""
        tracks = _tracks(self._told.values.get("tracks"))
        found = (
            each
            for number, track in enumerate(tracks, start=1)
            for each in _of_track(track, f"track {number}", beside=number > 1)
        )
        excerpts = tuple(itertools.islice(found, MOST_PARTS + 1))
        if len(excerpts) > MOST_PARTS:
            raise TooLarge(f"A timeline has at most {MOST_PARTS:,} pieces.")
        return excerpts


def _of_track(track: Mapping[str, Any], name: str, *, beside: bool, depth: int = 1) -> Iterator[Excerpt]:
    if depth > DEEPEST:
        raise Malformed(f"The timeline has clips inside of clips, {DEEPEST} deep.", field="archive")
    transition = HARD
    for place, part in enumerate(_children(track), start=1):
        kind, where = _schema(part), f"clip {place} of {name}"
        if kind in ("Stack", "Track"):
            hidden = beside or part.get("source_range") is not None
            for number, inner in enumerate(_tracks(part) if kind == "Stack" else [part]):
                yield from _of_track(inner, where, beside=hidden or number > 0, depth=depth + 1)
        elif kind not in ("Gap", "Transition") and part.get("enabled") is not False:
            yield _excerpt(Loose(part), where=where, transition=transition, beside=beside)
        transition = _transition(part) if kind == "Transition" else HARD


def _transition(part: Mapping[str, Any]) -> str:
    return transition_named(f"{part.get('transition_type')} {part.get('name')}")


def _tracks(stack: object) -> list[dict[str, Any]]:
    """The tracks of pictures, the lowest first."""
    return [each for each in _children(stack) if each.get("kind", "Video") == "Video"]


def _excerpt(part: Loose, *, where: str, transition: str, beside: bool) -> Excerpt:
    seen = part.inside("source_range")
    media = _media(part)
    whole = media.inside("available_range")
    length = _time(seen.inside("duration"), where) or _time(whole.inside("duration"), where)
    if length is None:
        raise Malformed(f"The timeline does not tell how long {where} is.", field="archive")
    url = media.text("target_url")
    return Excerpt(
        where=where,
        title=part.text("name") or "",
        files=(url,) if url else (),
        reel=part.inside("metadata").inside("cmx_3600").text("reel") or "",
        label=part.inside("metadata").bag(LABEL),
        seconds=length[0],
        start=_offset(seen, whole, where),
        rate=length[1],
        transition=transition,
        speed=_speed(part),
        beside=beside,
    )


def _offset(seen: Loose, whole: Loose, where: str) -> Fraction:
    """Where in its clip a stretch begins, however the clip itself is counted."""
    start, begins = (_time(each.inside("start_time"), where) or (Fraction(0),) for each in (seen, whole))
    return start[0] - begins[0] if begins[0] <= start[0] else start[0]


def _media(part: Loose) -> Loose:
    """What a clip is cut from, in the newer spelling or the older one."""
    name = part.text("active_media_reference_key") or "DEFAULT_MEDIA"
    return Loose(part.inside("media_references").bag(name) or part.bag("media_reference"))


def _speed(part: Loose) -> float:
    for effect in part.items("effects"):
        if (factor := effect.number("time_scalar")) is not None:
            return float(factor)
    return 1.0


def _time(told: Loose, where: str) -> tuple[Fraction, Fraction] | None:
    """A time in seconds with the rate that it was counted at."""
    value, rate = told.number("value"), told.number("rate")
    if value is None or rate is None:
        return None
    if not 1 <= rate <= 1000 or not 0 <= value <= 1e9:
        raise Malformed(f"The timeline tells of a time in {where} that no film has.", field="archive")
    exact = Fraction(rate).limit_denominator(1001)
    return Fraction(value).limit_denominator(1000) / exact, exact


def _schema(told: object) -> str:
    name = told.get(SCHEMA) if isinstance(told, dict) else None
    return name.partition(".")[0] if isinstance(name, str) else ""


def _children(told: object) -> list[dict[str, Any]]:
    found = told.get("children") if isinstance(told, dict) else None
    return [each for each in found if isinstance(each, dict)] if isinstance(found, list) else []
