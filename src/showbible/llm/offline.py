"""Answers without any model."""

from __future__ import annotations

import time

from showbible.llm.client import RULE, Answer, Answered, AnswerOutcome, Call, Note, Prompt, tell
from showbible.vocabulary import utcnow


class Offline:
    """Every prompt's own rule, and nothing that costs money."""

    name = RULE

    def __init__(self, *, note: Note | None = None) -> None:
        self._note = note

    def ask(self, prompt: Prompt[Answer], /, **facts: object) -> Answered[Answer]:
        """What the rule knows."""
        at, started = utcnow(), time.monotonic()
        value = prompt.by_rule(**facts)
        spent = round((time.monotonic() - started) * 1000)
        tell(self._note, Call(prompt=prompt.name, model=RULE, outcome=AnswerOutcome.OFFLINE, milliseconds=spent, at=at))
        return Answered(value=value, made_by=RULE, outcome=AnswerOutcome.OFFLINE)
