"""What people decide about a mood with a music style outranks how its runs went, and can be taken back."""

from __future__ import annotations

from datetime import timedelta

import pytest

from showbible.bible import Bible
from showbible.errors import Conflict, Invalid, NotFound, ShowbibleError
from showbible.lessons.model import Combination, Pair, PairRuling, PairVerdict, Suggestion, UseState
from showbible.lessons.recall import combinations
from tests.lessons.conftest import MONDAY, Produce

WARM = Pair("warm", "piano")
TENSE = Pair("tense", "drones")
LATER = MONDAY + timedelta(days=40_000)
"""After anything that is forgotten now."""


def rated(produce: Produce, pair: Pair, *ratings: int) -> None:
    for rating in ratings:
        produce(mood=pair.mood, music_style=pair.music_style, rating=rating)


def sound(found: Suggestion) -> tuple[str | None, str | None]:
    return found.mood, found.music_style


def listed(bible: Bible) -> dict[Pair, tuple[int, int]]:
    return {each.pair: (each.good, each.total) for each in bible.lessons.combinations()}


def test_a_paused_combination_keeps_its_figures_and_is_not_suggested(bible: Bible, produce: Produce) -> None:
    rated(produce, WARM, 5, 5, 5, 5)
    rated(produce, TENSE, 5, 5, 5)
    before = sound(bible.lessons.suggest("podcast intro"))

    found = bible.lessons.combination_rulings.correct(Pair("Warm ", "PIANO").item_id, {"state": "paused"})

    assert found == Combination(**WARM._asdict(), good=4, total=4, ruling=PairRuling(state=UseState.PAUSED))
    assert (before, sound(bible.lessons.suggest("podcast intro"))) == (WARM, TENSE)


def test_a_combination_that_a_person_says_works_is_suggested_with_a_single_run(bible: Bible, produce: Produce) -> None:
    rated(produce, TENSE, 5, 5, 5)
    rated(produce, WARM, 1)

    bible.lessons.combination_rulings.correct(WARM.item_id, {"verdict": "works"})

    found = bible.lessons.suggest("podcast intro")
    assert (sound(found), found.sources["mood"], found.sources["music_style"]) == (WARM, "set", "set")
    assert found.why.endswith("A person decided that warm with piano works.")


def test_a_persons_word_outranks_a_dislike_that_ratings_taught(bible: Bible, produce: Produce) -> None:
    rated(produce, WARM, 1, 1)

    bible.lessons.combination_rulings.correct(WARM.item_id, {"verdict": "works"})

    assert bible.lessons.preferences().values.disliked_music_styles == ("piano",)
    assert sound(bible.lessons.suggest("podcast intro")) == WARM


def test_a_dislike_that_a_person_set_still_holds(bible: Bible, produce: Produce) -> None:
    rated(produce, WARM, 5)
    bible.lessons.combination_rulings.correct(WARM.item_id, {"verdict": "works"})

    bible.lessons.prefer({"disliked_music_styles": ["piano"]})

    assert bible.lessons.suggest("podcast intro").music_style == "ambient"


def test_a_combination_that_a_person_says_fails_is_never_suggested(bible: Bible, produce: Produce) -> None:
    rated(produce, WARM, 5, 5, 5)

    bible.lessons.combination_rulings.correct(WARM.item_id, {"verdict": "fails"})

    assert bible.lessons.suggest("podcast intro").music_style == "ambient"
    assert bible.lessons.memory_index()["learned_patterns"]["successfulCombinations"] == []


def test_what_is_barred_does_not_come_together_by_preference(bible: Bible, produce: Produce) -> None:
    rated(produce, Pair("calm", "ambient"), 5, 5)
    before = sound(bible.lessons.suggest("podcast intro"))

    bible.lessons.combination_rulings.correct(Pair("calm", "ambient").item_id, {"state": "paused"})
    by_default = sound(bible.lessons.suggest("podcast intro"))
    bible.lessons.prefer({"default_music_mood": "Ambient"})

    assert (before, by_default) == (("calm", "ambient"), ("calm", None))
    assert sound(bible.lessons.suggest("podcast intro")) == (None, "Ambient")


def test_a_verdict_given_back_leaves_it_to_the_runs(bible: Bible, produce: Produce) -> None:
    rated(produce, WARM, 5, 5, 5)
    bible.lessons.combination_rulings.correct(WARM.item_id, {"verdict": "fails"})

    bible.lessons.combination_rulings.correct(WARM.item_id, {"verdict": None})

    assert sound(bible.lessons.suggest("podcast intro")) == WARM
    assert bible.db.all("SELECT * FROM combination_rulings") == []


def test_a_decision_outlives_the_runs_it_was_made_about(bible: Bible, produce: Produce) -> None:
    run = produce(mood="warm", music_style="piano", rating=5)
    bible.lessons.combination_rulings.correct(WARM.item_id, {"verdict": "works"})

    bible.lessons.ratings.forget(run.run_id)
    kept = listed(bible)
    bible.lessons.combination_rulings.correct(WARM.item_id, {"verdict": None})

    assert (kept, listed(bible)) == ({WARM: (0, 0)}, {})


def test_forgotten_runs_stop_counting_and_later_ones_teach_anew(bible: Bible, produce: Produce) -> None:
    rated(produce, WARM, 5, 5, 1)
    rated(produce, TENSE, 5)
    bible.lessons.combination_rulings.forget(WARM.item_id)
    gone = listed(bible)

    produce(**WARM._asdict(), rating=5, at=LATER)

    assert (gone, listed(bible)) == ({TENSE: (1, 1)}, {TENSE: (1, 1), WARM: (1, 1)})


def test_forgetting_takes_what_was_decided_with_its_history(bible: Bible, produce: Produce) -> None:
    rated(produce, WARM, 5)
    bible.lessons.combination_rulings.correct(WARM.item_id, {"state": "paused"})

    bible.lessons.combination_rulings.forget(WARM.item_id)

    assert combinations.versions(bible.db, WARM) == []
    assert combinations.ruling(bible.db, WARM) == PairRuling()


def test_what_was_forgotten_comes_back_as_it_was(bible: Bible, produce: Produce) -> None:
    rated(produce, WARM, 5, 1)
    bible.lessons.combination_rulings.correct(WARM.item_id, {"state": "paused", "verdict": "works"})
    before = bible.lessons.combinations()

    rulings = bible.lessons.combination_rulings
    rulings.restore(rulings.forget(WARM.item_id))

    assert bible.lessons.combinations() == before


def test_a_forgetting_that_was_repeated_is_not_undone(bible: Bible, produce: Produce) -> None:
    rated(produce, WARM, 5)
    taken = bible.lessons.combination_rulings.forget(WARM.item_id)
    produce(**WARM._asdict(), rating=5, at=LATER)
    bible.lessons.combination_rulings.forget(WARM.item_id)

    with pytest.raises(Conflict, match="forgotten again since"):
        bible.lessons.combination_rulings.restore(taken)

    assert listed(bible) == {}


def test_an_older_decision_can_be_taken_back(bible: Bible, produce: Produce) -> None:
    rated(produce, WARM, 5)
    bible.lessons.combination_rulings.correct(WARM.item_id, {"verdict": "fails"})
    bible.lessons.combination_rulings.correct(WARM.item_id, {"state": "paused"})
    first = combinations.versions(bible.db, WARM)[-1]

    bible.lessons.combination_rulings.undo(WARM.item_id, first.seq)

    assert combinations.ruling(bible.db, WARM) == PairRuling(state=UseState.PAUSED)


def test_a_change_of_another_combination_is_not_taken_back(bible: Bible, produce: Produce) -> None:
    rated(produce, WARM, 5)
    rated(produce, TENSE, 5)
    bible.lessons.combination_rulings.correct(TENSE.item_id, {"verdict": "works"})
    (change,) = combinations.versions(bible.db, TENSE)

    with pytest.raises(NotFound, match="no change"):
        bible.lessons.combination_rulings.undo(WARM.item_id, change.seq)

    assert combinations.ruling(bible.db, TENSE).verdict is PairVerdict.WORKS


def test_a_stale_decision_is_refused_with_both_texts(bible: Bible, produce: Produce) -> None:
    rated(produce, WARM, 5)
    bible.lessons.combination_rulings.correct(WARM.item_id, {"verdict": "works"})

    with pytest.raises(Conflict, match="warm with piano meanwhile: verdict is works, you wrote fails"):
        bible.lessons.combination_rulings.correct(WARM.item_id, {"verdict": "fails"}, seen=0)

    assert combinations.ruling(bible.db, WARM).verdict is PairVerdict.WORKS


@pytest.mark.parametrize(
    ("pair", "decided", "error"),
    [
        (TENSE, {"state": "paused"}, NotFound),
        (WARM, {"state": "asleep"}, Invalid),
        (WARM, {"verdict": "maybe"}, Invalid),
        (WARM, {"colour": "red"}, Invalid),
        (Pair("warm", " "), {"state": "paused"}, Invalid),
        (Pair("w\x00rm", "piano"), {"state": "paused"}, Invalid),
    ],
)
def test_what_cannot_be_decided_is_refused(
    bible: Bible, produce: Produce, pair: Pair, decided: dict[str, str], error: type[ShowbibleError]
) -> None:
    rated(produce, WARM, 5)

    with pytest.raises(error):
        bible.lessons.combination_rulings.correct(pair.item_id, decided)

    assert bible.db.all("SELECT * FROM combination_rulings") == []


def test_letters_of_any_script_fold_as_they_are_counted(bible: Bible, produce: Produce) -> None:
    rated(produce, Pair("Élégant", "Ça va"), 5)

    found = bible.lessons.combination_rulings.correct(Pair(" Élégant", "Ça va ").item_id, {"state": "paused"})

    assert bible.lessons.combinations() == [found]


def test_what_nobody_knows_cannot_be_forgotten(bible: Bible) -> None:
    with pytest.raises(NotFound, match="no combination 'warm with piano'"):
        bible.lessons.combination_rulings.forget(WARM.item_id)


def test_a_brief_is_told_what_a_person_decided(bible: Bible, produce: Produce) -> None:
    rated(produce, WARM, 5, 5, 5)
    before = bible.recall("podcast intro").text

    bible.lessons.combination_rulings.correct(WARM.item_id, {"state": "paused"})

    assert ("piano" in before, "piano" in bible.recall("podcast intro").text) == (True, False)
