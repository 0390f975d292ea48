"""The proper names in a text, by how they are written."""

from __future__ import annotations

import re
from typing import Final

from showbible.assets.model import entity_key
from showbible.assets.recall.facts.table import listed

_NAME: Final = re.compile(r"\b[A-Z][a-zà-öø-ÿ]+(?: [A-Z][a-zà-öø-ÿ]+){0,2}\b")
_ACTS: Final = re.compile(
    r"['’]s\b|,? (?:wears|wearing|in (?:a|an|her|his|their)|puts|has|is|and [A-Z]|with|walks|stands|sits|runs|looks|"
    r"smiles|turns|opens|holds|enters|leaves|waits|talks|laughs|cries|sleeps|reads|drinks|eats|watches|nods|steps)\b"
)
_TITLE: Final = re.compile(r"\b(?:Mr|Mrs|Ms|Dr|St|Prof|Rev|Capt|Sgt|Lt)\.$")
_NOT_NAMES: Final = listed("""
    A An The This That These Those His Her Their Its My Your Our He She They It I You We In On At By To Of From With
    Close Wide Medium Shot Camera Scene Slow Fast Cinematic Night Day Morning Evening Black White Red Blue Green
    Cut Fade Dolly Pan Tilt Aerial Extreme Long Low High Interior Exterior Int Ext Monday Tuesday Wednesday
    Thursday Friday Saturday Sunday January February March April May June July August September October
    November December Woman Man Girl Boy Child Kid Baby Person People Someone Everyone Lady Guy Crowd Dog Cat Bird
    Horse
    """)


def named(text: str) -> list[str]:
    """The proper names in a text, each once: a capital alone at the start of a sentence is no name."""
    found: dict[str, str] = {}
    for match in _NAME.finditer(text):
        name = _without_opening(match[0])
        before = text[max(0, match.start() - 8) : match.start()].rstrip()
        starts = not before or (before[-1] in ".!?:\n" and not _TITLE.search(before))
        if name and (not starts or " " in name or _ACTS.match(text, match.end())):
            found.setdefault(entity_key(name), name)
    return list(found.values())


def _without_opening(name: str) -> str:
    parts = name.split(" ")
    while parts and parts[0] in _NOT_NAMES:
        parts.pop(0)
    return " ".join(parts)
