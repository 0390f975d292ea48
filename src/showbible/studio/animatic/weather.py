"""What moves by itself in a picture: water, rain, snow, fog and light."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from showbible.studio.animatic.backdrop import Ground, mixed
from showbible.studio.model import HEIGHT, WIDTH

if TYPE_CHECKING:
    from PIL.Image import Image
    from PIL.ImageDraw import ImageDraw

QUARTER = 4  # light is soft: it is painted at a quarter of the size


def water(frame: Image, place: Ground, *, horizon: float, second: float) -> None:
    """Glints on the sea, longer and quicker towards the front."""
    from PIL import ImageDraw as Draw

    draw, chance = Draw.Draw(frame), place.chance("glints")
    bright = mixed(mixed(place.far, place.low, 0.4), place.light, 0.25 + 0.35 * place.glow)
    for _ in range(110):
        depth, phase, x = chance.random() ** 1.7, chance.random() * 6.28, chance.random() * 1.2 - 0.1
        y = horizon + 3 + depth * (HEIGHT - horizon)
        wide = (6 + 46 * depth) * (0.55 + 0.45 * math.sin(second * 1.9 + phase))
        left = x * WIDTH + math.sin(second * 0.7 + phase) * (4 + 26 * depth)
        bob = math.sin(second * 1.6 + phase * 2) * 3 * depth
        color = mixed(mixed(place.far, place.dark, depth), bright, 0.75 - 0.5 * depth)
        draw.line((left, y + bob, left + wide, y + bob), fill=color, width=1 + round(1.6 * depth))


def falling(frame: Image, place: Ground, *, weather: str, second: float) -> None:
    """Rain or snow in front of everything."""
    from PIL import ImageDraw as Draw

    if weather not in ("rain", "snow"):
        return
    draw, chance = Draw.Draw(frame), place.chance(weather)
    color = mixed(place.low, (255, 255, 255), 0.45)
    for _ in range(150):
        x, y, near = chance.random() * WIDTH * 1.2, chance.random(), 0.4 + 0.6 * chance.random()
        if weather == "rain":
            drop = (y + second * 1.9 * near) % 1 * HEIGHT
            draw.line((x - drop * 0.12, drop, x - drop * 0.12 - 3 * near, drop + 22 * near), fill=color, width=1)
        else:
            drop = (y + second * 0.16 * near) % 1 * HEIGHT
            x, size = x - 60 + math.sin(second + y * 20) * 14, 2.4 * near
            draw.ellipse((x - size, drop - size, x + size, drop + size), fill=color)


def fog(frame: Image, place: Ground, *, second: float, thick: float) -> Image:
    """The picture behind a drifting veil."""
    from PIL import Image, ImageFilter
    from PIL import ImageDraw as Draw

    small = Image.new("L", (WIDTH // 8, HEIGHT // 8))
    draw, chance = Draw.Draw(small), place.chance("fog")
    for _ in range(16):
        x = (chance.random() * 1.6 - 0.3) * small.width + math.sin(second * 0.3 + chance.random() * 6) * 9
        y, wide = small.height * chance.uniform(0.45, 1.0), small.width * chance.uniform(0.15, 0.35)
        draw.ellipse((x - wide, y - 5, x + wide, y + 5), fill=round(150 * thick))
    veil = small.filter(ImageFilter.GaussianBlur(6)).resize(frame.size)
    return Image.composite(Image.new("RGB", frame.size, mixed(place.low, (255, 255, 255), 0.2)), frame, veil)


def lamplight(frame: Image, place: Ground, *, at: tuple[float, float], second: float, sweeping: bool) -> Image:
    """The picture with a light shining in it; a sweeping one throws a beam that turns."""
    from PIL import Image, ImageChops, ImageFilter
    from PIL import ImageDraw as Draw

    small = Image.new("RGB", (WIDTH // QUARTER, HEIGHT // QUARTER))
    draw, (x, y) = Draw.Draw(small), (at[0] / QUARTER, at[1] / QUARTER)
    strong = place.glow * (0.92 + 0.08 * math.sin(second * 9.0))
    for radius, share in ((26, 0.06), (19, 0.11), (13, 0.19), (8, 0.4), (3.5, 0.9)):
        size = radius * (0.7 + 0.2 * place.near)
        draw.ellipse((x - size, y - size, x + size, y + size), fill=mixed((0, 0, 0), place.light, share * strong))
    if sweeping:
        _beam(draw, place, at=(x, y), turn=second * 0.9, strong=strong)
    soft = small.filter(ImageFilter.GaussianBlur(3)).resize(frame.size, Image.Resampling.BILINEAR)
    return ImageChops.screen(frame, soft)


def _beam(draw: ImageDraw, place: Ground, *, at: tuple[float, float], turn: float, strong: float) -> None:
    x, y = at
    for half in (0.0, math.pi):
        aside, toward = math.cos(turn + half), math.sin(turn + half)
        for part, share in ((1.0, 0.3), (0.7, 0.42), (0.4, 0.55)):
            end, spread = x + 230 * aside * part, (3 + 13 * max(0.0, toward)) * abs(aside) * part
            low = y + 14 * abs(aside) * part
            color = mixed((0, 0, 0), place.light, strong * share * (0.85 + 0.3 * toward))
            draw.polygon([(x, y - 1), (end, low - spread), (end, low + spread), (x, y + 1)], fill=color)
        if toward > 0:
            flare = 26 * toward**6
            draw.ellipse((x - flare, y - flare, x + flare, y + flare), fill=mixed((0, 0, 0), place.light, 0.5 * strong))


def bloom(frame: Image, *, share: float) -> Image:
    """The picture with its bright parts spilling over."""
    from PIL import Image, ImageChops, ImageFilter

    small = frame.resize((WIDTH // QUARTER, HEIGHT // QUARTER), Image.Resampling.BILINEAR)
    bright = small.point([max(0, round((level - 120) * 1.5 * share)) for level in range(256)] * 3)
    return ImageChops.screen(frame, bright.filter(ImageFilter.GaussianBlur(6)).resize(frame.size))
