"""How users and characters get along: one relationship, or all of them in numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Final

from showbible.conversations.model import (
    RECENT_BEATS,
    START_TENSION,
    Beat,
    BeatType,
    Dynamic,
    Milestone,
    PastBeat,
)
from showbible.storage.database import Database
from showbible.storage.rows import value_of
from showbible.values import frozen
from showbible.vocabulary import checked_id, moment

ENOUGH_BEATS: Final = 8
STUCK_SHARE: Final = 0.8
MOST_STUCK: Final = 200
MOVING: Final = frozenset({BeatType.VULNERABLE, BeatType.CONFLICT, BeatType.CHARGED, BeatType.LONGING})
"""Beats after which two people are not where they were: with one of them among the latest, nobody is stuck."""
TONES: Final[Mapping[BeatType, str]] = {
    BeatType.PLAYFUL: "playful",
    BeatType.FLIRTY: "flirty",
    BeatType.TENSE: "tense",
    BeatType.VULNERABLE: "intimate",
    BeatType.SUPPORTIVE: "warm",
    BeatType.CONFLICT: "strained",
    BeatType.COMFORT: "tender",
    BeatType.CHARGED: "electric",
    BeatType.LONGING: "yearning",
    BeatType.NEUTRAL: "warm",
}


@frozen
class EpisodeBeats:
    """How often each kind of beat came up in an episode; `quality` is the share that was more than small talk."""

    series_id: str | None
    episode_id: str | None
    beats: dict[BeatType, int]

    @property
    def total(self) -> int:
        """All of its beats."""
        return sum(self.beats.values())

    @property
    def quality(self) -> float:
        """The share of beats that moved something."""
        return 1 - self.beats.get(BeatType.NEUTRAL, 0) / self.total


@frozen
class Stuck:
    """A relationship whose latest beats are nearly all neutral, and none of which moved it."""

    user_id: str
    character_id: str
    neutral_share: float
    beats: int
    tension_level: int
    last_at: datetime


def tone(beats: tuple[Beat, ...]) -> str:
    """The tone of the latest beats, newest first: the latest that was more than small talk."""
    telling = next((beat.type for beat in beats[:3] if beat.type is not BeatType.NEUTRAL), BeatType.NEUTRAL)
    return TONES[telling]


def dynamic(db: Database, user_id: str, character_id: str) -> Dynamic:
    """How a user and a character get along; strangers begin warm, with a little tension."""
    checked_id("user", user_id)
    checked_id("character", character_id)
    with db.snapshot():
        level = tension(db, user_id, character_id)
        recent = latest_beats(db, user_id, character_id)
        reached = _milestones(db, user_id, character_id)
    return Dynamic(
        tone=tone(tuple(recent)),
        tension_level=level,
        recent_beats=tuple(recent),
        milestones=reached,
    )


def tension(db: Database, user_id: str, character_id: str) -> int:
    """The tension between a user and a character, as it stands."""
    level = db.value(
        "SELECT tension FROM engagements WHERE user_id = :user_id AND character_id = :character_id",
        user_id=user_id,
        character_id=character_id,
    )
    return START_TENSION if level is None else int(level)


def latest_beats(db: Database, user_id: str, character_id: str, *, limit: int = RECENT_BEATS) -> list[PastBeat]:
    """The latest beats of a relationship, newest first."""
    rows = db.all(
        """
        SELECT *
          FROM relationship_beats
         WHERE user_id = :user_id AND character_id = :character_id
         ORDER BY number DESC
         LIMIT :limit
        """,
        user_id=user_id,
        character_id=character_id,
        limit=limit,
    )
    return [_past(row) for row in rows]


def _milestones(db: Database, user_id: str, character_id: str) -> tuple[Milestone, ...]:
    rows = db.all(
        """
        SELECT milestone, MIN(number) AS first
          FROM relationship_beats
         WHERE user_id = :user_id AND character_id = :character_id AND milestone IS NOT NULL
         GROUP BY milestone
         ORDER BY first
        """,
        user_id=user_id,
        character_id=character_id,
    )
    return tuple(Milestone(row.milestone) for row in rows)


def distribution(
    db: Database, *, series_id: str | None = None, character_id: str | None = None
) -> Sequence[EpisodeBeats]:
    """How the beats of each episode divide among the kinds."""
    rows = db.all(
        """
        SELECT series_id, episode_id, type, COUNT(*) AS number
          FROM relationship_beats
         WHERE (CAST(:series_id AS TEXT) IS NULL OR series_id = :series_id)
           AND (CAST(:character_id AS TEXT) IS NULL OR character_id = :character_id)
         GROUP BY series_id, episode_id, type
         ORDER BY series_id, episode_id, type
        """,
        series_id=checked_id("series", series_id) if series_id is not None else None,
        character_id=checked_id("character", character_id) if character_id is not None else None,
    )
    episodes: dict[tuple[str | None, str | None], dict[BeatType, int]] = {}
    for row in rows:
        episodes.setdefault((row.series_id, row.episode_id), {})[BeatType(row.type)] = int(row.number)
    return [
        EpisodeBeats(series_id=series, episode_id=episode, beats=beats) for (series, episode), beats in episodes.items()
    ]


def stuck(db: Database, *, series_id: str | None = None, character_id: str | None = None) -> list[Stuck]:
    """The relationships whose latest beats are nearly all neutral and moved nothing, the longest silent first."""
    rows = db.all(
        """
        SELECT engagements.user_id, engagements.character_id, engagements.tension,
               COUNT(*) AS beats, MAX(recent.at) AS last_at,
               SUM(CASE WHEN recent.type = 'neutral' THEN 1 ELSE 0 END) AS neutral
          FROM engagements
          JOIN relationship_beats AS recent
            ON recent.user_id = engagements.user_id AND recent.character_id = engagements.character_id
           AND recent.number > engagements.beats - :recent
         WHERE (CAST(:series_id AS TEXT) IS NULL OR recent.series_id = :series_id)
           AND (CAST(:character_id AS TEXT) IS NULL OR engagements.character_id = :character_id)
         GROUP BY engagements.user_id, engagements.character_id, engagements.tension
        HAVING COUNT(*) >= :enough
           AND SUM(CASE WHEN recent.type = 'neutral' THEN 1 ELSE 0 END) >= :share * COUNT(*)
           AND SUM(CASE WHEN recent.type IN :moving THEN 1 ELSE 0 END) = 0
         ORDER BY last_at, engagements.user_id, engagements.character_id
         LIMIT :most
        """,
        series_id=series_id,
        character_id=character_id,
        recent=RECENT_BEATS,
        enough=ENOUGH_BEATS,
        share=STUCK_SHARE,
        moving=[each.value for each in MOVING],
        most=MOST_STUCK,
    )
    return [
        Stuck(
            user_id=row.user_id,
            character_id=row.character_id,
            neutral_share=row.neutral / row.beats,
            beats=int(row.beats),
            tension_level=row.tension,
            last_at=moment(row.last_at),
        )
        for row in rows
    ]


def _past(row: Any) -> PastBeat:
    milestone = Milestone(row.milestone) if row.milestone else None
    return value_of(PastBeat, row, milestone=milestone)
