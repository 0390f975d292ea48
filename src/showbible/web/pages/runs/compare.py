"""`/runs/compare`: two to four runs beside each other, only what differs, and what follows from it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from datetime import datetime
from functools import partial
from typing import Annotated, Final
from urllib.parse import urlencode

from fastapi import APIRouter, Depends, Query
from starlette.responses import StreamingResponse

from showbible.bible import Bible
from showbible.errors import Invalid
from showbible.runs.model import Run, Stage, Status
from showbible.runs.recall import names, one
from showbible.runs.recall.run_words import STAGES, letter
from showbible.storage.typeahead import letters
from showbible.vocabulary import QUERY_LIMIT, utcnow
from showbible.web.deps import OpenBible
from showbible.web.pages.kit.attachments import csv_file
from showbible.web.pages.kit.cards import RunCard, cards
from showbible.web.pages.kit.differences import Difference, DifferenceCell, Differences, difference
from showbible.web.pages.kit.marks import STATUSES, tone
from showbible.web.pages.kit.page import page_at
from showbible.web.pages.run.scenes import Reel, ReelLane, reel
from showbible.web.render import Crumb
from showbible.web.run_filter import RunFilter
from showbible.words import clock, plain, plural, score, span, usd

router = APIRouter()

MOST: Final = 4
FEW: Final = 6
"""How many runs are offered to join."""

Ids = Annotated[Sequence[str], Query()]
Side = tuple[RunCard, str]
"""A run of the comparison, or one that may join; and the address of the comparison without it, or with it."""


@page_at(router, "/runs/compare", "compare.html")
class ComparePage:
    """Runs, named one by one or with commas between: what differs, what does not, one sentence; `q` looks for more."""

    title, crumbs = "Compare", (Crumb(label="Runs", href="/runs"),)

    def __init__(self, bible: OpenBible, ids: Ids = (), q: Annotated[str, Query(max_length=QUERY_LIMIT)] = "") -> None:
        self.ids = tuple(dict.fromkeys(part.strip() for each in ids for part in each.split(",") if part.strip()))
        if len(self.ids) > MOST:
            raise Invalid(f"At most {MOST} runs can be compared at once.", field="ids")
        runs, at, silence = [one.run(bible.db, each) for each in self.ids], utcnow(), bible.settings.stalled_after
        self.q, self.query, self.is_full = q.strip(), _address(self.ids), len(self.ids) >= MOST
        compared = cards(bible.db, runs, at=at, stalled_after=silence)
        self.sides = [(card, _address(each for each in self.ids if each != card.run_id)) for card in compared]
        self.candidates = [] if self.is_full else _candidates(bible, self.ids, self.q, at=at)
        self.differences = Differences.of(_rows(runs, at=at, stalled_after=silence))
        self.sentence, self.reel = sentence(runs), _reel(runs)


@router.get("/runs/compare.csv")
def as_csv(page: Annotated[ComparePage, Depends()]) -> StreamingResponse:
    """The same comparison as a table for spreadsheets, equal rows and all."""
    every = (*page.differences.rows, *page.differences.equal)
    rows = [(row.label, *(cell.value for cell in row.cells)) for row in every]
    return csv_file("compare.csv", heads=["", *page.ids], rows=rows)


def _address(ids: Iterable[str]) -> str:
    return f"?{urlencode([('ids', each) for each in ids])}"


def _candidates(bible: Bible, ids: Sequence[str], q: str, *, at: datetime) -> list[Side]:
    """The newest runs beside those compared, or those that hold the letters typed."""
    most = FEW + MOST
    near = names.named(bible.db, letters(q), limit=most) if q else RunFilter().page(bible, limit=most).items
    others = [run for run in near if run.run_id not in ids][:FEW]
    made = cards(bible.db, others, at=at, stalled_after=bible.settings.stalled_after)
    return [(card, _address([*ids, card.run_id])) for card in made]


def _rows(runs: Sequence[Run], *, at: datetime, stalled_after: float) -> list[Difference]:
    dearest = max((run.spent for run in runs), default=0)

    def quality(run: Run) -> DifferenceCell:
        return DifferenceCell(value=score(run.score), percent=None if run.score is None else round(run.score))

    def spent(run: Run) -> DifferenceCell:
        return DifferenceCell(value=usd(run.spent), percent=round(100 * run.spent / dearest) if dearest else None)

    def worded(label: str, say: Callable[[Run], str]) -> Difference:
        return difference(label, runs, lambda run: DifferenceCell(value=say(run)))

    return [
        difference("Quality score", runs, quality, key=lambda run: run.score, more=lambda d: f"+{score(d)}"),
        difference("Spent", runs, spent, key=lambda run: -run.spent, more=lambda d: f"{usd(round(d))} less"),
        worded("Time taken", lambda run: span(((run.completed_at or at) - run.started_at).total_seconds())),
        worded("Status", lambda run: STATUSES[run.status(at=at, stalled_after=stalled_after)].word),
        worded("Budget", lambda run: usd(run.budget)),
        worded("Scenes", lambda run: f"{run.scenes_completed} of {run.total_scenes}"),
        worded("Pilots", lambda run: str(len(run.pilots))),
        worded("Went on with", _winner),
        worded("Sound", lambda run: plain(run.audio_tier)),
        worded("Cut", lambda run: plain(run.edit_style) if run.edit_style else "–"),
        worded("Mood", lambda run: run.mood or "–"),
        worded("Music", lambda run: run.music_style or "–"),
        worded("Tags", lambda run: ", ".join(run.tags) or "–"),
        worded("Errors", lambda run: str(len(run.errors))),
        worded("Warnings", lambda run: str(len(run.warnings))),
        *(worded(f"Time in {short.lower()}", partial(_time_in, stage)) for stage, (short, _) in STAGES.items()),
    ]


def _winner(run: Run) -> str:
    tiers = {pilot.pilot_id: plain(pilot.tier) for pilot in run.pilots}
    return f"{run.winning_pilot}, {tiers[run.winning_pilot].lower()}" if run.winning_pilot in tiers else "–"


def _time_in(stage: Stage, run: Run) -> str:
    visits = [event.duration_ms or 0 for event in run.timeline if event.stage is stage]
    return clock(sum(visits) / 1000) if visits else "–"


def sentence(runs: Sequence[Run]) -> str:
    """What the comparison comes to."""
    if len(runs) < 2:
        return "Choose two to four runs to see what differs."
    named = {run.run_id: letter(n) for n, run in enumerate(runs)}
    done = [run for run in runs if run.recorded_status is Status.COMPLETED and run.score is not None]
    if len(done) < 2:
        return f"{plural(len(done), 'run')} of {len(runs)} ended with a score, so there is no winner to name."
    best, second = sorted(done, key=lambda run: (-(run.score or 0.0), run.spent))[:2]
    ahead, gap = (best.score or 0.0) - (second.score or 0.0), best.spent - second.spent
    money = f"for {usd(abs(gap))} {'more' if gap > 0 else 'less'}" if gap else "for the same money"
    if not ahead:
        return f"{named[best.run_id]} and {named[second.run_id]} are level at {score(best.score)}, {money}."
    return f"{named[best.run_id]} scored {score(ahead)} more than {named[second.run_id]}, {money}."


def _reel(runs: Sequence[Run]) -> Reel | None:
    """Each run's film in a lane: that of its winner, or of its first pilot."""
    reels = [reel(run) for run in runs]
    lanes = tuple(_lane(run, made, n) for n, (run, made) in enumerate(zip(runs, reels, strict=True)))
    if not any(clip.src for lane in lanes for clip in lane.clips):
        return None
    return replace(max(reels, key=lambda made: made.seconds), lanes=lanes, sounds=(), has_arc=False)


def _lane(run: Run, made: Reel, position: int) -> ReelLane:
    ids = [pilot.pilot_id for pilot in run.pilots]
    chosen = ids.index(run.winning_pilot) if run.winning_pilot in ids else 0
    clips = made.lanes[chosen].clips if made.lanes else ()
    return ReelLane(id=f"lane-{position}", letter=letter(position), tone=tone(position), label=run.run_id, clips=clips)
