"""Cards joined into one or divided in two: what is told then, what a rebuild leaves alone, and the way back."""

from __future__ import annotations

from typing import Any

import pytest

from showbible.bible import Bible
from showbible.direction.api import Direction
from showbible.direction.model import Card, Confidence
from showbible.direction.recall import profiles
from showbible.direction.recall.person_edits import Half
from showbible.errors import Conflict, Invalid, NotFound
from tests.direction.builders import teach, twice_taught
from tests.originals import Filling
from tests.web.conftest import Caller

CARDS = "/api/v1/projects/whales/profile/cards"
NEAR = "Stay near whoever is left alone."
EVERY = ("h0", "h1", "h2", "d0", "d1")


@pytest.fixture
def filling() -> Filling:
    """Two cards: closer on humiliation (three scenes), handheld at a decision (two)."""
    return twice_taught


@pytest.fixture
def story(bible: Bible) -> Direction:
    """The story of those cards."""
    return bible.direction("whales")


def both(story: Direction) -> tuple[Card, Card]:
    one, two = story.profile().cards
    return one, two


def said(story: Direction) -> list[str]:
    return [card.preference for card in story.profile().cards]


def last_change(story: Direction, card_id: str) -> int:
    return story.cards.history(card_id)[0].seq


def learn_again(bible: Bible, story: Direction) -> None:
    story.rebuild()
    bible.worker().run_all()


# Merge


def test_merged_cards_are_one_with_its_words_and_the_scenes_of_both(story: Direction) -> None:
    closer, handheld = both(story)

    merged = story.merge(closer.card_id, [handheld.card_id])

    assert story.profile().cards == (merged,)
    assert (merged.preference, merged.made_by, merged.source_scene_ids) == (closer.preference, "rule", EVERY)
    assert merged.evidence.startswith("Observed across 5 ready scenes: 20 of 20 chances taken")


def test_confidence_is_computed_from_the_union(story: Direction) -> None:
    closer, handheld = both(story)

    merged = story.merge(handheld.card_id, [closer.card_id])

    assert (handheld.confidence, merged.confidence) == (Confidence.MEDIUM, Confidence.HIGH)


def test_a_merged_card_is_no_longer_told_on_its_own(story: Direction) -> None:
    closer, handheld = both(story)
    story.merge(closer.card_id, [handheld.card_id])

    block = story.block("generate_beat_package")

    assert block is not None and [card.card_id for card in block.cards] == [closer.card_id]
    assert "handheld" not in block.prompt.lower()


def test_a_merge_outlives_a_rebuild_that_learns_both_again(bible: Bible, story: Direction) -> None:
    closer, handheld = both(story)
    merged = story.merge(closer.card_id, [handheld.card_id])

    learn_again(bible, story)

    assert story.profile().cards == (merged,)


def test_a_merged_card_gains_what_later_scenes_show_of_either(bible: Bible, story: Direction) -> None:
    closer, handheld = both(story)
    story.merge(closer.card_id, [handheld.card_id])

    teach(story, "d2", "decision", closer=True, changes={"cameraMovement": "HANDHELD"})
    bible.worker().run_all()

    (card,) = story.profile().cards
    assert set(card.source_scene_ids) == {*EVERY, "d2"}


def test_a_merge_stays_when_the_kept_card_is_learned_no_more(bible: Bible, story: Direction) -> None:
    closer, handheld = both(story)
    story.merge(closer.card_id, [handheld.card_id])

    for scene_id in ("h0", "h1", "h2"):
        story.delete(scene_id)
    bible.worker().run_all()

    assert said(story) == [handheld.preference]


def test_undoing_a_merge_gives_both_cards_back(story: Direction) -> None:
    before = both(story)
    story.merge(before[0].card_id, [before[1].card_id])

    story.cards.undo(before[0].card_id, last_change(story, before[0].card_id))

    assert both(story) == before


def test_undoing_the_undoing_merges_again(story: Direction) -> None:
    closer, handheld = both(story)
    merged = story.merge(closer.card_id, [handheld.card_id])
    story.cards.undo(closer.card_id, last_change(story, closer.card_id))

    story.cards.undo(closer.card_id, last_change(story, closer.card_id))

    assert story.profile().cards == (merged,)


def test_undoing_a_merge_leaves_what_was_split_off_since(story: Direction) -> None:
    closer, handheld = both(story)
    story.merge(closer.card_id, [handheld.card_id])
    merged = last_change(story, closer.card_id)
    story.split(closer.card_id, Half(preference=NEAR, scene_ids=["h1"]))

    story.cards.undo(closer.card_id, merged)

    assert sorted(said(story)) == sorted([closer.preference, handheld.preference, NEAR])


def test_a_merge_that_has_changed_since_is_not_undone(story: Direction) -> None:
    closer, handheld = both(story)
    story.merge(closer.card_id, [handheld.card_id])
    first = last_change(story, closer.card_id)
    story.cards.undo(closer.card_id, first)

    with pytest.raises(Conflict, match="merged or split again"):
        story.cards.undo(closer.card_id, first)


@pytest.mark.parametrize("seen", [{"one": "Other words."}, {"two": "Other words."}])
def test_a_merge_of_cards_that_were_reworded_meanwhile_is_refused(story: Direction, seen: dict[str, str]) -> None:
    names = dict(zip(("one", "two"), both(story), strict=True))
    stale = {names[name].card_id: text for name, text in seen.items()}

    with pytest.raises(Conflict, match="reworded meanwhile"):
        story.merge(names["one"].card_id, [names["two"].card_id], seen=stale)

    assert both(story) == tuple(names.values())


def test_whoever_changes_a_merged_card_is_told_where_it_went(story: Direction) -> None:
    closer, handheld = both(story)
    story.merge(closer.card_id, [handheld.card_id])

    with pytest.raises(Conflict, match="was merged into another card"):
        story.change_card(handheld.card_id, state="paused")


# Split


def test_a_split_card_becomes_two_that_share_its_scenes(story: Direction) -> None:
    closer, _ = both(story)

    halves = story.split(closer.card_id, Half(preference=NEAR, scene_ids=["h1"], kept_applies_to="Crowded rooms."))

    assert (halves.kept.preference, halves.kept.applies_to, halves.kept.source_scene_ids) == (
        closer.preference,
        "Crowded rooms.",
        ("h0", "h2"),
    )
    assert (halves.made.preference, halves.made.applies_to, halves.made.source_scene_ids, halves.made.made_by) == (
        NEAR,
        closer.applies_to,
        ("h1",),
        "person",
    )


def test_each_half_is_as_sure_as_its_own_scenes_make_it(story: Direction) -> None:
    closer, _ = both(story)

    halves = story.split(closer.card_id, Half(preference=NEAR, scene_ids=["h1"]))

    sure = (closer.confidence, halves.kept.confidence, halves.made.confidence)
    assert sure == (Confidence.HIGH, Confidence.MEDIUM, Confidence.LOW)


def test_both_halves_outlive_a_rebuild_and_new_scenes_stay_with_the_first(bible: Bible, story: Direction) -> None:
    closer, _ = both(story)
    story.split(closer.card_id, Half(preference=NEAR, scene_ids=["h1"]))

    teach(story, "h3", "humiliation", closer=True)
    bible.worker().run_all()

    scenes = {card.preference: set(card.source_scene_ids) for card in story.profile().cards}
    assert (scenes[closer.preference], scenes[NEAR]) == ({"h0", "h2", "h3"}, {"h1"})


def test_undoing_a_split_leaves_the_card_as_it_was(story: Direction) -> None:
    before = both(story)
    story.split(before[0].card_id, Half(preference=NEAR, scene_ids=["h1"], kept_applies_to="Crowded rooms."))

    story.cards.undo(before[0].card_id, last_change(story, before[0].card_id))

    assert both(story) == before


def test_the_second_half_is_a_card_like_any_other(story: Direction) -> None:
    made = story.split(both(story)[0].card_id, Half(preference=NEAR, scene_ids=["h1"])).made
    story.change_card(made.card_id, preference="Nearer.", state="paused")

    back = story.cards.undo(made.card_id, last_change(story, made.card_id))

    assert back.card == made
    assert [change.before for change in story.cards.history(made.card_id)][-1] == {
        "preference": NEAR,
        "state": "active",
    }


def test_a_half_merged_with_the_other_is_the_whole_card_again(story: Direction) -> None:
    before = both(story)
    made = story.split(before[0].card_id, Half(preference=NEAR, scene_ids=["h1"])).made

    story.merge(before[0].card_id, [made.card_id])

    assert both(story) == before


def test_a_merged_card_can_be_split(story: Direction) -> None:
    closer, handheld = both(story)
    story.merge(closer.card_id, [handheld.card_id])

    halves = story.split(closer.card_id, Half(preference=NEAR, scene_ids=["h0", "d0"]))

    assert (halves.kept.source_scene_ids, halves.made.source_scene_ids) == (("h1", "h2", "d1"), ("h0", "d0"))


def test_a_half_goes_with_its_scenes(bible: Bible, story: Direction) -> None:
    story.split(both(story)[0].card_id, Half(preference=NEAR, scene_ids=["h1"]))

    story.delete("h1")
    bible.worker().run_all()

    assert NEAR not in said(story)


# Bad input, over HTTP


def half(**changes: Any) -> dict[str, Any]:
    return {"preference": NEAR, "scene_ids": ["h1"], **changes}


@pytest.mark.parametrize(
    ("act", "body", "status", "words"),
    [
        ("merge", {"card_ids": []}, 422, "at least one other card"),
        ("merge", {"card_ids": ["CARD"]}, 422, "cannot be merged with itself"),
        ("merge", {"card_ids": ["nobody"]}, 404, "nobody"),
        ("split", half(scene_ids=[]), 422, "at least one scene that goes"),
        ("split", half(scene_ids=["h0", "h1", "h2"]), 422, "at least one scene of its own"),
        ("split", half(scene_ids=["d0"]), 422, "not one that this card rests on"),
        ("split", half(preference=""), 422, "preference"),
        ("split", half(preference="Frame shots closer: prefer close up."), 422, "says the same"),
        ("split", half(seen="Other words."), 409, "reworded meanwhile"),
    ],
)
def test_what_makes_no_sense_is_refused_in_words_and_changes_nothing(
    small: Bible, ask_one: Caller, act: str, body: dict[str, Any], status: int, words: str
) -> None:
    story = small.direction("whales")
    before = both(story)
    named = {**body, "card_ids": [before[0].card_id if i == "CARD" else i for i in body.get("card_ids", ())]}

    answer = ask_one("POST", f"{CARDS}/{before[0].card_id}/{act}", json=named if act == "merge" else body)

    assert (answer.status_code, words in answer.text, both(story)) == (status, True, before)


def test_cards_are_merged_and_split_over_http(ask: Caller, story: Direction) -> None:
    closer, handheld = both(story)

    merged = ask("POST", f"{CARDS}/{closer.card_id}/merge", json={"card_ids": [handheld.card_id]}).json()
    answer = ask("POST", f"{CARDS}/{closer.card_id}/split", json=half(scene_ids=["d0", "d1"]))

    assert (merged["source_scene_ids"], merged["made_of"]) == (list(EVERY), [handheld.card_id])
    assert (answer.status_code, answer.json()["kept"]["source_scene_ids"], answer.json()["made"]["preference"]) == (
        201,
        ["h0", "h1", "h2"],
        NEAR,
    )


@pytest.mark.parametrize(("act", "body"), [("merge", {"card_ids": ["a"]}), ("split", half())])
def test_a_card_that_is_not_there_is_not_found(story: Direction, ask: Caller, act: str, body: dict[str, Any]) -> None:
    assert ask("POST", f"{CARDS}/nobody/{act}", json=body).status_code == 404


def test_a_paused_card_is_not_told_in_the_summary_either(story: Direction) -> None:
    story.change_card(both(story)[1].card_id, state="paused")

    block = story.block("scene_guru")

    assert block is not None and "handheld" not in block.profile_summary.lower()
    assert "handheld" in str(profiles.learned_profile(story.db)).lower()


def test_a_card_nobody_learned_is_in_no_profile(story: Direction) -> None:
    with pytest.raises(NotFound):
        story.split("nobody", Half(preference=NEAR, scene_ids=["h1"]))


def test_words_too_long_for_a_card_are_refused(story: Direction) -> None:
    with pytest.raises(Invalid, match="a card has room for 400"):
        story.split(both(story)[0].card_id, Half(preference="x" * 401, scene_ids=["h1"]))


@pytest.mark.parametrize("settings", ["postgresql"], indirect=True)
def test_whoever_joins_cards_keeps_out_whoever_corrects_one(story: Direction) -> None:
    one, two = both(story)
    held = "SELECT COUNT(*) FROM pg_locks WHERE locktype = 'advisory' AND pid = pg_backend_pid()"

    with story.db.transaction():
        story.merge(one.card_id, [two.card_id])
        locks = story.db.value(held)

    assert locks == 1, "joining and correcting go by two names"
