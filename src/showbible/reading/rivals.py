"""Which of the sentences that answer a question alike are outdated by a newer one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from showbible.reading.model import Cue, QuestionReading, Scored, SentenceReading, ValueKind
from showbible.reading.relevance import answers, concerns

_NEAR_BEST: Final = 0.45
_NEAR_BEST_UNTYPED: Final = 0.4
_TURNS: Final = frozenset({Cue.CHANGE, Cue.CORRECTION, Cue.ENDING, Cue.NEGATION})


def outdated(question: QuestionReading, ordered: Sequence[Scored]) -> tuple[Scored | None, frozenset[str]]:
    """The newest answer, and the ids of older ones with another; none where the newest cannot be told."""
    if question.asked:
        found = _by_value(question, ordered)
        if found[0] is not None:
            return found
    return _by_turn(question, ordered)


def _by_value(question: QuestionReading, ordered: Sequence[Scored]) -> tuple[Scored | None, frozenset[str]]:
    """Among those that hold a value of the asked kind the newest one wins."""
    best = ordered[0].score
    rivals = [each for each in ordered if each.score >= _NEAR_BEST * best and _may_answer(question, each.reading)]
    if len(rivals) < 2:
        return None, frozenset()
    newest = max(rivals, key=lambda each: each.at)
    keys = {value.key for value in answers(question, newest.reading)}
    old = {each.id for each in rivals if each.at < newest.at and not keys & {value.key for value in answers(question, each.reading)}}
    return newest, frozenset(old)


def _may_answer(question: QuestionReading, reading: SentenceReading) -> bool:
    return reading.is_told and bool(answers(question, reading)) and concerns(question.subject, reading)


def _by_turn(question: QuestionReading, ordered: Sequence[Scored]) -> tuple[Scored | None, frozenset[str]]:
    """Where no kind is asked for: a newer sentence about the same words of the question that turns things around."""
    told = [each for each in ordered if each.reading.is_told and concerns(question.subject, each.reading)]
    if not told:
        return None, frozenset()
    best = told[0]
    rivals = [each for each in told if each.score >= _NEAR_BEST_UNTYPED * best.score]
    newest = max(rivals, key=lambda each: each.at)
    if newest is best or not _turns(newest.reading, best.reading, question):
        newest = best
    old = {each.id for each in rivals if each.at < newest.at and _turns(newest.reading, each.reading, question)}
    return (newest, frozenset(old)) if old else (None, frozenset())


def _turns(new: SentenceReading, old: SentenceReading, question: QuestionReading) -> bool:
    """Whether a newer sentence speaks of what an older one said on the question, and says it differently."""
    shared = new.topic & old.topic
    if not shared:
        return False
    if new.slots & old.slots and new.slot:
        return True
    on_question = question.topic & old.topic <= new.topic
    return bool(new.cues & _TURNS) and on_question or _is_parallel(new, old)


def _is_parallel(new: SentenceReading, old: SentenceReading) -> bool:
    """Whether both have the same verb and subject, and another object."""
    pairs = {(claim.subject.key, claim.verb) for claim in old.claims if claim.verb and claim.object}
    return any((claim.subject.key, claim.verb) in pairs and claim.object not in old.topic for claim in new.claims if claim.object and claim.predicate != "being")
