"""What the prompt of an order is like, as far as it can be seen or switched."""

from __future__ import annotations

import re
from enum import StrEnum
from typing import Final

from showbible.providers.model import Medium, Order

LONG_PROMPT: Final = 60
"""Words from which on a prompt is long."""
LONG_TAKE: Final = 6.0
"""Seconds from which on a shot is long."""
_QUOTED: Final = re.compile(r"[\"“„«][^\"“”„«»]*\w[^\"“”„«»]*[\"”“»]")


class PromptTrait(StrEnum):
    """Something that an order has or has not, whatever it is about."""

    CAMERA = "camera"
    STYLE = "style"
    NEGATIVE_PROMPT = "negative_prompt"
    REFERENCE = "reference"
    LAST_FRAME = "last_frame"
    LONG_PROMPT = "long_prompt"
    LONG_TAKE = "long_take"
    SEVERAL_PEOPLE = "several_people"
    LETTERING = "lettering"


SWITCHABLE: Final = (
    PromptTrait.CAMERA,
    PromptTrait.STYLE,
    PromptTrait.NEGATIVE_PROMPT,
    PromptTrait.REFERENCE,
)
"""What a studio may leave out of an order, and the order still asks for the same thing."""


def traits_of(
    order: Order, *, camera: str | None = None, style: str | None = None, people: int | None = None
) -> dict[str, bool]:
    """What an order is like; what its words alone do not tell is left out.

    `camera` and `style` are the words that were meant for them, empty where none were, None where nobody knows;
    `people` is how many are to be seen.
    """
    found = {PromptTrait.LONG_PROMPT: len(order.prompt.split()) >= LONG_PROMPT}
    if order.medium in (Medium.VIDEO, Medium.IMAGE):
        found |= {
            PromptTrait.REFERENCE: order.reference is not None,
            PromptTrait.NEGATIVE_PROMPT: bool(order.negative_prompt.strip()),
            PromptTrait.LETTERING: _QUOTED.search(order.prompt) is not None,
        }
    if order.medium is Medium.VIDEO:
        found |= {
            PromptTrait.LAST_FRAME: order.last_frame is not None,
            PromptTrait.LONG_TAKE: order.seconds >= LONG_TAKE,
        }
    for trait, words in ((PromptTrait.CAMERA, camera), (PromptTrait.STYLE, style)):
        if words is not None:
            found[trait] = bool(words.strip()) and words.strip().lower() in order.prompt.lower()
    if people is not None:
        found[PromptTrait.SEVERAL_PEOPLE] = people > 1
    return {trait.value: held for trait, held in found.items()}
