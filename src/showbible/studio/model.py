"""The words of a production: what was asked for, what is planned, what is written, what was cut."""

from __future__ import annotations

import math
from dataclasses import field, replace
from enum import StrEnum
from typing import Final, TypedDict, Unpack

from showbible.errors import Invalid
from showbible.lessons.recall.casting.choice import Casting
from showbible.providers.model import Medium
from showbible.runs.model import AudioTier, EditStyle, Tier
from showbible.values import check_names, frozen
from showbible.vocabulary import DEFAULT_PROJECT, LOCAL_USER, Micros, checked_text, word

FPS: Final = 24
WIDTH: Final = 960
HEIGHT: Final = 540
LONGEST_FILM: Final = 3 * 3600
MOST_SHOTS: Final = 6
NAME_LIMIT: Final = 256
"""Letters that a mood, a music style or a voice may have."""


class Size(StrEnum):
    """How much of its subject a shot shows."""

    EXTREME_WIDE = "extreme_wide"
    WIDE = "wide"
    MEDIUM = "medium"
    CLOSE_UP = "close_up"
    INSERT = "insert"


class Angle(StrEnum):
    """From where the camera looks."""

    EYE_LEVEL = "eye_level"
    LOW = "low"
    HIGH = "high"


class Movement(StrEnum):
    """What the camera does during a shot."""

    STATIC = "static"
    PUSH_IN = "push_in"
    PULL_OUT = "pull_out"
    PAN_LEFT = "pan_left"
    PAN_RIGHT = "pan_right"
    TILT_UP = "tilt_up"
    TILT_DOWN = "tilt_down"


@frozen
class Reshoot:
    """A shot to be made again: what it shall show, how long, and what it takes the place of."""

    asset_id: str
    prompt: str
    frames: int
    scene_id: str | None = None
    segment_id: str | None = None
    size: Size = Size.MEDIUM
    angle: Angle = Angle.EYE_LEVEL
    movement: Movement = Movement.STATIC


@frozen
class FilmStyle:
    """How a film is cut and what it sounds like; None where nobody says."""

    edit_style: EditStyle | None = None
    mood: str | None = None
    music_style: str | None = None


class WrittenChoices(TypedDict, total=False):
    """What a caller may write of a film beforehand; see `FilmChoices`."""

    duration: int | None
    tier: str | None
    edit_style: str | None
    mood: str | None
    music_style: str | None
    voice: str | None
    explore: bool | None


@frozen
class FilmChoices(FilmStyle):
    """What somebody decides of a film beforehand; what is left out is decided by the plan."""

    duration: int | None = None
    """Seconds."""
    tier: Tier | None = None
    voice: str | None = None
    explore: bool | None = None
    """Whether what is worth a try leads the film; None leaves it to the user's preference."""

    @classmethod
    def checked(cls, **told: Unpack[WrittenChoices]) -> FilmChoices:
        """The choices that a caller wrote, or a sentence that says which of them is none."""
        check_names(WrittenChoices, told)
        duration, tier, style = told.get("duration"), told.get("tier"), told.get("edit_style")
        mood, music_style, voice = told.get("mood"), told.get("music_style"), told.get("voice")
        if duration is not None and not 1 <= duration <= LONGEST_FILM:
            raise Invalid(f"A film lasts 1 to {LONGEST_FILM:,} seconds, not {duration}.", field="duration")
        for name, value in (("mood", mood), ("music_style", music_style), ("voice", voice)):
            if value is not None:
                checked_text(name, value, limit=NAME_LIMIT, empty=False)
        return cls(
            duration=duration,
            tier=word(Tier, "tier", tier) if tier is not None else None,
            edit_style=word(EditStyle, "edit_style", style) if style is not None else None,
            mood=mood,
            music_style=music_style,
            voice=voice,
            explore=told.get("explore"),
        )


class OnUnknown(StrEnum):
    """What to do with a paid step whose outcome nobody knows."""

    ASK = "ask"
    RETRY = "retry"
    FAIL = "fail"


@frozen
class FilmRequest:
    """What somebody asked the studio for; what is left out is decided by the plan."""

    concept: str
    budget: Micros
    project_id: str = DEFAULT_PROJECT
    user_id: str = LOCAL_USER
    pilots: int | None = None
    scenes: int | None = None
    seeds: tuple[str, ...] = ()
    on_unknown: OnUnknown = OnUnknown.ASK
    reshoots: tuple[Reshoot, ...] = ()
    """Shots to be made again, and nothing else; then there is nothing to plan and to write."""
    tier: Tier | None = None
    """How they are made."""
    choices: FilmChoices = FilmChoices()


@frozen
class RivalAdvice(FilmStyle):
    """Another way to make the film that is worth a pilot."""

    tier: Tier


@frozen
class ProductionAdvice(FilmStyle):
    """What the memories say before planning; every field may be unknown."""

    tier: Tier | None = None
    scenes: int | None = None
    seconds: float | None = None
    audio_tier: AudioTier | None = None
    colors: tuple[str, ...] = ()
    threshold: float | None = None
    direction: str | None = None
    why: tuple[str, ...] = ()
    rival: RivalAdvice | None = None
    points_a_dollar: float = 0.0
    """What a dollar less is worth to the user, in points of score."""
    disliked_music: tuple[str, ...] = ()
    voice: str = ""
    voice_speed: float = 1.0


@frozen
class FilmLook:
    """What the pictures show and in which colours."""

    setting: str
    hour: str
    weather: str
    prop: str
    subject: str
    palette: tuple[str, str, str, str, str]  # top of the sky, horizon, far things, near things, light
    grain: int = 0  # makes two concepts with the same words look different
    subject_title: str = ""
    """What is written on a card in the subject's place, where there is no figure of it."""
    prop_title: str = ""
    """The same of a thing that is looked at closely."""


@frozen
class PilotPlan(FilmStyle):
    """One way to make the film, and what it would cost."""

    pilot_id: str
    tier: Tier
    budget: Micros
    look: FilmLook | None = None
    """None, like the style and the sound, where it is the film's."""
    maker: str = ""
    """Which provider makes its shots; empty for whoever works here."""
    casting: Casting | None = None
    """Why it is that one, and how its orders are written; None where nobody was chosen."""


@frozen
class FilmPlan:
    """What the studio is going to do with the budget, and why."""

    pilots: tuple[PilotPlan, ...]
    scenes: int
    seconds: float
    audio_tier: AudioTier
    edit_style: EditStyle
    mood: str
    music_style: str
    threshold: float | None
    """The score that a person asks for; None leaves it to the pass mark of the tier."""
    look: FilmLook
    why: tuple[str, ...] = ()
    points_a_dollar: float = 0.0
    voice: str = ""
    voice_speed: float = 1.0
    handles: int = 0
    """Frames that are shot in each scene besides, because the cut takes them off again."""
    most_shots: int = MOST_SHOTS
    """In each scene."""
    helpers: dict[Medium, str] = field(default_factory=dict)
    """Which providers make first frames, voices and music; those left out are made here."""

    def made_by(self, pilot: PilotPlan) -> FilmPlan:
        """The same film as one of its pilots makes it."""
        return replace(
            self,
            edit_style=pilot.edit_style or self.edit_style,
            mood=pilot.mood or self.mood,
            music_style=pilot.music_style or self.music_style,
            look=pilot.look or self.look,
        )


@frozen
class ScriptShot:
    """One shot as it is written."""

    shot_id: str
    size: Size
    angle: Angle
    movement: Movement
    frames: int
    description: str
    caption: str = ""

    @property
    def seconds(self) -> float:
        """How long the shot is meant to last."""
        return self.frames / FPS

    @property
    def camera(self) -> str:
        """What the camera does, in words."""
        return f"{self.size} shot, {self.angle}, {self.movement}".replace("_", " ")


@frozen
class ScriptScene:
    """Some shots that belong together, and the light they are in."""

    scene_id: str
    title: str
    shots: tuple[ScriptShot, ...]
    glow: float = 0.5

    @property
    def seconds(self) -> float:
        """How long the scene is meant to last."""
        return sum(shot.seconds for shot in self.shots)


@frozen
class Script:
    """The film on paper."""

    title: str
    scenes: tuple[ScriptScene, ...]
    made_by: str
    notes: tuple[str, ...] = ()
    fallback: str | None = None
    """Why the rules wrote it although there is a model."""

    @property
    def seconds(self) -> float:
        """How long the film is meant to last."""
        return sum(scene.seconds for scene in self.scenes)


@frozen
class Measurement:
    """What an evaluator measured on a film or a part of it; each mark is 0 to 100."""

    score: float
    marks: dict[str, float]
    notes: tuple[str, ...] = ()


@frozen
class ShotClip:
    """A shot that was made, and where it is kept."""

    scene_id: str
    shot_id: str
    path: str
    frames: int


@frozen
class Cut:
    """One piece of the finished film: frames `start` up to `end` of a clip."""

    scene_id: str
    shot_id: str
    path: str
    start: int
    end: int
    available: int

    @property
    def frames(self) -> int:
        """How many frames of the film it fills."""
        return self.end - self.start


def frames_in(seconds: float) -> int:
    """Whole frames in a stretch of time, at least one."""
    return max(1, math.floor(seconds * FPS + 0.5))
