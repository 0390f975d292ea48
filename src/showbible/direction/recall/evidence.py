"""Which edits bear a card out."""

from __future__ import annotations

from typing import Final

from showbible.direction.model import Card, EditEvent, EventType, Op, Rule
from showbible.direction.recall.person_edits import habits

_KINDS: Final = {
    EventType.INSERT: Op.INSERT,
    EventType.REMOVE: Op.REMOVE,
    EventType.MERGE: Op.MERGE,
    EventType.REORDER: Op.MOVE,
}


def feeds(card: Card, event: EditEvent) -> bool:
    """Whether an edit of one of the card's scenes is of the kind that the card speaks of."""
    rules = habits(card)
    return not rules or any(shows(rule, event) for rule in rules)


def shows(rule: Rule, event: EditEvent) -> bool:
    """Whether an edit is of the kind that a habit makes."""
    act = rule.act
    if act.op is Op.MODIFY:
        return any(c.name == act.field and _reaches(c.before, c.after, act.to) for c in event.changes)
    job = act.job.replace("_", " ").lower()
    if _KINDS.get(event.type) is act.op:
        return act.op in (Op.MERGE, Op.MOVE) or job in event.summary.lower()
    return event.type is EventType.BULK_EDIT and act.op is Op.REMOVE and bool(event.removed)


def _reaches(before: object, after: object, to: object) -> bool:
    """Whether a change goes where a habit goes: to its value, or its way."""
    if to not in ("shorter", "longer"):
        return str(after) == str(to)
    if not isinstance(before, int | float) or not isinstance(after, int | float):
        return False
    return after < before if to == "shorter" else after > before
