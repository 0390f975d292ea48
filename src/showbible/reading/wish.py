"""What of a sentence somebody only wants, plans or thinks of, and what is not so yet."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from showbible.reading.clauses import Clause
from showbible.reading.forms import Line
from showbible.reading.grammar import Grammar
from showbible.reading.model import Value
from showbible.reading.tokens import Token


@dataclass(frozen=True, kw_only=True, slots=True)
class Wish:
    """What one sentence wishes for."""

    words: Sequence[Token]
    seen: Line
    using: Grammar

    def keys(self, parts: Sequence[Clause], held: Sequence[Value]) -> frozenset[str]:
        """Keys of the values that belong to what is only wanted; what is somebody's already is so."""
        found = [place for part in parts if part.after > part.first for place in self._places(part)]
        starts = {self.words[place].start for place in found}
        return frozenset(value.key for value in held if value.start in starts)

    def is_all_of(self, part: Clause) -> bool:
        """Whether what a clause says is only wanted, planned or thought of."""
        begins = self.begin(part)
        if begins is None or any(self._breaks(place) for place in range(part.first, begins)):
            return False
        return part.verb is None or part.verb >= begins or self._only_helps(part.verb, begins)

    def begin(self, part: Clause) -> int | None:
        """The word from which on a clause tells what is wanted: "I live in Oslo and want a Volvo"."""
        seen = self.seen.within(part.first, part.after)
        match = self.using.wanting.search(seen.text)
        return seen.words_of(match.start(), match.end())[0] if match else None

    def _places(self, part: Clause) -> Sequence[int]:
        """The words of a clause that tell what is wanted: up to where another subject begins, or something owned."""
        begins = self.begin(part)
        if begins is None:
            return ()
        for place in range(begins + 1, part.after):
            word = self.words[place].lower
            begins_anew = self._breaks(place - 1) and word in self.using.nominative | self.using.determiners
            if begins_anew or word in self.using.possessives:
                return range(begins, place)
        return range(begins, part.after)

    def _breaks(self, place: int) -> bool:
        """Whether a conjunction or a mark stands at a place."""
        return not self.words[place].is_word or self.words[place].lower in self.using.conjunctions

    def _only_helps(self, verb: int, place: int) -> bool:
        """Whether a verb has no more to say than the form of the one at a place behind it: "I am thinking of"."""
        between = self.words[verb + 1 : place]
        return self.words[verb].stem in self.using.copulas and all(
            word.lower in self.using.function_words or word.lower in self.using.adverbs for word in between
        )
