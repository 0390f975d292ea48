"""What the studio asks of others: small protocols, and the orders and answers that pass between."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import field
from enum import StrEnum
from typing import Any, Protocol, TypeVar, runtime_checkable

from showbible.providers.model import NO_LENGTH, Medium, Order
from showbible.providers.roster import WhenDown
from showbible.runs.model import AudioTier, Tier
from showbible.studio.model import (
    FPS,
    FilmLook,
    FilmPlan,
    FilmRequest,
    Measurement,
    ProductionAdvice,
    Script,
    ScriptScene,
    ScriptShot,
)
from showbible.studio.prices import SIMULATED, FilmRates
from showbible.values import frozen
from showbible.vocabulary import Micros

Wanted = TypeVar("Wanted", contravariant=True)


@frozen
class VideoOrder:
    """A shot to be made."""

    look: FilmLook
    scene_id: str
    shot: ScriptShot
    tier: Tier
    glow: float
    wanted: Order | None = None
    """The order as a provider gets it; None for whoever draws it here."""

    @property
    def prompt(self) -> str:
        """The shot in words."""
        return self.wanted.prompt if self.wanted else f"{self.shot.description} {self.shot.camera}."

    @property
    def order(self) -> Order:
        """What a provider is asked for, without anything that the memories would add unless they were asked."""
        return self.wanted or Order(
            medium=Medium.VIDEO,
            prompt=self.prompt,
            seconds=self.shot.seconds,
            fps=FPS,
            tier=self.tier,
            seed=self.look.grain,
        )


class SoundKind(StrEnum):
    """What kind of sound is wanted."""

    MUSIC = Medium.MUSIC.value
    VOICE = Medium.VOICE.value


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

    @property
    def order(self) -> Order:
        """What a provider is asked for; a voice speaks as long as its words take."""
        is_music = self.kind is SoundKind.MUSIC
        return Order(
            medium=Medium(self.kind),
            prompt=self.prompt,
            seconds=self.frames / FPS if is_music else NO_LENGTH,
            seed=self.seed if is_music else None,
            voice=self.voice,
            speed=self.speed,
        )


@frozen
class Made:
    """What a provider delivered, and what it charged."""

    content: bytes
    cost: Micros
    facts: Mapping[str, Any] = field(default_factory=dict)
    original: bytes | None = None
    """What was delivered, where the film needs it in another form."""


class MediaProvider(Protocol[Wanted]):
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

    def price(self, order: Wanted) -> Micros:
        """The most that an order can cost."""

    def make(self, order: Wanted, *, key: str, submitted: Callable[[str], None]) -> Made:
        """Do the work; `submitted` is told the provider's own name for it as soon as there is one."""

    def collect(self, order: Wanted, *, ref: str) -> Made:
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
    """Who draws where no provider does."""
    audio: MediaProvider[AudioOrder]
    """Who plays and speaks where no provider does."""
    evaluator: Evaluator
    providers: Mapping[Medium, tuple[MediaProvider[Any], ...]] = field(default_factory=dict)
    """Who is paid, by what they make."""
    rates: FilmRates = SIMULATED
    when_down: WhenDown = WhenDown.WAIT

    def filmer(self, name: str) -> MediaProvider[VideoOrder]:
        """Who makes shots: a provider by its name, else whoever draws here."""
        return next((each for each in self.providers.get(Medium.VIDEO, ()) if each.name == name), self.video)

    def painter(self, name: str) -> MediaProvider[Any] | None:
        """Who makes first frames by that name, if anybody does."""
        return next((each for each in self.providers.get(Medium.IMAGE, ()) if each.name == name), None)

    def player(self, kind: SoundKind, name: str) -> MediaProvider[AudioOrder]:
        """Who makes sounds of a kind: a provider by its name, else whoever plays here."""
        return next((each for each in self.providers.get(Medium(kind), ()) if each.name == name), self.audio)

    def stands_in_for(self, maker: MediaProvider[Any]) -> bool:
        """Whether those who work here make what somebody who is paid cannot."""
        return maker not in (self.video, self.audio) and self.when_down is WhenDown.STAND_IN

    def everybody(self) -> Iterator[MediaProvider[Any]]:
        """All who may have been paid, each once by name."""
        seen = {each.name: each for each in (self.audio, self.video)}
        seen |= {each.name: each for hired in self.providers.values() for each in hired}
        yield from seen.values()
