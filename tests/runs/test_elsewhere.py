"""Work that was ordered elsewhere is put on record once, with its files, its prompt and what it cost."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import pytest

from showbible.bible import Bible
from showbible.errors import Conflict, Invalid, Malformed, NotFound, ShowbibleError, TryLater
from showbible.providers.model import WorkState
from showbible.runs.recall.elsewhere import BOOKED, WorkReport, work_id
from showbible.settings import Settings
from tests.processes import Child
from tests.providers.speaker import Shelf
from tests.providers.speakers.comfyui import REF, ComfyUISpeaker
from tests.runs.other_works import Elsewhere, a_film, serving


@pytest.fixture
def service(bible: Bible) -> Iterator[Elsewhere]:
    with serving(bible.settings.home) as found:
        yield found


@pytest.fixture
def small_service(small: Bible) -> Iterator[Elsewhere]:
    with serving(small.settings.home) as found:
        yield found


def _files(bible: Bible) -> list[str]:
    return [f"{store}/{each.key}" for store in ("videos", "audio", "media") for each in bible.blobs.entries(store)]


def _nothing_is_kept(bible: Bible) -> bool:
    lines = bible.db.value("SELECT COUNT(*) FROM ledger")
    return (bible.runs.list().total, _files(bible), lines) == (0, [], 0)


def test_a_work_becomes_a_run_with_its_film_prompt_model_and_cost(bible: Bible, service: Elsewhere) -> None:
    report = bible.runs.follow("service", "7", cost="9")

    run = bible.runs.get(str(report.run_id))
    (asset,) = run.assets
    assert (run.concept, run.recorded_status, run.spent) == (service.done["prompt"], "completed", 250_000)
    assert (asset.type, asset.cost, asset.duration, asset.prompt) == ("video", 250_000, 0.5, service.done["prompt"])
    assert asset.metadata == {
        "provider": "service",
        "provider_ref": "7",
        "model": "painter-2",
        "seed": 7,
        "width": 64,
        "height": 36,
    }
    assert b"".join(bible.stores.read("videos", asset.path.removeprefix("videos/"))) == a_film()
    assert bible.assets("default").get(asset.asset_id).path == asset.path


def test_a_work_is_recorded_once_however_often_and_at_once(bible: Bible, service: Elsewhere) -> None:
    with ThreadPoolExecutor(2) as pool:
        both = list(pool.map(lambda _: bible.runs.follow("service", "7"), range(2)))
    again = bible.runs.follow("service", "7", cost="9")

    assert sorted(each.is_new for each in both) == [False, True]
    assert {(each.run_id, each.cost, len(each.assets)) for each in (*both, again)} == {(again.run_id, 250_000, 1)}
    assert (bible.runs.list().total, len(_files(bible))) == (1, 1)


def test_a_work_is_looked_up_without_reading_the_whole_ledger(small: Bible) -> None:
    rows = small.db.all(f"EXPLAIN QUERY PLAN {BOOKED}", provider="service", task="7")

    assert "USING INDEX ledger_of_work (provider=? AND provider_ref=?)" in rows[0].detail


def test_a_work_can_belong_to_an_open_run(small: Bible, small_service: Elsewhere) -> None:
    small.projects.create("reef")
    run = small.runs.start("Whales", budget="5", project_id="reef")

    report = small.runs.follow("service", "7", run_id=run.run_id)

    found = small.runs.get(run.run_id)
    assert (report.run_id, found.spent, found.is_over) == (run.run_id, 250_000, False)
    assert report.assets[0].path.startswith("videos/projects/reef/")


class FilmingComfyUI(ComfyUISpeaker):
    """A ComfyUI whose film can be played."""

    result = (a_film(), "video/mp4")


def test_a_work_of_several_files_is_kept_whole_and_one_that_is_free_has_a_known_cost(small: Bible) -> None:
    with Shelf() as shelf, FilmingComfyUI(shelf) as service:
        service.polls = 10
        (small.settings.home / "studio.toml").write_text(f'[providers.comfyui]\nbase_url = "{service.url}"\n')

        report = small.runs.follow("comfyui", REF)

    assert [(each.type, each.metadata["width"]) for each in report.assets] == [("video", 64), ("image", 64)]
    assert (report.cost, small.runs.get(str(report.run_id)).concept) == (0, f"comfyui {REF}")


def test_a_run_that_is_made_for_a_work_can_stay_open_for_more(small: Bible, small_service: Elsewhere) -> None:
    report = small.runs.follow("service", "7", keep_open=True)

    assert not small.runs.get(str(report.run_id)).is_over


@pytest.mark.parametrize(("said", "cost"), [("1.50", 1_500_000), (None, None)])
def test_a_cost_that_the_provider_does_not_tell_is_never_made_up(
    small: Bible, small_service: Elsewhere, said: str | None, cost: int | None
) -> None:
    del small_service.done["cost"]

    report = small.runs.follow("service", "7", cost=said)

    run = small.runs.get(str(report.run_id))
    assert (report.cost, small.runs.follow("service", "7").cost, run.spent) == (cost, cost, cost or 0)
    assert ("cost_unknown" in run.assets[0].metadata, bool(run.warnings)) == (cost is None, cost is None)


def test_a_work_that_goes_on_is_not_recorded_unless_somebody_waits(small: Bible, small_service: Elsewhere) -> None:
    small_service.polls_before_done = 2  # type: ignore[misc]
    heard: list[str] = []

    before = small.runs.follow("service", "7", wait=False)
    after = small.runs.follow("service", "7", seen=lambda work: heard.append(work.state))

    assert before == WorkReport(provider="service", task="7", state=WorkState.RUNNING)
    assert (after.is_new, heard) == (True, ["running", "succeeded"])


def test_a_link_that_has_expired_is_asked_for_again(small: Bible, small_service: Elsewhere) -> None:
    small_service.shelf.expired.add("/result-1.bin")

    assert small.runs.follow("service", "7").is_new


def test_a_work_whose_run_was_deleted_is_recorded_anew_and_paid_for_once(bible: Bible, service: Elsewhere) -> None:
    first = bible.runs.follow("service", "7")
    bible.runs.delete(str(first.run_id))

    second = bible.runs.follow("service", "7")

    assert second.is_new and second.run_id != first.run_id
    assert bible.db.value("SELECT SUM(cost) FROM ledger") == 250_000


def test_an_order_of_our_own_is_not_taken_for_one_from_elsewhere(small: Bible, small_service: Elsewhere) -> None:
    run = small.runs.start("Whales", budget="5")
    small.runs.pay(run.run_id, "scene 1", cost=1, provider="service")
    with small.db.transaction():
        small.db.run("UPDATE ledger SET provider_ref = '7', state = 'submitted'")

    with pytest.raises(Conflict, match=f"ordered by run {run.run_id}"):
        small.runs.follow("service", "7")


@pytest.mark.parametrize(
    ("change", "error", "says"),
    [
        (lambda it: setattr(it, "content", b"<!doctype html><title>Sign in</title>"), Malformed, "web page"),
        (lambda it: setattr(it, "content", b"\x00\x00\x00\x20ftypisom" + b"film" * 200), Malformed, "and is none"),
        (lambda it: setattr(it, "content", b"just some text"), Malformed, "no film, picture or sound"),
        (lambda it: it.done.update(content_url="https://169.254.169.254/latest"), Malformed, "internal address"),
        (lambda it: it.done.update(content_url=""), Conflict, "names no file"),
        (lambda it: it.done.update(status="failed", error="the model broke"), Conflict, "failed: the model broke"),
        (lambda it: it.done.update(cost="-1"), TryLater, "no amount"),
    ],
)
def test_what_cannot_be_had_or_is_not_what_it_says_leaves_nothing(
    small: Bible,
    small_service: Elsewhere,
    change: Callable[[Elsewhere], None],
    error: type[ShowbibleError],
    says: str,
) -> None:
    change(small_service)

    with pytest.raises(error, match=says):
        small.runs.follow("service", "7")

    assert _nothing_is_kept(small)


@pytest.mark.parametrize(
    ("words", "wish", "error", "says"),
    [
        (("nobody", "7"), {}, Invalid, "names: service"),
        (("service", "8"), {}, NotFound, "work of service '8'"),
        (("service", " "), {}, Invalid, "task is empty"),
        (("service", "../secrets"), {}, Invalid, "no '..'"),
        (("service", "7"), {"cost": "-1"}, Invalid, "cost"),
        (("service", "7"), {"project_id": "none"}, NotFound, "project 'none'"),
        (("service", "7"), {"run_id": "none"}, NotFound, "run 'none'"),
    ],
)
def test_bad_input_is_refused_in_the_callers_words(
    small: Bible,
    small_service: Elsewhere,
    words: tuple[str, str],
    wish: dict[str, Any],
    error: type[ShowbibleError],
    says: str,
) -> None:
    with pytest.raises(error, match=says):
        small.runs.follow(*words, **wish)

    assert _nothing_is_kept(small)


def test_a_run_that_is_over_takes_no_more(small: Bible, small_service: Elsewhere) -> None:
    run = small.runs.start("Whales", budget="5")
    small.runs.finish(run.run_id)

    with pytest.raises(Conflict, match="is over"):
        small.runs.follow("service", "7", run_id=run.run_id)

    assert (small_service.asked, _files(small)) == ([], [])


def _follow(say: Callable[[object], None], settings: Settings) -> None:
    with Bible(settings) as bible:
        say("ready")
        bible.runs.follow("service", "7")
        say("recorded")


def test_a_process_killed_between_fetching_and_booking_leaves_nothing_on_record(
    bible: Bible, service: Elsewhere
) -> None:
    bible.runs.delete(bible.runs.start("Whales", budget="5").run_id)  # the default project is there
    with bible.db.transaction():
        bible.db.hold(f"work:{work_id('service', '7')}")
        child = Child(_follow, replace(bible.settings, workers=0))
        assert child.wait_for_word() == "ready"
        while not _files(bible):
            assert child.process.is_alive()
            time.sleep(0.01)
        assert child.kill() == []
    assert (bible.runs.list().total, bible.db.value("SELECT COUNT(*) FROM ledger")) == (0, 0)

    report = bible.runs.follow("service", "7")

    assert (report.is_new, bible.runs.list().total, bible.db.value("SELECT SUM(cost) FROM ledger")) == (
        True,
        1,
        250_000,
    )
