"""What is told of the continuity of a scene, and of what a change costs."""

from __future__ import annotations

from pydantic import Field, StrictStr

from showbible.assets.model import Contradiction
from showbible.assets.recall.supervised_scene import SceneChange, SceneConflict, SceneFact
from showbible.shapes.base import Body, Shape, together
from showbible.shapes.story import Seconds
from showbible.supervisor import SceneReport

BEFORE = "before"
"""Since when something is so that was so before the scene."""


class ShotShape(Shape):
    """A shot as a supervisor reads it; the scene's own text is called `text`."""

    shot_id: str
    text: str
    at: Seconds | None = Field(validation_alias="at_ms")
    asset_id: str | None


class SceneFactShape(Shape):
    """A line of the report: of whom, what, since which shot and until which, and the sentence it rests on."""

    who: str = Field(validation_alias="entity")
    kind: str
    what: str
    """wearing, hair, hurt, holding, at, age, kin or state."""
    said: str
    field: str
    value: str
    since: str
    """The shot that tells it first: `text` is the scene's own text, `before` what was so before it."""
    until: str | None
    words: str
    asset_id: str | None
    state_id: str | None
    made_by: str | None

    @classmethod
    def line(cls, fact: SceneFact) -> SceneFactShape:
        """One fact."""
        state = fact.state
        told = {"state_id": state.state_id if state else None, "made_by": state.made_by if state else None}
        return cls.of(together(fact, since=fact.since or BEFORE, **told))


class SceneConflictShape(Shape, like=Contradiction, without=("asset_id", "since", "known_words")):
    """What a shot says against what is so by then, and the state to correct where one is kept."""

    shot_id: str
    asset_id: str | None
    """The asset that shows the shot."""
    since: str
    known_words: str
    known_asset_id: str | None
    state_id: str | None

    @classmethod
    def line(cls, conflict: SceneConflict) -> SceneConflictShape:
        """One conflict."""
        return cls.of(
            together(
                conflict.found,
                shot_id=conflict.shot.shot_id,
                asset_id=conflict.shot.asset_id,
                since=conflict.since or BEFORE,
                known_words=conflict.words or conflict.found.known_words,
                known_asset_id=conflict.asset_id,
                state_id=conflict.state.state_id if conflict.state else None,
            )
        )


class SceneChangeShape(Shape):
    """A change that a shot tells itself, and whether somebody has accepted it."""

    shot_id: str
    entity: str
    field: str
    before: str | None = Field(serialization_alias="from")
    after: str = Field(serialization_alias="to")
    words: str
    accepted: bool

    @classmethod
    def line(cls, change: SceneChange) -> SceneChangeShape:
        """One change."""
        return cls.of(together(change.told, shot_id=change.shot.shot_id, accepted=change.accepted))


class SceneReportShape(Shape):
    """The continuity report of a scene."""

    scene_id: str
    name: str
    location: str | None
    characters: list[str]
    shots: list[ShotShape]
    facts: list[SceneFactShape]
    conflicts: list[SceneConflictShape]
    changes: list[SceneChangeShape]

    @classmethod
    def of_report(cls, report: SceneReport) -> SceneReportShape:
        """The report of a scene."""
        found = report.found
        return cls(
            scene_id=report.scene_id,
            name=report.name,
            location=report.location,
            characters=list(report.characters),
            shots=ShotShape.each(report.shots),
            facts=[SceneFactShape.line(each) for each in found.facts],
            conflicts=[SceneConflictShape.line(each) for each in found.conflicts],
            changes=[SceneChangeShape.line(each) for each in found.changes],
        )


class AcceptedChange(Body):
    """What a shot tells and somebody takes for so from that shot on."""

    shot_id: str
    entity: str
    field: str
    value: str


class RemakeOrder(Body):
    """What to make again: the whole plan or some of its assets, with other prompts where somebody wrote them."""

    plan: str
    """The `plan` that was looked at."""
    asset_ids: list[StrictStr] | None = None
    prompts: dict[str, StrictStr] = Field(default_factory=dict)
    tier: str | None = None
