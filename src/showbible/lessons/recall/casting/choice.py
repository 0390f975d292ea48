"""Whom to ask: who is little known gets its tries, then whoever promises most, and why."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from showbible.errors import Invalid
from showbible.lessons.recall.casting.prompting import PromptAdvice
from showbible.lessons.recall.casting.prospects import CastingQuestion, Prospect, prospects
from showbible.lessons.recall.generations import GenerationRecord
from showbible.values import frozen
from showbible.vocabulary import plural

FIRST_ORDERS: Final = 4
"""How many orders of a medium each candidate gets before they are compared."""
AS_GOOD: Final = 1.0
"""Points that nobody would pay more for."""
DOUBTFUL: Final = 0.5
"""How many standard deviations two must be apart for the dearer to be the better one."""


@frozen
class Casting:
    """Who makes something, why, on which evidence, and how its orders are written."""

    provider: str
    model: str
    why: str
    evidence: tuple[str, ...]
    """What is known of each candidate, in a sentence."""
    prompt: PromptAdvice
    is_try: bool = False
    """Whether it is asked to learn more of it, not because it promises most."""


def choose(question: CastingQuestion, orders: Sequence[GenerationRecord]) -> Casting:
    """Whom to ask, from orders of that medium which come newest first."""
    if not question.candidates:
        raise Invalid(f"Nobody is there to make {question.medium}.", field="candidates")
    found = prospects(question, orders)
    chosen = _chosen(found)
    rival = max((each for each in found if each is not chosen), key=lambda each: each.value, default=None)
    return Casting(
        provider=chosen.candidate.provider,
        model=chosen.candidate.model,
        why=_why(chosen, rival),
        evidence=tuple(map(_told, found)),
        prompt=chosen.prompt,
        is_try=rival is not None and _is_try(chosen, rival),
    )


def _chosen(found: Sequence[Prospect]) -> Prospect:
    """Whoever is least known while anybody is; then who could well be worth most, or is as good and cheaper."""
    least = min(found, key=lambda each: (each.orders, each.money, each.candidate.provider))
    if least.orders < FIRST_ORDERS:
        return least
    best = max(found, key=lambda each: each.bound)
    equal = [each for each in found if each.bound >= best.bound - _margin(each, best)]
    return min(equal, key=lambda each: (each.money, -each.bound, each.candidate.provider))


def _margin(one: Prospect, other: Prospect) -> float:
    """The points below which nobody would pay more for one than for the other: too few, or too doubtful."""
    return max(AS_GOOD, DOUBTFUL * math.hypot(one.deviation, other.deviation))


def _told(each: Prospect) -> str:
    name = each.candidate.provider
    if not each.orders:
        return f"{name}: no order yet, ${each.money:,.2f} for this."
    return (
        f"{name}: {each.failures} of {plural(each.orders, 'order')} failed, {each.score:.0f} points expected "
        f"from {plural(each.films, 'judged film')}, ${each.money:,.2f} for this."
    )


def _is_try(chosen: Prospect, rival: Prospect) -> bool:
    return chosen.orders < FIRST_ORDERS or (_is_behind(chosen, rival) and chosen.bound > rival.bound)


def _is_behind(chosen: Prospect, rival: Prospect) -> bool:
    return rival.value - chosen.value > AS_GOOD


def _why(chosen: Prospect, rival: Prospect | None) -> str:
    name = chosen.candidate.provider
    if rival is None:
        return f"{name} is the only one that makes this."
    if chosen.orders < FIRST_ORDERS:
        known = plural(chosen.orders, "order")
        return f"{name} is tried: {known} of it ended so far, and {FIRST_ORDERS} are needed to compare."
    if not _is_behind(chosen, rival):
        return _reasons(chosen, rival)
    if chosen.bound <= rival.bound:
        other = rival.candidate.provider
        return f"{name} costs less ({_prices(chosen, rival)}), and it is not sure that {other} is better."
    return (
        f"{name} is tried again: from {plural(chosen.films, 'judged film')} {chosen.score:.0f} points are expected "
        f"of it, and {chosen.score + chosen.deviation:.0f} are possible."
    )


def _reasons(chosen: Prospect, rival: Prospect) -> str:
    """What speaks for one and not for the other, and what speaks against it and weighs less."""
    weighed = sorted(_weighed(chosen, rival), reverse=True)
    pro = [said for points, said in weighed if points >= AS_GOOD / 2]
    contra = [said for points, said in reversed(weighed) if points <= -AS_GOOD / 2]
    name, other = chosen.candidate.provider, rival.candidate.provider
    if not pro:
        return f"{name} promises as much as {other} ({_prices(chosen, rival)})."
    although = f" That outweighs that {' and '.join(contra)}." if contra else ""
    return f"{name} rather than {other}: {' and '.join(pro)}.{although}"


def _weighed(chosen: Prospect, rival: Prospect) -> list[tuple[float, str]]:
    """What sets two apart, in points, each with the words for it."""
    reliable = (rival.lost - chosen.lost) * rival.score
    ahead = plural(round(abs(chosen.score - rival.score), 1), "point")
    more = "more" if chosen.score >= rival.score else "less"
    waits = "shorter" if chosen.minutes < rival.minutes else "longer"
    dearer = "costs less" if chosen.money < rival.money else "costs more"
    return [
        (reliable, f"it fails {chosen.failures} of {plural(chosen.orders, 'order')}, not {_of(rival)}"),
        (
            chosen.quality - rival.quality - reliable,
            f"it scores {ahead} {more} (from {chosen.films} against {plural(rival.films, 'film')})",
        ),
        (rival.paid - chosen.paid, f"it {dearer} ({_prices(chosen, rival)})"),
        (rival.waited - chosen.waited, f"it takes {waits} ({chosen.minutes:.0f} against {rival.minutes:.0f} minutes)"),
    ]


def _of(rival: Prospect) -> str:
    return f"{rival.failures} of {rival.orders}"


def _prices(chosen: Prospect, rival: Prospect) -> str:
    return f"${chosen.money:,.2f} against ${rival.money:,.2f} for this"
