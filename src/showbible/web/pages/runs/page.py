"""`/runs`: every production, filtered by the address, as cards, as a table or as a file, live while one looks."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, Final
from urllib.parse import urlencode

from fastapi import APIRouter, Query
from starlette.responses import HTMLResponse, RedirectResponse, Response, StreamingResponse

from showbible.bible import Bible
from showbible.projects import recall as projects
from showbible.runs.model import Run, RunSort, Stage, Status, Tier
from showbible.runs.recall import lists, log, one, tags
from showbible.runs.recall.log import Happening
from showbible.runs.recall.run_words import STAGES, letter
from showbible.shapes.runs import RunRow, SeenRun
from showbible.storage import paging
from showbible.vocabulary import utcnow
from showbible.web.deps import OpenBible, Render
from showbible.web.live import EVERY_ROW
from showbible.web.pages.kit.answers import Since, streamed
from showbible.web.pages.kit.attachments import Ending, FileFormat, csv_file, each, json_file
from showbible.web.pages.kit.cards import RunCard, cards, more, queued
from showbible.web.pages.kit.lists import Cursor, Listed, Peeked
from showbible.web.pages.kit.marks import PILOTS, STATUSES, tone
from showbible.web.pages.kit.saved_views import SavedViews
from showbible.web.pages.run.progress import reason, steps
from showbible.web.pages.runs import acts
from showbible.web.render import ignored
from showbible.web.run_filter import RunFilter, Wished
from showbible.words import plain, usd

VIEWS: Final = SavedViews(filter=RunFilter, store=lambda bible: bible.runs.views)

router = APIRouter()
router.include_router(acts.router)
VIEWS.register(router)

PAGE: Final = 50
LONGEST_OPTION: Final = 24
Selected = Annotated[str, Query(max_length=8192)]
"""What is ticked, as an address tells it: ids with commas between, or `*`, as no list of all would stay true."""


class PilotLine:
    """A pilot in a line; `name` is how it was made and how it stands."""

    def __init__(self, run: Run, position: int) -> None:
        self.pilot, self.letter, self.tone = run.pilots[position], letter(position), tone(position)
        won = self.pilot.pilot_id == run.winning_pilot
        self.name = f"{plain(self.pilot.tier)}, {'won' if won else PILOTS[self.pilot.status].word.lower()}"


class RunPeek:
    """One run in the drawer beside the list; `percent` is the share of its budget that is spent."""

    def __init__(self, bible: Bible, run_id: str, *, at: datetime) -> None:
        run = one.run(bible.db, run_id)
        self.card = RunCard(run, at=at, stalled_after=bible.settings.stalled_after)
        self.more, self.reason, self.steps = more(run.concept), reason(run), steps(run, at=at)
        self.pilots = [PilotLine(run, position) for position in range(len(run.pilots))]
        self.percent = min(100, 100 * run.spent // run.budget) if run.budget else 100 * bool(run.spent)
        self.left = f"{usd(run.remaining)} left" if run.remaining >= 0 else f"{usd(-run.remaining)} over"


class RunsPage:
    """A page of runs, all of one moment; `seq` is the last event it knows of, `kept` the saved view that it shows."""

    title, crumbs = "Runs", ()
    sorts = (("newest", "Newest"), ("oldest", "Oldest"), ("cost", "Most spent"), ("score", "Best score"))
    statuses = tuple((status.value, mark.word) for status, mark in STATUSES.items())
    stages = tuple((stage.value, words[1]) for stage, words in STAGES.items())
    tiers = tuple((tier.value, plain(tier)) for tier in Tier)

    def __init__(
        self, bible: Bible, wish: RunFilter, cursor: str | None = None, *, peeked: str = "", selected: str = ""
    ) -> None:
        self.wish, self.selected, at, silence = wish, selected, utcnow(), bible.settings.stalled_after
        with bible.db.snapshot():
            page = wish.page(bible, limit=PAGE, cursor=cursor or None)
            made = {card.run_id: card for card in cards(bible.db, page.items, at=at, stalled_after=silence)}
            count = lambda less: less.page(bible, limit=1).total  # noqa: E731
            self.list = Listed(wish, page, lambda run: made[run.run_id], cursor=cursor, count=count)
            stories = projects.projects(bible.db, limit=paging.MOST).items
            self.tags, self.views = _tags(bible, wish), VIEWS.links(bible, wish)
            self.peek = RunPeek(bible, peeked, at=at) if peeked else None
            self.seq = log.last_seq(bible.db)
        self.projects = [(story.project_id, story.name or story.project_id) for story in stories]
        self.picked, self.is_every = frozenset(selected.split(",")), selected == "*"
        self.kept = next((view for view in self.views if view.is_here), None)

    @property
    def takes_news(self) -> bool:
        """Whether a run that starts now would stand on top of this page."""
        narrows = [one for one in self.wish.narrows if one != ("status", Status.RUNNING.value)]
        return self.list.is_first and self.wish.sort == RunSort.NEWEST and not narrows

    def here(self, **more: str) -> str:
        """The address of this list with what is ticked in it, and more beside it."""
        beside = urlencode({name: value for name, value in {"sel": self.selected, **more}.items() if value})
        # Behind the whole address: without what is added, it must not become the bare one.
        return f"{self.wish.href()}&{beside}" if beside else self.wish.href()


def _tags(bible: Bible, wish: RunFilter) -> list[tuple[str, str]]:
    """The tags a list can be narrowed to, each with how many runs it would show; the one in force is always there."""
    options = {
        tag.tag: f"{_cut(tag.tag)} ({tag.runs:,})" for tag in tags.known_tags(bible.db, archived=bool(wish.archived))
    }
    if wish.tag:
        options.setdefault(wish.tag, _cut(wish.tag))
    return list(options.items())


def _cut(tag: str) -> str:
    return tag if len(tag) <= LONGEST_OPTION else tag[:LONGEST_OPTION].rstrip() + "…"


@router.get("/runs", response_class=HTMLResponse, response_model=None)
def runs(
    render: Render, bible: OpenBible, wish: Wished, cursor: Cursor = None, peek: Peeked = "", sel: Selected = ""
) -> Response:
    """Runs, fifty at a time; the bare address goes on to the view that was chosen for it."""
    is_bare = not render.request.url.query and not ignored(render.request)
    if is_bare and (chosen := bible.runs.views.default()):
        return RedirectResponse(f"/runs{chosen.query}", status_code=303)
    return render.page("runs.html", RunsPage(bible, wish, cursor, peeked=peek, selected=sel))


class RunNews:
    """Runs that changed, as they are now; those whose tags did; and the ids of those that began."""

    def __init__(self, bible: Bible, news: Sequence[Happening]) -> None:
        # Whoever leaves the queue moves everybody behind.
        moved = {*(each.run_id for each in news if each.kind != "tag"), *queued(bible.db)}
        tagged = {each.run_id for each in news if each.kind == "tag"}
        changed = lists.some(bible.db, sorted(moved | tagged))
        made = cards(bible.db, changed, at=utcnow(), stalled_after=bible.settings.stalled_after)
        self.cards = [card for card in made if card.run_id in moved]
        self.tagged = [card for card in made if card.run_id in tagged]
        entered = [(each.run_id, (each.body.get("data") or {}).get("stage")) for each in news if each.kind == "stage"]
        self.begun = [run_id for run_id, stage in entered if stage == Stage.INITIALIZED]


@router.get("/runs/stream")
def stream(render: Render, bible: OpenBible, since: Since = 0) -> Response:
    """What changes in lists of runs, as it happens: rows change in place, what is new is announced, never pushed in."""
    encode = lambda news: render.text("runs_news.html", "news", RunNews(bible, news))  # noqa: E731
    return streamed(render.request, EVERY_ROW, since=since, encode=encode)


@router.get("/runs.{ending}")
def runs_file(bible: OpenBible, wish: Wished, ending: Ending) -> StreamingResponse:
    """Every run that passes the filters; in the table for spreadsheets, tags stand with commas between."""
    silence = bible.settings.stalled_after
    asked = each(lambda cursor: wish.page(bible, limit=paging.MOST, cursor=cursor))
    rows = (RunRow.of(SeenRun(run, stalled_after=silence)).model_dump() for run in asked)
    if ending is FileFormat.JSON:
        return json_file("runs.json", rows)
    table = ({**row, "tags": ", ".join(row["tags"])}.values() for row in rows)
    return csv_file("runs.csv", heads=list(RunRow.model_fields), rows=table)
