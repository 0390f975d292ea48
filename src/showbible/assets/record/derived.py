"""Write down what was read from the words of an asset, beside what people made of it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from showbible.assets.record import index
from showbible.assets.record.state_input import PUT, REMOVE, StateInput, checked
from showbible.storage.database import ProjectDatabase
from showbible.vocabulary import PERSON, RULE, new_id, stamp, utcnow


def derive(
    db: ProjectDatabase,
    asset_id: str,
    told: Sequence[StateInput],
    *,
    made_by: str,
    at: datetime | None = None,
) -> None:
    """Replace what was derived from an asset before; a rule replaces only what a rule said.

    What a person took into their own words or set aside stays, and is not learned from that asset again.
    """
    rows = [checked(each) for each in told]
    with db.transaction():
        db.hold(f"assets:{db.project_id}")
        known = _of_asset(db, asset_id)
        derived = [each for each in known if each.made_by != PERSON and each.paused_at is None]
        if made_by == RULE and any(each.made_by not in (RULE, PERSON) for each in known):
            return
        rows = _left(rows, [each for each in known if each not in derived])
        if _says(rows) == [(each.entity_key, json.loads(each.state), each.start_ms) for each in derived]:
            return
        db.many(REMOVE, [{"state_id": each.state_id} for each in derived])
        now = stamp(at or utcnow())
        db.many(
            PUT,
            [{**row, "state_id": new_id(), "made_by": made_by, "now": now} for row in rows],
        )
        index.refresh(db, [asset_id])


def _of_asset(db: ProjectDatabase, asset_id: str) -> list[Any]:
    return db.all(
        """
        SELECT *
          FROM entity_states
         WHERE project_id = :project_id AND source_asset_id = :asset_id
         ORDER BY entity_key, state_id
        """,
        asset_id=asset_id,
    )


def _left(rows: Iterable[Mapping[str, Any]], decided: Iterable[Any]) -> list[dict[str, Any]]:
    """What was read, without the fields that people decided on and without the values that they set aside."""
    fields: set[tuple[str, str]] = set()
    values: set[tuple[str, str, str]] = set()
    for each in decided:
        for field, value in json.loads(each.state).items():
            values.add((each.entity_key, field, json.dumps(value)))
            if each.made_by == PERSON:
                fields.add((each.entity_key, field))
    left = []
    for row in rows:
        key, said = row["entity_key"], json.loads(row["state"])
        new = {
            field: value
            for field, value in said.items()
            if (key, field) not in fields and (key, field, json.dumps(value)) not in values
        }
        if new:
            left.append({**row, "state": row["state"] if new == said else json.dumps(new, ensure_ascii=False)})
    return left


def _says(rows: Sequence[Mapping[str, Any]]) -> list[tuple[str, dict[str, Any], int | None]]:
    said = [(row["entity_key"], json.loads(row["state"]), row["start_ms"]) for row in rows]
    return sorted(said, key=lambda each: each[0])
