"""Who does or feels something in a clause, to whom, and whether it is denied."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Final

from showbible.reading.affect.lexicon import lexicon
from showbible.reading.affect.model import Party
from showbible.reading.grammar import Grammar
from showbible.reading.tokens import Token
from showbible.values import frozen

_SCOPE: Final = 7
"""How many words a negator reaches over."""
_SCOPE_BEHIND: Final = 3
_OBJECT_REACH: Final = 5
_LINK_REACH: Final = 4
_NOT_REALLY: Final = re.compile(r"not (?:only|just|wait|stop|help|resist)\b|why not")
"""Where a negator denies nothing: "I cannot stop thinking of you" says that I do."""


@frozen
class FeltClause:
    """The words of one clause."""

    words: tuple[Token, ...]
    using: Grammar
    is_action: bool = False
    named: frozenset[int] = frozenset()
    """Places of words that belong to names."""

    @cached_property
    def text(self) -> str:
        """The words in lower case."""
        return " ".join(each.lower for each in self.words)

    def denies(self, place: int) -> bool:
        """Whether a negator takes back what a word says; German may put it behind the verb."""
        behind = self.words[place + 1 : place + 1 + _SCOPE_BEHIND] if self.using.code == "de" else ()
        return self.leads_with_negator(place) or any(each.lower in self.using.negators for each in behind)

    def leads_with_negator(self, place: int) -> bool:
        """Whether a negator before the word reaches it."""
        scope = [each.lower for each in self.words[max(0, place - _SCOPE) : place]]
        if not any(each in self.using.negators or self._is_listed(each, "nobody") for each in scope):
            return False
        return _NOT_REALLY.search(" ".join([*scope, *(each.lower for each in self.words[place : place + 1])])) is None

    def subject(self, place: int) -> Party:
        """Who is said to do or be it; an order or an action without one is the listener's, or the speaker's."""
        found = self._caused(place) or next(self._parties(range(place)), None)
        if found is not None:
            return found
        if self.is_action or self._speaks_of_itself():
            return Party.SPEAKER
        after = self._parties(range(place + 1, len(self.words)))
        if self.using.code != "en" and Party.SPEAKER in after:
            return Party.SPEAKER
        return Party.LISTENER if self._is_order(place) else Party.NOBODY

    def object(self, place: int) -> Party:
        """Whom it is done to, if the clause says so."""
        after = next(self._parties(range(place + 1, min(len(self.words), place + 1 + _OBJECT_REACH))), None)
        if after is not None or self.using.code == "en":
            return after or Party.NOBODY
        before = list(self._parties(range(place)))
        return before[1] if len(before) > 1 else self._sole_object(before)

    def has_near_object(self, place: int) -> bool:
        """Whether the listener is the object at once: not so in "I love how you sing"."""
        after = [each.lower for each in self.words[place + 1 : place + 3]]
        if self.using.code != "en":
            return True
        return any(each in self.using.you for each in after) and not any(
            self._is_listed(each, "leads") for each in after
        )

    @property
    def concerns_somebody_near(self) -> bool:
        """Whether the speaker or somebody of theirs is part of it."""
        return any(each in {Party.SPEAKER, Party.NEAR} for each in self._parties(range(len(self.words))))

    def follows_link(self, place: int) -> bool:
        """Whether a linking verb leads to the word."""
        before = self.words[max(0, place - _LINK_REACH) : place]
        return any(each.stem in self.using.copulas or self._is_listed(each.stem, "links") for each in before)

    def _sole_object(self, before: Sequence[Party]) -> Party:
        """Where the verb names the subject, the one pronoun before it is the object."""
        return before[0] if before and self._speaks_of_itself() else Party.NOBODY

    def _caused(self, place: int) -> Party | None:
        """Who is made to feel it: me in "it makes me sad"."""
        for at in range(max(1, place - _LINK_REACH), place):
            is_person = self.words[at].lower in self.using.user | self.using.you
            if is_person and self._is_listed(self.words[at - 1].stem, "causes"):
                return self._party(at)
        return None

    def _parties(self, places: range) -> Iterator[Party]:
        after_possessive = -1
        for place in places:
            party = self._party(place) if place != after_possessive else None
            if self._is_possessive(place):
                after_possessive = place + 1
            if party is not None:
                yield party

    def _is_possessive(self, place: int) -> bool:
        word = self.words[place].lower
        return word in self.using.possessives or self._is_listed(word, "your")

    def _party(self, place: int) -> Party | None:
        using, word = self.using, self.words[place].lower
        if word in using.possessives:
            return Party.SPEAKER if self._is_listed(self._next(place), "own") else Party.NEAR
        if word in using.user:
            return Party.SPEAKER
        if word in using.you:
            return Party.OTHER if self._next(place) in using.relations else Party.LISTENER
        return Party.NEAR if word in using.he or word in using.she else self._third_party(place)

    def _third_party(self, place: int) -> Party | None:
        using, word = self.using, self.words[place]
        if word.stem in using.relations:
            follows_article = place > 0 and self._is_listed(self.words[place - 1].lower, "articles")
            return Party.OTHER if follows_article else Party.NEAR
        if word.lower in using.someone:
            return Party.OTHER
        if word.lower in using.other:
            return Party.THING
        return Party.NEAR if place in self.named else None

    def _next(self, place: int) -> str:
        return self.words[place + 1].stem if place + 1 < len(self.words) else ""

    def _is_listed(self, word: str, name: str) -> bool:
        return word in lexicon(self.using).listed(name)

    def _speaks_of_itself(self) -> bool:
        """Whether the form of a verb alone speaks of the speaker, as in Spanish."""
        return any(each.lower in self.using.first_person for each in self.words)

    def _is_order(self, place: int) -> bool:
        lead = self.using.negators | self.using.auxiliaries | lexicon(self.using).listed("opening")
        leads = all(each.lower in lead for each in self.words[:place])
        return leads and place + 1 < len(self.words) and self.words[place + 1].lower in self.using.user
