"""The one sentence that says why a plan is suggested."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean

from showbible.lessons.model import Mode, Pair, Production
from showbible.lessons.recall.estimate.regression import Plan
from showbible.lessons.recall.similar_runs import Kin
from showbible.vocabulary import dollars

NOTHING_YET = "No finished run has taught anything yet, so these are the defaults."


def because(plan: Plan, mode: Mode, kin: Kin, runs: Sequence[Production], lore: int) -> str:
    """Why this plan: what the runs of the same kind showed, or what nobody has tried yet."""
    same = [each for each in runs if each.tier is plan.tier and each.edit_style is plan.edit_style]
    choice = f"{_plain(plan.tier)} with a {_plain(plan.edit_style)} edit"
    if not runs:
        return (
            f"No earlier run is like this concept; over all {_count(lore, 'run')}, {choice} promises most for its cost."
        )
    kind = _kind(kin)
    if mode is Mode.PROVEN:
        return f"Best so far: {choice}, in {_count(len(same), kind + ' run')} of {len(runs)}{_results(same)}."
    tried = f"only {_count(len(same), kind + ' run')} of {len(runs)} used" if same else f"no {kind} run has used"
    return f"Worth a try: {tried} {choice}, and what is known so far speaks for it."


def with_choice(why: str, chosen: Pair | None) -> str:
    """The same, and that a person decided how it sounds, if one did."""
    return why if chosen is None else f"{why} A person decided that {chosen} works."


def _kind(kin: Kin) -> str:
    name = (kin.pattern or "similar").replace("_", " ")
    return f"similar ({name})" if kin.by_meaning and name != "similar" else name


def _results(runs: Sequence[Production]) -> str:
    scores = [score for score, _ in (each.worth for each in runs) if score is not None]
    paid = [dollars(each.cost) for each in runs if each.cost]
    told = [f"scored {fmean(scores):.0f}" if scores else "", f"cost ${fmean(paid):,.2f}" if paid else ""]
    said = " and ".join(part for part in told if part)
    return f", which {said} on average" if said else ""


def _plain(name: str | None) -> str:
    return (name or "any choice").replace("_", " ")


def _count(number: int, thing: str) -> str:
    return f"{number} {thing}{'' if number == 1 else 's'}"
