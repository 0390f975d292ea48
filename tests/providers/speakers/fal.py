"""fal's queue: submit, status, result, cancel."""

from __future__ import annotations

import base64
from typing import Any, Final

from showbible.providers.model import Medium
from tests.providers.speaker import Asked, Reply, Situation, Speaker

ID: Final = "764cabcf-b745-4b3e-ae38-1200304cf45b"


class FalSpeaker(Speaker):
    """Takes orders under a model's whole name; status, result and cancel are under its owner and app alone."""

    kind = "fal"
    media = (Medium.VIDEO, Medium.IMAGE, Medium.VOICE, Medium.MUSIC)
    outcome: Reply | None = None
    """The result instead of the one that the situation brings."""
    request_id: str | None = ID

    def speak(self, asked: Asked) -> Reply:
        """An id, how far it is, then the result."""
        if asked.headers.get("authorization", "").split()[0] != "Key":
            return Reply({"detail": "Authentication is required to access this application."}, status=401)
        if asked.method == "POST":
            return self._taken(asked.path)
        app, _, asked_for = asked.path.partition(f"/requests/{ID}")
        if app.count("/") != 2:
            return Reply({"detail": "Not Found"}, status=404)
        if asked.method == "PUT":
            self.given_up.append(ID)
            return Reply({"status": "CANCELLATION_REQUESTED"}, status=202)
        return self._status(asked.path) if asked_for.startswith("/status") else self._result()

    def _taken(self, path: str) -> Reply:
        if self.situation is Situation.BROKE:
            said = "User is locked. Reason: Exhausted balance. Top up your balance at fal.ai/dashboard/billing."
            return Reply({"detail": said}, status=403)
        if self.situation is Situation.BUSY:
            return Reply({"detail": "Too many requests"}, status=429, headers={"Retry-After": "2"})
        return Reply({"status": "IN_QUEUE", "request_id": self.request_id, "queue_position": 0, **_links(path)})

    def _status(self, path: str) -> Reply:
        if self.is_done():
            failed = {"error": "Runner disconnected", "error_type": "runner_disconnected"}
            more: dict[str, Any] = failed if self.situation is Situation.FAILS_LATER else {}
            done = {"status": "COMPLETED", "logs": None, "metrics": {"inference_time": 3.7}}
            return Reply({**done, **_links(path), **more})
        if self.polls == 1:
            return Reply({"status": "IN_QUEUE", "queue_position": 1, **_links(path)}, status=202)
        return Reply({"status": "IN_PROGRESS", "logs": None, **_links(path)}, status=202)

    def _result(self) -> Reply:
        if self.outcome is not None:
            return self.outcome
        if self.situation is Situation.MODERATED:
            return Reply({"detail": [_violation()]}, status=422, headers={"X-Fal-Retryable": "false"})
        if self.situation is Situation.FAILS_LATER:
            body = {"detail": "Runner disconnected", "error_type": "runner_disconnected"}
            return Reply(body, status=503, headers={"X-Fal-Error-Type": "runner_disconnected"})
        file = {"url": self.link(), "content_type": self.result[1], "file_name": "output.mp4", "file_size": 808}
        return Reply({"video": file, "seed": 7, "prompt": "A keeper climbs the stairs."})

    def ordered(self) -> dict[str, Any]:
        """The input of the model."""
        told: dict[str, Any] = next(asked.json for asked in self.asked if asked.method == "POST")
        voice = told.get("voice_setting", {})
        pictures = {
            "reference": told.get("image_url") or next(iter(told.get("image_urls", [])), None),
            "last_frame": told.get("tail_image_url"),
        }
        return {
            **told,
            "seconds": told.get("duration", told.get("seconds_total")),
            "voice": voice.get("voice_id"),
            "speed": voice.get("speed"),
            **{name: base64.b64decode(uri.partition(",")[2]) for name, uri in pictures.items() if uri},
        }


def _links(path: str) -> dict[str, str]:
    """Links on fal's own host, as they are in every answer."""
    owner, app = path.split("/")[1:3]
    work = f"https://queue.fal.run/{owner}/{app}/requests/{ID}"
    return {"response_url": work, "status_url": f"{work}/status", "cancel_url": f"{work}/cancel"}


def _violation() -> dict[str, Any]:
    return {
        "loc": ["body", "prompt"],
        "msg": "The content could not be processed because it was flagged by a content checker.",
        "type": "content_policy_violation",
        "url": "https://docs.fal.ai/errors#content_policy_violation",
        "input": "A keeper climbs the stairs.",
    }
