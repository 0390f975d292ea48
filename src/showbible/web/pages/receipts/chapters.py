"""A receipt as people read it: what each memory told and kept to itself, by the names that things have today."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final
from urllib.parse import quote, urlencode

from showbible.addresses import run_page
from showbible.assets.recall import library
from showbible.bible import Bible
from showbible.briefing.model import Account, BriefItem, BriefRequest, MemoryName, Reason, Receipt
from showbible.conversations.recall import hooks, memories
from showbible.direction.recall import profiles
from showbible.errors import NotFound
from showbible.runs.recall import lists
from showbible.storage.database import ProjectDatabase
from showbible.values import frozen
from showbible.web.pages.kit.assets import asset_name, asset_still
from showbible.words import headline, plain, plural

_WITHOUT_WORDS: Final = ("entity", "dynamic", "suggestion")


@frozen
class NamedThing:
    """A thing as it is today; `still` shows it where it can be seen."""

    label: str
    href: str | None = None
    still: str | None = None


Names = Mapping[str, NamedThing]


@frozen
class ReceiptThing:
    """One thing that was found; `percent` is its score beside the best of its memory, `reason` why it was not told."""

    item: BriefItem
    named: NamedThing
    percent: int
    gone: bool
    reason: Reason | None


class Chapter:
    """What one memory told and left out; `start` and `width` are its place in the bar, in percents."""

    def __init__(self, bible: Bible, asked: BriefRequest, account: Account, *, before: int, whole: int) -> None:
        self.memory, self.tokens = account.memory, account.tokens
        self.start, self.width = round(100 * before / whole, 2), round(100 * account.tokens / whole, 2)
        self.told, self.left_out = _things(bible, asked, account)


def share(receipt: Receipt) -> int:
    """How much of the budget was used, in percents."""
    budget = receipt.asked.budget_tokens
    return min(100, round(100 * receipt.tokens / budget)) if budget else 0


def sentence(receipt: Receipt) -> str:
    """What came of it, in one sentence."""
    number = receipt.recalled
    left = [each.reason for account in receipt.accounts for each in account.left_out]
    if not number:
        return "Nothing was told: no memory knows anything near enough." if not left else _unsaid(left)
    spoke = sum(1 for account in receipt.accounts if account.items)
    who = f"{plural(number, 'thing')} from {plural(spoke, 'memory', 'memories')}"
    start = f"{who} {'takes' if number == 1 else 'take'} {share(receipt)}% of the budget"
    cut = left.count(Reason.OVER_BUDGET)
    if cut:
        return f"{start}; {cut} more had no room, so a larger budget would tell more."
    return f"{start}; nothing that fits was cut."


def _unsaid(left: Sequence[Reason]) -> str:
    if Reason.OVER_BUDGET in left:
        return "Nothing was told: the budget has no room for even one of the things found."
    return f"Nothing was told: {plural(len(left), 'thing')} found, none of them for this moment."


def chapters(bible: Bible, receipt: Receipt) -> Iterable[Chapter]:
    """What each memory that found anything told, with what its things are called today."""
    whole, before = max(receipt.asked.budget_tokens, receipt.tokens), 0
    for account in receipt.accounts:
        if account.items or account.left_out:
            yield Chapter(bible, receipt.asked, account, before=before, whole=whole)
            before += account.tokens


def _things(bible: Bible, asked: BriefRequest, account: Account) -> tuple[list[ReceiptThing], list[ReceiptThing]]:
    """What a memory told and what it left out; what is gone is called by its id."""
    every = [*account.items, *(out.item for out in account.left_out)]
    known = _READ[account.memory](bible, asked, every)
    best = max((item.score for item in every), default=0.0)

    def thing(item: BriefItem, reason: Reason | None = None) -> ReceiptThing:
        named = known.get(item.id, NamedThing(label=item.id))
        percent = max(0, round(100 * item.score / best)) if best > 0 else 0
        return ReceiptThing(item=item, named=named, percent=percent, gone=item.id not in known, reason=reason)

    return [thing(item) for item in account.items], [thing(out.item, out.reason) for out in account.left_out]


def silent(receipt: Receipt) -> Iterable[tuple[str, str, bool]]:
    """The memories that said nothing, why, and whether something is wrong with them."""
    for each in receipt.failed:
        yield plain(each.memory), f"Could not answer: {each.why}", True
    for account in receipt.accounts:
        if not account.items and not account.left_out:
            yield plain(account.memory), "Asked, and knows nothing near enough.", False
    for each in receipt.skipped:
        yield plain(each.memory), f"Not asked: {each.why.replace('_id', '')}.", False


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
    names = {name: NamedThing(label=headline(text), href=_talk(asked, peek=name)) for name, text in said.items()}
    bonds = {item.id for item in items if item.kind == "dynamic"}
    return names | {name: NamedThing(label=f"How things stand with {name}", href=_talk(asked)) for name in bonds}


def _talk(asked: BriefRequest, peek: str = "") -> str | None:
    if asked.character_id is None:
        return None
    wish = {"user": asked.user_id or "", "series": asked.series_id or "", "peek": peek}
    query = urlencode({name: value for name, value in wish.items() if value})
    return f"/cast/{quote(asked.character_id)}?{query}"


def _direction(bible: Bible, asked: BriefRequest, _items: Sequence[BriefItem]) -> Names:
    db = _project(bible, asked)
    profile = profiles.find_profile(db) if db else None
    if profile is None or db is None:
        return {}
    page = f"/projects/{quote(db.project_id)}/direction"
    return {card.card_id: NamedThing(label=headline(card.preference), href=page) for card in profile.cards}


def _assets(bible: Bible, asked: BriefRequest, items: Sequence[BriefItem]) -> Names:
    db = _project(bible, asked)
    if db is None:
        return {}
    page = f"/projects/{quote(db.project_id)}"
    names = {
        name: NamedThing(label=asset_name(asset), href=f"{page}/assets/{quote(name)}", still=asset_still(asset))
        for name, asset in library.assets_by_id(db, _ids(items)).items()
    }
    entities = [item.id for item in items if item.kind == "entity"]
    return names | {name: NamedThing(label=headline(name), href=f"{page}/entities") for name in entities}


def _lessons(_bible: Bible, _asked: BriefRequest, items: Sequence[BriefItem]) -> Names:
    def plan_of(pattern: str) -> NamedThing:
        return NamedThing(
            label=f"The plan for {plain(pattern).lower()}", href=f"/memory?{urlencode({'peek': pattern})}"
        )

    return {item.id: plan_of(item.id) for item in items}


def _runs(bible: Bible, _asked: BriefRequest, items: Sequence[BriefItem]) -> Names:
    runs = lists.some(bible.db, _ids(items))
    stills = {run.run_id: f"/runs/{run.run_id}/still" for run in runs if run.scenes_completed}
    return {
        run.run_id: NamedThing(label=headline(run.concept), href=run_page(run.run_id), still=stills.get(run.run_id))
        for run in runs
    }


_READ: Final[Mapping[MemoryName, Callable[[Bible, BriefRequest, Sequence[BriefItem]], Names]]] = {
    MemoryName.CONVERSATIONS: _conversations,
    MemoryName.DIRECTION: _direction,
    MemoryName.ASSETS: _assets,
    MemoryName.LESSONS: _lessons,
    MemoryName.RUNS: _runs,
}
"""What the things of each memory are called, by their ids; what is gone is left out."""
