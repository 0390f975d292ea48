"""A workflow of ComfyUI with places for what an order says, as a person keeps it in a file."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from showbible.errors import Misconfigured
from showbible.values import frozen

PLACES: Final = (
    "prompt",
    "negative_prompt",
    "seed",
    "seconds",
    "frames",
    "fps",
    "width",
    "height",
    "voice",
    "speed",
    "reference",
    "last_frame",
)
"""What a workflow can leave open; `{{prompt}}` stands for the words `{prompt}` themselves."""
MOST_BYTES: Final = 4 * 1024 * 1024
_PLACE: Final = re.compile(r"\{(\{[a-z_]+\})\}|\{([a-z_]+)\}")
_DRAWN: Final = "is drawn for the editor: save it there with `Export (API)`"


@frozen
class WorkflowTemplate:
    """Nodes by id, as ComfyUI is sent them, with places in their inputs that an order fills."""

    nodes: Mapping[str, Any]

    @classmethod
    def read(cls, file: Path) -> WorkflowTemplate:
        """The template in a file; refuses one that ComfyUI could not run, or that leaves open what no order says."""
        try:
            with file.open("rb") as opened:
                content = opened.read(MOST_BYTES + 1)
            nodes = json.loads(content)
        except OSError as error:
            raise Misconfigured(f"The workflow {file.name} cannot be read: {type(error).__name__}.") from None
        except (ValueError, RecursionError):
            raise Misconfigured(f"The workflow {file.name} is no JSON of at most {MOST_BYTES:,} bytes.") from None
        made = cls(nodes=_checked_nodes(nodes, file.name))
        _check_places(made.places, file.name)
        return made

    @property
    def places(self) -> frozenset[str]:
        """What it leaves open, by name."""
        texts = (text for node in self.nodes.values() for text in _texts(node["inputs"]))
        return frozenset(found[2] for text in texts for found in _PLACE.finditer(text) if found[2])

    def filled(self, values: Mapping[str, str | float]) -> dict[str, Any]:
        """The nodes with every place filled; a number that stands alone stays a number."""
        return {name: {**node, "inputs": _filled(node["inputs"], values)} for name, node in self.nodes.items()}

    def read_back(self, nodes: object) -> dict[str, Any]:
        """What stands in some nodes where this template has nothing but a place: what they were made for."""
        found: dict[str, Any] = {}
        for name, node in self.nodes.items():
            inputs = _inputs(nodes, name)
            for field, text in node["inputs"].items():
                place = _PLACE.fullmatch(text) if isinstance(text, str) else None
                if place and place[2] and isinstance(inputs.get(field), str | int | float):
                    found.setdefault(place[2], inputs[field])
        return found


def _inputs(nodes: object, name: str) -> Mapping[str, Any]:
    node = nodes.get(name) if isinstance(nodes, Mapping) else None
    inputs = node.get("inputs") if isinstance(node, Mapping) else None
    return inputs if isinstance(inputs, Mapping) else {}


def _checked_nodes(nodes: object, file: str) -> Mapping[str, Any]:
    if isinstance(nodes, dict) and isinstance(nodes.get("nodes"), list):
        raise Misconfigured(f"The workflow {file} {_DRAWN}.")
    if not isinstance(nodes, dict) or not nodes:
        raise Misconfigured(f"The workflow {file} holds no nodes by id.")
    for name, node in nodes.items():
        is_node = isinstance(node, dict) and isinstance(node.get("class_type"), str)
        if not is_node or not isinstance(node.get("inputs"), dict):
            raise Misconfigured(f"Node {name!r} of the workflow {file} has no `class_type` or no `inputs`.")
    return nodes


def _check_places(places: frozenset[str], file: str) -> None:
    if unknown := sorted(places - {*PLACES}):
        known = ", ".join(f"{{{each}}}" for each in PLACES)
        raise Misconfigured(
            f"The workflow {file} leaves {{{unknown[0]}}} open, which no order tells. There are: {known}; "
            f"write {{{{{unknown[0]}}}}} for the word itself."
        )
    if "prompt" not in places:
        raise Misconfigured(f"The workflow {file} has no {{prompt}}: write it where the words of an order belong.")


def _texts(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping | list):
        for each in value.values() if isinstance(value, Mapping) else value:
            yield from _texts(each)


def _filled(value: Any, values: Mapping[str, str | float]) -> Any:
    if isinstance(value, Mapping):
        return {name: _filled(each, values) for name, each in value.items()}
    if isinstance(value, list):
        return [_filled(each, values) for each in value]
    if not isinstance(value, str):
        return value
    alone = _PLACE.fullmatch(value)
    if alone and alone[2]:
        return values[alone[2]]
    return _PLACE.sub(lambda found: found[1] or str(values[found[2]]), value)
