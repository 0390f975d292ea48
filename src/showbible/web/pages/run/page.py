"""`/runs/{id}`: one production, live."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Annotated, Final

from fastapi import APIRouter, Query, Request
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response

from showbible.bible import Bible
from showbible.errors import NotFound
from showbible.runs.model import AssetType, Happening, Report, Run, Status
from showbible.runs.recall import log as run_log
from showbible.runs.recall import one, verdicts
from showbible.runs.recall.standing import seconds_left, standing
from showbible.vocabulary import media_url, rfc3339, utcnow
from showbible.web.addresses import still_url
from showbible.web.deps import OpenBible
from showbible.web.pages.kit.answers import partial, streamed
from showbible.web.pages.kit.cards import RunCard, cards, more
from showbible.web.pages.kit.marks import QUEUED, STAGES, STATUSES, WAITING, letters
from showbible.web.pages.run.budget import Gauge, gauge
from showbible.web.pages.run.loglines import MOST, SHOWN, LogLine, lines
from showbible.web.pages.run.memory import NOTHING, InPlay, in_play, threshold
from showbible.web.pages.run.pilots import Comparison, comparison
from showbible.web.pages.run.reels import Reel
from showbible.web.pages.run.scenes import reel
from showbible.web.pages.run.tracker import StageStep, reason, steps
from showbible.web.render import Crumb, Templates
from showbible.web.run_filter import RunFilter
from showbible.web.words import plural, span

router = APIRouter(prefix="/runs")
named = APIRouter(prefix="/runs/-")
"""The pages of runs by any name, those that are also the names of other pages among them."""

_LIGHT: Final = ("head", "steps", "budget")
_ENDING: Final = (
    *("head", "steps", "screens", "verdict", "scenes", "length", "arc", "sounds"),
    *("budget", "film", "acts", "memory"),
)
_TOUCHES: Final[Mapping[str, Collection[str]]] = {
    "asset": (*_LIGHT, "screens", "verdict", "scenes", "length", "arc", "sounds"),
    "pilot": (*_LIGHT, "screens", "verdict", "scenes", "length"),
    "progress": ("head", "steps", "scenes"),
    "mute": ("memory",),
    "tag": ("tags",),
    "complete": _ENDING,
}
"""Which blocks of the page an event can change; any other event changes the light ones."""
PARTS: Final = (*_ENDING, "tags")
"""The blocks of the page that change, in their order; each fills the element of its name behind `run-`."""


@dataclass(frozen=True, kw_only=True)
class RunPage:
    """A run as a person reads it; `seq` is the last event shown, `stage` the one whose lines the log shows, if any.

    `adding` while somebody may want to add another tag.
    """

    run: Run
    card: RunCard
    facts: tuple[tuple[str, str], ...]
    known_tags: tuple[str, ...]
    steps: tuple[StageStep, ...]
    pilots: Comparison
    reel: Reel
    budget: Gauge
    memory: InPlay
    lines: tuple[LogLine, ...]
    seq: int
    title: str
    stage: str = ""
    adding: bool = False
    crumbs: tuple[Crumb, ...] = (Crumb(label="Runs", href="/runs"),)

    @property
    def more(self) -> str:
        """What the concept says beyond its title."""
        return more(self.run.concept)

    @property
    def reason(self) -> str | None:
        """Why the run ended before its time, if anybody said so."""
        return reason(self.run)

    @property
    def film(self) -> str | None:
        """Where the film is played."""
        return media_url(self.run.final_video_path or "")

    @property
    def poster(self) -> str | None:
        """A picture of the film."""
        return still_url(self.run.final_video_path or "")

    @property
    def tags(self) -> list[tuple[str, str]]:
        """Each tag with the list of the runs that share it."""
        return [(tag, RunFilter(tag=tag).href()) for tag in self.run.tags]


@named.get("/{run_id}", response_class=HTMLResponse)
@router.get("/{run_id}", response_class=HTMLResponse)
def shown(run_id: str, request: Request, bible: OpenBible, stage: str = "") -> HTMLResponse:
    """One run with everything it holds; `stage` narrows its log."""
    templates: Templates = request.app.state.templates
    page = run_page(bible, run_id)
    return templates.page(request, "run.html", page=replace(page, stage=stage if stage in set(STAGES) else ""))


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
    one.summary(bible.db, run_id)
    told = lines(run_log.newest(bible.db, run_id, limit=MOST), named=letters(one.pilots(bible.db, run_id)))
    text = "".join(f"{rfc3339(line.at)} {line.level:7} {line.sentence}\n" for line in told)
    return PlainTextResponse(text, headers={"Content-Disposition": f'attachment; filename="{run_id}-log.txt"'})


@router.get("/{run_id}/still")
def still(run_id: str, bible: OpenBible) -> Response:
    """The last thing a run made that can be seen; nothing when there is none."""
    one.summary(bible.db, run_id)
    made = reversed(one.assets(bible.db, run_id))
    last = next((asset.path for asset in made if asset.url and asset.type is not AssetType.AUDIO), None)
    if last is None:
        return Response(status_code=204)
    return RedirectResponse(still_url(last) or "", headers={"Cache-Control": "private, max-age=30"})


def run_page(bible: Bible, run_id: str, *, news: Sequence[Happening] | None = None, memory: bool = True) -> RunPage:
    """What the page of a run shows, all of one moment; with `news`, its log has only these.

    What acts in a run is asked of every memory, so who does not show it does without.
    """
    with bible.db.snapshot():
        run = one.run(bible.db, run_id)
        reports, _ = one.reports(bible.db, run_id)
        decided = verdicts.decisions(bible.db, run)
        happened = run_log.newest(bible.db, run_id, limit=SHOWN) if news is None else news[-MOST:]
        seq = run_log.last_seq(bible.db)
    at = utcnow()
    [card] = cards(bible.db, [run], at=at, stalled_after=bible.settings.stalled_after)
    return RunPage(
        run=run,
        card=card,
        facts=_facts(run, reports, at, card=card),
        known_tags=tuple(each.tag for each in bible.runs.tags()) if news is None else (),
        steps=steps(run, at=at),
        pilots=comparison(run, threshold=threshold(bible, run), decided=decided),
        reel=reel(run, reports),
        budget=gauge(run, at=at),
        memory=in_play(bible, run) if memory else NOTHING,
        lines=lines(happened, run.timeline, named=letters(run.pilots)),
        seq=seq,
        title=run.run_id,
    )


def _facts(run: Run, reports: Sequence[Report], at: datetime, *, card: RunCard) -> tuple[tuple[str, str], ...]:
    left = seconds_left(run, reports, at=at)
    silence = span((at - run.heard_at).total_seconds())
    facts = (
        ("analytics", "" if run.is_over else f"{run.progress}% done"),
        ("runs", scenes_made(run)),
        ("clock", card.length),
        ("hourglass", "" if left is None else f"About {span(left)} left"),
        ("projects", run.project_id),
        ("jobs", card.fact if card.mark in (QUEUED, WAITING) else ""),
        ("hourglass", f"No news for {silence}" if card.mark == STATUSES[Status.STALLED] else ""),
        ("direction", ", ".join(filter(None, (run.mood, run.music_style, run.edit_style)))),
    )
    return tuple((icon, text) for icon, text in facts if text)


def scenes_made(run: Run) -> str:
    """How many scenes have a take, said of each pilot that it is true of."""
    far, names = standing(run), letters(run.pilots)
    if not far.scenes or not far.takes:
        return plural(run.scenes_completed, "scene")
    have = f"{'has' if far.scenes == 1 else 'have'} a take"
    whole = plural(far.scenes, "scene")
    first, *others = far.takes
    if not others:
        whose = f"{names[first.pilot_id]}: " if first.pilot_id and len(run.pilots) > 1 else ""
        return f"{whose}{first.made} of {whole} {have}"
    if all(each.made == first.made for each in others):
        return f"{first.made} of {whole} {have} of each pilot"
    each_has = (f"{names[each.pilot_id or '']} {'' if n else 'has '}{each.made}" for n, each in enumerate(far.takes))
    return f"{', '.join(each_has)} of {whole}"


def _news(bible: Bible, templates: Templates, run_id: str, news: Sequence[Happening]) -> str:
    """What an open page has to change after something happened."""
    touched = {part for each in news for part in _TOUCHES.get(each.kind, _LIGHT)}
    try:
        page = run_page(bible, run_id, news=news, memory="memory" in touched)
    except NotFound:
        return partial("run-gone", templates.text("run.html", "gone", page=None), swap="innerHTML")
    rows = partial("run-lines", templates.text("run.html", "lines", page=page), swap="beforeend")
    return parts(templates, page, [part for part in PARTS if part in touched]) + rows


def parts(templates: Templates, page: RunPage, names: Collection[str], *, swap: str = "outerMorph") -> str:
    """Some blocks of the page, each for its place."""
    return "".join(partial(f"run-{name}", templates.text("run.html", name, page=page), swap=swap) for name in names)
