"""What is wrong with what a person wrote, and where."""

from __future__ import annotations

from pydantic import ValidationError


def first_flaw(error: ValidationError) -> tuple[str, str]:
    """The place of the first thing that is wrong, empty where it is the whole, and what is wrong with it."""
    first = error.errors(include_url=False)[0]
    return ".".join(str(part) for part in first["loc"]), first["msg"].removeprefix("Value error, ")
