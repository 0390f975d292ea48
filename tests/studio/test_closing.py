"""Money is settled whatever happens to the run: open orders are followed, booked once, or left to a person."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import date
from decimal import Decimal
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from json import dumps
from typing import Any

import pytest

from showbible import flow
from showbible.bible import Bible
from showbible.errors import Conflict, NotFound
from showbible.jobs import queue
from showbible.providers.contract import ProviderFailed, Setup
from showbible.providers.prices import Currencies, Per, Price, PriceTable
from showbible.providers.services.http import HttpProvider
from showbible.studio import closing, embedded, orchestrator
from showbible.studio.closing import Follower
from showbible.studio.contractor import Contractor
from showbible.studio.crew import Crew, VideoOrder
from showbible.studio.ledger import paid, turns
from showbible.studio.ledger.model import Intent, LedgerEntry, OrderState
from showbible.studio.purchase import Ended, Till, buy
from showbible.vocabulary import Micros
from tests.studio.crews import Painter, paints
from tests.studio.test_purchase import PRICE, _purchase, _till
from tests.web.conftest import calling

RUNNING = {"status": "running"}
DONE = {"status": "succeeded", "content_url": "/elsewhere", "cost": "0.015"}


@dataclass
class Clock:
    """A clock that a test sets."""

    now: float = 0.0

    def __call__(self) -> float:
        """What it shows."""
        return self.now


@dataclass
class Far:
    """A real service on this machine that answers every poll with what it is told to."""

    url: str
    says: dict[str, Any] = field(default_factory=lambda: dict(RUNNING))
    asked: list[str] = field(default_factory=list)
    cancels: bool = False

    def provider(self, *, keys: bool = False, patience: float = 5) -> Contractor:
        """The provider that the studio knows it by."""
        price = Price(model="*", amount=Decimal(PRICE) / 1_000_000, per=Per.PIECE, since=date.min)
        setup = Setup(
            name="far",
            base_url=self.url,
            prices=PriceTable(prices=(price,)),
            patience=patience,
            pause=0.01,
            options={"honours_keys": keys},
        )
        return Contractor(provider=HttpProvider(setup), currencies=Currencies(dollars={}))


@pytest.fixture
def far() -> Iterator[Far]:
    """A provider behind HTTP."""
    with _listening() as found:
        yield found


@contextmanager
def _listening() -> Iterator[Far]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            self.rfile.read(int(self.headers["Content-Length"]))
            self._send({"id": "job-7"})

        def do_GET(self) -> None:
            self._send(found.says)

        def do_DELETE(self) -> None:
            found.says = {"status": "cancelled"} if found.cancels else found.says
            self._send({})

        def _send(self, answer: dict[str, Any]) -> None:
            found.asked.append(f"{self.command} {self.path}")
            content = dumps(answer).encode()
            self.send_response(200)
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 (the base class names it so)
            """Say nothing."""

    service = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    found = Far(url=f"http://127.0.0.1:{service.server_port}/films")
    thread = threading.Thread(target=service.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield found
    finally:
        service.shutdown()
        thread.join()
        service.server_close()


def _follower(bible: Bible, far: Far | None = None, *, clock: Clock | None = None) -> Follower:
    crew: Crew = embedded.crew(bible.llm)
    if far is not None:
        crew = replace(crew, video=far.provider())
    return Follower(bible, crew=lambda: crew, clock=clock or Clock())


def _order(bible: Bible, *, ref: str | None = "job-7", provider: str = "far") -> tuple[Till, LedgerEntry]:
    """A paid step at a provider, as a process left it that is gone."""
    till = _till(bible)
    intent = Intent(step="video.a", provider=provider, request_sha256="0", price=Micros(PRICE))
    with till.changing():
        entry = paid.intend(bible.db, till.turn, intent, left=10**9)
    assert entry is not None
    if ref is not None:
        paid.submitted(bible.db, entry.intent_id, ref=ref)
    turns.leave(bible.db, till.turn)
    return till, entry


def _books(bible: Bible, till: Till) -> tuple[list[tuple[OrderState, int]], int]:
    lines = [(entry.state, int(entry.cost)) for entry in paid.entries(bible.db, till.turn.run_id)]
    return lines, bible.runs.get(till.turn.run_id).spent


def test_an_order_of_a_cancelled_run_is_followed_and_booked_once(bible: Bible, far: Far) -> None:
    till, _ = _order(bible)
    bible.runs.finish(till.turn.run_id, "cancelled")
    follower = _follower(bible, far)
    follower.look()
    before = _books(bible, till)
    far.says = DONE

    for _ in range(2):
        follower.look()

    assert before == ([(OrderState.SUBMITTED, 0)], 0)
    assert _books(bible, till) == ([(OrderState.SUCCEEDED, 15_000)], 15_000)
    assert {asked.split()[0] for asked in far.asked} == {"GET", "DELETE"}


def test_work_that_nobody_wants_any_more_is_given_up_once_and_costs_what_its_provider_says(
    small: Bible, far: Far
) -> None:
    till, _ = _order(small)
    far.cancels = True
    small.runs.finish(till.turn.run_id, "cancelled")
    follower = _follower(small, far)

    for _ in range(2):
        follower.look()

    assert _books(small, till) == ([(OrderState.FAILED, 0)], 0)
    assert far.asked.count("DELETE /films/job-7") == 1


def test_an_order_of_a_run_that_goes_on_is_left_to_who_has_the_turn(bible: Bible, far: Far) -> None:
    till, _ = _order(bible)
    far.says = DONE

    assert (_follower(bible, far).look(), _books(bible, till)) == ([], ([(OrderState.SUBMITTED, 0)], 0))


def test_the_figures_count_an_order_until_it_ends(small: Bible) -> None:
    _order(small)

    with calling(small) as call:
        told = call("GET", "/metrics").text

    assert "\npaid_open 1.0" in told and "\npaid_unknown 0.0" in told


def test_failed_work_of_a_cancelled_run_costs_nothing(small: Bible, far: Far) -> None:
    till, _ = _order(small)
    small.runs.finish(till.turn.run_id, "cancelled")
    far.says = {"status": "failed", "error": "no hands"}

    _follower(small, far).look()

    assert _books(small, till) == ([(OrderState.FAILED, 0)], 0)


def test_failed_work_that_was_charged_is_booked(small: Bible, far: Far) -> None:
    till, _ = _order(small)
    small.runs.finish(till.turn.run_id, "failed")
    far.says = {"status": "failed", "error": "half of it burned", "cost": "0.01"}

    _follower(small, far).look()

    assert _books(small, till) == ([(OrderState.FAILED, 10_000)], 10_000)


def test_an_order_that_never_ends_is_left_to_a_person(small: Bible, far: Far) -> None:
    till, _ = _order(small)
    small.runs.finish(till.turn.run_id, "cancelled")
    clock = Clock()
    follower = _follower(small, far, clock=clock)
    open_before = len(follower.look())
    clock.now = 5.0

    follower.look()

    assert (open_before, _books(small, till)) == (1, ([(OrderState.UNKNOWN, 0)], 0))
    assert "has not finished job-7 within 5 seconds" in (paid.entries(small.db, till.turn.run_id)[0].error or "")


def test_an_order_without_a_name_is_left_to_a_person_and_never_sent_again(small: Bible, far: Far) -> None:
    till, _ = _order(small, ref=None)
    small.runs.finish(till.turn.run_id, "cancelled")

    _follower(small, far).look()

    assert (_books(small, till), far.asked) == (([(OrderState.UNKNOWN, 0)], 0), [])


def test_an_order_that_somebody_is_just_sending_is_left_alone(small: Bible, far: Far) -> None:
    till, _ = _order(small, ref=None)
    turns.take(small.db, till.turn.run_id, owner="somebody:else:1:1:x", lease_ms=60_000)
    small.runs.finish(till.turn.run_id, "cancelled")

    _follower(small, far).look()

    assert _books(small, till) == ([(OrderState.INTENDED, 0)], 0)


def test_what_was_drawn_in_a_process_that_ended_cost_nothing(small: Bible) -> None:
    till, _ = _order(small, ref=None, provider="animatic")
    small.runs.finish(till.turn.run_id, "cancelled")

    _follower(small).look()

    assert _books(small, till) == ([(OrderState.FAILED, 0)], 0)


def test_a_provider_that_the_studio_no_longer_knows_is_left_to_a_person(small: Bible) -> None:
    till, _ = _order(small)
    small.runs.finish(till.turn.run_id, "cancelled")
    clock = Clock()
    follower = _follower(small, clock=clock)
    follower.look()
    clock.now = closing.PATIENCE

    follower.look()

    assert _books(small, till)[0] == [(OrderState.UNKNOWN, 0)]


def test_a_step_that_ends_after_its_run_was_cancelled_is_paid_and_asks_nobody_again(bible: Bible) -> None:
    till = _till(bible)

    def cancelled_meanwhile(painter: Painter, order: VideoOrder, submitted: Any) -> Any:
        bible.runs.finish(till.turn.run_id, "cancelled")
        return paints(painter, order, submitted)

    painter = Painter([cancelled_meanwhile])
    with pytest.raises(Ended):
        buy(till, _purchase(till, painter))

    assert (_books(bible, till), len(painter.keys)) == (([(OrderState.SUCCEEDED, PRICE)], PRICE), 1)
    assert bible.runs.get(till.turn.run_id).assets == ()


def test_a_refusal_after_the_run_was_cancelled_is_settled_too(small: Bible) -> None:
    till = _till(small)

    def refused_meanwhile(_painter: Painter, _order: VideoOrder, _submitted: Any) -> Any:
        small.runs.finish(till.turn.run_id, "cancelled")
        raise ProviderFailed("the queue is full")

    with pytest.raises(Ended):
        buy(till, _purchase(till, Painter([refused_meanwhile])))

    assert _books(small, till) == ([(OrderState.FAILED, 0)], 0)


def test_nobody_waits_for_an_order_of_a_run_that_is_over(small: Bible, far: Far) -> None:
    till = _till(small)
    purchase = replace(_purchase(till, Painter([paints])), provider=far.provider(patience=60))
    cancelled = threading.Timer(0.1, lambda: small.runs.finish(till.turn.run_id, "cancelled"))
    cancelled.start()

    with pytest.raises(Ended):
        buy(till, purchase)
    far.says = DONE
    _follower(small, far).look()

    assert _books(small, till) == ([(OrderState.SUCCEEDED, 15_000)], 15_000)
    assert [asked for asked in far.asked if asked.startswith("POST")] == ["POST /films"]


def test_nothing_is_ordered_for_a_run_that_is_over(small: Bible) -> None:
    till, painter = _till(small), Painter([paints])
    small.runs.finish(till.turn.run_id, "cancelled")

    with pytest.raises(Ended):
        buy(till, _purchase(till, painter))

    assert (painter.keys, paid.entries(small.db, till.turn.run_id)) == ([], [])


# Deleting


@pytest.mark.parametrize("state", [OrderState.INTENDED, OrderState.SUBMITTED, OrderState.UNKNOWN])
def test_a_run_with_an_open_order_cannot_be_deleted(bible: Bible, state: OrderState) -> None:
    till, entry = _order(bible, ref=None if state is OrderState.INTENDED else "job-7")
    bible.runs.finish(till.turn.run_id, "cancelled")
    if state is OrderState.UNKNOWN:
        closing.book(bible, entry, state=state, error="Nobody knows.")

    with pytest.raises(Conflict, match=r"1 paid step is still open: .*far.*under Needs you"):
        bible.runs.delete(till.turn.run_id)

    assert bible.runs.get(till.turn.run_id).run_id == till.turn.run_id


def test_a_project_with_an_open_order_cannot_be_deleted(bible: Bible) -> None:
    till, entry = _order(bible)

    with pytest.raises(Conflict, match="far job job-7"):
        bible.projects.delete("default")
    bible.runs.finish(till.turn.run_id, "cancelled")
    closing.book(bible, entry, state=OrderState.FAILED, error="It burned.")
    bible.projects.delete("default")

    assert [line.intent_id for line in paid.entries(bible.db, till.turn.run_id)] == [entry.intent_id]


def test_a_run_whose_orders_are_settled_can_be_deleted_and_its_lines_stay(bible: Bible) -> None:
    till, entry = _order(bible)
    bible.runs.finish(till.turn.run_id, "cancelled")
    closing.book(bible, entry, state=OrderState.SUCCEEDED, cost=PRICE, error="Late.")

    bible.runs.delete(till.turn.run_id)

    (line,) = paid.entries(bible.db, till.turn.run_id)
    assert (line.cost, line.project_id, line.concept) == (PRICE, "default", "a door in a hedge")


def test_who_leaves_takes_name_and_words_along_and_the_money_is_still_followed(bible: Bible, far: Far) -> None:
    till, _ = _order(bible)
    far.says = DONE

    flow.forget_user(bible.resources, "local")
    _follower(bible, far).look()

    (line,) = paid.entries(bible.db, till.turn.run_id)
    named = bible.db.value("SELECT user_id FROM ledger")
    assert (line.state, line.cost, line.concept, named) == (OrderState.SUCCEEDED, 15_000, None, None)


def test_a_step_that_ends_after_its_run_is_gone_is_paid_all_the_same(bible: Bible) -> None:
    till = _till(bible)

    def gone_meanwhile(painter: Painter, order: VideoOrder, submitted: Any) -> Any:
        flow.forget_user(bible.resources, "local")
        return paints(painter, order, submitted)

    with pytest.raises(Ended):
        buy(till, _purchase(till, Painter([gone_meanwhile])))

    (line,) = paid.entries(bible.db, till.turn.run_id)
    assert (line.state, line.cost) == (OrderState.SUCCEEDED, PRICE)


# What counts


def test_a_charge_after_the_end_counts_in_what_the_studio_spent(bible: Bible) -> None:
    till, entry = _order(bible)
    bible.runs.finish(till.turn.run_id, "cancelled")
    bible.lessons.wrap(till.turn.run_id)
    before = bible.lessons.overview().total_spent

    closing.book(bible, entry, state=OrderState.SUCCEEDED, cost=PRICE, error="Late.")
    with pytest.raises(Conflict, match="settled before"):
        closing.book(bible, entry, state=OrderState.SUCCEEDED, cost=PRICE, error="Late.")
    _work(bible)

    assert (before, bible.lessons.overview().total_spent) == (0, PRICE)


def _work(bible: Bible) -> None:
    while (job := queue.claim(bible.db, owner="test", lease_ms=60_000)) is not None:
        flow.perform(bible.resources, job)
        queue.finish(bible.db, job)


def test_a_persons_word_counts_in_the_run_whether_or_not_it_is_over(bible: Bible) -> None:
    spent = []
    for over in (False, True):
        till, entry = _order(bible)
        if over:
            bible.runs.finish(till.turn.run_id, "cancelled")
        closing.book(bible, entry, state=OrderState.UNKNOWN, error="Nobody knows.")
        closing.decide(bible, till.turn.run_id, entry.intent_id, charged=True)
        spent.append(bible.runs.get(till.turn.run_id).spent)

    assert spent == [PRICE, PRICE]


def test_a_person_cannot_settle_what_is_still_followed(small: Bible) -> None:
    till, entry = _order(small)

    with pytest.raises(Conflict, match="far job job-7 is followed"):
        closing.decide(small, till.turn.run_id, entry.intent_id, charged=True)


def test_a_charge_after_the_end_counts_for_its_pilot(small: Bible) -> None:
    run_id = orchestrator.ask(small, "a door", budget="1")
    small.runs.add_pilot(run_id, "a", tier="animated", budget="1")
    small.runs.finish(run_id, "cancelled")

    small.runs.charge(run_id, cost=PRICE, pilot_id="a", why="Late.")

    run = small.runs.get(run_id)
    assert (run.spent, run.pilots[0].spent, run.warnings) == (PRICE, PRICE, ("Late.",))


def test_a_charge_of_no_run_is_refused(small: Bible) -> None:
    with pytest.raises(NotFound):
        small.runs.charge("nothing", cost=1, why="Whose?")
