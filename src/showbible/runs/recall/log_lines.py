"""The log of a run in words: one line for each thing that happened."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any, Final

from showbible.runs.model import ENDS, Stage, StageEvent
from showbible.runs.recall.log import Happening
from showbible.runs.recall.run_words import doing
from showbible.words import plain, plural, usd

MOST: Final = 200
SHOWN: Final = 100
"""The lines that a page begins with; more come as they happen, and the saved log has `MOST`."""
LONGEST: Final = 400


class LogLine:
    """One line: `level` is info, good, warning or error; `strong` names what it is about, `stage` where it fell."""

    def __init__(self, happening: Happening, working: Sequence[StageEvent], named: Mapping[str, str]) -> None:
        data = dict(happening.body.get("data") or {})
        if data.get("pilot_id"):
            data["pilot"] = f"Pilot {named.get(data['pilot_id'], data['pilot_id'])}"
        say = _WORDS.get(happening.kind)
        self.level, self.strong, text = say(data) if say else _UNKNOWN
        self.text = text if len(text) <= LONGEST else text[:LONGEST].rstrip() + "…"
        self.sentence = f"{self.strong} {self.text}".strip()
        self.seq, self.at, self.stage = happening.seq, happening.at, _stage_at(happening.at, working)


def lines(
    happenings: Sequence[Happening], timeline: Sequence[StageEvent] = (), *, named: Mapping[str, str] | None = None
) -> tuple[LogLine, ...]:
    """What happened, in words, the pilots as they are `named`; with a timeline each line knows its stage."""
    working = [event for event in timeline if event.stage not in ENDS.values()]
    return tuple(LogLine(each, working, named or {}) for each in happenings if not _is_aside(each))


def _stage_at(moment: datetime, working: Sequence[StageEvent]) -> str:
    """The working stage at that moment: what a run ends with belongs to the stage it ended in."""
    begun = bisect_right(working, moment, key=lambda event: event.at)
    return working[begun - 1].stage if begun else ""


def _is_aside(happening: Happening) -> bool:
    """Whether a line would only repeat another: stills of a film come along with it."""
    data = happening.body.get("data") or {}
    kind = (data.get("metadata") or {}).get("kind")
    return happening.kind == "asset" and data.get("type") == "image" and kind in ("last_frame", "thumbnail")


Words = tuple[str, str, str]

_UNKNOWN: Final[Words] = ("info", "", "Something happened that this version has no words for")

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
        noted = (_NOTED.get(name) or plain(str(name)).lower() for name in data["changed"])
        return "info", "", f"Noted {', '.join(noted)}"
    return "info", doing(Stage(data["stage"])), ""


def _pilot(data: Mapping[str, Any]) -> Words:
    points = f" with {plural(data['score'], 'point')}" if data.get("score") is not None else ""
    level = {"approved": "good", "rejected": "warning"}.get(data["status"], "info")
    words = {"approved": "approved", "rejected": "rejected"}.get(data["status"], plain(data["tier"]).lower())
    return level, str(data["pilot"]), words + points


def _asset(data: Mapping[str, Any]) -> Words:
    metadata = data.get("metadata") or {}
    name = metadata.get("title") or metadata.get("caption")
    about = name if isinstance(name, str) and name.strip() else data.get("scene_id") or data["asset_id"]
    facts = (
        f"{data['type']} by {data['pilot']}" if data.get("pilot_id") else data["type"],
        f"{data['duration']:.1f} s" if data.get("duration") else "",
        usd(round(data["cost"] * 1_000_000)),
    )
    return "good", about[:80], ", ".join(filter(None, facts))


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


_WORDS: Final[Mapping[str, Callable[[Mapping[str, Any]], Words]]] = {
    "stage": _stage,
    "pilot": _pilot,
    "asset": _asset,
    "error": lambda data: ("error", "", str(data.get("message", ""))),
    "warning": lambda data: ("warning", "", str(data.get("message", ""))),
    "progress": _progress,
    "complete": _complete,
    "mute": _mute,
    "tag": lambda data: ("info", "Tagged" if data["tagged"] else "No longer tagged", ", ".join(data["tags"])),
}
