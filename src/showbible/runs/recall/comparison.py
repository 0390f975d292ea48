"""The pilots of a run against each other, in one sentence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from showbible.runs.model import Pilot, PilotStatus, Run
from showbible.runs.recall.run_words import letters
from showbible.words import plural, score, usd


def comparison(run: Run, threshold: float | None = None) -> tuple[str, str]:
    """The comparison in one sentence: its point, and the rest."""
    named = letters(run.pilots)
    if run.winning_pilot is not None:
        return f"{named.get(run.winning_pilot, run.winning_pilot)} is the one the run goes on with.", ""
    racing = [pilot for pilot in run.pilots if pilot.status is not PilotStatus.REJECTED]
    if not racing:
        return "Every pilot was rejected." if run.pilots else "No pilots yet", ""
    if len(racing) == 1:
        rest = "every other one was rejected." if len(run.pilots) > 1 else "nothing to compare it with."
        return f"{named[racing[0].pilot_id]} {'ran' if run.is_over else 'runs'} alone;", rest
    scored = sorted((p for p in racing if p.score is not None), key=lambda p: (-(p.score or 0.0), p.spent))
    if len(scored) < 2:
        have = "has" if len(scored) == 1 else "have"
        return "No comparison yet;", f"{len(scored)} of {plural(len(racing), 'pilot')} {have} a score."
    point, rest = _lead(scored[0], scored[1], named)
    return point, f"{_against(scored, threshold)}{rest}"


def _against(scored: Sequence[Pilot], threshold: float | None) -> str:
    """Whether the best one, or both that are level, are good enough for their user."""
    if threshold is None:
        return ""
    best, level = scored[0].score or 0.0, scored[0].score == scored[1].score
    verb = ("clear" if level else "clears") if best >= threshold else ("miss" if level else "misses")
    return f"and {verb} your threshold of {score(threshold)}, "


def _lead(first: Pilot, second: Pilot, named: Mapping[str, str]) -> tuple[str, str]:
    ahead = (first.score or 0.0) - (second.score or 0.0)
    points = plural(round(ahead, 1), "point")
    one, other = named[first.pilot_id], named[second.pilot_id]
    point = f"{one} leads by {points}" if ahead else f"{one} and {other} are level at {score(first.score)}"
    gap = first.spent - second.spent
    if not gap:
        return point, f"and has cost as much as {other}." if ahead else "and have cost the same."
    who = "it" if ahead else one
    return point, f"and {who} has cost {usd(abs(gap))} {'more' if gap > 0 else 'less'} than {other}."
