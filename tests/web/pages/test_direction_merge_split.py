"""`/projects/{p}/direction`: cards merged and split by hand, each with its way back."""

from __future__ import annotations

import re
from typing import Any

import httpx
import pytest

from showbible.bible import Bible
from showbible.direction.api import Direction
from showbible.direction.model import Card
from showbible.direction.recall.person_edits import Half
from showbible.web.pages.direction.page import DirectionFilter, DirectionPage
from tests.direction.builders import twice_taught
from tests.originals import Filling, nothing
from tests.web.conftest import Caller
from tests.web.pages.test_direction import HERE, act, undo

NEAR = "Stay near whoever is left alone."


@pytest.fixture
def filling(request: pytest.FixtureRequest) -> Filling:
    """The story is there from the start, for who asks for it."""
    return twice_taught if "story" in request.fixturenames else nothing


@pytest.fixture
def story(any_bible: Bible) -> Direction:
    """Two cards: closer on humiliation (three scenes), handheld at a decision (two)."""
    return any_bible.direction("whales")


def merge(visit: Caller, kept: Card, *others: Card, **changes: Any) -> httpx.Response:
    """What the form of the drawer sends."""
    shown = (kept, *others)
    fields = {
        "card_ids": [card.card_id for card in others],
        "offered": [card.card_id for card in shown],
        "seen": [card.preference for card in shown],
    }
    return act(visit, f"cards/{kept.card_id}/merge", **(fields | changes))


def split(visit: Caller, card: Card, *scenes: str, **changes: Any) -> httpx.Response:
    fields = {
        "preference": NEAR,
        "applies_to": card.applies_to,
        "kept_applies_to": card.applies_to,
        "seen": card.preference,
        "scene_ids": scenes,
    }
    return act(visit, f"cards/{card.card_id}/split", **(fields | changes))


def test_cards_are_merged_and_undo_parts_them(visit_any: Caller, story: Direction) -> None:
    before = story.profile().cards

    answer = merge(visit_any, *before)
    merged = story.profile().cards
    undo(visit_any, answer)

    assert (answer.status_code, [len(card.source_scene_ids) for card in merged]) == (200, [5])
    assert story.profile().cards == before


def test_a_card_is_split_and_undo_makes_it_whole(visit_any: Caller, story: Direction) -> None:
    before = story.profile().cards

    answer = split(visit_any, before[0], "h1", "h2")
    halves = {card.preference: card.source_scene_ids for card in story.profile().cards}
    undo(visit_any, answer)

    assert (halves[before[0].preference], halves[NEAR]) == (("h0",), ("h1", "h2"))
    assert story.profile().cards == before


def test_without_scripts_a_merge_leads_back_to_the_page(visit_any: Caller, story: Direction) -> None:
    kept, other = story.profile().cards
    path = f"{HERE}/cards/{kept.card_id}/merge"

    answer = visit_any("POST", path, data={"card_ids": other.card_id}, headers={"accept": "text/html"})

    assert (answer.status_code, answer.headers["location"], len(story.profile().cards)) == (303, HERE, 1)


@pytest.mark.parametrize(
    ("changes", "status"), [({"card_ids": []}, 422), ({"card_ids": ["nobody"]}, 404), ({"seen": ["a", "b"]}, 409)]
)
def test_a_merge_that_cannot_be_is_refused(
    visit_any: Caller, story: Direction, changes: dict[str, Any], status: int
) -> None:
    before = story.profile().cards

    answer = merge(visit_any, *before, **changes)

    assert (answer.status_code, story.profile().cards) == (status, before)


@pytest.mark.parametrize(
    ("changes", "status"), [({"scene_ids": []}, 422), ({"preference": " "}, 422), ({"seen": "Other words."}, 409)]
)
def test_a_split_that_cannot_be_is_refused(
    visit_any: Caller, story: Direction, changes: dict[str, Any], status: int
) -> None:
    before = story.profile().cards

    answer = split(visit_any, before[0], "h1", **changes)

    assert (answer.status_code, story.profile().cards) == (status, before)


def test_a_late_merge_shows_what_was_seen_beside_what_it_says_now(visit_any: Caller, story: Direction) -> None:
    kept, other = story.profile().cards
    story.change_card(other.card_id, preference="Theirs.")

    answer = merge(visit_any, kept, other)

    both = f"<dt>You saw</dt><dd>{other.preference}</dd></div><div><dt>It says now</dt><dd>Theirs.</dd>"
    assert (answer.status_code, both in answer.text, len(story.profile().cards)) == (409, True, 2)
    assert f'name="card_ids" value="{other.card_id}" checked' in answer.text


def test_a_late_split_keeps_what_was_written_and_ticked(visit_any: Caller, story: Direction) -> None:
    card = story.profile().cards[0]
    story.change_card(card.card_id, preference="Theirs.")

    answer = split(visit_any, card, "h1")

    kept = (f">{NEAR}</textarea>", 'name="scene_ids" value="h1" checked', "<dd>Theirs.</dd>", f"<dd>{card.preference}")
    assert (answer.status_code, [each for each in kept if each not in answer.text]) == (409, [])


def test_a_card_that_was_not_chosen_may_be_reworded_meanwhile(visit_any: Caller, story: Direction) -> None:
    kept, other = story.profile().cards
    half = story.split(kept.card_id, Half(preference=NEAR, scene_ids=("h1",))).made
    seen = (kept, other, half)
    story.change_card(half.card_id, preference="Theirs.")

    fields = {"offered": [each.card_id for each in seen], "seen": [each.preference for each in seen]}
    answer = merge(visit_any, kept, other, **fields)

    assert (answer.status_code, len(story.profile().cards)) == (200, 2)


def test_a_card_merged_elsewhere_is_refused_with_the_page_as_it_is(visit_any: Caller, story: Direction) -> None:
    kept, other = story.profile().cards
    story.merge(kept.card_id, [other.card_id])

    answer = merge(visit_any, other, kept)

    assert (answer.status_code, "merged into another" in answer.headers["hx-trigger"]) == (409, True)
    assert answer.text.count('class="card pref"') == 1


def test_a_merged_card_shows_the_edits_of_both_and_where_it_comes_from(any_bible: Bible, story: Direction) -> None:
    kept, other = story.profile().cards
    story.merge(kept.card_id, [other.card_id])

    (view,) = DirectionPage(any_bible, "whales", DirectionFilter()).cards

    assert (len(view.proofs), view.card.made_of) == (20, (other,))


def test_the_history_names_the_cards_that_were_merged_and_split(visit_any: Caller, story: Direction) -> None:
    kept, other = story.profile().cards
    story.merge(kept.card_id, [other.card_id])
    split(visit_any, story.profile().cards[0], "h1")

    page = visit_any("GET", f"{HERE}?tab=history").text

    assert all(f"<ins>{text}" in page for text in (other.preference.split(",")[0], NEAR[:-1]))
    assert all(f"<dt>{name}</dt>" in page for name in ("Merged into it", "Split off it"))


def test_the_states_to_choose_from_say_how_many_cards_they_hold(visit_any: Caller, story: Direction) -> None:
    story.change_card(story.profile().cards[0].card_id, state="archived")

    page = visit_any("GET", HERE).text

    assert re.findall(r">(In use.*?|Paused|Forgotten) \((\d)\)</option>", page) == [
        ("In use and paused", "1"),
        ("In use", "1"),
        ("Paused", "0"),
        ("Forgotten", "1"),
    ]


def test_the_drawer_offers_what_can_be_done(visit_any: Caller, story: Direction) -> None:
    kept, other = story.profile().cards

    page = visit_any("GET", f"{HERE}?peek={kept.card_id}").text

    offered = [f'name="card_ids" value="{other.card_id}"', *(f'name="scene_ids" value="h{n}"' for n in range(3))]
    assert all(each in page for each in offered) and f'name="card_ids" value="{kept.card_id}"' not in page
