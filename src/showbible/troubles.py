"""What is wrong with the studio's own work, in words that pages and probes share."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from showbible import events
from showbible.bible import Bible
from showbible.jobs import health, timekeeping
from showbible.jobs.queue import JobState
from showbible.projects import recall as projects
from showbible.values import frozen
from showbible.vocabulary import plural, utcnow
from showbible.webhooks.deliver import DUE
from showbible.words import span

LONGEST_STANDSTILL: Final = timedelta(minutes=30)
BACKUP_GRACE: Final = 2 * 3600.0
SEVERAL_TRIES: Final = 3
"""After so many errors it is no short break."""


@frozen
class Trouble:
    """Something a person should look at; `severe` when no useful work is done."""

    title: str
    text: str
    severe: bool = False


def troubles(bible: Bible) -> tuple[Trouble, ...]:
    """Everything that is wrong now, the worst first."""
    found = (late_jobs(bible), doubted_clock(bible), late_backup(bible), deaf_hook(bible))
    return tuple(trouble for trouble in found if trouble is not None)


def late_jobs(bible: Bible, *, at: datetime | None = None) -> Trouble | None:
    """A job that is older than it should be; worse when nothing at all ends."""
    now = at or utcnow()
    late = health.late(bible.db, events.ALLOWED, at=now)
    if not late:
        return None
    told = _sentence(late[0], now)
    # Ages mean little while the clock itself is in doubt.
    if bible.clock_doubt() is None and health.nothing_ends(bible.db, at=now, within=LONGEST_STANDSTILL):
        text = f"{told} No job has ended for half an hour: start a worker, or restart the one that runs."
        return Trouble(title="Jobs stand still", text=text, severe=True)
    return Trouble(title="A job is late", text=f"{told} {_remedy(late[0])}")


def _sentence(job: health.Open, at: datetime) -> str:
    phrase = events.PHRASES.get(job.event, job.event)
    doing = "has been running" if job.state is JobState.RUNNING else "has been waiting"
    allowed = health.allowance(job.state, job.event, events.ALLOWED)
    return f"“{phrase}” ({job.event}) {doing} for {span(job.age(at))}, where {span(allowed)} are allowed."


def _remedy(job: health.Open) -> str:
    if job.state is JobState.RUNNING:
        return "If it does not go on, restart the worker: the job then starts again."
    return "Start more workers if the queue does not grow shorter."


def doubted_clock(bible: Bible) -> Trouble | None:
    """A clock that is not believed; while it is not, nothing is removed for its age."""
    if (doubt := bible.clock_doubt()) is None:
        return None
    return Trouble(title="The clock is in doubt", text=f"{doubt.reason} {timekeeping.REMEDY}")


def late_backup(bible: Bible, *, at: datetime | None = None) -> Trouble | None:
    """Backups that should have come and did not: a little more than their time has passed since the last."""
    if not bible.settings.backup_hours:
        return None
    newest = bible.backups.last_made_at()
    since = newest or projects.began_at(bible.db)
    age = 0.0 if since is None else ((at or utcnow()) - since).total_seconds()
    if age < bible.settings.backup_hours * 3600 + BACKUP_GRACE:
        return None
    told = f"The last backup is {span(age)} old." if newest is not None else "There is no backup yet."
    return Trouble(title="No recent backup", text=f"{told} Make one: showbible backup create")


def deaf_hook(bible: Bible) -> Trouble | None:
    """A webhook that has not taken a notice for several tries; only one that is still told matters."""
    struggling = health.struggling(bible.db, DUE, errors=SEVERAL_TRIES, limit=health.MOST_LOOKED_AT)
    late = [job for job in struggling if bible.resources.hooks.named(job.payload["hook"]) is not None]
    if not late:
        return None
    told = f"{plural(len(late), 'notice')} could not be delivered. The newest: {late[0].error}"
    text = f"{told} Look at the jobs “{events.PHRASES[DUE]}”, or try: showbible webhooks test"
    return Trouble(title="A webhook does not answer", text=text)
