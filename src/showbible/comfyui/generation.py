"""How a picture was made, read off its workflow: from what is saved back along the links, never by position."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from showbible.comfyui.graph import Graph, GraphNode, Link
from showbible.values import frozen

LONGEST_TEXT: Final = 30_000
LONGEST_NAME: Final = 250
MOST_LORAS: Final = 50

_TEXTS: Final = ("text", "prompt", "text_g", "text_l", "clip_l", "t5xxl", "string", "value", "string_a", "string_b")
_CONDITIONS: Final = ("conditioning", "conditioning_1", "conditioning_2", "conditioning_to", "conditioning_from")
_SILENT: Final = ("ConditioningZeroOut",)
"""What makes a condition say nothing, whatever stood behind it."""
_MODELS: Final = ("ckpt_name", "unet_name", "model_name")
_NUMBERS: Final = ("seed", "noise_seed", "value", "number", "int", "float")
_BESIDE: Final = ("guider", "noise", "sampler", "sigmas")
"""Where a sampler that is put together from parts keeps what others say themselves."""


@frozen
class Generation:
    """What a workflow says of a picture."""

    prompt: str | None = None
    negative_prompt: str | None = None
    facts: Mapping[str, Any]


def generation(nodes: Graph) -> Generation | None:
    """How the saved picture was made; where several are saved, what is the same for all of them."""
    found = [Workflow(nodes).of(sampler) for sampler in dict.fromkeys(_samplers(nodes))]
    if not found:
        return None
    same = {name: value for name, value in found[0].items() if all(each.get(name) == value for each in found)}
    prompt, negative = same.pop("prompt", None), same.pop("negative_prompt", None)
    return Generation(prompt=prompt, negative_prompt=negative, facts=same) if same or prompt else None


def _samplers(nodes: Graph) -> Iterator[str]:
    """For each picture that is saved, or else for each end of the graph, the last sampler before it."""
    fed = {link.node for node in nodes.values() for link in node.links.values()}
    ends = [name for name, node in nodes.items() if name not in fed and node.links]
    saves = [name for name in ends if "save" in nodes[name].kind.lower()]
    for end in saves or ends:
        sampler = next((name for name in _upstream(nodes, end) if _is_sampler(nodes[name])), None)
        if sampler is not None:
            yield sampler


def _is_sampler(node: GraphNode) -> bool:
    inputs = {*node.links, *node.values}
    return bool({"positive", "guider"} & set(node.links)) and bool({"seed", "noise_seed", "noise", "sampler"} & inputs)


def _upstream(nodes: Graph, start: str) -> Iterator[str]:
    """The nodes that a node depends on, the nearest first."""
    waiting, seen = deque([start]), {start}
    while waiting:
        name = waiting.popleft()
        yield name
        for link in nodes[name].links.values():
            if link.node in nodes and link.node not in seen:
                seen.add(link.node)
                waiting.append(link.node)


@dataclass(frozen=True)
class Workflow:
    """A graph that is asked for what stands behind a sampler."""

    nodes: Graph

    def of(self, sampler: str) -> dict[str, Any]:
        """Everything that is known of the picture that a sampler made."""
        node = self.nodes[sampler]
        parts = [
            node,
            *(self.nodes[link.node] for name in _BESIDE if (link := node.links.get(name)) and self._has(link)),
        ]
        found: dict[str, Any] = {
            "prompt": self._text(parts, "positive") or self._text(parts, "conditioning"),
            "negative_prompt": self._text(parts, "negative"),
            "seed": self._number(parts, "seed", "noise_seed"),
            "steps": self._number(parts, "steps"),
            "cfg": self._number(parts, "cfg"),
            "sampler": self._name(parts, "sampler_name"),
            "scheduler": self._name(parts, "scheduler"),
            **self._model(parts),
            **self._size(node),
        }
        return {name: value for name, value in found.items() if value not in (None, "", [])}

    def _has(self, link: Link) -> bool:
        return link.node in self.nodes

    def _text(self, parts: list[GraphNode], role: str) -> str | None:
        link = next((part.links[role] for part in parts if role in part.links), None)
        words = list(self._words(link, "negative" if role == "negative" else "positive")) if link else []
        return "\n".join(dict.fromkeys(words))[:LONGEST_TEXT] or None

    def _words(self, first: Link, role: str) -> Iterator[str]:
        """The texts behind a condition; a node that passes both sides on is followed on the side of its output."""
        waiting, seen = deque([(first, role)]), {first}
        while waiting:
            link, side = waiting.popleft()
            node = self.nodes.get(link.node)
            if node is None:
                continue
            yield from (text for name in _TEXTS if (text := _words_in(node.values.get(name))))
            for ahead, its_side in _ahead(node, link, side):
                if ahead not in seen:
                    seen.add(ahead)
                    waiting.append((ahead, its_side))

    def _number(self, parts: list[GraphNode], *names: str) -> int | float | None:
        for part in parts:
            for name in names:
                value = self._value(part, name, _NUMBERS)
                if isinstance(value, int | float) and not isinstance(value, bool):
                    return value
        return None

    def _name(self, parts: list[GraphNode], name: str) -> str | None:
        found = (self._value(part, name, (name, "value", "string")) for part in parts)
        return next((value[:LONGEST_NAME] for value in found if isinstance(value, str) and value.strip()), None)

    def _value(self, node: GraphNode, name: str, behind: tuple[str, ...]) -> Any:
        """The value of an input, or of the node that it is linked to."""
        link = node.links.get(name)
        for _ in range(10):
            if link is None or link.node not in self.nodes:
                break
            node = self.nodes[link.node]
            if (value := next((node.values[each] for each in behind if each in node.values), None)) is not None:
                return value
            link = next(iter(node.links.values()), None)
        return node.values.get(name) if link is None else None

    def _model(self, parts: list[GraphNode]) -> dict[str, Any]:
        """The model behind a sampler, and what was laid over it on the way, the nearest to the model first."""
        loras: list[dict[str, Any]] = []
        link = next((part.links["model"] for part in parts if "model" in part.links), None)
        seen: set[Link] = set()
        while link is not None and link not in seen and (node := self.nodes.get(link.node)):
            seen.add(link)
            if name := next((node.values[each] for each in _MODELS if isinstance(node.values.get(each), str)), None):
                return {"model": name[:LONGEST_NAME], "loras": loras[:MOST_LORAS][::-1]}
            loras += _loras(node)
            link = node.links.get("model") or (next(iter(node.links.values())) if len(node.links) == 1 else None)
        return {"loras": loras[:MOST_LORAS][::-1]}

    def _size(self, sampler: GraphNode) -> dict[str, Any]:
        link = sampler.links.get("latent_image") or sampler.links.get("samples")
        if link is None or not self._has(link):
            return {}
        for name in _upstream(self.nodes, link.node):
            sides = [self._number([self.nodes[name]], side) for side in ("width", "height")]
            if all(isinstance(side, int) for side in sides):
                return {"width": sides[0], "height": sides[1]}
        return {}


def _ahead(node: GraphNode, link: Link, side: str) -> Iterator[tuple[Link, str]]:
    """Where to go on from a node behind a condition, and on which side."""
    if node.kind in _SILENT:
        return
    if "positive" in node.links and "negative" in node.links:
        side = "negative" if link.slot == 1 else "positive"
        yield node.links[side], side
        return
    named = [node.links[name] for name in (*_TEXTS, *_CONDITIONS, side) if name in node.links]
    # A node that only passes something on has one link, under any name.
    alone = list(node.links.values()) if len(node.links) == 1 and not node.values else []
    for ahead in dict.fromkeys([*named, *alone]):
        yield ahead, side


def _words_in(value: object) -> str | None:
    return value.strip() or None if isinstance(value, str) else None


def _loras(node: GraphNode) -> Iterator[dict[str, Any]]:
    """What a node lays over a model: one by name, or several that are switched on."""
    told = [
        node.values,
        *(each for each in node.values.values() if isinstance(each, dict) and each.get("on") is not False),
    ]
    for each in told:
        name = each.get("lora_name") or each.get("lora")
        strength = each.get("strength_model", each.get("strength"))
        if isinstance(name, str):
            number = isinstance(strength, int | float) and not isinstance(strength, bool)
            yield {"name": name[:LONGEST_NAME], **({"strength": strength} if number else {})}
