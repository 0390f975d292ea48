"""Strands Agents itself: the one place that imports it, and that says what to install where it is missing."""

from __future__ import annotations

from showbible.errors import Misconfigured

try:
    from strands import Agent, tool
    from strands.hooks.events import (
        AfterInvocationEvent,
        AfterModelCallEvent,
        AfterMultiAgentInvocationEvent,
        AfterNodeCallEvent,
        AfterToolCallEvent,
        BeforeInvocationEvent,
        BeforeMultiAgentInvocationEvent,
        BeforeNodeCallEvent,
        BeforeToolCallEvent,
    )
    from strands.hooks.registry import HookOrder
    from strands.injection import InjectionContext
    from strands.memory import MemoryEntry, MemoryStore
    from strands.memory.extraction.types import ExtractionConfig
    from strands.memory.types import AddMessagesContext, Metadata, SearchOptions
    from strands.models.model import Model
    from strands.multiagent.base import MultiAgentBase, NodeResult, Status
    from strands.multiagent.graph import Graph
    from strands.plugins import MultiAgentPlugin, Plugin
    from strands.session.snapshot_session_manager import SnapshotSessionManager
    from strands.storage.storage import Storage
    from strands.types.content import Message, Messages
    from strands.types.exceptions import StorageError
    from strands.types.streaming import StreamEvent
    from strands.types.tools import AgentTool
    from strands.vended_plugins.context_injector import ContextInjector
except ModuleNotFoundError as error:
    if error.name is None or error.name.partition(".")[0] != "strands":
        raise
    raise Misconfigured("Strands Agents is not installed: pip install 'showbible[strands]'.") from None

__all__ = [
    "AddMessagesContext",
    "AfterInvocationEvent",
    "AfterModelCallEvent",
    "AfterMultiAgentInvocationEvent",
    "AfterNodeCallEvent",
    "AfterToolCallEvent",
    "Agent",
    "AgentTool",
    "BeforeInvocationEvent",
    "BeforeMultiAgentInvocationEvent",
    "BeforeNodeCallEvent",
    "BeforeToolCallEvent",
    "ContextInjector",
    "ExtractionConfig",
    "Graph",
    "HookOrder",
    "InjectionContext",
    "MemoryEntry",
    "MemoryStore",
    "Message",
    "Messages",
    "Metadata",
    "Model",
    "MultiAgentBase",
    "MultiAgentPlugin",
    "NodeResult",
    "Plugin",
    "SearchOptions",
    "SnapshotSessionManager",
    "Status",
    "Storage",
    "StorageError",
    "StreamEvent",
    "tool",
]
