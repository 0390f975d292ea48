"""`/maintenance`: a person's word on what the server must not decide alone."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from showbible.bible import Bible
from showbible.jobs import timekeeping
from showbible.shapes.backups import BackupList
from showbible.shapes.jobs import AnnouncedShape, ClockShape
from showbible.shapes.maintenance import CleanupShape
from showbible.web.deps import OpenBible
from showbible.web.once import once

router = APIRouter(prefix="/maintenance", tags=["maintenance"])


@router.get("/clock")
def clock(bible: OpenBible) -> ClockShape:
    """Whether the clock of this machine is believed."""
    return _clock(bible)


@router.post("/clock", response_model=ClockShape)
def trust_clock(request: Request, bible: OpenBible) -> Response:
    """Say that the clock is right, so that what is old may be removed again."""

    def trusted() -> ClockShape:
        bible.trust_clock()
        return _clock(bible)

    return once(bible.db, request, trusted, status=200)


@router.get("/backups")
def backups(bible: OpenBible) -> BackupList:
    """The backups in the data folder, newest first."""
    return BackupList.of(bible.backups.list())


@router.post("/backups", status_code=202, response_model=AnnouncedShape)
def make_backup(request: Request, bible: OpenBible) -> Response:
    """Have a worker make a backup now; its job says when it is done."""
    return once(bible.db, request, lambda: AnnouncedShape(job_id=bible.announce_backup()), status=202)


@router.post("/cleanup", response_model=CleanupShape)
def cleanup(bible: OpenBible, dry_run: bool = False) -> CleanupShape:
    """Take away what its age allows, per store; with `dry_run`, only say what would go.

    While the clock is in doubt nothing goes, and `refused` says so.
    """
    return CleanupShape.of(bible.clean_up(dry_run=dry_run))


def _clock(bible: Bible) -> ClockShape:
    doubt = bible.clock_doubt()
    remedy = timekeeping.REMEDY if doubt else None
    return ClockShape(trusted=doubt is None, reason=doubt.reason if doubt else None, remedy=remedy)
