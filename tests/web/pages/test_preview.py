"""`/runs/{id}/preview`: everything of a run on one page that can be shared."""

from __future__ import annotations

import re

from showbible.bible import Bible
from showbible.web.pages.preview import gathered
from tests.builders import a_finished_run, a_run, a_run_with_pilot
from tests.web.conftest import Caller


def test_it_shows_money_progress_pilots_media_and_stages(any_bible: Bible) -> None:
    run_id = a_run_with_pilot(any_bible.db)
    any_bible.runs.deliver(run_id, "video", "videos/a.mp4", pilot_id="a", scene_id="s1", cost="1.25", duration=4)
    any_bible.runs.deliver(run_id, "audio", "audio/b.wav", cost="0.25")

    page = gathered(any_bible, run_id)

    assert (page.total, page.spent, page.remaining, page.progress) == ("$5.00", "$1.50", "$3.50", 0)
    assert [(each.name, each.length, each.cost) for each in (*page.pictures, *page.sounds)] == [
        ("s1", "4.0 s", "$1.25"),
        (page.sounds[0].id, "N/A", "$0.25"),
    ]


def test_an_empty_run_says_what_is_not_there_yet(visit_any: Caller, any_bible: Bible) -> None:
    run_id = a_run(any_bible.db)

    text = visit_any("GET", f"/runs/{run_id}/preview").text

    said = ["No pilots yet", "No videos generated yet", "No audio generated yet"]
    assert [words for words in said if words in text] == said


def test_it_loads_nothing_but_media(visit_any: Caller, any_bible: Bible) -> None:
    run = a_finished_run(any_bible.db)

    answer = visit_any("GET", f"/runs/{run.run_id}/preview")

    assert re.findall(r'(?:src|href)="([^"]*)"', answer.text) == ["data:,"]
    assert "default-src 'none'" in answer.headers["content-security-policy"]


def test_a_pilots_border_tells_its_standing(visit_any: Caller, any_bible: Bible) -> None:
    run_id = a_run_with_pilot(any_bible.db)
    for pilot in ("b", "c"):
        any_bible.runs.add_pilot(run_id, pilot, tier="animated", budget=1)
    any_bible.runs.judge_pilot(run_id, "b", status="approved")
    any_bible.runs.judge_pilot(run_id, "c", status="rejected", rejection_reason="dull")

    text = visit_any("GET", f"/runs/{run_id}/preview").text

    assert re.findall(r'<li data-hue="(\w+)"><h3>(\w)</h3>', text) == [("run", "a"), ("ok", "b"), ("bad", "c")]


def test_a_path_that_is_not_ours_is_never_a_link(visit_any: Caller, any_bible: Bible) -> None:
    run_id = a_run(any_bible.db)
    for path in ("javascript:alert(1)", "https://evil.example/a.mp4", "/etc/passwd"):
        any_bible.runs.deliver(run_id, "video", path, scene_id="s1")

    text = visit_any("GET", f"/runs/{run_id}/preview").text

    assert ("javascript:" in text, "evil.example" in text, text.count("Kept elsewhere")) == (False, False, 3)
