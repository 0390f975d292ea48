"""Hold a model to the shape of its answer, and let the rule answer where it gives none."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Final, Protocol

from showbible.errors import ShowbibleError
from showbible.llm.client import Answer, Answered, AnswerOutcome, Call, Note, Prompt, tell
from showbible.vocabulary import RULE, checked_text, finite, utcnow

if TYPE_CHECKING:
    from pydantic import BaseModel, ValidationError

ANSWER_LIMIT: Final = 1024 * 1024
"""Bytes of an answer that are read."""


class Usage(Protocol):
    """What one run of a model has read and written so far."""

    @property
    def input_tokens(self) -> int:
        """The tokens of what was asked."""

    @property
    def output_tokens(self) -> int:
        """The tokens of what was answered."""


def ask(
    prompt: Prompt[Answer],
    facts: Mapping[str, object],
    *,
    model: str,
    note: Note | None,
    converse: Callable[[str, list[Usage]], Answered[Answer]],
    reason: Callable[[Exception], str],
) -> Answered[Answer]:
    """What a model answers in `converse`, or the rule's answer and the reason; noted either way.

    `converse` puts the usage of each of its runs into the list as the run begins.
    """
    question = prompt.render(**facts)
    at, started = utcnow(), time.monotonic()
    spent: list[Usage] = []
    try:
        answered = converse(question, spent)
    except Exception as error:
        answered = Answered(
            value=prompt.by_rule(**facts), made_by=RULE, outcome=AnswerOutcome.FELL_BACK, error=reason(error)
        )
    call = Call(
        prompt=prompt.name,
        model=model,
        outcome=answered.outcome,
        error=answered.error,
        milliseconds=round((time.monotonic() - started) * 1000),
        tokens_in=sum(usage.input_tokens for usage in spent),
        tokens_out=sum(usage.output_tokens for usage in spent),
        at=at,
    )
    tell(note, call)
    return answered


def check_storable(value: object) -> None:
    """Refuse what the database or the interface cannot hold, however deep it lies in an answer."""
    if isinstance(value, float):
        finite("Every number in the answer", value)
    elif isinstance(value, str):
        checked_text("The answer", value, limit=ANSWER_LIMIT)
    elif isinstance(value, Mapping):
        check_storable([*value.keys(), *value.values()])
    elif isinstance(value, list | tuple | set | frozenset):
        for item in value:
            check_storable(item)


def plain_reason(error: BaseException, *, answer: type[BaseModel], seconds: float) -> str | None:
    """What went wrong, in words that hold nothing of the prompt or the answer; none for a stranger."""
    from pydantic import ValidationError

    if isinstance(error, ShowbibleError):
        return str(error)
    if isinstance(error, TimeoutError):
        return f"The model did not answer within {seconds:g} seconds."
    if isinstance(error, ValidationError):
        return f"The model's answer does not fit: {_misfits(error, answer)}."
    return None


def _misfits(error: ValidationError, answer: type[BaseModel]) -> str:
    # Only our own field names: other places in an answer are named by the model.
    places = [
        (str(flaw["loc"][0]) if flaw["loc"] and flaw["loc"][0] in answer.model_fields else "answer", flaw["type"])
        for flaw in error.errors(include_url=False, include_context=False, include_input=False)
    ]
    return ", ".join(f"{place} ({kind})" for place, kind in dict.fromkeys(places[:5]))
