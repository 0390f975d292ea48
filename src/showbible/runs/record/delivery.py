"""Deliveries: the assets a run hands in, each charged once."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any, Final, TypeVar

from showbible.errors import Invalid
from showbible.jobs.queue import announce
from showbible.runs.model import AssetType, Delivery, NewDelivery, Summary
from showbible.runs.recall import one
from showbible.runs.record.log import STATE, append, changing
from showbible.storage.database import Database, Row
from showbible.storage.rows import value_of
from showbible.values import check_names
from showbible.vocabulary import (
    KIB,
    checked_id,
    checked_json,
    checked_text,
    dollars,
    finite,
    money,
    new_id,
    stamp,
    utcnow,
    word,
)

Value = TypeVar("Value")

MOST_SPENT: Final = 2**63 - 1


def deliver(
    db: Database, run_id: str, kind: str, path: str, told: NewDelivery | None = None, *, at: datetime | None = None
) -> Delivery:
    """Hand in an asset with its cost; handing in the same asset again corrects it and charges no second time."""
    at, row = at or utcnow(), _checked(kind, path, told or NewDelivery())
    with changing(db, run_id) as run:
        if row["pilot_id"] is not None:
            one.pilot(db, run_id, row["pilot_id"])
        before = _known(db, run_id, row["asset_id"])
        after = _merged(before, row)
        check_countable(run, after["cost"] - (before["cost"] if before else 0))
        kept = db.first(_UPSERT, run_id=run_id, **after, at=stamp(at))
        state = _add_up(db, run_id, before, after, at=at)
        append(db, run_id, "asset", _log_entry(after), at=at, state=state)
        named = {"run_id": run_id, "project_id": run.project_id, "asset_id": after["asset_id"]}
        announce(db, "asset.delivered", key=run_id, **named)
        return value_of(Delivery, kept)


_UPSERT: Final = """
    INSERT INTO run_assets (
        run_id, asset_id, type, path, scene_id, pilot_id, duration, cost, prompt, negative_prompt, metadata,
        delivered_at)
    VALUES (
        :run_id, :asset_id, :type, :path, :scene_id, :pilot_id, :duration, :cost, :prompt, :negative_prompt, :metadata,
        :at)
        ON CONFLICT (run_id, asset_id) DO UPDATE SET
            type = excluded.type, path = excluded.path, scene_id = excluded.scene_id,
            pilot_id = excluded.pilot_id, duration = excluded.duration, cost = excluded.cost,
            prompt = excluded.prompt, negative_prompt = excluded.negative_prompt, metadata = excluded.metadata
    RETURNING *
"""


def note_rate(db: Database, made: Delivery, fps: float | None) -> None:
    """Add what a film's file tells of its frame rate, unless the delivery was corrected meanwhile."""
    with db.transaction():
        row = _known(db, made.run_id, made.asset_id)
        if row is None or row["path"] != made.path or "fps" in (facts := json.loads(row["metadata"])):
            return
        db.run(
            """
            UPDATE run_assets
               SET metadata = :metadata
             WHERE run_id = :run_id AND asset_id = :asset_id AND metadata = :known
            """,
            metadata=json.dumps({**facts, "fps": fps}, ensure_ascii=False, separators=(",", ":")),
            known=row["metadata"],
            run_id=made.run_id,
            asset_id=made.asset_id,
        )


def _checked(kind: str, path: str, asset: NewDelivery) -> dict[str, Any]:
    check_names(NewDelivery, asset)
    return {
        "asset_id": _if_given(checked_id, "asset", asset.get("asset_id")) or new_id(),
        "type": word(AssetType, "asset_type", kind),
        "path": _checked_path(path),
        "scene_id": _if_given(checked_id, "scene", asset.get("scene_id")),
        "pilot_id": _if_given(checked_id, "pilot", asset.get("pilot_id")),
        "duration": _if_given(_checked_duration, "duration", asset.get("duration")),
        "cost": _if_given(money, "cost", asset.get("cost")),
        "prompt": _if_given(checked_text, "prompt", asset.get("prompt")),
        "negative_prompt": _if_given(checked_text, "negative_prompt", asset.get("negative_prompt")),
        "metadata": _if_given(checked_json, "metadata", asset.get("metadata")),
    }


def _if_given(check: Callable[[str, Any], Value], name: str, value: object) -> Value | None:
    return None if value is None else check(name, value)


def _merged(before: Mapping[str, Any] | None, row: Mapping[str, Any]) -> dict[str, Any]:
    known = before or {"cost": 0, "metadata": "{}"}
    return {name: known.get(name) if value is None else value for name, value in row.items()}


def check_countable(run: Summary, cost: int) -> None:
    """Refuse a cost with which nobody could count any more what a run has spent."""
    if run.spent + cost > MOST_SPENT:
        raise Invalid("With this cost the run would have spent more than can be counted.", field="cost")


def _known(db: Database, run_id: str, asset_id: str) -> dict[str, Any] | None:
    row = db.first(
        "SELECT * FROM run_assets WHERE run_id = :run_id AND asset_id = :asset_id", run_id=run_id, asset_id=asset_id
    )
    return dict(row._mapping) if row is not None else None


def _add_up(
    db: Database, run_id: str, before: Mapping[str, Any] | None, after: Mapping[str, Any], *, at: datetime
) -> Row[Any] | None:
    """Bring the totals of the run and of its pilots in step: what the asset was is taken off, what it is added."""
    cost, scenes = after["cost"], _alone(db, run_id, after)
    _add_to_pilot(db, run_id, after, sign=1)
    if before is not None:
        cost, scenes = cost - before["cost"], scenes - _alone(db, run_id, before)
        _add_to_pilot(db, run_id, before, sign=-1)
    return db.first(
        f"""
        UPDATE runs
           SET spent = spent + :cost, heard_at = :at, scenes_completed = scenes_completed + :scenes
         WHERE run_id = :run_id
        RETURNING {STATE}
        """,  # noqa: S608
        run_id=run_id,
        cost=cost,
        scenes=scenes,
        at=stamp(at),
    )


def _add_to_pilot(db: Database, run_id: str, asset: Mapping[str, Any], *, sign: int) -> None:
    if asset["pilot_id"] is None:
        return
    db.run(
        """
        UPDATE run_pilots
           SET spent = spent + :cost, scenes_generated = scenes_generated + :scenes
         WHERE run_id = :run_id AND pilot_id = :pilot_id
        """,
        run_id=run_id,
        pilot_id=asset["pilot_id"],
        cost=sign * asset["cost"],
        scenes=sign * _alone(db, run_id, asset, pilot_id=asset["pilot_id"]),
    )


def _alone(db: Database, run_id: str, asset: Mapping[str, Any], *, pilot_id: str | None = None) -> int:
    """1 when no other asset of the run, or of the pilot, stands for the same scene."""
    if asset["scene_id"] is None:
        return 0
    other = db.value(
        """
        SELECT 1
          FROM run_assets
         WHERE run_id = :run_id AND scene_id = :scene_id AND asset_id <> :asset_id
           AND (CAST(:pilot_id AS TEXT) IS NULL OR pilot_id = :pilot_id)
         LIMIT 1
        """,
        run_id=run_id,
        scene_id=asset["scene_id"],
        asset_id=asset["asset_id"],
        pilot_id=pilot_id,
    )
    return 0 if other else 1


def _log_entry(asset: Mapping[str, Any]) -> dict[str, Any]:
    """What the log says of an asset: enough to show it, not its prompts."""
    return {
        "asset_id": asset["asset_id"],
        "type": asset["type"],
        "path": asset["path"],
        "scene_id": asset["scene_id"],
        "pilot_id": asset["pilot_id"],
        "duration": asset["duration"],
        "cost": dollars(asset["cost"]),
        "metadata": json.loads(asset["metadata"]) if len(asset["metadata"]) < 2 * KIB else {},
    }


def _checked_path(path: str) -> str:
    checked_text("path", path, limit=4 * KIB, empty=False)
    if ".." in path.replace("\\", "/").split("/") or any(ord(letter) < 32 for letter in path):
        raise Invalid("path must not climb out of its folder.", field="path")
    return path


def _checked_duration(name: str, seconds: float) -> float:
    if finite(name, seconds) < 0:
        raise Invalid(f"{name} must be 0 or more.", field=name)
    return float(seconds)
