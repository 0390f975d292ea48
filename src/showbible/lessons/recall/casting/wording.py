"""What providers do well and badly, in sentences with the numbers behind them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from showbible.lessons.recall.casting.differences import OrderDifference
from showbible.lessons.recall.traits import PromptTrait
from showbible.vocabulary import plural

SUBJECTS: Final[Mapping[str, str]] = {
    PromptTrait.CAMERA: "Prompts that name the camera",
    PromptTrait.STYLE: "Prompts that name the style",
    PromptTrait.NEGATIVE_PROMPT: "Orders that say what not to show",
    PromptTrait.REFERENCE: "Orders with a reference picture",
    PromptTrait.LAST_FRAME: "Orders with a last frame",
    PromptTrait.LONG_PROMPT: "Long prompts",
    PromptTrait.LONG_TAKE: "Long takes",
    PromptTrait.SEVERAL_PEOPLE: "Orders with several people",
    PromptTrait.LETTERING: "Orders with words to be read",
}
PARTS: Final[Mapping[str, str]] = {
    PromptTrait.CAMERA: "the camera words",
    PromptTrait.STYLE: "the style words",
    PromptTrait.NEGATIVE_PROMPT: "what not to show",
    PromptTrait.REFERENCE: "the reference picture",
}
"""What the switchable parts of an order are called in a sentence."""


def subject(group: str, name: str) -> str:
    """The orders of one kind, as a sentence begins with them."""
    return SUBJECTS[name] if group == "trait" else f"{name.replace('_', ' ').capitalize()} shots"


def sentences(counted: int, failures: int, found: Iterable[OrderDifference]) -> tuple[str, ...]:
    """How reliable a provider is, then whatever surely sets some of its orders apart, the largest first."""
    told = sorted((each for each in found if each.is_told), key=lambda each: -abs(each.points))
    return (*([fails(counted, failures)] if counted else []), *map(difference, told))


def fails(counted: int, failures: int) -> str:
    """How often orders fail."""
    if not failures:
        return f"None of {plural(counted, 'order')} failed."
    often = round(counted / failures)
    most = "every order" if failures == counted else "most orders"
    return f"Fails {most if often < 2 else f'1 of {often} orders'} ({failures} of {counted})."


def difference(found: OrderDifference) -> str:
    """What sets orders of a kind apart, with how many there are of each."""
    parts = []
    if found.scores_differ:
        more = "more than" if found.points > 0 else "below"
        parts.append(f"score {abs(found.points):.0f} points {more} its others")
    if found.failures_differ:
        more = "more" if found.failing > 0 else "less"
        parts.append(f"fail {more} often, by {100 * abs(found.failing):.0f} in 100")
    said = " and ".join(parts)
    return f"{subject(found.group, found.name)} {said} ({found.orders} against {plural(found.others, 'order')})."
