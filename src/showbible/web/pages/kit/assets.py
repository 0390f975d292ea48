"""What every page calls an asset, where its picture is, and the asset as a tile."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from showbible.addresses import asset_page, still_url
from showbible.assets.model import Asset, AssetKind, Segment
from showbible.words import headline

KINDS: Final[Mapping[AssetKind, tuple[str, str]]] = {
    AssetKind.VIDEO: ("Video", "runs"),
    AssetKind.IMAGE: ("Image", "asset"),
    AssetKind.AUDIO: ("Audio", "sound"),
    AssetKind.KEYFRAME: ("Keyframe", "asset"),
    AssetKind.LAST_FRAME: ("Last frame", "asset"),
}
"""What each kind is called, and its icon."""


def asset_name(asset: Asset) -> str:
    """What an asset is called: its caption's first line, else its prompt's, else its file's name."""
    words = next((text for text in (asset.caption, asset.prompt) if text and text.strip()), None)
    return headline(words or asset.path.rpartition("/")[2])


def asset_still(asset: Asset) -> str | None:
    """Where a picture of an asset is drawn, when its file is in a store of ours."""
    return still_url(asset.path) if asset.kind is not AssetKind.AUDIO else None


class Tile:
    """An asset in a grid; `why` only where it is shown for a reason, `segment` where that is told."""

    def __init__(self, project_id: str, asset: Asset, *, segment: Segment | None = None, why: str = "") -> None:
        self.asset, self.segment, self.why = asset, segment, why
        self.href = asset_page(project_id, asset.asset_id)
        self.name, self.still = asset_name(asset), asset_still(asset)
        self.kind, self.icon = KINDS[asset.kind]
