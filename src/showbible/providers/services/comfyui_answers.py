"""What ComfyUI answers, read carefully: whatever is not there or is something else is passed over."""

from __future__ import annotations

import json
import mimetypes
from collections.abc import Iterator, Mapping
from typing import Any, Final
from urllib.parse import urlencode

from showbible.outgoing import HttpAnswer
from showbible.providers import refusals
from showbible.providers.model import Medium, Output, Refusal, Work, WorkState

_REFUSALS: Final = {
    "payment required": Refusal.BALANCE,
    "rate limit exceeded": Refusal.RATE,
    "unauthorized": Refusal.KEY,
    "moderat": Refusal.MODERATION,
}
"""What its nodes that ask services for money say, as far as they say the same."""
_MIMES: Final = {Medium.VIDEO: "video/", Medium.IMAGE: "image/", Medium.VOICE: "audio/", Medium.MUSIC: "audio/"}


def saved_files(entry: Mapping[str, Any], *, at: str, medium: Medium) -> tuple[Output, ...]:
    """The files that were saved, those of the medium first; previews where nothing else was."""
    files = list(_files(entry.get("outputs")))
    kept = [each for each in files if each["type"] == "output"] or files
    found = [
        Output(url=f"{at}/view?{urlencode(each)}", media_type=mimetypes.guess_type(each["filename"])[0] or "")
        for each in kept
    ]
    return tuple(sorted(found, key=lambda each: not each.media_type.startswith(_MIMES[medium])))


def is_in(queue: object, ref: str) -> bool:
    """Whether a list of the queue names a work."""
    items = queue if isinstance(queue, list) else []
    return any(isinstance(each, list) and len(each) > 1 and each[1] == ref for each in items)


def _files(outputs: object) -> Iterator[dict[str, str]]:
    """The files that nodes tell of, whatever each calls them: `images`, `gifs`, `video`, `audio`."""
    for node in outputs.values() if isinstance(outputs, Mapping) else ():
        for kept in node.values() if isinstance(node, Mapping) else ():
            for each in kept if isinstance(kept, list) else ():
                if isinstance(each, Mapping) and isinstance(each.get("filename"), str) and each["filename"]:
                    told = {"subfolder": "", "type": "output", **each}
                    yield {name: str(told[name]) for name in ("filename", "subfolder", "type")}


def outcome(ref: str, entry: Mapping[str, Any], outputs: tuple[Output, ...], facts: dict[str, Any]) -> Work:
    """What became of a work that the history tells of."""
    status = entry.get("status")
    told = status if isinstance(status, Mapping) else {}
    messages = dict(_messages(told.get("messages")))
    if "execution_interrupted" in messages:
        return Work(ref=ref, state=WorkState.CANCELLED, error="It was interrupted.", facts=facts)
    if told.get("status_str") == "error" or "execution_error" in messages:
        said = _node_error(messages.get("execution_error", {}))
        refusal = refusals.in_words(said, _REFUSALS) or Refusal.OTHER
        return Work(ref=ref, state=WorkState.FAILED, refusal=refusal, error=said, facts=facts)
    if not outputs:
        said = "The workflow ended and saved nothing: has it a node that saves?"
        return Work(ref=ref, state=WorkState.FAILED, error=said, facts=facts)
    return Work(ref=ref, state=WorkState.SUCCEEDED, outputs=outputs, facts=facts)


def _messages(told: object) -> Iterator[tuple[str, Mapping[str, Any]]]:
    for each in told if isinstance(told, list) else ():
        if isinstance(each, list) and len(each) == 2 and isinstance(each[0], str) and isinstance(each[1], Mapping):
            yield each[0], each[1]


def _node_error(told: Mapping[str, Any]) -> str:
    said = " ".join(str(told.get("exception_message") or "The workflow failed.").split())
    node = f"{told['node_type']} (node {told.get('node_id')}): " if told.get("node_type") else ""
    return refusals.plain_words(f"{node}{said}")


def node_errors(answer: HttpAnswer) -> str:
    """What is wrong with a workflow that was refused, node by node."""
    try:
        found = json.loads(answer.content)
    except ValueError:
        found = None
    body = found if isinstance(found, Mapping) else {}
    error = body.get("error")
    first = error.get("message") if isinstance(error, Mapping) else error
    said = [str(first or "The workflow was refused."), *_by_node(body.get("node_errors"))]
    return refusals.plain_words("; ".join(said))


def _by_node(nodes: object) -> Iterator[str]:
    for name, node in nodes.items() if isinstance(nodes, Mapping) else ():
        errors = node.get("errors") if isinstance(node, Mapping) else None
        for each in errors if isinstance(errors, list) else ():
            if isinstance(each, Mapping):
                yield f"{node.get('class_type')} (node {name}): {each.get('message')}: {each.get('details')}"
