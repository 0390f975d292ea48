"""What a film costs by its tiers. Nobody of the embedded crew is paid: its prices let budgets mean something."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Protocol

from showbible.lessons.recall.casting.choice import Casting
from showbible.providers.model import Medium
from showbible.runs.model import AudioTier, Tier
from showbible.studio.model import FPS
from showbible.values import frozen
from showbible.vocabulary import Micros

LABEL: Final = "simulated"
"""How a price of the embedded providers is marked wherever it is shown."""


@frozen
class TierTerms:
    """What work of a tier costs, and how good it can and must be."""

    second: int
    """Micro-dollars for a second of picture."""
    ceiling: float
    """The best score that it can get."""
    pass_mark: float
    """The score below which it is not good enough."""


TIERS: Final[Mapping[Tier, TierTerms]] = {
    Tier.STATIC_IMAGES: TierTerms(second=40_000, ceiling=75, pass_mark=70),
    Tier.MOTION_GRAPHICS: TierTerms(second=150_000, ceiling=85, pass_mark=75),
    Tier.ANIMATED: TierTerms(second=250_000, ceiling=90, pass_mark=80),
    Tier.PHOTOREALISTIC: TierTerms(second=500_000, ceiling=95, pass_mark=85),
}

MINUTE: Final[Mapping[AudioTier, int]] = {
    AudioTier.NONE: 0,
    AudioTier.MUSIC_ONLY: 500_000,
    AudioTier.SIMPLE_OVERLAY: 2_000_000,
    AudioTier.TIME_SYNCED: 5_000_000,
    AudioTier.FULL_PRODUCTION: 15_000_000,
}
"""Micro-dollars for a minute of sound."""


def picture(tier: Tier, frames: int) -> Micros:
    """The price of some frames."""
    return Micros(-(-TIERS[tier].second * frames // FPS))


def music(tier: AudioTier, frames: int) -> Micros:
    """The price of a music bed under some frames."""
    return _share(min(MINUTE[tier], MINUTE[AudioTier.MUSIC_ONLY]), frames)


def voice(tier: AudioTier, frames: int) -> Micros:
    """The price of a voice over some frames: what a tier costs beyond its music."""
    return _share(max(0, MINUTE[tier] - MINUTE[AudioTier.MUSIC_ONLY]), frames)


def sound(tier: AudioTier, frames: int) -> Micros:
    """The most that music and voice together can cost."""
    return Micros(music(tier, frames) + voice(tier, frames))


def _share(minute: int, frames: int) -> Micros:
    return Micros(-(-minute * frames // (60 * FPS)))


@frozen
class MakerChoice:
    """Who makes the shots of a tier, and why it is them; no name where whoever works here does."""

    name: str = ""
    casting: Casting | None = None

    @property
    def why(self) -> str:
        """The reason, where there was a choice."""
        return self.casting.why if self.casting and len(self.casting.evidence) > 1 else ""


class FilmRates(Protocol):
    """What a film costs with a crew."""

    @property
    def label(self) -> str:
        """Whose prices these are, as a plan tells it."""

    @property
    def tiers(self) -> tuple[Tier, ...]:
        """The tiers that somebody makes."""

    def valuing(self, points_a_dollar: float) -> FilmRates:
        """The same, for somebody to whom a dollar is worth so many points of score."""

    def maker(self, tier: Tier) -> MakerChoice:
        """Who makes the shots of a tier."""

    def helper(self, medium: Medium) -> MakerChoice:
        """Who makes first frames, voices or music."""

    def picture(self, tier: Tier, frames: int, *, shots: int) -> Micros:
        """The most that so many shots cost which together last so many frames."""

    def sound(self, tier: AudioTier, frames: int) -> Micros:
        """The most that music and voice together can cost."""


@frozen
class SimulatedRates:
    """The prices of the embedded crew."""

    @property
    def label(self) -> str:
        """That they are simulated."""
        return f"prices are {LABEL}"

    @property
    def tiers(self) -> tuple[Tier, ...]:
        """All of them."""
        return tuple(Tier)

    def valuing(self, _: float) -> FilmRates:
        """The same."""
        return self

    def maker(self, _: Tier) -> MakerChoice:
        """Whoever works here."""
        return MakerChoice()

    def helper(self, _: Medium) -> MakerChoice:
        """Whoever works here."""
        return MakerChoice()

    def picture(self, tier: Tier, frames: int, *, shots: int) -> Micros:
        """The same whatever the number of shots."""
        return picture(tier, frames)

    def sound(self, tier: AudioTier, frames: int) -> Micros:
        """The usual."""
        return sound(tier, frames)


SIMULATED: Final = SimulatedRates()
