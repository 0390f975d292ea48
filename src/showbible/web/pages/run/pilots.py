"""Pilots against each other: what differs, who does better, and what follows in one sentence."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from showbible.runs.model import Pilot, PilotStatus, Run
from showbible.runs.recall.verdicts import gone_on
from showbible.storage.changes import Change
from showbible.web.pages.kit.marks import PILOTS, StatusMark, doing, letter, tone
from showbible.web.words import plain, plural, score, usd


@dataclass(frozen=True, kw_only=True)
class Contender:
    """A pilot on the page; `open` while a person may still decide.

    `undo` is the decision that can be taken back; where the run has gone on with it, `settled` says so.
    """

    pilot_id: str
    letter: str
    tone: str
    tier: str
    mark: StatusMark
    score: str
    spent: str
    budget: str
    open: bool
    won: bool
    reason: str | None
    approved: bool = False
    undo: int | None = None
    settled: str = ""


@dataclass(frozen=True, kw_only=True)
class Cell:
    """One value of one contender: `percent` draws a bar, `mark` what it should reach, `lead` by how much it is best."""

    value: str
    of: str = ""
    percent: int | None = None
    mark: int | None = None
    lead: str | None = None
    tone: str = ""


@dataclass(frozen=True, kw_only=True)
class Row:
    """One thing that can be compared."""

    label: str
    cells: tuple[Cell, ...]

    @property
    def differs(self) -> bool:
        """Whether the contenders are not all alike in it."""
        return len({(cell.value, cell.of) for cell in self.cells}) > 1


@dataclass(frozen=True, kw_only=True)
class Comparison:
    """The contenders, what differs, what does not, and the verdict in a sentence."""

    contenders: tuple[Contender, ...]
    rows: tuple[Row, ...]
    equal: tuple[Row, ...]
    sentence: tuple[str, str]
    pick: Contender | None

    @property
    def heads(self) -> tuple[str, ...]:
        """The contenders as the heads of columns."""
        return tuple(f"{who.letter}, {who.tier.lower()}" for who in self.contenders)


def comparison(run: Run, *, threshold: float | None = None, decided: Mapping[str, Change] | None = None) -> Comparison:
    """The pilots of a run against each other, against the score that their user asks for, and what was `decided`."""
    rows = _rows(run, threshold) if len(run.pilots) > 1 else ()
    made = tuple(_contender(run, n, pilot) for n, pilot in enumerate(run.pilots))
    contenders = tuple(_decided(run, each, (decided or {}).get(each.pilot_id)) for each in made)
    return Comparison(
        contenders=contenders,
        rows=tuple(row for row in rows if row.differs),
        equal=tuple(row for row in rows if not row.differs),
        sentence=sentence(run, threshold),
        pick=_pick(run, contenders),
    )


def _contender(run: Run, position: int, pilot: Pilot) -> Contender:
    return Contender(
        pilot_id=pilot.pilot_id,
        letter=letter(position),
        tone=tone(position),
        tier=plain(pilot.tier),
        mark=_mark(run, pilot),
        score=score(pilot.score),
        spent=usd(pilot.spent),
        budget=usd(pilot.budget),
        open=not run.is_over and pilot.status is PilotStatus.RUNNING,
        won=run.winning_pilot == pilot.pilot_id,
        reason=pilot.rejection_reason if pilot.status is PilotStatus.REJECTED else None,
        approved=pilot.status is PilotStatus.APPROVED,
    )


def _decided(run: Run, shown: Contender, change: Change | None) -> Contender:
    """A contender with the way back from what a person decided about it."""
    if change is None or run.is_over:
        return shown
    stage = gone_on(run, change)
    if stage is not None:
        return replace(shown, settled=f"The run has gone on with this: {doing(stage).lower()}.")
    return replace(shown, undo=change.seq)


def _mark(run: Run, pilot: Pilot) -> StatusMark:
    """How a pilot stands; once the run is over nobody races any more."""
    if run.winning_pilot == pilot.pilot_id:
        return StatusMark(hue="ok", icon="check", word="Chosen")
    if run.is_over and pilot.status is PilotStatus.RUNNING:
        return StatusMark(hue="idle", icon="stopped", word="Not chosen")
    return PILOTS[pilot.status]


def _pick(run: Run, contenders: tuple[Contender, ...]) -> Contender | None:
    """The contender to recommend: it has made something, and it leads, or every other one was rejected.

    Nobody is recommended before there is something to compare, among equals, or after a choice was made.
    """
    racing = [pilot for pilot in run.pilots if pilot.status is not PilotStatus.REJECTED]
    if run.winning_pilot or len(run.pilots) < 2 or any(pilot.status is PilotStatus.APPROVED for pilot in racing):
        return None
    ranked = sorted((pilot for pilot in racing if pilot.score is not None), key=lambda pilot: -(pilot.score or 0.0))
    if not ranked or len(ranked) < min(2, len(racing)) or not ranked[0].scenes_generated:
        return None
    if len(ranked) > 1 and ranked[0].score == ranked[1].score:
        return None
    return next(each for each in contenders if each.pilot_id == ranked[0].pilot_id) if not run.is_over else None


def _rows(run: Run, threshold: float | None) -> tuple[Row, ...]:
    pilots = run.pilots
    total = run.total_scenes
    dearest = max((max(pilot.spent, pilot.budget) for pilot in pilots), default=0)
    most = max((pilot.scenes_generated for pilot in pilots), default=0)
    quality = _row("Quality score", pilots, _score_cell, key=lambda pilot: pilot.score, more=lambda d: f"+{score(d)}")
    return (
        _marked(quality, threshold),
        _row(
            "Spent",
            pilots,
            lambda pilot: (usd(pilot.spent), f"/ {usd(pilot.budget)[1:]}", _share(pilot.spent, dearest)),
            key=lambda pilot: -pilot.spent if pilot.scenes_generated else None,
            more=lambda d: f"{usd(round(d))} less",
            # Who has made less has not made it cheaper.
            wins=lambda pilot: pilot.scenes_generated == most,
        ),
        _row(
            "Scenes ready",
            pilots,
            lambda pilot: (
                str(pilot.scenes_generated),
                f"of {total}" if total else "",
                _share(pilot.scenes_generated, total),
            ),
            key=lambda pilot: float(pilot.scenes_generated),
            more=lambda d: f"{d:.0f} more",
        ),
        _row(
            "Cost per scene",
            pilots,
            lambda pilot: (usd(pilot.spent // pilot.scenes_generated) if pilot.scenes_generated else "–", "", None),
            key=lambda pilot: -pilot.spent // pilot.scenes_generated if pilot.scenes_generated else None,
            more=lambda d: f"{usd(round(d))} less",
        ),
        _row("Made as", pilots, lambda pilot: (plain(pilot.tier), "", None)),
        _row("Standing", pilots, lambda pilot: (_mark(run, pilot).word, "", None)),
    )


def _marked(row: Row, threshold: float | None) -> Row:
    """The row with the threshold on every bar."""
    if threshold is None:
        return row
    cells = tuple(replace(cell, mark=round(threshold)) if cell.percent is not None else cell for cell in row.cells)
    return replace(row, cells=cells)


Shown = tuple[str, str, int | None]


def _row(
    label: str,
    pilots: Sequence[Pilot],
    show: Callable[[Pilot], Shown],
    *,
    key: Callable[[Pilot], float | None] | None = None,
    more: Callable[[float], str] = str,
    wins: Callable[[Pilot], bool] = lambda _pilot: True,
) -> Row:
    known = leads([key(pilot) for pilot in pilots] if key else [], more)
    cells = []
    for position, pilot in enumerate(pilots):
        value, of, percent = show(pilot)
        lead = known.get(position) if wins(pilot) else None
        cells.append(Cell(value=value, of=of, percent=percent, lead=lead, tone=tone(position)))
    return Row(label=label, cells=tuple(cells))


def leads(values: Sequence[float | None], more: Callable[[float], str]) -> dict[int, str]:
    """The one best position with its distance to the next; nobody leads among equals."""
    ranked = sorted(((value, n) for n, value in enumerate(values) if value is not None), reverse=True)
    if len(ranked) < 2 or ranked[0][0] == ranked[1][0]:
        return {}
    return {ranked[0][1]: more(ranked[0][0] - ranked[1][0])}


def _score_cell(pilot: Pilot) -> Shown:
    if pilot.score is None:
        return "–", "not scored", None
    return score(pilot.score), "/ 100", round(pilot.score)


def _share(part: float, whole: float) -> int | None:
    return min(100, round(100 * part / whole)) if whole else None


def sentence(run: Run, threshold: float | None = None) -> tuple[str, str]:
    """The comparison in one sentence: its point, and the rest."""
    named: dict[str, str] = {pilot.pilot_id: letter(n) for n, pilot in enumerate(run.pilots)}
    if run.winning_pilot is not None:
        return f"{named.get(run.winning_pilot, run.winning_pilot)} is the one the run goes on with.", ""
    racing = [pilot for pilot in run.pilots if pilot.status is not PilotStatus.REJECTED]
    if not racing:
        return ("Every pilot was rejected.", "") if run.pilots else ("No pilots yet", "")
    if len(racing) == 1:
        rest = "every other one was rejected." if len(run.pilots) > 1 else "nothing to compare it with."
        return f"{named[racing[0].pilot_id]} {'ran' if run.is_over else 'runs'} alone;", rest
    scored = sorted((p for p in racing if p.score is not None), key=lambda p: (-(p.score or 0.0), p.spent))
    if len(scored) < 2:
        return (
            "No comparison yet;",
            f"{len(scored)} of {plural(len(racing), 'pilot')} {'has' if len(scored) == 1 else 'have'} a score.",
        )
    point, rest = _lead(scored[0], scored[1], named)
    return point, f"{_against(scored, threshold)}{rest}"


def _against(scored: Sequence[Pilot], threshold: float | None) -> str:
    """Whether the best one, or both that are level, are good enough for their user."""
    if threshold is None:
        return ""
    best, level = scored[0].score or 0.0, scored[0].score == scored[1].score
    verb = ("clear" if level else "clears") if best >= threshold else ("miss" if level else "misses")
    return f"and {verb} your threshold of {score(threshold)}, "


def _lead(first: Pilot, second: Pilot, named: dict[str, str]) -> tuple[str, str]:
    ahead = (first.score or 0.0) - (second.score or 0.0)
    points = plural(round(ahead, 1), "point")
    one, other = named[first.pilot_id], named[second.pilot_id]
    point = f"{one} leads by {points}" if ahead else f"{one} and {other} are level at {score(first.score)}"
    gap = first.spent - second.spent
    if not gap:
        return point, f"and has cost as much as {other}." if ahead else "and have cost the same."
    who = "it" if ahead else one
    return point, f"and {who} has cost {usd(abs(gap))} {'more' if gap > 0 else 'less'} than {other}."
