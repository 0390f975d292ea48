"""What a model heard in an exchange, checked against what was said.

A claim whose quote nobody said is dropped, an id that the model was not shown is dropped, what was only denied,
supposed or joked becomes no memory, and what is said of one person replaces nothing that is known of another, nor
does what plainly stands beside it. A claim that leaves out the value of its quote, or tells one that nobody said,
leaves its lines to the reader. Whatever is dropped is noted.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from showbible.conversations.learn.settling import HeardLine
from showbible.conversations.model import MEMORY_LIMIT, MemoryDraft
from showbible.conversations.prompts import MOST_MEMORIES, Heard, SomethingSaid
from showbible.conversations.recall.memories import Known
from showbible.conversations.record.replacing import Replacement
from showbible.reading import reader
from showbible.reading.matters import compatible
from showbible.reading.model import EffectKind, Stance, Value, ValueKind
from showbible.reading.standing import stand_beside
from showbible.values import frozen

_TOLD: Final = frozenset({Stance.ASSERTED, Stance.PLANNED})
_MOMENTS: Final = frozenset({ValueKind.DAY, ValueKind.CLOCK})
_LOOSE: Final = frozenset({ValueKind.THING, ValueKind.STATE, ValueKind.SPOT})
"""Kinds of values that a model may well say in other words."""
_SHOWN: Final = 80
_READ_SO: Final = "A model read it so."


@frozen
class CheckedClaims:
    """What is left of a model's claims, what they replace, and what was wrong with the rest."""

    drafts: tuple[MemoryDraft, ...] = ()
    replaced: tuple[Replacement, ...] = ()
    wrong: tuple[str, ...] = ()
    unread: tuple[HeardLine, ...] = ()
    """The lines of which the model made something else."""


@dataclass
class _Checking:
    lines: Sequence[HeardLine]
    known: Mapping[str, Known]
    made_by: str
    drafts: list[MemoryDraft] = field(default_factory=list)
    replaced: list[Replacement] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    unread: list[HeardLine] = field(default_factory=list)

    def check(self, said: SomethingSaid) -> None:
        """Take a claim, or note what is wrong with it."""
        quoted = [each for each in self.lines if said.quote.strip() and _plain(said.quote) in _plain(each.line.text)]
        if not quoted:
            self.wrong.append(f"The model quoted words that nobody said: {said.quote[:_SHOWN]!r}.")
            return
        if said.stance in _TOLD and said.text.strip():
            if not self._is_held(said, quoted):
                self.wrong.append(f"The words do not hold what the model made of them: {said.text[:_SHOWN]!r}.")
                self.unread += quoted
                return
            self.drafts.append(_draft(said, quoted))
        for kind, ids in ((EffectKind.UPDATES, said.replaces), (EffectKind.WITHDRAWS, said.withdraws)):
            if said.stance in _TOLD or kind is EffectKind.WITHDRAWS:
                self._link(quoted[-1], ids, kind)

    def _is_held(self, said: SomethingSaid, quoted: Sequence[HeardLine]) -> bool:
        """Whether a claim tells a value of its quote, and none that was never said."""
        claimed = _values(said.text, quoted[0])
        lines = [value for each in quoted for value in each.reading.values if value.kind not in _LOOSE]
        own = [value for value in lines if _plain(value.text) in _plain(said.quote)]
        spoken = _plain(
            " ".join([*(each.line.text for each in self.lines), *(each.text for each in self.known.values())])
        )
        text = _plain(said.text)
        tells = not own or any(_plain(each.text) in text or each.key in {one.key for one in claimed} for each in own)
        dated = any(each.reading.moment for each in quoted)
        keys = {each.key for each in lines}
        return tells and all(
            each.key in keys or _plain(each.text) in spoken or (dated and each.kind in _MOMENTS) for each in claimed
        )

    def _link(self, new: HeardLine, ids: Sequence[str], kind: EffectKind) -> None:
        for each in ids:
            known = self.known.get(each)
            if known is None:
                self.wrong.append(f"The model named an id it was not shown: {each[:_SHOWN]!r}.")
            elif not compatible(known.reading.subject, new.reading.subject):
                self.wrong.append(f"The model let this replace what is said of somebody else: {known.text[:_SHOWN]!r}.")
            elif kind is EffectKind.UPDATES and stand_beside(new.reading, known.reading):
                self.wrong.append(f"The model let this replace what it stands beside: {known.text[:_SHOWN]!r}.")
            else:
                self.replaced.append(
                    Replacement(
                        old_id=known.memory_id,
                        new_id=new.line.memory_id,
                        kind=kind,
                        why=_READ_SO,
                        made_by=self.made_by,
                    )
                )


def checked(heard: Heard, lines: Sequence[HeardLine], known: Mapping[str, Known], *, made_by: str) -> CheckedClaims:
    """What a model's claims come to; `known` are the memories that it was shown, by the ids that it was shown."""
    checking = _Checking(lines=lines, known=known, made_by=made_by)
    for each in heard.memories[:MOST_MEMORIES]:
        checking.check(each)
    held = {line for each in checking.drafts for line in each.rests_on}
    unread = {each.line.memory_id: each for each in checking.unread if each.line.memory_id not in held}
    return CheckedClaims(
        drafts=tuple(checking.drafts),
        replaced=tuple(checking.replaced),
        wrong=tuple(dict.fromkeys(checking.wrong)),
        unread=tuple(unread.values()),
    )


def _draft(said: SomethingSaid, quoted: Sequence[HeardLine]) -> MemoryDraft:
    return MemoryDraft(
        type=said.type,
        text=" ".join(said.text.split())[: MEMORY_LIMIT // 4],
        importance=min(max(said.importance, 0.0), 1.0),
        speaker=quoted[0].line.speaker,
        rests_on=tuple(each.line.memory_id for each in quoted),
    )


def _values(text: str, heard: HeardLine) -> list[Value]:
    read = reader.read(text, at=heard.line.said_at)
    return [value for each in read for value in each.values if value.kind not in _LOOSE and value.key != "user"]


def _plain(text: str) -> str:
    """A text as a quotation is compared: spaces, case and the form of apostrophes tell nothing."""
    return " ".join(text.casefold().replace("\u2019", "'").split()).strip(" .!")
