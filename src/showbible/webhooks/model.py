"""What is told, and to whom."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import field
from datetime import datetime
from enum import StrEnum
from typing import Final

from showbible.addresses import project_page, run_page
from showbible.outgoing import Destination
from showbible.values import frozen
from showbible.vocabulary import rfc3339


class NoticeKind(StrEnum):
    """What other programs are told of."""

    RUN_FINISHED = "run.finished"
    RUN_FAILED = "run.failed"
    PAYMENT_UNKNOWN = "payment.unknown"
    TEST = "test"


@frozen
class Notice:
    """Something that happened, without any words of the story."""

    kind: NoticeKind
    run_id: str | None = None
    project_id: str | None = None
    at: datetime
    about: str = ""
    """What tells it from others of its kind in the same run: the paid step, or how the run ended."""

    def delivery_id(self, hook: Webhook) -> str:
        """The one name of this notice at a hook, however often it is sent."""
        told = (hook.name, self.kind, self.run_id or "", self.about, rfc3339(self.at))
        return hashlib.sha256("\n".join(told).encode()).hexdigest()[:32]

    def body(self, delivery_id: str) -> str:
        """The JSON that is sent."""
        told = {
            "event": self.kind,
            "id": delivery_id,
            "run": self.run_id,
            "project": self.project_id,
            "time": rfc3339(self.at),
            "links": dict(self._links()),
        }
        return json.dumps(told, ensure_ascii=True)

    def _links(self) -> Mapping[str, str]:
        run = {"run": run_page(self.run_id)} if self.run_id else {}
        return run | ({"project": project_page(self.project_id)} if self.project_id else {})


@frozen
class Webhook:
    """An address that is told; its path may hold a token, so that only its host is ever shown."""

    to: Destination
    name: str
    """What tells it from others without giving its path away."""


@frozen
class Webhooks:
    """Who is told, and by which secret they know us; nobody, unless a person says so."""

    hooks: tuple[Webhook, ...] = ()
    secret: str = field(default="", repr=False)
    trusted: frozenset[str] = frozenset()
    """Hosts that may be inside, or without encryption."""

    def named(self, name: str) -> Webhook | None:
        """The hook of that name, if it is still told."""
        return next((hook for hook in self.hooks if hook.name == name), None)


NOBODY: Final = Webhooks()
