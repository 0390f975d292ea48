"""Cut the film: which frames of which clip follow each other, and the same cut for other programs."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import field
from typing import Any, Final

from showbible.carrying.cuts.excerpts import LABEL
from showbible.runs.model import EditStyle
from showbible.studio.model import FPS, Cut, Movement, Script, ScriptShot, ShotClip
from showbible.values import frozen

SHORTEST: Final = 12  # frames that a cut leaves at least

_TRIMS: Final[Mapping[EditStyle, tuple[int, int]]] = {
    EditStyle.SAFE: (0, 0),
    EditStyle.BALANCED: (2, 2),
    EditStyle.CREATIVE: (5, 7),
}
"""Frames taken off the head and the tail of a shot, so that cuts fall into a movement."""


def cut(script: Script, clips: Sequence[ShotClip], *, style: EditStyle) -> list[Cut]:
    """The clips in the order of the script, trimmed as the style wants; shots that were never made are left out."""
    made = {clip.shot_id: clip for clip in clips}
    shots = [(scene.scene_id, shot) for scene in script.scenes for shot in scene.shots if shot.shot_id in made]
    last = len(shots) - 1
    return [
        _piece(scene_id, shot, made[shot.shot_id], style=style, first=place == 0, last=place == last)
        for place, (scene_id, shot) in enumerate(shots)
    ]


def trimmed(script: Script, *, style: EditStyle) -> dict[str, int]:
    """The frames that a cut takes off each shot of a script."""
    clips = [
        ShotClip(scene_id=scene.scene_id, shot_id=shot.shot_id, path="", frames=shot.frames)
        for scene in script.scenes
        for shot in scene.shots
    ]
    return {piece.shot_id: piece.available - piece.frames for piece in cut(script, clips, style=style)}


def handles(style: EditStyle) -> int:
    """The most frames that a cut takes off one shot."""
    return sum(_TRIMS[style])


def _piece(scene_id: str, shot: ScriptShot, clip: ShotClip, *, style: EditStyle, first: bool, last: bool) -> Cut:
    head, tail = _TRIMS[style] if shot.movement is not Movement.STATIC else (0, _TRIMS[style][1])
    head, tail = (0 if first else head), (0 if last else tail)
    if clip.frames - head - tail < SHORTEST:
        head, tail = 0, 0
    return Cut(
        scene_id=scene_id,
        shot_id=shot.shot_id,
        path=clip.path,
        start=head,
        end=clip.frames - tail,
        available=clip.frames,
    )


def starts(cuts: Sequence[Cut]) -> dict[str, int]:
    """The frame of the film at which each shot begins."""
    found, at = {}, 0
    for piece in cuts:
        found[piece.shot_id] = at
        at += piece.frames
    return found


@frozen
class CutLabel:
    """What an exported cut says of itself, so that it is known again when an editor hands it back."""

    run_id: str
    titles: Mapping[str, str] = field(default_factory=dict)
    """What each scene is called."""
    fields: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """What was decided of each shot, in a director's words."""

    def of(self, piece: Cut) -> dict[str, Any]:
        """What is said of one shot."""
        return {
            "run_id": self.run_id,
            "scene_id": piece.scene_id,
            "shot_id": piece.shot_id,
            "scene_title": self.titles.get(piece.scene_id, ""),
            "fields": dict(self.fields.get(piece.shot_id, {})),
        }

    def reel(self, piece: Cut) -> str:
        """Eight letters, all that an edit list has room for, that no shot of another run has."""
        digest = hashlib.sha256(f"{self.run_id}/{piece.shot_id}".encode()).digest()
        return base64.b32encode(digest[:5]).decode()


def timeline(title: str, cuts: Sequence[Cut], *, label: CutLabel) -> Any:
    """The cut as an OpenTimelineIO timeline."""
    import opentimelineio as otio  # type: ignore[import-untyped]

    # Programs drop what they do not know, but every one of them keeps the name.
    made = otio.schema.Timeline(name=f"{title} [{label.run_id}]", metadata={LABEL: {"run_id": label.run_id}})
    track = otio.schema.Track(name="V1", kind=otio.schema.TrackKind.Video)
    for piece in cuts:
        track.append(_otio_clip(piece, label))
    made.tracks.append(track)
    return made


def _otio_clip(piece: Cut, label: CutLabel) -> Any:
    import opentimelineio as otio

    whole = otio.opentime.TimeRange(_frames(0), _frames(piece.available))
    return otio.schema.Clip(
        name=piece.shot_id,
        media_reference=otio.schema.ExternalReference(target_url=piece.path, available_range=whole),
        source_range=otio.opentime.TimeRange(_frames(piece.start), _frames(piece.frames)),
        metadata={"cmx_3600": {"reel": label.reel(piece)}, LABEL: label.of(piece)},
    )


def _frames(number: int) -> Any:
    import opentimelineio as otio

    return otio.opentime.RationalTime(number, FPS)


def exported(title: str, cuts: Sequence[Cut], *, label: CutLabel) -> dict[str, bytes]:
    """The cut in three forms by file name: OpenTimelineIO, a CMX 3600 edit list and FCPXML."""
    import opentimelineio as otio

    made = timeline(title, cuts, label=label)
    return {
        # All working files of a run share ten megabytes, and most of a timeline is the space before its lines.
        "cut.otio": otio.adapters.write_to_string(made, "otio_json", indent=1).encode(),
        "cut.edl": otio.adapters.write_to_string(made, "cmx_3600", rate=FPS).encode(),
        "cut.fcpxml": otio.adapters.write_to_string(made, "fcpx_xml").encode(),
    }
