"""What an exchange felt like and whether it ends, by its words alone; small talk is neutral."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from showbible.conversations.model import Beat, BeatType, Completion, Evaluation, Message, Milestone, Role, Visual
from showbible.conversations.recall.wording import own_words, plain

_MOST_CUES: Final = 3


@dataclass(frozen=True, kw_only=True)
class _Mood:
    type: BeatType
    step: int
    cues: re.Pattern[str]


def _mood(kind: BeatType, step: int, *cues: str) -> _Mood:
    return _Mood(type=kind, step=step, cues=re.compile(rf"\b(?:{'|'.join(cues)})\b", re.IGNORECASE))


# Of moods with equally many cues the earlier wins.
_MOODS: Final = (
    _mood(
        BeatType.CONFLICT,
        6,
        "how could you",
        "you lied",
        "leave me alone",
        "i am (?:so )?angry (?:with|at) you",
        "shut up",
        "i hate you",
        "you never listen",
        "you always do this",
        "do not talk to me",
        "betrayed",
        "we are done",
        "your fault",
        "you do not care",
        "stop lying",
        "fight with you",
        "get out",
    ),
    _mood(
        BeatType.CHARGED,
        7,
        "heart (?:is )?(?:racing|pounding|skips?)",
        "breath(?:less| catches)",
        "i want you",
        "electric",
        "inches (?:apart|away|from)",
        "lean(?:s|ing|ed)? (?:in|closer)",
        "kiss(?:es|ed|ing)?",
        "trembl(?:e|es|ing)",
        "cannot stop looking at you",
        "pull(?:s|ed)? you (?:close|closer)",
    ),
    _mood(
        BeatType.FLIRTY,
        4,
        "flirt(?:ing|s|y)?",
        "wink(?:s|ed|ing)?",
        "you are (?:so |really )?(?:cute|beautiful|gorgeous|hot|stunning|handsome|adorable)",
        "you look (?:so |really )?(?:good|great|amazing|beautiful|stunning)",
        "your (?:smile|eyes|lips)",
        "blush(?:es|ed|ing)?",
        "is that a date",
        "take you out",
        "handsome",
        "smirks?",
        "tease|teasing",
    ),
    _mood(
        BeatType.VULNERABLE,
        3,
        "i have never told (?:anyone|anybody)",
        "i am (?:so |really )?(?:scared|afraid|ashamed|lonely|broken|insecure)",
        "i feel (?:so )?(?:alone|lost|worthless|empty)",
        "i cried",
        "hard for me to (?:say|admit|talk)",
        "the truth is",
        "open up",
        "i trust you",
        "confess",
        "i am not okay",
        "i miss (?:my|him|her|them)",
    ),
    _mood(
        BeatType.LONGING,
        4,
        "i miss(?:ed)? you",
        "wish you were here",
        "thinking (?:about|of) you",
        "cannot wait to see you",
        "wait(?:ing|ed)? for you",
        "counting the (?:days|hours)",
        "dream(?:ed|t|ing)? (?:of|about) you",
        "if only",
    ),
    _mood(
        BeatType.COMFORT,
        -4,
        "it is (?:okay|ok|alright|all right|going to be okay)",
        "i am (?:right )?here(?: for you)?",
        "hold(?:s|ing)? you",
        "hug(?:s|ged)?",
        "you are safe",
        "take your time",
        "breathe",
        "do not worry",
        "shh+",
    ),
    _mood(
        BeatType.SUPPORTIVE,
        -3,
        "i am (?:so |really )?proud of you",
        "you can do (?:it|this)",
        "you have got this",
        "good luck",
        "i believe in you",
        "congratulations",
        "well done",
        "you deserve",
        "that takes courage",
        "i am (?:so |really )?happy for you",
        "rooting for you",
    ),
    _mood(
        BeatType.TENSE,
        5,
        "awkward(?:ly)?",
        "silence",
        "what do you mean by that",
        "whatever",
        "i do not want to talk about (?:it|this)",
        "never mind",
        "forget it",
        "jealous",
        "who is (?:she|he)",
        "avoid(?:s|ing)? (?:my|your|his|her) eyes",
        "is that all",
        "fine\\.",
    ),
    _mood(
        BeatType.PLAYFUL,
        2,
        "haha+",
        "lol",
        "lmao",
        "just kidding",
        "joking",
        "joke",
        "bet you",
        "dare you",
        "silly",
        "giggl(?:e|es|ed|ing)",
        "laugh(?:s|ed|ing)?",
        "race you",
        "you wish",
        "goofball",
    ),
)

_MILESTONES: Final = tuple(
    (milestone, re.compile(rf"\b(?:{cues})\b", re.IGNORECASE))
    for milestone, cues in (
        (Milestone.DEEP_CONFESSION, "i love you|i am in love with you|i have feelings for you|i am falling for you"),
        (
            Milestone.VULNERABILITY_SHARED,
            "i have never told (?:anyone|anybody)|nobody knows (?:this|that)|you are the first person i",
        ),
        (
            Milestone.ALMOST_MOMENT,
            "almost kiss(?:ed|es)?|inches (?:apart|from (?:your|my) lips)|pull(?:s|ed)? (?:away|back) at the last",
        ),
        (Milestone.DESIRE_EXPRESSED, "i want you|i need you tonight|i want to kiss you"),
        (Milestone.JEALOUSY_TRIGGERED, "i am (?:a little |so )?jealous|are you jealous|who is (?:she|he)"),
        (Milestone.BOUNDARY_PUSHED, "too far|that is too much|stop it|do not push me|i am not ready"),
        (
            Milestone.FIRST_TOUCH,
            "take(?:s)? your hand|took your hand|hold(?:s|ing)? your hand|touch(?:es|ed)? your (?:hand|cheek|arm|face)",
        ),
        (Milestone.CONFLICT_UNRESOLVED, "we are done|leave me alone|i do not want to talk to you"),
        (Milestone.INSIDE_JOKE_CREATED, "our (?:little )?(?:inside )?joke|never (?:living|going to live) that down"),
        (Milestone.FIRST_SPARK, "felt (?:a |that )?spark|butterflies|something between us"),
    )
)

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


def feel(messages: Sequence[Message]) -> Beat:
    """The beat of an exchange: the mood with the most cues, and its step in tension."""
    text = _said(messages)
    counted = [(len({cue.casefold() for cue in mood.cues.findall(text)}), mood) for mood in _MOODS]
    number, mood = max(counted, key=lambda each: each[0])
    milestone = next((kind for kind, cues in _MILESTONES if cues.search(text)), None)
    if number == 0:
        return Beat(milestone=milestone)
    return Beat(type=mood.type, tension_change=mood.step * min(number, _MOST_CUES), milestone=milestone)


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


def _said(messages: Sequence[Message]) -> str:
    return "\n".join(plain(own_words(each.content)) for each in messages)
