"""The context for the next generation: the few assets that matter, what is so, and where to continue from.

Its text tells everything that others wrote, paths and names included, as quoted data.
When it does not fit its budget, it is cut in this order: the time window from its far ends, the assets
from the worst, the entities that nobody asked about, the other entities, and last the last frame.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from showbible.assets.model import Asset, AssetHit, AssetKind, Clip, Fact, Segment, clock, milliseconds
from showbible.assets.recall import frames, library, rows, story
from showbible.assets.recall.facts.spellings import mentioned
from showbible.assets.recall.partial import missing
from showbible.assets.recall.search import hits as find
from showbible.errors import Invalid
from showbible.llm.embeddings.embedder import Embedder
from showbible.quoting import DECLARATION, quoted
from showbible.storage.database import ProjectDatabase
from showbible.values import frozen
from showbible.vocabulary import finite

TITLE: Final = "MEMORY_CONTEXT"
USUAL_CHARS: Final = 4000
LEAST_CHARS: Final = 100
MOST_CHARS: Final = 100_000
MOST_ASSETS: Final = 8
MOST_ENTITIES: Final = 12
USUAL_PAD: Final = 8.0
LONGEST_PAD: Final = 3600.0
LINE: Final = 320
LONGEST_NAME: Final = 60
LONGEST_FACT: Final = 160
LONGEST_PATH: Final = 1000
"""A path that is cut leads nowhere, so only a very long one is."""


@frozen
class StoryMoment:
    """One segment of the window with what its active take shows."""

    segment: Segment
    take: Clip | None

    @property
    def clip_id(self) -> str | None:
        """Its active take."""
        return self.take.clip_id if self.take else None

    @property
    def prompt(self) -> str | None:
        """What its active take was asked to show."""
        return self.take.prompt if self.take else None


@frozen
class Window:
    """The stretch of story time around the moment that is asked about."""

    start_ms: int
    end_ms: int
    moments: tuple[StoryMoment, ...]


@frozen
class InForce:
    """An entity and what is so of it."""

    name: str
    facts: tuple[Fact, ...]
    asked: bool
    """Whether the question names it."""

    @property
    def state(self) -> dict[str, str]:
        """Every field with its value."""
        return {fact.field: fact.value for fact in self.facts}

    @property
    def since(self) -> int | None:
        """The story time in milliseconds from which all of it is so; None from the beginning."""
        return max((fact.state.start_ms for fact in self.facts if fact.state.start_ms is not None), default=None)


@frozen
class Context:
    """What the next generation needs to know, and the reason for each part."""

    assets: tuple[AssetHit, ...]
    entities: tuple[InForce, ...]
    last_frame: Asset | None
    window: Window | None
    why: tuple[str, ...]

    @property
    def text(self) -> str:
        """The context as a prompt takes it."""
        told = [*_frame_lines(self), *_entity_lines(self), *_asset_lines(self), *_window_lines(self)]
        return "\n".join([TITLE, DECLARATION, *told]) if told else TITLE


@frozen
class ContextRequest:
    """What a context is asked for."""

    query: str = ""
    at: float | None = None
    pad: float = USUAL_PAD
    max_chars: int = USUAL_CHARS

    def __post_init__(self) -> None:
        if not 0 <= finite("pad", self.pad) <= LONGEST_PAD:
            raise Invalid(f"pad must lie between 0 and {LONGEST_PAD:g} seconds.", field="pad")
        if self.at is not None:
            milliseconds("at", self.at)
        if not LEAST_CHARS <= self.max_chars <= MOST_CHARS:
            raise Invalid(f"max_chars must lie between {LEAST_CHARS} and {MOST_CHARS:,}.", field="max_chars")

    @property
    def at_ms(self) -> int | None:
        """The story time in milliseconds."""
        return None if self.at is None else milliseconds("at", self.at)


def context(db: ProjectDatabase, asked: ContextRequest, *, embedder: Embedder | None = None) -> Context:
    """Assets that answer the question, the states in force, and the last frame to continue from."""
    at_ms = asked.at_ms
    with db.snapshot():
        found = _assets(db, asked.query, embedder=embedder)
        anchor = _anchor(db, at_ms)
        frame, reason = _last_frame(db, anchor, found)
        entities = _entities(db, asked.query, found, at_ms=at_ms)
        window = None if at_ms is None else _window(db, at_ms, pad_ms=round(asked.pad * 1000))
    why = [reason] if reason else []
    why += [f"{hit.asset.asset_id}: {hit.why}" for hit in found]
    why += missing(embedder, asked.query)
    whole = Context(assets=found, entities=entities, last_frame=frame, window=window, why=tuple(why))
    return _fitted(whole, asked.max_chars, at_ms=at_ms or 0)


def _assets(db: ProjectDatabase, query: str, *, embedder: Embedder | None) -> tuple[AssetHit, ...]:
    if query.strip():
        return tuple(find(db, query, embedder=embedder, limit=MOST_ASSETS).items)
    newest = library.newest(db, limit=MOST_ASSETS).items
    return tuple(AssetHit(asset=asset, score=0.0, why="among the newest") for asset in newest)


def _anchor(db: ProjectDatabase, at_ms: int | None) -> Segment | None:
    """The segment that contains a moment; of several the one with an active take, then the latest to begin."""
    if at_ms is None:
        return None
    around = story.segments_between(db, at_ms, at_ms + 1)
    taken = story.active_clips(db, [each.segment_id for each in around])
    return max(around, key=lambda each: (each.segment_id in taken, each.start_ms), default=None)


def _last_frame(
    db: ProjectDatabase, anchor: Segment | None, found: Sequence[AssetHit]
) -> tuple[Asset | None, str | None]:
    if anchor is not None:
        frame = _frame_of_segment(db, anchor.segment_id)
        if frame is not None:
            return frame, f"{frame.asset_id}: last frame of the active take of {anchor.segment_id}"
    for hit in found[:1]:
        frame = _frame_of_hit(db, hit.asset)
        if frame is not None:
            return frame, f"{frame.asset_id}: last frame of the best hit, {hit.asset.asset_id}"
    return None, None


def _frame_of_hit(db: ProjectDatabase, best: Asset) -> Asset | None:
    if best.kind is AssetKind.LAST_FRAME:
        return best
    if best.segment_id is not None:
        frame = _frame_of_segment(db, best.segment_id)
        if frame is not None:
            return frame
    if best.clip_id is not None and (frame := _frame_of_clip(db, best.clip_id)) is not None:
        return frame
    return frames.of_shot(db, best)


def _frame_of_segment(db: ProjectDatabase, segment_id: str) -> Asset | None:
    take = story.active_clips(db, [segment_id]).get(segment_id)
    return _frame_of_clip(db, take.clip_id) if take is not None else None


def _frame_of_clip(db: ProjectDatabase, clip_id: str) -> Asset | None:
    row = db.first(
        f"""
        SELECT {rows.ASSET}
          FROM asset_index
         WHERE project_id = :project_id AND clip_id = :clip_id AND kind = 'last_frame'
         ORDER BY created_at DESC, asset_id DESC
         LIMIT 1
        """,  # noqa: S608
        clip_id=clip_id,
    )
    return None if row is None else rows.asset(row)


def _entities(db: ProjectDatabase, query: str, found: Sequence[AssetHit], *, at_ms: int | None) -> tuple[InForce, ...]:
    """Those whom the question names, then those whom the assets show."""
    kinds = story.kinds(db)
    asked = mentioned(query, kinds)
    shown = mentioned("\n".join(hit.asset.text for hit in found), kinds)
    wanted = list(dict.fromkeys([*asked, *shown]))[:MOST_ENTITIES]
    known = story.facts(db, wanted, at_ms=at_ms)
    return tuple(
        InForce(name=name, facts=tuple(known[name]), asked=name in asked) for name in wanted if known.get(name)
    )


def _window(db: ProjectDatabase, at_ms: int, *, pad_ms: int) -> Window | None:
    start_ms, end_ms = max(0, at_ms - pad_ms), at_ms + pad_ms + 1
    around = story.segments_between(db, start_ms, end_ms)
    if not around:
        return None
    takes = story.active_clips(db, [each.segment_id for each in around])
    moments = tuple(StoryMoment(segment=each, take=takes.get(each.segment_id)) for each in around)
    return Window(start_ms=start_ms, end_ms=end_ms - 1, moments=moments)


def _fitted(whole: Context, most: int, *, at_ms: int) -> Context:
    """The context cut, piece by piece in the stated order, until it fits."""
    cut: list[str] = []
    while len(whole.text) > most:
        shorter, what = _cut_once(whole, at_ms)
        if shorter is None:
            break
        whole, cut = shorter, [*cut, what]
    if cut:
        left = ", ".join(f"{cut.count(what)} x {what}" for what in dict.fromkeys(cut))
        whole = replace(whole, why=(*whole.why, f"left out to fit {most} characters: {left}"))
    return whole


def _cut_once(whole: Context, at_ms: int) -> tuple[Context | None, str]:
    if whole.window is not None:
        return replace(whole, window=_narrower(whole.window, at_ms)), "segment of the window"
    if whole.assets:
        return replace(whole, assets=whole.assets[:-1]), "asset"
    unasked = [each for each in whole.entities if not each.asked]
    if unasked:
        return replace(whole, entities=tuple(each for each in whole.entities if each != unasked[-1])), "entity"
    if whole.entities:
        return replace(whole, entities=whole.entities[:-1]), "entity asked about"
    if whole.last_frame is not None:
        return replace(whole, last_frame=None), "last frame"
    return None, ""


def _narrower(window: Window, at_ms: int) -> Window | None:
    """The window without the segment farthest from its moment."""
    if len(window.moments) <= 1:
        return None
    farthest = max(window.moments, key=lambda each: _distance(each.segment, at_ms))
    kept = tuple(each for each in window.moments if each is not farthest)
    return replace(window, moments=kept)


def _distance(segment: Segment, at_ms: int) -> int:
    return max(segment.start_ms - at_ms, at_ms - segment.end_ms + 1, 0)


def _frame_lines(whole: Context) -> list[str]:
    if whole.last_frame is None:
        return []
    frame = whole.last_frame
    return [f"Continue from last frame: {quoted(frame.path, most=LONGEST_PATH)} [{frame.asset_id}]"]


def _entity_lines(whole: Context) -> list[str]:
    lines = [_entity_line(each) for each in whole.entities]
    return ["States in force:", *lines] if lines else []


def _entity_line(each: InForce) -> str:
    """An entity with as many of its facts as fit a line, the first of them always."""
    line = f"- {quoted(each.name, most=LONGEST_NAME)}: {_told(each.facts[0])}"
    for number, fact in enumerate(each.facts[1:], 1):
        longer = f"{line}; {_told(fact)}"
        if len(longer) > LINE:
            return f"{line}; and {len(each.facts) - number} more"
        line = longer
    return line


def _told(fact: Fact) -> str:
    since = "" if fact.state.start_ms is None else f" (since {clock(fact.state.start_ms)})"
    return f"{quoted(f'{fact.field}: {fact.value}', most=LONGEST_FACT)}{since}"


def _asset_lines(whole: Context) -> list[str]:
    lines = [f"- {_asset_line(hit.asset)}" for hit in whole.assets]
    return ["Assets:", *lines] if lines else []


def _asset_line(asset: Asset) -> str:
    told = " | ".join(part for part in (asset.prompt, asset.caption) if part)
    words = f": {quoted(told)}" if told else ""
    return f"{asset.kind} {quoted(asset.path, most=LONGEST_PATH)} [{asset.asset_id}]{words}"


def _window_lines(whole: Context) -> list[str]:
    if whole.window is None:
        return []
    lines = [f"- {_moment_line(each)}" for each in whole.window.moments]
    return [f"Story time {clock(whole.window.start_ms)} to {clock(whole.window.end_ms)}:", *lines]


def _moment_line(each: StoryMoment) -> str:
    segment = each.segment
    told = f": {quoted(each.prompt)}" if each.prompt else ""
    return f"{clock(segment.start_ms)}-{clock(segment.end_ms)} {segment.kind} {segment.segment_id}{told}"
