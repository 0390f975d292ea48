"""Work that somebody ordered from a provider elsewhere, and whether it is on record here."""

from __future__ import annotations

from hashlib import sha256
from typing import Final, TypedDict

from showbible.providers.model import WorkState
from showbible.runs.model import Delivery
from showbible.runs.recall import one
from showbible.storage.database import Database
from showbible.values import frozen
from showbible.vocabulary import Micros, RunId

COST_UNKNOWN: Final = "What it cost is not known."


class WorkWish(TypedDict, total=False):
    """What a caller may say of work that was ordered elsewhere."""

    run_id: str | None
    """The run that it belongs to; a new one where none is named."""
    project_id: str | None
    cost: object
    """What it cost in dollars, where its provider does not say."""
    prompt: str | None
    """What was ordered, where its provider does not say."""
    user_id: str
    keep_open: bool
    """Whether a run that is made for it stays open for more."""


@frozen
class WorkReport:
    """What is on record of a piece of work, or how far it is while nothing is."""

    provider: str
    task: str
    state: WorkState
    progress: float | None = None
    run_id: RunId | None = None
    assets: tuple[Delivery, ...] = ()
    cost: Micros | None = None
    """None where nobody knows."""
    is_new: bool = False
    """Whether it was recorded just now."""


def work_id(provider: str, task: str) -> str:
    """Under which id a provider's work is booked, and its assets are kept."""
    return f"work-{sha256(f'{provider} {task}'.encode()).hexdigest()[:32]}"


def work_report(db: Database, provider: str, task: str) -> WorkReport | None:
    """What is on record of a work; None where it was never ordered or recorded here, failed, or went with its run."""
    row = db.first(BOOKED, provider=provider, task=task)
    if row is None:
        return None
    is_settled = row.state == "succeeded"
    name = work_id(provider, task)
    return WorkReport(
        provider=provider,
        task=task,
        state=WorkState.SUCCEEDED if is_settled else WorkState.RUNNING,
        run_id=RunId(row.run_id),
        assets=tuple(each for each in one.assets(db, row.run_id) if each.asset_id.startswith(name)),
        cost=Micros(row.cost) if is_settled and row.error != COST_UNKNOWN else None,
    )


BOOKED: Final = """
    SELECT ledger.run_id, ledger.state, ledger.cost, ledger.error
      FROM ledger
      JOIN runs ON runs.run_id = ledger.run_id
     WHERE ledger.provider = :provider AND ledger.provider_ref = :task AND ledger.state <> 'failed'
     ORDER BY ledger.intended_at DESC, ledger.intent_id
     LIMIT 1
"""
