"""What is taken away when something is forgotten, as a text that can bring it back."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import TypeVar

from showbible.errors import Malformed
from showbible.lessons.model import Learning, PairRuling, Production, Rating

Taken = TypeVar("Taken")


@dataclass(frozen=True, kw_only=True)
class Keepsake:
    """A record with everything that was said of its run, oldest first, and what it showed about providers."""

    production: Production
    ratings: tuple[Rating, ...] = ()
    learnings: tuple[Learning, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Unpaired:
    """What was decided about a forgotten combination, when it was forgotten, and when the last time before that."""

    mood: str
    music_style: str
    ruling: PairRuling
    forgotten_at: datetime
    before: datetime | None = None


def written(taken: object) -> str:
    """Something taken away as a text that can be handed to a person and back."""
    from pydantic import TypeAdapter

    return TypeAdapter(type(taken)).dump_json(taken).decode()


def read(kind: type[Taken], text: str) -> Taken:
    """What such a text holds."""
    from pydantic import TypeAdapter

    try:
        if "\\u0000" in text:
            raise ValueError
        return TypeAdapter(kind).validate_json(text)
    except ValueError:
        raise Malformed("This is not what was taken away, so it cannot be brought back.", field="taken") from None
