"""Take out of a list of edits whatever was taken back later in the same scene."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from showbible.direction.model import EditEvent, EventType, ShotChange

_KEPT = (EventType.INITIAL_GENERATION, EventType.ACCEPTANCE)


@dataclass
class _Ledger:
    """Which part of which event no longer counts."""

    changes: set[tuple[int, str, str]] = field(default_factory=set)
    shots: set[tuple[int, str]] = field(default_factory=set)


Orders = Sequence[tuple[Sequence[str], Sequence[str]]]
"""The shots around each edit: their order before it and after it."""


def netted(events: Sequence[EditEvent], orders: Orders) -> tuple[EditEvent, ...]:
    """The edits that still stand at the end."""
    listed = list(events)
    void = _Ledger()
    first = 0
    for at in [*(i for i, e in enumerate(listed) if e.type is EventType.INITIAL_GENERATION), len(listed)]:
        part = range(first, at)
        _cancel_comings_and_goings(listed, part, void)
        _cancel_changes(listed, part, void)
        _cancel_moves(listed, part, void, orders)
        first = at
    kept = (_without(event, at, void) for at, event in enumerate(listed))
    return tuple(event for event in kept if event is not None)


def _cancel_comings_and_goings(events: list[EditEvent], part: range, void: _Ledger) -> None:
    came: dict[str, int] = {}
    went: dict[str, int] = {}
    for at in part:
        event = events[at]
        for shot in event.inserted:
            if shot.shot_id in went:
                void.shots |= {(at, shot.shot_id), (went.pop(shot.shot_id), shot.shot_id)}
            else:
                came[shot.shot_id] = at
        for shot_id in event.removed:
            if shot_id in came:
                start = came.pop(shot_id)
                void.shots |= {(between, shot_id) for between in range(start, at + 1)}
            else:
                went[shot_id] = at
        went.update(dict.fromkeys(event.merged, at))


def _cancel_changes(events: list[EditEvent], part: range, void: _Ledger) -> None:
    chains: dict[tuple[str, str], list[tuple[int, ShotChange]]] = {}
    for at in part:
        for change in events[at].changes:
            chain = chains.setdefault((change.shot_id, change.name), [])
            back = next((n for n, (_, old) in enumerate(chain) if old.before == change.after), None)
            if back is None:
                chain.append((at, change))
                continue
            void.changes |= {(where, change.shot_id, change.name) for where, _ in chain[back:]}
            void.changes.add((at, change.shot_id, change.name))
            del chain[back:]


def _cancel_moves(events: list[EditEvent], part: range, void: _Ledger, orders: Orders) -> None:
    """Moves between two equal orders of the same shots do not count."""
    moving = [at for at in part if events[at].moved]
    for n, later in enumerate(moving):
        _, now = orders[later]
        for earlier in moving[: n + 1]:
            if _same(orders[earlier][0], now):
                gone = [at for at in moving if earlier <= at <= later]
                void.shots |= {(at, shot_id) for at in gone for shot_id, _ in events[at].moved}
                break


def _same(was: Sequence[str], now: Sequence[str]) -> bool:
    both = set(was) & set(now)
    return [i for i in was if i in both] == [i for i in now if i in both]


def _without(event: EditEvent, at: int, void: _Ledger) -> EditEvent | None:
    if event.type in _KEPT:
        return event
    alive = [i for i in event.shot_refs if (at, i) not in void.shots]
    changes = tuple(c for c in event.changes if c.shot_id in alive and (at, c.shot_id, c.name) not in void.changes)
    touched = {c.shot_id for c in event.changes}
    still = {c.shot_id for c in changes}
    moved = tuple(m for m in event.moved if m[0] in alive)
    structural = {*(s.shot_id for s in event.inserted), *event.removed, *event.merged, *(i for i, _ in moved)}
    refs = tuple(i for i in alive if i in still or i in structural or i not in touched)
    if event.merged and len(refs) < len(event.shot_refs):
        return None
    if not refs:
        return None
    return replace(
        event,
        shot_refs=refs,
        changes=changes,
        inserted=tuple(s for s in event.inserted if s.shot_id in refs),
        anchors=tuple(a for a in event.anchors if a[0] in refs),
        removed=tuple(i for i in event.removed if i in refs),
        moved=moved,
    )
