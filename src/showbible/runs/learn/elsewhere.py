"""Take in work that was ordered from a provider elsewhere: ask after it, fetch its files, and put it on record once."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final

from showbible.errors import Conflict, Invalid, Malformed, Misconfigured, NotFound, TryLater
from showbible.projects import recall as projects
from showbible.projects import record as project_record
from showbible.providers import results
from showbible.providers.contract import Expired, Provider, ProviderFailed, ProviderSilent, UnknownWork
from showbible.providers.download import NotFetched
from showbible.providers.model import Work, WorkState
from showbible.providers.roster import Roster
from showbible.runs.learn.incoming_files import STORES, IncomingFile, checked_file
from showbible.runs.recall import one
from showbible.runs.recall.elsewhere import WorkReport, WorkWish, work_report
from showbible.runs.record.elsewhere import WorkFile, WorkRecord, book
from showbible.storage.blobs import Blobs, Stored
from showbible.storage.database import Database
from showbible.storage.stores.keys import asset_prefix
from showbible.storage.uploads import Upload
from showbible.values import check_names
from showbible.vocabulary import (
    CONCEPT_LIMIT,
    DEFAULT_PROJECT,
    LOCAL_USER,
    PROSE_LIMIT,
    Micros,
    checked_id,
    checked_text,
    money,
)

LONGEST_TASK: Final = 256
LONGEST_NAME: Final = 250
LARGEST_SEED: Final = 2**63

Seen = Callable[[Work], None]


@dataclass(frozen=True)
class WorkFollower:
    """Asks providers after work that they were given by others."""

    db: Database
    blobs: Blobs
    roster: Callable[[], Roster]

    def follow(self, provider: str, task: str, wish: WorkWish, *, seen: Seen | None) -> WorkReport:
        """The work on record, or how far it is; waits for its end where `seen` is given, and tells it each answer."""
        _check(provider, task, wish)
        project_id = self._project_id(wish)
        if (known := work_report(self.db, provider, task)) is not None:
            return _settled(known)
        roster = self.roster()
        hired = _hired(roster, provider)
        with _in_our_words(provider, task):
            work = hired.follow(task)
            if seen is not None:
                seen(work)
                work = results.wait(hired, work, until=time.monotonic() + hired.setup.patience, seen=seen)
            if not work.is_over:
                return WorkReport(provider=provider, task=task, state=work.state, progress=work.progress)
            files = _files(hired, work)
        return self._keep(_done(hired, work, wish, cost=_cost(roster, hired, work, wish), project_id=project_id), files)

    def _project_id(self, wish: WorkWish) -> str:
        """The project that the work belongs to: its run's, the one that is named, or the default one."""
        run_id, named = wish.get("run_id"), wish.get("project_id")
        if run_id is None:
            return _project(self.db, named or DEFAULT_PROJECT)
        run = one.bare(self.db, checked_id("run", run_id))
        if run.is_over:
            raise Conflict(f"Run {run_id} is over ({run.recorded_status}); leave it out to have a new one.")
        if named is not None and named != run.project_id:
            raise Invalid(f"Run {run_id} belongs to {run.project_id}, not to {named[:80]}.", field="project_id")
        return run.project_id

    def _keep(self, done: WorkRecord, files: Sequence[IncomingFile]) -> WorkReport:
        """Put the files into their stores, then book them.

        Files that nothing names in the end, as when this process is killed here, are swept up as such.
        """
        stored = [self._put(done, each) for each in files]
        kept = [
            WorkFile(type=file.type, path=f"{each.store}/{each.key}", seconds=file.seconds, measures=file.measures)
            for file, each in zip(files, stored, strict=True)
        ]
        report = book(self.db, done, kept)
        if report.is_new:
            return report
        for each in stored:
            self.blobs.delete(each.store, each.key)
        return _settled(report)

    def _put(self, done: WorkRecord, file: IncomingFile) -> Stored:
        return Upload.of([file.content]).put(self.blobs, STORES[file.type], asset_prefix(done.project_id))


def _check(provider: str, task: str, wish: WorkWish) -> None:
    check_names(WorkWish, wish)
    checked_text("provider", provider, limit=LONGEST_NAME, empty=False)
    checked_text("task", task, limit=LONGEST_TASK, empty=False)
    if not task.isprintable() or " " in task or ".." in task:  # some libraries make it a part of an address
        raise Invalid("A task is the provider's name for its work: no spaces, and no '..'.", field="task")
    if (cost := wish.get("cost")) is not None:
        money("cost", cost)
    if (prompt := wish.get("prompt")) is not None:
        checked_text("prompt", prompt)
    checked_id("user", wish.get("user_id", LOCAL_USER))


def _project(db: Database, project_id: str) -> str:
    try:
        return projects.project(db, project_id).project_id
    except NotFound:
        return project_record.ensure(db, project_id)


def _settled(known: WorkReport) -> WorkReport:
    """What is on record; refused while it is an order of our own that is not settled."""
    if known.state is not WorkState.SUCCEEDED:
        raise Conflict(f"{known.task} of {known.provider} was ordered by run {known.run_id}, which still waits for it.")
    return known


def _hired(roster: Roster, name: str) -> Provider:
    if name not in roster.entries:
        named = ", ".join(roster.entries) or "nobody"
        raise Invalid(f"There is no provider {name!r} in studio.toml. It names: {named}.", field="provider")
    return roster.provider(name)


@contextmanager
def _in_our_words(provider: str, task: str) -> Iterator[None]:
    """What goes wrong on the way, as a caller can act on it."""
    try:
        yield
    except UnknownWork:
        raise NotFound(f"work of {provider}", task) from None
    except ProviderSilent as error:
        raise TryLater(f"Nothing is known of {task}: {error}", retry_after=60) from None
    except (ProviderFailed, Expired) as error:
        raise Conflict(f"{task} of {provider} cannot be had: {error}") from None
    except NotFetched as error:
        raise Malformed(f"{task} of {provider} cannot be had: {error}", field="task") from None


def _files(provider: Provider, work: Work) -> list[IncomingFile]:
    """What came of a work, all of it checked before any of it is kept."""
    if work.state is not WorkState.SUCCEEDED:
        became = "was cancelled" if work.state is WorkState.CANCELLED else "failed"
        raise Conflict(f"{provider.name} says that {work.ref} {became}{f': {work.error}' if work.error else '.'}")
    if not work.outputs:
        raise Conflict(f"{provider.name} says that {work.ref} succeeded, and names no file.")
    what = f"What {provider.name} made as {work.ref}"
    return [
        checked_file(content, media_type=output.media_type, what=what)
        for output, content in results.contents(provider, work)
    ]


def _cost(roster: Roster, provider: Provider, work: Work, wish: WorkWish) -> Micros | None:
    """What the provider charged, else what the caller says, else nothing that anybody knows."""
    said = wish.get("cost")
    if work.charge is not None:
        try:
            return roster.currencies.micros(work.charge)
        except Misconfigured:
            if said is None:
                raise
    if said is not None:
        return money("cost", said)
    return Micros(0) if provider.free and not provider.setup.prices.prices else None


def _done(provider: Provider, work: Work, wish: WorkWish, *, cost: Micros | None, project_id: str) -> WorkRecord:
    prompt = wish.get("prompt") or _text(work.facts.get("prompt"), PROSE_LIMIT)
    return WorkRecord(
        provider=provider.name,
        task=work.ref,
        concept=_text(prompt, CONCEPT_LIMIT) or f"{provider.name} {work.ref}",
        cost=cost,
        prompt=prompt,
        negative_prompt=_text(work.facts.get("negative_prompt"), PROSE_LIMIT),
        seconds=_seconds(work.facts.get("seconds")),
        facts=_facts(provider.name, work, cost_is_known=cost is not None),
        run_id=wish.get("run_id"),
        project_id=project_id,
        user_id=wish.get("user_id", LOCAL_USER),
        keep_open=wish.get("keep_open", False),
    )


def _facts(provider: str, work: Work, *, cost_is_known: bool) -> Mapping[str, Any]:
    """What an asset says of where it comes from."""
    found = {
        "provider": provider,
        "provider_ref": work.ref,
        "model": _text(work.facts.get("model"), LONGEST_NAME),
        "seed": _seed(work.facts.get("seed")),
        "cost_unknown": None if cost_is_known else True,
    }
    return {name: value for name, value in found.items() if value is not None}


def _text(value: object, limit: int) -> str | None:
    """A stranger's words as they can be kept and shown anywhere; None where there are none."""
    if not isinstance(value, str):
        return None
    kept = value.replace("\x00", "").encode("utf-8", "ignore")[:limit].decode("utf-8", "ignore")
    return kept if kept.strip() else None


def _seed(value: object) -> int | str | None:
    return value if isinstance(value, int) and abs(value) < LARGEST_SEED else _text(value, LONGEST_NAME)


def _seconds(value: object) -> float | None:
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        return None
    return float(value) if value >= 0 else None
