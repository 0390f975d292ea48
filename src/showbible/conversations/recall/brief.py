"""What a character should know before its next reply, as text for a prompt and as the parts of it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Final
from zoneinfo import ZoneInfo

from showbible.conversations.model import Conversation, Dynamic, Hook, Role, Scope
from showbible.conversations.recall import bonds, hooks, relevant, talks
from showbible.conversations.recall.relevant import Recalled
from showbible.conversations.recall.wording import own_words
from showbible.llm.embeddings.embedder import Embedder
from showbible.quoting import DECLARATION, MARK_BEGIN, MARK_END, quoted
from showbible.storage.database import Database
from showbible.values import frozen
from showbible.vocabulary import QUERY_LIMIT

MEMORIES_SHOWN: Final = 10
HOOKS_SHOWN: Final = 5
LONGEST_MEMORY: Final = 600
"""How much of a memory is told; most are a sentence, and one by hand may be a page."""


@frozen
class ReplyBrief:
    """What to know for the next reply."""

    text: str
    memories: tuple[Recalled, ...]
    hooks: tuple[Hook, ...]
    dynamic: Dynamic


def brief(
    db: Database,
    talk: Conversation,
    *,
    at: datetime,
    query: str | None = None,
    embedder: Embedder | None = None,
) -> ReplyBrief:
    """What a conversation needs now: memories, hooks and how the two get along; a guest's needs nothing."""
    scope = talk.scope
    if scope is None:
        return ReplyBrief(text="", memories=(), hooks=(), dynamic=Dynamic())
    with db.snapshot():
        asked = last_words(db, talk) if query is None else query
        chosen = _chosen(db, talk, scope, asked, at=at, embedder=embedder)
        open_hooks = hooks.to_offer(db, talk, scope, at=at, limit=HOOKS_SHOWN)
        dynamic = bonds.dynamic(db, scope.user_id, scope.character)
    text = text_of(chosen, open_hooks, dynamic, at=at, zone=talk.timezone)
    return ReplyBrief(text=text, memories=tuple(chosen), hooks=tuple(open_hooks), dynamic=dynamic)


def last_words(db: Database, talk: Conversation) -> str:
    """What the user said last, as a question to the memory."""
    said = [each for each in talks.last_messages(db, talk.session_id, limit=4) if each.role is Role.USER]
    words = own_words(said[-1].content) if said else ""
    return words.encode()[:QUERY_LIMIT].decode(errors="ignore")


def _chosen(
    db: Database, talk: Conversation, scope: Scope, query: str, *, at: datetime, embedder: Embedder | None
) -> list[Recalled]:
    """Half for what was just said, the rest for what weighs most; nothing that holds no more."""
    found = relevant.relevant(
        db, scope, query, at=at, limit=3 * MEMORIES_SHOWN, per_type=MEMORIES_SHOWN, embedder=embedder
    )
    fitting = relevant.capped([each for each in found if _is_news(each, talk)], per_type=relevant.A_FEW)
    current = fitting[: MEMORIES_SHOWN // 2]
    taken = {each.memory.memory_id for each in current}
    strong = relevant.strongest(db, scope, at=at, limit=2 * MEMORIES_SHOWN)
    chosen = [*current, *(each for each in strong if each.memory.memory_id not in taken)]
    return relevant.capped(chosen, per_type=relevant.A_FEW)[:MEMORIES_SHOWN]


def _is_news(found: Recalled, talk: Conversation) -> bool:
    """Whether a conversation needs to be told: what was said in it is before its eyes, what was remembered is not."""
    memory = found.memory
    return memory.is_distilled or (found.is_answer and memory.session_id != talk.session_id)


def text_of(
    memories: Sequence[Recalled], open_hooks: Sequence[Hook], dynamic: Dynamic, *, at: datetime, zone: str
) -> str:
    """The brief as quoted data between two marks, by which it is known again when it comes back in a message."""
    lines = [f"Between you: tone {dynamic.tone}, tension {dynamic.tension_level} of 100."]
    if memories:
        lines += ["You remember:", *(f"- {_said(each)}" for each in memories)]
    if open_hooks:
        lines += ["To come back to:", *(f"- {_open(each, at=at, zone=zone)}" for each in open_hooks)]
    return "\n".join([MARK_BEGIN, DECLARATION, *lines, MARK_END])


def _said(recalled: Recalled) -> str:
    memory = recalled.memory
    told = quoted(memory.text, most=LONGEST_MEMORY)
    return f"{quoted(memory.speaker)} said {told}" if memory.speaker else told


def _open(hook: Hook, *, at: datetime, zone: str) -> str:
    opener = f", a way to begin: {quoted(hook.suggested_opener)}" if hook.suggested_opener else ""
    if hook.due_at is None:
        return f"{quoted(hook.content)}{opener}"
    when = f"{hook.due_at.astimezone(ZoneInfo(zone)):%a %d %b %Y %H:%M}"
    return f"{quoted(hook.content)} ({'since' if hook.is_due(at=at) else 'on'} {when}){opener}"
