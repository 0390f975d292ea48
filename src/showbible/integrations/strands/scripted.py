"""A model that answers from a script, to try an agent or a graph without any provider."""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator, AsyncIterator, Iterator
from dataclasses import field
from typing import Any, TypeVar

from pydantic import BaseModel

from showbible.errors import Invalid
from showbible.integrations.strands.library import Messages, Model, StreamEvent
from showbible.values import frozen

Answer = TypeVar("Answer", bound=BaseModel)


@frozen
class ToolWish:
    """An answer that asks for a tool."""

    tool: str
    arguments: dict[str, Any] = field(default_factory=dict)


class ScriptedModel(Model):
    """Gives its answers one after the other, and counts the same tokens for each."""

    def __init__(
        self, *answers: str | ToolWish, model_id: str = "scripted", input_tokens: int = 100, output_tokens: int = 20
    ) -> None:
        self._answers = iter(answers)
        self._config: dict[str, Any] = {"model_id": model_id}
        self._usage = {
            "inputTokens": input_tokens,
            "outputTokens": output_tokens,
            "totalTokens": input_tokens + output_tokens,
        }
        self.heard: list[Messages] = []
        """What it was told, call by call."""

    def update_config(self, **model_config: Any) -> None:
        """Change what it says of itself."""
        self._config |= model_config

    def get_config(self) -> dict[str, Any]:
        """What it says of itself."""
        return self._config

    async def stream(self, messages: Messages, *_args: Any, **_kwargs: Any) -> AsyncIterator[StreamEvent]:
        """The next answer, as a provider would send it."""
        self.heard.append(messages)
        for event in self._events(self._next()):
            yield event

    async def structured_output(
        self, output_model: type[Answer], prompt: Messages, system_prompt: str | None = None, **_kwargs: Any
    ) -> AsyncGenerator[dict[str, Answer | Any], None]:
        """The next answer, which must be JSON of this shape."""
        self.heard.append(prompt)
        answer = self._next()
        if isinstance(answer, ToolWish):
            raise Invalid("The script asks for a tool where an answer in shape is due.")
        yield {"output": output_model.model_validate_json(answer)}

    def _next(self) -> str | ToolWish:
        answer = next(self._answers, None)
        if answer is None:
            raise Invalid("The script has no more answers.")
        return answer

    def _events(self, answer: str | ToolWish) -> Iterator[StreamEvent]:
        yield {"messageStart": {"role": "assistant"}}
        if isinstance(answer, str):
            yield {"contentBlockDelta": {"delta": {"text": answer}}}
        else:
            name = f"call-{len(self.heard)}"
            yield {"contentBlockStart": {"start": {"toolUse": {"name": answer.tool, "toolUseId": name}}}}
            yield {"contentBlockDelta": {"delta": {"toolUse": {"input": json.dumps(answer.arguments)}}}}
        yield {"contentBlockStop": {}}
        yield {"messageStop": {"stopReason": "end_turn" if isinstance(answer, str) else "tool_use"}}
        yield {"metadata": {"usage": self._usage, "metrics": {"latencyMs": 1}}}  # type: ignore[typeddict-item]
