"""A message as sentences and clauses, each with what decides whether its words are meant."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from showbible.reading import tokens
from showbible.reading.affect.lexicon import lexicon
from showbible.reading.affect.parties import FeltClause
from showbible.reading.clauses import Parser, People
from showbible.reading.cues import cues_of
from showbible.reading.forms import Line, line
from showbible.reading.grammar import Grammar, grammar
from showbible.reading.languages import language as verbs
from showbible.reading.model import Cue
from showbible.reading.tokens import Token
from showbible.reading.values import values
from showbible.values import frozen

MOST_READ: Final = 20_000
"""Of a longer message only this much is felt."""

_FEW_WORDS: Final = 4
_ACTION: Final = re.compile(r"\*([^*\n]{1,400})\*")
_QUOTED: Final = re.compile(r"[“\"„«「][^”\"“»」\n]{1,400}[”\"“»」]|(?<!\w)['‘][^'’\n]{3,200}['’](?!\w)")


@frozen
class FeltSentence:
    """A sentence as its clauses, its base forms in a line, and what kind of utterance it is."""

    text: str
    using: Grammar
    line: Line | None = None
    """None where words are not parted: the text is all there is."""
    clauses: tuple[FeltClause, ...] = ()
    firsts: tuple[int, ...] = ()
    """For each clause, the place of its first word in the sentence."""
    is_question: bool = False
    is_unreal: bool = False
    is_reported: bool = False

    @property
    def seen(self) -> str:
        """What forms of words are looked for in."""
        return self.line.text if self.line else self.text

    def denies(self, start: int) -> bool:
        """Whether what starts there in the line stands behind a negator of its clause."""
        if self.line is None:
            return False
        place = next((at for at, begin in zip(self.line.places, self.line.starts, strict=True) if begin >= start), 0)
        inside = [(first, each) for first, each in zip(self.firsts, self.clauses, strict=True) if first <= place]
        return bool(inside) and inside[-1][1].leads_with_negator(place - inside[-1][0])


def sentences(text: str, *, among: str = "") -> Iterator[FeltSentence]:
    """The sentences of a message without what it quotes, its actions first.

    A message of few words is in the language of those `among` which it was said.
    """
    text = text[:MOST_READ]
    is_short = len(text.split()) <= _FEW_WORDS
    using = grammar(tokens.language(among if among and is_short else text))
    if using is None:
        return
    for action in _ACTION.findall(text):
        yield _sentence(action, using, is_action=True)
    spoken = _QUOTED.sub(" ", _ACTION.sub(" ", text))
    for start, end in tokens.sentences(spoken):
        yield _sentence(spoken[start:end], using)


def _sentence(text: str, using: Grammar, *, is_action: bool = False) -> FeltSentence:
    if not using.language.spaced:
        return FeltSentence(text=text[: tokens.LONGEST_READ], using=using)
    words = tokens.words(text, using)
    _, signs = values(text, words, using, aliases={})
    named = frozenset(place for sign in signs if sign.text.startswith("^") for place in range(sign.first, sign.after))
    # Where nouns are written as names are, a noun must not hide behind the sign of a name.
    hidden = using.language.capital_nouns
    seen = line(words, [each for each in signs if not (hidden and each.text.startswith("^"))], using)
    cues = cues_of(text, seen, words, using)
    parts = Parser(words=words, using=using, people=People(), aliases={}, named=named).clauses()
    return FeltSentence(
        text=text,
        using=using,
        line=seen,
        clauses=tuple(
            FeltClause(
                words=tuple(words[each.first : each.after]),
                using=using,
                is_action=is_action,
                named=frozenset(place - each.first for place in named),
            )
            for each in parts
        ),
        firsts=tuple(each.first for each in parts),
        is_question=Cue.QUESTION in cues,
        is_unreal=_is_supposed(words, cues, using) or (Cue.QUOTED in cues and not is_action),
        is_reported=_is_reported(words, using),
    )


def _is_supposed(words: Sequence[Token], cues: frozenset[Cue], using: Grammar) -> bool:
    return Cue.UNREAL in cues or (bool(words) and words[0].lower in lexicon(using).listed("conditions"))


def _is_reported(words: Sequence[Token], using: Grammar) -> bool:
    """Whether the sentence gives what somebody else says."""
    for place, word in enumerate(words):
        if using.verbs.get(word.stem) == verbs.SPEAKING:
            before = {each.lower for each in words[:place]}
            own = (using.user - using.possessives) | using.you
            return bool(before) and not before & own
    return False
