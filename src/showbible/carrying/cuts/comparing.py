"""A film as it is handed back, scene by scene, and what cannot be told of it."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, Final

from showbible.carrying.cuts.excerpts import HARD, Excerpt
from showbible.carrying.cuts.kept_cut import LENGTH, KeptCut, KeptShot, told_fields
from showbible.carrying.cuts.matching import ShotNames
from showbible.carrying.report import Omission
from showbible.errors import Invalid
from showbible.values import frozen

PlannedShot = dict[str, Any]
"""A shot as a snapshot of the direction memory tells it."""
_SAME_RATE: Final = 1 / 1000


@frozen
class SceneCut:
    """A scene as it was exported and as it is handed back."""

    scene_id: str
    title: str
    before: tuple[PlannedShot, ...]
    after: tuple[PlannedShot, ...]


@frozen
class CutComparison:
    """All scenes of which something can be told, and what cannot be told or kept."""

    scenes: tuple[SceneCut, ...]
    omissions: tuple[Omission, ...]


@frozen
class _Match:
    """A stretch with the shot that it is taken from, if it is one of ours."""

    excerpt: Excerpt
    shot: KeptShot | None


def compared(cut: KeptCut, excerpts: Sequence[Excerpt]) -> CutComparison:
    """What became of each scene; a file that shows no shot of the film is refused."""
    names = ShotNames(cut)
    matches = [_Match(excerpt=each, shot=names.shot(each)) for each in excerpts]
    if not any(match.shot for match in matches):
        raise Invalid(
            f"None of the {len(matches):,} clips in this file is one of the {len(cut.shots):,} shots of run "
            f"{cut.run_id}. Say with --run, or as run_id, whose cut it is.",
            field="archive",
        )
    _check_rates(cut, matches)
    line = list(_joined([match for match in matches if not match.excerpt.beside]))
    unclear = {scene_id: reason for scene_id in cut.scenes if (reason := _unclear(cut, scene_id, matches))}
    placed = _placed(line)
    scenes = [
        SceneCut(
            scene_id=scene_id,
            title=shots[0].scene_title,
            before=tuple({"shot_id": shot.shot_id, **shot.fields} for shot in shots),
            after=tuple(_shots([match for match, home in placed if home == scene_id])),
        )
        for scene_id, shots in cut.scenes.items()
        if scene_id not in unclear
    ]
    told = [Omission(what=f"scene {scene_id}", reason=reason) for scene_id, reason in unclear.items()]
    return CutComparison(scenes=tuple(scenes), omissions=(*told, *_omissions(line)))


def _check_rates(cut: KeptCut, matches: Sequence[_Match]) -> None:
    for match in matches:
        rate = match.excerpt.rate
        if match.shot is not None and rate is not None and abs(rate - cut.rate) > _SAME_RATE:
            raise Invalid(
                f"The file counts {float(rate):g} frames a second at {match.excerpt.where}; the cut that was exported "
                f"has {float(cut.rate):g}. Hand back a timeline of that rate.",
                field="archive",
            )


def _joined(line: Sequence[_Match]) -> Iterator[_Match]:
    """The same film without the cuts that nobody sees: one stretch that goes on where the one before ended."""
    last: _Match | None = None
    for match in line:
        if last is not None and _goes_on(last, match):
            last = replace(last, excerpt=replace(last.excerpt, seconds=last.excerpt.seconds + match.excerpt.seconds))
            continue
        if last is not None:
            yield last
        last = match
    if last is not None:
        yield last


def _goes_on(last: _Match, match: _Match) -> bool:
    one, two = last.excerpt, match.excerpt
    same = last.shot is not None and last.shot == match.shot
    return same and one.end is not None and one.end == two.start and two.transition == HARD and one.speed == two.speed


def _unclear(cut: KeptCut, scene_id: str, matches: Sequence[_Match]) -> str | None:
    """Why nothing can be learned of a scene, if so."""
    seen = {match.shot.shot_id for match in matches if match.shot and not match.excerpt.beside}
    away = {match.shot.shot_id for match in matches if match.shot and match.excerpt.beside}
    missing = [shot.shot_id for shot in cut.scenes[scene_id] if shot.shot_id not in seen]
    if others := [shot_id for shot_id in missing if shot_id in away]:
        return f"Shot {others[0]} lies on another track or inside another clip, and nobody can tell what is seen of it."
    nameless = [match.excerpt.where for match in matches if not match.shot and not match.excerpt.says_what_it_is]
    if missing and nameless:
        return f"Shot {missing[0]} is missing, and {nameless[0]} does not say of which clip it is."
    return None


def _placed(line: Sequence[_Match]) -> list[tuple[_Match, str]]:
    """Each stretch with its scene: a shot stays in its own, what was added belongs to the shot before it."""
    home = next(match.shot.scene_id for match in line if match.shot) if any(m.shot for m in line) else ""
    placed = []
    for match in line:
        home = match.shot.scene_id if match.shot else home
        if match.shot or match.excerpt.says_what_it_is:
            placed.append((match, home))
    return placed


def _shots(matches: Sequence[_Match]) -> Iterator[PlannedShot]:
    """The shots of a scene; of one that is seen twice, the longest stretch is the shot, the others were added."""
    longest: dict[str, _Match] = {}
    for match in matches:
        name = _id(match)
        if name not in longest or match.excerpt.seconds > longest[name].excerpt.seconds:
            longest[name] = match
    number: Counter[str] = Counter()
    for match in matches:
        name = _id(match)
        if longest[name] is not match:
            number[name] += 1
        shot_id = name if longest[name] is match else f"{name[:120]}.{number[name] + 1}"
        fields = match.shot.fields if match.shot else {"title": match.excerpt.title}
        yield {"shot_id": shot_id, **told_fields(fields, match.excerpt)}


def _id(match: _Match) -> str:
    if match.shot is not None:
        return match.shot.shot_id
    told = "\n".join((match.excerpt.title, *match.excerpt.files))
    return f"added-{hashlib.sha256(told.encode('utf-8', 'replace')).hexdigest()[:12]}"


def _omissions(line: Sequence[_Match]) -> Iterator[Omission]:
    homes = [match.shot.scene_id if match.shot else None for match in line]
    for at, match in enumerate(line):
        for reason in _reasons(match, beside={homes[at - 1], homes[at + 1]} if 0 < at < len(line) - 1 else set()):
            name = match.shot.shot_id if match.shot else match.excerpt.title
            yield Omission(what=f"{name or 'a clip'} ({match.excerpt.where})", reason=reason)


def _reasons(match: _Match, *, beside: set[str | None]) -> Iterator[str]:
    """What is not kept of a stretch."""
    excerpt, shot = match.excerpt, match.shot
    if shot is None:
        added = "It is none of the film's shots: it counts as an insertion of which only the length is known."
        yield added if excerpt.says_what_it_is else "It does not say of which clip it is."
        return
    if excerpt.speed != 1.0:
        yield f"It runs at {excerpt.speed:.0%} of its speed. The length that is seen is kept, the speed is not."
    elif excerpt.start != shot.start and told_fields(shot.fields, excerpt)[LENGTH] == shot.fields[LENGTH]:
        yield "It shows other frames of its clip for the same time. Only lengths are kept."
    if len(beside) == 1 and shot.scene_id not in beside and None not in beside:
        yield "It stands among the shots of another scene. It is kept as a shot of its own scene."
