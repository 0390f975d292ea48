"""Who is paid is told with today's prices, whose they are, and what keeps somebody from working."""

from __future__ import annotations

import pytest

from showbible.bible import Bible
from showbible.providers.model import Medium
from showbible.studio.payroll import paid_names, payroll

FILE = """
[crew]
video = "near"
[providers.near]
kind = "http"
base_url = "https://films.example"
options = { makes = ["video"] }
[[providers.near.prices]]
amount = "0.250"
per = "second"
since = 2026-11-01
[providers.elevenlabs]
"""


def test_each_provider_is_told_with_its_price_and_its_trouble(small: Bible, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ELEVENLABS_API_KEY", raising=False)
    (small.workspace.home / "studio.toml").write_text(FILE)

    found = payroll(small)

    near, speaker = found.providers
    (offer,) = near.offers
    assert (near.works, near.trouble, offer.price, offer.source) == (
        (Medium.VIDEO,),
        None,
        "$0.25 a second",
        "yours, 2026-11-01",
    )
    assert (speaker.works, speaker.offers) == ((), ())
    assert "elevenlabs needs a key: set ELEVENLABS_API_KEY" in (speaker.trouble or "")
    assert found.unpaid == (Medium.VOICE, Medium.MUSIC)


def test_whoever_makes_a_part_of_a_film_is_named_once(small: Bible) -> None:
    (small.workspace.home / "studio.toml").write_text(FILE.replace("[crew]", "[crew]\nvoice = ['near', 'synthesizer']"))

    assert paid_names(small) == ("near",)


def test_a_file_that_cannot_be_read_is_told_and_not_raised(small: Bible) -> None:
    (small.workspace.home / "studio.toml").write_text("[crew")

    assert "is no TOML" in (payroll(small).trouble or "")
