"""Which parts of a prompt to use for a provider and which to leave out, each with its reason."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from showbible.lessons.recall.casting import wording
from showbible.lessons.recall.casting.differences import JudgedFilm, OrderDifference
from showbible.lessons.recall.traits import SWITCHABLE, PromptTrait
from showbible.providers.model import OrderLine
from showbible.values import frozen
from showbible.vocabulary import plural

TRIED: Final = (PromptTrait.CAMERA, PromptTrait.STYLE)
"""What is left out now and then to see whether it helps: how something is shown, never what."""
FIRST: Final = 3
"""Films with a part before one without it is tried."""
EVERY: Final = 2
"""Further films with a part for each without it, until it is known whether it helps."""
KNOWN: Final = 3.0
"""Points, as a standard deviation, from which on it is known."""


@frozen
class PartAdvice:
    """Whether to use a part of a prompt, and why."""

    part: PromptTrait
    use: bool
    why: str
    is_try: bool = False
    """Whether it is only left out to learn whether it helps."""


@frozen
class PromptAdvice:
    """How to write the orders for a provider; of parts that are not named nothing is known."""

    parts: tuple[PartAdvice, ...] = ()
    tips: tuple[OrderLine, ...] = ()
    """What people wrote that helps."""
    avoid: tuple[OrderLine, ...] = ()
    """What people wrote to keep out."""

    def leaves_out(self, part: PromptTrait) -> bool:
        """Whether an order shall do without a part."""
        return any(each.part is part and not each.use for each in self.parts)

    @property
    def reasons(self) -> tuple[str, ...]:
        """Why its parts are used or not."""
        return tuple(each.why for each in self.parts)


def prompt_advice(found: Sequence[OrderDifference], *, films: Sequence[JudgedFilm]) -> PromptAdvice:
    """What a provider's orders say of its prompts; at most one part is tried without at a time."""
    traits = {each.name: each for each in found if each.group == "trait"}
    told = [_advice(traits[part]) for part in SWITCHABLE if part in traits and traits[part].is_told]
    left = [part for part in TRIED if part not in {each.part for each in told}]
    tries = (_try(part, traits.get(part), films) for part in left)
    return PromptAdvice(parts=(*told, *[each for each in tries if each is not None][:1]))


def _advice(found: OrderDifference) -> PartAdvice:
    helps = found.points > 0 if found.scores_differ else found.failing < 0
    part = PromptTrait(found.name)
    does = "Uses" if helps else "Leaves out"
    said = wording.difference(found)
    return PartAdvice(part=part, use=helps, why=f"{does} {wording.PARTS[part]}: {said[0].lower()}{said[1:]}")


def _try(part: PromptTrait, found: OrderDifference | None, films: Sequence[JudgedFilm]) -> PartAdvice | None:
    """A film without a part, where there are many with it and it is not known whether it helps."""
    having = [sum(order.traits.get(part, False) for order in film.orders) > 0 for film in films if _knows(film, part)]
    used, without = sum(having), len(having) - sum(having)
    if used < FIRST + EVERY * without or (found is not None and _is_settled(found)):
        return None
    why = (
        f"Tries it without {wording.PARTS[part]}: {plural(used, 'film')} had them and {without} had not, "
        "so nobody knows whether they help."
    )
    return PartAdvice(part=part, use=False, why=why, is_try=True)


def _is_settled(found: OrderDifference) -> bool:
    """Whether more films without a part would teach little, or it helps in all likelihood."""
    return found.deviation <= KNOWN or found.points > found.deviation


def _knows(film: JudgedFilm, part: PromptTrait) -> bool:
    return any(part in order.traits for order in film.orders)
