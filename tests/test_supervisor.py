"""The continuity report of a scene: what is so from shot to shot, what breaks, what changes, and what people say."""

from __future__ import annotations

from typing import Any

import pytest

from showbible.assets.model import AssetFields
from showbible.bible import Bible
from showbible.direction.model import SceneFacts
from showbible.direction.recall.plans import NewScene
from showbible.errors import Invalid, NotFound
from showbible.supervisor import SceneReport

STORY = "harbor"
SHOTS = {
    "s1": "Mara waits on the pier in a red coat.",
    "s2": "Mara picks up the lantern.",
    "s3": "Mara, in a blue coat, runs.",
    "s4": "Mara takes off her coat.",
}


def _told(bible: Bible, shots: dict[str, str] | None = None, **facts: Any) -> None:
    """A scene of the story, whose shots say these things."""
    bible.projects.create(STORY)
    plan = [{"shot_id": name, "description": text} for name, text in (shots or SHOTS).items()]
    new = NewScene(planning_stage="SHOTS", facts=SceneFacts(**facts), shots=plan, scene_index=1)
    bible.direction(STORY).put("one", new)


def _lines(report: SceneReport, who: str = "Mara") -> list[tuple[str, str, str | None, str | None]]:
    return [(each.what, each.said, each.since, each.until) for each in report.found.facts if each.entity == who]


def test_a_report_tells_who_wears_and_is_what_and_since_which_shot(bible: Bible) -> None:
    _told(bible)

    report = bible.supervisor(STORY).report("one")

    assert [line for line in _lines(report) if line[0] == "wearing"] == [
        ("wearing", "red coat", "s1", "s4"),
        ("wearing", "coat off", "s4", None),
    ]
    assert _lines(report, "lantern") == [("holding", "held by Mara", "s2", None)]


def test_a_line_rests_on_the_sentence_that_says_so(small: Bible) -> None:
    _told(small, {"s1": "Fog on the water. Mara waits on the pier in a red coat."})

    (coat,) = [each for each in small.supervisor(STORY).report("one").found.facts if each.field == "coat"]

    assert coat.words == "Mara waits on the pier in a red coat."


def test_a_shot_that_says_otherwise_breaks_and_one_that_tells_a_change_does_not(small: Bible) -> None:
    _told(small)

    found = small.supervisor(STORY).report("one").found

    assert [(each.shot.shot_id, each.found.known, each.found.proposed, each.since) for each in found.conflicts] == [
        ("s3", "red", "blue", "s1")
    ]
    assert ("s4", "coat", "off", False) in [
        (each.shot.shot_id, each.told.field, each.told.after, each.accepted) for each in found.changes
    ]


def test_what_the_story_knows_is_so_before_the_first_shot(small: Bible) -> None:
    _told(small, {"s1": "Mara lights the lamp."})
    small.assets(STORY).tell("Mara", kind="character", state={"hair": "grey"})

    assert ("hair", "grey hair", None, None) in _lines(small.supervisor(STORY).report("one"))


def test_the_text_of_a_scene_says_what_is_so_before_its_shots(small: Bible) -> None:
    _told(small, {"s1": "Mara waits."}, scene_text="Mara wears a green scarf.")

    assert _lines(small.supervisor(STORY).report("one")) == [("wearing", "green scarf", "text", None)]


def test_what_is_accepted_is_so_from_its_shot_on_and_not_before(small: Bible) -> None:
    _told(small)
    supervisor = small.supervisor(STORY)

    state = supervisor.accept("one", "s3", entity="Mara", field="coat", value="blue")

    report = supervisor.report("one")
    assert (state.made_by, report.found.conflicts) == ("person", ())
    assert [line for line in _lines(report) if line[0] == "wearing"][:2] == [
        ("wearing", "red coat", "s1", "s3"),
        ("wearing", "blue coat", "s3", "s4"),
    ]


def test_a_change_that_is_accepted_says_so(small: Bible) -> None:
    _told(small)
    supervisor = small.supervisor(STORY)

    supervisor.accept("one", "s4", entity="Mara", field="coat", value="off")

    changes = supervisor.report("one").found.changes
    assert [each.accepted for each in changes if each.told.field == "coat"] == [True]


def test_a_shot_has_the_asset_that_shows_it_and_its_place_in_the_story(small: Bible) -> None:
    _told(small, {"s1": "Mara waits in a red coat."})
    assets = small.assets(STORY)
    assets.segment("pier", t_start=12, t_end=16, kind="target")
    facts: AssetFields = {"scene_id": "one", "segment_id": "pier", "metadata": {"shot_id": "s1"}}
    assets.add("image", "still.png", **facts)
    take = assets.add("video", "take.mp4", **facts)

    (shot,) = small.supervisor(STORY).report("one").shots

    assert (shot.asset_id, shot.at_ms) == (take.asset_id, 12_000)


def test_a_scene_of_which_there_are_only_assets_has_a_report(bible: Bible) -> None:
    bible.projects.create(STORY)
    bible.assets(STORY).add(
        "image", "a.png", scene_id="two", prompt="Mara wears a red coat.", metadata={"shot_id": "x"}
    )

    assert _lines(bible.supervisor(STORY).report("two")) == [("wearing", "red coat", "x", None)]


def test_what_was_forgotten_of_an_asset_is_not_read_again(small: Bible) -> None:
    small.projects.create(STORY)
    small.assets(STORY).add("image", "a.png", asset_id="a", scene_id="two", prompt="Mara wears a red coat.")
    small.worker().run_all()
    (state,) = small.assets(STORY).states("Mara")
    small.assets(STORY).state_corrections.forget(state.state_id)

    assert _lines(small.supervisor(STORY).report("two")) == []


def test_nobody_reports_on_a_scene_that_is_not_there(small: Bible) -> None:
    small.projects.create(STORY)

    with pytest.raises(NotFound, match="nowhere"):
        small.supervisor(STORY).report("nowhere")


def test_an_acceptance_names_a_shot_of_the_scene_and_a_fact(small: Bible) -> None:
    _told(small)

    with pytest.raises(NotFound, match="s9"):
        small.supervisor(STORY).accept("one", "s9", entity="Mara", field="coat", value="blue")
    with pytest.raises(Invalid):
        small.supervisor(STORY).accept("one", "s3", entity="Mara", field="coat", value=" ")


def test_a_scene_says_the_same_before_and_after_it_was_read(small: Bible) -> None:
    _told(small, scene_text="Mara wears a green scarf.")
    supervisor = small.supervisor(STORY)
    before = _lines(supervisor.report("one"))

    small.worker().run_all()

    after = supervisor.report("one")
    assert sorted(map(str, _lines(after))) == sorted(map(str, before))
    assert [each.shot.shot_id for each in after.found.conflicts] == ["s3"]


def test_what_was_forgotten_of_a_scene_is_not_read_again(small: Bible) -> None:
    _told(small, {"s1": "Mara wears a red coat."})
    small.worker().run_all()
    (state,) = small.assets(STORY).states("Mara")
    small.assets(STORY).state_corrections.forget(state.state_id)

    assert _lines(small.supervisor(STORY).report("one")) == []
