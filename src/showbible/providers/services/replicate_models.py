"""Models at Replicate that Showbible knows by name: their inputs, and what Replicate asks for them.

Prices and inputs are as Replicate publishes them on each model's page; whoever pays checks them there, and corrects
them in `studio.toml`.
"""

from __future__ import annotations

from datetime import date
from typing import Final

from showbible.providers.model import Medium
from showbible.providers.prices import Per
from showbible.providers.services.listing import FILM_TIERS, HD, Catalog, Listing, inputs, whole_seconds

_KLING: Final = Listing(
    model="kwaivgi/kling-v2.5-turbo-pro",
    medium=Medium.VIDEO,
    fields=inputs("prompt", "negative_prompt", reference="start_image", seconds="duration", aspect="aspect_ratio"),
    of_words=frozenset({"aspect"}),
    seconds=(5.0, 10.0),
    sizes=("1920x1080", "1080x1920", "1080x1080"),
    tiers=FILM_TIERS,
)
_VEO: Final = Listing(
    model="google/veo-3.1-fast",
    medium=Medium.VIDEO,
    fields=inputs(
        "prompt",
        "negative_prompt",
        "seed",
        "resolution",
        reference="image",
        seconds="duration",
        aspect="aspect_ratio",
    ),
    always={"generate_audio": False},
    seconds=(4.0, 6.0, 8.0),
    sizes=HD,
    tiers=FILM_TIERS,
)
_SEEDANCE_LITE: Final = Listing(
    model="bytedance/seedance-1-lite",
    medium=Medium.VIDEO,
    fields=inputs(
        "prompt",
        "seed",
        "resolution",
        reference="image",
        last_frame="last_frame_image",
        seconds="duration",
        aspect="aspect_ratio",
    ),
    of_words=frozenset({"aspect"}),
    seconds=whole_seconds(2, 12),
    sizes=HD,
    tiers=("motion_graphics", "animated"),
)
_FLUX: Final = Listing(
    model="black-forest-labs/flux-2-pro",
    medium=Medium.IMAGE,
    fields=inputs("prompt", "seed", reference="input_images[]", aspect="aspect_ratio"),
    always={"resolution": "1 MP", "output_format": "png"},
    sizes=(*HD, "1024x1024", "1024x768", "768x1024"),
)
_BANANA: Final = Listing(
    model="google/nano-banana",
    medium=Medium.IMAGE,
    fields=inputs("prompt", reference="image_input[]", aspect="aspect_ratio"),
    always={"output_format": "png"},
    sizes=(*HD, "1024x1024"),
)
_SPEECH_TURBO: Final = Listing(
    model="minimax/speech-2.6-turbo",
    medium=Medium.VOICE,
    fields=inputs("speed", prompt="text", voice="voice_id"),
)
_SPEECH: Final = Listing(
    model="minimax/speech-2.6-hd",
    medium=Medium.VOICE,
    fields=inputs("speed", prompt="text", voice="voice_id"),
)
_STABLE_AUDIO: Final = Listing(
    model="stability-ai/stable-audio-2.5",
    medium=Medium.MUSIC,
    fields=inputs("prompt", "seed", seconds="duration"),
    seconds=whole_seconds(1, 190),
)

MODELS: Final = Catalog.of(
    (_KLING, "0.07", Per.SECOND),
    (_VEO, "0.10", Per.SECOND),
    (_SEEDANCE_LITE, "0.036", Per.SECOND),
    (_FLUX, "0.03", Per.PIECE),
    (_BANANA, "0.039", Per.PIECE),
    (_SPEECH_TURBO, "0.06", Per.LETTERS),
    (_SPEECH, "0.10", Per.LETTERS),
    (_STABLE_AUDIO, "0.20", Per.PIECE),
    since=date(2026, 9, 1),
    usual={"reference": "image", "last_frame": "last_frame_image", "seconds": "duration"},
)
