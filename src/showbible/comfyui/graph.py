"""A workflow of ComfyUI as nodes with named inputs, in whichever of its two forms it was written."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from typing import Any, Final, NamedTuple

from showbible.values import frozen

MOST_NODES: Final = 5_000
LARGEST: Final = 2**64
_OFF, _PASSED_BY = 2, 4
"""How the editor marks a node that does not run, and one that only hands on what it is given."""
_AFTER: Final = "control_after_generate"

_WIDGETS: Final[Mapping[str, tuple[str, ...]]] = {
    "KSampler": ("seed", _AFTER, "steps", "cfg", "sampler_name", "scheduler", "denoise"),
    "KSamplerAdvanced": ("add_noise", "noise_seed", _AFTER, "steps", "cfg", "sampler_name", "scheduler"),
    "SamplerCustom": ("add_noise", "noise_seed", _AFTER, "cfg"),
    "KSamplerSelect": ("sampler_name",),
    "BasicScheduler": ("scheduler", "steps", "denoise"),
    "RandomNoise": ("noise_seed", _AFTER),
    "CFGGuider": ("cfg",),
    "CLIPTextEncode": ("text",),
    "CLIPTextEncodeFlux": ("clip_l", "t5xxl", "guidance"),
    "CheckpointLoaderSimple": ("ckpt_name",),
    "UNETLoader": ("unet_name", "weight_dtype"),
    "LoraLoader": ("lora_name", "strength_model", "strength_clip"),
    "LoraLoaderModelOnly": ("lora_name", "strength_model"),
    "EmptyLatentImage": ("width", "height", "batch_size"),
    "EmptySD3LatentImage": ("width", "height", "batch_size"),
    "PrimitiveNode": ("value", _AFTER),
}
"""In which order the editor writes the values of nodes that do not name them."""


class Link(NamedTuple):
    """Where an input comes from: a node, and which of its outputs."""

    node: str
    slot: int


@frozen
class GraphNode:
    """One step of a workflow."""

    kind: str
    values: Mapping[str, Any] = field(default_factory=dict)
    links: Mapping[str, Link] = field(default_factory=dict)


Graph = Mapping[str, GraphNode]


def graph(text: str) -> Graph:
    """The nodes of a workflow by id; none where the text is no workflow."""
    try:
        told = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    if not isinstance(told, dict):
        return {}
    found = dict(_drawn(told) if isinstance(told.get("nodes"), list) else _run(told))
    return found if len(found) <= MOST_NODES else {}


def _run(told: Mapping[str, Any]) -> Iterator[tuple[str, GraphNode]]:
    """The form in which a workflow is carried out: every input by its name."""
    inner = told.get("prompt")
    for name, node in (inner if isinstance(inner, dict) else told).items():
        if isinstance(node, dict) and isinstance(node.get("class_type"), str) and isinstance(node.get("inputs"), dict):
            inputs = node["inputs"]
            links = {each: link for each, value in inputs.items() if (link := _link(value)) is not None}
            values = {each: _kept(value) for each, value in inputs.items() if each not in links}
            yield name, GraphNode(kind=node["class_type"], values=values, links=links)


def _link(value: object) -> Link | None:
    if isinstance(value, list) and len(value) == 2 and isinstance(value[1], int):
        return Link(str(value[0]), value[1])
    return None


def _drawn(drawing: Mapping[str, Any]) -> Iterator[tuple[str, GraphNode]]:
    """The form in which a workflow is drawn: links have numbers, and values stand in the order of the node's kind."""
    lines = _lines(drawing.get("links"))
    for node in drawing["nodes"]:
        if not isinstance(node, dict) or not isinstance(node.get("type"), str) or node.get("mode") == _OFF:
            continue
        told = node.get("inputs")
        inputs = [each for each in told if isinstance(each, dict)] if isinstance(told, list) else []
        links = {_name(each): lines[each["link"]] for each in inputs if _number(each.get("link")) in lines}
        values = {} if node.get("mode") == _PASSED_BY else dict(_values(node, inputs))
        values = {name: _kept(value) for name, value in values.items() if name not in links}
        yield str(node.get("id")), GraphNode(kind=node["type"], values=values, links=links)


def _lines(told: object) -> dict[int, Link]:
    """The links by their numbers."""
    found: dict[int, Link] = {}
    for each in told if isinstance(told, list) else ():
        if isinstance(each, list) and len(each) >= 5 and isinstance(each[0], int) and isinstance(each[2], int):
            found[each[0]] = Link(str(each[1]), each[2])
    return found


def _name(told: Mapping[str, Any]) -> str:
    return str(told.get("name") or "any")


def _number(value: object) -> int:
    return value if isinstance(value, int) else -1


def _values(node: Mapping[str, Any], inputs: Sequence[Mapping[str, Any]]) -> Iterator[tuple[str, Any]]:
    values = node.get("widgets_values")
    if isinstance(values, dict):
        yield from values.items()
    elif isinstance(values, list):
        yield from zip(_WIDGETS.get(node["type"]) or _named(inputs, len(values)), values, strict=False)


def _named(inputs: Sequence[Mapping[str, Any]], number: int) -> list[str]:
    """The names of a node's values where its inputs tell them; a seed is followed by what becomes of it."""
    names = [_name(each) for each in inputs if isinstance(each.get("widget"), dict)]
    if len(names) < number:
        names = [each for name in names for each in ((name, _AFTER) if name in ("seed", "noise_seed") else (name,))]
    return names


def _kept(value: object) -> Any:
    """A value as every database can keep it; None where it is none that anybody asks for."""
    if isinstance(value, str):
        return value.replace("\x00", "\N{REPLACEMENT CHARACTER}").encode("utf-8", "replace").decode()
    if isinstance(value, dict):
        return {str(name): _kept(each) for name, each in value.items() if not isinstance(each, dict | list)}
    is_number = isinstance(value, int | float) and math.isfinite(value) and abs(value) <= LARGEST
    return value if is_number else None
