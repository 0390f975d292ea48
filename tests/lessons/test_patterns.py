"""Patterns rest on all their completed runs and can be forgotten."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta

import pytest
from sqlalchemy import event

from showbible.bible import Bible
from showbible.errors import NotFound
from showbible.lessons.recall import history
from tests.lessons.conftest import MONDAY, Film, Produce, work_off


def test_a_pattern_says_what_it_recommends_and_what_it_rests_on(bible: Bible, produce: Produce) -> None:
    runs = [produce(tier="motion", score=score, scenes=6, seconds=30.0, edit_style="creative") for score in (80, 90)]

    found = bible.lessons.pattern("podcast_intro")

    assert (found.tier, found.scenes, found.duration, found.edit_style) == ("motion_graphics", 6, 30, "creative")
    assert (found.times_used, found.avg_score, found.avg_cost, found.keywords, set(found.evidence)) == (
        2,
        85.0,
        2.0,
        ("podcast", "intro"),
        {run.run_id for run in runs},
    )


def test_a_missing_score_is_not_a_zero_and_a_zero_is_not_missing(bible: Bible, produce: Produce) -> None:
    produce("A trailer", score=None)
    produce("A trailer", score=80)
    produce("An outro", score=0)

    means = {each.name: each.avg_score for each in bible.lessons.patterns().items}

    assert means == {"trailer": 80.0, "outro": 0.0}


def test_the_recommendation_follows_the_scores_and_not_the_first_run(bible: Bible, produce: Produce) -> None:
    produce(tier="photoreal", score=55)
    for score in (90, 92, 88):
        produce(tier="motion", score=score)

    assert bible.lessons.pattern("podcast_intro").tier == "motion_graphics"


def test_a_pattern_says_what_was_best_whatever_it_cost(bible: Bible, produce: Produce) -> None:
    for _ in range(4):
        produce(tier="photoreal", score=84, cost=20.0)
        produce(tier="animated", score=76, cost=2.0)

    assert bible.lessons.pattern("podcast_intro").tier == "photorealistic"


def test_a_persons_rating_outweighs_the_evaluator(bible: Bible, produce: Produce) -> None:
    runs = [(produce(tier="motion", score=90), produce(tier="animated", score=75)) for _ in range(3)]
    before = bible.lessons.pattern("podcast_intro").tier

    for praised, panned in runs:
        bible.lessons.rate(praised.run_id, 1)
        bible.lessons.rate(panned.run_id, 5)

    assert (before, bible.lessons.pattern("podcast_intro").tier) == ("motion_graphics", "animated")


def test_a_pattern_says_what_most_of_its_runs_were(bible: Bible, produce: Produce) -> None:
    produce(scenes=3, seconds=4.5, score=None, cost=0.1, rating=5)
    for _ in range(10):
        produce(scenes=2, seconds=30.0, score=88, cost=7.5, rating=5)

    found = bible.lessons.pattern("podcast_intro")

    assert (found.scenes, found.duration, found.confidence) == (2, 30, "high")


def test_a_pattern_says_what_the_good_ones_among_its_runs_were(bible: Bible, produce: Produce) -> None:
    for _ in range(5):
        produce(scenes=8, seconds=15.0, score=35, rating=1)
    for seconds, scenes in ((30.0, 4), (31.0, 9), (30.2, 4), (60.0, 7)):
        produce(scenes=scenes, seconds=seconds, score=92, rating=5)

    found = bible.lessons.pattern("podcast_intro")

    assert (found.scenes, found.duration) == (4, 30)


@pytest.mark.parametrize(
    ("alike", "others", "confidence"),
    [(1, 0, "low"), (2, 6, "low"), (3, 0, "medium"), (8, 12, "medium"), (8, 3, "high")],
)
def test_a_pattern_is_as_sure_as_many_runs_agree(
    bible: Bible, produce: Produce, alike: int, others: int, confidence: str
) -> None:
    for _ in range(alike):
        produce(scenes=2, seconds=30.0, score=90)
    for number in range(others):
        produce(scenes=3, seconds=40.0 + 20 * number, score=70)

    assert bible.lessons.pattern("podcast_intro").confidence == confidence


def test_concepts_that_name_no_kind_are_of_the_general_pattern(bible: Bible, produce: Produce) -> None:
    produce("Qqq zzz")

    assert [each.name for each in bible.lessons.patterns().items] == ["general"]


def test_an_unknown_pattern_is_not_found(bible: Bible) -> None:
    with pytest.raises(NotFound, match="no pattern 'sonnet'"):
        bible.lessons.pattern("sonnet")


def test_a_forgotten_pattern_does_not_come_back_from_the_same_runs(bible: Bible, film: Film) -> None:
    run = film()
    bible.lessons.wrap(run.id)
    bible.lessons.pattern_rulings.forget("podcast_intro")

    bible.lessons.wrap(run.id)
    work_off(bible)

    assert (bible.lessons.patterns().items, bible.lessons.suggest("podcast intro").confidence) == ([], "none")
    assert bible.lessons.overview().total_runs == 1


def test_a_forgotten_pattern_may_be_learned_from_new_runs(bible: Bible, produce: Produce) -> None:
    produce()
    bible.lessons.pattern_rulings.forget("podcast_intro")

    fresh = produce()

    assert bible.lessons.pattern("podcast_intro").evidence == (fresh.run_id,)


def test_a_forgotten_record_is_gone_and_not_learned_again(bible: Bible, film: Film) -> None:
    run = film()
    bible.lessons.wrap(run.id)
    bible.lessons.productions.forget(run.id)

    again = bible.lessons.wrap(run.id)

    assert (again, bible.lessons.history().items, bible.lessons.overview().total_runs) == (False, [], 0)


def test_patterns_page_without_gaps(bible: Bible, produce: Produce) -> None:
    for concept in ("A trailer", "A teaser", "An ad", "A vlog", "A vlog"):
        produce(concept)

    seen, cursor = [], None
    while True:
        page = bible.lessons.patterns(limit=2, cursor=cursor)
        seen += [each.name for each in page.items]
        cursor = page.next_cursor
        if cursor is None:
            break

    assert (seen, page.total) == (["vlog", "ad", "teaser", "trailer"], 4)


@contextmanager
def _asked(bible: Bible) -> Iterator[list[str]]:
    """The statements that the database is sent meanwhile."""
    heard: list[str] = []

    def hear(_connection: object, _cursor: object, statement: str, *_rest: object) -> None:
        heard.append(statement)

    event.listen(bible.db.engine, "before_cursor_execute", hear)
    yield heard
    event.remove(bible.db.engine, "before_cursor_execute", hear)


def test_a_list_asks_the_same_of_the_database_however_long_it_is(bible: Bible, produce: Produce) -> None:
    produce("A trailer")
    with _asked(bible) as of_one:
        bible.lessons.patterns()
    for concept in ("A teaser", "An ad", "A vlog", "An outro", "A review"):
        produce(concept)

    with _asked(bible) as of_six:
        bible.lessons.patterns()

    assert len(of_six) == len(of_one)


def test_a_list_says_of_each_pattern_what_it_says_alone(bible: Bible, produce: Produce) -> None:
    for number, concept in enumerate(("A trailer", "An ad", "A trailer", "A vlog", "An ad", "A trailer")):
        produce(concept, score=60.0 + 5 * number, scenes=2 + number, seconds=10.0 * (number + 1))

    listed = bible.lessons.patterns().items

    assert listed == [bible.lessons.pattern(each.name) for each in listed]


def test_of_records_of_one_moment_as_many_are_weighed_as_asked_for(bible: Bible, produce: Produce) -> None:
    produce("A trailer", at=MONDAY - timedelta(days=1))
    made = [produce(concept, at=MONDAY).run_id for concept in ("A trailer", "An outro") * 3]

    found = history.trials_of(bible.db, ["trailer", "outro", "vlog"], limit=2)

    assert {name: [each.run_id for each in trials] for name, trials in found.items()} == {
        "trailer": [made[4], made[2]],
        "outro": [made[5], made[3]],
        "vlog": [],
    }
