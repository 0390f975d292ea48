"""OpenAI: pictures as base64 in JSON, speech as MP3, and errors as `{"error": {...}}`."""

from __future__ import annotations

import base64
from email.parser import BytesParser
from email.policy import HTTP
from typing import Any

from showbible.providers.contract import Provider
from showbible.providers.model import Medium
from tests.providers.speaker import Asked, Reply, Situation, Speaker

SPEECH = b"ID3\x04" + b"speech" * 200
USAGE = {
    "input_tokens": 120,
    "input_tokens_details": {"text_tokens": 20, "image_tokens": 100},
    "output_tokens": 500,
    "total_tokens": 620,
}


class OpenAISpeaker(Speaker):
    """Answers with a picture and the tokens it took, or with speech."""

    kind = "openai"
    media = (Medium.IMAGE, Medium.VOICE)
    at_once = True
    result = (b"\x89PNG\r\n\x1a\n" + b"drawn" * 200, "image/png")

    @property
    def base_url(self) -> str:
        """As the maker's own, with the version."""
        return f"{self.url}/v1"

    def provider(self, **more: Any) -> Provider:
        """One that waits two seconds for what is made."""
        return super().provider(**{"patience": 2.0, **more})

    def speak(self, asked: Asked) -> Reply:
        """What its maker documents for `/v1/images/generations`, `/v1/images/edits` and `/v1/audio/speech`."""
        if self.situation is Situation.MODERATED:
            said = "Your request was rejected by the safety system. safety_violations=[violence]."
            return _error(400, "image_generation_user_error", "moderation_blocked", said)
        if self.situation is Situation.BROKE:
            return _error(429, "insufficient_quota", "credit_balance_exhausted", "You have no credits left.")
        if self.situation is Situation.BUSY:
            return _error(429, "requests", "rate_limit_exceeded", "Rate limit reached.", {"Retry-After": "2"})
        if self.situation is Situation.FAILS_LATER:
            return _error(400, "invalid_request_error", "invalid_value", "Invalid image file.")
        if asked.path == "/v1/audio/speech":
            return Reply(SPEECH, headers={"Content-Type": "audio/mpeg"})
        if asked.path in ("/v1/images/generations", "/v1/images/edits"):
            picture = base64.b64encode(self.result[0]).decode()
            return Reply({"created": 1, "data": [{"b64_json": picture}], "output_format": "png", "usage": USAGE})
        return _error(404, "invalid_request_error", "unknown_url", "Unknown request URL.")

    def ordered(self) -> dict[str, Any]:
        """The fields of a form or of JSON."""
        asked = self.asked[-1]
        told = _form(asked) if asked.path == "/v1/images/edits" else asked.json
        return {**told, "prompt": told.get("prompt") or told.get("input"), "reference": told.get("image")}


def _form(asked: Asked) -> dict[str, Any]:
    """The fields of `multipart/form-data`, files as their bytes."""
    head = f"Content-Type: {asked.headers['content-type']}\r\n\r\n".encode()
    parts = BytesParser(policy=HTTP).parsebytes(head + asked.body).iter_parts()
    return {str(part.get_param("name", header="content-disposition")): part.get_content() for part in parts}


def _error(status: int, kind: str, code: str, message: str, headers: dict[str, str] | None = None) -> Reply:
    error = {"message": message, "type": kind, "param": None, "code": code}
    return Reply({"error": error}, status=status, headers=headers or {})
