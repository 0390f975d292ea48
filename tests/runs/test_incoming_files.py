"""A file from a provider is what its content says, and not what it is called."""

from __future__ import annotations

import io

import av
import numpy as np
import pytest

from showbible.errors import Malformed
from showbible.runs.learn.incoming_files import checked_file
from tests.runs.other_works import a_film


def _sound_in_a_film_file() -> bytes:
    made = io.BytesIO()
    with av.open(made, "w", format="mp4") as file:
        stream = file.add_stream("aac", rate=48_000, layout="stereo")
        frame = av.AudioFrame.from_ndarray(np.zeros((2, 4800), np.float32), format="fltp", layout="stereo")
        frame.sample_rate = 48_000
        file.mux(stream.encode(frame))
        file.mux(stream.encode(None))
    return made.getvalue()


def test_a_film_file_without_a_picture_is_a_sound() -> None:
    found = checked_file(_sound_in_a_film_file(), media_type="audio/mp4", what="It")

    assert (found.type, found.measures) == ("audio", {})
    assert found.seconds == pytest.approx(0.1, abs=0.05)


def test_a_film_that_is_said_to_be_a_picture_is_refused() -> None:
    with pytest.raises(Malformed, match="It is said to be image/png, and is video"):
        checked_file(a_film(), media_type="image/png", what="It")
