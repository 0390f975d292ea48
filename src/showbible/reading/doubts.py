"""Whether a quick reading leaves a question in doubt, so that it is worth asking an encoder."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from showbible.reading import glosses, kinds, questions
from showbible.reading.grammar import LANGUAGES
from showbible.reading.model import QuestionReading, Scored

LONGEST: Final = 200
"""Letters of the longest text that is taken for a question: an encoder takes its time with more."""
SURE: Final = 0.4
"""The score from which on a sentence answers beyond doubt."""


def _is_understood(question: QuestionReading) -> bool:
    """Whether any word of a question in another language is known in English, so that it has a meaning there."""
    return not question.topic or any(
        glosses.meaning(stem, question.language) or stem in question.people for stem in question.topic
    )


def is_in_doubt(question: QuestionReading, answers: Sequence[Scored]) -> bool:
    """Whether words alone leave open what answers; where a value of another kind is asked for, no meaning helps."""
    if question.language not in LANGUAGES or len(question.text) > LONGEST:
        return False
    if question.language != kinds.LANGUAGE and not _is_understood(question):
        return False
    able = questions.able(question, answers)
    if not able:
        return True
    if not questions.is_answered(question, able):
        return False
    return max(each.score for each in able) < SURE
