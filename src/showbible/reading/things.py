"""The things that a question takes for granted: who asks for the colour of the van believes that there is one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from showbible.reading import tokens
from showbible.reading.grammar import Grammar
from showbible.reading.languages import language as verbs
from showbible.reading.model import Thing
from showbible.reading.tokens import Token

_OF_A_VERB: Final = ("ing", "ed")
"""How an English verb may end that stands after its subject: "where is our bakery opening"."""
_WHERE: Final = ("at", "in", "on", "near", "by", "across", "along", "behind", "beside", "under", "over", "above")
_WHEN: Final = ("during", "after", "before", "between", "within")
SETTINGS: Final = frozenset({*_WHERE, *_WHEN, "below", "outside", "inside", "opposite", "round", "around"})
"""English words before what tells where or on what occasion something was."""
_PREPOSITIONS: Final = SETTINGS | {"of", "to", "from", "for", "with", "about", "into", "through", "without", "against"}
_OF_A_QUALITY: Final = ("ed", "ous", "ful", "less", "able", "ible", "est")
"""How an English word ends that says how something is, and hardly ever which one of its sort."""


def of_question(words: Sequence[Token], using: Grammar, *, by_name: bool) -> tuple[Thing, ...]:
    """What a question calls somebody's, or the one that is known; people are told apart elsewhere.

    What stands right after "what is" is what is asked for, unless the question asks how it is called.
    """
    found: list[Thing] = []
    for start, run in _runs(words, using):
        if by_name or not _is_asked_for(words[:start], using):
            before, after = words[: start + 1], words[start + 1 + len(run) :]
            sure = run if _is_whole(before, after, using) else _sure(run)
            if any(_is_thing(word, using) for word in sure):
                found.append(_described(run, before, after, using))
    return tuple(dict.fromkeys(found))


def is_another(thing: Thing, text: str, using: Grammar, *, asked: frozenset[str] = frozenset()) -> bool:
    """Whether a text speaks only of others of a sort: of a violin teacher, where the piano teacher is asked for.

    What is asked elsewhere, given by its stems, tells no other: a thesis advisor is the advisor of my thesis.
    """
    sort = names(thing, using)
    words = tokens.words(text, using)
    met = [_before(words[:place], using) for place, word in enumerate(words) if word.stem in sort]
    sought = _telling(thing.described, using)
    return bool(sought and met) and all(each and each.isdisjoint(sought | asked) for each in met)


def has_another_after(thing: Thing, text: str, using: Grammar, *, of: str | None = None) -> bool:
    """Whether a text has something else, that is no name, after the preposition of a thing: "for the gym".

    With `of` a stem that has to stand before the preposition: "an interview at the mill".
    """
    words = tokens.words(text, using)
    for place, word in enumerate(words):
        is_there = word.lower == thing.after and (of is None or (place > 0 and words[place - 1].stem == of))
        following = [each for each in words[place + 1 : place + 4] if each.lower not in using.determiners][:1]
        if is_there and following and _is_noun(following[0], using):
            return True
    return False


def begins_with_another(asked: Iterable[Thing], text: str, using: Grammar) -> bool:
    """Whether a text first names a thing and says something of that, but not of the one that is asked for.

    "My sledge is red" says nothing of an anorak. Whether two words may mean one thing is for others to tell.
    """
    words = tokens.words(text, using)
    run = next((run for start, run in _runs(words, using) if start == 0), [])
    after = words[1 + len(run) : 2 + len(run)]
    if not run or not after or after[0].stem not in using.copulas:
        return False
    named = {each.stem for each in run}
    wanted = [each for each in asked if not each.after]
    return bool(wanted) and all(named.isdisjoint(map(using.stem, each.words)) for each in wanted)


def _is_noun(word: Token, using: Grammar) -> bool:
    """Whether a word after a preposition names a thing, and is neither a name, a number nor a word of grammar."""
    is_plain = word.is_word and word.text.isalpha() and not word.is_capital
    return is_plain and word.lower not in using.function_words and word.stem not in using.empty


def names(thing: Thing, using: Grammar) -> frozenset[str]:
    """Stems of all words that mean the same as a thing: a tutor is a teacher."""
    stem = using.stem(thing.head)
    relation = using.relations.get(stem)
    return frozenset(each for each, of in using.relations.items() if of == relation) | {stem}


def _before(words: Sequence[Token], using: Grammar) -> frozenset[str]:
    """Stems of the words right before a noun that tell which one of its sort it is."""
    found: list[str] = []
    for word in reversed(words):
        if not word.is_word or word.lower in using.determiners:
            break
        if word.lower in using.function_words:
            return frozenset()
        found.append(word.lower)
    return _telling(found, using)


def _telling(words: Iterable[str], using: Grammar) -> frozenset[str]:
    """Stems of those of some words that may tell which one is meant, and not only how it is."""
    dates = using.weekdays.keys() | using.months.keys()
    which = (word for word in words if word.isalpha() and word not in dates and not word.endswith(_OF_A_QUALITY))
    idle = using.empty | using.relations.keys()
    return frozenset(each for each in map(using.stem, which) if each not in idle)


def _described(run: Sequence[Token], before: Sequence[Token], after: Sequence[Token], using: Grammar) -> Thing:
    """The one thing that an English run names by its last noun, with what the other words say of it."""
    leading = _leading(before, using)
    named = [*(run[:-1] if _ends_in_verb(run, leading, after, using) else run)]
    while len(named) > 1 and (named[-1].stem in using.empty or using.verbs.get(named[-1].stem) == verbs.NAMING):
        named.pop()
    # What may be a verb is no head where there is another: "where is our bakery opening".
    head = named[-2] if len(named) > 1 and named[-1].lower.endswith(_OF_A_VERB) else named[-1]
    described = frozenset(each.lower for each in named if each is not head and each.stem not in using.empty)
    if leading is None or leading.lower not in _PREPOSITIONS:
        return Thing(head.lower, described)
    governing = [each.lower for each in before if each.end <= leading.start]
    return Thing(head.lower, described, leading.lower, governing[-1] if governing else "")


def _ends_in_verb(run: Sequence[Token], leading: Token | None, after: Sequence[Token], using: Grammar) -> bool:
    """Whether the last word of an English run is what is said of the others: "does my lease end"."""
    if len(run) < 2 or leading is None or leading.stem in using.copulas:
        return False
    asks = using.auxiliaries | using.question_words | using.which
    rest = [word for word in after if word.is_word]
    # The verb may still come: "what does the cabin in Wales lack", "where does the family we met come from".
    is_open = bool(rest) and (rest[0].lower in using.user or _is_bare(rest, using))
    return leading.lower in asks and not is_open


def _is_bare(words: Sequence[Token], using: Grammar) -> bool:
    """Whether a name or a noun without an article comes before the last word: "in Wales lack"."""
    if len(words) < 3 or any(word.lower in using.function_words for word in words[-2:]):
        return False
    return words[-3].lower in using.function_words and words[-3].lower not in using.definite


def _leading(before: Sequence[Token], using: Grammar) -> Token | None:
    """What stands before a run, and before whose it is: "does" in "does my brother's lease end"."""
    *rest, definite = before
    while rest and definite.lower == "'s" and rest[-1].lower not in using.function_words:
        rest.pop()
    if rest and definite.lower == "'s" and rest[-1].lower in using.definite:
        rest.pop()
    return rest[-1] if rest else None


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
