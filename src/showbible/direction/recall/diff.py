"""Edits, found by comparing what was there before a tool call with what was there after it.

No model, no replay: a call counts only for what its snapshot shows.
"""

from __future__ import annotations

import itertools
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any, Final

from showbible.direction.model import EditEvent, EventType, SessionMessage, Shot, ShotChange, Snapshot, ToolCall
from showbible.direction.recall.causes import cause_of
from showbible.direction.recall.netting import netted
from showbible.direction.recall.references import named, operations, requested
from showbible.direction.recall.snapshots import active, shots_of
from showbible.values import frozen

WORDS_KEPT: Final = 280
GENERATE: Final = "generate_scene_shots_from_plan"


@frozen
class EditStep:
    """A tool call between the two snapshots around it."""

    call: ToolCall
    before: Snapshot
    after: Snapshot

    @property
    def was(self) -> dict[str, Shot]:
        """The shots before, by id."""
        return {shot.shot_id: shot for shot in self.before}

    @property
    def gone(self) -> tuple[str, ...]:
        """The ids that are no longer there."""
        now = {shot.shot_id for shot in self.after}
        return tuple(shot.shot_id for shot in self.before if shot.shot_id not in now)

    @property
    def new(self) -> tuple[Shot, ...]:
        """The shots that were not there."""
        was = self.was
        return tuple(shot for shot in self.after if shot.shot_id not in was)

    def event(self, kind: EventType, summary: str, refs: Iterable[str]) -> EditEvent:
        """The edit that it was, of which more is to be said."""
        return EditEvent(call_id=self.call.call_id, type=kind, summary=summary, shot_refs=tuple(refs))


def events(messages: tuple[SessionMessage, ...], *, characters: tuple[str, ...] = ()) -> tuple[EditEvent, ...]:
    """What was edited in a session, in order, without what was taken back."""
    found = list(_seen(messages))
    told = [cause_of(event, characters=characters, before=was) for event, was, _ in found]
    return netted(told, [(_ids(was), _ids(now)) for _, was, now in found])


def baseline(messages: tuple[SessionMessage, ...]) -> Snapshot:
    """The plan the director was shown: the first good snapshot, or what was generated last."""
    shown: Snapshot = ()
    for call in (call for message in messages for call in message.calls):
        shots = shots_of(call.data) if call.error is None else None
        if shots is not None and (not shown or call.name == GENERATE):
            shown = active(shots)
    return shown


def _seen(messages: tuple[SessionMessage, ...]) -> Iterator[tuple[EditEvent, Snapshot, Snapshot]]:
    before: Snapshot | None = None
    accepted: tuple[str, ...] = ()
    for message, words, call in _calls(messages):
        shots = shots_of(call.data) if call.error is None else None
        if shots is None:
            continue
        after = active(shots)
        event, was, before = _event(call, before, after), before or (), after
        if event is None or (event.type is EventType.ACCEPTANCE and event.shot_refs == accepted):
            continue  # saying yes twice to the same shots says it once
        accepted = event.shot_refs if event.type is EventType.ACCEPTANCE else accepted
        yield replace(event, user_text=words, message_id=message.message_id), was, after


def _calls(messages: tuple[SessionMessage, ...]) -> Iterator[tuple[SessionMessage, str | None, ToolCall]]:
    words: str | None = None
    for message in messages:
        words = message.content[:WORDS_KEPT] or None if message.role == "user" else words
        for call in message.calls:
            yield message, words, call


def _ids(shots: Snapshot) -> tuple[str, ...]:
    return tuple(shot.shot_id for shot in shots)


def _event(call: ToolCall, before: Snapshot | None, after: Snapshot) -> EditEvent | None:
    if call.name == GENERATE:
        same = before is not None and before == after
        return None if same else _shown(call, EventType.INITIAL_GENERATION, after)
    if call.name == "confirm_shots":
        return _shown(call, EventType.ACCEPTANCE, after)
    reader = _READERS.get(call.name)
    if before is None or reader is None:
        return None
    return reader(EditStep(call=call, before=before, after=after))


def _shown(call: ToolCall, kind: EventType, shots: Snapshot) -> EditEvent:
    summary = "Generated {} shots." if kind is EventType.INITIAL_GENERATION else "Accepted {} shots."
    refs = tuple(shot.shot_id for shot in shots)
    return EditEvent(call_id=call.call_id, type=kind, summary=summary.format(len(refs)), shot_refs=refs)


def _modified(step: EditStep) -> EditEvent | None:
    wanted = requested(step.call.params)
    chosen = named(step.call.params, step.before)
    if chosen is None:
        chosen = tuple(step.was)
    changes = tuple(
        change
        for change in _changes(step, frozenset(chosen), frozenset(wanted))
        if len(chosen) == 1 or change.after == wanted[change.name]
    )
    if not changes:
        return None
    refs = dict.fromkeys(change.shot_id for change in changes)
    return replace(step.event(EventType.MODIFY, f"Changed {_told(changes)}.", refs), changes=changes)


def _inserted(step: EditStep) -> EditEvent | None:
    if not step.new:
        return None
    kinds = ", ".join(_kind(shot) for shot in step.new)
    event = step.event(EventType.INSERT, f"Inserted {kinds}.", (shot.shot_id for shot in step.new))
    return replace(event, inserted=step.new, anchors=_anchors(step))


def _removed(step: EditStep) -> EditEvent | None:
    if not step.gone:
        return None
    was = step.was
    kinds = ", ".join(_kind(was[shot_id]) for shot_id in step.gone)
    return replace(step.event(EventType.REMOVE, f"Removed {kinds}.", step.gone), removed=step.gone)


def _merged(step: EditStep) -> EditEvent | None:
    if not step.gone:
        return None
    into = tuple(shot.shot_id for shot in step.new) or _touched(step)
    refs = tuple(dict.fromkeys((*(named(step.call.params, step.before) or into), *step.gone, *into[:1])))
    in_order = tuple(shot.shot_id for shot in step.before if shot.shot_id in refs)
    return replace(step.event(EventType.MERGE, f"Merged {len(in_order)} shots into one.", refs), merged=in_order)


def _touched(step: EditStep) -> tuple[str, ...]:
    was = step.was
    return tuple(s.shot_id for s in step.after if s.shot_id in was and s.fields != was[s.shot_id].fields)


def _reordered(step: EditStep) -> EditEvent | None:
    moved = _moves(step)
    if not moved:
        return None
    summary = f"Moved {len(moved)} of {len(step.after)} shots."
    return replace(step.event(EventType.REORDER, summary, (shot_id for shot_id, _ in moved)), moved=moved)


def _bulk(step: EditStep) -> EditEvent | None:
    steps = operations(step.call.params)
    merged = frozenset(i for s in steps if s.get("op") == "merge" for i in named(s, step.before) or ())
    removed = tuple(shot_id for shot_id in step.gone if shot_id not in merged)
    changes = _bulk_changes(step, steps, spared=merged)
    moved = _moves(step)
    refs = (*(c.shot_id for c in changes), *(s.shot_id for s in step.new), *step.gone, *(i for i, _ in moved))
    if not refs:
        return None
    summary = _bulk_told(len({c.shot_id for c in changes}), len(step.new), len(removed), len(moved))
    return replace(
        step.event(EventType.BULK_EDIT, summary, dict.fromkeys(refs)),
        changes=changes,
        inserted=step.new,
        anchors=_anchors(step),
        removed=removed,
        merged=tuple(shot.shot_id for shot in step.before if shot.shot_id in merged and step.gone),
        moved=moved,
    )


def _bulk_changes(step: EditStep, steps: list[Mapping[str, Any]], *, spared: frozenset[str]) -> tuple[ShotChange, ...]:
    """What the plan spells out where it does, else every field that means something."""
    spelled: dict[str, frozenset[str]] = {}
    for each in steps:
        for shot_id in named(each, step.before) or ():
            spelled[shot_id] = spelled.get(shot_id, frozenset()) | frozenset(requested(each))
    if spelled:
        return tuple(c for i, names in spelled.items() for c in _changes(step, frozenset((i,)), names))
    found = tuple(c for c in _changes(step, frozenset(step.was) - spared, None))
    told = {c.shot_id for c in found if c.name != "description"}
    # Words follow a changed size or angle, and lengths give way to new neighbours: neither was asked for.
    shifted = {"duration_seconds"} if step.new or step.gone else set()
    return tuple(c for c in found if c.name not in shifted and (c.name != "description" or c.shot_id not in told))


def _changes(step: EditStep, shot_ids: frozenset[str], names: frozenset[str] | None) -> Iterator[ShotChange]:
    was = step.was
    for shot in step.after:
        if shot.shot_id not in shot_ids or shot.shot_id not in was:
            continue
        old = was[shot.shot_id].fields
        for name in sorted({*old, *shot.fields} if names is None else names):
            if old.get(name) != shot.fields.get(name):
                yield ShotChange(shot_id=shot.shot_id, name=name, before=old.get(name), after=shot.fields.get(name))


def _anchors(step: EditStep) -> tuple[tuple[str, str | None], ...]:
    was = step.was
    anchors, last = [], None
    for shot in step.after:
        if shot.shot_id in was:
            last = shot.shot_id
        else:
            anchors.append((shot.shot_id, last))
    return tuple(anchors)


def _moves(step: EditStep) -> tuple[tuple[str, str | None], ...]:
    """The fewest shots whose moving explains the new order, those that the call names first."""
    was = {shot.shot_id: place for place, shot in enumerate(step.before)}
    order = [shot.shot_id for shot in step.after if shot.shot_id in was]
    places = [was[shot_id] for shot_id in order]
    if all(a < b for a, b in itertools.pairwise(places)):
        return ()
    wanted = set(named(step.call.params, step.before) or ())
    rest = [place for shot_id, place in zip(order, places, strict=True) if shot_id not in wanted]
    stayed = {order[at] for at in _longest_rise(places)}
    if wanted and len(wanted) <= len(order) - len(stayed) and rest == sorted(rest):
        stayed = set(order) - wanted
    following = dict(zip(order, [*order[1:], None], strict=True))
    return tuple((shot_id, following[shot_id]) for shot_id in order if shot_id not in stayed)


def _longest_rise(places: list[int]) -> list[int]:
    """The positions of a longest rising part of a list."""
    tails: list[int] = []
    at: list[int] = []
    before: list[int | None] = []
    for here, place in enumerate(places):
        slot = bisect_left(tails, place)
        tails[slot : slot + 1] = [place]
        at[slot : slot + 1] = [here]
        before.append(at[slot - 1] if slot else None)
    found: list[int] = []
    step: int | None = at[-1] if at else None
    while step is not None:
        found.append(step)
        step = before[step]
    return found[::-1]


def _kind(shot: Shot) -> str:
    words = [shot.word(name) for name in ("shot_size", "shot_job")]
    return " ".join(word.replace("_", " ").lower() for word in words if word) or "a shot"


def _told(changes: tuple[ShotChange, ...]) -> str:
    return ", ".join(
        c.name.replace("_", " ")
        if c.name == "description"
        else f"{c.name.replace('_', ' ')} from {_value(c.before)} to {_value(c.after)}"
        for c in changes[:4]
    )


def _value(value: Any) -> str:
    return str(value).replace("_", " ").lower()[:60] if value is not None else "nothing"


def _bulk_told(changed: int, inserted: int, removed: int, moved: int) -> str:
    parts = zip(("changed", "inserted", "removed", "moved"), (changed, inserted, removed, moved), strict=True)
    told = ", ".join(f"{verb} {number}" for verb, number in parts if number)
    return f"Carried out a plan: {told or 'merged shots'}."


_READERS: Final[Mapping[str, Callable[[EditStep], EditEvent | None]]] = {
    "modify_shot": _modified,
    "insert_shot": _inserted,
    "remove_shots": _removed,
    "reorder_shots": _reordered,
    "merge_shots": _merged,
    "execute_edit_plan": _bulk,
}
