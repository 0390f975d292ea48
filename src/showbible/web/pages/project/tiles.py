"""An asset as a tile: a picture where there is one, what it is called, and why it is here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from showbible.assets.model import Asset, AssetKind, Segment
from showbible.web.pages.kit.assets import asset_name, asset_still

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
        self.name, self.still = asset_name(asset), asset_still(asset)
        self.kind, self.icon = KINDS[asset.kind]
