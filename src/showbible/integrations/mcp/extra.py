"""Whether the package is there that speaks the protocol."""

from __future__ import annotations

from importlib.util import find_spec

from showbible.errors import Misconfigured


def check_installed() -> None:
    """Refuse with a sentence that says what is missing."""
    if find_spec("mcp") is None:
        raise Misconfigured("MCP needs one more package: pip install 'showbible[mcp]'.")
