"""Patterns as people read them: rows of a list, and one in a drawer with all it rests on."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from hashlib import blake2b
from typing import Final
from urllib.parse import quote

from showbible.bible import Bible
from showbible.lessons.model import Confidence, Pattern, Production, UseState
from showbible.lessons.recall import history, patterns, rulings
from showbible.runs.model import EditStyle, Tier
from showbible.storage.changes import newest
from showbible.web.pages.kit import charts
from showbible.web.pages.kit.cards import title
from showbible.web.pages.kit.marks import StatusMark
from showbible.web.pages.kit.rewording import Version, versions
from showbible.web.pages.memory.plans import Advice, advice
from showbible.web.words import plain, plural, score, span, usd

EVIDENCE: Final = 12
BARS: Final = {
    Confidence.NONE: (0, "No evidence yet"),
    Confidence.LOW: (1, "Low confidence"),
    Confidence.MEDIUM: (2, "Medium confidence"),
    Confidence.HIGH: (3, "High confidence"),
}
IN_USE: Final = StatusMark(hue="ok", icon="check", word="In use")
PAUSED: Final = StatusMark(hue="idle", icon="pause", word="Paused")
CORRECTED: Final = StatusMark(hue="run", icon="preferences", word="Corrected by you")


@dataclass(frozen=True, kw_only=True)
class Row:
    """A pattern in the list; `spark` draws its latest scores, `used` counts its runs."""

    name: str
    used: int
    title: str
    plan: str
    bars: int
    confidence: str
    runs: str
    score: str
    cost: str
    spark: str
    trend: str
    marks: tuple[StatusMark, ...]
    in_use: bool
    href: str
    action: str

    @property
    def key(self) -> str:
        """Its part in the ids of elements."""
        return key(self.name)


@dataclass(frozen=True, kw_only=True)
class Taught:
    """A run that taught something."""

    run_id: str
    title: str
    still: str | None
    score: str
    rating: int | None
    cost: str
    choices: str
    at: datetime


@dataclass(frozen=True, kw_only=True)
class Choice:
    """One part of a plan: what holds, who decided it, and what may be decided instead."""

    field: str
    label: str
    value: str
    chosen: str
    by_person: bool
    options: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, kw_only=True)
class Detail:
    """A pattern in the drawer; `seen` is the newest change its reader knows of."""

    row: Row
    choices: tuple[Choice, ...]
    advice: Advice
    evidence: tuple[Taught, ...]
    more: int
    all_runs: str
    versions: tuple[Version, ...]
    seen: int


def row(found: Pattern, *, href: str = "") -> Row:
    """One pattern as a row; `href` leads to its drawer."""
    scores = found.latest
    bars, word = BARS[found.confidence]
    paused = found.ruling.state is UseState.PAUSED
    marks = (*((PAUSED,) if paused else ()), *((CORRECTED,) if found.ruling.corrects else ()))
    return Row(
        name=found.name,
        used=found.times_used,
        title=plain(found.name),
        plan=plan(found),
        bars=bars,
        confidence=word,
        runs=plural(found.times_used, "run"),
        score=score(found.avg_score),
        cost=f"{usd(round(found.avg_cost * 1_000_000))} a run",
        spark=charts.spark(scores, low=min(scores), high=max(scores)) if len(scores) > 1 else "",
        trend=f"Latest scores: {', '.join(score(each) for each in scores)}",
        marks=marks,
        in_use=not paused,
        href=href,
        action=f"/memory/patterns/{quote(found.name, safe='')}",
    )


def key(name: str) -> str:
    """A pattern as part of an element's id, whatever letters it has."""
    return blake2b(name.encode(), digest_size=6).hexdigest()


def plan(found: Pattern) -> str:
    """What a pattern recommends, in one line."""
    return f"{plain(found.tier)}, {found.edit_style} edit, {plural(found.scenes, 'scene')}, {span(found.duration)}"


def detail(bible: Bible, name: str) -> Detail:
    """One pattern with its evidence, what it would suggest, and who changed it."""
    found = patterns.pattern(bible.db, name)
    taught = history.of_pattern(bible.db, name, limit=EVIDENCE)
    changes = rulings.versions(bible.db, name)
    return Detail(
        row=row(found),
        choices=_choices(found),
        advice=advice(bible.lessons.suggest(name.replace("_", " "))),
        evidence=tuple(evidence(each) for each in taught),
        more=found.times_used - len(taught),
        all_runs=f"/memory/history?pattern={quote(name, safe='')}",
        versions=versions(changes, names={"edit_style": "Edit"}),
        seen=newest(changes),
    )


def evidence(found: Production) -> Taught:
    """A record as evidence."""
    return Taught(
        run_id=found.run_id,
        title=title(found.concept),
        still=f"/runs/{found.run_id}/still" if found.scenes else None,
        score=score(found.score),
        rating=found.rating,
        cost=usd(found.cost),
        choices=", ".join(plain(each) for each in (found.tier, found.edit_style) if each),
        at=found.at,
    )


def _choices(found: Pattern) -> tuple[Choice, ...]:
    ruling = found.ruling
    return (
        Choice(
            field="tier",
            label="Tier",
            value=plain(found.tier),
            chosen=ruling.tier or "",
            by_person=ruling.tier is not None,
            options=tuple((each.value, plain(each)) for each in Tier),
        ),
        Choice(
            field="edit_style",
            label="Edit",
            value=plain(found.edit_style),
            chosen=ruling.edit_style or "",
            by_person=ruling.edit_style is not None,
            options=tuple((each.value, plain(each)) for each in EditStyle),
        ),
        Choice(
            field="scenes",
            label="Scenes",
            value=str(found.scenes),
            chosen=str(ruling.scenes or ""),
            by_person=ruling.scenes is not None,
        ),
        Choice(
            field="duration",
            label="Seconds",
            value=str(found.duration),
            chosen=str(ruling.duration or ""),
            by_person=ruling.duration is not None,
        ),
    )
