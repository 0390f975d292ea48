"""What the forms of pages send, each kind of field once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from fastapi import Form

from showbible.errors import Invalid

Text = Annotated[str, Form()]
Number = Annotated[int, Form()]
ShortText = Annotated[str, Form(max_length=1000)]
Texts = Annotated[Sequence[str], Form(max_length=1000)]
"""Several fields of one name."""
ChangeNumber = Annotated[int, Form(ge=1, le=2**62)]
"""The number of a change, as the form that undoes it carries it."""


def form_text(text: str) -> str:
    """A text as somebody typed it: browsers end the lines of a form with two characters."""
    return text.replace("\r\n", "\n").strip()


def whole_number(name: str, text: str) -> int | None:
    """A number as a form writes it; nothing is none."""
    number = text.strip()
    if number and (not number.isdecimal() or len(number) > 9):
        raise Invalid(f"{name.capitalize()} must be a whole number.", field=name)
    return int(number) if number else None
