"""What a run delivers is an asset of its project, at once and for good."""

from __future__ import annotations

from showbible import flow
from showbible.bible import Bible
from showbible.runs.model import NewDelivery
from showbible.runs.record import delivery


def _run(studio: Bible) -> str:
    return studio.runs.start("whales", budget="5", project_id="whales").run_id


def test_a_delivered_asset_is_found_at_once(studio: Bible) -> None:
    run_id = _run(studio)

    studio.runs.deliver(run_id, "video", "out/a.mp4", asset_id="a", prompt="whales breaching", scene_id="s1", cost="1")

    (hit,) = studio.assets("whales").search("breaching").items
    kept = studio.assets("whales").artifact("a")
    assert (hit.asset.asset_id, kept.run_id, kept.scene_id) == ("a", run_id, "s1")


def test_a_delivery_whose_process_died_is_made_up_for_by_its_event(studio: Bible) -> None:
    run_id = _run(studio)
    delivery.deliver(studio.db, run_id, "video", "/away/a.mp4", NewDelivery(asset_id="a", prompt="whales breaching"))
    before = studio.assets("whales").search("").total

    for _ in range(2):
        flow.register_deliveries(studio.resources, {"run_id": run_id, "asset_id": "a"})

    assert (before, studio.assets("whales").search("").total) == (0, 1)


def test_a_delivery_announces_itself(studio: Bible) -> None:
    delivery.deliver(studio.db, _run(studio), "video", "a.mp4", NewDelivery(asset_id="a"))

    events = [row.event for row in studio.db.all("SELECT event FROM jobs WHERE event = 'asset.delivered'")]
    assert events == ["asset.delivered"]


def test_a_deleted_project_takes_its_assets_along(studio: Bible) -> None:
    assets = studio.assets("whales")
    stored = assets.upload("image", [b"\x89PNG\r\n\x1a\n"], prompt="a lighthouse")
    studio.projects.delete("whales")
    studio.projects.create("whales")

    again = studio.assets("whales")

    assert (again.search("lighthouse").total, again.search("").total) == (0, 0)
    assert [each.key for each in studio.blobs.listed("media") if each.key in stored.path] == []


def test_an_uploaded_file_goes_with_its_asset(studio: Bible) -> None:
    assets = studio.assets("whales")
    made = assets.upload("image", [b"\x89PNG\r\n\x1a\n"])
    assets.remove(made.asset_id)

    flow.remove_asset_file(studio.resources, {"project_id": "whales", "path": made.path})

    assert list(studio.blobs.listed("media")) == []


def test_opening_a_project_repairs_what_failed(studio: Bible) -> None:
    db = studio.workspace.project(studio.projects.get("whales").project_id)
    studio.assets("whales").add("image", "a.png", asset_id="a", prompt="a lighthouse")
    with db.transaction():
        db.run("DELETE FROM asset_search")
        db.run("UPDATE asset_index SET needs_reindex = 1")

    with Bible(studio.settings) as reopened:
        found = reopened.assets("whales").search("lighthouse")

    assert [hit.asset.asset_id for hit in found.items] == ["a"]
