"""`/export` and `/import`: a story as a file over HTTP."""

from __future__ import annotations

import io
import json
import zipfile
from typing import Any

import httpx
import pytest

from showbible.bible import Bible
from tests.carrying.films import export_film
from tests.web.conftest import Caller, calling

IMPORT = "/api/v1/import"


def _a_project(bible: Bible) -> None:
    bible.projects.create("whales", name="Whales")
    bible.runs.start("Whales", budget=1, project_id="whales", run_id="r1")
    bible.blobs.put("videos", "projects/whales/runs/r1/take.mp4", [b"film"])


@pytest.fixture
def call(any_bible: Bible) -> Any:
    _a_project(any_bible)
    with calling(any_bible) as caller:
        yield caller


def _exported_and_deleted(call: Caller) -> bytes:
    archive = call("GET", "/api/v1/export/whales").content
    assert call("DELETE", "/api/v1/projects/whales").status_code == 204
    return archive


def test_a_project_leaves_as_a_zip_and_comes_back(call: Caller, any_bible: Bible) -> None:
    archive = _exported_and_deleted(call)

    first, again = (call("POST", IMPORT, content=archive) for _ in range(2))

    assert (first.status_code, first.json()["state"], first.json()["report"]["kept"]["runs"]) == (201, "done", 1)
    assert (again.status_code, again.json()["report"]["changed"]) == (200, False)
    assert any_bible.runs.get("r1").project_id == "whales"
    assert b"".join(any_bible.blobs.read("videos", "projects/whales/runs/r1/take.mp4")) == b"film"


def test_a_zip_is_named_after_its_project_and_kept_by_nobody(call: Caller) -> None:
    answer = call("GET", "/api/v1/export/whales")

    assert (answer.status_code, answer.headers["content-type"], answer.headers["cache-control"]) == (
        200,
        "application/zip",
        "no-store",
    )
    assert 'filename="whales.showbible.zip"' in answer.headers["content-disposition"]
    assert zipfile.ZipFile(io.BytesIO(answer.content)).testzip() is None


def test_a_cut_is_handed_back_to_the_run_that_is_named(call: Caller, any_bible: Bible) -> None:
    files = export_film(any_bible, run_id="r2")
    nameless = files["cut.edl"].replace(b"[r2]", b"")

    refused = call("POST", IMPORT, params={"project_id": "whales"}, content=nameless)
    taken = call("POST", IMPORT, params={"project_id": "whales", "run_id": "r2"}, content=nameless)

    assert (refused.status_code, "of which run" in refused.text) == (422, True)
    assert (taken.status_code, taken.json()["report"]["kept"]) == (201, {"scenes": 3})


def test_an_import_may_be_left_to_a_worker(call: Caller, any_bible: Bible) -> None:
    archive = _exported_and_deleted(call)

    asked = call("POST", IMPORT, params={"wait": False, "project_id": "orcas"}, content=archive)
    waiting = call("GET", f"/api/v1/imports/{asked.json()['import_id']}")
    any_bible.worker().run_all()
    done = call("GET", f"/api/v1/imports/{asked.json()['import_id']}").json()

    assert (asked.status_code, waiting.json()["state"]) == (202, "queued")
    assert (done["state"], done["project_id"], done["report"]["kept"]["files"]) == ("done", "orcas", 1)
    assert list((any_bible.workspace.home / "arriving").iterdir()) == []


def test_an_import_that_is_refused_later_says_why(call: Caller, any_bible: Bible) -> None:
    asked = call("POST", IMPORT, params={"wait": False}, content=b"PK but no zip")
    any_bible.worker().run_all()

    ended = call("GET", f"/api/v1/imports/{asked.json()['import_id']}").json()

    assert (ended["state"], "damaged or incomplete" in ended["error"]) == ("failed", True)


def test_files_of_another_program_are_reported_on(call: Caller) -> None:
    told = [{"runId": "v1", "rating": "good", "metadata": {"theme": "beach"}}, "odd"]

    answer = call("POST", IMPORT, params={"project_id": "whales"}, content=json.dumps(told)).json()["report"]

    assert (answer["kept"], answer["skipped"]) == (
        {"records": 1},
        [{"what": "an entry 'odd'", "reason": "It does not say what was made."}],
    )


@pytest.mark.parametrize(
    ("content", "params", "status"),
    [
        (b"PK\x03\x04 half of a zip", {}, 422),
        (b"Dear diary", {}, 422),
        (b"[]", {"project_id": "../up"}, 422),
    ],
)
def test_what_cannot_be_taken_in_is_refused(
    call: Caller, any_bible: Bible, content: bytes, params: dict[str, str], status: int
) -> None:
    answer = call("POST", IMPORT, content=content, params=params)

    assert (answer.status_code, _left(any_bible)) == (status, [])


def _left(bible: Bible) -> list[str]:
    arriving = bible.workspace.home / "arriving"
    return [path.name for path in arriving.iterdir()] if arriving.exists() else []


def test_what_is_here_already_is_a_conflict(call: Caller) -> None:
    archive = call("GET", "/api/v1/export/whales").content

    answer: httpx.Response = call("POST", IMPORT, content=archive)

    assert (answer.status_code, answer.json()["detail"]) == (409, "There is a project 'whales' already.")


@pytest.mark.parametrize("path", ["/api/v1/export/nobody", "/api/v1/imports/nothing"])
def test_what_nobody_knows_is_not_found(call: Caller, path: str) -> None:
    assert call("GET", path).status_code == 404
