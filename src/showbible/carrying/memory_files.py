"""Memories that other programs kept of users, on their way into the conversations memory."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from hashlib import sha256
from typing import Final

from showbible.carrying.outgoing import Progress
from showbible.carrying.report import Tally
from showbible.conversations.api import Conversations
from showbible.conversations.model import MemoryDraft, Scope
from showbible.conversations.recall.talks import find_exchange
from showbible.errors import Conflict, Invalid, ShowbibleError
from showbible.projects.model import id_for
from showbible.values import frozen
from showbible.vocabulary import checked_id

BATCH: Final = 200
"""Memories that are written in one transaction, and read for what they do to each other."""
_SHOWN: Final = 60


@frozen
class ForeignMemory:
    """A memory of another program: where it stood, of which user, which character has it, and what it says."""

    place: str
    user_id: str
    character_id: str
    draft: MemoryDraft


@frozen
class ForeignTurn:
    """What was said in one go, word for word, as another program kept it."""

    place: str
    messages: tuple[tuple[str, str], ...]
    at: datetime | None


@frozen
class MemoryFiles:
    """Takes over what other programs remember, counts it, and says what was left out."""

    conversations: Conversations
    tally: Tally
    progress: Progress

    def take_over(self, brought: Sequence[ForeignMemory], *, made_by: str) -> None:
        """Memories, in the order in which they were made: pool by pool, each once."""
        pools: dict[Scope, list[ForeignMemory]] = {}
        for each in brought:
            pools.setdefault(Scope(user_id=each.user_id, character_id=each.character_id), []).append(each)
        done = 0
        for scope, theirs in pools.items():
            ordered = sorted(theirs, key=lambda each: (each.draft.at is None, each.draft.at))
            for start in range(0, len(ordered), BATCH):
                self._keep(scope, ordered[start : start + BATCH], made_by=made_by)
                done += len(ordered[start : start + BATCH])
                self.progress("memories", done, len(brought))

    def _keep(self, scope: Scope, brought: Sequence[ForeignMemory], *, made_by: str) -> None:
        try:
            found = self.conversations.take_over(scope, [each.draft for each in brought], made_by=made_by)
        except ShowbibleError as error:
            self._keep_others(scope, brought, error, made_by=made_by)
            return
        self.tally.count("memories", is_new=True, number=len(found.new))
        self.tally.count("memories", is_new=False, number=len(found.known))
        for text in found.forgotten:
            self.tally.skip(f"memory {text[:_SHOWN]!r}", "Somebody has forgotten it here.")

    def _keep_others(
        self, scope: Scope, brought: Sequence[ForeignMemory], error: ShowbibleError, *, made_by: str
    ) -> None:
        """One that cannot be kept does not keep the others from coming."""
        if len(brought) == 1:
            self.tally.skip(brought[0].place, error)
            return
        for each in brought:
            self._keep(scope, [each], made_by=made_by)

    def say(self, turns: Sequence[ForeignTurn], *, character_id: str, user_id: str, session_id: str) -> None:
        """What was said word for word; what it teaches is worked out here, in the background."""
        if not turns:
            return
        try:
            self.conversations.start(character_id, user_id=user_id, session_id=session_id)
        except Conflict:
            self.tally.count("conversations", is_new=False)
        else:
            self.tally.count("conversations", is_new=True)
        for number, turn in enumerate(turns, start=1):
            self._say(turn, session_id)
            self.progress("exchanges", number, len(turns))

    def _say(self, turn: ForeignTurn, session_id: str) -> None:
        exchange_id = mark(session_id, str(turn.at), *(text for pair in turn.messages for text in pair))
        is_new = find_exchange(self.conversations.db, session_id, exchange_id) is None
        try:
            self.conversations.say(session_id, turn.messages, exchange_id=exchange_id, at=turn.at)
        except ShowbibleError as error:
            self.tally.skip(turn.place, error)
        else:
            self.tally.count("exchanges", is_new=is_new)


def own_id(kind: str, told: str) -> str:
    """An id of ours for another program's: the same if it can be one, else its letters with a mark of its own."""
    try:
        return checked_id(kind, told)
    except Invalid:
        # Without the mark a@b.c and a-b-c would be one user, who reads what the other has told.
        return f"{id_for(told)[:60] or kind}-{mark(told)}"


def mark(*words: str) -> str:
    """What is the same for the same words, and for no others."""
    return sha256("\x1f".join(words).encode()).hexdigest()[:24]
