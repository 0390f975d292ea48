"""Find the cut in what somebody brought, whatever program wrote it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from showbible.carrying.cuts import edl, fcpxml, otio_json
from showbible.carrying.cuts.excerpts import CutFile
from showbible.carrying.parcels import Parcel
from showbible.errors import TooLarge

HEAD: Final = 4096
PACKED: Final = "content.otio"
"""What the timeline inside an .otioz is called."""

_READERS: Final[Mapping[str, tuple[int, Callable[[bytes], CutFile]]]] = {
    ".otio": (otio_json.LARGEST, otio_json.OtioTimeline),
    ".fcpxml": (fcpxml.LARGEST, fcpxml.FinalCutProject),
    ".edl": (edl.LARGEST, edl.DecisionList),
}


def cut_in(parcel: Parcel) -> CutFile | None:
    """The cut that was brought; None when something else was."""
    for name in parcel.sizes:
        ending = _ending(parcel, name)
        if ending is not None:
            return _read(parcel, name, *_READERS[ending])
    return None


def _ending(parcel: Parcel, name: str) -> str | None:
    """How a file like this is called: by what it says where it came alone, by its name in an archive."""
    told = next((ending for ending in _READERS if name.lower().endswith(ending)), None)
    if len(parcel.sizes) > 1:
        return told if name == PACKED or told == ".fcpxml" else None
    return told or _by_content(parcel, name)


def _by_content(parcel: Parcel, name: str) -> str | None:
    with parcel.open(name) as file:
        head = file.read(HEAD).decode("utf-8-sig", "replace").lstrip()
    if head.startswith("{") and otio_json.SCHEMA in head:
        return ".otio"
    if head.startswith("<") and "<fcpxml" in head:
        return ".fcpxml"
    return ".edl" if edl.looks_like_edit_list(head) else None


def _read(parcel: Parcel, name: str, largest: int, reader: Callable[[bytes], CutFile]) -> CutFile:
    if parcel.sizes[name] > largest:
        raise TooLarge(f"A cut of this form has at most {largest:,} bytes.")
    with parcel.open(name) as file:
        return reader(file.read(largest + 1))
