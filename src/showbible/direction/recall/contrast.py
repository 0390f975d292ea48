"""Habits, found by setting the places where an edit was made against those where it was left alone.

For each act the search looks for the few conditions that explain best where it was done. A condition
costs something, a place that a rule gets wrong costs more; what is dearest to assume (the order of
shots, an unrelated field) must explain the most. Sets of places are the bits of one whole number.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from math import log
from typing import Final

from showbible.direction.model import Act, Confidence, Observation, Op, Rule
from showbible.direction.recall.observe import open_to

Placed = tuple[str, Observation]
"""An observation with the scene it was made in."""

HIT, MISS, STRAY, QUIET = log(0.9), log(0.1), log(0.02), log(0.98)
"""What a rule earns for a place: done where it holds, not done there, done elsewhere, not done elsewhere."""

SIZES: Final = (
    "EXTREME_CLOSE_UP",
    "CLOSE_UP",
    "MEDIUM_CLOSE_UP",
    "MEDIUM_SHOT",
    "MEDIUM_WIDE",
    "WIDE",
    "EXTREME_WIDE",
)
# A habit nearly always belongs to a kind of beat, so naming one is better than free.
COST: Final = {"function": -0.4, "shot_job": 0.8, "role": 1.4, "geography": 1.6, "scene_type": 3.6}
COST_OF_THE_FIELD: Final = 0.8
COST_OF_ANY: Final = 7.0
COST_OF_ANOTHER_VALUE: Final = 0.8
COST_OF_AN_EXCEPTION: Final = 1.1
LEAST_GAIN: Final = 2.0
BEAM: Final = 14
DEPTH: Final = 7
NUMBERS: Final = ("duration_seconds",)

_EXCEPTIONS: Final = ("premise", "scene_type", "geography", "function")


@dataclass(frozen=True)
class _Guess:
    """Conditions tried together, and the places where they hold."""

    where: Mapping[str, frozenset[str]] = field(default_factory=dict)
    unless: Mapping[str, frozenset[str]] = field(default_factory=dict)
    holds: int = 0
    cost: float = 0.0


class _Ground:
    """The places open to one act, as bits, and which of them saw it done."""

    def __init__(self, act: Act, placed: Sequence[Placed]) -> None:
        self.act = act
        self.placed = placed
        self.all = (1 << len(placed)) - 1
        self.done = sum(1 << at for at, (_, seen) in enumerate(placed) if act in seen.acts)
        self.bits: dict[str, dict[str, int]] = defaultdict(lambda: defaultdict(int))
        for at, (_, seen) in enumerate(placed):
            for name, value in seen.traits.items():
                self.bits[name][value] |= 1 << at

    @property
    def names(self) -> list[str]:
        """The traits that may be a condition of this act."""
        told = {"shot_job"} if self.act.op in (Op.REMOVE, Op.MERGE, Op.MOVE) else set()
        hidden = {"pair", "place"} if self.act.op in (Op.MERGE, Op.MOVE) else {"pair"}
        return [name for name in self.bits if name not in told | hidden]

    def any_of(self, name: str, values: frozenset[str]) -> int:
        """Where a trait has one of the values."""
        found = 0
        for value in values:
            found |= self.bits[name].get(value, 0)
        return found

    def values(self, name: str, among: int) -> list[str]:
        """The values of a trait at some places."""
        return [value for value, bits in self.bits[name].items() if bits & among]

    def worth(self, guess: _Guess, left: int) -> float:
        """How well a guess explains what is left to explain."""
        places = self.all & ~(self.done & ~left)
        hits, holds = (guess.holds & left).bit_count(), (guess.holds & places).bit_count()
        strays, quiet = left.bit_count() - hits, places.bit_count() - left.bit_count() - (holds - hits)
        return hits * HIT + (holds - hits) * MISS + strays * STRAY + quiet * QUIET - guess.cost

    def cost(self, name: str, values: frozenset[str]) -> float:
        """What it costs to assume a condition."""
        base = COST.get(name, COST_OF_THE_FIELD if name == self.act.field else COST_OF_ANY)
        return base + COST_OF_ANOTHER_VALUE * (_steps(name, values) - 1)


def rules(placed: Sequence[Placed]) -> tuple[Rule, ...]:
    """Every habit that the observations bear out, the best borne out first."""
    levelled = _levelled(placed)
    acts = dict.fromkeys(act for _, seen in levelled for act in seen.acts)
    found = chain.from_iterable(_rules_of(act, levelled) for act in acts)
    return tuple(sorted(found, key=lambda rule: (-len(rule.scenes), -rule.taken, rule.act.key)))


def _rules_of(act: Act, placed: Sequence[Placed]) -> Iterator[Rule]:
    ground = _Ground(act, [each for each in placed if _speaks(act, each[1])])
    left = ground.done
    while left:
        nothing = ground.worth(_Guess(), left)
        best = _searched(ground, left)
        if ground.worth(best, left) - nothing < LEAST_GAIN or not best.holds & left:
            return
        yield _rule(ground, best)
        left &= ~best.holds


def _speaks(act: Act, seen: Observation) -> bool:
    if act in seen.acts:
        return True
    if act.op in seen.blocked or act.field in seen.blocked:
        return False
    return open_to(act, seen.traits)


def _searched(ground: _Ground, left: int) -> _Guess:
    beam = [_Guess(holds=ground.all)]
    best = beam[0]
    for _ in range(DEPTH):
        tried: dict[tuple[int, int], _Guess] = {}
        for guess in chain.from_iterable(_next(ground, guess, left) for guess in beam):
            tried.setdefault((guess.holds, round(guess.cost * 10)), guess)
        beam = sorted(tried.values(), key=lambda guess: -ground.worth(guess, left))[:BEAM]
        if not beam:
            break
        best = max(best, beam[0], key=lambda guess: ground.worth(guess, left))
    return best


def _next(ground: _Ground, guess: _Guess, left: int) -> Iterator[_Guess]:
    hits = guess.holds & left
    for name in ground.names:
        if name in guess.where:
            continue
        seen = ground.values(name, hits)
        options = dict.fromkeys((frozenset(seen), *(frozenset((v,)) for v in seen), _hull(ground, name, seen)))
        for values in options:
            if values:
                yield _narrowed(ground, guess, name, values)
    for name, values in guess.where.items():
        yield from _widened(ground, guess, name, values, left=left)
    for name in _EXCEPTIONS:
        yield from _excepted(ground, guess, name, hits=hits)


def _narrowed(ground: _Ground, guess: _Guess, name: str, values: frozenset[str]) -> _Guess:
    return replace(
        guess,
        where={**guess.where, name: values},
        holds=guess.holds & ground.any_of(name, values),
        cost=guess.cost + ground.cost(name, values),
    )


def _widened(ground: _Ground, guess: _Guess, name: str, values: frozenset[str], *, left: int) -> Iterator[_Guess]:
    without = {other: kept for other, kept in guess.where.items() if other != name}
    freed = _holds(ground, without, guess.unless)
    for value in ground.values(name, freed & left):
        if value not in values:
            more = values | {value}
            holds = freed & ground.any_of(name, more)
            cost = guess.cost + ground.cost(name, more) - ground.cost(name, values)
            yield replace(guess, where={**guess.where, name: more}, holds=holds, cost=cost)


def _excepted(ground: _Ground, guess: _Guess, name: str, *, hits: int) -> Iterator[_Guess]:
    for value in ground.values(name, guess.holds):
        bits = ground.bits[name][value]
        if bits & hits or not bits & guess.holds or value in guess.where.get(name, ()):
            continue
        known = guess.unless.get(name, frozenset())
        yield replace(
            guess,
            unless={**guess.unless, name: known | {value}},
            holds=guess.holds & ~bits,
            cost=guess.cost + COST_OF_AN_EXCEPTION,
        )


def _holds(ground: _Ground, where: Mapping[str, frozenset[str]], unless: Mapping[str, frozenset[str]]) -> int:
    found = ground.all
    for name, values in where.items():
        found &= ground.any_of(name, values)
    for name, values in unless.items():
        found &= ~ground.any_of(name, values)
    return found


def _hull(ground: _Ground, name: str, seen: Sequence[str]) -> frozenset[str]:
    """The values and everything between them, where values have an order."""
    ranks = {value: rank for value in ground.bits[name] if (rank := _rank(name, value)) is not None}
    known = [ranks[value] for value in seen if value in ranks]
    if len(known) < 2:
        return frozenset()
    low, high = min(known), max(known)
    between = {value for value, rank in ranks.items() if low <= rank <= high}
    if name == "shot_size":
        between |= {size for size in SIZES if low <= SIZES.index(size) <= high}
    return frozenset(between)


def _rank(name: str, value: str) -> float | None:
    if name == "shot_size":
        return float(SIZES.index(value)) if value in SIZES else None
    if name in NUMBERS:
        try:
            return float(value)
        except ValueError:
            return None
    return None


def _steps(name: str, values: frozenset[str]) -> int:
    """How many values a condition names; a stretch of an ordered scale counts as its two ends."""
    ordered = all(_rank(name, value) is not None for value in values)
    return min(len(values), 2) if ordered else len(values)


def _rule(ground: _Ground, guess: _Guess) -> Rule:
    hits = [at for at in range(len(ground.placed)) if guess.holds >> at & ground.done >> at & 1]
    scenes = tuple(dict.fromkeys(ground.placed[at][0] for at in hits))
    left = (guess.holds & ~ground.done).bit_count()
    elsewhere = (ground.all & ~guess.holds & ~ground.done).bit_count()
    return Rule(
        act=ground.act,
        where={name: tuple(sorted(values)) for name, values in sorted(guess.where.items())},
        unless={name: tuple(sorted(values)) for name, values in sorted(guess.unless.items())},
        scenes=scenes,
        taken=len(hits),
        left=left,
        elsewhere=elsewhere,
        confidence=confidence(len(scenes), taken=len(hits), left=left, elsewhere=elsewhere),
        details=_usual(ground.placed[at][1].details for at in hits),
    )


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
    for looks in details:
        total += 1
        for name, value in looks.items():
            counted[name][value] += 1
    best = {name: values.most_common(1)[0] for name, values in counted.items()}
    return {name: value for name, (value, number) in sorted(best.items()) if number * 2 > total}


def _levelled(placed: Sequence[Placed]) -> list[Placed]:
    """The same observations; lengths that differ every time become one act, shorter or longer."""
    chosen = Counter(act for _, seen in placed for act in seen.acts if act.field in NUMBERS)
    rare = {act for act, number in chosen.items() if number < 2}
    if len(rare) < 2:
        return list(placed)
    return [(scene, _relative(seen, rare)) for scene, seen in placed]


def _relative(seen: Observation, rare: set[Act]) -> Observation:
    acts, details = [], dict(seen.details)
    for act in seen.acts:
        was = _rank(act.field, seen.traits.get(act.field, ""))
        if act in rare and was:
            details["ratio"] = f"{float(act.to) / was:.2f}"
            acts.append(replace(act, to="shorter" if float(act.to) < was else "longer"))
        else:
            acts.append(act)
    return replace(seen, acts=tuple(acts), details=details)
