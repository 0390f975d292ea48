"""Runway's API as its maker documents it: tasks are created, retrieved and deleted."""

from __future__ import annotations

import base64
from http import HTTPStatus
from typing import Any

from showbible.providers.model import Medium
from tests.providers.speaker import Asked, Reply, Situation, Speaker

TASK = "17f20503-6c24-4c16-946b-35dbbce2af2f"


class RunwaySpeaker(Speaker):
    """Takes tasks at three places, tells of them at one, and uploads of pictures."""

    kind = "runway"
    media = (Medium.VIDEO, Medium.IMAGE)

    def speak(self, asked: Asked) -> Reply:
        """An id with what it may cost, then how far the task is."""
        if asked.headers.get("x-runway-version") != "2024-11-06":
            return Reply({"error": "X-Runway-Version is required."}, status=HTTPStatus.BAD_REQUEST)
        if asked.method == "DELETE":
            self.given_up.append(asked.path.rpartition("/")[2])
            return Reply(b"", status=HTTPStatus.NO_CONTENT)
        if asked.path == "/v1/uploads":
            place = self.shelf.put("/uploads", b"", "text/plain")
            return Reply({"uploadUrl": place, "fields": {"policy": "p"}, "runwayUri": "runway://upload-1"})
        if asked.path in ("/v1/text_to_video", "/v1/image_to_video", "/v1/text_to_image"):
            return self._taken()
        return self._task() if asked.path == f"/v1/tasks/{TASK}" else Reply(status=HTTPStatus.NOT_FOUND)

    def _taken(self) -> Reply:
        if self.situation is Situation.BROKE:
            words = "You do not have enough credits to run this task."
            return Reply({"error": words}, status=HTTPStatus.BAD_REQUEST)
        if self.situation is Situation.BUSY:
            words = "You have reached the daily task limit."
            return Reply({"error": words}, status=HTTPStatus.TOO_MANY_REQUESTS, headers={"Retry-After": "2"})
        return Reply({"id": TASK, "estimatedCost": {"credits": 48}})

    def _task(self) -> Reply:
        about = {"id": TASK, "createdAt": "2026-11-16T13:00:00.000Z"}
        code = {Situation.MODERATED: "SAFETY.INPUT.TEXT", Situation.FAILS_LATER: "INTERNAL.BAD_OUTPUT.CODE01"}
        if self.situation in code:
            words = {"failure": "An error occurred.", "failureCode": code[self.situation], "cost": {"credits": 0}}
            return Reply({**about, "status": "FAILED", **words})
        if not self.is_done():
            state = {"status": "THROTTLED"} if self.polls == 1 else {"status": "RUNNING", "progress": 0.4}
            return Reply({**about, **state, "estimatedCost": {"credits": 48}})
        return Reply({**about, "status": "SUCCEEDED", "output": [self.link()], "cost": {"credits": 48}})

    def ordered(self) -> dict[str, Any]:
        """The last task that was asked for."""
        told: dict[str, Any] = next(asked.json for asked in reversed(self.asked) if asked.method == "POST")
        pictures = told.get("promptImage", []) + told.get("referenceImages", [])
        frames = {each.get("position", "first"): each["uri"] for each in pictures}
        names = {"reference": frames.get("first"), "last_frame": frames.get("last")}
        return {
            "prompt": told["promptText"],
            "seconds": told.get("duration"),
            "seed": told.get("seed"),
            "negative_prompt": told.get("negativePrompt"),
            **{name: _content(uri) for name, uri in names.items() if uri},
        }


def _content(uri: str) -> bytes:
    kind, _, content = uri.partition(";base64,")
    return base64.b64decode(content) if kind == "data:image/png" else b""
