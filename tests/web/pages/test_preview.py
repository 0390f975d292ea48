"""`/runs/{id}/preview`: everything of a run on one page that can be shared."""

from __future__ import annotations

import base64
import re

from showbible.bible import Bible
from showbible.web.pages.run.preview import PreviewPage, SavedPreview
from tests.browser.productions import SMALL, film, hum
from tests.builders import a_finished_run, a_run, a_run_with_pilot
from tests.web.conftest import Caller


def test_it_shows_money_progress_pilots_media_and_stages(visit_any: Caller, any_bible: Bible) -> None:
    run_id = a_run_with_pilot(any_bible.db)
    any_bible.runs.deliver(run_id, "video", "videos/a.mp4", pilot_id="a", scene_id="s1", cost="1.25", duration=4)
    any_bible.runs.deliver(run_id, "audio", "audio/b.wav", cost="0.25")

    text = visit_any("GET", f"/runs/{run_id}/preview").text
    sound = PreviewPage(any_bible, run_id).sounds[0].asset.asset_id

    assert re.findall(r"<dd>(.*?)</dd>|<b>(\d+%)</b>", text) == [
        ("", "0%"),
        ("$5.00", ""),
        ("$1.50", ""),
        ("$3.50", ""),
    ]
    assert re.findall(r"<b>([^<]+)</b><span>(.*?)</span><span>(.*?)</span>", text) == [
        ("s1", "4.0 s", "$1.25"),
        (sound, "N/A", "$0.25"),
    ]


def test_an_empty_run_says_what_is_not_there_yet(visit_any: Caller, any_bible: Bible) -> None:
    run_id = a_run(any_bible.db)

    text = visit_any("GET", f"/runs/{run_id}/preview").text

    said = ["No pilots yet", "No videos generated yet", "No audio generated yet"]
    assert [words for words in said if words in text] == said


def test_it_loads_nothing_but_media(visit_any: Caller, any_bible: Bible) -> None:
    run = a_finished_run(any_bible.db)

    answer = visit_any("GET", f"/runs/{run.run_id}/preview")

    assert re.findall(r'(?:src|href)="([^"]*)"', answer.text) == ["data:,", f"/runs/{run.run_id}/preview.html"]
    assert "default-src 'none'" in answer.headers["content-security-policy"]


def test_a_pilots_border_tells_its_standing(visit_any: Caller, any_bible: Bible) -> None:
    run_id = a_run_with_pilot(any_bible.db)
    for pilot in ("b", "c"):
        any_bible.runs.add_pilot(run_id, pilot, tier="animated", budget=1)
    any_bible.runs.judge_pilot(run_id, "b", status="approved")
    any_bible.runs.judge_pilot(run_id, "c", status="rejected", rejection_reason="dull")

    text = visit_any("GET", f"/runs/{run_id}/preview").text

    assert re.findall(r'<li data-hue="(\w+)"><h3>Pilot (\w)</h3>', text) == [("run", "A"), ("ok", "B"), ("bad", "C")]


def test_a_path_that_is_not_ours_is_never_a_link(visit_any: Caller, any_bible: Bible) -> None:
    run_id = a_run(any_bible.db)
    for path in ("javascript:alert(1)", "https://evil.example/a.mp4", "/etc/passwd"):
        any_bible.runs.deliver(run_id, "video", path, scene_id="s1")

    text = visit_any("GET", f"/runs/{run_id}/preview").text

    assert ("javascript:" in text, "evil.example" in text, text.count("Kept elsewhere")) == (False, False, 3)


def filmed(bible: Bible) -> str:
    """A run with a film and a sound, both in our stores."""
    run_id = a_run_with_pilot(bible.db)
    bible.blobs.put("videos", "a.mp4", [film(0, "animated", 0.5, SMALL)])
    bible.blobs.put("audio", "b.wav", [hum(0.2)])
    bible.runs.deliver(run_id, "video", "videos/a.mp4", pilot_id="a", scene_id="s1")
    bible.runs.deliver(run_id, "audio", "audio/b.wav")
    return run_id


def test_a_saved_preview_carries_its_media(visit_any: Caller, any_bible: Bible) -> None:
    run_id = filmed(any_bible)

    answer = visit_any("GET", f"/runs/{run_id}/preview.html")

    addresses = [url.partition(",")[0] for url in re.findall(r'(?:src|href|poster)="([^"]*)"', answer.text)]
    inside = ["data:image/jpeg;base64", "data:video/mp4;base64", "data:audio/wav;base64"]
    assert (addresses, "<script" in answer.text) == (["data:", *inside], False)
    assert answer.headers["content-disposition"] == f'attachment; filename="{run_id}.html"'


def test_a_carried_film_is_the_film(visit_any: Caller, any_bible: Bible) -> None:
    run_id = filmed(any_bible)

    text = visit_any("GET", f"/runs/{run_id}/preview.html").text

    carried = base64.b64decode(re.findall(r'src="data:video/mp4;base64,([^"]*)"', text)[0])
    assert carried == b"".join(any_bible.blobs.read("videos", "a.mp4"))


def test_what_has_no_room_is_linked_and_said(any_bible: Bible) -> None:
    run_id = filmed(any_bible)

    saved = SavedPreview(any_bible, run_id, home="http://studio", room=0)

    assert (saved.pictures[0].url, saved.sounds[0].url) == (
        "http://studio/media/videos/a.mp4",
        "http://studio/media/audio/b.wav",
    )
    assert saved.saved.endswith(" 2 of 2 had no room and are played from http://studio.")


def test_a_file_that_is_gone_is_linked(any_bible: Bible) -> None:
    run_id = filmed(any_bible)
    any_bible.blobs.delete("videos", "a.mp4")

    saved = SavedPreview(any_bible, run_id, home="http://studio")

    assert (saved.pictures[0].url, saved.pictures[0].poster) == ("http://studio/media/videos/a.mp4", None)


def test_an_unknown_run_gives_no_file(visit_any: Caller) -> None:
    assert visit_any("GET", "/runs/nobody/preview.html").status_code == 404
