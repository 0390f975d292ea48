"""The profile with a person's word on its cards, and what it says to a planning tool."""

from __future__ import annotations

import json
from collections.abc import Collection

from showbible.direction.model import Card, Profile, SceneFacts, Snapshot
from showbible.direction.recall import anticipate as anticipation
from showbible.direction.recall import as_json
from showbible.direction.recall import block as blocks
from showbible.direction.recall.anticipate import Edit
from showbible.direction.recall.block import Block
from showbible.direction.recall.person_edits import Said, SaidOf, reshaped, root, without
from showbible.direction.recall.scenes import scene
from showbible.direction.recall.tools import tool_named
from showbible.errors import Conflict, NotFound
from showbible.storage.database import ProjectDatabase
from showbible.storage.rows import value_of
from showbible.values import frozen
from showbible.vocabulary import PROSE_LIMIT, checked_id, checked_text


def profile(db: ProjectDatabase) -> Profile:
    """What is known of the story's director."""
    found = find_profile(db)
    if found is None:
        raise NotFound("profile of project", db.project_id)
    return found


def find_profile(db: ProjectDatabase) -> Profile | None:
    """The profile, if there is one, with a person's word on its cards."""
    with db.snapshot():
        found = learned_profile(db)
        return reshaped(found, said(db)) if found is not None else None


def learned_profile(db: ProjectDatabase) -> Profile | None:
    """The profile as it was learned, whatever a person made of it."""
    body = db.value("SELECT body FROM direction_profiles WHERE project_id = :project_id")
    return as_json.value(Profile, body) if body is not None else None


def card(db: ProjectDatabase, card_id: str) -> Card:
    """One card of the profile."""
    checked_id("card", card_id)
    if (found := _of_id(profile(db), card_id)) is None:
        raise NotFound("card", card_id)
    return found


@frozen
class StandingCard:
    """A card as it stands, as it was learned, unless a person made it, and people's part in all cards of its story."""

    card: Card
    learned: Card | None
    said: SaidOf

    @property
    def merged(self) -> tuple[str, ...]:
        """The cards that were joined into it."""
        mine = self.card.card_id
        return tuple(
            each.card_id for each in self.said.values() if each.merged_into == mine and each.split_from != mine
        )

    @property
    def split(self) -> tuple[str, ...]:
        """The cards that were split off it and have not come back."""
        mine = self.card.card_id
        return tuple(
            each.card_id for each in self.said.values() if each.split_from == mine and each.merged_into != mine
        )

    def part(self, card_id: str) -> Said:
        """A person's part in one card; nothing, for most."""
        return self.said.get(card_id) or Said(card_id=card_id)


def standing_card(db: ProjectDatabase, card_id: str) -> StandingCard:
    """One card with people's part in it; whoever asks for one that was merged is told so."""
    return standing_cards(db, card_id)[0]


def standing_cards(db: ProjectDatabase, *card_ids: str) -> list[StandingCard]:
    """The same of several cards, all of one moment."""
    with db.snapshot():
        learned, parts = learned_profile(db), said(db)
    if learned is None:
        raise NotFound("profile of project", db.project_id)
    now = reshaped(learned, parts)
    return [
        StandingCard(card=_shown(now, card_id, parts), learned=_of_id(learned, card_id), said=parts)
        for card_id in card_ids
    ]


def _shown(profile: Profile, card_id: str, said: SaidOf) -> Card:
    found = _of_id(profile, checked_id("card", card_id))
    if found is None and root(card_id, said) != card_id:
        raise Conflict(f"Card {card_id} was merged into another card; read the profile again.")
    if found is None:
        raise NotFound("card", card_id)
    return found


def _of_id(found: Profile, card_id: str) -> Card | None:
    return next((card for card in found.cards if card.card_id == card_id), None)


def block(
    db: ProjectDatabase,
    tool: str,
    *,
    scene_id: str | None = None,
    steering: str | None = None,
    max_cards: int | None = None,
    muted: Collection[str] = (),
) -> Block | None:
    """What a planning tool is told of the director, but for muted cards; None while there is no profile."""
    wanted = tool_named(tool)
    if steering is not None:
        checked_text("steering", steering, limit=PROSE_LIMIT)
    facts = scene(db, scene_id).facts if scene_id is not None else None
    found = find_profile(db)
    if found is None:
        return None
    return blocks.built(without(found, muted), wanted, facts=facts, steering=steering, most=max_cards)


def anticipate(
    db: ProjectDatabase,
    facts: SceneFacts,
    shots: Snapshot,
    *,
    steering: str | None = None,
    muted: Collection[str] = (),
) -> list[Edit]:
    """The edits this director would probably make, but for muted cards; none while there is no profile."""
    found = find_profile(db)
    if found is None:
        return []
    return anticipation.edits(facts, shots, without(found, muted).cards, seen=found.moments, steering=steering)


def said(db: ProjectDatabase) -> dict[str, Said]:
    """A person's part in each card, by its id."""
    rows = db.all(
        """
        SELECT card_id, state, preference, applies_to, avoid_applying_to, merged_into, split_from, scenes
          FROM direction_cards
         WHERE project_id = :project_id
         ORDER BY card_id
        """,
    )
    return {row.card_id: value_of(Said, row, scenes=tuple(json.loads(row.scenes or "[]"))) for row in rows}
