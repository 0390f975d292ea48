"""A receipt as people read it: what each memory told and kept to itself, and what that took of the budget."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from showbible.bible import Bible
from showbible.briefing.model import Account, BriefItem, BriefRequest, MemoryName, Reason, Receipt
from showbible.web.pages.kit.marks import StatusMark
from showbible.web.pages.receipts.names import NamedThing, Names, named
from showbible.web.words import plural

LOOKS: Final[Mapping[MemoryName, tuple[str, str, str]]] = {
    MemoryName.CONVERSATIONS: ("Conversations", "conversation", "a"),
    MemoryName.DIRECTION: ("Direction", "direction", "b"),
    MemoryName.ASSETS: ("Assets", "asset", "c"),
    MemoryName.LESSONS: ("Lessons", "lesson", "d"),
    MemoryName.RUNS: ("Runs", "runs", "e"),
}
"""What each memory is called, its icon and its colour."""

REASONS: Final[Mapping[Reason, StatusMark]] = {
    Reason.OVER_BUDGET: StatusMark(hue="warn", icon="warning", word="No room left"),
    Reason.BELOW_LINE: StatusMark(hue="idle", icon="stopped", word="Too far from the best"),
    Reason.SUPERSEDED: StatusMark(hue="idle", icon="retry", word="Replaced by a newer one"),
    Reason.NOT_FITTING: StatusMark(hue="idle", icon="stopped", word="Not for this moment"),
    Reason.PAUSED: StatusMark(hue="idle", icon="pause", word="Paused"),
    Reason.ARCHIVED: StatusMark(hue="idle", icon="stopped", word="Forgotten"),
}


@dataclass(frozen=True, kw_only=True)
class ReceiptThing:
    """One thing that was found; `percent` is its score beside the best of its memory, `reason` why it was not told."""

    item: BriefItem
    named: NamedThing
    percent: int
    gone: bool
    reason: StatusMark | None = None


@dataclass(frozen=True, kw_only=True)
class Chapter:
    """What one memory told and left out; `start` and `width` are its place in the bar, in percents."""

    name: str
    icon: str
    tone: str
    tokens: int
    start: float
    width: float
    told: tuple[ReceiptThing, ...]
    left_out: tuple[ReceiptThing, ...]

    @property
    def note(self) -> str:
        """How much it found and what became of it."""
        left = f", {len(self.left_out)} left out" if self.left_out else ""
        return f"{len(self.told)} told{left}, {plural(self.tokens, 'token')}"


def scopes(asked: BriefRequest) -> tuple[tuple[str, str, str], ...]:
    """For whom and what it was asked: an icon, what it is and its name."""
    given = (
        ("projects", "Project", asked.project_id),
        ("preferences", "User", asked.user_id or "A guest"),
        ("cast", "Character", asked.character_id),
        ("runs", "Series", asked.series_id),
        ("direction", "Scene", asked.scene_id),
        ("jobs", "Tool", asked.tool),
    )
    return tuple((icon, name, value) for icon, name, value in given if value)


def share(part: int, whole: int) -> int:
    """How much of the budget was used, in percents."""
    return min(100, round(100 * part / whole)) if whole else 0


def sentence(receipt: Receipt) -> str:
    """What came of it, in one sentence."""
    number = receipt.recalled
    left = [each.reason for account in receipt.accounts for each in account.left_out]
    if not number:
        return "Nothing was told: no memory knows anything near enough." if not left else _unsaid(left)
    spoke = sum(1 for account in receipt.accounts if account.items)
    used = share(receipt.tokens, receipt.asked.budget_tokens)
    who = f"{plural(number, 'thing')} from {plural(spoke, 'memory', 'memories')}"
    start = f"{who} {'takes' if number == 1 else 'take'} {used}% of the budget"
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
    names = named(bible, receipt)
    whole, before = max(receipt.asked.budget_tokens, receipt.tokens), 0.0
    for account in receipt.accounts:
        if not account.items and not account.left_out:
            continue
        name, icon, tone = LOOKS[account.memory]
        width = 100 * account.tokens / whole
        best = _best(account)
        known = names[account.memory]
        yield Chapter(
            name=name,
            icon=icon,
            tone=tone,
            tokens=account.tokens,
            start=round(before, 2),
            width=round(width, 2),
            told=tuple(_thing(item, known, best=best) for item in account.items),
            left_out=tuple(_thing(out.item, known, best=best, reason=out.reason) for out in account.left_out),
        )
        before += width


def _best(account: Account) -> float:
    every = [*account.items, *(out.item for out in account.left_out)]
    return max((item.score for item in every), default=0.0)


def _thing(item: BriefItem, known: Names, *, best: float, reason: Reason | None = None) -> ReceiptThing:
    return ReceiptThing(
        item=item,
        named=known.get(item.id) or NamedThing(label=item.id),
        percent=max(0, round(100 * item.score / best)) if best > 0 else 0,
        gone=item.id not in known,
        reason=REASONS[reason] if reason else None,
    )


def silent(receipt: Receipt) -> Iterable[tuple[str, str, bool]]:
    """The memories that said nothing, why, and whether something is wrong with them."""
    for each in receipt.failed:
        yield LOOKS[each.memory][0], f"Could not answer: {each.why}", True
    for account in receipt.accounts:
        if not account.items and not account.left_out:
            yield LOOKS[account.memory][0], "Asked, and knows nothing near enough.", False
    for each in receipt.skipped:
        yield LOOKS[each.memory][0], f"Not asked: {each.why.replace('_id', '')}.", False
