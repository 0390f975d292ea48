"""`/memory/providers`: what a run showed can be corrected, with history and undo, and what is stale is refused."""

from __future__ import annotations

import html
import re
from typing import Any

import pytest

from showbible.bible import Bible
from showbible.lessons.model import ProviderLearning
from showbible.lessons.recall import providers
from tests.builders import MONDAY
from tests.lessons.orders import an_order
from tests.web.conftest import Caller
from tests.web.pages.test_memory import HTMX, PERSON, post, undo


def learned(bible: Bible, **facts: Any) -> ProviderLearning:
    """What the rules read from a run of lumen."""
    usual: dict[str, Any] = {
        "run_id": "r1",
        "made_by": "rule",
        "words": {"prompt_tips": ("Name the light", "Ask twice"), "avoid_list": ("Rain",)},
    }
    bible.lessons.learn_of_provider(
        ProviderLearning(provider="lumen", at=MONDAY, overall_success=True, **{**usual, **facts})
    )
    return bible.lessons.provider("lumen").recent_learnings[0]


def asked(found: ProviderLearning, *, seen: str = "0", success: str = "yes", **lists: str) -> dict[str, Any]:
    """A filled form: what is not said otherwise is as it was."""
    words = {**{name: "\n".join(said) for name, said in found.words.items()}, **lists}
    return {"seen": seen, "success": success, "field": list(words), "lines": list(words.values())}


def act(found: ProviderLearning, name: str) -> str:
    return f"/memory/learnings/{found.learning_id}/{name}"


def test_a_drawer_holds_the_words_of_one_run_to_correct(visit_any: Caller, any_bible: Bible) -> None:
    found = learned(any_bible, words={"prompt_tips": ("<b>Light</b>", "Ask twice")})
    page = visit_any("GET", "/memory/providers?peek=lumen").text
    (href,) = re.findall(r'href="([^"]+learning=[^"]+)" hx-get', page)

    drawer = visit_any("GET", html.unescape(href)).text.split('id="peek"')[1]

    assert re.findall(r'name="field" value="(\w+)".*?<textarea[^>]*>([^<]*)<', drawer) == [
        ("prompt_tips", "&lt;b&gt;Light&lt;/b&gt;\nAsk twice")
    ]
    assert act(found, "forget") in drawer


def test_a_correction_is_a_persons_word_and_undo_gives_it_back(visit_any: Caller, any_bible: Bible) -> None:
    found = learned(any_bible)

    told = post(
        visit_any, act(found, "correct"), **asked(found, success="no", prompt_tips="Name the lamp\r\n", avoid_list="")
    )
    corrected = providers.learning(any_bible.db, found.learning_id)
    undo(visit_any, told)

    assert (corrected.overall_success, corrected.made_by, corrected.words) == (
        False,
        "person",
        {"prompt_tips": ("Name the lamp",)},
    )
    assert providers.learning(any_bible.db, found.learning_id) == found


def test_what_one_run_showed_is_paused_and_undo_uses_it_again(visit_any: Caller, any_bible: Bible) -> None:
    found = learned(any_bible)

    told = post(visit_any, act(found, "pause"), paused="yes")
    drawer = visit_any("GET", "/memory/providers?peek=lumen").text.split('id="peek"')[1]
    undo(visit_any, told)

    assert ("Paused. Went well" in drawer, 'aria-checked="false"' in drawer) == (True, True)
    assert providers.learning(any_bible.db, found.learning_id) == found


def test_pausing_what_is_paused_offers_no_undo(visit_any: Caller, any_bible: Bible) -> None:
    found = learned(any_bible)
    post(visit_any, act(found, "pause"), paused="yes")

    assert "Undo" not in post(visit_any, act(found, "pause"), paused="yes")


def test_what_is_forgotten_while_paused_comes_back_paused(visit_any: Caller, any_bible: Bible) -> None:
    found = learned(any_bible)
    post(visit_any, act(found, "pause"), paused="yes")

    undo(visit_any, post(visit_any, act(found, "forget")))

    assert [each.paused for each in any_bible.lessons.provider("lumen").recent_learnings] == [True]


def test_saving_what_is_so_changes_nothing(visit_any: Caller, any_bible: Bible) -> None:
    found = learned(any_bible)

    told = post(visit_any, act(found, "correct"), **asked(found))

    assert ("Undo" in told, providers.learning(any_bible.db, found.learning_id)) == (False, found)


def test_the_rules_do_not_say_again_what_a_person_corrected(any_bible: Bible) -> None:
    found = learned(any_bible)
    any_bible.lessons.learnings.correct(found.learning_id, {"prompt_tips": ["Name the lamp"]})

    again = learned(any_bible)

    assert again.words["prompt_tips"] == ("Name the lamp",)


def test_a_stale_correction_is_refused_with_both_texts(visit_any: Caller, any_bible: Bible) -> None:
    found = learned(any_bible)
    any_bible.lessons.learnings.correct(found.learning_id, {"avoid_list": ["Fog"]})

    answer = visit_any("POST", act(found, "correct"), data=asked(found, avoid_list="Hail"), headers=HTMX)

    assert answer.status_code == 409
    assert "avoid list is Fog, you wrote Hail" in answer.headers["hx-trigger"]
    assert providers.learning(any_bible.db, found.learning_id).words["avoid_list"] == ("Fog",)


@pytest.mark.both_databases
def test_who_corrected_what_is_shown_and_goes_with_what_is_forgotten(visit_any: Caller, any_bible: Bible) -> None:
    found = learned(any_bible)
    any_bible.lessons.learnings.correct(found.learning_id, {"avoid_list": ["Fog"]})

    drawer = visit_any("GET", f"/memory/providers?peek=lumen&learning={found.learning_id}").text.split('id="peek"')[1]
    post(visit_any, act(found, "forget"))

    assert "<del>Rain</del><ins>Fog</ins>" in drawer
    assert any_bible.db.value("SELECT COUNT(*) FROM changes WHERE kind = 'learning'") == 0


@pytest.mark.both_databases
def test_a_learning_that_is_said_anew_takes_the_history_of_the_old_one_away(any_bible: Bible) -> None:
    found = learned(any_bible)
    any_bible.lessons.learnings.correct(found.learning_id, {"avoid_list": ["Fog"]})

    learned(any_bible, made_by="person", words={"avoid_list": ("Hail",)})

    assert any_bible.lessons.provider("lumen").avoid_list == ("Hail",)
    assert any_bible.db.value("SELECT COUNT(*) FROM changes") == 0


@pytest.mark.parametrize(
    ("fields", "status"),
    [
        ({"success": "perhaps"}, 422),
        ({"seen": "x"}, 422),
        ({"colours": "red"}, 422),
        ({"avoid_list": "x" * 3000}, 413),
    ],
)
def test_a_correction_that_cannot_be_is_refused(
    visit_any: Caller, any_bible: Bible, fields: dict[str, str], status: int
) -> None:
    found = learned(any_bible)

    answer = visit_any("POST", act(found, "correct"), data=asked(found, **fields), headers=PERSON)

    assert (answer.status_code, providers.learning(any_bible.db, found.learning_id)) == (status, found)


@pytest.mark.both_databases
def test_what_is_not_there_is_not_found(visit_any: Caller, any_bible: Bible) -> None:
    found = learned(any_bible)

    answers = [
        visit_any("POST", "/memory/learnings/nothing/correct", data=asked(found), headers=PERSON),
        visit_any("POST", act(found, "undo"), data={"seq": "99"}, headers=PERSON),
        visit_any("GET", "/memory/providers?peek=lumen&learning=nothing", headers=PERSON),
    ]

    assert [answer.status_code for answer in answers] == [404, 404, 404]


def test_a_card_tells_what_orders_came_to_and_why_it_was_chosen(visit_any: Caller, any_bible: Bible) -> None:
    why = "lumen rather than kite: it fails 0 of 40 orders, not 8 of 41."
    for score, camera in ((70, True), (69, True), (71, True), (88, False), (89, False), (90, False)):
        facts: dict[str, Any] = {"score": float(score), "traits": {"camera": camera}, "seconds": 5.0, "why": why}
        any_bible.lessons.note_generation(an_order("lumen", estimated=100, charged=120, took=40.0, **facts))
    any_bible.lessons.note_generation(an_order("lumen", outcome="failed"))

    card = visit_any("GET", "/memory/providers").text.split('class="known"')[1]

    assert "Fails 1 of 7 orders (1 of 7)." in card and why in card
    assert "Prompts that name the camera score" in card and "(3 against 3 orders)." in card
    assert re.search(r"120% <span[^>]*>6 charges, up to 120%<", card)


def test_the_drawer_of_a_provider_that_no_run_told_of_says_so(visit_any: Caller, any_bible: Bible) -> None:
    any_bible.lessons.note_generation(an_order("kite", outcome="failed"))

    drawer = visit_any("GET", "/memory/providers?peek=kite").text.split('id="peek"')[1]

    assert "No run has told anything of it yet." in drawer
