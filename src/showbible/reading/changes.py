"""What a new sentence does to the sentences before it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from showbible.reading.matters import (
    agrees,
    differing,
    is_open_to_change,
    same_matter,
    same_slot,
    same_subject,
)
from showbible.reading.model import Cue, Earlier, Effect, EffectKind, SentenceReading, Stance, ValueKind

_RECENT: Final = 10
"""How many sentences back a correction without a topic reaches."""
_SHORT: Final = 3
"""A correction that has at most so many words of its own is bare."""


def effects(new: SentenceReading, earlier: Sequence[Earlier]) -> list[Effect]:
    """What a new sentence does to each of the earlier ones; the newest of them come first."""
    if new.stance is Stance.JOKED and len(new.topic) <= 1:
        return [_effect(EffectKind.WITHDRAWS, each, "It was a joke.") for each in earlier if each.sentences_ago <= 1][
            :1
        ]
    if Cue.DENIAL in new.cues:
        return [
            _effect(EffectKind.WITHDRAWS, each, "It is denied.") for each in earlier if _is_denied(new, each.reading)
        ]
    if not new.is_told:
        return []
    found = [effect for each in earlier if (effect := _on(new, each))]
    if Cue.CORRECTION in new.cues and not any(each.kind.replaces for each in found):
        found += _bare_correction(new, earlier)
    return found


def _effect(kind: EffectKind, each: Earlier, why: str) -> Effect:
    return Effect(kind=kind, earlier_id=each.id, why=why)


def _is_denied(new: SentenceReading, old: SentenceReading) -> bool:
    shared = new.topic & old.topic
    return old.is_told and old.speaker == new.speaker and len(shared) >= min(2, len(old.topic)) > 0


def _on(new: SentenceReading, each: Earlier) -> Effect | None:
    old = each.reading
    if not is_open_to_change(new, old):
        return None
    for rule in (_contrasted, _ended, _slot, _valued):
        effect = rule(new, each)
        if effect:
            return effect
    return None


def _contrasted(new: SentenceReading, each: Earlier) -> Effect | None:
    """ "Not Clara" takes back what named Clara."""
    old = each.reading
    if not new.contrast or Cue.ENDING in new.cues:
        return None
    keys = {value.key for value in old.values}
    hit = (new.contrast & keys) or (new.contrast & old.topic if Cue.CORRECTION in new.cues else frozenset())
    new_keys = {value.key for value in new.values} - new.contrast
    brings = new_keys - keys or Cue.CORRECTION in new.cues
    near = each.sentences_ago <= _RECENT or new.topic & old.topic - new.contrast
    if hit and brings and near and same_subject(new, old):
        return _effect(EffectKind.CORRECTS, each, f"It was not {sorted(hit)[0]}.")
    return None


def _ended(new: SentenceReading, each: Earlier) -> Effect | None:
    old = each.reading
    if not new.cues & {Cue.ENDING, Cue.NEGATION} or old.stance is Stance.DENIED:
        return None
    if not same_subject(new, old):
        return None
    if agrees(new, old, each.near):
        return _effect(EffectKind.WITHDRAWS, each, "It has ended or is not so.")
    return None


def _slot(new: SentenceReading, each: Earlier) -> Effect | None:
    old = each.reading
    for claim in new.claims:
        for other in old.claims:
            verdict = same_slot(claim, other, new, old)
            if verdict:
                return _effect(
                    verdict,
                    each,
                    f"Both say the same of {claim.slot}."
                    if verdict is EffectKind.RESTATES
                    else f"It gives {claim.slot} another value.",
                )
    return None


def _valued(new: SentenceReading, each: Earlier) -> Effect | None:
    old = each.reading
    pair = differing(new, old)
    if pair is None or not same_subject(new, old):
        return None
    if not same_matter(new, old, each.near, pair):
        return None
    if Cue.ADDITION in new.cues:
        return _effect(EffectKind.ADDS, each, f"{pair[0].text} stands beside {pair[1].text}.")
    kind = EffectKind.CORRECTS if Cue.CORRECTION in new.cues else EffectKind.UPDATES
    return _effect(kind, each, f"{pair[0].text} takes the place of {pair[1].text}.")


def _bare_correction(new: SentenceReading, earlier: Sequence[Earlier]) -> list[Effect]:
    """ "Sorry, 7:10" takes the place of the last value of its kind."""
    if len(new.topic) > _SHORT:
        return []
    for each in earlier:
        if each.sentences_ago > _RECENT or not each.reading.is_told:
            continue
        pair = differing(new, each.reading)
        if pair and pair[0].kind is not ValueKind.NAME:
            return [_effect(EffectKind.CORRECTS, each, f"{pair[0].text} was meant, not {pair[1].text}.")]
    return []
