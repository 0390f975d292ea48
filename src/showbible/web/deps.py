"""What routes may ask for in their signature."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends
from starlette.requests import HTTPConnection

from showbible.bible import Bible


def open_bible(connection: HTTPConnection) -> Bible:
    """The studio this application serves."""
    bible: Bible = connection.app.state.bible
    return bible


OpenBible = Annotated[Bible, Depends(open_bible)]
