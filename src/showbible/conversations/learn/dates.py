"""When a sentence says that something will happen; `reading.moments` reads it."""

from __future__ import annotations

from showbible.reading.model import NamedMoment as NamedMoment
from showbible.reading.moments import find as find
