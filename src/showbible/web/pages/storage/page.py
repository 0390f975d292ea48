"""`/storage`: what takes how much, what goes when, and the button that cleans up."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Annotated

from fastapi import APIRouter, Query, Request
from starlette.responses import HTMLResponse, Response

from showbible.backups.api import Backup
from showbible.bible import Bible
from showbible.runs.recall import keeping
from showbible.runs.recall.keeping import KeptRuns
from showbible.storage import sqlite
from showbible.storage.retention import RECORDS, STORES, KeepingRule
from showbible.storage.stores import weights
from showbible.storage.stores.weights import Weight
from showbible.sweeping import CleanupReport
from showbible.troubles import Trouble, doubted_clock
from showbible.values import frozen
from showbible.vocabulary import utcnow
from showbible.web.deps import OpenBible, Render
from showbible.web.pages.carrying.card import CarryingCard, carrying_card
from showbible.web.pages.kit.answers import changed
from showbible.web.pages.kit.page import PlacePage
from showbible.words import plural, weight

router = APIRouter()


@frozen
class StoreUse:
    """One store: what lies there, how much that is, and for how long it is kept."""

    name: str
    rule: KeepingRule
    used: Weight
    share: int
    """Of all files, in a hundred."""


@frozen
class StoragePage(PlacePage):
    """What the studio keeps."""

    stores: tuple[StoreUse, ...]
    databases: int
    free: int
    runs: KeptRuns
    next_sweep: datetime | None
    backups: tuple[Backup, ...]
    carrying: CarryingCard
    clock: Trouble | None
    report: CleanupReport | None

    title = "Storage"
    records = RECORDS
    days = STORES["runs"].days

    @property
    def backup(self) -> datetime | None:
        """When the last backup was made."""
        return self.backups[0].made_at if self.backups else None

    @property
    def files(self) -> Weight:
        """All files of all stores."""
        return Weight(sum(each.used.files for each in self.stores), sum(each.used.size for each in self.stores))


@router.get("/storage", response_class=HTMLResponse)
def show_storage(render: Render, bible: OpenBible, look: Annotated[bool, Query()] = False) -> HTMLResponse:
    """What is kept; with `look`, also what a clean-up would take now."""
    return render.page("storage.html", storage_page(bible, bible.clean_up(dry_run=True) if look else None))


@router.post("/storage/cleanup")
def clean_up(request: Request, bible: OpenBible) -> Response:
    """Take away what its age allows."""
    return changed(request, bible.clean_up, said=_said, back="/storage")


@router.post("/storage/backup")
def back_up(request: Request, bible: OpenBible) -> Response:
    """Have a worker make a backup."""
    return changed(request, bible.announce_backup, said="A backup is being made; its job tells when.", back="/storage")


def _said(report: CleanupReport) -> str:
    if report.refused is not None:
        return report.refused
    if not report.items:
        return "Nothing is old enough to go."
    files = f", {weight(report.size)} of files among them" if report.size else ""
    return f"{plural(report.items, 'thing')} went{files}."


def storage_page(bible: Bible, report: CleanupReport | None = None) -> StoragePage:
    """What the page shows."""
    runs = keeping.kept_runs(bible.db)
    return StoragePage(
        stores=tuple(_stores(bible)),
        databases=bible.workspace.database_bytes(),
        free=sqlite.free_bytes(bible.workspace.home),
        runs=runs,
        next_sweep=STORES["runs"].until(runs.oldest) if runs.oldest else None,
        backups=tuple(bible.backups.list()),
        carrying=carrying_card(bible),
        clock=doubted_clock(bible),
        report=report,
        now=utcnow(),
    )


def _stores(bible: Bible) -> Iterator[StoreUse]:
    used = {name: weights.weight(bible.blobs, name) for name in STORES}
    total = sum(each.size for each in used.values())
    for name, rule in STORES.items():
        share = round(100 * used[name].size / total) if total else 0
        yield StoreUse(name=name, rule=rule, used=used[name], share=share)
