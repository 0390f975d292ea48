"""What a text and the lines spoken in it tell, in their order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from showbible.assets.recall.facts.dialogue import DialogueLine, dialogue_lines, plain_sentences
from showbible.assets.recall.facts.states import StoryReading, readings_of


def tellings(text: str, lines: Sequence[DialogueLine], known: Mapping[str, str]) -> list[StoryReading]:
    """What a text tells, then what is said in it and in some lines to be so; `known` has the kinds of entities."""
    people = [name for name, kind in known.items() if kind == "character"]
    found = readings_of(text, known)
    for line in [*dialogue_lines(text, people), *lines]:
        kinds = {**known, line.speaker: "character"}
        found += [replace(each, words=line.words[:500]) for each in readings_of(plain_sentences(line), kinds)]
    return found
