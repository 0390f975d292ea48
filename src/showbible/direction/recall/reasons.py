"""Why directors change a shot, as they put it: which words belong to each reason, and what is said for it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from showbible.direction.model import Cause


@dataclass(frozen=True, kw_only=True)
class EditReason:
    """A reason for an edit, and how it sounds."""

    name: str
    cause: Cause
    words: str
    situations: tuple[str, ...]


REASONS: Final = (
    EditReason(
        name="taste",
        cause=Cause.STYLE,
        words="feel feeling mood tension rhythm pace slow fast closer wider tighter softer rougher calmer energy "
        "breathe linger hold static still handheld shaky intimate distance emotion pressure weight quiet dramatic "
        "boring flat polite postcard stronger weaker better want prefer like",
        situations=(
            "It should feel closer and more uncomfortable.",
            "Too slow here, tighten it up.",
            "I want to see the face when it happens.",
            "Keep the camera still and let it breathe.",
            "We do not need this shot, go straight to the people.",
            "Make it rougher, less polite.",
            "Stay with her a moment longer.",
        ),
    ),
    EditReason(
        name="continuity",
        cause=Cause.CONTINUITY,
        words="continuity match mismatch previous earlier before already still wearing wore carrying held sleeve "
        "jacket shirt scarf hat ring bandage wound scar hair beard makeup costume prop bottle glass cigarette candle "
        "weather rain snow daylight eyeline axis same moved jumps vanished reappears torn wet clean dirty broken",
        situations=(
            "She wore a different jacket in the previous shot.",
            "The glass was already empty before.",
            "That does not match the shot before.",
            "The wound has moved to the other arm.",
            "It was raining outside a moment ago.",
            "He put the thing down earlier, so he cannot hold it now.",
            "The door was closed in the last angle and is open here.",
        ),
    ),
    EditReason(
        name="model error",
        cause=Cause.MODEL_ERROR,
        words="mistake error wrong glitch artefact artifact hallucination bug generator model machine renderer "
        "software algorithm output prompt mixed swapped confused ignored misread invented extra fingers limb deformed "
        "distorted melted duplicate cloned garbled requested ordered asked specified incorrect malfunction",
        situations=(
            "The generator made a mistake, that is the wrong person.",
            "It ignored what the plan says.",
            "That is not what I asked for.",
            "He has too many fingers, render it again.",
            "The model mixed the two people up.",
            "The picture came out distorted.",
        ),
    ),
    EditReason(
        name="one time",
        cause=Cause.UNKNOWN,
        words="once exception exceptional only unusual unique special today occasion sake otherwise usually normally "
        "habit favour whim coincidence particular because location building ceiling wall sponsor logistics weather "
        "permit available",
        situations=(
            "Only this once, because of the ceiling.",
            "An exception for this one shot, it is not a habit of mine.",
            "Normally I would not do this.",
            "Just here, for the sake of the view.",
            "There is no other way to get it into the frame today.",
            "A favour, and never again.",
        ),
    ),
    EditReason(
        name="script",
        cause=Cause.UNKNOWN,
        words="script draft page pages rewrite rewritten rewrote writer scene story version revision revised dropped "
        "deleted removed cut plot dialogue line outline longer",
        situations=(
            "The script has changed and this is no longer in it.",
            "The new draft has no such scene.",
            "The writers have cut that line from the story.",
            "That part was rewritten.",
        ),
    ),
)
