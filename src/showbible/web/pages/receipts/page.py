"""`/recall`: ask all memories at once, and look up what earlier questions were told and why."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Annotated, Final

from fastapi import APIRouter, Depends
from starlette.responses import HTMLResponse, StreamingResponse

from showbible.bible import Bible
from showbible.briefing.model import USUAL_TOKENS, BriefRequest, Receipt
from showbible.errors import Invalid, NotFound, TooLarge
from showbible.projects import recall as projects
from showbible.storage import paging
from showbible.vocabulary import LOCAL_USER, utcnow
from showbible.web import problems
from showbible.web.deps import OpenBible, Render
from showbible.web.pages.kit import attachments
from showbible.web.pages.kit.attachments import FileFormat, each
from showbible.web.pages.kit.forms import Text
from showbible.web.pages.kit.lists import Cursor, Listed, ListFilter, listed
from showbible.web.pages.receipts.chapters import Chapter, chapters, scopes, sentence, share, silent
from showbible.web.render import Crumb
from showbible.web.shapes.recall import ReceiptRecord
from showbible.web.words import plural

router = APIRouter()

PAGE: Final = 50


@dataclass(frozen=True, kw_only=True)
class RecallForm:
    """What the form asks, as it was typed."""

    query: str = ""
    project: str = ""
    user: str = LOCAL_USER
    character: str = ""
    budget: str = str(USUAL_TOKENS)

    def asked(self) -> BriefRequest:
        """The question as the memories take it; an empty field is left out."""
        if not self.budget.strip().isdecimal():
            raise Invalid("The budget is a whole number of tokens, such as 1500.", field="budget_tokens")
        return BriefRequest(
            query=self.query,
            project_id=self.project or None,
            user_id=self.user.strip() or None,
            character_id=self.character.strip() or None,
            budget_tokens=int(self.budget.strip()[:9]),
        )


@dataclass(frozen=True, kw_only=True)
class ReceiptRow:
    """A receipt in the list; `percent` is what it took of its budget."""

    receipt: Receipt
    scopes: tuple[tuple[str, str, str], ...]
    fact: str
    percent: int


@dataclass(frozen=True, kw_only=True)
class ReceiptFilter(ListFilter):
    """Whose receipts."""

    project: str = ""
    user: str = ""

    path = "/recall"

    def receipts(self, bible: Bible, *, limit: int, cursor: str | None = None) -> paging.Page[Receipt]:
        """A page of the receipts that it asks for."""
        return bible.recall.receipts(project=self.project or None, user=self.user or None, limit=limit, cursor=cursor)


EVERY_RECEIPT: Final = ReceiptFilter()
Wished = Annotated[ReceiptFilter, Depends(ReceiptFilter.asked)]


@dataclass(frozen=True, kw_only=True)
class ReceiptsPage:
    """A page of receipts, and the form that makes another; `refused` says what is wrong with it."""

    question: RecallForm
    wish: ReceiptFilter
    projects: tuple[tuple[str, str], ...]
    list: Listed[ReceiptRow]
    now: datetime
    refused: str = ""
    title: str = "Receipts"
    crumbs: tuple[Crumb, ...] = ()


@dataclass(frozen=True, kw_only=True)
class ReceiptPage:
    """One receipt; `text` is what was handed over, known only to who has just asked."""

    receipt: Receipt
    scopes: tuple[tuple[str, str, str], ...]
    percent: int
    sentence: str
    chapters: tuple[Chapter, ...]
    frame: int
    """The tokens of the words around everything that was told."""
    silent: tuple[tuple[str, str, bool], ...]
    text: str | None
    kept: bool
    now: datetime
    title: str
    crumbs: tuple[Crumb, ...] = (Crumb(label="Receipts", href="/recall"),)


@router.get("/recall", response_class=HTMLResponse)
def receipts(render: Render, bible: OpenBible, wish: Wished, cursor: Cursor = None) -> HTMLResponse:
    """Receipts, newest first."""
    return render.page("receipts.html", list_page(bible, wish, cursor))


@router.get("/recall.{ending}")
def as_file(bible: OpenBible, wish: Wished, ending: FileFormat) -> StreamingResponse:
    """Every receipt of the list, as a file."""
    receipts = each(lambda cursor: wish.receipts(bible, limit=paging.MOST, cursor=cursor))
    return attachments.shaped("receipts", ending, ReceiptRecord, receipts)


@router.post("/recall", response_class=HTMLResponse)
def ask(
    render: Render,
    bible: OpenBible,
    query: Text = "",
    project: Text = "",
    user: Text = "",
    character: Text = "",
    budget: Text = str(USUAL_TOKENS),
) -> HTMLResponse:
    """Ask all memories; the answer is the receipt together with the text that is handed over."""
    question = RecallForm(query=query.strip(), project=project, user=user, character=character, budget=budget)
    try:
        brief = bible.recall.keep(bible.recall.brief(question.asked()))
    except (Invalid, NotFound, TooLarge) as error:
        page = replace(list_page(bible), question=question, refused=str(error))
        return render.page("receipts.html", page, status=problems.of(error).status)
    return render.page("receipts_one.html", receipt_page(bible, brief.receipt, text=brief.text, kept=brief.kept))


@router.get("/recall/{receipt_id}", response_class=HTMLResponse)
def one(receipt_id: str, render: Render, bible: OpenBible) -> HTMLResponse:
    """What was recalled, why, and what was left out."""
    return render.page("receipts_one.html", looked_up(bible, receipt_id))


def list_page(bible: Bible, wish: ReceiptFilter = EVERY_RECEIPT, cursor: str | None = None) -> ReceiptsPage:
    """What the list shows."""
    known = projects.projects(bible.db, limit=paging.MOST).items
    page = wish.receipts(bible, limit=PAGE, cursor=cursor)
    return ReceiptsPage(
        question=RecallForm(project=wish.project, user=wish.user or LOCAL_USER),
        wish=wish,
        projects=tuple((each.project_id, each.name or each.project_id) for each in known),
        list=listed(
            wish, page, _row, cursor=cursor, count=lambda less: less.receipts(bible, limit=1, cursor=None).total
        ),
        now=utcnow(),
    )


def looked_up(bible: Bible, receipt_id: str) -> ReceiptPage:
    """A receipt that was kept."""
    return receipt_page(bible, bible.recall.receipt(receipt_id))


def receipt_page(bible: Bible, receipt: Receipt, *, text: str | None = None, kept: bool = True) -> ReceiptPage:
    """What the page of one receipt shows."""
    return ReceiptPage(
        receipt=receipt,
        scopes=scopes(receipt.asked),
        percent=share(receipt.tokens, receipt.asked.budget_tokens),
        sentence=sentence(receipt),
        chapters=tuple(chapters(bible, receipt)),
        frame=max(0, receipt.tokens - sum(account.tokens for account in receipt.accounts)),
        silent=tuple(silent(receipt)),
        text=text,
        kept=kept,
        now=utcnow(),
        title=receipt.receipt_id,
    )


def _row(receipt: Receipt) -> ReceiptRow:
    failed = f", {plural(len(receipt.failed), 'memory', 'memories')} failed" if receipt.failed else ""
    return ReceiptRow(
        receipt=receipt,
        scopes=scopes(receipt.asked),
        fact=f"{receipt.recalled} told, {receipt.left_out} left out{failed}",
        percent=share(receipt.tokens, receipt.asked.budget_tokens),
    )
