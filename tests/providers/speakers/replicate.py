"""Replicate's predictions, and the files that go along with them."""

from __future__ import annotations

import base64
from typing import Any, Final

from showbible.providers.model import Medium
from tests.providers.speaker import Asked, Reply, Situation, Speaker

ID: Final = "gm3qorzdhgbfurvjtvhg6dckhu"
FILE: Final = "https://api.replicate.com/v1/files/cneqzikepnug6xezperrr4z55o"


class ReplicateSpeaker(Speaker):
    """Creates one prediction, tells of it and cancels it."""

    kind = "replicate"
    media = (Medium.VIDEO, Medium.IMAGE, Medium.VOICE, Medium.MUSIC)
    state: str | None = None
    """How far the prediction is, instead of what the situation brings."""
    takes_files = True

    def speak(self, asked: Asked) -> Reply:
        """A prediction, how far it is, then its output."""
        if not asked.headers.get("authorization", "").startswith("Bearer "):
            return Reply({"title": "Unauthenticated", "detail": "You did not pass a token", "status": 401}, status=401)
        if asked.path == "/v1/files":
            return Reply(_file(), status=201) if self.takes_files else Reply({"detail": "Try later"}, status=503)
        if asked.path == f"/v1/predictions/{ID}/cancel":
            self.given_up.append(ID)
            return Reply(self._prediction("canceled"))
        if asked.path == "/v1/predictions":
            return self._taken()
        if asked.path != f"/v1/predictions/{ID}":
            return Reply({"detail": "The requested resource could not be found."}, status=404)
        return Reply(self._present())

    def _taken(self) -> Reply:
        if self.situation is Situation.BROKE:
            said = "You have insufficient credit to run this model."
            return Reply({"title": "Insufficient credit", "detail": said, "status": 402}, status=402)
        if self.situation is Situation.BUSY:
            said = "Request was throttled. Your rate limit resets in ~2s."
            return Reply({"detail": said, "status": 429, "retry_after": 2}, status=429)
        return Reply(self._prediction("starting"), status=201)

    def _present(self) -> dict[str, Any]:
        if self.state is not None:
            return self._prediction(self.state)
        if not self.is_done():
            return self._prediction("starting" if self.polls == 1 else "processing")
        if self.situation is Situation.MODERATED:
            said = "The input or output was flagged as sensitive. Please try again with different inputs. (E005)"
            return self._prediction("failed", error=said)
        if self.situation is Situation.FAILS_LATER:
            return self._prediction("failed", error="Prediction interrupted; please retry (code: PA)")
        return self._prediction("succeeded", output=self.link(), metrics={"predict_time": 41.5, "total_time": 43.1})

    def _prediction(self, status: str, **more: Any) -> dict[str, Any]:
        ordered: dict[str, Any] = next(asked.json for asked in self.asked if asked.path == "/v1/predictions")
        place = f"https://api.replicate.com/v1/predictions/{ID}"
        return {
            "id": ID,
            "model": ordered["version"],
            "version": "hidden",
            "input": ordered["input"],
            "logs": "",
            "output": None,
            "data_removed": False,
            "error": None,
            "source": "api",
            "status": status,
            "created_at": "2026-11-16T13:00:00.000Z",
            "urls": {"get": place, "cancel": f"{place}/cancel", "web": f"https://replicate.com/p/{ID}"},
            **more,
        }

    def ordered(self) -> dict[str, Any]:
        """The input of the model."""
        told: dict[str, Any] = next(asked.json["input"] for asked in self.asked if asked.path == "/v1/predictions")
        picture = told.get("start_image") or next(iter(told.get("input_images", [])), None)
        return {
            **told,
            "prompt": told.get("prompt", told.get("text")),
            "seconds": told.get("duration"),
            "voice": told.get("voice_id"),
            **({"reference": base64.b64decode(picture.partition(",")[2])} if picture else {}),
        }


def _file() -> dict[str, Any]:
    return {
        "id": FILE.rpartition("/")[2],
        "name": "picture.png",
        "content_type": "image/png",
        "size": 300_000,
        "etag": "746573742d65746167",
        "checksums": {"sha256": "0"},
        "metadata": {},
        "created_at": "2026-11-16T13:00:00.000Z",
        "expires_at": "2026-11-17T13:00:00.000Z",
        "urls": {"get": FILE},
    }
