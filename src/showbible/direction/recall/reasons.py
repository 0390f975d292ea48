"""Why directors change a shot, as they put it: which words belong to each reason, and what is said for it."""

from __future__ import annotations

import re
from typing import Final

from showbible.direction.model import Cause
from showbible.values import frozen


@frozen
class EditReason:
    """A reason for an edit, and how it sounds."""

    name: str
    cause: Cause
    words: str
    situations: tuple[str, ...]


ONE_TIME: Final = "one time"

REASONS: Final = (
    EditReason(
        name="taste",
        cause=Cause.STYLE,
        words="feel feeling mood tension rhythm pace slow fast closer wider tighter softer harsher calmer energy "
        "breathe linger hold static still handheld shaky intimate distance emotion pressure weight quiet dramatic "
        "boring flat pretty stronger weaker better want prefer like",
        situations=(
            "Bring us nearer, until it almost hurts.",
            "Too slow here, tighten it up.",
            "Show us how the news lands on somebody.",
            "Keep the camera still and let it breathe.",
            "We do not need this shot, go straight to the people.",
            "Give it more edge, it is far too smooth.",
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
            "This cannot follow what we have just seen.",
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
        "distorted melted duplicate garbled requested ordered asked specified incorrect malfunction",
        situations=(
            "The generator made a mistake, that is the wrong person.",
            "It pays no heed to the plan.",
            "The result has nothing to do with my request.",
            "He has too many fingers, render it again.",
            "Their faces have been exchanged.",
            "The picture came out distorted.",
        ),
    ),
    EditReason(
        name=ONE_TIME,
        cause=Cause.UNKNOWN,
        words="once exception exceptional only unusual unique special today occasion otherwise usually normally "
        "habit whim coincidence particular because location building logistics weather "
        "permit available",
        situations=(
            "A single time, since the building leaves no choice.",
            "Call it a liberty that I take now and never as a rule.",
            "Normally I would not do this.",
            "I would not do so in any other spot.",
            "There is no other way to get it into the frame today.",
            "Somebody begged me for it, do not learn from it.",
        ),
    ),
    EditReason(
        name="script",
        cause=Cause.UNKNOWN,
        words="script draft page pages rewrite rewritten rewrote writer scene story version revision revised dropped "
        "deleted removed cut plot dialogue line outline longer",
        situations=(
            "The script has changed, so this is gone.",
            "They took it out when the pages were revised.",
            "The writers have cut that line from the story.",
            "That part was rewritten.",
        ),
    ),
)

_ONLY: Final = "(?:only|just|solely|purely|merely|exclusively|simply)"
_NOW: Final = "(?:this|that one|one|once|today|tonight|here|the one)"
_USUAL: Final = (
    "(?:as a rule|a rule|my (?:own )?rules?|habits?|usual|usually|normal|normally|ordinar(?:y|ily)|customs?"
    "|preferences?|policy|generally|typically)"
)
_NOT: Final = r"(?:not|never|no|n't|nothing|without|break|breaks|against|unlike|but|out of|other than)"
_ONLY_NOW: Final = re.compile(
    rf"\b{_ONLY} (?:(?:for|in|on|at|with|because of) )?{_NOW}\b"
    rf"|\b(?:this|that|one|single|here|now|today|tonight|once)(?: \w+){{0,2}} (?:only|alone)\b"
    r"|\b(?:this|for|only) once\b|\b(?:one|single|this one)[ -](?:time|off)\b"
    r"|\bexception(?:al|ally)?\b|\bspecial case\b|\bnever again\b|\b(?:nowhere|nothing|no one|never) else\b"
    rf"|{_NOT}\b[^.;!?]*\b{_USUAL}\b|\b{_USUAL}\b[^.;!?]*\b{_NOT}\b",
    re.IGNORECASE,
)


def says_only_now(words: str) -> bool:
    """Whether somebody binds a wish to this one time or spot, or sets it against what they usually do."""
    return bool(_ONLY_NOW.search(words.replace("\u2019", "'")))
