"""`/api/v1/projects`."""

from __future__ import annotations

from tests.web.conftest import Caller


def test_a_project_is_made_read_listed_and_deleted(visit_any: Caller) -> None:
    made = visit_any("POST", "/api/v1/projects", json={"project_id": "whales", "name": "Whales"})
    shown = visit_any("GET", "/api/v1/projects/whales")
    listed = visit_any("GET", "/api/v1/projects")
    gone = visit_any("DELETE", "/api/v1/projects/whales")

    assert (made.status_code, shown.status_code, gone.status_code) == (201, 200, 204)
    assert listed.json() == {"projects": [shown.json()], "total": 1, "next_cursor": None}
    assert visit_any("GET", "/api/v1/projects/whales").status_code == 404


def test_a_project_that_exists_is_a_conflict(visit_any: Caller) -> None:
    visit_any("POST", "/api/v1/projects", json={"project_id": "whales"})

    again = visit_any("POST", "/api/v1/projects", json={"project_id": "whales"})

    assert (again.status_code, again.headers["content-type"]) == (409, "application/problem+json")


def test_a_bad_project_id_is_refused_everywhere(visit_any: Caller) -> None:
    statuses = [
        visit_any("POST", "/api/v1/projects", json={"project_id": ".."}).status_code,
        visit_any("GET", "/api/v1/projects/.hidden").status_code,
        visit_any("DELETE", "/api/v1/projects/a..b").status_code,
    ]

    assert statuses == [422, 422, 422]
