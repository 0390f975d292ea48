"""What the user's present words forbid: read clause by clause, and on the safe side.

A wish never has to be understood in full; it is enough to know which habits it rules out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from showbible.direction.model import Act, Op

_CLAUSE: Final = re.compile(r"[.;!?\n]+|,? (?:but|however|though|although) ")
_NO: Final = re.compile(
    r"\b(no|not|don't|dont|doesn't|never|without|nothing|none|neither|nor|avoid|stop|skip|refrain|hands off|instead of"
    r"|less|fewer|rather than|isn't|aren't|won't|shouldn't|can't|cannot)\b"
)
_KEEP: Final = re.compile(
    r"\b(keep|keeps|leave|leaves|hold|preserve|retain|stay|stays|remain|remains|untouched|unchanged|as is|as it is"
    r"|as they are|as planned|as written|exactly|stick|same|lock|locked|freeze|protect|intact)\b"
)
_ALL: Final = re.compile(r"\b(every|all|any|each|everything|anything|whole|entire|the shots?|shots as)\b")
_OPS: Final = {
    Op.INSERT: re.compile(r"\b(add|adds|adding|insert\w*|extra|additional|more shots|new shots?|include)\b"),
    Op.REMOVE: re.compile(
        r"\b(remov\w*|delet\w*|drop\w*|cut|cuts|cutting|trim\w*|lose|losing|discard\w*|omit\w*|tak\w+ out)\b"
    ),
    Op.MERGE: re.compile(
        r"\b(merg\w*|combin\w*|join\w*|fus\w*|fold\w*|consolidat\w*|collaps\w*|compress\w*|separate)\b"
    ),
    Op.MOVE: re.compile(r"\b(reorder\w*|re-order\w*|order|mov(e|es|ing)|swap\w*|rearrang\w*|shuffl\w*|sequence)\b"),
}
_CHANGE: Final = re.compile(r"\b(chang\w*|modif\w*|alter\w*|adjust\w*|touch\w*|edit\w*|tweak\w*|fiddl\w*|rework\w*)\b")
_FIELDS: Final = {
    "shot_size": re.compile(r"\b(size|sizes|framing|frame|frames|close|closer|wide|wider|tight|tighter|distance)\b"),
    "camera_angle": re.compile(r"\b(angle|angles|height|eye[- ]level|overhead|dutch|tilted)\b"),
    "camera_movement": re.compile(
        r"\b(movement|movements|camera moves?|moving|motion|static|still|handheld|hand-held|tracking|dolly|pan|pans"
        r"|push[- ]in|steady|locked[- ]off|tripod|shake|shaky)\b"
    ),
    "duration_seconds": re.compile(
        r"\b(timing|timings|length|lengths|duration|durations|seconds|pace|pacing|rhythm)\b"
    ),
}
_VALUES: Final = {
    "shot_size": {
        "CLOSE_UP": r"close[- ]?ups?|closer|tight(er)?|faces?",
        "WIDE": r"wides?|wider|distance|far|long shots?|masters?",
        "MEDIUM_SHOT": r"mediums?",
    },
    "camera_movement": {
        "STATIC": r"static|still|locked|tripod|no movement",
        "HANDHELD": r"hand-?held|shaky|rough",
        "TRACKING": r"tracking|dolly",
        "PUSH_IN": r"push[- ]ins?",
        "PAN": r"pans?",
    },
    "camera_angle": {
        "LOW_ANGLE": r"low[- ]angles?",
        "HIGH_ANGLE": r"high[- ]angles?",
        "EYE_LEVEL": r"eye[- ]level",
        "OVERHEAD": r"overheads?|top shots?",
        "DUTCH": r"dutch",
    },
    "duration_seconds": {
        "longer": r"longer|slow(er|ly)?|linger\w*",
        "shorter": r"shorter|fast(er)?|quick(er|ly)?|snappy",
    },
}


@dataclass(frozen=True, kw_only=True)
class Instruction:
    """One clause of what the user asks now."""

    text: str
    negative: bool
    keeps: bool

    @property
    def ops(self) -> frozenset[Op]:
        """The operations it speaks of."""
        return frozenset(op for op, words in _OPS.items() if words.search(self.text))

    @property
    def fields(self) -> frozenset[str]:
        """The fields it speaks of."""
        return frozenset(name for name, words in _FIELDS.items() if words.search(self.text))


def forbids(steering: str | None, act: Act) -> bool:
    """Whether the user's present words rule an act out."""
    return any(_forbids(wish, act) for wish in wishes(steering or ""))


def wishes(steering: str) -> Iterator[Instruction]:
    """What was asked, clause by clause."""
    for clause in _CLAUSE.split(steering.lower().replace("\u2019", "'")):
        if clause and clause.strip():
            yield Instruction(text=clause, negative=bool(_NO.search(clause)), keeps=bool(_KEEP.search(clause)))


def _forbids(wish: Instruction, act: Act) -> bool:
    if act.op is Op.MODIFY:
        return _forbids_change(wish, act)
    if act.op in wish.ops and (wish.negative or wish.keeps):
        return True
    if _keeps_all(wish) or _frozen(wish):
        return True
    return _speaks_of_job(wish, act) or (act.op is Op.REMOVE and wish.ops == {Op.INSERT} and not wish.negative)


def _keeps_all(wish: Instruction) -> bool:
    """Whether every shot is to stay: nothing goes, and nothing is folded into another."""
    return wish.keeps and bool(_ALL.search(wish.text)) and not wish.fields


def _frozen(wish: Instruction) -> bool:
    """Whether nothing at all is to change."""
    whole = not wish.fields or bool(re.search(r"\b(nothing|anything|everything)\b", wish.text))
    return wish.negative and bool(_CHANGE.search(wish.text)) and whole


def _forbids_change(wish: Instruction, act: Act) -> bool:
    if act.field in wish.fields and (wish.keeps or (wish.negative and not wish.ops)):
        return True
    if _frozen(wish) or (wish.keeps and not wish.fields and not wish.ops and bool(_ALL.search(wish.text))):
        return True
    asked = {value for value, words in _VALUES.get(act.field, {}).items() if re.search(rf"\b({words})\b", wish.text)}
    if not asked:
        return False
    kin = {value for value in asked if value in str(act.to)} or asked & {str(act.to)}
    return bool(kin) if wish.negative else not kin


def _speaks_of_job(wish: Instruction, act: Act) -> bool:
    """Whether the clause wants more of what the act takes away, or less of what it adds."""
    words = [word for word in re.split(r"[_\W]+", act.job.lower()) if len(word) > 4]
    if not any(re.search(rf"\b{re.escape(word)}", wish.text) for word in words):
        return False
    if act.op is Op.INSERT:
        return wish.negative or bool(_OPS[Op.REMOVE].search(wish.text))
    return not (wish.negative or _OPS[Op.REMOVE].search(wish.text))
