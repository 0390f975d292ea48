"""`/memory/combinations`: which moods went well with which music, as a grid, and each in a drawer to judge."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Final
from urllib.parse import urlencode

from fastapi import APIRouter, Form, Request
from starlette.responses import HTMLResponse, Response, StreamingResponse

from showbible.bible import Bible
from showbible.errors import NotFound
from showbible.lessons.model import ENOUGH, Combination, Pair, PairVerdict, Production, UseState
from showbible.lessons.recall import combinations
from showbible.lessons.recall.forgotten import ForgottenCombination
from showbible.storage.changes import newest
from showbible.vocabulary import utcnow, word
from showbible.web.deps import OpenBible
from showbible.web.pages.kit import attachments
from showbible.web.pages.kit.attachments import FileFormat
from showbible.web.pages.kit.corrections import Acts
from showbible.web.pages.kit.lists import Peeked
from showbible.web.pages.kit.marks import StatusMark
from showbible.web.pages.kit.rewording import Version, versions
from showbible.web.pages.memory.head import MEMORY, MemoryHead, head
from showbible.web.pages.memory.page import EVIDENCE
from showbible.web.render import Crumb, Templates
from showbible.web.shapes.lessons import CombinationRow
from showbible.web.words import plain, plural

router = APIRouter(prefix="/memory/combinations")

HERE: Final = "/memory/combinations"
MOST_ROWS: Final = 12
MOST_COLUMNS: Final = 8
PAUSED: Final = StatusMark(hue="idle", icon="pause", word="Paused")
WORKS: Final = StatusMark(hue="ok", icon="check", word="Suggested")
FAILS: Final = StatusMark(hue="bad", icon="failed", word="Rarely went well")
UNSURE: Final = StatusMark(hue="idle", icon="clock", word="Too few runs")
CHOSEN: Final = StatusMark(hue="ok", icon="preferences", word="You say it works")
BARRED: Final = StatusMark(hue="bad", icon="preferences", word="You say it fails")
VERDICTS: Final = (
    ("", "Leave it to the runs"),
    (PairVerdict.WORKS.value, "It works: suggest it"),
    (PairVerdict.FAILS.value, "It fails: never suggest it"),
)


@dataclass(frozen=True, kw_only=True)
class CombinationCell:
    """A mood with a music style as the page shows it; `query` names it in an address."""

    found: Combination
    name: str
    mark: StatusMark
    href: str
    query: str


@dataclass(frozen=True, kw_only=True)
class CombinationDetail:
    """A combination in the drawer, with its evidence; `seen` is the newest change its reader knows of."""

    cell: CombinationCell
    sentence: str
    evidence: list[Production]
    versions: tuple[Version, ...]
    seen: int
    verdicts: tuple[tuple[str, str], ...] = VERDICTS


@dataclass(frozen=True, kw_only=True)
class CombinationsPage:
    """Every combination, the most frequent ones as a grid of moods by music, and the one that is peeked at."""

    head: MemoryHead
    cells: tuple[CombinationCell, ...]
    columns: tuple[str, ...]
    grid: tuple[tuple[str, tuple[CombinationCell | None, ...]], ...]
    sentence: str
    detail: CombinationDetail | None
    now: datetime
    title: str = "Combinations"
    crumbs: tuple[Crumb, ...] = (MEMORY,)


@router.get("", response_class=HTMLResponse)
def listed(request: Request, bible: OpenBible, peek: Peeked = "", music: Peeked = "") -> HTMLResponse:
    """Moods and music, the best founded successes first."""
    templates: Templates = request.app.state.templates
    page = combinations_page(bible, Pair(peek, music) if peek else None)
    # A page that reads itself again after something was forgotten is not to blame for what is gone.
    if peek and page.detail is None and "hx-request" not in request.headers:
        raise NotFound("combination", f"{peek} with {music}")
    return templates.page(request, "memory_combinations.html", page=page)


@router.get(".{ending}")
def file(bible: OpenBible, ending: FileFormat) -> StreamingResponse:
    """Every combination of a mood and a music style."""
    return attachments.shaped("combinations", ending, CombinationRow, bible.lessons.combinations())


def combinations_page(bible: Bible, peek: Pair | None = None) -> CombinationsPage:
    """What the page shows, all of one moment."""
    with bible.db.snapshot():
        found = combinations.combinations(bible.db)
        rows = _frequent(((each.mood, each.total) for each in found), MOST_ROWS)
        columns = _frequent(((each.music_style, each.total) for each in found), MOST_COLUMNS)
        cells = {each.pair: _cell(each) for each in found}
        return CombinationsPage(
            head=head(bible, HERE, pairs=found),
            cells=tuple(cells.values()),
            columns=tuple(plain(music) for music in columns),
            grid=tuple((plain(mood), tuple(cells.get(Pair(mood, music)) for music in columns)) for mood in rows),
            sentence=_sentence(found),
            detail=_detail(bible, cells[peek]) if peek in cells else None,
            now=utcnow(),
        )


def _cell(found: Combination) -> CombinationCell:
    return CombinationCell(
        found=found,
        name=f"{plain(found.mood)} with {plain(found.music_style).lower()}",
        mark=_mark(found),
        href=_peek(found.pair),
        query=urlencode({"mood": found.mood, "music": found.music_style}),
    )


def _mark(found: Combination) -> StatusMark:
    if found.ruling.state is UseState.PAUSED:
        return PAUSED
    if found.ruling.verdict is not None:
        return CHOSEN if found.ruling.verdict is PairVerdict.WORKS else BARRED
    if not found.has_support:
        return UNSURE
    return WORKS if found.is_suggested else FAILS


def _detail(bible: Bible, cell: CombinationCell) -> CombinationDetail:
    pair = cell.found.pair
    changes = combinations.versions(bible.db, pair)
    return CombinationDetail(
        cell=cell,
        sentence=_promise(cell.found),
        evidence=combinations.behind(bible.db, pair, limit=EVIDENCE),
        versions=versions(changes),
        seen=newest(changes),
    )


def _promise(found: Combination) -> str:
    """Whether a plan would name it, and who decided that."""
    counted = f"{found.good} of {plural(found.total, 'rated run')} went well"
    if found.ruling.state is UseState.PAUSED:
        return f"Paused: no plan names it, though {counted}."
    if found.ruling.verdict is not None:
        promise = "plans may name it" if found.is_chosen else "no plan names it"
        return f"You decided: {promise}, whatever the runs say. {counted}."
    if not found.has_support:
        return f"{counted}, too few to suggest it."
    return f"{counted}, so plans {'may' if found.is_suggested else 'do not'} name it."


def _frequent(counted: Iterable[tuple[str, int]], most: int) -> list[str]:
    totals: Counter[str] = Counter()
    for name, number in counted:
        totals[name] += number
    return [name for name, _ in totals.most_common(most)]


def _sentence(found: list[Combination]) -> str:
    first = next(iter(combinations.successful(found)), None)
    if first is None:
        return f"A combination is suggested once {ENOUGH} rated runs used it and more than half of them went well."
    name = f"{plain(first.mood)} with {first.music_style}"
    if first.is_chosen:
        return f"{name} is what you decided for."
    return f"{name} is the safest choice: {first.good} of {plural(first.total, 'rated run')} went well."


def _peek(pair: Pair) -> str:
    return f"{HERE}?{urlencode({'peek': pair.mood, 'music': pair.music_style})}"


def _meant(request: Request) -> Pair:
    """The combination that an address names."""
    return Pair(request.query_params.get("mood", ""), request.query_params.get("music", ""))


COMBINATIONS: Final = Acts(
    things=lambda bible, _: bible.lessons.combination_rulings,
    back=lambda _, request: _peek(_meant(request)),
    home=lambda _: HERE,
    taken=ForgottenCombination,
    item_id=lambda request: _meant(request).item_id,
    in_path=False,
    called=lambda request: plain(str(_meant(request))),
    paused="{it} is paused.",
    resumed="{it} is in use again.",
    forgotten="{it} is forgotten; later runs teach it anew.",
    restored="The combination is back.",
)
COMBINATIONS.register(router, "")


@router.post("/verdict")
def judge(
    request: Request, bible: OpenBible, seen: Annotated[int, Form()], verdict: Annotated[str, Form()] = ""
) -> Response:
    """Say whether a combination works; nothing leaves it to the runs."""
    told = {PairVerdict.WORKS: "is suggested from now on", PairVerdict.FAILS: "is not suggested any more"}
    said = told[word(PairVerdict, "verdict", verdict)] if verdict else "is left to the runs"
    wanted = {"verdict": verdict or None}
    act = lambda things: things.correct(_meant(request).item_id, wanted, seen=seen)  # noqa: E731
    return COMBINATIONS.correct(request, bible, act, said=f"{{it}} {said}.")
