"""The director: the one owner of everything that happens after an exchange.

Evaluate, remember, come back: each step is asked for by itself and may fail by itself. Exchanges of
one conversation are processed in order, each once; what a step failed to give is asked for again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any, Final

import structlog

from showbible.conversations.learn import claims, moods, moved_plans, noticing, placing, settling
from showbible.conversations.learn.claims import CheckedClaims
from showbible.conversations.learn.settling import SettledLines
from showbible.conversations.model import Beat, Conversation, Exchange, Memory, MemoryDraft, Message, Role
from showbible.conversations.prompts import COME_BACK, EVALUATE, REMEMBER, Heard
from showbible.conversations.recall import bonds, hooks, memories, readings, relevant, talks
from showbible.conversations.recall.memories import Known
from showbible.conversations.recall.talks import Directed, Failure
from showbible.conversations.recall.wording import own_words
from showbible.conversations.record.exchange_result import (
    EVALUATION,
    HOOKS,
    MEMORIES,
    STEPS,
    ExchangeResult,
    mend,
    reason,
    store,
)
from showbible.conversations.record.hook_corrections import HookMove
from showbible.errors import Damaged, DiskFull, NotFound, TryLater
from showbible.llm.client import LLM, Answered
from showbible.llm.embeddings.choosing import Find, installed, sentence_encoder
from showbible.reading import reader
from showbible.reading.model import SentenceReading
from showbible.storage.database import Database
from showbible.values import frozen
from showbible.vocabulary import QUERY_LIMIT, RULE

HOOKS_LOOKED_AT: Final = 50

log = structlog.get_logger("showbible.conversations")


def process_exchange(
    db: Database,
    llm: LLM,
    session_id: str,
    exchange_id: str,
    *,
    embedder: Find = installed,
    encoder: Find = sentence_encoder,
) -> Directed:
    """Everything that follows from an exchange, after all that came before it."""
    wanted = talks.exchange(db, session_id, exchange_id)
    while (waiting := talks.next_exchange(db, session_id)) and waiting.position <= wanted.position:
        _process(db, llm, waiting, embedder=embedder, encoder=encoder)
    return talks.directed(db, session_id, exchange_id)


def catch_up(
    db: Database, llm: LLM, session_id: str, *, embedder: Find = installed, encoder: Find = sentence_encoder
) -> None:
    """Process what waits in a conversation and take failed steps again; raises while some still fail."""
    try:
        while waiting := talks.next_exchange(db, session_id):
            _process(db, llm, waiting, embedder=embedder, encoder=encoder)
        for exchange in talks.unfinished(db, session_id):
            mend(db, exchange, _result(db, llm, exchange, exchange.missing, embedder=embedder, encoder=encoder))
            _place(db, exchange, embedder, encoder)
        left = talks.unfinished(db, session_id)
    except NotFound:
        return  # the user and all their conversations were removed meanwhile
    if left:
        raise TryLater(f"Exchange {left[0].exchange_id} still lacks {', '.join(left[0].missing)}.")


def _process(db: Database, llm: LLM, exchange: Exchange, *, embedder: Find, encoder: Find) -> None:
    outcome = _result(db, llm, exchange, STEPS, embedder=embedder, encoder=encoder)
    if store(db, exchange, outcome):
        _place(db, exchange, embedder, encoder)
        log.info(
            "exchange.processed",
            session_id=exchange.session_id,
            memories=len(outcome.noticed or ()),
            hooks=len(outcome.planned or ()),
            beat=outcome.beat.type.value if outcome.beat else None,
            missing=list(outcome.missing),
        )


def _place(db: Database, exchange: Exchange, embedder: Find, encoder: Find) -> None:
    made = talks.directed(db, exchange.session_id, exchange.exchange_id).memories
    lines = memories.lines_of(db, exchange.session_id, exchange.exchange_id)
    ids = [each.memory_id for each in (*made, *lines)]
    placing.place(db, embedder, ids)
    placing.place_sentences(db, encoder, ids)


@frozen
class _Question:
    """An exchange, what is known before it, and who answers questions about it."""

    db: Database
    llm: LLM
    talk: Conversation
    exchange: Exchange
    messages: tuple[Message, ...]
    embedder: Find
    encoder: Find

    @cached_property
    def readings(self) -> list[tuple[Role, SentenceReading]]:
        """What the sentences of the exchange say, and who says each."""
        known = dict(memories.pool(self.db, self.talk.scope).names) if self.talk.scope else {}
        at, zone = self.exchange.at, self.exchange.timezone
        found = []
        for each in self.messages:
            said = readings.of_message(each.content, at=at, zone=zone, speaker=each.role, names=known)
            known = reader.acquainted(known, said)
            found += [(each.role, reading) for reading in said]
        return found


def _result(
    db: Database, llm: LLM, exchange: Exchange, steps: Iterable[str], *, embedder: Find, encoder: Find
) -> ExchangeResult:
    """What the steps find; one that fails is noted and leaves the others alone."""
    talk = talks.conversation(db, exchange.session_id)
    said = _own(exchange.messages)
    asking = _Question(db=db, llm=llm, talk=talk, exchange=exchange, messages=said, embedder=embedder, encoder=encoder)
    outcome = ExchangeResult()
    for step in steps:
        if talk.scope is None and step != EVALUATION:
            continue
        try:
            outcome = _TAKE[step](asking, outcome)
        except (TryLater, DiskFull, Damaged, NotFound):
            raise
        except Exception as error:
            log.warning("exchange.step_failed", session_id=exchange.session_id, step=step, exc_info=True)
            outcome = outcome.failed(step, reason(error))
    return outcome


def _own(messages: Iterable[Message]) -> tuple[Message, ...]:
    """The messages without what we recalled into them ourselves."""
    return tuple(replace(each, content=own_words(each.content)) for each in messages)


def _evaluate(asking: _Question, outcome: ExchangeResult) -> ExchangeResult:
    answer = asking.llm.ask(EVALUATE, messages=asking.messages)
    return _signed(replace(outcome, evaluation=answer.value.value()), EVALUATION, answer)


def _remember(asking: _Question, outcome: ExchangeResult) -> ExchangeResult:
    known = _known(asking)
    answer = asking.llm.ask(
        REMEMBER,
        messages=asking.messages,
        known=[f"{shown}: {each.text}" for shown, each in known.items()],
        at=asking.exchange.at,
        timezone=asking.exchange.timezone,
    )
    settled = _settled(asking)
    outcome = replace(
        outcome,
        beat=_beat(asking, answer),
        replaced=tuple(settled.replacements),
        readings=settled.readings,
        names=settled.names,
    )
    if answer.made_by == RULE:
        found = noticing.noticed(settled.lines, at=asking.exchange.at, zone=asking.exchange.timezone)
        return _signed(replace(outcome, noticed=found), MEMORIES, answer)
    checked = claims.checked(answer.value, settled.lines, known, made_by=answer.made_by)
    left = noticing.noticed(checked.unread, at=asking.exchange.at, zone=asking.exchange.timezone)
    return _signed(_with_claims(outcome, checked, left), MEMORIES, answer)


def _beat(asking: _Question, answer: Answered[Heard]) -> Beat:
    """What the exchange felt like; the rules know nothing of where the two stand, so it is weighed by that."""
    beat, scope = answer.value.beat.value(), asking.talk.scope
    if answer.made_by != RULE or scope is None:
        return beat
    return moods.settled(beat, bonds.tension(asking.db, scope.user_id, scope.character))


def _with_claims(outcome: ExchangeResult, checked: CheckedClaims, left: Sequence[MemoryDraft]) -> ExchangeResult:
    """What a model claimed beside what the reader settled and noticed; what was wrong with it is noted."""
    wrong = (Failure(step=MEMORIES, error=each) for each in checked.wrong)
    return replace(
        outcome,
        noticed=(*checked.drafts, *left),
        replaced=(*checked.replaced, *outcome.replaced),
        failures=(*outcome.failures, *wrong),
    )


def _settled(asking: _Question) -> SettledLines:
    """The lines of the exchange, and what they do to what was said before."""
    scope, exchange = asking.talk.scope, asking.exchange
    if scope is None:
        return SettledLines()
    lines = memories.lines_of(asking.db, exchange.session_id, exchange.exchange_id)
    return settling.settled(
        asking.db, scope, settling.heard(lines, asking.readings), embedder=asking.embedder, encoder=asking.encoder
    )


def _come_back(asking: _Question, outcome: ExchangeResult) -> ExchangeResult:
    at, zone = asking.exchange.at, asking.exchange.timezone
    answer = asking.llm.ask(COME_BACK, messages=asking.messages, at=at, timezone=zone)
    moved = _moves(asking)
    planned = moved_plans.left(answer.value.planned(at=at, timezone=zone), moved)
    return _signed(replace(outcome, planned=planned, moved=tuple(moved)), HOOKS, answer)


def _moves(asking: _Question) -> list[HookMove]:
    """What the user's words do to what waits already."""
    scope, at = asking.talk.scope, asking.exchange.at
    known = hooks.active(asking.db, scope, at=at, limit=HOOKS_LOOKED_AT, paused=True) if scope else []
    if not known:
        return []
    said = [reading for role, reading in asking.readings if role is Role.USER]
    return moved_plans.moves(said, known, at=at, zone=asking.exchange.timezone)


_TAKE: Final[dict[str, Callable[[_Question, ExchangeResult], ExchangeResult]]] = {
    EVALUATION: _evaluate,
    MEMORIES: _remember,
    HOOKS: _come_back,
}


def _known(asking: _Question) -> dict[str, Known]:
    """The memories nearest to what was said that a model is shown, by ids that it can copy; the rules need none.

    What is paused is among it: it would come back in other words, as a twin that nobody has paused.
    """
    scope = asking.talk.scope
    if scope is None or asking.llm.name == RULE:
        return {}
    said = " ".join(each.content for each in asking.messages if each.role is Role.USER)
    query = said.encode()[:QUERY_LIMIT].decode(errors="ignore")
    before = [
        each for each in relevant.nearest(asking.db, scope, query, at=asking.exchange.at) if _is_before(each, asking)
    ]
    names = memories.pool(asking.db, scope).names
    read = readings.these(asking.db, [each.memory_id for each in before], names=names)
    shown = (
        Known(memory_id=each.memory_id, text=each.text, reading=read.get(each.memory_id, readings.nothing(each.text)))
        for each in before
    )
    return {f"m{number}": each for number, each in enumerate(shown, 1)}


def _is_before(memory: Memory, asking: _Question) -> bool:
    """Whether a memory is not of the exchange itself; a reply is nothing to replace."""
    exchange = asking.exchange
    same = (memory.session_id, memory.exchange_id) == (exchange.session_id, exchange.exchange_id)
    return not same and memory.speaker != Role.ASSISTANT


def _signed(outcome: ExchangeResult, step: str, answer: Answered[Any]) -> ExchangeResult:
    """Who answered, and why it was not the model when one was asked."""
    made_by = {**outcome.made_by, step: answer.made_by}
    failures = outcome.failures
    if answer.error is not None:
        failures = (*failures, Failure(step=step, error=f"The rule answered: {answer.error}"))
    return replace(outcome, made_by=made_by, failures=failures)
