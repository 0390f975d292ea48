"""Work through what waits in a project: failed entries, unread words, thin assets, missing vectors."""

from __future__ import annotations

import base64
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from importlib import util
from pathlib import Path
from typing import Final

import structlog

from showbible.assets.learn.look.process import look
from showbible.assets.learn.origins import learn_origin
from showbible.assets.learn.quotes import stands_in
from showbible.assets.learn.story import read_notes
from showbible.assets.model import MOST_LOOKS, Asset, LookState, StateInput
from showbible.assets.prompts import CAPTION, CAST, Cast
from showbible.assets.recall import index_facts, library, story
from showbible.assets.recall.facts.spellings import candidates
from showbible.assets.recall.readings import asset_source
from showbible.assets.record import captions, derived, notes, repair
from showbible.assets.record import library as asset_library
from showbible.assets.record.texts import checked_path
from showbible.errors import Invalid, Misconfigured, NotFound
from showbible.llm.client import LLM
from showbible.llm.embeddings.embedder import Embedder
from showbible.llm.vision import PictureViewer
from showbible.storage.blobs import LIMITS, Blobs
from showbible.storage.database import ProjectDatabase
from showbible.values import frozen

BATCH: Final = 200
UNABLE: Final = "Some assets wait to be looked at, which needs more packages: pip install 'showbible[media]'."

log = structlog.get_logger("showbible.assets")


@frozen
class LearningTools:
    """What learning may use."""

    llm: LLM
    viewer: PictureViewer
    embedder: Embedder | None
    blobs: Blobs
    folder: Path
    """Where a project's own files lie, for paths that name no store."""


def catch_up(db: ProjectDatabase, means: LearningTools) -> None:
    """Do everything that waits; what fails leaves a note and waits no more."""
    origin = partial(learn_origin, db, means.blobs, means.folder)
    repair.repair(db)
    read_notes(db, means.llm)
    read_all(db, means.llm, origin=origin)
    look_at_all(db, means)
    read_all(db, means.llm, origin=origin)
    if means.embedder is not None:
        embed_all(db, means.embedder)


def read_all(db: ProjectDatabase, llm: LLM, *, origin: Callable[[Asset], Asset] = lambda asset: asset) -> None:
    """Find who appears in the words of each asset that has new ones; `origin` adds those that its file brings."""
    while waiting := index_facts.to_read(db, limit=BATCH):
        for asset in library.assets_by_id(db, waiting).values():
            read(db, llm, origin(asset))


def read(db: ProjectDatabase, llm: LLM, asset: Asset) -> None:
    """Find who appears in an asset's own words, and what is so of them."""
    text = _words(asset)
    told: list[StateInput] = []
    made_by = llm.name
    if text:
        kinds = story.kinds(db)
        known = {name: kinds[name] for name in candidates(text, kinds)[:100]}
        answered = llm.ask(CAST, text=text, known=known)
        made_by, told = answered.made_by, _told(db, asset, answered.value)
    try:
        derived.derive(db, asset_source(asset.asset_id), told, made_by=made_by)
    except Invalid as error:
        log.warning("assets.entities_refused", asset_id=asset.asset_id, reason=str(error))
    asset_library.mark_read(db, asset)


def _words(asset: Asset) -> str:
    return "\n".join(part for part in (asset.prompt, asset.caption) if part)


def _told(db: ProjectDatabase, asset: Asset, cast: Cast) -> list[StateInput]:
    """What was answered as states; what is said to rest on words that are not there is left out."""
    text = _words(asset)
    start = None if asset.segment_id is None else _start(db, asset.segment_id)
    return [
        StateInput(
            entity=each.name,
            kind=each.kind,
            state={trait.field: trait.value for trait in traits},
            t_start=start,
            source_asset_id=asset.asset_id,
            words={trait.field: trait.words for trait in traits if trait.words},
        )
        for each in cast.entities
        if each.name.strip()
        and (traits := [trait for trait in each.traits if not trait.words or stands_in(trait.words, text)])
    ]


def _start(db: ProjectDatabase, segment_id: str) -> float | None:
    try:
        return story.segment(db, segment_id).start_ms / 1000
    except NotFound:
        return None


def look_at_all(db: ProjectDatabase, means: LearningTools) -> None:
    """LookState at each thin asset, once per version of its file unless something passing got in the way."""
    if not can_look():
        say_once(db)
        return
    while waiting := index_facts.to_look_at(db, limit=BATCH):
        for asset_id in waiting:
            look_at(db, means, asset_id)


def can_look() -> bool:
    """Whether the packages are there that open pictures and films; without them, thin assets wait."""
    return all(util.find_spec(name) for name in ("av", "cv2", "PIL"))


def say_once(db: ProjectDatabase) -> None:
    """Leave one note that assets wait for a package, unless it was the last thing that failed."""
    if not index_facts.to_look_at(db, limit=1):
        return
    last = story.notes(db, note_type="failure", limit=1).items
    if not last or last[0].summary != UNABLE:
        notes.note(db, "failure", UNABLE)


def look_at(db: ProjectDatabase, means: LearningTools, asset_id: str) -> None:
    """Give a thin asset words, or leave a note of why that failed."""
    asset = library.assets_by_id(db, [asset_id]).get(asset_id)
    if asset is None or asset.look is not LookState.WAITING:
        return
    if not asset_library.begin_look(db, asset_id):
        reason = f"It was looked at {MOST_LOOKS} times without an end, or what was seen in it was forgotten."
        fail(db, asset, reason)
        return
    try:
        with opened(means, asset.path) as file:
            seen = look(file)
    except (Invalid, NotFound, Misconfigured) as error:
        fail(db, asset, str(error))
        return
    jpeg = base64.b64decode(seen.still or "")
    answered = means.viewer.view(CAPTION, jpeg, prompt=asset.prompt or "", measured=seen.text)
    if answered.error is not None:
        log.warning("assets.vision_failed", asset_id=asset_id, reason=answered.error)
    captions.caption(db, asset_id, answered.value.text or seen.text, made_by=answered.made_by)
    asset_library.end_look(db, asset_id, LookState.DONE)


def fail(db: ProjectDatabase, asset: Asset, reason: str) -> None:
    """Keep the asset as it is and say on the timeline what failed."""
    with db.transaction():
        asset_library.end_look(db, asset.asset_id, LookState.FAILED)
        notes.note(
            db,
            "failure",
            f"Looking at {asset.path} failed: {reason}",
            payload={"asset_id": asset.asset_id, "version": asset.version, "reason": reason},
            asset_id=asset.asset_id,
        )


@contextmanager
def opened(means: LearningTools, path: str) -> Iterator[Path]:
    """An asset's file as one of this machine, wherever it is stored."""
    store, _, key = path.partition("/")
    if store in LIMITS and key:
        with copied(means.blobs, path) as copy:
            yield copy
        return
    place = (means.folder / checked_path(path)).resolve()
    if not place.is_relative_to(means.folder.resolve()) or not place.is_file():
        raise NotFound("file", path)
    yield place


def copied(blobs: Blobs, path: str) -> AbstractContextManager[Path]:
    """A stored file as one of this machine, as long as it is looked at."""
    store, _, key = path.partition("/")
    return blobs.local(store, key)


def embed_all(db: ProjectDatabase, embedder: Embedder) -> None:
    """Give every asset a vector of the present model for its present words."""
    while waiting := index_facts.to_embed(db, model=embedder.name, limit=embedder.at_once):
        found = list(library.assets_by_id(db, waiting).values())
        values = embedder.embed([asset.text for asset in found])
        vectors = [(asset.asset_id, asset.text, row) for asset, row in zip(found, values, strict=True)]
        repair.meanings(db, model=embedder.name, vectors=vectors)
