"""Write assets down, give them captions, take them away."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from showbible.assets.model import ASIDE, MOST_LOOKS, Asset, Kind, Look, checked_path, word
from showbible.assets.recall import library
from showbible.assets.recall.story import STATE
from showbible.assets.record import index, texts
from showbible.errors import Conflict, NotFound
from showbible.jobs.queue import announce
from showbible.storage import changes
from showbible.storage.database import ProjectDatabase
from showbible.vocabulary import PERSON, PROSE_LIMIT, checked_id, checked_text, new_id, stamp, utcnow

RECORDED: Final = "assets.recorded"
DELETED: Final = "asset.deleted"


@dataclass(frozen=True, kw_only=True)
class Given:
    """What a caller says of an asset; what is left out keeps the value it had."""

    kind: str
    path: str
    asset_id: str | None = None
    prompt: str | None = None
    negative_prompt: str | None = None
    caption: str | None = None
    tags: Sequence[str] | None = None
    clip_id: str | None = None
    segment_id: str | None = None
    scene_id: str | None = None
    run_id: str | None = None
    metadata: Mapping[str, Any] | None = None
    sha256: str | None = None
    """The digest of the file's content, where it is known."""
    made_by: str = PERSON
    """Who wrote the caption."""


def asset(db: ProjectDatabase, given: Given, *, at: datetime | None = None) -> Asset:
    """Write an asset down; told again, it keeps what is not said anew and counts as used once more."""
    checked_path(given.path)
    word(Kind, "kind", given.kind)
    (asset_id,) = assets(db, [given], at=at)
    return library.asset(db, asset_id)


def assets(
    db: ProjectDatabase, given: Iterable[Given], *, at: datetime | None = None, announced: bool = False
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
        _add_captions(db, [(row, each) for row, each in checked if each.caption], now=now)
        index.refresh(db, list(written))
        if not announced:
            announce(db, RECORDED, key=db.project_id, project_id=db.project_id)
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


def _checked(given: Given) -> dict[str, Any]:
    return {
        "artifact_id": texts.optional_id("asset", given.asset_id),
        "kind": given.kind if given.kind in ASIDE else word(Kind, "kind", given.kind),
        "path": given.path,
        "prompt": texts.prose("prompt", given.prompt),
        "negative_prompt": texts.prose("negative_prompt", given.negative_prompt),
        "tags": texts.tags(given.tags),
        "clip_id": texts.optional_id("clip", given.clip_id),
        "segment_id": texts.optional_id("segment", given.segment_id),
        "scene_id": texts.optional_id("scene", given.scene_id),
        "run_id": texts.optional_id("run", given.run_id),
        "metadata": texts.facts("metadata", given.metadata),
        "sha256": given.sha256,
        "caption": texts.prose("caption", given.caption),
    }


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


# Captions


def caption(
    db: ProjectDatabase,
    asset_id: str,
    text: str,
    *,
    made_by: str = PERSON,
    seen: str | None = None,
    at: datetime | None = None,
) -> Asset:
    """Give an asset a caption; the raw words are kept as an artifact of their own.

    `seen` is the caption that whoever writes had before them.
    """
    checked_text("text", text, limit=PROSE_LIMIT, empty=False)
    with db.transaction():
        db.hold(f"assets:{db.project_id}")
        known = library.artifact(db, checked_id("asset", asset_id))
        if seen is not None:
            _check_seen(library.asset(db, asset_id), seen, text)
        row, now = {"artifact_id": asset_id, "version": known.version}, stamp(at or utcnow())
        db.run(_SAID_AGAIN, **row, text=text, made_by=made_by, now=now)
        given = Given(kind=known.kind, path=known.path or "", caption=text, made_by=made_by)
        _add_captions(db, [(row, given)], now=now)
        index.refresh(db, [asset_id])
        announce(db, RECORDED, key=db.project_id, project_id=db.project_id)
    return library.asset(db, asset_id)


_SAID_AGAIN: Final = """
    UPDATE artifacts SET created_at = :now
     WHERE project_id = :project_id AND about = :artifact_id AND kind = 'caption' AND text = :text
       AND made_by = :made_by AND version = :version
"""
"""An earlier wording that is said again is the newest word."""


def _check_seen(known: Asset, seen: str, text: str) -> None:
    """Refuse words written about a caption that has changed meanwhile."""
    now = known.caption or ""
    if _lines(now) != _lines(seen):
        raise Conflict(f"The caption was changed meanwhile: it says “{now}”, you wrote “{text}”. Read it anew.")


def _lines(text: str) -> list[str]:
    # A form sends other line ends than it was given.
    return [line.rstrip() for line in text.strip().splitlines()]


def withdraw(db: ProjectDatabase, asset_id: str, caption_id: str) -> Asset:
    """Take a person's caption away; what counted before it counts again."""
    with db.transaction():
        db.hold(f"assets:{db.project_id}")
        gone = db.run(
            """
            DELETE FROM artifacts
             WHERE project_id = :project_id AND artifact_id = :caption_id AND about = :asset_id AND made_by = 'person'
            """,
            asset_id=checked_id("asset", asset_id),
            caption_id=checked_id("caption", caption_id),
        )
        if not gone:
            raise NotFound("caption", caption_id)
        index.refresh(db, [asset_id])
        announce(db, RECORDED, key=db.project_id, project_id=db.project_id)
    return library.asset(db, asset_id)


def _add_captions(db: ProjectDatabase, told: Sequence[tuple[Mapping[str, Any], Given]], *, now: int) -> None:
    """Keep captions that are new; one told again is there already."""
    db.many(
        """
        INSERT INTO artifacts (
            project_id, artifact_id, kind, about, text, made_by, tags, metadata, version, uses, used_at, created_at)
        SELECT CAST(:project_id AS TEXT), CAST(:artifact_id AS TEXT), 'caption', CAST(:about AS TEXT),
               CAST(:text AS TEXT), CAST(:made_by AS TEXT), '[]', '{}', CAST(:version AS INTEGER), 1,
               CAST(:now AS BIGINT), CAST(:now AS BIGINT)
         WHERE NOT EXISTS (
               SELECT 1
                 FROM artifacts
                WHERE project_id = :project_id AND about = :about AND kind = 'caption'
                  AND text = :text AND made_by = :made_by AND version = :version)
        """,
        [
            {
                "project_id": db.project_id,
                "artifact_id": new_id(),
                "about": row["artifact_id"],
                "text": given.caption,
                "made_by": given.made_by,
                "version": row["version"],
                "now": now,
            }
            for row, given in told
        ],
    )


# Looks


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


def end_look(db: ProjectDatabase, asset_id: str, look: Look) -> None:
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


# Taking away


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
