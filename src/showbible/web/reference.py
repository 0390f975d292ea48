"""The list of everything the API can do, as a page that needs nothing but itself."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from fastapi import APIRouter, Request
from jinja2 import Environment
from starlette.responses import HTMLResponse

router = APIRouter(include_in_schema=False)

_STYLE: Final = (
    ":root{color-scheme:light dark;font:14px/1.5 system-ui,sans-serif}"
    "body{max-width:60rem;margin:2rem auto;padding:0 1rem}"
    "table{border-collapse:collapse;width:100%}"
    "td{padding:.3rem .75rem .3rem 0;vertical-align:top;border-top:1px solid color-mix(in srgb,currentColor 15%,#0000)}"
    "code{font-family:ui-monospace,monospace}"
)

_PAGE: Final = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>{{ title }}</title>
<style>{{ style }}</style>
</head>
<body>
<main>
<h1>{{ title }}</h1>
<p>{{ description }} The whole description, for programs, is <a href="/openapi.json">openapi.json</a>.</p>
{% for group, operations in groups %}
<h2>{{ group }}</h2>
<table>
{% for operation in operations %}
<tr>
<td><code>{{ operation.method }}</code></td><td><code>{{ operation.path }}</code></td>
<td>{{ operation.words }}</td>
</tr>
{% endfor %}
</table>
{% endfor %}
</main>
</body>
</html>
"""


@dataclass(frozen=True, kw_only=True)
class Operation:
    """One thing the API can do."""

    group: str
    method: str
    path: str
    words: str


@router.get("/docs")
def docs(request: Request) -> HTMLResponse:
    """Every operation of the API, by subject."""
    described = request.app.openapi()
    groups: dict[str, list[Operation]] = {}
    for operation in _operations(described):
        groups.setdefault(operation.group, []).append(operation)
    info = described["info"]
    html = (
        Environment(autoescape=True)
        .from_string(_PAGE)
        .render(
            title=f"{info['title']} {info['version']}",
            description=info["description"],
            style=_STYLE,
            groups=groups.items(),
        )
    )
    return HTMLResponse(html, headers={"Content-Security-Policy": _policy()})


def _operations(described: dict[str, Any]) -> Iterator[Operation]:
    for path, methods in described["paths"].items():
        for method, told in methods.items():
            words = told.get("description") or told.get("summary", "")
            group = (told.get("tags") or ["other"])[0]
            yield Operation(group=group, method=method.upper(), path=path, words=words)


def _policy() -> str:
    digest = base64.b64encode(hashlib.sha256(_STYLE.encode()).digest()).decode()
    return f"default-src 'none'; style-src 'sha256-{digest}'; frame-ancestors 'none'; base-uri 'none'"
