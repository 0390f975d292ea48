"""Keys of providers: from the environment, or from a file that its owner alone can read."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

from pydantic import SecretStr

from showbible import settings
from showbible.errors import Misconfigured

_OTHERS: Final = 0o077
MOST_LETTERS: Final = 4096


def key(place: str | None, *, usual: str | None, of: str) -> SecretStr | None:
    """The key that `env:NAME` or `file:PATH` leads to, else the one in a usual variable; None where there is none."""
    if place is None:
        found = settings.key_in(usual) if usual else None
        return SecretStr(found) if found else None
    kind, _, where = place.partition(":")
    if kind == "env" and where:
        return _from_variable(where, of=of)
    if kind == "file" and where:
        return _from_file(Path(where).expanduser(), of=of)
    raise Misconfigured(f"The key of {of} reads `env:NAME` or `file:PATH`: studio.toml never holds it.")


def _from_variable(name: str, *, of: str) -> SecretStr:
    found = settings.key_in(name)
    if not found:
        raise Misconfigured(f"The key of {of} should be in the variable {name}, which is not set.")
    return SecretStr(found)


def _from_file(file: Path, *, of: str) -> SecretStr:
    try:
        with file.open() as opened:
            if os.fstat(opened.fileno()).st_mode & _OTHERS:
                raise Misconfigured(f"Others can read the key of {of} in {file.name}: `chmod 600` it first.")
            text = opened.read(MOST_LETTERS).strip()
    except (OSError, UnicodeDecodeError) as error:
        raise Misconfigured(f"The key of {of} cannot be read from {file.name}: {type(error).__name__}.") from None
    if not text:
        raise Misconfigured(f"The file {file.name} with the key of {of} is empty.")
    return SecretStr(text)
