"""The one reader behind all live views."""

from __future__ import annotations

import asyncio
from typing import Any

from showbible.bible import Bible
from showbible.web.live import MOST_WAITING, EventFrame, Live


def _live(bible: Bible, closing: asyncio.Event | None = None) -> Live:
    return Live(bible, closing or asyncio.Event(), show=lambda run: {"concept": run.concept})


async def _rest(stream: Any) -> list[EventFrame]:
    return [frame async for frame in stream if frame is not None]


def _report(bible: Bible, run_id: str, times: int) -> None:
    for _ in range(times):
        bible.runs.report(run_id, "renderer", "running")


async def _let_go(live: Live, bible: Bible, run_id: str) -> list[EventFrame]:
    """What a viewer saw who asked for one event and then fell asleep, once that got it let go."""
    # An event that it looked up itself does not count, nor that it was let go before its first: it must be waiting.
    for _ in range(20):
        slow, awake = live.watch(run_id, since=None), live.watch(run_id, since=None)
        await anext(slow)
        await anext(awake)
        asleep = asyncio.create_task(anext(slow))
        await asyncio.sleep(0.2)  # meanwhile it finds that there is nothing to look up, and waits for the reader
        await asyncio.to_thread(_report, bible, run_id, MOST_WAITING + 40)
        for _ in range(MOST_WAITING + 40):  # whoever stays awake has seen it all, so all was offered to the other
            await anext(awake)
        await awake.aclose()
        try:
            first = await asleep
        except StopAsyncIteration:
            continue
        try:
            seen = [first, *await asyncio.wait_for(_rest(slow), timeout=5)] if first is not None else []
        except TimeoutError:  # it looked everything up itself before the reader came to offer it
            continue
        if 0 < len(seen) < MOST_WAITING + 40:
            return seen
    raise AssertionError("a viewer who does not read is never let go")


def test_a_viewer_who_falls_behind_is_let_go_and_misses_nothing_on_return(any_bible: Bible) -> None:
    run_id = any_bible.runs.start("Whales", budget=1).id

    async def watch() -> tuple[list[EventFrame], list[EventFrame]]:
        live = _live(any_bible)
        seen = await _let_go(live, any_bible, run_id)
        await asyncio.to_thread(any_bible.runs.finish, run_id)
        return seen, (await _rest(live.watch(run_id, since=seen[-1].seq)))[1:]

    seen, missed = asyncio.run(watch())

    numbers = [frame.seq for frame in (*seen, *missed)]
    assert numbers == list(range(numbers[0], numbers[0] + MOST_WAITING + 41))
    assert missed[-1].kind == "complete"


def test_an_event_is_encoded_once_for_all_viewers(any_bible: Bible) -> None:
    run_id = any_bible.runs.start("Whales", budget=1).id

    async def watch() -> bool:
        live = _live(any_bible)
        streams = [live.watch(run_id, since=None) for _ in range(5)]
        for stream in streams:
            await anext(stream)
        for _ in range(50):  # the first events may still be looked up by viewers who have just come
            waiting = [asyncio.create_task(anext(stream)) for stream in streams]
            await asyncio.to_thread(_report, any_bible, run_id, 1)
            if len({id(frame) for frame in await asyncio.gather(*waiting)}) == 1:
                return True
        return False

    assert asyncio.run(watch())


def test_closing_ends_every_stream_at_once(any_bible: Bible) -> None:
    run_id = any_bible.runs.start("Whales", budget=1).id

    async def watch() -> list[list[EventFrame]]:
        closing = asyncio.Event()
        live = _live(any_bible, closing)
        streams = [live.watch(run_id, since=None) for _ in range(3)]
        for stream in streams:
            await anext(stream)
        closing.set()
        return [await _rest(stream) for stream in streams]

    assert asyncio.run(watch()) == [[], [], []]
