"""A story with something of everything, and what an archive of it says."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Mapping
from pathlib import Path

from showbible.bible import Bible
from showbible.carrying.manifest import VECTORS
from showbible.vocabulary import utcnow
from tests.direction.builders import teach
from tests.lessons.orders import an_order
from tests.storage.test_pictures import png


def tell_everything(bible: Bible, project_id: str = "whales") -> None:
    """Fill a project with something of every memory, and let all of it be learned."""
    bible.projects.create(project_id, name="Whales & co")
    _make_runs(bible, project_id)
    _tell_story(bible, project_id)
    teach(bible.direction(project_id), "h1", "humiliation", closer=True)
    bible.notebook(project_id).create("/memories/progress.md", "The pier is lit.\n")
    bible.recall("whale breaching", project=project_id)
    bible.worker().run_all()
    bible.lessons.rate("r1", 4, notes="lovely")
    bible.lessons.rate("r1", 5)


def _make_runs(bible: Bible, project_id: str) -> None:
    bible.runs.start("A podcast intro about whales", budget="5", project_id=project_id, run_id="r1")
    bible.runs.add_pilot("r1", "a", tier="animated", budget="2")
    bible.runs.judge_pilot("r1", "a", score=71)
    bible.runs.approve("r1", "a")
    bible.blobs.put("videos", f"projects/{project_id}/runs/r1/take.mp4", [b"film " * 1000])
    path = f"videos/projects/{project_id}/runs/r1/take.mp4"
    facts = {"provider": "luma", "project_id": project_id}
    bible.runs.deliver(
        "r1", "video", path, asset_id="take", scene_id="s1", pilot_id="a", cost="0.4", prompt="A whale", metadata=facts
    )
    bible.lessons.note_generation(an_order(run_id="r1", pilot_id="a", prompt="A whale", at=utcnow()))
    bible.runs.error("r1", "The lamp broke.")
    bible.runs.report("r1", "director", "completed", data={"shots": 3})
    bible.runs.tag("r1", ["festival"])
    bible.runs.finish("r1")


def _tell_story(bible: Bible, project_id: str) -> None:
    assets = bible.assets(project_id)
    assets.segment("seg1", t_start=0, t_end=8, kind="target")
    assets.clip(clip_id="c1", segment_id="seg1", output_path="takes/1.mp4", prompt="A grey whale breaches at dusk")
    assets.upload("image", [png(4, 4)], asset_id="still", prompt="A boat")
    assets.caption("still", "A red boat on calm water")
    state = assets.tell("Mira", kind="character", state={"coat": "red"}, t_start=0)
    assets.state_corrections.correct(state.state_id, {"state": {"coat": "blue"}})
    assets.note("story", "Mira waits at the pier.", segment_id="seg1")
    beside = bible.workspace.folder(assets.project_id) / "sketches" / "pier.txt"
    beside.parent.mkdir(parents=True, exist_ok=True)
    beside.write_text("A pier.")


def exported(bible: Bible, project_id: str, place: Path) -> Path:
    """An archive of a project."""
    return bible.carrying.export(project_id, place)


def hashes(archive: Path) -> dict[str, str]:
    """What everything in an archive hashes to, but for the vectors, which each database keeps in its own way."""
    with zipfile.ZipFile(archive) as packed:
        told = json.loads(packed.read("manifest.json"))
    return {part["name"]: part["sha256"] for part in told["parts"] if part["name"] != VECTORS}


def rewritten(archive: Path, place: Path, changes: Mapping[str, bytes] | None = None, *, without: str = "") -> Path:
    """The same archive with other entries, by name."""
    others = dict(changes or {})
    with zipfile.ZipFile(archive) as old, zipfile.ZipFile(place, "w") as new:
        for name in old.namelist():
            if name != without:
                new.writestr(name, others.pop(name) if name in others else old.read(name))
        for name, content in others.items():
            new.writestr(name, content)
    return place
