"""`/preferences`: every field with who decided it, saved one by one, and the way back."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from showbible.bible import Bible
from showbible.errors import NotFound
from showbible.lessons.model import DecidedBy
from showbible.lessons.recall import preferences as recall
from showbible.lessons.recall.preference_fields import FIELDS
from showbible.lessons.record import preferences as record
from showbible.web.pages.preferences.page import PreferenceField, PreferencesPage, ThresholdPreview
from tests.builders import a_run_with_pilot
from tests.web.conftest import Caller

HTMX = {"hx-request": "true", "accept": "text/html"}


def scored(bible: Bible, *scores: float, rating: int | None = None, **facts: Any) -> None:
    """Finished runs with these scores."""
    for score in scores:
        run_id = a_run_with_pilot(bible.db)
        bible.runs.judge_pilot(run_id, "a", score=score, status="approved")
        bible.runs.describe(run_id, **facts)
        bible.runs.finish(run_id)
        bible.lessons.wrap(run_id)
        if rating is not None:
            bible.lessons.rate(run_id, rating)


def put(visit: Caller, name: str, **fields: Any) -> httpx.Response:
    return visit("POST", f"/preferences/{name}", data=fields, headers=HTMX)


def undo(visit: Caller, answer: httpx.Response) -> httpx.Response:
    """Press the button of the toast."""
    (action,) = re.findall(r'action="([^"]+)"', answer.text)
    fields = dict(re.findall(r'name="(\w+)" value="([^"]*)"', answer.text))
    return visit("POST", action, data=fields, headers=HTMX)


def fields(bible: Bible, user: str = "local") -> dict[str, PreferenceField]:
    page = PreferencesPage(bible, user)
    return {name: page.field(name) for *_, forms in page.groups for name in forms}


def test_every_preference_is_on_the_page_with_who_decided_it(any_bible: Bible) -> None:
    any_bible.lessons.prefer({"default_voice": "onyx"})
    scored(any_bible, 80, 90, rating=5, mood="calm")

    found = fields(any_bible)

    assert set(found) == set(FIELDS)
    assert [found[name].mark.word for name in ("default_voice", "favorite_moods", "default_music_mood")] == [
        "Set by you",
        "Learned from 2 runs",
        "Default",
    ]


@pytest.mark.both_databases
def test_a_field_that_was_set_says_what_it_would_go_back_to(any_bible: Bible) -> None:
    scored(any_bible, 80, 90, rating=5, mood="calm")
    any_bible.lessons.prefer({"default_voice": "onyx", "favorite_moods": ["tense"]})

    found = fields(any_bible)

    assert [found[name].reset for name in ("default_voice", "favorite_moods", "preferred_tier")] == [
        "Reset to default: nova",
        "Reset to learned: calm",
        None,
    ]


@pytest.mark.parametrize(
    ("name", "value", "kept"),
    [
        ("preferred_style", "cinematic", "cinematic"),
        ("preferred_tier", "animated", "animated"),
        ("default_voice", " onyx ", "onyx"),
        ("default_voice_speed", "1.5", 1.5),
        ("quality_threshold", "82", 82),
        ("max_budget_per_run", "12.50", 12.5),
        ("preferred_duration", "45", 45),
    ],
)
def test_a_field_is_saved_alone(visit_any: Caller, any_bible: Bible, name: str, value: str, kept: object) -> None:
    answer = put(visit_any, name, value=value, seen="null")

    found = any_bible.lessons.preferences()
    assert (answer.status_code, getattr(found.values, name)) == (200, kept)
    assert [each for each, source in found.sources.items() if source is DecidedBy.SET] == [name]


def test_undo_gives_a_field_back(visit_any: Caller, any_bible: Bible) -> None:
    answer = put(visit_any, "default_voice", value="onyx", seen="null")

    undo(visit_any, answer)

    assert any_bible.lessons.preferences().sources["default_voice"] is DecidedBy.DEFAULT


def test_saving_what_is_set_already_offers_no_undo(visit_any: Caller, any_bible: Bible) -> None:
    any_bible.lessons.prefer({"default_voice": "onyx"})

    answer = visit_any("POST", "/preferences/default_voice", data={"value": "onyx"}, headers=HTMX)

    assert (answer.status_code, "Undo" in answer.text) == (200, False)


def test_undo_of_an_undo_sets_it_again(visit_any: Caller, any_bible: Bible) -> None:
    answer = undo(visit_any, put(visit_any, "default_voice", value="onyx", seen="null"))

    undo(visit_any, answer)

    assert any_bible.lessons.preferences().values.default_voice == "onyx"


@pytest.mark.parametrize("name", ["default_voice", "favorite_moods"])
def test_nothing_gives_a_field_back_to_what_was_learned(visit_any: Caller, any_bible: Bible, name: str) -> None:
    any_bible.lessons.prefer({"default_voice": "onyx", "favorite_moods": ["tense"]})

    put(visit_any, name)

    assert any_bible.lessons.preferences().sources[name] is DecidedBy.DEFAULT


def test_a_list_gains_and_loses_one_at_a_time(visit_any: Caller, any_bible: Bible) -> None:
    any_bible.lessons.prefer({"brand_colors": ["#0b2f3a", "teal"]})

    put(visit_any, "brand_colors", add="#f2b134")
    put(visit_any, "brand_colors", remove="teal")

    assert any_bible.lessons.preferences().values.brand_colors == ("#0b2f3a", "#f2b134")


def test_the_last_of_a_list_leaves_an_empty_one(visit_any: Caller, any_bible: Bible) -> None:
    any_bible.lessons.prefer({"favorite_moods": ["calm"]})

    put(visit_any, "favorite_moods", remove="calm")

    found = any_bible.lessons.preferences()
    assert (found.values.favorite_moods, found.sources["favorite_moods"]) == ((), DecidedBy.SET)


@pytest.fixture
def look(visit_any: Caller, any_bible: Bible) -> Iterator[Caller]:
    """A caller of a studio in which nobody has decided anything, and still nobody has at the end."""
    yield visit_any
    assert any_bible.lessons.preferences().is_set is False


@pytest.mark.parametrize(
    ("name", "sent", "said"),
    [
        ("quality_threshold", {"value": "101", "seen": "null"}, "Quality to reach must lie between 0 and 100."),
        ("default_voice_speed", {"value": "fast", "seen": "null"}, "Speed of the voice must be a number."),
        ("preferred_style", {"value": "baroque", "seen": "null"}, "must be one of"),
        ("default_voice", {"value": "x" * 65, "seen": "null"}, "Voice must be a name of 1 to 64 characters."),
        ("default_voice", {"value": "onyx", "seen": "[" * 9000}, "load the page again"),
        ("brand_colors", {"add": "red;}"}, "takes colours such as"),
    ],
)
def test_a_bad_value_is_refused_at_its_field(look: Caller, name: str, sent: dict[str, str], said: str) -> None:
    answer = put(look, name, **sent)

    field = answer.text.split(f'id="field-{name}"')[1].split('id="field-')[0]
    assert (answer.status_code, answer.text.count('role="alert"')) == (422, 1)
    assert said in field and 'aria-invalid="true"' in field


@pytest.mark.parametrize(("path", "status"), [("shoe_size", 422), ("undo", 422)])
def test_what_is_no_preference_is_refused(look: Caller, path: str, status: int) -> None:
    assert put(look, path, value="44").status_code == status


@pytest.mark.parametrize("query", ["user=..", "user=%00"])
def test_a_wrong_user_is_refused(look: Caller, query: str) -> None:
    assert look("GET", f"/preferences?{query}").status_code == 422


def test_a_value_set_meanwhile_is_kept_and_both_are_shown(visit_any: Caller, any_bible: Bible) -> None:
    any_bible.lessons.prefer({"default_voice": "echo"})

    answer = put(visit_any, "default_voice", value="onyx", seen="null")

    assert (answer.status_code, any_bible.lessons.preferences().values.default_voice) == (409, "echo")
    assert "It was set to echo meanwhile." in answer.text and 'value="onyx"' in answer.text


def test_what_the_page_shows_can_be_sent_back(visit_any: Caller, any_bible: Bible) -> None:
    any_bible.lessons.prefer({"max_budget_per_run": "12.50", "default_voice": 'a "b" <c>'})
    seen = {name: field.seen for name, field in fields(any_bible).items()}

    answers = [put(visit_any, name, value="9", seen=seen[name]) for name in ("max_budget_per_run", "default_voice")]

    assert [answer.status_code for answer in answers] == [200, 200]
    assert json.loads(seen["default_voice"]) == 'a "b" <c>'


def test_hostile_words_stay_text(visit_any: Caller, any_bible: Bible) -> None:
    any_bible.lessons.prefer({"default_voice": '"><script>alert(1)</script>'})

    answer = visit_any("GET", "/preferences")

    assert "<script>alert" not in answer.text and "&lt;script&gt;alert(1)" in answer.text


def test_every_user_has_their_own_page(visit_any: Caller, any_bible: Bible) -> None:
    put(visit_any, "default_voice", value="echo", seen="null", user="ada")

    page = PreferencesPage(any_bible, "ada")

    assert (page.users, fields(any_bible, "ada")["default_voice"].value, fields(any_bible)["default_voice"].value) == (
        ("local", "ada"),
        "echo",
        "nova",
    )


@pytest.mark.parametrize(
    ("threshold", "sentence"),
    [(75, "2 of your last 3 runs would fail."), (10, "All of your last 3 runs would pass.")],
)
def test_the_threshold_says_what_it_would_mean(any_bible: Bible, threshold: float, sentence: str) -> None:
    scored(any_bible, 60, 74.9, 80)

    assert ThresholdPreview(any_bible, "local", threshold).sentence == sentence


def test_the_preview_follows_the_slider_and_saves_nothing(look: Caller) -> None:
    answer = look("GET", "/preferences/threshold?value=40")

    assert "At 40: No finished run has a score yet" in answer.text
    assert look("GET", "/preferences/threshold?value=400").status_code == 422


def test_the_history_tells_each_change_newest_first(any_bible: Bible) -> None:
    any_bible.lessons.prefer({"default_voice": "onyx"})
    any_bible.lessons.prefer({"default_voice": None, "brand_colors": ["teal"]})

    told = [[edit.field for edit in version.edits] for version in PreferencesPage(any_bible, "local").versions]

    assert told == [["Voice", "Brand colours"], ["Voice"]]


def test_taking_back_a_change_of_another_user_is_not_found(any_bible: Bible) -> None:
    any_bible.lessons.prefer({"default_voice": "onyx"}, user_id="ada")
    (change,) = recall.history(any_bible.db, "ada")

    with pytest.raises(NotFound):
        any_bible.lessons.preference_choices.undo("local", change.seq)


def test_a_user_who_is_forgotten_leaves_no_history(any_bible: Bible) -> None:
    any_bible.lessons.prefer({"default_voice": "onyx"})

    record.forget_user(any_bible.db, "local")

    assert recall.history(any_bible.db, "local") == []


def test_without_scripts_a_change_leads_back_to_the_page(visit_any: Caller, any_bible: Bible) -> None:
    sent = {"value": "echo", "seen": "null", "user": "ada"}

    answer = visit_any("POST", "/preferences/default_voice", data=sent, headers={"accept": "text/html"})

    assert (answer.status_code, answer.headers["location"]) == (303, "/preferences?user=ada")
