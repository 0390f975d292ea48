"""The asset memory over HTTP: what callers are promised, and what they are refused."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from showbible.bible import Bible
from showbible.settings import Settings
from showbible.web.app import create_app
from tests.web.conftest import Caller

PNG = b"\x89PNG\r\n\x1a\n" + b"\x00" * 64


class Api:
    """A caller of one project's routes."""

    def __init__(self, caller: Caller, bible: Bible) -> None:
        self.caller, self.bible = caller, bible

    def __call__(self, method: str, path: str, *, project: str = "whales", **options: Any) -> httpx.Response:
        """The answer to one request."""
        return self.caller(method, f"/api/v1/projects/{project}{path}", **options)


@pytest.fixture
def api(folder: Settings) -> Iterator[Api]:
    """The routes of a studio in a folder with one project."""
    with Bible(folder) as bible:
        bible.projects.create("whales")
        caller = Caller(create_app(bible))
        yield Api(caller, bible)
        caller.close()


@pytest.fixture
def any_api(settings: Settings) -> Iterator[Api]:
    """The same, on each database in turn."""
    with Bible(settings) as bible:
        bible.projects.create("whales")
        caller = Caller(create_app(bible))
        yield Api(caller, bible)
        caller.close()


def test_an_asset_written_down_is_found_with_a_reason(any_api: Api) -> None:
    made = any_api("POST", "/assets", json={"kind": "video", "path": "a.mp4", "prompt": "whales breaching at dusk"})

    found = any_api("GET", "/assets", params={"q": "a breaching whale, please!"}).json()

    (only,) = found["assets"]
    assert (made.status_code, only["asset_id"], found["total"]) == (201, made.json()["asset_id"], 1)
    assert only["why"].startswith("prompt says breaching, whale")


def test_a_repeated_key_has_one_effect(any_api: Api) -> None:
    body = {"kind": "video", "path": "a.mp4"}

    answers = [any_api("POST", "/assets", json=body, headers={"Idempotency-Key": "k"}).json() for _ in range(2)]

    assert answers[0] == answers[1]
    assert any_api("GET", "/assets").json()["total"] == 1


def test_an_uploaded_file_is_kept_once_for_a_repeated_key(api: Api) -> None:
    answers = [
        api(
            "POST",
            "/assets/upload",
            files={"file": ("../../evil.html", PNG, "text/html")},
            data={"kind": "image", "prompt": "a fox", "tags": ["wild", "snow"], "metadata": '{"take": 2}'},
            headers={"Idempotency-Key": "k"},
        )
        for _ in range(2)
    ]

    made = answers[0].json()
    assert [answer.status_code for answer in answers] == [201, 201] and answers[1].json() == made
    assert (made["tags"], made["metadata"], made["url"]) == (["wild", "snow"], {"take": 2}, f"/media/{made['path']}")
    assert [f"media/{each.key}" for each in api.bible.blobs.listed("media")] == [made["path"]]


def test_a_refused_upload_leaves_no_file(api: Api) -> None:
    files = {"file": ("a.png", PNG, "image/png")}

    answer = api("POST", "/assets/upload", files=files, data={"kind": "image", "metadata": "[]"})
    empty = api("POST", "/assets/upload", files={"file": ("a.png", b"", "image/png")}, data={"kind": "image"})

    assert (answer.status_code, empty.status_code) == (422, 422)
    assert list(api.bible.blobs.listed("media")) == []


def test_a_whole_story_can_be_told_and_recalled(any_api: Api) -> None:
    any_api("PUT", "/segments/s1", json={"t_start": 40, "t_end": 50, "kind": "target"})
    take = {"clip_id": "c1", "segment_id": "s1", "output_path": "c1.mp4", "prompt": "Mara runs"}
    any_api("POST", "/clips", json=take)
    any_api("POST", "/assets", json={"asset_id": "f", "kind": "last_frame", "path": "f.png", "clip_id": "c1"})
    state = {"kind": "character", "state": {"coat": "red"}, "source_asset_id": "f", "t_start": 40}
    any_api("POST", "/entities/Mara/states", json=state)

    context = any_api("GET", "/context", params={"q": "Mara keeps running", "at": 45}).json()
    checked = any_api("POST", "/continuity/check", json={"prompt": "Mara in a blue coat", "at": 45}).json()

    assert context["last_frame"]["asset_id"] == "f" and context["text"].startswith("MEMORY_CONTEXT")
    assert [(each["name"], each["state"]) for each in context["entities"]] == [("Mara", {"coat": "red"})]
    (conflict,) = checked["conflicts"]
    assert (conflict["message"], conflict["asset_id"]) == ("coat: red at 00:40, prompt says blue", "f")


def test_a_list_of_shots_is_checked_shot_by_shot(any_api: Api) -> None:
    any_api("POST", "/entities/Mara/states", json={"kind": "character", "state": {"coat": "red"}, "t_start": 0})
    shots = [
        {"shot_id": "a", "prompt": "Mara in a blue coat", "at": 5},
        {"shot_id": "b", "prompt": "Mara takes off the red coat", "at": 6},
    ]

    answer = any_api("POST", "/continuity/check", json={"shots": shots}).json()

    assert [(each["shot_id"], each["kind"], each["proposed"]) for each in answer["conflicts"]] == [
        ("a", "unexplained", "blue")
    ]
    (change,) = answer["changes"]
    assert (change["shot_id"], change["entity"], change["field"], change["from"]) == ("b", "Mara", "coat", "red")
    assert any_api("POST", "/continuity/check", json={}).status_code == 422


def test_the_state_in_force_is_answered_for_a_story_time(any_api: Api) -> None:
    for at, colour in ((0, "red"), (40, "blue")):
        body = {"kind": "character", "state": {"coat": colour}, "t_start": at}
        any_api("POST", "/entities/Mara Voss/states", json=body)

    answer = any_api("GET", "/entities/Mara Voss/states", params={"at": 39.5}).json()

    assert (answer["state"], answer["total"]) == ({"coat": "red"}, 1)
    assert any_api("GET", "/entities").json()["entities"] == [{"name": "Mara Voss", "kind": "character", "states": 2}]


def test_a_state_can_be_corrected_and_forgotten(api: Api) -> None:
    body = {"kind": "character", "state": {"coat": "red"}}
    state_id = api("POST", "/entities/Mara/states", json=body).json()["state_id"]
    changed = api("PUT", f"/entities/Mara/states/{state_id}", json={**body, "state": {"coat": "blue"}}).json()

    gone = [api("DELETE", f"/entities/Mara/states/{state_id}").status_code for _ in range(2)]

    assert (changed["state"], gone) == ({"coat": "blue"}, [204, 404])


def test_a_state_is_paused_listed_and_used_again(any_api: Api) -> None:
    body = {"kind": "character", "state": {"coat": "red"}, "t_start": 4}
    here = f"/entities/Mara/states/{any_api('POST', '/entities/Mara/states', json=body).json()['state_id']}"

    paused = any_api("PATCH", here, json={"paused": True}).json()
    listed = [any_api("GET", "/entities/Mara/states", params=params).json() for params in ({}, {"at": 5})]
    again = any_api("PATCH", here, json={"paused": False}).json()

    assert (paused["paused"], again["paused"], again["state"], again["t_start"]) == (True, False, {"coat": "red"}, 4)
    assert [([each["paused"] for each in page["states"]], page["state"]) for page in listed] == [([True], {}), ([], {})]


def test_only_what_is_said_of_a_state_is_changed(any_api: Api) -> None:
    body = {"kind": "character", "state": {"coat": "red"}, "t_start": 4, "t_end": 9}
    told = any_api("POST", "/entities/Mara/states", json=body).json()

    changed = any_api("PATCH", f"/entities/Mara/states/{told['state_id']}", json={"t_end": None, "paused": True}).json()

    assert {**changed, "mark": ""} == {**told, "t_end": None, "paused": True, "mark": ""}


def test_a_state_that_was_changed_meanwhile_is_not_changed_again(any_api: Api) -> None:
    told = any_api("POST", "/entities/Mara/states", json={"kind": "character", "state": {"coat": "red"}}).json()
    here = f"/entities/Mara/states/{told['state_id']}"
    any_api("PATCH", here, json={"state": {"coat": "white"}, "seen": told["mark"]})

    answers = [
        any_api("PATCH", here, json={"state": {"coat": "blue"}, "seen": told["mark"]}),
        any_api("PATCH", here, json={"paused": True, "seen": told["mark"]}),
    ]

    assert [answer.status_code for answer in answers] == [409, 409]
    assert "coat: white" in answers[0].json()["detail"] and "coat: blue" in answers[0].json()["detail"]


@pytest.mark.parametrize(
    ("path", "body", "status"),
    [
        ("/entities/Mara/states/nobody", {"paused": True}, 404),
        ("/entities/Tom/states/{state_id}", {"paused": True}, 404),
        ("/entities/Mara/states/{state_id}", {"paused": "yes"}, 422),
        ("/entities/Mara/states/{state_id}", {"state": {}}, 422),
        ("/entities/Mara/states/{state_id}", {"kind": "poem", "paused": True}, 422),
        ("/entities/Mara/states/{state_id}", {"t_start": 5, "t_end": 1}, 422),
        ("/entities/Mara/states/{state_id}", {"pause": True}, 422),
    ],
)
def test_a_change_that_cannot_be_changes_nothing(api: Api, path: str, body: dict[str, Any], status: int) -> None:
    told = api("POST", "/entities/Mara/states", json={"kind": "character", "state": {"coat": "red"}}).json()

    answer = api("PATCH", path.format(**told), json=body)

    (left,) = api("GET", "/entities/Mara/states").json()["states"]
    assert (answer.status_code, left) == (status, {name: told[name] for name in left})


def test_captions_and_notes_are_listed_and_forgotten(any_api: Api) -> None:
    any_api("POST", "/assets", json={"asset_id": "a", "kind": "image", "path": "a.png", "caption": "a lone gull"})
    (caption,) = any_api("GET", "/assets/a/captions").json()["captions"]
    note_id = any_api("POST", "/notes", json={"note_type": "camera", "summary": "handheld"}).json()["note_id"]

    gone = [
        any_api("DELETE", path).status_code
        for path in (f"/assets/a/captions/{caption['caption_id']}", f"/notes/{note_id}")
        for _ in range(2)
    ]

    assert (caption["text"], caption["made_by"], caption["in_use"]) == ("a lone gull", "person", True)
    assert (gone, any_api("GET", "/assets/a").json()["caption"]) == ([204, 404, 204, 404], None)


def test_captions_notes_and_repairs_are_answered(any_api: Api) -> None:
    any_api("POST", "/assets", json={"asset_id": "a", "kind": "image", "path": "a.png"})
    captioned = any_api("POST", "/assets/a/caption", json={"text": "a lone gull"}).json()
    noted = any_api("POST", "/notes", json={"note_type": "camera", "summary": "handheld"})

    rebuilt = [any_api("POST", path).json() for path in ("/reindex", "/backfill")]

    assert (captioned["caption"], captioned["caption_by"], noted.status_code) == ("a lone gull", "person", 201)
    assert rebuilt == [{"indexed": 1, "repaired": 0}] * 2


def test_a_deleted_asset_is_gone(any_api: Api) -> None:
    any_api("POST", "/assets", json={"asset_id": "a", "kind": "image", "path": "a.png", "prompt": "a gull"})

    deleted = any_api("DELETE", "/assets/a").status_code

    after = (any_api("GET", "/assets/a").status_code, any_api("GET", "/assets?q=gull").json()["total"])
    assert (deleted, after) == (204, (404, 0))


@pytest.mark.parametrize(
    ("method", "path", "options", "status"),
    [
        ("POST", "/assets", {"json": {"kind": "video", "path": "../a.mp4"}}, 422),
        ("POST", "/assets", {"json": {"kind": "video", "path": "/etc/passwd"}}, 422),
        ("POST", "/assets", {"json": {"kind": "poem", "path": "a.mp4"}}, 422),
        ("POST", "/assets", {"json": {"kind": "video", "path": "a.mp4", "asset_id": ".."}}, 422),
        ("POST", "/assets", {"json": {"kind": "video", "path": "a.mp4", "prompt": "x\u0000"}}, 422),
        ("POST", "/assets", {"json": {"kind": "video", "path": "a.mp4", "prompt": "x" * 40_000}}, 413),
        ("POST", "/assets", {"json": {"kind": "video", "path": "a.mp4", "promt": "x"}}, 422),
        ("GET", "/assets", {"params": {"q": "x" * 2000}}, 422),
        ("GET", "/assets", {"params": {"q": "é" * 1000}}, 413),
        ("GET", "/assets", {"params": {"q": "x" * 60_000}}, 431),
        ("GET", "/assets", {"params": {"q": "a\x00b"}}, 422),
        ("GET", "/assets", {"params": {"limit": 0}}, 422),
        ("GET", "/assets", {"params": {"q": "a", "cursor": "zzz"}}, 422),
        ("GET", "/assets", {"params": {"kind": "poem"}}, 422),
        ("GET", "/assets/none", {}, 404),
        ("PUT", "/segments/s1", {"json": {"t_start": 5, "t_end": 1, "kind": "plan"}}, 422),
        ("PUT", "/segments/s1", {"content": b'{"t_start":NaN,"t_end":1,"kind":"plan"}'}, 422),
        ("PUT", "/segments/s1", {"json": {"t_start": "0", "t_end": 1, "kind": "plan"}}, 422),
        ("POST", "/clips", {"json": {"segment_id": "none", "output_path": "a.mp4"}}, 404),
        ("POST", "/entities/Mara/states", {"json": {"kind": "character", "state": {}}}, 422),
        ("POST", "/entities/%20/states", {"json": {"kind": "character", "state": {"a": 1}}}, 422),
        ("GET", "/entities/Nobody/states", {}, 404),
        ("GET", "/context", {"params": {"at": "nan"}}, 422),
        ("GET", "/context", {"params": {"pad": "-1"}}, 422),
        ("POST", "/continuity/check", {"json": {"prompt": "x", "at": -1}}, 422),
        ("POST", "/notes", {"json": {"note_type": "", "summary": "x"}}, 422),
    ],
)
def test_what_cannot_be_is_refused_and_changes_nothing(
    api: Api, method: str, path: str, options: dict[str, Any], status: int
) -> None:
    if "content" in options:
        options = {**options, "headers": {"Content-Type": "application/json"}}

    answer = api(method, path, **options)

    assert answer.status_code == status
    assert (api("GET", "/assets").json()["total"], api("GET", "/notes").json()["total"]) == (0, 0)


@pytest.mark.parametrize(("project", "status"), [("%2e%2e", 422), ("a%2fb", 404), ("nobody", 404), ("a b", 422)])
def test_a_project_that_cannot_be_is_refused(api: Api, project: str, status: int) -> None:
    answer = api("POST", "/assets", project=project, json={"kind": "video", "path": "a.mp4"})

    assert answer.status_code == status
    assert list((api.bible.workspace.home / "projects").glob("*")) == []
