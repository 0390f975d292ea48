"""What a planning tool is told: little, fitting, without sources, and never against the user."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from showbible.bible import Bible
from showbible.direction.learn import stats
from showbible.direction.model import (
    Act,
    Card,
    CardState,
    Confidence,
    Explanation,
    KeyBeat,
    Op,
    Profile,
    Rule,
    SceneFacts,
    ShotCondition,
    ShotSummary,
)
from showbible.direction.recall import anticipate, as_json, block, card_text, contrast, habits
from showbible.direction.recall.scenes import SceneMemory
from showbible.direction.recall.snapshots import read
from showbible.direction.recall.tools import EXAMPLES, Tool
from showbible.errors import Invalid, NotFound
from showbible.vocabulary import utcnow
from tests.direction.builders import facts, plan, ready, shot, taught


def _rule(act: Act, function: str = "humiliation", confidence: Confidence = Confidence.HIGH, **unless: str) -> Rule:
    barred = {name: (value,) for name, value in unless.items()}
    where = {"function": (function,)}
    return Rule(
        act=act, where=where, unless=barred, scenes=("s9",), taken=3, left=0, elsewhere=4, confidence=confidence
    )


def _card(card_id: str, rule: Rule, state: CardState = CardState.ACTIVE) -> Card:
    told = card_text.card(rule, card_id=card_id)
    return Card(**{**vars(told), "state": state})


def _profile(*cards: Card) -> Profile:
    now = utcnow()
    return Profile(
        profile_id="p",
        project_id="whales",
        trigger_user_id="local",
        source_scene_ids=("s9",),
        source_memory_ids=("m9",),
        aggregated_at=now,
        summary="One. Two. Three.",
        cards=cards,
        stats=stats.story_stats([]),
        made_by="rule",
        created_at=now,
        updated_at=now,
    )


CLOSE = Act(op=Op.MODIFY, field="shot_size", to="CLOSE_UP")
DROP = Act(op=Op.REMOVE, job="establishing")


def _cards(number: int, confidence: Confidence = Confidence.HIGH) -> list[Card]:
    return [_card(f"c{n:02}", _rule(Act(op=Op.REMOVE, job=f"job{n}"), confidence=confidence)) for n in range(number)]


@pytest.mark.parametrize("tool", list(Tool))
def test_every_tool_gets_the_policy_and_its_own_examples(tool: Tool) -> None:
    built = block.built(_profile(*_cards(1)), tool, facts=None, steering=None)

    assert built.override_policy == block.POLICY and built.usage_examples == EXAMPLES[tool]
    assert all(text in built.prompt for text in (block.POLICY, *EXAMPLES[tool], "LEARNED DIRECTORIAL PREFERENCES"))


def test_the_policy_has_five_levels_and_the_user_comes_first() -> None:
    levels = [line for line in block.POLICY.splitlines() if line[:2] in ("1.", "2.", "3.", "4.", "5.")]

    assert len(levels) == 5 and "user" in levels[0] and "preferences" in levels[3]


def test_at_most_seven_cards_are_told() -> None:
    built = block.built(_profile(*_cards(12)), Tool.GENERATE_BEAT_PACKAGE, facts=None, steering=None)

    assert len(built.cards) == 7


def test_surer_cards_come_first_and_doubtful_ones_only_alone() -> None:
    high, low = _card("h", _rule(CLOSE)), _card("l", _rule(DROP, confidence=Confidence.LOW))
    medium = _card("m", _rule(DROP, confidence=Confidence.MEDIUM))

    both = block.built(_profile(low, medium, high), Tool.PROPOSE_EDIT_PLAN, facts=None, steering=None)
    alone = block.built(_profile(low), Tool.PROPOSE_EDIT_PLAN, facts=None, steering=None)

    assert ([c.card_id for c in both.cards], [c.card_id for c in alone.cards]) == (["h", "m"], ["l"])
    assert "low confidence" in alone.prompt


def test_evidence_and_sources_stay_out_of_the_prompt() -> None:
    built = block.built(_profile(_card("c", _rule(CLOSE))), Tool.SCENE_GURU, facts=None, steering=None)

    assert "Observed" not in built.prompt and "s9" not in built.prompt


def test_only_the_budget_is_told_the_statistics() -> None:
    told = {tool: block.built(_profile(), tool, facts=None, steering=None).stats is not None for tool in Tool}

    assert [tool for tool, has in told.items() if has] == [Tool.BUDGET_BEAT_PACKAGES]


def test_cards_that_do_not_fit_the_scene_are_left_out() -> None:
    fits, other = _card("fits", _rule(CLOSE)), _card("other", _rule(DROP, "pursuit"))
    barred = _card("barred", _rule(DROP, scene_type="drama"))

    built = block.built(_profile(fits, other, barred), Tool.SCENE_GURU, facts=facts(), steering=None)

    assert [card.card_id for card in built.cards] == ["fits"]


def test_the_present_instruction_overrules_a_card() -> None:
    built = block.built(_profile(_card("c", _rule(CLOSE))), Tool.SCENE_GURU, facts=None, steering="No close-ups here.")

    assert built.cards == ()


def test_a_paused_card_does_not_speak() -> None:
    paused = _card("c", _rule(CLOSE), CardState.PAUSED)

    assert block.built(_profile(paused), Tool.SCENE_GURU, facts=None, steering=None).cards == ()
    assert anticipate.edits(facts(), read(plan("a")), [paused]) == []


def test_no_profile_no_block_and_a_build_is_asked_for(bible: Bible) -> None:
    bible.projects.create("whales")
    story = bible.direction("whales")

    assert story.block("scene_guru") is None

    story.put("s1", ready(plan("a")))
    story.block("scene_guru")
    bible.worker().run_all()
    assert story.block("scene_guru") is not None


def test_a_use_is_noted_with_its_cards(bible: Bible) -> None:
    story = taught(bible)
    story.used("generate_beat_package", scene="h0")

    figures = story.figures()
    assert (figures["used.generate_beat_package"].number, figures["cards.generate_beat_package"].number) == (1, 1)


def test_an_unknown_tool_and_an_unknown_scene_are_errors(small: Bible) -> None:
    story = taught(small)

    with pytest.raises(Invalid, match="tool must be one of"):
        story.block("paint")
    with pytest.raises(NotFound, match="scene"):
        story.block("scene_guru", scene="nope")


def test_a_persons_word_on_a_card_outlives_a_rebuild(bible: Bible) -> None:
    story = taught(bible)
    card = story.profile().cards[0]
    story.change_card(card.card_id, state="paused", preference="Go in on the one who pays.")
    story.rebuild()
    bible.worker().run_all()

    (after,) = story.profile().cards
    assert (after.card_id, after.state, after.preference) == (card.card_id, "paused", "Go in on the one who pays.")
    assert (after.made_by, after.applies_to) == ("person", card.applies_to)


def test_the_habit_foresees_the_same_edit_in_a_new_scene(bible: Bible) -> None:
    story = taught(bible)

    edits = story.anticipate(facts(), read([shot("x"), shot("y", shotSize="CLOSE_UP")]))

    assert [(e.op, e.shot_id, e.field, e.to) for e in edits] == [("modify", "x", "shot_size", "CLOSE_UP")]
    assert edits[0].card_id == story.profile().cards[0].card_id


def test_the_habit_does_not_reach_other_kinds_of_beats(small: Bible) -> None:
    assert taught(small).anticipate(facts("exposition"), read(plan("x"))) == []


def test_contrary_steering_is_never_violated(small: Bible) -> None:
    assert taught(small).anticipate(facts(), read(plan("x")), steering="Keep the size of every shot.") == []


def test_every_kind_of_edit_can_be_foreseen() -> None:
    shots = read([shot("a", shotJob="talk"), shot("b", shotJob="talk"), shot("c", shotJob="detail"), shot("d")])
    acts = [
        Act(op=Op.MERGE, job="talk"),
        Act(op=Op.MOVE, job="detail", field="scene_start"),
        Act(op=Op.INSERT, job="insert"),
        Act(op=Op.REMOVE, job="reaction_emotion"),
    ]
    rules = [_rule(act) for act in acts]
    cards = [_card(str(n), rule) for n, rule in enumerate(rules)]

    found = anticipate.edits(facts(), shots, cards)

    assert {(e.op, e.shot_ids or e.shot_id or e.after_shot_id, e.before_shot_id) for e in found} == {
        ("merge", ("a", "b"), None),
        ("move", "c", "a"),
        *(("insert", each, None) for each in "abcd"),
        ("remove", "d", None),
    }


def test_a_scene_in_prose_is_understood() -> None:
    beat = KeyBeat(beat_id="b1", description="Marcus mocks Lena in front of everyone.")
    told = SceneFacts(
        scene_text="A tense argument in a small familiar room.", key_beats=(beat,), characters=("Lena", "Marcus")
    )

    edits = anticipate.edits(told, read(plan("x")), [_card("c", _rule(CLOSE))])

    assert [edit.shot_id for edit in edits] == ["x"]


def test_a_habit_with_exceptions_is_not_anticipated_where_nothing_tells_what_scene_it_is() -> None:
    every = (ShotCondition(weight=1.0, where={}),)
    always = replace(_rule(CLOSE), explanations=(Explanation(weight=1.0, prior=0.9),), looks=every)
    sometimes = replace(always, doubts={"scene:gag": 0.8})

    found = [anticipate.edits(SceneFacts(), read(plan("x")), [_card("c", rule)]) for rule in (always, sometimes)]

    assert [len(each) for each in found] == [1, 0]


def test_a_story_weighs_its_scenes_by_their_shots() -> None:
    long = stats.shot_summary(facts(), read(plan(*(f"l{n}" for n in range(9)), durationSeconds=2.0)))
    short = stats.shot_summary(facts(), read(plan("s", durationSeconds=7.0)))

    assert (long.avg_shot_seconds, long.avg_shots_per_key_beat, long.key_shot_count) == (2.0, 9.0, 1)
    assert _weighed(long, short) == 2.5


def _weighed(*finals: ShotSummary) -> float:
    total = sum((final.avg_shot_seconds or 0) * final.timed_shots for final in finals)
    return total / sum(final.timed_shots for final in finals)


def test_what_is_asked_now_is_missing_from_the_summary_too(small: Bible) -> None:
    story = taught(small)

    usual, now = (story.block("generate_beat_package", steering=words) for words in (None, "No close-ups."))

    assert usual is not None and now is not None
    assert "close up" in usual.profile_summary
    assert "close up" not in now.profile_summary + now.prompt


def test_a_memory_from_before_moments_were_kept_still_teaches(small: Bible) -> None:
    story = taught(small)
    old = [_as_before(story.memory(scene.scene_id)) for scene in story.scenes().items]

    found = contrast.learned([habits.seen_scene(memory) for memory in old])

    assert [(rule.act.to, rule.where) for rule in found.rules] == [("CLOSE_UP", {"function": ("humiliation",)})]


def _as_before(memory: SceneMemory) -> SceneMemory:
    body = json.loads(as_json.text(SceneMemory, memory))
    del body["moments"], body["setting"]
    for seen in body["observations"]:
        del seen["moment"]
    return as_json.value(SceneMemory, json.dumps(body))
