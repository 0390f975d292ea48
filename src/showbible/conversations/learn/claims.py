"""What a model heard in an exchange, checked against what was said.

A claim whose quote nobody said is dropped, an id that the model was not shown is dropped, what was only denied,
supposed or joked becomes no memory, and what is said of one person replaces nothing that is known of another. Whatever
is dropped is noted.
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
from showbible.reading.matters import compatible
from showbible.reading.model import EffectKind, Stance

_TOLD: Final = frozenset({Stance.ASSERTED, Stance.PLANNED})
_SHOWN: Final = 80
_READ_SO: Final = "A model read it so."


@dataclass(frozen=True, kw_only=True)
class CheckedClaims:
    """What is left of a model's claims, what they replace, and what was wrong with the rest."""

    drafts: tuple[MemoryDraft, ...] = ()
    replaced: tuple[Replacement, ...] = ()
    wrong: tuple[str, ...] = ()


@dataclass
class _Checking:
    lines: Sequence[HeardLine]
    known: Mapping[str, Known]
    made_by: str
    drafts: list[MemoryDraft] = field(default_factory=list)
    replaced: list[Replacement] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)

    def check(self, said: SomethingSaid) -> None:
        """Take a claim, or note what is wrong with it."""
        quoted = [each for each in self.lines if said.quote.strip() and _plain(said.quote) in _plain(each.line.text)]
        if not quoted:
            self.wrong.append(f"The model quoted words that nobody said: {said.quote[:_SHOWN]!r}.")
            return
        if said.stance in _TOLD and said.text.strip():
            self.drafts.append(_draft(said, quoted))
        for kind, ids in ((EffectKind.UPDATES, said.replaces), (EffectKind.WITHDRAWS, said.withdraws)):
            if said.stance in _TOLD or kind is EffectKind.WITHDRAWS:
                self._link(quoted[-1], ids, kind)

    def _link(self, new: HeardLine, ids: Sequence[str], kind: EffectKind) -> None:
        for each in ids:
            known = self.known.get(each)
            if known is None:
                self.wrong.append(f"The model named an id it was not shown: {each[:_SHOWN]!r}.")
            elif not compatible(known.reading.subject, new.reading.subject):
                self.wrong.append(f"The model let this replace what is said of somebody else: {known.text[:_SHOWN]!r}.")
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
    return CheckedClaims(
        drafts=tuple(checking.drafts), replaced=tuple(checking.replaced), wrong=tuple(dict.fromkeys(checking.wrong))
    )


def _draft(said: SomethingSaid, quoted: Sequence[HeardLine]) -> MemoryDraft:
    return MemoryDraft(
        type=said.type,
        text=" ".join(said.text.split())[: MEMORY_LIMIT // 4],
        importance=min(max(said.importance, 0.0), 1.0),
        speaker=quoted[0].line.speaker,
        rests_on=tuple(each.line.memory_id for each in quoted),
    )


def _plain(text: str) -> str:
    """A text as a quotation is compared: spaces, case and the form of apostrophes tell nothing."""
    return " ".join(text.casefold().replace("\u2019", "'").split()).strip(" .!")
