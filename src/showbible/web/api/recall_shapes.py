"""A brief and its receipt as the API shows them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict
from datetime import datetime

from showbible.briefing.model import Account, Asked, Brief, Item, LeftOut, Memory, Part, Reason, Receipt, Silent
from showbible.storage.paging import Page
from showbible.web.api.bodies import Shape


class AskedShape(Shape):
    """What was asked, and for whom."""

    query: str
    project_id: str | None
    user_id: str | None
    character_id: str | None
    series_id: str | None
    tool: str | None
    scene_id: str | None
    budget_tokens: int

    @classmethod
    def of(cls, asked: Asked) -> AskedShape:
        """The answer that shows a question."""
        return cls(**asdict(asked))


class ItemShape(Shape):
    """One thing that was recalled, and why."""

    id: str
    kind: str
    score: float
    why: str

    @classmethod
    def of(cls, item: Item) -> ItemShape:
        """The answer that shows an item."""
        return cls(**asdict(item))


class LeftOutShape(ItemShape):
    """One thing that was found and not told, and the reason."""

    reason: Reason

    @classmethod
    def without(cls, left: LeftOut) -> LeftOutShape:
        """The answer that shows what was left out."""
        return cls(**asdict(left.item), reason=left.reason)


class PartShape(Shape):
    """What one memory tells."""

    memory: Memory
    text: str
    tokens: int
    items: list[ItemShape]

    @classmethod
    def of(cls, part: Part) -> PartShape:
        """The answer that shows a part."""
        items = [ItemShape.of(item) for item in part.items]
        return cls(memory=part.memory, text=part.text, tokens=part.tokens, items=items)


class SilentShape(Shape):
    """A memory that says nothing, and why."""

    memory: Memory
    why: str


class BriefShape(Shape):
    """One brief from all memories; `text` is empty when they have nothing to say."""

    receipt_id: str | None
    at: datetime
    request: AskedShape
    text: str
    tokens: int
    parts: list[PartShape]
    skipped: list[SilentShape]
    failed: list[SilentShape]
    took_ms: float


class AccountShape(Shape):
    """What one memory told and left out."""

    memory: Memory
    tokens: int
    items: list[ItemShape]
    left_out: list[LeftOutShape]

    @classmethod
    def of(cls, account: Account) -> AccountShape:
        """The answer that shows an account."""
        return cls(
            memory=account.memory,
            tokens=account.tokens,
            items=[ItemShape.of(item) for item in account.items],
            left_out=[LeftOutShape.without(left) for left in account.left_out],
        )


class ReceiptShape(Shape):
    """What was recalled, why, and what was left out; `parts` names every memory that was searched."""

    receipt_id: str
    at: datetime
    request: AskedShape
    tokens: int
    parts: list[AccountShape]
    skipped: list[SilentShape]
    failed: list[SilentShape]
    took_ms: float


class ReceiptLine(Shape):
    """A receipt as a list shows it: `recalled` and `left_out` are numbers of things."""

    receipt_id: str
    at: datetime
    request: AskedShape
    tokens: int
    recalled: int
    left_out: int
    failed: list[Memory]
    took_ms: float

    @classmethod
    def of(cls, receipt: Receipt) -> ReceiptLine:
        """The line that shows a receipt."""
        return cls(
            receipt_id=receipt.receipt_id,
            at=receipt.at,
            request=AskedShape.of(receipt.asked),
            tokens=receipt.tokens,
            recalled=sum(len(account.items) for account in receipt.accounts),
            left_out=sum(len(account.left_out) for account in receipt.accounts),
            failed=[each.memory for each in receipt.failed],
            took_ms=receipt.took_ms,
        )


class ReceiptList(Shape):
    """A page of receipts."""

    receipts: list[ReceiptLine]
    total: int
    next_cursor: str | None


def brief(found: Brief) -> BriefShape:
    """The answer that shows a brief."""
    receipt = found.receipt
    return BriefShape(
        receipt_id=found.receipt_id,
        at=receipt.at,
        request=AskedShape.of(receipt.asked),
        text=found.text,
        tokens=found.tokens,
        parts=[PartShape.of(part) for part in found.parts],
        skipped=_silent(receipt.skipped),
        failed=_silent(receipt.failed),
        took_ms=receipt.took_ms,
    )


def receipt(found: Receipt) -> ReceiptShape:
    """The answer that shows a receipt."""
    return ReceiptShape(
        receipt_id=found.receipt_id,
        at=found.at,
        request=AskedShape.of(found.asked),
        tokens=found.tokens,
        parts=[AccountShape.of(account) for account in found.accounts],
        skipped=_silent(found.skipped),
        failed=_silent(found.failed),
        took_ms=found.took_ms,
    )


def receipts(page: Page[Receipt]) -> ReceiptList:
    """The answer that shows a page of receipts."""
    shown = [ReceiptLine.of(each) for each in page.items]
    return ReceiptList(receipts=shown, total=page.total, next_cursor=page.next_cursor)


def _silent(found: Iterable[Silent]) -> list[SilentShape]:
    return [SilentShape(memory=each.memory, why=each.why) for each in found]
