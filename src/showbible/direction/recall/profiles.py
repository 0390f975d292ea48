"""The profile with a person's word on its cards, and what it says to a planning tool."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from showbible.direction import anticipate as anticipation
from showbible.direction import block as blocks
from showbible.direction import kept
from showbible.direction.model import Block, Card, CardState, Edit, Profile, SceneFacts, Snapshot
from showbible.direction.recall.scenes import scene
from showbible.direction.tools import tool_named
from showbible.errors import NotFound
from showbible.storage.database import Database
from showbible.vocabulary import PROSE_LIMIT, checked_id, checked_text


def profile(db: Database, project_id: str) -> Profile:
    """What is known of the story's director."""
    found = find_profile(db, project_id)
    if found is None:
        raise NotFound("profile of project", project_id)
    return found


def find_profile(db: Database, project_id: str) -> Profile | None:
    """The profile, if there is one, with a person's word on its cards."""
    with db.snapshot():
        body = db.value("SELECT body FROM direction_profiles WHERE project_id = :project_id", project_id=project_id)
        if body is None:
            return None
        told = said(db, project_id)
    found = kept.value(Profile, body)
    return replace(found, cards=tuple(_as_said(card, told.get(card.card_id)) for card in found.cards))


def card(db: Database, project_id: str, card_id: str) -> Card:
    """One card of the profile."""
    checked_id("card", card_id)
    for each in profile(db, project_id).cards:
        if each.card_id == card_id:
            return each
    raise NotFound("card", card_id)


def learned_card(db: Database, project_id: str, card_id: str) -> Card:
    """One card as it was learned, whatever a person made of it."""
    body = db.value("SELECT body FROM direction_profiles WHERE project_id = :project_id", project_id=project_id)
    found = kept.value(Profile, body).cards if body is not None else ()
    for each in found:
        if each.card_id == card_id:
            return each
    raise NotFound("card", card_id)


def block(
    db: Database,
    project_id: str,
    tool: str,
    *,
    scene_id: str | None = None,
    steering: str | None = None,
    max_cards: int | None = None,
) -> Block | None:
    """What a planning tool is told of the director; None while there is no profile."""
    wanted = tool_named(tool)
    if steering is not None:
        checked_text("steering", steering, limit=PROSE_LIMIT)
    facts = scene(db, project_id, scene_id).facts if scene_id is not None else None
    found = find_profile(db, project_id)
    if found is None:
        return None
    return blocks.built(found, wanted, facts=facts, steering=steering, most=max_cards)


def anticipate(
    db: Database, project_id: str, facts: SceneFacts, shots: Snapshot, *, steering: str | None = None
) -> list[Edit]:
    """The edits this director would probably make; none while there is no profile."""
    found = find_profile(db, project_id)
    return anticipation.edits(facts, shots, found.cards, steering=steering) if found else []


def said(db: Database, project_id: str) -> dict[str, Any]:
    """What a person made of each card, by its id."""
    rows: Iterable[Any] = db.all(
        """
        SELECT card_id, state, preference, applies_to, avoid_applying_to
          FROM direction_cards
         WHERE project_id = :project_id
        """,
        project_id=project_id,
    )
    return {row.card_id: row for row in rows}


def _as_said(found: Card, said: Any) -> Card:
    """A card with what a person made of it."""
    if said is None:
        return found
    words = {name: getattr(said, name) for name in ("preference", "applies_to", "avoid_applying_to")}
    given = {name: value for name, value in words.items() if value is not None}
    made_by = "person" if given else found.made_by
    return replace(found, **given, state=CardState(said.state or found.state), made_by=made_by)
