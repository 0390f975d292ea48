"""A question finds what says the same in other words, and what a name stands for."""

from __future__ import annotations

import pytest

from showbible.assets.api import Assets
from showbible.assets.recall.paraphrases import paraphrases


@pytest.fixture
def ashore(assets: Assets) -> Assets:
    """A few shots of which most have nothing to do with each other."""
    prompts = {
        "burning": "The Albatross burns",
        "leaving": "The trawler Albatross leaves the harbour",
        "ward": "Ada lies in a hospital bed",
        "hearth": "A fire in the fireplace",
        "river": "Bucephalus drinks from the river",
        "street": "A quiet street in the suburbs",
    }
    for asset_id, prompt in prompts.items():
        assets.add("image", f"{asset_id}.png", asset_id=asset_id, prompt=prompt)
    return assets


def _first(assets: Assets, query: str) -> str:
    return assets.search(query).items[0].asset.asset_id


@pytest.mark.parametrize("query", ["boat on fire", "ship in flames", "a vessel ablaze", "burning ferry"])
def test_a_name_stands_for_what_a_text_says_it_is(ashore: Assets, query: str) -> None:
    assert _first(ashore, query) == "burning"


def test_a_name_stands_for_what_a_state_says_it_is(ashore: Assets) -> None:
    ashore.tell("Bucephalus", kind="character", state={"species": "black stallion"})

    assert _first(ashore, "horse") == "river"


def test_a_place_is_found_under_its_other_names(ashore: Assets) -> None:
    (hit,) = ashore.search("operating room").items

    assert (hit.asset.asset_id, hit.why) == ("ward", "says hospital for operating room")


def test_what_is_said_in_the_very_words_comes_before_what_is_said_otherwise(ashore: Assets) -> None:
    ashore.add("image", "plain.png", asset_id="plain", prompt="a boat on fire")

    assert _first(ashore, "boat on fire") == "plain"


def test_everyday_words_for_the_same_thing_find_each_other(assets: Assets) -> None:
    said = {
        "dog asleep": "Bonnie the terrier sleeps by the stove",
        "burning stable": "Flames pour out of the barn",
        "woman crying": "Lucia weeps over a letter",
        "taxi in a downpour": "Rain hammers on the roof of the cab",
        "a hug": "Ines embraces her brother at the station",
        "injured man": "Captain Osei lies wounded",
        "sunrise at the port": "Daybreak over the docks",
    }
    for query, prompt in said.items():
        assets.add("image", f"{query}.png", asset_id=query.replace(" ", "-"), prompt=prompt)

    assert {query: _first(assets, query) for query in said} == {query: query.replace(" ", "-") for query in said}


def test_nothing_is_found_for_what_nothing_says(ashore: Assets) -> None:
    assert ashore.search("wedding").items == []


def test_a_long_question_is_asked_in_its_own_words() -> None:
    assert paraphrases("a man with a blue umbrella waits under the clock beside a boat") == []
