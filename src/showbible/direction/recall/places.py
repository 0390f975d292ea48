"""What is said of places: how it sounds when they are simple or complex, and when a sentence only tells where it is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, kw_only=True)
class PlaceKind:
    """How a place of a kind is told: in which words, and in which sentences."""

    words: str
    situations: tuple[str, ...]


PLACES: Final = {
    "simple": PlaceKind(
        words="room corner single small little tiny narrow bare plain simple same usual familiar known closed "
        "contained cramped modest table chair",
        situations=(
            "A bare little room, taken in at a glance.",
            "One plain, familiar place; the layout does not matter.",
            "The same corner as before, a table and a chair.",
            "Nothing to find one's way in, all of it can be seen at once.",
            "A space so small that nobody could get lost in it.",
            "We have been here often and know where everything is.",
            "There is one way in, and the same way out.",
            "A plain spot, open to the eye on all sides.",
        ),
    ),
    "complex": PlaceKind(
        words="levels floors storeys corridors staircases tunnels passages exits entrances gates maze labyrinth "
        "network sprawling vast unfamiliar unknown strange several many multiple layout upstairs downstairs adjoining "
        "branching",
        situations=(
            "Unfamiliar ground on more than one level, with many ways in and out.",
            "One must know how the house is laid out to follow what happens.",
            "A maze of corridors, rooms, levels and doors.",
            "Where everybody stands and how the spaces connect has to be understood.",
            "A huge site with annexes, side entrances and several ways through.",
            "A place nobody has seen before, with walkways above and cellars below.",
            "The action moves from one part of the building to another.",
            "Those taking part are spread over places that have to be told apart.",
        ),
    ),
}
"""What is said of places whose geography is simple, or complex."""

WHEREABOUTS: Final = PlaceKind(
    words="room floor wall corridor hall stairs staircase door building house street yard courtyard roof tower "
    "bridge tunnel level storey layout geography place location site ground corner window table chair "
    "bench desk cabin tent office kitchen attic cellar garden field square platform deck wing gate passage "
    "maze familiar unfamiliar spacious narrow small large exterior interior",
    situations=(
        "A description of where it is: rooms, walls, stairs, doors and streets.",
        "The layout of a building or a landscape.",
        "What the location looks like and whether we know it.",
        "A familiar room, seen before.",
        "A large site with several levels.",
        "There is a table, a chair and a window.",
        "The yard, the corridor, the floor, the roof.",
    ),
)
"""Sentences that tell where a scene is, and not what happens in it."""
