"""`/storage`: what takes how much, what goes when, and the button that cleans up."""

from __future__ import annotations

from fastapi import APIRouter, Request
from starlette.responses import Response

from showbible.runs.recall import keeping
from showbible.storage import sqlite
from showbible.storage.retention import RECORDS, STORES
from showbible.storage.stores import weights
from showbible.storage.stores.weights import Weight
from showbible.sweeping import CleanupReport
from showbible.troubles import doubted_clock
from showbible.web.deps import OpenBible
from showbible.web.pages.carrying.card import CarryingCard
from showbible.web.pages.kit.answers import changed
from showbible.web.pages.kit.page import PlacePage, page_at
from showbible.words import plural, weight

router = APIRouter()


@page_at(router, "/storage", "storage.html")
class StoragePage(PlacePage):
    """What the studio keeps; with `look`, also what a clean-up would take now.

    `stores` are the rule of each, what lies there, and its share of all `files` in a hundred.
    """

    title = "Storage"
    records = RECORDS
    days = STORES["runs"].days

    def __init__(self, bible: OpenBible, look: bool = False) -> None:
        self.report = bible.clean_up(dry_run=True) if look else None
        self.runs, self.backups = keeping.kept_runs(bible.db), bible.backups.list()
        self.backup = self.backups[0].made_at if self.backups else None
        self.next_sweep = STORES["runs"].until(self.runs.oldest) if self.runs.oldest else None
        self.databases, self.free = bible.workspace.database_bytes(), sqlite.free_bytes(bible.workspace.home)
        self.carrying, self.clock = CarryingCard(bible), doubted_clock(bible)
        used = {name: weights.weight(bible.blobs, name) for name in STORES}
        self.files = Weight(sum(each.files for each in used.values()), sum(each.size for each in used.values()))
        whole = self.files.size or 1
        self.stores = [(rule, used[name], round(100 * used[name].size / whole)) for name, rule in STORES.items()]


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
