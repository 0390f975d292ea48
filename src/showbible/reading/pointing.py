"""Sentences that say of the one before them what its value is of: "Four a day. That's what I smoke"."""

from __future__ import annotations

import re
from typing import Final

from showbible.reading.model import SentenceReading

_BACK: Final = {
    "en": r"(?:that|this|it)(?:['’]?s| is| was) (?:\w+ly |just |also |now )?(?:what|when|where|who|how|which|why)\b"
    r"|that(?:['’]?s| is) (?:my|our|his|her|their)\b|s?he(?:['’]?s| is) (?:the one )?who\b",
    "de": r"(?:da|dort|dann|so)(?:hin)? \w+ (?:ich|wir|er|sie|es|mein\w*|unser\w*)\b"
    r"|das (?:ist|sind|war) (?:der|die|das|was|wo|wie|wann)\b",
    "es": r"(?:eso |ahí |allí |así )?es (?:donde|cuando|como|lo que|quien|el que|la que)\b"
    r"|(?:ahí|allí|así) (?!es\b)\w+",
    "fr": r"c['’]est (?:là |ici |lui |elle |comme ça |ça )?(?:que|qu['’]|qui|où|ce que|quand)(?:\b|(?<=['’]))",
}
"""How a sentence begins that points back at a value and tells what it is of."""
_POINTING: Final = {
    code: re.compile(rf"\W*(?:(?:and|so|und|y|et|but|aber) )?(?:{form})", re.IGNORECASE) for code, form in _BACK.items()
}


def points_back(reading: SentenceReading) -> bool:
    """Whether a sentence begins with pointing at the one before it, and has no value of its own there."""
    pattern = _POINTING.get(reading.language)
    return pattern is not None and pattern.match(reading.text) is not None
