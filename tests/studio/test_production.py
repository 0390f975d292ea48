"""A whole production: eight stages on record, the books in order, a film that plays, and a lesson for the next."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from showbible.bible import Bible
from showbible.carrying.cuts.kept_cut import kept_cut
from showbible.errors import Conflict, Invalid, NotFound
from showbible.llm.providers import Endpoint, ModelLLM
from showbible.runs.model import Run, Stage, Status
from showbible.settings import Settings
from showbible.studio import media, orchestrator
from showbible.studio.crew import Crew
from showbible.studio.ledger import paid as ledger_paid
from showbible.studio.ledger import steps, turns
from showbible.studio.ledger.model import OrderState
from showbible.studio.model import FilmChoices, FilmPlan, OnUnknown
from showbible.studio.progress import Progress
from showbible.studio.recovery import Recovery
from showbible.studio.write import ScriptWriter
from showbible.vocabulary import RunId
from tests.conftest import IN_FOLDER
from tests.studio.crews import Painter, breaks_off, paints, quick, refuses, sends_rubbish

CONCEPT = "a ferryman waits for a passenger who never comes"


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Bible, Run]]:
    """A studio with one finished production, for what can only be looked at."""
    home = tmp_path_factory.mktemp("studio") / "home"
    with Bible(Settings(home=home, disk_floor_mb=0, workers=0)) as opened:
        opened.lessons.prefer({"preferred_duration": 6})
        yield opened, _made(opened, budget="2.5", scenes=2)


def _asked(bible: Bible, *, budget: str = "0.5", scenes: int | None = None, concept: str = CONCEPT) -> RunId:
    """A short and silent film, as far as preferences decide it."""
    if not bible.lessons.preferences().is_set:
        bible.lessons.prefer({"preferred_duration": 1, "default_audio_tier": "none"})
    return orchestrator.ask(bible, concept, budget=budget, scenes=scenes)


def _made(bible: Bible, crew: Crew | None = None, **wish: Any) -> Run:
    return orchestrator.produce(bible, _asked(bible, **wish), crew=crew or quick(bible))


def _planned(bible: Bible, **wish: Any) -> FilmPlan:
    """The plan of a film that is not made."""
    run_id = _asked(bible, **wish)
    _rest_at(Stage.GENERATING_SCRIPTS, bible, run_id, crew=quick(bible))
    return _plan(bible, run_id)


def _plan(bible: Bible, run_id: str) -> FilmPlan:
    from pydantic import TypeAdapter

    return TypeAdapter(FilmPlan).validate_json(steps.steps(bible.db, run_id)["plan"])


def _read(bible: Bible, path: str | None) -> bytes:
    store, _, key = (path or "").partition("/")
    return b"".join(bible.blobs.read(store, key))


def test_a_production_goes_through_all_eight_stages(finished: tuple[Bible, Run]) -> None:
    _, run = finished

    passed = [event.stage for event in run.timeline]
    assert (run.recorded_status, passed) == (
        Status.COMPLETED,
        [
            Stage.INITIALIZED,
            Stage.ANALYZING_ASSETS,
            Stage.PLANNING_PILOTS,
            Stage.GENERATING_SCRIPTS,
            Stage.GENERATING_VIDEO,
            Stage.GENERATING_AUDIO,
            Stage.EVALUATING,
            Stage.EDITING,
            Stage.RENDERING,
            Stage.COMPLETED,
        ],
    )


def test_the_ledger_the_assets_and_the_run_agree_on_what_was_spent(bible: Bible) -> None:
    run = _made(bible)

    paid = sum(entry.cost for entry in ledger_paid.entries(bible.db, run.run_id))
    pilots = sum(pilot.spent for pilot in run.pilots)
    sound = sum(asset.cost for asset in run.assets if asset.pilot_id is None)
    assert (paid, sum(asset.cost for asset in run.assets), pilots + sound) == (run.spent,) * 3
    assert 0 < run.spent <= run.budget


def test_the_film_plays_and_is_as_long_as_its_edit_list(finished: tuple[Bible, Run]) -> None:
    bible, run = finished

    film = media.probe(_read(bible, run.final_video_path))
    last = [line for line in _read(bible, run.edl_path).decode().splitlines() if line[:3].isdigit()][-1]
    hours, minutes, seconds, frames = (int(part) for part in last.split()[-1].split(":"))
    assert (film.frames, film.has_sound) == (((hours * 60 + minutes) * 60 + seconds) * 24 + frames, True)


def test_timelines_last_frames_and_thumbnails_are_on_record(finished: tuple[Bible, Run]) -> None:
    bible, run = finished

    film = next(asset for asset in run.assets if asset.metadata.get("kind") == "film")
    kinds = {asset.metadata.get("kind") for asset in run.assets if asset.type == "image"}
    assert (sorted(film.metadata["timelines"]), kinds) == (["edl", "fcpxml", "otio"], {"last_frame", "thumbnail"})
    assert all(_read(bible, path) for path in film.metadata["timelines"].values())


def test_the_cut_says_what_was_decided_of_its_shots(finished: tuple[Bible, Run]) -> None:
    bible, run = finished

    cut = kept_cut(bible.blobs, run)

    decided = {"shot_size", "camera_angle", "camera_movement", "duration_seconds", "transition", "title"}
    assert (float(cut.rate), list(cut.scenes)) == (24.0, ["s1", "s2"])
    assert all(set(shot.fields) == decided and shot.scene_title for shot in cut.shots)


def test_every_file_on_record_is_really_there(finished: tuple[Bible, Run]) -> None:
    bible, run = finished

    assert all(_read(bible, asset.path) for asset in run.assets)


def test_pilots_compete_on_the_first_scene_and_the_best_goes_on(finished: tuple[Bible, Run]) -> None:
    _, run = finished

    won = next(pilot for pilot in run.pilots if pilot.pilot_id == run.winning_pilot)
    others = [pilot for pilot in run.pilots if pilot is not won]
    assert (won.scenes_generated, len(others) > 0) == (2, True)
    assert [(pilot.status, pilot.scenes_generated, bool(pilot.rejection_reason)) for pilot in others] == [
        ("rejected", 1, True)
    ] * len(others)


@IN_FOLDER
def test_a_second_production_of_the_kind_starts_from_what_the_first_taught(bible: Bible) -> None:
    first = _made(bible, concept="product demo of a lamp")
    bible.lessons.rate(first.run_id, 5)

    plan = _planned(bible, concept="product demo of a kettle")

    assert (plan.why[0].startswith("Learned from 1 run"), plan.pilots[0].tier) == (
        True,
        next(pilot.tier for pilot in first.pilots if pilot.pilot_id == first.winning_pilot),
    )


def test_preferences_are_followed(small: Bible) -> None:
    small.lessons.prefer({"preferred_tier": "static_images", "default_audio_tier": "none"})

    plan = _planned(small, budget="0.2")

    assert (plan.pilots[0].tier, plan.audio_tier) == ("static_images", "none")


def test_a_provider_that_always_refuses_leaves_a_failed_run(bible: Bible) -> None:
    run_id = _asked(bible)

    with pytest.raises(Conflict, match="No shot could be made"):
        orchestrator.produce(bible, run_id, crew=quick(bible, refuses))

    run = bible.runs.get(run_id)
    assert (run.recorded_status, run.spent, len(run.errors)) == (Status.FAILED, 0, 1)


def test_a_shot_that_nobody_can_make_is_missing_and_the_film_is_made(small: Bible) -> None:
    crew = quick(small, paints, refuses, refuses, paints)

    run = _made(small, crew, scenes=2)

    assert (
        run.recorded_status,
        [warning for warning in run.warnings if "failed: the queue is full" in warning] != [],
    ) == (
        Status.COMPLETED,
        True,
    )


def test_broken_files_are_paid_for_shown_and_replaced(small: Bible) -> None:
    run = _made(small, quick(small, sends_rubbish, paints))

    broken = [asset for asset in run.assets if "broken" in asset.metadata]
    paid = sum(entry.cost for entry in ledger_paid.entries(small.db, run.run_id))
    assert (len(broken), broken[0].cost > 0, run.spent, run.recorded_status) == (1, True, paid, Status.COMPLETED)


def test_an_unknown_outcome_is_parked_and_the_film_goes_on_without_it(small: Bible) -> None:
    run = _made(small, quick(small, paints, breaks_off, paints, honours_keys=False))

    states = [entry.state for entry in ledger_paid.entries(small.db, run.run_id)]
    assert (run.recorded_status, states.count(OrderState.UNKNOWN), ledger_paid.held(small.db, run.run_id) > 0) == (
        Status.COMPLETED,
        1,
        True,
    )


def test_a_person_may_have_a_parked_step_tried_again_when_resuming(small: Bible) -> None:
    run_id = _asked(small, budget="0.2")
    crew = quick(small, breaks_off, paints, honours_keys=False)
    _rest_at(Stage.GENERATING_AUDIO, small, run_id, crew=crew)

    orchestrator.produce(small, run_id, crew=crew, on_unknown=OnUnknown.RETRY)

    states = [entry.state for entry in ledger_paid.entries(small.db, run_id)]
    assert states == [OrderState.FAILED, OrderState.SUCCEEDED, OrderState.SUCCEEDED]


def test_a_finished_production_is_not_made_again(small: Bible) -> None:
    crew = quick(small)
    run = _made(small, crew)
    assert isinstance(crew.video, Painter)
    asked = len(crew.video.keys)

    again = orchestrator.produce(small, run.run_id, crew=crew)

    assert (again.run_id, len(crew.video.keys)) == (run.run_id, asked)


def test_a_stopped_production_is_cancelled_with_what_it_has(bible: Bible) -> None:
    run_id, stop = _asked(bible), threading.Event()

    def say(progress: Progress) -> None:
        if progress.spent:
            stop.set()

    run = orchestrator.produce(bible, run_id, crew=quick(bible), say=say, stop=stop)

    assert (run.recorded_status, run.spent > 0, run.final_video_path) == (Status.CANCELLED, True, None)


def test_a_production_that_rests_is_resumed_without_paying_again(bible: Bible) -> None:
    run_id, stop, crew = _asked(bible), threading.Event(), quick(bible)

    def say(progress: Progress) -> None:
        if progress.spent:
            stop.set()

    rested = orchestrator.produce(bible, run_id, crew=crew, say=say, stop=stop, cancels=False)
    run = orchestrator.produce(bible, run_id, crew=crew)

    assert isinstance(crew.video, Painter)
    entries = [entry for entry in ledger_paid.entries(bible.db, run_id) if entry.provider == "painter"]
    assert (rested.recorded_status, run.recorded_status) == (Status.RUNNING, Status.COMPLETED)
    assert sorted(crew.video.keys) == sorted(entry.intent_id for entry in entries)


def test_two_processes_do_not_make_the_same_film(small: Bible) -> None:
    run_id = _asked(small)
    turns.take(small.db, run_id, owner="somebody:else:1:1:x", lease_ms=60_000)

    with pytest.raises(Conflict, match="Another process works on run"):
        orchestrator.produce(small, run_id, crew=quick(small), patience=0)


def test_a_run_that_somebody_ends_meanwhile_stays_ended(small: Bible) -> None:
    run_id = _asked(small)

    def say(progress: Progress) -> None:
        if progress.spent and not small.runs.get(run_id).is_over:
            small.runs.finish(run_id, "cancelled")

    run = orchestrator.produce(small, run_id, crew=quick(small), say=say)

    assert run.recorded_status is Status.CANCELLED


def test_the_servers_recovery_goes_on_with_what_was_left(small: Bible) -> None:
    run_id = _asked(small, budget="0.2")

    worked = [Recovery(small).run_one() for _ in range(2)]

    assert (worked, small.runs.get(run_id).recorded_status) == ([True, False], Status.COMPLETED)


def test_seed_assets_bring_their_colours(small: Bible, tmp_path: Path) -> None:
    seed = tmp_path / "seed.png"
    Image.new("RGB", (80, 60), "#c03010").save(seed)

    run_id = orchestrator.ask(small, CONCEPT, budget="0.3", seed_files=[seed], choices=FilmChoices(duration=1))
    run = orchestrator.produce(small, run_id, crew=quick(small))

    assert (run.extracted_colors[0], len(run.seed_asset_ids)) == ("#c03010", 1)


def test_a_budget_too_small_leaves_no_run(bible: Bible) -> None:
    with pytest.raises(Invalid, match="too small for a single scene"):
        orchestrator.ask(bible, CONCEPT, budget="0.01")

    assert bible.runs.list().total == 0


def test_an_unreadable_seed_asset_leaves_no_run(small: Bible, tmp_path: Path) -> None:
    (tmp_path / "seed.png").write_text("no picture")

    for path in (tmp_path / "seed.png", tmp_path / "missing.png", tmp_path):
        with pytest.raises(Invalid, match="seed asset"):
            orchestrator.ask(small, CONCEPT, budget="1", seed_files=[path])

    assert small.runs.list().total == 0


def test_why_rules_wrote_the_script_is_said_and_stays_on_the_run(small: Bible) -> None:
    llm = ModelLLM("openai-chat:far", endpoint=Endpoint(base_url="http://127.0.0.1:9/v1", api_key="x"))
    heard: list[str] = []
    crew = replace(quick(small), writer=ScriptWriter(llm))

    orchestrator.produce(small, _asked(small, budget="0.2"), crew=crew, say=lambda said: heard.append(said.message))

    (run,) = [small.runs.get(found.run_id) for found in small.runs.list().items]
    why = [line for line in heard if "could not be reached" in line and line.endswith("so rules wrote the script.")]
    assert (len(why), why[0] in run.warnings) == (1, True)
    assert why[0] in [report.message for report in small.runs.reports(run.run_id)[0]]


def test_an_unknown_project_is_not_found(small: Bible) -> None:
    with pytest.raises(NotFound):
        orchestrator.ask(small, CONCEPT, budget="1", project_id="nowhere")


def test_a_resumed_stage_is_not_entered_twice(small: Bible) -> None:
    run_id = _asked(small, budget="0.2")
    _rest_at(Stage.GENERATING_AUDIO, small, run_id, crew=quick(small))

    run = orchestrator.produce(small, run_id, crew=quick(small))

    entered = [event.stage for event in run.timeline]
    assert len(entered) == len(set(entered))


def _rest_at(stage: Stage, bible: Bible, run_id: str, *, crew: Crew) -> None:
    """Work on a production until it comes to a stage, and leave it there."""
    stop = threading.Event()

    def say(said: Progress) -> None:
        if said.stage is stage:
            stop.set()

    orchestrator.produce(bible, run_id, crew=crew, stop=stop, cancels=False, say=say)


@pytest.mark.parametrize(
    ("pilots", "words"), [(1, "One pilot makes the film"), (2, "2 pilots compete on the first scene")]
)
def test_only_who_has_somebody_to_compete_with_is_said_to_compete(small: Bible, pilots: int, words: str) -> None:
    run_id = orchestrator.ask(small, CONCEPT, budget="25", scenes=1, pilots=pilots)

    _rest_at(Stage.GENERATING_VIDEO, small, run_id, crew=quick(small))

    assert small.runs.reports(run_id)[0][-1].message == words


def test_the_embedded_crew_makes_a_film_by_itself(small: Bible) -> None:
    run_id = orchestrator.ask(small, "an owl in a foggy forest", budget="0.2", scenes=1, pilots=1)

    run = orchestrator.produce(small, run_id)

    film = media.probe(_read(small, run.final_video_path))
    assert (run.recorded_status, film.width, film.seconds > 2) == (Status.COMPLETED, 960, True)
