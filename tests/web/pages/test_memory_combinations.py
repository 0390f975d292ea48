"""`/memory/combinations`: each mood with its music can be seen, explained, judged, paused and forgotten."""

from __future__ import annotations

import html
import re

import pytest

from showbible.bible import Bible
from showbible.lessons.model import Pair, PairRuling, PairVerdict, UseState
from showbible.lessons.recall import combinations
from tests.web.conftest import Caller
from tests.web.pages.test_memory import HTMX, PERSON, names, post, taught, undo

PAGE = "/memory/combinations"
WARM = Pair("warm", "piano")
ASKED = "mood=warm&music=piano"


def rated(bible: Bible, *ratings: int, pair: Pair = WARM, first: int = 1) -> None:
    for n, rating in enumerate(ratings, start=first):
        taught(bible, f"r{n}", mood=pair.mood, music_style=pair.music_style)
        bible.lessons.rate(f"r{n}", rating)


def ruling(bible: Bible) -> PairRuling:
    return combinations.ruling(bible.db, WARM)


def marks(page: str) -> list[str]:
    """What the table says of each combination."""
    table = page.split('id="pairs-title"')[1].split("</table>")[0]
    return re.findall(r'<span class="chip"[^>]*>.*?</svg>([^<]+)</span>', table)


def test_a_drawer_shows_the_runs_behind_a_combination(visit_any: Caller, any_bible: Bible) -> None:
    rated(any_bible, 5, 2)
    taught(any_bible, "r3", mood="warm", music_style="piano")

    drawer = visit_any("GET", f"{PAGE}?peek=warm&music=piano").text.split('id="peek"')[1]

    assert re.findall(r'href="/runs/([^"]+)"', drawer) == ["r2", "r1"]
    assert "1 of 2 rated runs went well, too few to suggest it." in drawer
    assert html.escape(f"/memory/history?{ASKED}") in drawer


@pytest.mark.parametrize("peek", ["warm", "warm&music=drones", "cold&music=piano"])
def test_an_unknown_combination_is_not_found(visit_any: Caller, any_bible: Bible, peek: str) -> None:
    rated(any_bible, 5)

    assert visit_any("GET", f"{PAGE}?peek={peek}", headers=PERSON).status_code == 404
    assert visit_any("GET", f"{PAGE}?peek={peek}", headers=HTMX).status_code == 200


def test_a_paused_combination_is_shown_with_its_figures(visit_any: Caller, any_bible: Bible) -> None:
    rated(any_bible, 5, 5, 5)

    told = post(visit_any, f"{PAGE}/pause?{ASKED}", paused="yes")
    page = visit_any("GET", PAGE).text
    undo(visit_any, told)

    assert (names(page), marks(page), "3 of 3" in page) == (["Warm with piano"], ["Paused"], True)
    assert marks(visit_any("GET", PAGE).text) == ["Suggested"]


@pytest.mark.parametrize(("verdict", "mark"), [("works", "You say it works"), ("fails", "You say it fails")])
def test_a_verdict_outranks_the_count_until_it_is_undone(
    visit_any: Caller, any_bible: Bible, verdict: str, mark: str
) -> None:
    rated(any_bible, 5)

    told = post(visit_any, f"{PAGE}/verdict?{ASKED}", seen="0", verdict=verdict)
    judged = marks(visit_any("GET", PAGE).text)
    undo(visit_any, told)

    assert (judged, marks(visit_any("GET", PAGE).text)) == ([mark], ["Too few runs"])


def test_what_a_person_decided_is_what_the_suggestion_says(visit_any: Caller, any_bible: Bible) -> None:
    rated(any_bible, 5)
    post(visit_any, f"{PAGE}/verdict?{ASKED}", seen="0", verdict="works")

    page = visit_any("GET", "/memory/try?concept=A+teaser").text

    assert "A person decided that warm with piano works." in page
    assert page.count("You decided") == 2


def test_an_act_that_changes_nothing_offers_no_undo(visit_any: Caller, any_bible: Bible) -> None:
    rated(any_bible, 5)
    any_bible.lessons.combination_rulings.correct(WARM.item_id, {"verdict": "works"})

    told = [
        post(visit_any, f"{PAGE}/pause?{ASKED}", paused="no"),
        post(visit_any, "/memory/patterns/teaser/plan", seen="0"),
    ]

    assert [text for text in told if "Undo" in text] == []


def test_a_stale_verdict_is_refused_with_both_texts(visit_any: Caller, any_bible: Bible) -> None:
    rated(any_bible, 5)
    any_bible.lessons.combination_rulings.correct(WARM.item_id, {"verdict": "works"})

    answer = visit_any("POST", f"{PAGE}/verdict?{ASKED}", data={"seen": "0", "verdict": "fails"}, headers=HTMX)

    assert answer.status_code == 409
    assert "verdict is works, you wrote fails" in answer.headers["hx-trigger"]
    assert ruling(any_bible).verdict is PairVerdict.WORKS


def test_an_older_change_can_be_taken_back(visit_any: Caller, any_bible: Bible) -> None:
    rated(any_bible, 5)
    any_bible.lessons.combination_rulings.correct(WARM.item_id, {"verdict": "fails"})
    any_bible.lessons.combination_rulings.correct(WARM.item_id, {"state": "paused"})
    first = combinations.versions(any_bible.db, WARM)[-1]

    post(visit_any, f"{PAGE}/undo?{ASKED}", seq=str(first.seq))

    assert ruling(any_bible) == PairRuling(state=UseState.PAUSED)


def test_who_changed_a_combination_is_shown(visit_any: Caller, any_bible: Bible) -> None:
    rated(any_bible, 5)
    any_bible.lessons.combination_rulings.correct(WARM.item_id, {"state": "paused"})

    drawer = visit_any("GET", f"{PAGE}?peek=warm&music=piano").text.split('id="peek"')[1]

    assert "<del>active</del><ins>paused</ins>" in drawer


@pytest.mark.both_databases
def test_a_forgotten_combination_leaves_and_undo_brings_it_back(visit_any: Caller, any_bible: Bible) -> None:
    rated(any_bible, 5, 1)
    any_bible.lessons.combination_rulings.correct(WARM.item_id, {"verdict": "works"})
    before = any_bible.lessons.combinations()

    told = post(visit_any, f"{PAGE}/forget?{ASKED}")
    gone = any_bible.lessons.combinations()
    undo(visit_any, told)

    assert (gone, any_bible.lessons.combinations()) == ([], before)


@pytest.mark.parametrize(
    ("path", "fields", "status"),
    [
        (f"verdict?{ASKED}", {"seen": "0", "verdict": "maybe"}, 422),
        (f"undo?{ASKED}", {"seq": "99"}, 404),
        ("forget?mood=cold&music=piano", {}, 404),
        ("forget?mood=warm", {}, 422),
        ("restore", {"taken": "{}"}, 422),
        ("restore", {"taken": "zzz"}, 422),
    ],
)
def test_what_cannot_be_done_is_refused(
    visit_any: Caller, any_bible: Bible, path: str, fields: dict[str, str], status: int
) -> None:
    rated(any_bible, 5)

    answer = visit_any("POST", f"{PAGE}/{path}", data=fields, headers=PERSON)

    assert (answer.status_code, ruling(any_bible)) == (status, PairRuling())


def test_hostile_names_stay_text_in_the_drawer_and_its_addresses(visit_any: Caller, any_bible: Bible) -> None:
    rated(any_bible, 5, pair=Pair('<b>"&', "a&mood=x"))
    (found,) = any_bible.lessons.combinations()

    (href,) = set(re.findall(r'data-peek="([^"]+)"', visit_any("GET", PAGE).text))
    drawer = visit_any("GET", html.unescape(href)).text.split('id="peek"')[1]
    action = html.unescape(re.findall(r'action="([^"]+/forget[^"]*)"', drawer)[0])
    post(visit_any, action)

    assert ('<b>"' in drawer, found.mood, any_bible.lessons.combinations()) == (False, '<b>"&', [])


def test_combinations_say_which_are_suggested(visit_any: Caller, any_bible: Bible) -> None:
    for n in (1, 2, 3):
        taught(any_bible, f"r{n}", mood="warm", music_style="piano")
        any_bible.lessons.rate(f"r{n}", 5)

    page = visit_any("GET", "/memory/combinations").text

    assert "Warm with piano is the safest choice: 3 of 3 rated runs went well." in page
