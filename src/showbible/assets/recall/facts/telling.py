"""What a text and the lines spoken in it tell, in their order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from showbible.assets.recall.facts.dialogue import DialogueLine, dialogue_lines, plain_sentences
from showbible.assets.recall.facts.introductions import is_same_name
from showbible.assets.recall.facts.spellings import mentioned, proper_names
from showbible.assets.recall.facts.states import StoryReading, readings_of


def tellings(
    text: str, lines: Sequence[DialogueLine], known: Mapping[str, str], *, before: frozenset[str] = frozenset()
) -> list[StoryReading]:
    """What a text tells, then what is said in it and in some lines to be so; `known` has the kinds of entities.

    `before` are the people of whom the texts before it speak.
    """
    people = [name for name, kind in known.items() if kind == "character"]
    found = readings_of(text, known, before=before)
    for line in [*dialogue_lines(text, people), *lines]:
        kinds = {**known, line.speaker: "character"}
        found += [replace(each, words=line.words[:500]) for each in readings_of(plain_sentences(line), kinds)]
    return found


def people_in(text: str, known: Mapping[str, str]) -> frozenset[str]:
    """The people whom a text names, known or not."""
    named = {name for name in mentioned(text, known) if known[name] == "character"}
    new = {name for name in proper_names(text) if not any(is_same_name(name, each) for each in known)}
    return frozenset(named | new)
