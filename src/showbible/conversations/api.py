"""The conversations memory as a caller holds it: the same functions with the database already in hand."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from showbible.conversations.model import Conversation, Directed, Dynamic, Exchange, Hook, Memory, Recalled, Scope
from showbible.conversations.recall import bonds, brief, hooks, memories, relevant, talks, viewing
from showbible.conversations.recall.bonds import EpisodeBeats, Stuck
from showbible.conversations.recall.brief import Brief
from showbible.conversations.record import forgetting, hook_states, restoring
from showbible.conversations.record import hooks as hook_record
from showbible.conversations.record import memories as memory_record
from showbible.conversations.record import talks as talk_record
from showbible.conversations.words import HookState, MemoryType, word
from showbible.llm.client import LLM
from showbible.llm.embeddings.choosing import Find, installed
from showbible.storage import paging
from showbible.storage.changes import Change
from showbible.storage.database import Database
from showbible.storage.paging import Page
from showbible.vocabulary import LOCAL_USER, utcnow

Said = Sequence[tuple[str, str]]


@dataclass(frozen=True)
class Conversations:
    """What is said between users and characters, and what can be asked about it."""

    db: Database
    llm: Callable[[], LLM]
    embedder: Find = installed

    def start(self, character_id: str, **wish: Any) -> Conversation:
        """A new conversation; `user_id=None` makes it a guest's, of which nothing is remembered."""
        return talk_record.start(self.db, character_id, talk_record.Start(**wish))

    def get(self, session_id: str) -> Conversation:
        """One conversation."""
        return talks.conversation(self.db, session_id)

    def list(
        self, *, user_id: str = LOCAL_USER, limit: int = paging.USUAL, cursor: str | None = None
    ) -> Page[Conversation]:
        """A user's conversations, newest first."""
        return talks.conversations(self.db, user_id=user_id, limit=limit, cursor=cursor)

    def say(self, session_id: str, messages: Said, **extra: Any) -> Exchange:
        """Keep an exchange of (role, content) pairs; what follows from it happens in the background."""
        return talk_record.say(self.db, session_id, messages, talk_record.Say(**extra))

    def direct(self, session_id: str, exchange_id: str) -> Directed:
        """Everything that follows from an exchange, made to happen now if it has not yet."""
        from showbible.conversations.learn import after_exchange

        return after_exchange.process_exchange(self.db, self.llm(), session_id, exchange_id)

    def directed(self, session_id: str, exchange_id: str) -> Directed:
        """What has followed from an exchange so far."""
        return talks.directed(self.db, session_id, exchange_id)

    def brief(self, session_id: str, *, q: str | None = None, at: datetime | None = None) -> Brief:
        """What to know for the next reply; looking changes nothing, saying that it was `offered` does."""
        return brief.brief(self.db, self.get(session_id), at=at or utcnow(), query=q, embedder=self.embedder())

    def offered(self, session_id: str, found: Brief, *, at: datetime | None = None) -> Brief:
        """The same brief, once its hooks count as laid before the conversation: they rest there for a few turns."""
        hook_record.offer(self.db, self.get(session_id), found.hooks, at=at or utcnow())
        return found

    def foretell(self, scope: Scope, *, at: datetime | None = None) -> Brief:
        """What a character would be told now in a scope; looking counts as nothing."""
        return viewing.foretold(self.db, scope, viewing.last_talk(self.db, scope), at=at or utcnow())

    def scope(self, user_id: str, *, character_id: str | None = None, series_id: str | None = None) -> Scope:
        """Whose memory is meant."""
        return talks.scope(self.db, user_id, character_id=character_id, series_id=series_id)

    def recall(self, scope: Scope, query: str, **options: Any) -> Sequence[Recalled]:
        """The memories of a scope that answer a plain sentence, best first; with `paused=True`, paused ones, too."""
        return relevant.relevant(self.db, scope, query, embedder=self.embedder(), **_options(options))

    def strongest(self, scope: Scope, **options: Any) -> Sequence[Recalled]:
        """The memories of a scope that weigh most now, a few of each type; with `paused=True`, paused ones, too."""
        return relevant.strongest(self.db, scope, **_options(options))

    def count(self, scope: Scope, *, kind: str | None = None, paused: bool = False) -> int:
        """How many memories a scope has in use; with `paused`, how many in all."""
        return memories.count(self.db, scope, kind=word(MemoryType, "type", kind) if kind else None, paused=paused)

    def remember(self, scope: Scope, kind: str, text: str, **more: Any) -> Memory:
        """A memory written by hand."""
        return memory_record.write(self.db, scope, memory_record.Written(type=kind, text=text, **more))

    def remember_many(self, scope: Scope, written: Sequence[memory_record.Written]) -> Sequence[str]:
        """Many memories written by hand, in one transaction; gives their ids."""
        return memory_record.write_many(self.db, scope, written)

    def correct(self, memory_id: str, *, user_id: str | None = None, **wanted: Any) -> Memory:
        """A memory as a person wants it: text, importance, pinned, paused."""
        return memory_record.change(self.db, memory_id, memory_record.Change(**wanted), user_id=user_id)

    def history(self, memory_id: str, *, user_id: str | None = None) -> Sequence[Change]:
        """What people changed in a memory, newest first."""
        return restoring.history(self.db, memories.memory(self.db, memory_id, user_id=user_id))

    def take_back(self, memory_id: str, seq: int, *, user_id: str | None = None) -> Memory:
        """A memory with one change of its history undone."""
        return restoring.take_back(self.db, memory_id, seq, user_id=user_id)

    def forget(self, memory_id: str, *, user_id: str | None = None) -> memory_record.Forgotten:
        """Remove a memory for good; gives what restoring it would need, which is kept nowhere else."""
        return memory_record.forget(self.db, memory_id, user_id=user_id)

    def restore(self, forgotten: memory_record.Forgotten) -> Memory:
        """A forgotten memory as it was, at its old place."""
        return restoring.restore(self.db, forgotten)

    def hooks(
        self, scope: Scope, *, at: datetime | None = None, limit: int = paging.USUAL, paused: bool = False
    ) -> Sequence[Hook]:
        """What to come back to with a character: due ones first, the paused last if wanted; looking changes nothing."""
        return hooks.active(self.db, scope, at=at or utcnow(), limit=paging.checked_limit(limit), paused=paused)

    def hook(self, scope: Scope, wish: hook_record.New, times: hook_record.Times | None = None) -> Hook:
        """A hook made by hand."""
        return hook_record.add(self.db, scope, wish, times)

    def change_hook(self, hook_id: str, wanted: hook_record.Change, *, user_id: str | None = None) -> Hook:
        """A hook as a person wants it."""
        return hook_record.change(self.db, hook_id, wanted, user_id=user_id)

    def trigger(self, hook_id: str, **by: Any) -> Hook:
        """Mark a hook as used, by a person or, with its `session_id`, in a conversation."""
        return hook_states.settle(self.db, hook_id, HookState.TRIGGERED, by=hook_states.By(**by))

    def dismiss(self, hook_id: str, **by: Any) -> Hook:
        """Mark a hook as unwanted, by a person or, with its `session_id`, in a conversation."""
        return hook_states.settle(self.db, hook_id, HookState.DISMISSED, by=hook_states.By(**by))

    def reopen(self, hook_id: str, *, user_id: str | None = None) -> Hook:
        """Make a used or dismissed hook active again."""
        return hook_states.reopen(self.db, hook_id, user_id=user_id)

    def forget_hook(self, hook_id: str, *, user_id: str | None = None) -> hook_states.ForgottenHook:
        """Remove a hook for good; gives what restoring it would need, which is kept nowhere else."""
        return hook_states.forget(self.db, hook_id, user_id=user_id)

    def restore_hook(self, forgotten: hook_states.ForgottenHook) -> Hook:
        """A forgotten hook as it was."""
        return restoring.restore_hook(self.db, forgotten)

    def hook_history(self, hook_id: str, *, user_id: str | None = None) -> Sequence[Change]:
        """What people and conversations changed in a hook, newest first."""
        return restoring.hook_history(self.db, hooks.hook(self.db, hook_id, user_id=user_id))

    def take_back_hook(self, hook_id: str, seq: int, *, user_id: str | None = None) -> Hook:
        """A hook with one change of its history undone."""
        return restoring.take_back_hook(self.db, hook_id, seq, user_id=user_id)

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


def _options(given: dict[str, Any]) -> dict[str, Any]:
    """What a caller wants to see, in our own words."""
    kind, at = given.pop("kind", None), given.pop("at", None)
    limit = paging.checked_limit(given.pop("limit", 10))
    return {**given, "kind": word(MemoryType, "type", kind) if kind else None, "at": at or utcnow(), "limit": limit}
