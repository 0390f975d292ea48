"""What every page calls an asset, and where its picture is."""

from __future__ import annotations

from showbible.addresses import still_url
from showbible.assets.model import Asset, AssetKind
from showbible.words import headline


def asset_name(asset: Asset) -> str:
    """What an asset is called: its caption's first line, else its prompt's, else its file's name."""
    words = next((text for text in (asset.caption, asset.prompt) if text and text.strip()), None)
    return headline(words or asset.path.rpartition("/")[2])


def asset_still(asset: Asset) -> str | None:
    """Where a picture of an asset is drawn, when its file is in a store of ours."""
    return still_url(asset.path) if asset.kind is not AssetKind.AUDIO else None
