"""A scene as continuity reads it: its own text, its beats and its shots, each with its moment in the story."""

from __future__ import annotations

import json
from dataclasses import asdict
from hashlib import sha256

from showbible.assets.recall.facts.dialogue import DialogueLine
from showbible.errors import NotFound
from showbible.values import frozen


@frozen
class ScriptPart:
    """One text of a scene and what is spoken in it; the scene's own text and its beats are of no shot."""

    text: str
    lines: tuple[DialogueLine, ...] = ()
    shot_id: str | None = None
    start_ms: int | None = None
    end_ms: int | None = None

    @property
    def whole(self) -> str:
        """Everything that the part says, the lines below the text."""
        return "\n".join([self.text, *(each.text for each in self.lines)]).strip()

    def moment(self, words: str) -> int | None:
        """When a sentence of the part comes, by its place in it."""
        if self.start_ms is None or self.end_ms is None:
            return self.start_ms
        place = max(0, self.whole.find(words))
        return self.start_ms + (self.end_ms - self.start_ms) * place // max(1, len(self.whole))


@frozen
class SceneScript:
    """A scene: its text and beats first, then its shots in their order."""

    scene_id: str
    parts: tuple[ScriptPart, ...]
    characters: tuple[str, ...]
    start_ms: int | None

    @property
    def text(self) -> str:
        """Every word of the scene."""
        return "\n".join(each.whole for each in self.parts)

    @property
    def shots(self) -> tuple[ScriptPart, ...]:
        """The parts that are shots."""
        return tuple(each for each in self.parts if each.shot_id is not None)

    @property
    def digest(self) -> str:
        """A word that is another one as soon as the scene says anything else, or its shots last otherwise."""
        begun = self.start_ms or 0
        said = [[each.shot_id, each.whole, (each.start_ms or 0) - begun, asdict(each)["lines"]] for each in self.parts]
        return sha256(json.dumps([said, self.characters]).encode()).hexdigest()[:32]


def no_script(scene_id: str) -> SceneScript:
    """No scene at all, for whoever keeps none."""
    raise NotFound("scene", scene_id)
