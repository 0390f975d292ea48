"""Write assets down, give them captions, take them away."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, Final

from showbible.assets.model import ASIDE, MOST_LOOKS, Asset, AssetInput, AssetKind, LookState
from showbible.assets.recall import library
from showbible.assets.recall.readings import asset_source
from showbible.assets.recall.story import STATE
from showbible.assets.record import captions, index, texts
from showbible.jobs.queue import announce
from showbible.storage import changes
from showbible.storage.database import ProjectDatabase
from showbible.vocabulary import PERSON, new_id, stamp, utcnow, word

DELETED: Final = "asset.deleted"


def asset(db: ProjectDatabase, given: AssetInput, *, at: datetime | None = None) -> Asset:
    """Write an asset down; told again, it keeps what is not said anew and counts as used once more."""
    texts.checked_path(given["path"])
    word(AssetKind, "kind", given["kind"])
    (asset_id,) = assets(db, [given], at=at)
    return library.asset(db, asset_id)


def assets(
    db: ProjectDatabase, given: Iterable[AssetInput], *, at: datetime | None = None, announced: bool = False
) -> list[str]:
    """The same for many assets in one transaction; their paths may lead anywhere. Gives their ids.

    Whoever has `announced` them already sees to it that they are learned from.
    """
    now = stamp(at or utcnow())
    checked = [(_checked(each), each) for each in given]
    with db.transaction():
        db.hold(f"assets:{db.project_id}")
        known = _known(db, [row for row, _ in checked])
        written: dict[str, dict[str, Any]] = {}
        for row, _ in checked:
            _write(row, known, written, now=now)
        db.many(_UPSERT, ({**row, "project_id": db.project_id} for row in written.values()))
        captions.add(db, [_caption(row, each) for row, each in checked if row["caption"]], now=now)
        index.refresh(db, list(written))
        if not announced:
            index.announce_news(db)
    return [row["artifact_id"] for row, _ in checked]


_UPSERT: Final = """
    INSERT INTO artifacts (
        project_id, artifact_id, kind, path, made_by, prompt, negative_prompt, tags, clip_id, segment_id, scene_id,
        run_id, metadata, version, sha256, uses, used_at, created_at)
    VALUES (
        :project_id, :artifact_id, :kind, :path, :made_by, :prompt, :negative_prompt, :tags, :clip_id, :segment_id,
        :scene_id, :run_id, :metadata, :version, :sha256, :uses, :used_at, :created_at)
        ON CONFLICT (project_id, artifact_id) DO UPDATE SET
            kind = excluded.kind, path = excluded.path, prompt = excluded.prompt,
            negative_prompt = excluded.negative_prompt, tags = excluded.tags, clip_id = excluded.clip_id,
            segment_id = excluded.segment_id, scene_id = excluded.scene_id, run_id = excluded.run_id,
            metadata = excluded.metadata, version = excluded.version, sha256 = excluded.sha256,
            uses = excluded.uses, used_at = excluded.used_at
"""


def _checked(given: AssetInput) -> dict[str, Any]:
    kind = given["kind"]
    return {
        "artifact_id": texts.optional_id("asset", given.get("asset_id")),
        "kind": kind if kind in ASIDE else word(AssetKind, "kind", kind),
        "path": given["path"],
        "prompt": texts.prose("prompt", given.get("prompt")),
        "negative_prompt": texts.prose("negative_prompt", given.get("negative_prompt")),
        "tags": texts.tags(given.get("tags")),
        "clip_id": texts.optional_id("clip", given.get("clip_id")),
        "segment_id": texts.optional_id("segment", given.get("segment_id")),
        "scene_id": texts.optional_id("scene", given.get("scene_id")),
        "run_id": texts.optional_id("run", given.get("run_id")),
        "metadata": texts.facts("metadata", given.get("metadata")),
        "sha256": given.get("sha256"),
        "caption": texts.prose("caption", given.get("caption")),
    }


def _caption(row: Mapping[str, Any], given: AssetInput) -> dict[str, Any]:
    said = {"text": row["caption"], "made_by": given.get("made_by", PERSON)}
    return {"about": row["artifact_id"], "version": row["version"], **said}


def _known(db: ProjectDatabase, given: Sequence[Mapping[str, Any]]) -> dict[object, dict[str, Any]]:
    """What is recorded already, by id and, for those that name a take and no id, by take, kind and path."""
    ids = [row["artifact_id"] for row in given if row["artifact_id"] is not None]
    clips = [row["clip_id"] for row in given if row["artifact_id"] is None and row["clip_id"] is not None]
    found: dict[object, dict[str, Any]] = {}
    for column, wanted in (("artifact_id", ids), ("clip_id", clips)):
        for start in range(0, len(wanted), index.BATCH):
            for row in db.all(_FOUND[column], wanted=wanted[start : start + index.BATCH]):
                found[row.artifact_id] = found[row.clip_id, row.kind, row.path] = dict(row._mapping)
    return found


_FOUND: Final = {
    "artifact_id": "SELECT * FROM artifacts WHERE project_id = :project_id AND artifact_id IN :wanted",
    "clip_id": "SELECT * FROM artifacts WHERE project_id = :project_id AND clip_id IN :wanted AND about IS NULL",
}


def _write(
    row: dict[str, Any], known: dict[object, dict[str, Any]], written: dict[str, dict[str, Any]], *, now: int
) -> None:
    """Give a row its id, merge it with what was known of it, and note it as known."""
    same_take = (row["clip_id"], row["kind"], row["path"])
    before = known.get(row["artifact_id"] or (same_take if row["clip_id"] is not None else None))
    row["artifact_id"] = before["artifact_id"] if before else row["artifact_id"] or new_id()
    fresh = {"tags": "[]", "metadata": "{}", "version": 1, "uses": 0, "created_at": now, "made_by": PERSON}
    merged = {**fresh, **(before or {}), **{name: value for name, value in row.items() if value is not None}}
    for name in row:
        merged.setdefault(name, None)
    changed = before is not None and _is_another_file(before, row)
    merged |= {"uses": merged["uses"] + 1, "used_at": now, "version": merged["version"] + changed}
    known[row["artifact_id"]] = known[same_take] = written[row["artifact_id"]] = merged
    row["version"] = merged["version"]


def _is_another_file(before: Mapping[str, Any], row: Mapping[str, Any]) -> bool:
    known, given = before["sha256"], row["sha256"]
    return bool(given != known) if given is not None and known is not None else bool(row["path"] != before["path"])


def begin_look(db: ProjectDatabase, asset_id: str) -> bool:
    """Count one more look at an asset; false when it has had enough of them or needs none."""
    with db.transaction():
        db.hold(f"assets:{db.project_id}")
        return bool(
            db.run(
                """
                UPDATE asset_index
                   SET looks = looks + 1
                 WHERE project_id = :project_id AND asset_id = :asset_id AND look = 'waiting' AND looks < :most
                """,
                asset_id=asset_id,
                most=MOST_LOOKS,
            )
        )


def end_look(db: ProjectDatabase, asset_id: str, look: LookState) -> None:
    """Say how looking at an asset ended."""
    with db.transaction():
        db.hold(f"assets:{db.project_id}")
        db.run(
            "UPDATE asset_index SET look = :look WHERE project_id = :project_id AND asset_id = :asset_id",
            asset_id=asset_id,
            look=look,
        )


def mark_read(db: ProjectDatabase, read: Asset) -> None:
    """Say that an asset was searched for entities, unless its words have changed meanwhile."""
    with db.transaction():
        db.run(
            """
            UPDATE asset_index SET is_read = 1
             WHERE project_id = :project_id AND asset_id = :asset_id
               AND COALESCE(prompt, '') = :prompt AND COALESCE(caption, '') = :caption
            """,
            asset_id=read.asset_id,
            prompt=read.prompt or "",
            caption=read.caption or "",
        )


def remove(db: ProjectDatabase, asset_id: str) -> None:
    """Take an asset away with its captions, its search entry and what was derived from it."""
    with db.transaction():
        db.hold(f"assets:{db.project_id}")
        known = library.asset(db, asset_id)
        drop(db, [known])


def drop(db: ProjectDatabase, gone: Sequence[Asset]) -> None:
    """Take assets away inside the caller's transaction, and announce that their files can go."""
    erase(db, [each.asset_id for each in gone])
    for each in gone:
        announce(db, DELETED, project_id=db.project_id, path=each.path)


def erase(db: ProjectDatabase, asset_ids: Sequence[str]) -> None:
    """Take assets away inside the caller's transaction, with everything but their files; a person's states stay."""
    if not asset_ids:
        return
    ids = list(asset_ids)
    for row in db.all(_READ_FROM, ids=ids):
        changes.drop(db, kind=STATE, item_id=row.state_id)
    for sql in _ERASED:
        db.run(sql, ids=ids)
    db.run(_NOT_FORGOTTEN, sources=[asset_source(each).key for each in ids])
    index.forget(db, ids)


_READ_FROM: Final = """
    SELECT state_id FROM entity_states
     WHERE project_id = :project_id AND source_asset_id IN :ids AND made_by <> 'person'
"""
_ERASED: Final = (
    "DELETE FROM artifacts WHERE project_id = :project_id AND artifact_id IN :ids",
    "DELETE FROM artifacts WHERE project_id = :project_id AND about IN :ids",
    "DELETE FROM entity_states WHERE project_id = :project_id AND source_asset_id IN :ids AND made_by <> 'person'",
    "UPDATE entity_states SET source_asset_id = NULL WHERE project_id = :project_id AND source_asset_id IN :ids",
    "DELETE FROM notes WHERE project_id = :project_id AND asset_id IN :ids AND note_type = 'failure'",
)
_NOT_FORGOTTEN: Final = "DELETE FROM forgotten_readings WHERE project_id = :project_id AND source IN :sources"
