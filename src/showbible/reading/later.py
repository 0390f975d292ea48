"""A later word on what an answer told, known by how near two sentences are as wholes and by all else that tells it.

Where both use the same words, these tell it. Here they need not: "Physics is what they've given me this year" after "I
teach chemistry" is near to it, and to the question, and newer.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from showbible.reading import kinds
from showbible.reading.crowd import Crowd
from showbible.reading.cues import quoted_span
from showbible.reading.links import turn_of
from showbible.reading.matters import adds
from showbible.reading.model import Cue, QuestionReading, Scored, SentenceReading
from showbible.reading.outdated import is_said_of, may_name, signs_of, sureness
from showbible.reading.relevance import answers, tells_matter
from showbible.reading.rivals import Outcome, answers_for, asks_whether, is_of_another
from showbible.reading.whom import concerns

Alike = Callable[[str, Sequence[str]], Mapping[str, float]]
"""How near sentences are to one, by their ids; none where nobody knows."""

BY_CHANCE: Final = 0.1
"""The nearness of wholes that sentences with nothing to do with each other often reach."""
BY_GLOSSES: Final = 0.1
"""How much nearer sentences are by chance that were put into English word by word."""
SO_NEAR: Final = 0.45
"""The nearness that is enough by itself where words tell that the later one is another answer."""
_REVERSES: Final = frozenset({Cue.ENDING, Cue.NEGATION, Cue.CHANGE})
MOST: Final = 10
"""Sentences that are compared."""


def later_word(
    question: QuestionReading, ordered: Sequence[Scored], alike: Alike, *, known: Outcome | None = None
) -> Outcome | None:
    """The newest sentence that outdates the best answer, and those that it puts out of date, beside what is known."""
    left_out = known.outdated if known else frozenset()
    told = [each for each in ordered if _is_the_user_s(each.reading) and each.id not in left_out][:MOST]
    if not told or question.of_one_event:
        return known
    best, top = known.newest if known else told[0], ordered[0].score
    crowd = Crowd.of(question, ordered)
    following = [(best, each) for each in told if each.at > best.at and not _is_beside(question, best, each, crowd)]
    newer = _sure(question, following, alike, of=best, top=top)
    newest = max(newer, key=lambda each: newer[each], default="")
    leads = next((each for each in told if each.id == newest), best)
    before = [(each, leads) for each in told if each.at < leads.at and not _is_beside(question, each, leads, crowd)]
    older = _sure(question, before, alike, of=leads, top=top)
    outdated = left_out | older.keys() | ({best.id} if newest else set())
    if known is None and (not outdated or (leads is best and best is not ordered[0])):
        return None
    return Outcome(newest=leads, outdated=frozenset(outdated))


def _sure(
    question: QuestionReading, pairs: Sequence[tuple[Scored, Scored]], alike: Alike, *, of: Scored, top: float
) -> dict[str, float]:
    """By the ids of those on the other side, how sure it is of a pair, where that is likelier than not."""
    able = {(old if new is of else new).id: (old, new) for old, new in pairs if may_follow(question, old, new)}
    near = alike(of.id, list(able)) if able else {}
    by_chance = 0.0 if of.reading.language == kinds.LANGUAGE else BY_GLOSSES
    found: dict[str, float] = {}
    for other, close in near.items():
        share = close - by_chance
        if share < BY_CHANCE:
            continue
        old, new = able[other]
        sure = sureness(signs_of(question, old, new, near=share, top=top))
        if sure < 0 <= share - SO_NEAR and _is_another_answer(question, old.reading, new.reading, is_best=old is of):
            sure = share - SO_NEAR
        if sure >= 0:
            found[other] = sure
    return found


def _is_beside(question: QuestionReading, old: Scored, new: Scored, crowd: Crowd) -> bool:
    """Whether a sentence stands beside an older one, where so much is told that any two share something."""
    before, after = old.reading, new.reading
    is_told_of = not crowd.words.isdisjoint(question.topic)
    is_of_another_matter = is_told_of and tells_matter(question, before) and not tells_matter(question, after)
    return is_of_another_matter or crowd.is_beside(question, before, after)


def _is_the_user_s(reading: SentenceReading) -> bool:
    return reading.is_told and reading.speaker == "user"


def may_follow(question: QuestionReading, old: Scored, new: Scored) -> bool:
    """Whether a sentence of another turn may give another answer: it adds nothing, and is nobody else's."""
    reading = new.reading
    if turn_of(new) == turn_of(old) or reading.language != old.reading.language:
        return False
    if not concerns(question.subject, reading) or is_of_another(question, reading) or adds(reading):
        return False
    if (reading.is_wanted and not question.of_wish) or quoted_span(reading.text) is not None:
        return False
    return answers_for(question, reading) or not answers(question, reading)


def _is_another_answer(
    question: QuestionReading, before: SentenceReading, after: SentenceReading, *, is_best: bool
) -> bool:
    """Whether words tell that a sentence answers in the place of an older one, which is the best or has a value."""
    if not is_best and not answers(question, before):
        return False
    if answers(question, after):
        return True
    if not is_said_of(question, after):
        return False
    if asks_whether(question):
        return not after.cues.isdisjoint(_REVERSES) and (Cue.NEGATION in after.cues) != (Cue.NEGATION in before.cues)
    return not answers(question, before) or may_name(question, after)
