"""What somebody wanted of a card that was reworded meanwhile, shown beside what the card says now."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Literal

from showbible.direction.model import Card
from showbible.web.pages.direction.cards import CardView


@dataclass(frozen=True, kw_only=True)
class Clash:
    """A card that was reworded elsewhere while somebody reworded it here."""

    card: CardView
    mine: Mapping[str, str]


@dataclass(frozen=True, kw_only=True)
class Late:
    """A merge or a split by somebody who had other words before them; what was ticked and written is kept."""

    act: Literal["merge", "split"]
    both: tuple[tuple[str, str], ...]
    """What each card said when it was looked at, and what it says now."""
    ticked: frozenset[str] = frozenset()
    words: Mapping[str, str] = field(default_factory=dict)


def reworded(cards: Iterable[Card], seen: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    """What some cards said to whoever looked, and what they say now, where that differs."""
    now = {card.card_id: card.preference for card in cards}
    return tuple((text, now[card_id]) for card_id, text in seen.items() if now.get(card_id, text) != text)
