"""What a new sentence does to the sentences before it."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from difflib import SequenceMatcher
from typing import Final

from showbible.reading.matters import (
    NAMES,
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

_RECENT, _AT_ONCE = 10, 3
"""How many sentences back a correction without a topic reaches, and a second look without one."""
_SHORT: Final = 3
"""A correction that has at most so many words of its own is bare."""

_A_NAME: Final = 4
"""Letters from which on a name is no other one by a slip: Jan and Jon are two."""
_LETTERS: Final = 2
_ALIKE: Final = 0.6
_PUTS_RIGHT: Final = frozenset({Cue.CORRECTION, Cue.SECOND_LOOK})
_CAPITAL: Final = re.compile(r"(?<![^\W_])[^\W\d_a-z][^\W\d_]+")
_SPELLS: Final = re.compile(
    r"\b(?:with|without) (?:an?|one|two|the) [a-z](?![\w'])|\bspel(?:l|t)|\btypos?\b", re.IGNORECASE
)

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


def _respelled(new: SentenceReading, each: Earlier) -> Effect | None:
    """A name that is spelled a little differently soon after, by somebody who speaks of its letters or of a slip."""
    if each.sentences_ago > _RECENT or not (new.cues & _PUTS_RIGHT or new.contrast or _SPELLS.search(new.text)):
        return None
    given = {word.lower() for word in _CAPITAL.findall(new.text)} - new.contrast
    for old in each.reading.values:
        if old.kind in NAMES and old.key not in given and any(_is_slip(word, old.key) for word in given):
            return _effect(EffectKind.CORRECTS, each, f"{old.text} was spelled otherwise.")
    return None


def _is_slip(one: str, two: str) -> bool:
    """Whether two words in lower case are one name, but for a letter or two."""
    if min(len(one), len(two)) < _A_NAME or abs(len(one) - len(two)) > _LETTERS:
        return False
    return SequenceMatcher(None, one, two, autojunk=False).ratio() >= _ALIKE


_RULES: Final[tuple[Rule, ...]] = (_contrasted, _ended, _affirmed, _slot, _valued, _respelled, _corrected)


def _bare_correction(new: SentenceReading, earlier: Sequence[Earlier]) -> list[Effect]:
    """Take the last value of its kind for what "sorry, 7:10" puts right."""
    named = {part for value in new.values if len(value.key.split()) <= _SHORT for part in value.key.split()}
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
