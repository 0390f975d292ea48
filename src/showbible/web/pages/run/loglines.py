"""The log of a run in words: one line for each thing that happened."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Final

from showbible.runs.model import ENDS, Happening, Stage, StageEvent
from showbible.runs.recall import log
from showbible.storage.database import Database
from showbible.web.pages.kit.marks import doing
from showbible.web.words import plain, plural, usd

MOST: Final = 200
SHOWN: Final = 100
"""The lines that a page begins with; more come as they happen, and the saved log has `MOST`."""
LONGEST: Final = 400


@dataclass(frozen=True, kw_only=True)
class Line:
    """One line: `level` is info, good, warning or error; `strong` names what it is about, `stage` where it fell."""

    seq: int
    at: datetime
    level: str
    strong: str
    text: str
    stage: str = ""

    @property
    def sentence(self) -> str:
        """The whole line as plain text."""
        return f"{self.strong} {self.text}".strip()


def tail(db: Database, run_id: str, *, limit: int = MOST) -> list[Happening]:
    """The newest things that happened to a run, oldest first."""
    return log.newest(db, run_id, limit=limit)


def lines(
    found: Sequence[Happening], timeline: Sequence[StageEvent] = (), *, named: Mapping[str, str] | None = None
) -> tuple[Line, ...]:
    """What happened, in words; with a timeline each line knows the stage in which it fell.

    `named` gives the pilots the letters by which the page calls them.
    """
    known = named or {}
    return tuple(replace(_line(each, known), stage=_stage_at(each, timeline)) for each in found if not _is_aside(each))


def _stage_at(happening: Happening, timeline: Sequence[StageEvent]) -> str:
    """The working stage at that moment: what a run ends with belongs to the stage it ended in."""
    working = [event for event in timeline if event.stage not in ENDS.values()]
    begun = bisect_right(working, happening.at, key=lambda event: event.at)
    return working[begun - 1].stage if begun else ""


def _is_aside(happening: Happening) -> bool:
    """Whether a line would only repeat another: stills of a film come along with it."""
    data = happening.body.get("data") or {}
    kind = (data.get("metadata") or {}).get("kind")
    return happening.kind == "asset" and data.get("type") == "image" and kind in ("last_frame", "thumbnail")


def _line(happening: Happening, named: Mapping[str, str]) -> Line:
    data = dict(happening.body.get("data") or {})
    if data.get("pilot_id"):
        data["pilot"] = f"Pilot {named.get(data['pilot_id'], data['pilot_id'])}"
    say = _WORDS.get(happening.kind, _unknown)
    level, strong, text = say(data)
    return Line(seq=happening.seq, at=happening.at, level=level, strong=strong, text=_cut(text))


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST else text[:LONGEST].rstrip() + "…"


Words = tuple[str, str, str]

_NOTED: Final[Mapping[str, str]] = {
    "total_scenes": "how many scenes there will be",
    "seed_asset_ids": "the assets it starts from",
    "extracted_themes": "the themes it found",
    "extracted_colors": "the colours it found",
    "edit_style": "how it is cut",
    "final_video_path": "where the film is",
    "edl_path": "where the cut list is",
}
"""The facts of a run whose names are not words of their own."""


def _stage(data: Mapping[str, Any]) -> Words:
    if "changed" in data:
        return (
            "info",
            "",
            "Noted " + ", ".join(_NOTED.get(name) or plain(str(name)).lower() for name in data["changed"]),
        )
    return "info", doing(Stage(data["stage"])), ""


def _pilot(data: Mapping[str, Any]) -> Words:
    points = f" with {plural(data['score'], 'point')}" if data.get("score") is not None else ""
    level = {"approved": "good", "rejected": "warning"}.get(data["status"], "info")
    words = {"approved": "approved", "rejected": "rejected"}.get(data["status"], plain(data["tier"]).lower())
    return level, str(data["pilot"]), words + points


def _asset(data: Mapping[str, Any]) -> Words:
    facts = data.get("metadata") or {}
    name = facts.get("title") or facts.get("caption")
    about = name if isinstance(name, str) and name.strip() else data.get("scene_id") or data["asset_id"]
    told = (
        f"{data['type']} by {data['pilot']}" if data.get("pilot_id") else data["type"],
        f"{data['duration']:.1f} s" if data.get("duration") else "",
        usd(round(data["cost"] * 1_000_000)),
    )
    return "good", about[:80], ", ".join(filter(None, told))


def _error(data: Mapping[str, Any]) -> Words:
    return "error", "", str(data.get("message", ""))


def _warning(data: Mapping[str, Any]) -> Words:
    return "warning", "", str(data.get("message", ""))


def _progress(data: Mapping[str, Any]) -> Words:
    level = {"completed": "good", "failed": "error"}.get(data["status"], "info")
    percent = f" {data['progress']}%" if data.get("progress") is not None else ""
    return level, plain(str(data["agent"])), f"{data.get('message') or data['status']}{percent}"


def _complete(data: Mapping[str, Any]) -> Words:
    level = {"completed": "good", "failed": "error"}.get(data["status"], "warning")
    return level, plain(str(data["status"])), str(data.get("error") or "")


def _mute(data: Mapping[str, Any]) -> Words:
    turned = "Left out of this run" if data["muted"] else "Used in this run again"
    return "info", turned, str(data.get("says") or data["item_id"])


def _tag(data: Mapping[str, Any]) -> Words:
    return "info", "Tagged" if data["tagged"] else "No longer tagged", ", ".join(data["tags"])


def _unknown(_data: Mapping[str, Any]) -> Words:
    return "info", "", "Something happened that this version has no words for"


_WORDS: Final[Mapping[str, Callable[[Mapping[str, Any]], Words]]] = {
    "stage": _stage,
    "pilot": _pilot,
    "asset": _asset,
    "error": _error,
    "warning": _warning,
    "progress": _progress,
    "complete": _complete,
    "mute": _mute,
    "tag": _tag,
}
