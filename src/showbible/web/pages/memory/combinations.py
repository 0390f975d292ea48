"""`/memory/combinations`: which moods went well with which music, as a grid, and each in a drawer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Final

from fastapi import APIRouter, Query, Request
from starlette.responses import HTMLResponse

from showbible.bible import Bible
from showbible.errors import NotFound
from showbible.lessons.model import ENOUGH, Combination, Pair
from showbible.lessons.recall import combinations
from showbible.vocabulary import utcnow
from showbible.web.deps import OpenBible
from showbible.web.pages.memory.head import MEMORY, Head, head
from showbible.web.pages.memory.pairs import Detail, Shown, detail, shown
from showbible.web.render import Crumb, Templates
from showbible.web.words import plain, plural

router = APIRouter(prefix="/memory")

MOST_ROWS: Final = 12
MOST_COLUMNS: Final = 8

Name = Annotated[str, Query(max_length=256)]


@dataclass(frozen=True, kw_only=True)
class CombinationsPage:
    """Every combination, the most frequent ones as a grid of moods by music, and the one that is peeked at."""

    head: Head
    pairs: tuple[Shown, ...]
    columns: tuple[str, ...]
    grid: tuple[tuple[str, tuple[Shown | None, ...]], ...]
    sentence: str
    detail: Detail | None
    now: datetime
    title: str = "Combinations"
    crumbs: tuple[Crumb, ...] = (MEMORY,)


@router.get("/combinations", response_class=HTMLResponse)
def listed(request: Request, bible: OpenBible, peek: Name = "", music: Name = "") -> HTMLResponse:
    """Moods and music, the best founded successes first."""
    templates: Templates = request.app.state.templates
    page = gathered(bible, Pair(peek, music) if peek else None)
    # A page that reads itself again after something was forgotten is not to blame for what is gone.
    if peek and page.detail is None and "hx-request" not in request.headers:
        raise NotFound("combination", f"{peek} with {music}")
    return templates.page(request, "memory_combinations.html", page=page)


def gathered(bible: Bible, peek: Pair | None = None) -> CombinationsPage:
    """What the page shows."""
    with bible.db.snapshot():
        found = combinations.combinations(bible.db)
        rows = _frequent([(each.mood, each.total) for each in found], MOST_ROWS)
        columns = _frequent([(each.music_style, each.total) for each in found], MOST_COLUMNS)
        cells = {each.pair: shown(each) for each in found}
        peeked = next((each for each in found if each.pair == peek), None)
        return CombinationsPage(
            head=head(bible, "/memory/combinations", pairs=found),
            pairs=tuple(cells.values()),
            columns=tuple(plain(music) for music in columns),
            grid=tuple((plain(mood), tuple(cells.get(Pair(mood, music)) for music in columns)) for mood in rows),
            sentence=_sentence(found),
            detail=detail(bible, peeked) if peeked else None,
            now=utcnow(),
        )


def _frequent(counted: Sequence[tuple[str, int]], most: int) -> list[str]:
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
