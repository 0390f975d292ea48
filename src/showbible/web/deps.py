"""What routes may ask for in their signature."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends
from starlette.requests import HTTPConnection, Request

from showbible.assets.api import Assets
from showbible.bible import Bible
from showbible.web.render import Renderer


def open_bible(connection: HTTPConnection) -> Bible:
    """The studio this application serves."""
    bible: Bible = connection.app.state.bible
    return bible


def renderer(request: Request) -> Renderer:
    """What answers this request with a page."""
    return Renderer(request=request, templates=request.app.state.templates)


OpenBible = Annotated[Bible, Depends(open_bible)]


def open_assets(project_id: str, bible: OpenBible) -> Assets:
    """The asset memory of the project that an address names."""
    return bible.assets(project_id)


OpenAssets = Annotated[Assets, Depends(open_assets)]
Render = Annotated[Renderer, Depends(renderer)]
