"""Pilots against each other: what differs, who leads, and the sentence at the end."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest

from showbible.runs.model import NewDelivery, Run
from showbible.runs.recall import one
from showbible.runs.recall import verdicts as run_verdicts
from showbible.runs.record import delivery, life, verdicts
from showbible.runs.record import pilots as run_pilots
from showbible.storage.database import Database
from showbible.vocabulary import utcnow
from showbible.web.pages.run.pilots import Comparison
from tests.builders import a_run


def race(db: Database, *pilots: tuple[float | None, str], reject: str = "") -> Run:
    """A run whose pilots have these scores and costs."""
    run_id = a_run(db, total_scenes=2)
    for name, (score, cost) in zip("abcd", pilots, strict=False):
        run_pilots.add_pilot(db, run_id, name, tier="animated", budget="2")
        delivery.deliver(db, run_id, "video", "videos/x.mp4", NewDelivery(pilot_id=name, scene_id="s1", cost=cost))
        if score is not None:
            run_pilots.judge_pilot(db, run_id, name, score=score)
    if reject:
        run_pilots.judge_pilot(db, run_id, reject, status="rejected", rejection_reason="dull")
    return life.describe(db, run_id)


@pytest.mark.parametrize(
    ("pilots", "sentence"),
    [
        ([(82, "1.84"), (76, "0.77")], "A leads by 6 points and it has cost $1.07 more than B."),
        ([(76, "1"), (77, "1")], "B leads by 1 point and has cost as much as A."),
        ([(80, "2"), (80, "1")], "B and A are level at 80 and B has cost $1.00 less than A."),
        ([(None, "1"), (80, "1")], "No comparison yet; 1 of 2 pilots has a score."),
        ([(80, "1")], "A runs alone; nothing to compare it with."),
        ([], "No pilots yet "),
    ],
)
def test_a_comparison_ends_in_one_sentence(db: Database, pilots: list[tuple[float | None, str]], sentence: str) -> None:
    assert " ".join(Comparison(race(db, *pilots)).sentence) == sentence


@pytest.mark.parametrize(
    ("pilots", "rest"),
    [
        ([(82, "1"), (76, "1")], "and clears your threshold of 78, and has cost as much as B."),
        ([(72, "1"), (70, "1")], "and misses your threshold of 78, and has cost as much as B."),
        ([(80, "1"), (80, "1")], "and clear your threshold of 78, and have cost the same."),
    ],
)
def test_the_sentence_says_whether_the_best_is_good_enough(
    db: Database, pilots: list[tuple[float | None, str]], rest: str
) -> None:
    assert Comparison(race(db, *pilots), threshold=78).sentence[1] == rest


def test_the_bar_of_a_score_shows_the_threshold(db: Database) -> None:
    shown = Comparison(race(db, (82, "1"), (76, "2"), (None, "1")), threshold=78)

    marks = {row.label: [cell.mark for cell in row.cells] for row in shown.differences.rows}
    assert (marks["Quality score"], marks["Spent"]) == ([78, 78, None], [None, None, None])


def test_rows_that_are_equal_wait_behind_a_fold(db: Database) -> None:
    shown = Comparison(race(db, (82, "1"), (76, "1")))

    assert [row.label for row in shown.differences.rows] == ["Quality score"]
    assert [row.label for row in shown.differences.equal] == [
        "Spent",
        "Scenes ready",
        "Cost per scene",
        "Made as",
        "Standing",
    ]


def test_the_better_value_says_by_how_much(db: Database) -> None:
    shown = Comparison(race(db, (82, "1.84"), (76, "0.77")))

    leads = {row.label: [cell.lead for cell in row.cells] for row in shown.differences.rows}
    assert (leads["Quality score"], leads["Spent"]) == (["+6", None], [None, "$1.07 less"])


def test_the_best_open_pilot_is_offered_first(db: Database) -> None:
    pick = Comparison(race(db, (82, "1"), (90, "1"), reject="b")).pick

    assert pick is not None and pick.letter == "A"


@pytest.mark.parametrize(
    ("pilots", "letter"),
    [
        ([(82, "1"), (90, "1")], "B"),
        ([(None, "1"), (None, "0")], None),
        ([(None, "1"), (90, "1")], None),
        ([(80, "2"), (80, "1")], None),
        ([(80, "1")], None),
    ],
    ids=["leads", "no-score", "one-score", "level", "alone"],
)
def test_only_who_leads_is_recommended(
    db: Database, pilots: list[tuple[float | None, str]], letter: str | None
) -> None:
    pick = Comparison(race(db, *pilots)).pick

    assert (pick and pick.letter) == letter


def test_who_has_made_nothing_is_not_recommended(db: Database) -> None:
    run_id = race(db, (60, "1")).run_id
    run_pilots.add_pilot(db, run_id, "b", tier="animated", budget="2")
    run_pilots.judge_pilot(db, run_id, "b", score=99)

    assert Comparison(one.run(db, run_id)).pick is None


@pytest.mark.parametrize("choose", [verdicts.approve, run_pilots.name_winner])
def test_after_a_choice_nobody_else_is_recommended(db: Database, choose: Callable[..., object]) -> None:
    run_id = race(db, (82, "1"), (90, "1"), (70, "1")).run_id

    choose(db, run_id, "c")

    assert Comparison(one.run(db, run_id)).pick is None


def test_who_has_made_less_has_not_made_it_cheaper(db: Database) -> None:
    run_id = race(db, (82, "1.84"), (76, "0.77")).run_id
    delivery.deliver(db, run_id, "video", "videos/y.mp4", NewDelivery(pilot_id="a", scene_id="s2", cost="0.10"))
    run_pilots.add_pilot(db, run_id, "c", tier="animated", budget="2")

    rows = {row.label: [cell.lead for cell in row.cells] for row in Comparison(one.run(db, run_id)).differences.rows}

    assert rows["Spent"] == [None, None, None]


@pytest.mark.both_databases
def test_a_decision_offers_the_way_back_until_the_run_goes_on(db: Database) -> None:
    run_id = race(db, (82, "1"), (90, "1")).run_id
    seq = verdicts.reject(db, run_id, "a", "Too dark.")
    before = one.run(db, run_id)
    after = life.enter(db, run_id, "editing", at=utcnow() + timedelta(seconds=1))

    offered = [Comparison(run, decided=run_verdicts.decisions(db, run)).contenders[0] for run in (before, after)]

    assert [(who.undo, who.settled) for who in offered] == [
        (seq, ""),
        (None, "The run has gone on with this: editing."),
    ]


def test_a_rejected_pilot_keeps_its_reason(db: Database) -> None:
    shown = Comparison(race(db, (82, "1"), (90, "1"), reject="b"))

    assert [(who.mark.word, who.reason, who.open) for who in shown.contenders] == [
        ("In the race", None, True),
        ("Rejected", "dull", False),
    ]


def test_nobody_races_once_the_run_is_over(db: Database) -> None:
    run = life.finish(db, race(db, (82, "1"), (90, "1")).run_id, "failed")

    assert {who.mark.word for who in Comparison(run).contenders} == {"Not chosen"}
