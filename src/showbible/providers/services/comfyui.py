"""ComfyUI, on one's own machine or in one's own network: a workflow of one's own, filled with what an order says.

`options.workflow` names a file with the workflow as ComfyUI exports it for its API, beside `studio.toml` or anywhere
else; the places that it leaves open, such as `{prompt}` and `{seed}`, tell what an order may carry.
"""

from __future__ import annotations

import json
import mimetypes
import zlib
from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote
from uuid import uuid4

from showbible.errors import Misconfigured
from showbible.providers.contract import (
    Provider,
    ProviderFailed,
    ProviderSilent,
    Setup,
    UnknownWork,
)
from showbible.providers.model import Input, Medium, Offer, Order, Output, Picture, Refusal, Work, WorkState
from showbible.providers.services.caller import SUCCESS, Caller
from showbible.providers.services.comfyui_answers import is_in, node_errors, outcome, saved_files
from showbible.providers.services.comfyui_progress import ProgressListener
from showbible.providers.services.description import ModelOptions
from showbible.providers.services.workflow_template import WorkflowTemplate

ADDRESS: Final = "http://127.0.0.1:8188"
_FACTS: Final = ("prompt", "negative_prompt", "seconds", "seed")


class ComfyUI(Provider):
    """A ComfyUI that runs one workflow. It costs nothing, unless a person says otherwise, and keeps no key of ours."""

    kind = "comfyui"
    key_variable = None
    free = True

    def __init__(self, setup: Setup) -> None:
        setup = replace(setup, base_url=setup.base_url or ADDRESS)
        super().__init__(setup)
        self._caller = Caller.of(setup)
        self._listener = ProgressListener(self._caller, patience=setup.patience)
        self._file = _workflow_file(setup)
        self._own = None if self._file is None else WorkflowTemplate.read(self._file)

    @property
    def _template(self) -> WorkflowTemplate:
        """Its workflow; work that others ordered can be followed without any."""
        if self._own is None:
            raise Misconfigured(
                f"{self.name} needs a workflow to order by: "
                f'write `options.workflow = "film.json"` under [providers.{self.name}] in studio.toml.'
            )
        return self._own

    @cached_property
    def offers(self) -> tuple[Offer, ...]:
        """What the workflow makes, usually a film where it asks for a length; what it takes is what it leaves open."""
        places = self._template.places
        usual = Medium.VIDEO if places & {"seconds", "frames"} else Medium.IMAGE
        options = ModelOptions.of(self.setup, medium=usual)
        return (
            Offer(
                model=self.setup.model or (self._file.stem if self._file else ""),
                medium=options.medium,
                takes=frozenset(each for each in Input if each.value in places),
                needs_reference="reference" in places,
                seconds=tuple(sorted(options.seconds)),
            ),
        )

    def submit(self, order: Order, *, key: str) -> Work:
        """Upload the pictures that the workflow wants, then queue it."""
        values = {**self._values(order, key), **self._uploads(order)}
        body = {"prompt": self._template.filled(values), "client_id": self._listener.client_id}
        answer = self._caller.ask("/prompt", body=json.dumps(body).encode())
        if answer.status == 400:
            raise ProviderFailed(f"{self.name}: {node_errors(answer)}", refusal=Refusal.INPUT)
        ref = self._caller.object_in(answer, ordering=True).get("prompt_id")
        if not isinstance(ref, str) or not ref:
            raise ProviderSilent(f"{self.name} took the order and named no work.")
        self._listener.listen(ref)
        return Work(ref=ref, state=WorkState.QUEUED)

    def follow(self, ref: str) -> Work:
        """What the history tells, else where the work stands in the queue."""
        found = self._ended(ref) or self._waiting(ref) or self._ended(ref)  # it may end between two questions
        if found is None:
            raise UnknownWork(f"{self.name} knows of no work {ref!r}: it forgets everything when it is restarted.")
        if found.is_over:
            self._listener.forget(ref)
        return found

    def cancel(self, ref: str) -> bool:
        """Take the work out of the queue, or interrupt it where it is the one that runs."""
        try:
            place = self._place(ref)
            if place is WorkState.QUEUED:
                return self._does("/queue", {"delete": [ref]})
            return place is WorkState.RUNNING and self._does("/interrupt", {"prompt_id": ref})
        except ProviderSilent:
            return False

    def fetch(self, output: Output) -> bytes:
        """What was saved, from the very ComfyUI that a person named, and with the key only there."""
        return self.download(output.url, key_headers=self._caller.headers)

    def _values(self, order: Order, key: str) -> dict[str, str | float]:
        offer = self.offer(order.medium, model=order.model)
        seconds = offer.length(order.seconds)
        return {
            "prompt": order.prompt,
            "negative_prompt": order.negative_prompt,
            # A workflow wants some number: the same order then comes out the same.
            "seed": zlib.crc32(key.encode()) if order.seed is None else order.seed,
            "seconds": int(seconds) if seconds == int(seconds) else seconds,
            "frames": max(round(seconds * order.fps), 1),
            "fps": order.fps,
            "width": order.width,
            "height": order.height,
            "voice": order.voice,
            "speed": order.speed,
        }

    def _uploads(self, order: Order) -> dict[str, str]:
        wanted = {"reference": order.reference, "last_frame": order.last_frame}
        return {
            name: self._uploaded(picture, name) for name, picture in wanted.items() if name in self._template.places
        }

    def _uploaded(self, picture: Picture | None, name: str) -> str:
        """What ComfyUI calls a picture that it was given."""
        if picture is None:
            raise ProviderFailed(
                f"The workflow of {self.name} needs a picture for {{{name}}}, and the order has none.",
                refusal=Refusal.INPUT,
            )
        body, content_type = _form(picture)
        answer = self._caller.ask("/upload/image", body=body, headers={"Content-Type": content_type})
        kept = self._caller.object_in(answer, ordering=True)
        if not isinstance(kept.get("name"), str) or not kept["name"]:
            raise ProviderSilent(f"{self.name} took a picture and did not say under which name.")
        return f"{kept['subfolder']}/{kept['name']}" if kept.get("subfolder") else str(kept["name"])

    def _ended(self, ref: str) -> Work | None:
        entry = self._answer(f"/history/{quote(ref, safe='')}").get(ref)
        if not isinstance(entry, dict):
            return None
        graph = entry.get("prompt")
        nodes = graph[2] if isinstance(graph, list) and len(graph) > 2 else None
        back = {} if self._own is None else self._own.read_back(nodes)
        facts: dict[str, Any] = {name: back[name] for name in _FACTS if name in back}
        medium = Medium.VIDEO if self._own is None else self.offers[0].medium
        return outcome(ref, entry, saved_files(entry, at=self._caller.url, medium=medium), facts)

    def _waiting(self, ref: str) -> Work | None:
        place = self._place(ref)
        progress = self._listener.share(ref) if place is WorkState.RUNNING else None
        return None if place is None else Work(ref=ref, state=place, progress=progress)

    def _place(self, ref: str) -> WorkState | None:
        queue = self._answer("/queue")
        if is_in(queue.get("queue_running"), ref):
            return WorkState.RUNNING
        return WorkState.QUEUED if is_in(queue.get("queue_pending"), ref) else None

    def _answer(self, path: str) -> dict[str, Any]:
        return self._caller.object_in(self._caller.ask(path), ordering=False)

    def _does(self, path: str, body: Mapping[str, Any]) -> bool:
        return self._caller.ask(path, body=json.dumps(body).encode()).status in SUCCESS


def _workflow_file(setup: Setup) -> Path | None:
    named = setup.options.get("workflow")
    if named is None:
        return None
    if not isinstance(named, str) or not named:
        raise Misconfigured(f"`options.workflow` of {setup.name} is the name of a file, not {named!r}.")
    return Path(str(setup.options.get("folder", ""))) / Path(named).expanduser()


def _form(picture: Picture) -> tuple[bytes, str]:
    """A picture as a form that is sent, under a name that it alone has, and what kind of form it is."""
    boundary = uuid4().hex
    name = f"showbible-{picture.sha256[:32]}{mimetypes.guess_extension(picture.media_type) or '.png'}"
    head = f'--{boundary}\r\nContent-Disposition: form-data; name="image"; filename="{name}"\r\n'
    rest = f'\r\n--{boundary}\r\nContent-Disposition: form-data; name="overwrite"\r\n\r\ntrue\r\n--{boundary}--\r\n'
    kind = f"Content-Type: {picture.media_type}\r\n\r\n"
    return f"{head}{kind}".encode() + picture.content + rest.encode(), f"multipart/form-data; boundary={boundary}"
