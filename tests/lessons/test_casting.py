"""Whom to ask, and with which prompt, follows from how earlier orders ended, and says so."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

import pytest

from showbible.errors import Invalid
from showbible.lessons.recall.casting.choice import Casting, choose
from showbible.lessons.recall.casting.differences import OrderDifference, differences
from showbible.lessons.recall.casting.prospects import CastingCandidate, CastingQuestion, ShotKind, prospects
from showbible.lessons.recall.casting.track_records import track_records
from showbible.lessons.recall.generations import GenerationRecord
from showbible.lessons.recall.traits import PromptTrait
from showbible.providers.model import Medium, Refusal
from showbible.vocabulary import Micros
from tests.lessons.orders import a_film, an_order

Orders = Sequence[GenerationRecord]


def _cast(orders: Orders, *, prices: dict[str, float], **facts: Any) -> Casting:
    candidates = tuple(CastingCandidate(provider=name, price=Micros(int(1e6 * cost))) for name, cost in prices.items())
    return choose(CastingQuestion(medium=Medium.VIDEO, candidates=candidates, orders=6, **facts), orders)


def _films(provider: str, *scores: float, **facts: Any) -> list[GenerationRecord]:
    return [each for score in scores for each in a_film(provider, score, **facts)]


def _difference(orders: Orders, name: str) -> OrderDifference:
    return next(each for each in differences(orders) if each.name == name)


def test_who_is_least_known_is_tried_first_and_the_cheaper_of_equals() -> None:
    orders = _films("runway", 90, 90, 90, 90)

    tried = _cast(orders, prices={"runway": 0.5, "luma": 0.9, "veo": 0.7})

    assert (tried.provider, tried.is_try) == ("veo", True)
    assert tried.why == "veo is tried: 0 orders of it ended so far, and 4 are needed to compare."


def test_who_fails_often_is_passed_over_for_who_is_twice_as_dear() -> None:
    shaky = _films("shaky", *[80.0] * 8, shots=5, failed=1)
    steady = _films("steady", *[80.0] * 8, shots=6)

    found = _cast(shaky + steady, prices={"shaky": 0.5, "steady": 1.0})

    assert (found.provider, found.is_try) == ("steady", False)
    assert found.why.startswith("steady rather than shaky: it fails 0 of 48 orders, not 8 of 48")
    assert found.evidence[0].startswith("shaky: 8 of 48 orders failed, 80 points expected from 8 judged films")


def test_where_money_is_worth_more_the_cheap_one_that_fails_is_asked() -> None:
    shaky = _films("shaky", *[80.0] * 8, shots=5, failed=1)
    steady = _films("steady", *[80.0] * 8, shots=6)

    found = _cast(shaky + steady, prices={"shaky": 0.5, "steady": 1.0}, points_a_dollar=4.0)

    assert found.why.startswith("shaky rather than steady: it costs less")
    assert "That outweighs that it fails 8 of 48 orders, not 0 of 48." in found.why


def test_of_two_that_are_as_good_the_cheaper_is_asked() -> None:
    orders = _films("dear", *[80.4] * 6) + _films("cheap", *[80.0] * 6)

    assert _cast(orders, prices={"dear": 1.0, "cheap": 0.5}).provider == "cheap"


def test_who_is_known_from_few_films_is_tried_again_before_it_is_dropped() -> None:
    orders = _films("known", *[80.0, 82.0] * 10) + a_film("new", 79.0, shots=4)

    found = _cast(orders, prices={"known": 0.5, "new": 0.5})

    assert (found.provider, found.is_try) == ("new", True)
    assert "new is tried again: from 1 judged film" in found.why


def test_a_provider_is_asked_for_the_kind_of_shot_that_it_is_good_at() -> None:
    orders = [
        *_films("faces", *[90.0] * 6, size="close_up"),
        *_films("faces", *[66.0] * 6, size="wide"),
        *_films("places", *[66.0] * 6, size="close_up"),
        *_films("places", *[90.0] * 6, size="wide"),
    ]

    asked = {
        size: _cast(orders, prices={"faces": 0.5, "places": 0.5}, shots=(ShotKind(size=size),)).provider
        for size in ("close_up", "wide")
    }

    assert asked == {"close_up": "faces", "wide": "places"}


def test_a_kind_of_shot_promises_no_more_than_it_has_shown() -> None:
    orders = _films("faces", *[90.0] * 6, size="close_up") + _films("faces", *[66.0] * 6, size="wide")
    candidate = CastingCandidate(provider="faces", price=Micros(1))

    question = CastingQuestion(medium=Medium.VIDEO, candidates=(candidate,), shots=(ShotKind(size="close_up"),))

    assert 84 < prospects(question, orders)[0].score < 90


def test_an_empty_purse_is_held_against_a_provider_for_a_day() -> None:
    refused = [an_order("broke", outcome="refused", refusal=Refusal.BALANCE) for _ in range(4)]
    orders, now = refused + _films("fine", *[70.0] * 6), refused[-1].at

    asked = [
        _cast(orders, prices={"broke": 0.5, "fine": 0.5}, at=now + timedelta(hours=hours)).provider for hours in (1, 25)
    ]

    assert asked == ["fine", "broke"]


def test_work_of_a_better_tier_does_not_make_a_better_provider() -> None:
    orders = [
        *_films("runway", *[90.0] * 5, tier="photorealistic"),
        *_films("luma", *[72.0] * 5, tier="static_images"),
    ]

    found = _cast(orders, prices={"runway": 0.6, "luma": 0.5})

    assert found.provider == "luma"


def test_nobody_to_ask_is_an_error() -> None:
    with pytest.raises(Invalid, match="Nobody is there to make video"):
        _cast([], prices={})


def test_what_harms_a_prompt_is_left_out_with_its_reason() -> None:
    orders = [
        *_films("runway", 70, 72, 71, 69, 70, traits={"camera": True}),
        *_films("runway", 86, 84, 85, traits={"camera": False}),
    ]

    found = _cast(orders, prices={"runway": 0.5}).prompt

    assert found.leaves_out(PromptTrait.CAMERA)
    assert found.reasons == (
        "Leaves out the camera words: prompts that name the camera score 11 points below its others "
        "(5 against 3 orders).",
    )


def test_a_part_that_was_always_used_is_tried_without_one_part_at_a_time() -> None:
    orders = _films("runway", 80, 78, 82, traits={"camera": True, "style": True})

    found = _cast(orders, prices={"runway": 0.5}).prompt

    assert [(each.part, each.use, each.is_try) for each in found.parts] == [(PromptTrait.CAMERA, False, True)]


def test_nobody_tries_without_what_an_order_is_about() -> None:
    orders = _films("runway", 80, 78, 82, traits={"reference": True, "negative_prompt": True})

    assert _cast(orders, prices={"runway": 0.5}).prompt.parts == ()


def test_one_film_of_many_orders_is_no_evidence_of_many_films() -> None:
    one = a_film("runway", 60, shots=20, size="close_up") + a_film("runway", 85, shots=20, size="wide")
    many = _films("runway", *[60, 62] * 4, size="close_up") + _films("runway", *[85, 83] * 4, size="wide")

    assert [_difference(orders, "close_up").is_told for orders in (one, many)] == [False, True]


def test_a_trait_that_nobody_knows_of_an_order_speaks_neither_for_nor_against() -> None:
    orders = _films("runway", 80, 80, traits={"camera": True}) + _films("runway", 20, 20)

    assert [each for each in differences(orders) if each.name == "camera"] == []


def test_what_an_order_kind_fails_at_is_told() -> None:
    orders = [
        *(an_order(movement="static") for _ in range(40)),
        *(an_order(movement="push_in", outcome=outcome) for outcome in ["failed", "succeeded"] * 15),
    ]

    (record,) = track_records(orders)

    assert record.sentences == (
        "Fails 1 of 5 orders (15 of 70).",
        "Push in shots fail more often, by 38 in 100 (30 against 40 orders).",
        "Static shots fail less often, by 38 in 100 (40 against 30 orders).",
    )


def test_a_record_tells_what_a_usable_second_costs_and_how_long_it_takes() -> None:
    orders = [
        an_order(charged=500_000, seconds=5.0, took=20.0),
        an_order(charged=500_000, seconds=5.0, took=40.0),
        an_order(charged=500_000, seconds=5.0, took=90.0, outcome="broken"),
        an_order(charged=9, seconds=5.0, simulated=True),
    ]

    (record,) = track_records(orders)

    assert (record.second_cost, record.wait, record.simulated) == (150_000, 30.0, False)


def test_the_latest_reasons_are_told_once_each() -> None:
    orders = [an_order(why=why, run_id=f"r{number}") for number, why in enumerate(["old", "new", "new"])]

    (record,) = track_records(list(reversed(orders)))

    assert [(each.why, each.run_id) for each in record.choices] == [("new", "r2"), ("old", "r0")]
