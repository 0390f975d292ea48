"""`/analytics/{figure}.csv`: the figures of one chart, as a table for spreadsheets."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from fastapi import APIRouter
from starlette.responses import StreamingResponse

from showbible.errors import NotFound
from showbible.lessons.recall.trends import Reliability, Share, Week
from showbible.vocabulary import dollars
from showbible.web.deps import OpenBible
from showbible.web.pages.analytics.figures import CHOICES
from showbible.web.pages.analytics.page import Found, Wished, figured
from showbible.web.pages.kit.attachments import csv_file

router = APIRouter(prefix="/analytics")

WEEKLY: Final = ("spend", "quality", "price", "outcomes")
Table = tuple[Sequence[str], list[Sequence[Any]]]


@router.get("/{figure}.csv")
def as_csv(figure: str, bible: OpenBible, wish: Wished) -> StreamingResponse:
    """One figure, with the same filters as the page."""
    heads, rows = table(figure, figured(bible, wish))
    return csv_file(f"{figure}.csv", heads=heads, rows=rows)


def table(figure: str, found: Found) -> Table:
    """The columns and rows of a figure; what nobody knows stays empty."""
    if figure in WEEKLY:
        return _weeks(found.weeks)
    if figure == "providers":
        return _providers(found.providers)
    if figure in dict(CHOICES):
        return _shares([each for each in found.shares if each.choice == figure], figure)
    raise NotFound("figure", figure)


def _weeks(weeks: Sequence[Week]) -> Table:
    heads = ("week", "runs", "completed", "failed", "cancelled", "spent", "avg_score", "avg_rating", "cost_per_second")
    return heads, [
        (
            week.monday.isoformat(),
            week.sums.runs,
            week.sums.completed,
            week.sums.failed,
            week.sums.cancelled,
            dollars(week.sums.spent),
            week.sums.score,
            week.sums.stars / week.sums.rated if week.sums.rated else None,
            None if week.sums.cost_per_second is None else week.sums.cost_per_second / 1_000_000,
        )
        for week in weeks
    ]


def _shares(shares: Sequence[Share], choice: str) -> Table:
    rows = [(each.value, each.runs, each.good, each.rate, dollars(each.spent)) for each in shares]
    return (choice, "runs", "went_well", "success_rate", "spent"), list(rows)


def _providers(found: Sequence[Reliability]) -> Table:
    rows = [(each.provider, each.runs, each.good, each.rate, each.adherence, each.quality) for each in found]
    return ("provider", "runs", "went_well", "success_rate", "avg_adherence", "avg_quality"), list(rows)
