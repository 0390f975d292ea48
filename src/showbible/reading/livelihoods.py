"""Whether a sentence tells how somebody earns a living, though it names no trade: "I sell insurance"."""

from __future__ import annotations

import re
from typing import Final

from showbible.reading.model import SentenceReading

_TRADES: Final = """
    sell clean fix repair mend service build install inspect test assemble weld pack load deliver drive guide guard
    teach train coach lecture treat nurse serve manage supervise design edit translate interpret restore tune import
    export trade insure audit breed shear farm mine wash iron cater program print bind carve forge tan dye
    proofread type file cook bake brew sew tailor groom shoe plaster tile roof plumb wire survey map scan sort weigh
    stack cut prune harvest slaughter butcher smoke embalm bury book recruit counsel represent defend prosecute tutor
    coordinate oversee publish review subtitle animate illustrate photograph engrave upholster glaze polish restring
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


_DONE_FOR_OTHERS: Final = re.compile(
    r"\b(?:i|we) do (?:other )?(?:people|clients?|customers?|companies|folk|everybody|strangers)'?s?'? [a-z]"
    r"|\b(?:i|we) (?!am|was|were|had|did|wait|look|vote|play)[a-z]+ [^.,;]*?\bfor (?:an?|the) (?:[a-z]+ ){0,2}"
    r"(?:company|firm|council|agency|ministry|authority|government|university|newspaper|magazine|publisher|museum|charity"
    r"|chain|wholesaler|manufacturer|department|railway|embassy|co-op|cooperative|business)\b"
    r"|\bfor a living\b",
    re.IGNORECASE,
)
"""What the user does for people in general, or for some firm."""
# A field is written small; who has been in Bergen for years may well live there.
_YEARS_IN_A_FIELD: Final = re.compile(
    r"\b[Bb]een in (?!the\b|an?\b|my\b|bed\b|town\b|touch\b|love\b)[a-z]+,? (?:for )?[\w-]+ years\b"
)


_ELSEWHERE: Final = {
    "de": re.compile(
        r"\b(?:verkaufe|putze|repariere|baue|montiere|unterrichte|pflege|leite|entwerfe|übersetze|backe|koche|nähe|drucke"
        r"|züchte|prüfe|berate) (?:(?:den ganzen Tag|jeden Tag|täglich|beruflich|hauptberuflich) )?"
        r"(?:[a-zäöüß]+e )?[A-ZÄÖÜ]\w+"
    ),
    "es": re.compile(
        r"\b(?:vendo|limpio|reparo|construyo|instalo|reparto|conduzco|enseño|cuido|diseño|traduzco|cocino|coso|imprimo|crío"
        r"|asesoro) (?:a )?[a-zñáéíóú]+s\b",
        re.IGNORECASE,
    ),
    "fr": re.compile(
        r"\b(?:vends|nettoie|répare|construis|installe|livre|conduis|enseigne|soigne|dessine|traduis|cuisine|couds|imprime"
        r"|élève|conseille) (?:des|du|de la|les) \w",
        re.IGNORECASE,
    ),
    "ja": re.compile(
        r"を(?:教え|売っ|育て|直し|修理し|設計し|運転し|経営し|営ん|開発し|販売し|製造し|担当し)て(?:い)?(?:る|ます)"
    ),
}
"""What the user does in general, in other languages."""


def earns(reading: SentenceReading, *, is_user: bool) -> bool:
    """Whether a sentence says what the user, or in English somebody else, does for others in general."""
    if not reading.is_told:
        return False
    if reading.language != "en":
        found = _ELSEWHERE.get(reading.language)
        return is_user and found is not None and found.search(reading.text) is not None
    if not is_user:
        return _ANOTHER.search(reading.text) is not None
    return any(each.search(reading.text) for each in (_USER, _DONE_FOR_OTHERS, _YEARS_IN_A_FIELD))


def words() -> frozenset[str]:
    """Verbs of trades, by which such sentences are searched for."""
    return frozenset(_TRADES.split())
