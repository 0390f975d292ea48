"""Tell edits that only carry out what we proposed from those the director thought of."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from showbible.direction.model import EditEvent, Op, SessionMessage
from showbible.direction.recall.snapshots import plain

_OURS: Final = ("card_id", "card_ids", "preference_card_id", "preference_card_ids", "applied_card_ids")


def marked(event: EditEvent, messages: Sequence[SessionMessage], proposals: Sequence[Mapping[str, Any]]) -> EditEvent:
    """The event, marked when everything in it was proposed by us."""
    known = {_key(proposal) for proposal in proposals}
    parts = list(_parts(event))
    proposed = bool(parts) and all(part in known for part in parts)
    return replace(event, accepted=proposed or _names_cards(event, messages))


def _names_cards(event: EditEvent, messages: Sequence[SessionMessage]) -> bool:
    calls = (call for message in messages for call in message.calls if call.call_id == event.call_id)
    return any(plain(call.params).get(name) for call in calls for name in _OURS)


def _key(proposal: Mapping[str, Any]) -> tuple[Any, ...]:
    op = proposal.get("op")
    if op == Op.MODIFY:
        return (op, proposal.get("shot_id"), proposal.get("field"), str(proposal.get("to")))
    if op == Op.INSERT:
        return (op, proposal.get("after_shot_id"), proposal.get("shot_job"))
    if op == Op.MERGE:
        return (op, frozenset(proposal.get("shot_ids", ())))
    if op == Op.MOVE:
        return (op, proposal.get("shot_id"), proposal.get("before_shot_id"))
    return (op, proposal.get("shot_id"))


def _parts(event: EditEvent) -> Iterator[tuple[Any, ...]]:
    for change in event.changes:
        yield (Op.MODIFY, change.shot_id, change.name, str(change.after))
    for shot_id in event.removed:
        yield (Op.REMOVE, shot_id)
    if event.merged:
        yield (Op.MERGE, frozenset(event.merged))
    for shot_id, before in event.moved:
        yield (Op.MOVE, shot_id, before)
    jobs = {shot.shot_id: shot.word("shot_job") for shot in event.inserted}
    for shot_id, after in event.anchors:
        yield (Op.INSERT, after, jobs.get(shot_id))
