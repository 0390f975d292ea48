"""The words of the asset memory: assets, segments, takes, entity states and notes."""

from __future__ import annotations

import posixpath
from collections.abc import Mapping, Sequence
from dataclasses import field
from datetime import datetime
from enum import StrEnum
from functools import lru_cache
from typing import Any, Final, Required, TypedDict

from showbible.errors import Invalid
from showbible.values import frozen, mark_of
from showbible.vocabulary import AssetId, checked_text, finite, media_url

MOST_SECONDS: Final = 10_000_000
"""Story times beyond four months are mistakes."""
MOST_LOOKS: Final = 3
"""How often one version of an asset is looked at before giving up."""
NAME_LIMIT: Final = 256


class AssetKind(StrEnum):
    """What an asset is."""

    VIDEO = "video"
    IMAGE = "image"
    AUDIO = "audio"
    LAST_FRAME = "last_frame"
    KEYFRAME = "keyframe"


ASIDE: Final = frozenset({"thumbnail", "poster"})
"""Pictures that only stand for a film: kept with what they belong to, but no assets that anybody looks for."""

SEEN: Final = frozenset({AssetKind.VIDEO, AssetKind.IMAGE, AssetKind.LAST_FRAME, AssetKind.KEYFRAME})
"""The kinds that can be looked at."""


class LookState(StrEnum):
    """Whether an asset was looked at to give it words."""

    NONE = "none"
    WAITING = "waiting"
    DONE = "done"
    FAILED = "failed"


@frozen
class Asset:
    """An asset as a search shows it."""

    asset_id: AssetId
    kind: AssetKind
    path: str
    prompt: str | None
    caption: str | None
    caption_by: str | None
    entity_summary: str | None
    tags: tuple[str, ...]
    clip_id: str | None
    segment_id: str | None
    version: int
    needs_reindex: bool
    look: LookState
    created_at: datetime

    @property
    def text(self) -> str:
        """Every word that the asset is found by, but for those of its path."""
        return words(self.prompt, self.caption, self.entity_summary, self.tags)

    @property
    def url(self) -> str | None:
        """Where this server plays it, when its file is in a store of ours."""
        return media_url(self.path)

    def is_told_by(self, caption: Artifact) -> bool:
        """Whether it is one of its captions that counts."""
        return (caption.text, caption.made_by) == (self.caption, self.caption_by)


@frozen
class Artifact:
    """What was recorded of an asset, word for word."""

    artifact_id: str
    kind: str
    path: str | None
    about: str | None
    text: str | None
    made_by: str
    prompt: str | None
    negative_prompt: str | None
    tags: tuple[str, ...]
    clip_id: str | None
    segment_id: str | None
    scene_id: str | None
    run_id: str | None
    metadata: Mapping[str, Any]
    version: int
    sha256: str | None
    uses: int
    created_at: datetime


class AssetFields(TypedDict, total=False):
    """What can be said of an asset beside what it is and where; what is left out keeps the value it had."""

    asset_id: str | None
    prompt: str | None
    negative_prompt: str | None
    caption: str | None
    tags: Sequence[str] | None
    clip_id: str | None
    segment_id: str | None
    scene_id: str | None
    run_id: str | None
    metadata: Mapping[str, Any] | None
    sha256: str | None
    """The digest of the file's content, where it is known."""
    made_by: str
    """Who wrote the caption; a person where nobody is named."""


class AssetInput(AssetFields):
    """What a caller says of an asset."""

    kind: str
    path: str


@frozen
class AssetHit:
    """An asset that answers a question, and why."""

    asset: Asset
    score: float
    why: str


class SegmentKind(StrEnum):
    """What a stretch of story time is for."""

    SOURCE = "source"
    PLAN = "plan"
    TARGET = "target"
    EDIT = "edit"


@frozen
class Segment:
    """A stretch of story time, from its first millisecond up to but without its last."""

    segment_id: str
    start_ms: int
    end_ms: int
    kind: SegmentKind
    status: str


@frozen
class Clip:
    """One take of a segment."""

    clip_id: str
    segment_id: str
    output_path: str
    prompt: str | None
    negative_prompt: str | None
    model: str | None
    seed: int | None
    params: Mapping[str, Any]
    is_active: bool
    created_at: datetime


class ClipInput(TypedDict, total=False):
    """What a caller says of a take; told again, what is left out keeps its value."""

    segment_id: Required[str]
    output_path: Required[str]
    clip_id: str | None
    prompt: str | None
    negative_prompt: str | None
    model: str | None
    seed: int | None
    params: Mapping[str, Any] | None
    is_active: bool
    """Whether it stands in the story; it does where nothing is said."""


class EntityKind(StrEnum):
    """What can have a state in a story."""

    CHARACTER = "character"
    LOCATION = "location"
    PROP = "prop"


@frozen
class EntityState:
    """What is so about an entity from one story time up to another; open ends are None."""

    state_id: str
    entity: str
    kind: EntityKind
    state: Mapping[str, Any]
    start_ms: int | None
    end_ms: int | None
    source_clip_id: str | None
    source_asset_id: str | None
    made_by: str
    created_at: datetime
    paused_at: datetime | None = None
    source_note_id: str | None = None
    source_scene_id: str | None = None
    source_shot_id: str | None = None
    words: Mapping[str, str] = field(default_factory=dict)
    """The sentence that a field rests on."""

    @property
    def paused(self) -> bool:
        """Whether a person has set it aside: it is kept and shown, but not in force."""
        return self.paused_at is not None

    def holds(self, at_ms: int) -> bool:
        """Whether it is in force at a story time."""
        return not self.paused and (self.start_ms or 0) <= at_ms and (self.end_ms is None or self.end_ms > at_ms)

    @property
    def mark(self) -> str:
        """A word that is another one as soon as the state says anything else."""
        said = [self.entity, self.kind, dict(self.state), self.start_ms, self.end_ms, self.made_by]
        return mark_of(said)


class StateFields(TypedDict, total=False):
    """What can be said of an entity; see `StateInput`."""

    kind: Required[str]
    state: Required[Mapping[str, Any]]
    t_start: float | None
    t_end: float | None
    source_clip_id: str | None
    source_asset_id: str | None
    source_note_id: str | None
    source_scene_id: str | None
    source_shot_id: str | None
    words: Mapping[str, str] | None


@frozen
class StateInput:
    """What a caller says of an entity; story times are in seconds."""

    entity: str
    kind: str
    state: Mapping[str, Any]
    t_start: float | None = None
    t_end: float | None = None
    source_clip_id: str | None = None
    source_asset_id: str | None = None
    source_note_id: str | None = None
    source_scene_id: str | None = None
    source_shot_id: str | None = None
    words: Mapping[str, str] | None = None


@frozen
class Fact:
    """One field of an entity at a moment, and the state that says so."""

    field: str
    value: str
    state: EntityState


@frozen
class Entity:
    """Someone or something with states."""

    name: str
    kind: EntityKind
    states: int


@frozen
class Note:
    """A remark on the story's timeline, or on the project when no segment is named."""

    note_id: str
    note_type: str
    summary: str
    payload: Mapping[str, Any]
    segment_id: str | None
    asset_id: str | None
    created_at: datetime


@frozen
class Contradiction:
    """Something a text says that contradicts what is known."""

    entity: str
    field: str
    known: str
    proposed: str
    asset_id: str | None
    """The asset that proves what is known, when one does."""
    since: int | None
    """The story time, in milliseconds, from which it is known."""
    kind: str = "contradiction"
    """`contradiction`, or `unexplained` where a change that nobody tells could account for it."""
    sure: float = 1.0
    known_words: str = ""
    """What is known in the words it was told with."""
    proposed_words: str = ""
    """The sentence that says otherwise."""
    why: str = ""

    @property
    def message(self) -> str:
        """The contradiction in a line."""
        since = "" if self.since is None else f" at {clock(self.since)}"
        return f"{self.field}: {self.known}{since}, prompt says {self.proposed}"


@frozen
class Disagreement:
    """An asset that shows something else than a state says."""

    asset_id: str
    field: str
    known: str
    shown: str
    start_ms: int

    @property
    def message(self) -> str:
        """The disagreement in a line."""
        return f"{self.field} is {self.known}, it shows {self.shown}"


def words(prompt: str | None, caption: str | None, entity_summary: str | None, tags: Sequence[str]) -> str:
    """The texts of an asset as one."""
    return "\n".join(part for part in (prompt, caption, entity_summary, " ".join(tags)) if part)


def told_kind(kind: str, metadata: Mapping[str, Any]) -> str:
    """What a delivered picture is: a frame of a film, or one that stands for it, where its metadata says so."""
    told = metadata.get("kind")
    finer = isinstance(told, str) and (told in ASIDE or told in (AssetKind.LAST_FRAME, AssetKind.KEYFRAME))
    return str(told) if kind == AssetKind.IMAGE and finer else kind


def milliseconds(field: str, seconds: float) -> int:
    """A story time in whole milliseconds."""
    if isinstance(seconds, bool) or not isinstance(seconds, int | float):
        raise Invalid(f"{field} must be a number of seconds.", field=field)
    if not 0 <= finite(field, float(seconds)) <= MOST_SECONDS:
        raise Invalid(f"{field} must lie between 0 and {MOST_SECONDS:,} seconds.", field=field)
    return round(seconds * 1000)


def span(start: float | None, end: float | None) -> tuple[int | None, int | None]:
    """Two story times in milliseconds, the first before the second; None stays open."""
    start_ms = None if start is None else milliseconds("t_start", start)
    end_ms = None if end is None else milliseconds("t_end", end)
    if end_ms is not None and end_ms <= (start_ms or 0):
        raise Invalid("t_end must be after t_start by a millisecond or more.", field="t_end")
    return start_ms, end_ms


def checked_name(field: str, name: str) -> str:
    """The name of an entity or a note type, without spaces around it."""
    return checked_text(field, name.strip(), limit=NAME_LIMIT, empty=False)


@lru_cache(maxsize=4096)
def entity_key(name: str) -> str:
    """What makes two spellings the same entity."""
    return " ".join(name.casefold().split())


def file_name(path: str) -> str:
    """The file's name without its ending, in small letters."""
    return posixpath.splitext(posixpath.basename(path.replace("\\", "/")))[0].casefold()


def clock(ms: int) -> str:
    """A story time as people write it: 00:40, 01:02:03, 00:00.250."""
    seconds, rest = divmod(ms, 1000)
    minutes, hours = seconds // 60 % 60, seconds // 3600
    text = f"{minutes:02}:{seconds % 60:02}"
    text = f"{hours:02}:{text}" if hours else text
    return f"{text}.{rest:03}" if rest else text
