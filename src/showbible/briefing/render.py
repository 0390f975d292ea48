"""The brief as text: what fits its budget, taken in turns, with everything remembered as quoted data.

The memories speak in the order of `Memory`, in rounds: in each round every one of them adds its next best
line. The first line of a memory that does not fit ends what that memory says, so nothing worse is told in
place of something better, and no memory is crowded out by the plenty of another.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from showbible.briefing.model import Account, BriefPart, LeftOutItem, MemoryName, MemoryOffer, Reason
from showbible.briefing.tokens import tokens
from showbible.quoting import DECLARATION, MARK_BEGIN, MARK_END

PREAMBLE: Final = f"Remembered by the studio. {DECLARATION}"

_FRAME: Final = tokens(f"{MARK_BEGIN}\n{PREAMBLE}\n{MARK_END}")


def fitting(offers: Sequence[MemoryOffer], *, budget: int) -> dict[MemoryName, int]:
    """How many lines of each offer fit into a budget of tokens."""
    taken = {offer.memory: 0 for offer in offers}
    speaking = [offer for offer in offers if offer.lines]
    left = budget - _FRAME
    while speaking:
        fit = []
        for offer in speaking:
            cost = _cost(offer, taken[offer.memory])
            if cost > left:
                continue
            left, taken[offer.memory] = left - cost, taken[offer.memory] + 1
            if taken[offer.memory] < len(offer.lines):
                fit.append(offer)
        speaking = fit
    return taken


def _cost(offer: MemoryOffer, number: int) -> int:
    title = tokens(f"{offer.title}\n") if number == 0 else 0
    return title + tokens(f"{offer.lines[number].text}\n")


def part(offer: MemoryOffer, number: int) -> BriefPart:
    """What a memory tells in so many lines."""
    told = offer.lines[:number]
    text = "\n".join([offer.title, *(line.text for line in told)]) if told else ""
    return BriefPart(memory=offer.memory, text=text, tokens=tokens(text), items=tuple(line.item for line in told))


def account(offer: MemoryOffer, told: BriefPart) -> Account:
    """What a memory told, and what it left out: for want of room first, then for its own reasons."""
    cut = (LeftOutItem(item=line.item, reason=Reason.OVER_BUDGET) for line in offer.lines[len(told.items) :])
    return Account(memory=offer.memory, tokens=told.tokens, items=told.items, left_out=(*cut, *offer.left_out))


def written(parts: Sequence[BriefPart]) -> str:
    """The whole brief between two marks, by which it is known again when it comes back in a message."""
    texts = [each.text for each in parts if each.text]
    return "\n".join([MARK_BEGIN, PREAMBLE, *texts, MARK_END]) if texts else ""
