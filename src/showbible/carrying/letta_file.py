"""An agent file of Letta (.af), of its first form or the one with many agents: blocks, passages and messages."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any, Final

from showbible.carrying.loose import Loose
from showbible.carrying.memory_files import ForeignMemory, ForeignTurn, mark, own_id
from showbible.carrying.report import Tally
from showbible.conversations.model import MOST_MESSAGES, MemoryDraft, MemoryType
from showbible.values import frozen
from showbible.vocabulary import LOCAL_USER

MADE_BY: Final = "model:letta"
PERSONA: Final = "persona"
_PASSAGES: Final = ("passages", "archival_memory", "archival_passages")
_SPEAK: Final = "send_message"
"""The tool by which older agents say something; their own words beside it are thoughts."""


@frozen
class LettaAgent:
    """One agent of a file, with what it remembers of the user."""

    name: str
    told: Loose
    blocks: tuple[Loose, ...]
    passages: tuple[Loose, ...]
    at: datetime | None

    @property
    def character_id(self) -> str:
        """The character that the agent becomes."""
        return own_id("character", self.name)

    @property
    def session_id(self) -> str:
        """The conversation in which all was said."""
        return f"letta-{mark(self.character_id, LOCAL_USER)}"


def is_agent_file(told: Any) -> bool:
    """Whether this is what Letta writes."""
    if not isinstance(told, dict):
        return False
    if isinstance(told.get("agents"), list):
        return "blocks" in told or any("agent_type" in each for each in told["agents"] if isinstance(each, dict))
    return "agent_type" in told and bool({"core_memory", "messages"} & set(told))


def agents(told: dict[str, Any]) -> Iterator[LettaAgent]:
    """The agents of a file."""
    file = Loose(told)
    shared = {each.text("id"): each for each in file.items("blocks")}
    for number, each in enumerate(file.items("agents") if isinstance(told.get("agents"), list) else iter([file])):
        named = [shared[block_id] for block_id in each.words("block_ids") if block_id in shared]
        alone = file if number == 0 else Loose({})
        yield LettaAgent(
            name=each.text("name", "id") or f"agent-{number}",
            told=each,
            blocks=(*named, *each.items("core_memory"), *each.items("memory_blocks")),
            passages=tuple(found for source in _sources(each, alone) for found in source),
            at=each.at("updated_at", "created_at") or file.at("created_at"),
        )


def _sources(agent: Loose, file: Loose) -> Iterator[Iterator[Loose]]:
    """Where an agent's passages may stand; those of the file are told once."""
    for name in _PASSAGES:
        yield agent.items(name)
        if file is not agent:
            yield file.items(name)


def memories(agent: LettaAgent, tally: Tally) -> Iterator[ForeignMemory]:
    """What an agent knows: each line of its blocks, and each passage; what it knows of itself stays there."""
    for block in agent.blocks:
        label = block.text("label") or "block"
        if label == PERSONA:
            tally.skip(f"{agent.name}: block {label}", "It says who the agent is, and nothing of the user.")
            continue
        at = block.at("updated_at", "created_at") or agent.at
        for number, line in enumerate((block.text("value") or "").splitlines(), start=1):
            if any(letter.isalnum() for letter in line):
                yield _memory(agent, f"{agent.name}: block {label}, line {number}", line.strip(), at)
    for number, passage in enumerate(agent.passages):
        place, text = f"{agent.name}: passage {number}", passage.text("text", "content")
        if text is None:
            tally.skip(place, "It says nothing.")
        else:
            yield _memory(agent, place, text, passage.at("created_at") or agent.at)


def _memory(agent: LettaAgent, place: str, text: str, at: datetime | None) -> ForeignMemory:
    draft = MemoryDraft(
        type=MemoryType.FACT,
        text=text,
        memory_id=f"letta-{mark(agent.character_id, text)}",
        at=at,
        speaker=agent.name[:128],
    )
    return ForeignMemory(place=place, user_id=LOCAL_USER, character_id=agent.character_id, draft=draft)


def turns(agent: LettaAgent) -> Iterator[ForeignTurn]:
    """What was said, from one word of the user to the next."""
    messages: list[tuple[str, str]] = []
    place, at = "", None
    for number, each in enumerate(agent.told.items("messages")):
        role, text = _said(each)
        if text is None:
            continue
        if messages and (role == "user" or len(messages) == MOST_MESSAGES):
            yield ForeignTurn(place=place, messages=tuple(messages), at=at)
            messages = []
        if not messages:
            place, at = f"{agent.name}: message {number}", each.at("created_at")
        messages.append((role, text))
    if messages:
        yield ForeignTurn(place=place, messages=tuple(messages), at=at)


def _said(message: Loose) -> tuple[str, str | None]:
    """Who said what to the other; what an agent thinks, and what tools and systems say, is nothing."""
    role = message.text("role") or ""
    if role == "user":
        return role, _unwrapped(_text(message))
    if role != "assistant":
        return role, None
    calls = list(message.items("tool_calls"))
    spoken = [text for call in calls if (text := _spoken(call.inside("function")))]
    return role, "\n".join(spoken) or (None if calls else _text(message))


def _text(message: Loose) -> str | None:
    parts = [part.text("text") for part in message.items("content")]
    return "\n".join(part for part in parts if part) or message.text("content", "text")


def _spoken(function: Loose) -> str | None:
    return _object(function.text("arguments")).text("message") if function.text("name") == _SPEAK else None


def _unwrapped(text: str | None) -> str | None:
    """A user's words, which older files wrap with their time; alarms and logins are nobody's words."""
    wrapped = _object(text)
    kind = wrapped.text("type")
    if kind is None:
        return text
    return wrapped.text("message") if kind == "user_message" else None


def _object(text: str | None) -> Loose:
    try:
        found = json.loads(text or "")
    except (ValueError, RecursionError):
        return Loose({})
    return Loose(found if isinstance(found, Mapping) else {})
