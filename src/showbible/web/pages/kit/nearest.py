"""What somebody may have meant who asked for a thing that is not there."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product
from typing import Final
from urllib.parse import unquote

from showbible.addresses import asset_page, character_page, project_page, run_page
from showbible.assets.recall import library
from showbible.bible import Bible
from showbible.conversations.recall import cast
from showbible.errors import ShowbibleError
from showbible.storage import paging
from showbible.web.pages.kit.assets import asset_name
from showbible.web.render import NavItem, NearMatch
from showbible.words import headline

MOST: Final = 5
NEAR: Final = 62
"""How alike two names must be, out of 100, before one may have been meant for the other."""

Named = tuple[str, NearMatch]
"""A name that could have been meant, and where it leads."""


def nearest(bible: Bible, path: str, nav: tuple[NavItem, ...]) -> tuple[NearMatch, ...]:
    """The things whose names or labels come close to what the address asks for, the closest first."""
    from rapidfuzz import fuzz
    from rapidfuzz.utils import default_process

    asked = [unquote(part)[:200] for part in path.split("/") if part]
    if not asked:
        return ()
    found: dict[str, tuple[float, NearMatch]] = {}
    for name, near in _candidates(bible, asked, nav):
        pairs = product(asked[-2:], (name, near.label))
        alike = max(fuzz.WRatio(part, known, processor=default_process) for part, known in pairs)
        if alike >= NEAR and alike > found.get(near.href, (0.0, near))[0]:
            found[near.href] = (alike, near)
    ranked = sorted(found.values(), key=lambda pair: -pair[0])
    return tuple(near for _, near in ranked[:MOST])


def _candidates(bible: Bible, asked: list[str], nav: tuple[NavItem, ...]) -> Iterable[Named]:
    """Every name worth comparing: pages for a short address, else the things of the list it lies under."""
    if len(asked) == 1:
        for item in nav:
            yield item.href.strip("/"), NearMatch(label=item.label, note="Page", href=item.href, icon=item.icon)
    if asked[0] == "cast":
        yield from _cast(bible)
    elif asked[0] == "projects" and len(asked) > 2:
        yield from _assets(bible, asked[1])
    if asked[0] not in ("cast", "runs"):
        yield from _projects(bible)
    if asked[0] not in ("cast", "projects"):
        yield from _runs(bible)


def _runs(bible: Bible) -> Iterable[Named]:
    for run in bible.runs.list(limit=paging.MOST, archived=None).items:
        name, href = run.run_id, run_page(run.run_id)
        yield name, NearMatch(label=headline(run.concept), note=name, href=href, icon="runs")


def _projects(bible: Bible) -> Iterable[Named]:
    for each in bible.projects.list(limit=paging.MOST).items:
        name, href = each.project_id, project_page(each.project_id)
        yield name, NearMatch(label=each.name or name, note=name, href=href, icon="projects")


def _cast(bible: Bible) -> Iterable[Named]:
    for each in cast.characters(bible.db, cast.CharacterFilter(), limit=paging.MOST).items:
        name, href = each.character_id, character_page(each.character_id)
        yield name, NearMatch(label=name, note="Character", href=href, icon="cast")


def _assets(bible: Bible, project_id: str) -> Iterable[Named]:
    """The newest assets of the project in the address, if there is such a project."""
    try:
        known = bible.projects.get(project_id).project_id
        newest = library.newest(bible.workspace.project(known), limit=paging.MOST).items
    except ShowbibleError:
        return
    for asset in newest:
        name, href = asset.asset_id, asset_page(known, asset.asset_id)
        yield name, NearMatch(label=asset_name(asset), note=name, href=href, icon="asset")
