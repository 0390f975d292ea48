"""How an asset was made, as the workflow in its file tells."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

COMFYUI: Final = "comfyui"
"""Under which name metadata keeps what ComfyUI wrote into a file."""

_LABELS: Final = ("Model", "Seed", "Sampler", "Scheduler", "Steps", "CFG")
"""What is shown first; in lower case it is the name that metadata has for it."""


def workflow_facts(metadata: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
    """What is known of an asset's making, each with a label; nothing where its file told nothing."""
    told = metadata.get(COMFYUI)
    if not isinstance(told, Mapping):
        return ()
    found = [(label, str(told[name])) for label in _LABELS if (name := label.lower()) in told]
    if "width" in told and "height" in told:
        found.append(("Size", f"{told['width']} × {told['height']}"))
    loras = [_lora(each) for each in told.get("loras") or () if isinstance(each, Mapping)]
    return (*found, *([("LoRAs", ", ".join(loras))] if loras else []))


def _lora(told: Mapping[str, Any]) -> str:
    name, strength = told.get("name"), told.get("strength")
    return f"{name}" if strength is None else f"{name} at {strength:g}"
