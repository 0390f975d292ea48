"""The words of direction: scenes, shots, edits, what was learned from them, and how sure we are."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from datetime import datetime
from enum import StrEnum
from typing import Any, Final

from showbible.values import frozen


class Confidence(StrEnum):
    """How sure we are, from the number of scenes and the contrast."""

    LOW = "low"
    MEDIUM = "medium"
    HIGH = "high"


RANK: Final = {Confidence.HIGH: 2, Confidence.MEDIUM: 1, Confidence.LOW: 0}


@frozen
class Shot:
    """One shot as a snapshot shows it; what no director decides is left out of its fields."""

    shot_id: str
    index: float | None = None
    deleted: bool = False
    fields: Mapping[str, Any] = field(default_factory=dict)

    def word(self, name: str) -> str | None:
        """The value of a field when it is a word."""
        value = self.fields.get(name)
        return value if isinstance(value, str) and value else None

    @property
    def seconds(self) -> float | None:
        """How long the shot lasts, when it says so."""
        value = self.fields.get("duration_seconds")
        return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else None


Snapshot = tuple[Shot, ...]


@frozen
class KeyBeat:
    """A confirmed turn of a scene."""

    beat_id: str
    function: str | None = None
    description: str = ""
    affected_character: str | None = None


@frozen
class SceneFacts:
    """What is known of a scene besides its shots."""

    scene_text: str = ""
    act_intent: str = ""
    scene_type: str | None = None
    geography: str | None = None
    characters: tuple[str, ...] = ()
    location: str | None = None
    key_beats: tuple[KeyBeat, ...] = ()
    filler_strategy: str = ""


@frozen
class Scene:
    """A scene as it was last put."""

    scene_id: str
    scene_index: int | None
    planning_stage: str
    ready: bool
    user_id: str
    facts: SceneFacts
    shots: Snapshot
    created_at: datetime
    updated_at: datetime

    @property
    def name(self) -> str:
        """What people call it: its number in the story, or its id."""
        return self.scene_id if self.scene_index is None else f"Scene {self.scene_index}"


class Op(StrEnum):
    """What can be done to a plan of shots."""

    MODIFY = "modify"
    REMOVE = "remove"
    INSERT = "insert"
    MERGE = "merge"
    MOVE = "move"


@frozen
class ToolCall:
    """A tool call with the shots it left behind, when it left any."""

    call_id: str
    name: str
    params: Mapping[str, Any] = field(default_factory=dict)
    data: Any = None
    error: str | None = None


@frozen
class SessionMessage:
    """One message of an edit session."""

    message_id: str
    role: str
    content: str
    calls: tuple[ToolCall, ...] = ()


@frozen
class ShotChange:
    """One field of one shot, before and after."""

    shot_id: str
    name: str
    before: Any
    after: Any


class EventType(StrEnum):
    """What kind of edit a tool call turned out to be."""

    INITIAL_GENERATION = "initial_generation"
    MODIFY = "modify"
    INSERT = "insert"
    REMOVE = "remove"
    REORDER = "reorder"
    MERGE = "merge"
    BULK_EDIT = "bulk_edit"
    ACCEPTANCE = "acceptance"


class Cause(StrEnum):
    """Why an edit was made, as far as words and facts tell."""

    STYLE = "style"
    CONTINUITY = "continuity"
    MODEL_ERROR = "model_error"
    UNKNOWN = "unknown"  # a wish for this one moment, or a reason we cannot see


@frozen
class EditEvent:
    """One edit, small enough to keep."""

    call_id: str
    type: EventType
    summary: str
    shot_refs: tuple[str, ...] = ()
    changes: tuple[ShotChange, ...] = ()
    inserted: tuple[Shot, ...] = ()
    removed: tuple[str, ...] = ()
    merged: tuple[str, ...] = ()
    moved: tuple[tuple[str, str | None], ...] = ()
    """Each moved shot with the one it now stands before; None at the end."""
    anchors: tuple[tuple[str, str | None], ...] = ()
    """Each inserted shot with the one it follows; None at the start."""
    user_text: str | None = None
    message_id: str | None = None
    cause: Cause = Cause.UNKNOWN
    accepted: bool = False
    """Whether it only carries out what we proposed."""
    by_itself: Cause | None = None
    """The cause that the edit and its words show, before other scenes were looked at."""

    @property
    def fields(self) -> dict[str, list[Any]]:
        """Before and after of each field; in a bulk edit the name begins with the shot's id."""
        bulk = self.type is EventType.BULK_EDIT
        return {f"{c.shot_id}.{c.name}" if bulk else c.name: [c.before, c.after] for c in self.changes}


@frozen
class ShotSummary:
    """The shots a scene ended with, in figures and one sentence or two."""

    shot_count: int
    key_shot_count: int | None = None
    filler_shot_count: int | None = None
    key_beat_count: int = 0
    avg_shot_seconds: float | None = None
    avg_shots_per_key_beat: float | None = None
    common_shot_sizes: tuple[str, ...] = ()
    common_camera_angles: tuple[str, ...] = ()
    common_camera_movements: tuple[str, ...] = ()
    common_shot_jobs: tuple[str, ...] = ()
    counts: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    """How often each value of each field occurs, so that a story can weigh its scenes."""
    timed_shots: int = 0
    summary: str = ""


@frozen
class Act:
    """What a director does to a shot, without saying to which."""

    op: Op
    field: str = ""
    to: Any = None
    job: str = ""

    @property
    def key(self) -> str:
        """The act as one word, the same for the same act."""
        return ":".join((self.op, self.field, str(self.to) if self.to is not None else "", self.job))


@frozen
class Leaning:
    """How much speaks for the first of two people named as the one who bears a beat, where it is not said who."""

    by_sentence: float
    by_plan: float


@frozen
class Moment:
    """What a beat is like, without a word of it: shares of kinds, the jobs of its shots, and marks of its words."""

    kinds: Mapping[str, float] = field(default_factory=dict)
    given: bool = False
    """Whether somebody said which kind it is."""
    jobs: tuple[str, ...] = ()
    marks: tuple[str, ...] = ()
    """Hashes of its words, so that a beat told alike is known again."""
    leaning: Leaning | None = None


@frozen
class Setting:
    """What the scene of some moments is like: shares of its kind, and of the kind of place."""

    kinds: Mapping[str, float] = field(default_factory=dict)
    given: bool = False
    geography: Mapping[str, float] = field(default_factory=dict)
    marks: tuple[str, ...] = ()
    """Hashes of what is said of it, so that a situation told alike is known again."""


@frozen
class Observation:
    """A place in a plan where something could be done: what it was like, and what was done there.

    Holds kinds only, no names and no words of the scene.
    """

    traits: Mapping[str, str]
    acts: tuple[Act, ...] = ()
    blocked: tuple[str, ...] = ()
    """Ops and fields that say nothing here: the shot was gone, or changed for another reason."""
    details: Mapping[str, str] = field(default_factory=dict)
    """What an inserted shot looks like."""
    moment: int | None = None
    """Which of its scene's moments it belongs to."""


@frozen
class ShotCondition:
    """What a shot must be like for an act, as one of several guesses, with the weight it has among them."""

    weight: float
    where: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


@frozen
class Explanation:
    """Where an act is done, as one of several guesses: with which exceptions, and how surely where nothing is known."""

    weight: float
    prior: float
    unless: tuple[str, ...] = ()
    """What stops it: a kind of scene, of another moment beside it, or of place, as `scene:comedy`."""


@frozen
class Witness:
    """A moment that there was a chance in: how much it speaks for the habit, and which exceptions were there."""

    moment: int
    odds: float
    exceptions: Mapping[str, float] = field(default_factory=dict)


@frozen
class Rule:
    """A habit: an act, where it is done, and where it is not."""

    act: Act
    where: Mapping[str, tuple[str, ...]]
    unless: Mapping[str, tuple[str, ...]]
    scenes: tuple[str, ...]
    taken: int
    """Chances taken where the rule holds."""
    left: int
    """Chances left alone where the rule holds."""
    elsewhere: int
    """The same chance left alone where the rule does not hold."""
    confidence: Confidence
    guesses: tuple[str, ...] = ()
    """The kinds that its moments may be of, where nobody can say surely."""
    details: Mapping[str, str] = field(default_factory=dict)
    looks: tuple[ShotCondition, ...] = ()
    explanations: tuple[Explanation, ...] = ()
    witnesses: tuple[Witness, ...] = ()
    settings: Mapping[str, float] = field(default_factory=dict)
    """The kinds of scenes in which there were chances for it, and how many."""
    doubts: Mapping[str, float] = field(default_factory=dict)
    """What is taken off in scenes of a kind, or at places of one, in which it was left alone where it was due."""


@frozen
class Learning:
    """What one scene suggests."""

    learning: str
    applies_to: str
    avoid_applying_to: str
    evidence: str
    confidence: Confidence


class CardState(StrEnum):
    """Whether a person lets a card speak."""

    ACTIVE = "active"
    PAUSED = "paused"
    ARCHIVED = "archived"


@frozen
class Card:
    """A reusable preference."""

    card_id: str
    preference: str
    applies_to: str
    avoid_applying_to: str
    evidence: str
    confidence: Confidence
    state: CardState = CardState.ACTIVE
    source_scene_ids: tuple[str, ...] = ()
    made_by: str = "rule"
    rule: Rule | None = None
    made_of: tuple[Card, ...] = ()
    """Learned cards that a person joined into this one, or took it from."""


@frozen
class Stats:
    """A story's accepted plans in figures."""

    summary: str
    scene_count: int
    avg_shots_per_scene: float | None = None
    avg_shots_per_key_beat: float | None = None
    avg_shot_seconds: float | None = None
    common_shot_sizes: tuple[str, ...] = ()
    common_camera_angles: tuple[str, ...] = ()
    common_camera_movements: tuple[str, ...] = ()
    common_shot_jobs: tuple[str, ...] = ()
    common_user_changed_fields: tuple[str, ...] = ()
    common_inserted_shot_types: tuple[str, ...] = ()
    common_removed_shot_types: tuple[str, ...] = ()
    merges_per_scene: float = 0.0
    reorders_per_scene: float = 0.0


@frozen
class Profile:
    """What is known of a story's director."""

    profile_id: str
    project_id: str
    trigger_user_id: str
    source_scene_ids: tuple[str, ...]
    source_memory_ids: tuple[str, ...]
    aggregated_at: datetime
    summary: str
    cards: tuple[Card, ...]
    stats: Stats
    made_by: str
    created_at: datetime
    updated_at: datetime
    moments: tuple[Moment, ...] = ()
    """The moments it was learned from, each with the kinds that all of them together suggest."""
