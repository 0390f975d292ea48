"""Models at Replicate that Showbible knows by name: their inputs, and what Replicate asks for them.

Prices and inputs are as Replicate publishes them on each model's page; whoever pays checks them there, and corrects
them in `studio.toml`.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from decimal import Decimal
from typing import Final

from showbible.providers.model import Medium
from showbible.providers.prices import Per, Price, PriceTable
from showbible.providers.services.listing import Listing

USUAL: Final[Mapping[str, str]] = {
    "reference": "image",
    "last_frame": "last_frame_image",
    "seconds": "duration",
}
_FILM: Final = ("animated", "photorealistic")
_HD: Final = ("1280x720", "720x1280")
_SINCE: Final = date(2026, 9, 1)

_KLING: Final = Listing(
    model="kwaivgi/kling-v2.5-turbo-pro",
    medium=Medium.VIDEO,
    fields={
        "prompt": "prompt",
        "negative_prompt": "negative_prompt",
        "reference": "start_image",
        "seconds": "duration",
        "aspect": "aspect_ratio",
    },
    of_words=frozenset({"aspect"}),
    seconds=(5.0, 10.0),
    sizes=("1920x1080", "1080x1920", "1080x1080"),
    tiers=_FILM,
)
_VEO: Final = Listing(
    model="google/veo-3.1-fast",
    medium=Medium.VIDEO,
    fields={
        "prompt": "prompt",
        "negative_prompt": "negative_prompt",
        "reference": "image",
        "seconds": "duration",
        "seed": "seed",
        "aspect": "aspect_ratio",
        "resolution": "resolution",
    },
    always={"generate_audio": False},
    seconds=(4.0, 6.0, 8.0),
    sizes=_HD,
    tiers=_FILM,
)
_SEEDANCE_LITE: Final = Listing(
    model="bytedance/seedance-1-lite",
    medium=Medium.VIDEO,
    fields={
        "prompt": "prompt",
        "reference": "image",
        "last_frame": "last_frame_image",
        "seconds": "duration",
        "seed": "seed",
        "aspect": "aspect_ratio",
        "resolution": "resolution",
    },
    of_words=frozenset({"aspect"}),
    seconds=tuple(float(each) for each in range(2, 13)),
    sizes=_HD,
    tiers=("motion_graphics", "animated"),
)
_FLUX: Final = Listing(
    model="black-forest-labs/flux-2-pro",
    medium=Medium.IMAGE,
    fields={"prompt": "prompt", "reference": "input_images[]", "seed": "seed", "aspect": "aspect_ratio"},
    always={"resolution": "1 MP", "output_format": "png"},
    sizes=(*_HD, "1024x1024", "1024x768", "768x1024"),
)
_BANANA: Final = Listing(
    model="google/nano-banana",
    medium=Medium.IMAGE,
    fields={"prompt": "prompt", "reference": "image_input[]", "aspect": "aspect_ratio"},
    always={"output_format": "png"},
    sizes=(*_HD, "1024x1024"),
)
_SPEECH_TURBO: Final = Listing(
    model="minimax/speech-2.6-turbo",
    medium=Medium.VOICE,
    fields={"prompt": "text", "voice": "voice_id", "speed": "speed"},
)
_SPEECH: Final = Listing(
    model="minimax/speech-2.6-hd",
    medium=Medium.VOICE,
    fields={"prompt": "text", "voice": "voice_id", "speed": "speed"},
)
_STABLE_AUDIO: Final = Listing(
    model="stability-ai/stable-audio-2.5",
    medium=Medium.MUSIC,
    fields={"prompt": "prompt", "seconds": "duration", "seed": "seed"},
    seconds=tuple(float(each) for each in range(1, 191)),
)

LISTINGS: Final = (
    _KLING,
    _VEO,
    _SEEDANCE_LITE,
    _FLUX,
    _BANANA,
    _SPEECH_TURBO,
    _SPEECH,
    _STABLE_AUDIO,
)
PRICES: Final = PriceTable(
    prices=tuple(
        Price(model=listing.model, amount=Decimal(amount), per=per, since=_SINCE)
        for listing, amount, per in (
            (_KLING, "0.07", Per.SECOND),
            (_VEO, "0.10", Per.SECOND),
            (_SEEDANCE_LITE, "0.036", Per.SECOND),
            (_FLUX, "0.03", Per.PIECE),
            (_BANANA, "0.039", Per.PIECE),
            (_SPEECH_TURBO, "0.06", Per.LETTERS),
            (_SPEECH, "0.10", Per.LETTERS),
            (_STABLE_AUDIO, "0.20", Per.PIECE),
        )
    )
)
