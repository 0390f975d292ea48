"""The edits that a director would probably make to a plan nobody has edited yet."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from showbible.direction.model import (
    RANK,
    Act,
    Card,
    CardState,
    Confidence,
    Moment,
    Op,
    Rule,
    SceneFacts,
    Shot,
    Snapshot,
)
from showbible.direction.recall import bearers, habits, moments
from showbible.direction.recall.exceptions import STRANGE
from showbible.direction.recall.moments import Votes
from showbible.direction.recall.observe import open_to, traits
from showbible.direction.recall.person_edits import doing
from showbible.direction.recall.steering import forbids
from showbible.values import frozen

_LOOKS: Final = ("shot_size", "camera_angle", "camera_movement")


LEAST_SHARE: Final = {True: 0.4, False: 0.35}
DOUBT: Final = {True: 1.0, False: 7.0}
UNLIKE: Final = {True: 0.12, False: 0.0}
"""The share of explanations that must want an edit, how much it counts that it was left alone in scenes of a kind, and
how much is taken off in a scene of a kind in which there was no chance before: where scenes are known by tag or
sentence, and where they are only read. There an exception need not be likely in order to count, and a kind in which a
habit was never seen is a doubt already."""
HALF: Final = 0.5
ANOTHER_PLACE: Final = 0.5
"""How surely a habit is open to a kind of place that no scene had."""


@frozen
class Edit:
    """An edit this director would probably make."""

    op: Op
    card_id: str
    confidence: Confidence
    why: str
    shot_id: str | None = None
    shot_ids: tuple[str, ...] = ()
    field: str | None = None
    to: Any = None
    after_shot_id: str | None = None
    before_shot_id: str | None = None
    shot: Mapping[str, Any] | None = None


def edits(
    facts: SceneFacts,
    shots: Snapshot,
    cards: Iterable[Card],
    *,
    seen: Sequence[Moment] = (),
    steering: str | None = None,
) -> list[Edit]:
    """What the active cards would change in these shots, unless the user's present words say otherwise."""
    facts = bearers.with_bearers(facts, moments.moments(facts, shots), bearers.plans_for(seen))
    plan = _Plan(facts, shots, seen)
    found: list[Edit] = []
    for card in sorted(cards, key=lambda card: -RANK[card.confidence]):
        for rule in doing(card) if card.state is CardState.ACTIVE else ():
            if not forbids(steering, rule.act, rule):
                made = _DOERS[rule.act.op](facts, shots, rule, plan.places(rule))
                found += (replace(edit, **_grounds(card)) for edit in made)
    return _agreed(found, shots)


class _Plan:
    """A plan to look at, with what kind of moment each of its beats is."""

    def __init__(self, facts: SceneFacts, shots: Snapshot, seen: Sequence[Moment]) -> None:
        self.traits = traits(facts, shots)
        told = moments.moments(facts, shots)
        votes = Votes(seen=seen)
        beats = [replace(moment, kinds=votes.kinds(moment)) for moment in told.values()]
        repeats = habits.is_repeated(beats, seen)
        self.near = [[moments.sameness(beat, other, repeats=repeats) for other in seen] for beat in beats]
        order = list(told)
        self.moment = [order.index(shot.word("beat_id") or "") for shot in shots]
        self.scene = habits.scene_kinds(moments.setting(facts), [beat.kinds for beat in beats])
        self.known = self.scene.given or repeats
        # In a scene that is only read, exceptions are doubts, which weigh more than how likely they are.
        self.exceptions = [self.scene.exceptions(at) if self.known else {} for at in range(len(beats))]

    def places(self, rule: Rule) -> list[int]:
        """Where a rule would act."""
        if not rule.explanations:
            return [at for at, each in enumerate(self.traits) if holds(rule, each)]
        strange = 1 - UNLIKE[self.known] * self._unlike(rule)
        doubt = strange * (1 - self._elsewhere(rule)) * self._going(rule)
        least, told = LEAST_SHARE[self.known], habits.testimony(rule.explanations, rule.witnesses)
        shares = [
            habits.share(told, near, exceptions) * doubt
            for near, exceptions in zip(self.near, self.exceptions, strict=True)
        ]
        return [
            at
            for at, each in enumerate(self.traits)
            if open_to(rule.act, each) and habits.fit(rule.looks, each) * shares[self.moment[at]] >= least
        ]

    def _going(self, rule: Rule) -> float:
        """What is left of a habit in scenes like this one, and at such places, where it was once left alone."""
        scene = self._doubt(rule)
        place = sum(share * rule.doubts.get(f"place:{kind}", 0.0) for kind, share in self.scene.place.items())
        return max(0.0, 1 - DOUBT[self.known] * scene) * (1 - place * _general(rule))

    def _doubt(self, rule: Rule) -> float:
        """How surely a habit is left alone in such a scene: by its sentences where all were met before, or its kind.

        A scene of which nothing is told may be any of those in which it was.
        """
        told = [f"told:{mark}" for mark in self.scene.marks]
        if told and all(each in rule.settings for each in told):
            return max(rule.doubts.get(each, 0.0) for each in told)
        if not self.scene.setting:
            return max((doubt for name, doubt in rule.doubts.items() if name.startswith("scene:")), default=0.0)
        return sum(share * self._doubt_of(kind, rule) for kind, share in self.scene.setting.items())

    def _doubt_of(self, kind: str, rule: Rule) -> float:
        """How surely a habit is left alone in scenes of a kind; what was learned earlier did not weigh kinds yet."""
        known = rule.doubts.get(f"scene:{kind}", 0.0 if self.known else STRANGE)
        return known if self.known else rule.doubts.get(f"read:{kind}", known)

    def _unlike(self, rule: Rule) -> float:
        """How little the scene is like any in which there was a chance."""
        return 1 - sum(share * min(1.0, rule.settings.get(k, 0.0)) for k, share in self.scene.setting.items())

    def _elsewhere(self, rule: Rule) -> float:
        """How surely a habit that holds in any moment is not open to such a place.

        Where no scene told its place, nothing is known of places and none is strange.
        """
        if not self.scene.place or not any(each.startswith("place:") for each in rule.settings):
            return 0.0
        of = {kind: min(1.0, rule.settings.get(f"place:{kind}", ANOTHER_PLACE)) for kind in self.scene.place}
        return _general(rule) * (1 - sum(share * of[kind] for kind, share in self.scene.place.items()))


def _general(rule: Rule) -> float:
    """How surely a habit is bound to no kind of moment."""
    return sum(each.weight for each in rule.explanations if each.prior > HALF)


def holds(rule: Rule, kinds: Mapping[str, str]) -> bool:
    """Whether a rule speaks at a place of these kinds."""
    if not open_to(rule.act, kinds):
        return False
    inside = all(kinds.get(name) in values for name, values in rule.where.items())
    return inside and not any(kinds.get(name) in values for name, values in rule.unless.items())


def _grounds(card: Card) -> dict[str, Any]:
    return {"card_id": card.card_id, "confidence": card.confidence, "why": card.preference}


def _edit(act: Act, **parts: Any) -> Edit:
    return Edit(op=act.op, card_id="", confidence=next(iter(RANK)), why="", **parts)


def _modify(facts: SceneFacts, shots: Snapshot, rule: Rule, places: Sequence[int]) -> Iterator[Edit]:
    for at in places:
        to = rule.act.to
        if to in ("shorter", "longer"):
            to = _length(shots[at].seconds or 0.0, rule.details)
        yield _edit(rule.act, shot_id=shots[at].shot_id, field=rule.act.field, to=to)


def _length(seconds: float, details: Mapping[str, str]) -> float:
    return round(seconds * float(details.get("ratio", "1")) + float(details.get("delta", "0")), 1)


def _remove(facts: SceneFacts, shots: Snapshot, rule: Rule, places: Sequence[int]) -> Iterator[Edit]:
    for at in places:
        yield _edit(rule.act, shot_id=shots[at].shot_id)


def _insert(facts: SceneFacts, shots: Snapshot, rule: Rule, places: Sequence[int]) -> Iterator[Edit]:
    for at in places:
        shot: dict[str, Any] = {"shot_job": rule.act.job, "beat_id": shots[at].fields.get("beat_id")}
        shot |= {name: rule.details[name] for name in _LOOKS if name in rule.details}
        shot["subject"] = _subject(facts, shots, shots[at], rule.details.get("role"))
        looks = {name: value for name, value in shot.items() if value is not None}
        yield _edit(rule.act, after_shot_id=shots[at].shot_id, shot=looks)


def _subject(facts: SceneFacts, shots: Snapshot, anchor: Shot, role: str | None) -> str | None:
    beat = next((b for b in facts.key_beats if b.beat_id == anchor.fields.get("beat_id")), None)
    bearer = bearers.affected(beat, facts.characters, shots) if beat else None
    if role == "affected":
        return bearer
    others = [name for name in facts.characters if name != bearer]
    return others[0] if role == "other" and bearer and len(others) == 1 else None


def _merge(facts: SceneFacts, shots: Snapshot, rule: Rule, places: Sequence[int]) -> Iterator[Edit]:
    last = -1
    for at in places:
        if at > last:
            last = at + 1
            yield _edit(rule.act, shot_ids=(shots[at].shot_id, shots[at + 1].shot_id))


def _move(facts: SceneFacts, shots: Snapshot, rule: Rule, places: Sequence[int]) -> Iterator[Edit]:
    for at in places:
        goal = _goal(shots, at, rule.act.field)
        if goal is not None and goal != at:
            yield _edit(rule.act, shot_id=shots[at].shot_id, before_shot_id=shots[goal].shot_id)


def _goal(shots: Snapshot, at: int, where: str) -> int | None:
    if where == "scene_start":
        return 0
    beat = shots[at].fields.get("beat_id")
    siblings = [i for i, shot in enumerate(shots) if shot.fields.get("beat_id") == beat]
    if where == "beat_start":
        return siblings[0]
    job = where.removeprefix("before:")
    earlier = [i for i in siblings if i < at and shots[i].word("shot_job") == job]
    later = [i for i in siblings if i > at and shots[i].word("shot_job") == job]
    return earlier[-1] if earlier else later[0] if later else None


def _agreed(found: list[Edit], shots: Snapshot) -> list[Edit]:
    """One edit for one thing, in the order of the plan: a shot that goes is not changed first."""
    going = {edit.shot_id for edit in found if edit.op is Op.REMOVE}
    seen: set[tuple[Any, ...]] = set()
    kept = []
    for edit in found:
        subject = edit.shot_id or edit.after_shot_id or edit.shot_ids
        key = (edit.op, subject, edit.field, edit.shot and edit.shot.get("shot_job"))
        if key in seen or (edit.shot_id in going and edit.op is not Op.REMOVE):
            continue
        seen.add(key)
        kept.append(edit)
    order = {shot.shot_id: at for at, shot in enumerate(shots)}
    return sorted(kept, key=lambda e: order[e.shot_id or e.after_shot_id or e.shot_ids[0]])


_DOERS: Final = {Op.MODIFY: _modify, Op.REMOVE: _remove, Op.INSERT: _insert, Op.MERGE: _merge, Op.MOVE: _move}
