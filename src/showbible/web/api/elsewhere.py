"""`/runs/follow`: work that was ordered elsewhere."""

from __future__ import annotations

from fastapi import APIRouter, Response
from pydantic import StrictBool

from showbible.shapes.base import Body
from showbible.shapes.runs import WorkShape
from showbible.web.api.bodies import Amount
from showbible.web.deps import OpenBible

router = APIRouter(prefix="/runs", tags=["runs"])


class WorkToFollow(Body):
    """A provider's work by its own name for it, and what it does not say itself."""

    provider: str
    task: str
    run_id: str | None = None
    project_id: str | None = None
    cost: Amount | None = None
    prompt: str | None = None
    keep_open: StrictBool = False


@router.post("/follow", status_code=201)
def follow(body: WorkToFollow, bible: OpenBible, response: Response) -> WorkShape:
    """Take in work that was ordered elsewhere, once, whoever asks how often; asks its provider one time.

    202 while it goes on and nothing is recorded, 200 where it was recorded before.
    """
    wish = body.model_dump(exclude={"provider", "task"})
    report = bible.runs.follow(body.provider, body.task, wait=False, **wish)
    response.status_code = 201 if report.is_new else 202 if report.run_id is None else 200
    return WorkShape.of(report)
