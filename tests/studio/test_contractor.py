"""A provider is asked once, followed by the name of its work, and never trusted blindly."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import date
from decimal import Decimal
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest
from pydantic import SecretStr

from showbible.bible import Bible
from showbible.errors import Misconfigured
from showbible.providers.contract import ProviderFailed, ProviderSilent, Setup, Undelivered
from showbible.providers.model import Medium
from showbible.providers.prices import Currencies, Per, Price, PriceTable
from showbible.providers.services.http import HttpProvider
from showbible.runs.model import Tier
from showbible.studio import config
from showbible.studio.contractor import Contractor
from showbible.studio.crew import Made, SoundKind
from showbible.studio.ledger import paid
from showbible.studio.ledger.model import OrderState
from showbible.studio.model import FilmRequest, ProductionAdvice
from showbible.studio.purchase import PurchaseOutcome, buy
from showbible.vocabulary import Micros
from tests.studio.crews import Painter, paints
from tests.studio.test_purchase import ORDER, _purchase, _till


class _Service(ThreadingHTTPServer):
    """Answers with what its table says, and remembers what it was asked."""

    def __init__(self, answers: dict[str, Any]) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.answers = answers
        self.asked: list[tuple[str, str, str | None]] = []
        self.tokens: list[str | None] = []


class _Handler(BaseHTTPRequestHandler):
    server: _Service

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["Content-Length"]))
        self._answer()

    def do_GET(self) -> None:
        self._answer()

    def _answer(self) -> None:
        name = f"{self.command} {self.path}"
        self.server.asked.append((self.command, self.path, self.headers["Idempotency-Key"]))
        self.server.tokens.append(self.headers["Authorization"])
        found = self.server.answers[name]
        found = found.pop(0) if isinstance(found, list) else found
        status, body = found if isinstance(found, tuple) else (200, found)
        content = body if isinstance(body, bytes) else json.dumps(body).encode()
        self.send_response(status)
        if 300 <= status < 400:
            self.send_header("Location", body)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 (the base class names it so)
        """Say nothing."""


def _contractor(url: str) -> Contractor:
    price = Price(model="*", amount=Decimal("0.000005"), per=Per.PIECE, since=date.min)
    prices, key = PriceTable(prices=(price,)), SecretStr("t")
    setup = Setup(name="far", base_url=url, key=key, prices=prices, call_seconds=5, patience=5, pause=0.01)
    return Contractor(provider=HttpProvider(setup), currencies=Currencies(dollars={}))


@contextmanager
def _served(**answers: Any) -> Iterator[tuple[_Service, Contractor]]:
    named = {name.replace("_", " ", 1).replace("__", "/"): answer for name, answer in answers.items()}
    service = _Service(named)
    thread = threading.Thread(target=service.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    url = f"http://127.0.0.1:{service.server_port}/films"
    try:
        yield (
            service,
            _contractor(url),
        )
    finally:
        service.shutdown()
        thread.join()
        service.server_close()


def _make(provider: Contractor, names: list[str] | None = None) -> Made:
    heard = names if names is not None else []
    return provider.make(ORDER, key="key-1", submitted=heard.append)


DONE = {"status": "succeeded", "content_url": "/files/7.mp4", "cost": "0.25"}


def test_work_is_ordered_with_its_key_polled_and_fetched() -> None:
    running = {"status": "running"}
    answers = {"POST___films": {"id": "7"}, "GET___films__7": [running, DONE], "GET___files__7.mp4": b"film"}
    names: list[str] = []

    with _served(**answers) as (service, provider):
        made = _make(provider, names)

    assert (made.content, made.cost, names, service.asked[0]) == (b"film", 250_000, ["7"], ("POST", "/films", "key-1"))


def test_work_that_was_submitted_is_collected_without_ordering() -> None:
    with _served(GET___films__7=DONE, GET___files__7__mp4=b"", **{"GET___files__7.mp4": b"film"}) as (
        service,
        provider,
    ):
        made = provider.collect(ORDER, ref="7")

    assert (made.content, {method for method, _, _ in service.asked}) == (b"film", {"GET"})


def test_a_refused_order_failed_and_cost_nothing() -> None:
    with _served(POST___films=(422, {})) as (_, provider), pytest.raises(ProviderFailed, match="far answered 422"):
        _make(provider)


@pytest.mark.parametrize(
    ("charge", "said"),
    [({}, "far says: no hands. Whether that cost anything is not known."), ({"cost": 0}, "far says: no hands.")],
    ids=["no word of a charge", "told to be free"],
)
def test_failed_work_says_why_and_whether_its_cost_is_known(charge: dict[str, Any], said: str) -> None:
    answers = {"POST___films": {"id": "7"}, "GET___films__7": {"status": "failed", "error": "no hands.", **charge}}

    with _served(**answers) as (_, provider), pytest.raises(ProviderFailed) as refused:
        _make(provider)

    assert str(refused.value) == said


@pytest.mark.parametrize(
    "answer", [(500, {}), b"<html>", [[]], {}, {"id": ""}], ids=["error", "html", "list", "nameless", "empty name"]
)
def test_an_answer_that_tells_nothing_leaves_us_in_doubt(answer: Any) -> None:
    with _served(POST___films=answer) as (_, provider), pytest.raises(ProviderSilent):
        _make(provider)


@pytest.mark.parametrize("wrong", [{"cost": "NaN"}, {"cost": -1}, {"content_url": "http://127.0.0.1:1/film.mp4"}])
def test_a_strange_result_leaves_us_in_doubt(wrong: dict[str, Any]) -> None:
    answers = {"POST___films": {"id": "7"}, "GET___films__7": {**DONE, **wrong}, "GET___files__7.mp4": b"film"}

    with _served(**answers) as (_, provider), pytest.raises(ProviderSilent):
        _make(provider)


@pytest.mark.parametrize("way", ["POST /films", "GET /films/7", "GET /files/7.mp4"])
def test_a_redirect_to_another_origin_gets_no_token(way: str) -> None:
    answers: dict[str, Any] = {"POST___films": {"id": "7"}, "GET___films__7": DONE, "GET___files__7.mp4": b"film"}
    with _served(GET___films={}, GET___films__7=DONE, **{"GET___files__7.mp4": b"film"}) as (thief, _):
        path = f"http://127.0.0.1:{thief.server_port}{way.split()[1]}"
        with _served(**answers) as (service, provider), pytest.raises(ProviderSilent):
            service.answers[way] = (302, path)
            _make(provider)

    assert (thief.asked, set(service.tokens)) == ([], {"Bearer t"})


def test_a_poll_is_not_redirected_even_at_home() -> None:
    answers = {"POST___films": {"id": "7"}, "GET___films__7": (302, "/films/8"), "GET___films__8": DONE}

    with _served(**answers) as (service, provider), pytest.raises(ProviderSilent, match="nobody follows"):
        _make(provider)

    assert {path for _, path, _ in service.asked} == {"/films", "/films/7"}


@pytest.mark.parametrize(("hops", "arrives"), [(3, True), (4, False)])
def test_content_may_move_a_little_within_its_origin(hops: int, arrives: bool) -> None:
    moves = {f"GET /move{hop}": (302, f"/move{hop + 1}") for hop in range(hops)}
    work = {**DONE, "content_url": "/move0"}

    with _served(GET___films__7=work) as (service, provider):
        service.answers |= {**moves, f"GET /move{hops}": b"film"}
        try:
            found = provider.collect(ORDER, ref="7").content
        except Undelivered:
            found = b""

    assert found == (b"film" if arrives else b"")


@pytest.mark.parametrize(
    "wrong", [{"content_url": "http://127.0.0.1:1/film.mp4"}, {"content_url": "https://127.0.0.1/x"}, {}]
)
def test_content_that_cannot_be_had_is_known_to_be_charged(wrong: dict[str, Any]) -> None:
    answers: dict[str, Any] = {"GET___films__7": {**DONE, **wrong}, "GET___files__7.mp4": (500, {})}

    with _served(**answers) as (_, provider), pytest.raises(Undelivered) as caught:
        provider.collect(ORDER, ref="7")

    assert caught.value.cost == 250_000


def test_what_is_paid_for_and_cannot_be_had_is_booked_and_not_ordered_again(bible: Bible) -> None:
    till = _till(bible)
    answers = {"POST___films": {"id": "7"}, "GET___films__7": {**DONE, "content_url": "http://127.0.0.1:1/film.mp4"}}

    with _served(**answers) as (service, provider):
        outcome = buy(till, replace(_purchase(till, Painter([paints])), provider=provider))

    (line,) = paid.entries(bible.db, till.turn.run_id)
    assert (outcome, line.state, line.cost) == (PurchaseOutcome.FAILED, OrderState.FAILED, 250_000)
    assert bible.runs.get(till.turn.run_id).spent == 250_000
    assert [path for method, path, _ in service.asked if method == "POST"] == ["/films"]


def test_nobody_at_the_address_leaves_us_in_doubt() -> None:
    with pytest.raises(ProviderSilent, match="far gave no answer"):
        _make(_contractor("http://127.0.0.1:9/films"))


def test_an_order_that_came_among_too_many_is_offered_again_under_its_key() -> None:
    busy = (429, {"error": "slowly"})
    answers = {"POST___films": [busy, busy, {"id": "7"}], "GET___films__7": DONE, "GET___files__7.mp4": b"film"}

    with _served(**answers) as (service, provider):
        made = _make(provider)

    assert (made.content, [key for method, _, key in service.asked if method == "POST"]) == (b"film", ["key-1"] * 3)


def test_a_link_that_has_expired_is_asked_for_once_more() -> None:
    answers: dict[str, Any] = {"GET___films__7": DONE, "GET___files__7.mp4": [(403, {}), b"film"]}

    with _served(**answers) as (service, provider):
        made = provider.collect(ORDER, ref="7")

    assert (made.content, [path for _, path, _ in service.asked].count("/films/7")) == (b"film", 2)


def test_a_charge_in_a_currency_that_nobody_priced_counts_as_the_price_said() -> None:
    answers = {"GET___films__7": {**DONE, "currency": "shells"}, "GET___files__7.mp4": b"film"}

    with _served(**answers) as (_, provider):
        made = provider.collect(ORDER, ref="7")

    assert (made.cost, made.facts["price"]) == (5, "estimated")


def test_what_is_charged_in_truth_is_held_back_the_next_time() -> None:
    usual = replace(_contractor("https://films.example"), usual_charge=lambda _model: Decimal(3))

    assert (usual.price(ORDER), _contractor("https://films.example").price(ORDER)) == (15, 5)


def test_who_speaks_is_chosen_with_the_plan_where_several_could(small: Bible) -> None:
    tables = [
        f"[providers.{name}]\nkind = 'http'\nbase_url = 'https://{name}.example'\n"
        f"[[providers.{name}.prices]]\namount = '{price}'\nper = 'piece'"
        for name, price in (("dear", "0.06"), ("cheap", "0.03"))
    ]
    file = "\n".join(["[crew]", "voice = ['dear', 'cheap']", *tables])
    (small.workspace.home / "studio.toml").write_text(file)
    wish = FilmRequest(concept="A ferry leaves", budget=Micros(9_000_000))

    plan = config.crew(small).planner.plan(wish, ProductionAdvice())

    assert plan.helpers == {Medium.VOICE: "cheap"}
    assert "cheap is tried: 0 orders of it ended so far, and 4 are needed to compare." in plan.why


def test_a_key_that_is_missing_is_asked_for_before_anything_is_started(
    small: Bible, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("RUNWAYML_API_SECRET", raising=False)
    (small.workspace.home / "studio.toml").write_text("[crew]\nvideo = 'runway'\n[providers.runway]")

    with pytest.raises(Misconfigured, match="runway needs a key: set RUNWAYML_API_SECRET"):
        config.crew(small)


def test_a_studio_plans_with_the_prices_of_those_it_hires(small: Bible) -> None:
    (small.workspace.home / "studio.toml").write_text(
        """
        [crew]
        video = "far"
        [providers.far]
        kind = "http"
        base_url = "https://films.example/v1"
        options = { honours_keys = true }
        [[providers.far.prices]]
        amount = "0.50"
        per = "piece"
        """
    )

    crew = config.crew(small)
    far = crew.filmer(crew.rates.maker(Tier.ANIMATED).name)

    assert (far.name, far.honours_keys, far.price(ORDER)) == ("far", True, 500_000)
    assert crew.rates.picture(Tier.ANIMATED, 240, shots=3) == 1_500_000
    assert crew.rates.label == "prices are those of far; those of voice and music are simulated"
    assert crew.player(SoundKind.VOICE, crew.rates.helper(Medium.VOICE).name).name == "synthesizer"
