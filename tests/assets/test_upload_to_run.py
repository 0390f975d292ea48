"""A file that is uploaded for a run is delivered by it."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from tests.assets.test_api import PNG, Api, any_api

__all__ = ["any_api"]


@pytest.fixture
def run_id(any_api: Api) -> str:
    """A run of the project."""
    return any_api.bible.runs.start("Whales", budget="5", project_id="whales").run_id


def _upload(api: Api, run_id: str, *, key: str | None = None, **fields: Any) -> httpx.Response:
    files = {"file": ("a.png", PNG, "image/png")}
    headers = {"Idempotency-Key": key} if key else {}
    data = {"kind": "image", "run_id": run_id, **fields}
    return api("POST", "/assets/upload", files=files, data=data, headers=headers)


def _kept(api: Api) -> tuple[int, int]:
    """How many assets and how many files there are."""
    return api.bible.assets("whales").search("").total, len(list(api.bible.blobs.listed("media")))


def test_an_upload_joins_its_run(any_api: Api, run_id: str) -> None:
    made = _upload(any_api, run_id, prompt="a lighthouse", scene_id="s1", caption="red light", tags=["night"]).json()

    (delivered,) = any_api.caller("GET", f"/api/v1/runs/{run_id}/assets").json()["assets"]
    assert (delivered["asset_id"], delivered["path"], delivered["cost"]) == (made["asset_id"], made["path"], 0)
    assert (delivered["type"], delivered["scene_id"], made["run_id"]) == ("image", "s1", run_id)
    kept = any_api("GET", f"/assets/{made['asset_id']}").json()
    assert (kept["prompt"], kept["caption"], kept["tags"]) == ("a lighthouse", "red light", ["night"])


def test_an_uploaded_frame_stays_a_frame(any_api: Api, run_id: str) -> None:
    made = _upload(any_api, run_id, kind="last_frame").json()

    any_api.bible.worker().run_all()

    (delivered,) = any_api.bible.runs.assets(run_id)
    assert (any_api.bible.assets("whales").get(made["asset_id"]).kind, delivered.type) == ("last_frame", "image")


def test_an_upload_with_a_repeated_key_is_delivered_once_even_when_its_run_is_over(any_api: Api, run_id: str) -> None:
    first = _upload(any_api, run_id, key="k1")
    any_api.bible.runs.finish(run_id)

    again = _upload(any_api, run_id, key="k1")

    assert (first.status_code, again.status_code, again.json()) == (201, 201, first.json())
    assert (len(any_api.bible.runs.assets(run_id)), _kept(any_api)) == (1, (1, 1))


@pytest.mark.parametrize("key", [None, "k1"])
def test_an_upload_for_an_unknown_run_is_not_found_and_nothing_is_stored(any_api: Api, key: str | None) -> None:
    answer = _upload(any_api, "nobody", key=key)

    assert (answer.status_code, _kept(any_api)) == (404, (0, 0))


def test_an_upload_for_the_run_of_another_project_is_not_found_and_nothing_is_stored(any_api: Api) -> None:
    other = any_api.bible.runs.start("Owls", budget="5").run_id

    answer = _upload(any_api, other)

    assert (answer.status_code, _kept(any_api), any_api.bible.runs.assets(other)) == (404, (0, 0), ())


def test_an_upload_for_a_run_that_is_over_is_refused_and_nothing_is_stored(any_api: Api, run_id: str) -> None:
    any_api.bible.runs.finish(run_id)

    answer = _upload(any_api, run_id)

    assert (answer.status_code, _kept(any_api), any_api.bible.runs.assets(run_id)) == (409, (0, 0), ())


def test_an_upload_with_a_bad_field_is_delivered_to_nobody(any_api: Api, run_id: str) -> None:
    answer = _upload(any_api, run_id, segment_id="../up")

    assert (answer.status_code, _kept(any_api), any_api.bible.runs.assets(run_id)) == (422, (0, 0), ())
