"""What the embedded providers charge. Nobody is paid: the prices are simulated so that budgets mean something."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from showbible.runs.model import AudioTier, Tier
from showbible.studio.model import FPS
from showbible.vocabulary import Micros

LABEL: Final = "simulated"
"""How a price of the embedded providers is marked wherever it is shown."""

SECOND: Final[Mapping[Tier, int]] = {
    Tier.STATIC_IMAGES: 40_000,
    Tier.MOTION_GRAPHICS: 150_000,
    Tier.ANIMATED: 250_000,
    Tier.PHOTOREALISTIC: 500_000,
}
"""Micro-dollars for a second of picture."""

MINUTE: Final[Mapping[AudioTier, int]] = {
    AudioTier.NONE: 0,
    AudioTier.MUSIC_ONLY: 500_000,
    AudioTier.SIMPLE_OVERLAY: 2_000_000,
    AudioTier.TIME_SYNCED: 5_000_000,
    AudioTier.FULL_PRODUCTION: 15_000_000,
}
"""Micro-dollars for a minute of sound."""

CEILING: Final[Mapping[Tier, float]] = {
    Tier.STATIC_IMAGES: 75,
    Tier.MOTION_GRAPHICS: 85,
    Tier.ANIMATED: 90,
    Tier.PHOTOREALISTIC: 95,
}
"""The best score that work of a tier can get."""

PASS_MARK: Final[Mapping[Tier, float]] = {
    Tier.STATIC_IMAGES: 70,
    Tier.MOTION_GRAPHICS: 75,
    Tier.ANIMATED: 80,
    Tier.PHOTOREALISTIC: 85,
}
"""The score below which work of a tier is not good enough."""


def picture(tier: Tier, frames: int) -> Micros:
    """The price of some frames."""
    return Micros(-(-SECOND[tier] * frames // FPS))


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
