"""Ratings are a person's word: they count at once, the last one wins, and they can be taken back."""

from __future__ import annotations

from datetime import timedelta

import pytest

from showbible.bible import Bible
from showbible.corrections import as_text, from_text
from showbible.errors import Conflict, Invalid, NotFound
from showbible.lessons.model import Combination, verdict
from showbible.lessons.recall import history
from showbible.lessons.recall.forgotten import ForgottenRating
from showbible.lessons.record import productions as record
from showbible.vocabulary import utcnow
from tests.lessons.conftest import Film, Produce


def _rating(bible: Bible) -> tuple[int | None, str | None]:
    found = bible.lessons.history().items[0]
    return found.rating, found.notes


def test_re_rating_replaces_the_rating_and_keeps_the_older_one(bible: Bible, produce: Produce) -> None:
    run = produce()
    bible.lessons.rate(run.run_id, 2, notes="flat")

    bible.lessons.rate(run.run_id, 5, notes="it grew on me")

    said = history.ratings(bible.db, run.run_id)
    assert _rating(bible) == (5, "it grew on me")
    assert [(each.rating, each.notes) for each in said] == [(5, "it grew on me"), (2, "flat")]


@pytest.mark.parametrize(("word", "rating"), [("good", 5), ("bad", 1)])
def test_a_thumb_is_a_rating(bible: Bible, produce: Produce, word: str, rating: int) -> None:
    run = produce()

    bible.lessons.rate(run.run_id, word)

    assert _rating(bible) == (rating, None)


def test_ratings_read_as_good_bad_or_neither() -> None:
    assert [verdict(rating) for rating in (None, 1, 2, 3, 4, 5)] == [None, "bad", "bad", None, "good", "good"]


@pytest.mark.parametrize("rating", [0, 6, 3.5, True, "great", None, -1])
def test_what_is_no_rating_is_refused_and_changes_nothing(bible: Bible, produce: Produce, rating: object) -> None:
    run = produce(rating=4)

    with pytest.raises(Invalid, match="rating"):
        bible.lessons.rate(run.run_id, rating)

    assert _rating(bible) == (4, None)


def test_a_finished_run_can_be_rated_before_its_books_are_closed(bible: Bible, film: Film) -> None:
    run = film()

    bible.lessons.rate(run.id, 4)

    assert (_rating(bible), bible.lessons.wrap(run.id)) == ((4, None), False)


def test_a_running_run_cannot_be_rated(bible: Bible) -> None:
    run = bible.runs.start("A teaser", budget=1)

    with pytest.raises(Conflict, match="not over yet"):
        bible.lessons.rate(run.id, 4)


def test_an_unknown_run_cannot_be_rated(bible: Bible) -> None:
    with pytest.raises(NotFound, match="no run 'nobody'"):
        bible.lessons.rate("nobody", 4)


def test_a_corrected_rating_keeps_its_notes(bible: Bible, produce: Produce) -> None:
    run = produce()
    bible.lessons.rate(run.run_id, 2, notes="too dark")

    bible.lessons.ratings.correct(run.run_id, {"rating": 4})

    assert _rating(bible) == (4, "too dark")


def test_notes_without_a_rating_are_refused(bible: Bible, produce: Produce) -> None:
    run = produce()

    with pytest.raises(Invalid, match="beside a rating"):
        bible.lessons.ratings.correct(run.run_id, {"notes": "too dark"})


def test_undoing_ratings_leads_back_one_by_one(bible: Bible, produce: Produce) -> None:
    run = produce()
    for rating, notes in ((2, "flat"), (5, "it grew on me")):
        bible.lessons.rate(run.run_id, rating, notes=notes)
    newest, first = bible.lessons.ratings.history(run.run_id)

    told = []
    for change in (newest, first):
        bible.lessons.ratings.undo(run.run_id, change.seq)
        told.append(_rating(bible))

    assert told == [(2, "flat"), (None, None)]


def test_a_rating_that_was_replaced_is_not_undone(bible: Bible, produce: Produce) -> None:
    run = produce()
    bible.lessons.rate(run.run_id, 2)
    (first,) = bible.lessons.ratings.history(run.run_id)
    bible.lessons.rate(run.run_id, 5)

    with pytest.raises(Conflict, match="rated again since"):
        bible.lessons.ratings.undo(run.run_id, first.seq)

    assert _rating(bible) == (5, None)


def test_a_forgotten_rating_leaves_no_word_and_comes_back_with_all_of_them(bible: Bible, produce: Produce) -> None:
    run = produce()
    for rating, notes in ((1, "no"), (4, "well")):
        bible.lessons.rate(run.run_id, rating, notes=notes)
    said = [(each.rating, each.notes, each.at) for each in history.ratings(bible.db, run.run_id)]

    taken = bible.lessons.ratings.forget(run.run_id)
    gone = _rating(bible), bible.lessons.ratings.history(run.run_id)
    bible.lessons.ratings.restore(from_text(ForgottenRating, as_text(taken)))

    assert gone == ((None, None), [])
    assert _rating(bible) == (4, "well")
    assert [(each.rating, each.notes, each.at) for each in history.ratings(bible.db, run.run_id)] == said


def test_a_forgotten_rating_does_not_come_back_over_a_newer_one(bible: Bible, produce: Produce) -> None:
    run = produce(rating=1)
    taken = bible.lessons.ratings.forget(run.run_id)
    bible.lessons.rate(run.run_id, 5)

    with pytest.raises(Conflict, match="rated again since"):
        bible.lessons.ratings.restore(taken)


def test_what_was_said_of_a_deleted_run_goes_and_what_is_newer_stays(bible: Bible, produce: Produce) -> None:
    run = produce()
    bible.lessons.rate(run.run_id, 1)
    said = "SELECT COUNT(*) FROM changes WHERE kind = 'rating'"

    record.forget_run(bible.db, run.run_id, until=utcnow() - timedelta(hours=1))
    kept = bible.db.value(said)
    record.forget_run(bible.db, run.run_id)

    assert (kept, bible.db.value(said)) == (1, 0)


def test_combinations_count_good_and_total_among_rated_runs(bible: Bible, produce: Produce) -> None:
    for rating in (5, 4, 3, 1, None):
        produce(mood="Uplifting ", music_style="Piano", rating=rating)
    produce(mood="dark", music_style="drone", rating=5, status="failed")

    assert bible.lessons.combinations() == [Combination(mood="uplifting", music_style="piano", good=2, total=4)]


def test_re_rating_changes_the_combination_at_once(bible: Bible, produce: Produce) -> None:
    run = produce(mood="calm", music_style="piano", rating=5)

    bible.lessons.rate(run.run_id, 1)

    assert [(each.good, each.total) for each in bible.lessons.combinations()] == [(0, 1)]


def test_the_sound_of_the_only_runs_is_suggested_until_another_is_known_to_be_better(
    bible: Bible, produce: Produce
) -> None:
    heard = []
    for music, rating in (("piano", 4), ("drums", 5), ("drums", 5), ("drums", 5)):
        produce(mood="calm", music_style=music, rating=rating)
        heard.append(bible.lessons.suggest("podcast intro").music_style)

    assert (heard[0], heard[-1]) == ("piano", "drums")


def test_music_is_disliked_only_after_repetition(bible: Bible, produce: Produce) -> None:
    learned = []
    for rating in (1, 2, 5, 5):
        produce(music_style="heavy-metal", rating=rating)
        learned.append(bible.lessons.preferences().values.disliked_music_styles)

    assert learned == [(), ("heavy-metal",), ("heavy-metal",), ()]


def test_disliked_music_is_not_suggested(bible: Bible, produce: Produce) -> None:
    for _ in range(3):
        produce(mood="calm", music_style="piano", rating=5)
    bible.lessons.prefer({"disliked_music_styles": ["Piano", "ambient"]})

    assert bible.lessons.suggest("podcast intro").music_style is None
