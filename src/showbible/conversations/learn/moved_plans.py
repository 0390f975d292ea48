"""Plans that a later word moves or calls off, with the hooks that wait for them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Final

from showbible.conversations.learn.settling import TURNS
from showbible.conversations.model import Hook, HookDraft
from showbible.conversations.recall import closeness, readings
from showbible.conversations.record.hook_corrections import HookMove
from showbible.reading import changes, moments
from showbible.reading.model import Cue, Earlier, EffectKind, SentenceReading

_LONG_AGO: Final = 99


def moves(said: Iterable[SentenceReading], hooks: Sequence[Hook], *, at: datetime, zone: str) -> list[HookMove]:
    """What the user's sentences do to open hooks: another time, or an end; a sentence moves one hook."""
    found: dict[str, HookMove] = {}
    for reading in said:
        if reading.is_told and (reading.cues & TURNS or not reading.subject.is_user):
            found |= {each.hook_id: each for each in _of(reading, hooks, at=at, zone=zone)[:1]}
    return list(found.values())


def left(planned: Sequence[HookDraft], moved: Sequence[HookMove]) -> list[HookDraft]:
    """The plans that are new, and no other words for one that was moved."""
    words = [each.words.casefold() for each in moved]
    return [each for each in planned if not any(each.content.casefold().strip(" .!") in said for said in words)]


def _of(reading: SentenceReading, hooks: Sequence[Hook], *, at: datetime, zone: str) -> list[HookMove]:
    earlier = _earlier(reading, hooks)
    moment = moments.find(reading.text, at=at, zone=zone)
    effects = [each for each in changes.effects(reading, earlier) if each.kind.replaces]
    moved = [each.earlier_id for each in effects if each.kind is not EffectKind.WITHDRAWS]
    if moment is not None and moved:
        return [HookMove(hook_id=moved[0], words=reading.text, phrase=moment.phrase, due_at=moment.when)]
    over = [each.earlier_id for each in effects if each.kind is EffectKind.WITHDRAWS] or _called_off(reading, earlier)
    return [HookMove(hook_id=each, words=reading.text, phrase=None, due_at=None) for each in over[:1]]


def _called_off(reading: SentenceReading, earlier: Sequence[Earlier]) -> list[str]:
    """The one plan that an ending speaks of, where no other shares as many of its words."""
    if Cue.ENDING not in reading.cues:
        return []
    shared = sorted(((len(reading.topic & each.reading.topic), each.id) for each in earlier), reverse=True)
    is_clear = bool(shared) and shared[0][0] > 0 and (len(shared) == 1 or shared[0][0] > shared[1][0])
    return [shared[0][1]] if is_clear else []


def _earlier(reading: SentenceReading, hooks: Sequence[Hook]) -> list[Earlier]:
    said = {
        hook.hook_id: each
        for hook in hooks
        if (each := readings.of_line(hook.content, at=hook.created_at, speaker=None, names={}))
    }
    near = closeness.similar(reading.matter, [each.matter for each in said.values()])
    return [
        Earlier(id=hook_id, reading=each, near=close, sentences_ago=_LONG_AGO)
        for (hook_id, each), close in zip(said.items(), near, strict=True)
    ]
