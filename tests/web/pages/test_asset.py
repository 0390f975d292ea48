"""`/projects/{p}/assets/{a}`: what is known of an asset, its caption, its takes and its end."""

from __future__ import annotations

import html
import re

import httpx
import pytest

from showbible.assets.api import Assets
from showbible.assets.record import captions
from showbible.bible import Bible
from showbible.web.pages.project.asset import AssetPage
from tests.web.conftest import Caller

HTMX = {"hx-request": "true"}
HERE = "/projects/keeper/assets/film"


@pytest.fixture
def memory(any_bible: Bible) -> Assets:
    """A segment between two others, with two takes; `film` is the second."""
    any_bible.projects.create("keeper", name="The Last Keeper")
    found = any_bible.assets("keeper")
    for number, name in enumerate(("swell", "arrival", "lamp")):
        found.segment(name, t_start=4 * number, t_end=4 * number + 4, kind="plan")
    found.clip(clip_id="c0", segment_id="swell", output_path="videos/keeper/0.mp4")
    found.clip(clip_id="c1", segment_id="arrival", output_path="videos/keeper/1.mp4", model="wan", seed=7)
    found.add("video", "videos/keeper/2.mp4", asset_id="film", clip_id="c2", prompt="Mara climbs", tags=["steps"])
    found.clip(clip_id="c2", segment_id="arrival", output_path="videos/keeper/2.mp4", prompt="Mara climbs")
    found.add("last_frame", "media/keeper/2.png", asset_id="frame", clip_id="c2")
    return found


def undone(visit: Caller, answer: httpx.Response) -> httpx.Response:
    """What happens when Undo is pressed in the toast of an answer."""
    action = re.findall(r'hx-post="([^"]+)"', answer.text)[0]
    fields = {name: html.unescape(value) for name, value in re.findall(r'name="(\w+)" value="([^"]*)"', answer.text)}
    return visit("POST", action, data=fields, headers=HTMX)


def test_it_shows_where_the_asset_stands(any_bible: Bible, memory: Assets, visit_any: Caller) -> None:
    page = AssetPage(any_bible, "keeper", "film")

    before = memory.search("c0").items[0].asset.asset_id
    assert "0:04–0:08 in arrival" in visit_any("GET", HERE).text
    assert page.around == (
        ("Before", "swell", f"/projects/keeper/assets/{before}"),
        ("Here", "arrival", None),
        ("After", "lamp", None),
    )


def test_it_shows_takes_frames_and_the_player(any_bible: Bible, memory: Assets, visit_any: Caller) -> None:
    page = AssetPage(any_bible, "keeper", "film")

    html = visit_any("GET", HERE).text
    assert [(clip.clip_id, clip.is_active) for clip, _ in page.takes] == [("c1", False), ("c2", True)]
    assert [frame.asset.asset_id for frame in page.frames] == ["frame"]
    assert html.index("wan, seed 7") < html.index("this one") < html.index("Model not told")


def test_a_film_is_played_and_a_lost_one_says_so(any_bible: Bible, memory: Assets) -> None:
    lost = AssetPage(any_bible, "keeper", "film")

    any_bible.blobs.put("videos", "keeper/2.mp4", [b"film"])

    here = AssetPage(any_bible, "keeper", "film")
    assert [(page.src, page.lost) for page in (lost, here)] == [(None, True), ("/media/videos/keeper/2.mp4", False)]


def test_a_file_elsewhere_says_so(visit_any: Caller, memory: Assets) -> None:
    memory.add("image", "renders/far away.png", asset_id="far")

    assert "Its file lies elsewhere" in visit_any("GET", "/projects/keeper/assets/far").text


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/projects/keeper/assets/nobody", 404),
        ("/projects/nobody/assets/film", 404),
        ("/projects/keeper/assets/..%5C", 422),
    ],
)
def test_an_unknown_asset_is_not_found(visit_any: Caller, memory: Assets, path: str, status: int) -> None:
    assert visit_any("GET", path).status_code == status


def test_its_words_stay_text(visit_any: Caller, memory: Assets) -> None:
    memory.caption("film", "</textarea><script>alert(1)</script>")

    assert "<script>alert" not in visit_any("GET", HERE).text


@pytest.mark.both_databases
def test_words_against_the_story_are_shown_with_their_proof(any_bible: Bible, memory: Assets) -> None:
    memory.tell("Mara", kind="character", state={"coat": "red"}, t_start=0, source_clip_id="c0")
    memory.caption("film", "Mara in a blue coat")

    ((conflict, proof),) = AssetPage(any_bible, "keeper", "film").against

    assert (conflict.entity, conflict.known, conflict.proposed, proof and proof.href) == (
        "Mara",
        "red",
        "blue",
        f"/projects/keeper/assets/{memory.search('c0').items[0].asset.asset_id}",
    )


# Captions


def test_a_person_corrects_a_caption_and_takes_it_back(visit_any: Caller, memory: Assets) -> None:
    memory.caption("film", "First words")
    answer = visit_any(
        "POST", f"{HERE}/caption", data={"text": "Better\r\nwords", "seen": "=First words"}, headers=HTMX
    )
    corrected = memory.get("film").caption

    undone(visit_any, answer)

    assert (answer.status_code, corrected, memory.get("film").caption) == (200, "Better\nwords", "First words")


def test_an_earlier_wording_can_be_said_again(visit_any: Caller, memory: Assets) -> None:
    for text in ("First", "Second", "First"):
        visit_any("POST", f"{HERE}/caption", data={"text": text})

    assert memory.get("film").caption == "First"


def test_a_caption_changed_meanwhile_is_not_overwritten(visit_any: Caller, memory: Assets) -> None:
    memory.caption("film", "Theirs")

    answer = visit_any("POST", f"{HERE}/caption", data={"text": "Mine", "seen": "="}, headers={"accept": "text/html"})

    assert (answer.status_code, memory.get("film").caption) == (409, "Theirs")
    assert "Theirs" in answer.text and "Mine" in answer.text


@pytest.mark.both_databases
def test_a_persons_caption_is_forgotten_and_comes_back(visit_any: Caller, memory: Assets) -> None:
    memory.caption("film", "Mine")
    (ours,) = memory.captions("film")
    answer = visit_any("POST", f"{HERE}/captions/{ours.artifact_id}/forget", headers=HTMX)
    without = memory.get("film").caption

    undone(visit_any, answer)

    assert (without, memory.get("film").caption) == (None, "Mine")


@pytest.mark.both_databases
def test_a_learned_caption_is_forgotten_and_comes_back(visit_any: Caller, memory: Assets, any_bible: Bible) -> None:
    captions.caption(memory.db, "film", 'A "tower"', made_by="rule")
    (saying,) = before = memory.captions("film")
    answer = visit_any("POST", f"{HERE}/captions/{saying.artifact_id}/forget", headers=HTMX)
    without = memory.captions("film")

    undone(visit_any, answer)

    assert (without, memory.captions("film"), memory.get("film").caption_by) == ([], before, "rule")


@pytest.mark.both_databases
def test_what_was_read_from_it_leads_to_where_it_can_be_corrected(
    any_bible: Bible, memory: Assets, visit_any: Caller
) -> None:
    state = memory.tell("Mara", kind="character", state={"coat": "red"}, source_asset_id="film")
    paused = memory.state_corrections.pause(state.state_id)

    learned = AssetPage(any_bible, "keeper", "film").learned

    assert learned == ((paused, "coat: red"),)
    assert f'href="/projects/keeper/entities?peek={state.state_id}"' in visit_any("GET", HERE).text


@pytest.mark.parametrize(
    ("act", "told", "status"),
    [
        ("caption", {"text": "  "}, 422),
        ("captions/nobody/forget", {}, 404),
        ("captions/restore", {"taken": "[]"}, 422),
        ("captions/restore", {"taken": '{"artifact_id": "x", "version": 1, "text": "x"}'}, 422),
        ("take", {"clip_id": "nobody"}, 404),
    ],
)
def test_an_act_that_cannot_be_is_refused(
    visit_any: Caller, memory: Assets, act: str, told: dict[str, str], status: int
) -> None:
    assert visit_any("POST", f"{HERE}/{act}", data=told, headers=HTMX).status_code == status


def test_the_history_shows_every_caption_newest_first(any_bible: Bible, memory: Assets) -> None:
    memory.caption("film", "A tower")
    memory.caption("film", "A tall tower")

    page = AssetPage(any_bible, "keeper", "film")

    told = [(page.asset.is_told_by(each), "".join(piece.text for piece in pieces)) for each, pieces in page.captions]
    assert told == [(True, "A tall tower"), (False, "A tower")]


# Takes and the end


@pytest.mark.both_databases
def test_another_take_becomes_active_and_back(visit_any: Caller, memory: Assets, any_bible: Bible) -> None:
    uses = memory.artifact("film").uses
    answer = visit_any("POST", f"{HERE}/take", data={"clip_id": "c1"}, headers=HTMX)
    chosen = [clip.clip_id for clip, _ in AssetPage(any_bible, "keeper", "film").takes if clip.is_active]

    undone(visit_any, answer)

    active = [clip.clip_id for clip, _ in AssetPage(any_bible, "keeper", "film").takes if clip.is_active]
    assert (chosen, active, memory.artifact("film").uses) == (["c1"], ["c2"], uses)


@pytest.mark.both_databases
def test_a_deleted_asset_is_gone_and_the_reader_is_back_at_the_others(visit_any: Caller, memory: Assets) -> None:
    answer = visit_any("POST", f"{HERE}/delete", headers={"accept": "text/html"})

    assert (answer.status_code, answer.headers["location"]) == (303, "/projects/keeper")
    assert visit_any("GET", HERE).status_code == 404


def test_it_shows_how_comfyui_made_the_picture(memory: Assets, visit_any: Caller) -> None:
    told = {"model": "sea.safetensors", "seed": 7, "width": 768, "height": 512}
    loras = [{"name": "<ink>", "strength": 0.8}, {"name": "fog"}]
    memory.add("image", "media/keeper/3.png", asset_id="still", metadata={"comfyui": {**told, "loras": loras}})

    page = visit_any("GET", "/projects/keeper/assets/still").text

    pairs = re.findall(r"<dt>([^<]+)</dt><dd class=\"lines\">([^<]+)</dd>", page)
    assert [(name, html.unescape(value)) for name, value in pairs] == [
        ("Model", "sea.safetensors"),
        ("Seed", "7"),
        ("Size", "768 × 512"),
        ("LoRAs", "<ink> at 0.8, fog"),
    ]
