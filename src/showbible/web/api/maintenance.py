"""`/maintenance`: a person's word on what the server must not decide alone."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from showbible.bible import Bible
from showbible.jobs import timekeeping
from showbible.web.api.bodies import Shape
from showbible.web.deps import OpenBible
from showbible.web.once import once

router = APIRouter(prefix="/maintenance", tags=["maintenance"])


class ClockShape(Shape):
    """Whether the clock is believed; while it is not, nothing is removed for its age."""

    trusted: bool
    reason: str | None
    remedy: str | None

    @classmethod
    def of(cls, bible: Bible) -> ClockShape:
        """The answer that shows how the clock stands."""
        doubt = bible.clock_doubt()
        if doubt is None:
            return cls(trusted=True, reason=None, remedy=None)
        return cls(trusted=False, reason=doubt.reason, remedy=timekeeping.REMEDY)


@router.get("/clock")
def clock(bible: OpenBible) -> ClockShape:
    """Whether the clock of this machine is believed."""
    return ClockShape.of(bible)


@router.post("/clock", response_model=ClockShape)
def trust_clock(request: Request, bible: OpenBible) -> Response:
    """Say that the clock is right, so that what is old may be removed again."""

    def trusted() -> ClockShape:
        bible.trust_clock()
        return ClockShape.of(bible)

    return once(bible.db, request, trusted, status=200)
