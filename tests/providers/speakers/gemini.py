"""Gemini Omni: interactions in the background, and files behind the same key."""

from __future__ import annotations

import base64
from typing import Any

from tests.providers.speaker import KEY, Asked, Reply, Situation, Speaker

MODEL = "gemini-omni-1.2-flash"


class GeminiSpeaker(Speaker):
    """Names its work v1_a; a result is redirected to where it is stored."""

    kind = "gemini"
    is_storing = False

    def speak(self, asked: Asked) -> Reply:
        """What its maker documents for `/v1beta/interactions` and for downloads."""
        path = asked.path.split("?")[0]
        if asked.headers.get("x-goog-api-key") != KEY:
            return _error(400, "INVALID_ARGUMENT", "API key not valid. Please pass a valid API key.")
        if path == "/v1beta/interactions":
            return self._begun()
        if path == "/v1beta/interactions/v1_a/cancel":
            self.given_up.append("v1_a")
            return Reply({"id": "v1_a", "status": "cancelled"})
        if path == "/v1beta/interactions/v1_a":
            return self._told()
        if path.startswith("/v1beta/files/"):
            return self._file(path.removeprefix("/v1beta/files/"))
        return _error(404, "NOT_FOUND", "Requested entity was not found.")

    def _begun(self) -> Reply:
        if self.situation is Situation.BROKE:
            return _error(429, "RESOURCE_EXHAUSTED", "Your prepayment credits are depleted.")
        if self.situation is Situation.BUSY:
            return _error(429, "RESOURCE_EXHAUSTED", "Resource has been exhausted (e.g. check quota).")
        return Reply({"id": "v1_a", "status": "in_progress", "object": "interaction", "model": MODEL})

    def _told(self) -> Reply:
        if self.situation is Situation.FAILS_LATER:
            return Reply({"id": "v1_a", "status": "failed", "errors": [{"code": "internal", "message": "It broke."}]})
        if self.situation is Situation.MODERATED:
            return self._completed({"type": "text", "text": "I cannot make that film."})
        if not self.is_done():
            return Reply({"id": "v1_a", "status": "in_progress", "model": MODEL})
        self.link()
        place = f"{self.url}/v1beta/files/{self.links}:download?alt=media"
        return self._completed({"type": "video", "mime_type": "video/mp4", "uri": place})

    def _file(self, name: str) -> Reply:
        """A file, or how far it is stored."""
        if not name.endswith(":download"):
            return Reply({"name": f"files/{name}", "state": "PROCESSING" if self.is_storing else "ACTIVE"})
        number = name.removesuffix(":download")
        return Reply(status=302, headers={"Location": f"{self.shelf.url}/result-{number}.bin"})

    def _completed(self, content: dict[str, str]) -> Reply:
        words = next((asked.json["input"] for asked in self.asked if asked.method == "POST"), "A keeper.")
        return Reply(
            {
                "id": "v1_a",
                "status": "completed",
                "model": MODEL,
                "input": words,
                "steps": [{"type": "model_output", "content": [content]}],
            }
        )

    def ordered(self) -> dict[str, Any]:
        """The words and the first picture out of the input, the rest out of the wanted form."""
        told = self.asked[-1].json
        steps = told["input"] if isinstance(told["input"], list) else [{"content": told["input"]}]
        parts = {part["type"]: part for part in steps[0]["content"]}
        return {
            "prompt": parts["text"]["text"],
            "reference": base64.b64decode(parts["image"]["data"]),
            "seconds": told["response_format"]["duration"].removesuffix("s"),
        }


def _error(status: int, name: str, message: str) -> Reply:
    return Reply({"error": {"code": status, "message": message, "status": name}}, status=status)
