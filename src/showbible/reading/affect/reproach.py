"""What the listener is told to have done or left undone: a reproach, whatever its words are."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from showbible.reading.affect.clauses import FeltSentence
from showbible.reading.affect.lexicon import Lexicon, lexicon
from showbible.reading.affect.model import Affect, Party
from showbible.reading.affect.parties import FeltClause
from showbible.reading.grammar import Grammar
from showbible.reading.tokens import Token

_VERB_REACH: Final = 2


def reproach(sentence: FeltSentence) -> Affect | None:
    """Blame where the listener always or never does, or spoils something; suspicion where they failed to do it."""
    known = lexicon(sentence.using)
    is_accusing = not sentence.is_question or _asks_why(sentence, known)
    if sentence.is_unreal or sentence.is_reported or not is_accusing:
        return None
    found = [each for clause in sentence.clauses if (each := _of_clause(clause, known)) is not None]
    return found[0] if found else None


def _asks_why(sentence: FeltSentence, known: Lexicon) -> bool:
    first = next((each.lower for clause in sentence.clauses for each in clause.words), "")
    return first in known.listed("why")


def _of_clause(clause: FeltClause, known: Lexicon) -> Affect | None:
    you = next((place for place, word in enumerate(clause.words) if word.lower in known.listed("you")), None)
    if you is None or clause.is_action or clause.subject(you + 1) is not Party.LISTENER:
        return None
    using, after = clause.using, clause.words[you + 1 :]
    said = {each.lower for each in after}
    if {each.stem for each in after} & known.stems("damage") and said & using.possessives:
        return Affect.BLAME
    if said & known.listed("habits") and said & (using.user | using.he | using.she):
        return None if _is_harmless(after, known.listed("habits"), known) else Affect.BLAME
    if not _has_failed(after, known, using) or _is_harmless(after, using.negators, known):
        return None
    return Affect.SUSPICION


def _has_failed(after: Sequence[Token], known: Lexicon, using: Grammar) -> bool:
    """Whether it is told what was not done: English puts the negator right behind the auxiliary."""
    past = known.listed("past")
    if using.code == "en":
        return any(each.lower in past and following.lower in using.negators for each, following in pairwise(after))
    return any(each.lower in past for each in after) and any(each.lower in using.negators for each in after)


def _is_harmless(after: Sequence[Token], marks: frozenset[str], known: Lexicon) -> bool:
    """Whether what was not done, or is always done, is nothing to reproach anybody with."""
    place = next((place for place, each in enumerate(after) if each.lower in marks), len(after))
    verbs = {each.stem for each in after[place + 1 : place + 1 + _VERB_REACH] if each.is_word}
    return not verbs or bool(verbs & known.stems("harmless"))
