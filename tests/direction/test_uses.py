"""Looking at a preference block changes nothing; saying that it was used is noted, once, with its cards."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from showbible.bible import Bible
from showbible.direction.api import Direction
from showbible.direction.recall import uses
from showbible.errors import NotFound
from showbible.jobs import queue
from tests.direction.builders import plan, ready, taught
from tests.originals import Filling, nothing
from tests.web.conftest import Caller

P = "/api/v1/projects/whales"
USES = f"{P}/preference-block/uses"


@pytest.fixture
def filling(request: pytest.FixtureRequest) -> Filling:
    """The story is there from the start, for who asks for it."""
    return taught if "story" in request.fixturenames else nothing


@pytest.fixture
def story(bible: Bible) -> Direction:
    """A director who goes closer on humiliation: one card."""
    return bible.direction("whales")


def _card(story: Direction) -> str:
    return story.profile().cards[0].card_id


def _waiting(bible: Bible) -> list[str]:
    return sorted(job.event for job in queue.listed(bible.db, state=queue.JobState.QUEUED).items)


def test_looking_at_a_block_notes_no_use_and_starts_no_learning(bible: Bible, story: Direction, ask: Caller) -> None:
    story.put("h9", ready(plan("a")))
    before = (story.figures(), _waiting(bible))

    ask("GET", f"{P}/preference-block", params={"tool": "scene_guru", "scene": "h0"})

    assert (uses.uses(story.db), story.figures(), _waiting(bible)) == ([], *before)


def test_a_use_is_answered_and_counted_with_its_cards(story: Direction, ask: Caller) -> None:
    answer = ask("POST", USES, json={"tool": "scene_guru", "scene": "h0", "card_ids": [_card(story)] * 2})

    (use,) = uses.uses(story.db)
    told = answer.json()
    assert (answer.status_code, told["use_id"], told["card_ids"]) == (201, use.use_id, [_card(story)])
    assert (told["tool"], told["scene_id"], told["run_id"]) == ("scene_guru", "h0", None)
    assert story.figures()["cards.scene_guru"].number == 1


def test_a_use_of_no_named_cards_is_one_of_those_the_block_holds_now(story: Direction) -> None:
    everywhere, elsewhere = story.used("scene_guru"), story.used("scene_guru", scene="e0")

    assert (everywhere.card_ids, elsewhere.card_ids) == ((_card(story),), ())


def test_a_use_in_a_run_leaves_out_what_is_muted_there(bible: Bible, story: Direction, ask: Caller) -> None:
    run_id = bible.runs.start("A breach", budget=5, project_id="whales").run_id
    before = ask("POST", USES, json={"tool": "scene_guru", "run_id": run_id}).json()
    ask("PUT", f"/api/v1/runs/{run_id}/mutes/card/{_card(story)}")

    after = ask("POST", USES, json={"tool": "scene_guru", "run_id": run_id}).json()

    assert (before["run_id"], before["card_ids"], after["card_ids"]) == (run_id, [_card(story)], [])


def test_a_use_that_is_sent_twice_is_noted_once(story: Direction, ask: Caller) -> None:
    asked: dict[str, Any] = {"json": {"tool": "scene_guru"}, "headers": {"Idempotency-Key": "k1"}}

    first, again = ask("POST", USES, **asked), ask("POST", USES, **asked)

    assert first.json() == again.json() and story.figures()["used.scene_guru"].number == 1


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"tool": "paint"}, 422),
        ({"tool": "scene_guru", "scene": "nope"}, 404),
        ({"tool": "scene_guru", "card_ids": ["card-nope"]}, 404),
        ({"tool": "scene_guru", "run_id": "nope"}, 404),
        ({"tool": "scene_guru", "mood": "x"}, 422),
        ({}, 422),
    ],
)
def test_a_use_of_what_is_not_there_is_refused_and_notes_nothing(
    small: Bible, ask_one: Caller, body: dict[str, Any], status: int
) -> None:
    story = taught(small)

    answer = ask_one("POST", USES, json=body)

    assert (answer.status_code, uses.uses(story.db)) == (status, [])


def test_without_a_profile_there_is_nothing_to_use(small: Bible) -> None:
    small.projects.create("whales")

    with pytest.raises(NotFound, match="profile"):
        small.direction("whales").used("scene_guru")


def test_a_use_asks_for_what_the_profile_lacks(bible: Bible, story: Direction) -> None:
    story.put("h9", ready(plan("a")))
    _lose_the_jobs(bible)

    story.used("scene_guru")

    assert _waiting(bible) == ["direction.changed", "scene.ready"]


def test_a_scene_whose_planning_goes_on_asks_for_what_the_profile_lacks(bible: Bible, story: Direction) -> None:
    story.put("h9", ready(plan("a")))
    _lose_the_jobs(bible)

    story.put("new", replace(ready(plan("a")), planning_stage="PLANNING"))

    assert _waiting(bible) == ["direction.changed", "scene.ready", "scenes.told"]


def _lose_the_jobs(bible: Bible) -> None:
    with bible.db.transaction():
        bible.db.run("DELETE FROM jobs WHERE state = 'queued'")
