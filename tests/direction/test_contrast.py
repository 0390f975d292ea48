"""Habits are found where an edit was made and the same chance elsewhere was left alone."""

from __future__ import annotations

from showbible.direction.model import Act, Confidence, Observation, Op
from showbible.direction.recall import contrast
from showbible.direction.recall.contrast import Placed

CLOSE = Act(op=Op.MODIFY, field="shot_size", to="CLOSE_UP")
WIDE = Act(op=Op.MODIFY, field="shot_size", to="WIDE")
DROP = Act(op=Op.REMOVE, job="establishing")


def _place(*acts: Act, **kinds: str) -> Observation:
    usual = {"function": "shame", "scene_type": "drama", "geography": "simple", "shot_job": "reaction"}
    return Observation(traits={**usual, "shot_size": "MEDIUM_SHOT", **kinds}, acts=acts)


def _scene(scene_id: str, *places: Observation) -> list[Placed]:
    return [(scene_id, place) for place in places]


def test_a_habit_is_bound_to_the_kind_of_beat_where_it_shows() -> None:
    shame, plain = _place(CLOSE), _place(function="exposition")
    placed = [*_scene("s1", shame, shame, plain, plain), *_scene("s2", shame, shame, plain, plain)]

    (rule,) = contrast.rules(placed)

    assert (rule.act, rule.where) == (CLOSE, {"function": ("shame",)})
    assert (rule.scenes, rule.taken, rule.left, rule.elsewhere) == (("s1", "s2"), 4, 0, 4)


def test_where_a_habit_is_left_alone_becomes_its_exception() -> None:
    done, chase = _place(CLOSE), _place(scene_type="chase")
    placed = [*_scene("s1", done, done), *_scene("s2", done, done), *_scene("s3", chase, chase)]

    (rule,) = contrast.rules(placed)

    assert rule.unless == {"scene_type": ("chase",)}


def test_a_scene_in_which_a_habit_was_once_left_alone_is_remembered() -> None:
    done, chase = _place(CLOSE), _place(scene_type="chase")
    placed = [*_scene("s1", done, done), *_scene("s2", done, done), *_scene("s3", chase, chase)]

    (rule,) = contrast.rules(placed)

    assert rule.doubts["scene:pursuit"] > 0.5 and "scene:drama" not in rule.doubts


def test_the_place_may_be_what_matters() -> None:
    done, left = _place(DROP, shot_job="establishing"), _place(shot_job="establishing", geography="complex")
    placed = [p for n in range(3) for p in (*_scene(f"s{n}", done), *_scene(f"t{n}", left))]

    (rule,) = contrast.rules(placed)

    told = rule.where.get("geography") == ("simple",) or rule.unless.get("geography") == ("complex",)
    assert told and rule.act == DROP


def test_a_habit_of_any_moment_is_told_for_the_places_at_which_alone_it_was_done() -> None:
    done = [_place(DROP, shot_job="establishing", function=kind) for kind in ("shame", "grief", "romance")]
    other = _place(shot_job="insert", geography="complex")

    (rule,) = contrast.rules([*(("s" + str(n), each) for n, each in enumerate(done)), *_scene("t", other)])

    assert rule.unless == {"geography": ("complex",)}
    assert rule.settings["place:complex"] < 0.2 < 0.8 < rule.settings["place:simple"]


def test_opposite_habits_in_different_contexts_are_two_conditional_rules() -> None:
    closer, wider = _place(CLOSE), _place(WIDE, function="loneliness")
    placed = [p for n in range(3) for p in _scene(f"s{n}", closer, closer, wider, wider)]

    found = {rule.act: rule.where for rule in contrast.rules(placed)}

    assert found == {CLOSE: {"function": ("shame",)}, WIDE: {"function": ("loneliness",)}}


def test_a_contradiction_that_nothing_explains_is_never_sure() -> None:
    done, left = _place(CLOSE), _place()
    placed = [p for n in range(3) for p in _scene(f"s{n}", done, left, left)]

    assert all(rule.confidence is Confidence.LOW for rule in contrast.rules(placed))


def test_a_single_edit_among_many_chances_is_no_habit() -> None:
    placed = [*_scene("s1", _place(CLOSE), *[_place()] * 9), *_scene("s2", *[_place()] * 10)]

    assert contrast.rules(placed) == ()


def test_an_act_that_is_blocked_there_says_nothing_about_it() -> None:
    done = _place(CLOSE)
    gone = Observation(traits=_place(scene_type="chase").traits, blocked=("modify",))
    placed = [*_scene("s1", done, done), *_scene("s2", done, gone, gone)]

    (rule,) = contrast.rules(placed)

    assert rule.unless == {}


def test_confidence_needs_scenes_and_contrast() -> None:
    levels = [
        contrast.confidence(1, taken=9, left=0, elsewhere=50),
        contrast.confidence(2, taken=4, left=1, elsewhere=9),
        contrast.confidence(3, taken=6, left=1, elsewhere=9),
        contrast.confidence(3, taken=6, left=1, elsewhere=0),
        contrast.confidence(5, taken=5, left=9, elsewhere=9),
    ]

    assert levels == ["low", "medium", "high", "medium", "low"]


def test_lengths_that_always_differ_become_shorter_or_longer() -> None:
    def cut(was: str, to: float) -> Observation:
        return _place(Act(op=Op.MODIFY, field="duration_seconds", to=to), duration_seconds=was)

    placed = [*_scene("s1", cut("3.0", 1.5), cut("4.0", 2.0)), *_scene("s2", cut("5.0", 2.5), cut("6.0", 3.0))]

    (rule,) = contrast.rules(placed)

    assert (rule.act.to, rule.details) == ("shorter", {"ratio": "0.5"})


def test_the_order_of_scenes_does_not_matter() -> None:
    shame, plain = _place(CLOSE), _place(function="exposition")
    placed = [p for n in range(3) for p in _scene(f"s{n}", shame, plain, shame)]

    one, two = (contrast.rules(each)[0] for each in (placed, placed[::-1]))

    assert (one.where, one.unless, one.taken, one.confidence) == (two.where, two.unless, two.taken, two.confidence)


def test_lengths_that_grow_by_the_same_step_are_one_habit_even_if_some_come_twice() -> None:
    def held(was: str, to: float) -> Observation:
        return _place(Act(op=Op.MODIFY, field="duration_seconds", to=to), duration_seconds=was)

    placed = [*_scene("s1", held("2.0", 3.0), held("2.0", 3.0)), *_scene("s2", held("3.0", 4.0), held("1.5", 2.5))]

    (rule,) = contrast.rules(placed)

    assert (rule.act.to, rule.taken, rule.details) == ("longer", 4, {"delta": "1.0"})


def test_the_length_of_a_shot_can_be_the_condition() -> None:
    act = Act(op=Op.MODIFY, field="duration_seconds", to=1.5)
    cut, short = _place(act, duration_seconds="3.0"), _place(duration_seconds="2.0")
    placed = [p for n in range(3) for p in _scene(f"s{n}", cut, short, cut, short)]

    (rule,) = contrast.rules(placed)

    assert rule.where["duration_seconds"] == ("at least 2.5",) or rule.where["duration_seconds"] == ("at least 3",)


def test_a_habit_that_stopped_showing_is_less_sure() -> None:
    done, left = _place(CLOSE), _place()
    plain = _place(function="exposition")
    held = [p for n in range(4) for p in _scene(f"s{n}", done, done, plain)]
    lost = [*held, *_scene("t1", left, plain), *_scene("t2", left, plain)]

    (sure,), (unsure,) = contrast.rules(held), contrast.rules(lost)

    assert (sure.confidence, unsure.confidence) == ("high", "medium")
