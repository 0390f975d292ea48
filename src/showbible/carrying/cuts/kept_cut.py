"""The cut that was exported of a run, as it was kept: what everything that is handed back is compared with."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Final

from showbible.carrying.cuts.excerpts import HARD, Excerpt
from showbible.carrying.cuts.otio_json import OtioTimeline
from showbible.carrying.loose import Loose
from showbible.direction.recall.snapshots import creative
from showbible.errors import Conflict, NotFound
from showbible.runs.model import Run
from showbible.runs.recall.files import run_folder
from showbible.storage.blobs import Blobs
from showbible.values import frozen

STORE: Final = "runs"
FILE: Final = "cut.otio"
LENGTH: Final = "duration_seconds"


@frozen
class KeptShot:
    """A shot as it was cut when the film was exported."""

    shot_id: str
    scene_id: str
    scene_title: str
    fields: Mapping[str, Any]
    """What a director decides of it, with its length."""
    start: Fraction
    path: str
    reel: str


@frozen
class KeptCut:
    """A film as it was cut when it was exported."""

    run_id: str
    rate: Fraction
    shots: tuple[KeptShot, ...]

    @property
    def scenes(self) -> dict[str, list[KeptShot]]:
        """The shots of each scene."""
        found: dict[str, list[KeptShot]] = {}
        for shot in self.shots:
            found.setdefault(shot.scene_id, []).append(shot)
        return found


def kept_cut(blobs: Blobs, run: Run) -> KeptCut:
    """The cut of a run, from the timeline that was kept with it."""
    try:
        content = b"".join(blobs.read(STORE, run_folder(run.project_id, run.run_id) + FILE))
    except NotFound:
        raise Conflict(
            f"Of run {run.run_id} no cut is kept: it was never cut, or its working files are gone for their age. "
            "So there is nothing to compare with."
        ) from None
    excerpts = OtioTimeline(content).excerpts(Fraction(1))
    rates = [each.rate for each in excerpts if each.rate is not None]
    if not rates:
        raise Conflict(f"The cut of run {run.run_id} has no shots.")
    return KeptCut(run_id=run.run_id, rate=rates[0], shots=tuple(_shot(each) for each in excerpts))


def told_fields(fields: Mapping[str, Any], excerpt: Excerpt) -> dict[str, Any]:
    """What a director decides of a shot, as a stretch of it is cut."""
    return {**fields, LENGTH: round(float(excerpt.seconds), 3), "transition": excerpt.transition}


def _shot(excerpt: Excerpt) -> KeptShot:
    """A shot by what our export says of it; cuts that were exported long ago say only its name."""
    label = Loose(excerpt.label)
    return KeptShot(
        shot_id=label.text("shot_id") or excerpt.title,
        scene_id=label.text("scene_id") or excerpt.title.rpartition("-")[0] or excerpt.title,
        scene_title=label.text("scene_title") or "",
        fields=told_fields(_decided(label.bag("fields")), excerpt) | {"transition": HARD},
        start=excerpt.start or Fraction(0),
        path=next(iter(excerpt.files), ""),
        reel=excerpt.reel,
    )


def _decided(fields: Mapping[str, Any]) -> dict[str, Any]:
    """What a director decides; the words of a cut that is tried out are no words of the story's script."""
    found = creative(fields)
    words = found.pop("description", None)
    return found if words is None else {**found, "title": words}
