"""The one sentence that says why a plan is suggested, with numbers that its evidence gives."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean
from typing import Final

from showbible.lessons.model import Pair, Production
from showbible.lessons.recall.estimate.failures import TierFailures
from showbible.lessons.recall.estimate.plan import Plan, folded
from showbible.lessons.recall.estimate.plans import Choice
from showbible.lessons.recall.similar_runs import Kin
from showbible.runs.model import Tier
from showbible.values import frozen
from showbible.vocabulary import dollars, plural

NOTHING_YET: Final = "No finished run has taught anything yet, so these are the defaults."
MOST_EVIDENCE: Final = 100


@frozen
class Behind:
    """The runs that speak for a plan: `same` made it, the others of its kind made its tier or its sound."""

    own: int
    same: Sequence[Production]
    tier: Sequence[Production]
    sound: Sequence[Production]
    elsewhere: Sequence[Production]
    """Runs of any kind with the same tier, where there is none of this kind."""

    @classmethod
    def of(cls, plan: Plan, own: Sequence[Production], lore: Sequence[Production]) -> Behind:
        """What speaks for a plan, the newest first."""
        tier = [each for each in own if each.tier is plan.tier]
        sound = [each for each in own if _sound_of(each) == plan.heart[1:]]
        made = [each for each in tier if _sound_of(each) == plan.heart[1:]]
        same = [each for each in made if each.edit_style is plan.edit_style] or made
        return cls(
            own=len(own),
            same=same[:MOST_EVIDENCE],
            tier=[] if same else tier[:MOST_EVIDENCE],
            sound=[] if same else sound[:MOST_EVIDENCE],
            elsewhere=[] if own else [each for each in lore if each.tier is plan.tier][:MOST_EVIDENCE],
        )

    @property
    def evidence(self) -> tuple[str, ...]:
        """The runs that are spoken of."""
        found = (*self.same, *self.tier, *self.sound, *self.elsewhere)
        return tuple(dict.fromkeys(each.run_id for each in found))


@frozen
class FailureNote:
    """The runs that failed lately: with the tier that is suggested, and with the one that is not, for that."""

    tier: Tier | None
    own: Sequence[str]
    passed_over: Tier | None
    others: Sequence[str]

    @classmethod
    def of(cls, failures: TierFailures, tier: Tier | None, passed_over: Tier | None) -> FailureNote:
        """What failed, the newest first."""
        other = passed_over if passed_over is not tier else None
        return cls(tier=tier, own=failures.failed(tier), passed_over=other, others=failures.failed(other))

    @property
    def evidence(self) -> tuple[str, ...]:
        """The runs that are spoken of."""
        return (*self.own, *self.others)

    def told(self, why: str) -> str:
        """A reason, and what failed."""
        passed = _failed(self.others, self.passed_over)
        parts = [why, f"Passed over: {_plain(self.passed_over)}, as {passed}." if self.others else ""]
        own = f"Beware: {_failed(self.own, self.tier)}." if self.own else ""
        return " ".join(part for part in (*parts, own) if part)


def _failed(runs: Sequence[str], tier: Tier | None) -> str:
    return f"{plural(len(runs), 'recent run')} with {_plain(tier)} failed"


def because(plan: Plan, behind: Behind, kin: Kin) -> str:
    """Why this plan: what the runs of the same kind showed, or the runs of any."""
    kind = _kind(kin)
    if behind.same:
        styles = {each.edit_style for each in behind.same}
        made = _film(plan, with_style=styles == {plan.edit_style})
        return (
            f"Best so far: {made}, in {plural(len(behind.same), kind + ' run')} of {behind.own}{_results(behind.same)}."
        )
    if not behind.own:
        seen = f"{plural(len(behind.elsewhere), 'run')} with {_plain(plan.tier)}"
        return f"No earlier run is like this concept; over all kinds, {seen}{_results(behind.elsewhere, '')}."
    parts = [_part(behind.tier, _plain(plan.tier), kind), _part(behind.sound, _sound(plan), kind)]
    said = " and ".join(part for part in parts if part)
    unmade = f"Most likely best: no {kind} run of {behind.own} was {_film(plan)} yet"
    return f"{unmade}, but {said}." if said else f"{unmade}; runs of other kinds speak for it."


def worth_a_pilot(choice: Choice, plan: Choice, behind: Behind, kin: Kin) -> str:
    """Why an alternative deserves a scene: how little is known of it, and what knowing more could gain."""
    kind, seen = _kind(kin), len(behind.same)
    known = f"only {plural(seen, kind + ' run')} of {behind.own}" if seen else f"no {kind} run"
    low, high = (max(0.0, min(100.0, choice.score.mean + way * choice.score.deviation)) for way in (-1, 1))
    was = "was" if seen < 2 else "were"
    return (
        f"Worth a pilot: {known} {was} {_film(choice.plan)}{_results(behind.same)}, so it may well score {low:.0f} or "
        f"{high:.0f} where the plan promises {min(100.0, plan.score.mean):.0f}. A first scene of each would tell."
    )


def with_choice(why: str, chosen: Pair | None) -> str:
    """The same, and that a person decided how it sounds, if one did."""
    return why if chosen is None else f"{why} A person decided that {chosen} works."


def _part(runs: Sequence[Production], what: str, kind: str) -> str:
    return f"{plural(len(runs), kind + ' run')} with {what}{_results(runs, '')}" if runs and what else ""


def _kind(kin: Kin) -> str:
    name = (kin.pattern or "similar").replace("_", " ")
    return f"similar ({name})" if kin.by_meaning and name != "similar" else name


def _film(plan: Plan, *, with_style: bool = True) -> str:
    sound = _sound(plan)
    edit = f" with a {_plain(plan.edit_style)} edit" if with_style else ""
    return f"{_plain(plan.tier)}{edit}{f', {sound}' if sound else ''}"


def _sound(plan: Plan) -> str:
    return " with ".join(part for part in (plan.mood, plan.music_style) if part)


def _sound_of(run: Production) -> tuple[str | None, str | None]:
    return folded(run.mood), folded(run.music_style)


def _results(runs: Sequence[Production], which: str = ", which") -> str:
    """What runs came to, as anybody can work out from their records."""
    scores = [each.score for each in runs if each.score is not None]
    stars = [each.rating for each in runs if each.rating is not None]
    paid = [dollars(each.cost) for each in runs if each.cost]
    told = [
        f"scored {fmean(scores):.0f}" if scores else "",
        f"got {fmean(stars):.1f} stars from people" if stars else "",
        f"cost ${fmean(paid):,.2f}" if paid else "",
    ]
    said = [part for part in told if part]
    return f"{which} {_listed(said)} on average" if said else ""


def _listed(parts: Sequence[str]) -> str:
    return " and ".join(filter(None, (", ".join(parts[:-1]), parts[-1])))


def _plain(name: str | None) -> str:
    return (name or "any choice").replace("_", " ")
