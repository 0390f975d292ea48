"""How many tokens a text is likely to have: counted the same way everywhere, rather too many than too few.

A piece is up to four ASCII letters, up to two digits, a line's end or any other mark; a character
outside ASCII counts one less than its bytes. A text has as many tokens as pieces, and never fewer
than a quarter of its characters.
"""

from __future__ import annotations

import re
from typing import Final

_PIECE: Final = re.compile(r"[A-Za-z]{1,4}|[0-9]{1,2}|\n|[^\sA-Za-z0-9]")


def tokens(text: str) -> int:
    """The estimate; that of a text is at most the sum of its lines', each with its line's end."""
    pieces = sum(1 if piece.isascii() else len(piece.encode()) - 1 for piece in _PIECE.findall(text))
    return max(pieces, -(-len(text) // 4))
