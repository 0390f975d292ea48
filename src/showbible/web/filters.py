"""What the address of a list asks for: read, checked and written again, for pages and the API alike."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, fields, replace
from datetime import UTC, date, datetime, timedelta
from enum import StrEnum
from typing import ClassVar, Self
from urllib.parse import urlencode

from fastapi import Request

from showbible.errors import Invalid
from showbible.values import frozen
from showbible.vocabulary import QUERY_LIMIT, word


@frozen
class ListFilter:
    """What the address of a list asks for, every field a text; what is usual stays out of the address.

    A list says once which fields it has and what they are called, here; `Depends(TheFilter.asked)` reads them.
    """

    path: ClassVar[str] = ""
    shows: ClassVar[tuple[str, ...]] = ("sort", "view", "tab")
    """Fields that change how the list is shown, not what is in it."""
    kinds: ClassVar[Mapping[str, type[StrEnum]]] = {}
    """Fields that say one of a few words."""
    names: ClassVar[Mapping[str, str]] = {}
    """Fields whose names in an address are no names in Python."""

    @classmethod
    def asked(cls, request: Request) -> Self:
        """The filter that an address spells out."""
        return cls.read(request.query_params)

    @classmethod
    def read(cls, query: Mapping[str, str]) -> Self:
        """The filter that the names and values of a query spell out; what is no filter of the list is left alone."""
        given = {}
        for field in fields(cls):
            value = query.get(cls.names.get(field.name, field.name), "").strip()
            if len(value) > QUERY_LIMIT:
                raise Invalid(f"{field.name} has more than {QUERY_LIMIT} characters.", field=field.name)
            if value:
                given[field.name] = value
        return cls(**given).checked()

    def checked(self) -> Self:
        """The same with every value in its usual form; raises for one that cannot be."""
        given = {name: getattr(self, name) for name in self.kinds}
        return replace(self, **{name: word(self.kinds[name], name, said).value for name, said in given.items() if said})

    def query(self, **changes: str) -> str:
        """The query of the same list with something changed or added."""
        usual = asdict(type(self)())
        asked = {**asdict(self), **changes}
        said = {name: value for name, value in asked.items() if value and value != usual.get(name)}
        return urlencode({self.names.get(name, name): value for name, value in said.items()})

    def href(self, **changes: str) -> str:
        """The address of the same list with something changed or added."""
        query = self.query(**changes)
        return f"{self.home}?{query}" if query else self.home

    @property
    def asks(self) -> str:
        """What it asks for, as the end of an address: of a file of the same list, say."""
        return self.href().removeprefix(self.home)

    @property
    def home(self) -> str:
        """The address of the list that asks for nothing."""
        return self.path

    @property
    def narrows(self) -> tuple[tuple[str, str], ...]:
        """The filters in force, each with the name of its field."""
        return tuple((name, value) for name, value in asdict(self).items() if value and name not in self.shows)

    @property
    def cleared(self) -> str:
        """The address of the same list, shown the same way, with no filter in force."""
        return self.href(**{name: "" for name, _ in self.narrows})

    def words(self, name: str, value: str) -> str:
        """A filter in force in the words of the page."""
        return value


def day_in(field: str, text: str) -> datetime | None:
    """The beginning of a day that an address names; nothing is no day."""
    if not text:
        return None
    try:
        at = date.fromisoformat(text)
    except ValueError:
        at = date.min
    if not 1970 <= at.year < 9999:
        raise Invalid(f"{field} must be a date such as 2026-11-15.", field=field)
    return datetime(at.year, at.month, at.day, tzinfo=UTC)


def days(since: str, until: str) -> tuple[datetime | None, datetime | None]:
    """The beginning of a stretch of days, and the end of its last one."""
    first, last = day_in("from", since), day_in("to", until)
    return first, last + timedelta(days=1) if last else None
