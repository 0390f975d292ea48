"""`/runs/stream`: whoever comes back to a list is told of every run that changed meanwhile, once."""

from __future__ import annotations

import asyncio
import re

import httpx
import pytest

from showbible.bible import Bible
from showbible.runs.recall import log
from showbible.web.app import create_app
from showbible.web.live import EVERY_ROW, EVERY_RUN, EventFrame, Live
from tests.builders import a_run
from tests.web.conftest import served


def _told(url: str) -> str:
    """The first message of a stream."""
    with httpx.stream("GET", url, timeout=30) as answer:
        for message in answer.iter_text():
            if "data:" in message:
                return message
    raise AssertionError("the stream said nothing")


def test_what_happened_meanwhile_is_caught_up_with(any_bible: Bible) -> None:
    known, silent = a_run(any_bible.db, run_id="known"), a_run(any_bible.db, run_id="silent")
    seen = log.last_seq(any_bible.db)
    any_bible.runs.enter(known, "editing")
    a_run(any_bible.db, run_id="fresh")

    with served(create_app(any_bible)) as address:
        message = _told(f"{address}/runs/stream?since={seen}")

    assert set(re.findall(r"\[id='state-([^']+)'\]", message)) == {"known", "fresh"}
    assert (re.findall(r'data-run="([^"]+)"', message), silent in message) == (["fresh"], False)


@pytest.mark.parametrize(("topic", "expected"), [(EVERY_RUN, 1), (EVERY_ROW, 3)])
def test_a_page_made_anew_needs_the_last_event_and_a_list_needs_each(
    any_bible: Bible, topic: str, expected: int
) -> None:
    for name in ("one", "two", "three"):
        a_run(any_bible.db, name)

    async def first() -> EventFrame | None:
        live = Live(any_bible, asyncio.Event(), show=lambda _run: {})
        stream = live.follow(topic, since=0, encode=lambda news: str(len(news)))
        frame = await anext(stream)
        await stream.aclose()
        return frame

    frame = asyncio.run(first())

    assert frame is not None and f"data: {expected}\n" in frame.sse.decode()


def test_a_stream_since_no_number_is_refused(any_bible: Bible) -> None:
    with served(create_app(any_bible)) as address:
        answer = httpx.get(f"{address}/runs/stream?since=x", headers={"accept": "text/html"})

    assert answer.status_code == 422
