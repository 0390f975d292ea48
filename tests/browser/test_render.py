"""Pages and fragments come from the same templates, escape what they show, and say so when they are not built."""

from __future__ import annotations

import gzip
import json
import re
from copy import copy
from dataclasses import replace
from pathlib import Path

import httpx
import jinja2
import pytest
from starlette.requests import Request

from showbible.web.render import DIST, HERE, Templates
from tests.browser.studio import EMPTY, NAV, served, site

FRONTEND = Path(__file__).parents[2] / "frontend"


def current(html: str) -> list[str]:
    return re.findall(r'<a href="([^"]+)" aria-current="page"', html)


def test_a_fragment_is_the_same_markup_as_in_its_page(studio: str) -> None:
    page = httpx.get(f"{studio}/busy").text

    fragment = httpx.get(f"{studio}/state").text

    assert fragment.strip() in page


def test_what_a_page_shows_is_escaped() -> None:
    page = copy(EMPTY)
    page.command = "<script>alert(1)</script>"

    text = Templates(NAV).text("home.html", "main", page=page)

    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in text and "<script>" not in text


def test_no_template_switches_escaping_off() -> None:
    sources = [path.read_text("utf-8") for path in (HERE / "pages").rglob("*.html")]

    assert sources and not re.search(r"\|\s*safe\b|autoescape", "\n".join(sources))


def test_no_template_has_an_inline_style_or_handler() -> None:
    sources = [path.read_text("utf-8") for path in (HERE / "pages").rglob("*.html")]

    assert sources and not re.search(r"\s(style|on[a-z]+|hx-on[^=]*)=", "\n".join(sources))


def test_an_icon_that_nobody_drew_is_an_error() -> None:
    templates = Templates((replace(NAV[0], icon="unicorn"),))
    request = Request({"type": "http", "path": "/", "headers": []})

    with pytest.raises(jinja2.UndefinedError, match="unicorn"):
        templates.page(request, "home.html", page=EMPTY)


@pytest.mark.parametrize(
    ("path", "places"), [("/", ["/", "/"]), ("/runs/lighthouse-7", ["/runs", "/runs"]), ("/busy", [])]
)
def test_the_rail_and_the_tabs_mark_where_the_reader_is(studio: str, path: str, places: list[str]) -> None:
    html = httpx.get(studio + path).text

    assert current(html) == places


def test_every_page_has_a_nonce_of_its_own(studio: str) -> None:
    pages = [httpx.get(studio) for _ in range(2)]

    policies = {page.headers["content-security-policy"] for page in pages}

    assert len(policies) == 2
    assert all(
        re.findall(r'nonce="([^"]+)"', page.text)[0] in page.headers["content-security-policy"] for page in pages
    )


def test_a_page_without_built_assets_says_how_to_build_them(tmp_path: Path) -> None:
    with served(site(dist=tmp_path)) as address:
        answer = httpx.get(address)

    assert (answer.status_code, "make install" in answer.text) == (503, True)


def test_assets_may_be_kept_for_good(studio: str) -> None:
    name = json.loads((DIST / "manifest.json").read_text())["style.css"]

    answer = httpx.get(f"{studio}/static/{name}")

    assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"


@pytest.mark.parametrize(("name", "most"), [("app.js", 40_000), ("style.css", 13_000)])
def test_assets_keep_within_their_budget(name: str, most: int) -> None:
    built = DIST / json.loads((DIST / "manifest.json").read_text())[name]

    assert len(gzip.compress(built.read_bytes())) <= most


def test_the_lock_file_names_no_place_to_download_from() -> None:
    lock = json.loads((FRONTEND / "package-lock.json").read_text())

    assert {name for name, package in lock["packages"].items() if "resolved" in package} == set()


def test_every_package_is_pinned_by_its_content() -> None:
    lock = json.loads((FRONTEND / "package-lock.json").read_text())

    assert {name for name, package in lock["packages"].items() if name and "integrity" not in package} == set()
