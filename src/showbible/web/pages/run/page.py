"""`/runs/{id}`: one production, live, and what a person may decide in it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Annotated, Final

from fastapi import APIRouter, Query, Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response

from showbible.bible import Bible
from showbible.errors import Conflict, NotFound
from showbible.runs.model import Happening, Report, Run, Status
from showbible.runs.recall import log as run_log
from showbible.runs.recall import one, verdicts
from showbible.runs.recall.documents import media_url
from showbible.runs.recall.standing import Takes, seconds_left, standing
from showbible.vocabulary import rfc3339, utcnow
from showbible.web.addresses import run_page
from showbible.web.deps import OpenBible
from showbible.web.pages.kit.answers import Undo, acted, changed, partial, streamed
from showbible.web.pages.kit.cards import RunCard, cards, more, title
from showbible.web.pages.kit.marks import QUEUED, STAGES, STATUSES, WAITING, StatusMark, letters
from showbible.web.pages.run import decisions
from showbible.web.pages.run import tags as run_tags
from showbible.web.pages.run.budget import Gauge, gauge
from showbible.web.pages.run.loglines import MOST, SHOWN, Line, lines, tail
from showbible.web.pages.run.memory import NOTHING, InPlay, in_play, threshold
from showbible.web.pages.run.pilots import Comparison, comparison
from showbible.web.pages.run.reels import Reel
from showbible.web.pages.run.scenes import reel
from showbible.web.pages.run.tracker import Step, reason, steps
from showbible.web.render import Crumb, Templates
from showbible.web.words import plural, span

router = APIRouter(prefix="/runs")
router.include_router(run_tags.router)
router.include_router(decisions.router)
named = APIRouter(prefix="/runs/-")
"""The pages of runs by any name, those that are also the names of other pages among them."""

PARTS: Final = {
    "head": "run-head",
    "steps": "run-steps",
    "screens": "run-screens",
    "verdict": "run-verdict",
    "scenes": "run-scenes",
    "length": "run-length",
    "arc": "run-arc",
    "sounds": "run-sounds",
    "budget": "run-budget",
    "film": "run-film",
    "acts": "run-acts",
    "memory": "run-memory",
    "tags": run_tags.PLACE,
}
"""The blocks of the page that change, and the element each fills."""

_LIGHT: Final = ("head", "steps", "budget")
_TOUCHES: Final = {
    "asset": (*_LIGHT, "screens", "verdict", "scenes", "length", "arc", "sounds"),
    "pilot": (*_LIGHT, "screens", "verdict", "scenes", "length"),
    "progress": ("head", "steps", "scenes"),
    "mute": ("memory",),
    "tag": ("tags",),
    "complete": tuple(part for part in PARTS if part != "tags"),
}
"""Which blocks an event can change; any other event changes the light ones."""


@dataclass(frozen=True, kw_only=True)
class RunPage:
    """A run as a person reads it; `more` is what its concept says beyond its name, `seq` the last event shown.

    `stage` is the one stage whose lines the log shows, if the reader chose one.
    """

    run_id: str
    project_id: str
    name: str
    more: str
    mark: StatusMark
    is_over: bool
    is_archived: bool
    reason: str | None
    facts: tuple[tuple[str, str], ...]
    tags: tuple[run_tags.Tag, ...]
    known_tags: tuple[str, ...]
    adding: bool = False
    steps: tuple[Step, ...]
    pilots: Comparison
    reel: Reel
    budget: Gauge
    film: str | None
    memory: InPlay
    lines: tuple[Line, ...]
    stage: str
    seq: int
    title: str
    crumbs: tuple[Crumb, ...] = (Crumb(label="Runs", href="/runs"),)


@named.get("/{run_id}", response_class=HTMLResponse)
@router.get("/{run_id}", response_class=HTMLResponse)
def run(run_id: str, request: Request, bible: OpenBible, stage: str = "") -> HTMLResponse:
    """One run with everything it holds; `stage` narrows its log."""
    templates: Templates = request.app.state.templates
    chosen = stage if stage in set(STAGES) else ""
    return templates.page(request, "run.html", page=replace(gathered(bible, run_id), stage=chosen))


@router.get("/{run_id}/stream")
def stream(
    run_id: str, request: Request, bible: OpenBible, since: Annotated[int, Query(ge=0, le=2**62)] = 0
) -> Response:
    """What changes on the page of a run, as it happens."""
    one.summary(bible.db, run_id)
    templates: Templates = request.app.state.templates
    return streamed(request, run_id, since=since, encode=lambda news: _news(bible, templates, run_id, news))


@router.get("/{run_id}/log.txt", response_class=PlainTextResponse)
def log(run_id: str, bible: OpenBible) -> PlainTextResponse:
    """The newest lines of a run's log as plain text."""
    text = "".join(f"{rfc3339(line.at)} {line.level:7} {line.sentence}\n" for line in _told(bible, run_id))
    return PlainTextResponse(text, headers={"Content-Disposition": f'attachment; filename="{run_id}-log.txt"'})


def _told(bible: Bible, run_id: str) -> tuple[Line, ...]:
    one.summary(bible.db, run_id)
    return lines(tail(bible.db, run_id), named=letters(one.pilots(bible.db, run_id)))


@router.post("/{run_id}/cancel")
def cancel(run_id: str, request: Request, bible: OpenBible) -> Response:
    """Stop a run; what it made so far stays."""
    stop = lambda: bible.runs.finish(run_id, Status.CANCELLED)  # noqa: E731
    return acted(request, stop, said="The run is cancelled.", back=run_page(run_id))


@router.post("/{run_id}/archive")
def archive(run_id: str, request: Request, bible: OpenBible) -> Response:
    """Put a run away that is over; it can be brought back whole."""

    def effect() -> None:
        one.summary(bible.db, run_id)
        if not bible.runs.archive([run_id]).runs:
            raise Conflict("Only a run that has ended and is not yet archived can be archived.")

    undo = lambda _done: Undo(action=f"/runs/{run_id}/bring-back")  # noqa: E731
    fresh = lambda: _shelved(request, bible, run_id)  # noqa: E731
    return changed(request, effect, said="The run is archived.", back=run_page(run_id), undo=undo, fresh=fresh)


@router.post("/{run_id}/bring-back")
def bring_back(run_id: str, request: Request, bible: OpenBible) -> Response:
    """Let the lists show an archived run again."""

    def effect() -> None:
        one.summary(bible.db, run_id)
        bible.runs.bring_back([run_id])

    undo = lambda _done: Undo(action=f"/runs/{run_id}/archive")  # noqa: E731
    fresh = lambda: _shelved(request, bible, run_id)  # noqa: E731
    return changed(request, effect, said="The run is back in the lists.", back=run_page(run_id), undo=undo, fresh=fresh)


def _shelved(request: Request, bible: Bible, run_id: str) -> str:
    """The parts of the page that say whether a run is archived."""
    templates: Templates = request.app.state.templates
    page = gathered(bible, run_id, news=())
    shown = {"run-shelf": "shelf", PARTS["acts"]: "acts"}
    return "".join(partial(place, templates.text("run.html", block, page=page)) for place, block in shown.items())


def gathered(bible: Bible, run_id: str, *, news: Sequence[Happening] | None = None) -> RunPage:
    """What the page of a run shows, all of one moment; with `news`, its log has only these."""
    with bible.db.snapshot():
        found = one.run(bible.db, run_id)
        reports, _ = one.reports(bible.db, run_id)
        decided = verdicts.decisions(bible.db, found)
        happened = tail(bible.db, run_id, limit=SHOWN) if news is None else news[-MOST:]
        seq = run_log.last_seq(bible.db)
    at, silence = utcnow(), bible.settings.stalled_after
    [shown] = cards(bible.db, [found], at=at, stalled_after=silence)
    return RunPage(
        run_id=found.run_id,
        project_id=found.project_id,
        name=title(found.concept),
        more=more(found.concept),
        mark=shown.mark,
        is_over=found.is_over,
        is_archived=found.archived_at is not None,
        reason=reason(found),
        facts=_facts(found, reports, at, shown=shown),
        tags=run_tags.tags(found.tags),
        known_tags=tuple(each.tag for each in bible.runs.tags()) if news is None else (),
        steps=steps(found, at=at),
        pilots=comparison(found, threshold=threshold(bible, found), decided=decided),
        reel=reel(found, reports),
        budget=gauge(found, at=at),
        film=media_url(found.final_video_path) if found.final_video_path else None,
        memory=in_play(bible, found) if _tells_memory(news) else NOTHING,
        lines=lines(happened, found.timeline, named=letters(found.pilots)),
        stage="",
        seq=seq,
        title=found.run_id,
    )


def _tells_memory(news: Sequence[Happening] | None) -> bool:
    return news is None or any("memory" in _TOUCHES.get(each.kind, _LIGHT) for each in news)


def _facts(found: Run, reports: Sequence[Report], at: datetime, *, shown: RunCard) -> tuple[tuple[str, str], ...]:
    taken = span(((found.completed_at or at) - found.started_at).total_seconds())
    style = ", ".join(filter(None, (found.mood, found.music_style, found.edit_style)))
    facts = [] if found.is_over else [("analytics", f"{standing(found).percent}% done")]
    facts += [("runs", scenes_told(found)), ("clock", taken)]
    if (left := seconds_left(found, reports, at=at)) is not None:
        facts.append(("hourglass", f"About {span(left)} left"))
    facts.append(("projects", found.project_id))
    if shown.mark in (QUEUED, WAITING):
        facts.append(("jobs", shown.fact))
    if shown.mark == STATUSES[Status.STALLED]:
        facts.append(("hourglass", f"No news for {span((at - found.heard_at).total_seconds())}"))
    return (*facts, ("direction", style)) if style else tuple(facts)


def scenes_told(found: Run) -> str:
    """How many scenes have a take, said of each pilot that it is true of."""
    far, named = standing(found), letters(found.pilots)
    if not far.scenes or not far.takes:
        return plural(found.scenes_completed, "scene")
    have = f"{'has' if far.scenes == 1 else 'have'} a take"
    whole = plural(far.scenes, "scene")
    first, *others = far.takes
    if not others:
        return f"{_whose(first, found, named)}{first.made} of {whole} {have}"
    if all(each.made == first.made for each in others):
        return f"{first.made} of {whole} {have} of each pilot"
    told = (f"{named[each.pilot_id or '']} {'' if n else 'has '}{each.made}" for n, each in enumerate(far.takes))
    return f"{', '.join(told)} of {whole}"


def _whose(takes: Takes, found: Run, named: Mapping[str, str]) -> str:
    return f"{named[takes.pilot_id]}: " if takes.pilot_id and len(found.pilots) > 1 else ""


def _news(bible: Bible, templates: Templates, run_id: str, news: Sequence[Happening]) -> str:
    """What an open page has to change after something happened."""
    try:
        page = gathered(bible, run_id, news=news)
    except NotFound:
        return partial("run-gone", templates.text("run.html", "gone", page=None), swap="innerHTML")
    changed = {part for each in news for part in _TOUCHES.get(each.kind, _LIGHT)}
    shown = {PARTS[part]: templates.text("run.html", part, page=page) for part in PARTS if part in changed}
    rows = templates.text("run.html", "lines", page=page)
    return "".join([*(partial(*each) for each in shown.items()), partial("run-lines", rows, swap="beforeend")])
