"""Pages and fragments from templates, with the built assets and a fresh script nonce on every page."""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from os import stat_result
from pathlib import Path
from typing import Final, Protocol

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.staticfiles import PathLike, StaticFiles
from starlette.types import Scope

HERE: Final = Path(__file__).parent
DIST: Final = HERE / "static" / "dist"
STATIC_URL: Final = "/static"


@dataclass(frozen=True, kw_only=True)
class NavItem:
    """One place in the navigation; `icon` is a name from icons.html."""

    label: str
    href: str
    icon: str


@dataclass(frozen=True, kw_only=True)
class Crumb:
    """One page above the one shown."""

    label: str
    href: str


class Page(Protocol):
    """What every page value has: its own title and the way to it."""

    @property
    def title(self) -> str:
        """The heading, also the last crumb and the window's title."""
        ...

    @property
    def crumbs(self) -> tuple[Crumb, ...]:
        """The pages above, outermost first."""
        ...


@dataclass(frozen=True, kw_only=True)
class RunCounts:
    """How many runs are in each status."""

    running: int = 0
    completed: int = 0
    failed: int = 0
    cancelled: int = 0

    @property
    def total(self) -> int:
        """All runs."""
        return self.running + self.completed + self.failed + self.cancelled


@dataclass(frozen=True, kw_only=True)
class JobCounts:
    """How many jobs are in each state."""

    queued: int = 0
    running: int = 0
    done: int = 0
    failed: int = 0

    @property
    def total(self) -> int:
        """All jobs."""
        return self.queued + self.running + self.done + self.failed


@dataclass(frozen=True, kw_only=True)
class HomePage:
    """The state of a workspace; `place` says where it lives, `command` starts a first production."""

    place: str
    command: str
    projects: int
    runs: RunCounts
    jobs: JobCounts
    title: str = "Home"
    crumbs: tuple[Crumb, ...] = ()

    @property
    def is_empty(self) -> bool:
        """Nothing was recorded yet."""
        return self.runs.total == 0 and self.projects == 0

    @property
    def headline(self) -> str:
        """What is going on, in a few words."""
        if self.runs.running == 0:
            return "All quiet"
        return "1 run under way" if self.runs.running == 1 else f"{self.runs.running} runs under way"


@dataclass(frozen=True, kw_only=True)
class ErrorPage:
    """What went wrong, why, and what to do; `error_id` finds it in the log."""

    status: int
    title: str
    why: str
    remedy: str
    error_id: str
    crumbs: tuple[Crumb, ...] = ()


class Templates:
    """The templates of the dashboard, with the navigation that all pages share."""

    def __init__(self, nav: tuple[NavItem, ...], *, dist: Path = DIST) -> None:
        self._nav = nav
        self._dist = dist
        self._assets: Mapping[str, str] | None = None
        self._environment = _environment()

    def page(self, request: Request, name: str, *, page: Page, status: int = 200) -> HTMLResponse:
        """The whole page, under a policy that runs no script but ours."""
        assets = self._built()
        if assets is None:
            return HTMLResponse(self._environment.get_template("notice.html").render(), status_code=503)
        nonce = secrets.token_urlsafe(16)
        html = self._environment.get_template(name).render(
            page=page, nav=self._nav, here=_place(request, self._nav), assets=assets, nonce=nonce
        )
        return HTMLResponse(html, status_code=status, headers={"Content-Security-Policy": content_policy(nonce)})

    def fragment(self, name: str, block: str, *, page: object, status: int = 200) -> HTMLResponse:
        """One block of a template alone, as htmx asks for it."""
        return HTMLResponse(self.text(name, block, page=page), status_code=status)

    def text(self, name: str, block: str, *, page: object) -> str:
        """The markup of one block, for whoever sends it by other means."""
        template = self._environment.get_template(name)
        context = template.new_context({"page": page, "nav": self._nav})
        return "".join(template.blocks[block](context))

    def _built(self) -> Mapping[str, str] | None:
        if self._assets is None:
            self._assets = _manifest(self._dist)
        return self._assets


class HashedFiles(StaticFiles):
    """The built assets; a name changes with its content, so browsers keep each for good."""

    def __init__(self, dist: Path = DIST) -> None:
        super().__init__(directory=dist, check_dir=False)

    def file_response(
        self, full_path: PathLike, stat_result: stat_result, scope: Scope, status_code: int = 200
    ) -> Response:
        """The file, with leave to keep it for a year."""
        response = super().file_response(full_path, stat_result, scope, status_code)
        response.headers["Cache-Control"] = "public, max-age=31536000, immutable"
        return response


def content_policy(nonce: str) -> str:
    """The Content-Security-Policy of our pages: nothing foreign, no inline style, no script without the nonce."""
    return (
        f"default-src 'none'; script-src 'nonce-{nonce}'; style-src 'self'; font-src 'self'; connect-src 'self'; "
        "img-src 'self' data: blob:; media-src 'self' blob:; form-action 'self'; base-uri 'none'; "
        "frame-ancestors 'none'"
    )


def _environment() -> Environment:
    environment = Environment(
        loader=FileSystemLoader(HERE / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    # As globals the pieces reach a block rendered alone, which sees no import of its file.
    environment.globals["icon"] = environment.get_template("icons.html").module.icon  # type: ignore[attr-defined]
    environment.globals["ui"] = environment.get_template("pieces.html").module
    environment.globals["empty"] = environment.get_template("empty.html").module
    return environment


def _manifest(dist: Path) -> Mapping[str, str] | None:
    try:
        names: dict[str, str] = json.loads((dist / "manifest.json").read_text("utf-8"))
    except FileNotFoundError:
        return None
    return {plain: f"{STATIC_URL}/{hashed}" for plain, hashed in names.items()}


def _place(request: Request, nav: tuple[NavItem, ...]) -> str:
    """The entry of the navigation under which the request lies, or nothing."""
    path: str = request.scope["path"]
    inside = [item.href for item in nav if path == item.href or path.startswith(item.href.rstrip("/") + "/")]
    return max((href for href in inside if href != "/" or path == "/"), key=len, default="")
