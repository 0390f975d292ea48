"""The entity summaries of a long film follow its states: the nearest at once, the rest by one job."""

from __future__ import annotations

import json
from typing import Any

import pytest

from showbible import flow
from showbible.assets.api import Assets
from showbible.assets.model import StateInput
from showbible.assets.record import states
from showbible.assets.record.summaries import AT_ONCE
from showbible.bible import Bible
from tests.assets.conftest import WHALES

LENGTH = AT_ONCE + 3


def _film(assets: Assets, length: int = LENGTH) -> None:
    for number in range(length):
        assets.segment(f"s{number:02}", t_start=number, t_end=number + 1, kind="target")
        assets.add("image", f"{number}.png", asset_id=f"a{number:02}", segment_id=f"s{number:02}")


def _saying(assets: Assets, words: str) -> list[str]:
    found = assets.search("", limit=100).items
    return sorted(hit.asset.asset_id for hit in found if words in (hit.asset.entity_summary or ""))


def _summaries(assets: Assets) -> dict[str, str | None]:
    return {hit.asset.asset_id: hit.asset.entity_summary for hit in assets.search("", limit=100).items}


def test_the_assets_nearest_to_a_new_state_are_found_by_it_at_once(assets: Assets) -> None:
    _film(assets)

    assets.tell("Mara", kind="character", state={"coat": "crimson"}, t_start=0)

    found = [hit.asset.asset_id for hit in assets.search("crimson coat", limit=100).items]
    assert sorted(found) == [f"a{number:02}" for number in range(AT_ONCE)]


def test_the_rest_is_renewed_by_one_job_for_many_states(studio: Bible) -> None:
    assets = studio.assets(WHALES)
    _film(assets)
    for coat in ("red", "blue", "green"):
        assets.tell("Mara", kind="character", state={"coat": coat}, t_start=0)

    (payload,) = (row.payload for row in studio.db.all("SELECT payload FROM jobs WHERE event = 'states.changed'"))
    for follower in flow.FOLLOWS["states.changed"]:
        follower(studio.resources, json.loads(payload))

    assert _saying(assets, "coat green") == [f"a{number:02}" for number in range(LENGTH)]


def test_a_state_that_changes_no_summary_writes_none(assets: Assets) -> None:
    _film(assets, 3)
    assets.tell("Mara", kind="character", state={"coat": "red"}, t_start=0)
    with assets.db.transaction():
        assets.db.run("DELETE FROM asset_search")

    told = StateInput(entity="Mara", kind="character", state={"coat": "blue"}, t_start=0)
    states.state(assets.db, told, made_by="rule")

    assert (_saying(assets, "coat red"), assets.search("coat").items) == (["a00", "a01", "a02"], [])


def test_a_reindex_finds_every_summary_in_step(assets: Assets) -> None:
    _film(assets, 12)
    for number in range(40):
        told: dict[str, Any] = {"t_start": number % 12, "t_end": 12 if number % 3 else None}
        field = ("coat", "hat", "hair")[number % 4 % 3]
        assets.tell(f"Person {number % 3}", kind="character", state={field: f"v{number}"}, **told)
    before = _summaries(assets)

    assets.reindex()

    assert _summaries(assets) == before


@pytest.mark.parametrize("at", [0, 5, 11])
def test_a_summary_says_what_is_in_force_however_many_states_there_are(assets: Assets, at: int) -> None:
    _film(assets, 12)
    for number in range(30):
        assets.tell("Mara", kind="character", state={("coat", "hat")[number % 2]: f"v{number}"}, t_start=number % 12)

    told = ", ".join(f"{fact.field} {fact.value}" for fact in assets.facts("Mara", at=at))

    assert assets.get(f"a{at:02}").entity_summary == f"Mara: {told}"
