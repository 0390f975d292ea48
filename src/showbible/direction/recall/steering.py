"""What the user's present words rule out: read clause by clause as operation, target, polarity and scope.

A wish never has to be understood in full; it is enough to know which habits it contradicts.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from showbible.direction.model import Act, Op, Rule
from showbible.direction.recall import craft
from showbible.direction.recall.craft import LONGER, SHORTER
from showbible.direction.recall.looks import AT_LEAST, SIZES
from showbible.values import frozen

_CLAUSE: Final = re.compile(r"[.;!?\n]+|,? (?:but|however|though|although|and then) |,")
_LENGTH: Final = "duration_seconds"
_WAYS: Final = {LONGER: SHORTER, SHORTER: LONGER}


@frozen
class Instruction:
    """One clause of what the user asks now: what to do, to what, whether or not, and how much of it."""

    said: tuple[str, ...]
    ops: frozenset[Op]
    fields: frozenset[str]
    values: frozenset[tuple[str, str]]
    jobs: frozenset[str]
    negative: bool
    keeps: bool
    changes: bool
    everything: bool
    whole: bool

    @property
    def is_bare(self) -> bool:
        """Whether it only continues a list and says nothing of its own about what to do."""
        return not (self.negative or self.keeps or self.changes or self.ops)

    @property
    def wants(self) -> frozenset[tuple[str, str]]:
        """The values that it asks for."""
        return frozenset() if self.negative else self.values

    @property
    def freezes(self) -> bool:
        """Whether nothing at all is to change."""
        if self.fields or self.values or self.jobs:
            return False
        whole = self.whole or (self.everything and craft.mentions(self.said, craft.AS_IT_IS))
        return (self.negative and self.changes) or (self.keeps and whole and not self.ops)


def forbids(steering: str | None, act: Act, rule: Rule | None = None) -> bool:
    """Whether the user's present words rule an act out; its rule tells which shots it is done to."""
    return any(_contradicts(wish, act, rule) for wish in wishes(steering or ""))


def overrules(steering: str | None, rules: tuple[Rule, ...]) -> bool:
    """Whether the present words rule out everything that some rules would do."""
    return bool(rules) and all(forbids(steering, rule.act, rule) for rule in rules)


def wishes(steering: str) -> Iterator[Instruction]:
    """What was asked, clause by clause; what only continues a list is asked as its beginning was."""
    before: Instruction | None = None
    for clause in _CLAUSE.split(steering):
        said = craft.stems(clause or "")
        if not said:
            continue
        wish = _read(said)
        if before is not None and wish.is_bare and (wish.fields or wish.values or wish.jobs):
            wish = replace(wish, negative=before.negative, keeps=before.keeps, changes=before.changes, ops=before.ops)
        yield wish
        before = wish


def _read(said: tuple[str, ...]) -> Instruction:
    values = frozenset((field, value) for field, table in craft.VALUES.items() for value in craft.named(said, table))
    fields = craft.named(said, craft.FIELDS)
    moves = "camera_movement" in {*fields, *(field for field, _ in values)}
    ops = frozenset(op for op, told in craft.OPS.items() if craft.mentions(said, told))
    return Instruction(
        said=said,
        ops=ops - {Op.MOVE} if moves else ops,
        fields=fields,
        values=values,
        jobs=craft.named(said, craft.JOBS),
        negative=craft.mentions(said, craft.NOT),
        keeps=craft.mentions(said, craft.KEEP),
        changes=craft.mentions(said, craft.CHANGE),
        everything=craft.mentions(said, craft.ALL),
        whole=craft.mentions(said, craft.WHOLE),
    )


def _contradicts(wish: Instruction, act: Act, rule: Rule | None) -> bool:
    if wish.freezes:
        return True
    if act.op is Op.MODIFY:
        return _against_change(wish, act, rule)
    if act.op in wish.ops and (wish.negative or wish.keeps) and _is_about(wish, act, rule):
        return True
    return _against_plan(wish, act, rule)


def _against_plan(wish: Instruction, act: Act, rule: Rule | None) -> bool:
    """Whether a wish is against taking shots out, putting some in, joining or moving them."""
    if wish.keeps and wish.everything and not (wish.fields or wish.values or wish.jobs):
        return act.op in (Op.REMOVE, Op.MERGE)
    if not wish.jobs or not _is_about(wish, act, rule):
        return act.op is Op.REMOVE and wish.ops == {Op.INSERT} and not wish.negative and not wish.jobs
    if act.op is Op.INSERT:
        return wish.negative or Op.REMOVE in wish.ops
    if wish.negative or Op.REMOVE in wish.ops or (act.op is Op.MOVE and not wish.keeps):
        return False
    return not wish.values or wish.keeps


def _is_about(wish: Instruction, act: Act, rule: Rule | None) -> bool:
    """Whether a wish concerns the shots that an act is done to; one that names no shots concerns all."""
    if not wish.jobs:
        return True
    jobs = (act.job,) if act.job else rule.where.get("shot_job", ()) if rule else ()
    return not jobs or bool(wish.jobs & craft.groups(jobs))


def _against_change(wish: Instruction, act: Act, rule: Rule | None) -> bool:
    if not _is_about(wish, act, rule):
        return False
    asked = {value for field, value in wish.values if field == act.field}
    if asked:
        same = any(_is_such(act, value, rule) for value in asked)
        return same if wish.negative else not same
    if act.field in wish.fields:
        return wish.keeps or (wish.negative and not wish.ops) or (wish.negative and wish.changes)
    untouched = craft.mentions(wish.said, craft.AS_IT_IS)
    return bool(wish.jobs) and wish.keeps and untouched and not wish.values and not wish.fields


def _is_such(act: Act, value: str, rule: Rule | None) -> bool:
    """Whether an act brings what somebody speaks of."""
    if act.field == _LENGTH:
        return way(act, rule) in (value, None)
    if act.field == "shot_size" and act.to in SIZES:
        place = SIZES.index(str(act.to))
        return {craft.CLOSE: place < 3, craft.WIDE: place > 3, "medium": place == 3}.get(value, False)
    if value == craft.MOVING:
        return craft.STATIC not in str(act.to).lower()
    return value in str(act.to).lower()


def way(act: Act, rule: Rule | None) -> str | None:
    """Which way an act changes a length, as far as one can tell."""
    if act.to in _WAYS:
        return str(act.to)
    bounds = rule.where.get(_LENGTH, ()) if rule else ()
    if bounds:
        return SHORTER if bounds[0].startswith(AT_LEAST) else LONGER
    return SHORTER if isinstance(act.to, int | float) and act.to <= 2 else None
