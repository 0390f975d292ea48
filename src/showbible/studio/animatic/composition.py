"""A shot as a picture: which layers it has, what stands where, and where the light comes from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from showbible.studio.animatic import backdrop
from showbible.studio.animatic.backdrop import Ground, mixed
from showbible.studio.animatic.figures import FIGURES, LAMPS, FigurePlace, Pen, Point
from showbible.studio.lexicon import CARD, NOTHING
from showbible.studio.model import HEIGHT, WIDTH, Angle, FilmLook, ScriptShot, Size
from showbible.values import frozen

if TYPE_CHECKING:
    from PIL.Image import Image

MARGIN: Final = 1.3  # how much larger than the frame a layer is, so that the camera can move
FINE: Final = 2  # layers are drawn this much larger and scaled down for smooth edges


@frozen
class Framing:
    """What a shot size means: how near the world is and how high the things in it are, in frame heights."""

    near: float
    prop: float
    subject: float
    feet: float  # where the subject stands, in frame heights from the top


FRAMINGS: Final[Mapping[Size, Framing]] = {
    Size.EXTREME_WIDE: Framing(near=0.75, prop=0.36, subject=0.1, feet=0.8),
    Size.WIDE: Framing(near=1.0, prop=0.56, subject=0.24, feet=0.82),
    Size.MEDIUM: Framing(near=1.5, prop=0.86, subject=0.86, feet=1.2),
    Size.CLOSE_UP: Framing(near=2.2, prop=1.25, subject=2.0, feet=2.12),
    Size.INSERT: Framing(near=2.0, prop=2.3, subject=0.0, feet=1.0),
}
HORIZONS: Final[Mapping[Angle, float]] = {Angle.EYE_LEVEL: 0.62, Angle.LOW: 0.78, Angle.HIGH: 0.44}
_CARD_HIGH: Final = (0.34, 0.72)
"""How high a card is at least and at most, in frame heights, so that it can be read."""
_BESIDE: Final = {"whale": 0.5, "dog": 0.62, "bird": 0.4}  # how high animals are where a person is 1


@frozen
class Layer:
    """One pane of the picture; 0 is as far as the sky, 1 as near as the subject."""

    picture: Image
    depth: float


@frozen
class Composition:
    """A picture in layers, larger than the frame it is seen through."""

    layers: tuple[Layer, ...]
    place: Ground
    lamp: Point | None  # where a thing shines, on the canvas
    sweeping: bool  # whether its light turns around


def compose(look: FilmLook, shot: ScriptShot, *, glow: float) -> Composition:
    """The layers of a shot; without a thing to look at closely, an insert looks at the subject."""
    look = _close(look, shot)
    if shot.size is Size.INSERT and look.prop == NOTHING:
        shot = replace(shot, size=Size.CLOSE_UP)
    framing, place = FRAMINGS[shot.size], _place(look, shot, glow=glow)
    prop = _prop_pen(look, framing, place) if look.prop != NOTHING else None
    layers = (
        Layer(picture=backdrop.sky(place, hour=look.hour, setting=look.setting), depth=0.0),
        Layer(picture=_far(look, place), depth=0.3),
        Layer(picture=_middle(look, place, prop), depth=0.6),
        Layer(picture=_front(look, shot, place), depth=1.0),
    )
    return Composition(
        layers=layers,
        place=place,
        lamp=_lamp(look, prop),
        sweeping=look.prop == "lighthouse" and look.hour in ("night", "dusk"),
    )


def _close(look: FilmLook, shot: ScriptShot) -> FilmLook:
    """What is seen from near: a thing that cannot be drawn is its card."""
    is_card = shot.size is Size.INSERT and look.prop_title
    return replace(look, prop=CARD) if is_card else look


def _place(look: FilmLook, shot: ScriptShot, *, glow: float) -> Ground:
    width, height = round(WIDTH * MARGIN), round(HEIGHT * MARGIN)
    above = (height - HEIGHT) / 2
    return backdrop.ground(
        look.palette,
        width=width,
        height=height,
        horizon=above + HORIZONS[shot.angle] * HEIGHT,
        near=FRAMINGS[shot.size].near,
        glow=glow,
        seed=look.grain,
    )


def _far(look: FilmLook, place: Ground) -> Image:
    sheet = _Sheet(place)
    backdrop.far_land(sheet.draw, sheet.place, setting=look.setting)
    return sheet.done()


def _middle(look: FilmLook, place: Ground, prop: FigurePlace | None) -> Image:
    sheet, stands_on_it = _Sheet(place), look.setting in ("sea", "city", "room")
    if stands_on_it:
        backdrop.near_land(sheet.draw, sheet.place, setting=look.setting)
    if prop is not None:
        FIGURES[look.prop](_on(sheet, prop))
    if not stands_on_it:
        backdrop.near_land(sheet.draw, sheet.place, setting=look.setting)
    return sheet.done()


def _front(look: FilmLook, shot: ScriptShot, place: Ground) -> Image:
    sheet, framing = _Sheet(place), FRAMINGS[shot.size]
    if look.setting == "sea" and look.subject not in ("whale", "bird", NOTHING) and framing.subject:
        _headland(sheet, framing)
    if framing.subject and look.subject != NOTHING:
        FIGURES[look.subject](_on(sheet, _subject_pen(look, shot, place)))
    return sheet.done()


def _prop_pen(look: FilmLook, framing: Framing, place: Ground) -> FigurePlace:
    high = framing.prop * HEIGHT
    x, y = place.width * _side(place, right=True), place.horizon + place.height * 0.03
    if framing.subject == 0:
        lamp = LAMPS.get(look.prop, (0.0, 0.6))
        x, y = place.width / 2 - lamp[0] * high, place.height * 0.46 + lamp[1] * high
    elif look.setting == "room":
        high, y = high * 0.62, place.horizon + (place.height - place.horizon) * 0.3
    if look.prop == CARD:
        high, x, y = _CARD_HIGH[1] * HEIGHT, place.width / 2, place.height * 0.46 + 0.6 * _CARD_HIGH[1] * HEIGHT
    body = mixed(place.dark, place.far, 0.3)
    lit = mixed(place.dark, place.light, 0.25 + 0.75 * place.glow)
    return FigurePlace(
        x=x, y=y, height=high, body=body, edge=mixed(body, place.low, 0.42), light=lit, title=look.prop_title
    )


def _subject_pen(look: FilmLook, shot: ScriptShot, place: Ground) -> FigurePlace:
    framing = FRAMINGS[shot.size]
    tall = {Angle.LOW: 1.12, Angle.HIGH: 0.9, Angle.EYE_LEVEL: 1.0}[shot.angle] * _BESIDE.get(look.subject, 1.0)
    above = (place.height - HEIGHT) / 2
    upright = look.subject in ("person", "robot")
    feet = framing.feet if upright else min(framing.feet, 0.94)
    edge = mixed(place.dark, place.light, 0.55)
    high = (framing.subject if upright else min(framing.subject, 1.15)) * tall
    if look.subject == CARD:
        high, feet = min(max(0.6 * high, _CARD_HIGH[0]), _CARD_HIGH[1]), min(feet, 0.86)
    return FigurePlace(
        x=place.width * _side(place, right=False),
        y=above + feet * HEIGHT - (0.25 * HEIGHT if look.subject == "bird" else 0),
        height=high * HEIGHT,
        title=look.subject_title,
        body=mixed(place.dark, (0, 0, 0), 0.25),
        edge=edge,
        light=place.light,
    )


def _side(place: Ground, *, right: bool) -> float:
    """A third of the picture: the thing on one side, who looks at it on the other."""
    swapped = place.seed % 2 == 1
    return 0.64 if right is not swapped else 0.37


def _headland(sheet: _Sheet, framing: Framing) -> None:
    """A rock above the water to stand on."""
    place = sheet.place
    base = ((place.height / FINE - HEIGHT) / 2 + min(framing.feet, 1.05) * HEIGHT) * FINE
    left = _side(place, right=False) < 0.5
    chance, far = place.chance("rock"), 0.56
    points = [(0.0, base - 22.0 * FINE)]
    for step in range(1, 13):
        fall = max(0, step - 9) ** 2 * 9.0 - max(0, 8 - step) * 2.5
        points.append((place.width * far * step / 12, base + (chance.uniform(-3, 3) + fall) * FINE))
    points += [(place.width * far, place.height), (0.0, place.height)]
    if not left:
        points = [(place.width - x, y) for x, y in points]
    sheet.draw.polygon(points, fill=mixed(place.dark, (0, 0, 0), 0.12))


def _lamp(look: FilmLook, prop: FigurePlace | None) -> Point | None:
    if prop is None or look.prop not in LAMPS:
        return None
    ((x, y),) = prop.at(LAMPS[look.prop])
    return x, y


# Drawing fine and scaling down


class _Sheet:
    """A clear pane, drawn larger than it will be."""

    def __init__(self, place: Ground) -> None:
        from PIL import Image, ImageDraw

        self._size = (place.width, place.height)
        self.place = replace(
            place,
            width=place.width * FINE,
            height=place.height * FINE,
            horizon=place.horizon * FINE,
        )
        self._picture = Image.new("RGBA", (self.place.width, self.place.height))
        self.draw = ImageDraw.Draw(self._picture)

    def done(self) -> Image:
        """The pane at its own size, with its colours weighed by how much they cover."""
        from PIL import Image

        pane = Image.new("RGBa", self._size)
        if drawn := self._picture.getbbox():
            left, top, right, bottom = drawn[0] // FINE, drawn[1] // FINE, -(-drawn[2] // FINE), -(-drawn[3] // FINE)
            part = self._picture.crop((left * FINE, top * FINE, right * FINE, bottom * FINE)).convert("RGBa")
            pane.paste(part.resize((right - left, bottom - top), Image.Resampling.BOX), (left, top))
        return pane


def _on(sheet: _Sheet, spot: FigurePlace) -> Pen:
    return Pen(
        draw=sheet.draw,
        x=spot.x * FINE,
        y=spot.y * FINE,
        height=spot.height * FINE,
        body=spot.body,
        edge=spot.edge,
        light=spot.light,
        title=spot.title,
    )
