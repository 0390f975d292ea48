"""`/runs`: what productions do, recorded verb by verb."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Query, Request, Response
from pydantic import BaseModel, Field
from starlette.responses import StreamingResponse

from showbible.errors import Conflict, NotFound
from showbible.runs.api import Runs
from showbible.runs.model import PilotStyle, Run, RunSort
from showbible.runs.recall import bounds, documents, one
from showbible.runs.recall import mutes as run_mutes
from showbible.shapes import runs as shapes
from showbible.shapes.runs import RunShape
from showbible.storage import paging
from showbible.studio import mutes
from showbible.vocabulary import QUERY_LIMIT
from showbible.web.api.bodies import Cursor, Limit
from showbible.web.deps import OpenBible
from showbible.web.once import once

router = APIRouter(prefix="/runs", tags=["runs"])


@dataclass(frozen=True)
class ChangeOnce:
    """One change of a run, made once per key of its request, and the run as it is then: the answer may be kept."""

    bible: OpenBible
    request: Request

    def __call__(self, act: Callable[[Runs], Run], *, status: int = 200) -> Response:
        """Make the change; the runs it is made in are shown as briefly as who has just changed one needs it."""
        return once(self.bible.db, self.request, lambda: RunShape.seen(self.bible, act(self.acting)), status=status)

    @property
    def acting(self) -> Runs:
        """The runs, each with the newest few of what it holds."""
        return self.bible.runs.showing(bounds.IN_PASSING)


Changing = Annotated[ChangeOnce, Depends()]


@router.post("", status_code=201, response_model=RunShape)
def start(body: shapes.NewRun, change: Changing) -> Response:
    """Start a run."""
    wish = body.model_dump()
    concept = wish.pop("concept")
    return change(lambda _runs: change.bible.runs.start(concept, **wish), status=201)


class RunQuery(BaseModel):
    """What a list of runs can be asked for."""

    status: str | None = None
    stage: str | None = None
    project_id: str | None = None
    q: Annotated[str | None, Field(max_length=QUERY_LIMIT)] = None
    tag: str | None = None
    archived: bool = False
    sort: str = RunSort.NEWEST
    limit: Limit = paging.USUAL
    cursor: Cursor = None


@router.get("")
def listed(bible: OpenBible, query: Annotated[RunQuery, Query()]) -> shapes.RunList:
    """Runs, newest first unless another order is asked for; the archived ones only when asked."""
    return shapes.RunList.seen(bible, bible.runs.list(**query.model_dump()))


@router.get("/{run_id}")
def get(run_id: str, bible: OpenBible) -> RunShape:
    """One run: the newest of what it holds, up to 200 of each; `assets_cursor` leads to older assets."""
    return RunShape.seen(bible, bible.runs.showing(bounds.TO_SHOW).get(run_id))


@router.patch("/{run_id}")
def describe(run_id: str, body: shapes.RunChange, change: Changing) -> RunShape:
    """Say more about a run."""
    return RunShape.seen(change.bible, change.acting.describe(run_id, **body.changes()))


@router.delete("/{run_id}", status_code=204)
def delete(run_id: str, bible: OpenBible) -> None:
    """Remove a run with everything it holds."""
    bible.runs.delete(run_id)


@router.post("/{run_id}/archive", status_code=204)
def archive(run_id: str, bible: OpenBible) -> None:
    """Put a run away that is over: it keeps everything, and lists leave it out."""
    if not one.bare(bible.db, run_id).is_over:
        raise Conflict("The run is not over: cancel it first, or wait for its end.")
    bible.runs.archive([run_id])


@router.delete("/{run_id}/archive", status_code=204)
def restore(run_id: str, bible: OpenBible) -> None:
    """Let the lists show an archived run again."""
    bible.runs.restore([one.bare(bible.db, run_id).run_id])


@router.post("/{run_id}/pin", status_code=204)
def pin(run_id: str, bible: OpenBible) -> None:
    """Keep everything of a run, whatever its age; it says `pinned`, and others when their files went.

    That is `working_files_removed_at`.
    """
    bible.runs.pin(run_id)


@router.delete("/{run_id}/pin", status_code=204)
def unpin(run_id: str, bible: OpenBible) -> None:
    """Let the working files of a run go in their time again."""
    bible.runs.pin(run_id, pinned=False)


@router.put("/{run_id}/tags/{tag:path}", status_code=204)
def tag(run_id: str, tag: str, bible: OpenBible) -> None:
    """Put a tag on a run, over or not: 1 to 40 letters, kept in small ones; a run has at most 20."""
    bible.runs.tag(run_id, [tag])


@router.delete("/{run_id}/tags/{tag:path}", status_code=204)
def untag(run_id: str, tag: str, bible: OpenBible) -> None:
    """Take a tag off a run."""
    if not bible.runs.untag(run_id, [tag]):
        raise NotFound("tag", tag)


@router.post("/{run_id}/stage", response_model=RunShape)
def enter(run_id: str, body: shapes.StageChange, change: Changing) -> Response:
    """Enter a stage; the one before is closed with the time it took."""
    return change(lambda runs: runs.enter(run_id, body.stage, details=body.details))


@router.post("/{run_id}/pilots", status_code=201, response_model=RunShape)
def add_pilot(run_id: str, body: shapes.NewPilot, change: Changing) -> Response:
    """Let a pilot compete for the run's budget."""
    style = body.part(PilotStyle)
    return change(
        lambda runs: runs.add_pilot(run_id, body.pilot_id, tier=body.tier, budget=body.allocated_budget, style=style),
        status=201,
    )


@router.patch("/{run_id}/pilots/{pilot_id}")
def judge_pilot(run_id: str, pilot_id: str, body: shapes.PilotChange, change: Changing) -> RunShape:
    """Score a pilot, approve it, or reject it with the reason; `running` puts it back in the race without one."""
    run = change.acting.judge_pilot(
        run_id, pilot_id, score=body.quality_score, status=body.status, rejection_reason=body.rejection_reason
    )
    return RunShape.seen(change.bible, run)


@router.post("/{run_id}/winner", response_model=RunShape)
def name_winner(run_id: str, body: shapes.Winner, change: Changing) -> Response:
    """Say which pilot the run goes on with."""
    return change(lambda runs: runs.name_winner(run_id, body.pilot_id))


@router.post("/{run_id}/assets", status_code=201, response_model=shapes.DeliveryShape)
def deliver(run_id: str, body: shapes.DeliveredAsset, request: Request, bible: OpenBible) -> Response:
    """Deliver an asset; its cost is charged once per asset id."""
    facts = body.model_dump(exclude={"user_id", "asset_type", "path"})
    made = lambda: shapes.DeliveryShape.of(bible.runs.deliver(run_id, body.asset_type, body.path, **facts))  # noqa: E731
    return once(bible.db, request, made)


@router.get("/{run_id}/assets")
def assets(
    run_id: str, bible: OpenBible, asset_type: str | None = None, limit: Limit = paging.MOST, cursor: Cursor = None
) -> shapes.DeliveryList:
    """What a run delivered, in the order it came, about 1 MiB a page at most."""
    return shapes.DeliveryList.of(bible.runs.asset_page(run_id, kind=asset_type, limit=limit, cursor=cursor))


@router.post("/{run_id}/errors", status_code=201, response_model=RunShape)
def error(run_id: str, body: shapes.NewRunNote, change: Changing) -> Response:
    """Write an error into a run."""
    return _note(change, run_id, Runs.error, body.message)


@router.post("/{run_id}/warnings", status_code=201, response_model=RunShape)
def warning(run_id: str, body: shapes.NewRunNote, change: Changing) -> Response:
    """Write a warning into a run."""
    return _note(change, run_id, Runs.warning, body.message)


def _note(change: ChangeOnce, run_id: str, write: Callable[[Runs, str, str], object], message: str) -> Response:
    def act(runs: Runs) -> Run:
        write(runs, run_id, message)
        return runs.get(run_id)

    return change(act, status=201)


@router.post("/{run_id}/heartbeat", status_code=204)
def beat(run_id: str, bible: OpenBible) -> None:
    """Say that a run is alive when there is nothing else to say."""
    bible.runs.beat(run_id)


@router.post("/{run_id}/complete", response_model=RunShape)
def finish(run_id: str, body: shapes.End, change: Changing) -> Response:
    """End a run; ending it the same way again changes nothing."""
    return change(lambda runs: runs.finish(run_id, body.status, winning_pilot=body.winning_pilot_id, error=body.error))


@router.post("/{run_id}/progress", status_code=201, response_model=shapes.Seq)
def report(run_id: str, body: shapes.NewReport, request: Request, bible: OpenBible) -> Response:
    """Keep what an agent says of its work."""
    return once(bible.db, request, lambda: shapes.Seq(seq=bible.runs.report(run_id, **body.facts())))


@router.get("/{run_id}/progress")
def reports(run_id: str, bible: OpenBible, since: Annotated[int, Query(ge=0, le=2**62)] = 0) -> shapes.ReportList:
    """What agents reported after a number."""
    found, dropped = bible.runs.reports(run_id, since=since)
    return shapes.ReportList(events=shapes.ReportShape.each(found), dropped=dropped)


@router.get("/{run_id}/memory.json", response_model=dict[str, Any])
def memory(run_id: str, bible: OpenBible) -> Response:
    """The run as one flat record with everything it holds, in the shape of a short-term memory file."""
    pieces = documents.memory_file(one.lean(bible.db, run_id), bounds.every_asset(bible.db, run_id))
    return StreamingResponse(pieces, media_type="application/json")


@router.get("/{run_id}/mutes")
def muted(run_id: str, bible: OpenBible) -> shapes.MuteList:
    """What a run does without."""
    one.summary(bible.db, run_id)
    return shapes.MuteList(mutes=shapes.MuteShape.each(run_mutes.mutes(bible.db, run_id)))


@router.put("/{run_id}/mutes/{kind}/{item_id}", status_code=204)
def mute(run_id: str, kind: str, item_id: str, bible: OpenBible) -> None:
    """Silence a card or a pattern for this run alone; 409 once no later stage would ask for it."""
    mutes.mute(bible, run_id, kind, item_id)


@router.delete("/{run_id}/mutes/{kind}/{item_id}", status_code=204)
def unmute(run_id: str, kind: str, item_id: str, bible: OpenBible) -> None:
    """Let a card or a pattern speak in this run again."""
    mutes.unmute(bible, run_id, kind, item_id)


@router.post("/follow", status_code=201)
def follow(body: shapes.WorkToFollow, bible: OpenBible, response: Response) -> shapes.WorkShape:
    """Take in work that was ordered elsewhere, once, whoever asks how often; asks its provider one time.

    202 while it goes on and nothing is recorded, 200 where it was recorded before.
    """
    wish = body.model_dump(exclude={"provider", "task"})
    report = bible.runs.follow(body.provider, body.task, wait=False, **wish)
    response.status_code = 201 if report.is_new else 202 if report.run_id is None else 200
    return shapes.WorkShape.of(report)
