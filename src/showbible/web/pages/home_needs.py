"""What waits for a person: payments nobody can account for, reviews, silence, failures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Annotated, Final, Literal

from fastapi import APIRouter, Form, Request
from starlette.responses import Response

from showbible.bible import Bible
from showbible.jobs.queue import State
from showbible.runs import recall as runs
from showbible.runs.model import Stage, Status, Summary
from showbible.runs.recall.endings import Ending
from showbible.studio import ledger
from showbible.studio.ledger import Entry
from showbible.vocabulary import checked_id
from showbible.web.addresses import run_page
from showbible.web.deps import OpenBible
from showbible.web.pages.answers import changed
from showbible.web.pages.cards import title
from showbible.web.pages.marks import doing
from showbible.web.words import plural, usd

router = APIRouter(prefix="/payments")

NEEDS: Final = 4
LONGEST: Final = 160


@dataclass(frozen=True, kw_only=True)
class Need:
    """Something that waits for a person, with the way to it; `payment` when it asks for a word about money."""

    hue: str
    icon: str
    title: str
    text: str
    href: str
    act: str
    payment: str = ""
    amount: str = ""


@router.post("/{run_id}/{intent_id}")
def decide(
    run_id: str, intent_id: str, request: Request, bible: OpenBible, charged: Annotated[Literal["yes", "no"], Form()]
) -> Response:
    """A person's word on a paid step whose outcome nobody knows."""
    run, intent = checked_id("run", run_id), checked_id("paid step", intent_id)
    told = {"yes": "Booked as charged.", "no": "Booked as not charged; the money is free again."}[charged]

    def effect() -> Entry:
        ledger.production(bible.db, run)
        return ledger.decide(bible.db, run, intent, charged=charged == "yes")

    return changed(request, effect, said=told, back="/")


def needs(
    bible: Bible, found: dict[Status, int], waiting: dict[State, int], *, story: str | None = None
) -> tuple[Need, ...]:
    """Money first, then reviews, what fell silent, what failed, and jobs that gave up; jobs belong to no one story."""
    listed = partial(bible.runs.list, project_id=story)
    wanted = [*_payments(bible, story)]
    if found[Status.RUNNING]:
        judged = listed(status=Status.RUNNING, stage=Stage.EVALUATING, limit=NEEDS).items
        wanted += [_need(run, "warn", "hourglass", "Its pilots wait for your word.", "Review") for run in judged]
        silent = listed(status=Status.STALLED, limit=NEEDS).items
        wanted += [_need(run, "warn", "clock", f"No news since {doing(run.stage).lower()}.", "Look") for run in silent]
    if found[Status.FAILED]:
        wanted += _failures(bible, listed(status=Status.FAILED, limit=NEEDS - 1).items)
    if waiting[State.FAILED] and story is None:
        text = "Nothing is lost: read why, then retry."
        told = f"{plural(waiting[State.FAILED], 'job')} failed"
        wanted.append(Need(hue="bad", icon="jobs", title=told, text=text, href="/jobs?state=failed", act="Look"))
    return tuple(wanted)


def _payments(bible: Bible, story: str | None) -> list[Need]:
    entries = ledger.of_unknown_outcome(bible.db, limit=NEEDS, project_id=story)
    names = {run.run_id: title(run.concept) for run in runs.some(bible.db, [entry.run_id for entry in entries])}
    return [_payment(entry, names.get(entry.run_id, entry.run_id)) for entry in entries]


def _payment(entry: Entry, film: str) -> Need:
    amount = usd(entry.reserved)
    return Need(
        hue="warn",
        icon="money",
        title=f"Was {amount} charged?",
        text=f"{entry.provider} was asked for {entry.step} of “{film}” and never said how it ended.",
        href=run_page(entry.run_id),
        act="Look",
        payment=f"/payments/{entry.run_id}/{entry.intent_id}",
        amount=amount,
    )


def _need(run: Summary, hue: str, icon: str, text: str, act: str) -> Need:
    return Need(hue=hue, icon=icon, title=title(run.concept), text=text, href=run_page(run.run_id), act=act)


def _failures(bible: Bible, failed: Sequence[Summary]) -> list[Need]:
    ends = runs.endings(bible.db, [run.run_id for run in failed])
    return [_need(run, "bad", "failed", _why(ends.get(run.run_id, Ending())), "Look") for run in failed]


def _why(end: Ending) -> str:
    """Where a run failed, and why."""
    return f"Failed while {doing(end.stage).lower()}: {(end.error or 'No reason was given.')[:LONGEST]}"
