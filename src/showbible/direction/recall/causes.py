"""Why an edit was made, told from the director's words and from what the edit touched."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from showbible.direction.model import Cause, EditEvent, EventType

STYLE_FIELDS: Final = frozenset(
    {"shot_size", "camera_angle", "camera_movement", "duration_seconds", "shot_job", "lens", "transition", "lighting"}
)
"""The fields in which taste shows; words and subjects follow the script."""

_ONE_OFF: Final = re.compile(
    r"\b(just|only) (this|the) (once|one|time|shot|scene)\b|\bonly (here|for|this|now)\b|\bfor once\b|\bone[- ]off\b"
    r"|\bthis (one )?time only\b|\bonce only\b|\bexception\b|\bexceptionally\b|\bspecial case\b|\bjust (here|for)\b"
    r"|\bdon'?t (make|read) .{0,20}\b(habit|rule)\b|\bnot a (rule|habit)\b|\bnormally i (would|wouldn)"
)
_SCRIPT: Final = re.compile(
    r"\b(script|page|draft)s?\b.{0,40}\b(chang|gone|cut|short|new|mov|drop|los|revis|differ)"
    r"|\b(chang|cut|gone|dropp|remov|revis)\w*\b.{0,30}\b(from|in) the (script|page|draft)\b"
    r"|\b(rewrote|rewritten|no longer in the (story|script)|new draft|new pages)\b"
)
_CONTINUITY: Final = re.compile(
    r"\bcontinuity\b|\b(does|do|did)( not|n'?t) match\b|\bmismatch\w*|\bmatch(es|ing)? (the|with|what|cut|eyeline)\b"
    r"|\b(previous|earlier|last|next) (shot|scene|take|cut)\b.{0,40}\b(is|was|has|had|there|full|empty|same|already)\b"
    r"|\b(wardrobe|costume|hair|make-?up|eyeline|screen direction|180|axis|jump cut)\b"
    r"|\b(was|were|had|held|holding|wore|wearing)\b.{0,30}\b(left|right|other|same) (hand|side|arm|pocket)\b"
    r"|\b(already|still) (wearing|holding|carrying|broken|gone|dead|wet)\b|\bas in the shot before\b"
)
_MODEL_ERROR: Final = re.compile(
    r"\bmistakes?\b|\bglitch\w*|\bartifacts?\b|\bhallucinat\w*|\bbugs?\b|\berror\b|\bmixed (it |them )?up\b"
    r"|\bwrong (person|character|one|face|man|woman|actor|location|subject|name|guy|girl)\b"
    r"|\b(two|three|twice|double|duplicate)\b.{0,25}\b(same|person|people|of (him|her|them)|face)\b"
    r"|\b(generator|model|renderer|ai|tool|system)\b.{0,20}\b(got|ignored|forgot|misread|missed|swapped|invented)\b"
    r"|\bit (has )?(ignored|forgot|forgotten|misread|swapped|invented)\b"
    r"|\bignored (the|my|what)\b|\b(extra|missing|six) (finger|hand|arm|leg|person|head)s?\b"
    r"|\bnot what (i|we) (asked|ordered|planned|said)\b|\bplan (said|says|was|asked)\b|\bthat'?s not (him|her|them)\b"
    r"|\bshould (be|have been) the other\b|\bi asked for\b"
)


def cause_of(event: EditEvent, *, characters: tuple[str, ...] = ()) -> EditEvent:
    """The event with its cause."""
    return replace(event, cause=_cause(event, characters))


def _cause(event: EditEvent, characters: tuple[str, ...]) -> Cause:
    if event.type in (EventType.INITIAL_GENERATION, EventType.ACCEPTANCE):
        return Cause.UNKNOWN
    told = _told((event.user_text or "").lower().replace("\u2019", "'"))
    if told is not None:
        return told
    names = {change.name for change in event.changes}
    if names and not names & STYLE_FIELDS:
        return _untold(event, names, characters)
    return Cause.STYLE


def _told(words: str) -> Cause | None:
    if _CONTINUITY.search(words):
        return Cause.CONTINUITY
    if _MODEL_ERROR.search(words):
        return Cause.MODEL_ERROR
    if _ONE_OFF.search(words) or _SCRIPT.search(words):
        return Cause.UNKNOWN
    return None


def _untold(event: EditEvent, names: set[str], characters: tuple[str, ...]) -> Cause:
    """A subject who is not in the scene was the generator's doing; other facts of the script we cannot judge."""
    strangers = [c for c in event.changes if c.name == "subject" and characters and c.before not in characters]
    return Cause.MODEL_ERROR if strangers and names == {"subject"} else Cause.UNKNOWN
