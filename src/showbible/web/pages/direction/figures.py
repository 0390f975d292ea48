"""What a story's accepted plans are like, and how much its director still has to change."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from showbible.direction.recall.digests import Digest
from showbible.web.pages.direction.shots import picture
from showbible.web.pages.kit.charts import Bars, ChartSeries, bars
from showbible.web.words import plain, plural, score

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
    picture: str


def verdict(digests: Sequence[Digest]) -> str:
    """Whether the director has to change less than at the beginning."""
    taste = [len(digest.taste) for digest in digests]
    if len(taste) < 2 * ENDS:
        return f"{_edits(sum(taste) / len(taste))} of taste a scene so far." if taste else ""
    first, last = sum(taste[:ENDS]) / ENDS, sum(taste[-ENDS:]) / ENDS
    if last == first:
        return f"The last {ENDS} scenes needed as many edits of taste as the first {ENDS}."
    way = "down" if last < first else "up"
    return f"The last {ENDS} scenes needed {_edits(last)} of taste each, {way} from {score(first)}."


def _edits(number: float) -> str:
    return plural(round(number, 1), "edit")


def tallies(digests: Sequence[Digest]) -> dict[str, tuple[Tally, ...]]:
    """What the scenes learned from so far are made of, and what was changed in them, the most frequent first."""
    return {
        "Framing": _tallied(digest.final_shots.counts.get("shot_size", {}) for digest in digests),
        "Changed most": _tallied(digest.tally.get("changed", {}) for digest in digests),
        "Inserted": _tallied(digest.tally.get("inserted", {}) for digest in digests),
        "Removed": _tallied(digest.tally.get("removed", {}) for digest in digests),
    }


def _tallied(counts: Iterable[Mapping[str, int]]) -> tuple[Tally, ...]:
    total: Counter[str] = Counter()
    for each in counts:
        total.update(each)
    ranked = sorted(total.items(), key=lambda item: (-item[1], item[0]))[:MOST_ROWS]
    return tuple(
        Tally(label=plain(value), number=n, percent=round(100 * n / ranked[0][1], 1), picture=picture(value))
        for value, n in ranked
    )


def effort(digests: Sequence[Digest]) -> Bars | None:
    """The edits of each scene: those of taste, and the others; one scene is no chart."""
    shown = digests[-MOST_BARS:]
    if len(shown) < 2:
        return None
    taste = tuple(float(len(digest.taste)) for digest in shown)
    rest = tuple(float(len(digest.edits) - len(digest.taste)) for digest in shown)
    return bars(
        "effort",
        title="Edits a scene",
        sentence=verdict(digests),
        stops=[digest.name.removeprefix("Scene ") for digest in shown],
        series=(
            ChartSeries(label="Taste", values=taste, tone="a"),
            ChartSeries(label="Mended or one-off", values=rest, tone="data"),
        ),
    )
