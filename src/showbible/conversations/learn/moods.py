"""What an exchange felt like and whether it ends, by what its words signal; small talk is neutral."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from showbible.conversations.model import (
    MOST_TENSION,
    START_TENSION,
    Beat,
    BeatType,
    Completion,
    Evaluation,
    Message,
    Milestone,
    Role,
    Visual,
    clamped,
)
from showbible.conversations.recall.wording import own_words, plain
from showbible.reading.affect.model import Affect
from showbible.reading.affect.signals import signals
from showbible.values import frozen

_BIGGEST_SHARE: Final = 3
"""Signals of one beat that count, at the most."""

_BEATS: Final[Mapping[Affect, tuple[BeatType, int]]] = {
    Affect.ANGER: (BeatType.CONFLICT, 6),
    Affect.THREAT: (BeatType.CONFLICT, 6),
    Affect.BLAME: (BeatType.CONFLICT, 6),
    Affect.INSULT: (BeatType.CONFLICT, 6),
    Affect.PARTING: (BeatType.CONFLICT, 7),
    Affect.REFUSAL: (BeatType.TENSE, 6),
    Affect.JEALOUSY: (BeatType.TENSE, 5),
    Affect.SUSPICION: (BeatType.TENSE, 4),
    Affect.DECLINE: (BeatType.TENSE, 4),
    Affect.COLDNESS: (BeatType.TENSE, 4),
    Affect.DESIRE: (BeatType.CHARGED, 7),
    Affect.ALMOST: (BeatType.CHARGED, 7),
    Affect.LOVE: (BeatType.CHARGED, 6),
    Affect.TOUCH: (BeatType.FLIRTY, 2),
    Affect.ATTRACTION: (BeatType.FLIRTY, 4),
    Affect.SPARK: (BeatType.FLIRTY, 4),
    Affect.GRIEF: (BeatType.VULNERABLE, 4),
    Affect.ILLNESS: (BeatType.VULNERABLE, 3),
    Affect.FEAR: (BeatType.VULNERABLE, 3),
    Affect.SADNESS: (BeatType.VULNERABLE, 3),
    Affect.SHAME: (BeatType.VULNERABLE, 3),
    Affect.TROUBLE: (BeatType.VULNERABLE, 2),
    Affect.CONFIDENCE: (BeatType.VULNERABLE, 3),
    Affect.APOLOGY: (BeatType.VULNERABLE, -3),
    Affect.MISSING: (BeatType.LONGING, 4),
    Affect.REASSURANCE: (BeatType.COMFORT, -4),
    Affect.FORGIVENESS: (BeatType.SUPPORTIVE, -3),
    Affect.PRAISE: (BeatType.SUPPORTIVE, -3),
    Affect.THANKS: (BeatType.SUPPORTIVE, -2),
    Affect.GIFT: (BeatType.SUPPORTIVE, -2),
    Affect.SUCCESS: (BeatType.SUPPORTIVE, -2),
    Affect.REUNION: (BeatType.SUPPORTIVE, -2),
    Affect.JOY: (BeatType.SUPPORTIVE, -2),
    Affect.INVITATION: (BeatType.SUPPORTIVE, -1),
    Affect.HELP: (BeatType.SUPPORTIVE, -1),
    Affect.WARMTH: (BeatType.SUPPORTIVE, -1),
    Affect.EASE: (BeatType.SUPPORTIVE, -1),
    Affect.JOKE: (BeatType.PLAYFUL, 2),
    Affect.SHARED_JOKE: (BeatType.PLAYFUL, 2),
    Affect.TEASE: (BeatType.PLAYFUL, 2),
}
"""What each feeling makes of an exchange, and its step in tension; of beats with equal weight the earlier wins."""
_OPENINGS: Final = frozenset({BeatType.VULNERABLE, BeatType.CONFLICT, BeatType.TENSE})
_ANSWERS: Final = frozenset({BeatType.COMFORT, BeatType.SUPPORTIVE, BeatType.VULNERABLE})
_ANSWERING: Final = 0.5
"""What a kind answer to a confidence or a reproach counts beside it."""
_EASING: Final = 0.5
"""How much of the step of a kind answer is taken off the tension."""
_WEIGHTS: Final = {Role.USER: 3, Role.ASSISTANT: 2}
_ORDER: Final = list(dict.fromkeys(kind for kind, _ in _BEATS.values()))

_MILESTONES: Final[Mapping[Affect, Milestone]] = {
    Affect.LOVE: Milestone.DEEP_CONFESSION,
    Affect.CONFIDENCE: Milestone.VULNERABILITY_SHARED,
    Affect.ALMOST: Milestone.ALMOST_MOMENT,
    Affect.DESIRE: Milestone.DESIRE_EXPRESSED,
    Affect.JEALOUSY: Milestone.JEALOUSY_TRIGGERED,
    Affect.REFUSAL: Milestone.BOUNDARY_PUSHED,
    Affect.TOUCH: Milestone.FIRST_TOUCH,
    Affect.PARTING: Milestone.CONFLICT_UNRESOLVED,
    Affect.SHARED_JOKE: Milestone.INSIDE_JOKE_CREATED,
    Affect.SPARK: Milestone.FIRST_SPARK,
}
"""What happens for the first time; of several the earlier here."""

_SHOW: Final = re.compile(
    r"\b(?:show me|send me (?:a |your )?(?:picture|photo|pic|selfie|image)"
    r"|what do(?:es)? (?:it|you|she|he) look like|draw me)\b",
    re.I,
)
_ACTION: Final = re.compile(r"\*([^*\n]{3,400})\*")
_SEEN: Final = (
    (
        Visual.OBJECT,
        re.compile(
            r"\b(?:hands you|holds up|pulls out|shows you|slides .{1,40} across|unwraps|opens the (?:box|letter))\b",
            re.I,
        ),
    ),
    (
        Visual.ATMOSPHERE,
        re.compile(
            r"\b(?:sunset|sunrise|moonlight|candle\w*|rain|snow|neon|fog|city lights|stars|fireplace|thunder)\b", re.I
        ),
    ),
    (
        Visual.CHARACTER,
        re.compile(
            r"\b(?:smiles?|grins?|leans?|eyes|hair|blush\w*|dress|looks? at you|turns? to|steps? (?:closer|into))\b",
            re.I,
        ),
    ),
)
_FAREWELL: Final = re.compile(
    r"\b(?:good ?bye|bye(?:[ -]bye)?|good ?night|see you (?:later|soon|tomorrow|next|around|then)"
    r"|talk (?:to you )?(?:later|soon|tomorrow)"
    r"|take care|until next time|farewell|sleep well|sweet dreams)\b",
    re.IGNORECASE,
)
_LEAVING: Final = re.compile(
    r"\b(?:i (?:should|have to|need to|must|had better|gotta|got to) (?:go|run|leave|sleep|head)"
    r"|getting late|heading (?:out|off|to bed)"
    r"|time to go|call it a night)\b",
    re.IGNORECASE,
)


@frozen
class _Felt:
    """A feeling that one side shows."""

    affect: Affect
    role: Role
    strength: float

    @property
    def beat(self) -> BeatType:
        return _BEATS[self.affect][0]

    @property
    def step(self) -> float:
        return _BEATS[self.affect][1] * self.strength


def feel(messages: Sequence[Message]) -> Beat:
    """The beat of an exchange: what most of its feelings make of it, and the step in tension that those take."""
    said = [(message.role, own_words(message.content)) for message in messages]
    whole = " ".join(text for _, text in said)
    felt = [
        _Felt(affect=each.affect, role=role, strength=each.strength)
        for role, text in said
        for each in signals(text, among=whole)
    ]
    if not felt:
        return Beat()
    affects = {each.affect for each in felt}
    milestone = next((kind for affect, kind in _MILESTONES.items() if affect in affects), None)
    beat = max(_ORDER, key=lambda kind: (_weight(felt, kind), -_ORDER.index(kind)))
    return Beat(type=beat, tension_change=_change(felt, beat), milestone=milestone)


def _weight(felt: Sequence[_Felt], kind: BeatType) -> float:
    """How much speaks for a beat; what the user feels weighs more than how the character takes it."""
    return sum(_WEIGHTS[each.role] * abs(each.step) * _share(each, felt) for each in felt if each.beat is kind)


def _share(each: _Felt, felt: Sequence[_Felt]) -> float:
    """What is left of a feeling in its exchange: comfort that answers a confidence makes the exchange no other one."""
    answers = each.role is Role.ASSISTANT and each.beat in _ANSWERS
    return _ANSWERING if answers and any(other.role is Role.USER and other.beat in _OPENINGS for other in felt) else 1.0


def _change(felt: Sequence[_Felt], beat: BeatType) -> int:
    """The step in tension of a beat's own feelings, eased by what is said to ease it."""
    own = sum([each.step for each in felt if each.beat is beat][:_BIGGEST_SHARE])
    if own <= 0:
        return round(own)
    easing = sum(each.step for each in felt if each.role is Role.ASSISTANT and each.step < 0)
    return round(max(0.0, own + easing * _EASING))


def settled(beat: Beat, tension: int) -> Beat:
    """A beat in a relationship of this tension: the nearer its end of the scale, the smaller the step.

    Small talk lets the tension settle: it goes a little back to where strangers begin.
    """
    if beat.type is BeatType.NEUTRAL and beat.tension_change == 0:
        return replace(beat, tension_change=clamped(START_TENSION - tension, 1))
    room = (MOST_TENSION - tension) / (MOST_TENSION - START_TENSION)
    share = room if beat.tension_change > 0 else tension / START_TENSION
    return replace(beat, tension_change=round(beat.tension_change * share))


def watch(messages: Sequence[Message]) -> Evaluation:
    """What a picture would show, and whether the talk comes to its end."""
    completion = _completion(messages)
    return Evaluation(visual=_visual(messages), completion=completion, next_episode=completion is Completion.DONE)


def _visual(messages: Sequence[Message]) -> Visual:
    if any(_SHOW.search(plain(each.content)) for each in messages if each.role is Role.USER):
        return Visual.INSTRUCTION
    actions = " ".join(_ACTION.findall(" ".join(each.content for each in messages if each.role is Role.ASSISTANT)))
    return next((visual for visual, cues in _SEEN if cues.search(actions)), Visual.NONE)


def _completion(messages: Sequence[Message]) -> Completion:
    """Done when both sides take their leave, closing when one does."""
    taken = {each.role for each in messages if _FAREWELL.search(plain(each.content))}
    if taken == set(Role):
        return Completion.DONE
    if taken or any(_LEAVING.search(plain(each.content)) for each in messages):
        return Completion.CLOSING
    return Completion.GOING
