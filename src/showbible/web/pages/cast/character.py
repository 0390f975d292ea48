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
from showbible.conversations.model import DISTILLED, HALF_LIFE, Hook, HookType, Memory, Role, Scope
from showbible.conversations.recall import bonds, cast, viewing
from showbible.conversations.recall import hooks as hook_recall
from showbible.conversations.recall.cast import MetPlace
from showbible.vocabulary import utcnow
from showbible.web.deps import OpenBible
from showbible.web.pages.cast import hooks, memories
from showbible.web.pages.cast.address import Addressed, CastAddress
from showbible.web.pages.cast.bond import SPARK_BEATS, Relation, Tension, episode_bars, name, relation, tension, verdict
from showbible.web.pages.cast.hooks import HookDetail
from showbible.web.pages.cast.memories import MemoryDetail, MemoryListing
from showbible.web.pages.kit.charts import Bars
from showbible.web.pages.kit.lists import Cursor, Peeked
from showbible.web.pages.kit.marks import StatusMark
from showbible.web.pages.kit.rewording import author
from showbible.web.render import Crumb, Templates
from showbible.web.words import plain

router = APIRouter(prefix="/cast")

PEEK: Final = "hook:"
"""How the address of a drawer tells a hook from a memory; no id has a colon."""
MOST_BEATS: Final = 120
MOST_HOOKS: Final = 50
MOST_PAST: Final = 12
MOST_RELATIONS: Final = 50


@dataclass(frozen=True, kw_only=True)
class Met:
    """One user and one character, in one place; `unread` counts exchanges nobody has followed up yet."""

    tension: Tension | None
    memories: MemoryListing
    hooks: Sequence[Hook]
    past_hooks: Sequence[Hook]
    told: str
    conversations: int
    unread: int
    look: MemoryDetail | HookDetail | None


@dataclass(frozen=True, kw_only=True)
class CharacterPage:
    """A character with one of its users; `met` is missing until one is chosen.

    `people` are the users with the number of their memories, `places` where the chosen one and the character have met.
    """

    address: CastAddress
    people: Mapping[str, int]
    relations: Mapping[str, Relation]
    places: Mapping[str, int]
    episodes: Bars | None
    met: Met | None
    peek: str
    now: datetime
    title: str
    types: tuple[tuple[str, str], ...] = tuple((kind.value, plain(kind)) for kind in DISTILLED)
    hook_types: tuple[tuple[str, str], ...] = tuple((kind.value, plain(kind)) for kind in HookType)
    half_life: int = HALF_LIFE.days
    crumbs: tuple[Crumb, ...] = (Crumb(label="Cast", href="/cast"),)

    author = staticmethod(author)
    bars = staticmethod(memories.bars)
    tokens = staticmethod(tokens)

    @property
    def stuck(self) -> int:
        """How many relationships go nowhere."""
        return sum(bool(each.stuck) for each in self.relations.values())

    @property
    def relation(self) -> Relation | None:
        """How the character stands with the user that is chosen."""
        return self.relations.get(self.address.user)

    @property
    def verdict(self) -> str:
        """How the two stand, in a sentence."""
        if self.relation is None or self.met is None or self.met.tension is None:
            return "They have not talked yet: a first exchange begins their relationship."
        return verdict(self.relation, self.met.tension.milestones)

    def who(self, speaker: str | None) -> str:
        """Who said something, by name where it was one of the two; nothing when nobody knows."""
        known = {Role.USER.value: self.address.user, Role.ASSISTANT.value: self.title}
        return known.get(speaker or "", speaker or "")

    def mark(self, thing: Memory | Hook) -> StatusMark:
        """How a memory or a hook stands."""
        if isinstance(thing, Hook):
            return hooks.mark(thing, at=self.now)
        return memories.STANDINGS[viewing.standing(thing)]


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
        return CharacterPage(
            address=address,
            people=_totals(places),
            relations={bond.user_id: relation(bond) for bond in found},
            places=_places(places, address.user),
            episodes=episode_bars(cast.episodes(bible.db, address.character, user_id=user)),
            met=_met(bible, address, places, peek=peek, cursor=cursor, at=at) if user else None,
            peek=peek,
            now=at,
            title=name(address.character),
        )


def _totals(places: Sequence[MetPlace]) -> Mapping[str, int]:
    totals = Counter[str]()
    for place in places:
        totals[place.user_id] += place.memories
    return totals


def _places(places: Sequence[MetPlace], user: str) -> Mapping[str, int]:
    """The memories of each series and of free chat, which is always there, for it can always begin."""
    theirs = {place.series_id or "": place.memories for place in places if place.user_id == user}
    return theirs if "" in theirs or not user else {**theirs, "": 0}


def _met(
    bible: Bible, address: CastAddress, places: Sequence[MetPlace], *, peek: str, cursor: str | None, at: datetime
) -> Met:
    scope = Scope(user_id=address.user, character_id=address.character, series_id=address.series or None)
    beats = bonds.latest_beats(bible.db, address.user, address.character, limit=MOST_BEATS)[::-1]
    talk = viewing.last_talk(bible.db, scope)
    here = (scope.user_id, scope.series_id)
    return Met(
        tension=tension(beats) if beats else None,
        memories=memories.memory_list(bible, scope, address, cursor=cursor),
        hooks=hook_recall.active(bible.db, scope, at=at, limit=MOST_HOOKS, paused=True),
        past_hooks=viewing.past_hooks(bible.db, scope, at=at, limit=MOST_PAST),
        told=viewing.next_brief(bible.db, scope, talk, at=at).text,
        conversations=sum(each.conversations for each in places if (each.user_id, each.series_id) == here),
        unread=talk.turn_count - talk.processed if talk else 0,
        look=_look(bible, scope, peek) if peek else None,
    )


def _look(bible: Bible, scope: Scope, peek: str) -> MemoryDetail | HookDetail | None:
    if peek.startswith(PEEK):
        return hooks.detail(bible, scope, peek.removeprefix(PEEK))
    return memories.detail(bible, scope, peek)
