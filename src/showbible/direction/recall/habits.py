"""Habits: where an act was done set against where the same chance was left alone, all explanations weighed.

No single explanation is picked. Each says yes or no to every kind of moment and names up to two exceptions;
it weighs as much as it explains. What they say together is the share that would act.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Final

from showbible.direction.model import Act, Explanation, Moment, Observation, Setting, ShotCondition, Witness
from showbible.direction.recall.kinds import BEATS, NAMES
from showbible.direction.recall.looks import STRAY, TAKEN, Chance, looks, meets
from showbible.direction.recall.moments import UNKNOWN, Votes, normal, sameness
from showbible.direction.recall.observe import open_to
from showbible.direction.recall.scenes import SceneMemory
from showbible.values import frozen

YES, NO = math.log(TAKEN / STRAY), math.log((1 - TAKEN) / (1 - STRAY))
MOST_LEFT: Final = 2.0
"""How many chances left alone in one moment count."""

SPECIFIC, GENERAL = 0.2, 0.9
"""How likely a habit holds in a kind of moment nobody has seen: one for certain kinds, one for all."""
GENERAL_ODDS: Final = {False: -3.0, True: 0.0}
"""How unlikely a habit for all kinds is; less so where the shot opens or closes a scene and belongs to no moment."""
ACCIDENT: Final = 1.5
ACCIDENT_ONCE: Final = 2.0
"""What it takes to believe in a habit rather than in accidents; more where one scene shows it."""
EXCEPTION: Final = {"scene": 0.0, "beside": -1.6, "place": -1.5, "told": -1.0}
PLACE_OF_A_GENERAL_HABIT: Final = 2.0
"""What a place costs less where the habit is bound to no kind of moment."""
OF_ITS_SCENE: Final = 0.25
"""How often at least a moment is of the kind of its scene because it is."""
AS_SURE_AS_RIGHT: Final = 0.7
"""The power that makes what is read of a scene, multiplied together, no surer than it is right."""
LEAST_GAIN: Final = 0.6
"""What an exception has to explain in order to be thought of."""
UNSHOWN: Final = 0.15
MOST_SINGLES: Final = 10
MOST_PAIRED: Final = 6
LEAST_PRESENT: Final = 0.02
MOST_EXCEPTIONS: Final = 2
MOST_EXPLANATIONS: Final = 12
REPEATING: Final = 0.5
"""From this share of moments on that were told before, a story is one that repeats its sentences."""
ROUNDS: Final = 2
MOST_WITNESSES: Final = 96
"""So many moments tell where a habit holds; more would cost the square of their number and tell no more."""

Where = tuple[int, int]
"""A moment by its scene and its place among the moments there."""
Row = Mapping[int, float] | Sequence[float]
"""How near a moment is to others, by their places."""
Testimony = tuple[Explanation, list[tuple[int, float]]]
"""An explanation, and how much what was seen in each moment speaks for it."""


@frozen
class SeenScene:
    """A ready scene as habits are found in it."""

    scene_id: str
    observations: Sequence[Observation]
    moments: Sequence[Moment]
    setting: Setting


@frozen
class SceneKinds:
    """What a scene is like once its moments are known: its kind, its place, and the moments themselves."""

    setting: Mapping[str, float]
    place: Mapping[str, float]
    beats: Sequence[Mapping[str, float]]
    given: bool = False
    """Whether somebody said which kind of scene it is; then other moments tell nothing more of it."""
    marks: tuple[str, ...] = ()

    def exceptions(self, at: int) -> dict[str, float]:
        """Everything that could be an exception, seen from one of the moments, and how surely it is there."""
        found = {f"scene:{kind}": share for kind, share in self.setting.items()}
        found |= {f"place:{kind}": share for kind, share in self.place.items()}
        if not self.given:
            found |= {f"told:{mark}": 1.0 for mark in self.marks}
            for kind in {kind for beat in self.beats for kind in beat}:
                beside = (each.get(kind, 0.0) for n, each in enumerate(self.beats) if n != at)
                found[f"beside:{kind}"] = max(beside, default=0.0)
        return {name: share for name, share in found.items() if share >= LEAST_PRESENT}


def seen_scene(memory: SceneMemory) -> SeenScene:
    """A scene memory as habits are found in it; an old one tells only what was said of its kinds."""
    if memory.moments:
        return SeenScene(
            scene_id=memory.scene_id,
            observations=memory.observations,
            moments=memory.moments,
            setting=memory.setting,
        )
    return from_traits(memory.scene_id, memory.observations)


def from_traits(scene_id: str, observations: Sequence[Observation]) -> SeenScene:
    """A scene of which only the kinds of its places are known: one moment for each kind of beat."""
    found: dict[str, list[str]] = {}
    placed = []
    for seen in observations:
        kind = seen.traits.get("function") or UNKNOWN
        found.setdefault(kind, []).append(seen.traits.get("shot_job", "shot"))
        placed.append(replace(seen, moment=list(found).index(kind)))
    first = observations[0].traits if observations else {}
    scene, place = first.get("scene_type"), first.get("geography")
    return SeenScene(
        scene_id=scene_id,
        observations=placed,
        moments=[Moment(kinds={kind: 1.0}, given=True, jobs=tuple(jobs)) for kind, jobs in found.items()],
        setting=Setting(
            kinds={BEATS.get(scene, scene): 1.0} if scene else {},
            given=bool(scene),
            geography={place: 1.0} if place else {},
        ),
    )


def scene_kinds(setting: Setting, beats: Sequence[Mapping[str, float]]) -> SceneKinds:
    """A scene with its moments: its own kind is what was said of it, or fits what is said and what happens."""
    if setting.given or not setting.kinds:
        return SceneKinds(setting=setting.kinds, place=setting.geography, beats=beats, given=setting.given)
    both = {
        kind: share * math.prod(1 - OF_ITS_SCENE + OF_ITS_SCENE * len(NAMES) * each.get(kind, 0.0) for each in beats)
        for kind, share in setting.kinds.items()
    }
    kinds = normal({kind: weight**AS_SURE_AS_RIGHT for kind, weight in both.items()})
    return SceneKinds(setting=kinds, place=setting.geography, beats=beats, marks=setting.marks)


@dataclass
class Habit:
    """One act with its chances, and what is made of them so far."""

    act: Act
    chances: Sequence[Chance]
    looks: tuple[ShotCondition, ...] = ()
    witnesses: tuple[Witness, ...] = ()
    explanations: tuple[Explanation, ...] = ()

    @property
    def frames_the_scene(self) -> bool:
        """Whether its shots open or close scenes, whatever moment they stand in."""
        done = [chance for chance in self.chances if chance.taken]
        return len(done) > 1 and all(chance.traits.get("place") in ("opening", "closing") for chance in done)

    @property
    def scenes(self) -> set[int]:
        """The scenes in which it was done."""
        return {chance.scene for chance in self.chances if chance.taken}


class Nearness:
    """How likely moments are of one kind, worked out where it is asked for."""

    def __init__(self, moments: Sequence[Moment]) -> None:
        self.moments = moments
        self.repeats = repeats(moments)
        self.kept: dict[tuple[int, int], float] = {}

    def __call__(self, one: int, two: int) -> float:
        """How likely two moments are of one kind."""
        pair = (one, two) if one < two else (two, one)
        if pair not in self.kept:
            self.kept[pair] = sameness(self.moments[pair[0]], self.moments[pair[1]], repeats=self.repeats)
        return self.kept[pair]

    def row(self, at: int, witnesses: Iterable[Witness]) -> dict[int, float]:
        """How near a moment is to those of some witnesses."""
        return {each.moment: self(at, each.moment) for each in witnesses}


class Study:
    """All scenes of a story, their moments, and the habits found in them."""

    def __init__(self, scenes: Sequence[SeenScene]) -> None:
        self.scenes = scenes
        self.order = [(at, n) for at, scene in enumerate(scenes) for n in range(len(scene.moments))]
        self.told = [moment for scene in scenes for moment in scene.moments]
        self.moments = voted(self.told)
        self.place = {where: at for at, where in enumerate(self.order)}
        self.settings = self._settings()
        self.near = Nearness(self.moments)
        self.repeats = self.near.repeats
        self.habits = [self._habit(act, chances) for act, chances in _chances(scenes)]

    def _settings(self) -> list[SceneKinds]:
        beats: list[list[Mapping[str, float]]] = [[] for _ in self.scenes]
        for moment, (scene, _) in zip(self.moments, self.order, strict=True):
            beats[scene].append(moment.kinds)
        return [scene_kinds(scene.setting, each) for scene, each in zip(self.scenes, beats, strict=True)]

    def _habit(self, act: Act, chances: Sequence[Chance]) -> Habit:
        habit = Habit(act=act, chances=chances, looks=looks(act, chances, {}))
        for most in (1, MOST_EXCEPTIONS):
            habit.witnesses = tuple(self._witnesses(habit))
            habit.explanations = explanations(habit, self.near, most=most)
            habit.looks = looks(act, chances, self.acting(habit))
        return habit

    def _witnesses(self, habit: Habit) -> Iterator[Witness]:
        for (scene, moment), odd in self._telling(odds(habit)):
            exceptions = self.settings[scene].exceptions(moment)
            if not self.repeats:
                exceptions = {name: share for name, share in exceptions.items() if not name.startswith("told:")}
            yield Witness(moment=self.place[scene, moment], odds=odd, exceptions=exceptions)

    def _telling(self, found: Mapping[Where, float]) -> list[tuple[Where, float]]:
        """The moments that tell most of a habit: the last in which it was done, and those left alone most like them."""
        if len(found) <= MOST_WITNESSES:
            return list(found.items())
        done = [self.place[where] for where, odd in found.items() if odd > 0][-MOST_WITNESSES // 2 :]
        left = [self.place[where] for where, odd in found.items() if odd <= 0]
        like = {at: max((self.near(at, other) for other in done), default=0.0) for at in left}
        kept = {*done, *sorted(left, key=lambda at: (-like[at], -at))[: MOST_WITNESSES - len(done)]}
        return [(where, odd) for where, odd in found.items() if self.place[where] in kept]

    def acting(self, habit: Habit) -> dict[Where, float]:
        """How surely a habit holds in each moment that there was a chance in."""
        told = testimony(habit.explanations, habit.witnesses)
        return {
            self.order[each.moment]: share(told, self.near.row(each.moment, habit.witnesses), each.exceptions)
            for each in habit.witnesses
        }

    def due(self, habit: Habit) -> dict[Where, float]:
        """How surely a habit was to be expected in each moment with a chance, by all others and exceptions aside."""
        told = testimony(habit.explanations, habit.witnesses)
        found = {}
        for each in habit.witnesses:
            row = self.near.row(each.moment, habit.witnesses) | {each.moment: 0.0}
            found[self.order[each.moment]] = share(told, row, {})
        return found


def repeats(moments: Sequence[Moment]) -> bool:
    """Whether a story tells its moments in the same sentences again, so that a sentence can be what matters."""
    told = Counter(frozenset(moment.marks) for moment in moments if moment.marks and not moment.given)
    again = sum(number for number in told.values() if number > 1)
    return again > REPEATING * told.total()


def is_repeated(told: Sequence[Moment], seen: Sequence[Moment]) -> bool:
    """Whether moments come in a story that repeats its sentences, and some of them in sentences it has told."""
    met = {frozenset(moment.marks) for moment in seen if moment.marks}
    return repeats(seen) and any(frozenset(moment.marks) in met for moment in told)


def voted(moments: Sequence[Moment]) -> tuple[Moment, ...]:
    """Moments with the kinds that all of them together suggest."""
    found = tuple(moments)
    for _ in range(ROUNDS):
        votes = Votes(seen=found)
        found = tuple(replace(m, kinds=votes.kinds(m, skip=at)) for at, m in enumerate(moments))
    return tuple(replace(m, kinds={kind: round(share, 3) for kind, share in m.kinds.items()}) for m in found)


def _chances(scenes: Sequence[SeenScene]) -> Iterator[tuple[Act, list[Chance]]]:
    acts = dict.fromkeys(act for scene in scenes for seen in scene.observations for act in seen.acts)
    for act in acts:
        yield (
            act,
            [
                Chance(scene=at, moment=seen.moment or 0, traits=seen.traits, taken=act in seen.acts)
                for at, scene in enumerate(scenes)
                for seen in scene.observations
                if speaks(act, seen)
            ],
        )


def speaks(act: Act, seen: Observation) -> bool:
    """Whether a place says anything about an act: it was done there, or could have been."""
    if act in seen.acts:
        return True
    if act.op in seen.blocked or act.field in seen.blocked:
        return False
    return open_to(act, seen.traits)


def odds(habit: Habit) -> dict[tuple[int, int], float]:
    """For each moment with a chance, how much what was done there speaks for the habit holding there."""
    taken: dict[tuple[int, int], float] = {}
    left: dict[tuple[int, int], float] = {}
    for chance in habit.chances:
        where = (chance.scene, chance.moment)
        weight = fit(habit.looks, chance.traits)
        if chance.taken:
            taken[where] = taken.get(where, 0.0) + 1.0
        else:
            left[where] = left.get(where, 0.0) + weight
    return {
        where: min(2.0, taken.get(where, 0.0)) * YES + min(MOST_LEFT, left.get(where, 0.0)) * NO
        for where in {*taken, *left}
    }


def explanations(habit: Habit, near: Nearness, *, most: int) -> tuple[Explanation, ...]:
    """The weightiest explanations of where a habit was done, with so many exceptions at most; accidents among them."""
    once = ACCIDENT_ONCE if len(habit.scenes) < 2 else 0.0
    weighed = [(ACCIDENT + once, Explanation(weight=0.0, prior=0.0))]
    rows = [near.row(each.moment, habit.witnesses) for each in habit.witnesses]
    sizes = [max(1.0, sum(row.values())) for row in rows]
    for unless in _exception_sets(habit.witnesses, rows, most):
        told = evidence(unless, habit.witnesses)
        beliefs = [belief(told, row) for row in rows]
        for prior, start in _priors(habit, unless):
            worth = start + sum(
                math.log(1 - prior + prior * math.exp(each)) / size for each, size in zip(beliefs, sizes, strict=True)
            )
            weighed.append((worth, Explanation(weight=0.0, prior=prior, unless=unless)))
    return _weightiest(weighed)


def _priors(habit: Habit, unless: Sequence[str]) -> tuple[tuple[float, float], ...]:
    """How likely a habit with such exceptions holds where nothing is known, and what it costs to assume that."""
    price = sum(EXCEPTION[each.split(":")[0]] for each in unless)
    places = sum(PLACE_OF_A_GENERAL_HABIT for each in unless if each.startswith("place"))
    return (SPECIFIC, price), (GENERAL, price + places + GENERAL_ODDS[habit.frames_the_scene])


def evidence(unless: Sequence[str], witnesses: Iterable[Witness]) -> list[tuple[int, float]]:
    """How much likelier what each witness saw is where a habit with such exceptions holds."""
    return [
        (each.moment, math.exp(each.odds * math.prod(1 - each.exceptions.get(name, 0.0) for name in unless)))
        for each in witnesses
    ]


def belief(told: Iterable[tuple[int, float]], near: Row) -> float:
    """How much all witnesses speak for a habit in a moment that is so near to theirs."""
    total = 0.0
    for moment, ratio in told:
        same = near[moment]
        if same >= LEAST_PRESENT:
            other = (1 - same) * (SPECIFIC * ratio + 1 - SPECIFIC)
            total += math.log((same * ratio + other) / (same + other))
    return max(-20.0, min(20.0, total))


def testimony(found: Iterable[Explanation], witnesses: Sequence[Witness]) -> list[Testimony]:
    """Explanations that would act somewhere, each with what the witnesses say for it."""
    return [(each, evidence(each.unless, witnesses)) for each in found if each.prior]


def share(told: Iterable[Testimony], near: Row, exceptions: Mapping[str, float]) -> float:
    """The share of all explanations that would act in a moment: near to others, and among such exceptions."""
    total = 0.0
    for each, seen in told:
        odds = math.exp(belief(seen, near))
        going = math.prod(1 - exceptions.get(name, 0.0) for name in each.unless)
        total += each.weight * going * each.prior * odds / (1 - each.prior + each.prior * odds)
    return total


def _weightiest(weighed: list[tuple[float, Explanation]]) -> tuple[Explanation, ...]:
    best = sorted(weighed, key=lambda each: -each[0])[:MOST_EXPLANATIONS]
    top = best[0][0]
    whole = sum(math.exp(worth - top) for worth, _ in best)
    return tuple(replace(each, weight=math.exp(worth - top) / whole) for worth, each in best)


def _exception_sets(
    witnesses: Sequence[Witness], near: Sequence[Mapping[int, float]], most: int
) -> Iterator[tuple[str, ...]]:
    """No exception, or some: of what is there where chances were left and not where they were taken."""
    yield ()
    gains: dict[str, float] = {}
    done = [other.moment for other in witnesses if other.odds > 0]
    for each, row in zip(witnesses, near, strict=True):
        shown = max((row[moment] for moment in done), default=0.0)
        for name, present in each.exceptions.items():
            gains[name] = gains.get(name, 0.0) - each.odds * min(1.0, shown + UNSHOWN) * present
    likely = sorted((each for each, gain in gains.items() if gain > LEAST_GAIN), key=lambda each: -gains[each])
    yield from ((each,) for each in likely[:MOST_SINGLES])
    if most > 1:
        yield from combinations(likely[:MOST_PAIRED], 2)


def fit(found: Iterable[ShotCondition], traits: Mapping[str, str]) -> float:
    """How surely a shot is one of those that an act is done to."""
    return sum(each.weight for each in found if meets(each.where, traits))
