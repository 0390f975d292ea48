"""`/memory/combinations`: which moods went well with which music, as a grid."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlencode

from fastapi import APIRouter, Request
from starlette.responses import HTMLResponse

from showbible.bible import Bible
from showbible.lessons.model import ENOUGH, Combination
from showbible.lessons.recall import combinations
from showbible.web.deps import OpenBible
from showbible.web.pages.marks import Mark
from showbible.web.pages.memory_head import MEMORY, Head, head
from showbible.web.render import Crumb, Templates
from showbible.web.words import plain

router = APIRouter(prefix="/memory")

MOST_ROWS: Final = 12
MOST_COLUMNS: Final = 8
WORKS: Final = Mark(hue="ok", icon="check", word="Suggested")
FAILS: Final = Mark(hue="bad", icon="failed", word="Rarely went well")
UNSURE: Final = Mark(hue="idle", icon="clock", word="Too few runs")


@dataclass(frozen=True, kw_only=True)
class Pair:
    """A mood with a music style, how it went, and the way to its runs."""

    mood: str
    music: str
    told: str
    percent: int
    mark: Mark
    href: str


@dataclass(frozen=True, kw_only=True)
class CombinationsPage:
    """Every combination, and the most frequent ones as a grid of moods by music."""

    head: Head
    pairs: tuple[Pair, ...]
    columns: tuple[str, ...]
    grid: tuple[tuple[str, tuple[Pair | None, ...]], ...]
    sentence: str
    title: str = "Combinations"
    crumbs: tuple[Crumb, ...] = (MEMORY,)


@router.get("/combinations", response_class=HTMLResponse)
def shown(request: Request, bible: OpenBible) -> HTMLResponse:
    """Moods and music, the best founded successes first."""
    templates: Templates = request.app.state.templates
    return templates.page(request, "memory_combinations.html", page=gathered(bible))


def gathered(bible: Bible) -> CombinationsPage:
    """What the page shows."""
    with bible.db.snapshot():
        found = combinations.combinations(bible.db)
        rows = _frequent([(each.mood, each.total) for each in found], MOST_ROWS)
        columns = _frequent([(each.music_style, each.total) for each in found], MOST_COLUMNS)
        cells = {(each.mood, each.music_style): _pair(each) for each in found}
        return CombinationsPage(
            head=head(bible, "/memory/combinations"),
            pairs=tuple(_pair(each) for each in found),
            columns=tuple(plain(music) for music in columns),
            grid=tuple((plain(mood), tuple(cells.get((mood, music)) for music in columns)) for mood in rows),
            sentence=_sentence(found),
        )


def _frequent(counted: Sequence[tuple[str, int]], most: int) -> list[str]:
    totals: Counter[str] = Counter()
    for name, number in counted:
        totals[name] += number
    return [name for name, _ in totals.most_common(most)]


def _pair(found: Combination) -> Pair:
    works = found.success_rate > 0.5
    query = urlencode({"mood": found.mood, "music": found.music_style})
    return Pair(
        mood=plain(found.mood),
        music=plain(found.music_style),
        told=f"{found.good} of {found.total}",
        percent=round(100 * found.success_rate),
        mark=(WORKS if works else FAILS) if found.has_support else UNSURE,
        href=f"/memory/history?{query}",
    )


def _sentence(found: list[Combination]) -> str:
    best = next(iter(combinations.successful(found)), None)
    if best is None:
        return f"A combination is suggested once {ENOUGH} rated runs used it and more than half of them went well."
    return (
        f"{plain(best.mood)} with {best.music_style} is the safest choice: "
        f"{best.good} of {best.total} rated runs went well."
    )
