"""`/stills`: a small picture of what a run made."""

from __future__ import annotations

import io

import pytest
from PIL import Image

from showbible.bible import Bible
from tests.browser.productions import SMALL, film, hum
from tests.builders import a_run
from tests.web.conftest import Caller


def picture(width: int = 1000, height: int = 500) -> bytes:
    made = io.BytesIO()
    Image.new("RGB", (width, height), (200, 40, 40)).save(made, "PNG")
    return made.getvalue()


def test_a_film_gives_a_frame(visit_any: Caller, any_bible: Bible) -> None:
    any_bible.blobs.put("videos", "a.mp4", [film(0, "animated", 1.0, SMALL)])

    answer = visit_any("GET", "/stills/videos/a.mp4")

    with Image.open(io.BytesIO(answer.content)) as image:
        assert (answer.headers["content-type"], image.size) == ("image/jpeg", (160, 90))


def test_a_second_of_a_film_has_a_frame_of_its_own(visit_any: Caller, any_bible: Bible) -> None:
    any_bible.blobs.put("videos", "a.mp4", [film(0, "animated", 3.0, SMALL)])

    answers = [visit_any("GET", f"/stills/videos/a.mp4?at={second}") for second in (0, 2, 99)]

    assert [answer.status_code for answer in answers] == [200, 200, 200]
    assert (answers[0].content != answers[1].content, answers[1].content == answers[2].content) == (True, True)
    assert answers[0].headers["etag"] != answers[1].headers["etag"]


def test_a_large_picture_is_made_small(visit_any: Caller, any_bible: Bible) -> None:
    any_bible.blobs.put("media", "a.png", [picture()])

    answer = visit_any("GET", "/stills/media/a.png")

    with Image.open(io.BytesIO(answer.content)) as image:
        assert image.size == (640, 320)


def test_a_still_that_is_known_is_not_drawn_again(visit_any: Caller, any_bible: Bible) -> None:
    any_bible.blobs.put("media", "a.png", [picture()])
    tag = visit_any("GET", "/stills/media/a.png").headers["etag"]

    answer = visit_any("GET", "/stills/media/a.png", headers={"if-none-match": tag})

    assert (answer.status_code, answer.content) == (304, b"")


@pytest.mark.parametrize(
    ("content", "status"),
    [(hum(0.1), 422), (b"\x00\x00\x00\x18ftypmp42 but no film", 422), (b"\x89PNG\r\n\x1a\n but no picture", 422)],
)
def test_what_shows_nothing_is_refused(visit_any: Caller, any_bible: Bible, content: bytes, status: int) -> None:
    any_bible.blobs.put("media", "a", [content])

    assert visit_any("GET", "/stills/media/a").status_code == status


def test_a_picture_that_would_fill_the_memory_is_refused(visit_any: Caller, any_bible: Bible) -> None:
    older = any_bible.workspace.home / "stores" / "media" / "a.png"  # from before pictures were measured
    older.parent.mkdir(parents=True)
    older.write_bytes(picture(10_000, 6_000))

    assert visit_any("GET", "/stills/media/a.png").status_code == 422


def test_a_missing_file_is_not_found(visit_any: Caller) -> None:
    assert visit_any("GET", "/stills/videos/nothing.mp4").status_code == 404


def test_a_run_points_to_the_last_thing_it_made(visit_any: Caller, any_bible: Bible) -> None:
    run_id = a_run(any_bible.db)
    for name in ("one", "two"):
        any_bible.runs.deliver(run_id, "video", f"videos/{name}.mp4", scene_id=name)

    answer = visit_any("GET", f"/runs/{run_id}/still")

    assert answer.headers["location"] == "/stills/videos/two.mp4"


def test_a_run_that_made_nothing_has_no_still(visit_any: Caller, any_bible: Bible) -> None:
    run_id = a_run(any_bible.db)

    assert visit_any("GET", f"/runs/{run_id}/still").status_code == 204
