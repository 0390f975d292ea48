"""Veo in Google's cloud: long operations, and films inside their answers."""

from __future__ import annotations

import base64
from typing import Any

from showbible.providers.contract import Provider
from tests.providers.speaker import Asked, Reply, Situation, Speaker

MODELS = "/v1/projects/studio/locations/us-central1/publishers/google/models/"
NAME = f"{MODELS.removeprefix('/v1/')}veo-3.1-fast-generate-001/operations/abc"


class VeoSpeaker(Speaker):
    """Names its work by where it runs."""

    kind = "veo"
    cancels = False
    inline = True

    def provider(self, **more: Any) -> Provider:
        """One that works in the project `studio`."""
        return super().provider(**{"options": {"project": "studio"}, **more})

    def speak(self, asked: Asked) -> Reply:
        """What its maker documents for `:predictLongRunning` and `:fetchPredictOperation`."""
        if not asked.path.startswith(MODELS):
            return _error(404, "NOT_FOUND", "Requested entity was not found.")
        if asked.path.endswith(":predictLongRunning"):
            return self._begun()
        if self.situation is Situation.FAILS_LATER:
            return Reply({"name": NAME, "done": True, "error": {"code": 13, "message": "An internal error."}})
        if self.situation is Situation.MODERATED:
            held_back = {"raiMediaFilteredCount": 1, "raiMediaFilteredReasons": ["It was not made. Code: 58061214"]}
            return Reply({"name": NAME, "done": True, "response": held_back})
        if not self.is_done():
            return Reply({"name": NAME})
        content, media_type = self.result
        film = {"bytesBase64Encoded": base64.b64encode(content).decode(), "mimeType": media_type}
        return Reply({"name": NAME, "done": True, "response": {"videos": [film]}})

    def _begun(self) -> Reply:
        if self.situation is Situation.BROKE:
            return _error(403, "PERMISSION_DENIED", "This API method requires billing to be enabled.")
        if self.situation is Situation.BUSY:
            return _error(429, "RESOURCE_EXHAUSTED", "Quota exceeded for the base model.")
        return Reply({"name": NAME})

    def ordered(self) -> dict[str, Any]:
        """What is to be filmed is an instance, how is a parameter."""
        told = self.asked[-1].json
        what, how = told["instances"][0], told["parameters"]
        pictures = {"reference": what.get("image"), "last_frame": what.get("lastFrame")}
        return {
            "prompt": what["prompt"],
            "seconds": how["durationSeconds"],
            "seed": how.get("seed"),
            "negative_prompt": how.get("negativePrompt"),
            **{name: base64.b64decode(each["bytesBase64Encoded"]) for name, each in pictures.items() if each},
        }


def _error(status: int, name: str, message: str) -> Reply:
    return Reply({"error": {"code": status, "message": message, "status": name}}, status=status)
