"""A file that a provider made, on its way into a store: it is a film, a picture or a sound, or it is refused."""

from __future__ import annotations

import tempfile
from importlib import util
from pathlib import Path
from typing import Any, Final

from showbible.assets.learn.look.process import FileFigures, file_figures
from showbible.errors import Malformed
from showbible.runs.model import AssetType
from showbible.storage import pictures
from showbible.storage.kinds import sniffed
from showbible.values import frozen

STORES: Final = {AssetType.VIDEO: "videos", AssetType.AUDIO: "audio", AssetType.IMAGE: "media"}


@frozen
class IncomingFile:
    """A file that is what it says, and what was measured of it."""

    content: bytes
    type: AssetType
    seconds: float | None
    measures: dict[str, Any]


def checked_file(content: bytes, *, media_type: str = "", what: str) -> IncomingFile:
    """The file, when its content is of a kind that we know, and of the one that its sender told."""
    kind = sniffed(content[:64])
    if kind.partition("/")[0] not in list(AssetType):
        raise Malformed(f"{what} is no film, picture or sound.", field="task")
    figures = _figures(content, kind, what)
    family = _family(kind, figures)
    said = media_type.partition("/")[0]
    if said in list(AssetType) and said != family:
        raise Malformed(f"{what} is said to be {media_type}, and is {family}.", field="task")
    size = {} if figures is None else {"width": figures.width, "height": figures.height}
    return IncomingFile(
        content=content,
        type=family,
        seconds=None if figures is None or family is AssetType.IMAGE else figures.seconds,
        measures={name: value for name, value in size.items() if value is not None},
    )


def _family(kind: str, figures: FileFigures | None) -> AssetType:
    """What a file is; what may hold a film, and has no picture, is a sound."""
    family = AssetType(kind.partition("/")[0])
    is_sound = family is AssetType.VIDEO and figures is not None and not figures.has_picture
    return AssetType.AUDIO if is_sound else family


def _figures(content: bytes, kind: str, what: str) -> FileFigures | None:
    """What the file holds, by playing it; None where there is nothing to play it with."""
    with tempfile.NamedTemporaryFile(prefix="showbible-") as file:
        file.write(content)
        file.flush()
        pictures.check(file.fileno(), kind)
        if util.find_spec("av") is None:
            return None
        try:
            return file_figures(Path(file.name))
        except Malformed as error:
            raise Malformed(f"{what} begins as {kind}, and is none: {error}", field="task") from None
