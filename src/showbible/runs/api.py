"""The runs memory as a caller holds it: the same functions with the database already in hand."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from showbible.errors import Invalid
from showbible.runs.model import (
    AssetType,
    AudioTier,
    Delivery,
    Gone,
    Happening,
    NoteKind,
    Report,
    Run,
    Sort,
    Stage,
    Status,
    Summary,
    word,
)
from showbible.runs.recall import bounds, lists, log, one
from showbible.runs.recall import tags as recall_tags
from showbible.runs.recall.tag_words import folded
from showbible.runs.record import archiving, delivery, life, mutes, notes, orders, pilots, verdicts
from showbible.runs.record import archiving as run_archiving
from showbible.runs.record import tags as run_tags
from showbible.runs.record.archiving import Batch
from showbible.runs.record.delivery import Asset
from showbible.runs.record.life import Start
from showbible.runs.record.notes import Say
from showbible.storage import paging
from showbible.storage.database import Database
from showbible.storage.paging import Page
from showbible.vocabulary import DEFAULT_PROJECT, LOCAL_USER, Micros, ProjectId, checked_id, dollars, money


@dataclass(frozen=True, kw_only=True)
class Custom:
    """What a user has decided for every run, unless the call that starts one says otherwise."""

    audio_tier: str = AudioTier.SIMPLE_OVERLAY
    most_budget: Micros | None = None


@dataclass(frozen=True)
class Runs:
    """What a production tells, and what can be asked about it."""

    db: Database
    stalled_after: float
    custom: Callable[[str], Custom] = lambda _user_id: Custom()
    """A user's standing decisions."""
    started: Callable[[Run], object] = lambda _run: None
    """Told of every new run."""
    delivered: Callable[[ProjectId, Delivery], None] = lambda _project_id, _made: None
    """Told of every delivery for a project, once it is safe."""
    deleted: Callable[[Gone], object] = lambda _gone: None
    """Told of every run that is gone."""
    most: bounds.Most | None = None
    """How much of a run is shown; without it, everything."""

    def showing(self, most: bounds.Most) -> Runs:
        """The same runs, with the newest of what each holds in place of everything."""
        return replace(self, most=most)

    def start(
        self,
        concept: str,
        *,
        budget: object,
        project_id: str = DEFAULT_PROJECT,
        run_id: str | None = None,
        user_id: str = LOCAL_USER,
        audio_tier: str | None = None,
        total_scenes: int = 0,
        seed_asset_ids: Sequence[str] = (),
    ) -> Run:
        """A new run, running from now on; refused when its budget is over the user's limit."""
        custom = self.custom(user_id)
        if custom.most_budget is not None and money("budget", budget) > custom.most_budget:
            limit = f"${dollars(custom.most_budget):,.2f}"
            raise Invalid(f"The budget is over the limit of {limit} a run; raise max_budget_per_run.", field="budget")
        wish = Start(
            project_id=project_id,
            run_id=run_id,
            user_id=user_id,
            audio_tier=audio_tier or custom.audio_tier,
            total_scenes=total_scenes,
            seed_asset_ids=seed_asset_ids,
        )
        run = life.start(self.db, concept, budget, wish)
        self.started(run)
        return run

    def enter(self, run_id: str, stage: str, *, details: Mapping[str, Any] | None = None) -> Run:
        """Go to a stage; the one before is closed with the time it took."""
        return life.enter(self.db, run_id, stage, details=details, most=self.most)

    def add_pilot(self, run_id: str, pilot_id: str, *, tier: str, budget: object) -> Run:
        """Let a pilot compete for the run's budget."""
        return pilots.add_pilot(self.db, run_id, pilot_id, tier=tier, budget=budget, most=self.most)

    def judge_pilot(
        self,
        run_id: str,
        pilot_id: str,
        *,
        score: float | None = None,
        status: str | None = None,
        rejection_reason: str | None = None,
    ) -> Run:
        """Score a pilot, approve it, reject it with the reason, or put it back in the race."""
        return pilots.judge_pilot(
            self.db,
            run_id,
            pilot_id,
            score=score,
            status=status,
            rejection_reason=rejection_reason,
            most=self.most,
        )

    def approve(self, run_id: str, pilot_id: str) -> int:
        """Go on with a pilot, as a person decides: it wins. Gives the number by which that is taken back."""
        return verdicts.approve(self.db, run_id, pilot_id)

    def reject(self, run_id: str, pilot_id: str, reason: str) -> int:
        """Take a pilot out of the race, as a person decides. Gives the number by which that is taken back."""
        return verdicts.reject(self.db, run_id, pilot_id, reason)

    def take_back(self, run_id: str, pilot_id: str, seq: int) -> Run:
        """Undo what a person decided about a pilot, unless the run has gone on with it."""
        return verdicts.take_back(self.db, run_id, pilot_id, seq)

    def name_winner(self, run_id: str, pilot_id: str) -> Run:
        """Say which pilot the run goes on with."""
        return pilots.name_winner(self.db, run_id, pilot_id, most=self.most)

    def deliver(self, run_id: str, kind: str, path: str, **asset: Any) -> Delivery:
        """Hand in an asset with its cost; the fields are those of `Asset`."""
        return delivery.deliver(self.db, run_id, kind, path, Asset(**asset), then=self.delivered)

    def error(self, run_id: str, message: str) -> None:
        """Write an error into a run."""
        notes.note(self.db, run_id, NoteKind.ERROR, message)

    def warning(self, run_id: str, message: str) -> None:
        """Write a warning into a run."""
        notes.note(self.db, run_id, NoteKind.WARNING, message)

    def report(self, run_id: str, agent: str, status: str, **say: Any) -> int:
        """Keep what an agent says of its work; the fields are those of `Say`."""
        return notes.report(self.db, run_id, agent, status, Say(**say))

    def reports(self, run_id: str, *, since: int = 0) -> tuple[Sequence[Report], int]:
        """What agents reported after a number, and how many reports were dropped for room."""
        return one.reports(self.db, run_id, since=since)

    def describe(self, run_id: str, **facts: Any) -> Run:
        """Say more about a run: scenes, themes, colours, style, mood, music, the film and its cut list."""
        return life.describe(self.db, run_id, most=self.most, **facts)

    def beat(self, run_id: str) -> None:
        """Say that a run is alive when there is nothing else to say."""
        life.beat(self.db, run_id)

    def finish(
        self, run_id: str, status: str = Status.COMPLETED, *, winning_pilot: str | None = None, error: str | None = None
    ) -> Run:
        """End a run; ending it the same way again changes nothing."""
        return life.finish(self.db, run_id, status, winning_pilot=winning_pilot, error=error, most=self.most)

    def archive(self, run_ids: Sequence[str]) -> Batch:
        """Put runs away that are over; they keep everything, and lists leave them out."""
        return run_archiving.archive(self.db, run_ids)

    def bring_back(self, run_ids: Sequence[str]) -> int:
        """Let the lists show archived runs again; gives how many there were."""
        return run_archiving.bring_back(self.db, run_ids)

    def undo_archive(self, batch: int) -> int:
        """Bring back what was put away together; gives how many were still away."""
        return archiving.undo(self.db, batch)

    def tag(self, run_id: str, tags: Sequence[str]) -> tuple[str, ...]:
        """Put tags on a run, over or not; gives those it did not have yet."""
        return run_tags.tag(self.db, run_id, tags)

    def untag(self, run_id: str, tags: Sequence[str]) -> tuple[str, ...]:
        """Take tags off a run; gives those it had."""
        return run_tags.untag(self.db, run_id, tags)

    def tags(self) -> tuple[recall_tags.Known, ...]:
        """The tags that most runs have, with how many have each."""
        return recall_tags.known_tags(self.db)

    def delete(self, run_id: str) -> None:
        """Remove a run with all it holds, made and taught; refused while it may still be charged for something."""
        self.deleted(orders.delete_settled(self.db, run_id))

    def refuse_open_orders(self, project_id: str) -> None:
        """Refuse to let go of a project whose runs have paid steps whose end is not known."""
        orders.refuse_project(self.db, project_id)

    def mute(self, run_id: str, kind: str, item_id: str, *, says: str = "") -> bool:
        """Silence a card or a pattern for one run; gives whether it was still heard. `says` names it in the log."""
        return mutes.mute(self.db, run_id, kind, item_id, says=says)

    def unmute(self, run_id: str, kind: str, item_id: str, *, says: str = "") -> bool:
        """Let something speak again in one run; gives whether it was silent."""
        return mutes.unmute(self.db, run_id, kind, item_id, says=says)

    def charge(self, run_id: str, *, cost: int, why: str, pilot_id: str | None = None) -> None:
        """Book micro-dollars that a run was charged without an asset to show for them, even when it is over."""
        orders.charge(self.db, run_id, cost=cost, why=why, pilot_id=pilot_id)

    def project_of(self, run_id: str) -> ProjectId | None:
        """The project of a run, while both exist."""
        return one.project_of(self.db, checked_id("run", run_id))

    def get(self, run_id: str) -> Run:
        """One run with its pilots, assets, timeline and notes."""
        return one.run(self.db, run_id, most=self.most)

    def assets(self, run_id: str, *, kind: str | None = None) -> tuple[Delivery, ...]:
        """What a run delivered, in the order it came."""
        one.summary(self.db, run_id)
        return one.assets(self.db, run_id, kind=word(AssetType, "asset_type", kind) if kind else None)

    def asset_page(
        self, run_id: str, *, kind: str | None = None, limit: int = paging.MOST, cursor: str | None = None
    ) -> Page[Delivery]:
        """A page of what a run delivered, in the order it came."""
        one.bare(self.db, run_id)
        wanted = word(AssetType, "asset_type", kind) if kind else None
        return bounds.asset_page(self.db, run_id, kind=wanted, limit=limit, cursor=cursor)

    def list(
        self,
        *,
        status: str | None = None,
        stage: str | None = None,
        project_id: str | None = None,
        q: str | None = None,
        tag: str | None = None,
        archived: bool | None = False,
        sort: str = Sort.NEWEST,
        limit: int = paging.USUAL,
        cursor: str | None = None,
    ) -> Page[Summary]:
        """Runs that pass a filter, newest first unless another order is asked for; None means archived or not."""
        wanted = lists.Filter(
            status=word(Status, "status", status) if status else None,
            stage=word(Stage, "stage", stage) if stage else None,
            project_id=project_id,
            ids=lists.matching(self.db, q) if q else None,
            tag=folded(tag) if tag else None,
            archived=archived,
        )
        order = word(Sort, "sort", sort)
        return lists.runs(self.db, wanted, sort=order, limit=limit, cursor=cursor, stalled_after=self.stalled_after)

    def happenings(self, *, after: int, run_id: str | None = None) -> Sequence[Happening]:
        """What happened after a sequence number, to one run or to all."""
        return log.happenings(self.db, after=after, run_id=run_id)
