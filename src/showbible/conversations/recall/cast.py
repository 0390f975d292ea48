"""Who talks with whom: every character, the places where it remembers somebody, and how each relationship moves."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from showbible.conversations.model import Beat, BeatType, Scope
from showbible.conversations.recall import bonds
from showbible.conversations.recall.bonds import EpisodeBeats, Stuck, tone
from showbible.errors import NotFound
from showbible.storage import paging
from showbible.storage.database import Database
from showbible.storage.paging import Page
from showbible.values import frozen
from showbible.vocabulary import checked_id, moment, stamp

MOST_PLACES: Final = 500

# Who met whom where; a memory written by hand is a meeting, too. A pool is named as Scope names it.
_MET: Final = """
    SELECT character_id, user_id, series_id, 1 AS talks, heard_at AS at,
           CASE WHEN series_id IS NULL THEN user_id || '/character/' || character_id
                ELSE user_id || '/series/' || series_id END AS pool
      FROM conversations
     UNION ALL
    SELECT SUBSTR(pool, LENGTH(user_id) + 12), user_id, NULL, 0, last_at, pool
      FROM memory_pools
     WHERE pool LIKE '%/character/%'
"""


@frozen
class Character:
    """A character that somebody talked with; guests count as conversations, not as users."""

    character_id: str
    users: int
    conversations: int
    last_at: datetime


@frozen
class Reserve:
    """What a character has to draw on: memories within reach and hooks that are still open, none of them paused."""

    memories: int = 0
    hooks: int = 0
    due: int = 0


@frozen
class Bond:
    """How one user and one character get along, with the latest tensions and beats, oldest first."""

    user_id: str
    character_id: str
    tension: int
    beats: int
    changed_at: datetime
    tensions: tuple[int, ...]
    types: tuple[BeatType, ...]

    @property
    def tone(self) -> str:
        """The tone of the latest beats."""
        return tone(tuple(Beat(type=kind) for kind in reversed(self.types)))


@frozen
class CastMember:
    """A character, what it has to draw on, the relationship that moved last, and whom it is stuck with."""

    character: Character
    reserve: Reserve
    bond: Bond | None
    stuck_with: tuple[str, ...]

    @property
    def last_at(self) -> datetime:
        """When anything last happened to it."""
        return self.bond.changed_at if self.bond else self.character.last_at


@frozen
class CastNews:
    """Which relationships are stuck at a moment, and which characters have something due."""

    at: datetime
    stuck: Sequence[Stuck]
    due: Sequence[str]


@frozen
class MetPlace:
    """Where a character remembers a user: in one series, or in free chat."""

    user_id: str
    series_id: str | None
    conversations: int
    memories: int
    last_at: datetime

    def scope(self, character_id: str) -> Scope:
        """The scope that this place is."""
        return Scope(user_id=self.user_id, character_id=character_id, series_id=self.series_id)


@frozen
class CharacterFilter:
    """Which characters are wanted; None leaves a thing open."""

    text: str = ""
    ids: Sequence[str] | None = None


def characters(db: Database, wanted: CharacterFilter, *, limit: int, cursor: str | None = None) -> Page[Character]:
    """The characters that somebody talked with, the latest talk first."""
    at, after = paging.decoded(cursor, (int, str)) if cursor else (2**62, "")
    # An empty list has no type on PostgreSQL; no id is empty, so an empty name finds nothing.
    wish = {"text": like(wanted.text), "any_id": int(wanted.ids is None), "ids": list(wanted.ids or ()) or [""]}
    rows = db.all(
        f"""
        SELECT character_id, COUNT(DISTINCT user_id) AS users, SUM(talks) AS talks, MAX(at) AS last_at
          FROM ({_MET}) AS met
         WHERE LOWER(character_id) LIKE :text ESCAPE '\\' AND (:any_id = 1 OR character_id IN :ids)
         GROUP BY character_id
        HAVING MAX(at) < :at OR (MAX(at) = :at AND character_id < :after)
         ORDER BY last_at DESC, character_id DESC
         LIMIT :limit
        """,  # noqa: S608
        **wish,
        at=at,
        after=after,
        limit=limit + 1,
    )
    total = db.value(
        f"""
        SELECT COUNT(DISTINCT character_id)
          FROM ({_MET}) AS met
         WHERE LOWER(character_id) LIKE :text ESCAPE '\\' AND (:any_id = 1 OR character_id IN :ids)
        """,  # noqa: S608
        **wish,
    )
    found = [
        Character(
            character_id=row.character_id,
            users=int(row.users),
            conversations=int(row.talks),
            last_at=moment(row.last_at),
        )
        for row in rows
    ]
    return paging.page(found, limit=limit, total=int(total), key=lambda each: (stamp(each.last_at), each.character_id))


def news(db: Database, *, at: datetime) -> CastNews:
    """Who is stuck with whom, and who has something to come back to now."""
    return CastNews(at=at, stuck=bonds.stuck(db), due=with_due_hooks(db, at=at))


def members(
    db: Database, wanted: CharacterFilter, news: CastNews, *, beats: int, limit: int, cursor: str | None = None
) -> Page[CastMember]:
    """The same characters with all that a list tells of them, the latest beats of one relationship included."""
    found = characters(db, wanted, limit=limit, cursor=cursor)
    ids = [each.character_id for each in found.items]
    drawn = reserves(db, ids, at=news.at)
    latest = {bond.character_id: bond for bond in bonds_of(db, ids, each=1, beats=beats)}
    listed = [
        CastMember(
            character=each,
            reserve=drawn[each.character_id],
            bond=latest.get(each.character_id),
            stuck_with=tuple(one.user_id for one in news.stuck if one.character_id == each.character_id),
        )
        for each in found.items
    ]
    return Page(items=listed, total=found.total, next_cursor=found.next_cursor)


def reserves(db: Database, character_ids: Sequence[str], *, at: datetime) -> dict[str, Reserve]:
    """What each of these characters has to draw on, all users together."""
    ids = list(character_ids) or [""]
    memories = db.all(
        f"""
        WITH reached AS (SELECT DISTINCT character_id, pool FROM ({_MET}) AS met WHERE character_id IN :ids),
             held AS (SELECT pool, COUNT(*) AS number
                        FROM memories
                       WHERE pool IN (SELECT pool FROM reached) AND type <> 'said' AND paused_at IS NULL
                       GROUP BY pool)
        SELECT reached.character_id, SUM(held.number) AS number
          FROM reached
          JOIN held ON held.pool = reached.pool
         GROUP BY reached.character_id
        """,  # noqa: S608
        ids=ids,
    )
    hooks = db.all(
        """
        SELECT character_id, COUNT(*) AS number,
               SUM(CASE WHEN due_at IS NULL OR due_at <= :at THEN 1 ELSE 0 END) AS due
          FROM hooks
         WHERE character_id IN :ids AND state = 'active' AND expires_at > :at AND paused_at IS NULL
         GROUP BY character_id
        """,
        ids=ids,
        at=stamp(at),
    )
    kept = {row.character_id: int(row.number) for row in memories}
    waiting = {row.character_id: (int(row.number), int(row.due)) for row in hooks}
    return {
        each: Reserve(memories=kept.get(each, 0), hooks=waiting.get(each, (0, 0))[0], due=waiting.get(each, (0, 0))[1])
        for each in character_ids
    }


def with_due_hooks(db: Database, *, at: datetime) -> list[str]:
    """The characters that have something to come back to now."""
    rows = db.all(
        """
        SELECT DISTINCT character_id
          FROM hooks
         WHERE state = 'active' AND expires_at > :at AND (due_at IS NULL OR due_at <= :at) AND paused_at IS NULL
        """,
        at=stamp(at),
    )
    return [row.character_id for row in rows]


def bonds_of(
    db: Database, character_ids: Sequence[str], *, each: int, beats: int, user_id: str | None = None
) -> list[Bond]:
    """The relationships of these characters, `each` of them a few that moved last, with their latest beats."""
    rows = db.all(
        """
        SELECT chosen.*, past.type, past.tension AS left_at
          FROM (SELECT user_id, character_id, tension, beats, changed_at,
                       ROW_NUMBER() OVER (PARTITION BY character_id ORDER BY changed_at DESC, user_id) AS place
                  FROM engagements
                 WHERE character_id IN :ids AND (CAST(:user_id AS TEXT) IS NULL OR user_id = :user_id)) AS chosen
          JOIN relationship_beats AS past
            ON past.user_id = chosen.user_id AND past.character_id = chosen.character_id
           AND past.number > chosen.beats - :beats
         WHERE chosen.place <= :each
         ORDER BY chosen.character_id, chosen.place, past.number
        """,
        ids=list(character_ids) or [""],
        each=each,
        beats=beats,
        user_id=user_id,
    )
    found: dict[tuple[str, str], list[tuple[int, str]]] = {}
    for row in rows:
        found.setdefault((row.character_id, row.user_id), []).append((row.left_at, row.type))
    heads = {(row.character_id, row.user_id): row for row in rows}
    return [
        Bond(
            user_id=head.user_id,
            character_id=head.character_id,
            tension=head.tension,
            beats=int(head.beats),
            changed_at=moment(head.changed_at),
            tensions=tuple(tension for tension, _ in found[key]),
            types=tuple(BeatType(kind) for _, kind in found[key]),
        )
        for key, head in heads.items()
    ]


def places(db: Database, character_id: str, *, user_id: str | None = None) -> list[MetPlace]:
    """Where a character remembers whom, the latest first; nobody ever met an unknown one."""
    checked_id("character", character_id)
    rows = db.all(
        f"""
        SELECT met.user_id, met.series_id, SUM(met.talks) AS talks, MAX(met.at) AS last_at,
               (SELECT COUNT(*) FROM memories WHERE memories.pool = met.pool AND type <> 'said') AS memories
          FROM ({_MET}) AS met
         WHERE met.character_id = :character_id AND (CAST(:user_id AS TEXT) IS NULL OR met.user_id = :user_id)
         GROUP BY met.user_id, met.series_id, met.pool
         ORDER BY last_at DESC, met.user_id, met.series_id
         LIMIT :limit
        """,  # noqa: S608
        character_id=character_id,
        user_id=user_id,
        limit=MOST_PLACES,
    )
    if not rows and user_id is None:
        raise NotFound("character", character_id)
    return [
        MetPlace(
            user_id=row.user_id,
            series_id=row.series_id,
            conversations=int(row.talks),
            memories=int(row.memories),
            last_at=moment(row.last_at),
        )
        for row in rows
        if row.user_id is not None
    ]


def episodes(db: Database, character_id: str, *, user_id: str | None = None) -> list[EpisodeBeats]:
    """How the beats of each episode divide, in the order in which they were played; of one user, or of all."""
    rows = db.all(
        """
        SELECT series_id, episode_id, type, COUNT(*) AS number, MIN(at) AS began
          FROM relationship_beats
         WHERE character_id = :character_id AND (CAST(:user_id AS TEXT) IS NULL OR user_id = :user_id)
         GROUP BY series_id, episode_id, type
        """,
        character_id=checked_id("character", character_id),
        user_id=user_id,
    )
    began: dict[tuple[str | None, str | None], int] = {}
    kinds: dict[tuple[str | None, str | None], dict[BeatType, int]] = {}
    for row in rows:
        key = (row.series_id, row.episode_id)
        began[key] = min(row.began, began.get(key, row.began))
        kinds.setdefault(key, {})[BeatType(row.type)] = int(row.number)
    return [
        EpisodeBeats(series_id=key[0], episode_id=key[1], beats=kinds[key])
        for key in sorted(began, key=began.__getitem__)
    ]


def like(text: str) -> str:
    """A pattern for LIKE that finds a text anywhere, whatever marks it holds; nothing finds everything."""
    escaped = text.lower().replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
    return f"%{escaped}%"
