"""The frame rate of delivered films: read from their files once, kept with the delivery."""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import av
import numpy as np
import pytest

from showbible import flow
from showbible.bible import Bible
from showbible.runs.model import Delivery
from showbible.runs.recall.files import frame_rate
from showbible.runs.record.delivery import note_rate
from showbible.settings import Settings


@pytest.fixture
def studio(settings: Settings) -> Iterator[Bible]:
    """A studio on either database, without workers."""
    with Bible(replace(settings, workers=0)) as bible:
        yield bible


def a_film(fps: int) -> bytes:
    """Half a second of grey."""
    made = io.BytesIO()
    with av.open(made, "w", format="mp4") as film:
        stream = film.add_stream("libx264", rate=fps)
        stream.width, stream.height, stream.pix_fmt = 64, 36, "yuv420p"
        for _ in range(fps // 2):
            frame = av.VideoFrame.from_ndarray(np.full((36, 64, 3), 90, np.uint8), format="rgb24")
            film.mux(stream.encode(frame))
        film.mux(stream.encode())
    return made.getvalue()


def delivered(bible: Bible, content: bytes | None, **facts: Any) -> Delivery:
    """A film that a run handed in; without content, one that lies elsewhere."""
    run_id = bible.runs.start("whales", budget="5").run_id
    if content is not None:
        bible.blobs.put("videos", f"{run_id}/a.mp4", [content])
    return bible.runs.deliver(run_id, "video", f"videos/{run_id}/a.mp4", asset_id="a", **facts)


def measured(bible: Bible, made: Delivery) -> dict[str, Any]:
    """What is known of it once everything followed that follows."""
    flow.measure_films(bible.resources, {"run_id": made.run_id, "asset_id": made.asset_id})
    (kept,) = bible.runs.get(made.run_id).assets
    return dict(kept.metadata)


def test_a_film_in_a_store_tells_its_frame_rate(studio: Bible) -> None:
    made = delivered(studio, a_film(30), metadata={"title": "Dawn"})

    assert measured(studio, made) == {"title": "Dawn", "fps": 30.0}


def test_what_a_caller_told_is_left_alone(studio: Bible) -> None:
    made = delivered(studio, a_film(30), metadata={"fps": 25})

    assert measured(studio, made) == {"fps": 25}


def test_a_file_that_is_no_film_is_opened_only_once(studio: Bible) -> None:
    made = delivered(studio, b"not a film at all")

    assert measured(studio, made) == {"fps": None}


def test_a_film_kept_elsewhere_waits(studio: Bible) -> None:
    assert measured(studio, delivered(studio, None)) == {}


def test_a_delivery_corrected_meanwhile_keeps_its_correction(studio: Bible) -> None:
    made = delivered(studio, None)
    again = studio.runs.deliver(made.run_id, "video", "videos/other.mp4", asset_id="a", metadata={"take": 2})

    note_rate(studio.db, made, 30.0)

    assert studio.runs.get(made.run_id).assets == (again,)


@pytest.mark.parametrize(
    ("told", "rate"), [(29.97, 29.97), (24, 24.0), (0, None), (-1, None), (1e9, None), ("24", None), (True, None)]
)
def test_only_a_rate_that_a_film_can_have_counts(told: object, rate: float | None) -> None:
    assert frame_rate({"fps": told}) == rate
