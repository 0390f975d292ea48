"""`/cast/{character}`: what it remembers of one user in one place, what it will come back to, how the two get along."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import datetime

from fastapi import APIRouter
from starlette.responses import StreamingResponse

from showbible.bible import Bible
from showbible.briefing.tokens import tokens
from showbible.conversations.model import DISTILLED, HALF_LIFE, Hook, HookType, Memory, Role, Scope
from showbible.conversations.recall import bonds, cast, viewing
from showbible.conversations.recall import hooks as hook_recall
from showbible.conversations.recall.cast import Bond, MetPlace
from showbible.conversations.recall.viewing import MemoryStanding
from showbible.shapes.conversations import MemoryLine
from showbible.storage import paging
from showbible.web.deps import OpenBible
from showbible.web.pages.cast import bond as bond_words
from showbible.web.pages.cast import details
from showbible.web.pages.cast.address import Addressed, CastAddress
from showbible.web.pages.cast.bond import SPARK_BEATS, Tension, episode_bars, name
from showbible.web.pages.kit import attachments
from showbible.web.pages.kit.lists import Cursor, Listed, Peeked
from showbible.web.pages.kit.marks import StatusMark
from showbible.web.pages.kit.page import PlacePage, page_at
from showbible.web.render import Crumb

router = APIRouter(prefix="/cast")


class MemoryListing:
    """A page of the memories of a scope, and how many each type and each state would show; all of them under ""."""

    def __init__(self, bible: Bible, scope: Scope, address: CastAddress, *, cursor: str | None) -> None:
        page, counts = viewing.memory_page(bible.db, scope, address.wanted, limit=50, cursor=cursor or None)
        count = lambda less: viewing.total(viewing.memory_counts(bible.db, scope, less.q), less.wanted)  # noqa: E731
        self.page = Listed(address, page, lambda memory: memory, cursor=cursor, count=count)
        types, states = viewing.divided(counts, address.wanted)
        offered = [kind for kind in DISTILLED if types[kind] or address.type == kind]
        self.types: dict[str, int] = {"": types.total()} | {kind: types[kind] for kind in offered}
        self.states: dict[str, int] = {"": states.total()} | {each: states[each] for each in MemoryStanding}


class Met:
    """One user and one character, in one place; `unread` counts exchanges nobody has followed up yet."""

    def __init__(self, bible: Bible, address: CastAddress, *, peek: str, cursor: str | None, at: datetime) -> None:
        db, user, character = bible.db, address.user, address.character
        scope = Scope(user_id=user, character_id=character, series_id=address.series or None)
        beats, talk = bonds.latest_beats(db, user, character, limit=120)[::-1], viewing.last_talk(db, scope)
        self.tension = Tension(beats) if beats else None
        self.memories = MemoryListing(bible, scope, address, cursor=cursor)
        self.hooks = hook_recall.active(db, scope, at=at, limit=50, paused=True)
        self.past_hooks = viewing.past_hooks(db, scope, at=at, limit=12)
        self.told = viewing.next_brief(db, scope, talk, at=at).text
        self.unread = talk.turn_count - talk.processed if talk else 0
        self.look = details.detail(bible, scope, peek) if peek else None


@page_at(router, "/{character}", "character.html")
class CharacterPage(PlacePage):
    """A character with one of its users, all of one moment; `met` is missing until one is chosen.

    `people` are the users with the number of their memories, `places` where the chosen one and the character have met,
    `conversations` how often they have in the place that is looked at.
    """

    crumbs = (Crumb(label="Cast", href="/cast"),)
    types = DISTILLED
    hook_types = tuple(HookType)
    half_life = HALF_LIFE.days
    bars = staticmethod(details.bars)
    moved = staticmethod(bond_words.moved)
    spark = staticmethod(bond_words.spark)
    tokens = staticmethod(tokens)
    why_stuck = staticmethod(bond_words.why_stuck)

    def __init__(self, bible: OpenBible, address: Addressed, peek: Peeked = "", cursor: Cursor = None) -> None:
        self.title, self.peek = name(address.character), peek
        with bible.db.snapshot():
            places = cast.places(bible.db, address.character)
            # Whoever has very many users shows the latest; the one who is asked for is looked up.
            if address.user and address.user not in {place.user_id for place in places}:
                places += cast.places(bible.db, address.character, user_id=address.user)
            self.address = address = address.settled(places)
            user, character = address.user or None, address.character
            relations = cast.bonds_of(bible.db, [character], each=50, beats=SPARK_BEATS, user_id=user)
            self.episodes = episode_bars(cast.episodes(bible.db, character, user_id=user))
            self.met = Met(bible, address, peek=peek, cursor=cursor, at=self.now) if user else None
        self.people, self.places = _totals(places), _places(places, address.user)
        self.relations = {bond.user_id: bond for bond in relations}
        here = (user, address.series or None)
        self.conversations = sum(each.conversations for each in places if (each.user_id, each.series_id) == here)

    @property
    def stuck(self) -> int:
        """How many relationships go nowhere."""
        return sum(bool(self.why_stuck(each.types)) for each in self.relations.values())

    @property
    def relation(self) -> Bond | None:
        """How the character stands with the user that is chosen."""
        return self.relations.get(self.address.user)

    @property
    def verdict(self) -> str:
        """How the two stand, in a sentence."""
        if self.relation is None or self.met is None or self.met.tension is None:
            return "They have not talked yet: a first exchange begins their relationship."
        return bond_words.verdict(self.relation, self.met.tension.milestones)

    def who(self, speaker: str | None) -> str:
        """Who said something, by name where it was one of the two; nothing when nobody knows."""
        known = {Role.USER.value: self.address.user, Role.ASSISTANT.value: self.title}
        return known.get(speaker or "", speaker or "")

    def mark(self, thing: Memory | Hook) -> StatusMark:
        """How a memory or a hook stands."""
        return details.mark(thing, at=self.now)


def _totals(places: Sequence[MetPlace]) -> Mapping[str, int]:
    totals = Counter[str]()
    for place in places:
        totals[place.user_id] += place.memories
    return totals


def _places(places: Sequence[MetPlace], user: str) -> Mapping[str, int]:
    """The memories of each series and of free chat, which is always there, for it can always begin."""
    theirs = {place.series_id or "": place.memories for place in places if place.user_id == user}
    return theirs if "" in theirs or not user else {**theirs, "": 0}


@router.get("/{character}/memories.{ending}")
def file(bible: OpenBible, address: Addressed, ending: attachments.Ending) -> StreamingResponse:
    """Every memory that passes the filters."""
    address = address.settled(cast.places(bible.db, address.character, user_id=address.user or None))
    scope, wanted, most = address.scope(bible), address.wanted, paging.MOST
    lines = attachments.each(lambda cursor: viewing.memory_page(bible.db, scope, wanted, limit=most, cursor=cursor)[0])
    return attachments.shaped(f"{address.character}-memories", ending, MemoryLine, lines)
