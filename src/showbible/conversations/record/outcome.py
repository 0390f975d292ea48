"""What the director found in an exchange, stored in one piece and once."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from typing import Final

from showbible.conversations.model import Beat, Evaluation, Exchange, Failure, Noticed, Planned
from showbible.conversations.recall import talks
from showbible.conversations.record import bonds, hooks, memories
from showbible.conversations.record.memories import Source
from showbible.storage.database import Database

EVALUATION: Final = "evaluation"
MEMORIES: Final = "memories"
HOOKS: Final = "hooks"
STEPS: Final = (EVALUATION, MEMORIES, HOOKS)


@dataclass(frozen=True, kw_only=True)
class Outcome:
    """What came of the steps that were taken; a step that failed left None and is missing."""

    evaluation: Evaluation | None = None
    noticed: Sequence[Noticed] | None = None
    beat: Beat | None = None
    planned: Sequence[Planned] | None = None
    made_by: dict[str, str] = field(default_factory=dict)
    missing: tuple[str, ...] = ()
    failures: tuple[Failure, ...] = ()


def store(db: Database, exchange: Exchange, outcome: Outcome) -> bool:
    """Keep what was found in the next exchange of a conversation; one that is not next any more is left alone."""
    with db.transaction():
        db.hold(f"conversation:{exchange.session_id}")
        talk = talks.conversation(db, exchange.session_id)
        if talk.processed != exchange.position - 1:
            return False
        _keep(db, exchange, outcome)
        db.run(
            "UPDATE conversations SET processed = :position WHERE session_id = :session_id",
            position=exchange.position,
            session_id=exchange.session_id,
        )
    return True


def mend(db: Database, exchange: Exchange, outcome: Outcome) -> None:
    """Keep what steps found that had failed before; steps that another has mended meanwhile are left alone."""
    with db.transaction():
        db.hold(f"conversation:{exchange.session_id}")
        if talks.exchange(db, exchange.session_id, exchange.exchange_id).missing == exchange.missing:
            _keep(db, exchange, outcome)


def _keep(db: Database, exchange: Exchange, outcome: Outcome) -> None:
    talk = talks.conversation(db, exchange.session_id)
    scope = talk.scope
    known = talks.directed(db, exchange.session_id, exchange.exchange_id)
    memory_ids = [each.memory_id for each in known.memories]
    hook_ids = [each.hook_id for each in known.hooks]
    if scope is not None and outcome.noticed is not None:
        kept = memories.keep(db, scope, outcome.noticed, _source(exchange, outcome, MEMORIES))
        memory_ids += [each.memory_id for each in kept if each.memory_id not in memory_ids]
    if scope is not None and outcome.beat is not None:
        bonds.feel(db, scope, talk, exchange, beat=outcome.beat, made_by=outcome.made_by[MEMORIES])
    if scope is not None and outcome.planned is not None:
        made = hooks.keep(db, scope, outcome.planned, _source(exchange, outcome, HOOKS))
        hook_ids += [each.hook_id for each in made if each.hook_id not in hook_ids]
    _note(db, exchange, outcome, memory_ids=memory_ids, hook_ids=hook_ids)


def _note(
    db: Database, exchange: Exchange, outcome: Outcome, *, memory_ids: Sequence[str], hook_ids: Sequence[str]
) -> None:
    db.run(
        """
        UPDATE exchanges
           SET evaluation = COALESCE(CAST(:evaluation AS TEXT), evaluation), beat = COALESCE(CAST(:beat AS TEXT), beat),
               memory_ids = :memory_ids, hook_ids = :hook_ids, missing = :missing, failures = :failures
         WHERE session_id = :session_id AND position = :position
        """,
        session_id=exchange.session_id,
        position=exchange.position,
        evaluation=json.dumps(asdict(outcome.evaluation)) if outcome.evaluation else None,
        beat=json.dumps(asdict(outcome.beat)) if outcome.beat else None,
        memory_ids=json.dumps(memory_ids),
        hook_ids=json.dumps(hook_ids),
        missing=json.dumps(outcome.missing),
        failures=json.dumps([asdict(each) for each in outcome.failures]),
    )


def _source(exchange: Exchange, outcome: Outcome, step: str) -> Source:
    return Source(
        made_by=outcome.made_by[step],
        at=exchange.at,
        session_id=exchange.session_id,
        exchange_id=exchange.exchange_id,
        recorded_at=exchange.recorded_at,
    )
