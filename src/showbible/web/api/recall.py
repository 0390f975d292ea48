"""`/recall`: one brief from all memories, and the receipts of earlier ones."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from showbible.briefing.model import BriefRequest
from showbible.shapes.recall import BriefShape, RecallQuestion, ReceiptList, ReceiptShape
from showbible.web.api.bodies import Paged
from showbible.web.deps import OpenBible
from showbible.web.once import once

router = APIRouter(prefix="/recall", tags=["recall"])


@router.post("", response_model=BriefShape)
def recall(body: RecallQuestion, request: Request, bible: OpenBible) -> Response:
    """One brief from all memories within a budget of tokens, and the receipt for it."""
    # Asked outside of the transaction that a key opens: a memory that fails must not spoil it for the others.
    found = bible.recall.brief(BriefRequest(**body.model_dump()))
    return once(bible.db, request, lambda: BriefShape.of(bible.recall.keep(found)), status=200)


@router.get("")
def listed(bible: OpenBible, page: Paged, project_id: str | None = None, user_id: str | None = None) -> ReceiptList:
    """Receipts, newest first, of one project or user when they are named."""
    found = bible.recall.receipts(project=project_id, user=user_id, limit=page.limit, cursor=page.cursor)
    return ReceiptList.of(found)


@router.get("/{receipt_id}")
def get(receipt_id: str, bible: OpenBible) -> ReceiptShape:
    """What was recalled, why, and what was left out."""
    return ReceiptShape.of(bible.recall.receipt(receipt_id))
