"""Silhouettes: things and beings as plain shapes, each drawn from where it stands and how high it is."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Final

from showbible.studio.animatic.captions import fitted
from showbible.values import frozen

if TYPE_CHECKING:
    from PIL.ImageDraw import ImageDraw

Point = tuple[float, float]
Color = tuple[int, int, int]

_WIDEST_EDGE: Final = 12  # light on an edge stays a line, however close the camera comes


@frozen
class FigurePlace:
    """Where a figure stands, how high it is, and in which colours."""

    x: float
    y: float
    height: float
    body: Color
    edge: Color  # the side that the light falls on
    light: Color
    title: str = ""
    """What is written on it, where it is a card."""

    def at(self, *points: Point) -> list[Point]:
        """Points given in heights of the figure, x to the right and y upwards, on the canvas."""
        return [(self.x + px * self.height, self.y - py * self.height) for px, py in points]


@frozen
class Pen(FigurePlace):
    """A figure about to be drawn."""

    draw: ImageDraw

    def shape(self, *points: Point, color: Color | None = None) -> None:
        """A filled outline."""
        self.draw.polygon(self.at(*points), fill=color or self.body)

    def disc(self, px: float, py: float, radius: float, *, color: Color | None = None, flat: float = 1.0) -> None:
        """A filled circle, or an ellipse that is less high than wide."""
        ((cx, cy),) = self.at((px, py))
        wide, high = radius * self.height, radius * self.height * flat
        self.draw.ellipse((cx - wide, cy - high, cx + wide, cy + high), fill=color or self.body)

    def line(self, *points: Point, width: float, color: Color | None = None) -> None:
        """A stroke as wide as a share of the figure's height."""
        stroke = max(1, round(width * self.height))
        if color == self.edge:
            stroke = min(stroke, _WIDEST_EDGE)
        self.draw.line(self.at(*points), fill=color or self.body, width=stroke, joint="curve")


def person(pen: Pen) -> None:
    """Somebody in a long coat, seen from three quarters behind."""
    pen.shape((-0.10, 0), (-0.035, 0), (-0.03, 0.4), (-0.09, 0.4))
    pen.shape((0.03, 0), (0.095, 0), (0.09, 0.4), (0.02, 0.4))
    pen.shape(
        (-0.15, 0.22),
        (0.15, 0.22),
        (0.125, 0.6),
        (0.14, 0.79),
        (0.06, 0.84),
        (-0.06, 0.84),
        (-0.14, 0.79),
        (-0.12, 0.6),
    )
    pen.line((-0.125, 0.78), (-0.165, 0.55), (-0.13, 0.38), width=0.062)
    pen.line((0.125, 0.78), (0.17, 0.57), (0.15, 0.38), width=0.062)
    pen.shape((-0.04, 0.8), (0.04, 0.8), (0.035, 0.88), (-0.035, 0.88))
    pen.shape((-0.075, 0.8), (0.075, 0.8), (0.06, 0.865), (-0.06, 0.865))
    pen.disc(0, 0.925, 0.06, flat=1.22)
    pen.shape((0.05, 0.945), (0.078, 0.918), (0.056, 0.905))
    pen.disc(0, 0.965, 0.066, flat=0.62)
    pen.shape((-0.066, 0.955), (0.105, 0.95), (0.1, 0.962), (0.06, 0.975), (-0.066, 0.975))
    pen.line((0.142, 0.785), (0.128, 0.6), (0.152, 0.24), width=0.01, color=pen.edge)
    pen.line((0.06, 0.95), (0.075, 0.918), (0.056, 0.9), (0.045, 0.868), width=0.008, color=pen.edge)
    pen.line((0.03, 1.002), (0.058, 0.982), (0.1, 0.957), width=0.008, color=pen.edge)


def robot(pen: Pen) -> None:
    """A machine that walks upright."""
    for side in (-1, 1):
        pen.shape((side * 0.05, 0), (side * 0.14, 0), (side * 0.12, 0.38), (side * 0.05, 0.38))
        pen.line((side * 0.17, 0.7), (side * 0.24, 0.5), (side * 0.2, 0.34), width=0.06)
    pen.shape((-0.17, 0.36), (0.17, 0.36), (0.19, 0.74), (-0.19, 0.74))
    pen.shape((-0.13, 0.78), (0.13, 0.78), (0.13, 0.97), (-0.13, 0.97))
    pen.line((0, 0.97), (0, 1.05), width=0.015)
    pen.disc(0, 1.05, 0.02, color=pen.light)
    for side in (-1, 1):
        pen.disc(side * 0.055, 0.88, 0.026, color=pen.light)
    pen.line((0.185, 0.72), (0.17, 0.38), width=0.014, color=pen.edge)


def dog(pen: Pen) -> None:
    """An animal on four legs."""
    pen.shape((-0.62, 0.42), (0.38, 0.42), (0.46, 0.72), (0.3, 0.78), (-0.52, 0.74), (-0.66, 0.62))
    for px in (-0.58, -0.42, 0.2, 0.34):
        pen.shape((px, 0), (px + 0.08, 0), (px + 0.1, 0.48), (px - 0.04, 0.48))
    pen.shape(
        (0.28, 0.66), (0.46, 0.6), (0.56, 0.86), (0.8, 0.84), (0.78, 0.94), (0.58, 1.02), (0.52, 1.14), (0.42, 1.0)
    )
    pen.line((-0.62, 0.64), (-0.8, 0.82), (-0.84, 1.0), width=0.06)
    pen.line((-0.5, 0.745), (0.28, 0.785), (0.42, 0.98), width=0.02, color=pen.edge)


def bird(pen: Pen) -> None:
    """Something with wings, in the air."""
    pen.shape((-0.9, 1.05), (-0.35, 0.86), (0, 0.62), (-0.1, 0.5), (-0.5, 0.72))
    pen.shape((0.9, 1.1), (0.35, 0.88), (0, 0.62), (0.1, 0.5), (0.5, 0.74))
    pen.disc(0, 0.56, 0.13, flat=0.6)
    pen.shape((0.1, 0.62), (0.24, 0.56), (0.1, 0.5))
    pen.line((0.1, 0.66), (0.35, 0.88), (0.88, 1.09), width=0.02, color=pen.edge)


def whale(pen: Pen) -> None:
    """A large back and a tail above the water."""
    pen.shape((-1.2, 0), (-0.9, 0.24), (-0.4, 0.4), (0.1, 0.36), (0.6, 0.14), (0.75, 0))
    pen.shape((0.8, 0), (0.92, 0.42), (0.66, 0.72), (0.96, 0.64), (1.08, 0.76), (1.16, 0.62), (1.46, 0.66), (1.16, 0.4))
    pen.line((-0.88, 0.245), (-0.4, 0.405), (0.1, 0.365), width=0.02, color=pen.edge)


def lighthouse(pen: Pen) -> None:
    """A tower with a lamp room, on a rock."""
    pen.shape((-0.42, 0), (-0.3, 0.09), (-0.12, 0.12), (0.16, 0.11), (0.34, 0.06), (0.5, 0))
    pen.shape((-0.11, 0.1), (0.11, 0.1), (0.065, 0.78), (-0.065, 0.78))
    for low in (0.24, 0.46, 0.66):
        half = 0.11 - (low - 0.1) * 0.066
        pen.shape((-half, low), (half, low), (half - 0.006, low + 0.075), (0.006 - half, low + 0.075), color=pen.edge)
    pen.shape((-0.095, 0.78), (0.095, 0.78), (0.095, 0.805), (-0.095, 0.805))
    pen.shape((-0.05, 0.805), (0.05, 0.805), (0.05, 0.91), (-0.05, 0.91), color=pen.light)
    pen.line((0, 0.805), (0, 0.91), width=0.008)
    pen.shape((-0.068, 0.91), (0.068, 0.91), (0.0, 0.985))
    pen.line((0, 0.97), (0, 1.03), width=0.008)
    pen.shape((0.12, 0.1), (0.36, 0.08), (0.36, 0.19), (0.24, 0.255), (0.12, 0.19))
    pen.shape((0.2, 0.13), (0.24, 0.13), (0.24, 0.175), (0.2, 0.175), color=pen.light)


def house(pen: Pen) -> None:
    """A house with one lit window."""
    pen.shape((-0.6, 0), (0.6, 0), (0.6, 0.55), (-0.6, 0.55))
    pen.shape((-0.72, 0.53), (0.72, 0.53), (0.34, 1.0), (-0.34, 1.0))
    pen.shape((0.3, 0.8), (0.44, 0.8), (0.44, 1.14), (0.3, 1.14))
    pen.shape((-0.4, 0.2), (-0.16, 0.2), (-0.16, 0.42), (-0.4, 0.42), color=pen.light)
    pen.shape((0.1, 0), (0.32, 0), (0.32, 0.4), (0.1, 0.4), color=pen.edge)
    pen.line((0.7, 0.54), (0.34, 0.99), width=0.012, color=pen.edge)


def ship(pen: Pen) -> None:
    """A sailing boat."""
    pen.shape((-0.52, 0.18), (0.56, 0.18), (0.4, 0), (-0.4, 0))
    pen.line((0, 0.16), (0, 1.0), width=0.022)
    pen.shape((0.03, 0.24), (0.46, 0.26), (0.03, 0.94), color=pen.edge)
    pen.shape((-0.03, 0.26), (-0.38, 0.28), (-0.03, 0.86))
    pen.disc(-0.44, 0.25, 0.026, color=pen.light)


def tree(pen: Pen) -> None:
    """A broad tree."""
    pen.shape((-0.05, 0), (0.06, 0), (0.03, 0.5), (-0.03, 0.5))
    for px, py, radius in ((-0.2, 0.6, 0.2), (0.2, 0.58, 0.19), (0, 0.78, 0.24), (-0.08, 0.62, 0.2), (0.1, 0.66, 0.2)):
        pen.disc(px, py, radius)
    for px, py, radius in ((0.1, 0.86, 0.1), (0.26, 0.66, 0.07)):
        pen.disc(px, py, radius, color=pen.edge)


def pine(pen: Pen) -> None:
    """A fir tree."""
    pen.shape((-0.025, 0), (0.025, 0), (0.025, 0.2), (-0.025, 0.2))
    for low, wide in ((0.12, 0.26), (0.36, 0.21), (0.6, 0.15)):
        pen.shape((-wide, low), (wide, low), (0, low + 0.42))


def tower(pen: Pen) -> None:
    """A high building with lit windows."""
    pen.shape((-0.16, 0), (0.16, 0), (0.16, 0.9), (-0.16, 0.9))
    pen.shape((-0.1, 0.9), (0.1, 0.9), (0.1, 0.97), (-0.1, 0.97))
    pen.line((0, 0.96), (0, 1.1), width=0.012)
    for row in range(10):
        for column in range(4):
            if (row * 7 + column * 5) % 3:
                px, py = -0.125 + column * 0.067, 0.08 + row * 0.082
                pen.shape((px, py), (px + 0.04, py), (px + 0.04, py + 0.045), (px, py + 0.045), color=pen.light)
    pen.line((0.155, 0.02), (0.155, 0.9), width=0.01, color=pen.edge)


def rocket(pen: Pen) -> None:
    """A rocket on its fins."""
    pen.shape((-0.1, 0.12), (0.1, 0.12), (0.12, 0.5), (0.08, 0.82), (0, 1.0), (-0.08, 0.82), (-0.12, 0.5))
    for side in (-1, 1):
        pen.shape((side * 0.09, 0.34), (side * 0.22, 0.06), (side * 0.2, 0), (side * 0.08, 0.13))
    pen.disc(0, 0.64, 0.045, color=pen.light)
    pen.line((0.115, 0.5), (0.078, 0.82), (0.005, 0.99), width=0.014, color=pen.edge)


def microphone(pen: Pen) -> None:
    """A microphone on a stand."""
    pen.line((0.3, 0), (0.3, 0.55), (0.02, 0.78), width=0.03)
    pen.disc(0.3, 0.01, 0.17, flat=0.14)
    pen.shape((-0.1, 0.66), (0.1, 0.66), (0.1, 0.92), (-0.1, 0.92))
    pen.disc(0, 0.92, 0.1)
    pen.disc(0, 0.66, 0.1)
    for py in (0.72, 0.8, 0.88):
        pen.line((-0.085, py), (0.085, py), width=0.014, color=pen.edge)


def screen(pen: Pen) -> None:
    """A bright screen on a foot."""
    pen.shape((-0.62, 0.22), (0.62, 0.22), (0.62, 0.98), (-0.62, 0.98))
    pen.shape((-0.57, 0.28), (0.57, 0.28), (0.57, 0.93), (-0.57, 0.93), color=pen.edge)
    pen.shape((-0.46, 0.66), (0.1, 0.66), (0.1, 0.78), (-0.46, 0.78), color=pen.light)
    pen.shape((-0.46, 0.48), (0.34, 0.48), (0.34, 0.54), (-0.46, 0.54), color=pen.light)
    pen.shape((-0.06, 0.08), (0.06, 0.08), (0.06, 0.24), (-0.06, 0.24))
    pen.shape((-0.24, 0.03), (0.24, 0.03), (0.24, 0.09), (-0.24, 0.09))


def cactus(pen: Pen) -> None:
    """A tall cactus."""
    pen.line((0, 0), (0, 0.96), width=0.14)
    pen.disc(0, 0.96, 0.07)
    pen.line((-0.26, 0.72), (-0.26, 0.48), (0, 0.42), width=0.1)
    pen.line((0.24, 0.84), (0.24, 0.62), (0, 0.54), width=0.1)
    pen.line((0.055, 0.02), (0.055, 0.94), width=0.014, color=pen.edge)


def card(pen: Pen) -> None:
    """A card on a post that says in words what cannot be drawn."""
    pen.shape((-0.02, 0), (0.02, 0), (0.02, 0.3), (-0.02, 0.3))
    pen.shape((-0.62, 0.28), (0.62, 0.28), (0.62, 0.92), (-0.62, 0.92))
    pen.shape((-0.59, 0.31), (0.59, 0.31), (0.59, 0.89), (-0.59, 0.89), color=pen.light)
    font, lines = fitted(pen.title, wide=1.06 * pen.height, high=0.5 * pen.height)
    ((x, y),) = pen.at((0, 0.6))
    pen.draw.multiline_text((x, y), "\n".join(lines), font=font, fill=pen.body, anchor="mm", align="center")


FIGURES: Final[Mapping[str, Callable[[Pen], None]]] = {
    "person": person,
    "robot": robot,
    "dog": dog,
    "bird": bird,
    "whale": whale,
    "lighthouse": lighthouse,
    "house": house,
    "ship": ship,
    "tree": tree,
    "pine": pine,
    "tower": tower,
    "rocket": rocket,
    "microphone": microphone,
    "screen": screen,
    "cactus": cactus,
    "card": card,
}
"""Every silhouette by its name."""

LAMPS: Final[Mapping[str, Point]] = {
    "lighthouse": (0.0, 0.857),
    "house": (-0.28, 0.31),
    "ship": (-0.44, 0.25),
    "tower": (0.0, 0.5),
    "rocket": (0.0, 0.64),
    "screen": (0.0, 0.6),
    "robot": (0.0, 0.88),
}
"""Where a thing shines, in its own heights."""
