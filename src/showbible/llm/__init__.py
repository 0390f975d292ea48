"""Intelligence with and without a model."""

from showbible.llm.client import LLM, Answered, Call, Guarded, Outcome, Prompt
from showbible.llm.offline import Offline
from showbible.llm.providers import ModelLLM, connect
from showbible.llm.record import forget_calls, record_call

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
    "forget_calls",
    "record_call",
]
