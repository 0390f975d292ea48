"""Preference cards as people read them: which edits they rest on, and how often they were used."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from showbible.direction.model import RANK, Card, EditEvent, EventType, Op, Rule
from showbible.direction.recall.digests import Digest
from showbible.direction.recall.person_edits import habits
from showbible.direction.recall.uses import Use
from showbible.vocabulary import PERSON
from showbible.web.pages.kit.rewording import author

_KINDS: Final = {
    EventType.INSERT: Op.INSERT,
    EventType.REMOVE: Op.REMOVE,
    EventType.MERGE: Op.MERGE,
    EventType.REORDER: Op.MOVE,
}


class Proof(NamedTuple):
    """One edit that a card rests on, and its scene."""

    scene: Digest
    edit: EditEvent


@dataclass(frozen=True, kw_only=True)
class CardView:
    """A card with the scenes and edits it rests on, and its uses, newest first."""

    card: Card
    scenes: tuple[Digest, ...]
    proofs: tuple[Proof, ...]
    uses: tuple[Use, ...]

    @property
    def quotes(self) -> tuple[Proof, ...]:
        """The director's own words, each said once."""
        said: dict[str, Proof] = {}
        for proof in self.proofs:
            if proof.edit.user_text:
                said.setdefault(proof.edit.user_text, proof)
        return tuple(said.values())

    @property
    def author(self) -> str:
        """Who put it into words."""
        made_by = self.card.made_by
        return "Worded by a person" if made_by == PERSON else f"{author(made_by)} worded it"


def ranked(cards: Iterable[Card]) -> tuple[Card, ...]:
    """Cards, the surest first."""
    return tuple(sorted(cards, key=lambda card: (-RANK[card.confidence], -len(card.source_scene_ids), card.preference)))


def card_view(card: Card, digests: Sequence[Digest], uses: Sequence[Use]) -> CardView:
    """A card to look at, among what is kept of its story."""
    known = {digest.scene_id: digest for digest in digests}
    scenes = tuple(known[scene_id] for scene_id in card.source_scene_ids if scene_id in known)
    return CardView(
        card=card,
        scenes=scenes,
        proofs=tuple(Proof(scene, edit) for scene in scenes for edit in scene.taste if feeds(card, edit)),
        uses=tuple(use for use in uses if card.card_id in use.card_ids),
    )


def feeds(card: Card, event: EditEvent) -> bool:
    """Whether an edit of one of the card's scenes is of the kind that the card speaks of."""
    rules = habits(card)
    return not rules or any(_shows(rule, event) for rule in rules)


def _shows(rule: Rule, event: EditEvent) -> bool:
    act = rule.act
    if act.op is Op.MODIFY:
        return any(c.name == act.field and _reaches(c.before, c.after, act.to) for c in event.changes)
    job = act.job.replace("_", " ").lower()
    if _KINDS.get(event.type) is act.op:
        return act.op in (Op.MERGE, Op.MOVE) or job in event.summary.lower()
    return event.type is EventType.BULK_EDIT and act.op is Op.REMOVE and bool(event.removed)


def _reaches(before: object, after: object, to: object) -> bool:
    """Whether a change goes where a habit goes: to its value, or its way."""
    if to not in ("shorter", "longer"):
        return str(after) == str(to)
    if not isinstance(before, int | float) or not isinstance(after, int | float):
        return False
    return after < before if to == "shorter" else after > before
