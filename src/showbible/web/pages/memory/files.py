"""`/memory/history`, `/memory/combinations` and `/memory/providers` as files: exactly what each of them shows."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain
from typing import Annotated, Any, Final

from fastapi import APIRouter, Depends
from starlette.responses import StreamingResponse

from showbible.bible import Bible
from showbible.lessons.model import Combination, Provider
from showbible.lessons.recall import documents, records
from showbible.storage import paging
from showbible.vocabulary import rfc3339
from showbible.web.deps import OpenBible
from showbible.web.pages.kit.attachments import FileFormat, csv_file, each, json_file, listed
from showbible.web.pages.memory.history import HistoryFilter, wanted, wish

router = APIRouter(prefix="/memory")

Wished = Annotated[HistoryFilter, Depends(wish)]


@router.get("/history.csv")
def as_csv(bible: OpenBible, wish: Wished) -> StreamingResponse:
    """Every record that passes the filters, as a table for spreadsheets."""
    rows = _rows(bible, wish)
    first = next(rows, None)
    known = [first] if first else []
    return csv_file("history.csv", heads=list(first or ()), rows=(row.values() for row in chain(known, rows)))


@router.get("/history.json")
def as_json(bible: OpenBible, wish: Wished) -> StreamingResponse:
    """Every record that passes the filters, as JSON."""
    return json_file("history.json", _rows(bible, wish))


def _rows(bible: Bible, wish: HistoryFilter) -> Iterator[dict[str, Any]]:
    asked, sort = wanted(wish), records.Sort(wish.sort)
    found = each(lambda cursor: records.records(bible.db, asked, sort=sort, limit=paging.MOST, cursor=cursor))
    yield from map(documents.record, found)


@router.get("/combinations.{ending}")
def combinations(bible: OpenBible, ending: FileFormat) -> StreamingResponse:
    """Every combination of a mood and a music style."""
    return listed("combinations", ending, fields=PAIR, items=bible.lessons.combinations())


PAIR: Final[dict[str, Callable[[Combination], Any]]] = {
    "mood": lambda pair: pair.mood,
    "music_style": lambda pair: pair.music_style,
    "good": lambda pair: pair.good,
    "total": lambda pair: pair.total,
    "success_rate": lambda pair: round(pair.success_rate, 4),
    "suggested": lambda pair: pair.is_suggested,
    "state": lambda pair: pair.ruling.state,
    "verdict": lambda pair: pair.ruling.verdict,
}


@router.get("/providers.{ending}")
def providers(bible: OpenBible, ending: FileFormat) -> StreamingResponse:
    """Every provider that runs have reported on."""
    return listed("providers", ending, fields=PROVIDER, items=bible.lessons.providers())


PROVIDER: Final[dict[str, Callable[[Provider], Any]]] = {
    "provider": lambda known: known.provider,
    "total_runs": lambda known: known.total_runs,
    "success_rate": lambda known: known.success_rate,
    "avg_adherence": lambda known: known.avg_adherence,
    "avg_quality": lambda known: known.avg_quality,
    "known_strengths": lambda known: list(known.known_strengths),
    "known_weaknesses": lambda known: list(known.known_weaknesses),
    "best_prompt_patterns": lambda known: list(known.best_prompt_patterns),
    "prompt_guidelines": lambda known: list(known.prompt_guidelines),
    "avoid_list": lambda known: list(known.avoid_list),
    "optimal_settings": lambda known: dict(known.optimal_settings),
    "learned_at": lambda known: rfc3339(known.recent_learnings[0].at),
}
