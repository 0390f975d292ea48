"""What a check answers beside contradictions."""

from __future__ import annotations

from showbible.assets.model import Contradiction
from showbible.values import frozen


@frozen
class StoryChange:
    """A change that a text tells itself, which can be accepted as a new state."""

    entity: str
    field: str
    before: str | None
    after: str
    words: str


@frozen
class StoryAgreement:
    """A fact that a text speaks of as it is known."""

    entity: str
    field: str
    known: str
    words: str


@frozen
class Continuity:
    """What a text says against what is known, what it says has changed, and what it says as it is."""

    conflicts: tuple[Contradiction, ...]
    changes: tuple[StoryChange, ...]
    fine: tuple[StoryAgreement, ...] = ()


@frozen
class SupervisorLine:
    """A line of the report of a scene: of whom, of what, what is so in the end, and since which shot."""

    entity: str
    kind: str
    """What is told of: wearing, hair, hurt, holding, at, state, age, number, kin, weather, time or present."""
    field: str
    value: str
    shot_id: str | None
    """The shot since which it is so; none where the scene's own text tells it, or what came before the scene."""
    before: bool
    """Whether it was so before the scene."""
    words: str
    """The sentence that it rests on, where one is known."""
    asset_id: str | None


@frozen
class SceneContinuity:
    """A scene as a script supervisor sees it: part by part what does not fit, and how everything stands in the end."""

    scene_id: str
    parts: tuple[tuple[str | None, Continuity], ...]
    """What was found in each part, by its shot; the scene's own text and its beats are of no shot."""
    lines: tuple[SupervisorLine, ...]
