"""What each place in a plan was like, in kinds only, and what the director did there."""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from showbible.direction.model import Act, Cause, EditEvent, Observation, Op, SceneFacts, Shot, Snapshot
from showbible.direction.recall import bearers, dramaturgy, moments

MOST_PLACES: Final = 400
LONGEST_WORD: Final = 40

_OF_THE_SCRIPT: Final = frozenset(
    {"subject", "description", "beat_id", "dialogue", "dialog", "notes", "action", "title", "prompt", "purpose"}
)


def traits(facts: SceneFacts, shots: Snapshot) -> list[dict[str, str]]:
    """The kinds of each shot and of the place it has, without a name in them."""
    kinds = dramaturgy.beat_kinds(facts, shots)
    bearer = {beat.beat_id: bearers.affected(beat, facts.characters, shots) for beat in facts.key_beats}
    scene = {"scene_type": dramaturgy.scene_kind(facts), "geography": dramaturgy.geography_kind(facts)}
    listed = []
    for at, shot in enumerate(shots):
        beat_id = shot.word("beat_id") or ""
        found = scene | {
            "function": kinds.get(beat_id),
            "role": _role(shot, facts, bearer.get(beat_id)),
            "place": _place(shots, at),
            "previous": _job(shots, at - 1) if at else "none",
            "next": _job(shots, at + 1),
            "pair": _job(shots, at + 1) if _same_beat(shots, at, at + 1) else "none",
        }
        listed.append({name: value for name, value in (found | _own(shot)).items() if value})
    return listed


def observations(facts: SceneFacts, shots: Snapshot, events: Iterable[EditEvent]) -> tuple[Observation, ...]:
    """Every place of the first plan, with what was done there for the sake of style."""
    done = _Done(facts, shots)
    for event in events:
        done.take(event)
    order = list(moments.moments(facts, shots))
    places = [
        Observation(
            traits=kinds,
            acts=tuple(dict.fromkeys(done.acts[shot.shot_id])),
            blocked=tuple(sorted(done.blocked[shot.shot_id])),
            details=done.details.get(shot.shot_id, {}),
            moment=order.index(shot.word("beat_id") or ""),
        )
        for shot, kinds in zip(shots, traits(facts, shots), strict=True)
    ]
    edited = [place for place in places if place.acts]
    rest = [place for place in places if not place.acts]
    return tuple(edited[:MOST_PLACES] + rest[: max(0, MOST_PLACES - len(edited))])


def open_to(act: Act, kinds: Mapping[str, str]) -> bool:
    """Whether an act could be done at a place of these kinds."""
    if act.op is Op.MODIFY:
        return kinds.get(act.field) not in (None, str(act.to))
    if act.op is Op.INSERT:
        return kinds.get("next") != act.job
    if act.op is Op.MERGE:
        return kinds.get("shot_job") == act.job == kinds.get("pair")
    if act.op is Op.MOVE:
        return kinds.get("shot_job") == act.job and not _is_there(act.field, kinds)
    return kinds.get("shot_job") == act.job


def _is_there(goal: str, kinds: Mapping[str, str]) -> bool:
    place = kinds.get("place", "")
    if goal == "scene_start":
        return place == "opening"
    if goal == "beat_start":
        return place in ("opening", "first", "only")
    if goal == "scene_end":
        return place == "closing"
    return kinds.get("next") == goal.removeprefix("before:")


class _Done:
    """What was done to each shot, gathered event by event."""

    def __init__(self, facts: SceneFacts, shots: Snapshot) -> None:
        self.facts = facts
        self.shots = {shot.shot_id: shot for shot in shots}
        self.order = [shot.shot_id for shot in shots]
        self.acts: dict[str, list[Act]] = defaultdict(list)
        self.blocked: dict[str, set[str]] = defaultdict(set)
        self.details: dict[str, dict[str, str]] = {}

    def take(self, event: EditEvent) -> None:
        """Note one event: as acts when it shows taste, else as places that say nothing."""
        counts = event.cause is Cause.STYLE and not event.accepted
        for change in event.changes:
            self._changed(change.shot_id, change.name, change.after, counts=counts)
        for shot_id in event.removed:
            self._removed(shot_id, counts=counts)
        self._merged([i for i in event.merged if i in self.shots], counts=counts)
        for shot_id, before in event.moved:
            self._moved(shot_id, before, counts=counts)
        inserted = {shot.shot_id: shot for shot in event.inserted}
        for shot_id, after in event.anchors:
            self._inserted(inserted.get(shot_id), after, counts=counts)

    def _changed(self, shot_id: str, name: str, value: Any, *, counts: bool) -> None:
        if name in _OF_THE_SCRIPT or shot_id not in self.shots:
            return
        self.acts[shot_id] = [act for act in self.acts[shot_id] if act.field != name or act.op is not Op.MODIFY]
        if counts and isinstance(value, str | int | float):
            self.acts[shot_id].append(Act(op=Op.MODIFY, field=name, to=value))
        else:
            self.blocked[shot_id].add(name)

    def _removed(self, shot_id: str, *, counts: bool) -> None:
        job = self._job(shot_id)
        self.blocked[shot_id] |= {"modify", Op.INSERT, Op.MERGE, Op.MOVE}
        if counts and job:
            self.acts[shot_id].append(Act(op=Op.REMOVE, job=job))
        else:
            self.blocked[shot_id].add(Op.REMOVE)

    def _merged(self, shot_ids: list[str], *, counts: bool) -> None:
        for shot_id in shot_ids:
            self.blocked[shot_id] |= {"modify", Op.REMOVE, Op.INSERT, Op.MERGE, Op.MOVE}
        for first, second in itertools.pairwise(shot_ids):
            job = self._job(first)
            if counts and job and job == self._job(second):
                self.acts[first].append(Act(op=Op.MERGE, job=job))

    def _moved(self, shot_id: str, before: str | None, *, counts: bool) -> None:
        job = self._job(shot_id)
        if counts and job:
            self.acts[shot_id].append(Act(op=Op.MOVE, job=job, field=self._goal(shot_id, before)))
        else:
            self.blocked[shot_id].add(Op.MOVE)

    def _goal(self, shot_id: str, before: str | None) -> str:
        others = [i for i in self.order if i != shot_id]
        if before is None:
            return "scene_end"
        if others and before == others[0]:
            return "scene_start"
        beat = self.shots[shot_id].word("beat_id")
        siblings = [i for i in others if self.shots[i].word("beat_id") == beat]
        if siblings and before == siblings[0]:
            return "beat_start"
        return f"before:{self._job(before) or 'shot'}"

    def _inserted(self, shot: Shot | None, after: str | None, *, counts: bool) -> None:
        job = shot.word("shot_job") if shot else None
        if shot is None or after not in self.shots:
            return
        if not counts or not job:
            self.blocked[after].add(Op.INSERT)
            return
        self.acts[after].append(Act(op=Op.INSERT, job=job))
        looks = _own(shot) | {"role": _role(shot, self.facts, self._bearer(after)) or ""}
        self.details[after] = {name: value for name, value in looks.items() if value}

    def _bearer(self, shot_id: str) -> str | None:
        beat = next((b for b in self.facts.key_beats if b.beat_id == self.shots[shot_id].word("beat_id")), None)
        return bearers.affected(beat, self.facts.characters, tuple(self.shots.values())) if beat else None

    def _job(self, shot_id: str) -> str | None:
        return self.shots[shot_id].word("shot_job") if shot_id in self.shots else None


def _own(shot: Shot) -> dict[str, str]:
    """The shot's own fields that are kinds, not words of the script."""
    found: dict[str, str] = {}
    for name, value in shot.fields.items():
        is_kind = isinstance(value, str) and len(value) <= LONGEST_WORD
        is_number = isinstance(value, int | float) and not isinstance(value, bool)
        if name not in _OF_THE_SCRIPT and not name.endswith("_id") and (is_kind or is_number):
            found[name] = str(value)
    return found


def _role(shot: Shot, facts: SceneFacts, bearer: str | None) -> str | None:
    subject = shot.word("subject")
    if subject is None:
        return None
    if subject not in facts.characters:
        people = [name for name in facts.characters if name and name in subject]
        return "several" if len(people) > 1 else "nobody" if not people else _one(people[0], bearer)
    return _one(subject, bearer)


def _one(person: str, bearer: str | None) -> str | None:
    if bearer is None:
        return None
    return "affected" if person == bearer else "other"


def _place(shots: Snapshot, at: int) -> str:
    if at == 0:
        return "opening"
    starts, ends = not _same_beat(shots, at - 1, at), not _same_beat(shots, at, at + 1)
    if at == len(shots) - 1:
        return "closing"
    return "only" if starts and ends else "first" if starts else "last" if ends else "middle"


def _same_beat(shots: Sequence[Shot], one: int, two: int) -> bool:
    if not (0 <= one < len(shots) and 0 <= two < len(shots)):
        return False
    return shots[one].fields.get("beat_id") == shots[two].fields.get("beat_id")


def _job(shots: Sequence[Shot], at: int) -> str:
    return (shots[at].word("shot_job") or "shot") if 0 <= at < len(shots) else "none"
