"""A production that cannot start fails with its reason, one that waits says why, and neither holds up the next."""

from __future__ import annotations

from pathlib import Path

import pytest

from showbible.bible import Bible
from showbible.errors import Malformed, Misconfigured
from showbible.runs.model import Status
from showbible.settings import Settings
from showbible.storage.blobs import Folder
from showbible.studio import orchestrator
from showbible.studio.ledger import turns
from showbible.studio.recovery import MOST_TURNS, Recovery
from showbible.vocabulary import RunId, utcnow
from showbible.web.pages.home.page import HomePage
from showbible.web.pages.kit.cards import cards
from tests.conftest import IN_FOLDER
from tests.web.conftest import calling

CONCEPT = "a snail crosses a road"
ADDRESS = "/api/v1/productions"


def _asked(bible: Bible, concept: str = CONCEPT) -> RunId:
    if not bible.lessons.preferences().is_set:
        bible.lessons.prefer({"preferred_duration": 1, "default_audio_tier": "none"})
    return orchestrator.ask(bible, concept, budget="0.15", pilots=1)


def _break_the_wish(bible: Bible, run_id: str) -> None:
    with bible.db.transaction():
        bible.db.run("UPDATE studio_runs SET wish = '{' WHERE run_id = :run_id", run_id=run_id)


def _studio_file(bible: Bible, text: str = "{") -> Path:
    file = bible.settings.home / "studio.toml"
    file.parent.mkdir(exist_ok=True)
    file.write_text(text)
    return file


def test_nothing_is_recorded_while_the_crew_cannot_work(bible: Bible) -> None:
    _studio_file(bible)

    with pytest.raises(Misconfigured, match=r"studio\.toml in the data folder is no TOML"):
        _asked(bible)

    assert bible.runs.list().total == 0


def test_a_broken_studio_is_told_over_http_without_a_path(bible: Bible) -> None:
    _studio_file(bible, "[providers.far]\nkind = 'http'\n[[providers.far.prices]]\namount = '-1'\nper = 'piece'")

    with calling(bible) as call:
        answer = call("POST", ADDRESS, json={"concept": CONCEPT, "budget": 2})

    assert (answer.status_code, bible.runs.list().total) == (503, 0)
    assert "studio.toml in the data folder: providers.far.prices: A price of -1" in answer.json()["detail"]
    assert str(bible.settings.home) not in answer.text


def test_a_model_that_cannot_be_used_leaves_no_run(folder: Settings) -> None:
    from dataclasses import replace

    with Bible(replace(folder, model="kling:foo")) as bible:
        with pytest.raises(Misconfigured, match="kling:foo"):
            orchestrator.ask(bible, CONCEPT, budget="1")

        assert bible.runs.list().total == 0


@IN_FOLDER
@pytest.mark.parametrize("broken", ["wish", "studio.toml"])
def test_what_breaks_later_fails_with_its_reason_and_lets_the_next_pass(bible: Bible, broken: str) -> None:
    first = _asked(bible, "a broken one")
    recovery = Recovery(bible)
    if broken == "wish":
        _break_the_wish(bible, first)
        second = _asked(bible)
        recovery.run_one()
    else:
        file = _studio_file(bible)
        recovery.run_one()
        file.unlink()
        second = _asked(bible)

    recovery.run_one()

    failed, made = bible.runs.get(first), bible.runs.get(second)
    assert (failed.recorded_status, made.recorded_status) == (Status.FAILED, Status.COMPLETED)
    assert "cannot be read" in failed.errors[0] if broken == "wish" else "studio.toml" in failed.errors[0]
    assert turns.production(bible.db, first).turn == 1


def test_a_wish_that_cannot_be_read_is_told_in_a_sentence(small: Bible) -> None:
    run_id = _asked(small)
    _break_the_wish(small, run_id)

    with pytest.raises(Malformed, match="What the studio was asked for cannot be read"):
        orchestrator.produce(small, run_id)


def test_one_that_has_to_wait_says_why_and_lets_the_next_pass(small: Bible) -> None:
    first, recovery = _asked(small, "a big one"), Recovery(small, clock=lambda: 1.0)
    assert isinstance(small.blobs, Folder)
    small.blobs.floor = 2**62
    tried = recovery.run_one()
    small.blobs.floor = 0
    second = _asked(small)

    worked = recovery.run_one()

    assert (tried, worked, small.runs.get(second).recorded_status) == (False, True, Status.COMPLETED)
    (card,) = cards(small.db, small.runs.list(status="running").items, at=utcnow(), stalled_after=600)
    assert (card.run_id, card.mark.word, card.mark.hue) == (first, "Waiting", "warn")
    assert str(small.settings.home) not in card.fact
    assert card.fact.startswith("Waits: ") and card.fact.removeprefix("Waits: ") in small.runs.get(first).warnings[0]


def test_one_that_waited_goes_on_when_its_pause_is_over(small: Bible) -> None:
    run_id, now = _asked(small), [1.0]
    recovery = Recovery(small, clock=lambda: now[0])
    assert isinstance(small.blobs, Folder)
    small.blobs.floor = 2**62
    recovery.run_one()
    small.blobs.floor = 0
    too_early = recovery.run_one()
    now[0] += 1.0

    recovery.run_one()

    assert (too_early, small.runs.get(run_id).recorded_status) == (False, Status.COMPLETED)


def test_a_blocked_queue_needs_you_and_the_page_says_so(bible: Bible) -> None:
    run_id = _asked(bible)
    turns.waits(bible.db, run_id, "The disk is full.")

    with calling(bible) as call:
        page, books = call("GET", "/").text, call("GET", f"{ADDRESS}/{run_id}").json()

    needs = [(need.text, need.blocks) for need in HomePage(bible).needs]
    assert (needs, books["waits"]) == ([("Waits: The disk is full.", True)], "The disk is full.")
    assert 'data-queue="blocked"' in page


def test_a_film_that_only_queues_blocks_nothing(small: Bible) -> None:
    _asked(small)
    _asked(small)

    with calling(small) as call:
        page = call("GET", "/").text

    assert ("1 film before it" in page, 'data-queue="blocked"' in page) == (True, False)


def test_one_that_was_tried_too_often_fails_with_what_it_waited_for(small: Bible) -> None:
    run_id = _asked(small)
    with small.db.transaction():
        small.db.run("UPDATE studio_runs SET turn = :most, waits = 'The disk is full.'", most=MOST_TURNS)

    Recovery(small).run_one()

    run = small.runs.get(run_id)
    assert (run.recorded_status, run.errors) == (
        Status.FAILED,
        (f"It was tried {MOST_TURNS} times in vain. The disk is full.",),
    )


def test_a_studio_file_that_cannot_be_read_is_a_wrong_setting(small: Bible) -> None:
    _studio_file(small, "[[providers.far.prices]]\nper = 'piece'")

    with pytest.raises(Misconfigured, match=r"prices\.0\.amount: Field required"):
        _asked(small)
