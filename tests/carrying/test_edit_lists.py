"""Edit decision lists as programs really write them: read to the frame, or refused with the line number."""

from __future__ import annotations

from fractions import Fraction

import pytest

from showbible.carrying.cuts.edl import LARGEST, DecisionList
from showbible.carrying.cuts.excerpts import Excerpt
from showbible.errors import Invalid, TooLarge

FILM = Fraction(25)
NTSC = Fraction(30000, 1001)
FIRST = "001  AX       V     C        00:00:01:00 00:00:03:00 01:00:00:00 01:00:02:00"


def _read(text: str | bytes, rate: Fraction = FILM) -> tuple[Excerpt, ...]:
    return DecisionList(text.encode() if isinstance(text, str) else text).excerpts(rate)


def _told(excerpts: tuple[Excerpt, ...]) -> list[tuple[str, float]]:
    return [(each.title or each.reel, float(each.seconds)) for each in excerpts]


def test_an_event_has_a_clip_a_length_and_a_place_in_its_clip() -> None:
    (found,) = _read(f"TITLE: The pier\nFCM: NON-DROP FRAME\n\n{FIRST}\n* FROM CLIP NAME: a.s1-1.mp4\n")

    assert (found.title, found.reel, found.where) == ("a.s1-1.mp4", "AX", "line 4")
    assert (found.start, found.seconds) == (Fraction(1), Fraction(2))
    assert (found.transition, found.rate) == ("CUT", None)


def test_a_title_names_the_run() -> None:
    assert DecisionList(f"TITLE: [x y] The pier [01hx.7] v2\n{FIRST}".encode()).run_ids == ("01hx.7",)


@pytest.mark.parametrize(
    "text",
    [
        FIRST.replace(" ", "\t"),
        f"\ufeff{FIRST}\r\n",
        f"TITLE:x\r{FIRST}\r",
        "1 AX V C 00:00:01:0000:00:03:0001:00:00:0001:00:02:00",
        "000001 AX AA/V C00:00:01:00 00:00:03:00 01:00:00:00 01:00:02:00  ",
        "001 AX B c 0:00:01:00 0:00:03:00 1:00:00:00 1:00:02:00",
    ],
    ids=["tabs", "bom-and-crlf", "old-mac", "no-spaces-between-times", "glued-kind", "short-hours"],
)
def test_odd_spacing_is_read(text: str) -> None:
    assert _told(_read(text)) == [("AX", 2.0)]


def test_latin_letters_of_older_programs_are_read() -> None:
    assert _told(_read(f"{FIRST}\n* FROM CLIP NAME: Müller.mov".encode("latin-1"))) == [("Müller.mov", 2.0)]


def test_a_dissolve_belongs_to_the_clip_that_comes() -> None:
    found = _read(
        "002  AX  V  C        00:00:10:00 00:00:10:00 01:00:02:00 01:00:02:00\n"
        "002  BX  V  D    025 00:00:00:00 00:00:05:00 01:00:02:00 01:00:07:00\n"
        "* FROM CLIP NAME: one\n* TO CLIP NAME: two\n"
        "003  CX  V  W001 010 00:00:00:00 00:00:01:00 01:00:07:00 01:00:08:00\n* FROM CLIP NAME: three\n"
    )

    assert [(each.title, each.transition, float(each.seconds)) for each in found] == [
        ("two", "DISSOLVE", 5),
        ("three", "WIPE", 1),
    ]


def test_a_clip_at_half_speed_is_as_long_as_it_is_seen() -> None:
    (found,) = _read(
        "001 AX V C 00:00:00:00 00:00:01:00 01:00:00:00 01:00:02:00\nM2   AX       012.5                00:00:00:00\n"
    )

    assert (float(found.seconds), found.speed) == (2.0, 0.5)


def test_a_comment_speaks_of_picture_and_sound_of_one_event() -> None:
    heard = FIRST.replace(" V ", " A ")

    assert _told(_read(f"{FIRST}\n{heard}\n* FROM CLIP NAME: one")) == [("one", 2.0)]


def test_black_and_what_is_only_heard_are_no_pictures() -> None:
    found = _read(
        f"{FIRST}\n"
        "002  BL       V     C        00:00:00:00 00:00:01:00 01:00:02:00 01:00:03:00\n"
        "003  AX       A2    C        00:00:00:00 00:00:05:00 01:00:00:00 01:00:05:00\n"
        "004  AX       NONE  C        00:00:00:00 00:00:05:00 01:00:00:00 01:00:05:00\n"
        "005  CX       V2    C        00:00:00:00 00:00:01:00 01:00:00:00 01:00:01:00\n"
    )

    assert [(each.reel, each.beside) for each in found] == [("AX", False), ("CX", True)]


def test_events_stand_in_the_order_of_the_film() -> None:
    later = "001  LATE     V     C        00:00:00:00 00:00:01:00 01:00:02:00 01:00:03:00"

    assert _told(_read(f"{later}\n{FIRST}")) == [("LATE", 1.0), ("AX", 2.0)][::-1]


@pytest.mark.parametrize(
    ("until", "rate", "frames"),
    [
        ("00:01:00:00", Fraction(24), 1440),
        ("00:01:00:00", Fraction(30), 1800),
        ("00:01:00;02", NTSC, 1800),
        ("00:10:00;00", NTSC, 17982),
        ("01:00:00;00", NTSC, 107892),
    ],
)
def test_times_are_counted_to_the_frame(until: str, rate: Fraction, frames: int) -> None:
    (found,) = _read(f"001 AX V C 00:00:00:00 {until} 00:00:00:00 {until}", rate)

    assert found.seconds * rate == frames


def test_drop_frame_is_counted_so_where_only_the_head_says_it() -> None:
    (found,) = _read("FCM: DROP FRAME\n001 AX V C 00:00:00:00 00:10:00:00 00:00:00:00 00:10:00:00", NTSC)

    assert found.seconds * NTSC == 17982


@pytest.mark.parametrize(
    ("text", "rate", "sentence"),
    [
        (f"{FIRST}\n\n002  AX  V  C  00:00:00:00 00:00:01:00", FILM, "Line 3 .* no event that can be read"),
        (f"TITLE: x\n{FIRST[:-2]}", FILM, "Line 2 .* no event"),
        (FIRST.replace("00:00:03:00", "00:00:02:25"), FILM, "Line 1 .* 00:00:02:25, .* 25 frames a second"),
        (FIRST.replace("00:00:03:00", "00:61:03:00"), FILM, "Line 1 "),
        (FIRST.replace("01:00:02:00", "00:59:02:00"), FILM, "Line 1 .* ends before it begins"),
        (FIRST.replace("00:00:03:00", "00:00:03;00"), Fraction(24), "Line 1 .* drop frame, .* has 24"),
        (FIRST.replace("00:00:03:00", "00:01:00;01"), NTSC, "Line 1 .* which drop frame leaves out"),
        (f"{FIRST}\nM2 AX fast", FILM, "Line 2 .* speed"),
        ("TITLE: The pier\n* nothing else\n", FILM, "no events"),
    ],
)
def test_what_cannot_be_read_is_refused_with_its_line(text: str, rate: Fraction, sentence: str) -> None:
    with pytest.raises(Invalid, match=sentence):
        _read(text, rate)


@pytest.mark.parametrize(
    "text", [b"* " + b"x" * 2000, b" " * (LARGEST + 1), FIRST.encode() + b"\n" + f"{FIRST}\n".encode() * 10_000]
)
def test_a_list_without_end_is_refused(text: bytes) -> None:
    with pytest.raises(TooLarge):
        DecisionList(text)
