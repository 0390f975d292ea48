"""What the studio asks of others: small protocols, and the orders and answers that pass between."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field
from enum import StrEnum
from typing import Any, Protocol, TypeVar, runtime_checkable

from showbible.errors import ShowbibleError
from showbible.runs.model import AudioTier, Tier
from showbible.studio.model import (
    FilmLook,
    FilmPlan,
    FilmRequest,
    Measurement,
    ProductionAdvice,
    Script,
    ScriptScene,
    ScriptShot,
)
from showbible.values import frozen
from showbible.vocabulary import Micros

Order = TypeVar("Order", contravariant=True)


class ProviderFailed(ShowbibleError):
    """A provider said no, and charged nothing."""


class ProviderSilent(ShowbibleError):
    """A provider gave no answer that tells whether it did its work."""


class Undelivered(ProviderSilent):
    """A provider charged for its work, and what it made cannot be had."""

    def __init__(self, message: str, *, cost: Micros) -> None:
        super().__init__(message)
        self.cost = cost


@frozen
class VideoOrder:
    """A shot to be made."""

    look: FilmLook
    scene_id: str
    shot: ScriptShot
    tier: Tier
    glow: float

    @property
    def prompt(self) -> str:
        """The shot in words."""
        shot = self.shot
        return f"{shot.description} {shot.size} shot, {shot.angle}, {shot.movement}.".replace("_", " ")


class SoundKind(StrEnum):
    """What kind of sound is wanted."""

    MUSIC = "music"
    VOICE = "voice"


@frozen
class AudioOrder:
    """Music for a film, or a voice for a scene."""

    kind: SoundKind
    tier: AudioTier
    frames: int
    mood: str = ""
    style: str = ""
    text: str = ""
    seed: int = 0
    voice: str = ""
    speed: float = 1.0

    @property
    def prompt(self) -> str:
        """The sound in words."""
        return self.text if self.kind is SoundKind.VOICE else f"{self.mood} music, {self.style}"


@frozen
class Made:
    """What a provider delivered, and what it charged."""

    content: bytes
    cost: Micros
    facts: Mapping[str, Any] = field(default_factory=dict)


class MediaProvider(Protocol[Order]):
    """Somebody who makes things for money."""

    @property
    def name(self) -> str:
        """Who it is, for the ledger and the lessons."""

    @property
    def honours_keys(self) -> bool:
        """Whether the same key never causes a second piece of work or a second charge."""

    @property
    def patience(self) -> float:
        """How many seconds one call may take before its outcome counts as unknown."""

    def price(self, order: Order) -> Micros:
        """The most that an order can cost."""

    def make(self, order: Order, *, key: str, submitted: Callable[[str], None]) -> Made:
        """Do the work; `submitted` is told the provider's own name for it as soon as there is one."""

    def collect(self, order: Order, *, ref: str) -> Made:
        """The result of work that was submitted before."""


@runtime_checkable
class Followed(Protocol):
    """A provider that can be asked later how its work ended, by whoever knows the name of the work."""

    def ended(self, *, ref: str, price: Micros) -> Micros | None:
        """What the work cost, `price` where the provider does not say; None while it goes on."""


class Planner(Protocol):
    """Somebody who decides how to spend a budget."""

    def plan(self, wish: FilmRequest, advice: ProductionAdvice) -> FilmPlan:
        """What to make, within the budget."""


class Writer(Protocol):
    """Somebody who writes scenes and shots."""

    def write(self, wish: FilmRequest, plan: FilmPlan, advice: ProductionAdvice) -> Script:
        """The film on paper, as long as the plan says."""


@frozen
class Footage:
    """What an evaluator looks at: scenes as they were written, and their shots as they were made."""

    look: FilmLook
    tier: Tier
    scenes: tuple[ScriptScene, ...]
    clips: Mapping[str, bytes]  # by shot id
    sound: bytes | None = None
    voices: tuple[bytes, ...] = ()
    """Each voice as it was recorded, before the music was laid under it."""
    wants_sound: bool = False


class Evaluator(Protocol):
    """Somebody who looks at footage and says how good it is."""

    def evaluate(self, footage: Footage) -> Measurement:
        """A score with its reasons."""


@frozen
class Crew:
    """Everybody a production works with."""

    planner: Planner
    writer: Writer
    video: MediaProvider[VideoOrder]
    audio: MediaProvider[AudioOrder]
    evaluator: Evaluator
