"""What the director found in an exchange, stored in one piece and once."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, field, replace
from typing import Final

from showbible.conversations.model import Beat, Conversation, Evaluation, Exchange, HookDraft, MemoryDraft, Scope
from showbible.conversations.recall import talks
from showbible.conversations.recall.talks import Failure
from showbible.conversations.record import bonds, hook_corrections, hooks, memories, replacing
from showbible.conversations.record.hook_corrections import HookMove
from showbible.conversations.record.memory_store import Origin
from showbible.conversations.record.replacing import Replacement
from showbible.conversations.record.talks import held
from showbible.errors import Damaged, DiskFull, TryLater
from showbible.reading.model import SentenceReading
from showbible.storage.database import Database
from showbible.values import frozen

EVALUATION: Final = "evaluation"
MEMORIES: Final = "memories"
HOOKS: Final = "hooks"
STEPS: Final = (EVALUATION, MEMORIES, HOOKS)
"""The steps of the director, in their order; the second gives the memories and the beat."""


@frozen
class ExchangeResult:
    """What came of the steps that were taken; a step that failed left None and is missing."""

    evaluation: Evaluation | None = None
    noticed: Sequence[MemoryDraft] | None = None
    beat: Beat | None = None
    planned: Sequence[HookDraft] | None = None
    moved: tuple[HookMove, ...] = ()
    replaced: tuple[Replacement, ...] = ()
    readings: Mapping[str, SentenceReading] = field(default_factory=dict)
    names: Mapping[str, str] = field(default_factory=dict)
    made_by: dict[str, str] = field(default_factory=dict)
    missing: tuple[str, ...] = ()
    failures: tuple[Failure, ...] = ()

    def failed(self, step: str, error: str) -> ExchangeResult:
        """The same, with a step that must be taken again."""
        missing = tuple(each for each in STEPS if each == step or each in self.missing)
        return replace(self, missing=missing, failures=(*self.failures, Failure(step=step, error=error)))


def store(db: Database, exchange: Exchange, outcome: ExchangeResult) -> bool:
    """Keep what was found in the next exchange of a conversation; one that is not next any more is left alone."""
    with db.transaction():
        talk = held(db, exchange.session_id)
        if talk.processed != exchange.position - 1:
            return False
        _keep(db, talk, exchange, outcome)
        db.run(
            "UPDATE conversations SET processed = :position WHERE session_id = :session_id",
            position=exchange.position,
            session_id=exchange.session_id,
        )
    return True


def mend(db: Database, exchange: Exchange, outcome: ExchangeResult) -> None:
    """Keep what steps found that had failed before; what another has mended meanwhile is left alone."""
    with db.transaction():
        talk = held(db, exchange.session_id)
        if talks.exchange(db, exchange.session_id, exchange.exchange_id).missing == exchange.missing:
            _keep(db, talk, exchange, outcome)


def _keep(db: Database, talk: Conversation, exchange: Exchange, outcome: ExchangeResult) -> None:
    """Each part by itself: one that cannot be stored leaves the others alone."""
    known = talks.directed(db, exchange.session_id, exchange.exchange_id)
    made = {MEMORIES: [each.memory_id for each in known.memories], HOOKS: [each.hook_id for each in known.hooks]}
    piece = _Piece(talk=talk, exchange=exchange, outcome=outcome)
    for step, part in _PARTS:
        try:
            with db.transaction():
                made[step] += part(db, piece)
        except (TryLater, DiskFull, Damaged):
            raise
        except Exception as error:
            outcome = outcome.failed(step, reason(error))
    _note(db, exchange, outcome, made={step: list(dict.fromkeys(ids)) for step, ids in made.items()})


def reason(error: Exception) -> str:
    """Why a step failed, for a person to read."""
    return f"{type(error).__name__}: {error}"[:500]


@frozen
class _Piece:
    """An exchange with what was found in it."""

    talk: Conversation
    exchange: Exchange
    outcome: ExchangeResult

    @property
    def scope(self) -> Scope | None:
        return self.talk.scope

    def origin(self, step: str) -> Origin:
        return Origin.of(self.talk, self.exchange, made_by=self.outcome.made_by[step])


def _memories(db: Database, piece: _Piece) -> list[str]:
    scope, outcome = piece.scope, piece.outcome
    if scope is None or outcome.noticed is None:
        return []
    kept = memories.keep(db, scope, outcome.noticed, piece.origin(MEMORIES))
    told_by = {line: each.memory_id for each in kept for line in each.rests_on}
    replacing.replace_these(db, scope, outcome.replaced, told_by=told_by)
    replacing.keep_readings(db, outcome.readings)
    replacing.keep_names(db, scope, outcome.names)
    return [each.memory_id for each in kept]


def _beat(db: Database, piece: _Piece) -> list[str]:
    if piece.scope is not None and piece.outcome.beat is not None:
        made_by = piece.outcome.made_by[MEMORIES]
        bonds.feel(db, piece.scope, piece.talk, piece.exchange, beat=piece.outcome.beat, made_by=made_by)
    return []


def _hooks(db: Database, piece: _Piece) -> list[str]:
    scope, outcome = piece.scope, piece.outcome
    if scope is None or outcome.planned is None:
        return []
    session_id = piece.exchange.session_id
    moved = [hook_corrections.move(db, each, user_id=scope.user_id, session_id=session_id) for each in outcome.moved]
    made = hooks.keep(db, scope, outcome.planned, piece.origin(HOOKS))
    return [each.hook_id for each in (*moved, *made) if each is not None]


_PARTS: Final[tuple[tuple[str, Callable[[Database, _Piece], list[str]]], ...]] = (
    (MEMORIES, _memories),
    (MEMORIES, _beat),
    (HOOKS, _hooks),
)


def _note(db: Database, exchange: Exchange, outcome: ExchangeResult, *, made: Mapping[str, Sequence[str]]) -> None:
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
        memory_ids=json.dumps(made[MEMORIES]),
        hook_ids=json.dumps(made[HOOKS]),
        missing=json.dumps(outcome.missing),
        failures=json.dumps([asdict(each) for each in outcome.failures]),
    )
