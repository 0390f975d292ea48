"""What the forms of pages send, each kind of field once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from fastapi import Form

Text = Annotated[str, Form()]
Number = Annotated[int, Form()]
ShortText = Annotated[str, Form(max_length=1000)]
Texts = Annotated[Sequence[str], Form(max_length=1000)]
"""Several fields of one name."""
ChangeNumber = Annotated[int, Form(ge=1, le=2**62)]
"""The number of a change, as the form that undoes it carries it."""
