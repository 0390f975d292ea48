"""What lies behind everything: the sky with its lights, the land, and the ground to stand on."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final

from showbible.studio.animatic.figures import FIGURES, Color, Pen
from showbible.studio.lexicon import rgb
from showbible.values import frozen

if TYPE_CHECKING:
    from PIL.Image import Image
    from PIL.ImageDraw import ImageDraw


@frozen
class Ground:
    """The canvas of a shot: its size, where the horizon lies, how near the world is, and its colours."""

    width: int
    height: int
    horizon: float  # the y of the horizon on the canvas
    near: float  # 1 for the widest shot, more when the camera is closer
    top: Color
    low: Color
    far: Color
    dark: Color
    light: Color
    glow: float
    seed: int

    def chance(self, salt: str) -> random.Random:
        """Chance that is the same every time for the same place."""
        return random.Random(f"{self.seed}:{salt}")


def ground(palette: tuple[str, str, str, str, str], **rest: Any) -> Ground:
    """A canvas in the colours of a palette."""
    top, low, far, dark, light = (rgb(color) for color in palette)
    return Ground(top=top, low=low, far=far, dark=dark, light=light, **rest)


def mixed(one: Color, two: Color, share: float) -> Color:
    """A colour between two others."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(one, two, strict=True))
    return red, green, blue


# The sky


def sky(place: Ground, *, hour: str, setting: str) -> Image:
    """The farthest layer, filled to its edges."""
    from PIL import Image, ImageDraw

    picture = Image.fromarray(_gradient(place))
    if hour == "night" or setting == "space":
        _stars(ImageDraw.Draw(picture), place)
    if setting != "room":
        picture = _shining(picture, place, hour=hour)
    return _clouded(picture, place) if setting not in ("room", "space") else picture


def _gradient(place: Ground) -> Any:
    import numpy as np

    rows = np.linspace(0, 1, place.height)[:, None]
    fall = np.clip(rows * place.height / max(1.0, place.horizon), 0, 1) ** 1.4
    column = np.array(place.top) * (1 - fall) + np.array(place.low) * fall
    return np.repeat(column[:, None, :], place.width, axis=1).astype(np.uint8)


def _stars(draw: ImageDraw, place: Ground) -> None:
    chance = place.chance("stars")
    for _ in range(170):
        x, y = chance.random() * place.width, chance.random() ** 1.4 * place.horizon
        bright = mixed(place.top, (255, 255, 255), 0.25 + 0.7 * chance.random() ** 2)
        size = chance.choice((0.7, 0.7, 1.0, 1.5))
        draw.ellipse((x - size, y - size, x + size, y + size), fill=bright)


def _shining(picture: Image, place: Ground, *, hour: str) -> Image:
    """A sun or a moon with its glow."""
    from PIL import Image, ImageChops, ImageDraw, ImageFilter

    x = place.width * (0.24 + 0.14 * place.chance("sun").random())
    high = {"night": 0.3, "day": 0.28, "dusk": 0.84, "dawn": 0.78}[hour]
    y, radius = place.horizon * high, place.height * (0.045 if hour in ("night", "day") else 0.075)
    small = Image.new("RGB", (place.width // 4, place.height // 4))
    draw = ImageDraw.Draw(small)
    for reach, share in ((5.5, 0.16), (3.2, 0.28), (1.8, 0.42)):
        r = radius * reach / 4
        draw.ellipse((x / 4 - r, y / 4 - r, x / 4 + r, y / 4 + r), fill=mixed((0, 0, 0), place.light, share))
    halo = small.filter(ImageFilter.GaussianBlur(radius / 4)).resize(picture.size)
    lit = ImageChops.screen(picture, halo)
    disc = mixed(place.light, (255, 255, 255), 0.55)
    ImageDraw.Draw(lit).ellipse((x - radius, y - radius, x + radius, y + radius), fill=disc)
    return lit


def _clouded(picture: Image, place: Ground) -> Image:
    from PIL import Image, ImageDraw, ImageFilter

    mask = Image.new("L", (place.width // 3, place.height // 3))
    draw, chance = ImageDraw.Draw(mask), place.chance("clouds")
    for _ in range(9):
        x, y = chance.random() * mask.width, chance.uniform(0.15, 0.92) * place.horizon / 3
        for _ in range(7):
            px, py = x + chance.uniform(-60, 60), y + chance.uniform(-5, 5)
            wide, high = chance.uniform(18, 60), chance.uniform(2.5, 7)
            draw.ellipse((px - wide, py - high, px + wide, py + high), fill=chance.randint(50, 110))
    soft = mask.filter(ImageFilter.GaussianBlur(5)).resize(picture.size)
    return Image.composite(Image.new("RGB", picture.size, mixed(place.low, place.light, 0.35)), picture, soft)


# The land


def far_land(draw: ImageDraw, place: Ground, *, setting: str) -> None:
    """What stands on the horizon."""
    _FAR[setting](draw, place)


def near_land(draw: ImageDraw, place: Ground, *, setting: str) -> None:
    """The ground that things stand on."""
    _NEAR[setting](draw, place)


def _ridge(draw: ImageDraw, place: Ground, *, salt: str, high: float, color: Color, rough: float = 0.5) -> None:
    """A line of hills or peaks from edge to edge."""
    chance, steps = place.chance(salt), 28
    heights = [0.5] * (steps + 1)
    for index in range(1, steps + 1):
        heights[index] = min(1.0, max(0.08, heights[index - 1] + chance.uniform(-rough, rough)))
    line = [(place.width * i / steps, place.horizon - place.height * high * h) for i, h in enumerate(heights)]
    draw.polygon([*line, (place.width, place.height), (0, place.height)], fill=color)


def _sea_far(draw: ImageDraw, place: Ground) -> None:
    _ridge(draw, place, salt="cape", high=0.05 * place.near, color=mixed(place.far, place.low, 0.45), rough=0.16)
    water = mixed(place.far, place.low, 0.22)
    draw.rectangle((0, place.horizon, place.width, place.height), fill=water)


def _sea_near(draw: ImageDraw, place: Ground) -> None:
    bands = 7
    for band in range(bands):
        depth = (band / bands) ** 1.6
        y = place.horizon + (place.height - place.horizon) * (0.05 + 0.95 * depth)
        color = mixed(mixed(place.far, place.low, 0.15), place.dark, 0.25 + 0.6 * band / bands)
        draw.rectangle((0, y, place.width, place.height), fill=color)


def _city_far(draw: ImageDraw, place: Ground) -> None:
    chance, x = place.chance("city"), -20.0
    while x < place.width:
        wide, high = (chance.uniform(*part) * place.height for part in ((0.04, 0.1), (0.12, 0.4)))
        wide *= place.near
        color = mixed(place.far, place.low, chance.uniform(0.05, 0.35))
        draw.rectangle((x, place.horizon - high, x + wide, place.height), fill=color)
        for _ in range(round(wide * high / 1500)):
            wx, wy = x + chance.uniform(4, wide - 6), place.horizon - chance.uniform(6, high - 4)
            draw.rectangle((wx, wy, wx + 4, wy + 6), fill=mixed(color, place.light, chance.uniform(0.2, 0.9)))
        x += wide + chance.uniform(0, 8)


def _city_near(draw: ImageDraw, place: Ground) -> None:
    edge = place.horizon + (place.height - place.horizon) * 0.3
    draw.rectangle((0, edge, place.width, place.height), fill=mixed(place.dark, place.far, 0.22))
    vanish = (place.width / 2, place.horizon)
    for x in (-0.6, -0.1, 0.34, 0.66, 1.1, 1.6):
        draw.line((vanish, (x * place.width, place.height)), fill=mixed(place.dark, place.light, 0.28), width=2)
    draw.rectangle((0, edge - 3, place.width, edge), fill=mixed(place.dark, place.light, 0.2))


def _forest_far(draw: ImageDraw, place: Ground) -> None:
    _ridge(draw, place, salt="hill", high=0.16, color=mixed(place.far, place.low, 0.4), rough=0.2)
    _trees(draw, place, salt="far", number=34, high=(0.14, 0.26), color=mixed(place.far, place.low, 0.12))


def _forest_near(draw: ImageDraw, place: Ground) -> None:
    _trees(draw, place, salt="mid", number=13, high=(0.34, 0.6), color=mixed(place.far, place.dark, 0.55))
    _bank(draw, place, salt="floor", color=mixed(place.dark, place.far, 0.2))


def _trees(draw: ImageDraw, place: Ground, *, salt: str, number: int, high: tuple[float, float], color: Color) -> None:
    chance = place.chance(salt)
    for _ in range(number):
        height = chance.uniform(*high) * place.height * (0.6 + 0.4 * place.near)
        x, y = chance.random() * place.width, place.horizon + place.height * 0.06
        FIGURES["pine"](Pen(draw=draw, x=x, y=y, height=height, body=color, edge=color, light=place.light))


def _mountain_far(draw: ImageDraw, place: Ground) -> None:
    for salt, high, share in (("back", 0.46, 0.5), ("mid", 0.32, 0.25), ("front", 0.2, 0.0)):
        _ridge(draw, place, salt=salt, high=high, color=mixed(place.far, place.low, share), rough=0.42)


def _desert_far(draw: ImageDraw, place: Ground) -> None:
    _ridge(draw, place, salt="mesa", high=0.12, color=mixed(place.far, place.low, 0.45), rough=0.6)
    _ridge(draw, place, salt="dune", high=0.06, color=mixed(place.far, place.low, 0.25), rough=0.1)


def _field_far(draw: ImageDraw, place: Ground) -> None:
    for salt, high, share in (("back", 0.16, 0.5), ("front", 0.08, 0.2)):
        _ridge(draw, place, salt=salt, high=high, color=mixed(place.far, place.low, share), rough=0.14)


def _bank(draw: ImageDraw, place: Ground, *, salt: str, color: Color) -> None:
    """Gently rolling ground in front, with blades of grass or stones on its edge."""
    chance, steps = place.chance(salt), 40
    base = place.horizon + (place.height - place.horizon) * 0.14
    line = [(place.width * i / steps, base + chance.uniform(-4, 4) + 10 * ((i * 7) % 5) / 5) for i in range(steps + 1)]
    draw.polygon([*line, (place.width, place.height), (0, place.height)], fill=color)
    for _ in range(120):
        x = chance.random() * place.width
        draw.line((x, base + 10, x + chance.uniform(-5, 5), base - chance.uniform(0, 12)), fill=color, width=2)


def _plain_near(draw: ImageDraw, place: Ground) -> None:
    _bank(draw, place, salt="bank", color=mixed(place.dark, place.far, 0.3))


def _space_far(draw: ImageDraw, place: Ground) -> None:
    radius = place.height * 0.27
    x, y = place.width * 0.74, place.horizon * 0.42
    draw.ellipse((x - radius, y - radius, x + radius, y + radius), fill=mixed(place.far, place.low, 0.5))
    for number in range(4):
        shift = radius * (0.14 + 0.1 * number)
        shade = mixed(mixed(place.far, place.low, 0.4), place.top, 0.22 * number)
        draw.ellipse((x - radius + shift, y - radius + shift, x + radius, y + radius), fill=shade)


def _room_far(draw: ImageDraw, place: Ground) -> None:
    draw.rectangle((0, 0, place.width, place.horizon), fill=mixed(place.far, place.dark, 0.35))
    x, y = place.width * 0.16, place.height * 0.12
    wide, high = place.width * 0.24, place.horizon - place.height * 0.24
    draw.rectangle((x, y, x + wide, y + high), fill=mixed(place.low, place.light, 0.4))
    for share in (0.0, 0.5, 1.0):
        draw.line((x + wide * share, y, x + wide * share, y + high), fill=place.dark, width=6)
    for share in (0.0, 0.48, 1.0):
        draw.line((x, y + high * share, x + wide, y + high * share), fill=place.dark, width=6)
    shelf = place.width * 0.62
    for row in (0.2, 0.36, 0.52):
        _books(draw, place, x=shelf, y=place.height * row)


def _books(draw: ImageDraw, place: Ground, *, x: float, y: float) -> None:
    chance, end = place.chance(f"books{y}"), x + place.width * 0.26
    draw.rectangle((x - 8, y, end + 8, y + 6), fill=place.dark)
    while x < end - 16:
        wide, high = chance.uniform(7, 15), chance.uniform(34, 58)
        color = mixed(place.far, chance.choice((place.low, place.light, place.dark)), chance.uniform(0.2, 0.6))
        draw.rectangle((x, y - high, x + wide, y), fill=color)
        x += wide + 2


def _room_near(draw: ImageDraw, place: Ground) -> None:
    draw.rectangle((0, place.horizon, place.width, place.height), fill=mixed(place.dark, place.far, 0.42))
    y = place.horizon + (place.height - place.horizon) * 0.3
    draw.rectangle((place.width * 0.3, y, place.width * 0.86, y + 14), fill=mixed(place.dark, place.light, 0.18))
    for share in (0.33, 0.81):
        draw.rectangle((place.width * share, y, place.width * share + 14, place.height), fill=place.dark)


Drawing = Callable[["ImageDraw", Ground], None]

_FAR: Final[Mapping[str, Drawing]] = {
    "sea": _sea_far,
    "city": _city_far,
    "forest": _forest_far,
    "mountain": _mountain_far,
    "desert": _desert_far,
    "field": _field_far,
    "space": _space_far,
    "room": _room_far,
}
_NEAR: Final[Mapping[str, Drawing]] = {
    "sea": _sea_near,
    "city": _city_near,
    "forest": _forest_near,
    "mountain": _plain_near,
    "desert": _plain_near,
    "field": _plain_near,
    "space": _plain_near,
    "room": _room_near,
}
