"""The conversations memory as a caller holds it: the same functions with the database already in hand."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final, Unpack

from showbible.conversations.learn import by_hand, placing
from showbible.conversations.model import (
    Conversation,
    Dynamic,
    Exchange,
    ForgottenHook,
    ForgottenMemory,
    Hook,
    HookDraft,
    HookState,
    Memory,
    MemoryDraft,
    MemoryType,
    Scope,
)
from showbible.conversations.recall import bonds, brief, memories, relevant, talks, viewing
from showbible.conversations.recall import hooks as hook_recall
from showbible.conversations.recall.bonds import EpisodeBeats, Stuck
from showbible.conversations.recall.brief import ReplyBrief
from showbible.conversations.recall.relevant import Recalled
from showbible.conversations.recall.talks import Directed
from showbible.conversations.record import forgetting, hook_corrections
from showbible.conversations.record import hooks as hook_record
from showbible.conversations.record import talks as talk_record
from showbible.conversations.record.hook_corrections import HOOK
from showbible.conversations.record.memories import Arrivals, DraftFacts
from showbible.conversations.record.memory_corrections import MEMORY
from showbible.corrections import Corrections
from showbible.llm.client import LLM
from showbible.llm.embeddings.choosing import Chosen
from showbible.storage import paging
from showbible.storage.database import Database
from showbible.storage.paging import Page
from showbible.values import check_names
from showbible.vocabulary import LOCAL_USER, utcnow, word

A_FEW: Final = 10


@dataclass(frozen=True)
class Conversations:
    """What is said between users and characters, and what can be asked about it."""

    db: Database
    llm: Callable[[], LLM]
    embedders: Chosen

    def start(
        self,
        character_id: str,
        *,
        user_id: str | None = LOCAL_USER,
        session_id: str | None = None,
        series_id: str | None = None,
        episode_id: str | None = None,
        turn_budget: int | None = None,
    ) -> Conversation:
        """A new conversation; `user_id=None` makes it a guest's, of which nothing is remembered."""
        parties = talk_record.Parties(character_id, user_id, session_id, series_id, episode_id)
        return talk_record.start(self.db, parties, turn_budget=turn_budget)

    def get(self, session_id: str) -> Conversation:
        """One conversation."""
        return talks.conversation(self.db, session_id)

    def list(
        self, *, user_id: str = LOCAL_USER, limit: int = paging.USUAL, cursor: str | None = None
    ) -> Page[Conversation]:
        """A user's conversations, newest first."""
        return talks.conversations(self.db, user_id=user_id, limit=limit, cursor=cursor)

    def say(
        self,
        session_id: str,
        messages: Sequence[tuple[str, str]],
        *,
        exchange_id: str | None = None,
        at: datetime | None = None,
        timezone: str | None = None,
    ) -> Exchange:
        """Keep an exchange of (role, content) pairs; what follows from it happens in the background."""
        return talk_record.say(self.db, session_id, messages, exchange_id=exchange_id, at=at, timezone=timezone)

    def direct(self, session_id: str, exchange_id: str) -> Directed:
        """Everything that follows from an exchange, made to happen now if it has not yet."""
        from showbible.conversations.learn import after_exchange

        embedder = self.embedders.recording
        return after_exchange.process_exchange(self.db, self.llm(), session_id, exchange_id, embedder=embedder)

    def directed(self, session_id: str, exchange_id: str) -> Directed:
        """What has followed from an exchange so far."""
        return talks.directed(self.db, session_id, exchange_id)

    def brief(self, session_id: str, *, q: str | None = None, at: datetime | None = None) -> ReplyBrief:
        """What to know for the next reply; looking changes nothing, saying that it was `offered` does."""
        embedder = self.embedders.asking()
        return brief.brief(self.db, self.get(session_id), at=at or utcnow(), query=q, embedder=embedder)

    def offered(self, session_id: str, found: ReplyBrief, *, at: datetime | None = None) -> ReplyBrief:
        """The same brief, once its hooks count as laid before the conversation: they rest there for a few turns."""
        hook_record.offer(self.db, self.get(session_id), found.hooks, at=at or utcnow())
        return found

    def foretell(self, scope: Scope, *, at: datetime | None = None) -> ReplyBrief:
        """What a character would be told now in a scope; looking counts as nothing."""
        return viewing.next_brief(self.db, scope, viewing.last_talk(self.db, scope), at=at or utcnow())

    def scope(self, user_id: str, *, character_id: str | None = None, series_id: str | None = None) -> Scope:
        """Whose memory is meant."""
        return talks.scope(self.db, user_id, character_id=character_id, series_id=series_id)

    def recall(
        self,
        scope: Scope,
        query: str,
        *,
        limit: int = A_FEW,
        kind: str | None = None,
        per_type: int | None = None,
        at: datetime | None = None,
        paused: bool = False,
        history: bool = False,
    ) -> Sequence[Recalled]:
        """The memories of a scope that answer a plain sentence, and what was said word for word, best first.

        With `paused`, paused ones, too; with `history`, what a later word has replaced.
        """
        return relevant.relevant(
            self.db,
            scope,
            query,
            at=at or utcnow(),
            limit=paging.checked_limit(limit),
            kind=_type(kind),
            per_type=per_type,
            embedder=self.embedders.asking(),
            paused=paused,
            history=history,
        )

    def strongest(
        self,
        scope: Scope,
        *,
        limit: int = A_FEW,
        kind: str | None = None,
        per_type: int | None = None,
        at: datetime | None = None,
        paused: bool = False,
        history: bool = False,
    ) -> Sequence[Recalled]:
        """The memories of a scope that weigh most now, a few of each type; with `paused`, paused ones, too.

        With `history`, what a later word has replaced comes last.
        """
        return relevant.strongest(
            self.db,
            scope,
            at=at or utcnow(),
            limit=paging.checked_limit(limit),
            kind=_type(kind),
            per_type=relevant.A_FEW if per_type is None else per_type,
            paused=paused,
            history=history,
        )

    def count(self, scope: Scope, *, kind: str | None = None, paused: bool = False, history: bool = False) -> int:
        """How many memories a scope has in use; with `paused` and `history`, how many in all."""
        return memories.count(self.db, scope, kind=_type(kind), paused=paused, history=history)

    def remember(self, scope: Scope, kind: str, text: str, **more: Unpack[DraftFacts]) -> Memory:
        """A memory written by hand."""
        check_names(DraftFacts, more)
        made = by_hand.write(self.db, scope, MemoryDraft(type=kind, text=text, **more))
        self._place([made.memory_id])
        return made

    def remember_many(self, scope: Scope, drafts: Sequence[MemoryDraft]) -> Sequence[str]:
        """Many memories written by hand, in one transaction; gives their ids."""
        made = by_hand.write_many(self.db, scope, drafts)
        self._place(made)
        return made

    def take_over(self, scope: Scope, drafts: Sequence[MemoryDraft], *, made_by: str) -> Arrivals:
        """Keep memories that were made elsewhere, as they were; what is known, or was forgotten here, stays so."""
        found = by_hand.take_over(self.db, scope, drafts, made_by=made_by)
        self._place(found.new)
        return found

    def _place(self, memory_ids: Sequence[str]) -> None:
        placing.place(self.db, self.embedders.recording, memory_ids)

    @property
    def memories(self) -> Corrections[Database, Memory, ForgottenMemory]:
        """What is remembered, to correct, pin, pause, forget and restore; `of` one user, if need be."""
        return Corrections(self.db, MEMORY, then=lambda memory: self._place([memory.memory_id]))

    @property
    def hooks(self) -> Corrections[Database, Hook, ForgottenHook]:
        """What to come back to, to correct, pause, settle, forget and restore; `of` one user, if need be."""
        return Corrections(self.db, HOOK)

    def open_hooks(
        self, scope: Scope, *, at: datetime | None = None, limit: int = paging.USUAL, paused: bool = False
    ) -> Sequence[Hook]:
        """What to come back to with a character: due ones first, the paused last if wanted; looking changes nothing."""
        return hook_recall.active(self.db, scope, at=at or utcnow(), limit=paging.checked_limit(limit), paused=paused)

    def add_hook(self, scope: Scope, draft: HookDraft) -> Hook:
        """A hook made by hand."""
        return hook_record.add(self.db, scope, draft)

    def settle(
        self, hook_id: str, state: HookState, *, user_id: str | None = None, session_id: str | None = None
    ) -> Hook:
        """Mark a hook as used, unwanted or open again, by a person or, with its `session_id`, in a conversation."""
        return hook_corrections.settle(self.db, hook_id, state, user_id=user_id, session_id=session_id)

    def dynamic(self, user_id: str, character_id: str) -> Dynamic:
        """How a user and a character get along."""
        return bonds.dynamic(self.db, user_id, character_id)

    def beats(
        self, *, series_id: str | None = None, character_id: str | None = None
    ) -> tuple[Sequence[EpisodeBeats], Sequence[Stuck]]:
        """How the beats of each episode divide, and which relationships are stuck."""
        return (
            bonds.distribution(self.db, series_id=series_id, character_id=character_id),
            bonds.stuck(self.db, series_id=series_id, character_id=character_id),
        )

    def forget_user(self, user_id: str) -> dict[str, int]:
        """Remove everything that was said by a user or remembered of them; gives what went, by kind."""
        return forgetting.forget_user(self.db, user_id)


def _type(kind: str | None) -> MemoryType | None:
    return word(MemoryType, "type", kind) if kind else None
