"""What one scene says, put into words by rule."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from showbible.direction.model import (
    Cause,
    Confidence,
    EditEvent,
    EventType,
    Learning,
    Observation,
    Rule,
    SceneFacts,
    ShotSummary,
)
from showbible.direction.recall import card_text, contrast, dramaturgy
from showbible.direction.recall.card_text import listed_words
from showbible.vocabulary import plural

_VERBS: Final = {
    EventType.MODIFY: "changed shots {}",
    EventType.INSERT: "inserted shots {}",
    EventType.REMOVE: "removed shots {}",
    EventType.REORDER: "reordered shots {}",
    EventType.MERGE: "merged shots {}",
    EventType.BULK_EDIT: "carried out an edit plan {}",
}


def context(facts: SceneFacts) -> str:
    """What kind of scene this was, in two to five sentences, without a word of its plot."""
    kind, place = dramaturgy.scene_kind(facts), dramaturgy.geography_kind(facts)
    functions = list(dramaturgy.beat_kinds(facts).values())
    known = dramaturgy.listed(functions)
    said = kind.replace("_", " ") if kind else None
    lines = [f"The scene is of the kind {said}." if said else "The kind of scene is not known."]
    lines.append(f"The geography is {place}." if place else "Nothing is known of the geography.")
    if functions:
        turns = f", turning on {listed_words(known)}" if known else ""
        lines.append(f"It has {plural(len(functions), 'key beat')}{turns}.")
    if facts.characters:
        lines.append(plural(len(facts.characters), "character takes part.", "characters take part."))
    return " ".join(lines)


def edits_told(events: Sequence[EditEvent], *, first: int, final: ShotSummary) -> str:
    """What was changed, in three to eight sentences."""
    kinds = Counter(event.type for event in events)
    lines = [f"The first plan had {plural(first, 'shot')} and the last one has {final.shot_count}."]
    done = [told.format(_times(kinds[kind])) for kind, told in _VERBS.items() if kinds[kind]]
    lines.append(f"The director {listed_words(done)}." if done else "The director changed nothing.")
    causes = Counter(event.cause for event in events if event.type in _VERBS)
    told = [f"{causes[cause]} for {name}" for cause, name in _CAUSES.items() if causes[cause]]
    if told:
        lines.append(f"Of these edits {listed_words(told)}.")
    yes = "explicitly accepted" if kinds[EventType.ACCEPTANCE] else "not explicitly accepted"
    lines.append(f"The plan was {yes}.")
    return " ".join(lines) if len(lines) > 2 else " ".join((*lines, final.summary))


def _times(number: int) -> str:
    return {1: "once", 2: "twice"}.get(number, f"{number} times")


_CAUSES: Final = {
    Cause.STYLE: "style",
    Cause.CONTINUITY: "continuity",
    Cause.MODEL_ERROR: "a mistake of the generator",
    Cause.UNKNOWN: "a reason of the moment",
}


def learnings(observations: Sequence[Observation], names: Sequence[str]) -> tuple[Learning, ...]:
    """What a scene suggests by itself: always cautious, since it is one scene."""
    found = contrast.rules([("scene", seen) for seen in observations])
    return tuple(_learning(rule, names) for rule in found)


def _learning(rule: Rule, names: Sequence[str]) -> Learning:
    card = card_text.card(rule, card_id="", names=names)
    clear = rule.taken >= 3 and not rule.left
    return Learning(
        learning=card.preference,
        applies_to=card.applies_to,
        avoid_applying_to=card.avoid_applying_to,
        evidence=f"{rule.taken} of {plural(rule.taken + rule.left, 'chance')} taken in this scene.",
        confidence=Confidence.MEDIUM if clear else Confidence.LOW,
    )
