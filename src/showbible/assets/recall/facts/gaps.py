"""Verbs that a sentence leaves out because it has just said them: "Mara holds the lamp, Tom the rope"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from showbible.assets.recall.facts import table
from showbible.assets.recall.facts.story_word import DETERMINERS, StoryWord
from showbible.assets.recall.facts.table import listed
from showbible.assets.recall.facts.words import StorySentence

_JOINTS: Final = frozenset({",", "and", "while", "but"})
_PLACING: Final = listed("in at on with under inside beside behind by")
_AUXILIARIES: Final = listed("is are was were has have had")
_LONGEST_VERB: Final = 3


def filled(sentence: StorySentence) -> Iterator[StorySentence]:
    """The sentence, or its parts where a later one lacks the verb of the first, each with that verb."""
    words = sentence.words
    starts = [place for place, word in enumerate(words) if word.name is not None and word.begins]
    verb = _verb(words, starts[0]) if len(starts) > 1 else ()
    cut = next((place for place in starts[1:] if verb and _lacks_verb(words, place)), None)
    if cut is None:
        yield sentence
        return
    end = cut - (2 if words[cut - 2].lower == "," else 1)
    yield StorySentence(sentence.text, words[:end])
    name = _end_of_name(words, cut)
    rest = _with_noun(words[name:], words[:end])
    yield from filled(StorySentence(sentence.text, (*words[cut:name], *verb, *rest)))


def _end_of_name(words: Sequence[StoryWord], start: int) -> int:
    end = start + 1
    while end < len(words) and words[end].name == words[start].name and not words[end].begins:
        end += 1
    return end


def _verb(words: Sequence[StoryWord], start: int) -> tuple[StoryWord, ...]:
    """What stands between the first name and its object or place: a verb with what belongs to it."""
    first = _end_of_name(words, start)
    end = first
    while end < len(words) and not _begins_object(words[end]) and not words[end].is_mark and words[end].name is None:
        end += 1
    found = tuple(words[first:end])
    told = any(table.verb(each.stem) or each.lower in _AUXILIARIES for each in found)
    return found if 0 < len(found) <= _LONGEST_VERB and told and end < len(words) else ()


def _begins_object(word: StoryWord) -> bool:
    return word.lower in DETERMINERS or word.lower in _PLACING


def _lacks_verb(words: Sequence[StoryWord], start: int) -> bool:
    """Whether somebody is named behind a joint, an object or a place follows, and nothing is said to be done."""
    first = _end_of_name(words, start)
    if words[start - 1].lower not in _JOINTS or first >= len(words) or not _begins_object(words[first]):
        return False
    rest = words[first:]
    end = next((place for place, each in enumerate(rest) if each.lower in (",", "while", "but")), len(rest))
    return not any(_is_verb(rest, place) for place in range(end))


def _is_verb(words: Sequence[StoryWord], place: int) -> bool:
    word = words[place]
    if word.lower in _AUXILIARIES:
        return True
    inflected = word.lower.endswith(("s", "ed", "ing")) or word.lower != word.stem
    after_article = place > 0 and words[place - 1].lower in DETERMINERS
    return bool(table.verb(word.stem)) and inflected and not after_article and not table.qualities(word.lower)


def _with_noun(words: Sequence[StoryWord], before: Sequence[StoryWord]) -> list[StoryWord]:
    """The words with the noun that "one" stands for: "a green cardigan ... a white one"."""
    nouns = [each for each in before if not each.is_empty and each.name is None and not table.qualities(each.lower)]
    things = [each for each in nouns if not _is_verb([each], 0)] or nouns
    return [things[-1] if each.lower in ("one", "ones") and things else each for each in words]
