"""Whether what a model quotes stands in the text that it was shown."""

from __future__ import annotations

import re
from typing import Final

_MARKS: Final = str.maketrans({"’": "'", "‘": "'", "“": '"', "”": '"', "–": "-", "—": "-"})
_SHORTEST: Final = 2


def stands_in(quote: str, text: str) -> bool:
    """Whether a quotation is in a text word for word; spaces, capitals and the form of quotation marks are let pass."""
    wanted = _plain(quote)
    return len(wanted) >= _SHORTEST and f" {wanted} " in f" {_plain(text)} "


def _plain(text: str) -> str:
    return " ".join(re.findall(r"[\w']+", text.translate(_MARKS).casefold()))
