"""A generator of one's own, as the adapter `http` expects it."""

from __future__ import annotations

import base64
from typing import Any

from tests.providers.speaker import Asked, Reply, Situation, Speaker


class HttpSpeaker(Speaker):
    """Takes orders by POST and names its work 7."""

    kind = "http"

    def speak(self, asked: Asked) -> Reply:
        """An id, then how far it is."""
        if asked.method == "POST":
            return self._taken()
        if asked.method == "DELETE":
            self.given_up.append(asked.path.rpartition("/")[2])
            return Reply(status=204, body=b"")
        if self.situation is Situation.FAILS_LATER:
            return Reply({"status": "failed", "error": "the model broke"})
        if self.situation is Situation.MODERATED:
            return Reply({"status": "failed", "error": "not that", "reason": "moderation"})
        if not self.is_done():
            return Reply({"status": "running"})
        return Reply({"status": "succeeded", "content_url": self.link(), "cost": "0.25"})

    def _taken(self) -> Reply:
        if self.situation is Situation.BROKE:
            return Reply({"error": "no money"}, status=402)
        if self.situation is Situation.BUSY:
            return Reply({"error": "slowly"}, status=429, headers={"Retry-After": "2"})
        return Reply({"id": 7})

    def ordered(self) -> dict[str, Any]:
        """The order is sent in its own words."""
        told: dict[str, Any] = next(asked.json for asked in self.asked if asked.method == "POST")
        pictures = {
            name: base64.b64decode(told[name]["content"]) for name in ("reference", "last_frame") if told.get(name)
        }
        return {**told, **pictures}
