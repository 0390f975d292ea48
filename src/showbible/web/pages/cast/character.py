"""`/cast/{character}`: what it remembers of one user in one place, what it will come back to, how the two get along."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Annotated, Final

from fastapi import APIRouter, Query, Request
from starlette.responses import HTMLResponse

from showbible.bible import Bible
from showbible.briefing.tokens import tokens
from showbible.conversations.model import Scope
from showbible.conversations.recall import bonds, cast, viewing
from showbible.conversations.recall.cast import Bond, Place
from showbible.conversations.words import HookType, MemoryType
from showbible.errors import NotFound
from showbible.vocabulary import utcnow
from showbible.web.deps import OpenBible
from showbible.web.pages.cast import hooks as character_hooks
from showbible.web.pages.cast import memories as character_memories
from showbible.web.pages.cast.address import Address, Addressed
from showbible.web.pages.cast.bond import Relation, Tension, episode_bars, name, relation, tension, verdict
from showbible.web.pages.cast.hooks import PEEK, HookLook, HookRow
from showbible.web.pages.cast.memories import Chip, Look, Viewer
from showbible.web.pages.kit.charts import Bars
from showbible.web.render import Crumb, Templates
from showbible.web.words import plain, plural

router = APIRouter(prefix="/cast")

MOST_BEATS: Final = 120
MOST_RELATIONS: Final = 50
SPARK_BEATS: Final = 24


@dataclass(frozen=True, kw_only=True)
class CharacterFacts:
    """The text that the character will find before its next reply, and how long that is."""

    text: str
    length: str


@dataclass(frozen=True, kw_only=True)
class Met:
    """One user and one character, in one place; `unread` counts exchanges nobody has followed up yet."""

    relation: Relation | None
    verdict: str
    tension: Tension | None
    viewer: Viewer
    hooks: tuple[HookRow, ...]
    past_hooks: tuple[HookRow, ...]
    told: CharacterFacts
    conversations: int
    unread: int
    look: Look | HookLook | None
    is_missing: bool

    @property
    def due(self) -> int:
        """How many hooks are due."""
        return sum(row.mark is character_hooks.DUE for row in self.hooks)

    @property
    def open(self) -> int:
        """How many hooks may be offered."""
        return sum(not row.paused for row in self.hooks)

    @property
    def is_hook(self) -> bool:
        """Whether the drawer shows a hook."""
        return isinstance(self.look, HookLook)


@dataclass(frozen=True, kw_only=True)
class Person:
    """Somebody the character knows; without a relationship they have not talked yet."""

    user_id: str
    href: str
    memories: int
    relation: Relation | None
    is_chosen: bool


@dataclass(frozen=True, kw_only=True)
class CharacterPage:
    """A character with one of its users; `met` is missing until one is chosen."""

    address: Address
    name: str
    people: tuple[Person, ...]
    places: tuple[Chip, ...]
    episodes: Bars | None
    met: Met | None
    now: datetime
    title: str
    types: tuple[tuple[str, str], ...] = tuple((kind.value, plain(kind)) for kind in MemoryType)
    hook_types: tuple[tuple[str, str], ...] = tuple((kind.value, plain(kind)) for kind in HookType)
    crumbs: tuple[Crumb, ...] = (Crumb(label="Cast", href="/cast"),)

    @property
    def summary(self) -> str:
        """How the character stands with everybody, in a sentence."""
        stuck = sum(bool(each.relation and each.relation.stuck) for each in self.people)
        told = f"{self.name} talks with {plural(len(self.people), 'person', 'people')}"
        if not stuck:
            return f"{told}; no relationship is stuck."
        return f"{told}; {plural(stuck, 'relationship')} {'is' if stuck == 1 else 'are'} stuck."


Cursor = Annotated[str | None, Query(max_length=2048)]
Peek = Annotated[str, Query(max_length=200)]


@router.get("/{character}", response_class=HTMLResponse)
def character(
    request: Request, bible: OpenBible, address: Addressed, peek: Peek = "", cursor: Cursor = None
) -> HTMLResponse:
    """A character with one of its users."""
    templates: Templates = request.app.state.templates
    return templates.page(request, "character.html", page=gathered(bible, address, peek=peek, cursor=cursor))


def gathered(bible: Bible, address: Address, *, peek: str = "", cursor: str | None = None) -> CharacterPage:
    """What the page of a character shows, all of one moment."""
    at = utcnow()
    with bible.db.snapshot():
        places = cast.places(bible.db, address.character)
        # Whoever has very many users shows the latest; the one who is asked for is looked up.
        if address.user and address.user not in {place.user_id for place in places}:
            places += cast.places(bible.db, address.character, user_id=address.user)
        address = chosen(address, places)
        whom, several = address.user or None, MOST_RELATIONS
        found = cast.bonds_of(bible.db, [address.character], each=several, beats=SPARK_BEATS, user_id=whom)
        played = cast.episodes(bible.db, address.character, user_id=whom)
        met = _met(bible, address, places, found, peek=peek, cursor=cursor, at=at) if whom else None
    return CharacterPage(
        address=address,
        name=name(address.character),
        people=_people(address, places, found),
        places=_places(address, places),
        episodes=episode_bars(played),
        met=met,
        now=at,
        title=name(address.character),
    )


def _people(address: Address, places: Sequence[Place], found: Sequence[Bond]) -> tuple[Person, ...]:
    relations = {bond.user_id: relation(bond) for bond in found}
    totals: dict[str, int] = {}
    for place in places:
        totals[place.user_id] = totals.get(place.user_id, 0) + place.memories
    return tuple(
        Person(
            user_id=user,
            href=Address(character=address.character, user=user).to(),
            memories=number,
            relation=relations.get(user),
            is_chosen=user == address.user,
        )
        for user, number in totals.items()
    )


def chosen(address: Address, places: Sequence[Place]) -> Address:
    """The same address with what it leaves open: the only user there is, and the place of the latest talk."""
    users = dict.fromkeys(place.user_id for place in places)
    user = address.user or (next(iter(users)) if len(users) == 1 else "")
    if not user:
        return replace(address, series=None)
    theirs = [place.series_id for place in places if place.user_id == user]
    if not theirs:
        raise NotFound(f"talk with {address.character} by user", user)
    if address.series and address.series not in theirs:
        raise NotFound("series", address.series)
    series = (theirs[0] or "") if address.series is None else address.series
    return replace(address, user=user, series=series)


def _places(address: Address, places: Sequence[Place]) -> tuple[Chip, ...]:
    """Where the two have met; free chat is always among them, for it can always begin."""
    theirs = {place.series_id or "": place.memories for place in places if place.user_id == address.user}
    if address.user:
        theirs.setdefault("", 0)
    return tuple(
        Chip(
            label=series or "Free chat",
            count=count,
            href=Address(character=address.character, user=address.user, series=series).to(),
            is_chosen=series == address.series,
        )
        for series, count in theirs.items()
    )


def _met(
    bible: Bible,
    address: Address,
    places: Sequence[Place],
    found: Sequence[Bond],
    *,
    peek: str,
    cursor: str | None,
    at: datetime,
) -> Met:
    scope = Scope(user_id=address.user, character_id=address.character, series_id=address.series or None)
    bond = next((each for each in found if each.user_id == address.user), None)
    shown, curve, said = _curve(bible, address, bond)
    talk = viewing.last_talk(bible.db, scope)
    brief = viewing.foretold(bible.db, scope, talk, at=at)
    look = _look(bible, scope, address, peek=peek, at=at) if peek else None
    here = (
        place.conversations for place in places if (place.user_id, place.series_id) == (scope.user_id, scope.series_id)
    )
    return Met(
        relation=shown,
        verdict=said,
        tension=curve,
        viewer=character_memories.viewer(bible, scope, address, at=at, cursor=cursor),
        hooks=character_hooks.open_rows(bible, scope, address, at=at),
        past_hooks=character_hooks.past_rows(bible, scope, address, at=at),
        told=CharacterFacts(text=brief.text, length=_length(brief.text)),
        conversations=next(here, 0),
        unread=talk.turn_count - talk.processed if talk else 0,
        look=look,
        is_missing=bool(peek) and look is None,
    )


def _curve(bible: Bible, address: Address, bond: Bond | None) -> tuple[Relation | None, Tension | None, str]:
    """The relationship now, its curve, and the sentence that concludes both."""
    if bond is None:
        return None, None, "They have not talked yet: a first exchange begins their relationship."
    beats = bonds.latest_beats(bible.db, address.user, address.character, limit=MOST_BEATS)[::-1]
    shown = relation(bond)
    curve = tension(beats)
    return shown, curve, verdict(shown, curve.milestones)


def _look(bible: Bible, scope: Scope, address: Address, *, peek: str, at: datetime) -> Look | HookLook | None:
    if peek.startswith(PEEK):
        return character_hooks.look(bible, scope, peek.removeprefix(PEEK), address=address, at=at)
    return character_memories.look(bible, scope, peek, address, at=at)


def _length(text: str) -> str:
    return f"About {plural(tokens(text), 'token')}"
