"""Scenes and sessions are kept once, completely, and go when they are told to."""

from __future__ import annotations

from dataclasses import replace

import pytest

from showbible.bible import Bible
from showbible.direction.api import Direction
from showbible.direction.recall import uses
from showbible.direction.recall.plans import NewScene
from showbible.direction.record import uses as direction_uses
from showbible.direction.record.sessions import Appended
from showbible.direction.record.uses import MOST_USES
from showbible.errors import Invalid, NotFound, TooLarge
from showbible.jobs import queue
from showbible.vocabulary import stamp
from tests.direction.builders import READY, call, generated, plan, ready, said, teach

SHOTS = plan("a", "b")


@pytest.fixture
def story(bible: Bible) -> Direction:
    bible.projects.create("whales")
    return bible.direction("whales")


def _waiting(bible: Bible) -> list[str]:
    return sorted(job.event for job in queue.listed(bible.db, state=queue.JobState.QUEUED).items)


def test_a_scene_comes_back_as_it_was_put(story: Direction) -> None:
    put = story.put("s1", ready(SHOTS))

    assert story.scene("s1") == put
    assert [shot.shot_id for shot in put.shots] == ["a", "b"] and put.facts == ready(SHOTS).facts


def test_a_ready_scene_announces_itself_and_one_in_the_making_does_not(bible: Bible, story: Direction) -> None:
    story.put("s1", replace(ready(SHOTS), planning_stage="DRAFT"))
    before = _waiting(bible)
    story.put("s1", ready(SHOTS))

    assert (before, _waiting(bible)) == (["scenes.told"], ["scene.ready", "scenes.told"])


def test_a_scene_may_say_itself_that_it_is_ready(bible: Bible, story: Direction) -> None:
    story.put("s1", NewScene(planning_stage="our own stage", ready=True))

    assert story.scene("s1").ready and "scene.ready" in _waiting(bible)


def test_putting_the_same_scene_again_changes_nothing(bible: Bible, story: Direction) -> None:
    first = story.put("s1", ready(SHOTS))
    bible.worker().run_all()

    assert story.put("s1", ready(SHOTS)) == first and _waiting(bible) == []


def test_a_message_or_call_seen_before_is_ignored(story: Direction) -> None:
    story.put("s1", ready(SHOTS))
    turns = said("Generate.", generated(SHOTS))

    added = [story.append("s1", turns), story.append("s1", turns)]

    assert added == [Appended(messages=2, calls=1), Appended(messages=0, calls=0)]


def test_a_session_without_message_ids_may_be_sent_again_in_full(story: Direction) -> None:
    story.put("s1", ready(SHOTS))
    turns = [replace(turn, message_id="") for turn in said("Generate.", generated(SHOTS))]

    added = [story.append("s1", turns), story.append("s1", turns)]

    assert added == [Appended(messages=2, calls=1), Appended(messages=0, calls=0)]


def test_a_known_message_may_bring_new_calls(story: Direction) -> None:
    story.put("s1", ready(SHOTS))
    (turn,) = said(generated(SHOTS))
    story.append("s1", [turn])

    added = story.append("s1", [replace(turn, calls=(*turn.calls, call("c2", "confirm_shots", SHOTS)))])

    assert added == Appended(messages=0, calls=1)


def test_a_session_needs_its_scene(story: Direction) -> None:
    with pytest.raises(NotFound, match="no scene 'nope'"):
        story.append("nope", said("Hello."))


def test_an_edit_in_a_ready_scene_is_harvested_again(bible: Bible, story: Direction) -> None:
    story.put("s1", ready(SHOTS))
    bible.worker().run_all()
    story.append("s1", said(generated(SHOTS)))

    assert _waiting(bible) == ["scene.ready"]


def test_a_deleted_scene_takes_its_memory_along(bible: Bible, story: Direction) -> None:
    teach(story, "s1", "shame", closer=True)
    bible.worker().run_all()
    story.delete("s1")

    with pytest.raises(NotFound):
        story.memory("s1")
    assert _waiting(bible) == ["direction.changed", "scenes.told"]


def test_a_forgotten_session_is_not_taken_again(bible: Bible, story: Direction) -> None:
    teach(story, "s1", "shame", closer=True)
    story.forget("s1", chat_session_id="s1-chat")
    again = story.append("s1", said(generated(SHOTS, "new")), chat_session_id="s1-chat")
    bible.worker().run_all()

    assert again == Appended(messages=0, calls=0) and story.memory("s1").events == ()


def test_two_shots_with_one_id_are_refused(story: Direction) -> None:
    with pytest.raises(Invalid, match="Two shots have the id 'a'"):
        story.put("s1", ready(plan("a", "a")))


def test_more_shots_than_a_scene_can_have_are_refused(story: Direction) -> None:
    with pytest.raises(TooLarge, match="at most 5,000 shots"):
        story.put("s1", ready(plan(*(f"s{n}" for n in range(5001)))))


def test_a_deleted_project_leaves_nothing_of_its_direction(bible: Bible, story: Direction) -> None:
    teach(story, "s1", "shame", closer=True)
    bible.projects.delete("whales")
    bible.projects.create("whales")

    assert bible.direction("whales").scenes().total == 0


def test_stories_do_not_see_each_other(bible: Bible, story: Direction) -> None:
    story.put("s1", ready(SHOTS))
    bible.projects.create("owls")

    with pytest.raises(NotFound):
        bible.direction("owls").scene("s1")


def test_scenes_are_listed_page_by_page(story: Direction) -> None:
    for number in range(5):
        story.put(f"s{number}", NewScene(planning_stage=READY))

    first = story.scenes(limit=3)
    second = story.scenes(limit=3, cursor=first.next_cursor)

    assert [s.scene_id for s in first.items + second.items] == ["s4", "s3", "s2", "s1", "s0"] and first.total == 5


def test_a_story_keeps_its_newest_uses_and_counts_them_all(story: Direction) -> None:
    old = {"project_id": "whales", "tool": "scene_guru", "card_ids": "[]", "edits": "[]"}
    with story.db.transaction():
        story.db.many(_USED, [{**old, "use_id": f"u{number:04}", "used_at": number} for number in range(MOST_USES)])

    for tool in ("scene_guru", "anticipate"):
        direction_uses.use(story.db, tool, card_ids=["c1"])

    kept = uses.uses(story.db, limit=2 * MOST_USES)
    assert (len(kept), [use.tool for use in kept[:2]], stamp(kept[-1].used_at)) == (
        MOST_USES,
        ["anticipate", "scene_guru"],
        2,
    )
    assert story.figures()["used.anticipate"].number == 1


_USED = """
    INSERT INTO direction_uses (project_id, use_id, tool, card_ids, edits, used_at)
    VALUES (:project_id, :use_id, :tool, :card_ids, :edits, :used_at)
"""
