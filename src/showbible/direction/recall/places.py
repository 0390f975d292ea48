"""What is said of places: how it sounds when they are simple or complex, and when a sentence only tells where it is."""

from __future__ import annotations

from typing import Final

from showbible.direction.recall.kinds import told
from showbible.values import frozen

WHERE: Final = "where"


@frozen
class PlaceKind:
    """How a place of a kind is told: in which words, and in which sentences."""

    name: str
    words: str

    @property
    def situations(self) -> tuple[str, ...]:
        """What is said of it."""
        return told("places.md")[self.name]


PLACES: Final = {
    kind.name: kind
    for kind in (
        PlaceKind(
            name="simple",
            words="room corner single small little tiny narrow bare plain simple same usual familiar known closed "
            "contained cramped modest table chair",
        ),
        PlaceKind(
            name="complex",
            words="levels floors storeys corridors staircases tunnels passages exits entrances gates maze labyrinth "
            "network sprawling vast unfamiliar unknown strange several many multiple layout upstairs downstairs "
            "adjoining branching",
        ),
    )
}
"""What is said of places whose geography is simple, or complex."""

WHEREABOUTS: Final = PlaceKind(
    name=WHERE,
    words="room floor wall corridor hall stairs staircase door building house street yard courtyard roof tower "
    "bridge tunnel level storey layout geography place location site ground corner window table chair "
    "bench desk cabin tent office kitchen attic cellar garden field square platform deck wing gate passage "
    "maze familiar unfamiliar spacious narrow small large exterior interior",
)
"""Sentences that tell where a scene is, and not what happens in it."""
