"""`/runs/compare`: two to four runs beside each other, only what differs, and what follows from it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Annotated, Final
from urllib.parse import urlencode

from fastapi import APIRouter, Depends, Query, Request
from starlette.responses import HTMLResponse, StreamingResponse

from showbible.bible import Bible
from showbible.errors import Invalid
from showbible.runs.model import Run, Status, Summary
from showbible.runs.recall import lists, one
from showbible.runs.recall.names import named
from showbible.storage.typeahead import letters
from showbible.vocabulary import QUERY_LIMIT, utcnow
from showbible.web.deps import OpenBible
from showbible.web.pages.kit.attachments import csv_file
from showbible.web.pages.kit.cards import RunCard, cards
from showbible.web.pages.kit.marks import STAGES, STATUSES, letter, tone
from showbible.web.pages.run.pilots import Cell, Row, leads
from showbible.web.pages.run.reels import Lane, Reel
from showbible.web.pages.run.scenes import reel
from showbible.web.render import Crumb, Templates
from showbible.web.words import clock, plain, plural, score, span, usd

router = APIRouter()

MOST: Final = 4
FEW: Final = 6
"""How many runs are offered to join."""


@dataclass(frozen=True, kw_only=True)
class Side:
    """One of the runs compared; `without` is the same comparison without it."""

    letter: str
    tone: str
    card: RunCard
    without: str


@dataclass(frozen=True, kw_only=True)
class Candidate:
    """A run that may join, and the comparison with it."""

    card: RunCard
    href: str


@dataclass(frozen=True, kw_only=True)
class ComparePage:
    """The runs, what differs, what does not, and one sentence; `q` is what was looked for to join them."""

    sides: tuple[Side, ...]
    candidates: tuple[Candidate, ...]
    is_full: bool
    q: str
    rows: tuple[Row, ...]
    equal: tuple[Row, ...]
    sentence: str
    reel: Reel | None
    query: str
    title: str = "Compare"
    crumbs: tuple[Crumb, ...] = (Crumb(label="Runs", href="/runs"),)


def chosen(ids: Annotated[list[str] | None, Query()] = None) -> tuple[str, ...]:
    """The runs to compare; `ids` once for each, or with commas between."""
    wanted = tuple(dict.fromkeys(part.strip() for given in ids or [] for part in given.split(",") if part.strip()))
    if len(wanted) > MOST:
        raise Invalid(f"At most {MOST} runs can be compared at once.", field="ids")
    return wanted


Chosen = Annotated[tuple[str, ...], Depends(chosen)]


@router.get("/runs/compare", response_class=HTMLResponse)
def compare(
    request: Request, bible: OpenBible, ids: Chosen, q: Annotated[str, Query(max_length=QUERY_LIMIT)] = ""
) -> HTMLResponse:
    """Runs beside each other; `q` looks for one more."""
    templates: Templates = request.app.state.templates
    return templates.page(request, "compare.html", page=gathered(bible, ids, q=q.strip()))


@router.get("/runs/compare.csv")
def as_csv(bible: OpenBible, ids: Chosen) -> StreamingResponse:
    """The same comparison as a table for spreadsheets, equal rows and all."""
    page = gathered(bible, ids)
    rows = [(row.label, *(cell.value for cell in row.cells)) for row in (*page.rows, *page.equal)]
    return csv_file("compare.csv", heads=["", *(side.card.run_id for side in page.sides)], rows=rows)


def gathered(bible: Bible, ids: Sequence[str], *, q: str = "") -> ComparePage:
    """What the comparison shows."""
    found, at, silence = [one.run(bible.db, each) for each in ids], utcnow(), bible.settings.stalled_after
    rows, shown = _rows(found, at=at, stalled_after=silence), cards(bible.db, found, at=at, stalled_after=silence)
    return ComparePage(
        sides=tuple(
            Side(
                letter=letter(n),
                tone=tone(n),
                card=shown[n],
                without=_address([other for other in ids if other != run.run_id]),
            )
            for n, run in enumerate(found)
        ),
        candidates=_candidates(bible, ids, q, at=at) if len(ids) < MOST else (),
        is_full=len(ids) >= MOST,
        q=q,
        rows=tuple(row for row in rows if row.differs),
        equal=tuple(row for row in rows if not row.differs),
        sentence=sentence(found),
        reel=_reel(found),
        query=_address(ids),
    )


def _address(ids: Sequence[str]) -> str:
    return f"?{urlencode([('ids', each) for each in ids])}"


def _candidates(bible: Bible, ids: Sequence[str], q: str, *, at: datetime) -> tuple[Candidate, ...]:
    """The newest runs beside those compared, or those that hold the letters typed."""
    silence = bible.settings.stalled_after
    if q:
        near: Sequence[Summary] = named(bible.db, letters(q), limit=FEW + MOST)
    else:
        near = lists.runs(bible.db, lists.Filter(archived=False), limit=FEW + MOST, stalled_after=silence).items
    others = [run for run in near if run.run_id not in ids][:FEW]
    shown = cards(bible.db, others, at=at, stalled_after=silence)
    return tuple(Candidate(card=card, href=_address([*ids, card.run_id])) for card in shown)


def _rows(found: Sequence[Run], *, at: datetime, stalled_after: float) -> tuple[Row, ...]:
    dearest = max((run.spent for run in found), default=0)
    plain_rows: dict[str, Callable[[Run], str]] = {
        "Status": lambda run: STATUSES[run.status(at=at, stalled_after=stalled_after)].word,
        "Budget": lambda run: usd(run.budget),
        "Scenes": lambda run: f"{run.scenes_completed} of {run.total_scenes}",
        "Pilots": lambda run: str(len(run.pilots)),
        "Went on with": _winner,
        "Sound": lambda run: plain(run.audio_tier),
        "Cut": lambda run: plain(run.edit_style) if run.edit_style else "–",
        "Mood": lambda run: run.mood or "–",
        "Music": lambda run: run.music_style or "–",
        "Tags": lambda run: ", ".join(run.tags) or "–",
        "Errors": lambda run: str(len(run.errors)),
        "Warnings": lambda run: str(len(run.warnings)),
        **{f"Time in {words[0].lower()}": _time_in(stage) for stage, words in STAGES.items()},
    }
    return (
        _led(
            _row("Quality score", found, lambda run: (score(run.score), _percent(run.score))),
            leads([run.score for run in found], lambda more: f"+{score(more)}"),
        ),
        _led(
            _row("Spent", found, lambda run: (usd(run.spent), round(100 * run.spent / dearest) if dearest else None)),
            leads([-run.spent for run in found], lambda less: f"{usd(round(less))} less"),
        ),
        _row("Time taken", found, lambda run: (span(_seconds(run, at)), None)),
        *(_row(label, found, _alone(read)) for label, read in plain_rows.items()),
    )


def _row(label: str, found: Sequence[Run], show: Callable[[Run], tuple[str, int | None]]) -> Row:
    cells = [(*show(run), tone(n)) for n, run in enumerate(found)]
    return Row(label=label, cells=tuple(Cell(value=v, percent=percent, tone=colour) for v, percent, colour in cells))


def _led(row: Row, ahead: Mapping[int, str]) -> Row:
    """The row with the best value marked in words."""
    return replace(row, cells=tuple(replace(cell, lead=ahead.get(n)) for n, cell in enumerate(row.cells)))


def _alone(read: Callable[[Run], str]) -> Callable[[Run], tuple[str, int | None]]:
    return lambda run: (read(run), None)


def _percent(value: float | None) -> int | None:
    return None if value is None else round(value)


def _seconds(run: Run, at: datetime) -> float:
    return ((run.completed_at or at) - run.started_at).total_seconds()


def _winner(run: Run) -> str:
    tiers = {pilot.pilot_id: plain(pilot.tier) for pilot in run.pilots}
    return f"{run.winning_pilot}, {tiers[run.winning_pilot].lower()}" if run.winning_pilot in tiers else "–"


def _time_in(stage: str) -> Callable[[Run], str]:
    def read(run: Run) -> str:
        taken = sum(event.duration_ms or 0 for event in run.timeline if event.stage == stage)
        return clock(taken / 1000) if any(event.stage == stage for event in run.timeline) else "–"

    return read


def sentence(found: Sequence[Run]) -> str:
    """What the comparison comes to."""
    if len(found) < 2:
        return "Choose two to four runs to see what differs."
    named = {run.run_id: letter(n) for n, run in enumerate(found)}
    done = [run for run in found if run.recorded_status is Status.COMPLETED and run.score is not None]
    if len(done) < 2:
        return f"{plural(len(done), 'run')} of {len(found)} ended with a score, so there is no winner to name."
    best, second = sorted(done, key=lambda run: (-(run.score or 0.0), run.spent))[:2]
    ahead, gap = (best.score or 0.0) - (second.score or 0.0), best.spent - second.spent
    money = f"for {usd(abs(gap))} {'more' if gap > 0 else 'less'}" if gap else "for the same money"
    if not ahead:
        return f"{named[best.run_id]} and {named[second.run_id]} are level at {score(best.score)}, {money}."
    return f"{named[best.run_id]} scored {score(ahead)} more than {named[second.run_id]}, {money}."


def _reel(found: Sequence[Run]) -> Reel | None:
    """Each run's film in a lane: that of its winner, or of its first pilot."""
    reels = [reel(run) for run in found]
    lanes = [_lane(run, made, n) for n, (run, made) in enumerate(zip(found, reels, strict=True))]
    if not any(clip.src for lane in lanes for clip in lane.clips):
        return None
    longest = max(reels, key=lambda made: made.seconds)
    return replace(longest, lanes=tuple(lanes), sounds=(), tension=None, beats=())


def _lane(run: Run, made: Reel, position: int) -> Lane:
    ids = [pilot.pilot_id for pilot in run.pilots]
    chosen = ids.index(run.winning_pilot) if run.winning_pilot in ids else 0
    clips = made.lanes[chosen].clips if made.lanes else ()
    return Lane(id=f"lane-{position}", letter=letter(position), tone=tone(position), label=run.run_id, clips=clips)
