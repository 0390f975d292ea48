"""The colours stand out from what they are drawn on, in both themes."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import product
from typing import Literal

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import Visit

GROUNDS = ("bg", "surface", "sunken", "raised", "hover")
STATUSES = ("run", "ok", "warn", "bad", "idle")
PILOTS = ("a", "b", "c", "d")

TEXT = {
    *product(("ink", "ink-2", "ink-3"), GROUNDS),
    *product((*STATUSES, *PILOTS), ("surface",)),
    *((status, f"{status}-bg") for status in STATUSES),
    *product(("on-solid",), ("solid", "solid-hover")),
}
GRAPHICS = {
    *product(("focus",), GROUNDS),
    *product((*STATUSES, *(f"{pilot}-fill" for pilot in PILOTS), "data", "ink-3"), ("surface",)),
}

# A background, because an unknown token leaves it transparent instead of borrowing another colour.
RESOLVE = """names => {
  const probe = document.body.appendChild(document.createElement("i"));
  return names.map((name) => {
    probe.style.backgroundColor = `var(--${name})`;
    return getComputedStyle(probe).backgroundColor;
  });
}"""


def luminances(page: Page, names: Iterable[str]) -> dict[str, float]:
    ordered = sorted(set(names))
    return dict(zip(ordered, map(luminance, page.evaluate(RESOLVE, ordered)), strict=True))


def luminance(colour: str) -> float:
    found = re.fullmatch(r"rgb\((\d+), (\d+), (\d+)\)", colour)
    assert found, f"{colour} is no opaque colour"
    red, green, blue = (linear(int(part) / 255) for part in found.groups())
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def linear(part: float) -> float:
    return float(part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4)


def weak(page: Page, pairs: set[tuple[str, str]], *, least: float) -> dict[tuple[str, str], float]:
    known = luminances(page, (name for pair in pairs for name in pair))
    ratios = {}
    for front, back in pairs:
        dark, light = sorted((known[front], known[back]))
        ratios[front, back] = round((light + 0.05) / (dark + 0.05), 2)
    return {pair: ratio for pair, ratio in ratios.items() if ratio < least}


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_text_has_a_contrast_of_four_and_a_half_and_graphics_one_of_three(
    visit: Visit, theme: Literal["light", "dark"]
) -> None:
    page = visit("/", theme=theme)

    assert (weak(page, TEXT, least=4.5), weak(page, GRAPHICS, least=3.0)) == ({}, {})
