"""`/recall`: ask all memories at once, and look up what earlier questions were told and why."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Annotated, Any, Final

from fastapi import APIRouter, Depends, Form, Request
from starlette.responses import HTMLResponse, StreamingResponse

from showbible.bible import Bible
from showbible.briefing.model import USUAL_TOKENS, BriefRequest, RecallBrief, Receipt
from showbible.errors import Invalid, NotFound, TooLarge
from showbible.projects import recall as projects
from showbible.storage import paging
from showbible.vocabulary import LOCAL_USER, rfc3339, utcnow
from showbible.web import problems
from showbible.web.deps import OpenBible
from showbible.web.pages.kit import attachments
from showbible.web.pages.kit.attachments import FileFormat, each
from showbible.web.pages.kit.lists import Cursor, Listed, ListFilter, listed
from showbible.web.pages.receipts.told import LOOKS, ReceiptTold, scopes, share, told
from showbible.web.render import Crumb, Templates
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
    """A receipt in the list."""

    receipt_id: str
    query: str
    at: datetime
    scopes: tuple[tuple[str, str, str], ...]
    fact: str
    tokens: str
    percent: int
    parts: tuple[tuple[str, str, int], ...]


@dataclass(frozen=True, kw_only=True)
class ReceiptFilter(ListFilter):
    """Whose receipts."""

    project: str = ""
    user: str = ""

    path = "/recall"

    def read(self, bible: Bible, *, limit: int, cursor: str | None) -> paging.Page[Receipt]:
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

    told: ReceiptTold
    text: str | None
    kept: bool
    at: datetime
    again: RecallForm
    now: datetime
    title: str
    crumbs: tuple[Crumb, ...] = (Crumb(label="Receipts", href="/recall"),)


@router.get("/recall", response_class=HTMLResponse)
def listed_receipts(request: Request, bible: OpenBible, wish: Wished, cursor: Cursor = None) -> HTMLResponse:
    """Receipts, newest first."""
    templates: Templates = request.app.state.templates
    return templates.page(request, "receipts.html", page=list_page(bible, wish, cursor))


@router.get("/recall.{ending}")
def as_file(bible: OpenBible, wish: Wished, ending: FileFormat) -> StreamingResponse:
    """Every receipt of the list, as a file."""
    receipts = each(lambda cursor: wish.read(bible, limit=paging.MOST, cursor=cursor))
    return attachments.listed("receipts", ending, fields=FIELDS, items=receipts)


FIELDS: Final[dict[str, Callable[[Receipt], Any]]] = {
    "receipt_id": lambda receipt: receipt.receipt_id,
    "at": lambda receipt: rfc3339(receipt.at),
    "query": lambda receipt: receipt.asked.query,
    "project_id": lambda receipt: receipt.asked.project_id,
    "user_id": lambda receipt: receipt.asked.user_id,
    "character_id": lambda receipt: receipt.asked.character_id,
    "tokens": lambda receipt: receipt.tokens,
    "budget_tokens": lambda receipt: receipt.asked.budget_tokens,
    "told": lambda receipt: receipt.recalled,
    "left_out": lambda receipt: receipt.left_out,
    "took_ms": lambda receipt: round(receipt.took_ms, 1),
}


@router.post("/recall", response_class=HTMLResponse)
def ask(
    request: Request,
    bible: OpenBible,
    query: Annotated[str, Form()] = "",
    project: Annotated[str, Form()] = "",
    user: Annotated[str, Form()] = "",
    character: Annotated[str, Form()] = "",
    budget: Annotated[str, Form()] = str(USUAL_TOKENS),
) -> HTMLResponse:
    """Ask all memories; the answer is the receipt together with the text that is handed over."""
    templates: Templates = request.app.state.templates
    question = RecallForm(query=query.strip(), project=project, user=user, character=character, budget=budget)
    try:
        brief = bible.recall.keep(bible.recall.brief(question.asked()))
    except (Invalid, NotFound, TooLarge) as error:
        page = replace(list_page(bible), question=question, refused=str(error))
        return templates.page(request, "receipts.html", page=page, status=problems.of(error).status)
    return templates.page(request, "receipts_one.html", page=answered(bible, brief))


@router.get("/recall/{receipt_id}", response_class=HTMLResponse)
def one(receipt_id: str, request: Request, bible: OpenBible) -> HTMLResponse:
    """What was recalled, why, and what was left out."""
    templates: Templates = request.app.state.templates
    return templates.page(request, "receipts_one.html", page=looked_up(bible, receipt_id))


def list_page(bible: Bible, wish: ReceiptFilter = EVERY_RECEIPT, cursor: str | None = None) -> ReceiptsPage:
    """What the list shows."""
    known = projects.projects(bible.db, limit=paging.MOST).items
    page = wish.read(bible, limit=PAGE, cursor=cursor)
    return ReceiptsPage(
        question=RecallForm(project=wish.project, user=wish.user or LOCAL_USER),
        wish=wish,
        projects=tuple((each.project_id, each.name or each.project_id) for each in known),
        list=listed(wish, page, _row, cursor=cursor, count=lambda less: less.read(bible, limit=1, cursor=None).total),
        now=utcnow(),
    )


def looked_up(bible: Bible, receipt_id: str) -> ReceiptPage:
    """A receipt that was kept."""
    return _page(bible, bible.recall.receipt(receipt_id), text=None, kept=True)


def answered(bible: Bible, brief: RecallBrief) -> ReceiptPage:
    """A brief that was just made, with its receipt."""
    return _page(bible, brief.receipt, text=brief.text, kept=brief.kept)


def _page(bible: Bible, receipt: Receipt, *, text: str | None, kept: bool) -> ReceiptPage:
    asked = receipt.asked
    return ReceiptPage(
        told=told(bible, receipt),
        text=text,
        kept=kept,
        at=receipt.at,
        again=RecallForm(
            query=asked.query,
            project=asked.project_id or "",
            user=asked.user_id or "",
            character=asked.character_id or "",
            budget=str(asked.budget_tokens),
        ),
        now=utcnow(),
        title=receipt.receipt_id,
    )


def _row(receipt: Receipt) -> ReceiptRow:
    failed = f", {plural(len(receipt.failed), 'memory', 'memories')} failed" if receipt.failed else ""
    return ReceiptRow(
        receipt_id=receipt.receipt_id,
        query=receipt.asked.query,
        at=receipt.at,
        scopes=scopes(receipt.asked),
        fact=f"{receipt.recalled} told, {receipt.left_out} left out{failed}",
        tokens=f"{receipt.tokens:,} of {plural(receipt.asked.budget_tokens, 'token')}",
        percent=share(receipt.tokens, receipt.asked.budget_tokens),
        parts=tuple((*LOOKS[account.memory][:2], len(account.items)) for account in receipt.accounts if account.items),
    )
