"""A suggestion as people read it: the plan, who decided each part, and why."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from showbible.lessons.model import Confidence, Mode, Source, Suggestion
from showbible.web.pages.kit.marks import StatusMark
from showbible.web.words import plain, plural, score, span

BARS: Final = {Confidence.NONE: 0, Confidence.LOW: 1, Confidence.MEDIUM: 2, Confidence.HIGH: 3}
MODES: Final = {
    Mode.DEFAULT: StatusMark(hue="idle", icon="info", word="Defaults"),
    Mode.PROVEN: StatusMark(hue="ok", icon="check", word="Proven"),
    Mode.TRYING: StatusMark(hue="warn", icon="lesson", word="Worth a try"),
}
SOURCES: Final = {
    Source.REQUEST: "You asked for it",
    Source.SET: "You decided",
    Source.LEARNED: "Learned",
    Source.DEFAULT: "Default",
}


@dataclass(frozen=True, kw_only=True)
class Part:
    """One part of a plan, and who decided it."""

    label: str
    value: str
    source: str


@dataclass(frozen=True, kw_only=True)
class Advice:
    """What would be suggested for a concept, and why."""

    pattern: str | None
    why: str
    mark: StatusMark
    parts: tuple[Part, ...]
    score: str
    cost: str
    bars: int
    confidence: str
    warnings: tuple[str, ...]
    evidence: tuple[str, ...]


def advice(found: Suggestion) -> Advice:
    """A suggestion to read."""
    parts = (
        ("tier", "Tier", plain(found.tier)),
        ("edit_style", "Edit", plain(found.edit_style)),
        ("scenes", "Scenes", plural(found.scenes, "scene")),
        ("duration", "Length", span(found.duration)),
        ("mood", "Mood", plain(found.mood or "–")),
        ("music_style", "Music", plain(found.music_style or "–")),
    )
    return Advice(
        pattern=found.pattern,
        why=found.why,
        mark=MODES[found.mode],
        parts=tuple(Part(label=label, value=value, source=_source(found, name)) for name, label, value in parts),
        score=score(found.expected_score),
        cost=f"${found.expected_cost:,.2f}",
        bars=BARS[found.confidence],
        confidence=f"{plain(found.confidence)} confidence"
        if found.confidence is not Confidence.NONE
        else "No evidence",
        warnings=found.warnings,
        evidence=found.evidence,
    )


def _source(found: Suggestion, name: str) -> str:
    source = found.sources.get(name)
    return SOURCES[source] if source else ""
