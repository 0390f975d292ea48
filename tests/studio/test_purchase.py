"""Whatever a provider does, a step is charged once, and what nobody knows is left to a person."""

from __future__ import annotations

import pytest

from showbible.bible import Bible
from showbible.errors import Malformed
from showbible.runs.model import Tier
from showbible.studio import lexicon, orchestrator
from showbible.studio.crew import Made, VideoOrder
from showbible.studio.ledger import paid, turns
from showbible.studio.ledger.model import OrderState
from showbible.studio.model import Angle, Movement, OnUnknown, ScriptShot, Size
from showbible.studio.purchase import Purchase, PurchaseOutcome, Stopped, Till, buy
from showbible.studio.stage_context import amount
from tests.studio.crews import (
    Painter,
    breaks_off,
    hangs,
    names_its_work_then_hangs,
    overcharges,
    paints,
    refuses,
    sends_rubbish,
)

SHOT = ScriptShot(
    shot_id="s1-1",
    size=Size.WIDE,
    angle=Angle.EYE_LEVEL,
    movement=Movement.STATIC,
    frames=12,
    description="A door in a hedge.",
)
ORDER = VideoOrder(
    look=lexicon.look("a door", mood="ambient"), scene_id="s1", shot=SHOT, tier=Tier.STATIC_IMAGES, glow=0.5
)
PRICE = 20_000


def _till(bible: Bible, *, budget: str = "1", on_unknown: OnUnknown = OnUnknown.ASK) -> Till:
    run_id = orchestrator.ask(bible, "a door in a hedge", budget=budget)
    turn = turns.take(bible.db, run_id, owner="test", lease_ms=60_000)
    assert turn is not None
    return Till(bible=bible, turn=turn, on_unknown=on_unknown)


def _purchase(till: Till, painter: Painter) -> Purchase[VideoOrder]:
    runs, run_id = till.bible.runs, till.turn.run_id

    def check(made: Made) -> Made:
        if not made.content[4:8] == b"ftyp":
            raise Malformed("It is no film.")
        return made

    def record(made: Made) -> str:
        runs.deliver(run_id, "video", "videos/clip.mp4", asset_id="clip", cost=amount(made.cost))
        return '"kept"'

    def broken(made: Made, why: str) -> None:
        runs.deliver(run_id, "video", "broken/clip", cost=amount(made.cost), metadata={"broken": why})

    return Purchase(
        step="video.a",
        provider=painter,
        order=ORDER,
        check=check,
        store=lambda _made: None,
        record=record,
        broken=broken,
    )


def _lines(till: Till) -> list[tuple[OrderState, int]]:
    return [(entry.state, entry.cost) for entry in paid.entries(till.bible.db, till.turn.run_id)]


def _spent(till: Till) -> int:
    return till.bible.runs.get(till.turn.run_id).spent


def test_a_step_is_paid_with_its_result(bible: Bible) -> None:
    till = _till(bible)

    outcome = buy(till, _purchase(till, Painter([paints])))

    assert (outcome, _lines(till), _spent(till)) == (PurchaseOutcome.DONE, [(OrderState.SUCCEEDED, PRICE)], PRICE)


def test_a_step_that_was_bought_is_not_asked_for_again(bible: Bible) -> None:
    till, painter = _till(bible), Painter([paints])

    outcomes = [buy(till, _purchase(till, painter)) for _ in range(3)]

    assert (outcomes, len(painter.keys), _spent(till)) == ([PurchaseOutcome.DONE] * 3, 1, PRICE)


def test_nobody_is_asked_for_what_the_budget_does_not_cover(bible: Bible) -> None:
    till, painter = _till(bible, budget="0.14"), Painter([paints])
    bible.runs.deliver(till.turn.run_id, "image", "media/x.jpg", cost="0.13")

    assert (buy(till, _purchase(till, painter)), painter.keys, _lines(till)) == (PurchaseOutcome.OVER_BUDGET, [], [])


def test_a_refusal_costs_nothing_and_is_tried_once_more(bible: Bible) -> None:
    till = _till(bible)

    outcome = buy(till, _purchase(till, Painter([refuses, paints])))

    assert (outcome, _lines(till), _spent(till)) == (
        PurchaseOutcome.DONE,
        [(OrderState.FAILED, 0), (OrderState.SUCCEEDED, PRICE)],
        PRICE,
    )


def test_a_provider_that_keeps_refusing_is_given_up_with_a_warning(bible: Bible) -> None:
    till = _till(bible)

    outcome = buy(till, _purchase(till, Painter([refuses])))

    warnings = bible.runs.get(till.turn.run_id).warnings
    assert (outcome, warnings, _spent(till)) == (PurchaseOutcome.FAILED, ("video.a failed: the queue is full",), 0)


def test_a_broken_file_counts_what_it_cost_and_is_ordered_anew(bible: Bible) -> None:
    till = _till(bible)

    outcome = buy(till, _purchase(till, Painter([sends_rubbish, paints])))

    assert (outcome, _lines(till), _spent(till)) == (
        PurchaseOutcome.DONE,
        [(OrderState.FAILED, PRICE), (OrderState.SUCCEEDED, PRICE)],
        2 * PRICE,
    )


def test_a_provider_that_honours_keys_is_asked_again_with_the_same_one(bible: Bible) -> None:
    till, painter = _till(bible), Painter([breaks_off, breaks_off, paints])

    outcome = buy(till, _purchase(till, painter))

    assert (outcome, len(painter.keys), len(set(painter.keys)), _spent(till)) == (PurchaseOutcome.DONE, 3, 1, PRICE)


def test_a_silent_provider_without_keys_is_asked_once_and_parked(bible: Bible) -> None:
    till, painter = _till(bible), Painter([breaks_off], honours_keys=False)

    outcome = buy(till, _purchase(till, painter))

    assert (outcome, len(painter.keys), _lines(till), paid.held(bible.db, till.turn.run_id)) == (
        PurchaseOutcome.PARKED,
        1,
        [(OrderState.UNKNOWN, 0)],
        PRICE,
    )


def test_a_provider_that_hangs_is_parked_when_its_time_is_over(bible: Bible) -> None:
    till, painter = _till(bible), Painter([hangs], honours_keys=False, patience=0.2)

    outcome = buy(till, _purchase(till, painter))
    painter.over.set()

    assert (outcome, "did not answer within 0.2 seconds" in bible.runs.get(till.turn.run_id).warnings[0]) == (
        PurchaseOutcome.PARKED,
        True,
    )


def test_work_that_has_a_name_is_collected_and_not_ordered_again(bible: Bible) -> None:
    till, painter = _till(bible), Painter([names_its_work_then_hangs], honours_keys=False, patience=0.2)

    outcome = buy(till, _purchase(till, painter))
    painter.over.set()

    assert (outcome, len(painter.keys), painter.collected, _spent(till)) == (PurchaseOutcome.DONE, 1, ["job-7"], PRICE)


def test_an_intent_of_a_dead_process_is_parked_when_the_provider_has_no_keys(bible: Bible) -> None:
    till, painter = _till(bible), Painter([paints], honours_keys=False)
    _leave_an_intent(till, painter)

    assert (buy(till, _purchase(till, painter)), painter.keys) == (PurchaseOutcome.PARKED, [])


def test_an_intent_of_a_dead_process_is_repeated_with_its_own_key(bible: Bible) -> None:
    till, painter = _till(bible), Painter([paints])
    key = _leave_an_intent(till, painter)

    assert (buy(till, _purchase(till, painter)), painter.keys, len(_lines(till))) == (PurchaseOutcome.DONE, [key], 1)


def _leave_an_intent(till: Till, painter: Painter) -> str:
    from showbible.studio.purchase import _reserved

    entry = _reserved(till, _purchase(till, painter))
    assert entry is not None
    return entry.intent_id


def test_a_person_may_have_an_unknown_step_tried_again(bible: Bible) -> None:
    till = _till(bible, on_unknown=OnUnknown.RETRY)

    outcome = buy(till, _purchase(till, Painter([breaks_off, paints], honours_keys=False)))

    assert (outcome, _lines(till)) == (PurchaseOutcome.DONE, [(OrderState.FAILED, 0), (OrderState.SUCCEEDED, PRICE)])


def test_a_person_may_have_an_unknown_step_given_up(bible: Bible) -> None:
    till, painter = _till(bible, on_unknown=OnUnknown.FAIL), Painter([breaks_off], honours_keys=False)

    outcomes = [buy(till, _purchase(till, painter)) for _ in range(2)]

    assert (outcomes, len(painter.keys), _lines(till)) == ([PurchaseOutcome.FAILED] * 2, 1, [(OrderState.FAILED, 0)])


def test_a_charge_over_the_price_is_told_as_it_is(bible: Bible) -> None:
    till = _till(bible)

    buy(till, _purchase(till, Painter([overcharges])))

    assert (_spent(till), "more than it had said" in bible.runs.get(till.turn.run_id).warnings[0]) == (2 * PRICE, True)


def test_a_stopped_production_asks_nobody(bible: Bible) -> None:
    till, painter = _till(bible), Painter([paints])
    till.stop.set()

    with pytest.raises(Stopped):
        buy(till, _purchase(till, painter))

    assert painter.keys == []
