"""Models at fal that Showbible knows by name: their inputs, and what fal asks for them.

Prices and inputs are as fal publishes them on each model's page; whoever pays checks them there, and corrects them in
`studio.toml`. FLUX counts a picture that goes along like one that is made, which the price per megapixel leaves out.
"""

from __future__ import annotations

from datetime import date
from typing import Final

from showbible.providers.model import Medium
from showbible.providers.prices import Per
from showbible.providers.services.listing import FILM_TIERS, HD, Catalog, Listing, inputs, whole_seconds

_KLING: Final = Listing(
    model="fal-ai/kling-video/v2.5-turbo/pro",
    medium=Medium.VIDEO,
    fields=inputs(
        "prompt",
        "negative_prompt",
        reference="image_url",
        last_frame="tail_image_url",
        seconds="duration={}",
        aspect="aspect_ratio",
    ),
    after_words="/text-to-video",
    after_picture="/image-to-video",
    of_words=frozenset({"aspect"}),
    seconds=(5.0, 10.0),
    sizes=("1920x1080", "1080x1920", "1080x1080"),
    tiers=FILM_TIERS,
)
_SEEDANCE: Final = Listing(
    model="bytedance/seedance-2.0/fast",
    medium=Medium.VIDEO,
    fields=inputs(
        "prompt",
        "seed",
        "resolution",
        reference="image_url",
        last_frame="end_image_url",
        seconds="duration={}",
        aspect="aspect_ratio",
    ),
    always={"generate_audio": False},
    after_words="/text-to-video",
    after_picture="/image-to-video",
    of_words=frozenset({"aspect"}),
    seconds=whole_seconds(4, 15),
    sizes=HD,
    tiers=FILM_TIERS,
)
_VEO: Final = Listing(
    model="fal-ai/veo3.1/fast",
    medium=Medium.VIDEO,
    fields=inputs(
        "prompt",
        "negative_prompt",
        "seed",
        "resolution",
        reference="image_url",
        seconds="duration={}s",
        aspect="aspect_ratio",
    ),
    always={"generate_audio": False},
    after_picture="/image-to-video",
    seconds=(4.0, 6.0, 8.0),
    sizes=HD,
    tiers=FILM_TIERS,
)
_SEEDANCE_1: Final = Listing(
    model="fal-ai/bytedance/seedance/v1/pro/fast",
    medium=Medium.VIDEO,
    fields=inputs("prompt", "seed", "resolution", reference="image_url", seconds="duration={}", aspect="aspect_ratio"),
    after_words="/text-to-video",
    after_picture="/image-to-video",
    of_words=frozenset({"aspect"}),
    seconds=whole_seconds(2, 12),
    sizes=HD,
    tiers=("motion_graphics", "animated"),
)
_FLUX: Final = Listing(
    model="fal-ai/flux-2",
    medium=Medium.IMAGE,
    fields=inputs("prompt", "seed", reference="image_urls[]", width="image_size.width", height="image_size.height"),
    always={"num_images": 1, "output_format": "png"},
    after_picture="/edit",
)
_BANANA: Final = Listing(
    model="fal-ai/nano-banana",
    medium=Medium.IMAGE,
    fields=inputs("prompt", reference="image_urls[]", aspect="aspect_ratio"),
    always={"num_images": 1, "output_format": "png"},
    after_picture="/edit",
    sizes=(*HD, "1024x1024"),
)
_SPEECH: Final = Listing(
    model="fal-ai/minimax/speech-2.8-hd",
    medium=Medium.VOICE,
    fields=inputs("prompt", voice="voice_setting.voice_id", speed="voice_setting.speed"),
    always={"output_format": "url"},
)
_SPEECH_TURBO: Final = Listing(
    model="fal-ai/minimax/speech-02-turbo",
    medium=Medium.VOICE,
    fields=inputs(prompt="text", voice="voice_setting.voice_id", speed="voice_setting.speed"),
    always={"output_format": "url"},
)
_STABLE_AUDIO: Final = Listing(
    model="fal-ai/stable-audio-25/text-to-audio",
    medium=Medium.MUSIC,
    fields=inputs("prompt", "seed", seconds="seconds_total"),
    seconds=whole_seconds(1, 190),
)

MODELS: Final = Catalog.of(
    (_KLING, "0.07", Per.SECOND),
    (_SEEDANCE, "0.2419", Per.SECOND),
    (_VEO, "0.10", Per.SECOND),
    (_SEEDANCE_1, "0.022", Per.SECOND),
    (_FLUX, "0.012", Per.MEGAPIXEL),
    (_BANANA, "0.039", Per.PIECE),
    (_SPEECH, "0.10", Per.LETTERS),
    (_SPEECH_TURBO, "0.06", Per.LETTERS),
    (_STABLE_AUDIO, "0.20", Per.PIECE),
    since=date(2026, 9, 1),
    usual={"reference": "image_url", "last_frame": "end_image_url", "seconds": "duration"},
)
