"""Who bears what happens in a beat: by its sentence, by its plan, and by every plan for the same sentence."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Final

from showbible.direction.model import KeyBeat, Leaning, Moment, Observation, SceneFacts, Snapshot

BY_SENTENCE: Final = 1.3
WATCHING: Final = {"reaction": 1.7, "single": 0.8, "dialog": -0.8, "shoulder": -0.8}
"""How much it counts for somebody's bearing what happens that a sentence of two people is built so, and that a shot
which does such a job is of them."""
ROLE: Final = "role"
OPPOSITE: Final = {"affected": "other", "other": "affected"}

Words = tuple[str, ...]
"""The marks of a sentence."""


def affected(beat: KeyBeat, characters: Sequence[str], shots: Snapshot = ()) -> str | None:
    """Who bears what happens in a beat: as given, else the only one named, else by its sentence and by its plan."""
    if beat.affected_character:
        return beat.affected_character
    people = people_in(beat.description, characters)
    if len(people) == 1:
        return people[0]
    said = _by_sentence(beat.description, characters) if people else None
    marks = _watched(beat, characters, shots)
    for name in marks:
        marks[name] += BY_SENTENCE if name == said else 0.0
    best = sorted(marks, key=lambda name: -marks[name])
    rest = max((marks[name] for name in best[1:]), default=0.0)
    return best[0] if best and marks[best[0]] > rest else said


def leaning(beat: KeyBeat, characters: Sequence[str], shots: Snapshot) -> Leaning | None:
    """What speaks for the first of two people named; None where nobody has to choose between two."""
    people = people_in(beat.description, characters)
    if beat.affected_character or len(people) != 2 or affected(beat, characters, shots) not in people:
        return None
    one, two = people
    marks = _watched(beat, people, shots)
    said = BY_SENTENCE if _by_sentence(beat.description, people) == one else -BY_SENTENCE
    return Leaning(by_sentence=said, by_plan=marks[one] - marks[two])


def plans_for(moments: Iterable[Moment]) -> dict[Words, float]:
    """What all plans for a sentence say together, for every sentence that leaves a choice."""
    found: dict[Words, float] = defaultdict(float)
    for each in moments:
        if each.leaning and each.marks:
            found[each.marks] += each.leaning.by_plan
    return dict(found)


def with_bearers(facts: SceneFacts, told: Mapping[str, Moment], plans: Mapping[Words, float]) -> SceneFacts:
    """A scene in which those bear a moment whom its sentence, its plan and earlier plans for it point at together."""
    beats = [_borne(beat, told[beat.beat_id], facts.characters, plans) for beat in facts.key_beats]
    return replace(facts, key_beats=tuple(beats))


def _borne(beat: KeyBeat, moment: Moment, characters: Sequence[str], plans: Mapping[Words, float]) -> KeyBeat:
    if moment.leaning is None or moment.marks not in plans:
        return beat
    one, two = people_in(beat.description, characters)
    first = is_first(moment.leaning, moment.leaning.by_plan + plans[moment.marks])
    return replace(beat, affected_character=one if first else two)


def is_first(lean: Leaning, by_plan: float) -> bool:
    """Whether the first of two people bears it, by what the plans say; the sentence decides between equals."""
    return (lean.by_sentence + by_plan or lean.by_sentence) > 0


def agreed(
    observations: Sequence[Observation], moments: Sequence[Moment], plans: Mapping[Words, float]
) -> list[Observation]:
    """What was seen in a scene, with the roles that all plans for its sentences give together."""
    turned = {at for at, each in enumerate(moments) if _is_turned(each, plans)}
    return [_with_the_other(seen) if seen.moment in turned else seen for seen in observations]


def _is_turned(moment: Moment, plans: Mapping[Words, float]) -> bool:
    lean = moment.leaning
    if lean is None or moment.marks not in plans:
        return False
    return is_first(lean, lean.by_plan) is not is_first(lean, plans[moment.marks])


def _with_the_other(seen: Observation) -> Observation:
    traits, details = (
        {name: OPPOSITE.get(value, value) if name == ROLE else value for name, value in each.items()}
        for each in (seen.traits, seen.details)
    )
    return replace(seen, traits=traits, details=details)


def _watched(beat: KeyBeat, characters: Sequence[str], shots: Snapshot) -> dict[str, float]:
    """How much a beat's plan looks at each as at one who bears it: in reactions and singles, and not while speaking."""
    marks = dict.fromkeys(characters, 0.0)
    for shot in shots:
        subject, job = shot.word("subject"), shot.word("shot_job") or ""
        if shot.word("beat_id") == beat.beat_id and subject in marks:
            marks[subject] += next((weight for name, weight in WATCHING.items() if name in job), 0.0)
    return marks


def people_in(text: str, characters: Sequence[str]) -> list[str]:
    """The characters that a text names, in order."""
    places = sorted((found.start(), name) for name in characters for found in _named(name, text))
    return list(dict.fromkeys(name for _, name in places))


def _by_sentence(text: str, characters: Sequence[str]) -> str:
    one, two = people_in(text, characters)[:2]
    between = text[_named(one, text)[0].end() :]
    between = between[: _named(two, between)[0].start()]
    return one if _bears_it(between.lower()) else two


def _bears_it(between: str) -> bool:
    """Whether the first of two people is the one it happens to: passive, joined, or in a clause of their own.

    Who comes after a comma and an `and` answers what the first one did.
    """
    joined = re.search(r"^\s*(and|or|,)\s*$", between)
    passive = re.search(r"\b(is|are|was|were|gets|got|being|been)\b.*\bby\s*$", between)
    own_clause = re.search(r"\b(while|as|and|when|that|because|after|before|until|but|whom|who|if)\s*$", between)
    about = re.search(r"\b(knows?|hears?|sees?|waits?|realis\w+|realiz\w+|fears?|misses|remembers?|owes)\b", between)
    own = re.search(r"\b(has to|must|cannot|can't|asks?|begs?)\b", between)
    answered = re.search(r"[,;]\s*and\s*$", between)
    return bool(joined or passive or (own_clause and not answered) or about or own)


def _named(name: str, text: str) -> list[re.Match[str]]:
    return list(re.finditer(rf"\b{re.escape(name)}\b", text)) if name else []
