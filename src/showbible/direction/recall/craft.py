"""The words of the craft: how people call shots, what can be changed in them, and what can be done to a plan."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Final

from showbible.direction.model import Op
from showbible.reading.grammar import grammar
from showbible.reading.tokens import words

Phrases = tuple[tuple[str, ...], ...]

JOBS: Final[Mapping[str, str]] = {
    "aerial": "aerial, drone, helicopter, bird's eye, crane shot, flyover, from above",
    "establishing": "establishing, establisher, establish, postcard, setup shot, generic, geography shot, exterior",
    "master": "master, wide master, full scene",
    "detail": "detail, insert, insert shot, cutaway, macro, prop shot",
    "reaction": "reaction, react, face, listener, response",
    "dialogue": "dialogue, dialog, talk, conversation, coverage, speaking",
    "shoulder": "over shoulder, over the shoulder, shoulder",
    "single": "single coverage, clean single, single on",
    "two": "two shot, two-shot, both of them, pair",
    "view": "point of view, pov, subjective",
    "action": "action, stunt, movement beat",
    "relationship": "relationship, pressure, between them",
    "transition": "transition, filler, support, bridge",
}
"""How people call shots that do a job; the name of a group is a part of the names of jobs."""

FIELDS: Final[Mapping[str, str]] = {
    "shot_size": "size, framing, frame, composition, distance, shot size",
    "camera_angle": "angle, camera height, camera angle",
    "camera_movement": "movement, camera move, camera moves, motion, camera movement, camera work",
    "duration_seconds": "timing, length, duration, second, pace, pacing, rhythm, tempo",
}
CLOSE, WIDE = "close", "wide"
LONGER, SHORTER = "longer", "shorter"
STATIC, MOVING = "static", "moving"
VALUES: Final[Mapping[str, Mapping[str, str]]] = {
    "shot_size": {
        CLOSE: "close up, close-up, closeup, close, closer, tight, tighter, tight shot, near, nearer",
        WIDE: "wide, wider, wide shot, long shot, far, from afar, pull back, step back, full shot",
        "medium": "medium, medium shot, mid shot",
    },
    "camera_movement": {
        STATIC: "static, still, locked, locked off, lock off, tripod, no movement, motionless, steady, fixed",
        "handheld": "handheld, hand-held, hand held, shaky, shake, rough, wobbly",
        "tracking": "tracking, track, dolly, travelling, follow",
        "push": "push in, push-in, creep in",
        "pan": "pan, panning",
        "zoom": "zoom",
        MOVING: "camera moving, camera in motion, keep moving, moving camera",
    },
    "camera_angle": {
        "low": "low angle, low-angle, from below, low",
        "high": "high angle, high-angle, looking down",
        "eye": "eye level, eye-level",
        "overhead": "overhead, top shot, top-down",
        "dutch": "dutch, canted, tilted",
    },
    "duration_seconds": {
        LONGER: "longer, long, slow, slower, linger, lengthen, extend, stretch, hold longer, more time",
        SHORTER: "shorter, short, fast, faster, quick, quicker, snappy, snappier, shorten, brief, tighten up",
    },
}
"""What people ask for in each field, by a part of the value or the way it goes."""

OPS: Final[Mapping[Op, str]] = {
    Op.INSERT: "add, insert a, insert another, adding, extra, additional, more shot, new shot, include, put in",
    Op.REMOVE: "remove, delete, drop, cut, trim, lose, discard, omit, take out, get rid, throw out, skip, strike",
    Op.MERGE: "merge, combine, join, fuse, fold, consolidate, collapse, one take, into one",
    Op.MOVE: "reorder, re-order, order, move, swap, rearrange, shuffle, sequence, switch round",
}
CHANGE: Final = "change, modify, alter, adjust, touch, edit, tweak, fiddle, rework, redo"
KEEP: Final = (
    "keep, leave, preserve, retain, stay, remain, untouched, unchanged, as is, as it is, as they are, as planned, "
    "as written, exactly, stick, lock, freeze, protect, intact, hold on to, apart, separate"
)
AS_IT_IS: Final = "untouched, unchanged, as is, as it is, as they are, as planned, as written, exactly, intact, alone"
NOT: Final = (
    "no, not, n't, never, without, nothing, none, neither, nor, avoid, stop, refrain, hands off, instead of, less, "
    "fewer, rather than, cannot"
)
ALL: Final = "every, all, any, each, whole, entire, a single shot, the shots"
WHOLE: Final = "everything, anything, nothing, the whole scene, the plan"


@lru_cache(maxsize=256)
def phrases(told: str) -> Phrases:
    """A list of phrases as stems."""
    return tuple(stems(each) for each in told.split(","))


@lru_cache(maxsize=2048)
def stems(text: str) -> tuple[str, ...]:
    """The stems of a text's words, in order; a contracted `not` is a word of its own."""
    english = grammar("en")
    plain = text.strip().lower().replace("\u2019", "'").replace("n't", " n't").replace("n't", "not")
    if english is None:
        return tuple(plain.split())
    return tuple(word.stem for word in words(plain.replace("-", " "), english) if word.is_word)


def mentions(said: tuple[str, ...], told: str) -> bool:
    """Whether one of some phrases is said."""
    return any(_contains(said, phrase) for phrase in phrases(told))


def _contains(said: tuple[str, ...], phrase: tuple[str, ...]) -> bool:
    size = len(phrase)
    return bool(size) and any(said[at : at + size] == phrase for at in range(len(said) - size + 1))


def named(said: tuple[str, ...], table: Mapping[str, str]) -> frozenset[str]:
    """The entries of a table whose phrases are said."""
    return frozenset(name for name, told in table.items() if mentions(said, told))


def groups(jobs: Iterable[str]) -> frozenset[str]:
    """The groups that some jobs belong to, by their names; a job of no group is one of its own."""
    return frozenset(group for job in jobs for group in _groups(job))


@lru_cache(maxsize=512)
def _groups(job: str) -> frozenset[str]:
    said = stems(job.replace("_", " "))
    return named(said, JOBS) or frozenset(said)
