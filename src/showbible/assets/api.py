"""The asset memory of one project as a caller holds it: the same functions with everything already in hand."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Unpack

from showbible.assets.learn import continuity as checks
from showbible.assets.learn import uploads
from showbible.assets.model import (
    Artifact,
    Asset,
    AssetFields,
    AssetHit,
    AssetInput,
    AssetKind,
    Clip,
    ClipInput,
    Contradiction,
    Disagreement,
    Entity,
    EntityState,
    Fact,
    Note,
    Segment,
    StateFields,
    StateInput,
    milliseconds,
)
from showbible.assets.recall import context as contexts
from showbible.assets.recall import continuity, library, partial, search, story
from showbible.assets.recall.context import USUAL_CHARS, USUAL_PAD, Context, ContextRequest
from showbible.assets.recall.facts.answer import Continuity, SceneContinuity
from showbible.assets.recall.script import SceneScript, no_script
from showbible.assets.record import captions as asset_captions
from showbible.assets.record import library as asset_library
from showbible.assets.record import notes as asset_notes
from showbible.assets.record import repair, takes, taking_over
from showbible.assets.record import states as asset_states
from showbible.assets.record.notes import NoteFacts
from showbible.corrections import Corrections
from showbible.errors import Invalid, NotFound, ShowbibleError
from showbible.llm.client import LLM
from showbible.llm.embeddings.embedder import Embedder
from showbible.llm.offline import Offline
from showbible.storage import paging
from showbible.storage.blobs import Blobs, Stored
from showbible.storage.database import ProjectDatabase
from showbible.storage.paging import Page
from showbible.storage.uploads import lasting
from showbible.vocabulary import ProjectId, checked_id, word


@dataclass(frozen=True)
class Assets:
    """What a project has made, and what its story knows."""

    db: ProjectDatabase
    embedder: Callable[[], Embedder | None]
    blobs: Blobs
    llm: Callable[[], LLM] = Offline
    script: Callable[[str], SceneScript] = no_script
    """The scene of an id as continuity reads it; scenes are kept by another memory."""

    @property
    def project_id(self) -> ProjectId:
        """The project whose memory this is."""
        return self.db.project_id

    def add(self, kind: str, path: str, **fields: Unpack[AssetFields]) -> Asset:
        """Write an asset down; told again, it keeps what is not said anew."""
        return asset_library.asset(self.db, AssetInput(kind=kind, path=path, **fields))

    def upload(self, kind: str, content: Iterable[bytes], **fields: Unpack[AssetFields]) -> Asset:
        """Keep a file in a store under a name of ours, and write it down as an asset."""
        stored = self.keep_file(kind, content)
        fields["sha256"] = stored.sha256
        try:
            with lasting(self.db, self.blobs, stored):
                return self.add(kind, f"{stored.store}/{stored.key}", **fields)
        except BaseException:
            with suppress(NotFound):
                self.blobs.delete(stored.store, stored.key)
            raise

    def keep_file(self, kind: str, content: Iterable[bytes]) -> Stored:
        """A file in a store under a name of ours, not yet an asset."""
        return uploads.keep(self.blobs, self.project_id, word(AssetKind, "kind", kind), content)

    def remove(self, asset_id: str) -> None:
        """Take an asset away, and its search entry with it."""
        asset_library.remove(self.db, checked_id("asset", asset_id))

    def caption(self, asset_id: str, text: str, *, seen: str | None = None) -> Asset:
        """Give an asset a caption in a person's words; `seen` is the one they had before them."""
        return asset_captions.caption(self.db, asset_id, text, seen=seen)

    def caption_corrections(self, asset_id: str) -> Corrections[ProjectDatabase, Artifact, Artifact]:
        """The captions of an asset, to forget and restore; a learned one is not learned again from the same file."""
        return Corrections(self.db, asset_captions.correctable(asset_id))

    def segment(
        self, segment_id: str, *, t_start: float, t_end: float, kind: str, status: str | None = None
    ) -> Segment:
        """A stretch of story time in seconds, new or told anew."""
        return takes.segment(self.db, segment_id, takes.SegmentInput(t_start, t_end, kind, status))

    def clip(self, **take: Unpack[ClipInput]) -> Clip:
        """One take of a segment, new or told anew."""
        return takes.clip(self.db, take)

    def choose(self, clip_id: str) -> str | None:
        """Make a take the active one of its segment; gives the one that was."""
        return takes.choose(self.db, clip_id)

    def remove_clip(self, clip_id: str) -> None:
        """Take a take away with its assets."""
        takes.remove_clip(self.db, clip_id)

    def tell(self, entity: str, **told: Unpack[StateFields]) -> EntityState:
        """What is so of an entity from a story time on, in seconds; without one, from when its take begins."""
        return asset_states.state(self.db, StateInput(entity=entity, **told))

    @property
    def state_corrections(self) -> Corrections[ProjectDatabase, EntityState, EntityState]:
        """What was told of entities, to correct, pause, forget and restore; the fields are those of `StateInput`."""
        return Corrections(self.db, asset_states.STATE)

    def note(self, note_type: str, summary: str, **told: Unpack[NoteFacts]) -> Note:
        """A remark on the timeline, or on the whole project when no segment is named."""
        return asset_notes.note(self.db, note_type, summary, **told)

    @property
    def note_corrections(self) -> Corrections[ProjectDatabase, Note, Note]:
        """Remarks, to forget and restore."""
        return Corrections(self.db, asset_notes.NOTE)

    def take_over(
        self,
        *,
        segments: Sequence[Segment] = (),
        clips: Sequence[Clip] = (),
        artifacts: Sequence[Artifact] = (),
        states: Sequence[EntityState] = (),
        notes: Sequence[Note] = (),
        refuse: Callable[[str, ShowbibleError], object] = lambda *_: None,
    ) -> dict[str, int]:
        """Keep what another program knew of the story, as it was; gives how many of each kind are new.

        What cannot be kept is told to `refuse`, with the reason.
        """
        parts = taking_over.StoryParts(
            segments=segments, clips=clips, artifacts=artifacts, states=states, notes=notes, refuse=refuse
        )
        return taking_over.take_over(self.db, parts)

    def wake(self, *, model: str | None) -> None:
        """Take up what failed, or waits to be placed by a model, when the project is opened."""
        repair.wake(self.db, model=model)

    def reindex(self) -> repair.IndexRepair:
        """Rebuild every search entry from the facts."""
        return repair.reindex(self.db)

    def backfill(self) -> repair.IndexRepair:
        """Make assets of takes that have none, then rebuild the index."""
        return repair.backfill(self.db)

    def get(self, asset_id: str) -> Asset:
        """One asset."""
        return library.asset(self.db, asset_id)

    def has_file(self, asset: Asset) -> bool:
        """Whether the file of an asset is really in its store."""
        store, _, key = asset.path.partition("/")
        try:
            self.blobs.stat(store, key)
        except (NotFound, Invalid):
            return False
        return True

    def artifact(self, asset_id: str) -> Artifact:
        """One asset as it was recorded, with its negative prompt and metadata."""
        return library.artifact(self.db, checked_id("asset", asset_id))

    def captions(self, asset_id: str) -> list[Artifact]:
        """Every caption that an asset was given, oldest first."""
        return library.captions(self.db, checked_id("asset", asset_id))

    def search(
        self, query: str, *, kind: str | None = None, limit: int = paging.USUAL, cursor: str | None = None
    ) -> Page[AssetHit]:
        """The assets that answer a plain sentence, best first; the newest when nothing is asked."""
        chosen = None if kind is None else word(AssetKind, "kind", kind)
        if query.strip():
            return search.hits(self.db, query, embedder=self.embedder(), kind=chosen, limit=limit, cursor=cursor)
        page = library.newest(self.db, kind=chosen, limit=limit, cursor=cursor)
        hits = [AssetHit(asset=asset, score=0.0, why="newest first") for asset in page.items]
        return Page(items=hits, total=page.total, next_cursor=page.next_cursor)

    def missing(self, query: str) -> tuple[str, ...]:
        """What a search for this had to do without, a sentence each; empty when every side answered."""
        return partial.missing(self.embedder(), query)

    def context(
        self, query: str = "", *, at: float | None = None, pad: float = USUAL_PAD, max_chars: int = USUAL_CHARS
    ) -> Context:
        """What the next generation needs to know at a story time, with `pad` seconds around it."""
        asked = ContextRequest(query=query, at=at, pad=pad, max_chars=max_chars)
        return contexts.context(self.db, asked, embedder=self.embedder())

    def conflicts(self, prompt: str, *, at: float | None = None) -> list[Contradiction]:
        """What a prompt contradicts at a story time."""
        return list(self.continuity(prompt, at=at).conflicts)

    def continuity(self, prompt: str, *, at: float | None = None) -> Continuity:
        """What a prompt contradicts at a story time, and the changes that it tells itself."""
        return checks.of_prompt(self.db, self.llm(), prompt, at=at)

    def continuity_of_shots(self, shots: Sequence[tuple[str, str, float | None]]) -> list[tuple[str, Continuity]]:
        """The same for a list of shots: each with its id, its prompt and its story time."""
        return checks.of_shots(self.db, self.llm(), shots)

    def continuity_of_scene(self, scene_id: str) -> SceneContinuity:
        """The same for a scene with its text, beats and shots, and how everything stands at its end."""
        return checks.of_scene(self.db, self.llm(), self.script(scene_id))

    def disagreeing(self, state: EntityState) -> list[Disagreement]:
        """The assets after a state whose own words contradict it."""
        return continuity.disagreeing(self.db, state)

    def entities(self, *, limit: int = paging.USUAL, cursor: str | None = None) -> Page[Entity]:
        """Everyone and everything with a state, by name."""
        return story.entities(self.db, limit=limit, cursor=cursor)

    def states(self, entity: str, *, at: float | None = None) -> list[EntityState]:
        """The states of an entity in story order, paused ones too; with a time, those in force then."""
        return story.states(self.db, entity, at_ms=_story_time(at))

    def facts(self, entity: str, *, at: float | None = None) -> list[Fact]:
        """What is so of an entity at a story time, field by field."""
        return list(story.facts(self.db, [entity], at_ms=_story_time(at)).get(entity, ()))

    def notes(
        self, *, note_type: str | None = None, limit: int = paging.USUAL, cursor: str | None = None
    ) -> Page[Note]:
        """Notes, newest first."""
        return story.notes(self.db, note_type=note_type, limit=limit, cursor=cursor)


def _story_time(at: float | None) -> int | None:
    return None if at is None else milliseconds("at", at)
