"""The runs memory as a caller holds it: the same functions with the database already in hand."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Unpack

from showbible.errors import Invalid
from showbible.providers.roster import Roster
from showbible.runs.learn.elsewhere import Seen, WorkFollower
from showbible.runs.model import (
    AssetType,
    Delivery,
    Gone,
    NewDelivery,
    NoteKind,
    PilotStyle,
    Report,
    Run,
    RunDefaults,
    RunFacts,
    RunSort,
    RunStart,
    Stage,
    Status,
    Summary,
)
from showbible.runs.recall import bounds, lists, log, one, tags, views
from showbible.runs.recall import keeping as keeping_recall
from showbible.runs.recall.elsewhere import WorkReport, WorkWish
from showbible.runs.recall.keeping import RunKeeping
from showbible.runs.recall.log import Happening
from showbible.runs.recall.one import ReportFacts
from showbible.runs.recall.tag_words import folded
from showbible.runs.recall.tags import KnownTag
from showbible.runs.recall.verdicts import PilotJudgement
from showbible.runs.recall.views import SavedView
from showbible.runs.record import (
    archiving,
    delivery,
    keeping,
    life,
    mutes,
    notes,
    orders,
    pilots,
    tagging,
    taking_over,
    verdicts,
)
from showbible.runs.record import views as view_record
from showbible.storage import paging
from showbible.storage.blobs import Blobs
from showbible.storage.database import Database
from showbible.storage.paging import Page
from showbible.vocabulary import DEFAULT_PROJECT, LOCAL_USER, ProjectId, checked_id, dollars, money, word


class AtOnce:
    """What follows from a run before its caller goes on: nothing by itself; `flow` says what."""

    def started(self, run: Run) -> None:
        """A run has begun."""

    def delivered(self, made: Delivery) -> None:
        """A delivery is safe."""

    def deleted(self, gone: Gone) -> None:
        """A run is gone."""


@dataclass(frozen=True)
class Runs:
    """What a production tells, and what can be asked about it."""

    db: Database
    stalled_after: float
    defaults: Callable[[str], RunDefaults] = lambda _user_id: RunDefaults()
    """A user's standing decisions."""
    at_once: AtOnce = field(default_factory=AtOnce)
    most: bounds.Most | None = None
    """How much of a run is shown; without it, everything."""
    blobs: Blobs | None = None
    roster: Callable[[], Roster] = Roster
    """Whom to ask after work that was ordered elsewhere."""

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
        usual = self.defaults(user_id)
        if usual.most_budget is not None and money("budget", budget) > usual.most_budget:
            limit = f"${dollars(usual.most_budget):,.2f}"
            raise Invalid(f"The budget is over the limit of {limit} a run; raise max_budget_per_run.", field="budget")
        wish = RunStart(
            project_id=project_id,
            run_id=run_id,
            user_id=user_id,
            audio_tier=audio_tier or usual.audio_tier,
            total_scenes=total_scenes,
            seed_asset_ids=seed_asset_ids,
        )
        run = life.start(self.db, concept, budget, wish)
        self.at_once.started(run)
        return run

    def take_over(self, run: Run) -> bool:
        """Keep a run that was made elsewhere, as it was; gives whether it is new."""
        return taking_over.take_over(self.db, run)

    def enter(self, run_id: str, stage: str, *, details: Mapping[str, Any] | None = None) -> Run:
        """Go to a stage; the one before is closed with the time it took."""
        return life.enter(self.db, run_id, stage, details=details, most=self.most)

    def add_pilot(
        self, run_id: str, pilot_id: str, *, tier: str, budget: object, style: PilotStyle | None = None
    ) -> Run:
        """Let a pilot compete for the run's budget, with a style of its own if it has one."""
        return pilots.add_pilot(self.db, run_id, pilot_id, tier=tier, budget=budget, style=style, most=self.most)

    def judge_pilot(self, run_id: str, pilot_id: str, **said: Unpack[PilotJudgement]) -> Run:
        """Score a pilot, approve it, reject it with the reason, or put it back in the race."""
        return pilots.judge_pilot(self.db, run_id, pilot_id, most=self.most, **said)

    def approve(self, run_id: str, pilot_id: str) -> int:
        """Go on with a pilot, as a person decides: it wins. Gives the number by which that is undone."""
        return verdicts.approve(self.db, run_id, pilot_id)

    def reject(self, run_id: str, pilot_id: str, reason: str) -> int:
        """Take a pilot out of the race, as a person decides. Gives the number by which that is undone."""
        return verdicts.reject(self.db, run_id, pilot_id, reason)

    def undo_verdict(self, run_id: str, pilot_id: str, seq: int) -> Run:
        """Put a pilot back to where a person's decision found it, unless the run has gone on with it."""
        return verdicts.undo(self.db, run_id, pilot_id, seq)

    def name_winner(self, run_id: str, pilot_id: str) -> Run:
        """Say which pilot the run goes on with."""
        return pilots.name_winner(self.db, run_id, pilot_id, most=self.most)

    def deliver(self, run_id: str, kind: str, path: str, **told: Unpack[NewDelivery]) -> Delivery:
        """Hand in an asset with its cost; handed in again, what is left out keeps the value it had."""
        with self.db.transaction():
            made = delivery.deliver(self.db, run_id, kind, path, told)
            self.db.after_commit(f"deliver {made.asset_id}", lambda: self.at_once.delivered(made))
        return made

    def follow(
        self, provider: str, task: str, *, wait: bool = True, seen: Seen = lambda _: None, **wish: Unpack[WorkWish]
    ) -> WorkReport:
        """Take in work that was ordered elsewhere, by its provider's own name for it, once; see docs/providers.md."""
        if self.blobs is None:
            raise Invalid("These runs have no store for files.", field="provider")
        follower = WorkFollower(self.db, self.blobs, self.roster)
        report = follower.follow(provider, task, wish, seen=seen if wait else None)
        for made in report.assets if report.is_new else ():
            self.at_once.delivered(made)
        return report

    def error(self, run_id: str, message: str) -> None:
        """Write an error into a run."""
        notes.note(self.db, run_id, NoteKind.ERROR, message)

    def warning(self, run_id: str, message: str) -> None:
        """Write a warning into a run."""
        notes.note(self.db, run_id, NoteKind.WARNING, message)

    def report(self, run_id: str, agent: str, status: str, **told: Unpack[ReportFacts]) -> int:
        """Keep what an agent says of its work; gives the number of the report."""
        return notes.report(self.db, run_id, agent, status, **told)

    def reports(self, run_id: str, *, since: int = 0) -> tuple[Sequence[Report], int]:
        """What agents reported after a number, and how many reports were dropped for room."""
        return one.reports(self.db, run_id, since=since)

    def describe(self, run_id: str, **facts: Unpack[RunFacts]) -> Run:
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

    def archive(self, run_ids: Sequence[str]) -> archiving.Batch:
        """Put runs away that are over; they keep everything, and lists leave them out."""
        return archiving.archive(self.db, run_ids)

    def restore(self, run_ids: Sequence[str]) -> int:
        """Let the lists show archived runs again; gives how many there were."""
        return archiving.restore(self.db, run_ids)

    def undo_archive(self, batch: int) -> int:
        """Restore what was put away together; gives how many were still away."""
        return archiving.undo(self.db, batch)

    def pin(self, run_id: str, *, pinned: bool = True) -> RunKeeping:
        """Keep everything of a run whatever its age, or no longer."""
        return keeping.pin(self.db, run_id, pinned=pinned)

    def keeping(self, run_id: str) -> RunKeeping:
        """Whether a run is pinned, and when its working files went for their age."""
        return keeping_recall.keeping(self.db, run_id)

    def tag(self, run_id: str, tags: Sequence[str]) -> tuple[str, ...]:
        """Put tags on a run, over or not; gives those it did not have yet."""
        return tagging.tag(self.db, run_id, tags)

    def untag(self, run_id: str, tags: Sequence[str]) -> tuple[str, ...]:
        """Take tags off a run; gives those it had."""
        return tagging.untag(self.db, run_id, tags)

    def tag_all(self, run_ids: Sequence[str], tag: str) -> tagging.Tagging:
        """Put one tag on many runs; all get it, or none does."""
        return tagging.tag_all(self.db, run_ids, tag)

    def untag_all(self, run_ids: Sequence[str], tag: str) -> tuple[str, ...]:
        """Take one tag off many runs; gives the ids of those that had it."""
        return tagging.untag_all(self.db, run_ids, tag)

    def undo_tagging(self, tag: str, number: int) -> int:
        """Take a tag off the runs that got it together; gives how many still had it."""
        return tagging.undo_tagging(self.db, tag, number)

    def tags(self) -> tuple[KnownTag, ...]:
        """The tags that most runs have, with how many have each."""
        return tags.known_tags(self.db)

    def mute(self, run_id: str, kind: str, item_id: str, *, says: str = "") -> bool:
        """Silence something learned for one run; gives whether it was still heard."""
        return mutes.mute(self.db, run_id, kind, item_id, says=says)

    def unmute(self, run_id: str, kind: str, item_id: str, *, says: str = "") -> bool:
        """Let something learned speak again in one run; gives whether it was silent."""
        return mutes.unmute(self.db, run_id, kind, item_id, says=says)

    @property
    def views(self) -> RunViews:
        """The views of the list that people keep by name."""
        return RunViews(self.db)

    def delete(self, run_id: str) -> None:
        """Remove a run with all it holds, made and taught; refused while it may still be charged for something."""
        self.at_once.deleted(orders.delete_settled(self.db, run_id))

    def charge(self, run_id: str, *, cost: int, why: str, pilot_id: str | None = None) -> None:
        """Book micro-dollars that a run was charged without an asset to show for them, even when it is over."""
        orders.charge(self.db, run_id, cost=cost, why=why, pilot_id=pilot_id)

    def pay(self, run_id: str, step: str, *, cost: int, provider: str, error: str | None = None) -> bool:
        """Book the micro-dollars of a step that succeeded or, with an `error`, failed; False when it was before."""
        return orders.pay(self.db, run_id, step, cost=cost, provider=provider, error=error)

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
        sort: str = RunSort.NEWEST,
        limit: int = paging.USUAL,
        cursor: str | None = None,
    ) -> Page[Summary]:
        """Runs that pass a filter, newest first unless another order is asked for; None means archived or not."""
        wanted = lists.WantedRuns(
            status=word(Status, "status", status) if status else None,
            stage=word(Stage, "stage", stage) if stage else None,
            project_id=project_id,
            ids=lists.matching(self.db, q) if q else None,
            tag=folded(tag) if tag else None,
            archived=archived,
        )
        order = word(RunSort, "sort", sort)
        return lists.runs(self.db, wanted, sort=order, limit=limit, cursor=cursor, stalled_after=self.stalled_after)

    def happenings(self, *, after: int, run_id: str | None = None) -> Sequence[Happening]:
        """What happened after a sequence number, to one run or to all."""
        return log.happenings(self.db, after=after, run_id=run_id)


@dataclass(frozen=True)
class RunViews:
    """The views of the list of runs that people keep by name; one may be what the bare list shows."""

    db: Database

    def list(self) -> tuple[SavedView, ...]:
        """Every view, in the order they were first kept."""
        return views.views(self.db)

    def first(self, *, limit: int) -> tuple[SavedView, ...]:
        """A few views: the one that opens the list, then those kept first."""
        return views.first_views(self.db, limit=limit)

    def default(self) -> SavedView | None:
        """The view that opens the list, if somebody chose one."""
        return views.default_view(self.db)

    def keep(self, name: str, query: str, *, is_default: bool = False) -> SavedView:
        """A view under a name; keeping it again changes what the name stands for."""
        return view_record.keep_view(self.db, name, query, is_default=is_default)

    def open_with(self, name: str | None) -> None:
        """Let the bare list show a view, or everything again."""
        view_record.open_with(self.db, name)

    def drop(self, name: str) -> SavedView:
        """Forget a view; gives what it was."""
        return view_record.drop_view(self.db, name)
