"""A cut that an editor changed is handed back: what was done to it is learned as any other edit is."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import opentimelineio as otio  # type: ignore[import-untyped]
import pytest

from showbible.bible import Bible
from showbible.carrying.report import ImportReport
from showbible.direction.model import EventType
from showbible.errors import Conflict, Invalid, NotFound, ShowbibleError
from tests.carrying.films import edited, export_film, trim_tail


@pytest.fixture
def files(small: Bible) -> dict[str, bytes]:
    """The exported cut of a film, by file name."""
    small.projects.create("whales")
    return export_film(small)


@pytest.fixture
def hand_back(small: Bible, files: dict[str, bytes], tmp_path: Path) -> Callable[..., ImportReport]:
    """Let an editor change the cut, and take in what comes back."""

    def take_in(*changes: Callable[[Any], None]) -> ImportReport:
        def all_of_them(track: Any) -> None:
            for change in changes:
                change(track)

        return small.carrying.take_in(edited(files["cut.otio"], all_of_them, tmp_path / "back.otio"))

    return take_in


def _edits(bible: Bible, scene_id: str) -> list[tuple[EventType, str]]:
    bible.worker().run_all()
    found = bible.direction("whales").memory(f"r1.{scene_id}").events
    return [(event.type, event.summary) for event in found if event.type is not EventType.INITIAL_GENERATION]


def _take_in(
    bible: Bible, place: Path, content: bytes | str, *, project_id: str | None = None, run_id: str | None = None
) -> ImportReport:
    place.write_bytes(content if isinstance(content, bytes) else content.encode())
    return bible.carrying.take_in(place, project_id=project_id, run_id=run_id)


def test_reaction_shots_that_are_trimmed_in_several_scenes_become_a_preference_card(
    bible: Bible, tmp_path: Path
) -> None:
    bible.projects.create("whales")
    files = export_film(bible)
    cut = edited(files["cut.otio"], trim_tail("s1-2", "s2-3", "s3-2"), tmp_path / "cut.otio")

    report = bible.carrying.take_in(cut, project_id="whales")

    bible.worker().run_all()
    (card,) = bible.direction("whales").profile().cards
    assert (report.kept, report.skipped) == ({"scenes": 3, "changes": 3}, ())
    assert card.preference.startswith("Let reaction emotion shots run shorter")
    assert card.source_scene_ids == ("r1.s1", "r1.s2", "r1.s3")


def test_taking_it_in_twice_changes_nothing(small: Bible, hand_back: Callable[..., ImportReport]) -> None:
    hand_back(trim_tail("s1-2"))
    before = small.direction("whales").scene("r1.s1")

    again = hand_back(trim_tail("s1-2"))

    assert (again.changed, again.merged) == (False, {"scenes": 3})
    assert small.direction("whales").scene("r1.s1") == before


def test_shots_are_known_by_what_names_them_and_not_by_their_places(
    small: Bible, hand_back: Callable[..., ImportReport]
) -> None:
    def rearrange(track: Any) -> None:
        first = track.pop(0)
        del track[0]
        track.insert(1, first)

    report = hand_back(rearrange)

    assert report.kept == {"scenes": 3, "removals": 1, "reorders": 1}
    assert _edits(small, "s1") == [
        (EventType.REMOVE, "Removed medium shot reaction emotion."),
        (EventType.REORDER, "Moved 1 of 2 shots."),
    ]


def test_a_clip_that_is_seen_twice_was_split(small: Bible, hand_back: Callable[..., ImportReport]) -> None:
    def split(track: Any) -> None:
        later = track[0].clone()
        later.source_range = otio.opentime.TimeRange(
            otio.opentime.RationalTime(50, 24), otio.opentime.RationalTime(12, 24)
        )
        trim_tail("s1-1", frames=36)(track)
        track.insert(2, later)

    report = hand_back(split)

    assert report.kept == {"scenes": 3, "changes": 1, "insertions": 1}
    assert [shot.shot_id for shot in small.direction("whales").scene("r1.s1").shots] == [
        "s1-1",
        "s1-2",
        "s1-1.2",
        "s1-3",
    ]


def test_a_cut_that_nobody_sees_is_none(hand_back: Callable[..., ImportReport]) -> None:
    def blade(track: Any) -> None:
        later = track[0].clone()
        later.source_range = otio.opentime.TimeRange(
            otio.opentime.RationalTime(38, 24), otio.opentime.RationalTime(24, 24)
        )
        trim_tail("s1-1", frames=24)(track)
        track.insert(1, later)

    assert hand_back(blade).kept == {"scenes": 3}


def test_what_is_none_of_the_shots_is_an_insertion_and_told(
    small: Bible, hand_back: Callable[..., ImportReport]
) -> None:
    def add(track: Any) -> None:
        range_ = otio.opentime.TimeRange(otio.opentime.RationalTime(0, 24), otio.opentime.RationalTime(24, 24))
        track.insert(1, otio.schema.Clip(name="Gulls.mov", source_range=range_))
        track.insert(0, otio.schema.Clip(source_range=range_))

    report = hand_back(add)

    assert report.kept == {"scenes": 3, "insertions": 1}
    assert [each.what for each in report.skipped] == ["a clip (clip 1 of track 1)", "Gulls.mov (clip 3 of track 1)"]
    assert _edits(small, "s1") == [(EventType.INSERT, "Inserted a shot.")]


def test_a_shot_of_another_run_is_none_of_this_film(
    small: Bible, files: dict[str, bytes], hand_back: Callable[..., ImportReport]
) -> None:
    other = otio.adapters.read_from_string(export_film(small, run_id="r2")["cut.otio"].decode(), "otio_json")

    report = hand_back(lambda track: track.insert(3, other.tracks[0][0].clone()))

    assert report.kept == {"scenes": 3, "insertions": 1}


def test_a_missing_shot_was_not_removed_where_a_clip_does_not_say_what_it_is(
    small: Bible, hand_back: Callable[..., ImportReport]
) -> None:
    def lose_a_name(track: Any) -> None:
        track[1] = otio.schema.Clip(source_range=track[1].source_range)

    report = hand_back(lose_a_name)

    assert (report.kept, report.skipped[0].what) == ({"scenes": 2}, "scene s1")
    with pytest.raises(NotFound):
        small.direction("whales").scene("r1.s1")


def test_a_later_cut_is_compared_with_the_one_handed_back_before(
    small: Bible, hand_back: Callable[..., ImportReport]
) -> None:
    hand_back(trim_tail("s1-2"))

    report = hand_back(trim_tail("s1-2"), trim_tail("s1-3"))

    assert (report.kept, report.merged) == ({"scenes": 1, "changes": 1}, {"scenes": 2})
    assert _edits(small, "s1") == [
        (EventType.MODIFY, "Changed duration seconds from 3.0 to 2.0."),
        (EventType.MODIFY, "Changed duration seconds from 3.5 to 2.5."),
    ]


def test_what_was_undone_in_a_later_cut_is_no_edit(small: Bible, hand_back: Callable[..., ImportReport]) -> None:
    hand_back(trim_tail("s1-2"))

    hand_back()

    assert _edits(small, "s1") == []


def test_a_scene_that_was_taken_out_leaves_all_its_shots(small: Bible, hand_back: Callable[..., ImportReport]) -> None:
    def take_out(track: Any) -> None:
        del track[0:3]

    assert hand_back(take_out).kept == {"scenes": 3, "removals": 3}
    assert [kind for kind, _ in _edits(small, "s1")] == [EventType.REMOVE]


@pytest.mark.parametrize("form", ["cut.edl", "cut.fcpxml"])
def test_an_unchanged_export_of_any_form_brings_no_edits(
    small: Bible, files: dict[str, bytes], tmp_path: Path, form: str
) -> None:
    report = _take_in(small, tmp_path / "without-an-ending", files[form])

    assert (report.kept, report.skipped) == ({"scenes": 3}, ())


def test_an_edit_list_of_another_program_is_known_by_its_file_names(
    small: Bible, files: dict[str, bytes], tmp_path: Path
) -> None:
    shots = [f"s{scene}-{place}" for scene in (1, 2, 3) for place in (1, 2, 3)]
    events = [
        f"{number:03}  AX  V  C  00:00:00:02 00:00:02:02 00:00:{2 * number:02}:00 00:00:{2 * number + 2:02}:00\n"
        f"* FROM CLIP NAME: A.{shot.upper()}.MP4"
        for number, shot in enumerate(shots)
    ]

    report = _take_in(small, tmp_path / "x.edl", "\r\n".join(["TITLE: v7", *events]), run_id="r1")

    assert report.kept == {"scenes": 3, "changes": 9}


def test_a_packed_timeline_is_handed_back_too(small: Bible, files: dict[str, bytes], tmp_path: Path) -> None:
    timeline = otio.adapters.read_from_string(files["cut.otio"].decode(), "otio_json")
    otio.adapters.write_to_file(timeline, str(tmp_path / "cut.otioz"), media_policy="AllMissing")

    assert small.carrying.take_in(tmp_path / "cut.otioz").kept == {"scenes": 3}


def test_shots_inside_a_clip_that_was_made_of_them_were_not_removed(
    small: Bible, hand_back: Callable[..., ImportReport]
) -> None:
    def nest(track: Any) -> None:
        inner = otio.schema.Track(kind="Video", children=[track[0].clone(), track[1].clone()])
        part = otio.opentime.TimeRange(otio.opentime.RationalTime(0, 24), otio.opentime.RationalTime(50, 24))
        del track[0:2]
        track.insert(0, otio.schema.Stack(children=[inner], source_range=part))
        whole = otio.schema.Track(kind="Video", children=[track[2].clone(), track[3].clone()])
        del track[2:4]
        track.insert(2, otio.schema.Stack(children=[whole]))

    report = hand_back(nest)

    assert (report.kept, [each.what for each in report.skipped]) == ({"scenes": 2}, ["scene s1"])


def test_a_dissolve_is_an_edit(small: Bible, hand_back: Callable[..., ImportReport]) -> None:
    def dissolve(track: Any) -> None:
        half = otio.opentime.RationalTime(6, 24)
        track.insert(1, otio.schema.Transition(transition_type="SMPTE_Dissolve", in_offset=half, out_offset=half))

    hand_back(dissolve)

    assert _edits(small, "s1") == [(EventType.MODIFY, "Changed transition from cut to dissolve.")]


def test_what_was_forgotten_stays_forgotten(small: Bible, hand_back: Callable[..., ImportReport]) -> None:
    hand_back(trim_tail("s1-2"))
    small.direction("whales").forget("r1.s1", chat_session_id="r1")

    report = hand_back(trim_tail("s1-3"))

    assert [each.what for each in report.skipped] == ["scene s1"]
    assert _edits(small, "s1") == []


@pytest.mark.parametrize(
    ("named", "change", "error", "sentence"),
    [
        ({}, {"[r1]": ""}, Invalid, "Name it with --run"),
        ({}, {"[r1]": "[r9]"}, Invalid, "Name it with --run"),
        ({"run_id": "r2"}, {}, Conflict, "cut of run r1, not of run r2"),
        ({"run_id": "r9"}, {}, NotFound, "no run 'r9'"),
        ({"project_id": "orcas"}, {}, NotFound, "no run of project orcas 'r1'"),
        ({}, {"s1-": "x", "s2-": "x", "s3-": "x", "videos": "y", ".mp4": ""}, Invalid, "None of the 9 clips"),
        ({}, {'frameDuration="25/600s"': 'frameDuration="1/25s"'}, Invalid, "counts 25 frames .* has 24"),
    ],
    ids=["no-run", "unknown-run", "two-runs", "no-such-run", "other-project", "nothing-known", "other-rate"],
)
def test_a_cut_that_cannot_be_compared_is_refused_and_nothing_is_kept(
    small: Bible,
    files: dict[str, bytes],
    tmp_path: Path,
    named: dict[str, str],
    change: dict[str, str],
    error: type[ShowbibleError],
    sentence: str,
) -> None:
    small.runs.start("Another", budget=1, project_id="whales", run_id="r2")
    content = files["cut.fcpxml"].decode()
    for old, new in change.items():
        content = content.replace(old, new)

    with pytest.raises(error, match=sentence):
        _take_in(small, tmp_path / "cut.fcpxml", content, **named)

    assert small.direction("whales").scenes().total == 0


def test_a_run_without_a_cut_has_nothing_to_compare_with(small: Bible, files: dict[str, bytes], tmp_path: Path) -> None:
    small.runs.start("Another", budget=1, project_id="whales", run_id="r2")

    with pytest.raises(Conflict, match="no cut is kept"):
        _take_in(small, tmp_path / "cut.edl", files["cut.edl"].replace(b"[r1]", b"[r2]"))


def test_a_run_is_named_only_with_a_cut(small: Bible, tmp_path: Path) -> None:
    with pytest.raises(Invalid, match="this is none"):
        _take_in(small, tmp_path / "memory.json", '{"run_id": "x", "concept": "y"}', run_id="r1")
