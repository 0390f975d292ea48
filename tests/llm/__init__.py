"""A prompt to ask in tests: its text in a package made for the test, its answer, its rule."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path

import pytest
from pydantic import BaseModel

from showbible.llm.client import Prompt
from showbible.vocabulary import new_id

TEXT = "Read this scene.\n\n{{ scene }}\n\nName its mood in at most {{ words }} words.\n"


class Mood(StrEnum):
    """The moods a scene may have."""

    CALM = "calm"
    TENSE = "tense"


class SceneNotes(BaseModel):
    """What a model says about a scene."""

    mood: Mood | None
    score: float
    text: str = ""


RULED = SceneNotes(mood=None, score=0.0)


def notes_without_a_model(**facts: object) -> SceneNotes:
    """Nothing, which is all that is known."""
    return RULED


def scene_notes(folder: Path, path: pytest.MonkeyPatch, text: str = TEXT) -> Prompt[SceneNotes]:
    """A prompt with this text, in a package of its own."""
    package = f"asker_{new_id()}"
    (folder / package / "prompts").mkdir(parents=True)
    (folder / package / "prompts" / "scene_notes.md").write_text(text, encoding="utf-8")
    path.syspath_prepend(str(folder))
    return Prompt("scene_notes", SceneNotes, offline=notes_without_a_model, package=package)
