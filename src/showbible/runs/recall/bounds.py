"""Parts of what a run holds: the newest of each list, as far as they fit, however much there is.

A run may hold thousands of assets with long prompts. Who shows one asks for the newest few, and what is
not asked for is not read.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from showbible.runs.model import AssetType, Delivery, NoteKind, Pilot, StageEvent, Totals
from showbible.storage import paging
from showbible.storage.database import Database, Row
from showbible.storage.paging import Page
from showbible.storage.rows import value_of
from showbible.values import frozen
from showbible.vocabulary import KIB, stamp

PAGE_SIZE: Final = 1024 * KIB
"""About how much text a page of assets has at most; one asset alone has far less."""


@frozen
class Most:
    """How much of a run is read: so many of each list, and so many letters in all."""

    items: int
    size: int


TO_SHOW: Final = Most(items=paging.MOST, size=2 * PAGE_SIZE)
"""For who asks for a run."""
IN_PASSING: Final = Most(items=20, size=64 * KIB)
"""For who has changed a run, and is told how it stands now."""


@frozen
class Parts:
    """The newest of each list of a run, each in the order it came."""

    pilots: tuple[Pilot, ...]
    assets: tuple[Delivery, ...]
    timeline: tuple[StageEvent, ...]
    errors: tuple[str, ...]
    warnings: tuple[str, ...]


def parts(db: Database, run_id: str, most: Most) -> Parts:
    """What fits: no list takes more than half of the size, and assets take what the others leave."""
    left, found = most.size, dict[str, list[Row[Any]]]()
    for name, sql in _LISTS.items():
        size = min(left, most.size // 2)
        found[name] = list(reversed(db.all(sql, run_id=run_id, items=most.items, size=size)))
        left -= max((int(row.size) for row in found[name]), default=0)
    return Parts(
        pilots=tuple(value_of(Pilot, row) for row in found["pilots"]),
        assets=tuple(value_of(Delivery, row) for row in found["assets"]),
        timeline=tuple(value_of(StageEvent, row) for row in found["stages"]),
        errors=tuple(row.message for row in found["errors"]),
        warnings=tuple(row.message for row in found["warnings"]),
    )


def _newest(table: str, *, key: str, order: str, size: str, where: str = "") -> str:
    """The newest rows of a run in a table, newest first, each with the size of all up to it."""
    newer = ", ".join(f"{column} DESC" for column in order.split(", "))
    return f"""
        SELECT {table}.*, summed.size
          FROM (SELECT {key}, SUM(size) OVER (ORDER BY {newer}) AS size
                  FROM (SELECT {order}, {size} AS size
                          FROM {table}
                         WHERE run_id = :run_id {where}
                         ORDER BY {newer}
                         LIMIT :items) AS newest) AS summed
          JOIN {table} ON {table}.run_id = :run_id AND {table}.{key} = summed.{key}
         WHERE summed.size <= :size
         ORDER BY summed.size
    """  # noqa: S608


_SIZE_OF_ASSET: Final = (
    "300 + LENGTH(path) + LENGTH(metadata) + COALESCE(LENGTH(prompt), 0) + COALESCE(LENGTH(negative_prompt), 0)"
)
_SIZE_OF_STAGE: Final = "100 + LENGTH(details) + COALESCE(LENGTH(error), 0)"
_SIZE_OF_PILOT: Final = "200 + COALESCE(LENGTH(rejection_reason), 0)"
_SIZE_OF_NOTE: Final = "LENGTH(message)"


def _notes(kind: NoteKind) -> str:
    return _newest("run_notes", key="note_id", order="note_id", size=_SIZE_OF_NOTE, where=f"AND kind = '{kind}'")


_LISTS: Final = {
    "errors": _notes(NoteKind.ERROR),
    "warnings": _notes(NoteKind.WARNING),
    "stages": _newest("run_stages", key="position", order="position", size=_SIZE_OF_STAGE),
    "pilots": _newest("run_pilots", key="position", order="position", size=_SIZE_OF_PILOT),
    "assets": _newest("run_assets", key="asset_id", order="delivered_at, asset_id", size=_SIZE_OF_ASSET),
}


def totals(db: Database, run_id: str) -> Totals:
    """How much a run holds of everything."""
    (found,) = db.all(_TOTALS, run_id=run_id)
    return Totals(**found._mapping)


_TOTALS: Final = """
    SELECT (SELECT COUNT(*) FROM run_pilots WHERE run_id = :run_id) AS pilots,
           (SELECT COUNT(*) FROM run_assets WHERE run_id = :run_id) AS assets,
           (SELECT COUNT(*) FROM run_stages WHERE run_id = :run_id) AS stages,
           (SELECT COUNT(*) FROM run_notes WHERE run_id = :run_id AND kind = 'error') AS errors,
           (SELECT COUNT(*) FROM run_notes WHERE run_id = :run_id AND kind = 'warning') AS warnings
"""


_START: Final = (False, -1, "")
_END: Final = (True, 2**62, "")


def asset_page(
    db: Database,
    run_id: str,
    *,
    kind: AssetType | None = None,
    limit: int = paging.MOST,
    cursor: str | None = None,
) -> Page[Delivery]:
    """A page of what a run delivered, in the order it came; a cursor leads on, or back from the newest."""
    paging.checked_limit(limit)
    back, at, asset_id = paging.decoded(cursor, (bool, int, str)) if cursor else _START
    found = db.all(
        _ASSETS_BACK if back else _ASSETS_ON,
        run_id=run_id,
        kind=kind,
        at=at,
        asset_id=asset_id,
        items=limit + 1,
        size=PAGE_SIZE,
    )
    shown = [value_of(Delivery, row) for row in found[:limit]]
    more = bool(shown) and int(found[0].number) > len(shown)
    following = _cursor(shown[-1], back=bool(back)) if more else None
    total = int(db.value(_ASSETS_COUNT, run_id=run_id, kind=kind))
    return Page(items=shown[::-1] if back else shown, total=total, next_cursor=following)


def every_asset(db: Database, run_id: str) -> Iterator[Delivery]:
    """What a run delivered, in the order it came, read a page at a time."""
    page = asset_page(db, run_id)
    yield from page.items
    while page.next_cursor is not None:
        page = asset_page(db, run_id, cursor=page.next_cursor)
        yield from page.items


def older_assets(assets: Sequence[Delivery], *, total: int) -> str | None:
    """The cursor to what a run delivered before the assets that are shown, if it delivered more."""
    if len(assets) >= total:
        return None
    return _cursor(assets[0], back=True) if assets else paging.encoded(_END)


def _cursor(made: Delivery, *, back: bool) -> str:
    return paging.encoded((back, stamp(made.delivered_at), made.asset_id))


def _assets_from(sign: str, direction: str) -> str:
    order = f"delivered_at {direction}, asset_id {direction}"
    return f"""
        SELECT run_assets.*, summed.number
          FROM (SELECT asset_id, SUM(size) OVER (ORDER BY {order}) AS size, COUNT(*) OVER () AS number
                  FROM (SELECT delivered_at, asset_id, {_SIZE_OF_ASSET} AS size
                          FROM run_assets
                         WHERE run_id = :run_id AND (CAST(:kind AS TEXT) IS NULL OR type = :kind)
                           AND (delivered_at, asset_id) {sign} (:at, :asset_id)
                         ORDER BY {order}
                         LIMIT :items) AS candidates) AS summed
          JOIN run_assets ON run_assets.run_id = :run_id AND run_assets.asset_id = summed.asset_id
         WHERE summed.size <= :size
         ORDER BY summed.size
    """  # noqa: S608


_ASSETS_ON: Final = _assets_from(">", "ASC")
_ASSETS_BACK: Final = _assets_from("<", "DESC")
_ASSETS_COUNT: Final = """
    SELECT COUNT(*) FROM run_assets WHERE run_id = :run_id AND (CAST(:kind AS TEXT) IS NULL OR type = :kind)
"""
