"""What the forms of pages send, each kind of field once."""

from __future__ import annotations

from typing import Annotated

from fastapi import Form

Text = Annotated[str, Form()]
Number = Annotated[int, Form()]
