"""The list of everything the API can do, as a page that needs nothing but itself."""

from __future__ import annotations

import secrets
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import HTMLResponse

from showbible.web.deps import Render

router = APIRouter(include_in_schema=False)

Operation = tuple[str, str, str]
"""One thing the API can do: its method, its address and what it does."""


class ReferencePage:
    """Every operation of the API, by subject."""

    def __init__(self, described: Mapping[str, Any]) -> None:
        info, self.groups = described["info"], _groups(described)
        self.title, self.description = f"{info['title']} {info['version']}", info["description"]


@router.get("/docs")
def docs(request: Request, render: Render) -> HTMLResponse:
    """Every operation of the API, by subject."""
    page, nonce = ReferencePage(request.app.openapi()), secrets.token_urlsafe(16)
    policy = f"default-src 'none'; style-src 'nonce-{nonce}'; frame-ancestors 'none'; base-uri 'none'"
    html = render.templates.alone("reference.html", page=page, nonce=nonce)
    return HTMLResponse(html, headers={"Content-Security-Policy": policy})


def _groups(described: Mapping[str, Any]) -> Mapping[str, Sequence[Operation]]:
    groups: dict[str, list[Operation]] = defaultdict(list)
    for path, methods in described["paths"].items():
        for method, told in methods.items():
            words = told.get("description") or told.get("summary", "")
            groups[(told.get("tags") or ["other"])[0]].append((method.upper(), path, words))
    return groups
