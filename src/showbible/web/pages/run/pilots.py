"""Pilots against each other: what differs, who does better, and what follows in one sentence."""

from __future__ import annotations

from collections.abc import Mapping

from showbible.runs.model import Pilot, PilotStatus, Run
from showbible.runs.recall.comparison import comparison
from showbible.runs.recall.run_words import doing, letter
from showbible.runs.recall.verdicts import gone_on, recommended
from showbible.storage.changes import Change
from showbible.web.pages.kit.differences import Difference, DifferenceCell, Differences, difference
from showbible.web.pages.kit.marks import PILOTS, StatusMark, tone
from showbible.words import plain, score, usd


class Contender:
    """A pilot on the page; `open` while a person may still decide.

    `undo` is the decision that can be undone; where the run has gone on with it, `settled` says so.
    """

    def __init__(self, run: Run, position: int, decision: Change | None) -> None:
        self.pilot = pilot = run.pilots[position]
        self.letter, self.tone, self.mark = letter(position), tone(position), _mark(run, pilot)
        self.open = not run.is_over and pilot.status is PilotStatus.RUNNING
        self.is_approved = pilot.status is PilotStatus.APPROVED
        self.reason = pilot.rejection_reason if pilot.status is PilotStatus.REJECTED else None
        stage = gone_on(run, decision) if decision and not run.is_over else None
        self.undo = decision.seq if decision and not run.is_over and stage is None else None
        self.settled = f"The run has gone on with this: {doing(stage).lower()}." if stage else ""


class Comparison:
    """The pilots of a run against each other and the score their user asks for; `pick` is the one to recommend."""

    def __init__(
        self, run: Run, *, threshold: float | None = None, decided: Mapping[str, Change] | None = None
    ) -> None:
        decisions, best = decided or {}, recommended(run)
        self.contenders = [Contender(run, n, decisions.get(each.pilot_id)) for n, each in enumerate(run.pilots)]
        self.heads = [f"{who.letter}, {plain(who.pilot.tier).lower()}" for who in self.contenders]
        self.differences = Differences.of(_rows(run, threshold) if len(run.pilots) > 1 else ())
        self.sentence = comparison(run, threshold)
        self.pick = next((who for who in self.contenders if who.pilot is best), None)


def _mark(run: Run, pilot: Pilot) -> StatusMark:
    """How a pilot stands; once the run is over nobody races any more."""
    if run.winning_pilot == pilot.pilot_id:
        return StatusMark(hue="ok", icon="check", word="Chosen")
    if run.is_over and pilot.status is PilotStatus.RUNNING:
        return StatusMark(hue="idle", icon="stopped", word="Not chosen")
    return PILOTS[pilot.status]


def _rows(run: Run, threshold: float | None) -> list[Difference]:
    pilots, total = run.pilots, run.total_scenes
    dearest = max(max(pilot.spent, pilot.budget) for pilot in pilots)
    most = max(pilot.scenes_generated for pilot in pilots)
    less = lambda micros: f"{usd(round(micros))} less"  # noqa: E731

    def quality(pilot: Pilot) -> DifferenceCell:
        if pilot.score is None:
            return DifferenceCell(value="–", of="not scored")
        goal = None if threshold is None else round(threshold)
        return DifferenceCell(value=score(pilot.score), of="/ 100", percent=round(pilot.score), mark=goal)

    def spent(pilot: Pilot) -> DifferenceCell:
        percent = min(100, round(100 * pilot.spent / dearest)) if dearest else None
        return DifferenceCell(value=usd(pilot.spent), of=f"/ {usd(pilot.budget)[1:]}", percent=percent)

    def ready(pilot: Pilot) -> DifferenceCell:
        made = pilot.scenes_generated
        percent = min(100, round(100 * made / total)) if total else None
        return DifferenceCell(value=str(made), of=f"of {total}" if total else "", percent=percent)

    def price(pilot: Pilot) -> DifferenceCell:
        made = pilot.scenes_generated
        return DifferenceCell(value=usd(pilot.spent // made) if made else "–")

    # Who has made nothing has spent nothing on it, and who has made less has not made it cheaper.
    thrift = lambda pilot: -pilot.spent if pilot.scenes_generated else None  # noqa: E731
    per_scene = lambda pilot: -pilot.spent // pilot.scenes_generated if pilot.scenes_generated else None  # noqa: E731
    wins = lambda pilot: pilot.scenes_generated == most  # noqa: E731
    return [
        difference("Quality score", pilots, quality, key=lambda pilot: pilot.score, more=lambda d: f"+{score(d)}"),
        difference("Spent", pilots, spent, key=thrift, more=less, wins=wins),
        difference("Scenes ready", pilots, ready, key=lambda pilot: pilot.scenes_generated, more="{:.0f} more".format),
        difference("Cost per scene", pilots, price, key=per_scene, more=less),
        difference("Made as", pilots, lambda pilot: DifferenceCell(value=plain(pilot.tier))),
        difference("Standing", pilots, lambda pilot: DifferenceCell(value=_mark(run, pilot).word)),
    ]
