"""The director's preferences before a planning agent or tool: as data, for the tool at hand, never in its history."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Final

from showbible.bible import Bible
from showbible.direction.recall.block import Block
from showbible.direction.recall.tools import Tool, tool_named
from showbible.errors import DiskFull, TryLater
from showbible.integrations.strands.library import (
    Agent,
    BeforeToolCallEvent,
    ContextInjector,
    InjectionContext,
    Messages,
)
from showbible.quoting import MARK_BEGIN, MARK_END
from showbible.runs.model import MuteKind
from showbible.runs.recall.mutes import muted
from showbible.vocabulary import PROSE_LIMIT

PREFERENCES: Final = "preference_blocks"
"""Where a planning tool finds its block in the state of the invocation, by its own name."""


class PreferenceInjector(ContextInjector):
    """Lays a project's preference block before an agent that works as a planning tool, and before planning tools.

    The agent's block is that of `tool`, or of the tool it is called after. A planning tool that an agent calls finds
    the block of its own in the state of the invocation, under `preference_blocks`. What was told for a scene is
    noted, so that a yes to it teaches nothing.
    """

    def __init__(
        self,
        bible: Bible,
        project_id: str,
        *,
        tool: str | None = None,
        scene: str | None = None,
        run_id: str | None = None,
    ) -> None:
        super().__init__(self._content, name=f"showbible:preferences:{project_id}", trigger="everyTurn")
        self._bible = bible
        self._project_id = project_id
        self._tool = None if tool is None else tool_named(tool)
        self._scene = scene
        self._run_id = run_id
        self._noted: set[tuple[str, tuple[str, ...]]] = set()

    def init_agent(self, agent: Agent) -> None:
        """Stand before the agent's model and its tools."""
        super().init_agent(agent)
        agent.add_hook(self._before_tool, BeforeToolCallEvent)

    async def _content(self, context: InjectionContext) -> str | None:
        chosen = self._tool or _tool(context.agent.name)
        return None if chosen is None else await asyncio.to_thread(self.text, chosen, _request(context.messages))

    async def _before_tool(self, event: BeforeToolCallEvent) -> None:
        chosen = _tool(event.tool_use["name"])
        if chosen is not None:
            text = await asyncio.to_thread(self.text, chosen, _request(event.agent.messages))
            event.invocation_state.setdefault(PREFERENCES, {})[chosen.value] = text

    def text(self, tool: Tool, steering: str | None = None) -> str | None:
        """The block for a tool, between marks that tell what was remembered; None while there is no profile."""
        silent = muted(self._bible.db, self._run_id, MuteKind.CARD) if self._run_id else frozenset()
        direction = self._bible.direction(self._project_id)
        block = direction.block(tool, scene=self._scene, steering=steering, muted=silent)
        if block is None:
            return None
        self._note(tool, block)
        return f"{MARK_BEGIN}\n{block.prompt}\n{MARK_END}"

    def _note(self, tool: Tool, block: Block) -> None:
        """Say once with which cards a tool works."""
        cards = tuple(card.card_id for card in block.cards)
        if cards and (tool, cards) not in self._noted:
            direction = self._bible.direction(self._project_id)
            with suppress(TryLater, DiskFull):  # the answer matters more than the note
                direction.used(tool, scene=self._scene, card_ids=cards, run_id=self._run_id)
                self._noted.add((tool, cards))


def _tool(name: str) -> Tool | None:
    return next((tool for tool in Tool if tool == name), None)


def _request(messages: Messages) -> str | None:
    """What the user asks for now, which counts more than any card."""
    for message in reversed(messages):
        text = "\n".join(block["text"] for block in message["content"] if "text" in block).strip()
        if message["role"] == "user" and text:
            return text.replace("\x00", " ").encode(errors="replace")[:PROSE_LIMIT].decode(errors="ignore")
    return None
