"""`/projects/{p}/direction`: cards with their evidence, every correction, and what a tool will see."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import httpx
import pytest

from showbible.bible import Bible
from showbible.direction.api import Direction
from showbible.direction.model import Card
from showbible.direction.recall import digests as direction_digests
from showbible.direction.recall import history, uses
from showbible.direction.recall import scenes as direction_scenes
from showbible.direction.recall.effort import verdict
from showbible.direction.recall.history import WORDS
from showbible.direction.recall.plans import NewScene
from showbible.direction.record import learned as direction_learned
from showbible.direction.record import scenes
from showbible.errors import Conflict
from showbible.jobs import queue
from showbible.jobs.queue import JobState
from showbible.settings import Settings
from showbible.storage.changes import of as changes_of
from showbible.web.pages.direction.page import DirectionFilter, DirectionPage
from tests.direction.builders import call, generated, plan, ready, said, taught
from tests.originals import Filling, nothing
from tests.web.conftest import Caller, calling

HERE = "/projects/whales/direction"
HTMX = {"hx-request": "true", "accept": "text/html"}


@pytest.fixture(scope="module")
def learned(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bible]:
    """A studio in a folder with such a director, for looking only."""
    home = tmp_path_factory.mktemp("direction") / "studio"
    with Bible(Settings(home=home, disk_floor_mb=0, workers=0)) as bible:
        taught(bible)
        yield bible


@pytest.fixture
def look(learned: Bible) -> Iterator[Caller]:
    """A caller who only looks."""
    with calling(learned) as caller:
        yield caller


@pytest.fixture
def filling(request: pytest.FixtureRequest) -> Filling:
    """The story is there from the start, for who asks for it."""
    return taught if "story" in request.fixturenames else nothing


@pytest.fixture
def story(any_bible: Bible) -> Direction:
    """A director who goes closer on humiliation: one card, learned from three scenes."""
    return any_bible.direction("whales")


def the_card(story: Direction) -> Card:
    return story.profile().cards[0]


def words(card: Card, **changes: str) -> dict[str, Any]:
    """What the form of a card sends."""
    seen = {name: getattr(card, name) for name in WORDS}
    return {**seen, **changes, "seen": list(seen.values())}


def act(visit: Caller, path: str, **fields: Any) -> httpx.Response:
    return visit("POST", f"{HERE}/{path}", data=fields, headers=HTMX)


def undo(visit: Caller, answer: httpx.Response) -> httpx.Response:
    """Press the button of the toast."""
    action = re.findall(r'action="([^"]+)"', answer.text)[0]
    fields = dict(re.findall(r'name="(\w+)" value="([^"]*)"', answer.text))
    return visit("POST", action, data=fields, headers=HTMX)


def states(story: Direction) -> list[str]:
    return [card.state.value for card in story.profile().cards]


# Looking


def test_a_card_shows_its_evidence_in_the_directors_words(learned: Bible) -> None:
    (view,) = DirectionPage(learned, "whales", DirectionFilter()).cards

    assert (len(view.proofs), [proof.edit.user_text for proof in view.quotes]) == (12, ["Closer here."])


def test_a_card_says_how_sure_it_is_and_leads_to_the_edits_it_rests_on(look: Caller) -> None:
    page = look("GET", HERE).text

    assert "High confidence, 3 scenes" in page and f'href="{HERE}/scenes/h0#edit-h0-c1"' in page


def test_the_page_shows_cards_profile_and_figures(look: Caller, learned: Bible) -> None:
    profile = learned.direction("whales").profile()

    answer = look("GET", HERE)

    told = (profile.cards[0].preference, profile.summary, "Changed most", "1 card in use, learned from 5 ready scenes.")
    assert [text for text in told if text not in answer.text] == []


def test_looking_at_what_a_tool_sees_is_no_use(visit_any: Caller, story: Direction) -> None:
    answer = visit_any("GET", f"{HERE}?tab=prompt&tool=scene_guru&scene=h0")

    assert "LEARNED DIRECTORIAL PREFERENCES" in answer.text and re.search(r"about \d+ tokens", answer.text)
    assert uses.uses(story.db) == []


def test_what_a_tool_sees_is_what_the_tool_is_told(any_bible: Bible, story: Direction) -> None:
    wish = DirectionFilter(tab="prompt", tool="propose_edit_plan", scene="h1", steering="keep every size as it is")
    block = story.block("propose_edit_plan", scene="h1", steering="keep every size as it is")

    shown = DirectionPage(any_bible, "whales", wish).prompt

    assert shown is not None and shown.block == block


def test_a_card_left_out_says_why(any_bible: Bible, story: Direction) -> None:
    story.change_card(the_card(story).card_id, state="paused")

    shown = DirectionPage(any_bible, "whales", DirectionFilter(tab="prompt")).prompt

    assert shown is not None and [why for _, why in shown.left_out] == ["Paused"]


@pytest.mark.both_databases
def test_uses_are_counted_with_the_last_tool(visit_any: Caller, story: Direction) -> None:
    story.used("generate_beat_package", scene="h0")
    story.used("scene_guru", scene="h0")

    page = visit_any("GET", f"{HERE}?peek={the_card(story).card_id}").text

    assert "Used 2 times, last just now by scene guru in h0." in page


@pytest.mark.parametrize(
    ("query", "number"),
    [("", 1), ("?q=close", 1), ("?q=zebra", 0), ("?state=paused", 0), ("?confidence=high", 1), ("?confidence=low", 0)],
)
def test_filters_narrow_the_cards(look: Caller, query: str, number: int) -> None:
    assert look("GET", HERE + query).text.count('class="card pref"') == number


def test_a_list_without_matches_names_the_filter_to_remove(look: Caller) -> None:
    answer = look("GET", f"{HERE}?q=close&state=paused")

    assert "Removing “paused” would show 1 card." in answer.text


def test_without_a_profile_it_says_what_teaches(visit_any: Caller, any_bible: Bible) -> None:
    any_bible.projects.create("whales")

    answer = visit_any("GET", HERE)

    assert "Nothing is known of the director yet" in answer.text and "0 scenes so far" in answer.text


def test_scenes_without_a_habit_say_so(visit_any: Caller, any_bible: Bible) -> None:
    taught(any_bible, closer=0, alone=2)

    assert "No habit stands out yet" in visit_any("GET", HERE).text


@pytest.mark.parametrize("query", ["tab=zzz", "state=zzz", "confidence=zzz", "scene=..", "peek=..", "cursor=zzz"])
def test_a_wrong_address_is_refused(look: Caller, query: str) -> None:
    assert look("GET", f"{HERE}?{query}").status_code == 422


@pytest.mark.parametrize(
    "path",
    ["/projects/nobody/direction", f"{HERE}/scenes/nobody", f"{HERE}?tab=prompt&scene=nobody"],
)
def test_what_is_not_there_is_not_found(look: Caller, path: str) -> None:
    assert look("GET", path, headers={"accept": "text/html"}).status_code == 404


def test_hostile_words_stay_text(visit_any: Caller, story: Direction) -> None:
    story.change_card(the_card(story).card_id, preference="<script>alert(1)</script>")

    page = visit_any("GET", HERE).text + visit_any("GET", f"{HERE}?peek={the_card(story).card_id}").text

    assert "<script>alert" not in page and "&lt;script&gt;alert(1)" in page


# Correcting


@pytest.mark.parametrize("state", ["paused", "archived"])
@pytest.mark.both_databases
def test_a_card_is_turned_off_and_undo_brings_it_back(visit_any: Caller, story: Direction, state: str) -> None:
    answer = act(visit_any, f"cards/{the_card(story).card_id}/state", state=state)
    off = states(story)

    undo(visit_any, answer)

    assert (off, states(story)) == ([state], ["active"])


def test_a_forgotten_card_is_listed_only_when_asked_for(visit_any: Caller, story: Direction) -> None:
    act(visit_any, f"cards/{the_card(story).card_id}/state", state="archived")

    shown = [visit_any("GET", HERE + query).text.count("Restore</button>") for query in ("", "?state=archived")]

    assert shown == [0, 1]


def test_rewording_changes_only_what_was_written(visit_any: Caller, story: Direction) -> None:
    before = the_card(story)

    act(visit_any, f"cards/{before.card_id}/words", **words(before, preference="Go in on whoever pays."))

    after = the_card(story)
    assert (after.preference, after.applies_to, after.made_by) == (
        "Go in on whoever pays.",
        before.applies_to,
        "person",
    )


def test_words_undone_belong_to_the_learning_again(visit_any: Caller, story: Direction) -> None:
    before = the_card(story)
    answer = act(visit_any, f"cards/{before.card_id}/words", **words(before, preference="Mine."))

    undo(visit_any, answer)

    assert the_card(story) == before
    assert [change.after for change in story.cards.history(before.card_id)] == [
        {"preference": before.preference},
        {"preference": "Mine."},
    ]


def test_a_stale_rewording_is_refused_and_both_texts_are_shown(visit_any: Caller, story: Direction) -> None:
    seen = the_card(story)
    story.change_card(seen.card_id, preference="Theirs.")

    answer = act(visit_any, f"cards/{seen.card_id}/words", **words(seen, preference="Mine."))

    assert (answer.status_code, the_card(story).preference) == (409, "Theirs.")
    assert ">Mine.</textarea>" in answer.text and "<dt>What to do</dt><dd>Theirs.</dd>" in answer.text


def test_words_that_change_nothing_offer_no_undo(visit_any: Caller, story: Direction) -> None:
    story.change_card(the_card(story).card_id, state="paused")

    answer = act(visit_any, f"cards/{the_card(story).card_id}/words", **words(the_card(story)))

    assert ("Nothing changed" in answer.text, "/undo" in answer.text) == (True, False)


def test_a_card_reworded_in_between_is_refused_by_the_record_too(story: Direction) -> None:
    card = the_card(story)
    story.change_card(card.card_id, preference="Theirs.")

    with pytest.raises(Conflict, match="Somebody changed this card meanwhile"):
        story.cards.correct(card.card_id, {"preference": "Mine."}, seen={"preference": card.preference})


@pytest.mark.parametrize(("text", "status"), [("", 422), ("x" * 401, 422)])
def test_words_that_do_not_fit_are_refused(visit_any: Caller, story: Direction, text: str, status: int) -> None:
    card = the_card(story)

    answer = act(visit_any, f"cards/{card.card_id}/words", **words(card, preference=text))

    assert (answer.status_code, the_card(story)) == (status, card)


def test_without_scripts_an_act_leads_back_to_the_page(visit_any: Caller, story: Direction) -> None:
    path = f"{HERE}/cards/{the_card(story).card_id}/state"

    answer = visit_any("POST", path, data={"state": "paused"}, headers={"accept": "text/html"})

    assert (answer.status_code, answer.headers["location"], states(story)) == (303, HERE, ["paused"])


@pytest.mark.parametrize(
    ("path", "fields", "status"),
    [
        ("cards/nobody/state", {"state": "paused"}, 404),
        (
            "cards/nobody/words",
            {"preference": "a", "applies_to": "b", "avoid_applying_to": "c", "seen": ["", "", ""]},
            404,
        ),
        ("cards/nobody/undo", {"seq": "99"}, 404),
        ("cards/CARD/undo", {"seq": "99"}, 404),
        ("cards/CARD/undo", {"seq": "x"}, 422),
    ],
)
def test_an_act_on_nothing_is_refused(
    visit_any: Caller, story: Direction, path: str, fields: dict[str, Any], status: int
) -> None:
    answer = act(visit_any, path.replace("CARD", the_card(story).card_id), **fields)

    assert answer.status_code == status


def test_the_history_tells_who_changed_what(visit_any: Caller, story: Direction) -> None:
    story.change_card(the_card(story).card_id, preference="Mine.")

    answer = visit_any("GET", f"{HERE}?tab=history")

    assert "<b>A person</b>" in answer.text and "<ins>Mine</ins>" in answer.text


def test_a_card_that_is_learned_anew_in_other_words_has_that_in_its_history(story: Direction) -> None:
    profile, sources = story.profile(), direction_scenes.sources(story.db)
    other = replace(profile.cards[0], applies_to="Every beat of shame.")
    again = replace(profile, cards=(other,))

    direction_learned.keep_profile(story.db, again, sources=sources)

    (change,) = story.cards.history(other.card_id)
    assert (change.made_by, change.before, change.after) == (
        "rule",
        {"applies_to": profile.cards[0].applies_to},
        {"applies_to": "Every beat of shame."},
    )


def test_rebuilding_queues_a_job_and_says_so(visit_any: Caller, any_bible: Bible, story: Direction) -> None:
    answer = act(visit_any, "rebuild")

    (job,) = queue.listed(any_bible.db, state=JobState.QUEUED).items
    assert (answer.status_code, job.event) == (200, "direction.changed")
    assert "Learning, 1 job" in visit_any("GET", HERE).text


def test_a_project_that_goes_takes_the_history_of_its_cards(any_bible: Bible, story: Direction) -> None:
    card_id = the_card(story).card_id
    story.change_card(card_id, state="paused")

    scenes.forget_project(story.db, story.project_id)

    assert changes_of(story.db, kind=history.CARD, item_id=card_id) == []


# Scenes


def test_the_scenes_are_listed_with_what_was_edited(visit_any: Caller, story: Direction) -> None:
    story.put("next", NewScene(planning_stage="PLANNING"))

    page = visit_any("GET", f"{HERE}?tab=scenes").text

    told = re.compile(r"Still being planned|Learned from|Accepted as it was|\d edits, \d of taste")
    rows = [(re.findall(r"/scenes/(\w+)", row)[0], *told.findall(row)) for row in page.split("scene-row")[1:]]
    assert rows == [
        ("next", "Still being planned"),
        ("e1", "Learned from", "Accepted as it was"),
        ("e0", "Learned from", "Accepted as it was"),
        *((f"h{n}", "Learned from", "4 edits, 4 of taste") for n in (2, 1, 0)),
    ]


def test_an_edit_is_shown_before_and_after_with_the_words_and_the_card(visit_any: Caller, story: Direction) -> None:
    answer = visit_any("GET", f"{HERE}/scenes/h0")

    assert answer.text.count("Closer here.") == 4
    assert "<del>Medium shot</del> <ins>Close up</ins>" in answer.text
    assert f'{HERE}?peek={the_card(story).card_id}"' in answer.text


def test_the_kind_of_edit_narrows_the_list(look: Caller) -> None:
    pages = [look("GET", f"{HERE}/scenes/h0?kind={kind}") for kind in ("modify", "remove", "zzz")]

    assert [page.text.count('id="edit-') for page in pages[:2]] == [4, 0]
    assert "No such edit in this scene" in pages[1].text and pages[2].status_code == 422


def test_a_scene_that_is_not_learned_from_yet_shows_its_session(visit_any: Caller, any_bible: Bible) -> None:
    story = taught(any_bible, closer=0, alone=0)
    shots = plan("a", "b", "c")
    story.put("s1", NewScene(planning_stage="PLANNING", shots=shots[:2]))
    story.append("s1", said(generated(shots), "Drop it.", call("c2", "remove_shots", shots[:2], shotIds=["c"])))

    answer = visit_any("GET", f"{HERE}/scenes/s1")

    assert "Removed medium shot reaction emotion." in answer.text and 'data-mark="gone"' in answer.text


def test_a_scene_without_a_session_says_so(visit_any: Caller, any_bible: Bible) -> None:
    taught(any_bible, closer=0, alone=0).put("s1", ready(()))

    assert "No edit is known" in visit_any("GET", f"{HERE}/scenes/s1").text


def test_the_verdict_needs_enough_scenes(learned: Bible) -> None:
    digests = direction_digests.digests(learned.direction("whales").db)

    told = [verdict([]), verdict(digests), verdict([*digests[:3], *digests[2:]])]

    assert told[:2] == ["", "2.4 edits of taste a scene so far."]
    assert told[2] == "The last 3 scenes needed 4 edits of taste each, up from 1.3."
