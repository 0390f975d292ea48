"""The money of a run: who spent it, where it is heading, and what that means."""

from __future__ import annotations

from showbible.runs.model import NewDelivery, Run
from showbible.runs.recall.standing import projection
from showbible.runs.record import delivery, life, pilots
from showbible.storage.database import Database
from showbible.vocabulary import utcnow
from showbible.web.pages.run.progress import Gauge
from tests.builders import a_run


def spending(db: Database, *, budget: str, takes: int, cost: str = "1") -> Run:
    """A run of four scenes with one pilot that has made some of them."""
    run_id = a_run(db, budget=budget, total_scenes=4)
    pilots.add_pilot(db, run_id, "a", tier="animated", budget=budget)
    for scene in range(takes):
        asset = NewDelivery(pilot_id="a", scene_id=f"s{scene}", cost=cost)
        delivery.deliver(db, run_id, "video", "videos/a.mp4", asset)
    return life.describe(db, run_id)


def test_the_missing_scenes_cost_what_the_others_did(db: Database) -> None:
    assert projection(spending(db, budget="10", takes=3)) == 4_000_000


def test_without_a_take_nothing_is_projected(db: Database) -> None:
    shown = Gauge(spending(db, budget="10", takes=0), at=utcnow())

    assert (shown.projected, shown.headroom, shown.mark.word) == ("–", "–", "On plan")


def test_a_projection_over_the_budget_warns(db: Database) -> None:
    shown = Gauge(spending(db, budget="3", takes=2), at=utcnow())

    assert (shown.mark.hue, shown.mark.word) == ("warn", "Will exceed by $1.00")
    assert shown.words == "$2.00 of $3.00 spent, projected $4.00: will exceed by $1.00."


def test_an_overspent_budget_says_by_how_much(db: Database) -> None:
    shown = Gauge(spending(db, budget="1.50", takes=2), at=utcnow())

    assert (shown.mark.hue, shown.mark.word, shown.limit) == ("bad", "Over by $0.50", 375)


def test_the_parts_fill_the_ring_up_to_what_is_spent(db: Database) -> None:
    run = spending(db, budget="10", takes=2)
    delivery.deliver(db, run.run_id, "audio", "audio/a.wav", NewDelivery(cost="0.5"))

    shown = Gauge(life.describe(db, run.run_id), at=utcnow())

    assert [(part.name, part.start, part.length, part.spent) for part in shown.parts] == [
        ("Pilot A", 0, 200, "$2.00"),
        ("Shared", 200, 50, "$0.50"),
    ]


def test_a_run_without_a_budget_has_a_gauge_too(db: Database) -> None:
    shown = Gauge(spending(db, budget="0", takes=0), at=utcnow())

    assert (shown.words, shown.rate) == ("$0.00 of $0.00 spent: on plan.", "–")
