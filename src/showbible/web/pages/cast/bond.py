"""How a character and its users get along, as words, as a curve and as bars."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from showbible.conversations.model import RECENT_BEATS, BeatType, PastBeat
from showbible.conversations.recall.bonds import ENOUGH_BEATS, MOVING, STUCK_SHARE, EpisodeBeats
from showbible.conversations.recall.cast import Bond
from showbible.values import frozen
from showbible.web.pages.kit import charts
from showbible.web.pages.kit.charts import Chart, ChartSeries, Table
from showbible.words import plain, plural

FAMILIES: Final = (
    ("Warm", "a", (BeatType.PLAYFUL, BeatType.SUPPORTIVE, BeatType.COMFORT)),
    ("Drawn together", "b", (BeatType.FLIRTY, BeatType.CHARGED, BeatType.LONGING)),
    ("Open", "c", (BeatType.VULNERABLE,)),
    ("Strained", "d", (BeatType.TENSE, BeatType.CONFLICT)),
    ("Neutral", "data", (BeatType.NEUTRAL,)),
)
"""Ten kinds of beat are too many to tell apart by hue: five families, each with its tone; the tables keep the ten."""

TONES: Final = {kind: tone for _, tone, kinds in FAMILIES for kind in kinds}
SPARK_BEATS: Final = 24
A_MOVE: Final = 6
"""Tension that has moved less than this has kept its level."""


@frozen
class Dot:
    """A beat on the curve."""

    x: float
    y: float
    tone: str
    beat: PastBeat


class Tension:
    """The curve of a relationship, from its beats, oldest first.

    `milestones` are the beats at which something happened for the first time, the latest first.
    """

    def __init__(self, beats: Sequence[PastBeat]) -> None:
        days = {past.at.date() for past in beats}
        self.chart = charts.Chart(
            "tension",
            title="Tension over time",
            sentence=_range([past.tension for past in beats]),
            stops=[f"{past.at:%-d %b}" if len(days) > 1 else f"{past.at:%H:%M}" for past in beats],
            series=[ChartSeries(label="Tension", values=tuple(float(past.tension) for past in beats))],
            low=0,
            high=100,
        )
        self.chart.table = _table(beats)
        places = zip(beats, self.chart.lines[0].dots, strict=True)
        self.dots = [Dot(x=x, y=y, tone=TONES[past.type], beat=past) for past, (x, y, _) in places]
        self.milestones = [dot for dot in reversed(self.dots) if dot.beat.milestone]
        used = {dot.tone for dot in self.dots}
        self.legend = [(label, tone) for label, tone, _ in FAMILIES if tone in used]


def name(character_id: str) -> str:
    """An id as the name of a person: `old-tom` becomes `Old Tom`."""
    return " ".join(word[:1].upper() + word[1:] for word in re.split(r"[-_]+", character_id) if word) or character_id


def spark(bond: Bond) -> str:
    """The latest tensions, drawn."""
    return charts.spark(bond.tensions, low=min(bond.tensions) - 5, high=max(bond.tensions) + 5)


def why_stuck(types: Sequence[BeatType]) -> str:
    """Why a relationship counts as stuck, by its beats from the oldest on; nothing when it does not."""
    recent = types[-RECENT_BEATS:]
    neutral = sum(kind is BeatType.NEUTRAL for kind in recent)
    if len(recent) < ENOUGH_BEATS or neutral < STUCK_SHARE * len(recent) or MOVING.intersection(recent):
        return ""
    row = next((n for n, kind in enumerate(reversed(types)) if kind is not BeatType.NEUTRAL), len(types))
    if row >= neutral:
        return f"{plural(row, 'neutral beat')} in a row"
    return f"{neutral} of the last {plural(len(recent), 'beat')} were neutral"


def moved(tensions: Sequence[int]) -> str:
    """Where the tension went over the latest beats, in words."""
    recent = tensions[-RECENT_BEATS:]
    if len(recent) < 2:
        return "They have only just met"
    first, last, beats = recent[0], recent[-1], plural(len(recent), "beat")
    if abs(last - first) < A_MOVE:
        return f"Tension has kept near {last} over the last {beats}"
    return f"Tension {'rose' if last > first else 'eased'} from {first} to {last} over the last {beats}"


def verdict(bond: Bond, milestones: Sequence[Dot]) -> str:
    """One sentence that says how the two stand."""
    if stuck := why_stuck(bond.types):
        return f"Stuck: {stuck}. Something has to happen between them."
    latest = milestones[0].beat.milestone if milestones else None
    return f"{moved(bond.tensions)}{f'; the latest milestone is “{plain(latest).lower()}”' if latest else ''}."


def _range(levels: Sequence[int]) -> str:
    beats = plural(len(levels), "beat")
    if min(levels) == max(levels):
        return f"At {levels[-1]} through {beats}."
    return f"Between {min(levels)} and {max(levels)} over {beats}, {levels[-1]} now."


def _table(beats: Sequence[PastBeat]) -> Table:
    rows = [
        (
            f"{past.at:%-d %b %Y, %H:%M}",
            str(past.tension),
            f"{past.tension_change:+d}",
            plain(past.type),
            plain(past.milestone) if past.milestone else "–",
            where(past.series_id, past.episode_id),
        )
        for past in reversed(beats)
    ]
    return Table(heads=("When", "Tension", "Change", "Beat", "Milestone", "Where"), rows=tuple(rows))


def where(series_id: str | None, episode_id: str | None) -> str:
    """Where two met, in a word or two."""
    if series_id is None:
        return episode_id or "Free chat"
    return f"{series_id}, {episode_id}" if episode_id else series_id


def episode_bars(episodes: Sequence[EpisodeBeats]) -> Chart | None:
    """The beats of the latest episodes, stacked by family; the table tells all ten kinds."""
    latest = episodes[-12:]
    if not latest:
        return None
    stops = [_short(each.episode_id or where(each.series_id, None)) for each in latest]
    series = [
        ChartSeries(label=label, tone=tone, values=tuple(_number(each, kinds) for each in latest))
        for label, tone, kinds in FAMILIES
        if any(_number(each, kinds) for each in latest)
    ]
    told = _liveliest(latest)
    drawn = charts.Chart("episodes", title="Beats per episode", sentence=told, stops=stops, series=series, stacked=True)
    used = [kind for kind in BeatType if any(each.beats.get(kind) for each in latest)]
    rows = [
        (where(each.series_id, each.episode_id), *(str(each.beats.get(kind, 0)) for kind in used)) for each in latest
    ]
    drawn.table = Table(heads=("Episode", *(plain(kind) for kind in used)), rows=tuple(rows))
    return drawn


def _short(label: str) -> str:
    return label if len(label) <= 14 else f"{label[:13]}…"


def _number(episode: EpisodeBeats, kinds: Sequence[BeatType]) -> float:
    return float(sum(episode.beats.get(kind, 0) for kind in kinds))


def _liveliest(episodes: Sequence[EpisodeBeats]) -> str:
    best, worst = max(episodes, key=lambda each: each.quality), min(episodes, key=lambda each: each.quality)
    if best.quality == 0:
        return "No beat has been more than small talk."
    share = f"{round(100 * best.quality)} % of its {plural(best.total, 'beat')} were more than small talk"
    if best.quality == worst.quality:
        return f"In {where(best.series_id, best.episode_id)}, {share}."
    rest = f"against {round(100 * worst.quality)} % in {where(worst.series_id, worst.episode_id)}"
    return f"Most moved in {where(best.series_id, best.episode_id)}: {share}, {rest}."
