"""What each exchange does to a relationship, added up atomically and once."""

from __future__ import annotations

from showbible.conversations.model import (
    BIGGEST_STEP,
    MOST_TENSION,
    START_TENSION,
    Beat,
    Conversation,
    Exchange,
    Scope,
    clamped,
)
from showbible.storage.database import Database
from showbible.vocabulary import stamp


def stepped(tension: int, change: int) -> int:
    """The tension after a step, never below 0 or above 100."""
    return max(0, min(MOST_TENSION, tension + clamped(change, BIGGEST_STEP)))


def feel(db: Database, scope: Scope, talk: Conversation, exchange: Exchange, *, beat: Beat, made_by: str) -> bool:
    """Add the beat of an exchange to its relationship; gives whether it was new."""
    with db.transaction():
        db.hold(f"user:{scope.user_id}")
        known = db.value(
            "SELECT 1 FROM relationship_beats WHERE session_id = :session_id AND exchange_id = :exchange_id",
            session_id=exchange.session_id,
            exchange_id=exchange.exchange_id,
        )
        if known:
            return False
        number, tension = _moved(db, scope, beat, at=stamp(exchange.at))
        db.run(
            """
            INSERT INTO relationship_beats (
                user_id, character_id, number, series_id, episode_id, session_id, exchange_id, type, tension_change,
                tension, milestone, made_by, at)
            VALUES (
                :user_id, :character_id, :number, :series_id, :episode_id, :session_id, :exchange_id, :type,
                :tension_change, :tension, :milestone, :made_by, :at)
            """,
            user_id=scope.user_id,
            character_id=scope.character,
            number=number,
            series_id=talk.series_id,
            episode_id=talk.episode_id,
            session_id=exchange.session_id,
            exchange_id=exchange.exchange_id,
            type=beat.type,
            tension_change=beat.tension_change,
            tension=tension,
            milestone=beat.milestone,
            made_by=made_by,
            at=stamp(exchange.at),
        )
    return True


def _moved(db: Database, scope: Scope, beat: Beat, *, at: int) -> tuple[int, int]:
    """The number of the new beat and the tension after it."""
    row = db.first(
        "SELECT tension, beats FROM engagements WHERE user_id = :user_id AND character_id = :character_id",
        user_id=scope.user_id,
        character_id=scope.character,
    )
    tension = stepped(row.tension if row else START_TENSION, beat.tension_change)
    number = row.beats + 1 if row else 1
    db.run(
        """
        INSERT INTO engagements (user_id, character_id, tension, beats, changed_at)
        VALUES (:user_id, :character_id, :tension, :beats, :at)
            ON CONFLICT (user_id, character_id)
            DO UPDATE SET tension = excluded.tension, beats = excluded.beats, changed_at = excluded.changed_at
        """,
        user_id=scope.user_id,
        character_id=scope.character,
        tension=tension,
        beats=number,
        at=at,
    )
    return number, tension
