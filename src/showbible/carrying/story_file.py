"""A story as document 002 keeps it, in a `memory.db` of any of its three schemas.

Facts are read from the tables that all of them have: segments, takes, artifacts, states, beats and evaluations. The
index that two of them have beside is only asked for captions and tags that stand nowhere else. Prompts are those of the
takes.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from datetime import datetime
from typing import Any, Final

from showbible.assets.api import Assets
from showbible.assets.model import Artifact, AssetKind, Clip, EntityKind, EntityState, Note, Segment, SegmentKind
from showbible.carrying.loose import Loose
from showbible.carrying.report import Tally
from showbible.errors import Invalid, ShowbibleError
from showbible.projects.model import id_for
from showbible.storage.foreign_file import ForeignFile
from showbible.values import frozen
from showbible.vocabulary import PERSON, checked_id, utcnow

REQUIRED: Final = frozenset({"timeline_segments", "clips", "artifacts"})
_KINDS: Final = frozenset(AssetKind)
_BESIDE: Final = ("caption", "mask", "asr")
"""Artifacts that only say something of an asset."""
_SCORES: Final = ("consistency_score", "story_match_score", "visual_score")

_SEGMENT: Final = ("segment_id", "project_id", "t_start", "t_end", "kind", "status", "active_clip_id", "created_at")
_CLIP: Final = (
    *("clip_id", "segment_id", "output_path", "prompt", "negative_prompt", "model", "seed", "params_json"),
    *("created_at", "is_active"),
)
_ARTIFACT: Final = ("artifact_id", "segment_id", "clip_id", "kind", "path", "meta_json", "created_at")
_STATE: Final = ("state_id", "entity_name", "t_start", "t_end", "state_json", "source_clip_id", "created_at")
_BEAT: Final = ("beat_id", "segment_id", "beat_type", "summary", "payload_json", "created_at")
_EVAL: Final = ("eval_id", "clip_id", *_SCORES, "note", "created_at")
_INDEX: Final = ("asset_id", "path", "clip_id", "caption", "tags")


@frozen
class StoryFile:
    """Such a database, open for reading."""

    file: ForeignFile
    tally: Tally

    def __post_init__(self) -> None:
        if self.file.is_ours:
            raise Invalid(
                "This is a database of Showbible itself. Export its project where it is, and import the archive.",
                field="archive",
            )
        if not self.file.tables >= REQUIRED:
            raise Invalid("This is a SQLite database, but none that keeps a story.", field="archive")

    @property
    def project_id(self) -> str:
        """The project that it says it is of."""
        told = Counter(row["project_id"] for row in self.file.rows("timeline_segments", ["project_id"]))
        name = next((name for name, _ in told.most_common() if isinstance(name, str)), "story")
        try:
            return checked_id("project", name)
        except Invalid:
            return id_for(name) or "story"

    @property
    def name(self) -> str | None:
        """What people call it."""
        rows = {row["key"]: row["value"] for row in self.file.rows("meta", ["key", "value"])}
        return Loose(rows).text("display_project_id")

    def take_over(self, assets: Assets) -> None:
        """Bring all of it into a project, and count what came."""
        clips = list(self._clips())
        artifacts = list(self._artifacts(clips))
        parts: dict[str, Any] = {
            "segments": list(self._each("timeline_segments", _SEGMENT, _segment)),
            "clips": clips,
            "artifacts": [*artifacts, *self._captions(artifacts)],
            "states": list(self._each("entity_states", _STATE, _state)),
            "notes": [*self._each("beats", _BEAT, _beat), *self._evaluations(clips)],
        }
        refusals = Counter[str]()

        def refuse(what: str, error: ShowbibleError) -> None:
            refusals[what.partition(":")[0]] += 1
            self.tally.skip(what, error)

        for name, number in assets.take_over(**parts, refuse=refuse).items():
            part = _PARTS.get(name, name)
            self.tally.count(name, is_new=True, number=number)
            self.tally.count(name, is_new=False, number=max(0, len(parts[part]) - refusals[part] - number))

    def _each(self, table: str, columns: tuple[str, ...], made: Callable[[Loose], Any]) -> Iterator[Any]:
        """What the rows of a table stand for; one that stands for nothing is reported."""
        for row in self.file.rows(table, columns):
            try:
                yield made(Loose(row))
            except (Invalid, ValueError, TypeError) as error:
                self.tally.skip(f"{table}: {row[columns[0]]}"[:200], error)

    def _clips(self) -> Iterator[Clip]:
        rows = self.file.rows("timeline_segments", ["segment_id", "active_clip_id"])
        chosen = {row["segment_id"]: row["active_clip_id"] for row in rows}
        yield from self._each("clips", _CLIP, lambda row: _clip(row, chosen))

    def _artifacts(self, clips: list[Clip]) -> Iterator[Artifact]:
        takes = {clip.clip_id: clip for clip in clips}
        tags = {(row["path"], row["clip_id"]): row["tags"] for row in self._indexed()}
        films: dict[str | None, str] = {}
        aside = []
        for row in self.file.rows("artifacts", _ARTIFACT):
            told = Loose(row)
            if told.text("kind") not in _KINDS:
                aside.append(told)
                continue
            made = _artifact(told, takes.get(told.text("clip_id") or ""), tags.get((row["path"], row["clip_id"])))
            films.setdefault(made.clip_id, made.artifact_id)
            yield made
        for told in aside:
            yield from self._beside(told, films)

    def _beside(self, told: Loose, films: Mapping[str | None, str]) -> Iterator[Artifact]:
        """What was only said of an asset; there must be one."""
        kind, about = told.text("kind"), films.get(told.text("clip_id"))
        text = _facts(told, "meta_json").text("text", "caption", "content")
        if kind not in _BESIDE or about is None or (kind == "caption" and text is None):
            self.tally.skip(f"artifacts: {told.text('artifact_id')}"[:200], f"Nobody knows what a {kind} of it says.")
            return
        yield _made(told, kind=kind, about=about, text=text, made_by=_AUTHOR)

    def _captions(self, artifacts: list[Artifact]) -> Iterator[Artifact]:
        """The captions that stand in the index alone."""
        said = {(each.about, each.text) for each in artifacts if each.about is not None}
        places = {(each.path, each.clip_id): each for each in artifacts if each.about is None}
        for row in self._indexed():
            shown, text = places.get((row["path"], row["clip_id"])), Loose(row).text("caption")
            if shown is not None and text is not None and (shown.artifact_id, text) not in said:
                told = Loose({"artifact_id": f"caption-{shown.artifact_id}"[:128]})
                yield _made(
                    told, kind="caption", about=shown.artifact_id, text=text, made_by=_AUTHOR, at=shown.created_at
                )

    def _indexed(self) -> Iterator[dict[str, Any]]:
        """The index, where it keeps its words itself: as a table, or as a full-text table of its own."""
        table = "asset_index" if "asset_index" in self.file.tables else "asset_index_fts"
        yield from self.file.rows(table, _INDEX) if "path" in self.file.columns(table) else ()

    def _evaluations(self, clips: list[Clip]) -> Iterator[Note]:
        """What somebody said of takes, as notes on their segments."""
        segments = {clip.clip_id: clip.segment_id for clip in clips}
        for row in self.file.rows("evals", _EVAL):
            told = Loose(row)
            scores = {name: told.number(name) for name in _SCORES if told.number(name) is not None}
            yield Note(
                note_id=told.text("eval_id") or "",
                note_type="evaluation",
                summary=told.text("note") or "A take was evaluated.",
                payload={**scores, "clip_id": told.text("clip_id")},
                segment_id=segments.get(told.text("clip_id") or ""),
                asset_id=None,
                created_at=told.at("created_at") or utcnow(),
            )


_AUTHOR: Final = "model:imported"
_PARTS: Final = {"takes": "clips", "assets": "artifacts"}
"""What is called otherwise where it is counted."""


def _milliseconds(told: Loose, name: str) -> int:
    value = told.number(name)
    if value is None or value < 0:
        raise Invalid(f"{name} is no story time.", field=name)
    return round(value * 1000)


def _segment(told: Loose) -> Segment:
    start, end = _milliseconds(told, "t_start"), _milliseconds(told, "t_end")
    if end <= start:
        raise Invalid("It ends before it begins.", field="t_end")
    return Segment(
        segment_id=told.text("segment_id") or "",
        start_ms=start,
        end_ms=end,
        kind=told.one_of(SegmentKind, "kind") or SegmentKind.TARGET,
        status=told.text("status") or "planned",
    )


def _clip(told: Loose, chosen: Mapping[Any, Any]) -> Clip:
    clip_id, segment_id = told.text("clip_id") or "", told.text("segment_id") or ""
    seed = told.values.get("seed")
    return Clip(
        clip_id=clip_id,
        segment_id=segment_id,
        output_path=told.text("output_path") or "",
        prompt=told.text("prompt"),
        negative_prompt=told.text("negative_prompt"),
        model=told.text("model"),
        seed=seed if isinstance(seed, int) else None,
        params=_facts(told, "params_json").values,
        is_active=chosen[segment_id] == clip_id if chosen.get(segment_id) else bool(told.whole("is_active")),
        created_at=told.at("created_at") or utcnow(),
    )


def _artifact(told: Loose, take: Clip | None, tags: object) -> Artifact:
    words = Loose({"tags": _json(tags) if isinstance(tags, str) else None}).words("tags")
    return _made(
        told,
        kind=told.text("kind") or "",
        prompt=take.prompt if take else None,
        negative_prompt=take.negative_prompt if take else None,
        tags=words or (tuple(tags.split(",")) if isinstance(tags, str) and tags.strip() else ()),
    )


def _made(told: Loose, *, at: datetime | None = None, **facts: Any) -> Artifact:
    given: dict[str, Any] = {
        "path": told.text("path"),
        "about": None,
        "text": None,
        "made_by": PERSON,
        "prompt": None,
        "negative_prompt": None,
        "tags": (),
        "clip_id": None if facts.get("about") else told.text("clip_id"),
        "segment_id": told.text("segment_id"),
        "metadata": _facts(told, "meta_json").values,
        "created_at": at or told.at("created_at") or utcnow(),
        **facts,
    }
    return Artifact(
        artifact_id=told.text("artifact_id") or "", scene_id=None, run_id=None, version=1, sha256=None, uses=1, **given
    )


def _state(told: Loose) -> EntityState:
    return EntityState(
        state_id=told.text("state_id") or "",
        entity=told.text("entity_name") or "",
        kind=_facts(told, "state_json").one_of(EntityKind, "kind") or EntityKind.CHARACTER,
        state=_facts(told, "state_json").values,
        start_ms=_milliseconds(told, "t_start"),
        end_ms=_milliseconds(told, "t_end"),
        source_clip_id=told.text("source_clip_id"),
        source_asset_id=None,
        made_by=_AUTHOR,
        created_at=told.at("created_at") or utcnow(),
    )


def _beat(told: Loose) -> Note:
    return Note(
        note_id=told.text("beat_id") or "",
        note_type=told.text("beat_type") or "story",
        summary=told.text("summary") or f"A beat of the kind {told.text('beat_type') or 'story'}.",
        payload=_facts(told, "payload_json").values,
        segment_id=told.text("segment_id"),
        asset_id=None,
        created_at=told.at("created_at") or utcnow(),
    )


def _facts(told: Loose, name: str) -> Loose:
    """A bag of facts that is kept as text."""
    return Loose(Loose({"facts": _json(told.text(name) or "{}")}).bag("facts"))


def _json(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None
