"""ComfyUI as its server speaks: a queue, a history, files by name, and progress over a WebSocket."""

from __future__ import annotations

import json
from io import BytesIO
from pathlib import Path
from socket import socket
from typing import Any, Final
from urllib.parse import parse_qs, urlsplit

from PIL import Image
from websockets.datastructures import Headers
from websockets.http11 import Request
from websockets.server import ServerProtocol

from showbible.providers.contract import Provider
from tests.providers.speaker import Asked, Reply, Situation, Speaker

WORKFLOW: Final = Path(__file__).with_name("comfyui_workflow.json")
STILL: Final = "still.png"
REF: Final = "0c1f8d4e-6a55-4a0e-9f0e-1b2c3d4e5f60"
_SAID: Final = {
    Situation.MODERATED: "API Error: Your request was flagged by moderation. (Type: moderation_blocked)",
    Situation.BROKE: "Payment Required: Please add credits to your account to use this node.",
    Situation.BUSY: "Rate Limit Exceeded: The server returned 429 after all retry attempts. Please wait and try again.",
    Situation.FAILS_LATER: "Allocation on device: out of memory",
}


class ComfyUISpeaker(Speaker):
    """A ComfyUI with one work, which its nodes fail as those do that ask services for money."""

    kind = "comfyui"

    def provider(self, **more: Any) -> Provider:
        """The adapter with a workflow that takes everything."""
        options = {"workflow": str(WORKFLOW), **more.pop("options", {})}
        return super().provider(options=options, **more)

    def speak(self, asked: Asked) -> Reply:
        """By path."""
        path = urlsplit(asked.path).path
        if path == "/ws":
            return Reply(talk=lambda connection: _progress(connection, asked))
        if path == "/upload/image":
            return Reply({"name": f"kept {len(self._pictures())}.png", "subfolder": "in", "type": "input"})
        if path == "/prompt":
            return Reply({"prompt_id": REF, "number": 3, "node_errors": {}})
        if path == "/view":
            return self._file(asked)
        if asked.method == "POST":
            return self._given_up(path, asked)
        return Reply(self._history() if path == f"/history/{REF}" else self._queue() if path == "/queue" else {})

    def _queue(self) -> dict[str, Any]:
        item = [3, REF, {}, {}, []]
        is_waiting = self.polls < 2
        return {"queue_running": [] if is_waiting else [item], "queue_pending": [item] if is_waiting else []}

    def _history(self) -> dict[str, Any]:
        if not self.is_done():
            return {}
        order: Any = next((asked.json["prompt"] for asked in self.asked if asked.path == "/prompt"), {})
        entry = {"prompt": [3, REF, order, {}, ["10"]], "outputs": {}, "meta": {}}
        if self.situation in _SAID:
            return {REF: {**entry, "status": _failed(_SAID[self.situation])}}
        film = {"filename": Path(self.link()).with_suffix(".mp4").name, "subfolder": "film", "type": "output"}
        preview = {"filename": "preview.png", "subfolder": "", "type": "temp"}
        still = {"filename": STILL, "subfolder": "", "type": "output"}
        outputs = {"8": {"images": [preview, still]}, "10": {"images": [film], "animated": [True]}}
        status = {"status_str": "success", "completed": True, "messages": [["execution_success", {"prompt_id": REF}]]}
        return {REF: {**entry, "outputs": outputs, "status": status}}

    def _file(self, asked: Asked) -> Reply:
        filename = parse_qs(urlsplit(asked.path).query)["filename"][0]
        if filename == STILL:
            return Reply(_still(), headers={"Content-Type": "image/png"})
        name = f"/{Path(filename).with_suffix('.bin')}"
        if name in self.shelf.expired or name not in self.shelf.files:
            return Reply(b"", status=404)
        content, media_type = self.shelf.files[name]
        return Reply(content, headers={"Content-Type": media_type})

    def _given_up(self, path: str, asked: Asked) -> Reply:
        if path == "/queue":
            self.given_up += asked.json["delete"]
        elif path == "/interrupt":
            self.given_up.append(asked.json["prompt_id"])
        return Reply(b"")

    def _pictures(self) -> list[bytes]:
        bodies = [asked.body for asked in self.asked if asked.path == "/upload/image"]
        return [body.partition(b"\r\n\r\n")[2].partition(b"\r\n--")[0] for body in bodies]

    def ordered(self) -> dict[str, Any]:
        """What stands in the nodes; a picture by the name it was kept under."""
        nodes = next(asked.json["prompt"] for asked in self.asked if asked.path == "/prompt")
        inputs = {name: node["inputs"] for name, node in nodes.items()}
        pictures = {f"in/kept {number}.png": each for number, each in enumerate(self._pictures(), start=1)}
        return {
            "prompt": inputs["3"]["text"],
            "negative_prompt": inputs["4"]["text"],
            "seed": inputs["5"]["seed"],
            "seconds": inputs["6"]["length"] / inputs["7"]["fps"],
            "reference": pictures[inputs["1"]["image"]],
            "last_frame": pictures[inputs["2"]["image"]],
        }


def _still() -> bytes:
    made = BytesIO()
    Image.new("RGB", (64, 36)).save(made, "PNG")
    return made.getvalue()


def _failed(said: str) -> dict[str, Any]:
    told = {"prompt_id": REF, "node_id": "5", "node_type": "KSampler", "exception_message": said, "traceback": []}
    return {"status_str": "error", "completed": False, "messages": [["execution_error", told]]}


def _progress(connection: socket, asked: Asked) -> None:
    """Tell of a preview and of progress, then stay until the other side goes."""
    protocol = ServerProtocol()
    protocol.send_response(protocol.accept(Request(asked.path, Headers(asked.headers))))
    protocol.send_binary(b"\x00\x00\x00\x01preview")
    protocol.send_text(json.dumps({"type": "status", "data": {"status": {}, "sid": "1"}}).encode())
    told = {"value": 5, "max": 20, "prompt_id": REF, "node": "5"}
    protocol.send_text(json.dumps({"type": "progress", "data": told}).encode())
    for each in protocol.data_to_send():
        connection.sendall(each)
    while connection.recv(1024):
        pass
