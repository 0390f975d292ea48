"""What other programs are told of, where a person wants that."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from showbible.errors import NotFound
from showbible.resources import Resources
from showbible.runs.model import Status
from showbible.runs.recall import one
from showbible.vocabulary import moment
from showbible.webhooks import deliver
from showbible.webhooks.model import Notice, NoticeKind


def tell_of_run(resources: Resources, fact: Mapping[str, Any]) -> None:
    """A run that ended here is told of; one that was brought here after its end carries no time, and is not."""
    if not resources.hooks.hooks or "at" not in fact:
        return
    db = resources.workspace.db
    try:
        run = one.bare(db, fact["run_id"])
    except NotFound:  # it was deleted meanwhile
        return
    kind = NoticeKind.RUN_FAILED if run.recorded_status is Status.FAILED else NoticeKind.RUN_FINISHED
    at = moment(fact["at"])
    deliver.tell(db, resources.hooks, Notice(kind=kind, run_id=run.run_id, project_id=run.project_id, at=at))


def tell_of_payment(resources: Resources, fact: Mapping[str, Any]) -> None:
    """A paid step of which nobody knows whether it was charged is told of."""
    notice = Notice(
        kind=NoticeKind.PAYMENT_UNKNOWN,
        run_id=fact["run_id"],
        project_id=fact["of_project"],
        at=moment(fact["at"]),
        about=fact["intent_id"],
    )
    deliver.tell(resources.workspace.db, resources.hooks, notice)


def deliver_notice(resources: Resources, fact: Mapping[str, Any]) -> None:
    """A notice is sent to the hook that it is for."""
    deliver.deliver(resources.hooks, fact)
