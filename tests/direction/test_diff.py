"""Edits are told from snapshots alone: exactly, once, and without what was taken back."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from showbible.direction.model import EditEvent, EventType, ToolCall
from showbible.direction.recall import diff
from tests.direction.builders import call, generated, plan, said, shot


def _edits(*turns: ToolCall | str) -> list[EditEvent]:
    easy = (EventType.INITIAL_GENERATION, EventType.ACCEPTANCE)
    return [event for event in diff.events(said(*turns)) if event.type not in easy]


def _told(events: list[EditEvent]) -> list[tuple[str, tuple[str, ...], dict[str, list[Any]]]]:
    return [(str(event.type), event.shot_refs, event.fields) for event in events]


def _with(shots: list[dict[str, Any]], shot_id: str, **changes: Any) -> list[dict[str, Any]]:
    return [each | changes if each["shotId"] == shot_id else each for each in shots]


ABC = plan("a", "b", "c")
CLOSE = {"shotSize": "CLOSE_UP"}


def test_the_first_plan_is_a_baseline_and_no_insertion() -> None:
    events = diff.events(said("Generate.", generated(ABC)))

    assert [(e.type, e.shot_refs) for e in events] == [(EventType.INITIAL_GENERATION, ("a", "b", "c"))]


def test_without_a_generation_the_first_good_snapshot_is_the_baseline() -> None:
    changed = _with(ABC, "b", **CLOSE)

    edits = _edits(
        call("c1", "modify_shot", ABC, shotNumber=1, changes=CLOSE),
        call("c2", "modify_shot", changed, shotNumber=2, changes=CLOSE),
    )

    assert _told(edits) == [("modify", ("b",), {"shot_size": ["MEDIUM_SHOT", "CLOSE_UP"]})]


def test_a_modification_counts_only_the_fields_it_asked_for() -> None:
    after = _with(_with(ABC, "b", shotSize="CLOSE_UP", description="Close on Lena."), "c", durationSeconds=3.4)

    edits = _edits(generated(ABC), call("c2", "modify_shot", after, shotNumber=2, changes=CLOSE))

    assert _told(edits) == [("modify", ("b",), {"shot_size": ["MEDIUM_SHOT", "CLOSE_UP"]})]


def test_an_index_is_resolved_against_the_snapshot_just_before() -> None:
    inserted = [ABC[0], shot("x"), *ABC[1:]]
    after = _with(inserted, "b", **CLOSE)

    edits = _edits(
        generated(ABC),
        call("c2", "insert_shot", inserted),
        call("c3", "modify_shot", after, shotNumber=3, changes=CLOSE),
    )

    assert [(str(e.type), e.shot_refs) for e in edits] == [("insert", ("x",)), ("modify", ("b",))]


def test_an_index_may_be_zero_based_when_the_shots_are() -> None:
    shots = [each | {"shotIndex": at} for at, each in enumerate(ABC)]

    edits = _edits(generated(shots), call("c2", "modify_shot", _with(shots, "a", **CLOSE), shotIndex=0, changes=CLOSE))

    assert [e.shot_refs for e in edits] == [("a",)]


def test_an_insertion_knows_the_shot_it_follows() -> None:
    edits = _edits(generated(ABC), call("c2", "insert_shot", [*ABC[:2], shot("x"), ABC[2]], afterShotNumber=2))

    assert [(e.shot_refs, e.anchors) for e in edits] == [(("x",), (("x", "b"),))]


def test_a_soft_deleted_shot_is_removed() -> None:
    edits = _edits(generated(ABC), call("c2", "remove_shots", _with(ABC, "b", isDeleted=True), shotNumbers=[2]))

    assert _told(edits) == [("remove", ("b",), {})]


def test_a_merge_is_not_a_removal() -> None:
    after = [ABC[0] | {"description": "Both."}, ABC[2]]

    edits = _edits(generated(ABC), call("c2", "merge_shots", after, shotNumbers=[1, 2]))

    assert [(str(e.type), set(e.shot_refs), e.removed) for e in edits] == [("merge", {"a", "b"}, ())]


def test_a_reorder_names_only_what_moved() -> None:
    five = plan("a", "b", "c", "d", "e")

    edits = _edits(generated(five), call("c2", "reorder_shots", [five[4], *five[:4]], shotNumber=5, newPosition=1))

    assert [(str(e.type), e.shot_refs, e.moved) for e in edits] == [("reorder", ("e",), (("e", "a"),))]


def test_of_two_swapped_shots_the_one_that_was_named_moved() -> None:
    first = _edits(generated(ABC), call("c2", "reorder_shots", [ABC[1], ABC[0], ABC[2]], shotId="a"))
    second = _edits(generated(ABC), call("c2", "reorder_shots", [ABC[1], ABC[0], ABC[2]], shotId="b"))

    assert [e.shot_refs for e in first + second] == [("a",), ("b",)]


def test_a_bulk_edit_keys_its_fields_by_shot() -> None:
    after = _with(_with(ABC, "a", **CLOSE), "c", cameraMovement="HANDHELD", description="Rough.")

    edits = _edits(generated(ABC), call("c2", "execute_edit_plan", after, summary="As discussed."))

    assert _told(edits) == [
        (
            "bulk_edit",
            ("a", "c"),
            {"a.shot_size": ["MEDIUM_SHOT", "CLOSE_UP"], "c.camera_movement": ["STATIC", "HANDHELD"]},
        )
    ]


def test_a_bulk_edit_that_spells_out_its_steps_counts_those_only() -> None:
    steps = [{"op": "modify", "shotId": "a", "changes": CLOSE}]
    after = _with(_with(ABC, "a", **CLOSE), "b", durationSeconds=2.2)

    edits = _edits(generated(ABC), call("c2", "execute_edit_plan", after, operations=steps))

    assert [e.fields for e in edits] == [{"a.shot_size": ["MEDIUM_SHOT", "CLOSE_UP"]}]


def test_a_merge_inside_a_plan_is_not_a_removal() -> None:
    steps = [{"op": "merge", "shotIds": ["a", "b"]}, {"op": "remove", "shotId": "c"}]

    edits = _edits(generated(ABC), call("c2", "execute_edit_plan", [ABC[0]], operations=steps))

    assert [(e.removed, e.merged, set(e.shot_refs)) for e in edits] == [(("c",), ("a", "b"), {"b", "c"})]


def test_an_acceptance_names_what_was_accepted_and_counts_once() -> None:
    events = diff.events(said(generated(ABC), call("c2", "confirm_shots", ABC), call("c3", "confirm_shots", ABC)))

    assert [(str(e.type), e.call_id) for e in events] == [("initial_generation", "c1"), ("acceptance", "c2")]


@pytest.mark.parametrize(
    "failed",
    [
        call("c2", "modify_shot", None, shotNumber=2, changes=CLOSE),
        call("c2", "modify_shot", _with(ABC, "b", **CLOSE), error="refused", shotNumber=2, changes=CLOSE),
        ToolCall(call_id="c2", name="modify_shot", data={"success": False, "shots": _with(ABC, "b", **CLOSE)}),
        ToolCall(call_id="c2", name="modify_shot", data={"shots": "none"}),
        ToolCall(call_id="c2", name="modify_shot", data={"shots": [1, 2]}),
        call("c2", "modify_shot", ABC, shotNumber=2, changes=CLOSE),
        call("c2", "modify_shot", _with(ABC, "b", **CLOSE), shotNumber=99, changes=CLOSE),
        call("c2", "repaint_the_sky", _with(ABC, "b", **CLOSE)),
    ],
    ids=["no data", "error", "no success", "no shots", "numbers", "no change", "out of range", "unknown tool"],
)
def test_a_call_that_changed_nothing_asked_for_is_no_event(failed: ToolCall) -> None:
    assert _edits(generated(ABC), failed) == []


def test_a_failed_call_does_not_move_the_snapshot() -> None:
    failed = call("c2", "modify_shot", _with(ABC, "b", **CLOSE), error="refused")
    again = call("c3", "modify_shot", _with(ABC, "b", **CLOSE), shotNumber=2, changes=CLOSE)

    assert [e.call_id for e in _edits(generated(ABC), failed, again)] == ["c3"]


def test_what_an_unknown_tool_changed_is_not_blamed_on_the_next_call() -> None:
    repainted = _with(ABC, "b", **CLOSE)
    after = _with(repainted, "a", **CLOSE)

    edits = _edits(generated(ABC), call("c2", "repaint", repainted), call("c3", "execute_edit_plan", after))

    assert [e.shot_refs for e in edits] == [("a",)]


def test_a_change_taken_back_leaves_nothing() -> None:
    tried = _with(ABC, "b", **CLOSE)
    back = {"shotSize": "MEDIUM_SHOT"}

    edits = _edits(
        generated(ABC),
        call("c2", "modify_shot", tried, shotNumber=2, changes=CLOSE),
        call("c3", "modify_shot", ABC, shotNumber=2, changes=back),
    )

    assert edits == []


def test_of_a_try_that_goes_on_the_last_step_stays() -> None:
    wide, close = {"shotSize": "WIDE"}, _with(ABC, "b", **CLOSE)

    edits = _edits(
        generated(ABC),
        call("c2", "modify_shot", close, shotNumber=2, changes=CLOSE),
        call("c3", "modify_shot", _with(ABC, "b", **wide), shotNumber=2, changes=wide),
        call("c4", "modify_shot", close, shotNumber=2, changes=CLOSE),
    )

    assert [(e.call_id, e.fields) for e in edits] == [("c2", {"shot_size": ["MEDIUM_SHOT", "CLOSE_UP"]})]


def test_an_inserted_shot_that_is_removed_again_takes_its_changes_along() -> None:
    more = [*ABC, shot("x")]

    edits = _edits(
        generated(ABC),
        call("c2", "insert_shot", more),
        call("c3", "modify_shot", _with(more, "x", **CLOSE), shotId="x", changes=CLOSE),
        call("c4", "remove_shots", ABC, shotIds=["x"]),
    )

    assert edits == []


def test_a_removed_shot_that_comes_back_was_never_removed() -> None:
    gone = _with(ABC, "b", isDeleted=True)

    edits = _edits(generated(ABC), call("c2", "remove_shots", gone, shotNumbers=[2]), call("c3", "insert_shot", ABC))

    assert edits == []


def test_an_order_that_is_restored_was_never_changed() -> None:
    swapped = [ABC[1], ABC[0], ABC[2]]

    edits = _edits(
        generated(ABC), call("c2", "reorder_shots", swapped, shotId="a"), call("c3", "reorder_shots", ABC, shotId="b")
    )

    assert edits == []


def test_the_words_nearby_are_kept_and_capped() -> None:
    after = _with(ABC, "b", **CLOSE)

    edits = _edits(generated(ABC), "x" * 5000, call("c2", "modify_shot", after, shotNumber=2, changes=CLOSE))

    assert [len(e.user_text or "") for e in edits] == [diff.WORDS_KEPT]


def test_system_fields_are_never_an_edit() -> None:
    after = [
        each | {"updatedAt": "now", "images": [1], "generatedImageURL": "u", "needsRerender": True} for each in ABC
    ]

    assert _edits(generated(ABC), call("c2", "execute_edit_plan", after)) == []


def test_five_thousand_shots_are_compared_at_once() -> None:
    many = plan(*(f"s{number}" for number in range(5000)))

    edits = _edits(generated(many), call("c2", "reorder_shots", [many[-1], *many[:-1]]))

    assert [e.shot_refs for e in edits] == [("s4999",)]


@given(st.permutations(["a", "b", "c", "d", "e", "f"]))
def test_putting_the_moved_shots_back_restores_the_order(order: list[str]) -> None:
    six = {shot_id: shot(shot_id) for shot_id in "abcdef"}
    after = [six[shot_id] for shot_id in order]

    edits = _edits(generated(list(six.values())), call("c2", "reorder_shots", after))

    moved = {shot_id for event in edits for shot_id in event.shot_refs}
    rest = [shot_id for shot_id in order if shot_id not in moved]
    assert rest == sorted(rest) and (bool(moved) == (order != sorted(order)))


_VALUES = st.sampled_from(["CLOSE_UP", "MEDIUM_SHOT", "WIDE"])


@given(st.lists(st.tuples(st.sampled_from("abc"), _VALUES), max_size=12))
def test_the_edits_that_stand_lead_from_the_first_plan_to_the_last(changes: list[tuple[str, str]]) -> None:
    shots, turns = ABC, [generated(ABC)]
    for number, (shot_id, size) in enumerate(changes, 2):
        shots = _with(shots, shot_id, shotSize=size)
        turns.append(call(f"c{number}", "modify_shot", shots, shotId=shot_id, changes={"shotSize": size}))

    edits = _edits(*turns)

    ends = dict.fromkeys("abc", "MEDIUM_SHOT")
    for event in edits:
        ends[event.shot_refs[0]] = event.fields["shot_size"][1]
    assert ends == {each["shotId"]: each["shotSize"] for each in shots}
