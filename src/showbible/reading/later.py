"""A later word on what an answer told, known by how near two sentences are as wholes.

Where both use the same words, these tell it. Here they need not: "Physics is what they've given me this year" after "I
teach chemistry" is near to it, and to the question, and newer.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from showbible.reading import kinds
from showbible.reading.grammar import grammar
from showbible.reading.links import turn_of
from showbible.reading.matters import adds
from showbible.reading.model import Cue, QuestionReading, Scored, SentenceReading, ValueKind
from showbible.reading.relevance import answers, concerns, mentions
from showbible.reading.rivals import Outcome, answers_for, asks_whether, is_of_another

Alike = Callable[[str, Sequence[str]], Mapping[str, float]]
"""How near sentences are to one, by their ids; none where nobody knows."""

ENOUGH: Final = 0.45
BY_CHANCE: Final = 0.2
"""The nearness of wholes that sentences with nothing to do with each other often reach."""
BY_GLOSSES: Final = 0.1
"""How much nearer sentences are by chance that were put into English word by word."""
PLAINLY: Final = 0.35
"""The nearness that it takes where no value tells that both answer the question."""
_OF_THE_QUESTION: Final = 0.5
"""What it counts beside nearness that the other sentence answers the question, too, as well as the best one or less."""
_MOST: Final = 8
_REVERSES: Final = frozenset({Cue.ENDING, Cue.NEGATION, Cue.CHANGE})
_OPEN: Final = frozenset({ValueKind.NAME, ValueKind.PLACE, ValueKind.PERSON})
"""Kinds that the first word of a sentence may name, where nobody can see whether it is a name."""


def later_word(question: QuestionReading, ordered: Sequence[Scored], alike: Alike) -> Outcome | None:
    """The newest sentence that speaks of what the best answer speaks of, and those that it puts out of date."""
    told = [each for each in ordered if each.reading.is_told and concerns(question.subject, each.reading)]
    if not told or question.of_one_event:
        return None
    best = told[0]
    newer = [each for each in told[1:] if each.at > best.at and _may_follow(question, best, each)][:_MOST]
    older = [each for each in told[1:] if each.at < best.at and _is_outdated(question, each, best)][:_MOST]
    near = alike(best.id, [each.id for each in (*newer, *older)]) if newer or older else {}
    sure = {each.id: _sure(question, best, each, near.get(each.id, 0.0)) for each in (*newer, *older)}
    newest = max(newer, key=lambda each: sure[each.id], default=best)
    if newest is not best and sure[newest.id] >= ENOUGH:
        return Outcome(newest=newest, outdated=frozenset({best.id}))
    outdated = frozenset(each.id for each in older if sure[each.id] >= ENOUGH)
    return Outcome(newest=best, outdated=outdated) if outdated and best is ordered[0] else None


def _sure(question: QuestionReading, best: Scored, each: Scored, near: float) -> float:
    """How sure it is that a sentence speaks of what the best answer speaks of."""
    both = answers(question, best.reading) and answers(question, each.reading)
    if best.reading.language != kinds.LANGUAGE:
        near -= BY_GLOSSES
    if near < (BY_CHANCE if both else PLAINLY):
        return 0.0
    return near + _OF_THE_QUESTION * min(1.0, each.score / best.score)


def _is_outdated(question: QuestionReading, old: Scored, new: Scored) -> bool:
    """Whether an older sentence gave another value of the asked kind."""
    return bool(answers(question, old.reading)) and _may_follow(question, old, new)


def _may_follow(question: QuestionReading, old: Scored, new: Scored) -> bool:
    """Whether a sentence was told by the same speaker as an earlier one, of the same person, and as another answer."""
    before, after = old.reading, new.reading
    if turn_of(new) == turn_of(old) or after.speaker != before.speaker or after.language != before.language:
        return False
    if is_of_another(question, after) or adds(after):
        return False
    if answers(question, after):
        return answers_for(question, after)
    if not _is_said_of(question, after):
        return False
    if asks_whether(question):
        return not after.cues.isdisjoint(_REVERSES) and (Cue.NEGATION in after.cues) != (Cue.NEGATION in before.cues)
    return not answers(question, before) or (not question.asked.isdisjoint(_OPEN) and may_begin_with_name(after))


def _is_said_of(question: QuestionReading, reading: SentenceReading) -> bool:
    """Whether a sentence names whom the question is about, or what; a question about nobody may be about anybody."""
    subject = question.subject
    if not question.topic.isdisjoint(reading.topic):
        return True
    if subject.is_user:
        return any(claim.of_user or claim.subject.is_user for claim in reading.claims)
    return subject.is_open or mentions(subject, reading)


def may_begin_with_name(reading: SentenceReading) -> bool:
    """Whether the first word may well be a name: "Finnish is hard to learn on a tram"."""
    using, first = grammar(reading.language), reading.text.partition(" ")[0].strip(".,:;!")
    if using is None or not first.istitle() or first.endswith("ing"):
        return False
    word = first.lower()
    is_common = word in using.function_words or word in using.adverbs or using.lemmas.is_irregular(word)
    return not is_common and {using.stem(word)}.isdisjoint(using.empty | using.verbs.keys() | using.goings)
