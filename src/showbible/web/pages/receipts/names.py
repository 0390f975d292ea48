"""What the things on a receipt are called today, and where they lead: a receipt itself only names them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final
from urllib.parse import quote, urlencode

from showbible.assets.recall import library
from showbible.bible import Bible
from showbible.briefing.model import BriefItem, BriefRequest, MemoryName, Receipt
from showbible.conversations.recall import hooks, memories
from showbible.direction.recall import profiles
from showbible.errors import NotFound
from showbible.runs.recall import lists
from showbible.storage.database import ProjectDatabase
from showbible.web.addresses import run_page
from showbible.web.pages.kit.cards import title
from showbible.web.pages.project.tiles import called, still_url
from showbible.web.words import plain

_WITHOUT_WORDS: Final = ("entity", "dynamic", "suggestion")


@dataclass(frozen=True, kw_only=True)
class NamedThing:
    """A thing as it is today; `still` shows it where it can be seen."""

    label: str
    href: str | None = None
    still: str | None = None


Names = Mapping[str, NamedThing]


def named(bible: Bible, receipt: Receipt) -> Mapping[MemoryName, Names]:
    """What everything on a receipt is called, by its memory and its id; what is gone is left out."""
    return {
        account.memory: _READ[account.memory](
            bible, receipt.asked, [*account.items, *(each.item for each in account.left_out)]
        )
        for account in receipt.accounts
    }


def _ids(items: Iterable[BriefItem]) -> list[str]:
    return list(dict.fromkeys(item.id for item in items if item.kind not in _WITHOUT_WORDS))


def _project(bible: Bible, asked: BriefRequest) -> ProjectDatabase | None:
    """The database of the project that was asked about, while there is one."""
    try:
        return bible.workspace.project(bible.projects.get(asked.project_id or "").project_id)
    except NotFound:
        return None


def _conversations(bible: Bible, asked: BriefRequest, items: Sequence[BriefItem]) -> Names:
    ids = _ids(items)
    said = {each.memory_id: each.text for each in memories.these(bible.db, ids)}
    said |= {each.hook_id: each.content for each in hooks.these(bible.db, ids)}
    found = {name: NamedThing(label=title(text), href=_talk(asked, peek=name)) for name, text in said.items()}
    bonds = {item.id for item in items if item.kind == "dynamic"}
    return found | {name: NamedThing(label=f"How things stand with {name}", href=_talk(asked)) for name in bonds}


def _talk(asked: BriefRequest, peek: str = "") -> str | None:
    if asked.character_id is None:
        return None
    told = {"user": asked.user_id or "", "series": asked.series_id or "", "peek": peek}
    query = urlencode({name: value for name, value in told.items() if value})
    return f"/cast/{quote(asked.character_id)}?{query}"


def _direction(bible: Bible, asked: BriefRequest, items: Sequence[BriefItem]) -> Names:
    db = _project(bible, asked)
    profile = profiles.find_profile(db) if db else None
    if profile is None or db is None:
        return {}
    page = f"/projects/{quote(db.project_id)}/direction"
    return {card.card_id: NamedThing(label=title(card.preference), href=page) for card in profile.cards}


def _assets(bible: Bible, asked: BriefRequest, items: Sequence[BriefItem]) -> Names:
    db = _project(bible, asked)
    if db is None:
        return {}
    page = f"/projects/{quote(db.project_id)}"
    found = {
        name: NamedThing(label=called(asset), href=f"{page}/assets/{quote(name)}", still=still_url(asset))
        for name, asset in library.assets_by_id(db, _ids(items)).items()
    }
    entities = [item.id for item in items if item.kind == "entity"]
    return found | {name: NamedThing(label=title(name), href=f"{page}/entities") for name in entities}


def _lessons(bible: Bible, asked: BriefRequest, items: Sequence[BriefItem]) -> Names:
    return {
        item.id: NamedThing(
            label=f"The plan for {plain(item.id).lower()}", href=f"/memory?{urlencode({'peek': item.id})}"
        )
        for item in items
    }


def _runs(bible: Bible, asked: BriefRequest, items: Sequence[BriefItem]) -> Names:
    return {
        run.run_id: NamedThing(
            label=title(run.concept),
            href=run_page(run.run_id),
            still=f"/runs/{run.run_id}/still" if run.scenes_completed else None,
        )
        for run in lists.some(bible.db, _ids(items))
    }


_READ: Final[Mapping[MemoryName, Callable[[Bible, BriefRequest, Sequence[BriefItem]], Names]]] = {
    MemoryName.CONVERSATIONS: _conversations,
    MemoryName.DIRECTION: _direction,
    MemoryName.ASSETS: _assets,
    MemoryName.LESSONS: _lessons,
    MemoryName.RUNS: _runs,
}
