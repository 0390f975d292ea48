"""Colours as style sheets write them."""

from __future__ import annotations

import colorsys
import re
from typing import Final

_NAMES: Final = """
    aliceblue f0f8ff antiquewhite faebd7 aqua 00ffff aquamarine 7fffd4 azure f0ffff beige f5f5dc bisque ffe4c4 black
    000000 blanchedalmond ffebcd blue 0000ff blueviolet 8a2be2 brown a52a2a burlywood deb887 cadetblue 5f9ea0
    chartreuse 7fff00 chocolate d2691e coral ff7f50 cornflowerblue 6495ed cornsilk fff8dc crimson dc143c cyan 00ffff
    darkblue 00008b darkcyan 008b8b darkgoldenrod b8860b darkgray a9a9a9 darkgreen 006400 darkgrey a9a9a9 darkkhaki
    bdb76b darkmagenta 8b008b darkolivegreen 556b2f darkorange ff8c00 darkorchid 9932cc darkred 8b0000 darksalmon
    e9967a darkseagreen 8fbc8f darkslateblue 483d8b darkslategray 2f4f4f darkslategrey 2f4f4f darkturquoise 00ced1
    darkviolet 9400d3 deeppink ff1493 deepskyblue 00bfff dimgray 696969 dimgrey 696969 dodgerblue 1e90ff firebrick
    b22222 floralwhite fffaf0 forestgreen 228b22 fuchsia ff00ff gainsboro dcdcdc ghostwhite f8f8ff gold ffd700
    goldenrod daa520 gray 808080 green 008000 greenyellow adff2f grey 808080 honeydew f0fff0 hotpink ff69b4
    indianred cd5c5c indigo 4b0082 ivory fffff0 khaki f0e68c lavender e6e6fa lavenderblush fff0f5 lawngreen 7cfc00
    lemonchiffon fffacd lightblue add8e6 lightcoral f08080 lightcyan e0ffff lightgoldenrodyellow fafad2 lightgray
    d3d3d3 lightgreen 90ee90 lightgrey d3d3d3 lightpink ffb6c1 lightsalmon ffa07a lightseagreen 20b2aa lightskyblue
    87cefa lightslategray 778899 lightslategrey 778899 lightsteelblue b0c4de lightyellow ffffe0 lime 00ff00
    limegreen 32cd32 linen faf0e6 magenta ff00ff maroon 800000 mediumaquamarine 66cdaa mediumblue 0000cd
    mediumorchid ba55d3 mediumpurple 9370db mediumseagreen 3cb371 mediumslateblue 7b68ee mediumspringgreen 00fa9a
    mediumturquoise 48d1cc mediumvioletred c71585 midnightblue 191970 mintcream f5fffa mistyrose ffe4e1 moccasin
    ffe4b5 navajowhite ffdead navy 000080 oldlace fdf5e6 olive 808000 olivedrab 6b8e23 orange ffa500 orangered
    ff4500 orchid da70d6 palegoldenrod eee8aa palegreen 98fb98 paleturquoise afeeee palevioletred db7093 papayawhip
    ffefd5 peachpuff ffdab9 peru cd853f pink ffc0cb plum dda0dd powderblue b0e0e6 purple 800080 rebeccapurple 663399
    red ff0000 rosybrown bc8f8f royalblue 4169e1 saddlebrown 8b4513 salmon fa8072 sandybrown f4a460 seagreen 2e8b57
    seashell fff5ee sienna a0522d silver c0c0c0 skyblue 87ceeb slateblue 6a5acd slategray 708090 slategrey 708090
    snow fffafa springgreen 00ff7f steelblue 4682b4 tan d2b48c teal 008080 thistle d8bfd8 tomato ff6347 turquoise
    40e0d0 violet ee82ee wheat f5deb3 white ffffff whitesmoke f5f5f5 yellow ffff00 yellowgreen 9acd32
"""
_WORDS: Final = _NAMES.split()
NAMED: Final = dict(zip(_WORDS[::2], _WORDS[1::2], strict=True))
"""The names that style sheets know, with their red, green and blue."""

_HEX: Final = re.compile(r"#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})")
_CALL: Final = re.compile(r"(rgb|hsl)a?\(([^()]*)\)")
_NUMBER: Final = re.compile(r"(-?\d+(?:\.\d+)?)(%|deg)?")


def css(color: str) -> str | None:
    """A colour (`teal`, `#08f`, `rgb(0 128 255 / 50%)`, `hsl(210, 80%, 40%)`) as `#rrggbb`; None for what is none.

    How far one can see through it does not count.
    """
    plain = color.strip().lower()
    if plain in NAMED:
        return f"#{NAMED[plain]}"
    if _HEX.fullmatch(plain):
        digits = plain[1:] if len(plain) > 5 else "".join(2 * digit for digit in plain[1:])
        return f"#{digits[:6]}"
    call = _CALL.fullmatch(plain)
    return _called(call[1], call[2]) if call else None


def _called(name: str, inside: str) -> str | None:
    parts = [_NUMBER.fullmatch(part) for part in re.split(r"[\s,/]+", inside.strip())]
    if len(parts) not in (3, 4) or None in parts:
        return None
    numbers = [(float(part[1]), part[2]) for part in parts[:3] if part]
    if name == "rgb":
        return _hexed(*(value * 2.55 if unit == "%" else value for value, unit in numbers))
    hue, full, light = (value for value, _ in numbers)
    return _hexed(*(255 * part for part in colorsys.hls_to_rgb(hue / 360 % 1, _share(light), _share(full))))


def _share(percent: float) -> float:
    return min(1.0, max(0.0, percent / 100))


def _hexed(red: float, green: float, blue: float) -> str:
    return "#" + "".join(f"{min(255, max(0, round(part))):02x}" for part in (red, green, blue))
