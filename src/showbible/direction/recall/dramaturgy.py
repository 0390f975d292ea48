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
SPEAKING: Final = -0.6
"""What a shot of somebody who speaks counts against their bearing what happens."""


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
    """Who bears what happens in a beat: as given, else as the sentence is built, else whom the plan watches."""
    if beat.affected_character:
        return beat.affected_character
    return _by_sentence(beat.description, characters) or _watched(beat, characters, shots)


def _watched(beat: KeyBeat, characters: Sequence[str], shots: Snapshot) -> str | None:
    """Whom the reactions of a plan look at, and its dialogue does not."""
    marks = dict.fromkeys(characters, 0.0)
    for shot in shots:
        subject, job = shot.word("subject"), shot.word("shot_job") or ""
        if shot.word("beat_id") == beat.beat_id and subject in marks:
            marks[subject] += 1.0 if "reaction" in job else SPEAKING if "dialog" in job else 0.0
    best = sorted(marks, key=lambda name: -marks[name])
    return best[0] if best and marks[best[0]] > max((marks[name] for name in best[1:]), default=0.0) else None


def _by_sentence(text: str, characters: Sequence[str]) -> str | None:
    places = sorted((found.start(), found.end(), name) for name in characters for found in _named(name, text))
    people = list(dict.fromkeys(name for _, _, name in places))
    if len(people) < 2:
        return people[0] if people else None
    first = next(end for _, end, name in places if name == people[0])
    second = next(start for start, _, name in places if name == people[1])
    return people[0] if _bears_it(text[first:second].lower()) else people[1]


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
