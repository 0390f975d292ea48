"""What callers say and are told of assets, and of the context for the next one.

A field of an asset is said in `AssetBody`, and told in `AssetShape` or, where only its own page shows it, in
`AssetDetail`.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from types import SimpleNamespace
from typing import Any, Self

from pydantic import BaseModel, Field, model_validator

from showbible.assets.api import Assets
from showbible.assets.model import Artifact, Asset, AssetHit, Segment
from showbible.assets.recall.context import StoryMoment
from showbible.assets.recall.facts.answer import Continuity, StoryAgreement
from showbible.shapes.base import Body, Facts, Number, Shape, together
from showbible.shapes.story import Seconds, SegmentShape


class AssetBody(BaseModel):
    """What can be said of an asset beside what it is and where."""

    asset_id: str | None = None
    prompt: str | None = None
    negative_prompt: str | None = None
    caption: str | None = None
    tags: list[str] | None = None
    clip_id: str | None = None
    segment_id: str | None = None
    scene_id: str | None = None
    run_id: str | None = None


class NewAsset(Body, AssetBody):
    """An asset to write down; told again, what is left out keeps its value."""

    kind: str
    path: str
    metadata: Facts | None = None


class NewCaption(Body):
    """A caption in a person's words."""

    text: str


class NewShot(BaseModel):
    """One shot of a list to check."""

    shot_id: str
    prompt: str
    at: Number | None = None


class PromptBody(BaseModel):
    """What can be checked against what is known: a prompt, a list of shots, or a scene that the story has."""

    prompt: str | None = None
    at: Number | None = None
    shots: list[NewShot] | None = None
    scene_id: str | None = None

    @model_validator(mode="after")
    def _one_of_three(self) -> Self:
        if sum(each is not None for each in (self.prompt, self.shots, self.scene_id)) != 1:
            raise ValueError("say one of: a prompt, a list of shots, or the id of a scene")
        return self


class NewPrompt(Body, PromptBody):
    """A prompt to check against what is known, a list of shots, or a scene that the story has."""


class AssetShape(Shape, like=Asset):
    """An asset; `url` plays it when its file is in a store of ours."""

    path: str
    url: str | None


class HitShape(AssetShape):
    """An asset that answers a search, with its score and why."""

    score: float
    why: str

    @model_validator(mode="before")
    @classmethod
    def _from_hit(cls, found: Any) -> Any:
        return together(found.asset, found) if isinstance(found, AssetHit) else found


class AssetRow(HitShape):
    """An asset in a file of its list, with where in the story it lies."""

    t_start: Seconds | None = Field(default=None, validation_alias="start_ms")
    t_end: Seconds | None = Field(default=None, validation_alias="end_ms")

    @classmethod
    def placed(cls, hit: AssetHit, segment: Segment | None) -> AssetRow:
        """An asset of a list and its segment, when it has one."""
        return cls.of(together(hit.asset, hit, segment))


class AssetDetail(AssetShape):
    """An asset with everything that was recorded of it."""

    negative_prompt: str | None
    scene_id: str | None
    run_id: str | None
    metadata: dict[str, Any]
    uses: int


class CaptionShape(Shape):
    """Words that an asset was given; `in_use` says whether they count."""

    caption_id: str = Field(validation_alias="artifact_id")
    text: str
    made_by: str
    version: int
    in_use: bool
    created_at: datetime


class CaptionList(Shape):
    """Every caption of an asset, newest first."""

    captions: list[CaptionShape]
    total: int
    next_cursor: None = None

    @classmethod
    def about(cls, asset: Asset, told: Sequence[Artifact]) -> CaptionList:
        """The captions of an asset, oldest first, the other way round."""
        shown = [CaptionShape.of(together(each, in_use=asset.is_told_by(each))) for each in reversed(told)]
        return cls(captions=shown, total=len(shown))


class AssetList(Shape):
    """A page of assets, best or newest first; `partial` says what the search had to do without."""

    assets: list[HitShape] = Field(validation_alias="items")
    total: int
    next_cursor: str | None
    partial: list[str]


class InForceShape(Shape):
    """An entity and what is so of it."""

    name: str
    state: dict[str, str]
    since: Seconds | None


class MomentShape(SegmentShape):
    """A segment of the window with its active take."""

    clip_id: str | None
    prompt: str | None

    @model_validator(mode="before")
    @classmethod
    def _from_moment(cls, found: Any) -> Any:
        return together(found, found.segment) if isinstance(found, StoryMoment) else found


class WindowShape(Shape):
    """The stretch of story time around the moment that was asked about."""

    t_start: Seconds = Field(validation_alias="start_ms")
    t_end: Seconds = Field(validation_alias="end_ms")
    segments: list[MomentShape] = Field(validation_alias="moments")


class ContextShape(Shape):
    """What the next generation needs to know."""

    text: str
    assets: list[HitShape]
    entities: list[InForceShape]
    last_frame: AssetShape | None
    window: WindowShape | None
    why: list[str]


class ConflictShape(Shape):
    """Something a prompt says that contradicts what is known."""

    entity: str
    field: str
    known: str
    proposed: str
    asset_id: str | None
    since: Seconds | None
    message: str
    kind: str
    sure: float
    known_words: str
    proposed_words: str
    why: str
    shot_id: str | None = None


class StoryChangeShape(Shape):
    """A change that a text tells itself, to be accepted as a state."""

    entity: str
    field: str
    before: str | None = Field(serialization_alias="from")
    after: str = Field(serialization_alias="to")
    words: str
    shot_id: str | None = None


class AgreementShape(Shape, like=StoryAgreement):
    """A fact that a text speaks of as it is known."""

    shot_id: str | None = None


class Conflicts(Shape):
    """Every contradiction; none when nothing is known. `changes` are told in the text, `fine` is said as it is."""

    conflicts: list[ConflictShape]
    changes: list[StoryChangeShape]
    fine: list[AgreementShape]

    @classmethod
    def answering(cls, assets: Assets, asked: PromptBody) -> Conflicts:
        """What a prompt, each of some shots or a scene contradicts, and the changes it tells itself."""
        if asked.scene_id is not None:
            return cls.of_shots(assets.continuity_of_scene(asked.scene_id).parts)
        if asked.shots is not None:
            shots = [(each.shot_id, each.prompt, each.at) for each in asked.shots]
            return cls.of_shots(assets.continuity_of_shots(shots))
        return cls.of_shots([(None, assets.continuity(asked.prompt or "", at=asked.at))])

    @classmethod
    def of_shots(cls, found: Sequence[tuple[str | None, Continuity]]) -> Conflicts:
        """What was found in several shots, each with the shot it was found in."""
        marked = [
            (together(each, SimpleNamespace(shot_id=shot)), kind)
            for shot, all_ in found
            for kind, those in (("conflict", all_.conflicts), ("change", all_.changes), ("fine", all_.fine))
            for each in those
        ]
        return cls(
            conflicts=[ConflictShape.of(each) for each, kind in marked if kind == "conflict"],
            changes=[StoryChangeShape.of(each) for each, kind in marked if kind == "change"],
            fine=[AgreementShape.of(each) for each, kind in marked if kind == "fine"],
        )


class Rebuilt(Shape):
    """How many assets have a search entry, and how many of them had none or a wrong one."""

    indexed: int
    repaired: int
