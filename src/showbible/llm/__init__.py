"""Intelligence with and without a model."""

from showbible.llm.client import LLM, Answered, Call, Guarded, Outcome, Prompt, record_call
from showbible.llm.offline import Offline
from showbible.llm.providers import ModelLLM, connect

__all__ = [
    "LLM",
    "Answered",
    "Call",
    "Guarded",
    "ModelLLM",
    "Offline",
    "Outcome",
    "Prompt",
    "connect",
    "record_call",
]
