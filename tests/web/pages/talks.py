"""Talks, memories and hooks in one line, and what a person sees and presses on the pages of the cast."""

from __future__ import annotations

import html
import re
from datetime import timedelta
from typing import Any

import httpx

from showbible.bible import Bible
from showbible.conversations.model import Hook, HookDraft, Memory
from showbible.vocabulary import utcnow
from tests.web.conftest import Caller

HTMX = {"hx-request": "true"}
PERSON = {"accept": "text/html"}


def talked(bible: Bible, *lines: str, character: str = "nova", user: str = "lena", series: str | None = None) -> str:
    """A conversation with all that followed from it; gives its id."""
    talk = bible.conversations.start(character, user_id=user, series_id=series)
    for line in lines:
        exchange = bible.conversations.say(talk.session_id, [("user", line), ("assistant", "I see.")])
        bible.conversations.direct(talk.session_id, exchange.exchange_id)
    return talk.session_id


def remembered(bible: Bible, text: str, *, user: str = "lena", series: str | None = None) -> Memory:
    """A memory of Nova's, written by hand."""
    scope = bible.conversations.scope(user, character_id="nova", series_id=series)
    return bible.conversations.remember(scope, "fact", text)


def hooked(bible: Bible, content: str = "Ask about the exam", *, days: float | None = None, **wish: Any) -> Hook:
    """Something for Nova, or another character, to come back to with Lena."""
    character, series = wish.pop("character", "nova"), wish.pop("series", None)
    scope = bible.conversations.scope("lena", character_id=character, series_id=series)
    due_at = utcnow() + timedelta(days=days) if days is not None else None
    return bible.conversations.add_hook(scope, HookDraft(type="follow_up", content=content, **wish, due_at=due_at))


def shown(text: str) -> list[str]:
    """The things of a list, in order."""
    return [html.unescape(each) for each in re.findall(r"<a [^>]*data-item[^>]*>([^<]*)</a>", text)]


def undone(answer: httpx.Response, call: Caller) -> httpx.Response:
    """What happens when somebody presses Undo in the toast of an answer."""
    action = html.unescape(re.findall(r'<form method="post" action="([^"]*)"', answer.text)[0])
    fields = re.findall(r'<input type="hidden" name="([^"]*)" value="([^"]*)"', answer.text)
    return call("POST", action, data={name: html.unescape(value) for name, value in fields}, headers=HTMX)
