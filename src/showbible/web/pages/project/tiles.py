"""An asset as a tile: a picture where there is one, what it is called, and why it is here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final
from urllib.parse import quote

from showbible.assets.model import Asset, AssetKind, Segment
from showbible.web.pages.kit.cards import title
from showbible.web.words import story_time

KINDS: Final[Mapping[AssetKind, tuple[str, str]]] = {
    AssetKind.VIDEO: ("Video", "runs"),
    AssetKind.IMAGE: ("Image", "asset"),
    AssetKind.AUDIO: ("Audio", "sound"),
    AssetKind.KEYFRAME: ("Keyframe", "asset"),
    AssetKind.LAST_FRAME: ("Last frame", "asset"),
}
"""What each kind is called, and its icon."""


@dataclass(frozen=True, kw_only=True)
class Tile:
    """An asset in a grid; `why` only where it answers a question."""

    asset: Asset
    href: str
    name: str
    kind: str
    icon: str
    still: str | None
    when: str
    why: str = ""
    note: str = ""


def tile(project_id: str, asset: Asset, *, segment: Segment | None = None, why: str = "", note: str = "") -> Tile:
    """One asset as a tile."""
    kind, icon = KINDS[asset.kind]
    return Tile(
        asset=asset,
        href=f"/projects/{project_id}/assets/{asset.asset_id}",
        name=called(asset),
        kind=kind,
        icon=icon,
        still=still_url(asset),
        when=stretch(segment) if segment else "",
        why=why,
        note=note,
    )


def called(asset: Asset) -> str:
    """What an asset is called: its caption's first line, else its prompt's, else its file's name."""
    told = next((text for text in (asset.caption, asset.prompt) if text and text.strip()), None)
    return title(told or asset.path.rpartition("/")[2])


def still_url(asset: Asset) -> str | None:
    """Where a picture of an asset is drawn, when its file is in a store of ours."""
    return quote(f"/stills/{asset.path}") if asset.url and asset.kind is not AssetKind.AUDIO else None


def media_url(asset: Asset) -> str | None:
    """Where an asset is played, when its file is in a store of ours."""
    return quote(asset.url) if asset.url else None


def stretch(segment: Segment) -> str:
    """When in the story a segment lies."""
    return f"{story_time(segment.start_ms)}–{story_time(segment.end_ms)}"
