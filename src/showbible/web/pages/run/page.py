"""`/runs/{id}`: one production, live."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from functools import cached_property
from typing import Final

from fastapi import APIRouter
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response

from showbible.addresses import still_url
from showbible.bible import Bible
from showbible.errors import NotFound
from showbible.lessons.recall import history
from showbible.runs.model import AssetType, Report, Run, Status
from showbible.runs.recall import log, one, standing, verdicts
from showbible.runs.recall.keeping import RunKeeping
from showbible.runs.recall.log import Happening
from showbible.runs.recall.log_lines import MOST, SHOWN, lines
from showbible.runs.recall.run_words import STAGES, letters
from showbible.vocabulary import media_url, rfc3339, utcnow
from showbible.web.deps import OpenBible, Render
from showbible.web.pages.kit.answers import Since, partial, streamed
from showbible.web.pages.kit.cards import RunCard, cards, more
from showbible.web.pages.kit.marks import QUEUED, STATUSES, WAITING
from showbible.web.pages.run.memory import InPlay, threshold
from showbible.web.pages.run.pilots import Comparison
from showbible.web.pages.run.progress import Gauge, reason, steps
from showbible.web.pages.run.scenes import reel
from showbible.web.render import Crumb, Renderer
from showbible.web.run_filter import RunFilter
from showbible.words import plural, span

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

News = Sequence[Happening] | None
"""What has just happened, where a page tells only of that."""


class RunPage:
    """A run as a person reads it, all of one moment; with `news`, its log has only these.

    `seq` is the last event shown, `stage` the one whose lines the log shows, if any; `adding` while somebody may want
    to add another tag.
    """

    crumbs = (Crumb(label="Runs", href="/runs"),)

    def __init__(self, bible: Bible, run_id: str, *, news: News = None, stage: str = "", adding: bool = False) -> None:
        self._bible, self.title, self.stage, self.adding = bible, run_id, stage, adding
        with bible.db.snapshot():
            self.run = run = one.run(bible.db, run_id)
            reports, _ = one.reports(bible.db, run_id)
            decided = verdicts.decisions(bible.db, run)
            happened = log.newest(bible.db, run_id, limit=SHOWN) if news is None else news[-MOST:]
            self.seq = log.last_seq(bible.db)
        at = utcnow()
        [self.card] = cards(bible.db, [run], at=at, stalled_after=bible.settings.stalled_after)
        self.more, self.reason, self.facts = more(run.concept), reason(run), _facts(run, reports, at, card=self.card)
        self.film, self.poster = media_url(run.final_video_path or ""), still_url(run.final_video_path or "")
        self.steps, self.reel, self.budget = steps(run, at=at), reel(run, reports), Gauge(run, at=at)
        self.pilots = Comparison(run, threshold=threshold(bible, run), decided=decided)
        self.lines = lines(happened, run.timeline, named=letters(run.pilots))
        self.tags = [(tag, RunFilter(tag=tag).href()) for tag in run.tags]

    @cached_property
    def memory(self) -> InPlay:
        """What acts in the run: asked of every memory, so only where it is shown."""
        return InPlay(self._bible, self.run)

    @cached_property
    def rating(self) -> int | None:
        """The stars that a person gave the film."""
        found = history.some(self._bible.db, [self.run.run_id])
        return found[0].rating if found else None

    @cached_property
    def keeping(self) -> RunKeeping:
        """Whether it is pinned, and whether its working files have gone."""
        return self._bible.runs.keeping(self.run.run_id)

    @property
    def known_tags(self) -> list[str]:
        """The tags of all runs."""
        return [each.tag for each in self._bible.runs.tags()]

    def parts(self, render: Renderer, names: Collection[str], *, swap: str = "outerMorph") -> str:
        """Some blocks of the page, each for its place."""
        return "".join(partial(f"run-{name}", render.text("run.html", name, self), swap=swap) for name in names)


@named.get("/{run_id}", response_class=HTMLResponse)
@router.get("/{run_id}", response_class=HTMLResponse)
def production(run_id: str, render: Render, bible: OpenBible, stage: str = "") -> HTMLResponse:
    """One run with everything it holds; `stage` narrows its log."""
    return render.page("run.html", RunPage(bible, run_id, stage=stage if stage in set(STAGES) else ""))


@router.get("/{run_id}/stream")
def stream(run_id: str, render: Render, bible: OpenBible, since: Since = 0) -> Response:
    """What changes on the page of a run, as it happens."""
    one.summary(bible.db, run_id)

    def encode(news: Sequence[Happening]) -> str:
        touched = {part for each in news for part in _TOUCHES.get(each.kind, _LIGHT)}
        try:
            page = RunPage(bible, run_id, news=news)
        except NotFound:
            return partial("run-gone", render.text("run.html", "gone", None), swap="innerHTML")
        rows = partial("run-lines", render.text("run.html", "lines", page), swap="beforeend")
        return page.parts(render, [part for part in PARTS if part in touched]) + rows

    return streamed(render.request, run_id, since=since, encode=encode)


@router.get("/{run_id}/log.txt", response_class=PlainTextResponse)
def log_file(run_id: str, bible: OpenBible) -> PlainTextResponse:
    """The newest lines of a run's log as plain text."""
    one.summary(bible.db, run_id)
    newest = lines(log.newest(bible.db, run_id, limit=MOST), named=letters(one.pilots(bible.db, run_id)))
    text = "".join(f"{rfc3339(line.at)} {line.level:7} {line.sentence}\n" for line in newest)
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


def _facts(run: Run, reports: Sequence[Report], at: datetime, *, card: RunCard) -> list[tuple[str, str]]:
    left = standing.seconds_left(run, reports, at=at)
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
    return [(icon, text) for icon, text in facts if text]


def scenes_made(run: Run) -> str:
    """How many scenes have a take, said of each pilot that it is true of."""
    far, names = standing.standing(run), letters(run.pilots)
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
