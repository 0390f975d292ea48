"""The things that a question takes for granted: who asks for the colour of the van believes that there is one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from showbible.reading.grammar import Grammar
from showbible.reading.languages import language as verbs
from showbible.reading.tokens import Token


def of_question(words: Sequence[Token], using: Grammar, *, by_name: bool) -> frozenset[str]:
    """What a question calls somebody's, or the one that is known, in lower case; people are told apart elsewhere.

    What stands right after "what is" is what is asked for, unless the question asks how it is called.
    """
    found: set[str] = set()
    for start, run in _runs(words, using):
        if by_name or not _is_asked_for(words[:start], using):
            after = words[start + 1 + len(run) :]
            sure = run if _is_whole(words[: start + 1], after, using) else _sure(run)
            found |= {word.lower for word in sure if _is_thing(word, using)}
    return frozenset(found)


def _is_thing(word: Token, using: Grammar) -> bool:
    """Whether a word names what not everybody has: neither somebody, nor a name, nor what may be said of anything."""
    is_naming = using.verbs.get(word.stem) == verbs.NAMING
    is_particular = word.stem not in using.empty and word.stem not in using.universal
    return is_particular and not is_naming and word.stem not in using.relations


def _is_whole(before: Sequence[Token], after: Sequence[Token], using: Grammar) -> bool:
    """Whether no verb can end a run: one stands before it, and nothing comes after it, as in "at the driving exam"."""
    *rest, definite = before
    if not rest or definite.lower == "'s" or (after and after[0].is_word):
        return False
    asks = using.auxiliaries | using.question_words | using.which | using.definite
    return rest[-1].is_word and rest[-1].lower not in asks and rest[-1].stem not in using.copulas


def _runs(words: Sequence[Token], using: Grammar) -> Iterator[tuple[int, list[Token]]]:
    """The words of content after each definite word, with the place of that word."""
    for start, word in enumerate(words):
        if word.lower in using.definite:
            run: list[Token] = []
            for each in words[start + 1 :]:
                if not each.is_word or each.lower in using.function_words or each.lower in using.definite:
                    break
                run.append(each)
            yield start, run


def _sure(run: Sequence[Token]) -> Sequence[Token]:
    """Those that are surely named: the last of several may be what is said of them, as in "my lease ends"."""
    return run[:-1] if len(run) > 1 else run


def _is_asked_for(before: Sequence[Token], using: Grammar) -> bool:
    """Whether a definite word goes on what a question with "what is" begins: "what is my wife's", "what's the"."""
    if len(before) < 2 or before[0].lower not in using.which:
        return False
    copula, *rest = before[1:]
    is_copula = copula.stem in using.copulas or copula.lower == "'s"
    return is_copula and all(
        word.lower in using.definite or (word.is_word and word.lower not in using.function_words) for word in rest
    )
