"""The frames of a shot, one after another, made the way its tier makes them."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from showbible.runs.model import Tier
from showbible.studio.animatic import weather
from showbible.studio.animatic.backdrop import mixed
from showbible.studio.animatic.camera import CameraView, view, window
from showbible.studio.animatic.captions import BAND, caption
from showbible.studio.animatic.composition import Composition, Layer, compose
from showbible.studio.model import FPS, HEIGHT, WIDTH, FilmLook, ScriptShot
from showbible.values import frozen

if TYPE_CHECKING:
    from PIL.Image import Image


@frozen
class FrameTake:
    """A shot, the look it is made with and the tier that makes it."""

    look: FilmLook
    shot: ScriptShot
    tier: Tier
    glow: float


def frames(take: FrameTake) -> Iterator[Image]:
    """Every frame of a shot."""
    composition = compose(take.look, take.shot, glow=take.glow)
    words = caption(take.shot.caption)
    if take.tier is Tier.STATIC_IMAGES:
        yield from _still(take, composition, words)
        return
    if take.tier is Tier.PHOTOREALISTIC:
        composition = _hazed(composition)
    for number in range(take.shot.frames):
        yield _frame(take, composition, words, number=number)


def _still(take: FrameTake, composition: Composition, words: Image | None) -> Iterator[Image]:
    """One picture in few colours, held."""
    from PIL import Image

    picture = _seen(composition, view(take.shot.movement, 0.5), flat=True)
    picture = picture.quantize(colors=26, method=Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE).convert("RGB")
    _write(picture, words, shown=1.0)
    for _ in range(take.shot.frames):
        yield picture


def _frame(take: FrameTake, composition: Composition, words: Image | None, *, number: int) -> Image:
    moment, second = number / max(1, take.shot.frames - 1), number / FPS
    seen = view(take.shot.movement, moment)
    if take.tier is Tier.MOTION_GRAPHICS:
        picture = _graphics(_seen(composition, seen, flat=True), composition, seen=seen, moment=moment)
    else:
        picture = _living(take, composition, seen=seen, second=second)
    if take.tier is Tier.PHOTOREALISTIC:
        picture = _filmed(picture, number=number)
    _write(picture, words, shown=min(1.0, (number + 1) / 8))
    return picture


def _seen(composition: Composition, seen: CameraView, *, flat: bool) -> Image:
    """The layers through the camera, the far ones first; flat panes all move alike."""
    from PIL import Image

    back, *panes = composition.layers
    picture = back.picture.resize((WIDTH, HEIGHT), Image.Resampling.BILINEAR, box=_box(back, seen, flat=flat))
    for layer in panes:
        _lay(picture, layer, seen, flat=flat)
    return picture


def _box(layer: Layer, seen: CameraView, *, flat: bool) -> tuple[float, float, float, float]:
    depth = 0.6 if flat else layer.depth
    return window(seen, depth=depth, canvas=layer.picture.size, frame=(WIDTH, HEIGHT))


def _lay(picture: Image, layer: Layer, seen: CameraView, *, flat: bool) -> None:
    """Put a pane onto a picture; most of it is clear, and only what is drawn is looked at."""
    from PIL import Image

    left, top, right, bottom = _box(layer, seen, flat=flat)
    drawn = layer.picture.getbbox() or (0, 0, 0, 0)
    wide, high = (right - left) / WIDTH, (bottom - top) / HEIGHT
    first, last = _covered(drawn[0] - left, drawn[2] - left, pixel=wide, most=WIDTH)
    upper, lower = _covered(drawn[1] - top, drawn[3] - top, pixel=high, most=HEIGHT)
    if first >= last or upper >= lower:
        return
    box = (left + first * wide, top + upper * high, left + last * wide, top + lower * high)
    pane = layer.picture.resize((last - first, lower - upper), Image.Resampling.BILINEAR, box=box)
    picture.paste(pane.convert("RGBA"), (first, upper), pane.getchannel("a"))


def _covered(start: float, end: float, *, pixel: float, most: int) -> tuple[int, int]:
    """From which pixel of the frame to which a stretch of a layer shows, with what it shines into beside it."""
    return max(0, math.floor((start - 1) / pixel)), min(most, math.ceil((end + 1) / pixel))


def _on_frame(
    point: tuple[float, float], composition: Composition, seen: CameraView, *, depth: float
) -> tuple[float, float]:
    """Where a point of a layer shows in the frame."""
    canvas = (composition.place.width, composition.place.height)
    left, top, right, bottom = window(seen, depth=depth, canvas=canvas, frame=(WIDTH, HEIGHT))
    return (point[0] - left) / (right - left) * WIDTH, (point[1] - top) / (bottom - top) * HEIGHT


def _living(take: FrameTake, composition: Composition, *, seen: CameraView, second: float) -> Image:
    """The layers with water, weather and light that move by themselves."""
    place, look = composition.place, take.look
    *behind, front = composition.layers
    picture = _seen(replace(composition, layers=tuple(behind)), seen, flat=False)
    if look.setting == "sea":
        _, horizon = _on_frame((0, place.horizon), composition, seen, depth=0.6)
        weather.water(picture, place, horizon=horizon, second=second)
    _lay(picture, front, seen, flat=False)
    if composition.lamp is not None and place.glow > 0.05:
        at = _on_frame(composition.lamp, composition, seen, depth=0.6)
        picture = weather.lamplight(picture, place, at=at, second=second, sweeping=composition.sweeping)
    if look.weather == "fog" or take.tier is Tier.PHOTOREALISTIC:
        picture = weather.fog(picture, place, second=second, thick=1.0 if look.weather == "fog" else 0.3)
    weather.falling(picture, place, weather=look.weather, second=second)
    return picture


def _graphics(picture: Image, composition: Composition, *, seen: CameraView, moment: float) -> Image:
    """Lines that grow while the picture moves: the hand of a designer."""
    from PIL import ImageDraw

    place, draw = composition.place, ImageDraw.Draw(picture)
    color, grown = mixed(place.light, (255, 255, 255), 0.2), min(1.0, moment * 2.2)
    draw.line((40, 34, 40 + 200 * grown, 34), fill=color, width=4)
    draw.line((WIDTH - 40, 34, WIDTH - 40, 34 + 120 * grown), fill=color, width=4)
    if composition.lamp is not None:
        x, y = _on_frame(composition.lamp, composition, seen, depth=0.6)
        radius = 20 + 30 * moment
        draw.ellipse((x - radius, y - radius, x + radius, y + radius), outline=color, width=3)
    return picture


def _hazed(composition: Composition) -> Composition:
    """The same picture with air between its layers: what is far is softer and paler."""
    from PIL import ImageFilter

    soft = 0.8 * composition.place.near
    blurred = tuple(
        replace(layer, picture=layer.picture.filter(ImageFilter.GaussianBlur(soft * (1 - layer.depth))))
        if 0 < layer.depth < 1
        else layer
        for layer in composition.layers
    )
    return replace(composition, layers=blurred)


def _filmed(picture: Image, *, number: int) -> Image:
    """As if through a lens on film: spill, darker corners, grain and a wide frame."""
    from PIL import ImageChops

    picture = ImageChops.multiply(weather.bloom(picture, share=0.55), _corners())
    picture = ImageChops.add(picture, _grain(number % 6), offset=-128)
    bar = round(HEIGHT * 0.075)
    picture.paste((0, 0, 0), (0, 0, WIDTH, bar))
    picture.paste((0, 0, 0), (0, HEIGHT - bar, WIDTH, HEIGHT))
    return picture


@lru_cache(maxsize=1)
def _corners() -> Image:
    import numpy as np
    from PIL import Image

    across, down = np.linspace(-1, 1, WIDTH)[None, :], np.linspace(-1, 1, HEIGHT)[:, None]
    level = np.clip(255 * (1.06 - 0.2 * (across**2 * 0.8 + down**2)), 0, 255).astype(np.uint8)
    return Image.merge("RGB", [Image.fromarray(level)] * 3)


@lru_cache(maxsize=6)
def _grain(number: int) -> Image:
    import numpy as np
    from PIL import Image

    noise: Any = np.random.default_rng(number).normal(130, 5, (HEIGHT, WIDTH)).clip(0, 255).astype(np.uint8)
    return Image.merge("RGB", [Image.fromarray(noise)] * 3)


def _write(picture: Image, words: Image | None, *, shown: float) -> None:
    if words is None:
        return
    alpha = words.getchannel("A") if shown >= 1 else words.getchannel("A").point(lambda level: level * shown)
    picture.paste(words.convert("RGB"), (0, round(HEIGHT * BAND[0])), alpha)
