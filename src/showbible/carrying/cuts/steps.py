"""What an editor did to a scene, told as the tool calls that would have done the same."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from showbible.carrying.cuts.comparing import PlannedShot
from showbible.direction.model import ToolCall
from showbible.values import frozen

MOST_SINGLE: Final = 60
"""Beyond so many shots of one scene, what was done to them is told as one plan."""


@frozen
class Step:
    """One tool call without an id, and how many shots it concerns."""

    kind: str
    tool: str
    params: Mapping[str, Any]
    shots: tuple[PlannedShot, ...]
    number: int = 1

    def call(self, call_id: str) -> ToolCall:
        """The call under an id."""
        return ToolCall(call_id=call_id, name=self.tool, params=self.params, data={"shots": list(self.shots)})


def steps(before: Sequence[PlannedShot], after: Sequence[PlannedShot]) -> list[Step]:
    """How one plan becomes the other: shots are changed, then removed, then moved, then inserted."""
    now = list(before)
    found = []
    for make in (_changed, _removed, _moved, _inserted):
        made = list(make(now, after))
        found += made
        now = [shot for shot in made[-1].shots if not shot.get("is_deleted")] if made else now
    return found


def _changed(now: Sequence[PlannedShot], after: Sequence[PlannedShot]) -> Iterator[Step]:
    wanted = {shot["shot_id"]: shot for shot in after}
    changes = {
        shot["shot_id"]: {name: value for name, value in new.items() if shot.get(name) != value}
        for shot in now
        if (new := wanted.get(shot["shot_id"])) and any(shot.get(name) != value for name, value in new.items())
    }
    plan = list(now)
    if len(changes) > MOST_SINGLE:
        plan = [{**shot, **changes.get(shot["shot_id"], {})} for shot in now]
        told = [{"op": "modify", "shot_id": shot_id, "changes": each} for shot_id, each in changes.items()]
        yield Step(
            kind="changes", tool="execute_edit_plan", params={"operations": told}, shots=tuple(plan), number=len(told)
        )
        return
    for shot_id, each in changes.items():
        plan = [{**shot, **each} if shot["shot_id"] == shot_id else shot for shot in plan]
        yield Step(kind="changes", tool="modify_shot", params={"shot_id": shot_id, "changes": each}, shots=tuple(plan))


def _removed(now: Sequence[PlannedShot], after: Sequence[PlannedShot]) -> Iterator[Step]:
    wanted = _ids(after)
    if gone := [shot["shot_id"] for shot in now if shot["shot_id"] not in wanted]:
        # A plan without any shot left would tell nothing, so those that are gone stay in it as gone.
        plan = tuple({**shot, "is_deleted": True} if shot["shot_id"] in gone else shot for shot in now)
        yield Step(kind="removals", tool="remove_shots", params={"shot_ids": gone}, shots=plan, number=len(gone))


def _moved(now: Sequence[PlannedShot], after: Sequence[PlannedShot]) -> Iterator[Step]:
    there = _ids(now)
    plan = tuple(shot for shot in after if shot["shot_id"] in there)
    if [shot["shot_id"] for shot in plan] != [shot["shot_id"] for shot in now]:
        yield Step(kind="reorders", tool="reorder_shots", params={}, shots=plan)


def _inserted(now: Sequence[PlannedShot], after: Sequence[PlannedShot]) -> Iterator[Step]:
    there = _ids(now)
    new = [shot["shot_id"] for shot in after if shot["shot_id"] not in there]
    if len(new) > MOST_SINGLE:
        yield Step(kind="insertions", tool="insert_shot", params={}, shots=tuple(after), number=len(new))
        return
    for shot_id in new:
        there.add(shot_id)
        plan = tuple(shot for shot in after if shot["shot_id"] in there)
        yield Step(kind="insertions", tool="insert_shot", params={"shot_id": shot_id}, shots=plan)


def _ids(shots: Sequence[PlannedShot]) -> set[str]:
    return {shot["shot_id"] for shot in shots}
