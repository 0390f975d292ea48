"""Live runs: everything once, in order, whoever writes it and however often the line is cut."""

from __future__ import annotations

import json
import signal
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets import Origin
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from showbible.bible import Bible
from showbible.settings import Settings
from showbible.web.app import create_app
from tests import processes
from tests.web.conftest import served


@pytest.fixture
def address(any_bible: Bible) -> Iterator[str]:
    """The address of a server that really listens, on each database in turn."""
    with served(create_app(any_bible)) as url:
        yield url


def _events(url: str, run_id: str, *, last: int | None = None, most: int = 10**6) -> Iterator[dict[str, Any]]:
    """The events of one connection, which the viewer cuts after a number of them."""
    headers = {"Last-Event-ID": str(last)} if last is not None else {}
    # Unless told not to, every client reads all certificates there are, for a connection that needs none.
    way = f"{url}/api/v1/runs/{run_id}/events"
    with httpx.stream("GET", way, headers=headers, timeout=60, verify=False) as answer:
        assert answer.headers["content-type"].startswith("text/event-stream")
        event: dict[str, Any] = {}
        for line in answer.iter_lines():
            if line.startswith("id: "):
                event["id"] = int(line[4:])
            elif line.startswith("event: "):
                event["kind"] = line[7:]
            elif line.startswith("data: "):
                event["data"] = json.loads(line[6:])
            elif not line and event:
                yield event
                event = {}
                most -= 1
                if most == 0:
                    return


def test_a_stream_begins_with_a_snapshot_and_ends_with_the_run(any_bible: Bible, address: str) -> None:
    run_id = any_bible.runs.start("Whales", budget=1).id
    stream = _events(address, run_id)

    first = next(stream)
    any_bible.runs.enter(run_id, "editing")
    any_bible.runs.finish(run_id)
    rest = list(stream)

    assert (first["kind"], first["data"]["data"]["concept"]) == ("snapshot", "Whales")
    assert [event["kind"] for event in rest] == ["stage", "complete"]


def test_a_finished_run_is_shown_and_the_stream_ends(any_bible: Bible, address: str) -> None:
    run_id = any_bible.runs.start("Whales", budget=1).id
    any_bible.runs.finish(run_id, "failed", error="No oil.")

    assert [event["kind"] for event in _events(address, run_id)] == ["snapshot", "complete"]


def test_a_stream_cut_50_times_while_events_arrive_shows_every_event_once(any_bible: Bible, address: str) -> None:
    run_id = any_bible.runs.start("Whales", budget=1).id
    total = 200

    def write() -> None:
        for number in range(total):
            any_bible.runs.report(run_id, "renderer", "running", data={"number": number})
        any_bible.runs.finish(run_id)

    writer = threading.Thread(target=write)
    writer.start()
    seen: list[int] = []
    cuts, last, ended = 0, 0, False
    while not ended:
        # The first event of each connection is the snapshot; four more, then the line is cut.
        for event in _events(address, run_id, last=last, most=5 if cuts < 50 else 10**6):
            last = event["id"]
            if event["kind"] == "progress":
                seen.append(event["data"]["data"]["data"]["number"])
            ended = event["kind"] == "complete"
        cuts += 1
    writer.join()

    assert seen == list(range(total))
    assert cuts > 50


def test_what_another_process_writes_appears_on_an_open_stream(any_bible: Bible, address: str) -> None:
    run_id = any_bible.runs.start("Whales", budget=1).id
    stream = _events(address, run_id)
    next(stream)

    processes.Child(_finish_elsewhere, any_bible.settings, run_id).join()

    assert [event["kind"] for event in stream] == ["stage", "complete"]


def _finish_elsewhere(say: Any, settings: Settings, run_id: str) -> None:
    with Bible(settings) as bible:
        bible.runs.enter(run_id, "rendering")
        bible.runs.finish(run_id)


def test_a_deleted_run_ends_its_streams(any_bible: Bible, address: str) -> None:
    run_id = any_bible.runs.start("Whales", budget=1).id
    stream = _events(address, run_id)
    next(stream)

    any_bible.runs.delete(run_id)

    assert [(event["kind"], event["data"]["data"]) for event in stream] == [("complete", {"status": "deleted"})]


def test_a_number_from_the_future_starts_afresh(any_bible: Bible, address: str) -> None:
    run_id = any_bible.runs.start("Whales", budget=1).id
    any_bible.runs.finish(run_id)

    events = list(_events(address, run_id, last=10**9))

    assert [event["kind"] for event in events] == ["snapshot", "complete"]


def _socket_url(address: str, run_id: str, query: str = "") -> str:
    return f"{address.replace('http', 'ws')}/api/v1/runs/{run_id}/live{query}"


def test_the_socket_says_the_same_and_closes_in_order(any_bible: Bible, address: str) -> None:
    run_id = any_bible.runs.start("Whales", budget=1).id
    heard = []

    with connect(_socket_url(address, run_id)) as socket:
        heard.append(json.loads(socket.recv(timeout=30)))
        any_bible.runs.deliver(run_id, "video", "a.mp4", cost="0.25", scene_id="s1")
        any_bible.runs.error(run_id, "The provider timed out.")
        any_bible.runs.finish(run_id)
        with pytest.raises(ConnectionClosed):
            while True:
                heard.append(json.loads(socket.recv(timeout=30)))

    assert [message["type"] for message in heard] == ["snapshot", "asset", "error", "complete"]
    assert (heard[1]["budget_spent"], heard[1]["scenes_completed"], heard[2]["errors"]) == (
        0.25,
        1,
        ["The provider timed out."],
    )
    assert (heard[-1]["status"], socket.close_code) == ("completed", 1000)


def test_the_socket_resumes_from_a_number(any_bible: Bible, address: str) -> None:
    run_id = any_bible.runs.start("Whales", budget=1).id
    seq = any_bible.runs.report(run_id, "writer", "started")
    any_bible.runs.report(run_id, "writer", "completed")

    with connect(_socket_url(address, run_id, f"?since={seq}")) as socket:
        kinds = [json.loads(socket.recv(timeout=30))["type"] for _ in range(2)]

    assert kinds == ["snapshot", "progress"]


@pytest.mark.parametrize("run_id", ["nope", "a..b"])
def test_the_socket_of_an_unknown_run_closes_before_any_message(address: str, run_id: str) -> None:
    with connect(_socket_url(address, run_id)) as socket, pytest.raises(ConnectionClosed):
        socket.recv(timeout=30)

    assert socket.close_code == 4404


def test_a_foreign_page_cannot_open_a_socket(any_bible: Bible, address: str) -> None:
    run_id = any_bible.runs.start("Whales", budget=1).id

    evil = Origin("https://evil.example")
    with pytest.raises(InvalidStatus, match="403"), connect(_socket_url(address, run_id), origin=evil):
        pass


def test_sigterm_ends_open_streams_at_once_and_they_resume_after_a_restart(tmp_path: Path) -> None:
    home = tmp_path / "studio"
    with Bible(Settings(home=home, disk_floor_mb=0)) as bible:
        run_id = bible.runs.start("Whales", budget=1).id
        with processes.served(home) as (url, process):
            stream = _events(url, run_id)
            last = next(stream)["id"]
            process.send_signal(signal.SIGTERM)
            assert list(stream) == []
            assert process.wait(timeout=15) == 0
        seq = bible.runs.report(run_id, "writer", "started")
        bible.runs.finish(run_id)

    with processes.served(home) as (url, _):
        missed = list(_events(url, run_id, last=last))

    assert [(event["kind"], event["id"]) for event in missed][1:] == [("progress", seq), ("complete", seq + 1)]
