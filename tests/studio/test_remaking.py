"""What a change of the story costs, and how it is put right: a plan first, then a production that a person confirms."""

from __future__ import annotations

import pytest

from showbible.assets.model import EntityState
from showbible.bible import Bible
from showbible.errors import Conflict, Invalid, NotFound
from showbible.studio import orchestrator, remaking
from showbible.studio.ledger import paid
from showbible.vocabulary import dollars
from tests.studio.crews import quick

STORY = "harbor"


@pytest.fixture
def told(small: Bible) -> EntityState:
    """A story with two films and a picture of Mara in red, whose coat is blue by now."""
    small.projects.create(STORY)
    assets = small.assets(STORY)
    run = small.runs.start("Mara waits", budget="5", project_id=STORY)
    small.runs.add_pilot(run.run_id, "a", tier="static_images", budget="2")
    for number in (1, 2):
        assets.segment(f"seg{number}", t_start=number, t_end=number + 1, kind="target")
    small.runs.deliver(
        run.run_id,
        "video",
        "one.mp4",
        asset_id="one",
        pilot_id="a",
        duration=1,
        cost="0.75",
        prompt="Mara in a red coat.",
    )
    assets.add("video", "one.mp4", asset_id="one", clip_id="one", segment_id="seg1")
    assets.clip(segment_id="seg1", clip_id="one", output_path="one.mp4", prompt="Mara in a red coat.")
    assets.add("video", "two.mp4", asset_id="two", segment_id="seg2", prompt="Mara runs, her red coat open.")
    assets.add("image", "three.png", asset_id="three", prompt="Mara wears a red coat.")
    return assets.tell("Mara", kind="character", state={"coat": "blue"})


def test_a_change_lists_what_no_longer_agrees_with_what_it_cost_and_would_cost(small: Bible, told: EntityState) -> None:
    plan = remaking.cost(small, STORY, told.state_id)

    listed = {each.asset.asset_id: (each.cost, each.again and dollars(each.again)) for each in plan.remakes}
    assert listed == {"one": (750_000, 0.04), "two": (None, 0.04), "three": (None, None)}
    assert (dollars(plan.spent), dollars(plan.price), plan.unknown) == (0.75, 0.08, 2)


def test_a_plan_says_what_it_would_ask_for_and_why_something_cannot_be_asked_for(
    small: Bible, told: EntityState
) -> None:
    plan = remaking.cost(small, STORY, told.state_id)

    said = {each.asset.asset_id: each.why_not or each.prompt for each in plan.remakes}
    assert said == {
        "one": "Mara in a blue coat.",
        "two": "Mara runs, her blue coat open.",
        "three": remaking.NO_FILM,
    }


def test_nothing_is_started_before_somebody_confirms(small: Bible, told: EntityState) -> None:
    before = small.runs.list().total

    plan = remaking.cost(small, STORY, told.state_id)
    with pytest.raises(Conflict):
        remaking.order(small, STORY, told.state_id, seen="another plan")

    assert (small.runs.list().total, plan.mark) == (before, remaking.cost(small, STORY, told.state_id).mark)


def test_what_is_made_again_stands_in_the_place_of_the_old_take(small: Bible, told: EntityState) -> None:
    plan = remaking.cost(small, STORY, told.state_id)

    run_id = remaking.order(small, STORY, told.state_id, seen=plan.mark, asset_ids=["one"])
    run = orchestrator.produce(small, run_id, crew=quick(small))

    now = remaking.cost(small, STORY, told.state_id)
    after = {each.asset.asset_id: each.why_not for each in now.remakes}
    assert (run.recorded_status, dollars(run.spent)) == ("completed", 0.04)
    assert [entry.step for entry in paid.entries(small.db, run_id)] == ["video.static_images.again-1"]
    assert (now.spent, now.unknown) == (0, 2)
    assert after == {"one": remaking.AT_REST, "two": None, "three": remaking.NO_FILM}


def test_a_person_may_word_an_order_otherwise(small: Bible, told: EntityState) -> None:
    plan = remaking.cost(small, STORY, told.state_id)

    words = {"two": "Mara, in a long blue coat, runs."}
    run_id = remaking.order(small, STORY, told.state_id, seen=plan.mark, asset_ids=["two"], prompts=words)

    from showbible.studio.ledger import turns

    (shot,) = orchestrator.wish_of(turns.production(small.db, run_id)).reshoots
    assert (shot.prompt, shot.segment_id) == ("Mara, in a long blue coat, runs.", "seg2")


def test_what_cannot_be_made_again_is_not_ordered(small: Bible, told: EntityState) -> None:
    plan = remaking.cost(small, STORY, told.state_id)

    with pytest.raises(NotFound):
        remaking.order(small, STORY, told.state_id, seen=plan.mark, asset_ids=["three"])
    with pytest.raises(Invalid):
        remaking.order(small, STORY, told.state_id, seen=plan.mark, asset_ids=[])
