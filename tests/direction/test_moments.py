"""Moments are told apart by what happens in them, in whatever words."""

from __future__ import annotations

import pytest

from showbible.direction.model import KeyBeat, Moment, SceneFacts
from showbible.direction.recall import likeness, moments
from showbible.direction.recall.moments import Votes, sameness


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("At the crematorium she signs for the remains of her father.", "grief"),
        ("They tear across the frozen lake with the sled dogs at their backs, hunted.", "pursuit"),
        ("He recites the tax tables and draws her a chart.", "exposition"),
        ("She strokes his cheek and they embrace under the stairs.", "romance"),
    ],
)
def test_a_moment_is_known_by_words_that_no_list_holds_together(text: str, kind: str) -> None:
    shares = likeness.kind_shares(text)

    assert max(shares, key=lambda each: shares[each]) == kind


def test_nobody_parts_or_quarrels_alone() -> None:
    told = "Lena stands before {} at the station and says nothing."
    two, one = (
        moments.moments(SceneFacts(characters=people, key_beats=(KeyBeat(beat_id="b", description=text),)), ())["b"]
        for text, people in ((told.format("Marcus"), ("Lena", "Marcus")), (told.format("him"), ("Lena", "Marcus")))
    )

    assert two.kinds["farewell"] > one.kinds["farewell"]
    assert two.kinds["loneliness"] < one.kinds["loneliness"]


def test_a_scene_with_one_character_says_nothing_of_company() -> None:
    beat = KeyBeat(beat_id="b", description="Lena packs the last box.")
    alone = moments.moments(SceneFacts(characters=("Lena",), key_beats=(beat,)), ())["b"]

    assert alone.kinds == likeness.kind_shares(" packs the last box.")


def test_a_place_is_simple_or_complex_by_what_is_said_of_it() -> None:
    plain = likeness.place_shares(["A bare cell with a bunk."])
    maze = likeness.place_shares(["An unfamiliar shipyard with three levels of docks, ladders and tunnels."])

    assert plain["simple"] > 0.6
    assert maze["complex"] > 0.6


def test_a_tag_is_taken_as_it_is() -> None:
    facts = SceneFacts(key_beats=(KeyBeat(beat_id="b", function="Hope Lost", description="They kiss."),))

    assert moments.moments(facts, ())["b"].kinds == {"hope_lost": 1.0}


def test_nothing_of_the_words_is_kept() -> None:
    facts = SceneFacts(key_beats=(KeyBeat(beat_id="b", description="Lena burns the ledger."),))

    assert "ledger" not in repr(moments.moments(facts, ()))


def test_the_same_sentence_with_a_word_more_is_the_same_moment() -> None:
    told = "{} counts the coins into the tin box on the shelf {}."
    one, two = (
        moments.moments(SceneFacts(key_beats=(KeyBeat(beat_id="b", description=text),)), ())["b"]
        for text in (told.format("She", ""), told.format("He", "slowly"))
    )

    assert sameness(one, two) > 0.8


def test_tags_alone_decide_where_both_are_tagged() -> None:
    one = Moment(kinds={"grief": 1.0}, given=True, jobs=("single", "detail"))

    assert sameness(one, one) == 1.0
    assert sameness(one, Moment(kinds={"gag": 1.0}, given=True, jobs=one.jobs)) == 0.0


def test_moments_with_the_same_plan_are_likelier_of_one_kind_than_others() -> None:
    unsure = {"grief": 0.5, "farewell": 0.5}
    one = Moment(kinds=unsure, jobs=("single", "detail", "single"))
    alike, unlike = Moment(kinds=unsure, jobs=one.jobs), Moment(kinds=unsure, jobs=("wide", "action"))

    assert sameness(one, alike) > 0.5 > sameness(one, unlike)


def test_moments_that_are_surely_of_two_kinds_are_not_made_one_by_their_plan() -> None:
    grief, dread = (Moment(kinds={kind: 1.0}, jobs=("single", "detail", "single")) for kind in ("grief", "dread"))

    assert sameness(grief, dread) < 0.5


def test_moments_like_it_help_to_tell_the_kind() -> None:
    met = [Moment(kinds={"grief": 1.0}, jobs=("single", "detail")), Moment(kinds={"gag": 1.0}, jobs=("wide",))]
    unsure = Moment(kinds={"grief": 0.4, "gag": 0.6}, jobs=("single", "detail"))

    shares = Votes(seen=met).kinds(unsure)

    assert shares["grief"] > shares["gag"]
