"""What a model is asked about direction, and the shape its answers must have."""

from __future__ import annotations

from typing import Any, Final, Literal

from pydantic import BaseModel, ConfigDict, Field

from showbible.direction.model import Cause, Op
from showbible.direction.recall import card_text
from showbible.llm.client import Prompt

PACKAGE: Final = "showbible.direction"


class Noted(BaseModel):
    """A lesson of one scene, as a model words it; how sure it is, code decides."""

    model_config = ConfigDict(extra="ignore")

    learning: str = Field(max_length=card_text.LONGEST)
    applies_to: str = Field(default="", max_length=card_text.LONGEST)
    avoid_applying_to: str = Field(default="", max_length=card_text.LONGEST)
    evidence: str = Field(default="", max_length=card_text.LONGEST)


class BeatNote(BaseModel):
    """Which of the known kinds of moment a beat is, by its number, with the words that show it."""

    model_config = ConfigDict(extra="ignore")

    number: int
    kind: str = Field(max_length=60)
    quote: str = Field(default="", max_length=card_text.LONGEST)


class CauseNote(BaseModel):
    """Why an edit was made, by its number, with the words that say so."""

    model_config = ConfigDict(extra="ignore")

    number: int
    cause: Cause
    quote: str = Field(default="", max_length=card_text.LONGEST)


class SceneNotes(BaseModel):
    """A scene in a few sentences, what kind of moment each of its beats is, and why each edit was made."""

    model_config = ConfigDict(extra="ignore")

    scene_context_summary: str = Field(max_length=2000)
    edit_summary: str = Field(max_length=4000)
    scene_learnings: list[Noted] = Field(default_factory=list, max_length=12)
    beat_kinds: list[BeatNote] = Field(default_factory=list, max_length=100)
    causes: list[CauseNote] = Field(default_factory=list, max_length=200)


class Reworded(BaseModel):
    """A card in a model's words; `number` says which of the given ones, `scenes` which memories bear a new one out."""

    model_config = ConfigDict(extra="ignore")

    number: int | None = None
    preference: str = Field(max_length=card_text.LONGEST)
    applies_to: str = Field(default="", max_length=card_text.LONGEST)
    avoid_applying_to: str = Field(default="", max_length=card_text.LONGEST)
    scenes: list[int] = Field(default_factory=list, max_length=200)


class ProfileNotes(BaseModel):
    """A director in a few sentences, and the cards."""

    model_config = ConfigDict(extra="ignore")

    profile_summary: str = Field(max_length=4000)
    preference_cards: list[Reworded] = Field(default_factory=list, max_length=24)


class SteeringNote(BaseModel):
    """A habit that the present words concern: its id, what it does to what, for or against, how far, and the words."""

    model_config = ConfigDict(extra="ignore")

    card: str = Field(max_length=card_text.LONGEST)
    operation: Op
    target: str = Field(max_length=card_text.LONGEST)
    polarity: Literal["for", "against"]
    scope: Literal["scene", "part"]
    quote: str = Field(max_length=card_text.LONGEST)


class SteeringNotes(BaseModel):
    """What the present words say of the habits that were shown."""

    model_config = ConfigDict(extra="ignore")

    notes: list[SteeringNote] = Field(default_factory=list, max_length=200)


def _no_notes(**facts: Any) -> SceneNotes:
    """Nothing from the rule here: the rule's own words are made from facts, not from a prompt."""
    return SceneNotes(scene_context_summary="", edit_summary="")


def _no_profile(**facts: Any) -> ProfileNotes:
    return ProfileNotes(profile_summary="")


def _no_steering(**facts: Any) -> SteeringNotes:
    """Nothing more: what the rules read out of the words counts in any case."""
    return SteeringNotes()


SCENE_NOTES: Final = Prompt("scene_notes", SceneNotes, offline=_no_notes, package=PACKAGE)
PROFILE_NOTES: Final = Prompt("profile_notes", ProfileNotes, offline=_no_profile, package=PACKAGE)
STEERING_NOTES: Final = Prompt("steering_notes", SteeringNotes, offline=_no_steering, package=PACKAGE)
