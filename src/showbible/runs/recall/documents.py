"""A run in the shapes that other programs read."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from showbible.runs.model import Delivery, Pilot, Run, Stage, StageEvent
from showbible.vocabulary import LOCAL_USER, dollars, rfc3339

EXTRA: Final = "showbible"
"""Where we say what the readers of a `memory.json` have no field for: in bags of facts that they do not look into."""

_STAGES: Final = {Stage.CANCELLED: Stage.FAILED}
"""The stages that its readers do not know, in their words."""


def short_term_memory(run: Run) -> dict[str, Any]:
    """The run as a `memory.json`: one flat record of what happened, with the fields its readers know and no more."""
    return {
        "run_id": run.run_id,
        "concept": run.concept,
        "budget_total": dollars(run.budget),
        "budget_spent": dollars(run.spent),
        "audio_tier": run.audio_tier,
        "current_stage": _STAGES.get(run.stage, run.stage),
        "progress_percent": run.progress,
        "pilots": [_pilot(pilot) for pilot in run.pilots],
        "winning_pilot_id": run.winning_pilot,
        "total_scenes": run.total_scenes,
        "scenes_completed": run.scenes_completed,
        "assets": [_asset(asset) for asset in run.assets],
        "timeline": [_stage(event, _extra(run) if first else {}) for first, event in _marked(run)],
        "started_at": rfc3339(run.started_at),
        "completed_at": rfc3339(run.completed_at) if run.completed_at else None,
        "errors": list(run.errors),
        "warnings": list(run.warnings),
        "seed_asset_ids": list(run.seed_asset_ids),
        "extracted_themes": list(run.extracted_themes),
        "extracted_colors": list(run.extracted_colors),
    }


def state(run: Run) -> dict[str, Any]:
    """The run as its `state.json`: the same, its status and time, and what only we know of it."""
    return {
        **short_term_memory(run),
        "status": run.recorded_status,
        "timestamp": rfc3339(run.completed_at or run.heard_at),
        "tags": list(run.tags),
        "muted": [{"kind": each.kind, "item_id": each.item_id, "at": rfc3339(each.at)} for each in run.mutes],
    }


def memory_file(run: Run, assets: Iterable[Delivery]) -> Iterator[str]:
    """The text of a `memory.json`, piece by piece: a run may have more assets than fit into memory at once."""
    for number, (name, value) in enumerate(short_term_memory(run).items()):
        yield f"{',' if number else '{'}{json.dumps(name)}:"
        if name != "assets":
            yield json.dumps(value)
            continue
        yield "["
        for place, asset in enumerate(assets):
            yield f"{',' if place else ''}{json.dumps(_asset(asset))}"
        yield "]"
    yield "}"


def _pilot(pilot: Pilot) -> dict[str, Any]:
    return {
        "pilot_id": pilot.pilot_id,
        "tier": pilot.tier,
        "allocated_budget": dollars(pilot.budget),
        "spent_budget": dollars(pilot.spent),
        "scenes_generated": pilot.scenes_generated,
        "quality_score": pilot.score,
        "status": pilot.status,
        "rejection_reason": pilot.rejection_reason,
    }


def _asset(asset: Delivery) -> dict[str, Any]:
    return {
        "asset_id": asset.asset_id,
        "asset_type": asset.type,
        "path": asset.path,
        "scene_id": asset.scene_id,
        "duration": asset.duration,
        "cost": dollars(asset.cost),
        "metadata": {**asset.metadata, **_under(EXTRA, _extra_of_asset(asset))},
    }


def _extra(run: Run) -> dict[str, Any]:
    """What only we know of a run."""
    told = {name: getattr(run, name) for name in _OURS}
    stage = run.stage if run.stage in _STAGES else None
    return {
        **told,
        "tags": list(run.tags),
        "stage": stage,
        "user_id": None if run.user_id == LOCAL_USER else run.user_id,
    }


_OURS: Final = ("edit_style", "mood", "music_style", "final_video_path", "edl_path")


def _extra_of_asset(asset: Delivery) -> dict[str, Any]:
    return {name: getattr(asset, name) for name in ("pilot_id", "prompt", "negative_prompt")}


def _under(name: str, facts: Mapping[str, Any]) -> dict[str, Any]:
    """Facts under one name; nothing where there are none."""
    said = {key: value for key, value in facts.items() if value}
    return {name: said} if said else {}


def _marked(run: Run) -> Iterator[tuple[bool, StageEvent]]:
    """The stages of a run, and whether each is the first."""
    return ((number == 0, event) for number, event in enumerate(run.timeline))


def _stage(event: StageEvent, extra: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "stage": _STAGES.get(event.stage, event.stage),
        "timestamp": rfc3339(event.at),
        "duration_ms": event.duration_ms,
        "details": {**event.details, **_under(EXTRA, extra)},
        "error": event.error,
    }
