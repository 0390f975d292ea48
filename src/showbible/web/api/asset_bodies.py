"""What callers say of assets and of the story."""

from __future__ import annotations

from pydantic import Field, StrictBool, StrictInt

from showbible.web.api.bodies import Body, Facts, Number


class NewAsset(Body):
    """An asset to write down; told again, what is left out keeps its value."""

    asset_id: str | None = None
    kind: str
    path: str
    prompt: str | None = None
    negative_prompt: str | None = None
    caption: str | None = None
    tags: list[str] | None = None
    clip_id: str | None = None
    segment_id: str | None = None
    scene_id: str | None = None
    run_id: str | None = None
    metadata: Facts | None = None


class NewCaption(Body):
    """A caption in a person's words."""

    text: str


class NewSegment(Body):
    """A stretch of story time in seconds."""

    t_start: Number
    t_end: Number
    kind: str
    status: str | None = None


class NewClip(Body):
    """A take."""

    clip_id: str | None = None
    segment_id: str
    output_path: str
    prompt: str | None = None
    negative_prompt: str | None = None
    model: str | None = None
    seed: StrictInt | None = None
    params: Facts | None = None
    is_active: StrictBool = True


class NewState(Body):
    """What is so of an entity."""

    kind: str
    state: Facts
    t_start: Number | None = None
    t_end: Number | None = None
    source_clip_id: str | None = None
    source_asset_id: str | None = None


class StateChange(Body):
    """What to change of a state; what is left out stays, and `seen` is the `mark` of the state that was looked at."""

    kind: str = ""
    state: Facts = Field(default_factory=dict)
    t_start: Number | None = None
    t_end: Number | None = None
    paused: StrictBool | None = None
    seen: str | None = None


class NewNote(Body):
    """A remark on the timeline."""

    note_type: str
    summary: str
    payload: Facts | None = None
    segment_id: str | None = None


class NewPrompt(Body):
    """A prompt to check against what is known."""

    prompt: str
    at: Number | None = None
