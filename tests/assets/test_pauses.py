"""A paused state is kept and shown, and counts for nothing until it is used again."""

from __future__ import annotations

import pytest

from showbible.assets.api import Assets
from showbible.assets.learn.catching_up import LearningTools, catch_up
from showbible.assets.model import EntityState, StateInput
from showbible.assets.recall import story
from showbible.assets.record import states
from showbible.bible import Bible
from showbible.errors import Conflict, NotFound

RED = "Mara wears a red coat on the narrow spiral steps"


def _told(assets: Assets) -> EntityState:
    assets.segment("s1", t_start=0, t_end=10, kind="target")
    assets.add("image", "a.png", asset_id="one", segment_id="s1", prompt="Mara waits in a blue coat")
    return assets.tell("Mara", kind="character", state={"coat": "crimson"}, t_start=0)


def _learned(assets: Assets, means: LearningTools) -> EntityState:
    assets.add("image", "a.png", asset_id="one", prompt=RED)
    catch_up(assets.db, means)
    (found,) = assets.states("Mara")
    return found


def _says(assets: Assets) -> list[tuple[dict[str, object], bool]]:
    return sorted(((dict(each.state), each.paused) for each in assets.states("Mara")), key=str)


def test_a_paused_state_is_listed_and_not_in_force(assets: Assets) -> None:
    state = _told(assets)

    paused = assets.state_corrections.pause(state.state_id)

    assert (assets.states("Mara"), paused.paused) == ([paused], True)
    assert (assets.states("Mara", at=5), assets.facts("Mara", at=5), assets.facts("Mara")) == ([], [], [])


def test_a_paused_state_is_in_no_context_conflict_or_summary(assets: Assets) -> None:
    state = _told(assets)
    before = (len(assets.context("Mara", at=5).entities), len(assets.conflicts("Mara in a green coat", at=5)))

    assets.state_corrections.pause(state.state_id)

    after = (len(assets.context("Mara", at=5).entities), len(assets.conflicts("Mara in a green coat", at=5)))
    assert (before, after, assets.get("one").entity_summary) == ((1, 1), (0, 0), None)
    assert "crimson" not in assets.context("Mara", at=5).text


def test_nothing_disagrees_with_a_paused_state_and_it_outdoes_no_other(assets: Assets) -> None:
    state = _told(assets)
    blue = assets.tell("Mara", kind="character", state={"coat": "blue"}, t_start=0)
    told = [len(assets.disagreeing(each)) for each in (state, blue)]

    assets.state_corrections.pause(blue.state_id)

    assert (told, [len(assets.disagreeing(each)) for each in (state, blue)]) == ([0, 0], [1, 0])


def test_a_paused_state_is_found_by_no_search_until_it_is_used_again(assets: Assets) -> None:
    state = _told(assets)
    assets.state_corrections.pause(state.state_id)
    found = [hit.why for hit in assets.search("crimson").items if "crimson" in hit.why]

    assets.state_corrections.pause(state.state_id, paused=False)

    assert (found, assets.get("one").entity_summary) == ([], "Mara: coat crimson")


def test_a_paused_state_is_in_no_brief(studio: Bible) -> None:
    assets = studio.assets("whales")
    state = _told(assets)
    before = studio.recall("Mara on the stairs", project="whales").text

    assets.state_corrections.pause(state.state_id)

    assert ("crimson" in before, "crimson" in studio.recall("Mara on the stairs", project="whales").text) == (
        True,
        False,
    )


def test_pausing_leaves_the_word_with_whoever_gave_it(assets: Assets, means: LearningTools) -> None:
    state = _learned(assets, means)

    told = assets.state_corrections
    paused, woken = told.pause(state.state_id), told.pause(state.state_id, paused=False)

    assert (paused.paused, paused.made_by, woken) == (True, state.made_by, state)


def test_each_pause_is_in_the_history_once_and_can_be_taken_back(assets: Assets) -> None:
    state = _told(assets)
    for _ in range(2):
        assets.state_corrections.pause(state.state_id)
    (change,) = story.state_history(assets.db, state.state_id)

    assets.state_corrections.undo(state.state_id, change.seq)

    assert (change.before, change.after) == ({"paused": False}, {"paused": True})
    assert assets.states("Mara", at=5) == [state]


def test_a_paused_state_that_is_corrected_stays_paused(assets: Assets) -> None:
    state = _told(assets)
    assets.state_corrections.pause(state.state_id)

    assets.state_corrections.correct(state.state_id, {"state": {"coat": "white"}})

    assert _says(assets) == [({"coat": "white"}, True)]


def test_a_state_changed_meanwhile_is_not_paused(assets: Assets) -> None:
    state = _told(assets)
    assets.state_corrections.correct(state.state_id, {"state": {"coat": "white"}})

    with pytest.raises(Conflict, match="coat: white"):
        assets.state_corrections.pause(state.state_id, seen=state.mark)

    assert _says(assets) == [({"coat": "white"}, False)]


def test_an_unknown_state_cannot_be_paused(assets: Assets) -> None:
    with pytest.raises(NotFound):
        assets.state_corrections.pause("nobody")


# Learning


@pytest.mark.parametrize("prompt", [RED, f"{RED}, at dusk", f"{RED}, with black hair"])
def test_what_is_paused_is_not_learned_again(assets: Assets, means: LearningTools, prompt: str) -> None:
    state = _learned(assets, means)
    assets.state_corrections.pause(state.state_id)
    assets.add("image", "a.png", asset_id="one", prompt=prompt)

    for _ in range(2):
        catch_up(assets.db, means)

    assert [each for each in _says(assets) if "coat" in each[0]] == [({"coat": "red"}, True)]


def test_what_is_read_anew_beside_a_paused_state_counts(assets: Assets, means: LearningTools) -> None:
    assets.state_corrections.pause(_learned(assets, means).state_id)
    assets.add("image", "a.png", asset_id="one", prompt=RED.replace("red", "green"))

    catch_up(assets.db, means)

    assert _says(assets) == [({"coat": "green"}, False), ({"coat": "red"}, True)]


def test_what_a_person_corrected_is_not_learned_again_from_the_same_asset(assets: Assets, means: LearningTools) -> None:
    state = _learned(assets, means)
    assets.state_corrections.correct(state.state_id, {"state": {"coat": "white"}})
    assets.add("image", "a.png", asset_id="one", prompt=f"{RED}, at dusk")

    catch_up(assets.db, means)

    assert _says(assets) == [({"coat": "white"}, False)]


# The last that is told


def test_without_a_time_each_field_is_as_it_was_last_told(assets: Assets) -> None:
    assets.segment("s1", t_start=40, t_end=600, kind="target")
    for state, start, end in (
        ({"coat": "red", "hat": "none"}, 0, 40),
        ({"coat": "blue"}, 40, 60),
        ({"hair": "dry"}, 0, None),
        ({"hair": "wet"}, 20, 30),
    ):
        assets.tell("Mara", kind="character", state=state, t_start=start, t_end=end)

    told = {fact.field: fact.value for fact in assets.facts("Mara")}

    assert told == {"coat": "blue", "hat": "none", "hair": "dry"}


def test_a_later_word_of_a_rule_holds_where_a_persons_word_has_ended(assets: Assets) -> None:
    assets.tell("Mara", kind="character", state={"coat": "red"}, t_start=0, t_end=40)
    later = StateInput(entity="Mara", kind="character", state={"coat": "blue"}, t_start=50)

    states.state(assets.db, later, made_by="rule")

    assert [(fact.field, fact.value) for fact in assets.facts("Mara")] == [("coat", "blue")]
