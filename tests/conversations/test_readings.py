"""How a line reads is kept beside it, and decoded once."""

from __future__ import annotations

from showbible.conversations.recall import readings
from tests.conversations.conftest import SUNDAY


def test_what_was_just_kept_is_decoded_already() -> None:
    (reading,) = readings.of_message(
        "My aunt sold two lanterns in Bergen.", at=SUNDAY, zone="UTC", speaker=None, names={}
    )

    kept = readings.as_json(reading)

    decoded = readings.from_json.cache_info().misses
    assert readings.from_json(kept) == reading
    assert readings.from_json.cache_info().misses == decoded
