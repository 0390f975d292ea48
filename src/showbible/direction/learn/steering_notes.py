"""What a model reads out of the present words beside the rules: which habits have to rest.

It may overrule a habit that the rules would let speak; what the rules overrule stays overruled.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from showbible.direction.learn.scene_notes import is_quoted
from showbible.direction.model import Act, Card, CardState
from showbible.llm.client import LLM
from showbible.vocabulary import RULE

if TYPE_CHECKING:
    from showbible.direction.prompts import SteeringNote


def overruled(llm: LLM, cards: Iterable[Card], words: str) -> frozenset[str]:
    """The cards that a model shows the present words to be against, by their ids; none where there is no model."""
    from showbible.direction.prompts import STEERING_NOTES

    shown = {card.card_id: card for card in cards if card.state is CardState.ACTIVE and card.rule is not None}
    if llm.name == RULE or not words.strip() or not shown:
        return frozenset()
    acts = {card_id: card.rule.act for card_id, card in shown.items() if card.rule is not None}
    answered = llm.ask(STEERING_NOTES, words=words, habits=[_told(card, acts[i]) for i, card in shown.items()])
    return frozenset(note.card for note in answered.value.notes if _overrules(note, acts, words))


def _told(card: Card, act: Act) -> dict[str, str]:
    return {
        "id": card.card_id,
        "operation": act.op,
        "target": _target(act),
        "habit": card.preference,
        "applies_to": card.applies_to,
    }


def _target(act: Act) -> str:
    """What an act changes: a field of a shot, or shots that do a job."""
    return act.job or act.field


def _overrules(note: SteeringNote, acts: Mapping[str, Act], words: str) -> bool:
    """Whether a note is against all of a habit that was shown, as it was shown, and quotes what is asked for."""
    act = acts.get(note.card)
    is_shown = act is not None and (note.operation, note.target) == (act.op, _target(act))
    return is_shown and (note.polarity, note.scope) == ("against", "scene") and is_quoted(note.quote, words)
