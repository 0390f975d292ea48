"""ElevenLabs: a voice or music as the answer to the order, and errors as `{"detail": {...}}`."""

from __future__ import annotations

from typing import Any

from showbible.providers.contract import Provider
from showbible.providers.model import Medium
from tests.providers.speaker import Asked, Reply, Situation, Speaker

VOICES = "/v1/text-to-speech/"


class ElevenLabsSpeaker(Speaker):
    """Answers with MP3 and its cost in characters."""

    kind = "elevenlabs"
    media = (Medium.VOICE, Medium.MUSIC)
    at_once = True
    result = (b"ID3\x04" + b"sound" * 200, "audio/mpeg")

    def provider(self, **more: Any) -> Provider:
        """One that waits two seconds for its sound."""
        return super().provider(**{"patience": 2.0, **more})

    def speak(self, asked: Asked) -> Reply:
        """What its maker documents for `POST /v1/text-to-speech/{voice_id}` and `POST /v1/music`."""
        if self.situation is Situation.MODERATED:
            return _error(403, "forbidden", "content_against_policy", "The text may violate our Terms of Service.")
        if self.situation is Situation.BROKE:
            return _error(401, "authentication_error", "quota_exceeded", "You have 3 credits remaining.")
        if self.situation is Situation.BUSY:
            return _error(429, "rate_limit_error", "concurrent_limit_exceeded", "Too many concurrent requests.")
        if self.situation is Situation.FAILS_LATER:
            return _error(404, "not_found", "voice_not_found", "The voice was not found.")
        if asked.path.split("?")[0] != "/v1/music" and not asked.path.startswith(VOICES):
            return Reply({"detail": "Not Found"}, status=404)
        content, media_type = self.result
        return Reply(content, headers={"Content-Type": media_type, "request-id": "r1", "character-cost": "27"})

    def ordered(self) -> dict[str, Any]:
        """The words, the voice out of the path, and the settings of the voice."""
        asked = self.asked[-1]
        told = asked.json
        spoken = asked.path.startswith(VOICES)
        return {
            "prompt": told["text"] if spoken else told["prompt"],
            "voice": asked.path.removeprefix(VOICES).split("?")[0] if spoken else "",
            "speed": (told.get("voice_settings") or {}).get("speed"),
            "seed": told.get("seed"),
            "seconds": told.get("music_length_ms", 0) / 1000,
            "model": told["model_id"],
        }


def _error(status: int, kind: str, code: str, message: str) -> Reply:
    return Reply({"detail": {"type": kind, "code": code, "status": code, "message": message}}, status=status)
