"""The proper names in a text, by how they are written."""

from __future__ import annotations

import re
from typing import Final

from showbible.assets.model import entity_key
from showbible.assets.recall.facts.table import listed

_WORD: Final = r"(?:(?:Mc|Mac|O['’]|D['’]|Al-)?[A-ZÀ-ÖØ-Þ][a-zà-öø-ÿ]+(?:-[A-ZÀ-ÖØ-Þ][a-zà-öø-ÿ]+)?)"
_CODE: Final = r"(?:[A-Z]{1,4}\d{0,4}(?:-[A-Z]?\d{1,4})+|[A-Z]{1,4}\d{1,4}|\d{1,4}|[IVX]{1,4})"
_LINK: Final = r"(?:(?:von|van|de|del|della|di|da|der|den|la|le|al|bin|ibn|ben) ){1,2}"
_NAME: Final = re.compile(
    rf"\b{_WORD}(?: (?:{_LINK})?{_WORD}){{0,2}}(?: {_CODE}\b)?|\b[A-Z]{{1,4}}\d{{0,4}}(?:-[A-Z]?\d{{1,4}})+\b"
)
"""Words with a capital, joined by what joins names; a last part may be a number or a letter with one: Unit K-9."""
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
