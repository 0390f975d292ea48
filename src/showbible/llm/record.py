"""Keep what was asked of models, and how it went."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Final

from showbible.llm.client import Call
from showbible.storage.aging import AgingRows
from showbible.vocabulary import new_id, stamp

if TYPE_CHECKING:
    from showbible.storage.database import Database


def record_call(db: Database, call: Call) -> None:
    """Keep a call in the workspace."""
    with db.transaction():
        db.run(
            """
            INSERT INTO model_calls
                   (call_id, prompt, model, outcome, error, milliseconds, tokens_in, tokens_out, called_at)
            VALUES (:call_id, :prompt, :model, :outcome, :error, :milliseconds, :tokens_in, :tokens_out, :called_at)
            """,
            call_id=new_id(),
            prompt=call.prompt,
            model=call.model,
            outcome=call.outcome.value,
            error=call.error,
            milliseconds=call.milliseconds,
            tokens_in=call.tokens_in,
            tokens_out=call.tokens_out,
            called_at=stamp(call.at),
        )


def forget_calls(db: Database, *, before: datetime, most: int) -> int:
    """Remove calls made before a moment, at most so many; gives how many went."""
    return _CALLS.forget(db, before=before, most=most)


_CALLS: Final = AgingRows(table="model_calls", key="call_id", since="called_at")
