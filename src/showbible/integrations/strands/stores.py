"""Memory stores for the memory manager of Strands: what characters know of users, and what a project knows."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from hashlib import sha256
from typing import Any, Final

from showbible.bible import Bible
from showbible.conversations.model import MESSAGE_LIMIT, MOST_MESSAGES, Memory, MemoryType, Role, Scope
from showbible.conversations.recall import memories
from showbible.conversations.recall.relevant import Recalled
from showbible.errors import Conflict, NotFound
from showbible.integrations.strands.library import (
    AddMessagesContext,
    AgentTool,
    ExtractionConfig,
    MemoryEntry,
    MemoryStore,
    Message,
    Metadata,
    SearchOptions,
    tool,
)
from showbible.vocabulary import LOCAL_USER, new_id, rfc3339

A_FEW: Final = 5
Turn = list[tuple[int, Role, str]]
"""What was said from one word of the user to the next: numbers, roles and texts."""


class CharacterStore(MemoryStore):
    """What a character knows of a user, in a series or in free chat.

    Adding the same twice remembers it once. Messages are kept as exchanges of a conversation, and what they say is
    distilled as everywhere in the studio: by the configured model, or by the rules without one.
    """

    max_search_results = A_FEW
    writable = True

    def __init__(
        self,
        bible: Bible,
        *,
        character_id: str,
        user_id: str = LOCAL_USER,
        series_id: str | None = None,
        session_id: str | None = None,
        name: str | None = None,
        extraction: ExtractionConfig | bool = True,
    ) -> None:
        self.name = name or character_id
        self.description = f"What {character_id} knows of the user {user_id} from earlier conversations."
        self.extraction = extraction
        self._bible = bible
        self._character_id = character_id
        self._session_id = session_id or new_id()
        self._life = new_id()
        self._scope = Scope(user_id=user_id, character_id=character_id, series_id=series_id)

    async def search(self, query: str, options: SearchOptions | None = None) -> list[MemoryEntry]:
        """The memories that answer a plain sentence, best first."""
        most = (options or {}).get("max_search_results") or A_FEW
        found = await asyncio.to_thread(self._bible.conversations.recall, self._scope, query, limit=most)
        return [_entry(each) for each in found]

    async def add(self, content: str, metadata: Metadata | None = None) -> str:
        """Remember a text, of the `type` that its metadata says; gives the memory's id."""
        kind = str((metadata or {}).get("type") or MemoryType.FACT)
        return (await asyncio.to_thread(self._add, content, kind)).memory_id

    async def add_messages(self, messages: list[Message], context: AddMessagesContext | None = None) -> None:
        """Keep what was said, and distil it; a batch that comes again has no second effect."""
        numbers = context.sequence_numbers if context is not None else None
        turns = _turns(messages, numbers or list(range(len(messages))))
        await asyncio.to_thread(self._keep, list(turns))

    def get_tools(self) -> list[AgentTool]:
        """A tool that tells what the character wanted to come back to."""
        return [tool(name=f"{self.name}_open_hooks", description=_HOOKS)(self._open_hooks)]

    def _open_hooks(self) -> list[dict[str, Any]]:
        """What to come back to."""
        hooks = self._bible.conversations.open_hooks(self._scope, limit=A_FEW)
        return [{"content": each.content, "due": each.due_at and rfc3339(each.due_at)} for each in hooks]

    def _add(self, content: str, kind: str) -> Memory:
        known = memories.same_words(self._bible.db, self._scope, content)
        return known or self._bible.conversations.remember(self._scope, kind, content)

    def _keep(self, turns: Sequence[Turn]) -> None:
        talks = self._bible.conversations
        self._begin()
        for turn in turns:
            said = [(role, text) for _, role, text in turn]
            exchange_id = f"{self._life}-{turn[0][0]}-{turn[-1][0]}-{_mark(said)}"
            kept = talks.say(self._session_id, said, exchange_id=exchange_id)
            talks.direct(self._session_id, kept.exchange_id)

    def _begin(self) -> None:
        """The conversation in which all is said, begun with the first word."""
        talks, scope = self._bible.conversations, self._scope
        try:
            talks.get(self._session_id)
        except NotFound:
            with suppress(Conflict):  # somebody else was quicker
                talks.start(
                    self._character_id,
                    user_id=scope.user_id,
                    series_id=scope.series_id,
                    session_id=self._session_id,
                )


class ProjectStore(MemoryStore):
    """What all memories know for a project: its runs, lessons, assets and direction; read-only."""

    max_search_results = A_FEW
    writable = False
    extraction = None

    def __init__(self, bible: Bible, project_id: str, *, user_id: str = LOCAL_USER, name: str | None = None) -> None:
        bible.projects.get(project_id)
        self.name = name or project_id
        self.description = f"What the studio knows of the project {project_id}: assets, runs, lessons, direction."
        self._bible = bible
        self._project_id = project_id
        self._user_id = user_id

    async def search(self, query: str, options: SearchOptions | None = None) -> list[MemoryEntry]:
        """What each memory tells, within the usual budget; its receipt says why."""
        most = (options or {}).get("max_search_results") or A_FEW
        brief = await asyncio.to_thread(self._bible.recall, query, project=self._project_id, user=self._user_id)
        return [
            MemoryEntry(content=part.text, metadata={"memory": part.memory.value, "receipt_id": brief.receipt_id})
            for part in brief.parts[:most]
        ]


_HOOKS: Final = "What you wanted to come back to with this user, due things first."


def _entry(found: Recalled) -> MemoryEntry:
    memory = found.memory
    facts = {
        "memory_id": memory.memory_id,
        "type": memory.type.value,
        "said_at": rfc3339(memory.said_at),
        "speaker": memory.speaker,
        "why": found.why,
    }
    return MemoryEntry(content=memory.text, metadata={name: each for name, each in facts.items() if each is not None})


def _turns(messages: Iterable[Message], numbers: Sequence[int]) -> Iterator[Turn]:
    """Messages as turns, each from a word of the user on; what has no words is left out."""
    turn: Turn = []
    for number, message in zip(numbers, messages, strict=True):
        text = "\n".join(block["text"] for block in message["content"] if "text" in block).strip()
        role = Role(message["role"])
        if turn and (role is Role.USER or len(turn) == MOST_MESSAGES):
            yield turn
            turn = []
        if text:
            turn.append((number, role, _shortened(text)))
    if turn:
        yield turn


def _shortened(text: str) -> str:
    """A text as long as a conversation keeps one."""
    return text.replace("\\x00", " ").encode(errors="replace")[:MESSAGE_LIMIT].decode(errors="ignore")


def _mark(said: Sequence[tuple[str, str]]) -> str:
    """What tells two turns apart that have the same numbers in two lives of one session."""
    return sha256(repr(said).encode()).hexdigest()[:12]
