"""What a story's accepted plans are like, and how much its director still has to change."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from showbible.direction.model import Stats
from showbible.direction.recall.digests import Digest
from showbible.web.pages.direction.cards import scene_name
from showbible.web.pages.direction.shots import picture
from showbible.web.pages.kit.charts import Bars, ChartSeries, bars
from showbible.web.words import plain, plural

MOST_ROWS: Final = 5
MOST_BARS: Final = 24
ENDS: Final = 3
"""How many scenes the beginning and the end of a story are compared by."""


@dataclass(frozen=True, kw_only=True)
class Tally:
    """How often one value occurs; `percent` is its part of the most frequent."""

    label: str
    number: int
    percent: float
    picture: str = ""


@dataclass(frozen=True, kw_only=True)
class Figures:
    """A story in figures; `verdict` says what they come to."""

    verdict: str
    averages: tuple[tuple[str, str], ...]
    sizes: tuple[Tally, ...]
    changed: tuple[Tally, ...]
    inserted: tuple[Tally, ...]
    removed: tuple[Tally, ...]
    effort: Bars | None


def figures(stats: Stats | None, digests: Sequence[Digest]) -> Figures:
    """What the scenes learned from so far add up to."""
    return Figures(
        verdict=verdict(digests),
        averages=_averages(stats),
        sizes=_tallied((d.final_shots.counts.get("shot_size", {}) for d in digests), pictures=True),
        changed=_tallied(d.tally.get("changed", {}) for d in digests),
        inserted=_tallied(d.tally.get("inserted", {}) for d in digests),
        removed=_tallied(d.tally.get("removed", {}) for d in digests),
        effort=_effort(digests) if len(digests) > 1 else None,
    )


def verdict(digests: Sequence[Digest]) -> str:
    """Whether the director has to change less than at the beginning."""
    taste = [len(digest.taste) for digest in digests]
    if len(taste) < 2 * ENDS:
        return f"{_edits(sum(taste) / len(taste))} of taste a scene so far." if taste else ""
    first, last = sum(taste[:ENDS]) / ENDS, sum(taste[-ENDS:]) / ENDS
    if last == first:
        return f"The last {ENDS} scenes needed as many edits of taste as the first {ENDS}."
    way = "down" if last < first else "up"
    return f"The last {ENDS} scenes needed {_edits(last)} of taste each, {way} from {_each(first)}."


def _edits(number: float) -> str:
    return plural(round(number, 1), "edit")


def _each(number: float) -> str:
    return f"{number:.1f}".removesuffix(".0")


def _averages(stats: Stats | None) -> tuple[tuple[str, str], ...]:
    if stats is None:
        return ()
    told = (
        ("Shots a scene", stats.avg_shots_per_scene),
        ("Shots a key beat", stats.avg_shots_per_key_beat),
        ("Seconds a shot", stats.avg_shot_seconds),
    )
    return tuple((label, "–" if value is None else _each(value)) for label, value in told)


def _tallied(counts: Iterable[Mapping[str, int]], *, pictures: bool = False) -> tuple[Tally, ...]:
    total: Counter[str] = Counter()
    for each in counts:
        total.update(each)
    ranked = sorted(total.items(), key=lambda item: (-item[1], item[0]))[:MOST_ROWS]
    return tuple(
        Tally(
            label=plain(value),
            number=number,
            percent=round(100 * number / ranked[0][1], 1),
            picture=picture(value) if pictures else "",
        )
        for value, number in ranked
    )


def _effort(digests: Sequence[Digest]) -> Bars:
    """The edits of each scene: those of taste, and the others."""
    shown = digests[-MOST_BARS:]
    taste = tuple(float(len(digest.taste)) for digest in shown)
    rest = tuple(float(len(digest.edits) - len(digest.taste)) for digest in shown)
    names = [scene_name(digest.scene_id, digest.scene_index).removeprefix("Scene ") for digest in shown]
    return bars(
        "effort",
        title="Edits a scene",
        sentence=verdict(digests),
        stops=names,
        series=(
            ChartSeries(label="Taste", values=taste, tone="a"),
            ChartSeries(label="Mended or one-off", values=rest, tone="data"),
        ),
    )
