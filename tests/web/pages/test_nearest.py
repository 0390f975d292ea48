"""What an address that leads nowhere may have meant."""

from __future__ import annotations

import pytest

from showbible.bible import Bible
from showbible.web.pages.kit.nearest import nearest
from showbible.web.pages.routes import NAV
from tests.builders import a_run
from tests.web.conftest import Caller

PERSON = {"accept": "text/html"}


def near(bible: Bible, path: str) -> list[str]:
    return [each.href for each in nearest(bible, path, NAV)]


@pytest.mark.parametrize("path", ["/runs/keepr", "/runs/last-keeper", "/runs/keepr/preview"])
def test_a_run_with_a_like_id_or_name_is_offered(any_bible: Bible, path: str) -> None:
    a_run(any_bible.db, "The Last Keeper", run_id="keeper")
    a_run(any_bible.db, "Owls", run_id="other")

    assert near(any_bible, path) == ["/runs/keeper"]


def test_a_project_with_a_like_name_is_offered(any_bible: Bible) -> None:
    any_bible.projects.create("northlight", name="Northlight")

    assert near(any_bible, "/projects/nothlight") == ["/projects/northlight"]


def test_an_asset_of_the_same_project_is_offered(any_bible: Bible) -> None:
    any_bible.projects.create("sea")
    any_bible.assets("sea").add("image", "images/harbour.png", prompt="Harbour in fog", asset_id="harbour-1")

    assert near(any_bible, "/projects/sea/assets/harbor-1") == ["/projects/sea/assets/harbour-1"]


def test_a_page_with_a_like_address_is_offered(any_bible: Bible) -> None:
    assert near(any_bible, "/analitics") == ["/analytics"]


def test_nothing_alike_offers_nothing(any_bible: Bible) -> None:
    assert near(any_bible, "/qqqq") == []


def test_a_lost_reader_sees_what_may_have_been_meant(visit_any: Caller, any_bible: Bible) -> None:
    a_run(any_bible.db, "The <b>Last</b> Keeper", run_id="keeper")

    answer = visit_any("GET", "/runs/keepr", headers=PERSON)

    assert answer.status_code == 404
    assert 'href="/runs/keeper"' in answer.text and "The &lt;b&gt;Last&lt;/b&gt; Keeper" in answer.text


def test_a_program_gets_no_page(visit_any: Caller) -> None:
    answer = visit_any("GET", "/runs/keepr", headers={"accept": "application/json"})

    assert answer.headers["content-type"] == "application/problem+json"
