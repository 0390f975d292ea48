"""One effect for one Idempotency-Key, on both databases."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest
from fastapi import APIRouter, Request, Response
from pydantic import BaseModel

from showbible.bible import Bible
from showbible.errors import Conflict
from showbible.storage.database import Database
from showbible.vocabulary import new_id
from showbible.web.app import create_app
from showbible.web.once import once
from tests.web.conftest import Caller, served


class Thing(BaseModel):
    """A thing to make."""

    name: str
    score: float | None = None


def router(db: Database) -> APIRouter:
    made = APIRouter()

    def make(thing: Thing) -> Thing:
        with db.transaction():
            db.run("INSERT INTO facts (name, value) VALUES (:name, 'x')", name=f"{thing.name} {new_id()}")
        if thing.name == "refused":
            raise Conflict("Not now.")
        return thing

    @made.post("/things")
    def things(body: Thing, request: Request) -> Response:
        return once(db, request, lambda: make(body))

    @made.post("/others")
    def others(body: Thing, request: Request, user_id: str = "local") -> Response:
        return once(db, request, lambda: make(body), status=200, caller=user_id)

    @made.post("/unspeakable")
    def unspeakable(request: Request) -> Response:
        return once(db, request, lambda: {"made": make(Thing(name="lamp")), "by": object()})

    @made.post("/nothing")
    def nothing(request: Request) -> Response:
        return once(db, request, lambda: None, status=204)

    return made


@pytest.fixture
def call(any_bible: Bible) -> Iterator[Caller]:
    caller = Caller(create_app(any_bible, api=router(any_bible.workspace.db)))
    yield caller
    caller.close()


def _made(bible: Bible) -> list[str]:
    made = bible.workspace.db.all("SELECT name FROM facts WHERE value = 'x' ORDER BY name")
    return [row.name.split()[0] for row in made]


def _post(call: Caller, name: str, *, key: str | None = "key-1", path: str = "/api/v1/things") -> httpx.Response:
    return call("POST", path, json={"name": name}, headers={"Idempotency-Key": key} if key is not None else {})


def test_a_replay_gives_the_first_answer_and_no_second_effect(call: Caller, any_bible: Bible) -> None:
    answers = [_post(call, "lamp") for _ in range(3)]

    assert [(answer.status_code, answer.json()) for answer in answers] == [(201, {"name": "lamp", "score": None})] * 3
    assert _made(any_bible) == ["lamp"]


def test_without_a_key_each_request_has_its_effect(call: Caller, any_bible: Bible) -> None:
    _post(call, "lamp", key=None)
    _post(call, "lamp", key=None)

    assert _made(any_bible) == ["lamp", "lamp"]


def test_another_request_under_the_same_key_is_refused(call: Caller, any_bible: Bible) -> None:
    _post(call, "lamp")

    others = [
        _post(call, "chair"),
        _post(call, "lamp", path="/api/v1/others"),
        _post(call, "lamp", path="/api/v1/things?a=1"),
    ]

    assert [answer.status_code for answer in others] == [422, 422, 422]
    assert _made(any_bible) == ["lamp"]


def test_another_caller_may_use_the_same_key(call: Caller, any_bible: Bible) -> None:
    for user in ("ann", "bob"):
        _post(call, "lamp", path=f"/api/v1/others?user_id={user}")

    assert _made(any_bible) == ["lamp", "lamp"]


def test_an_effect_that_fails_leaves_nothing_and_may_be_tried_again(call: Caller, any_bible: Bible) -> None:
    answers = [_post(call, "refused"), _post(call, "refused")]

    assert [answer.status_code for answer in answers] == [409, 409]
    assert (_made(any_bible), any_bible.workspace.db.value("SELECT COUNT(*) FROM answers")) == ([], 0)


def test_an_effect_whose_answer_cannot_be_kept_does_not_happen(call: Caller, any_bible: Bible) -> None:
    answer = call("POST", "/api/v1/unspeakable", headers={"Idempotency-Key": "key-1"})

    assert (answer.status_code, _made(any_bible)) == (500, [])


@pytest.mark.parametrize(("key", "status"), [("k" * 255, 201), ("k" * 256, 422), ("", 422), ("two words", 422)])
def test_a_key_has_a_form(call: Caller, key: str, status: int) -> None:
    answer = _post(call, "lamp", key=key)

    assert answer.status_code == status


def test_an_answer_without_a_body_is_replayed_without_one(call: Caller) -> None:
    answers = [call("POST", "/api/v1/nothing", headers={"Idempotency-Key": "key-1"}) for _ in range(2)]

    assert [(answer.status_code, answer.content) for answer in answers] == [(204, b"")] * 2


def test_a_key_sent_many_times_at_once_has_one_effect(any_bible: Bible) -> None:
    app, together = create_app(any_bible, api=router(any_bible.workspace.db)), threading.Barrier(8)

    def send(url: str) -> int:
        together.wait()
        return httpx.post(f"{url}/api/v1/things", json={"name": "lamp"}, headers={"Idempotency-Key": "k"}).status_code

    with served(app) as url, ThreadPoolExecutor(8) as senders:
        statuses = list(senders.map(send, [url] * 8))

    assert (statuses, _made(any_bible)) == ([201] * 8, ["lamp"])
