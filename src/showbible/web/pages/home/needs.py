"""What waits for a person: payments nobody can account for, reviews, silence, failures."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final

from showbible.addresses import run_page
from showbible.bible import Bible
from showbible.jobs.queue import JobState
from showbible.runs.model import Stage, Status, Summary
from showbible.runs.recall import endings, lists
from showbible.runs.recall.run_words import doing
from showbible.studio.ledger import standing, turns
from showbible.studio.ledger.model import LedgerEntry
from showbible.troubles import troubles
from showbible.values import frozen
from showbible.words import headline, plural, usd

NEEDS: Final = 4
LONGEST: Final = 160


@frozen
class Need:
    """Something that waits for a person, with the way to it if there is one; `payment` asks for a word about money."""

    hue: str
    icon: str
    title: str
    text: str
    href: str
    act: str = "Look"
    payment: str = ""
    amount: str = ""
    blocks: bool = False
    """Whether the studio's queue is held up by it."""


def needs(
    bible: Bible, found: dict[Status, int], waiting: dict[JobState, int], *, story: str | None = None
) -> tuple[Need, ...]:
    """Money first, then reviews, what fell silent, what failed, and jobs, which belong to no one story."""
    listed = partial(bible.runs.list, project_id=story)
    wanted = [*_payments(bible, story)]
    if found[Status.RUNNING]:
        wanted += _blocked(bible, story)
        judged = listed(status=Status.RUNNING, stage=Stage.EVALUATING, limit=NEEDS).items
        wanted += [_need(run, "warn", "hourglass", "Its pilots wait for your word.", act="Review") for run in judged]
        silent = listed(status=Status.STALLED, limit=NEEDS).items
        wanted += [_need(run, "warn", "clock", f"No news since {doing(run.stage).lower()}.") for run in silent]
    if found[Status.FAILED]:
        wanted += _failures(bible, listed(status=Status.FAILED, limit=NEEDS - 1).items)
    if waiting[JobState.FAILED] and story is None:
        text, failed = "Nothing is lost: read why, then retry.", f"{plural(waiting[JobState.FAILED], 'job')} failed"
        wanted.append(Need(hue="bad", icon="jobs", title=failed, text=text, href="/jobs?state=failed"))
    for trouble in troubles(bible) if story is None else ():
        hue = "bad" if trouble.severe else "warn"
        wanted.append(Need(hue=hue, icon="clock", title=trouble.title, text=trouble.text, href="/jobs"))
    return tuple(wanted)


def _payments(bible: Bible, story: str | None) -> list[Need]:
    """Orders that wait for a person's word, then those of runs that are over and are still followed."""
    unknown = standing.of_unknown_outcome(bible.db, limit=NEEDS, project_id=story)
    followed = standing.left_open(bible.db, limit=NEEDS, project_id=story)
    ids = [*(entry.run_id for entry in unknown), *(each.entry.run_id for each in followed)]
    there = {run.run_id for run in lists.some(bible.db, ids)}
    return [*(_payment(entry, is_there=entry.run_id in there) for entry in unknown), *map(_followed, followed)]


def _payment(entry: LedgerEntry, *, is_there: bool) -> Need:
    amount, gone = usd(entry.reserved), "" if is_there else " The run was deleted since."
    job = f" Look up its job {entry.provider_ref} there." if entry.provider_ref else ""
    return Need(
        hue="warn",
        icon="money",
        title=f"Was {amount} charged?",
        text=f"{entry.provider} was asked for {entry.step} of {_film(entry)} and never said how it ended.{job}{gone}",
        href=run_page(entry.run_id) if is_there else "",
        payment=f"/payments/{entry.run_id}/{entry.intent_id}",
        amount=amount,
    )


def _followed(order: standing.OpenOrder) -> Need:
    entry = order.entry
    return Need(
        hue="idle",
        icon="money",
        title=f"{usd(entry.reserved)} may still be charged",
        text=f"{_film(entry)} was {order.run_is} while {entry.provider} works on {entry.step}"
        f" ({entry.work}). It is followed to its end and booked; there is nothing to do yet.",
        href=run_page(entry.run_id) if order.status else "",
    )


def _film(entry: LedgerEntry) -> str:
    return f"“{headline(entry.concept)}”" if entry.concept else "a film whose name was removed"


def _need(run: Summary, hue: str, icon: str, text: str, *, act: str = "Look", blocks: bool = False) -> Need:
    href = run_page(run.run_id)
    return Need(hue=hue, icon=icon, title=headline(run.concept), text=text, href=href, act=act, blocks=blocks)


def _blocked(bible: Bible, story: str | None) -> list[Need]:
    """Films that nobody can go on with, with what they wait for."""
    waiting = {each.run_id: each.waits for each in turns.unattended(bible.db) if each.waits}
    films = [run for run in lists.some(bible.db, list(waiting)) if story in (None, run.project_id)]
    return [
        _need(run, "warn", "hourglass", f"Waits: {(waiting[run.run_id] or '')[:LONGEST]}", blocks=True)
        for run in films[:NEEDS]
    ]


def _failures(bible: Bible, failed: Sequence[Summary]) -> list[Need]:
    ends = endings.endings(bible.db, [run.run_id for run in failed])

    def why(end: endings.RunEnding) -> str:
        return f"Failed while {doing(end.stage).lower()}: {(end.error or 'No reason was given.')[:LONGEST]}"

    return [_need(run, "bad", "failed", why(ends.get(run.run_id, endings.RunEnding()))) for run in failed]
