"""Frames show what the shot says: its place, its size, its camera, its words, and its tier."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from PIL import Image, ImageChops

from showbible.errors import Invalid, Malformed
from showbible.runs.model import Tier
from showbible.studio import lexicon, media, seeds
from showbible.studio.animatic.camera import view, window
from showbible.studio.animatic.captions import BAND, fitted, manner, wrapped
from showbible.studio.animatic.frames import FrameTake, frames
from showbible.studio.evaluate import palette_distance
from showbible.studio.model import FPS, HEIGHT, WIDTH, Angle, FilmLook, Movement, ScriptShot, Size
from tests.studio.crews import a_clip

LOOK = lexicon.look("a fisherman on a dark sea", mood="tense")


def _shot(**words: object) -> ScriptShot:
    usual: dict[str, object] = {
        "shot_id": "s1-1",
        "size": Size.WIDE,
        "angle": Angle.EYE_LEVEL,
        "movement": Movement.STATIC,
        "frames": 4,
        "description": "",
    }
    return ScriptShot(**{**usual, **words})  # type: ignore[arg-type]


def _frames(tier: Tier = Tier.ANIMATED, *, look: FilmLook = LOOK, **words: object) -> list[Image.Image]:
    return list(frames(FrameTake(look=look, shot=_shot(**words), tier=tier, glow=0.8)))


def _apart(one: Image.Image, two: Image.Image) -> float:
    return float(np.mean(np.asarray(ImageChops.difference(one.convert("L"), two.convert("L")), np.float32)))


@pytest.mark.parametrize("tier", Tier)
def test_every_tier_makes_as_many_frames_as_ordered(tier: Tier) -> None:
    made = _frames(tier, frames=5)

    assert ([frame.size for frame in made], {frame.mode for frame in made}) == ([(WIDTH, HEIGHT)] * 5, {"RGB"})


def test_tiers_can_be_told_apart() -> None:
    looks = [_frames(tier, frames=2)[-1] for tier in Tier]

    assert all(_apart(one, two) > 1 for one, two in pairwise(looks))


def test_still_pictures_stand_still_and_animated_ones_do_not() -> None:
    still = _frames(Tier.STATIC_IMAGES, movement=Movement.PUSH_IN)
    moving = _frames(Tier.ANIMATED, movement=Movement.PUSH_IN)

    assert (_apart(still[0], still[-1]), _apart(moving[0], moving[-1]) > 1) == (0.0, True)


@pytest.mark.parametrize("movement", [each for each in Movement if each is not Movement.STATIC])
def test_every_camera_move_changes_the_picture_more_than_standing_still(movement: Movement) -> None:
    moved, stood = _frames(movement=movement), _frames(movement=Movement.STATIC)

    assert _apart(moved[0], moved[-1]) > 2 * _apart(stood[0], stood[-1])


def test_a_pan_to_the_right_looks_further_right_at_its_end() -> None:
    canvas, frame = (1200, 700), (960, 540)

    start, end = (window(view(Movement.PAN_RIGHT, at), depth=1.0, canvas=canvas, frame=frame) for at in (0.0, 1.0))

    assert end[0] > start[0]


@pytest.mark.parametrize("movement", Movement)
def test_the_camera_never_looks_beyond_the_picture(movement: Movement) -> None:
    seen = [window(view(movement, at / 10), depth=1.0, canvas=(1248, 702), frame=(WIDTH, HEIGHT)) for at in range(11)]

    assert all(0 <= left < right <= 1248 and 0 <= top < bottom <= 702 for left, top, right, bottom in seen)


def test_shot_sizes_can_be_told_apart() -> None:
    looks = [_frames(size=size, frames=1)[0] for size in Size]

    assert all(_apart(one, two) > 3 for one, two in pairwise(looks))


@pytest.mark.parametrize("setting", lexicon.SETTINGS)
def test_every_setting_is_drawn_in_the_colours_of_its_palette(setting: str) -> None:
    look = FilmLook(
        setting=setting,
        hour="dusk",
        weather="snow",
        prop="house",
        subject="dog",
        palette=lexicon.palette("dusk", turn=0.5),
    )

    frame = _frames(look=look, frames=1)[0]

    assert palette_distance(frame, look.palette) < 40


@pytest.mark.parametrize("subject", ["person", "robot", "dog", "bird", "whale", "card"])
@pytest.mark.parametrize("size", [Size.WIDE, Size.CLOSE_UP])
def test_every_subject_stands_out_from_an_empty_place(subject: str, size: Size) -> None:
    from dataclasses import replace

    with_it = _frames(look=replace(LOOK, subject=subject, subject_title="A kite"), size=size, frames=1)[0]
    empty = _frames(look=replace(LOOK, subject=subject), size=Size.INSERT, frames=1)[0]

    assert _apart(with_it, empty) > 1


def test_words_are_written_where_captions_belong_and_nowhere_else() -> None:
    plain, worded = (_frames(Tier.STATIC_IMAGES, caption=words, frames=1)[0] for words in ("", "A boat comes in"))

    left, top, right, bottom = ImageChops.difference(plain, worded).getbbox() or (0, 0, 0, 0)
    assert (HEIGHT * BAND[0] <= top, bottom <= HEIGHT * BAND[1] + 1, left > 0, right < WIDTH) == (True,) * 4


@pytest.mark.parametrize("text", ["word " * 200, "x" * 500, "漢字" * 80, "ÄÖÜ — “quoted”", "a\nb\tc"])
def test_a_caption_never_leaves_the_picture(text: str) -> None:
    lines = wrapped(text, wide=40, measure=len)

    assert (len(lines) <= 2, all(len(line) <= 42 for line in lines)) == (True, True)


def test_the_same_shot_is_drawn_the_same_way_again() -> None:
    assert _apart(_frames(frames=3)[2], _frames(frames=3)[2]) == 0.0


def test_a_film_has_the_frames_it_was_given() -> None:
    assert media.probe(a_clip(30)) == media.Probe(
        frames=30, width=WIDTH, height=HEIGHT, seconds=30 / FPS, has_sound=False
    )


def test_a_film_begins_with_what_a_player_needs_first() -> None:
    content = a_clip(30)

    assert content.index(b"moov") < content.index(b"mdat")


@pytest.mark.parametrize("content", [b"", b"hello" * 100, a_clip(30)[:2000]])
def test_what_cannot_be_played_is_refused(content: bytes) -> None:
    with pytest.raises(Malformed):
        media.probe(content)


def test_seed_colours_are_those_of_the_picture() -> None:
    picture = media.jpeg(Image.new("RGB", (64, 64), "#cc2211"))

    strongest = lexicon.rgb(seeds.colors(picture)[0])

    assert all(abs(found - given) < 6 for found, given in zip(strongest, (0xCC, 0x22, 0x11), strict=True))


@pytest.mark.parametrize("content", [b"", b"plain text", b"\x89PNG\r\n\x1a\nbroken", a_clip(30)[:900]])
def test_a_seed_that_is_no_picture_is_refused(content: bytes) -> None:
    with pytest.raises(Invalid):
        seeds.colors(content)


def test_a_long_caption_is_written_smaller_before_a_word_of_it_is_lost() -> None:
    long = "The night before the ferry is sold she repaints its name, so that whoever buys it must read what it was."

    assert manner(long)[2][-1].endswith("what it was.")


def test_the_words_of_a_card_fit_on_it() -> None:
    font, lines = fitted("The lighthouse that nobody ever switched on", wide=300, high=140)

    assert max(map(font.getlength, lines)) <= 300 and " ".join(lines).endswith("switched on")
