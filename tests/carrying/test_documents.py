"""Files of other programs: what they know comes over, what they lack has its default, what is broken is told."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from showbible.bible import Bible
from showbible.errors import Invalid
from showbible.lessons.model import Shelf
from showbible.runs.recall.documents import short_term_memory
from showbible.settings import Settings

RUN: dict[str, Any] = {
    "run_id": "20260107_1",
    "concept": "A podcast intro about owls",
    "budget_total": 10.0,
    "budget_spent": 3.1999999999999997,
    "audio_tier": "SIMPLE_OVERLAY",
    "current_stage": "completed",
    "progress_percent": 100,
    "pilots": [
        {
            "pilot_id": "p1",
            "tier": "motion_graphics",
            "allocated_budget": 5.0,
            "spent_budget": 3.2,
            "quality_score": 75.0,
        }
    ],
    "winning_pilot_id": "p1",
    "scenes_completed": 1,
    "assets": [{"asset_id": "a1", "asset_type": "video", "path": "runs/1/a.mp4", "scene_id": "s1", "cost": 0.4}],
    "timeline": [{"stage": "generating_video", "timestamp": "2026-01-07T02:33:57.644477", "duration_ms": 6}],
    "started_at": "2026-01-07T02:33:57.644293",
    "completed_at": "2026-01-07T02:34:00",
    "errors": ["The lamp broke."],
    "something_newer": {"unknown": True},
}


def _tree(root: Path, *runs: dict[str, Any], **files: Any) -> Path:
    for run in runs:
        _write(root / "runs" / str(run["run_id"]) / "memory.json", run)
    for name, told in files.items():
        _write(root / "memory" / f"{name}.json", told)
    return root


def _write(place: Path, told: Any) -> Path:
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text(told if isinstance(told, str) else json.dumps(told))
    return place


def test_a_run_comes_over_with_its_own_times_and_teaches(bible: Bible, tmp_path: Path) -> None:
    report = bible.carrying.take_in(_tree(tmp_path / "artifacts", RUN), project_id="owls")
    bible.worker().run_all()

    run = bible.runs.get("20260107_1")
    assert (report.project_id, report.kept, run.project_id, run.spent, run.score) == (
        "owls",
        {"runs": 1},
        "owls",
        3_200_000,
        75,
    )
    assert (run.started_at.isoformat(), run.errors, run.stage) == (
        "2026-01-07T02:33:57.644293+00:00",
        ("The lamp broke.",),
        "completed",
    )
    assert [pattern.name for pattern in bible.lessons.patterns().items] == ["podcast_intro"]
    assert bible.assets("owls").get("a1").path == "runs/1/a.mp4"


def test_a_run_that_says_next_to_nothing_comes_over_too(small: Bible, tmp_path: Path) -> None:
    small.carrying.take_in(
        _tree(tmp_path / "artifacts", {"run_id": "r", "concept": "", "current_stage": "generating_video"})
    )

    run = small.runs.get("r")
    assert (run.concept, run.stage, run.is_over, run.budget) == (
        "A run without a concept",
        "generating_video",
        False,
        0,
    )


def test_what_is_broken_is_told_and_keeps_nothing_else_from_coming(small: Bible, tmp_path: Path) -> None:
    strange = {"run_id": "../up", "concept": "x"}
    _tree(tmp_path / "artifacts", RUN)
    _write(tmp_path / "artifacts" / "runs" / "cut" / "memory.json", json.dumps(RUN)[:-40])
    _write(tmp_path / "artifacts" / "runs" / "strange" / "memory.json", strange)

    report = small.carrying.take_in(tmp_path / "artifacts")

    assert report.kept == {"runs": 1}
    assert {each.what: each.reason.split(" (")[0] for each in report.skipped} == {
        "runs/cut/memory.json": "It is cut off, or no JSON",
        "runs/strange/memory.json": "A run id has 1 to 128 letters, digits, '.', '_' or '-', starts with a letter "
        "or digit and contains no '..'.",
    }


def test_the_same_files_twice_are_there_once(small: Bible, tmp_path: Path) -> None:
    tree = _tree(
        tmp_path / "artifacts", RUN, long_term={"production_history": [{"run_id": "old", "concept": "An outro"}]}
    )
    small.carrying.take_in(tree)

    again = small.carrying.take_in(tree)

    assert (again.changed, again.merged) == (False, {"runs": 1, "records": 1})
    assert small.lessons.history().total == 2


def test_patterns_are_worked_out_from_the_records_and_not_believed(small: Bible, tmp_path: Path) -> None:
    history = [{"run_id": "old", "concept": "Spreading the word", "status": "completed", "user_rating": 4}]
    believed = {"ad": {"pattern_name": "ad", "recommended_tier": "animated"}}

    report = small.carrying.take_in(
        _tree(tmp_path / "artifacts", long_term={"production_history": history, "patterns": believed})
    )

    assert [pattern.name for pattern in small.lessons.patterns().items] == ["general"]
    assert small.lessons.history().items[0].rating == 4
    assert [each.what for each in report.skipped] == ["pattern ad"]


def test_what_a_person_has_set_there_is_set_here_unless_it_is_set_already(small: Bible, tmp_path: Path) -> None:
    small.lessons.prefer({"default_voice": "onyx"})
    told = {"preferred_style": "cinematic", "default_voice": "shimmer", "quality_threshold": 75, "later": 1}

    report = small.carrying.take_in(
        _tree(tmp_path / "artifacts", long_term={"preferences": told, "production_history": []})
    )

    found = small.lessons.preferences().values
    assert (found.preferred_style, found.default_voice, report.kept) == ("cinematic", "onyx", {"preferences": 1})
    assert [each.what for each in report.skipped] == ["preference default_voice"]


def test_saved_things_come_to_the_library(small: Bible, tmp_path: Path) -> None:
    saved = {"asset_id": "gulls", "asset_type": "video", "path": "media/gulls.mp4", "metadata": {"tags": ["sea"]}}
    told = {"production_history": [], "saved_assets": [saved], "brand_assets": [{"id": "mark", "kind": "logo"}]}

    small.carrying.take_in(_tree(tmp_path / "artifacts", long_term=told))

    shelves = [small.library.items(shelf).items[0].item_id for shelf in (Shelf.ASSETS, Shelf.BRAND)]
    assert shelves == ["gulls", "mark"]


INDEX = {
    "user_preferences": {"favorite_moods": ["uplifting"], "preferred_duration": 45},
    "video_history": [
        {"runId": "v1", "timestamp": 1767753237644, "rating": "good", "theme": "beach", "musicStyle": "lofi"},
        {"runId": "v2", "timestamp": 1767753237645, "rating": None, "theme": "city", "musicStyle": "none"},
    ],
    "learned_patterns": {"successfulCombinations": [{"mood": "calm", "musicStyle": "lofi", "successRate": 1}]},
}
RATINGS = [
    {"projectId": "p1", "runId": "v1", "rating": "bad", "comments": "too loud", "metadata": {"theme": "beach"}},
    {"projectId": "p 2", "runId": "v2", "rating": "good", "metadata": {"theme": "city", "style": "calm"}},
]


def test_the_history_of_an_index_comes_over(small: Bible, tmp_path: Path) -> None:
    report = small.carrying.take_in(_write(tmp_path / "memory_index.json", INDEX))

    records = {str(each.run_id): each for each in small.lessons.history().items}
    assert {key: (each.rating, each.theme, each.music_style) for key, each in records.items()} == {
        "v1": (5, "beach", "lofi"),
        "v2": (None, "city", None),
    }
    assert records["v1"].at.isoformat() == "2026-01-07T02:33:57.644000+00:00"
    assert report.kept == {"records": 2, "preferences": 2}


def test_a_bare_list_of_ratings_comes_over(small: Bible, tmp_path: Path) -> None:
    small.carrying.take_in(_write(tmp_path / "anything.json", RATINGS))

    records = {each.run_id: (each.project_id, each.rating, each.notes) for each in small.lessons.history().items}
    assert records == {"v1": ("p1", 1, "too loud"), "v2": ("p-2", 5, None)}


@pytest.mark.parametrize(("told", "kept"), [([], {}), ([{"runId": "v1", "theme": "beach"}], {"records": 1})])
def test_a_list_of_successes_comes_over(small: Bible, tmp_path: Path, told: list[Any], kept: dict[str, int]) -> None:
    report = small.carrying.take_in(_write(tmp_path / "memory_index.json", {"last_run_successes": told}))

    assert report.kept == kept


def test_what_is_known_of_providers_comes_over(small: Bible, tmp_path: Path) -> None:
    said = {"provider": "luma", "run_id": "r", "overall_success": True, "prompt_tips": ["Short prompts"]}
    known = {"provider": "luma", "total_runs": 4, "known_strengths": ["Slow moves"], "recent_learnings": [said]}
    place = _write(tmp_path / "provider_knowledge.json", {"luma": known})

    first, again = small.carrying.take_in(place), small.carrying.take_in(place)

    assert (first.kept, again.kept) == ({"provider learnings": 2}, {})
    found = small.lessons.provider("luma")
    assert (found.known_strengths, found.prompt_guidelines) == (("Slow moves",), ("Short prompts",))


def test_our_own_file_of_a_run_brings_back_what_its_other_readers_ignore(
    small: Bible, tmp_path: Path, folder: Settings
) -> None:
    run = small.runs.start("Owls", budget=5, run_id="r1").run_id
    small.runs.add_pilot(run, "a", tier="animated", budget=2)
    small.runs.deliver(run, "video", "a.mp4", asset_id="x", pilot_id="a", prompt="An owl")
    small.runs.describe(run, mood="calm", music_style="lofi")
    small.runs.tag(run, ["festival"])
    told = short_term_memory(small.runs.finish(run, "cancelled"))

    with Bible(Settings(home=tmp_path / "other", disk_floor_mb=0, workers=0)) as other:
        other.carrying.take_in(_write(tmp_path / "memory.json", told))
        there = other.runs.get("r1")

    assert (there.stage, there.mood, there.music_style, there.tags) == ("cancelled", "calm", "lofi", ("festival",))
    assert (there.assets[0].pilot_id, there.assets[0].prompt) == ("a", "An owl")
    assert there.timeline[0].details == {}


FACTS = """
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE timeline_segments (segment_id TEXT PRIMARY KEY, project_id TEXT, t_start REAL, t_end REAL, kind TEXT,
    status TEXT, active_clip_id TEXT, created_at REAL, updated_at REAL);
CREATE TABLE clips (clip_id TEXT PRIMARY KEY, segment_id TEXT, take_index INTEGER, output_path TEXT, prompt TEXT,
    negative_prompt TEXT, model TEXT, seed INTEGER, params_json TEXT, created_at REAL, is_active INTEGER);
CREATE TABLE artifacts (artifact_id TEXT PRIMARY KEY, project_id TEXT, segment_id TEXT, clip_id TEXT, kind TEXT,
    path TEXT, meta_json TEXT, created_at REAL);
CREATE TABLE entity_states (state_id TEXT PRIMARY KEY, project_id TEXT, entity_name TEXT, t_start REAL, t_end REAL,
    state_json TEXT, source_clip_id TEXT, created_at REAL);
CREATE TABLE beats (beat_id TEXT PRIMARY KEY, segment_id TEXT, beat_type TEXT, summary TEXT, payload_json TEXT,
    created_at REAL);
CREATE TABLE evals (eval_id TEXT PRIMARY KEY, clip_id TEXT, consistency_score REAL, note TEXT, created_at REAL);
INSERT INTO meta VALUES ('schema_version', '1'), ('display_project_id', 'harbour days');
INSERT INTO timeline_segments VALUES ('seg1', 'harbour_days', 0, 5, 'target', 'done', 'c2', 1767753237, 1767753237);
INSERT INTO clips VALUES
    ('c1', 'seg1', 0, 'v/1.mp4', 'A fisherman mends a net', 'text', 'luma', 7, '{"fps":24}', 1767753237, 1),
    ('c2', 'seg1', 1, 'v/2.mp4', 'A fisherman looks at the sea', NULL, NULL, NULL, NULL, 1767753238, 1);
INSERT INTO artifacts VALUES
    ('art1', 'harbour_days', 'seg1', 'c1', 'video', 'v/1.mp4', NULL, 1767753237),
    ('art2', 'harbour_days', 'seg1', 'c1', 'last_frame', 'f/1.png', '{"source":"gen"}', 1767753237);
INSERT INTO entity_states VALUES ('st1', 'harbour_days', 'fisherman', 0, 5, '{"hat":"blue"}', 'c1', 1767753237);
INSERT INTO beats VALUES ('b1', 'seg1', 'story', 'The net is torn.', '{"order":1}', 1767753237);
INSERT INTO evals VALUES ('e1', 'c1', 50.0, 'too dark', 1767753237);
"""
WITH_INDEX = """
CREATE TABLE asset_index (asset_id TEXT PRIMARY KEY, project_id TEXT, kind TEXT, path TEXT, segment_id TEXT,
    clip_id TEXT, prompt TEXT, caption TEXT, tags TEXT);
INSERT INTO asset_index VALUES
    ('i1', 'harbour_days', 'video', 'v/1.mp4', 'seg1', 'c1', NULL, 'Hands and rope', '["net"]');
CREATE VIRTUAL TABLE asset_index_fts USING fts5 (prompt, caption, content='asset_index', content_rowid='rowid');
"""
WITH_PLAIN_INDEX = """
CREATE VIRTUAL TABLE asset_index_fts USING fts5 (asset_id, path, clip_id, prompt, caption, tags);
INSERT INTO asset_index_fts VALUES ('i1', 'v/1.mp4', 'c1', NULL, 'Hands and rope', '["net"]');
"""


def _story(place: Path, *statements: str) -> Path:
    with sqlite3.connect(place) as made:
        for each in statements:
            made.executescript(each)
    return place


@pytest.mark.parametrize("beside", [(), (WITH_INDEX,), (WITH_PLAIN_INDEX,)], ids=["bare", "index", "plain index"])
def test_a_story_of_any_schema_comes_over(small: Bible, tmp_path: Path, beside: tuple[str, ...]) -> None:
    report = small.carrying.take_in(_story(tmp_path / "memory.db", FACTS, *beside))

    assets = small.assets("harbour_days")
    films = {each.asset.clip_id: each.asset for each in assets.search("", kind="video").items}
    assert (report.project_id, small.projects.get("harbour_days").name) == ("harbour_days", "harbour days")
    assert (films["c1"].asset_id, films["c1"].prompt) == ("art1", "A fisherman mends a net")
    assert (films["c2"].path, films["c2"].prompt) == ("v/2.mp4", "A fisherman looks at the sea")
    assert assets.get("art2").prompt == "A fisherman mends a net"
    assert (films["c1"].caption, films["c1"].tags) == (("Hands and rope", ("net",)) if beside else (None, ()))


def test_a_story_keeps_its_takes_states_and_notes(bible: Bible, tmp_path: Path) -> None:
    place = _story(tmp_path / "memory.db", FACTS)
    first, again = bible.carrying.take_in(place), bible.carrying.take_in(place)

    assets = bible.assets("harbour_days")
    (state,) = assets.states("fisherman")
    notes = {each.note_id: (each.note_type, each.summary) for each in assets.notes().items}
    assert first.kept == {"segments": 1, "takes": 2, "assets": 3, "states": 1, "notes": 2}
    assert again.kept == {}
    assert (state.state, state.start_ms, state.end_ms, state.source_clip_id) == ({"hat": "blue"}, 0, 5000, "c1")
    assert notes == {"b1": ("story", "The net is torn."), "e1": ("evaluation", "too dark")}
    assert assets.choose("c1") == "c2"


def test_changes_that_only_stand_in_the_log_come_over_too(small: Bible, tmp_path: Path) -> None:
    place = tmp_path / "story"
    place.mkdir()
    with sqlite3.connect(place / "memory.db") as open_elsewhere:
        open_elsewhere.execute("PRAGMA journal_mode = WAL")
        open_elsewhere.executescript(FACTS)

        report = small.carrying.take_in(place)

    assert report.kept["takes"] == 2


VIEW = FACTS.replace("CREATE TABLE clips", "CREATE TABLE others").split("INSERT INTO clips")[0]


def test_a_strange_database_among_other_files_is_told_and_left(small: Bible, tmp_path: Path) -> None:
    _story(_tree(tmp_path / "artifacts", RUN) / "cache.db", "CREATE TABLE a (b)")

    report = small.carrying.take_in(tmp_path / "artifacts")

    assert (report.kept, [each.what for each in report.skipped]) == ({"runs": 1}, ["cache.db"])


@pytest.mark.parametrize(
    ("made", "said"),
    [
        (lambda place: _story(place, "CREATE TABLE a (b)"), "none that keeps a story"),
        (lambda place: _story(place, VIEW, "CREATE VIEW clips AS SELECT 1"), "none that keeps a story"),
        (lambda place: place.write_bytes(b"SQLite format 3\x00" + bytes(4000)), "cannot be read"),
    ],
)
def test_a_database_that_is_no_story_is_refused(
    small: Bible, tmp_path: Path, made: Callable[[Path], object], said: str
) -> None:
    made(tmp_path / "memory.db")

    with pytest.raises(Invalid, match=said):
        small.carrying.take_in(tmp_path / "memory.db")


def test_a_database_of_our_own_is_to_be_exported(small: Bible, tmp_path: Path) -> None:
    small.projects.create("whales")
    small.assets("whales")

    with pytest.raises(Invalid, match="database of Showbible itself"):
        small.carrying.take_in(small.workspace.folder(small.projects.get("whales").project_id) / "memory.db")
