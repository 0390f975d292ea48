"""`/recall`: ask all memories at once, and look up what earlier questions were told and why."""

from __future__ import annotations

from typing import Annotated, Final

from fastapi import APIRouter, Depends, Form
from pydantic import BaseModel, ConfigDict
from starlette.responses import HTMLResponse

from showbible.bible import Bible
from showbible.briefing.model import USUAL_TOKENS, BriefRequest, Receipt
from showbible.errors import Invalid, NotFound, TooLarge
from showbible.projects import recall as projects
from showbible.shapes.recall import ReceiptRecord
from showbible.storage import paging
from showbible.values import frozen
from showbible.vocabulary import LOCAL_USER
from showbible.web import problems
from showbible.web.deps import OpenBible, Render
from showbible.web.pages.kit import attachments
from showbible.web.pages.kit.lists import BibleList, Cursor
from showbible.web.pages.kit.page import PlacePage, page_at
from showbible.web.pages.receipts.chapters import chapters, sentence, share, silent
from showbible.web.render import Crumb

router = APIRouter()

PAGE: Final = 50


class RecallForm(BaseModel):
    """What the form asks, as it was typed, but for the spaces around it."""

    model_config = ConfigDict(str_strip_whitespace=True)

    query: str = ""
    project: str = ""
    user: str = ""
    character: str = ""
    budget: str = str(USUAL_TOKENS)

    def asked(self) -> BriefRequest:
        """The question as the memories take it; an empty field is left out."""
        if not self.budget.isdecimal():
            raise Invalid("The budget is a whole number of tokens, such as 1500.", field="budget_tokens")
        return BriefRequest(
            query=self.query,
            project_id=self.project or None,
            user_id=self.user or None,
            character_id=self.character or None,
            budget_tokens=int(self.budget[:9]),
        )


@frozen
class ReceiptFilter(BibleList[Receipt]):
    """Whose receipts."""

    project: str = ""
    user: str = ""

    path = "/recall"

    def read_page(self, bible: Bible, *, limit: int, cursor: str | None = None) -> paging.Page[Receipt]:
        """A page of the receipts that it asks for."""
        return bible.recall.receipts(project=self.project or None, user=self.user or None, limit=limit, cursor=cursor)


Wished = Annotated[ReceiptFilter, Depends(ReceiptFilter.asked)]


@page_at(router, "/recall", "receipts.html")
class ReceiptsPage(PlacePage):
    """Receipts, newest first, and the form that makes another; `refused` says what is wrong with it."""

    title, refused = "Receipts", ""
    share = staticmethod(share)

    def __init__(self, bible: OpenBible, wish: Wished, cursor: Cursor = None) -> None:
        self.wish, self.question = wish, RecallForm(project=wish.project, user=wish.user or LOCAL_USER)
        self.projects = projects.projects(bible.db, limit=paging.MOST).items
        self.list = wish.listed(bible, limit=PAGE, cursor=cursor)


class ReceiptPage(PlacePage):
    """What was recalled, why, and what was left out; `text` was handed over, known only to who has just asked.

    `frame` is the number of tokens of the words around everything that was told.
    """

    crumbs = (Crumb(label="Receipts", href="/recall"),)
    share = staticmethod(share)
    sentence = staticmethod(sentence)
    silent = staticmethod(silent)

    def __init__(self, bible: Bible, receipt: Receipt, *, text: str | None = None, kept: bool = True) -> None:
        self.title, self.receipt, self.text, self.kept = receipt.receipt_id, receipt, text, kept
        self.chapters = tuple(chapters(bible, receipt))
        self.frame = max(0, receipt.tokens - sum(account.tokens for account in receipt.accounts))


attachments.offer(router, "/recall", "receipts", ReceiptRecord, attachments.whole(ReceiptFilter))


@router.post("/recall", response_class=HTMLResponse)
def ask(render: Render, bible: OpenBible, question: Annotated[RecallForm, Form()]) -> HTMLResponse:
    """Ask all memories; the answer is the receipt together with the text that is handed over."""
    try:
        brief = bible.recall.keep(bible.recall.brief(question.asked()))
    except (Invalid, NotFound, TooLarge) as error:
        page = ReceiptsPage(bible, ReceiptFilter())
        page.question, page.refused = question, str(error)
        return render.page("receipts.html", page, status=problems.of(error).status)
    return render.page("receipts_one.html", ReceiptPage(bible, brief.receipt, text=brief.text, kept=brief.kept))


@router.get("/recall/{receipt_id}", response_class=HTMLResponse)
def show_receipt(receipt_id: str, render: Render, bible: OpenBible) -> HTMLResponse:
    """What was recalled, why, and what was left out."""
    return render.page("receipts_one.html", ReceiptPage(bible, bible.recall.receipt(receipt_id)))
