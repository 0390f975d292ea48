"""The words between a studio and whoever generates for it: what can be made, what is ordered, what became of it."""

from __future__ import annotations

from dataclasses import field
from decimal import Decimal
from enum import StrEnum
from math import gcd
from typing import Annotated, Any, Final

from pydantic import Field

from showbible.values import frozen

NO_LENGTH: Final = 0.0


class Medium(StrEnum):
    """What kind of thing is made."""

    VIDEO = "video"
    IMAGE = "image"
    VOICE = "voice"
    MUSIC = "music"


class Input(StrEnum):
    """What a generator can be given besides the words of an order."""

    REFERENCE = "reference"
    """A picture to begin with."""
    LAST_FRAME = "last_frame"
    NEGATIVE_PROMPT = "negative_prompt"
    SEED = "seed"
    FPS = "fps"
    SPEED = "speed"


@frozen
class Offer:
    """One thing that a provider can make."""

    model: str
    medium: Medium
    takes: frozenset[Input] = frozenset()
    needs_reference: bool = False
    """Whether words alone are not enough."""
    seconds: tuple[float, ...] = ()
    """The lengths that are sold, shortest first; none where any length is."""
    sizes: tuple[str, ...] = ()
    """Widths and heights as in `1280x720`; none where any is."""
    tiers: tuple[str, ...] = ()
    """The studio's tiers that it is meant for; none where it serves all."""
    most_letters: int | None = None
    """How long a prompt may be at most; None where nobody says."""

    def length(self, wanted: float) -> float:
        """The shortest length that is sold and lasts as long as wanted, else the longest."""
        return next((each for each in self.seconds if each >= wanted), self.seconds[-1] if self.seconds else wanted)

    def size(self, width: int, height: int) -> str:
        """The size that is sold and nearest in shape, then in width, to the one wanted."""
        if not self.sizes:
            return f"{width}x{height}"
        return min(self.sizes, key=lambda size: (abs(_shape(size) - width / height), abs(_width(size) - width)))

    def serves(self, tier: str) -> bool:
        """Whether it is meant for a tier."""
        return not self.tiers or tier in self.tiers


def _width(size: str) -> int:
    return int(size.split("x")[0])


def _shape(size: str) -> float:
    width, _, height = size.partition("x")
    return int(width) / int(height)


@frozen
class Picture:
    """A picture that goes along with an order: where it is kept, and its content once it is read."""

    path: str
    sha256: str
    media_type: str
    content: Annotated[bytes, Field(exclude=True)] = field(default=b"", repr=False)


@frozen
class OrderLine:
    """Something that a memory added to an order, and why."""

    text: str
    source: str
    why: str


@frozen
class Order:
    """Everything that a generator needs to know of one piece of work."""

    medium: Medium
    prompt: str
    """What is to be seen or heard; of a voice, the words to be spoken."""
    model: str = ""
    negative_prompt: str = ""
    reference: Picture | None = None
    last_frame: Picture | None = None
    seconds: float = NO_LENGTH
    fps: int = 24
    width: int = 1280
    height: int = 720
    seed: int | None = None
    voice: str = ""
    speed: float = 1.0
    tier: str = ""
    lines: tuple[OrderLine, ...] = ()
    """What the memories added to the prompts, which hold these words already."""

    @property
    def aspect(self) -> str:
        """The shape of the picture, as in `16:9`."""
        common = gcd(self.width, self.height)
        return f"{self.width // common}:{self.height // common}"


class WorkState(StrEnum):
    """How far a piece of work is."""

    QUEUED = "queued"
    RUNNING = "running"
    SUCCEEDED = "succeeded"
    FAILED = "failed"
    CANCELLED = "cancelled"


OVER: Final = (WorkState.SUCCEEDED, WorkState.FAILED, WorkState.CANCELLED)


class Refusal(StrEnum):
    """Why a provider says no."""

    MODERATION = "moderation"
    BALANCE = "balance"
    RATE = "rate"
    INPUT = "input"
    KEY = "key"
    OTHER = "other"


@frozen
class Charge:
    """An amount of a currency, or of a provider's own credits."""

    amount: Decimal
    currency: str = "USD"


@frozen
class Output:
    """One thing that was made: a link to it, or the thing itself."""

    url: str = ""
    content: bytes = field(default=b"", repr=False)
    media_type: str = ""


@frozen
class Work:
    """A piece of work as its provider tells of it."""

    ref: str
    """The provider's own name for it; empty where it is done at once and cannot be asked after."""
    state: WorkState
    outputs: tuple[Output, ...] = ()
    charge: Charge | None = None
    """What was charged; None where the provider does not say, and its price table counts."""
    progress: float | None = None
    refusal: Refusal = Refusal.OTHER
    error: str = ""
    facts: dict[str, Any] = field(default_factory=dict)
    """What else it tells: `prompt`, `model`, `seconds`, `seed`, where it does."""

    @property
    def is_over(self) -> bool:
        """Whether nothing more will come of it."""
        return self.state in OVER
