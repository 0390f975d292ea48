"""What a run hands in, what it costs, and how its pilots fare."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from showbible.bible import Bible
from showbible.errors import Conflict, Invalid, NotFound
from showbible.runs.model import AssetType, NewDelivery, PilotStatus, Run, Tier
from showbible.runs.recall import one
from showbible.runs.record import delivery, life
from showbible.runs.record import pilots as run_pilots
from showbible.storage.database import Database
from tests.builders import a_run, a_run_with_pilot


def _deliver(db: Database, run_id: str, path: str = "a.mp4", kind: str = "video", **asset: Any) -> None:
    delivery.deliver(db, run_id, kind, path, cast("NewDelivery", asset))


def _sums(run: Run) -> tuple[int, int]:
    return sum(asset.cost for asset in run.assets), len({asset.scene_id for asset in run.assets} - {None})


def test_an_asset_is_charged_to_the_run_and_to_its_pilot(db: Database) -> None:
    run_id = a_run_with_pilot(db, "a")
    _deliver(db, run_id, asset_id="x", scene_id="s1", pilot_id="a", cost="0.38")

    run = one.run(db, run_id)

    assert (run.spent, run.remaining, run.scenes_completed) == (380_000, 4_620_000, 1)
    assert (run.pilots[0].spent, run.pilots[0].scenes_generated) == (380_000, 1)


def test_the_same_asset_is_charged_once(db: Database) -> None:
    run_id = a_run(db)
    for _ in range(3):
        _deliver(db, run_id, asset_id="x", scene_id="s1", cost="0.10")

    run = one.run(db, run_id)

    assert (run.spent, len(run.assets), run.scenes_completed) == (100_000, 1, 1)


def test_delivered_again_an_asset_keeps_what_is_not_said(db: Database) -> None:
    run_id = a_run(db)
    _deliver(db, run_id, asset_id="x", cost="0.10", prompt="a lamp at night", metadata={"fps": 24})
    _deliver(db, run_id, "b.mp4", asset_id="x")

    asset = one.asset(db, run_id, "x")

    assert (asset.path, asset.cost, asset.prompt, asset.metadata) == ("b.mp4", 100_000, "a lamp at night", {"fps": 24})


def test_three_takes_of_one_scene_are_one_scene(db: Database) -> None:
    run_id = a_run(db)
    for take in "abc":
        _deliver(db, run_id, f"{take}.mp4", scene_id="s1", cost="0.10")

    assert one.run(db, run_id).scenes_completed == 1


def test_a_scene_with_sound_alone_counts(db: Database) -> None:
    run_id = a_run(db)
    _deliver(db, run_id, "a.wav", "audio", scene_id="s1")

    assert one.run(db, run_id).scenes_completed == 1


def test_a_corrected_scene_moves_the_count(db: Database) -> None:
    run_id = a_run(db)
    _deliver(db, run_id, asset_id="x", scene_id="s1")
    _deliver(db, run_id, asset_id="y", scene_id="s2")
    _deliver(db, run_id, asset_id="y", scene_id="s1")

    assert one.run(db, run_id).scenes_completed == 1


@settings(
    max_examples=15,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(
    deliveries=st.lists(
        st.tuples(
            st.sampled_from("wxyz"),
            st.sampled_from(["s1", "s2", None]),
            st.sampled_from(["a", "b", None]),
            st.integers(0, 10**6),
        ),
        max_size=12,
    )
)
def test_totals_always_equal_the_sums_of_their_parts(
    db: Database, deliveries: list[tuple[str, str | None, str | None, int]]
) -> None:
    run_id = a_run_with_pilot(db, "a", budget=5)
    run_pilots.add_pilot(db, run_id, "b", tier="static", budget=1)

    for asset_id, scene_id, pilot_id, micros in deliveries:
        _deliver(db, run_id, asset_id=asset_id, scene_id=scene_id, pilot_id=pilot_id, cost=f"{micros / 10**6:.6f}")

    run = one.run(db, run_id)
    assert (run.spent, run.scenes_completed) == _sums(run)
    for pilot in run.pilots:
        own = [asset for asset in run.assets if asset.pilot_id == pilot.pilot_id]
        assert (pilot.spent, pilot.scenes_generated) == (
            sum(asset.cost for asset in own),
            len({asset.scene_id for asset in own} - {None}),
        )


@pytest.mark.parametrize("cost", [-1, float("nan"), float("inf"), "1e99", "0.0000001", True, "free"])
def test_a_cost_that_money_cannot_be_is_refused(db: Database, cost: Any) -> None:
    run_id = a_run(db)

    with pytest.raises(Invalid, match="cost"):
        _deliver(db, run_id, cost=cost)

    assert one.run(db, run_id).assets == ()


def test_a_cost_that_would_overflow_is_refused(db: Database) -> None:
    run_id = a_run(db)
    with db.transaction():
        db.run("UPDATE runs SET spent = :most WHERE run_id = :run_id", most=2**63 - 10, run_id=run_id)

    with pytest.raises(Invalid, match="more than can be counted"):
        _deliver(db, run_id, cost=1)


@pytest.mark.parametrize("path", ["../secret.mp4", "a/../../b.mp4", "", "a\nb", "..\\x", "a\x00"])
def test_a_path_that_climbs_is_refused(db: Database, path: str) -> None:
    run_id = a_run(db)

    with pytest.raises(Invalid, match="path"):
        _deliver(db, run_id, path)


@pytest.mark.parametrize("duration", [-1.0, float("nan"), float("inf")])
def test_a_duration_that_time_cannot_be_is_refused(db: Database, duration: float) -> None:
    run_id = a_run(db)

    with pytest.raises(Invalid, match="duration"):
        _deliver(db, run_id, duration=duration)


def test_an_asset_of_an_unknown_pilot_is_refused(db: Database) -> None:
    run_id = a_run(db)

    with pytest.raises(NotFound, match="no pilot 'ghost'"):
        _deliver(db, run_id, pilot_id="ghost", cost=1)

    assert one.run(db, run_id).spent == 0


def test_assets_can_be_asked_for_by_type(db: Database) -> None:
    run_id = a_run(db)
    _deliver(db, run_id, "a.mp4", "video")
    _deliver(db, run_id, "b.wav", "AUDIO")

    assert [asset.path for asset in one.assets(db, run_id, kind=AssetType.AUDIO)] == ["b.wav"]


def test_metadata_that_json_cannot_say_is_refused(db: Database) -> None:
    run_id = a_run(db)
    nested: dict[str, Any] = {}
    for _ in range(40):
        nested = {"in": nested}

    for metadata in ({"score": float("nan")}, nested):
        with pytest.raises(Invalid, match="metadata"):
            _deliver(db, run_id, metadata=metadata)


@pytest.mark.parametrize(
    ("name", "tier"),
    [("PHOTOREAL", Tier.PHOTOREALISTIC), ("Static", Tier.STATIC_IMAGES), ("motion_graphics", Tier.MOTION_GRAPHICS)],
)
def test_a_tier_is_known_by_its_other_names(db: Database, name: str, tier: Tier) -> None:
    run_id = a_run(db)

    run = run_pilots.add_pilot(db, run_id, "a", tier=name, budget=1)

    assert run.pilots[0].tier is tier


def test_an_unknown_tier_is_refused(db: Database) -> None:
    with pytest.raises(Invalid, match="tier must be one of"):
        run_pilots.add_pilot(db, a_run(db), "a", tier="holographic", budget=1)


def test_a_pilot_joins_once(db: Database) -> None:
    run_id = a_run_with_pilot(db, "a")

    with pytest.raises(Conflict, match="'a' already"):
        run_pilots.add_pilot(db, run_id, "a", tier="animated", budget=1)


def test_a_rejected_pilot_keeps_the_reason(db: Database) -> None:
    run_id = a_run_with_pilot(db, "a")

    run = run_pilots.judge_pilot(db, run_id, "a", score=41.5, status="rejected", rejection_reason="The lamp flickers.")

    pilot = run.pilots[0]
    assert (pilot.status, pilot.score, pilot.rejection_reason) == (PilotStatus.REJECTED, 41.5, "The lamp flickers.")


@pytest.mark.parametrize("score", [-1, 101, float("nan"), True])
def test_a_score_out_of_range_is_refused(db: Database, score: float) -> None:
    run_id = a_run_with_pilot(db, "a")

    with pytest.raises(Invalid, match="quality_score"):
        run_pilots.judge_pilot(db, run_id, "a", score=score)


def test_a_rejected_pilot_does_not_count_in_the_score_of_its_run(db: Database) -> None:
    run_id = a_run(db)
    for pilot, score in (("a", 90.0), ("b", 60.0)):
        run_pilots.add_pilot(db, run_id, pilot, tier="animated", budget=1)
        run_pilots.judge_pilot(db, run_id, pilot, score=score)

    scores = [run_pilots.judge_pilot(db, run_id, pilot, status="rejected").score for pilot in ("a", "b")]

    assert scores == [60.0, None]


def test_a_named_winner_wins(db: Database) -> None:
    run_id = _race(db, a=(90, 1), b=(70, 1))
    run_pilots.name_winner(db, run_id, "b")

    run = life.finish(db, run_id)

    assert (run.winning_pilot, run.score) == ("b", 70)


@pytest.mark.parametrize(
    ("pilots", "winner"),
    [
        ({"a": (70, 1), "b": (90, 2)}, "b"),
        ({"a": (80, 2), "b": (80, 1)}, "b"),
        ({}, None),
    ],
)
def test_unnamed_the_best_approved_pilot_wins_then_the_cheaper(
    db: Database, pilots: dict[str, tuple[float, float]], winner: str | None
) -> None:
    run_id = _race(db, **pilots)

    assert life.finish(db, run_id).winning_pilot == winner


def test_a_rejected_pilot_never_wins(db: Database) -> None:
    run_id = _race(db, a=(60, 1), b=(95, 1))
    run_pilots.judge_pilot(db, run_id, "b", status="rejected")

    assert life.finish(db, run_id).winning_pilot == "a"


def test_an_unknown_winner_is_refused(db: Database) -> None:
    run_id = a_run(db)
    verbs: tuple[Callable[[], object], ...] = (
        lambda: run_pilots.name_winner(db, run_id, "ghost"),
        lambda: life.finish(db, run_id, winning_pilot="ghost"),
        lambda: run_pilots.judge_pilot(db, run_id, "ghost", score=1),
    )

    for verb in verbs:
        with pytest.raises(NotFound, match="no pilot 'ghost'"):
            verb()


def _race(db: Database, **pilots: tuple[float, float]) -> str:
    run_id = a_run(db)
    for pilot_id, (score, cost) in pilots.items():
        run_pilots.add_pilot(db, run_id, pilot_id, tier="animated", budget=5)
        _deliver(db, run_id, f"{pilot_id}.mp4", pilot_id=pilot_id, cost=cost)
        run_pilots.judge_pilot(db, run_id, pilot_id, score=score, status="approved")
    return run_id


def test_a_misspelt_keyword_is_refused_and_not_left_out(bible: Bible) -> None:
    run_id, typo = bible.runs.start("Whales", budget=5).id, cast("Any", {"costs": 3})

    for say in (
        lambda: bible.runs.deliver(run_id, "video", "a.mp4", **typo),
        lambda: bible.runs.judge_pilot(run_id, "a", **typo),
        lambda: bible.runs.report(run_id, "writer", "running", **typo),
        lambda: bible.runs.follow("fal", "work-1", **typo),
    ):
        with pytest.raises(TypeError, match="has no 'costs'; it has "):
            say()
