"""Which shot of a film a stretch of a cut is taken from: by what names it, never by where it stands."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import PurePosixPath
from typing import Final
from urllib.parse import unquote

from showbible.carrying.cuts.excerpts import Excerpt
from showbible.carrying.cuts.kept_cut import KeptCut, KeptShot

_OF_A_RUN: Final = re.compile(r"/runs/([^/]+)/")


@dataclass(frozen=True)
class ShotNames:
    """Everything by which editing programs know the shots of a film."""

    cut: KeptCut

    def shot(self, excerpt: Excerpt) -> KeptShot | None:
        """The shot that a stretch is taken from; None where it is none of this film's."""
        if said := excerpt.label.get("shot_id"):
            return self._by_id.get(said) if excerpt.label.get("run_id") == self.cut.run_id else None
        if any(run_id != self.cut.run_id for file in excerpt.files for run_id in _OF_A_RUN.findall(unquote(file))):
            return None
        names = [*(_name(file) for file in excerpt.files), excerpt.reel.casefold(), _name(excerpt.title)]
        # A copy in another format has another ending, and programs add remarks: (46.66 FPS), FF, copy.
        names += [PurePosixPath(name).stem for name in names]
        names += [re.split(r"[\s(]", name, maxsplit=1)[0] for name in names]
        return next((self._by_name[name] for name in names if name in self._by_name), None)

    @cached_property
    def _by_id(self) -> Mapping[str, KeptShot]:
        return {shot.shot_id: shot for shot in self.cut.shots}

    @cached_property
    def _by_name(self) -> Mapping[str, KeptShot]:
        """The shots by every name that only one of them has."""
        named = [(name, shot) for shot in self.cut.shots for name in set(_names(shot))]
        number = Counter(name for name, _ in named)
        return {name: shot for name, shot in named if name and number[name] == 1}


def _names(shot: KeptShot) -> Iterator[str]:
    file = _name(shot.path)
    yield from (shot.shot_id.casefold(), shot.reel.casefold(), file, PurePosixPath(file).stem)


def _name(file: str) -> str:
    """The last part of an address, as programs on any system write it."""
    return unquote(file).replace("\\", "/").rpartition("/")[2].strip().casefold()
