"""Plans that a later word moves or calls off, with the hooks that wait for them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Final

from showbible.conversations.learn import dates
from showbible.conversations.model import Hook, HookDraft
from showbible.conversations.recall import closeness, readings
from showbible.conversations.record.hook_corrections import HookMove
from showbible.reading import changes
from showbible.reading.model import Cue, Earlier, EffectKind, SentenceReading

_TURNS: Final = frozenset({Cue.CHANGE, Cue.CORRECTION, Cue.ENDING, Cue.NEGATION})
_LONG_AGO: Final = 99


def moves(said: Iterable[SentenceReading], hooks: Sequence[Hook], *, at: datetime, zone: str) -> list[HookMove]:
    """What the user's sentences do to open hooks: another time, or an end; a sentence moves one hook."""
    found: dict[str, HookMove] = {}
    for reading in said:
        if reading.cues & _TURNS and reading.is_told:
            found |= {each.hook_id: each for each in _of(reading, hooks, at=at, zone=zone)[:1]}
    return list(found.values())


def left(planned: Sequence[HookDraft], moved: Sequence[HookMove]) -> list[HookDraft]:
    """The plans that are new, and no other words for one that was moved."""
    words = [each.words.casefold() for each in moved]
    return [each for each in planned if not any(each.content.casefold().strip(" .!") in said for said in words)]


def _of(reading: SentenceReading, hooks: Sequence[Hook], *, at: datetime, zone: str) -> list[HookMove]:
    by_id = {each.hook_id: each for each in hooks}
    moment = dates.find(reading.text, at=at, zone=zone)
    made = []
    for effect in changes.effects(reading, _earlier(reading, hooks)):
        is_off = effect.kind is EffectKind.WITHDRAWS
        if is_off or (effect.kind.replaces and moment is not None):
            made.append(
                HookMove(
                    hook_id=by_id[effect.earlier_id].hook_id,
                    words=reading.text,
                    phrase=None if is_off or moment is None else moment.phrase,
                    due_at=None if is_off or moment is None else moment.when,
                )
            )
    return made


def _earlier(reading: SentenceReading, hooks: Sequence[Hook]) -> list[Earlier]:
    said = [readings.of_line(each.content, at=each.created_at, speaker=None, names={}) for each in hooks]
    near = closeness.similar(reading.matter, [each.matter for each in said])
    return [
        Earlier(id=hook.hook_id, reading=each, near=close, sentences_ago=_LONG_AGO)
        for hook, each, close in zip(hooks, said, near, strict=True)
    ]
