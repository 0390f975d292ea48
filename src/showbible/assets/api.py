"""The asset memory of one project as a caller holds it: the same functions with everything already in hand."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from showbible.assets.learn import uploads
from showbible.assets.model import (
    Artifact,
    Asset,
    Clip,
    Contradiction,
    Disagreement,
    Entity,
    EntityState,
    Fact,
    Hit,
    Kind,
    Note,
    Segment,
    milliseconds,
    word,
)
from showbible.assets.recall import context as contexts
from showbible.assets.recall import continuity, library, partial, search, story
from showbible.assets.recall.context import Context
from showbible.assets.record import captions as asset_captions
from showbible.assets.record import library as asset_library
from showbible.assets.record import notes as asset_notes
from showbible.assets.record import repair, state_input, takes
from showbible.assets.record import states as asset_states
from showbible.llm.embeddings.embedder import Embedder
from showbible.storage import paging
from showbible.storage.blobs import Blobs, Stored
from showbible.storage.database import ProjectDatabase
from showbible.storage.paging import Page
from showbible.vocabulary import ProjectId, checked_id


@dataclass(frozen=True)
class Assets:
    """What a project has made, and what its story knows."""

    db: ProjectDatabase
    embedder: Callable[[], Embedder | None]
    blobs: Blobs

    @property
    def project_id(self) -> ProjectId:
        """The project whose memory this is."""
        return self.db.project_id

    # Record

    def add(self, kind: str, path: str, **given: Any) -> Asset:
        """Write an asset down; the fields are those of `Given`."""
        return asset_library.asset(self.db, asset_library.Given(kind=kind, path=path, **given))

    def upload(self, kind: str, content: Iterable[bytes], **given: Any) -> Asset:
        """Keep a file in a store under a name of ours, and write it down as an asset."""
        stored = self.keep_file(kind, content)
        try:
            return self.add(kind, f"{stored.store}/{stored.key}", sha256=stored.sha256, **given)
        except BaseException:
            self.blobs.delete(stored.store, stored.key)
            raise

    def keep_file(self, kind: str, content: Iterable[bytes]) -> Stored:
        """A file in a store under a name of ours, not yet an asset."""
        return uploads.keep(self.blobs, self.project_id, word(Kind, "kind", kind), content)

    def caption(self, asset_id: str, text: str, *, seen: str | None = None) -> Asset:
        """Give an asset a caption in a person's words; `seen` is the one they had before them."""
        return asset_library.caption(self.db, asset_id, text, seen=seen)

    def withdraw_caption(self, asset_id: str, caption_id: str) -> Asset:
        """Take a person's caption away; what counted before it counts again."""
        return asset_library.withdraw(self.db, asset_id, caption_id)

    def forget_caption(self, asset_id: str, caption_id: str) -> Artifact:
        """Take a caption away, whoever gave it; a learned one is not learned again from this version of the file."""
        return asset_captions.forget_caption(self.db, asset_id, caption_id)

    def put_caption_back(self, asset_id: str, caption_id: str, **told: Any) -> Asset:
        """A caption that was taken away, as it was: `text`, `made_by`, `version` and `at`."""
        return asset_captions.put_caption_back(self.db, asset_id, caption_id, **told)

    def remove(self, asset_id: str) -> None:
        """Take an asset away, and its search entry with it."""
        asset_library.remove(self.db, checked_id("asset", asset_id))

    def segment(self, segment_id: str, **told: Any) -> Segment:
        """A stretch of story time, new or told anew."""
        return takes.segment(self.db, segment_id, **told)

    def clip(self, **take: Any) -> Clip:
        """One take of a segment; the fields are those of `Take`."""
        return takes.clip(self.db, takes.Take(**take))

    def choose(self, clip_id: str) -> str | None:
        """Make a take the active one of its segment; gives the one that was."""
        return takes.choose(self.db, clip_id)

    def remove_clip(self, clip_id: str) -> None:
        """Take a take away with its assets."""
        takes.remove_clip(self.db, clip_id)

    def tell(self, entity: str, *, kind: str, state: Mapping[str, Any], **told: Any) -> EntityState:
        """What is so of an entity from a story time on; the other fields are those of `Told`."""
        return asset_states.state(self.db, state_input.StateInput(entity=entity, kind=kind, state=state, **told))

    def correct(self, state_id: str, *, seen: str | None = None, **told: Any) -> EntityState:
        """Change a state; the fields are those of `Told`, `seen` is the mark of the state that was looked at."""
        return asset_states.change(self.db, state_id, state_input.StateInput(**told), seen=seen)

    def revise(
        self, state_id: str, said: Mapping[str, Any], *, paused: bool | None = None, seen: str | None = None
    ) -> EntityState:
        """Change only those fields of a state that are said, pause it, or let it count again."""
        return asset_states.revise(self.db, state_id, said, paused=paused, seen=seen)

    def pause(self, state_id: str, *, paused: bool = True, seen: str | None = None) -> EntityState:
        """Set a state aside: it is kept, but not in force; `paused=False` lets it count again."""
        return asset_states.pause(self.db, state_id, paused=paused, seen=seen)

    def put_back(self, state_id: str, *, made_by: str, paused: bool = False, **told: Any) -> EntityState:
        """A state that was removed, as it was; the other fields are those of `Told`."""
        given = state_input.StateInput(**told)
        return asset_states.put_back(self.db, state_id, given, made_by=made_by, paused=paused)

    def take_back(self, seq: int) -> EntityState:
        """A state as it was before one of its changes."""
        return asset_states.take_back(self.db, seq)

    def forget(self, state_id: str) -> None:
        """Let a state hold no more."""
        asset_states.remove_state(self.db, state_id)

    def note(self, note_type: str, summary: str, **told: Any) -> Note:
        """A remark on the timeline."""
        return asset_notes.note(self.db, note_type, summary, **told)

    def forget_note(self, note_id: str) -> Note:
        """Take a remark away; gives what it was."""
        return asset_notes.remove_note(self.db, note_id)

    def put_note_back(self, note_id: str, note_type: str, summary: str, **told: Any) -> Note:
        """A remark that was taken away, where it stood: `at`, `payload`, `segment_id` and `asset_id`."""
        return asset_notes.put_note_back(self.db, note_id, note_type, summary, **told)

    def wake(self, *, model: str | None) -> None:
        """Take up what failed or waits here; `model` is whose embeddings count, where there is one."""
        repair.wake(self.db, model=model)

    def reindex(self) -> repair.Done:
        """Rebuild every search entry from the facts."""
        return repair.reindex(self.db)

    def backfill(self) -> repair.Done:
        """Make assets of takes that have none, then rebuild the index."""
        return repair.backfill(self.db)

    # Recall

    def get(self, asset_id: str) -> Asset:
        """One asset."""
        return library.asset(self.db, asset_id)

    def artifact(self, asset_id: str) -> Artifact:
        """One asset as it was recorded, with its negative prompt and metadata."""
        return library.artifact(self.db, checked_id("asset", asset_id))

    def captions(self, asset_id: str) -> list[Artifact]:
        """Every caption that an asset was given, oldest first."""
        return library.captions(self.db, checked_id("asset", asset_id))

    def search(
        self, query: str, *, kind: str | None = None, limit: int = paging.USUAL, cursor: str | None = None
    ) -> Page[Hit]:
        """The assets that answer a plain sentence, best first; the newest when nothing is asked."""
        chosen = None if kind is None else word(Kind, "kind", kind)
        if query.strip():
            return search.hits(
                self.db,
                query,
                embedder=self.embedder(),
                kind=chosen,
                limit=limit,
                cursor=cursor,
            )
        page = library.newest(self.db, kind=chosen, limit=limit, cursor=cursor)
        hits = [Hit(asset=asset, score=0.0, why="newest first") for asset in page.items]
        return Page(items=hits, total=page.total, next_cursor=page.next_cursor)

    def missing(self, query: str) -> tuple[str, ...]:
        """What a search for this had to do without, a sentence each; empty when every side answered."""
        return partial.missing(self.embedder(), query)

    def context(self, query: str = "", **asked: Any) -> Context:
        """What the next generation needs to know; the other fields are those of `Asked`."""
        wanted = contexts.Asked(query=query, **asked)
        return contexts.context(self.db, wanted, embedder=self.embedder())

    def conflicts(self, prompt: str, *, at: float | None = None) -> list[Contradiction]:
        """What a prompt contradicts at a story time."""
        return continuity.conflicts(self.db, prompt, at=at)

    def disagreeing(self, state: EntityState) -> list[Disagreement]:
        """The assets after a state whose own words contradict it."""
        return continuity.disagreeing(self.db, state)

    def entities(self, *, limit: int = paging.USUAL, cursor: str | None = None) -> Page[Entity]:
        """Everyone and everything with a state, by name."""
        return story.entities(self.db, limit=limit, cursor=cursor)

    def states(self, entity: str, *, at: float | None = None) -> list[EntityState]:
        """The states of an entity in story order, paused ones too; with a time, those in force then."""
        at_ms = None if at is None else milliseconds("at", at)
        return story.states(self.db, entity, at_ms=at_ms)

    def facts(self, entity: str, *, at: float | None = None) -> list[Fact]:
        """What is so of an entity at a story time, field by field."""
        at_ms = None if at is None else milliseconds("at", at)
        return list(story.facts(self.db, [entity], at_ms=at_ms).get(entity, ()))

    def notes(
        self, *, note_type: str | None = None, limit: int = paging.USUAL, cursor: str | None = None
    ) -> Page[Note]:
        """Notes, newest first."""
        return story.notes(self.db, note_type=note_type, limit=limit, cursor=cursor)
