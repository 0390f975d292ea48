"""The offline describer says what is in the pixels, and nothing about what it cannot open."""

from __future__ import annotations

from pathlib import Path

import av
import numpy as np
import pytest
from PIL import Image, ImageDraw

from showbible.assets.learn.look.process import look
from showbible.assets.learn.look.wording import described
from showbible.errors import Malformed

FIGURES = {
    "kind": "film",
    "width": 1080,
    "height": 1920,
    "seconds": 4.0,
    "palette": ["black", "navy", "orange"],
    "brightness": 30.0,
    "contrast": 40.0,
    "sharpness": 500.0,
    "motion": 5.0,
    "cuts": 2,
    "faces": 2,
    "face_height": 0.3,
    "text": "EXIT",
}


def test_figures_become_plain_words() -> None:
    assert described(FIGURES) == (
        "A portrait film, 1080x1920, very dark, sharp. Mostly black, navy and orange. "
        "4 seconds, 3 shots, with motion. 2 faces, close-up. Text reads: EXIT."
    )


def test_a_picture_is_read(tmp_path: Path) -> None:
    image = Image.new("RGB", (640, 360), (250, 250, 250))
    ImageDraw.Draw(image).text((120, 140), "SCENE 12 TAKE 3", fill=(0, 0, 0), font_size=48)
    image.save(tmp_path / "slate.png")

    seen = look(tmp_path / "slate.png")

    assert (seen.measures["palette"], seen.measures["text"]) == (["white"], "SCENE 12 TAKE 3")


def test_a_picture_of_one_colour_holds_no_letters(tmp_path: Path) -> None:
    Image.new("RGB", (320, 180), "navy").save(tmp_path / "plain.png")

    seen = look(tmp_path / "plain.png")

    assert (seen.measures["palette"], "text" in seen.measures, "unread" in seen.measures) == (["navy"], False, False)


def test_the_cuts_of_a_film_are_counted(tmp_path: Path) -> None:
    with av.open(str(tmp_path / "a.mp4"), "w") as film:
        stream = film.add_stream("libx264", rate=24)
        stream.width, stream.height, stream.pix_fmt = 160, 90, "yuv420p"
        for colour in ((200, 40, 40), (30, 60, 200)):
            for _ in range(12):
                frame = av.VideoFrame.from_ndarray(np.full((90, 160, 3), colour, np.uint8), format="rgb24")
                film.mux(stream.encode(frame))
        film.mux(stream.encode())

    seen = look(tmp_path / "a.mp4", read_text=False)

    assert (seen.measures["cuts"], seen.measures["seconds"], seen.measures["palette"]) == (1, 1.0, ["blue"])


@pytest.mark.parametrize(
    "content", [b"", b"not a film at all", b"\x89PNG\r\n\x1a\nbroken", b"\x00\x00\x00\x18ftypmp42"]
)
def test_what_cannot_be_opened_is_said_to_be_so(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "bad").write_bytes(content)

    with pytest.raises(Malformed):
        look(tmp_path / "bad")
