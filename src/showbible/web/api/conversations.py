"""`/conversations`, `/memories`, `/hooks`, `/engagements`: what characters remember of a user."""

from __future__ import annotations

import json
from datetime import datetime
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request, Response

from showbible import flow
from showbible.bible import Bible
from showbible.conversations.api import Conversations
from showbible.conversations.model import HookDraft, HookState, Scope
from showbible.shapes import conversations as shapes
from showbible.storage import paging
from showbible.vocabulary import LOCAL_USER, QUERY_LIMIT
from showbible.web.api.bodies import Limit, Paged
from showbible.web.deps import OpenBible
from showbible.web.once import once

router = APIRouter(tags=["conversations"])

Owner = Annotated[str | None, Query(description="Whose it must be; another user's is not found.")]
Asked = Annotated[str | None, Query(max_length=QUERY_LIMIT)]
Paused = Annotated[bool, Query(description="Whether to list what is paused, too.")]
History = Annotated[bool, Query(description="Whether to tell what a later word has replaced, too.")]
InTalk = Annotated[str | None, Query(description="The conversation in which it happened; without one a person did it.")]
Few = Annotated[int | None, Query(ge=1, le=paging.MOST)]


@router.post("/conversations", status_code=201, response_model=shapes.ConversationShape)
def start(body: shapes.NewConversation, request: Request, bible: OpenBible) -> Response:
    """Begin a conversation."""
    return once(bible.db, request, lambda: shapes.ConversationShape.of(bible.conversations.start(**body.model_dump())))


@router.get("/conversations")
def listed(bible: OpenBible, page: Paged, user_id: str = LOCAL_USER) -> shapes.ConversationList:
    """A user's conversations, newest first."""
    found = bible.conversations.list(user_id=user_id, limit=page.limit, cursor=page.cursor)
    return shapes.ConversationList.of(found)


@router.get("/conversations/{session_id}")
def get(session_id: str, bible: OpenBible) -> shapes.ConversationShape:
    """One conversation."""
    return shapes.ConversationShape.of(bible.conversations.get(session_id))


@router.post("/conversations/{session_id}/exchanges", response_model=shapes.DirectedShape)
def say(
    session_id: str, body: shapes.NewExchange, request: Request, response: Response, bible: OpenBible, wait: bool = True
) -> shapes.DirectedShape:
    """Record an exchange and answer what followed; with `wait=false` it follows in the background."""
    said = [(each.role, each.content) for each in body.messages]
    extra = body.model_dump(include={"exchange_id", "at", "timezone"})
    effect = lambda: {"exchange_id": bible.conversations.say(session_id, said, **extra).exchange_id}  # noqa: E731
    # The exchange is recorded once per key; what follows is asked of a model, outside of any transaction.
    exchange_id = json.loads(bytes(once(bible.db, request, effect).body))["exchange_id"]
    if wait:
        return shapes.DirectedShape.of(bible.conversations.direct(session_id, exchange_id))
    response.status_code = 202
    return directed(session_id, exchange_id, bible)


@router.get("/conversations/{session_id}/exchanges/{exchange_id}")
def directed(session_id: str, exchange_id: str, bible: OpenBible) -> shapes.DirectedShape:
    """What has followed from an exchange so far."""
    return shapes.DirectedShape.of(bible.conversations.directed(session_id, exchange_id))


@router.get("/conversations/{session_id}/context")
def context(session_id: str, bible: OpenBible, q: Asked = None, at: datetime | None = None) -> shapes.TalkContextShape:
    """What to know for the next reply; looking changes nothing."""
    return shapes.TalkContextShape.of(bible.conversations.brief(session_id, q=q, at=at))


@router.post("/conversations/{session_id}/context", response_model=shapes.TalkContextShape)
def offer(
    session_id: str,
    request: Request,
    bible: OpenBible,
    body: shapes.ContextQuestion | None = None,
    q: Asked = None,
    at: datetime | None = None,
) -> Response:
    """The same for a reply that is really made: the hooks in it count as offered, not as used."""
    asked = body or shapes.ContextQuestion()
    q, at = asked.q if q is None else q, asked.at if at is None else at
    # Asked outside of the transaction that a key opens: who places the question may be far away.
    found = bible.conversations.brief(session_id, q=q, at=at)
    effect = lambda: shapes.TalkContextShape.of(bible.conversations.offered(session_id, found, at=at))  # noqa: E731
    return once(bible.db, request, effect, status=200)


@router.get("/memories")
def memories(
    bible: OpenBible,
    user_id: str = LOCAL_USER,
    series_id: shapes.Id = None,
    character_id: shapes.Id = None,
    q: Asked = None,
    limit: Limit = 10,
    type: str | None = None,  # noqa: A002
    per_type: Few = None,
    at: datetime | None = None,
    paused: Paused = False,
    history: History = False,
) -> shapes.MemoryList:
    """The memories of a series, or of free chat with a character: by relevance with `q`, else by strength.

    With `q` also what was said word for word, as `type: said`.
    """
    talks = bible.conversations
    scope = talks.scope(user_id, character_id=character_id, series_id=series_id)
    asked: dict[str, Any] = {"limit": limit, "per_type": per_type, "at": at}
    wanted: dict[str, Any] = {"kind": type, "paused": paused, "history": history}
    by_words = q is not None and bool(q.strip())
    found = talks.recall(scope, q or "", **asked, **wanted) if by_words else talks.strongest(scope, **asked, **wanted)
    total = talks.count(scope, **wanted)
    return shapes.MemoryList.of({"memories": found, "total": total})


@router.post("/memories", status_code=201, response_model=shapes.MemoryShape)
def remember(body: shapes.NewMemory, request: Request, bible: OpenBible) -> Response:
    """Write a memory by hand, in the scope that a conversation with the same ids would have."""
    talks, said = bible.conversations, body.model_dump(exclude={"user_id", "character_id", "series_id"})
    shape, kind, text = shapes.MemoryShape.of, said.pop("type"), said.pop("text")
    return once(bible.db, request, lambda: shape(talks.remember(_scope(talks, body), kind, text, **said)))


@router.patch("/memories/{memory_id}")
def correct(memory_id: str, body: shapes.MemoryChange, bible: OpenBible, user_id: Owner = None) -> shapes.MemoryShape:
    """Correct a memory, which is a person's word from then on, or let it rest: it is kept and told to nobody."""
    wanted = body.model_dump(exclude_none=True) | body.model_dump(include={"superseded_by"}, exclude_unset=True)
    return shapes.MemoryShape.of(bible.conversations.memories.of(user_id).correct(memory_id, wanted))


@router.delete("/memories/{memory_id}", status_code=204)
def forget(memory_id: str, bible: OpenBible, user_id: Owner = None) -> None:
    """Remove a memory for good: it is not extracted from the same exchange again."""
    bible.conversations.memories.of(user_id).forget(memory_id)


@router.get("/hooks")
def hooks(
    bible: OpenBible,
    character_id: str,
    user_id: str = LOCAL_USER,
    series_id: shapes.Id = None,
    at: datetime | None = None,
    limit: Limit = paging.USUAL,
    paused: Paused = False,
) -> shapes.HookList:
    """Active hooks, the due ones first; character-wide ones show in every series."""
    scope = Scope(user_id=user_id, character_id=character_id, series_id=series_id)
    found = bible.conversations.open_hooks(scope, at=at, limit=limit, paused=paused)
    return shapes.HookList.model_validate({"hooks": found, "total": len(found)}, context={"at": at})


@router.post("/hooks", status_code=201, response_model=shapes.HookShape)
def add_hook(body: shapes.NewHook, request: Request, bible: OpenBible) -> Response:
    """Make a hook by hand; the same one again is the one that is there."""
    talks, draft = bible.conversations, HookDraft(**body.model_dump(exclude={"user_id", "character_id", "series_id"}))
    return once(bible.db, request, lambda: shapes.HookShape.of(talks.add_hook(_scope(talks, body), draft)))


def _scope(talks: Conversations, body: shapes.NewMemory | shapes.NewHook) -> Scope:
    return talks.scope(body.user_id, character_id=body.character_id, series_id=body.series_id)


@router.patch("/hooks/{hook_id}")
def change_hook(hook_id: str, body: shapes.HookChange, bible: OpenBible, user_id: Owner = None) -> shapes.HookShape:
    """Correct a hook: its reach, its words, its times; or let it rest: it is kept and not offered."""
    wanted = body.model_dump(exclude_none=True)
    return shapes.HookShape.of(bible.conversations.hooks.of(user_id).correct(hook_id, wanted))


@router.delete("/hooks/{hook_id}", status_code=204)
def forget_hook(hook_id: str, bible: OpenBible, user_id: Owner = None) -> None:
    """Remove a hook for good; to be rid of it and know that it was there, dismiss it."""
    bible.conversations.hooks.of(user_id).forget(hook_id)


@router.post("/hooks/{hook_id}/trigger", response_model=shapes.HookShape)
def trigger(
    hook_id: str, request: Request, bible: OpenBible, user_id: Owner = None, session_id: InTalk = None
) -> Response:
    """Say that a hook was used."""
    return _settle(request, bible, hook_id, HookState.TRIGGERED, user_id=user_id, session_id=session_id)


@router.post("/hooks/{hook_id}/dismiss", response_model=shapes.HookShape)
def dismiss(
    hook_id: str, request: Request, bible: OpenBible, user_id: Owner = None, session_id: InTalk = None
) -> Response:
    """Say that a hook is not wanted."""
    return _settle(request, bible, hook_id, HookState.DISMISSED, user_id=user_id, session_id=session_id)


@router.post("/hooks/{hook_id}/reopen", response_model=shapes.HookShape)
def reopen(hook_id: str, request: Request, bible: OpenBible, user_id: Owner = None) -> Response:
    """Take back that a hook was used or not wanted, while it has not run out."""
    return _settle(request, bible, hook_id, HookState.ACTIVE, user_id=user_id)


def _settle(request: Request, bible: Bible, hook_id: str, state: HookState, **who: shapes.Id) -> Response:
    effect = lambda: shapes.HookShape.of(bible.conversations.settle(hook_id, state, **who))  # noqa: E731
    return once(bible.db, request, effect, status=200)


@router.get("/engagements/{user_id}/{character_id}")
def engagement(user_id: str, character_id: str, bible: OpenBible) -> shapes.DynamicShape:
    """How a user and a character get along."""
    return shapes.DynamicShape.of(bible.conversations.dynamic(user_id, character_id))


@router.get("/analytics/beats")
def beats(bible: OpenBible, series_id: shapes.Id = None, character_id: shapes.Id = None) -> shapes.BeatAnalytics:
    """How the beats of each episode divide, and which relationships are stuck."""
    episodes, stuck = bible.conversations.beats(series_id=series_id, character_id=character_id)
    told = {"distribution": episodes, "stuck": stuck, "total": sum(each.total for each in episodes)}
    return shapes.BeatAnalytics.of(told)


@router.delete("/users/{user_id}/data")
def forget_user(user_id: str, bible: OpenBible) -> shapes.Deleted:
    """Remove every trace of a user."""
    return shapes.Deleted(deleted=flow.forget_user(bible.resources, user_id))
