"""What a sentence does besides saying something, and how its speaker stands to it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from showbible.reading.forms import Line
from showbible.reading.grammar import Grammar
from showbible.reading.languages import language as verbs
from showbible.reading.model import Cue, Stance, Value, ValueKind
from showbible.reading.negation import ends_something, negates, told_ending
from showbible.reading.tokens import APOSTROPHES, Token, is_verb

_MOST_BARE: Final = 2
"""Words that may follow a value that stands for itself: the thing it counts."""
_NAMED: Final = frozenset({ValueKind.NAME, ValueKind.PERSON, ValueKind.PLACE})
"""Kinds that count nothing: what follows a name says something of it, as in "Lena sails"."""
_OF_ANYTHING: Final = frozenset({ValueKind.NAME, ValueKind.SPOT})
"""Kinds that tell nothing of what is the speaker's: "any good cafés in my town?"."""
_SUPPOSES: Final = frozenset({"if", "though", "whether", "like"})
"""What makes of the speaker's own clause a mere supposition: "explain it as if I were nine"."""
_SUBORDINATE: Final = frozenset(
    {"if", "as", "once", "before", "after", "unless", "given", "for", "with", "to", "until"}
)
"""What opens no statement: "before it rains, what do I do?"."""
_OPENING: Final = 6
_A_PHRASE: Final = 3
"""Words that may be a title, or a word that somebody quotes for its sound."""
_ASKS: Final = re.compile(r"[?？]\s*[\"”')]*\s*$")
_ACTED: Final = re.compile(r"\*[^*\n]{2,400}\*")
_SPOKEN: Final = re.compile(
    r"[\"“«„「](?P<said>[^\"”»」“\n]{12,})[\"”»」“]|(?<!\w)['‘](?P<single>[^'’\n]{12,})['’](?!\w)"
)


def cues_of(text: str, seen: Line, words: Sequence[Token], using: Grammar) -> frozenset[Cue]:
    """All cues of a sentence."""
    found = {mark for mark, pattern in using.cues.items() if pattern.search(seen.text)}
    if told_ending(seen, words, using) is None:
        found.discard(Cue.ENDING)
    plain = text.translate(APOSTROPHES)
    found |= {mark for mark, pattern in using.spelled.items() if pattern.search(plain)}
    if _ASKS.search(text):
        found.add(Cue.QUESTION)
    if any(negates(words, place, using) for place in range(len(words))):
        found.add(Cue.NEGATION)
    if any(ends_something(words, place, using) for place in range(len(words))):
        found.add(Cue.ENDING)
    if _names_the_speaker(words, using):
        found.discard(Cue.QUOTED)
    if _ACTED.search(text) or _is_quotation(text, words, using):
        found.add(Cue.QUOTED)
    return frozenset(found)


def bare(text: str, words: Sequence[Token], held: Sequence[Value], using: Grammar) -> frozenset[str]:
    """Keys of the values that a sentence gives without a verb: "2:40, sorry", "I looked again: Stansted"."""
    return frozenset(value.key for value in held if _is_bare(value, text, words, using))


def _is_bare(value: Value, text: str, words: Sequence[Token], using: Grammar) -> bool:
    """Whether a value with at most a noun is all of a sentence, or of what stands after a colon or before a comma."""
    lead = text[: value.start].rstrip(" \"'“(").lower()
    if value.kind is ValueKind.SPOT or (lead and not lead.endswith((":", "—", " -", "–"))):
        return False
    rest = [word for word in words if word.start >= value.end]
    ends = next((place for place, word in enumerate(rest) if not word.is_word), len(rest))
    if rest and (rest[0].lower == "'s" or _counts_the_named(rest, using)):
        return False
    most = 0 if value.kind in _NAMED else _MOST_BARE
    return ends <= most and not any(is_verb(rest, place, using) for place in range(ends))


def _counts_the_named(rest: Sequence[Token], using: Grammar) -> bool:
    """Whether a number is of what was named just before: "four of them"."""
    return len(rest) > 1 and rest[0].lower == "of" and rest[1].lower in using.function_words


def _names_the_speaker(words: Sequence[Token], using: Grammar) -> bool:
    """Whether a sentence asks to be called something: in a story, too, that is meant."""
    return any(
        using.verbs.get(word.stem) == verbs.NAMING and following.lower in using.user
        for word, following in pairwise(words[:_OPENING])
    )


def quoted_span(text: str) -> tuple[int, int] | None:
    """Where a sentence repeats a whole clause in quotation marks, if it does."""
    spoken = _SPOKEN.search(text)
    if spoken is None or len((spoken["said"] or spoken["single"]).split()) <= _A_PHRASE:
        return None
    return spoken.span()


def _is_quotation(text: str, words: Sequence[Token], using: Grammar) -> bool:
    """Whether most of a sentence, or what a verb of speaking introduces, stands in quotation marks."""
    spoken = _SPOKEN.search(text)
    if spoken is None:
        return False
    said = spoken["said"] or spoken["single"]
    says = any(using.verbs.get(word.stem) == verbs.SPEAKING for word in words)
    return len(said.split()) > _A_PHRASE and (says or len(said) > 0.7 * len(text))


def stance_of(text: str, cues: frozenset[Cue], words: Sequence[Token], held: Sequence[Value], using: Grammar) -> Stance:
    """How the speaker stands to the whole of a sentence."""
    if Cue.JOKE in cues:
        return Stance.JOKED
    if Cue.QUOTED in cues:
        return Stance.QUOTED
    if Cue.UNREAL in cues:
        return Stance.WISHED if any(word.stem in {using.stem("wish")} for word in words) else Stance.SUPPOSED
    if Cue.QUESTION in cues and not _tells(words, held, using):
        return Stance.ASKED
    if Cue.DENIAL in cues:
        return Stance.DENIED
    return Stance.DENIED if Cue.NEGATION in cues else Stance.ASSERTED


def _tells(words: Sequence[Token], held: Sequence[Value], using: Grammar) -> bool:
    """Whether a question rests on something told in it: a statement before it, or the user in passing and a value."""
    if _states_first(words, using):
        return True
    if not held:
        return False
    is_definite = any(each.kind not in _OF_ANYTHING for each in held)
    is_to_you = False
    for place, word in enumerate(words):
        is_to_you = is_to_you or word.lower in using.you
        if word.lower in using.user and word.lower not in using.possessives:
            before = words[place - 1].lower if place else ""
            only_asked = is_to_you and word.lower not in using.nominative
            if before not in _AUXILIARIES | _SUPPOSES and place and not only_asked:
                return True
        if word.lower in using.possessives and place > 1 and is_definite:
            return True
    return False


def _states_first(words: Sequence[Token], using: Grammar) -> bool:
    """Whether a statement comes first and the question only after a break."""
    first = next((place for place, word in enumerate(words) if _leads(word, using)), None)
    if first is None:
        return False
    asks = using.auxiliaries | using.which | using.question_words
    own = words[first].lower in using.nominative | using.possessives | using.first_person
    told = [place for place in range(first + 2, len(words)) if words[place].lower not in using.conjunctions]
    breaks = [place for place, after in pairwise(told) if not words[place].is_word and words[after].lower in asks]
    return bool(breaks) and (own or _is_statement(words[: breaks[0]], asks, using))


def _is_statement(words: Sequence[Token], asks: frozenset[str], using: Grammar) -> bool:
    """Whether words before a question tell of anything by themselves: no condition, no address, nothing asked."""
    opening = words[0].lower
    if using.code != "en" or opening in asks | using.you | using.conjunctions | _SUBORDINATE:
        return False
    return any(is_verb(words, place, using) for place in range(1, len(words)))


def _leads(word: Token, using: Grammar) -> bool:
    """Whether a word may be the first of a clause: no mark, no conjunction, no word of talk."""
    return word.is_word and word.lower not in using.conjunctions and word.stem not in using.empty


_AUXILIARIES: Final = frozenset(
    [
        "do",
        "does",
        "did",
        "am",
        "is",
        "are",
        "was",
        "were",
        "have",
        "has",
        "had",
        "can",
        "could",
        "will",
        "would",
        "shall",
        "should",
        "may",
        "might",
        "must",
    ]
)
