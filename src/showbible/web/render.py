"""Pages and fragments from templates, with the built assets and a fresh script nonce on every page."""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from os import stat_result
from pathlib import Path
from typing import Final, Protocol
from urllib.parse import urlencode

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.staticfiles import PathLike, StaticFiles
from starlette.types import Scope

from showbible import words
from showbible.addresses import run_page
from showbible.values import frozen

HERE: Final = Path(__file__).parent
DIST: Final = HERE / "static" / "dist"
PLACES: Final = HERE / "pages"
"""Each place of the dashboard has its templates beside its code."""
STATIC_URL: Final = "/static"
_IGNORED: Final = "showbible.ignored"
_WORDS: Final = (
    *("usd", "weight", "score", "plural", "span", "clock", "story_time", "ago", "away", "moment", "day"),
    *("plain", "headline", "author", "shown"),
)
"""The words that templates may use as filters."""


@frozen
class Crumb:
    """A place to go to, such as a page above the one shown."""

    label: str
    href: str


@frozen
class NavItem(Crumb):
    """One place in the navigation; `icon` is a name from icons.html."""

    icon: str


class PageView(Protocol):
    """What every page value has: its own title and the way to it."""

    @property
    def title(self) -> str:
        """The heading, also the last crumb and the window's title."""
        ...

    @property
    def crumbs(self) -> tuple[Crumb, ...]:
        """The pages above, outermost first."""
        ...


@frozen
class NearMatch(NavItem):
    """Something that may have been meant, and what it is."""

    note: str = ""


@frozen
class ErrorPage:
    """What went wrong, why, and what to do; `error_id` finds it in the log, `near` is what may have been meant."""

    status: int
    title: str
    why: str
    remedy: str
    error_id: str
    near: tuple[NearMatch, ...] = ()
    crumbs: tuple[Crumb, ...] = ()


@frozen
class Ignored:
    """A part of an address that means nothing: why, and the address without it."""

    name: str
    why: str
    href: str


Kept = Callable[[Request], Sequence[object]]
"""What people keep in the rail, as seen from a page."""

Offered = Callable[[Request], object]
"""The commands that a page may offer to its reader."""


Wrong = Callable[[Request], str]
"""What is wrong with the studio's own work, in a few words; nothing when all is well."""


class Templates:
    """The templates of the dashboard, with the navigation that all pages share."""

    def __init__(
        self,
        nav: tuple[NavItem, ...],
        *,
        kept: Kept = lambda _request: (),
        wrong: Wrong = lambda _request: "",
        commands: Offered = lambda _request: None,
        dist: Path = DIST,
    ) -> None:
        self.nav = nav
        self._kept = kept
        self._wrong = wrong
        self._commands = commands
        self._dist = dist
        self._assets: Mapping[str, str] | None = None
        self._environment = _environment()

    def page(self, request: Request, name: str, *, page: PageView, status: int = 200) -> HTMLResponse:
        """The whole page, under a policy that runs no script but ours; it names what it had to ignore."""
        assets = self._asset_addresses()
        if assets is None:
            return HTMLResponse(self._environment.get_template("notice.html").render(), status_code=503)
        nonce, unread = secrets.token_urlsafe(16), ignored(request)
        status = 422 if unread and status == 200 else status
        whole = status < 400 and is_whole(request)
        html = self._environment.get_template(name).render(
            page=page,
            nav=self.nav,
            kept=self._kept(request) if whole else (),
            wrong=self._wrong(request) if whole else "",
            here=_place(request, self.nav),
            ignored=unread,
            commands=self._commands(request),
            assets=assets,
            nonce=nonce,
        )
        return HTMLResponse(html, status_code=status, headers={"Content-Security-Policy": content_policy(nonce)})

    def compile(self) -> None:
        """Compile every template, so that no page has to wait for its own."""
        for name in self._environment.list_templates(extensions=("html", "css")):
            self._environment.get_template(name)

    def alone(self, name: str, *, page: object, nonce: str) -> str:
        """A page that stands by itself, without navigation and built assets."""
        return self._environment.get_template(name).render(page=page, nonce=nonce)

    def text(self, name: str, block: str, *, page: object) -> str:
        """The markup of one block, for whoever sends it by other means."""
        template = self._environment.get_template(name)
        context = template.new_context({"page": page, "nav": self.nav})
        return "".join(template.blocks[block](context))

    def _asset_addresses(self) -> Mapping[str, str] | None:
        if self._assets is None:
            self._assets = _manifest(self._dist)
        return self._assets


@frozen
class Renderer:
    """The templates in the hands of one request: a route asks for it and answers with a page or a part of one."""

    request: Request
    templates: Templates

    def page(self, name: str, page: PageView, *, status: int = 200) -> HTMLResponse:
        """The whole page."""
        return self.templates.page(self.request, name, page=page, status=status)

    def fragment(self, name: str, block: str, page: object, *, status: int = 200) -> HTMLResponse:
        """One block of a template alone, as htmx asks for it."""
        return HTMLResponse(self.text(name, block, page), status_code=status)

    def text(self, name: str, block: str, page: object) -> str:
        """The markup of one block."""
        return self.templates.text(name, block, page=page)


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


def without(request: Request, name: str, why: str) -> Scope:
    """The same request without one part of its query, which its page will name."""
    kept = [(key, value) for key, value in request.query_params.multi_items() if key != name]
    query = urlencode(kept)
    href = request.url.path + (f"?{query}" if query else "")
    unread = (*(replace(each, href=href) for each in ignored(request)), Ignored(name=name, why=why, href=href))
    return {**request.scope, "query_string": query.encode(), _IGNORED: unread}


def ignored(request: Request) -> tuple[Ignored, ...]:
    """What was left out of the address that a page was asked with."""
    unread: tuple[Ignored, ...] = request.scope.get(_IGNORED, ())
    return unread


def content_policy(nonce: str) -> str:
    """The Content-Security-Policy of our pages: nothing foreign, no inline style, no script without the nonce."""
    return (
        f"default-src 'none'; script-src 'nonce-{nonce}'; style-src 'self'; font-src 'self'; connect-src 'self'; "
        "img-src 'self' data: blob:; media-src 'self' blob:; form-action 'self'; base-uri 'none'; "
        "frame-ancestors 'none'"
    )


@cache
def _environment() -> Environment:
    # Templates do not change while a process runs: each is compiled once, for however many applications.
    environment = Environment(
        loader=FileSystemLoader(sorted(place for place in PLACES.iterdir() if place.is_dir())),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    environment.filters.update({name: getattr(words, name) for name in _WORDS}, run_page=run_page)
    # As globals the pieces reach a block rendered alone, which sees no import of its file.
    environment.globals["icon"] = environment.get_template("icons.html").module.icon  # type: ignore[attr-defined]
    environment.globals["ui"] = environment.get_template("pieces.html").module
    environment.globals["charts"] = environment.get_template("charts.html").module
    environment.globals["player"] = environment.get_template("player.html").module
    environment.globals["empty"] = environment.get_template("empty.html").module
    return environment


def _manifest(dist: Path) -> Mapping[str, str] | None:
    try:
        names: dict[str, str] = json.loads((dist / "manifest.json").read_text("utf-8"))
    except FileNotFoundError:
        return None
    return {plain: f"{STATIC_URL}/{hashed}" for plain, hashed in names.items()}


def is_whole(request: Request) -> bool:
    """Whether the page is shown with all around it: htmx takes the rest only to go back."""
    return "hx-request" not in request.headers or "hx-history-restore-request" in request.headers


def _place(request: Request, nav: tuple[NavItem, ...]) -> str:
    """The entry of the navigation under which the request lies, or nothing."""
    path: str = request.scope["path"]
    inside = [item.href for item in nav if path == item.href or path.startswith(item.href.rstrip("/") + "/")]
    return max((href for href in inside if href != "/" or path == "/"), key=len, default="")
