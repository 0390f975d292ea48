"""What proves little where much is told: a word that many sentences have, a value of which many hold one.

Of two sentences on one person the later may well be on the same matter; of thirty it seldom is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Final

from showbible.reading.model import QuestionReading, Scored, SentenceReading, ValueKind
from showbible.reading.relevance import answers, tells_matter
from showbible.reading.whom import is_about, is_person, people_of

COMMON: Final = 4
"""A word that more sentences have proves nothing of any two of them."""
MANY: Final = 6
"""So many sentences with a value of the asked kind hold one by chance."""
_NOTHING: Final[frozenset[str]] = frozenset()


@dataclass(frozen=True, kw_only=True, slots=True)
class Crowd:
    """What is common to too many sentences to tell one from another."""

    words: frozenset[str] = _NOTHING
    has_many: bool = False
    """Whether many sentences hold a value of the kind that is asked for."""

    @classmethod
    def of(cls, question: QuestionReading, told: Sequence[Scored]) -> Crowd:
        """The words and values that come up too often among sentences."""
        said: Iterable[str] = chain.from_iterable([each.reading.topic | people_of(each.reading) for each in told])
        words = frozenset([stem for stem, number in Counter(said).items() if number > COMMON])
        holding = sum([bool(answers(question, each.reading)) for each in told]) if question.asked else 0
        return cls(words=words, has_many=holding > MANY)

    def prove(self, shared: frozenset[str]) -> bool:
        """Whether sentences that share some words speak of one matter for that."""
        return not shared <= self.words

    def is_beside(self, question: QuestionReading, best: SentenceReading, reading: SentenceReading) -> bool:
        """Whether a sentence holds its value by chance: it is of others, of another matter, or of nothing asked."""
        if reading is best or not self.has_many:
            return False
        if is_person(question.subject) and not is_about(question.subject, reading):
            return True
        if tells_matter(question, best) and not tells_matter(question, reading):
            return True
        if reading.leans or not question.topic.isdisjoint(reading.topic):
            return False
        asked = question.topic & best.topic
        return not _has_name(question, reading) or not asked <= reading.context

    def may_compete(
        self, question: QuestionReading, best: SentenceReading, reading: SentenceReading, alike: Callable[..., bool]
    ) -> bool:
        """Whether one of the values that would answer could stand in the place of one of the best answer's."""
        ours, theirs = answers(question, reading), answers(question, best)
        return not self.has_many or any(alike(value, other) for value in ours for other in theirs)


def _has_name(question: QuestionReading, reading: SentenceReading) -> bool:
    """Whether an answer is more than a place without a name."""
    return any(value.kind is not ValueKind.SPOT for value in answers(question, reading))
