"""A film of a few scenes whose cut was exported, and an editor who changes it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import opentimelineio as otio  # type: ignore[import-untyped]

from showbible.bible import Bible
from showbible.studio import edit
from showbible.studio.model import FPS, Cut

Jobs = Mapping[str, tuple[str, ...]]

SCENES: Jobs = {
    "s1": ("establishing", "reaction_emotion", "dialogue_coverage"),
    "s2": ("establishing", "dialogue_coverage", "reaction_emotion"),
    "s3": ("dialogue_coverage", "reaction_emotion", "establishing"),
}


def export_film(
    bible: Bible, *, run_id: str = "r1", project_id: str = "whales", jobs: Jobs = SCENES
) -> dict[str, bytes]:
    """A run whose cut was kept and exported, in three forms."""
    bible.runs.start("A quarrel at the pier", budget=1, project_id=project_id, run_id=run_id)
    files = film_files(run_id=run_id, project_id=project_id, jobs=jobs)
    for name, content in files.items():
        bible.blobs.put("runs", f"projects/{project_id}/runs/{run_id}/{name}", [content])
    return files


def film_files(*, run_id: str = "r1", project_id: str = "whales", jobs: Jobs = SCENES) -> dict[str, bytes]:
    """The cut of a film in three forms, by file name."""
    cuts, fields = [], {}
    for scene_id, scene in jobs.items():
        for place, job in enumerate(scene, start=1):
            shot_id = f"{scene_id}-{place}"
            path = f"videos/projects/{project_id}/runs/{run_id}/a.{shot_id}.mp4"
            frames = 48 + 12 * place
            cuts.append(
                Cut(scene_id=scene_id, shot_id=shot_id, path=path, start=2, end=2 + frames, available=frames + 4)
            )
            fields[shot_id] = {"shot_job": job, "shot_size": "MEDIUM_SHOT", "description": "They argue at the pier."}
    titles = dict.fromkeys(jobs, "A quarrel")
    return edit.exported("The pier", cuts, label=edit.CutLabel(run_id=run_id, titles=titles, fields=fields))


def edited(content: bytes, change: Callable[[Any], None], place: Path) -> Path:
    """The timeline as an editor's program writes it after a change."""
    timeline = otio.adapters.read_from_string(content.decode(), "otio_json")
    change(timeline.tracks[0])
    otio.adapters.write_to_file(timeline, str(place))
    return place


def trim_tail(*shot_ids: str, frames: int = 24) -> Callable[[Any], None]:
    """Take frames off the end of some shots."""

    def change(track: Any) -> None:
        for clip in track.find_clips():
            if clip.name in shot_ids:
                kept = clip.source_range.duration.value - frames
                clip.source_range = otio.opentime.TimeRange(
                    clip.source_range.start_time, otio.opentime.RationalTime(kept, FPS)
                )

    return change
