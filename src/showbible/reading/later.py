"""A later word on what an answer told, known by how near two sentences are as wholes and by all else that tells it.

Where both use the same words, these tell it. Here they need not: "Physics is what they've given me this year" after "I
teach chemistry" is near to it, and to the question, and newer.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from showbible.llm.embeddings.together import Passage
from showbible.reading import kinds
from showbible.reading.crowd import Crowd
from showbible.reading.cues import quoted_span
from showbible.reading.links import turn_of
from showbible.reading.matters import adds
from showbible.reading.model import Cue, QuestionReading, Scored, SentenceReading
from showbible.reading.outdated import is_said_of, may_name, signs_of, sureness
from showbible.reading.relevance import answers, tells_matter
from showbible.reading.rivals import Outcome, answers_for, asks_whether, is_of_another
from showbible.reading.standing import stand_beside
from showbible.reading.together import ANSWERS, SecondLook
from showbible.reading.whom import concerns
from showbible.values import frozen

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
MOST_READ: Final = 6
CROWDED: Final = 24
IN_A_CROWD: Final = 2.0
"""The number of a pair that is believed where so many sentences came up that any two share something."""
FITS: Final = 0.25
"""The share of the best score from which on a newer sentence is worth reading together with an older one."""
BELIEVED: Final = 1.5
"""The number of a pair that was read together from which on it is believed whatever else words tell."""
UNLIKELY: Final = -2.5
"""The number of a pair that was read together below which no sign makes up for it."""


def later_word(
    question: QuestionReading,
    ordered: Sequence[Scored],
    alike: Alike,
    *,
    known: Outcome | None = None,
    second: SecondLook | None = None,
) -> Outcome | None:
    """The newest sentence that outdates the best answer, and those that it puts out of date, beside what is known."""
    left_out = known.outdated if known else frozenset()
    told = [each for each in ordered if _is_the_user_s(each.reading) and each.id not in left_out][:MOST]
    if not told or question.of_one_event:
        return known
    best, top = known.newest if known else told[0], ordered[0].score
    crowd = Crowd.of(question, ordered)
    newer_ones = [each for each in told if each.at > best.at and (second is None or second.may_answer(each))]
    following = [(best, each) for each in newer_ones if not _is_beside(question, best, each, crowd)]
    sure = _Sure(question=question, alike=alike, top=top, second=second, is_crowded=len(ordered) > CROWDED)
    newer = sure.of(best, following)
    newest = max(newer, key=lambda each: newer[each], default="")
    leads = next((each for each in told if each.id == newest), best)
    before = [(each, leads) for each in told if each.at < leads.at and not _is_beside(question, each, leads, crowd)]
    older = sure.of(leads, before)
    outdated = left_out | older.keys() | ({best.id} if newest else set())
    if known is None and (not outdated or (leads is best and best is not ordered[0])):
        return None
    return Outcome(newest=leads, outdated=frozenset(outdated))


@frozen
class _Sure:
    """How sure it is that a newer sentence outdates an older one."""

    question: QuestionReading
    alike: Alike
    top: float
    second: SecondLook | None
    is_crowded: bool
    """Whether so many sentences came up that any two share something."""

    @property
    def likely(self) -> float:
        """The number of a pair that was read together from which on it is believed."""
        return IN_A_CROWD if self.is_crowded else 0.0

    def of(self, one: Scored, pairs: Sequence[tuple[Scored, Scored]]) -> dict[str, float]:
        """By the ids of those on the other side, how sure it is of a pair, where that is likelier than not."""
        follow = [pair for pair in pairs if self._may_be_outdated(*pair)]
        able = {(old if new is one else new).id: (old, new) for old, new in follow}
        near = self.alike(one.id, list(able)) if able else {}
        by_chance = 0.0 if one.reading.language == kinds.LANGUAGE else BY_GLOSSES
        shares = {
            each: close - by_chance
            for each, close in near.items()
            if close - by_chance >= BY_CHANCE or self._are_answers(*able[each])
        }
        fitting = {each: share for each, share in shares.items() if self._fits(*able[each])}
        read = self._read({each: able[each] for each in _nearest(fitting)})
        found = {each: self._of_pair(*able[each], share, read.get(each), one) for each, share in shares.items()}
        return {each: number for each, number in found.items() if number >= 0}

    def _may_be_outdated(self, old: Scored, new: Scored) -> bool:
        """Whether words leave it open: they do not put one beside the other, and both answer or may do so."""
        if stand_beside(new.reading, old.reading):
            return False
        if self.is_crowded and self.second is not None and self.second.answers_much_less(new, old):
            return False
        return self._are_answers(old, new) or may_follow(self.question, old, new)

    def _are_answers(self, old: Scored, new: Scored) -> bool:
        """Whether two sentences of different turns answer, each read together with the question."""
        read = self.second
        return read is not None and read.answers(old) and read.answers(new) and turn_of(old) != turn_of(new)

    def _fits(self, old: Scored, new: Scored) -> bool:
        return new.score >= FITS * self.top or self._are_answers(old, new)

    def _read(self, pairs: Mapping[str, tuple[Scored, Scored]]) -> dict[str, float]:
        """What comes of reading pairs together, where somebody does."""
        reader = self.second.reader() if self.second is not None and pairs else None
        if reader is None or self.second is None:
            return {}
        asked = self.question.text
        rows = [Passage(asked, old.reading.text, new.reading.text) for old, new in pairs.values()]
        found = dict(zip(pairs, reader.outdates(rows), strict=True))
        likely = [
            each for each, number in found.items() if number >= self.likely and not self._are_answers(*pairs[each])
        ]
        told = reader.answers([Passage(asked, pairs[each][1].reading.text) for each in likely])
        # Whatever is newer may look like an update; one that answers nothing is none.
        return found | {each: UNLIKELY for each, number in zip(likely, told, strict=True) if number < ANSWERS}

    def _of_pair(self, old: Scored, new: Scored, share: float, read: float | None, one: Scored) -> float:
        """What the signs say, unless reading both together says otherwise."""
        if not may_follow(self.question, old, new):
            return read if read is not None and read >= BELIEVED else -1.0
        if read is not None and not UNLIKELY <= read < self.likely:
            return read
        sure = sureness(signs_of(self.question, old, new, near=share, top=self.top))
        if sure >= 0 or share < SO_NEAR:
            return sure
        is_another = _is_another_answer(self.question, old.reading, new.reading, is_best=old is one)
        return share - SO_NEAR if is_another else sure


def _nearest(shares: Mapping[str, float]) -> list[str]:
    """The nearest of them, which are read together with the sentence that they are near."""
    return sorted(shares, key=lambda each: -shares[each])[:MOST_READ]


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
