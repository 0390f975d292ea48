"""What the address of a character's page says: whom it talks with, where, and which memories are wanted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated, Self

from fastapi import Depends, Request

from showbible.bible import Bible
from showbible.conversations.model import MemoryType, Scope
from showbible.conversations.recall.cast import MetPlace
from showbible.conversations.recall.viewing import MemoryFilter, MemoryStanding
from showbible.errors import Invalid, NotFound
from showbible.values import frozen
from showbible.vocabulary import checked_id, word
from showbible.web.filters import ListFilter
from showbible.words import plain


@frozen
class CastAddress(ListFilter):
    """A place in the cast; `series` is empty for free chat, and None when the address leaves it open."""

    character: str = ""
    user: str = ""
    series: str | None = None
    q: str = ""
    type: str = ""
    state: str = ""

    shows = ("character", "user", "series")

    @classmethod
    def asked(cls, request: Request) -> Self:
        """What an address spells out."""
        asked, series = super().asked(request), request.query_params.get("series")
        return replace(asked, character=request.path_params["character"], series=series).checked()

    def checked(self) -> Self:
        """The same, once its ids and words can be."""
        for kind in ("character", "user", "series"):
            if value := getattr(self, kind):
                checked_id(kind, value)
        return self

    def query(self, **changes: str) -> str:
        """The query of the same list with something changed; free chat is an empty series, an open one is none."""
        query = super().query(**changes, character="")
        free = "series=" if changes.get("series", self.series) == "" else ""
        return "&".join(part for part in (query, free) if part)

    def words(self, name: str, value: str) -> str:
        """A filter in force, as its button calls it."""
        return value if name == "q" else plain(value)

    @property
    def home(self) -> str:
        """The page of the character."""
        return f"/cast/{self.character}"

    @property
    def wanted(self) -> MemoryFilter:
        """What the memory is asked for."""
        return MemoryFilter(
            text=self.q,
            type=word(MemoryType, "type", self.type) if self.type else None,
            standing=word(MemoryStanding, "state", self.state) if self.state else None,
        )

    def to(self, path: str = "", *, peek: str = "") -> str:
        """The address of something about this character, with the same choices."""
        query = self.query(peek=peek)
        return f"{self.home}{path}{'?' if query else ''}{query}"

    def scope(self, bible: Bible) -> Scope:
        """Whose memory is meant; without a user nobody's is."""
        if not self.user:
            raise Invalid("Choose a user first: what one said is not for another.", field="user")
        return bible.conversations.scope(self.user, character_id=self.character, series_id=self.series or None)

    def settled(self, places: Sequence[MetPlace]) -> Self:
        """The same with what it leaves open: the only user there is, and the place of the latest talk."""
        users = dict.fromkeys(place.user_id for place in places)
        user = self.user or (next(iter(users)) if len(users) == 1 else "")
        if not user:
            return replace(self, series=None)
        theirs = [place.series_id for place in places if place.user_id == user]
        if not theirs:
            raise NotFound(f"talk with {self.character} by user", user)
        if self.series and self.series not in theirs:
            raise NotFound("series", self.series)
        series = (theirs[0] or "") if self.series is None else self.series
        return replace(self, user=user, series=series)


Addressed = Annotated[CastAddress, Depends(CastAddress.asked)]
