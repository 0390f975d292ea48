"""The stages of planning a scene, in their order, and from which of them on a scene teaches."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from showbible.errors import Invalid

STAGES: Final[Mapping[str, tuple[str, ...]]] = {
    "DRAFT": ("NEW", "CREATED", "NOT_STARTED", "SCRIPT", "SCRIPT_READY"),
    "PLANNING": ("PLAN", "IN_PLANNING", "SCENE_PLANNING"),
    "KEY_BEATS": ("BEATS", "KEY_BEAT_PLANNING", "KEY_BEATS_CONFIRMED"),
    "FILLER_STRATEGY": ("FILLER", "FILLER_STRATEGY_CONFIRMED"),
    "BEAT_PACKAGES": ("PACKAGES", "BEAT_PACKAGE_BUDGETING", "BEAT_PACKAGES_BUDGETED"),
    "SHOTS": ("SHOT_PLANNING", "SHOT_GENERATION", "SHOTS_GENERATED", "SHOT_REVIEW"),
    "READY_FOR_SKETCHES": ("READY", "READY_TO_SKETCH", "SHOTS_CONFIRMED"),
    "SKETCHING": ("SKETCHES", "SKETCH_GENERATION", "GENERATING_SKETCHES"),
    "SKETCHES_READY": ("SKETCHES_DONE", "SKETCHES_CONFIRMED", "READY_FOR_IMAGES"),
    "IMAGE_GENERATION": ("IMAGES", "GENERATING_IMAGES", "IMAGES_READY", "READY_FOR_VIDEO", "READY_FOR_VIDEOS"),
    "VIDEO_GENERATION": ("VIDEO", "VIDEOS", "GENERATING_VIDEO", "VIDEOS_READY", "VIDEO_READY"),
    "RENDERING": ("RENDER", "RENDERED", "POST_PRODUCTION"),
    "COMPLETED": ("COMPLETE", "DONE", "FINISHED", "PUBLISHED"),
}
"""Each stage with other names for it, from the first to the last."""

READY: Final = "READY_FOR_SKETCHES"
"""From here on the plan is accepted, and a scene is a source."""

_ORDER: Final = {name: place for place, name in enumerate(STAGES)}
_NAMES: Final = {other: name for name, others in STAGES.items() for other in (name, *others)}
_HUMP: Final = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_GAP: Final = re.compile(r"[\s_-]+")


def stage_named(text: str) -> str | None:
    """The stage that a caller means, in any spelling of its name; None for a stage of their own."""
    words = _GAP.sub("_", _HUMP.sub("_", text.strip())).upper()
    return _NAMES.get(words)


def placed(text: str, *, ready: bool | None = None) -> tuple[str, bool]:
    """A stage by its name, and whether a scene is a source there; a scene that says so itself may use any name."""
    name = stage_named(text)
    if ready is not None:
        return name or text.strip(), ready
    if name is None:
        known = ", ".join(STAGES)
        raise Invalid(
            f"planning_stage must be one of {known}, not {text[:80]!r}; "
            "a stage of your own goes with ready: true or false.",
            field="planning_stage",
        )
    return name, _ORDER[name] >= _ORDER[READY]
