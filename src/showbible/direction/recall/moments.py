"""What kind of moment each beat of a scene is: as somebody said, else by its words, its plan and moments like it."""

from __future__ import annotations

import hashlib
import math
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Final

from showbible.direction.model import KeyBeat, Leaning, Moment, SceneFacts, Setting, Snapshot
from showbible.direction.recall import bearers, likeness
from showbible.direction.recall.kinds import BEATS, NAMES_TWO
from showbible.reading import tokens

UNKNOWN: Final = "unknown"
"""The kind of a moment of which nothing is said."""

LEAST_VOTE: Final = 0.05
"""What a kind keeps that no moment like it has."""
LEAST_WHOLE: Final = 1e-9
MOST_KINDS: Final = 7
LEAST_KIND: Final = 0.015
SAME_WORDS: Final = 12.0
"""How much more a moment in the same words counts than one with the same plan."""
PLAN_POWER: Final = 3.0
LEAST_AGREED: Final = 0.01
EVEN_PLAN: Final = 0.68
"""Plans that are as much alike as this say nothing of their moments."""
BY_WORDS: Final = 9.0
BASE, BY_KIND, BY_PLAN = {False: 0.8, True: -2.0}, {False: 0.75, True: 0.9}, {False: 11.0, True: 8.0}
"""How likely two moments are of one kind, and how much their kinds and their plans say to that; where a story repeats
its sentences, another sentence is more likely another kind."""
CONTRARY: Final = {False: 1.8, True: 0.0}
"""How much it says against it that both are surely of a kind, and not of the same, whatever their plans are."""
FEWEST_LETTERS: Final = 4
PREMISE_POWER: Final = 2

_WORD: Final = re.compile(r"[a-z]+(?:['-][a-z]+)*")


def label(word: str) -> str:
    """A caller's own word for a kind, in one spelling."""
    return "_".join(_WORD.findall(word.lower()))[:60] or word.strip().lower()[:60]


def moments(facts: SceneFacts, shots: Snapshot) -> dict[str, Moment]:
    """What each beat is like by itself, by its id; shots of no beat belong to a moment without a name."""
    jobs: dict[str, list[str]] = {beat.beat_id: [] for beat in facts.key_beats}
    for shot in shots:
        jobs.setdefault(shot.word("beat_id") or "", []).append(shot.word("shot_job") or "shot")
    beats = {beat.beat_id: beat for beat in facts.key_beats}
    likeness.read(_texts(facts))
    return {
        beat_id: replace(
            _told(beats.get(beat_id), facts), jobs=tuple(each), leaning=_leaning(beats.get(beat_id), facts, shots)
        )
        for beat_id, each in jobs.items()
    }


def _leaning(beat: KeyBeat | None, facts: SceneFacts, shots: Snapshot) -> Leaning | None:
    return bearers.leaning(beat, facts.characters, shots) if beat else None


def _told(beat: KeyBeat | None, facts: SceneFacts) -> Moment:
    if beat is None:
        return Moment(kinds={UNKNOWN: 1.0})
    text = _text(beat, facts)
    marks = tuple(sorted({_mark(word) for word in likeness.content_words(text) if len(word) >= FEWEST_LETTERS}))
    if beat.function:
        return Moment(kinds={label(beat.function): 1.0}, given=True, marks=marks)
    shares = likeness.kind_shares(text)
    return Moment(kinds=_with_people(shares, beat, facts) if shares else {UNKNOWN: 1.0}, marks=marks)


def _text(beat: KeyBeat, facts: SceneFacts) -> str:
    return without(beat.description, proper(facts))


def _texts(facts: SceneFacts) -> list[str]:
    """All that is read of a scene for its kind and for those of its moments."""
    told = [] if facts.scene_type and facts.geography else _told_of_it(facts)
    return [*told, *(_text(beat, facts) for beat in facts.key_beats if not beat.function)]


def _with_people(shares: Mapping[str, float], beat: KeyBeat, facts: SceneFacts) -> dict[str, float]:
    """Shares of kinds by words, and by whether a beat names one of several people or more: nobody quarrels alone."""
    number = len(bearers.people_in(beat.description, facts.characters))
    if not number or len(facts.characters) < 2:
        return dict(shares)
    return normal(
        {kind: share * (NAMES_TWO[kind] if number > 1 else 1 - NAMES_TWO[kind]) for kind, share in shares.items()}
    )


def _mark(word: str) -> str:
    return hashlib.sha256(word.encode()).hexdigest()[:6]


def setting(facts: SceneFacts) -> Setting:
    """What the scene is like by what is said of it, apart from its beats."""
    told = _told_of_it(facts)
    likeness.read(_texts(facts))
    place = {label(facts.geography): 1.0} if facts.geography else likeness.place_shares(told)
    if facts.scene_type:
        kind = label(facts.scene_type)
        return Setting(kinds={BEATS.get(kind, kind): 1.0}, given=True, geography=place)
    marks = tuple(sorted({_mark(" ".join(sorted(words))) for each in told if (words := likeness.content_words(each))}))
    kinds = _mixed([(likeness.premise_shares(each), 1 - likeness.whereabouts(each)) for each in told])
    return Setting(kinds=kinds, geography=place, marks=marks)


def _told_of_it(facts: SceneFacts) -> list[str]:
    """The sentences on a scene as a whole."""
    return [sentence for text in (facts.act_intent, _premise(facts)) for sentence in _sentences(text)]


def _premise(facts: SceneFacts) -> str:
    """A scene's text without the descriptions of its beats and without names."""
    prose = facts.scene_text
    for beat in facts.key_beats:
        prose = prose.replace(beat.description, " ") if beat.description else prose
    return without(prose, proper(facts))


def _sentences(text: str) -> list[str]:
    return [text[start:end] for start, end in tokens.sentences(text)]


def _mixed(found: Iterable[tuple[Mapping[str, float], float]]) -> dict[str, float]:
    """Several sentences as one: the surer one is, and the more it tells of what happens, the more it counts."""
    total: dict[str, float] = {}
    for shares, tells in found:
        weight = (max(shares.values(), default=0.0) * tells) ** PREMISE_POWER
        for kind, share in shares.items():
            total[kind] = total.get(kind, 0.0) + weight * share
    return normal(total)


def normal(weights: Mapping[str, float]) -> dict[str, float]:
    """Weights as shares of one."""
    whole = sum(weights.values())
    return {name: weight / whole for name, weight in weights.items()} if whole else {}


def pruned(weights: Mapping[str, float]) -> dict[str, float]:
    """The likeliest kinds as shares of one; what is hardly likely is left out."""
    whole = sum(weights.values()) or 1.0
    best = sorted(weights.items(), key=lambda each: (-each[1], each[0]))[:MOST_KINDS]
    return normal({kind: weight for kind, weight in best if weight / whole >= LEAST_KIND})


def proper(facts: SceneFacts) -> tuple[str, ...]:
    """The names in a scene."""
    return (*facts.characters, facts.location or "")


def without(text: str, names: Iterable[str]) -> str:
    """A text without some names."""
    for name in names:
        text = re.sub(rf"\b{re.escape(name)}\b", " ", text, flags=re.IGNORECASE) if name else text
    return text


class Votes:
    """Moments that were met, each with its kinds, and what they make of another one.

    Those with one plan are counted together, and words are looked up, so that a story may have many.
    """

    def __init__(self, *, seen: Sequence[Moment]) -> None:
        self.seen = seen
        self.plans: dict[tuple[str, ...], _Ballot] = {}
        self.words: dict[str, list[int]] = {}
        for place, moment in enumerate(seen):
            self.plans.setdefault(moment.jobs, _Ballot()).add(moment.kinds, 1.0)
            for mark in set(moment.marks):
                self.words.setdefault(mark, []).append(place)

    def kinds(self, moment: Moment, *, skip: int | None = None) -> dict[str, float]:
        """The kinds of a moment by its words and by the moments like it; `skip` is the place it has among them."""
        if moment.given:
            return dict(moment.kinds)
        ballot = self._ballot(moment, skip)
        if ballot.whole < LEAST_WHOLE:
            return dict(moment.kinds)
        votes = ballot.votes
        every = {kind: LEAST_VOTE + votes.get(kind, 0.0) / ballot.whole for kind in {*moment.kinds, *votes}}
        least = min(moment.kinds.values(), default=0.0) or LEAST_VOTE
        return pruned({kind: moment.kinds.get(kind, least) * vote for kind, vote in every.items()})

    def _ballot(self, moment: Moment, skip: int | None) -> _Ballot:
        total = _Ballot()
        for jobs, each in self.plans.items():
            total.take(each, plan_likeness(moment.jobs, jobs) ** PLAN_POWER)
        if skip is not None:
            own = self.seen[skip]
            total.add(own.kinds, -(plan_likeness(moment.jobs, own.jobs) ** PLAN_POWER))
        near = {place for mark in moment.marks for place in self.words.get(mark, ())} - {skip}
        for place in near:
            other = self.seen[place]
            total.add(other.kinds, SAME_WORDS * overlap(moment.marks, other.marks) ** 2)
        return total


class _Ballot:
    """Votes for kinds, and how many there are in all."""

    def __init__(self) -> None:
        self.votes: dict[str, float] = {}
        self.whole = 0.0

    def add(self, kinds: Mapping[str, float], weight: float) -> None:
        """Let a moment vote with a weight."""
        self.whole += weight
        for kind, share in kinds.items():
            self.votes[kind] = self.votes.get(kind, 0.0) + weight * share

    def take(self, other: _Ballot, weight: float) -> None:
        """Let several moments vote at once."""
        if weight:
            self.whole += weight * other.whole
            for kind, share in other.votes.items():
                self.votes[kind] = self.votes.get(kind, 0.0) + weight * share


def sameness(one: Moment, two: Moment, *, repeats: bool = False) -> float:
    """How likely two moments are of one kind: as somebody said, else by their kinds, their words and their plans.

    `repeats` says that their story tells its moments in the same sentences again.
    """
    agreed = sum(share * two.kinds.get(kind, 0.0) for kind, share in one.kinds.items())
    if one.given and two.given:
        return agreed
    words = overlap(one.marks, two.marks)
    plan = plan_likeness(one.jobs, two.jobs) if one.jobs and two.jobs else EVEN_PLAN
    fits = BASE[repeats] + BY_KIND[repeats] * math.log(agreed + LEAST_AGREED)
    fits += BY_PLAN[repeats] * (plan - EVEN_PLAN) + BY_WORDS * words**2
    fits -= CONTRARY[repeats] * (1 - agreed) * max(one.kinds.values()) * max(two.kinds.values())
    return 1 / (1 + math.exp(-fits))


def overlap(one: tuple[str, ...], two: tuple[str, ...]) -> float:
    """How much of the words of two moments is the same."""
    if not one or not two:
        return 0.0
    mine, other = _as_set(one), _as_set(two)
    both = len(mine & other)
    return both / (len(mine) + len(other) - both)


@lru_cache(maxsize=16_384)
def _as_set(marks: tuple[str, ...]) -> frozenset[str]:
    return frozenset(marks)


@lru_cache(maxsize=65_536)
def plan_likeness(one: tuple[str, ...], two: tuple[str, ...]) -> float:
    """How much of two plans comes in the same order."""
    if not one or not two:
        return 0.0
    row = [0] * (len(two) + 1)
    for job in one:
        above = row[:]
        for at, other in enumerate(two, 1):
            row[at] = above[at - 1] + 1 if job == other else max(above[at], row[at - 1])
    return 2 * row[-1] / (len(one) + len(two))
