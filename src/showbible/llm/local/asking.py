"""A model in a file of one's own, held to its time, its size and the shape of its answer."""

from __future__ import annotations

from importlib import util
from pathlib import Path
from typing import Any, Final

from showbible.errors import Misconfigured, ShowbibleError
from showbible.llm import answering
from showbible.llm.answering import Usage
from showbible.llm.client import Answer, Answered, AnswerOutcome, Note, Prompt
from showbible.llm.local import gguf
from showbible.llm.local.engine import Engine
from showbible.settings import Settings
from showbible.values import frozen

PROVIDER: Final = "local"
_REPAIR: Final = "{flaw} Answer once more, with all of it."


@frozen
class TokenCount:
    """What one answer of a local model took."""

    input_tokens: int
    output_tokens: int


class LocalLLM:
    """A model that answers in time and in shape, or else the prompt's rule does."""

    def __init__(self, engine: Engine, *, timeout: float, note: Note | None = None) -> None:
        self.name = f"{PROVIDER}:{engine.file.path.name}"
        self._engine = engine
        self._timeout = timeout
        self._note = note

    def ask(self, prompt: Prompt[Answer], /, **facts: object) -> Answered[Answer]:
        """The model's answer, repaired once if need be, or the rule's and the reason."""

        def reason(error: Exception) -> str:
            words = answering.plain_reason(error, answer=prompt.answer, seconds=self._timeout)
            return words or f"The model gave no usable answer ({type(error).__name__})."

        return answering.ask(
            prompt,
            facts,
            model=self.name,
            note=self._note,
            converse=lambda question, spent: self._converse(prompt, question, spent),
            reason=reason,
        )

    def _converse(self, prompt: Prompt[Answer], question: str, spent: list[Usage]) -> Answered[Answer]:
        defused = self._engine.file.defused
        messages = [_message("user", defused(f"{_shape(prompt)}\n\n{question}"))]
        with self._engine.turn(seconds=self._timeout) as until:
            text = self._text(messages, prompt, spent, until=until)
            flaw = self._flaw(prompt, text)
            if flaw is not None:
                messages += [_message("assistant", defused(text)), _message("user", _REPAIR.format(flaw=flaw))]
                text = self._text(messages, prompt, spent, until=until)
        outcome = AnswerOutcome.ANSWERED if flaw is None else AnswerOutcome.REPAIRED
        return Answered(value=_checked(prompt, text), made_by=f"model:{self.name}", outcome=outcome)

    def _text(self, messages: list[dict[str, str]], prompt: Prompt[Answer], spent: list[Usage], *, until: float) -> str:
        schema = _with_every_field(prompt.answer.model_json_schema())
        reply = self._engine.answer(messages, schema=schema, until=until)
        spent.append(TokenCount(input_tokens=reply.tokens_in, output_tokens=reply.tokens_out))
        return reply.text

    def _flaw(self, prompt: Prompt[Answer], text: str) -> str | None:
        from pydantic import ValidationError

        try:
            _checked(prompt, text)
        except (ValidationError, ShowbibleError) as error:
            return answering.plain_reason(error, answer=prompt.answer, seconds=self._timeout)
        return None


def engine(settings: Settings) -> Engine:
    """The model in the file that the settings name, not yet loaded; refuses one that could never answer."""
    assert settings.model is not None
    if not util.find_spec("xllamacpp"):
        raise Misconfigured("SHOWBIBLE_MODEL=local:... needs one more package: pip install 'showbible[local]'.")
    path = Path(settings.model.removeprefix(f"{PROVIDER}:"))
    return Engine(gguf.read(path), context=settings.model_context)


def is_local(model: str) -> bool:
    """Whether a model is named by a file."""
    return model.startswith(f"{PROVIDER}:")


def _shape(prompt: Prompt[Answer]) -> str:
    # To the user's words: some models take none from a system.
    names = ", ".join(f"`{name}`" for name in prompt.answer.model_fields)
    return f"Answer with one JSON object, on one line: {names}."


def _with_every_field(schema: Any) -> Any:
    """The schema of answers that leave no field away: otherwise leaving all away would be an answer."""
    if isinstance(schema, list):
        return [_with_every_field(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    whole = {name: _with_every_field(each) for name, each in schema.items()}
    return {**whole, "required": list(schema["properties"])} if isinstance(schema.get("properties"), dict) else whole


def _checked(prompt: Prompt[Answer], text: str) -> Answer:
    value = prompt.answer.model_validate_json(text)
    answering.check_storable(value.model_dump())
    return value


def _message(role: str, content: str) -> dict[str, str]:
    return {"role": role, "content": content}
