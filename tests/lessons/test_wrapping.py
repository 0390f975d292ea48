"""Every finished run becomes one production record, exactly once, whatever its end."""

from __future__ import annotations

import threading

from showbible.bible import Bible
from showbible.lessons.recall import history
from showbible.shapes.lessons import RecordShape
from showbible.vocabulary import rfc3339
from tests.lessons.conftest import Film, work_off


def _history(bible: Bible) -> list[tuple[str, str]]:
    return [(each.concept, each.status) for each in bible.lessons.history().items]


def test_the_record_holds_what_the_run_did(bible: Bible, film: Film) -> None:
    run = film(mood="calm", music_style="piano", final_video_path="videos/final.mp4", edl_path="cut.edl")
    work_off(bible)

    told = RecordShape.of(history.production(bible.db, run.id)).model_dump()
    assert {**told, "timestamp": rfc3339(told["timestamp"])} == {
        "run_id": run.id,
        "project_id": "default",
        "user_id": "local",
        "concept": "Podcast intro about whales",
        "timestamp": rfc3339(run.completed_at) if run.completed_at else None,
        "status": "completed",
        "winning_tier": "animated",
        "final_score": 80.0,
        "total_cost": 2.0,
        "duration_seconds": 20.0,
        "scenes_count": 4,
        "edit_style_used": "safe",
        "user_rating": None,
        "user_notes": None,
        "final_video_path": "videos/final.mp4",
        "edl_path": "cut.edl",
        "pattern": "podcast_intro",
        "mood": "calm",
        "music_style": "piano",
    }


def test_a_run_finished_and_wrapped_many_times_is_counted_once(bible: Bible, film: Film) -> None:
    run = film(cost="2.50")
    work_off(bible)

    bible.runs.finish(run.id)
    again = [bible.lessons.wrap(run.id) for _ in range(3)]

    overview = bible.lessons.overview()
    assert (again, overview.total_runs, overview.total_spent) == ([False] * 3, 1, 2_500_000)


def test_workers_that_wrap_at_once_make_one_record(bible: Bible) -> None:
    run = bible.runs.start("A teaser", budget=1)
    bible.runs.finish(run.id)
    made: list[bool] = []

    threads = [threading.Thread(target=lambda: made.append(bible.lessons.wrap(run.id))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert sorted(made) == [False, False, False, True]


def test_failed_and_cancelled_runs_are_recorded_with_their_cost_and_teach_no_pattern(bible: Bible, film: Film) -> None:
    film("A trailer", end="failed", cost="3.00")
    film("A teaser", end="cancelled", cost="1.00")
    work_off(bible)

    analytics = bible.lessons.analytics()
    assert _history(bible) == [("A teaser", "cancelled"), ("A trailer", "failed")]
    assert (analytics.failed_runs, analytics.cancelled_runs, analytics.total_spent, analytics.patterns_learned) == (
        1,
        1,
        4.0,
        0,
    )


def test_a_run_deleted_before_its_books_are_closed_leaves_nothing(bible: Bible) -> None:
    run = bible.runs.start("A teaser", budget=1)
    bible.runs.finish(run.id)
    bible.runs.delete(run.id)

    work_off(bible)

    assert _history(bible) == []


def test_a_deleted_run_teaches_no_more(bible: Bible, film: Film) -> None:
    run = film()
    work_off(bible)
    bible.runs.delete(run.id)

    work_off(bible)

    assert (_history(bible), bible.lessons.patterns().items) == ([], [])


def test_a_deleted_project_takes_its_lessons_along(bible: Bible) -> None:
    bible.projects.create("whales")
    run = bible.runs.start("Podcast intro", budget=1, project_id="whales")
    bible.runs.finish(run.id)
    work_off(bible)

    bible.projects.delete("whales")

    assert _history(bible) == []


def test_without_a_named_winner_the_best_approved_pilot_speaks(bible: Bible) -> None:
    run = bible.runs.start("A teaser", budget=9)
    for pilot, tier, score in (("a", "static", 60), ("b", "motion", 85), ("c", "photoreal", 99)):
        bible.runs.add_pilot(run.id, pilot, tier=tier, budget=1)
        bible.runs.judge_pilot(run.id, pilot, score=score, status="rejected" if pilot == "c" else "approved")
    bible.runs.finish(run.id)
    work_off(bible)

    found = history.production(bible.db, run.id)

    assert (found.tier, found.score) == ("motion_graphics", 85.0)


def test_the_film_is_as_long_as_the_last_takes_of_the_winners_scenes(bible: Bible) -> None:
    run = bible.runs.start("A teaser", budget=9)
    for pilot in ("a", "b"):
        bible.runs.add_pilot(run.id, pilot, tier="motion", budget=1)
    for asset, scene, pilot, seconds in (("1", "s1", "a", 5.0), ("2", "s1", "a", 4.0), ("3", "s2", "a", 6.0)):
        bible.runs.deliver(
            run.id, "video", "videos/x.mp4", asset_id=asset, scene_id=scene, pilot_id=pilot, duration=seconds
        )
    bible.runs.deliver(run.id, "video", "videos/y.mp4", scene_id="s1", pilot_id="b", duration=50.0)
    bible.runs.finish(run.id, winning_pilot="a")
    work_off(bible)

    found = history.production(bible.db, run.id)

    assert (found.duration, found.scenes) == (10.0, 2)
