"""Totals are derived from the records; the shapes are the same with and without history."""

from __future__ import annotations

from dataclasses import asdict
from datetime import timedelta

from showbible.bible import Bible
from showbible.lessons.model import Shelf
from tests.lessons.conftest import MONDAY, Produce


def test_without_history_there_are_zeros_and_nulls(bible: Bible) -> None:
    assert asdict(bible.lessons.analytics()) == {
        "total_runs": 0,
        "completed_runs": 0,
        "failed_runs": 0,
        "cancelled_runs": 0,
        "total_spent": 0.0,
        "spent_on_failures": 0.0,
        "avg_cost_per_run": None,
        "avg_quality_score": None,
        "avg_rating": None,
        "cost_per_point": None,
        "tier_distribution": {},
        "rating_distribution": {"1": 0, "2": 0, "3": 0, "4": 0, "5": 0},
        "patterns_learned": 0,
        "by_week": (),
    }


def test_averages_are_over_what_was_measured(bible: Bible, produce: Produce) -> None:
    produce(score=80, cost=4.0, rating=5)
    produce(score=None, cost=1.0, tier=None)
    produce("A trailer", score=None, cost=1.0, status="failed", tier="motion", rating=2)

    found = bible.lessons.analytics()

    assert (found.total_runs, found.completed_runs, found.failed_runs, found.total_spent) == (3, 2, 1, 6.0)
    assert (found.avg_cost_per_run, found.avg_quality_score, found.cost_per_point, found.avg_rating) == (
        2.0,
        80.0,
        0.05,
        3.5,
    )
    assert (found.tier_distribution, found.rating_distribution["5"], found.spent_on_failures) == (
        {"animated": 1, "unknown": 1},
        1,
        1.0,
    )


def test_a_zero_score_counts(bible: Bible, produce: Produce) -> None:
    produce(score=0.0)

    found = bible.lessons.analytics()

    assert (found.avg_quality_score, found.cost_per_point) == (0.0, None)


def test_weeks_begin_on_monday_and_are_named_as_iso_does(bible: Bible, produce: Produce) -> None:
    for hours in (0, 24 * 7 - 1, 24 * 7):
        produce(score=50, at=MONDAY + timedelta(hours=hours))

    weeks = [(week.week, week.runs, week.spent, week.avg_score) for week in bible.lessons.analytics().by_week]

    assert MONDAY.weekday() == 0
    assert weeks == [("2026-W46", 2, 4.0, 50.0), ("2026-W47", 1, 2.0, 50.0)]


def test_the_long_term_file_has_the_documents_shape(bible: Bible, produce: Produce) -> None:
    produce()
    bible.library.keep(Shelf.ASSETS, "video", item_id="clip", path="videos/a.mp4", metadata={"duration": 4})
    bible.library.keep(Shelf.BRAND, "logo", item_id="mark", path="media/logo.png", description="ours")

    found = bible.lessons.long_term()

    assert list(found) == [
        "preferences",
        "total_runs",
        "total_spent",
        "production_history",
        "patterns",
        "saved_assets",
        "brand_assets",
        "updated_at",
    ]
    assert (found["total_runs"], found["total_spent"], list(found["patterns"]), len(found["preferences"])) == (
        1,
        2.0,
        ["podcast_intro"],
        9,
    )
    assert (found["saved_assets"][0]["duration"], found["brand_assets"][0]["description"]) == (4, "ours")


def test_the_memory_index_has_the_documents_shape(bible: Bible, produce: Produce) -> None:
    for rating in (5, 4, 3):
        produce(mood="calm", music_style="piano", theme="sea", rating=rating)

    found = bible.lessons.memory_index()

    assert found["user_preferences"] == {
        "favorite_moods": ["calm"],
        "preferred_duration": None,
        "disliked_music_styles": [],
    }
    assert found["video_history"][-1] == {
        "runId": "run-002",
        "timestamp": int((MONDAY + timedelta(hours=2)).timestamp() * 1000),
        "rating": None,
        "theme": "sea",
        "musicStyle": "piano",
    }
    assert found["learned_patterns"]["successfulCombinations"] == [
        {"mood": "calm", "musicStyle": "piano", "successRate": 0.6667, "good": 2, "total": 3}
    ]


def test_the_files_can_be_read_out_of_an_empty_memory(bible: Bible) -> None:
    long_term, index = bible.lessons.long_term(), bible.lessons.memory_index()

    assert (long_term["production_history"], long_term["updated_at"], index["video_history"]) == ([], None, [])
