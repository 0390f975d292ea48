"""Why an edit was made: by what it touches, by what was said, and by whether it is done again.

An edit alone shows little. What follows the script or puts back what was there is a mend; a wish that no
habit explains, once there are scenes enough to show one, was a wish for that moment.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Final

from showbible.direction.model import Cause, EditEvent, EventType, Rule, ShotChange, Snapshot
from showbible.direction.recall import likeness
from showbible.direction.recall.evidence import shows
from showbible.direction.recall.reasons import ONE_TIME, REASONS, says_only_now

STYLE_FIELDS: Final = frozenset(
    {"shot_size", "camera_angle", "camera_movement", "duration_seconds", "shot_job", "lens", "transition", "lighting"}
)
"""The fields in which taste shows; words and subjects follow the script."""

CLEAR: Final = 0.65
"""How sure a reason has to be in order to count."""
CERTAIN: Final = 0.85
"""How sure it has to be against an edit that is a habit elsewhere."""
CLEAR_AGAINST_CRAFT: Final = 0.9
"""How sure it has to be against an edit that rebuilds the plan: nobody mends a sleeve that way."""
FEWEST_SCENES: Final = 3
"""With fewer scenes nothing could have recurred."""

_WHOLE: Final = (EventType.INITIAL_GENERATION, EventType.ACCEPTANCE)
_CRAFT: Final = (EventType.INSERT, EventType.MERGE, EventType.REORDER)
_CAUSES: Final = {reason.name: reason.cause for reason in REASONS}


def cause_of(event: EditEvent, *, characters: tuple[str, ...] = (), before: Snapshot = ()) -> EditEvent:
    """The event with its cause, as far as it can be told from this scene."""
    cause = Cause.UNKNOWN if event.type in _WHOLE else _cause(event, _told(event), characters, before)
    return replace(event, cause=cause, by_itself=cause)


def _cause(event: EditEvent, told: Cause | None, characters: tuple[str, ...], before: Snapshot) -> Cause:
    names = {change.name for change in event.changes}
    if names and not names & STYLE_FIELDS:
        return _of_the_script(event, names, told, characters, before)
    return told or Cause.STYLE


def _of_the_script(
    event: EditEvent, names: set[str], told: Cause | None, characters: tuple[str, ...], before: Snapshot
) -> Cause:
    """A subject who changes was the wrong one; words and things that change are put right, whatever is said."""
    if told in (Cause.CONTINUITY, Cause.MODEL_ERROR):
        return told
    if names == {"subject"}:
        return Cause.MODEL_ERROR
    if "description" in names or all(_restores(change, before) for change in event.changes):
        return Cause.CONTINUITY
    return Cause.UNKNOWN


def _restores(change: ShotChange, before: Snapshot) -> bool:
    """Whether another shot of the plan already had what the change brings."""
    return any(shot.shot_id != change.shot_id and shot.fields.get(change.name) == change.after for shot in before)


def _told(event: EditEvent) -> Cause | None:
    """The reason that the director's words give, when they give one clearly that is no taste."""
    name, share = _reason(event.user_text or "")
    least = CLEAR_AGAINST_CRAFT if event.type in _CRAFT else CLEAR
    return _CAUSES[name] if name and share >= least and _CAUSES[name] is not Cause.STYLE else None


def _reason(words: str) -> tuple[str | None, float]:
    """The likeliest reason in some words, and how sure it is; that it is for now only needs no likeness."""
    if says_only_now(words):
        return ONE_TIME, 1.0
    shares = likeness.reason_shares(words)
    name = max(shares, key=lambda each: shares[each], default=None)
    return name, shares[name] if name else 0.0


def settled(event: EditEvent, rules: Iterable[Rule], *, scenes: int) -> EditEvent:
    """The event with its cause once other scenes were looked at: what no habit explains is no taste."""
    alone = event.by_itself or event.cause
    if event.type in (*_WHOLE, *_CRAFT, EventType.BULK_EDIT) or scenes < FEWEST_SCENES or event.accepted:
        return replace(event, cause=alone)
    is_habit = any(shows(rule, event) for rule in rules if len(rule.scenes) > 1)
    if alone is Cause.STYLE and not is_habit:
        return replace(event, cause=_other_reason(likeness.reason_shares(event.user_text or "")))
    if is_habit and _reason(event.user_text or "")[1] < CERTAIN:
        return replace(event, cause=Cause.STYLE)
    return replace(event, cause=alone)


def _other_reason(shares: Mapping[str, float]) -> Cause:
    """The likeliest reason besides taste; a wish of the moment when nothing was said."""
    others = {name: share for name, share in shares.items() if _CAUSES[name] is not Cause.STYLE}
    name = max(others, key=lambda each: others[each], default=None)
    return _CAUSES[name] if name else Cause.UNKNOWN
