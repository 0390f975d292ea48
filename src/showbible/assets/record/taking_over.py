"""Write down a story that another program kept, with its own ids and times; what is known already stays as it is."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any, Final

from showbible.assets.model import Artifact, Clip, EntityState, Note, Segment, StateInput, checked_name
from showbible.assets.recall import index_facts
from showbible.assets.record import index, texts
from showbible.assets.record.state_input import PUT as PUT_STATE
from showbible.assets.record.state_input import checked as checked_state
from showbible.assets.record.takes import output
from showbible.errors import Invalid, ShowbibleError, TooLarge
from showbible.storage.database import ProjectDatabase
from showbible.values import frozen
from showbible.vocabulary import PERSON, checked_id, checked_text, new_id, stamp, utcnow

Rows = list[dict[str, Any]]


@frozen
class StoryParts:
    """What another program knew of a story."""

    segments: Sequence[Segment] = ()
    clips: Sequence[Clip] = ()
    artifacts: Sequence[Artifact] = ()
    states: Sequence[EntityState] = ()
    notes: Sequence[Note] = ()
    refuse: Callable[[str, ShowbibleError], object] = lambda *_: None
    """Is told what cannot be kept, and why; the rest is."""

    def rows(self, name: str, make: Callable[[Any], dict[str, Any]]) -> Rows:
        """Everything of a kind as rows, but for what cannot be one."""
        made: Rows = []
        for each in getattr(self, name):
            try:
                made.append(make(each))
            except (Invalid, TooLarge) as error:
                self.refuse(f"{name}: {next(iter(vars(each).values()))}"[:200], error)
        return made


def take_over(db: ProjectDatabase, story: StoryParts, *, at: datetime | None = None) -> dict[str, int]:
    """Keep what is new of a story, and make an asset of every take that has none; gives how many of each are new."""
    now = {"now": stamp(at or utcnow())}
    segments, artifacts = story.rows("segments", lambda each: _segment(each) | now), story.rows("artifacts", _artifact)
    with db.transaction():
        db.hold(f"assets:{db.project_id}")
        new = {
            "segments": _put(db, "segments", "segment_id", _PUT_SEGMENT, segments),
            "takes": _put(db, "clips", "clip_id", _PUT_CLIP, _with_one_active(db, story.rows("clips", _clip))),
            "assets": _put(db, "artifacts", "artifact_id", _PUT_ARTIFACT, artifacts),
            "states": _put(db, "entity_states", "state_id", PUT_STATE, story.rows("states", _state)),
            "notes": _put(db, "notes", "note_id", _PUT_NOTE, story.rows("notes", _note)),
        }
        made = _assets_of_takes(db)
        ids = [row["about"] or row["artifact_id"] for row in artifacts]
        index.refresh(db, list(dict.fromkeys([*ids, *made])))
        index.announce_news(db)
    return {**new, "assets": new["assets"] + len(made)}


def _put(db: ProjectDatabase, table: str, key: str, sql: str, rows: Rows) -> int:
    """Write the rows whose ids are new; gives how many."""
    known: set[str] = set()
    for start in range(0, len(rows), index.BATCH):
        ids = [row[key] for row in rows[start : start + index.BATCH]]
        found = db.all(f"SELECT {key} AS id FROM {table} WHERE project_id = :project_id AND {key} IN :ids", ids=ids)  # noqa: S608
        known.update(row.id for row in found)
    new = {row[key]: {**row, "project_id": db.project_id} for row in rows if row[key] not in known}
    db.many(sql, new.values())
    return len(new)


def _assets_of_takes(db: ProjectDatabase) -> list[str]:
    """An asset for every take whose output nobody recorded as one."""
    made: list[str] = []
    while takes := index_facts.clips_without_asset(db, limit=index.BATCH):
        rows = [{**_output(take), "project_id": db.project_id} for take in takes]
        db.many(_PUT_ARTIFACT, rows)
        made += [row["artifact_id"] for row in rows]
    return made


def _output(take: Clip) -> dict[str, Any]:
    given = output(take)
    return _artifact(
        Artifact(
            artifact_id=new_id(),
            kind=given["kind"],
            path=take.output_path,
            about=None,
            text=None,
            made_by=PERSON,
            prompt=take.prompt,
            negative_prompt=take.negative_prompt,
            tags=(),
            clip_id=take.clip_id,
            segment_id=take.segment_id,
            scene_id=None,
            run_id=None,
            metadata={},
            version=1,
            sha256=None,
            uses=1,
            created_at=take.created_at,
        )
    )


def _with_one_active(db: ProjectDatabase, rows: Rows) -> Rows:
    """Takes of which at most one is active in each segment: the one that is so here, else the first that says so."""
    found = db.all("SELECT segment_id FROM clips WHERE project_id = :project_id AND is_active = 1")
    taken = {row.segment_id for row in found}
    for row in rows:
        if row["is_active"] and row["segment_id"] in taken:
            row["is_active"] = 0
        elif row["is_active"]:
            taken.add(row["segment_id"])
    return rows


def _segment(each: Segment) -> dict[str, Any]:
    return {
        "segment_id": checked_id("segment", each.segment_id),
        "start_ms": each.start_ms,
        "end_ms": each.end_ms,
        "kind": each.kind,
        "status": checked_name("status", each.status),
    }


def _clip(each: Clip) -> dict[str, Any]:
    return {
        "clip_id": checked_id("clip", each.clip_id),
        "segment_id": checked_id("segment", each.segment_id),
        "output_path": checked_text("path", each.output_path, limit=texts.PATH_LIMIT),
        "prompt": texts.prose("prompt", each.prompt),
        "negative_prompt": texts.prose("negative_prompt", each.negative_prompt),
        "model": None if each.model is None else checked_name("model", each.model),
        "seed": each.seed,
        "params": _facts("params", each.params),
        "is_active": int(each.is_active),
        "now": stamp(each.created_at),
    }


def _artifact(each: Artifact) -> dict[str, Any]:
    return {
        "artifact_id": checked_id("asset", each.artifact_id),
        "kind": each.kind,
        "path": None if each.path is None else checked_text("path", each.path, limit=texts.PATH_LIMIT),
        "about": texts.optional_id("asset", each.about),
        "text": texts.prose("caption", each.text),
        "made_by": each.made_by,
        "prompt": texts.prose("prompt", each.prompt),
        "negative_prompt": texts.prose("negative_prompt", each.negative_prompt),
        "tags": texts.tags(each.tags) or "[]",
        "clip_id": texts.optional_id("clip", each.clip_id),
        "segment_id": texts.optional_id("segment", each.segment_id),
        "metadata": _facts("metadata", each.metadata),
        "version": each.version,
        "now": stamp(each.created_at),
    }


def _state(each: EntityState) -> dict[str, Any]:
    told = StateInput(
        entity=each.entity,
        kind=each.kind,
        state=each.state,
        t_start=None if each.start_ms is None else each.start_ms / 1000,
        t_end=None if each.end_ms is None else each.end_ms / 1000,
        source_clip_id=each.source_clip_id,
    )
    identity = {"state_id": checked_id("state", each.state_id), "made_by": each.made_by}
    return {**checked_state(told), **identity, "now": stamp(each.created_at)}


def _note(each: Note) -> dict[str, Any]:
    return {
        "note_id": checked_id("note", each.note_id),
        "note_type": checked_name("note_type", each.note_type),
        "summary": checked_text("summary", each.summary, empty=False),
        "payload": _facts("payload", each.payload),
        "segment_id": texts.optional_id("segment", each.segment_id),
        "now": stamp(each.created_at),
    }


def _facts(name: str, value: Mapping[str, Any]) -> str:
    return texts.facts(name, value) or "{}"


_PUT_SEGMENT: Final = """
    INSERT INTO segments (project_id, segment_id, start_ms, end_ms, kind, status, created_at, updated_at)
    VALUES (:project_id, :segment_id, :start_ms, :end_ms, :kind, :status, :now, :now)
"""
_PUT_CLIP: Final = """
    INSERT INTO clips (
        project_id, clip_id, segment_id, output_path, prompt, negative_prompt, model, seed, params, is_active,
        created_at)
    VALUES (
        :project_id, :clip_id, :segment_id, :output_path, :prompt, :negative_prompt, :model, :seed, :params,
        :is_active, :now)
"""
_PUT_ARTIFACT: Final = """
    INSERT INTO artifacts (
        project_id, artifact_id, kind, path, about, text, made_by, prompt, negative_prompt, tags, clip_id, segment_id,
        metadata, version, uses, used_at, created_at)
    VALUES (
        :project_id, :artifact_id, :kind, :path, :about, :text, :made_by, :prompt, :negative_prompt, :tags, :clip_id,
        :segment_id, :metadata, :version, 1, :now, :now)
"""
_PUT_NOTE: Final = """
    INSERT INTO notes (project_id, note_id, note_type, summary, payload, segment_id, is_read, created_at)
    VALUES (:project_id, :note_id, :note_type, :summary, :payload, :segment_id, 0, :now)
"""
