"""A brief from all memories and its receipt, as the server tells of them."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any

from pydantic import BeforeValidator, Field

from showbible.briefing.model import BriefItem, BriefPart, BriefRequest, MemoryName, Reason, Receipt, Silent
from showbible.shapes.base import Body, PageShape, Shape, User, inner, rounded
from showbible.vocabulary import LOCAL_USER


def _memory(value: Any) -> Any:
    return getattr(value, "memory", value)


class AskedShape(Shape, like=BriefRequest):
    """What was asked, and for whom."""


class ItemShape(Shape, like=BriefItem):
    """One thing that was recalled, and why."""


class LeftOutShape(Shape):
    """One thing that was found and not told, and the reason."""

    id: str = inner("item", "id")
    kind: str = inner("item", "kind")
    score: float = inner("item", "score")
    why: str = inner("item", "why")
    reason: Reason


class PartShape(Shape, like=BriefPart):
    """What one memory tells."""

    memory: MemoryName
    items: list[ItemShape]


class SilentShape(Shape, like=Silent):
    """A memory that says nothing, and why."""

    memory: MemoryName


class BriefShape(Shape):
    """One brief from all memories; `text` is empty when they have nothing to say."""

    receipt_id: str | None
    at: datetime = inner("receipt", "at")
    request: AskedShape = inner("receipt", "asked")
    text: str
    tokens: int
    parts: list[PartShape]
    skipped: list[SilentShape] = inner("receipt", "skipped")
    failed: list[SilentShape] = inner("receipt", "failed")
    took_ms: float = inner("receipt", "took_ms")


class AccountShape(Shape):
    """What one memory told and left out."""

    memory: MemoryName
    tokens: int
    items: list[ItemShape]
    left_out: list[LeftOutShape]


class ReceiptShape(Shape, like=Receipt):
    """What was recalled, why, and what was left out; `parts` names every memory that was searched."""

    request: AskedShape = Field(validation_alias="asked")
    parts: list[AccountShape] = Field(validation_alias="accounts")
    skipped: list[SilentShape]
    failed: list[SilentShape]


class ReceiptLine(Shape):
    """A receipt as a list shows it: `recalled` and `left_out` are numbers of things."""

    receipt_id: str
    at: datetime
    request: AskedShape = Field(validation_alias="asked")
    tokens: int
    recalled: int
    left_out: int
    failed: list[Annotated[MemoryName, BeforeValidator(_memory)]]
    took_ms: float


class ReceiptRecord(Shape):
    """A receipt as a line of a table: `told` and `left_out` are numbers of things."""

    receipt_id: str
    at: datetime
    query: str = inner("asked", "query")
    project_id: str | None = inner("asked", "project_id")
    user_id: str | None = inner("asked", "user_id")
    character_id: str | None = inner("asked", "character_id")
    tokens: int
    budget_tokens: int = inner("asked", "budget_tokens")
    told: int = Field(validation_alias="recalled")
    left_out: int
    took_ms: Annotated[float, rounded(1)]


class ReceiptList(PageShape, receipts=ReceiptLine):
    """A page of receipts."""


class RecallQuestion(Body, like=BriefRequest):
    """What to recall; a memory whose scope is left out is not asked, and `user_id: null` is a guest."""

    user_id: User | None = LOCAL_USER  # type: ignore[assignment]
