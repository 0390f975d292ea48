"""Commands to copy: each works on the studio of the very server that shows it, and none tells a secret."""

from __future__ import annotations

import json
import shlex
from collections.abc import Mapping
from typing import Any, Final

from starlette.requests import Request

from showbible.settings import Settings, variable
from showbible.values import frozen

_ELSEWHERE: Final = ("database", "stores")
"""Settings that move data out of the folder: a command without them would work on another studio."""


@frozen
class Commands:
    """The commands that pages offer; `address` is the server as its reader has reached it."""

    settings: Settings
    address: str = ""

    def produce(self, concept: str, **options: str) -> str:
        """Start a production in this studio."""
        return self._command("produce", concept, options)

    def recall(self, question: str) -> str:
        """Ask the memories of this studio."""
        return self._command("recall", question, {})

    def send(self, method: str, path: str, body: Mapping[str, Any]) -> str:
        """Tell this server something over HTTP."""
        way = [] if method == "POST" else ["-X", method]
        return shlex.join(["curl", *way, f"{self.address}{path}", "--json", json.dumps(body, ensure_ascii=False)])

    def _command(self, name: str, about: str, options: Mapping[str, str]) -> str:
        # Addresses of databases hold passwords: whoever copies the command must have them already, or is told so.
        moved = [variable(each) for each in _ELSEWHERE if getattr(self.settings, each)]
        given = [f'{each}="${{{each}:?must be what the server has}}"' for each in moved]
        flags = {**options, "home": str(self.settings.home.absolute())}
        words = [word for flag, value in flags.items() for word in (f"--{flag}", shlex.quote(value))]
        return " ".join([*given, "showbible", name, _quoted(about), *words])


def of(request: Request) -> Commands:
    """The commands for the reader of a page."""
    return Commands(settings=request.app.state.bible.settings, address=str(request.base_url).rstrip("/"))


def _quoted(text: str) -> str:
    """Words in double quotes, as people write them, where the shell leaves them alone."""
    return f'"{text}"' if not set('"\\$`!') & set(text) else shlex.quote(text)
