"""Preference cards as people read them: which edits they rest on, and how often they were used."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from showbible.direction.model import RANK, Card, EditEvent
from showbible.direction.recall.digests import Digest
from showbible.direction.recall.evidence import feeds
from showbible.direction.recall.uses import Use


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


def ranked(cards: Iterable[Card]) -> tuple[Card, ...]:
    """Cards, the surest first."""
    return tuple(sorted(cards, key=lambda card: (-RANK[card.confidence], -len(card.source_scene_ids), card.preference)))


def card_view(card: Card, digests: Mapping[str, Digest], uses: Sequence[Use]) -> CardView:
    """A card to look at; `digests` are what is kept of the story's scenes, by their ids."""
    scenes = tuple(digests[scene_id] for scene_id in card.source_scene_ids if scene_id in digests)
    return CardView(
        card=card,
        scenes=scenes,
        proofs=tuple(Proof(scene, edit) for scene in scenes for edit in scene.taste if feeds(card, edit)),
        uses=tuple(use for use in uses if card.card_id in use.card_ids),
    )
