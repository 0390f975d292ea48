"""What a person makes of a card; it outlives every rebuild, and can be undone."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict
from datetime import datetime
from typing import Any, Final, TypedDict

from showbible.corrections import Correctable, Fields
from showbible.direction.model import CardState
from showbible.direction.recall.card_text import LONGEST
from showbible.direction.recall.history import CARD, LINKS, WORDS
from showbible.direction.recall.person_edits import Said
from showbible.direction.recall.profiles import StandingCard, standing_card
from showbible.errors import Conflict, Invalid
from showbible.storage.changes import Change
from showbible.storage.database import ProjectDatabase
from showbible.vocabulary import checked_text, stamp, utcnow, word


class CardFacts(TypedDict, total=False):
    """What a person may say of a card; what is left out or None stays as it is."""

    state: str | None
    preference: str | None
    applies_to: str | None
    avoid_applying_to: str | None


def _fields(found: StandingCard) -> Fields:
    links = {name: sorted(getattr(found, name)) for name in LINKS}
    return {"state": found.card.state, **{name: getattr(found.card, name) for name in WORDS}, **links}


def _checked(_: StandingCard, wanted: Fields) -> Fields:
    for name in WORDS:
        if name in wanted:
            check_words(name, wanted[name])
    return {**wanted, "state": word(CardState, "state", wanted["state"])} if "state" in wanted else wanted


def _write(db: ProjectDatabase, found: StandingCard, wanted: Fields, at: datetime) -> None:
    mine = found.card.card_id
    put(db, found.part(mine), {name: value for name, value in wanted.items() if name not in LINKS}, at=at)
    had, holds = set(found.merged), set(wanted.get("merged", found.merged))
    lost, lacks = set(found.split), set(wanted.get("split", found.split))
    for card_id in sorted((holds - had) | (lost - lacks)):
        put(db, found.part(card_id), {"merged_into": mine}, at=at)
    for card_id in sorted((had - holds) | (lacks - lost)):
        put(db, found.part(card_id), {"merged_into": None}, at=at)


def _undoing(found: StandingCard, change: Change) -> Fields:
    """What a change took from a card; words as they were learned belong to the learning again."""
    return {
        name: _relinked(found, change, name) if name in LINKS else _unless_learned(found, name, value)
        for name, value in change.before.items()
    }


def _unless_learned(found: StandingCard, name: str, value: str) -> str | None:
    return None if found.learned and getattr(found.learned, name) == value else value


def _relinked(found: StandingCard, change: Change, name: str) -> list[str]:
    """The cards joined into a card, or split off it, without what a change did to them; others came later and stay."""
    stand, was, became = (set(each) for each in (getattr(found, name), change.before[name], change.after[name]))
    for card_id in was ^ became:
        inside = (card_id in became) == (name == "merged")
        if found.part(card_id).merged_into != (found.card.card_id if inside else None):
            raise Conflict("One of these cards was merged or split again meanwhile; undo that first.")
    return sorted((stand - (became - was)) | (was - became))


_LOCK: Final = "direction.cards"

CARDS: Final = Correctable[ProjectDatabase, StandingCard, object](
    name=CARD,
    read=standing_card,
    lock=lambda _: _LOCK,
    fields=_fields,
    check=_checked,
    write=_write,
    pausing=lambda paused: {"state": CardState.PAUSED if paused else CardState.ACTIVE},
    undoing=_undoing,
)


def lock(db: ProjectDatabase) -> str:
    """What those who change a story's cards keep each other out by, as the kit calls it."""
    return f"{_LOCK}:{db.project_id}"


def put(db: ProjectDatabase, was: Said, told: Mapping[str, Any], *, at: datetime | None) -> None:
    """Add to a person's part in a card; None gives that part of it back to the learning."""
    row = asdict(was) | dict(told)
    scenes = json.dumps(row.pop("scenes"))
    db.run(_PUT, **row, scenes=scenes, at=stamp(at or utcnow()))


_PUT: Final = """
    INSERT INTO direction_cards (
        project_id, card_id, state, preference, applies_to, avoid_applying_to, merged_into, split_from, scenes,
        changed_at)
    VALUES (
        :project_id, :card_id, :state, :preference, :applies_to, :avoid_applying_to, :merged_into, :split_from,
        :scenes, :at)
    ON CONFLICT (project_id, card_id) DO UPDATE
       SET state = excluded.state, preference = excluded.preference, applies_to = excluded.applies_to,
           avoid_applying_to = excluded.avoid_applying_to, merged_into = excluded.merged_into,
           split_from = excluded.split_from, scenes = excluded.scenes, changed_at = excluded.changed_at
"""


def check_words(name: str, text: str) -> None:
    """Refuse words that a card has no room for."""
    checked_text(name, text, limit=4 * LONGEST, empty=False)
    if len(text) > LONGEST:
        raise Invalid(f"{name} has {len(text)} characters; a card has room for {LONGEST}.", field=name)
