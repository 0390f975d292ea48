"""The words of a supervisor's report: shots, what is so in them, what breaks, and what changes."""

from __future__ import annotations

from typing import Final

from showbible.assets.model import Contradiction, EntityKind, EntityState
from showbible.assets.recall.facts import table
from showbible.assets.recall.facts.answer import StoryChange
from showbible.assets.recall.facts.claim import LINE_WORDS, STATE_WORD, FactKind
from showbible.values import frozen

SCENE_TEXT: Final = "text"
"""What stands for a shot where the scene's own text says something."""


@frozen
class SupervisedShot:
    """A shot of a scene: what is planned and shown in it, when, and the asset that shows it."""

    shot_id: str
    text: str
    at_ms: int | None
    asset_id: str | None = None
    scene_id: str = ""
    asset_ids: frozenset[str] = frozenset()
    """Every asset that was made of it."""
    unread: str = ""
    """Those of its words that nobody has read yet: of the others only what is kept counts."""


@frozen
class SceneFact:
    """Something that is so of somebody in a scene: since which shot, until which, and what says so."""

    entity: str
    kind: EntityKind
    field: str
    value: str
    matter: str
    """What kind of fact it is: wardrobe, hair, place, holder ..."""
    since: str | None
    """The shot that tells it first; None where it was so before the scene."""
    until: str | None = None
    words: str
    asset_id: str | None
    state: EntityState | None
    """The state that says so, where one is kept."""

    @property
    def what(self) -> str:
        """What it is about, as a supervisor sorts it: wearing, hair, hurt, holding, at, age, kin, else state."""
        return LINE_WORDS.get(self.matter, STATE_WORD)

    @property
    def said(self) -> str:
        """The fact in a few words: striped apron, coat off, held by Tom."""
        if self.matter == FactKind.HOLDER:
            return f"held by {self.value}"
        if self.matter in (FactKind.WARDROBE, FactKind.HAIR):
            return _worn(self.field, self.value)
        named = self.what in ("at", "age") or table.is_matter(self.field) or self.field in _GENERAL
        inside = set(self.field.casefold().split()) <= set(self.value.casefold().split())
        return self.value if named or inside else f"{self.field}: {self.value}"


_FEW: Final = 4
"""With more words than so many before it, a noun is not seen to be what they describe."""
_GENERAL: Final = frozenset({"state", "condition", "status", "holding", "injury", "exists"})


def _worn(noun: str, value: str) -> str:
    if value in ("on", "off"):
        return noun if value == "on" else f"{noun} off"
    if len(value.split()) > _FEW:
        return f"{noun}: {value}"
    outfit = "kinds.outfit" in table.classes(noun.casefold())
    return value if outfit or noun.casefold() in value.casefold().split() else f"{value} {noun}"


@frozen
class SceneConflict:
    """What a shot says against what is so by then; `state` is what is kept of that, if anything is."""

    shot: SupervisedShot
    found: Contradiction
    since: str | None
    """The shot that told what is so."""
    words: str
    asset_id: str | None
    state: EntityState | None


@frozen
class SceneChange:
    """A change that a shot tells itself, and whether a person has taken it for so."""

    shot: SupervisedShot
    told: StoryChange
    accepted: bool


@frozen
class Supervision:
    """What a supervisor writes of a scene."""

    facts: tuple[SceneFact, ...]
    conflicts: tuple[SceneConflict, ...]
    changes: tuple[SceneChange, ...]
