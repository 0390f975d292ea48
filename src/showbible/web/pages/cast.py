"""`/cast`: every character that somebody talked with, and how it gets along."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from typing import Annotated, Final
from urllib.parse import urlencode

from fastapi import APIRouter, Depends, Query, Request
from starlette.responses import HTMLResponse

from showbible.bible import Bible
from showbible.conversations.recall import bonds, cast
from showbible.conversations.recall.bonds import Stuck
from showbible.conversations.recall.cast import Bond, Character, Reserve
from showbible.errors import Invalid
from showbible.vocabulary import QUERY_LIMIT, utcnow
from showbible.web.deps import OpenBible
from showbible.web.pages.character_address import Address
from showbible.web.pages.character_bond import Relation, name, relation
from showbible.web.render import Crumb, Templates
from showbible.web.words import plural

router = APIRouter()

PAGE: Final = 50
SPARK_BEATS: Final = 24
STUCK_SHOWN: Final = 6
SHOWS: Final = (("", "All"), ("due", "Something due"), ("stuck", "Stuck"))


@dataclass(frozen=True, kw_only=True)
class Wish:
    """What the address asks for; left out means everybody."""

    q: str = ""
    show: str = ""

    def query(self, **changes: str) -> str:
        """The address of the same list with something changed."""
        told = {name: value for name, value in asdict(replace(self, **changes)).items() if value}
        return f"/cast?{urlencode(told)}" if told else "/cast"

    @property
    def narrows(self) -> bool:
        """Whether anything is left out."""
        return bool(self.q or self.show)


def wish(q: Annotated[str, Query(max_length=QUERY_LIMIT)] = "", show: str = "") -> Wish:
    """The wish that an address spells out."""
    if show not in dict(SHOWS):
        raise Invalid("show must be one of due, stuck.", field="show")
    return Wish(q=q.strip(), show=show)


Wished = Annotated[Wish, Depends(wish)]


@dataclass(frozen=True, kw_only=True)
class Member:
    """A character as the list shows it; `relation` is the one that moved last."""

    character_id: str
    name: str
    href: str
    tone: str
    users: str
    facts: tuple[tuple[str, str], ...]
    due: str
    stuck: str
    relation: Relation | None
    last_at: datetime


@dataclass(frozen=True, kw_only=True)
class Standstill:
    """A relationship that goes nowhere, with the sentence why and the way to it."""

    title: str
    why: str
    href: str
    last_at: datetime


@dataclass(frozen=True, kw_only=True)
class CastPage:
    """A page of characters; `hint` only when nothing matches."""

    wish: Wish
    members: tuple[Member, ...]
    total: int
    summary: str
    stuck: tuple[Standstill, ...]
    shows: tuple[tuple[str, str, bool], ...]
    next: str | None
    is_first: bool
    hint: tuple[str, str] | None
    now: datetime
    title: str = "Cast"
    crumbs: tuple[Crumb, ...] = ()


@router.get("/cast", response_class=HTMLResponse)
def listed(
    request: Request, bible: OpenBible, wish: Wished, cursor: Annotated[str | None, Query(max_length=2048)] = None
) -> HTMLResponse:
    """Characters, fifty at a time, the latest talk first."""
    templates: Templates = request.app.state.templates
    return templates.page(request, "cast.html", page=gathered(bible, wish, cursor))


def gathered(bible: Bible, wish: Wish, cursor: str | None) -> CastPage:
    """What the list shows, all of one moment."""
    at = utcnow()
    with bible.db.snapshot():
        stuck = bonds.stuck(bible.db)
        due = cast.with_due_hooks(bible.db, at=at)
        wanted = _wanted(wish, stuck, due)
        found = cast.characters(bible.db, wanted, limit=PAGE, cursor=cursor or None)
        ids = [each.character_id for each in found.items]
        reserves = cast.reserves(bible.db, ids, at=at)
        latest = {bond.character_id: bond for bond in cast.bonds_of(bible.db, ids, each=1, beats=SPARK_BEATS)}
        hint = None if found.total or not wish.narrows else _hint(bible, wish, stuck, due)
    more = urlencode({"cursor": found.next_cursor}) if found.next_cursor else ""
    here, idle = wish.query(), _with_whom(stuck)
    return CastPage(
        wish=wish,
        members=tuple(
            _member(
                each, reserves[each.character_id], latest.get(each.character_id), stuck=idle.get(each.character_id, "")
            )
            for each in found.items
        ),
        total=found.total,
        summary=_summary(found.total, stuck, due, wish),
        stuck=tuple(_standstill(each) for each in stuck[:STUCK_SHOWN]),
        shows=tuple((label, wish.query(show=value), wish.show == value) for value, label in SHOWS),
        next=f"{here}{'&' if '?' in here else '?'}{more}" if more else None,
        is_first=not cursor,
        hint=hint,
        now=at,
    )


def _wanted(wish: Wish, stuck: Sequence[Stuck], due: Sequence[str]) -> cast.Filter:
    ids = {"": None, "stuck": sorted({each.character_id for each in stuck}), "due": due}[wish.show]
    return cast.Filter(text=wish.q, ids=ids)


def _hint(bible: Bible, wish: Wish, stuck: Sequence[Stuck], due: Sequence[str]) -> tuple[str, str]:
    """The filter to remove first, in words, and the way to do it."""
    words = dict(SHOWS)
    less = [(f"“{wish.q}”", replace(wish, q=""))] if wish.q else []
    less += [(f"“{words[wish.show]}”", replace(wish, show=""))] if wish.show else []
    tried = [(cast.characters(bible.db, _wanted(each, stuck, due), limit=1).total, said, each) for said, each in less]
    total, said, each = max(tried, key=lambda one: one[0])
    return f"Removing {said} would show {plural(total, 'character')}.", each.query()


def _summary(total: int, stuck: Sequence[Stuck], due: Sequence[str], wish: Wish) -> str:
    if wish.narrows:
        return f"{plural(total, 'character')} with these filters"
    if not total:
        return "Who talks with whom, what is remembered, and how it goes."
    told = [f"{plural(len(due), 'character has', 'characters have')} something due" if due else "nothing is due"]
    told.append(f"{plural(len(stuck), 'relationship is', 'relationships are')} stuck" if stuck else "nobody is stuck")
    return f"{plural(total, 'character')}: {' and '.join(told)}."


def _with_whom(stuck: Sequence[Stuck]) -> dict[str, str]:
    """With whom each character is stuck, in words."""
    found: dict[str, list[str]] = {}
    for each in stuck:
        found.setdefault(each.character_id, []).append(each.user_id)
    return {
        each: f"Stuck with {users[0]}" if len(users) == 1 else f"Stuck with {len(users)} people"
        for each, users in found.items()
    }


def _member(found: Character, reserve: Reserve, bond: Bond | None, *, stuck: str) -> Member:
    hooks = plural(reserve.hooks, "open hook")
    return Member(
        character_id=found.character_id,
        name=name(found.character_id),
        href=Address(character=found.character_id).to(),
        tone="abcd"[sum(found.character_id.encode()) % 4],
        users=plural(found.users, "person", "people") if found.users else "Guests only",
        facts=(
            ("conversation", plural(found.conversations, "conversation")),
            ("memory", plural(reserve.memories, "memory", "memories")),
            *(() if reserve.due else (("clock", hooks),)),
        ),
        due=f"{reserve.due} of {hooks} due" if reserve.due else "",
        stuck=stuck,
        relation=relation(bond) if bond else None,
        last_at=bond.changed_at if bond else found.last_at,
    )


def _standstill(found: Stuck) -> Standstill:
    neutral = round(found.neutral_share * found.beats)
    every = f"All of the last {found.beats} beats were neutral"
    why = every if neutral == found.beats else f"{neutral} of the last {found.beats} beats were neutral"
    return Standstill(
        title=f"{name(found.character_id)} and {found.user_id}",
        why=f"{why}; tension rests at {found.tension_level}.",
        href=Address(character=found.character_id, user=found.user_id).to(),
        last_at=found.last_at,
    )
