"""Whether a sentence tells how somebody earns a living, though it names no trade: "I sell insurance"."""

from __future__ import annotations

import re
from typing import Final

from showbible.reading.model import SentenceReading

_TRADES: Final = """
    sell clean fix repair mend service build install inspect test assemble weld pack load deliver drive guide guard
    teach train coach lecture treat nurse serve manage supervise design edit translate interpret restore tune import
    export trade insure audit breed shear farm mine wash iron cater program print bind carve forge tan dye
"""
_OF_THE_USER: Final = "|".join(_TRADES.split())
_OF_ANOTHER: Final = "|".join(f"{each}e?s" for each in _TRADES.split())
# In general, and not one of them now: whoever sells the boat does it once.
_IN_GENERAL: Final = (
    r"(?!(?:my|our|the|an?|this|that|these|those|some|it|them|him|her|his|their|you|your|me|us|one|two|to|up|off|out|for"
    r"|in|on|at|into|and|home|away|back)\b)[a-z]"
)
_USER: Final = re.compile(rf"\b(?:i|we) (?:\w+ly )?(?:{_OF_THE_USER}) {_IN_GENERAL}", re.IGNORECASE)
_ANOTHER: Final = re.compile(rf"\b(?:\w+ly )?(?:{_OF_ANOTHER}) {_IN_GENERAL}", re.IGNORECASE)


def earns(reading: SentenceReading, *, is_user: bool) -> bool:
    """Whether a sentence of English says what the user, or somebody else, does for others in general."""
    if reading.language != "en" or not reading.is_told:
        return False
    return (_USER if is_user else _ANOTHER).search(reading.text) is not None
