"""`/runs/{id}`: one production, what a person may decide in it, and the stream that keeps it fresh."""

from __future__ import annotations

import re
from collections.abc import Sequence

import httpx
import pytest

from showbible.bible import Bible
from showbible.runs.model import PilotStatus
from showbible.web.app import create_app
from showbible.web.pages.run.page import RunPage
from tests.builders import a_finished_run, a_run, a_run_with_pilot
from tests.web.conftest import Caller, Visit, served

HTMX = {"HX-Request": "true"}
PERSON = {"accept": "text/html"}


def test_it_shows_the_run(visit_any: Caller, any_bible: Bible) -> None:
    run_id = a_run_with_pilot(any_bible.db, concept="Whales at dusk\nA quiet one.")

    answer = visit_any("GET", f"/runs/{run_id}")

    assert re.findall(r"<h1>(.*?)</h1>|<p class=\"lede\">(.*?)</p>", answer.text) == [
        ("Whales at dusk", ""),
        ("", "A quiet one."),
    ]


@pytest.mark.parametrize("path", ["", "/preview", "/stream", "/log.txt", "/still"])
def test_an_unknown_run_is_not_found(visit: Visit, path: str) -> None:
    assert visit()("GET", f"/runs/nobody{path}").status_code == 404


@pytest.mark.parametrize("act", ["cancel", "pilots/a/approve"])
def test_nothing_is_done_to_an_unknown_run(visit: Visit, act: str) -> None:
    assert visit()("POST", f"/runs/nobody/{act}", headers=PERSON).status_code == 404


@pytest.mark.both_databases
def test_hostile_text_stays_text_everywhere(visit_any: Caller, any_bible: Bible) -> None:
    bad = '"><img src=x onerror=alert(1)>'
    run_id = a_run_with_pilot(any_bible.db, concept=bad)
    any_bible.runs.deliver(run_id, "video", f"videos/{bad}", pilot_id="a", scene_id="s1", metadata={"title": bad})
    any_bible.runs.warning(run_id, bad)
    any_bible.runs.report(run_id, bad, "running", message=bad, data={"scene_id": bad, "pilot_id": "a"})

    pages = [visit_any("GET", f"/runs/{run_id}{path}").text for path in ("", "/preview")]

    assert all("<img src=x" not in page and "&lt;img src=x" in page for page in pages)


def test_a_failed_run_says_why_and_marks_its_stage(any_bible: Bible) -> None:
    run_id = a_run(any_bible.db)
    any_bible.runs.enter(run_id, "generating_audio")
    any_bible.runs.finish(run_id, "failed", error="quota exceeded")

    page = RunPage(any_bible, run_id)

    assert (page.reason, [step.label for step in page.steps if step.state == "failed"]) == ("quota exceeded", ["Audio"])


def test_approving_a_pilot_makes_it_the_winner(visit_any: Caller, any_bible: Bible) -> None:
    run_id = a_run_with_pilot(any_bible.db)

    answer = visit_any("POST", f"/runs/{run_id}/pilots/a/approve", headers=PERSON)

    run = any_bible.runs.get(run_id)
    assert (answer.status_code, answer.headers["location"]) == (303, f"/runs/{run_id}")
    assert (run.winning_pilot, run.pilots[0].status) == ("a", PilotStatus.APPROVED)


def test_a_rejection_keeps_its_reason(visit_any: Caller, any_bible: Bible) -> None:
    run_id = a_run_with_pilot(any_bible.db)

    answer = visit_any("POST", f"/runs/{run_id}/pilots/a/reject", data={"reason": " too dark "}, headers=HTMX)

    pilot = any_bible.runs.get(run_id).pilots[0]
    assert (answer.status_code, re.findall(r"<p>(Pilot .*?)</p>", answer.text)) == (200, ["Pilot A is rejected."])
    assert (pilot.status, pilot.rejection_reason) == (PilotStatus.REJECTED, "too dark")


def test_a_decision_is_taken_back_from_its_message(visit_any: Caller, any_bible: Bible) -> None:
    run_id = a_run_with_pilot(any_bible.db)
    said = visit_any("POST", f"/runs/{run_id}/pilots/a/reject", data={"reason": "too dark"}, headers=HTMX).text
    [(action, seq)] = set(re.findall(r'action="([^"]*/undo)".*?name="seq" value="(\d+)"', said))

    answer = visit_any("POST", action, data={"seq": seq}, headers=HTMX)

    pilot = any_bible.runs.get(run_id).pilots[0]
    assert (answer.status_code, "Pilot A is where it was before." in answer.text) == (200, True)
    assert (pilot.status, pilot.rejection_reason) == (PilotStatus.RUNNING, None)


def test_what_the_run_has_gone_on_with_is_not_taken_back(visit_any: Caller, any_bible: Bible) -> None:
    run_id = a_run_with_pilot(any_bible.db)
    seq = any_bible.runs.approve(run_id, "a")
    any_bible.runs.enter(run_id, "editing")

    answer = visit_any("POST", f"/runs/{run_id}/pilots/a/undo", data={"seq": str(seq)}, headers=HTMX)

    assert (answer.status_code, any_bible.runs.get(run_id).winning_pilot) == (409, "a")
    assert "gone on with it (editing)" in answer.headers["hx-trigger"]


def test_the_page_says_whose_scenes_have_a_take_and_the_time_left(any_bible: Bible) -> None:
    run_id = a_run_with_pilot(any_bible.db, total_scenes=2)
    any_bible.runs.add_pilot(run_id, "b", tier="animated", budget=1)
    any_bible.runs.enter(run_id, "generating_video")
    for pilot, scene in (("a", "s1"), ("b", "s1"), ("b", "s2")):
        any_bible.runs.deliver(run_id, "video", f"videos/{pilot}{scene}.mp4", pilot_id=pilot, scene_id=scene)
    any_bible.runs.report(run_id, "video", "running", data={"seconds_left": 125.9})

    facts = [text for _, text in RunPage(any_bible, run_id).facts]

    assert facts[:2] == ["50% done", "A has 1, B 2 of 2 scenes"]
    assert re.fullmatch(r"About 2m \ds left", facts[3])


def test_a_run_without_scenes_lasts_no_time(any_bible: Bible) -> None:
    assert RunPage(any_bible, a_run(any_bible.db)).reel.length == "None yet"


@pytest.mark.both_databases
def test_the_log_calls_pilots_and_facts_what_the_page_calls_them(any_bible: Bible) -> None:
    run_id = a_run_with_pilot(any_bible.db)
    any_bible.runs.add_pilot(run_id, "pilot-b", tier="animated", budget=1)
    any_bible.runs.describe(run_id, edl_path="runs/cut.edl")

    said = [line.sentence for line in RunPage(any_bible, run_id).lines]

    assert said[-2:] == ["Pilot B animated", "Noted where the cut list is"]


@pytest.mark.parametrize("form", [{}, {"reason": "  "}, {"reason": "a\x00b"}])
def test_a_rejection_without_a_usable_reason_is_refused(
    visit_any: Caller, any_bible: Bible, form: dict[str, str]
) -> None:
    run_id = a_run_with_pilot(any_bible.db)

    answer = visit_any("POST", f"/runs/{run_id}/pilots/a/reject", data=form, headers=PERSON)

    assert (answer.status_code, any_bible.runs.get(run_id).pilots[0].status) == (422, PilotStatus.RUNNING)


def test_a_cancelled_run_stays_cancelled(visit_any: Caller, any_bible: Bible) -> None:
    run_id = a_run(any_bible.db)

    answers = [visit_any("POST", f"/runs/{run_id}/cancel", headers=PERSON).status_code for _ in range(2)]

    assert (answers, any_bible.runs.get(run_id).recorded_status) == ([303, 303], "cancelled")


def test_a_run_that_is_over_cannot_be_cancelled(visit_any: Caller, any_bible: Bible) -> None:
    run = a_finished_run(any_bible.db)

    answer = visit_any("POST", f"/runs/{run.run_id}/cancel", headers=HTMX)

    assert answer.status_code == 409
    assert '"kind": "bad"' in answer.headers["hx-trigger"]


def test_another_sites_form_changes_nothing(visit_any: Caller, any_bible: Bible) -> None:
    run_id = a_run(any_bible.db)

    answer = visit_any("POST", f"/runs/{run_id}/cancel", headers={"origin": "http://evil.example"})

    assert (answer.status_code, any_bible.runs.get(run_id).is_over) == (403, False)


def test_the_log_can_be_saved(visit_any: Caller, any_bible: Bible) -> None:
    run_id = a_run(any_bible.db)
    any_bible.runs.warning(run_id, "the sea was rough")

    answer = visit_any("GET", f"/runs/{run_id}/log.txt")

    assert [line[25:] for line in answer.text.splitlines()] == ["info    Starting", "warning the sea was rough"]


@pytest.mark.parametrize(
    ("query", "hidden"), [("", []), ("?stage=generating_audio", ["Starting"]), ("?stage=nonsense", [])]
)
def test_a_stage_narrows_the_log(visit_any: Caller, any_bible: Bible, query: str, hidden: list[str]) -> None:
    run_id = a_run(any_bible.db)
    any_bible.runs.enter(run_id, "generating_audio")
    any_bible.runs.warning(run_id, "the sea was rough")

    text = visit_any("GET", f"/runs/{run_id}{query}").text

    assert re.findall(r'<li id="line-\d+"[^>]* hidden>.*?<b>(.*?)</b>', text) == hidden


def test_a_sound_can_be_played_with_its_loudness(visit_any: Caller, any_bible: Bible) -> None:
    run_id = a_run(any_bible.db)
    facts = {"title": "Tide", "peaks": [0.1, 0.9, 0.3]}
    any_bible.runs.deliver(run_id, "audio", "audio/tide.wav", duration=2, cost="0.05", metadata=facts)

    text = visit_any("GET", f"/runs/{run_id}").text

    wave, source = re.findall(r'<sound-wave.*?<path d="(.).*?<audio.*?src="(.*?)"', text)[0]
    assert ("Audio · 2.0 s · $0.05" in text, wave, source) == (True, "M", "/media/audio/tide.wav")


def messages(address: str, *, stop: str, last: str | None = None) -> list[str]:
    """What a page's stream says, up to the line that begins with `stop`."""
    headers = {"Last-Event-ID": last} if last else {}
    with httpx.stream("GET", address, headers=headers, timeout=20) as opened:
        return until(opened, stop)


def until(opened: httpx.Response, stop: str) -> list[str]:
    heard: list[str] = []
    for line in opened.iter_lines():
        heard.append(line)
        if line.startswith(stop):
            break
    return heard


def targets(heard: Sequence[str]) -> list[str]:
    return re.findall(r'hx-target="#([^"]+)"', "\n".join(heard))


def rows(heard: Sequence[str]) -> list[str]:
    return re.findall(r'id="line-(\d+)"', "\n".join(heard))


def test_a_page_is_told_once_what_it_missed(any_bible: Bible) -> None:
    run_id = a_run(any_bible.db)
    seen = RunPage(any_bible, run_id).seq
    any_bible.runs.warning(run_id, "rough sea")
    any_bible.runs.finish(run_id)

    with served(create_app(any_bible)) as address:
        heard = messages(f"{address}/runs/{run_id}/stream?since={seen}", stop="event: complete")

    assert rows(heard) == [str(seen + 1), str(seen + 2)]
    assert targets(heard) == [
        "run-head",
        "run-steps",
        "run-screens",
        "run-verdict",
        "run-scenes",
        "run-length",
        "run-arc",
        "run-sounds",
        "run-budget",
        "run-film",
        "run-acts",
        "run-memory",
        "run-lines",
    ]


def test_a_page_that_comes_back_gets_only_what_is_new(any_bible: Bible) -> None:
    run_id = a_run(any_bible.db)
    any_bible.runs.warning(run_id, "rough sea")
    last = RunPage(any_bible, run_id).seq
    any_bible.runs.finish(run_id)

    with served(create_app(any_bible)) as address:
        heard = messages(f"{address}/runs/{run_id}/stream?since=0", stop="event: complete", last=str(last))

    assert rows(heard) == [str(last + 1)]


def test_a_page_of_a_run_that_is_over_is_told_so_at_once(any_bible: Bible) -> None:
    run = a_finished_run(any_bible.db)
    seen = RunPage(any_bible, run.run_id).seq

    with served(create_app(any_bible)) as address:
        heard = messages(f"{address}/runs/{run.run_id}/stream?since={seen}", stop="event: complete")

    assert heard == [f"id: {seen}", "event: complete"]


def test_a_page_of_a_deleted_run_says_so(any_bible: Bible) -> None:
    run_id = a_run(any_bible.db)
    seen = RunPage(any_bible, run_id).seq
    with served(create_app(any_bible)) as address:
        stream = f"{address}/runs/{run_id}/stream?since={seen}"
        with httpx.stream("GET", stream, timeout=20) as opened:
            any_bible.runs.delete(run_id)
            heard = until(opened, "event: complete")

    assert "This run was deleted." in "\n".join(heard)


def test_a_foreign_event_number_is_refused(visit_any: Caller, any_bible: Bible) -> None:
    run_id = a_run(any_bible.db)

    answer = visit_any("GET", f"/runs/{run_id}/stream", headers={"Last-Event-ID": "first"})

    assert answer.status_code == 422


@pytest.mark.both_databases
def test_an_archived_run_says_so_and_comes_back(visit_any: Caller, any_bible: Bible) -> None:
    run_id = a_finished_run(any_bible.db).run_id
    toast = visit_any("POST", f"/runs/{run_id}/archive", headers=HTMX).text
    assert "This run is archived" in visit_any("GET", f"/runs/{run_id}").text

    action = re.findall(r'hx-post="([^"]+)"', toast)[0]
    visit_any("POST", action, headers=HTMX)

    assert any_bible.runs.get(run_id).archived_at is None
    assert "This run is archived" not in visit_any("GET", f"/runs/{run_id}").text


def test_a_run_is_pinned_on_its_page_and_says_when_its_working_files_went(visit_any: Caller, any_bible: Bible) -> None:
    run_id = a_finished_run(any_bible.db).run_id
    visit_any("POST", f"/runs/{run_id}/pin", headers=HTMX)
    pinned = any_bible.runs.keeping(run_id).is_pinned

    visit_any("POST", f"/runs/{run_id}/unpin", headers=HTMX)
    with any_bible.db.transaction():
        any_bible.db.run("UPDATE runs SET swept_at = 0 WHERE run_id = :run_id", run_id=run_id)

    assert (pinned, any_bible.runs.keeping(run_id).is_pinned) == (True, False)
    assert "went on 1 Jan 1970 for their age" in visit_any("GET", f"/runs/{run_id}").text


def test_a_run_under_way_is_not_archived(visit_any: Caller, any_bible: Bible) -> None:
    run_id = a_run(any_bible.db)

    answer = visit_any("POST", f"/runs/{run_id}/archive", headers=HTMX)

    assert (answer.status_code, any_bible.runs.get(run_id).archived_at) == (409, None)


def test_a_finished_film_is_given_stars_on_its_page_and_they_can_be_taken_back(
    visit_any: Caller, any_bible: Bible
) -> None:
    run_id = a_finished_run(any_bible.db).run_id

    rated = visit_any("POST", f"/runs/{run_id}/rate", data={"rating": "4"}, headers=HTMX)
    seq = re.search(r'name="seq" value="(\d+)"', rated.text)
    shown = visit_any("GET", f"/runs/{run_id}").text
    visit_any("POST", f"/runs/{run_id}/unrate", data={"seq": seq[1] if seq else "0"}, headers=HTMX)

    assert 'aria-checked="true" aria-label="4 stars"' in re.sub(r"\s+", " ", shown)
    assert any_bible.lessons.history().items[0].rating is None
