"""How far a sentence tells what is: a flashback tells nothing, and a dream or a picture ends it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from showbible.assets.recall.facts import table
from showbible.assets.recall.facts.japanese import IS_JAPANESE
from showbible.assets.recall.facts.story_word import DETERMINERS, StoryWord

_SHOWING: Final = frozenset({"of", "with", "showing", "shows", ":", "where", "in"})


def limit(words: Sequence[StoryWord], text: str) -> int:
    """Where a sentence stops to tell what is: none of a flashback, only what precedes a dream or picture."""
    for place, word in enumerate(words):
        kinds = table.classes(word.lower) | table.classes(word.stem)
        if word.name is not None:
            continue
        if "scopes.flashback" in kinds:
            return 0
        if "scopes.picture" in kinds or ("scopes.carrier" in kinds and _shows(words, place)):
            return 0 if _begins_with_picture(words, place) or _ends_with_picture(words, place, text) else place
        if "scopes.unreal" in kinds and not (word.lower == "like" and place and words[place - 1].is_mark):
            return place
    return len(words)


def _ends_with_picture(words: Sequence[StoryWord], place: int, text: str) -> bool:
    """Whether a language that names the picture last does so: "a photo in which Ken is at the sea"."""
    rest = [each for each in words[place + 1 :] if not each.is_mark]
    return not rest and IS_JAPANESE.search(text) is not None


def _shows(words: Sequence[StoryWord], place: int) -> bool:
    """Whether what a thing shows is told: "on the screen", "a coin with her face"."""
    after = {each.lower for each in words[place + 1 : place + 2]}
    before = [each.lower for each in words[max(0, place - 4) : place] if each.lower not in DETERMINERS]
    return not _SHOWING.isdisjoint(after) or before[-1:] in (["on"], ["in"]) or _begins_with_picture(words, place)


def _begins_with_picture(words: Sequence[StoryWord], place: int) -> bool:
    """Whether all of a sentence is in the picture that it names: "On an old framed photo, Mara smiles"."""
    return all(each.lower in ("framed", "old") or each.is_empty for each in words[:place])
