"""The index: what is derived from the facts of an asset, kept in the transaction of the fact."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

import structlog

from showbible.assets.model import Artifact, AssetKind, EntityState, LookState, entity_key, file_name
from showbible.assets.recall.in_force import facts_in_force
from showbible.assets.recall.index_facts import Sources, sources
from showbible.assets.recall.needs_caption import why_thin
from showbible.assets.recall.rows import MEANINGS, WORDS, by_id
from showbible.jobs.queue import announce
from showbible.storage import search, vectors
from showbible.storage.database import ProjectDatabase
from showbible.vocabulary import RULE, ProjectId, stamp

BATCH: Final = 500
SUMMARY_LIMIT: Final = 4096

Parts = dict[tuple[str, ...], str]
"""What a summary says of one entity, by the states that say so."""

log = structlog.get_logger("showbible.assets")

_UPSERT: Final = """
    INSERT INTO asset_index (
        project_id, asset_id, kind, path, name, prompt, caption, caption_by, entity_summary, tags, clip_id,
        segment_id, version, needs_reindex, look, looks, is_read, embedded_by, created_at)
    VALUES (
        :project_id, :asset_id, :kind, :path, :name, :prompt, :caption, :caption_by, :entity_summary, :tags, :clip_id,
        :segment_id, :version, 0, :look, :looks, :is_read, :embedded_by, :created_at)
        ON CONFLICT (project_id, asset_id) DO UPDATE SET
            kind = excluded.kind, path = excluded.path, name = excluded.name, prompt = excluded.prompt,
            caption = excluded.caption, caption_by = excluded.caption_by,
            entity_summary = excluded.entity_summary, tags = excluded.tags, clip_id = excluded.clip_id,
            segment_id = excluded.segment_id, version = excluded.version, needs_reindex = 0,
            look = excluded.look, looks = excluded.looks, is_read = excluded.is_read, embedded_by = excluded.embedded_by
"""


def announce_news(db: ProjectDatabase) -> None:
    """Say, in the caller's transaction, that there is something to learn from."""
    announce(db, "assets.recorded", key=db.project_id, project_id=db.project_id)


def refresh(db: ProjectDatabase, asset_ids: Sequence[str]) -> int:
    """Bring the index in step with the facts of some assets; gives how many of them exist."""
    number = 0
    for entries, before in _derived(db, asset_ids):
        _write(db, entries, before)
        number += len(entries)
    return number


def renew(db: ProjectDatabase, asset_ids: Sequence[str]) -> None:
    """The same after a change that may not touch all of them: what says what it said before is left alone."""
    for entries, before in _derived(db, asset_ids):
        _write(db, [each for each in entries if _is_new(each, before)], before)


def _derived(db: ProjectDatabase, asset_ids: Sequence[str]) -> Iterator[tuple[list[dict[str, Any]], dict[str, Any]]]:
    """Entries as the facts have them now, batch by batch, and the rows as they were."""
    for start in range(0, len(asset_ids), BATCH):
        batch = list(asset_ids[start : start + BATCH])
        before = _before(db, batch)
        told: Parts = {}
        yield [_entry(db.project_id, each, before, told=told) for each in sources(db, batch)], before


def _write(db: ProjectDatabase, entries: Sequence[Mapping[str, Any]], before: Mapping[str, Any]) -> None:
    db.many(_UPSERT, entries)
    _count(db, entries, before)
    _make_findable(db, entries)


def _is_new(entry: Mapping[str, Any], before: Mapping[str, Any]) -> bool:
    was = before.get(entry["asset_id"])
    return was is None or was.needs_reindex or any(entry[name] != getattr(was, name) for name in entry)


def forget(db: ProjectDatabase, asset_ids: Sequence[str]) -> None:
    """Take assets out of the index, out of the search and out of the count."""
    gone = [{"project_id": db.project_id, "asset_id": asset_id} for asset_id in asset_ids]
    for row in _before(db, asset_ids).values():
        _add(db, row.kind, -1)
    db.many("DELETE FROM asset_index WHERE project_id = :project_id AND asset_id = :asset_id", gone)
    for asset_id in asset_ids:
        search.remove(db, WORDS, scope=db.project_id, item_id=asset_id)
        vectors.remove(db, MEANINGS, scope=db.project_id, item_id=asset_id)


def _before(db: ProjectDatabase, asset_ids: Sequence[str]) -> dict[str, Any]:
    sql = "SELECT * FROM asset_index WHERE project_id = :project_id AND asset_id IN :ids"
    return by_id(db, sql, asset_ids, key="asset_id")


def _entry(project_id: ProjectId, known: Sources, before: Mapping[str, Any], *, told: Parts) -> dict[str, Any]:
    artifact, clip = known.artifact, known.clip
    caption = best_caption(known.captions, artifact.version)
    entry = {
        "project_id": project_id,
        "asset_id": artifact.artifact_id,
        "kind": artifact.kind,
        "path": artifact.path,
        "name": file_name(artifact.path or ""),
        "prompt": artifact.prompt or (clip.prompt if clip else None),
        "caption": caption.text if caption else None,
        "caption_by": caption.made_by if caption else None,
        "entity_summary": summary(known.states, told=told),
        "tags": json.dumps(list(artifact.tags), ensure_ascii=False),
        "clip_id": artifact.clip_id,
        "segment_id": artifact.segment_id or (clip.segment_id if clip else None),
        "version": artifact.version,
        "created_at": stamp(artifact.created_at),
    }
    was = before.get(artifact.artifact_id)
    return {**entry, **_look(entry, was), **_learnt(entry, was)}


def best_caption(captions: Iterable[Artifact], version: int) -> Artifact | None:
    """The caption that counts: a person's before a model's before a rule's, then the newest.

    What a model or a rule saw in an earlier version of the file counts no more.
    """
    rank = {RULE: 0, "person": 2}
    counting = [each for each in captions if each.made_by == "person" or each.version == version]
    return max(counting, key=lambda each: (rank.get(each.made_by, 1), each.created_at, each.artifact_id), default=None)


def summary(states: Iterable[EntityState], *, told: Parts) -> str | None:
    """What is so of everyone who appears, in one line: Mara: coat red; Harbor: weather rain.

    `told` keeps what was found out about an entity for the next asset of which the same states hold.
    """
    by_entity: dict[str, list[EntityState]] = {}
    for state in states:
        by_entity.setdefault(entity_key(state.entity), []).append(state)
    return "; ".join(_part(by_entity[key], told) for key in sorted(by_entity))[:SUMMARY_LIMIT] or None


def _part(states: Sequence[EntityState], told: Parts) -> str:
    same = tuple(state.state_id for state in states)
    if same not in told:
        facts = ", ".join(f"{fact.field} {fact.value}" for fact in facts_in_force(states))
        told[same] = f"{states[0].entity}: {facts}" if facts else states[0].entity
    return told[same]


def _look(entry: Mapping[str, Any], was: Any) -> dict[str, Any]:
    reason = why_thin(
        AssetKind(entry["kind"]),
        prompt=entry["prompt"],
        caption=entry["caption"],
        has_entities=entry["entity_summary"] is not None,
    )
    known = was is not None and was.version == entry["version"]
    if reason is None:
        look = LookState.DONE if known and was.look == LookState.DONE else LookState.NONE
    else:
        look = LookState.FAILED if known and was.look == LookState.FAILED else LookState.WAITING
    return {"look": look, "looks": was.looks if known else 0}


def _learnt(entry: Mapping[str, Any], was: Any) -> dict[str, Any]:
    """What is known of the words already, as far as they have not changed."""

    def same(*names: str) -> bool:
        return was is not None and all(entry[name] == getattr(was, name) for name in names)

    return {
        "is_read": was.is_read if same("prompt", "caption") else 0,
        "embedded_by": was.embedded_by if same("prompt", "caption", "entity_summary", "tags") else None,
    }


def _count(db: ProjectDatabase, entries: Iterable[Mapping[str, Any]], before: Mapping[str, Any]) -> None:
    change: dict[str, int] = {}
    for entry in entries:
        was = before.get(entry["asset_id"])
        if was is not None:
            change[was.kind] = change.get(was.kind, 0) - 1
        change[entry["kind"]] = change.get(entry["kind"], 0) + 1
    for kind, number in change.items():
        _add(db, kind, number)


def _add(db: ProjectDatabase, kind: str, number: int) -> None:
    if number:
        db.run(
            """
            INSERT INTO asset_counts (project_id, kind, number) VALUES (:project_id, :kind, :number)
                ON CONFLICT (project_id, kind) DO UPDATE SET number = asset_counts.number + excluded.number
            """,
            kind=kind,
            number=number,
        )


def _make_findable(db: ProjectDatabase, entries: Sequence[Mapping[str, Any]]) -> None:
    """Write the search entries; when that fails the assets stay, marked for repair."""
    try:
        with db.transaction():
            search.put_many(db, WORDS, _search_entries(db.project_id, entries))
    except Exception as error:
        log.warning("assets.not_indexed", project_id=db.project_id, assets=len(entries), error=type(error).__name__)
        db.many(
            "UPDATE asset_index SET needs_reindex = 1 WHERE project_id = :project_id AND asset_id = :asset_id",
            [{"project_id": db.project_id, "asset_id": entry["asset_id"]} for entry in entries],
        )


def _search_entries(project_id: ProjectId, entries: Iterable[Mapping[str, Any]]) -> Iterator[search.SearchEntry]:
    for entry in entries:
        tags = " ".join(json.loads(entry["tags"]))
        yield search.SearchEntry(
            scope=project_id,
            item_id=entry["asset_id"],
            a=entry["prompt"] or "",
            b=entry["caption"] or "",
            c=f"{entry['entity_summary'] or ''} {tags}",
            d=entry["path"],
        )
