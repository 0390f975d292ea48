"""An asset as a tile: a picture where there is one, what it is called, and why it is here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final
from urllib.parse import quote

from showbible.assets.model import Asset, AssetKind, Segment
from showbible.web.words import headline

KINDS: Final[Mapping[AssetKind, tuple[str, str]]] = {
    AssetKind.VIDEO: ("Video", "runs"),
    AssetKind.IMAGE: ("Image", "asset"),
    AssetKind.AUDIO: ("Audio", "sound"),
    AssetKind.KEYFRAME: ("Keyframe", "asset"),
    AssetKind.LAST_FRAME: ("Last frame", "asset"),
}
"""What each kind is called, and its icon."""


class Tile:
    """An asset in a grid; `why` only where it is shown for a reason, `segment` where that is told."""

    def __init__(self, project_id: str, asset: Asset, *, segment: Segment | None = None, why: str = "") -> None:
        self.asset, self.segment, self.why = asset, segment, why
        self.href = f"/projects/{project_id}/assets/{asset.asset_id}"
        self.name, self.still = called(asset), still_url(asset)
        self.kind, self.icon = KINDS[asset.kind]


def called(asset: Asset) -> str:
    """What an asset is called: its caption's first line, else its prompt's, else its file's name."""
    words = next((text for text in (asset.caption, asset.prompt) if text and text.strip()), None)
    return headline(words or asset.path.rpartition("/")[2])


def still_url(asset: Asset) -> str | None:
    """Where a picture of an asset is drawn, when its file is in a store of ours."""
    return quote(f"/stills/{asset.path}") if asset.url and asset.kind is not AssetKind.AUDIO else None
