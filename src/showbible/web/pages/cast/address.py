"""What the address of a character's page says: whom it talks with, where, and which memories are wanted."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from typing import Annotated
from urllib.parse import urlencode

from fastapi import Depends, Query

from showbible.bible import Bible
from showbible.conversations.model import Scope
from showbible.errors import Invalid
from showbible.vocabulary import QUERY_LIMIT, checked_id


@dataclass(frozen=True, kw_only=True)
class Address:
    """A place in the cast; `series` is empty for free chat, and None when the address leaves it open."""

    character: str
    user: str = ""
    series: str | None = None
    q: str = ""
    type: str = ""
    state: str = ""

    def to(self, path: str = "", *, peek: str = "", **changes: str) -> str:
        """The address of something about this character, with the same choices but for those changed."""
        told = {**asdict(replace(self, **changes)), "peek": peek}
        del told["character"]
        query = urlencode({name: value for name, value in told.items() if value or (name == "series" and value == "")})
        return f"/cast/{self.character}{path}{'?' if query else ''}{query}"

    @property
    def narrows(self) -> tuple[tuple[str, str], ...]:
        """The filters in force, each with the name of its field."""
        return tuple((name, value) for name in ("q", "type", "state") if (value := getattr(self, name)))

    def scope(self, bible: Bible) -> Scope:
        """Whose memory is meant; without a user nobody's is."""
        if not self.user:
            raise Invalid("Choose a user first: what one said is not for another.", field="user")
        return bible.conversations.scope(self.user, character_id=self.character, series_id=self.series or None)


def address(
    character: str,
    user: str = "",
    series: str | None = None,
    q: Annotated[str, Query(max_length=QUERY_LIMIT)] = "",
    kind: Annotated[str, Query(alias="type")] = "",
    state: str = "",
) -> Address:
    """What an address spells out."""
    checked_id("character", character)
    if user:
        checked_id("user", user)
    if series:
        checked_id("series", series)
    return Address(character=character, user=user, series=series, q=q.strip(), type=kind, state=state)


Addressed = Annotated[Address, Depends(address)]
