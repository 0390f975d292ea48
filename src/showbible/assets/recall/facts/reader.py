"""Everything that a text says of those it names, as typed claims in its order."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from showbible.assets.recall.facts import words
from showbible.assets.recall.facts.claim import StoryClaim
from showbible.assets.recall.facts.counting import counts
from showbible.assets.recall.facts.doings import doings
from showbible.assets.recall.facts.gaps import filled
from showbible.assets.recall.facts.kin import ages, kin
from showbible.assets.recall.facts.looks import looks
from showbible.assets.recall.facts.parse import SentenceParse, parsed
from showbible.assets.recall.facts.things import moments, things
from showbible.assets.recall.facts.whereabouts import presence, whereabouts

_READERS: Final[tuple[Callable[[SentenceParse], Iterator[StoryClaim]], ...]] = (
    looks,
    doings,
    whereabouts,
    presence,
    things,
    counts,
    moments,
    kin,
    ages,
)


def parse(
    text: str,
    names: Mapping[tuple[str, ...], str],
    kinds: Mapping[str, str],
    *,
    before: frozenset[str] = frozenset(),
) -> list[SentenceParse]:
    """The sentences of a text with whom each speaks of; what follows a flashback in its text is part of it."""
    whole = [part for each in words.sentences(text, names) for part in filled(each)]
    found = parsed(whole, kinds, before)
    past = next((place for place, each in enumerate(found) if each.limit == 0 and place == 0), None)
    if past is not None:
        for each in found[past:]:
            each.limit = 0
    return found


def claims(found: list[SentenceParse]) -> list[StoryClaim]:
    """What the sentences say, in their order."""
    return [claim for each in found if each.limit for read in _READERS for claim in read(each)]
