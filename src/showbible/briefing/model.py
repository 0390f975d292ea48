"""The words of a brief: what is asked, what each memory offers, what is told, and what is left out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from enum import StrEnum
from typing import Final

from showbible.direction.recall.tools import tool_named
from showbible.errors import Invalid
from showbible.values import frozen
from showbible.vocabulary import LOCAL_USER, QUERY_LIMIT, checked_id, checked_text

USUAL_TOKENS: Final = 1500
MOST_TOKENS: Final = 100_000


@frozen
class BriefRequest:
    """What is asked of all memories, and for whom."""

    query: str
    project_id: str | None = None
    user_id: str | None = LOCAL_USER
    """None is a guest, whom nobody remembers."""
    character_id: str | None = None
    series_id: str | None = None
    tool: str | None = None
    scene_id: str | None = None
    budget_tokens: int = USUAL_TOKENS

    def checked(self) -> BriefRequest:
        """The same, once every value is one that can be asked for."""
        checked_text("query", self.query, limit=QUERY_LIMIT, empty=False)
        for kind in ("project", "user", "character", "series", "scene"):
            if (value := getattr(self, f"{kind}_id")) is not None:
                checked_id(kind, value)
        if self.tool is not None:
            tool_named(self.tool)
        self._check_owners()
        whole = isinstance(self.budget_tokens, int) and not isinstance(self.budget_tokens, bool)
        if not whole or not 1 <= self.budget_tokens <= MOST_TOKENS:
            raise Invalid(f"budget_tokens must lie between 1 and {MOST_TOKENS:,}.", field="budget_tokens")
        return self

    def _check_owners(self) -> None:
        if self.user_id is None and (self.character_id or self.series_id):
            raise Invalid("Characters remember users, not guests: name a user_id.", field="user_id")
        if self.project_id is None and self.scene_id is not None:
            raise Invalid("A scene belongs to a project: name a project_id.", field="project_id")

    def lacks(self, memory: MemoryName) -> str | None:
        """What a memory would have to be told before it could be asked."""
        if memory in (MemoryName.ASSETS, MemoryName.DIRECTION) and self.project_id is None:
            return "no project_id was given"
        if memory in (MemoryName.LESSONS, MemoryName.CONVERSATIONS) and self.user_id is None:
            return "no user_id was given"
        if memory is MemoryName.CONVERSATIONS and self.character_id is None and self.series_id is None:
            return "neither a character_id nor a series_id was given"
        return None


DELETED: Final = "deleted since"
"""What a receipt says of something whose words had to go."""


class MemoryName(StrEnum):
    """The memories, in the order in which they speak: who is talked to first, other films last."""

    CONVERSATIONS = "conversations"
    DIRECTION = "direction"
    ASSETS = "assets"
    LESSONS = "lessons"
    RUNS = "runs"


@frozen
class Things:
    """What was deleted: ids by the memory that had them, and the names of those whom nobody knows any more."""

    ids: Mapping[MemoryName, frozenset[str]]
    entities: frozenset[str] = frozenset()


@frozen
class BriefItem:
    """One thing that was found, and why; scores order the items of one memory and compare with no other's."""

    id: str
    kind: str
    score: float
    why: str


@frozen
class BriefLine:
    """An item in the words of a brief."""

    item: BriefItem
    text: str


class Reason(StrEnum):
    """Why something that was found is not told."""

    OVER_BUDGET = "over_budget"
    BELOW_LINE = "below_line"  # its score is too far from the best one's of its memory
    SUPERSEDED = "superseded"
    NOT_FITTING = "not_fitting"  # another scene or request would have let it speak
    PAUSED = "paused"
    ARCHIVED = "archived"


@frozen
class LeftOutItem:
    """One thing that was found and is not told."""

    item: BriefItem
    reason: Reason


@frozen
class MemoryOffer:
    """What a memory has to say, best first, and what it keeps to itself."""

    memory: MemoryName
    title: str
    lines: tuple[BriefLine, ...] = ()
    left_out: tuple[LeftOutItem, ...] = ()


@frozen
class Silent:
    """A memory that says nothing, and why."""

    memory: MemoryName
    why: str


@frozen
class BriefPart:
    """What one memory tells."""

    memory: MemoryName
    text: str
    tokens: int
    items: tuple[BriefItem, ...]


@frozen
class Account:
    """What one memory told and left out; it names things and repeats none."""

    memory: MemoryName
    tokens: int
    items: tuple[BriefItem, ...]
    left_out: tuple[LeftOutItem, ...]


@frozen
class Receipt:
    """What was asked, what was recalled and why, and what was left out."""

    receipt_id: str
    at: datetime
    asked: BriefRequest
    tokens: int
    accounts: tuple[Account, ...]
    """Every memory that was searched."""
    skipped: tuple[Silent, ...]
    """Those that nobody could ask, for want of a scope."""
    failed: tuple[Silent, ...]
    """Those that could not answer."""
    took_ms: float

    @property
    def recalled(self) -> int:
        """How many things were told."""
        return sum(len(account.items) for account in self.accounts)

    @property
    def left_out(self) -> int:
        """How many things were found and not told."""
        return sum(len(account.left_out) for account in self.accounts)

    def without(self, gone: Things) -> Receipt:
        """The same receipt, in which deleted things have their place but no words any more."""
        return replace(self, accounts=tuple(_without(each, gone) for each in self.accounts))


def _without(account: Account, gone: Things) -> Account:
    left_out = (replace(each, item=_blank(account.memory, each.item, gone)) for each in account.left_out)
    items = (_blank(account.memory, each, gone) for each in account.items)
    return replace(account, items=tuple(items), left_out=tuple(left_out))


def _blank(memory: MemoryName, item: BriefItem, gone: Things) -> BriefItem:
    if memory is MemoryName.ASSETS and item.kind == "entity":
        return replace(item, id="deleted", why=DELETED) if item.id in gone.entities else item
    return replace(item, why=DELETED) if item.id in gone.ids.get(memory, ()) else item


@frozen
class RecallBrief:
    """What the memories know for a prompt, and the receipt for it."""

    text: str
    tokens: int
    parts: tuple[BriefPart, ...]
    receipt: Receipt
    kept: bool = True
    """Whether the receipt can be looked up; not while nothing can be written."""

    @property
    def receipt_id(self) -> str | None:
        """Under which the receipt can be looked up."""
        return self.receipt.receipt_id if self.kept else None
