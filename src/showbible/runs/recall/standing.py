"""How far a run is: told once, for pages, lists, files and the terminal alike."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from showbible.runs.model import Pilot, PilotStatus, Report, Run, Stage
from showbible.values import frozen

LEFT: Final = "seconds_left"
"""What a report's data calls the time that its work will still take."""


@frozen
class Takes:
    """How many of the planned scenes a pilot, or a run without pilots, has a take of."""

    pilot_id: str | None
    made: int


@frozen
class RunStanding:
    """How far a run is: `percent` of the whole, and the takes of everybody who still makes some.

    `made` and `planned` add up those takes; nothing is planned while nobody knows how many scenes there are.
    """

    percent: int
    scenes: int
    takes: tuple[Takes, ...]

    @property
    def made(self) -> int:
        """The takes there are."""
        return sum(each.made for each in self.takes)

    @property
    def planned(self) -> int:
        """The takes there will be."""
        return self.scenes * len(self.takes)


def standing(run: Run) -> RunStanding:
    """How far a run is: its winner alone counts once there is one, and who was rejected never does."""
    still = [pilot for pilot in run.pilots if pilot.status is not PilotStatus.REJECTED]
    counted = [pilot for pilot in still if run.winning_pilot in (None, pilot.pilot_id)] or still
    takes = tuple(Takes(pilot_id=pilot.pilot_id, made=_within(pilot.scenes_generated, run)) for pilot in counted)
    alone = () if run.pilots else (Takes(pilot_id=None, made=_within(run.scenes_completed, run)),)
    return RunStanding(percent=run.progress, scenes=run.total_scenes, takes=takes or alone)


def _within(made: int, run: Run) -> int:
    return min(made, run.total_scenes) if run.total_scenes else made


def pace(*, elapsed: float, done: float, total: float) -> float | None:
    """Seconds until the end if the rest goes as what is done went; None before anything is done."""
    if done <= 0 or total <= 0:
        return None
    return max(0.0, (total - done) * elapsed / done)


def seconds_left(run: Run, reports: Sequence[Report], *, at: datetime) -> float | None:
    """Seconds until a run ends: as its producer said last, else until its video is made at the pace so far."""
    if run.is_over:
        return None
    for report in reversed(reports):
        told = (report.data or {}).get(LEFT)
        if isinstance(told, int | float) and not isinstance(told, bool) and told >= 0:
            left = told - (at - report.at).total_seconds()
            return left if left > 0 else None
    return _by_takes(run, at=at)


def _by_takes(run: Run, *, at: datetime) -> float | None:
    """The time that the missing takes will take: known only while takes are made."""
    begun = next((event.at for event in reversed(run.timeline) if event.stage is run.stage), None)
    if run.stage is not Stage.GENERATING_VIDEO or begun is None:
        return None
    far = standing(run)
    left = pace(elapsed=(at - begun).total_seconds(), done=far.made, total=far.planned)
    return left or None


def projection(run: Run) -> int | None:
    """What a run will have cost, in micro-dollars: the scenes still missing at the price of those made so far."""
    if run.is_over:
        return run.spent
    made = sum(pilot.scenes_generated for pilot in run.pilots)
    racing = [pilot for pilot in run.pilots if pilot.status is not PilotStatus.REJECTED]
    if not made or not run.total_scenes or not racing:
        return None
    usual = sum(pilot.spent for pilot in run.pilots) / made

    def rest(pilot: Pilot) -> float:
        price = pilot.spent / pilot.scenes_generated if pilot.scenes_generated else usual
        return price * max(0, run.total_scenes - pilot.scenes_generated)

    return run.spent + round(sum(map(rest, racing)))
