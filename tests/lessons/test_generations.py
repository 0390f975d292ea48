"""How orders at providers ended is kept once each, counts as its film does, and outlives its run without its words."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

import pytest

from showbible.bible import Bible
from showbible.errors import Invalid
from showbible.lessons.model import ProviderLearning
from showbible.lessons.recall.generations import GenerationRecord, PriceEvidence, generation, newest, price_evidence
from showbible.lessons.recall.traits import PromptTrait, traits_of
from showbible.providers.model import Medium, Order, Picture, Refusal
from showbible.runs.model import Run
from showbible.vocabulary import utcnow
from tests.lessons.conftest import Film
from tests.lessons.orders import MONDAY, an_order


def _of(run: Run, provider: str = "runway", **facts: Any) -> GenerationRecord:
    """An order of a run that ended just now."""
    return an_order(provider, run_id=run.id, at=utcnow(), **facts)


def test_an_order_is_noted_as_it_was_told_and_once(bible: Bible, film: Film) -> None:
    run = film()
    order = an_order(run_id=run.id, pilot_id="p1", size="close_up", traits={"camera": True}, prompt="A whale", took=3.5)

    noted = [bible.lessons.note_generation(each) for each in (order, order)]

    assert (noted, newest(bible.db)) == ([True, False], [order])


@pytest.mark.parametrize(
    "wrong", [{"charged": -1}, {"took": float("nan")}, {"provider": "?!"}, {"generation_id": "a b"}]
)
def test_an_order_that_cannot_be_is_refused(bible: Bible, wrong: dict[str, object]) -> None:
    with pytest.raises(Invalid):
        bible.lessons.note_generation(an_order(**{"provider": "runway", **wrong}))  # type: ignore[arg-type]

    assert newest(bible.db) == []


def test_a_score_goes_to_what_its_pilot_brought(bible: Bible, film: Film) -> None:
    run = film()
    for pilot, outcome in (("p1", "succeeded"), ("p1", "failed"), ("p2", "succeeded"), (None, "succeeded")):
        bible.lessons.note_generation(an_order(run_id=run.id, pilot_id=pilot, outcome=outcome))

    judged = [bible.lessons.judge_generations(run.id, "p1", score) for score in (50, 80)]
    bible.lessons.judge_generations(run.id, None, 60)

    scores = [each.score for each in reversed(newest(bible.db))]
    assert (judged, scores) == ([1, 1], [80.0, None, None, 60.0])


def test_a_score_over_a_hundred_is_no_score(bible: Bible) -> None:
    with pytest.raises(Invalid, match="between 0 and 100"):
        bible.lessons.judge_generations("r1", "p1", 101)


def test_a_persons_rating_outweighs_the_score_of_the_winners_work_alone(bible: Bible, film: Film) -> None:
    run = bible.runs.start("Whales", budget=1)
    for pilot in ("p1", "p2"):
        bible.runs.add_pilot(run.id, pilot, tier="animated", budget=1)
        bible.lessons.note_generation(_of(run, pilot_id=pilot, score=80.0))
    bible.runs.finish(run.id, winning_pilot="p1")
    bible.lessons.rate(run.id, 1)

    worths = {each.pilot_id: each.worth for each in newest(bible.db)}

    assert worths == {"p1": (35.0, 4.0), "p2": (80.0, 1.0)}


def test_what_a_person_pauses_or_forgets_of_a_provider_teaches_no_more(bible: Bible, film: Film) -> None:
    paused, forgotten, kept = (film(metadata={"provider": "runway"}) for _ in range(3))
    for run in (paused, forgotten, kept):
        bible.lessons.note_generation(_of(run))
        bible.lessons.wrap(run.id)
    learned = {each.run_id: each.learning_id for each in bible.lessons.provider("runway").recent_learnings}

    bible.lessons.learnings.correct(learned[paused.id], {"paused": True})
    taken = bible.lessons.learnings.forget(learned[forgotten.id])

    assert [each.run_id for each in newest(bible.db)] == [kept.id]
    bible.lessons.learnings.restore(taken)
    assert {each.run_id for each in newest(bible.db)} == {kept.id, forgotten.id}


def test_a_forgotten_record_takes_its_orders_along_until_it_is_back(bible: Bible, film: Film) -> None:
    run = film()
    bible.lessons.note_generation(_of(run))
    bible.lessons.wrap(run.id)

    taken = bible.lessons.productions.forget(run.id)

    assert newest(bible.db) == []
    bible.lessons.productions.restore(taken)
    assert len(newest(bible.db)) == 1


def test_what_a_provider_did_outlives_the_run_without_its_words(bible: Bible, film: Film) -> None:
    run = film()
    order = an_order(run_id=run.id, pilot_id="p1", shot_id="s1", prompt="Zebulon", why="Zebulon", score=80.0, charged=5)
    bible.lessons.note_generation(order)

    bible.runs.delete(run.id)
    bible.worker().run_all()
    bible.lessons.note_generation(order)

    (left,) = newest(bible.db)
    assert (left.charged, left.outcome) == (5, "succeeded")
    assert (left.run_id, left.pilot_id, left.shot_id, left.prompt, left.why, left.score) == (None,) * 6
    assert left.generation_id != order.generation_id


def test_a_run_that_comes_back_from_an_archive_can_be_deleted_again(bible: Bible) -> None:
    order = an_order(run_id="r1")
    for _ in range(2):
        bible.runs.start("Whales", budget=1, run_id="r1")
        bible.lessons.note_generation(order)
        bible.runs.finish("r1")
        bible.runs.delete("r1")
        bible.worker().run_all()

    assert len(newest(bible.db)) == 1


def test_prices_are_learned_from_what_was_really_charged_since_a_day(bible: Bible) -> None:
    day = timedelta(days=1)
    charges: tuple[tuple[int, dict[str, Any]], ...] = (
        (900, {"at": MONDAY - day}),
        (110, {}),
        (150, {"outcome": "undelivered"}),
        (120, {}),
        (0, {"outcome": "failed"}),
        (900, {"simulated": True}),
        (900, {"model": "gen-4"}),
    )
    for charged, facts in charges:
        bible.lessons.note_generation(an_order(estimated=100, charged=charged, **{"at": MONDAY + day, **facts}))

    assert price_evidence(bible.db, "runway", "", MONDAY.date()) == PriceEvidence(charges=3, median=1.2, highest=1.5)


def test_two_charges_are_no_evidence(bible: Bible) -> None:
    for _ in range(2):
        bible.lessons.note_generation(an_order(estimated=100, charged=110))

    assert price_evidence(bible.db, "runway", "", date(2026, 1, 1)) is None


def test_a_provider_that_only_failed_is_known(bible: Bible) -> None:
    for _ in range(3):
        bible.lessons.note_generation(an_order("Kite Labs", outcome="failed"))

    (known,) = bible.lessons.providers()

    assert (known.provider, known.total_runs, known.recent_learnings) == ("kite-labs", 0, ())
    assert known.records[0].sentences == ("Fails every order (3 of 3).",)
    assert bible.lessons.provider("kite-labs") == known


def test_a_refusal_for_want_of_money_says_nothing_of_a_provider(bible: Bible) -> None:
    bible.lessons.note_generation(an_order(outcome="refused", refusal=Refusal.BALANCE))
    bible.lessons.note_generation(an_order(outcome="refused", refusal=Refusal.MODERATION))

    (record,) = bible.lessons.provider("runway").records

    assert (record.orders, record.counted, record.failures) == (2, 1, 1)


def test_an_order_alone_is_found_by_its_id(bible: Bible) -> None:
    order = an_order()
    bible.lessons.note_generation(order)

    assert generation(bible.db, order.generation_id) == order


def test_what_a_person_wrote_of_a_run_is_no_word_of_another_provider(bible: Bible, film: Film) -> None:
    run = film()
    for name in ("runway", "luma"):
        bible.lessons.note_generation(_of(run, name))
        told = ProviderLearning(provider=name, run_id=run.id, made_by="person", at=utcnow(), overall_success=True)
        (learned,) = bible.lessons.learn_of_provider(told).recent_learnings

    bible.lessons.learnings.correct(learned.learning_id, {"paused": True})

    assert [each.provider for each in newest(bible.db)] == ["runway"]


def _picture() -> Picture:
    return Picture(path="media/a.png", sha256="0", media_type="image/png")


@pytest.mark.parametrize(
    ("order", "trait"),
    [
        ({"prompt": "A whale", "reference": _picture()}, PromptTrait.REFERENCE),
        ({"prompt": "A whale", "last_frame": _picture()}, PromptTrait.LAST_FRAME),
        ({"prompt": "A whale", "negative_prompt": "rain"}, PromptTrait.NEGATIVE_PROMPT),
        ({"prompt": "A sign that says “Closed”"}, PromptTrait.LETTERING),
        ({"prompt": "word " * 60}, PromptTrait.LONG_PROMPT),
        ({"prompt": "A whale", "seconds": 8.0}, PromptTrait.LONG_TAKE),
    ],
)
def test_an_order_shows_what_its_prompt_is_like(order: dict[str, object], trait: PromptTrait) -> None:
    found = traits_of(Order(medium=Medium.VIDEO, **order))  # type: ignore[arg-type]

    assert [name for name, held in found.items() if held] == [trait]


def test_what_the_words_of_an_order_do_not_tell_is_left_out_unless_somebody_says_it() -> None:
    order = Order(medium=Medium.VIDEO, prompt="Two sisters. Close up shot, push in.")

    seen, told = traits_of(order), traits_of(order, camera="close up shot, push in", style="", people=2)

    assert {"camera", "style", "several_people"}.isdisjoint(seen)
    assert (told["camera"], told["style"], told["several_people"]) == (True, False, True)
