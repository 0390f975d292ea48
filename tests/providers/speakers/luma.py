"""Luma's Dream Machine as its maker documents it: generations are created and asked after, reasons told in words."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

from showbible.providers.model import Medium
from tests.providers.speaker import Asked, Reply, Situation, Speaker

PLACE = "/dream-machine/v1/generations"
GENERATION = "123e4567-e89b-12d3-a456-426614174000"


class LumaSpeaker(Speaker):
    """Takes films and pictures at two places and tells of them at one."""

    kind = "luma"
    media = (Medium.VIDEO, Medium.IMAGE)
    cancels = False

    @property
    def base_url(self) -> str:
        """Its address ends with what all its paths begin with."""
        return f"{self.url}/dream-machine/v1"

    def speak(self, asked: Asked) -> Reply:
        """The generation as it is now."""
        if asked.method == "POST" and asked.path in (f"{PLACE}/video", f"{PLACE}/image"):
            return self._taken()
        return self._generation() if asked.path == f"{PLACE}/{GENERATION}" else Reply(status=HTTPStatus.NOT_FOUND)

    def _taken(self) -> Reply:
        if self.situation is Situation.BROKE:
            return Reply({"detail": "Insufficient credits"}, status=HTTPStatus.BAD_REQUEST)
        if self.situation is Situation.BUSY:
            words = {"detail": "Too many requests"}
            return Reply(words, status=HTTPStatus.TOO_MANY_REQUESTS, headers={"Retry-After": "2"})
        return Reply(self._about("queued"), status=HTTPStatus.CREATED)

    def _generation(self) -> Reply:
        reasons = {
            Situation.MODERATED: "400: Advanced prompt moderation failed",
            Situation.FAILS_LATER: "Job failed to complete",
        }
        if self.situation in reasons:
            return Reply(self._about("failed", failure_reason=reasons[self.situation]))
        if not self.is_done():
            return Reply(self._about("queued" if self.polls == 1 else "dreaming"))
        return Reply(self._about("completed", assets={"video": self.link(), "image": None, "progress_video": None}))

    def _about(self, state: str, **more: Any) -> dict[str, Any]:
        order = self._order()
        about = {"id": GENERATION, "state": state, "failure_reason": None, "assets": None, "model": order["model"]}
        return {**about, "created_at": "2026-11-16T13:00:00Z", "request": order, **more}

    def _order(self) -> dict[str, Any]:
        told: dict[str, Any] = next(asked.json for asked in reversed(self.asked) if asked.method == "POST")
        return told

    def ordered(self) -> dict[str, Any]:
        """The last generation that was asked for; of pictures it is told where they are."""
        told = self._order()
        frames = {name: frame["url"] for name, frame in told.get("keyframes", {}).items()}
        return {
            "prompt": told["prompt"],
            "seconds": told.get("duration", "").removesuffix("s"),
            "reference": frames.get("frame0"),
            "last_frame": frames.get("frame1"),
        }
