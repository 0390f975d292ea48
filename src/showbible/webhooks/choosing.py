"""Which hooks the settings name."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Final

from showbible.errors import Invalid, Misconfigured
from showbible.outgoing import destination
from showbible.settings import Settings
from showbible.storage import private
from showbible.webhooks.model import Webhook, Webhooks

SHORTEST: Final = 16
"""Letters of a secret that nobody guesses."""
MOST: Final = 20


def choose(settings: Settings) -> Webhooks:
    """The hooks of a studio; refuses those that could never be told safely."""
    urls = _listed(settings.webhooks)
    if not urls:
        return Webhooks()
    if len(urls) > MOST:
        raise Misconfigured(f"SHOWBIBLE_WEBHOOKS names {len(urls)} addresses: at most {MOST} are told.")
    trusted = frozenset(each.lower() for each in _listed(settings.webhooks_hosts))
    return Webhooks(hooks=tuple(_hook(url, trusted) for url in urls), secret=_secret(settings), trusted=trusted)


def _hook(url: str, trusted: frozenset[str]) -> Webhook:
    try:
        to = destination(url, trusted=trusted)
    except Invalid as error:
        raise Misconfigured(f"SHOWBIBLE_WEBHOOKS: {error} SHOWBIBLE_WEBHOOKS_HOSTS lists those you trust.") from None
    return Webhook(to=to, name=f"{to.place}#{hashlib.sha256(url.encode()).hexdigest()[:8]}")


def _secret(settings: Settings) -> str:
    file = settings.webhooks_secret_file
    secret = settings.webhooks_secret if file is None else _kept_in(Path(file))
    if secret is None or len(secret) < SHORTEST:
        raise Misconfigured(
            f"Webhooks are signed: give SHOWBIBLE_WEBHOOKS_SECRET, or a file with it, at least {SHORTEST} letters."
        )
    return secret


def _kept_in(file: Path) -> str:
    try:
        if private.is_open_to_others(file):
            raise Misconfigured(f"Others may read {file}, which holds a secret: chmod 600 it.")
        return file.read_text(encoding="utf-8").strip()
    except (OSError, ValueError) as error:
        raise Misconfigured(f"SHOWBIBLE_WEBHOOKS_SECRET_FILE cannot be read ({type(error).__name__}).") from None


def _listed(text: str | None) -> list[str]:
    return list(dict.fromkeys(each.strip() for each in (text or "").split(",") if each.strip()))
