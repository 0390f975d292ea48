"""Provider knowledge is put together from what runs report and what callers tell."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from showbible.bible import Bible
from showbible.errors import Invalid, NotFound
from showbible.lessons.model import ProviderLearning
from showbible.vocabulary import utcnow
from tests.lessons.conftest import Film


def _learning(provider: str = "luma", **facts: Any) -> ProviderLearning:
    told = {"run_id": None, "made_by": "person", "at": utcnow(), "overall_success": True, **facts}
    return ProviderLearning(provider=provider, **told)


def test_a_run_teaches_about_the_providers_its_assets_name(bible: Bible, film: Film) -> None:
    run = film(score=90, metadata={"provider": "Luma AI", "adherence_score": 70, "settings": {"resolution": "720p"}})
    bible.lessons.wrap(run.id)

    found = bible.lessons.provider("luma-ai")

    assert (found.total_runs, found.avg_adherence, found.avg_quality, found.success_rate) == (1, 70.0, 90.0, 1.0)
    assert (found.optimal_settings, found.recent_learnings[0].made_by) == ({"resolution": "720p"}, "rule")


def test_a_failed_run_teaches_about_its_provider_too(bible: Bible, film: Film) -> None:
    run = film(end="failed", metadata={"provider": "luma"})
    bible.lessons.wrap(run.id)

    found = bible.lessons.provider("luma")

    assert (found.total_runs, found.success_rate) == (1, 0.0)


def test_what_agents_report_of_a_provider_is_learned(bible: Bible) -> None:
    run = bible.runs.start("A teaser", budget=1)
    bible.runs.report(
        run.id, "critic", "completed", data={"provider": "luma", "prompt_tips": ["Name the light"], "quality_score": 60}
    )
    bible.runs.finish(run.id)
    bible.lessons.wrap(run.id)

    found = bible.lessons.provider("luma")

    assert (found.prompt_guidelines, found.avg_quality) == (("Name the light",), 60.0)


def test_what_a_caller_says_of_a_run_replaces_what_was_read_from_it(bible: Bible, film: Film) -> None:
    run = film(metadata={"provider": "luma"})
    bible.lessons.learn_of_provider(_learning(run_id=run.id, quality_score=40))

    bible.lessons.wrap(run.id)

    found = bible.lessons.provider("luma")
    assert (found.total_runs, found.avg_quality) == (1, 40.0)


def test_averages_leave_out_what_was_not_measured(bible: Bible) -> None:
    for quality, adherence in ((80, None), (60, 50), (None, None)):
        found = bible.lessons.learn_of_provider(_learning(quality_score=quality, adherence_score=adherence))

    assert (found.total_runs, found.avg_quality, found.avg_adherence) == (3, 70.0, 50.0)


def test_the_most_repeated_sentences_come_first_and_contradicted_patterns_go(bible: Bible) -> None:
    for words in (
        {"effective_patterns": ("Slow zoom.",), "avoid_list": ("text",)},
        {"effective_patterns": ("slow zoom", "crowds"), "avoid_list": ("hands",)},
        {"ineffective_patterns": ("crowds",), "avoid_list": ("hands",)},
    ):
        found = bible.lessons.learn_of_provider(_learning(words=words))

    assert (found.best_prompt_patterns, found.avoid_list) == (("slow zoom",), ("hands", "text"))


def test_only_the_last_ten_learnings_are_shown(bible: Bible) -> None:
    for number in range(12):
        found = bible.lessons.learn_of_provider(_learning(quality_score=number))

    assert [each.quality_score for each in found.recent_learnings] == [float(number) for number in range(11, 1, -1)]


def test_the_best_settings_are_those_of_the_best_runs_that_went_well(bible: Bible) -> None:
    for quality, length, success in ((70, 5, True), (90, 10, True), (99, 20, False)):
        found = bible.lessons.learn_of_provider(
            _learning(quality_score=quality, settings={"duration": length}, overall_success=success)
        )

    assert found.optimal_settings == {"duration": 10}


def test_an_unknown_provider_is_not_found(bible: Bible) -> None:
    with pytest.raises(NotFound, match="no provider 'nobody'"):
        bible.lessons.provider("nobody")


def test_a_score_over_a_hundred_is_refused(bible: Bible) -> None:
    with pytest.raises(Invalid, match="quality_score"):
        bible.lessons.learn_of_provider(_learning(quality_score=101))

    assert bible.lessons.providers() == []


def test_a_list_says_of_each_provider_what_it_says_alone(bible: Bible) -> None:
    for name, quality in (("luma", 60), ("veo", 80), ("luma", 90)):
        bible.lessons.learn_of_provider(
            _learning(name, quality_score=quality, words={"prompt_tips": ("Name the light",)}, settings={"steps": 30})
        )

    listed = bible.lessons.providers()

    assert listed == [bible.lessons.provider(name) for name in ("luma", "veo")]
    assert (listed[0].total_runs, listed[0].avg_quality) == (2, 75.0)


def test_a_paused_learning_is_shown_and_counts_for_nothing(bible: Bible) -> None:
    bible.lessons.learn_of_provider(_learning(run_id="r1", quality_score=80, settings={"steps": 30}))
    bad = _learning(run_id="r2", overall_success=False, quality_score=10, words={"prompt_tips": ("Hurry",)})
    worse = bible.lessons.learn_of_provider(bad).recent_learnings[0]

    bible.lessons.learnings.correct(worse.learning_id, {"paused": True})

    found = bible.lessons.provider("luma")
    assert (found.total_runs, found.success_rate, found.avg_quality, found.prompt_guidelines) == (1, 1.0, 80.0, ())
    assert [each.paused for each in found.recent_learnings] == [True, False]


def test_a_provider_of_whom_everything_is_paused_is_still_known(bible: Bible) -> None:
    (only,) = bible.lessons.learn_of_provider(_learning()).recent_learnings

    paused = bible.lessons.learnings.correct(only.learning_id, {"paused": True})

    found = bible.lessons.provider("luma")
    assert (found.total_runs, found.success_rate, found.recent_learnings) == (0, None, (paused,))


def test_a_pause_leaves_the_word_with_whoever_gave_it(bible: Bible) -> None:
    (read,) = bible.lessons.learn_of_provider(_learning(made_by="rule")).recent_learnings

    paused = bible.lessons.learnings.correct(read.learning_id, {"paused": True})
    woken = bible.lessons.learnings.correct(read.learning_id, {"paused": False})

    assert (paused, woken) == (replace(read, paused=True), read)


def test_what_takes_the_place_of_something_paused_is_paused(bible: Bible, film: Film) -> None:
    run = film(metadata={"provider": "luma"})
    bible.lessons.wrap(run.id)
    (read,) = bible.lessons.provider("luma").recent_learnings
    bible.lessons.learnings.correct(read.learning_id, {"paused": True})

    bible.lessons.learn_of_provider(_learning(run_id=run.id, quality_score=40))

    assert [(each.quality_score, each.paused) for each in bible.lessons.provider("luma").recent_learnings] == [
        (40.0, True)
    ]
