"""Rules for cards, told from what a study of all scenes makes of a director's habits."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from showbible.direction.model import Act, Confidence, Explanation, Moment, Observation, Op, Rule, Witness
from showbible.direction.recall import bearers, card_text, exceptions, habits
from showbible.direction.recall.habits import Habit, SeenScene, Study
from showbible.direction.recall.kinds import SCENES
from showbible.direction.recall.looks import NUMBERS, Chance, rank_of
from showbible.direction.recall.moments import UNKNOWN
from showbible.values import frozen

LEAST_SHARE: Final = 0.5
"""What is believed by this share of the explanations is told."""
NAMED, NAMED_BESIDE = 0.17, 0.5
"""From which share of the moments on a kind is named that was only read, and from which part of the likeliest one."""
SEVERAL, SURE_OF_SEVERAL, SURE_OF_ONE = 3, 0.25, 0.6
"""How many moments in words of their own make a name sure, from which share on, and from which if fewer."""
APART: Final = 2.0
"""How much more of a kind the moments have to be in which a habit shows than those left alone."""
GUESSED, MOST_GUESSES = 0.12, 2
"""From which share on a kind may be a guess, and how many are."""
LAST: Final = 2
"""So many scenes in a row without it, and a habit is fading."""
LEAST_BELIEF: Final = 0.3
"""Where accidents explain more than this leaves, there is no habit to tell."""

LEAST_CHANCES: Final = 0.05
"""From which number on it is told that scenes of a kind had chances."""
MISREAD: Final = 0.1
"""How often a place is taken for one of another kind."""
BOUND_TO_PLACES: Final = 2.0
"""How much likelier a habit that is bound to no kind of moment is bound to a kind of place, than to nothing."""
CLOSED: Final = 0.8
"""From which doubt on a card says that a habit is not for a kind of place; two scenes at other places make it so."""

Placed = tuple[str, Observation]
"""An observation with the scene it was made in."""


@frozen
class Learned:
    """What all scenes together teach."""

    rules: tuple[Rule, ...]
    moments: tuple[Moment, ...]


def learned(scenes: Sequence[SeenScene]) -> Learned:
    """Every habit that the scenes bear out, the best borne out first, and the moments they were seen in."""
    study = Study(_levelled(_agreed(scenes)))
    found = (_rule(habit, study) for habit in study.habits)
    rules = (_named_or_low(rule) for rule in found if rule is not None)
    ordered = sorted(rules, key=lambda rule: (-len(rule.scenes), -rule.taken, rule.act.key))
    return Learned(rules=tuple(ordered), moments=study.moments)


def _agreed(scenes: Sequence[SeenScene]) -> list[SeenScene]:
    """The same scenes; who bears a moment is told by all plans for its sentence together."""
    plans = bearers.plans_for(moment for scene in scenes for moment in scene.moments)
    return [replace(each, observations=bearers.agreed(each.observations, each.moments, plans)) for each in scenes]


def _named_or_low(rule: Rule) -> Rule:
    """A habit whose moments nobody can name is kept back until somebody does."""
    return replace(rule, confidence=Confidence.LOW) if card_text.is_unnamed(rule) else rule


def rules(placed: Sequence[Placed]) -> tuple[Rule, ...]:
    """The habits that observations bear out of which only kinds are known."""
    scenes: dict[str, list[Observation]] = defaultdict(list)
    for scene_id, seen in placed:
        scenes[scene_id].append(seen)
    return learned([habits.from_traits(scene_id, each) for scene_id, each in scenes.items()]).rules


def _rule(habit: Habit, study: Study) -> Rule | None:
    belief = sum(each.weight for each in habit.explanations if each.prior)
    if belief < LEAST_BELIEF:
        return None
    acting = {where: share / belief for where, share in study.acting(habit).items()}
    taken = [chance for chance in habit.chances if chance.taken]
    left = sum(not chance.taken and _is_due(habit, chance, acting) for chance in habit.chances)
    elsewhere = len(habit.chances) - len(taken) - left
    shown = tuple(dict.fromkeys(study.scenes[chance.scene].scene_id for chance in taken))
    where, guesses = _where(habit, study, belief)
    sure = confidence(len(shown), taken=len(taken), left=left, elsewhere=elsewhere)
    return Rule(
        act=habit.act,
        where=where,
        guesses=guesses,
        unless=_closed_places(habit, study, belief) | _unless(habit.explanations, belief),
        scenes=shown,
        taken=len(taken),
        left=left,
        elsewhere=elsewhere,
        confidence=_lowered(sure) if _is_fading(habit, acting) else sure,
        details=_usual(_details(habit, study)),
        looks=habit.looks,
        explanations=habit.explanations,
        witnesses=_short(habit),
        settings=_settings(habit, study),
        doubts=exceptions.doubts(habit, study, belief),
    )


def _settings(habit: Habit, study: Study) -> dict[str, float]:
    """How much of each kind of scene, and which sentences, had a chance; and how surely each kind of place is open."""
    found: Counter[str] = Counter()
    for at in {chance.scene for chance in habit.chances}:
        found.update(study.settings[at].setting)
        found.update(f"told:{mark}" for mark in study.settings[at].marks if study.repeats)
    met = {kind: round(number, 3) for kind, number in found.items() if number >= LEAST_CHANCES}
    return met | {f"place:{kind}": round(share, 3) for kind, share in _open_places(habit, study).items()}


def _open_places(habit: Habit, study: Study) -> dict[str, float]:
    """How surely a habit is open to each kind of place: by how the places were read where it was done.

    Where it is bound to other places, none where it was done was of that kind, however it was read.
    """
    places = [study.settings[at].place for at in sorted(habit.scenes) if study.settings[at].place]
    kinds = sorted({kind for each in study.settings for kind in each.place})
    usual = 1 - 1 / max(2, len(kinds))
    read = {kind: [MISREAD + (1 - 2 * MISREAD) * each.get(kind, 0.0) for each in places] for kind in kinds}
    bound = {kind: BOUND_TO_PLACES * math.prod((1 - share) / usual for share in each) for kind, each in read.items()}
    return {kind: 1 / (1 + odds) for kind, odds in bound.items()}


def _is_due(habit: Habit, chance: Chance, acting: Mapping[tuple[int, int], float]) -> bool:
    """Whether a habit should show in a chance."""
    return acting.get(chance.where, 0.0) * habits.fit(habit.looks, chance.traits) >= LEAST_SHARE


def _is_fading(habit: Habit, acting: Mapping[tuple[int, int], float]) -> bool:
    """Whether the last two scenes in which a habit should have shown do not show it."""
    due = {chance.scene for chance in habit.chances if chance.taken or _is_due(habit, chance, acting)}
    return len(due) > LAST and not set(sorted(due)[-LAST:]) & habit.scenes


def _lowered(sure: Confidence) -> Confidence:
    return Confidence.MEDIUM if sure is Confidence.HIGH else Confidence.LOW


def _short(habit: Habit) -> tuple[Witness, ...]:
    """The witnesses with the exceptions that some explanation names."""
    named = {name for each in habit.explanations for name in each.unless}
    return tuple(
        replace(each, exceptions={name: present for name, present in each.exceptions.items() if name in named})
        for each in habit.witnesses
    )


def _details(habit: Habit, study: Study) -> Iterator[Mapping[str, str]]:
    for scene in study.scenes:
        yield from (seen.details for seen in scene.observations if habit.act in seen.acts)


def _where(habit: Habit, study: Study, belief: float) -> tuple[dict[str, tuple[str, ...]], tuple[str, ...]]:
    """The conditions that most explanations share, of the shot and the moment; and the kinds it may be, if unsure."""
    where = dict(habit.looks[0].where) if habit.looks else {}
    kinds, sure = ((), True) if _is_general(habit, belief) else _kinds(habit, study)
    where |= {"function": kinds} if kinds and sure else {}
    return dict(sorted(where.items())), () if sure else kinds


def _is_general(habit: Habit, belief: float) -> bool:
    """Whether a habit is rather bound to no kind of moment."""
    return sum(each.weight for each in habit.explanations if each.prior > LEAST_SHARE) >= LEAST_SHARE * belief


def _kinds(habit: Habit, study: Study) -> tuple[tuple[str, ...], bool]:
    """The kinds of the moments in which a habit shows, those said and those likely, and whether they can be named.

    What was only read is named when several moments, each told in its own words, are near to it, or one is very near,
    and when the moments that were left alone are not; else the likeliest are a guess.
    """
    done = {study.place[chance.where] for chance in habit.chances if chance.taken}
    left = {study.place[chance.where] for chance in habit.chances} - done
    told = [study.moments[place] for place in sorted(done)]
    given = {kind for each in told if each.given for kind in each.kinds}
    shown, number = _shares(each for each in told if not each.given)
    other, _ = _shares(study.moments[place] for place in sorted(left))
    apart = {kind: share for kind, share in shown.items() if share >= APART * other.get(kind, 0.0) and kind != UNKNOWN}
    best = max(apart.values(), default=0.0)
    if given or (best >= SURE_OF_SEVERAL and (number >= SEVERAL or best >= SURE_OF_ONE)):
        likely = {kind for kind, share in apart.items() if share >= max(NAMED, NAMED_BESIDE * best)}
        return tuple(sorted((given | likely) - {UNKNOWN})), True
    guesses = sorted((kind for kind, share in apart.items() if share >= GUESSED), key=lambda kind: -apart[kind])
    return tuple(sorted(guesses[:MOST_GUESSES])), False


def _shares(moments: Iterable[Moment]) -> tuple[dict[str, float], int]:
    """The kinds of some moments together, those in the same words as one; and in how many words they are told."""
    read: dict[tuple[str, ...], list[Moment]] = defaultdict(list)
    for each in moments:
        read[each.marks].append(each)
    total: dict[str, float] = defaultdict(float)
    for alike in read.values():
        for each in alike:
            for kind, share in each.kinds.items():
                total[kind] += share / len(alike) / len(read)
    return total, len(read)


def _closed_places(habit: Habit, study: Study, belief: float) -> dict[str, tuple[str, ...]]:
    """The places to which a habit that holds in any moment is hardly open."""
    shares = _open_places(habit, study) if _is_general(habit, belief) else {}
    closed = tuple(kind for kind, share in shares.items() if 1 - share >= CLOSED)
    return {"geography": closed} if closed else {}


_NAMED: Final = {"scene": "scene_type", "beside": "beside", "place": "geography"}


def _unless(found: Iterable[Explanation], belief: float) -> dict[str, tuple[str, ...]]:
    weights: dict[str, float] = defaultdict(float)
    for each in found:
        for exception in each.unless:
            weights[exception] += each.weight / belief
    told: dict[str, list[str]] = defaultdict(list)
    for exception, weight in sorted(weights.items()):
        name, kind = exception.split(":", 1)
        if weight >= LEAST_SHARE and name in _NAMED:
            told[_NAMED[name]].append(SCENES.get(kind, kind) if name == "scene" else kind)
    return {name: tuple(values) for name, values in told.items()}


def confidence(scenes: int, *, taken: int, left: int, elsewhere: int) -> Confidence:
    """How sure a habit is: by the scenes that show it and by how clean the contrast is."""
    share = taken / (taken + left)
    if scenes >= 3 and share >= 0.75 and elsewhere:
        return Confidence.HIGH
    if scenes >= 2 and share >= 0.6:
        return Confidence.MEDIUM
    return Confidence.LOW


def _usual(details: Iterator[Mapping[str, str]]) -> dict[str, str]:
    counted: dict[str, Counter[str]] = defaultdict(Counter)
    total = 0
    for each in details:
        total += 1
        for name, value in each.items():
            counted[name][value] += 1
    best = {name: values.most_common(1)[0] for name, values in counted.items()}
    return {name: value for name, (value, number) in sorted(best.items()) if number * 2 > total}


def _levelled(scenes: Sequence[SeenScene]) -> list[SeenScene]:
    """The same scenes; lengths that follow the length before become one act, shorter or longer."""
    changes = [
        (was, float(act.to))
        for scene in scenes
        for seen in scene.observations
        for act in seen.acts
        if act.field in NUMBERS and (was := rank_of(act.field, seen.traits.get(act.field, "")))
    ]
    ways = {way: form for way in ("shorter", "longer") if (form := _form(way, changes))}
    if not ways:
        return list(scenes)
    return [replace(scene, observations=[_relative(seen, ways) for seen in scene.observations]) for scene in scenes]


def _form(way: str, changes: Sequence[tuple[float, float]]) -> str | None:
    """How lengths that go one way are best told: as a factor, as a difference, or None for the length itself."""
    mine = [(was, to) for was, to in changes if (to < was) == (way == "shorter")]
    forms = {
        None: {round(to, 1) for _, to in mine},
        "ratio": {round(to / was, 1) for was, to in mine},
        "delta": {round(to - was, 1) for was, to in mine},
    }
    return min(forms, key=lambda form: len(forms[form])) if mine else None


def _relative(seen: Observation, ways: Mapping[str, str]) -> Observation:
    acts, details = [], dict(seen.details)
    for act in seen.acts:
        was = rank_of(act.field, seen.traits.get(act.field, "")) if act.op is Op.MODIFY else None
        way = ("shorter" if float(act.to) < was else "longer") if was and act.field in NUMBERS else ""
        if way in ways and was:
            form = ways[way]
            details[form] = f"{float(act.to) / was:.1f}" if form == "ratio" else f"{float(act.to) - was:.1f}"
            acts.append(Act(op=act.op, field=act.field, to=way))
        else:
            acts.append(act)
    return replace(seen, acts=tuple(acts), details=details)
