"""Contradictions are told where they are certain, with their proof, and nowhere else."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from showbible.assets.api import Assets
from showbible.assets.model import Contradiction, EntityKind, EntityState, StateInput
from showbible.assets.recall.facts.check import KnownWorld, check
from showbible.assets.recall.facts.names import named
from showbible.assets.record import states


def _conflicts(field: str, known: str, prompt: str) -> list[str]:
    state = EntityState(
        state_id="s",
        entity="Mara",
        kind=EntityKind.CHARACTER,
        state={field: known},
        start_ms=None,
        end_ms=None,
        source_clip_id=None,
        source_asset_id=None,
        made_by="person",
        created_at=datetime(2026, 1, 1, tzinfo=UTC),
    )
    return [each.proposed for each in check(prompt, KnownWorld.of([state]), at_ms=None).conflicts]


@pytest.mark.parametrize(
    ("field", "known", "prompt", "proposed"),
    [
        ("coat", "red", "Mara walks in a blue coat", "blue"),
        ("coat", "red", "Mara's coat is now blue.", "blue"),
        ("outfit", "red coat", "Mara wears a blue wool coat", "blue wool coat"),
        ("hair", "short blonde hair", "Mara with long black hair", "long black"),
        ("eyes", "brown", "Mara's eyes are green", "green"),
        ("time_of_day", "night", "Mara arrives at noon", "noon"),
        ("door", "closed", "Mara waits, the door is open", "open"),
        ("mood", "aloof", "Mara, mood: tense", "tense"),
    ],
)
def test_another_quality_of_the_same_thing_is_told(field: str, known: str, prompt: str, proposed: str) -> None:
    assert _conflicts(field, known, prompt) == [proposed]


@pytest.mark.parametrize(
    ("field", "known", "prompt"),
    [
        ("coat", "red", "Mara in a red coat"),
        ("coat", "red", "Mara in a crimson coat"),
        ("coat", "red and black", "Mara in her black coat"),
        ("coat", "red", "A blue car passes Mara"),
        ("coat", "red", "Mara in blue light, wearing her coat"),
        ("coat", "red", "Tom in a blue coat"),
        ("coat", "red", "a blue coat on a chair"),
        ("outfit", "red coat", "Mara in a hat"),
        ("scar", "left cheek", "Mara turns right"),
        ("weather", "rain", "Mara drinks tea"),
        ("eyes", "brown", "Mara looks into Tom's green eyes"),
        ("mood", "aloof", "Mara, mood: as ever"),
    ],
)
def test_what_is_not_certain_is_not_told(field: str, known: str, prompt: str) -> None:
    assert _conflicts(field, known, prompt) == []


def test_a_capital_at_the_start_of_a_sentence_is_no_name() -> None:
    assert named("Waves crash. Mara wears a hat. In the harbor, Tom Hale waits.") == ["Mara", "Tom Hale"]


def test_a_conflict_names_the_asset_that_proves_it(assets: Assets) -> None:
    assets.segment("s1", t_start=40, t_end=50, kind="target")
    assets.clip(clip_id="c1", segment_id="s1", output_path="c1.mp4")
    (film,) = assets.search("").items
    assets.tell("Mara", kind="character", state={"coat": "red"}, source_clip_id="c1")

    found = assets.conflicts("Mara runs in a blue coat", at=45)

    proof = film.asset.asset_id
    assert found == [
        Contradiction(
            entity="Mara",
            field="coat",
            known="red",
            proposed="blue",
            asset_id=proof,
            since=40_000,
            kind="unexplained",
            sure=0.9,
            known_words="Mara: coat red",
            proposed_words="Mara runs in a blue coat",
            why="Coat is red; the text says blue coat and tells no change.",
        )
    ]


def test_before_a_state_begins_nothing_is_known(assets: Assets) -> None:
    assets.tell("Mara", kind="character", state={"coat": "red"}, t_start=40)

    assert [len(assets.conflicts("Mara in a blue coat", at=at)) for at in (39, 40, None)] == [0, 1, 1]


def test_nothing_is_said_when_nothing_is_known(assets: Assets) -> None:
    assert assets.conflicts("Mara in a blue coat", at=3) == []


def test_a_changed_state_lists_the_assets_after_it_that_disagree(assets: Assets) -> None:
    for number in range(3):
        assets.segment(f"s{number}", t_start=number * 10, t_end=number * 10 + 10, kind="target")
        colour = "red" if number == 1 else "blue"
        prompt = f"Mara in a {colour} coat"
        assets.add("image", f"{number}.png", asset_id=f"a{number}", segment_id=f"s{number}", prompt=prompt)

    state = assets.tell("Mara", kind="character", state={"coat": "red"}, t_start=10)

    assert [(each.asset_id, each.shown) for each in assets.disagreeing(state)] == [("a2", "blue")]


def _three_in_blue(assets: Assets) -> None:
    for number in range(3):
        assets.segment(f"s{number}", t_start=number * 10, t_end=number * 10 + 10, kind="target")
        prompt = "Mara in a blue coat with black hair"
        assets.add("image", f"{number}.png", asset_id=f"a{number}", segment_id=f"s{number}", prompt=prompt)


def _disagree(assets: Assets, state: EntityState) -> list[tuple[str, str]]:
    return [(each.asset_id, each.field) for each in assets.disagreeing(state)]


def test_a_later_word_on_another_field_hides_no_disagreement(assets: Assets) -> None:
    _three_in_blue(assets)
    assets.tell("Mara", kind="character", state={"hair": "black"}, t_start=10)

    state = assets.tell("Mara", kind="character", state={"coat": "red"}, t_start=0)

    assert _disagree(assets, state) == [("a0", "coat"), ("a1", "coat"), ("a2", "coat")]


def test_a_later_word_ends_its_own_field_only(assets: Assets) -> None:
    _three_in_blue(assets)
    assets.tell("Mara", kind="character", state={"coat": "blue"}, t_start=10)

    state = assets.tell("Mara", kind="character", state={"coat": "red", "hair": "blonde"}, t_start=0)

    assert _disagree(assets, state) == [("a0", "coat"), ("a0", "hair"), ("a1", "hair"), ("a2", "hair")]


def test_when_a_later_word_ends_what_held_before_holds_again(assets: Assets) -> None:
    _three_in_blue(assets)
    assets.tell("Mara", kind="character", state={"coat": "blue"}, t_start=10, t_end=20)

    state = assets.tell("Mara", kind="character", state={"coat": "red"}, t_start=0)

    assert _disagree(assets, state) == [("a0", "coat"), ("a2", "coat")]


def test_what_a_person_outdoes_disagrees_with_nothing(assets: Assets) -> None:
    _three_in_blue(assets)
    assets.tell("Mara", kind="character", state={"coat": "blue"}, t_start=0)
    told = StateInput(entity="Mara", kind="character", state={"coat": "red"}, t_start=10)

    state = states.state(assets.db, told, made_by="rule")

    assert _disagree(assets, state) == []


def test_an_asset_disagrees_only_by_what_it_says_of_the_entity(assets: Assets) -> None:
    _three_in_blue(assets)
    assets.add("image", "0.png", asset_id="a0", prompt="Mara waits. A blue coat hangs on a hook.")

    state = assets.tell("Mara", kind="character", state={"coat": "red"}, t_start=0)

    assert _disagree(assets, state) == [("a1", "coat"), ("a2", "coat")]
