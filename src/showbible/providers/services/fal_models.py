"""Models at fal that Showbible knows by name: their inputs, and what fal asks for them.

Prices and inputs are as fal publishes them on each model's page; whoever pays checks them there, and corrects them in
`studio.toml`. FLUX counts a picture that goes along like one that is made, which the price per megapixel leaves out.
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
    "reference": "image_url",
    "last_frame": "end_image_url",
    "seconds": "duration",
}
_FILM: Final = ("animated", "photorealistic")
_HD: Final = ("1280x720", "720x1280")
_SINCE: Final = date(2026, 9, 1)

_KLING: Final = Listing(
    model="fal-ai/kling-video/v2.5-turbo/pro",
    medium=Medium.VIDEO,
    fields={
        "prompt": "prompt",
        "negative_prompt": "negative_prompt",
        "reference": "image_url",
        "last_frame": "tail_image_url",
        "seconds": "duration={}",
        "aspect": "aspect_ratio",
    },
    after_words="/text-to-video",
    after_picture="/image-to-video",
    of_words=frozenset({"aspect"}),
    seconds=(5.0, 10.0),
    sizes=("1920x1080", "1080x1920", "1080x1080"),
    tiers=_FILM,
)
_SEEDANCE: Final = Listing(
    model="bytedance/seedance-2.0/fast",
    medium=Medium.VIDEO,
    fields={
        "prompt": "prompt",
        "reference": "image_url",
        "last_frame": "end_image_url",
        "seconds": "duration={}",
        "seed": "seed",
        "aspect": "aspect_ratio",
        "resolution": "resolution",
    },
    always={"generate_audio": False},
    after_words="/text-to-video",
    after_picture="/image-to-video",
    of_words=frozenset({"aspect"}),
    seconds=tuple(float(each) for each in range(4, 16)),
    sizes=_HD,
    tiers=_FILM,
)
_VEO: Final = Listing(
    model="fal-ai/veo3.1/fast",
    medium=Medium.VIDEO,
    fields={
        "prompt": "prompt",
        "negative_prompt": "negative_prompt",
        "reference": "image_url",
        "seconds": "duration={}s",
        "seed": "seed",
        "aspect": "aspect_ratio",
        "resolution": "resolution",
    },
    always={"generate_audio": False},
    after_picture="/image-to-video",
    seconds=(4.0, 6.0, 8.0),
    sizes=_HD,
    tiers=_FILM,
)
_SEEDANCE_1: Final = Listing(
    model="fal-ai/bytedance/seedance/v1/pro/fast",
    medium=Medium.VIDEO,
    fields={
        "prompt": "prompt",
        "reference": "image_url",
        "seconds": "duration={}",
        "seed": "seed",
        "aspect": "aspect_ratio",
        "resolution": "resolution",
    },
    after_words="/text-to-video",
    after_picture="/image-to-video",
    of_words=frozenset({"aspect"}),
    seconds=tuple(float(each) for each in range(2, 13)),
    sizes=_HD,
    tiers=("motion_graphics", "animated"),
)
_FLUX: Final = Listing(
    model="fal-ai/flux-2",
    medium=Medium.IMAGE,
    fields={
        "prompt": "prompt",
        "reference": "image_urls[]",
        "seed": "seed",
        "width": "image_size.width",
        "height": "image_size.height",
    },
    always={"num_images": 1, "output_format": "png"},
    after_picture="/edit",
)
_BANANA: Final = Listing(
    model="fal-ai/nano-banana",
    medium=Medium.IMAGE,
    fields={"prompt": "prompt", "reference": "image_urls[]", "aspect": "aspect_ratio"},
    always={"num_images": 1, "output_format": "png"},
    after_picture="/edit",
    sizes=(*_HD, "1024x1024"),
)
_SPEECH: Final = Listing(
    model="fal-ai/minimax/speech-2.8-hd",
    medium=Medium.VOICE,
    fields={"prompt": "prompt", "voice": "voice_setting.voice_id", "speed": "voice_setting.speed"},
    always={"output_format": "url"},
)
_SPEECH_TURBO: Final = Listing(
    model="fal-ai/minimax/speech-02-turbo",
    medium=Medium.VOICE,
    fields={"prompt": "text", "voice": "voice_setting.voice_id", "speed": "voice_setting.speed"},
    always={"output_format": "url"},
)
_STABLE_AUDIO: Final = Listing(
    model="fal-ai/stable-audio-25/text-to-audio",
    medium=Medium.MUSIC,
    fields={"prompt": "prompt", "seconds": "seconds_total", "seed": "seed"},
    seconds=tuple(float(each) for each in range(1, 191)),
)

LISTINGS: Final = (
    _KLING,
    _SEEDANCE,
    _VEO,
    _SEEDANCE_1,
    _FLUX,
    _BANANA,
    _SPEECH,
    _SPEECH_TURBO,
    _STABLE_AUDIO,
)
PRICES: Final = PriceTable(
    prices=tuple(
        Price(model=listing.model, amount=Decimal(amount), per=per, since=_SINCE)
        for listing, amount, per in (
            (_KLING, "0.07", Per.SECOND),
            (_SEEDANCE, "0.2419", Per.SECOND),
            (_VEO, "0.10", Per.SECOND),
            (_SEEDANCE_1, "0.022", Per.SECOND),
            (_FLUX, "0.012", Per.MEGAPIXEL),
            (_BANANA, "0.039", Per.PIECE),
            (_SPEECH, "0.10", Per.LETTERS),
            (_SPEECH_TURBO, "0.06", Per.LETTERS),
            (_STABLE_AUDIO, "0.20", Per.PIECE),
        )
    )
)
