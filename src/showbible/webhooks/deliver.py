"""Telling hooks: each delivery is a job of its own, and keeps its name however often it is tried."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any, Final

import structlog

from showbible import __version__
from showbible.jobs.queue import announce
from showbible.outgoing import post
from showbible.storage.database import Database
from showbible.webhooks.model import Notice, Webhook, Webhooks
from showbible.webhooks.signing import HEADER, signature

DUE: Final = "webhook.due"

log = structlog.get_logger("showbible.webhooks")


def tell(db: Database, hooks: Webhooks, notice: Notice) -> None:
    """Let every hook be told; a second telling of the same notice has the same name."""
    if not hooks.hooks:
        return
    with db.transaction():
        for hook in hooks.hooks:
            delivery_id = notice.delivery_id(hook)
            body = notice.body(delivery_id)
            announce(db, DUE, key=delivery_id, delivery_id=delivery_id, hook=hook.name, kind=notice.kind, body=body)


def deliver(hooks: Webhooks, fact: Mapping[str, Any]) -> None:
    """Send what is due; raises when it did not arrive. A hook that was taken away since is told nothing."""
    hook = hooks.named(fact["hook"])
    if hook is None:
        log.info("webhook.gone", hook=fact["hook"], delivery_id=fact["delivery_id"])
        return
    send(hooks, hook, fact["body"], kind=fact["kind"], delivery_id=fact["delivery_id"])


def send(hooks: Webhooks, hook: Webhook, body: str, *, kind: str, delivery_id: str) -> None:
    """Send a body to a hook now, signed."""
    raw = body.encode()
    headers = {
        "Content-Type": "application/json",
        "User-Agent": f"showbible/{__version__}",
        "Showbible-Event": kind,
        "Showbible-Delivery": delivery_id,
        HEADER: signature(hooks.secret, raw, at=int(time.time())),
    }
    post(hook.to, raw, headers=headers, trusted=hooks.trusted)
