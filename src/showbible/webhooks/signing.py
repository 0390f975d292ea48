"""How a receiver knows that a notice is ours, and that it was not sent long ago: pure."""

from __future__ import annotations

import hashlib
import hmac
from typing import Final

HEADER: Final = "Showbible-Signature"
TOLERANCE: Final = 300
"""Seconds by which the clocks of sender and receiver may differ."""


def signature(secret: str, body: bytes, *, at: int) -> str:
    """What the header says of a body that is sent at a Unix time."""
    return f"t={at},v1={_digest(secret, body, at)}"


def is_ours(secret: str, body: bytes, told: str, *, at: int) -> bool:
    """Whether a header is ours for a body that came at a Unix time."""
    parts = dict(part.split("=", 1) for part in told.split(",") if "=" in part)
    sent, proof = parts.get("t", ""), parts.get("v1", "")
    if not (sent.isascii() and sent.isdigit() and len(sent) < 16 and abs(at - int(sent)) <= TOLERANCE):
        return False
    return hmac.compare_digest(proof.encode(), _digest(secret, body, int(sent)).encode())


def _digest(secret: str, body: bytes, at: int) -> str:
    return hmac.new(secret.encode(), f"{at}.".encode() + body, hashlib.sha256).hexdigest()
