"""`/runs/compare`: two to four runs, only what differs, and a sentence."""

from __future__ import annotations

import csv
import html
import io
import re

from showbible.bible import Bible
from showbible.web.pages.runs.compare import ComparePage
from tests.builders import a_run, a_run_with_pilot
from tests.web.conftest import Caller


def scored(bible: Bible, score: float, cost: str) -> str:
    run_id = a_run_with_pilot(bible.db)
    bible.runs.deliver(run_id, "video", "videos/a.mp4", pilot_id="a", scene_id="s1", cost=cost)
    bible.runs.judge_pilot(run_id, "a", score=score, status="approved")
    bible.runs.finish(run_id)
    return run_id


def test_it_ends_in_one_sentence(any_bible: Bible) -> None:
    ids = [scored(any_bible, 84, "2"), scored(any_bible, 78.5, "1.25")]

    page = ComparePage(any_bible, ids)

    assert page.sentence == "A scored 5.5 more than B, for $0.75 more."


def test_only_what_differs_is_shown_first(any_bible: Bible) -> None:
    ids = [scored(any_bible, 84, "2"), scored(any_bible, 80, "2")]

    page = ComparePage(any_bible, ids)

    assert "Quality score" in [row.label for row in page.differences.rows]
    assert {"Spent", "Budget", "Pilots", "Mood"} <= {row.label for row in page.differences.equal}


def test_the_better_value_is_marked_in_words(any_bible: Bible) -> None:
    ids = [scored(any_bible, 84, "2"), scored(any_bible, 78.5, "1.25")]

    rows = {row.label: row for row in ComparePage(any_bible, ids).differences.rows}

    assert [cell.lead for cell in rows["Quality score"].cells] == ["+5.5", None]
    assert [cell.lead for cell in rows["Spent"].cells] == [None, "$0.75 less"]


def test_runs_that_made_nothing_are_compared_too(visit_any: Caller, any_bible: Bible) -> None:
    ids = [a_run(any_bible.db), a_run(any_bible.db)]

    answer = visit_any("GET", f"/runs/compare?ids={','.join(ids)}")

    assert (answer.status_code, "What differs" in answer.text) == (200, True)


def test_a_file_holds_every_row_of_the_comparison(visit_any: Caller, any_bible: Bible) -> None:
    ids = [scored(any_bible, 84, "2"), scored(any_bible, 80, "2")]
    page = ComparePage(any_bible, ids)

    table = list(csv.reader(io.StringIO(visit_any("GET", f"/runs/compare.csv{page.query}").text)))

    assert table[0] == ["", *ids]
    assert [row[0] for row in table[1:]] == [row.label for row in (*page.differences.rows, *page.differences.equal)]


def test_runs_without_scores_have_no_winner(any_bible: Bible) -> None:
    ids = [a_run_with_pilot(any_bible.db), a_run_with_pilot(any_bible.db)]

    page = ComparePage(any_bible, ids)

    assert page.sentence == "0 runs of 2 ended with a score, so there is no winner to name."


def test_ids_may_stand_between_commas(visit_any: Caller, any_bible: Bible) -> None:
    ids = [a_run_with_pilot(any_bible.db), a_run_with_pilot(any_bible.db)]

    answer = visit_any("GET", f"/runs/compare?ids={','.join(ids)}")

    assert (answer.status_code, "What differs" in answer.text) == (200, True)


def test_nothing_chosen_says_how_to_choose(visit_any: Caller) -> None:
    answer = visit_any("GET", "/runs/compare")

    assert "Nothing to compare yet" in answer.text


def test_five_runs_are_too_many(visit_any: Caller) -> None:
    assert visit_any("GET", "/runs/compare?ids=a,b,c,d,e").status_code == 422


def test_an_unknown_run_is_not_found(visit_any: Caller) -> None:
    assert visit_any("GET", "/runs/compare?ids=nobody").status_code == 404


def _offered(text: str) -> list[str]:
    """The addresses of the comparisons that the page offers."""
    return re.findall(r'<a class="row-title" href="([^"]+)"', html.unescape(text))


def test_the_newest_runs_may_join(visit_any: Caller, any_bible: Bible) -> None:
    for name in ("one", "two", "three"):
        a_run(any_bible.db, run_id=name)

    text = visit_any("GET", "/runs/compare?ids=one").text

    assert _offered(text) == ["?ids=one&ids=three", "?ids=one&ids=two"]


def test_letters_find_a_run_to_join(visit_any: Caller, any_bible: Bible) -> None:
    a_run(any_bible.db, "Whales sing", run_id="whales")
    a_run(any_bible.db, "Owls", run_id="owls")
    a_run(any_bible.db, "Whales fall", run_id="fall")

    text = visit_any("GET", "/runs/compare?ids=whales&q=whal").text

    assert _offered(text) == ["?ids=whales&ids=fall"]


def test_letters_that_no_run_holds_say_so(visit_any: Caller, any_bible: Bible) -> None:
    a_run(any_bible.db, run_id="one")

    assert "No other run holds these letters." in visit_any("GET", "/runs/compare?ids=one&q=zebra").text


def test_four_runs_have_no_room_for_a_fifth(visit_any: Caller, any_bible: Bible) -> None:
    ids = [a_run(any_bible.db) for _ in range(5)]

    text = visit_any("GET", f"/runs/compare?ids={','.join(ids[:4])}").text

    assert (_offered(text), "leave one out to add another" in text) == ([], True)


def test_a_run_is_left_out_by_its_address(visit_any: Caller, any_bible: Bible) -> None:
    ids = [a_run(any_bible.db, run_id=name) for name in ("one", "two", "three")]

    page = ComparePage(any_bible, ids)

    assert [href for _, href in page.sides] == ["?ids=two&ids=three", "?ids=one&ids=three", "?ids=one&ids=two"]


def test_an_archived_run_is_offered_only_when_looked_for(any_bible: Bible) -> None:
    away = scored(any_bible, 80, "1")
    any_bible.runs.archive([away])

    offered = [[card.run_id for card, _ in ComparePage(any_bible, [], q=q).candidates] for q in ("", "lighthouse")]

    assert offered == [[], [away]]
