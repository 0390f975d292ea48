"""What a new sentence does to the sentences before it."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from difflib import SequenceMatcher
from typing import Final

from showbible.reading.endings import is_affirmed_by, is_ended_by
from showbible.reading.grammar import grammar
from showbible.reading.languages.language import SPEAKING
from showbible.reading.matters import (
    NAMES,
    SOON,
    acts,
    adds,
    anchors,
    comparable,
    differing,
    does_otherwise,
    is_open_to_change,
    is_part_of,
    same_matter,
    same_slot,
    same_subject,
)
from showbible.reading.model import Cue, Earlier, Effect, EffectKind, SentenceReading, Stance, Value, ValueKind
from showbible.reading.proof import is_entry

_RECENT, _AT_ONCE = 10, 3
"""How many sentences back a correction without a topic reaches, and a second look without one."""
_SHORT: Final = 3
"""A correction that has at most so many words of its own is bare."""

_A_NAME: Final = 4
"""Letters from which on a name is no other one by a slip: Jan and Jon are two."""
_LETTERS: Final = 2
_ALIKE: Final = 0.7
_A_VERB: Final = 2
"""Words after a subject among which its verb is."""
_WORD: Final = re.compile(r"[^\W\d_]+")
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
    if not new.is_told or (new.is_wanted and not new.cues & _PUTS_RIGHT):
        return []
    found = [effect for each in earlier if (effect := _on(new, each))]
    puts_right = (new.bare or new.cues & _PUTS_RIGHT) and Cue.ADDITION not in new.cues
    if puts_right and not any(each.kind.replaces for each in found):
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
    if each.same_turn and not new.cues & _PUTS_RIGHT:
        return None
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
    meant = [value for value in new.values if _is_said_to_be_meant(value, new)]
    if len(new.topic - named) > _SHORT + 1 and not meant:
        return []
    # Without a word of correction a value may well go on with what its own message says.
    goes_on = not new.cues & _PUTS_RIGHT and any(each.same_turn and each.reading.topic for each in earlier)
    reach = _RECENT if Cue.CORRECTION in new.cues else _AT_ONCE
    given = meant or [value for value in new.values if _may_put_right(value, new)]
    for each in earlier:
        in_one_breath = (each.same_turn or is_entry(each.reading)) and not new.cues & _PUTS_RIGHT
        if each.sentences_ago > reach or in_one_breath or not is_open_to_change(new, each.reading):
            continue
        for value in given:
            other = next((old for old in each.reading.values if _puts_right(value, old, new, each.reading)), None)
            if goes_on and other and (value.kind in NAMES or value.kind is not other.kind):
                continue
            if other and _may_be_meant(value, new, each):
                return [_effect(EffectKind.CORRECTS, each, f"{value.text} was meant, not {other.text}.")]
    return []


def _may_be_meant(value: Value, new: SentenceReading, each: Earlier) -> bool:
    """Whether a value may stand for one that was said before: long after only by itself, in one breath only by a word.

    A name with a verb and other words of its own is most often just somebody who is spoken of.
    """
    if each.same_turn and Cue.CORRECTION not in new.cues:
        return False
    if value.key in new.bare or _is_said_to_be_meant(value, new):
        return True
    if each.long_ago or adds(new, [value]):
        return False
    own = _own_words(new)
    is_of_it = not own or bool(own & (each.reading.topic | each.reading.context))
    has_verb = any(claim.verb for claim in new.claims if value in claim.values)
    return is_of_it or value.kind not in NAMES or not has_verb


def _is_said_to_be_meant(value: Value, new: SentenceReading) -> bool:
    """Whether a sentence says of a value that it was meant: "je voulais dire Culoz"."""
    using = grammar(new.language)
    return using is not None and using.meant.search(new.text[: value.start]) is not None


def _own_words(new: SentenceReading) -> frozenset[str]:
    """What a sentence speaks of besides its values."""
    using = grammar(new.language)
    parts = {part for value in new.values for part in value.key.split()}
    return new.topic - parts - ({using.stem(part) for part in parts} if using else set())


def _puts_right(value: Value, other: Value, new: SentenceReading, old: SentenceReading) -> bool:
    """Whether a value is meant in the place of another; one that counts something else is not."""
    counts = value.kind is ValueKind.NUMBER and value.nouns and Cue.CORRECTION not in new.cues
    counts_another = counts and not value.nouns & (other.nouns | old.topic)
    differs = value.key != other.key and not is_part_of(value, other)
    return differs and comparable(value, other) and not counts_another


def _may_put_right(value: Value, new: SentenceReading) -> bool:
    """Whether a value may stand in the place of one that was said before it: all of a correction, else what is bare."""
    if value.kind is ValueKind.SPOT or value.key in new.wanted:
        return False
    if Cue.CORRECTION in new.cues:
        return True
    if Cue.SECOND_LOOK in new.cues and not new.heads:
        return not _speaks(value, new) and not acts(new, value)
    return value.key in new.bare


def _speaks(value: Value, new: SentenceReading) -> bool:
    """Whether a name is that of somebody who says something: "Lena says it was there"."""
    using = grammar(new.language)
    if value.kind not in NAMES or using is None:
        return False
    following = [using.stem(word) for word in _WORD.findall(new.text[value.end :].lower())[:_A_VERB]]
    return any(using.verbs.get(stem) == SPEAKING for stem in following)
