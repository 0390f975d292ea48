"""Keep how an asset was made, as its own file tells it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from showbible.assets.model import Asset
from showbible.assets.recall import library
from showbible.assets.recall.workflows import COMFYUI
from showbible.assets.record import index, texts
from showbible.storage.database import ProjectDatabase
from showbible.vocabulary import PROSE_LIMIT


def keep_origin(
    db: ProjectDatabase, seen: Asset, *, prompt: str | None, negative_prompt: str | None, facts: Mapping[str, Any]
) -> Asset:
    """Add what a file tells to what was said of its asset; nothing, when the asset has another file by now."""
    with db.transaction():
        db.hold(f"assets:{db.project_id}")
        known = library.artifact(db, seen.asset_id)
        if known.version == seen.version:
            db.run(
                _KEEP,
                asset_id=seen.asset_id,
                prompt=_short(prompt),
                negative_prompt=_short(negative_prompt),
                metadata=texts.facts("metadata", {**known.metadata, COMFYUI: dict(facts)}),
            )
            index.refresh(db, [seen.asset_id])
        return library.asset(db, seen.asset_id)


_KEEP: Final = """
    UPDATE artifacts
       SET prompt = COALESCE(prompt, :prompt), negative_prompt = COALESCE(negative_prompt, :negative_prompt),
           metadata = :metadata
     WHERE project_id = :project_id AND artifact_id = :asset_id
"""


def _short(text: str | None) -> str | None:
    """As much of a text as fits beside an asset."""
    return None if text is None else texts.prose("prompt", text.encode()[:PROSE_LIMIT].decode("utf-8", "ignore"))
