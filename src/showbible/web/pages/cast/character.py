"""`/cast/{character}`: what it remembers of one user in one place, what it will come back to, how the two get along."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from fastapi import APIRouter, Request
from starlette.responses import HTMLResponse

from showbible.bible import Bible
from showbible.briefing.tokens import tokens
from showbible.conversations.model import HookType, MemoryType, Scope
from showbible.conversations.recall import bonds, cast, viewing
from showbible.conversations.recall.cast import MetPlace
from showbible.vocabulary import utcnow
from showbible.web.deps import OpenBible
from showbible.web.pages.cast import hooks, memories
from showbible.web.pages.cast.address import Addressed, CastAddress
from showbible.web.pages.cast.bond import Relation, Tension, episode_bars, name, relation, tension, verdict
from showbible.web.pages.cast.hooks import PEEK, HookCard, HookDetail
from showbible.web.pages.cast.memories import MemoryChip, MemoryDetail, MemoryListing, who
from showbible.web.pages.kit.charts import Bars
from showbible.web.pages.kit.lists import Cursor, Peeked
from showbible.web.pages.kit.rewording import author
from showbible.web.render import Crumb, Templates
from showbible.web.words import plain, plural

router = APIRouter(prefix="/cast")

MOST_BEATS: Final = 120
MOST_RELATIONS: Final = 50
SPARK_BEATS: Final = 24


@dataclass(frozen=True, kw_only=True)
class Met:
    """One user and one character, in one place; `unread` counts exchanges nobody has followed up yet."""

    relation: Relation | None
    tension: Tension | None
    memories: MemoryListing
    hooks: tuple[HookCard, ...]
    past_hooks: tuple[HookCard, ...]
    told: str
    conversations: int
    unread: int
    look: MemoryDetail | HookDetail | None
    is_missing: bool

    @property
    def verdict(self) -> str:
        """One sentence that says how the two stand."""
        if self.relation is None or self.tension is None:
            return "They have not talked yet: a first exchange begins their relationship."
        return verdict(self.relation, self.tension.milestones)

    @property
    def due(self) -> int:
        """How many hooks are due."""
        return sum(card.mark is hooks.DUE for card in self.hooks)

    @property
    def open(self) -> int:
        """How many hooks may be offered."""
        return sum(not card.hook.paused for card in self.hooks)

    @property
    def tokens(self) -> int:
        """How long the text is that the character will find before its next reply."""
        return tokens(self.told)

    @property
    def is_hook(self) -> bool:
        """Whether the drawer shows a hook."""
        return isinstance(self.look, HookDetail)


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

    address: CastAddress
    people: tuple[Person, ...]
    places: tuple[MemoryChip, ...]
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
        told = f"{self.title} talks with {plural(len(self.people), 'person', 'people')}"
        if not stuck:
            return f"{told}; no relationship is stuck."
        return f"{told}; {plural(stuck, 'relationship is', 'relationships are')} stuck."

    def who(self, speaker: str) -> str:
        """Who said something, by name."""
        return who(speaker, self.address)

    author = staticmethod(author)


@router.get("/{character}", response_class=HTMLResponse)
def shown(
    request: Request, bible: OpenBible, address: Addressed, peek: Peeked = "", cursor: Cursor = None
) -> HTMLResponse:
    """A character with one of its users."""
    templates: Templates = request.app.state.templates
    return templates.page(request, "character.html", page=page(bible, address, peek=peek, cursor=cursor))


def page(bible: Bible, address: CastAddress, *, peek: str = "", cursor: str | None = None) -> CharacterPage:
    """What the page of a character shows, all of one moment."""
    at = utcnow()
    with bible.db.snapshot():
        places = cast.places(bible.db, address.character)
        # Whoever has very many users shows the latest; the one who is asked for is looked up.
        if address.user and address.user not in {place.user_id for place in places}:
            places += cast.places(bible.db, address.character, user_id=address.user)
        address = address.settled(places)
        user, each = address.user or None, MOST_RELATIONS
        found = cast.bonds_of(bible.db, [address.character], each=each, beats=SPARK_BEATS, user_id=user)
        relations = {bond.user_id: relation(bond) for bond in found}
        played = cast.episodes(bible.db, address.character, user_id=user)
        return CharacterPage(
            address=address,
            people=_people(address, places, relations),
            places=_places(address, places),
            episodes=episode_bars(played),
            met=_met(bible, address, places, relations, peek=peek, cursor=cursor, at=at) if user else None,
            now=at,
            title=name(address.character),
        )


def _people(address: CastAddress, places: Sequence[MetPlace], relations: Mapping[str, Relation]) -> tuple[Person, ...]:
    totals: Counter[str] = Counter()
    for place in places:
        totals[place.user_id] += place.memories
    return tuple(
        Person(
            user_id=user,
            href=CastAddress(character=address.character, user=user).to(),
            memories=number,
            relation=relations.get(user),
            is_chosen=user == address.user,
        )
        for user, number in totals.items()
    )


def _places(address: CastAddress, places: Sequence[MetPlace]) -> tuple[MemoryChip, ...]:
    """Where the two have met; free chat is always among them, for it can always begin."""
    theirs = {place.series_id or "": place.memories for place in places if place.user_id == address.user}
    if address.user:
        theirs.setdefault("", 0)
    return tuple(
        MemoryChip(
            label=series or "Free chat",
            count=count,
            href=CastAddress(character=address.character, user=address.user, series=series).to(),
            is_chosen=series == address.series,
        )
        for series, count in theirs.items()
    )


def _met(
    bible: Bible,
    address: CastAddress,
    places: Sequence[MetPlace],
    relations: Mapping[str, Relation],
    *,
    peek: str,
    cursor: str | None,
    at: datetime,
) -> Met:
    scope = Scope(user_id=address.user, character_id=address.character, series_id=address.series or None)
    beats = bonds.latest_beats(bible.db, address.user, address.character, limit=MOST_BEATS)[::-1]
    talk = viewing.last_talk(bible.db, scope)
    look = _look(bible, scope, address, peek=peek, at=at) if peek else None
    here = (scope.user_id, scope.series_id)
    return Met(
        relation=relations.get(address.user),
        tension=tension(beats) if beats else None,
        memories=memories.memory_list(bible, scope, address, at=at, cursor=cursor),
        hooks=hooks.open_hooks(bible, scope, address, at=at),
        past_hooks=hooks.past_hooks(bible, scope, address, at=at),
        told=viewing.foretold(bible.db, scope, talk, at=at).text,
        conversations=sum(each.conversations for each in places if (each.user_id, each.series_id) == here),
        unread=talk.turn_count - talk.processed if talk else 0,
        look=look,
        is_missing=bool(peek) and look is None,
    )


def _look(
    bible: Bible, scope: Scope, address: CastAddress, *, peek: str, at: datetime
) -> MemoryDetail | HookDetail | None:
    if peek.startswith(PEEK):
        return hooks.detail(bible, scope, peek.removeprefix(PEEK), address, at=at)
    return memories.detail(bible, scope, peek, address, at=at)
