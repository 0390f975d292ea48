"""Join cards into one, or divide one in two; either outlives every rebuild, and can be undone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

from showbible.corrections import Corrections
from showbible.direction.model import Card
from showbible.direction.recall.person_edits import Half, Halves
from showbible.direction.recall.profiles import standing_card, standing_cards
from showbible.direction.record.cards import CARDS, check_words, lock, put
from showbible.errors import Conflict, Invalid
from showbible.storage.database import ProjectDatabase
from showbible.vocabulary import new_id


def merge(
    db: ProjectDatabase,
    card_id: str,
    card_ids: Sequence[str],
    *,
    seen: Mapping[str, str] | None = None,
    at: datetime | None = None,
) -> Card:
    """Join other cards into one: it keeps its words, and rests on the scenes of all of them.

    `seen` is what each of the cards said to whoever joins them, by its id.
    """
    others = list(dict.fromkeys(card_ids))
    if not others:
        raise Invalid("Name at least one other card to merge into this one.", field="card_ids")
    if card_id in others:
        raise Invalid("A card cannot be merged with itself.", field="card_ids")
    with db.transaction():
        db.hold(lock(db))
        found, *joined = standing_cards(db, card_id, *others)
        for each in (found, *joined):
            _check_seen(each.card, (seen or {}).get(each.card.card_id))
        merged = {*found.merged, *others} - {*found.split}
        wanted = {"merged": sorted(merged), "split": sorted({*found.split} - {*others})}
        return Corrections(db, CARDS).correct(card_id, wanted, at=at).card


def split(
    db: ProjectDatabase,
    card_id: str,
    half: Half,
    *,
    seen: str | None,
    at: datetime | None = None,
) -> Halves:
    """Divide a card: some of its scenes go with a second statement; `seen` is what it said to whoever divides it."""
    made_id = f"card-{new_id().lower()}"
    with db.transaction():
        db.hold(lock(db))
        found = standing_card(db, card_id)
        _check_seen(found.card, seen)
        # Made as a part of the card, then let go, so that the history of the card tells of it.
        put(db, found.part(made_id), {**_part(half, found.card), "merged_into": card_id}, at=at)
        wanted: dict[str, object] = {"split": sorted((*found.split, made_id))}
        if half.kept_applies_to is not None and half.kept_applies_to != found.card.applies_to:
            check_words("kept_applies_to", half.kept_applies_to)
            wanted["applies_to"] = half.kept_applies_to
        kept = Corrections(db, CARDS).correct(card_id, wanted, at=at).card
        return Halves(kept=kept, made=standing_card(db, made_id).card)


def _check_seen(card: Card, seen: str | None) -> None:
    """Refuse a change by somebody who had other words before them."""
    if seen is not None and seen != card.preference:
        raise Conflict("The card was reworded meanwhile; read it again before you change it.")


def _part(half: Half, card: Card) -> dict[str, object]:
    """The part that a person has in the new card."""
    told = {
        "preference": half.preference,
        "applies_to": half.applies_to if half.applies_to is not None else card.applies_to,
        "avoid_applying_to": half.avoid_applying_to if half.avoid_applying_to is not None else card.avoid_applying_to,
    }
    for name, text in told.items():
        check_words(name, text)
    if half.preference == card.preference:
        raise Invalid("The new card says the same as the old one; say what it is that differs.", field="preference")
    return {**told, "split_from": card.card_id, "scenes": _scenes(half.scene_ids, card)}


def _scenes(wanted: Sequence[str], card: Card) -> list[str]:
    """The scenes that go, once both cards have some."""
    going = list(dict.fromkeys(wanted))
    for scene_id in going:
        if scene_id not in card.source_scene_ids:
            raise Invalid(f"Scene {scene_id[:80]!r} is not one that this card rests on.", field="scene_ids")
    if not going:
        raise Invalid("Choose at least one scene that goes with the new card.", field="scene_ids")
    if len(going) == len(card.source_scene_ids):
        raise Invalid("Leave this card at least one scene of its own.", field="scene_ids")
    return going
