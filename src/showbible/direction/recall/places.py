"""What is said of places: how it sounds when they are simple or complex, and when a sentence only tells where it is."""

from __future__ import annotations

from typing import Final

from showbible.values import frozen


@frozen
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
        "A long hall with pillars, benches along the walls and a gallery above.",
        "The kitchen lies behind the shop, and a stair leads down to the yard.",
        "Four walls, one lamp, a bed and a basin.",
        "The village has one street and a well.",
        "Warehouses, cranes and rails, as far as one can see.",
        "Two floors of offices round an open court.",
        "The cabin is small and smells of wood.",
        "A tower with a single door at the bottom.",
        "Behind the counter there is a store room with a window to the alley.",
        "The tunnel forks three times before it reaches the pumping station.",
        "Fields on both sides and a road between them.",
        "The flat that we know from earlier, unchanged.",
        "It is the same office as always.",
        "The camp spreads over both banks of the river, with a bridge in between.",
        "A glass building with lifts, ramps and walkways.",
        "The attic runs the length of the house.",
        "An ordinary waiting room with chairs against the wall.",
        "The castle has outer walls, an inner ward and cellars.",
        "A lift shaft, service corridors and a roof terrace.",
        "The classroom looks out onto the playground.",
        "Here everything happens within arm's reach.",
        "To the left the stables, to the right the barn, ahead the gate.",
        "A shed with one bulb and a workbench.",
        "The hotel's lobby opens on a bar, a garden and a flight of stairs.",
    ),
)
"""Sentences that tell where a scene is, and not what happens in it."""
