"""What new lines do to what was said before: gather the nominees, let the reader decide, say what is replaced.

Nothing is written here, so that an embedder may be asked.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from showbible.conversations.model import Memory, Scope
from showbible.conversations.recall import memories, nominees, readings, senses
from showbible.conversations.recall.memories import Glimpse
from showbible.conversations.recall.nominees import NewLine
from showbible.conversations.record.replacing import Replacement
from showbible.llm.embeddings.choosing import Find
from showbible.llm.embeddings.together import pair_reader
from showbible.llm.embeddings.toward import toward
from showbible.reading import changes, reader, together
from showbible.reading.model import Cue, Earlier, Effect, EffectKind, SentenceReading
from showbible.storage.database import Database
from showbible.values import frozen
from showbible.vocabulary import stamp

TURNS: Final = frozenset({Cue.CHANGE, Cue.CORRECTION, Cue.ENDING, Cue.NEGATION})
"""What a sentence does that says of a change."""


@frozen
class HeardLine:
    """A line, what it says, and what it does to earlier ones."""

    line: Memory
    reading: SentenceReading
    replaces: tuple[Replacement, ...] = ()
    restates: str | None = None
    """The memory that says the same already."""
    heir_of: Glimpse | None = None
    """The memory, and no mere line, whose place it takes."""


@frozen
class SettledLines:
    """The lines of an exchange as they were heard."""

    lines: tuple[HeardLine, ...] = ()

    @property
    def replacements(self) -> list[Replacement]:
        """What holds no more."""
        return [link for each in self.lines for link in each.replaces]

    @property
    def readings(self) -> dict[str, SentenceReading]:
        """How each line reads."""
        return {each.line.memory_id: each.reading for each in self.lines}

    @property
    def names(self) -> dict[str, str]:
        """Who is who, as these lines tell."""
        return reader.acquainted({}, [each.reading for each in self.lines])


def heard(lines: Sequence[Memory], said: Iterable[tuple[str, SentenceReading]]) -> list[HeardLine]:
    """The lines of an exchange with what each says in its message."""
    waiting: dict[tuple[str | None, str], list[Memory]] = {}
    for line in lines:
        waiting.setdefault((line.speaker, line.text), []).append(line)
    found = [
        HeardLine(line=same.pop(0), reading=reading)
        for role, reading in said
        if (same := waiting.get((role, reading.text)))
    ]
    return sorted(found, key=lambda each: each.line.seq)


@dataclass
class Settling:
    """What lines of one pool do to each other and to what was said before, one after the other."""

    db: Database
    scope: Scope
    names: Mapping[str, str]
    embedder: Find | None
    """Who places lines by meaning; without one only what is cheap to find is looked at."""
    encoder: Find | None
    """Who reads sentences as wholes, if anybody."""
    gone: set[str] = field(default_factory=set)
    fresh: dict[str, SentenceReading] = field(default_factory=dict)

    def settled(self, lines: Sequence[HeardLine]) -> SettledLines:
        """The lines with what each does."""
        self.fresh = {each.line.memory_id: each.reading for each in lines}
        vectors = self._vectors(lines)
        self._encode(lines)
        return SettledLines(lines=tuple(self._one(each, vectors.get(each.line.memory_id)) for each in lines))

    def _one(self, heard: HeardLine, near: tuple[str, Any] | None) -> HeardLine:
        line = heard.line
        new = NewLine(seq=line.seq, said_at=stamp(line.said_at), speaker=line.speaker, reading=heard.reading, near=near)
        if new.speaker not in (None, readings.USER) and self.embedder is not None:
            return heard  # what the character says of itself is its story, not the user's memory
        sense = self._sense(heard)
        new = replace(new, sense=sense, led=self._led(heard) or sense)
        found = self._nominees(new)
        effects = [] if self._stands_alone(heard) else self._effects(heard, self._earlier(new, found))
        return self._affected(heard, effects, {each.memory_id: each for each in found})

    def _effects(self, heard: HeardLine, earlier: Sequence[Earlier]) -> list[Effect]:
        """What the rules find and, where somebody reads sentences together, what comes of it then."""
        found = changes.effects(heard.reading, earlier)
        reading = pair_reader(self.encoder()) if self.encoder is not None else None
        read = together.to_read(heard.reading, earlier, found) if reading is not None else []
        if reading is None or not read:
            return found
        line_id = heard.line.memory_id
        before = memories.said_before(self.db, [line_id, *(each.id for each in read)])
        return together.weighed(heard.reading, read, found, reading, before=before, before_new=before.get(line_id, ""))

    def _stands_alone(self, heard: HeardLine) -> bool:
        """Whether it was written down by hand, of nobody in particular, and says of no change: one of many notes."""
        reading = heard.reading
        is_owned = any(not claim.subject.is_open for claim in reading.claims if claim.slot)
        return self.embedder is None and reading.subject.is_open and not reading.cues & TURNS and not is_owned

    def _nominees(self, new: NewLine) -> list[Glimpse]:
        look = nominees.few_of if self.embedder is None else nominees.all_of
        return [each for each in look(self.db, self.scope, new) if each.memory_id not in self.gone]

    def _earlier(self, new: NewLine, found: Sequence[Glimpse]) -> list[Earlier]:
        known = readings.these(self.db, [each.memory_id for each in found], names=self.names) | self.fresh
        last = [each.memory_id for each in nominees.recent(self.db, self.scope, new)]
        return [replace(each, same_turn=each.id in self.fresh) for each in nominees.earlier(new, found, known, last)]

    def _affected(self, heard: HeardLine, effects: Sequence[Effect], found: Mapping[str, Glimpse]) -> HeardLine:
        links = tuple(
            Replacement(old_id=each.earlier_id, new_id=heard.line.memory_id, kind=each.kind, why=each.why)
            for each in effects
            if each.kind.replaces and not found[each.earlier_id].pinned
        )
        self.gone |= {link.old_id for link in links}
        distilled = [found[link.old_id] for link in links if found[link.old_id].type != "said"]
        same = [each.earlier_id for each in effects if each.kind is EffectKind.RESTATES]
        return replace(
            heard,
            replaces=links,
            restates=next((each for each in same if found[each].type != "said"), None),
            heir_of=distilled[0] if distilled else None,
        )

    def _encode(self, lines: Sequence[HeardLine]) -> None:
        """Let the encoder read all lines at once; it remembers them."""
        compared = [senses.encoded(each.line.text) for each in lines if _is_compared(each)]
        encoder = self.encoder() if self.encoder is not None and compared else None
        if encoder is not None:
            encoder.embed(compared)

    def _sense(self, heard: HeardLine) -> Mapping[str, float]:
        if self.encoder is None or not _is_compared(heard):
            return {}
        return senses.near(self.db, self.scope, heard.line.text, encoder=self.encoder, most=nominees.BY_MEANING)

    def _led(self, heard: HeardLine) -> Mapping[str, float]:
        """What it may put out of date; nothing where the encoder is one of which nobody knows that."""
        tables = toward(self.encoder()) if self.encoder is not None and _is_compared(heard) else None
        if self.encoder is None or tables is None:
            return {}
        text, turn = heard.line.text, tables.to_outdated
        return senses.near(self.db, self.scope, text, encoder=self.encoder, most=nominees.OUTDATED, turn=turn)

    def _vectors(self, lines: Sequence[HeardLine]) -> dict[str, tuple[str, Any]]:
        embedder = self.embedder() if self.embedder is not None and lines else None
        if embedder is None or embedder.is_far:
            return {}
        rows = embedder.embed([each.line.text for each in lines])
        return {each.line.memory_id: (embedder.name, row) for each, row in zip(lines, rows, strict=True)}


def _is_compared(heard: HeardLine) -> bool:
    """Whether a line may take the place of another for what it says as a whole."""
    reading = heard.reading
    return reading.is_told and bool(senses.encoded(reading.text, heard.line.speaker))


def settled(
    db: Database,
    scope: Scope,
    lines: Sequence[HeardLine],
    *,
    embedder: Find | None = None,
    encoder: Find | None = None,
) -> SettledLines:
    """What lines do to what a pool knows."""
    names = memories.pool(db, scope).names
    return Settling(db=db, scope=scope, names=names, embedder=embedder, encoder=encoder).settled(lines)
