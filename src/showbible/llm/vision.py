"""A model that can look at pictures, held to the same rules as one that reads."""

from __future__ import annotations

from typing import Any, Protocol

from showbible.llm.answering import Usage
from showbible.llm.client import Answer, Answered, ModelGuard, Note, Prompt
from showbible.llm.offline import Offline
from showbible.llm.providers import Endpoint, ModelLLM
from showbible.settings import Settings


class PictureViewer(Protocol):
    """Whoever answers a prompt about a picture."""

    @property
    def name(self) -> str:
        """`provider:name` of the model, or `rule`."""

    def view(self, prompt: Prompt[Answer], jpeg: bytes, /, **facts: object) -> Answered[Answer]:
        """A valid answer, always: the rule's where the model gives none."""


class Blind:
    """Nobody looks: every prompt is answered by its rule."""

    name = Offline.name

    def view(self, prompt: Prompt[Answer], jpeg: bytes, /, **facts: object) -> Answered[Answer]:
        """What the rule knows."""
        return Offline().ask(prompt, **facts)


class Sighted(ModelLLM):
    """A model that is shown a picture with each question."""

    def view(self, prompt: Prompt[Answer], jpeg: bytes, /, **facts: object) -> Answered[Answer]:
        """The model's answer, repaired once if need be, or the rule's and the reason."""
        return _Showing(
            self.name, output=self._output, timeout=self._timeout, note=self._note, endpoint=self._endpoint, jpeg=jpeg
        ).ask(prompt, **facts)


class _Showing(ModelLLM):
    """A model with one picture before it."""

    def __init__(self, name: str, *, jpeg: bytes, **options: Any) -> None:
        super().__init__(name, **options)
        self._jpeg = jpeg

    async def _converse(self, prompt: Prompt[Answer], question: Any, *, spent: list[Usage]) -> Answered[Answer]:
        from pydantic_ai import BinaryContent

        shown = [question, BinaryContent(data=self._jpeg, media_type="image/jpeg")]
        return await super()._converse(prompt, shown, spent=spent)  # type: ignore[arg-type]


class Careful(ModelGuard[PictureViewer]):
    """A viewer behind its guard."""

    def view(self, prompt: Prompt[Answer], jpeg: bytes, /, **facts: object) -> Answered[Answer]:
        """The viewer's answer."""
        return self.passed(prompt).view(prompt, jpeg, **facts)


def sight(settings: Settings, *, note: Note | None = None, endpoint: Endpoint | None = None) -> PictureViewer:
    """The vision model that the settings name, or nobody."""
    if settings.vision_model is None:
        return Blind()
    return Sighted(
        settings.vision_model,
        output=settings.model_output,
        timeout=settings.model_timeout,
        note=note,
        endpoint=endpoint,
    )
