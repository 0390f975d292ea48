"""Words under the picture, made to be read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from showbible.studio.model import HEIGHT, WIDTH

if TYPE_CHECKING:
    from PIL.Image import Image

BAND: Final = (0.80, 0.94)
"""The part of the frame, from the top, that captions keep to."""

_WIDEST: Final = 0.8
_MANNERS: Final = ((25, 2), (19, 3))
"""How large the letters are, and in how many lines at most; longer captions are written smaller."""
_LINE: Final = 1.28  # heights of a letter from line to line
_LEAST_SIZE: Final = 6


def caption(text: str) -> Image | None:
    """The words on a dark pane as large as the frame's lower part; None when there is nothing to say."""
    if not text.strip():
        return None
    from PIL import Image, ImageDraw

    size, font, lines = manner(text)
    pane = Image.new("RGBA", (WIDTH, round(HEIGHT * (BAND[1] - BAND[0]))))
    draw, step = ImageDraw.Draw(pane), size * _LINE
    top = (pane.height - step * len(lines)) / 2
    for number, line in enumerate(lines):
        wide, y = font.getlength(line), top + step * number
        x = (WIDTH - wide) / 2
        draw.rounded_rectangle((x - 14, y - 3, x + wide + 14, y + step - 1), radius=5, fill=(8, 10, 16, 178))
        draw.text((x, y + 1), line, font=font, fill=(255, 255, 255, 255))
    return pane


def manner(text: str) -> tuple[int, Any, list[str]]:
    """The largest letters in which the whole caption can be read; the smallest where none are small enough."""
    for size, most in _MANNERS:
        font = _font(text, size)
        lines = wrapped(text, wide=WIDTH * _WIDEST, measure=font.getlength, most=most)
        if not lines[-1].endswith("…") or text.rstrip().endswith("…"):
            break
    return size, font, lines


def fitted(text: str, *, wide: float, high: float) -> tuple[Any, list[str]]:
    """A font and the lines in which a few words fill a card."""
    size = max(_LEAST_SIZE, round(high / 2))
    while True:
        font = _font(text, size)
        lines = wrapped(text, wide=wide, measure=font.getlength, most=max(1, int(high / (size * _LINE))))
        if size <= _LEAST_SIZE or (not lines[-1].endswith("…") and len(lines) * size * _LINE <= high):
            return font, lines
        size = max(_LEAST_SIZE, round(size * 0.85))


def wrapped(text: str, *, wide: float, measure: Any, most: int = 2) -> list[str]:
    """The words in as few lines as they need; what does not fit as many as there may be ends in an ellipsis."""
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if measure(longer) <= wide or not lines[-1]:
            lines[-1] = longer
        elif len(lines) == most:
            lines[-1] += " …"
            break
        else:
            lines.append(word)
    return [_shortened(line, wide=wide, measure=measure) for line in lines]


def _shortened(line: str, *, wide: float, measure: Any) -> str:
    if measure(line) <= wide:
        return line
    while line and measure(line + "…") > wide:
        line = line[:-1]
    return line + "…"


def _font(text: str, size: int) -> Any:
    """The font inside the imaging library; a system font for letters that it lacks."""
    from PIL import ImageFont

    if all(ord(letter) < 0x250 or letter in "–—‘’“”…" for letter in text):
        return ImageFont.load_default(size=size)
    for name in ("NotoSansCJK-Regular.ttc", "NotoSans-Regular.ttf", "DejaVuSans.ttf"):
        try:
            return ImageFont.truetype(name, size)
        except OSError:
            continue
    return ImageFont.load_default(size=size)
