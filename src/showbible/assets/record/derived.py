"""Write down what was read from an asset, a note or a scene, beside what people made of it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, Final

from showbible.assets.model import EntityState, StateInput, entity_key
from showbible.assets.recall import readings
from showbible.assets.recall.readings import ReadingSource
from showbible.assets.recall.story import STATE
from showbible.assets.record import index
from showbible.assets.record.state_input import PUT, REMOVE, checked
from showbible.assets.record.summaries import renew
from showbible.storage import changes
from showbible.storage.database import ProjectDatabase
from showbible.vocabulary import PERSON, RULE, new_id, stamp, utcnow

Values = set[tuple[str, str, str]]
"""Entity keys, fields and values as JSON."""


def derive(
    db: ProjectDatabase,
    source: ReadingSource,
    told: Sequence[StateInput],
    *,
    made_by: str,
    at: datetime | None = None,
) -> None:
    """Replace what was derived from a source before; a rule replaces only what a rule said.

    What a person took into their own words, set aside or forgot is not learned from that source again.
    """
    rows = [checked(each) for each in told]
    with db.transaction():
        db.hold(f"assets:{db.project_id}")
        known = readings.states_from(db, source)
        old = [each for each in known if each.made_by != PERSON and not each.paused]
        if made_by == RULE and any(each.made_by not in (RULE, PERSON) for each in known):
            return
        rows = _left(rows, [each for each in known if each not in old], readings.forgotten(db, source))
        if _says(rows) != _said(old):
            _replace(db, source, old, rows, made_by=made_by, at=at or utcnow())


def _replace(
    db: ProjectDatabase,
    source: ReadingSource,
    old: Sequence[EntityState],
    rows: Sequence[Mapping[str, Any]],
    *,
    made_by: str,
    at: datetime,
) -> None:
    new = [{**row, "state_id": new_id(), "made_by": made_by, "now": stamp(at)} for row in rows]
    db.many(REMOVE, [{"state_id": each.state_id} for each in old])
    db.many(PUT, new)
    if source.kind == "asset":
        index.refresh(db, [source.id])
    else:
        made = {row["state_id"] for row in new}
        renew(db, [*old, *(each for each in readings.states_from(db, source) if each.state_id in made)])


def _left(rows: Iterable[Mapping[str, Any]], decided: Iterable[EntityState], values: Values) -> list[dict[str, Any]]:
    """What was read, without the fields that people decided on and without the values that they set aside."""
    fields: set[tuple[str, str | None, str]] = set()
    for each in decided:
        for field, value in each.state.items():
            values.add((entity_key(each.entity), field, json.dumps(value)))
            if each.made_by == PERSON:
                fields.add((entity_key(each.entity), each.source_shot_id, field))
    left = []
    for row in rows:
        key, said = row["entity_key"], json.loads(row["state"])
        new = {
            field: value
            for field, value in said.items()
            if (key, row["source_shot_id"], field) not in fields and (key, field, json.dumps(value)) not in values
        }
        if new:
            left.append({**row, "state": row["state"] if new == said else json.dumps(new, ensure_ascii=False)})
    return left


Saying = tuple[str, int, str | None, str, str]
"""An entity's key, a story time, a shot, and what is said with the words it rests on."""


def _says(rows: Sequence[Mapping[str, Any]]) -> list[Saying]:
    said = (
        (row["entity_key"], _moment(row["start_ms"]), row["source_shot_id"], json.loads(row["state"]), row["words"])
        for row in rows
    )
    return sorted(
        (key, start, shot or "", json.dumps(state, sort_keys=True), json.dumps(json.loads(words), sort_keys=True))
        for key, start, shot, state, words in said
    )


def _said(states: Sequence[EntityState]) -> list[Saying]:
    return sorted(
        (
            entity_key(each.entity),
            _moment(each.start_ms),
            each.source_shot_id or "",
            json.dumps(dict(each.state), sort_keys=True),
            json.dumps(dict(each.words), sort_keys=True),
        )
        for each in states
    )


def _moment(start_ms: int | None) -> int:
    return -1 if start_ms is None else start_ms


def forget(db: ProjectDatabase, state: EntityState) -> None:
    """Note, in the caller's transaction, that a reading is not to be made again."""
    db.many(_FORGET, _refused(state))


def remember(db: ProjectDatabase, state: EntityState) -> None:
    """Let a reading be made again, in the caller's transaction."""
    db.many(_REMEMBER, _refused(state))


def _refused(state: EntityState) -> list[dict[str, Any]]:
    source = readings.source_of(state)
    if source is None or state.made_by == PERSON:
        return []
    key = entity_key(state.entity)
    return [
        {"source": source.key, "entity_key": key, "field": field, "value": json.dumps(value)}
        for field, value in state.state.items()
    ]


_FORGET: Final = """
    INSERT INTO forgotten_readings (project_id, source, entity_key, field, value)
    VALUES (:project_id, :source, :entity_key, :field, :value)
        ON CONFLICT (project_id, source, entity_key, field, value) DO NOTHING
"""
_REMEMBER: Final = """
    DELETE FROM forgotten_readings
     WHERE project_id = :project_id AND source = :source AND entity_key = :entity_key AND field = :field
       AND value = :value
"""


def unlearn(db: ProjectDatabase, source: ReadingSource) -> None:
    """Take away what was read from a source that is gone, in the caller's transaction; a person's word stays.

    What was set aside is noted as forgotten, should the source come back.
    """
    gone = [each for each in readings.states_from(db, source) if each.made_by != PERSON]
    for each in gone:
        changes.drop(db, kind=STATE, item_id=each.state_id)
        if each.paused:
            forget(db, each)
    db.many(REMOVE, [{"state_id": each.state_id} for each in gone])
    renew(db, gone)
