"""One kit for everything learned that people see, correct, pause, forget and bring back.

A memory registers each kind of thing once, as a `Correctable`: how it is read, what of it people may change, how that
is written, and how it is taken away and put again. The kit keeps the book of changes, refuses to overwrite what
somebody changed meanwhile, undoes a change and restores what was forgotten.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Final, Generic, Self, TypeVar

from showbible.errors import Conflict, Invalid, Malformed, NotFound
from showbible.storage import changes
from showbible.storage.changes import Change
from showbible.storage.database import Database, ProjectDatabase
from showbible.values import frozen
from showbible.vocabulary import PERSON, utcnow

Handle = TypeVar("Handle", bound=Database)
Thing = TypeVar("Thing")
Taken = TypeVar("Taken")
Fields = Mapping[str, Any]

PAUSED: Final = "paused"
AUTHOR: Final = "made_by"
"""Whose word a thing is: a correction makes it a person's, a pause leaves it."""


Seen = int | str | Fields
"""What somebody had before them who corrects a thing: its mark, the number of its newest change, 0 for none, or some
of its fields."""


def _as_given(_: object, wanted: Fields) -> Fields:
    return wanted


def _paused(paused: bool) -> Fields:
    return {PAUSED: paused}


@frozen
class Correctable(Generic[Handle, Thing, Taken]):
    """A kind of learned thing, as its memory registers it."""

    name: str
    """What the book of changes calls it."""
    read: Callable[[Handle, str], Thing]
    """The thing of an id; raises when there is none."""
    lock: Callable[[Thing], str]
    """What its writers keep each other out by; those of a project keep out only each other."""
    fields: Callable[[Thing], Fields] = lambda _: {}
    """What may change of it, as JSON knows it: what people correct, and, where it has them, `paused` and `made_by`."""
    write: Callable[[Handle, Thing, Fields, datetime], object] | None = None
    """Put other values in the place of some of its fields, in the caller's transaction."""
    check: Callable[[Thing, Fields], Fields] = _as_given
    """What somebody wants, in its usual form; raises when it cannot be."""
    owner: Callable[[Thing], str] = lambda _: ""
    """With whom its history goes: a user, a run, or nobody; a project's goes with the project."""
    key: Callable[[Thing], str] | None = None
    """What the book calls the thing, where it may be asked for by several ids."""
    pausing: Callable[[bool], Fields] = _paused
    """What is written to set it aside, and to let it count again."""
    mark: Callable[[Thing], str] | None = None
    """A word that is another one as soon as the thing says something else."""
    called: Callable[[Thing], str] | None = None
    """The thing in the words of a refusal."""
    clash: Callable[[Thing, Fields], str] | None = None
    """A refusal of what somebody wants of a thing that says something else by now, where it has words of its own."""
    unset: str = "empty"
    """What it means when a field holds nothing."""
    undoing: Callable[[Thing, Change], Fields] = lambda _, change: change.before
    """What is written to undo a change; raises when what followed stands in its way."""
    take: Callable[[Handle, Thing], Taken] | None = None
    """Take it away, in the caller's transaction; gives all that is needed to bring it back."""
    put: Callable[[Handle, Taken], Thing] | None = None
    """Put it again where it was."""


@dataclass(frozen=True)
class Corrections(Generic[Handle, Thing, Taken]):
    """The things of one kind in one memory, as whoever corrects them holds them."""

    db: Handle
    kind: Correctable[Handle, Thing, Taken]
    owner: str | None = None
    """Whose things are meant; another's are not found. None means everybody's."""
    then: Callable[[Thing], object] = lambda _: None
    """What follows once a thing is written, outside of its transaction."""

    def of(self, owner: str | None) -> Self:
        """The same, of one owner alone."""
        return replace(self, owner=owner)

    def get(self, item_id: str) -> Thing:
        """One thing."""
        thing = self.kind.read(self.db, item_id)
        if not self._owns(thing):
            raise NotFound(self.kind.name, item_id)
        return thing

    def history(self, item_id: str) -> list[Change]:
        """Who changed a thing and how, newest first."""
        return self._history(self.get(item_id), item_id)

    def correct(
        self, item_id: str, wanted: Fields, *, seen: Seen | None = None, at: datetime | None = None, by: str = PERSON
    ) -> Thing:
        """Change some fields of a thing; what it says is a person's word then.

        With `seen`, what its author had before them, a thing that says something else by now is not overwritten; `by`
        is who did it, for its history.
        """
        with self.db.transaction():
            thing = self._held(item_id)
            checked = self.kind.check(thing, self._known(thing, wanted))
            if seen is not None:
                self._check_seen(thing, item_id, checked, seen)
            after = self._rewrite(thing, item_id, self._signed(thing, checked), at=at, by=by)
        self.then(after)
        return after

    def pause(self, item_id: str, *, paused: bool = True, seen: Seen | None = None) -> Thing:
        """Set a thing aside, or let it count again; whose word it is stays as it is."""
        return self.correct(item_id, self.kind.pausing(paused), seen=seen)

    def undo(self, item_id: str, seq: int, *, at: datetime | None = None) -> Thing:
        """A thing with what one change touched as it was before; that is a change, too."""
        with self.db.transaction():
            thing = self._held(item_id)
            change = changes.one(self.db, owner=self.kind.owner(thing), kind=self.kind.name, seq=seq)
            if change is None or change.item_id != self._key(thing, item_id):
                raise NotFound("change", str(seq))
            after = self._rewrite(thing, item_id, self.kind.undoing(thing, change), at=at)
        self.then(after)
        return after

    def forget(self, item_id: str) -> Taken:
        """Take a thing away with its history; gives all that is needed to restore it."""
        if self.kind.take is None:
            raise Invalid(f"A {self.kind.name} cannot be forgotten.")
        with self.db.transaction():
            thing = self._held(item_id)
            taken = self.kind.take(self.db, thing)
            changes.drop(self.db, **self._page(thing, item_id))
        return taken

    def restore(self, taken: Taken) -> Thing:
        """A thing that was forgotten, as it was; its history does not return."""
        if self.kind.put is None:
            raise Invalid(f"A {self.kind.name} cannot be restored.")
        with self.db.transaction():
            thing = self.kind.put(self.db, taken)
            if not self._owns(thing):
                raise Invalid(f"This {self.kind.name} belongs to somebody else.", field="taken")
        self.then(thing)
        return thing

    def _owns(self, thing: Thing) -> bool:
        return self.owner in (None, self.kind.owner(thing))

    def _held(self, item_id: str) -> Thing:
        """A thing that nobody else writes until the transaction ends."""
        lock = self.kind.lock(self.get(item_id))
        self.db.hold(f"{lock}:{self.db.project_id}" if isinstance(self.db, ProjectDatabase) else lock)
        return self.get(item_id)

    def _known(self, thing: Thing, wanted: Fields) -> Fields:
        for name in wanted:
            if name == AUTHOR or name not in self.kind.fields(thing):
                raise Invalid(f"Nothing about a {self.kind.name} is called {name[:80]!r}.", field=name[:80])
        return wanted

    def _signed(self, thing: Thing, wanted: Fields) -> Fields:
        stands = self.kind.fields(thing)
        says_more = any(name != PAUSED for name in self._differing(thing, wanted))
        return {**wanted, AUTHOR: PERSON} if AUTHOR in stands and says_more else wanted

    def _rewrite(self, thing: Thing, item_id: str, wanted: Fields, *, at: datetime | None, by: str = PERSON) -> Thing:
        if self.kind.write is None:
            raise Invalid(f"A {self.kind.name} cannot be corrected.")
        stands = self.kind.fields(thing)
        if not self._differing(thing, wanted):
            return thing
        when = at or utcnow()
        self.kind.write(self.db, thing, wanted, when)
        after = self.get(item_id)
        says = self.kind.fields(after)
        changes.note(self.db, **self._page(thing, item_id), before=stands, after=says, made_by=by, at=when)
        return after

    def _differing(self, thing: Thing, wanted: Fields) -> Fields:
        stands = self.kind.fields(thing)
        return {name: value for name, value in wanted.items() if stands[name] != value}

    def _check_seen(self, thing: Thing, item_id: str, wanted: Fields, seen: Seen) -> None:
        # Who wants what stands already quarrels with nobody.
        if (differing := self._differing(thing, wanted)) and not self._saw(thing, item_id, seen):
            raise Conflict(self._clash(thing, differing))

    def _saw(self, thing: Thing, item_id: str, seen: Seen) -> bool:
        if isinstance(seen, Mapping):
            return not self._differing(thing, self._known(thing, seen))
        if isinstance(seen, int) or self.kind.mark is None:
            return changes.newest(self._history(thing, item_id)) == seen
        return self.kind.mark(thing) == seen

    def _clash(self, thing: Thing, differing: Fields) -> str:
        if self.kind.clash:
            return self.kind.clash(thing, differing)
        stands, called = self.kind.fields(thing), self.kind.called
        both = "; ".join(
            f"{_plain(name)} is {self._shown(stands[name])}, you wrote {self._shown(value)}"
            for name, value in differing.items()
        )
        said = called(thing) if called else f"this {self.kind.name}"
        return f"Somebody changed {said} meanwhile: {both}. Look at it again, then decide."

    def _shown(self, value: object) -> str:
        if isinstance(value, list):
            return "; ".join(map(str, value))
        if isinstance(value, Mapping):
            return json.dumps(value, ensure_ascii=False)
        return self.kind.unset if value is None else _plain(str(value))

    def _history(self, thing: Thing, item_id: str) -> list[Change]:
        return changes.of(self.db, **self._page(thing, item_id))

    def _key(self, thing: Thing, item_id: str) -> str:
        return self.kind.key(thing) if self.kind.key else item_id

    def _page(self, thing: Thing, item_id: str) -> dict[str, str]:
        return {"owner": self.kind.owner(thing), "kind": self.kind.name, "item_id": self._key(thing, item_id)}


def _plain(name: str) -> str:
    return name.replace("_", " ")


def as_text(taken: object) -> str:
    """Something taken away as a text that can be handed to a person and back."""
    from pydantic import TypeAdapter

    return TypeAdapter(type(taken)).dump_json(taken).decode()


def from_text(kind: type[Taken], text: str) -> Taken:
    """What such a text holds."""
    from pydantic import TypeAdapter

    try:
        if "\\u0000" in text:
            raise ValueError
        return TypeAdapter(kind).validate_json(text)
    except ValueError:
        raise Malformed("This is not what was taken away, so it cannot be restored.", field="taken") from None
