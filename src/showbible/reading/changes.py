"""What a new sentence does to the sentences before it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from showbible.reading.matters import (
    SOON,
    adds,
    anchors,
    comparable,
    differing,
    does_otherwise,
    is_affirmed_by,
    is_ended_by,
    is_open_to_change,
    same_matter,
    same_slot,
    same_subject,
)
from showbible.reading.model import Cue, Earlier, Effect, EffectKind, SentenceReading, Stance, Value, ValueKind

_RECENT: Final = 10
"""How many sentences back a correction without a topic reaches."""
_AT_ONCE: Final = 3
"""How many sentences back a second look without a topic reaches."""
_SHORT: Final = 3
"""A correction that has at most so many words of its own is bare."""

_PUTS_RIGHT: Final = frozenset({Cue.CORRECTION, Cue.SECOND_LOOK})

Rule = Callable[[SentenceReading, Earlier], Effect | None]


def effects(new: SentenceReading, earlier: Sequence[Earlier]) -> list[Effect]:
    """What a new sentence does to each of the earlier ones; the newest of them come first."""
    if new.stance is Stance.JOKED and len(new.topic) <= 1:
        return [_effect(EffectKind.WITHDRAWS, each, "It was a joke.") for each in earlier if each.sentences_ago <= 1][
            :1
        ]
    if Cue.DENIAL in new.cues:
        return [_effect(EffectKind.WITHDRAWS, each, "It is denied.") for each in earlier if _is_denied(new, each)]
    if not new.is_told:
        return []
    found = [effect for each in earlier if (effect := _on(new, each))]
    if (new.bare or new.cues & _PUTS_RIGHT) and not any(each.kind.replaces for each in found):
        found += _bare_correction(new, earlier)
    return found


def _effect(kind: EffectKind, each: Earlier, why: str) -> Effect:
    return Effect(kind=kind, earlier_id=each.id, why=why)


def _is_denied(new: SentenceReading, each: Earlier) -> bool:
    old, shared = each.reading, new.topic & each.reading.topic
    if old.speaker != new.speaker:
        return False
    if Cue.QUESTION in old.cues:
        return each.sentences_ago <= 1 and bool(old.topic & (new.topic | new.context))
    return old.is_told and len(shared) >= min(2, len(old.topic)) > 0


def _on(new: SentenceReading, each: Earlier) -> Effect | None:
    if not is_open_to_change(new, each.reading):
        return None
    puts_right = new.bare or (new.contrast and new.values) or new.cues & _PUTS_RIGHT
    if each.same_turn and not puts_right:
        return None
    return next((effect for rule in _RULES if (effect := rule(new, each))), None)


def _contrasted(new: SentenceReading, each: Earlier) -> Effect | None:
    """Take back what named Clara, by "not Clara"."""
    old = each.reading
    if not new.contrast or not same_subject(new, old):
        return None
    hit = new.contrast & ({value.key for value in old.values} | old.topic)
    brings = {value.key for value in new.values} - new.contrast or Cue.CORRECTION in new.cues
    if not hit or not brings:
        return None
    others = anchors(new, old) - new.contrast
    if others or (Cue.CORRECTION in new.cues and each.sentences_ago <= _RECENT):
        return _effect(EffectKind.CORRECTS, each, f"It was not {min(hit)}.")
    return None


def _ended(new: SentenceReading, each: Earlier) -> Effect | None:
    finishes = any(claim.predicate == "finishing" for claim in new.claims)
    if not (finishes or new.cues & {Cue.ENDING, Cue.NEGATION}) or not is_ended_by(new, each.reading):
        return None
    return _effect(EffectKind.WITHDRAWS, each, "It has ended or is not so.")


def _affirmed(new: SentenceReading, each: Earlier) -> Effect | None:
    if not is_affirmed_by(new, each.reading):
        return None
    return _effect(EffectKind.UPDATES, each, "It was not so and is now.")


def _slot(new: SentenceReading, each: Earlier) -> Effect | None:
    for claim in new.claims:
        for other in each.reading.claims:
            verdict = same_slot(claim, other, new, each.reading)
            if verdict is EffectKind.RESTATES:
                return _effect(verdict, each, f"Both say the same of {claim.slot}.")
            if verdict:
                return _effect(verdict, each, f"It gives {claim.slot} another value.")
    return None


def _valued(new: SentenceReading, each: Earlier) -> Effect | None:
    pair = differing(new, each.reading)
    if pair is None or not same_matter(new, each, pair):
        return None
    if adds(new, pair[:1]):
        return _effect(EffectKind.ADDS, each, f"{pair[0].text} stands beside {pair[1].text}.")
    kind = EffectKind.CORRECTS if Cue.CORRECTION in new.cues else EffectKind.UPDATES
    return _effect(kind, each, f"{pair[0].text} takes the place of {pair[1].text}.")


def _corrected(new: SentenceReading, each: Earlier) -> Effect | None:
    """A correction soon after that speaks of the same things."""
    if (
        Cue.CORRECTION not in new.cues
        or Cue.ADDITION in new.cues
        or each.sentences_ago > SOON
        or not same_subject(new, each.reading)
    ):
        return None
    shared = anchors(new, each.reading)
    if len(shared) >= 2 or (each.sentences_ago <= _AT_ONCE and does_otherwise(new, each.reading)):
        return _effect(EffectKind.CORRECTS, each, "It was put right soon after.")
    return None


_RULES: Final[tuple[Rule, ...]] = (_contrasted, _ended, _affirmed, _slot, _valued, _corrected)


def _bare_correction(new: SentenceReading, earlier: Sequence[Earlier]) -> list[Effect]:
    """Take the last value of its kind for what "sorry, 7:10" puts right."""
    named = {part for value in new.values for part in value.key.split()}
    if len(new.topic - named) > _SHORT + 1:
        return []
    reach = _RECENT if Cue.CORRECTION in new.cues else _AT_ONCE
    given = [value for value in new.values if _may_put_right(value, new)]
    for each in earlier:
        if each.sentences_ago > reach or not is_open_to_change(new, each.reading):
            continue
        for value in given:
            other = next((old for old in each.reading.values if comparable(value, old) and old.key != value.key), None)
            if other:
                return [_effect(EffectKind.CORRECTS, each, f"{value.text} was meant, not {other.text}.")]
    return []


def _may_put_right(value: Value, new: SentenceReading) -> bool:
    """Whether a value may stand in the place of one that was said before it: all of a correction, else what is bare."""
    if value.kind is ValueKind.SPOT:
        return False
    if Cue.CORRECTION in new.cues or (Cue.SECOND_LOOK in new.cues and not new.heads):
        return True
    return value.key in new.bare
