"""What kind of beat, scene and place is told of, as one word, and who bears what happens."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from showbible.direction.model import KeyBeat, SceneFacts, Snapshot
from showbible.direction.recall import habits, moments
from showbible.direction.recall.kinds import SCENES
from showbible.direction.recall.moments import UNKNOWN, label

SURE: Final = 0.4
"""From this share on a kind is named."""
SURE_OF_A_PLACE: Final = 0.6
BY_SENTENCE: Final = 1.3
WATCHING: Final = {"reaction": 1.7, "single": 0.8, "dialog": -0.8, "shoulder": -0.8}
"""How much it counts for somebody's bearing what happens that a sentence of two people is built so, and that a shot
which does such a job is of them."""


def sure(shares: Mapping[str, float], least: float = SURE) -> str | None:
    """The kind that is sure enough to be named."""
    kind = max(shares, key=lambda each: shares[each], default=None)
    return kind if kind is not None and kind != UNKNOWN and shares[kind] >= least else None


def beat_kinds(facts: SceneFacts, shots: Snapshot = ()) -> dict[str, str | None]:
    """The function of each beat by its id: as given, else as its description sounds."""
    return {beat_id: sure(each.kinds) for beat_id, each in moments.moments(facts, shots).items()}


def scene_kind(facts: SceneFacts) -> str | None:
    """The type of a scene: as given, else as its text sounds and its beats are."""
    if facts.scene_type:
        return label(facts.scene_type)
    beats = [each.kinds for each in moments.moments(facts, ()).values()]
    kind = sure(habits.scene_kinds(moments.setting(facts), beats).setting)
    return SCENES.get(kind, kind) if kind else None


def geography_kind(facts: SceneFacts) -> str | None:
    """Whether the place is simple or complex: as given, else as the scene's text says."""
    return sure(moments.setting(facts).geography, SURE_OF_A_PLACE)


def affected(beat: KeyBeat, characters: Sequence[str], shots: Snapshot = ()) -> str | None:
    """Who bears what happens in a beat: as given, else the only one named, else by its sentence and by its plan."""
    if beat.affected_character:
        return beat.affected_character
    people = _people(beat.description, characters)
    if len(people) == 1:
        return people[0]
    said = _by_sentence(beat.description, characters) if people else None
    marks = _watched(beat, characters, shots)
    for name in marks:
        marks[name] += BY_SENTENCE if name == said else 0.0
    best = sorted(marks, key=lambda name: -marks[name])
    rest = max((marks[name] for name in best[1:]), default=0.0)
    return best[0] if best and marks[best[0]] > rest else said


def _watched(beat: KeyBeat, characters: Sequence[str], shots: Snapshot) -> dict[str, float]:
    """How much a beat's plan looks at each as at one who bears it: in reactions and singles, and not while speaking."""
    marks = dict.fromkeys(characters, 0.0)
    for shot in shots:
        subject, job = shot.word("subject"), shot.word("shot_job") or ""
        if shot.word("beat_id") == beat.beat_id and subject in marks:
            marks[subject] += next((weight for name, weight in WATCHING.items() if name in job), 0.0)
    return marks


def _people(text: str, characters: Sequence[str]) -> list[str]:
    """The characters that a text names, in order."""
    places = sorted((found.start(), name) for name in characters for found in _named(name, text))
    return list(dict.fromkeys(name for _, name in places))


def _by_sentence(text: str, characters: Sequence[str]) -> str:
    one, two = _people(text, characters)[:2]
    between = text[_named(one, text)[0].end() :]
    between = between[: _named(two, between)[0].start()]
    return one if _bears_it(between.lower()) else two


def _bears_it(between: str) -> bool:
    """Whether the first of two people is the one it happens to: passive, joined, or in a clause of their own."""
    joined = re.search(r"^\s*(and|or|,)\s*$", between)
    passive = re.search(r"\b(is|are|was|were|gets|got|being|been)\b.*\bby\s*$", between)
    own_clause = re.search(r"\b(while|as|and|when|that|because|after|before|until|but|whom|who|if)\s*$", between)
    about = re.search(r"\b(knows?|hears?|sees?|waits?|realis\w+|realiz\w+|fears?|misses|remembers?|owes)\b", between)
    own = re.search(r"\b(has to|must|cannot|can't|asks?|begs?)\b", between)
    return bool(joined or passive or own_clause or about or own)


def _named(name: str, text: str) -> list[re.Match[str]]:
    return list(re.finditer(rf"\b{re.escape(name)}\b", text)) if name else []


def listed(kinds: Iterable[str | None]) -> list[str]:
    """Kinds as people read them, each once."""
    return [kind.replace("_", " ") for kind in dict.fromkeys(kinds) if kind]
