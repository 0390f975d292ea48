"""What each memory has to say to a question, best first, each line with its reason.

Runs, lessons, assets and memories answer the question; cards and hooks speak for whom or what it is asked. Nothing
here causes anything. Below the line is what scores less than a third of the best of its memory, or comes after as
many as a memory tells at most.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Final

from showbible.assets.model import AssetHit
from showbible.assets.recall import context
from showbible.assets.recall.context import Context, InForce
from showbible.briefing.model import BriefItem, BriefLine, BriefRequest, LeftOutItem, MemoryName, MemoryOffer, Reason
from showbible.conversations.model import Dynamic, Hook, Memory, Scope
from showbible.conversations.recall import bonds, hooks, memories, relevant, talks
from showbible.conversations.recall.relevant import Recalled
from showbible.direction.model import RANK, Card, CardState
from showbible.direction.recall import block, profiles
from showbible.direction.recall import scenes as direction_scenes
from showbible.direction.recall.tools import Tool, tool_named
from showbible.lessons.model import PlanConfidence, Suggestion
from showbible.lessons.recall import advice, history
from showbible.lessons.recall.concept_meanings import Find
from showbible.lessons.recall.concepts import pattern_name
from showbible.lessons.recall.similar_runs import kin
from showbible.quoting import quoted
from showbible.runs.model import Summary
from showbible.runs.recall.lists import CONCEPTS, EVERY_RUN, MOST_HITS, WantedRuns
from showbible.runs.recall.lists import runs as productions
from showbible.storage import paging, search
from showbible.storage.database import Database
from showbible.storage.search import SearchHit
from showbible.storage.workspace import Workspace
from showbible.values import frozen
from showbible.vocabulary import ProjectId, RunId, dollars, plural

LINE: Final = 1 / 3
MOST_MEMORIES: Final = 12
MOST_HOOKS: Final = 3
MOST_RUNS: Final = 8
_SURENESS: Final = {
    PlanConfidence.NONE: 0.0,
    PlanConfidence.LOW: 1 / 3,
    PlanConfidence.MEDIUM: 2 / 3,
    PlanConfidence.HIGH: 1.0,
}
_ASLEEP: Final = {CardState.PAUSED: Reason.PAUSED, CardState.ARCHIVED: Reason.ARCHIVED}


@frozen
class Studio:
    """What an answer may look at: the memories, who places a question, what single words mean, and the time it is."""

    workspace: Workspace
    asking: Find
    find: Find
    at: datetime


def _ranked(memory: MemoryName, title: str, lines: Sequence[BriefLine], *, most: int) -> MemoryOffer:
    """An offer of what was found by score, without what is too far from the best."""
    line = LINE * max((each.item.score for each in lines), default=0.0)
    near = tuple(each for each in lines if each.item.score >= line)[:most]
    far = (LeftOutItem(item=each.item, reason=Reason.BELOW_LINE) for each in lines if each not in near)
    return MemoryOffer(memory=memory, title=title, lines=near, left_out=tuple(far))


# Conversations


def conversations(studio: Studio, asked: BriefRequest) -> MemoryOffer:
    """The memories that answer, what to come back to, and how the two get along."""
    db, at = studio.workspace.db, studio.at
    assert asked.user_id is not None
    with db.snapshot():
        scope = talks.scope(db, asked.user_id, character_id=asked.character_id, series_id=asked.series_id)
        answers = relevant.relevant(db, scope, asked.query, at=at, limit=2 * MOST_MEMORIES, embedder=studio.asking())
        found = [each for each in answers if each.memory.is_distilled or each.is_answer]
        older = memories.these(db, [old for each in found for old in each.memory.replaces])
        due, dynamic = _standing(db, scope, at=at)
    current = [_memory_line(each) for each in found]
    past = [LeftOutItem(item=_old_item(each), reason=Reason.SUPERSEDED) for each in older]
    offer = _ranked(MemoryName.CONVERSATIONS, f"Known of {scope.user_id}:", current, most=MOST_MEMORIES)
    more = [*map(_hook_line, due), *_dynamic_lines(scope, dynamic)]
    return replace(offer, lines=(*offer.lines, *more), left_out=(*offer.left_out, *past))


def _standing(db: Database, scope: Scope, *, at: datetime) -> tuple[list[Hook], Dynamic]:
    """What is due with a character, and how things stand; a series alone has neither."""
    if scope.character_id is None:
        return [], Dynamic()
    active = hooks.active(db, scope, at=at, limit=MOST_HOOKS)
    return [each for each in active if each.is_due(at=at)], bonds.dynamic(db, scope.user_id, scope.character)


def _memory_item(found: Recalled) -> BriefItem:
    memory = found.memory
    return BriefItem(id=memory.memory_id, kind=str(memory.type), score=round(found.score, 4), why=found.why)


def _old_item(memory: Memory) -> BriefItem:
    why = memory.superseded_why or "has been superseded"
    return BriefItem(id=memory.memory_id, kind=str(memory.type), score=0.0, why=why)


def _memory_line(found: Recalled) -> BriefLine:
    said_by = f"{quoted(found.memory.speaker)} said " if found.memory.speaker else ""
    text = f"- {found.memory.type}: {said_by}{quoted(found.memory.text)} ({_inert(found)})"
    return BriefLine(item=_memory_item(found), text=text)


def _inert(found: Recalled) -> str:
    """The reason, with the one name in it that somebody else has chosen between quotation marks."""
    speaker = found.memory.speaker
    return found.why.replace(f"said by {speaker}", f"said by {quoted(speaker)}") if speaker else found.why


def _hook_line(hook: Hook) -> BriefLine:
    why = "is due" if hook.due_at is None else f"is due since {hook.due_at:%Y-%m-%d %H:%M} UTC"
    item = BriefItem(id=hook.hook_id, kind="hook", score=hook.priority / 5, why=why)
    return BriefLine(item=item, text=f"- to come back to: {quoted(hook.content)} ({why})")


def _dynamic_lines(scope: Scope, dynamic: Dynamic) -> list[BriefLine]:
    if not dynamic.recent_beats:
        return []
    why = f"after {plural(len(dynamic.recent_beats), 'recent beat')}"
    item = BriefItem(id=scope.character, kind="dynamic", score=dynamic.tension_level / 100, why=why)
    text = f"- with {scope.character}: tone {dynamic.tone}, tension {dynamic.tension_level} of 100 ({why})"
    return [BriefLine(item=item, text=text)]


# Direction


def direction(studio: Studio, asked: BriefRequest) -> MemoryOffer:
    """The cards that a planning tool would be given; with a tool the question counts as the user's present wish."""
    project_id = ProjectId(asked.project_id or "")
    db = studio.workspace.project(project_id)
    with db.snapshot():
        facts = None if asked.scene_id is None else direction_scenes.scene(db, asked.scene_id).facts
        profile = profiles.find_profile(db)
    title = f"Leanings of the director of {project_id}, no orders:"
    if profile is None:
        return MemoryOffer(memory=MemoryName.DIRECTION, title=title)
    tool, steering = tool_named(asked.tool or Tool.PROPOSE_EDIT_PLAN), asked.query if asked.tool else None
    chosen = block.built(profile, tool, facts=facts, steering=steering).cards
    others = (card for card in profile.cards if card not in chosen)
    left_out = tuple(LeftOutItem(item=_card_item(card), reason=_unsaid(card)) for card in others)
    return MemoryOffer(
        memory=MemoryName.DIRECTION, title=title, lines=tuple(map(_card_line, chosen)), left_out=left_out
    )


def _unsaid(card: Card) -> Reason:
    return _ASLEEP.get(card.state, Reason.NOT_FITTING)


def _card_item(card: Card) -> BriefItem:
    scenes = len(card.source_scene_ids)
    why = f"{card.confidence} confidence, from {scenes} scene{'' if scenes == 1 else 's'}"
    return BriefItem(id=card.card_id, kind="card", score=round((RANK[card.confidence] + 1) / 3, 4), why=why)


def _card_line(card: Card) -> BriefLine:
    item = _card_item(card)
    where = f"applies to {quoted(card.applies_to)}, not to {quoted(card.avoid_applying_to)}"
    return BriefLine(item=item, text=f"- {quoted(card.preference)}, {where} ({item.why})")


# Assets


def assets(studio: Studio, asked: BriefRequest) -> MemoryOffer:
    """The assets that answer, then what is so of whom they show, then where to continue from."""
    project_id = ProjectId(asked.project_id or "")
    db = studio.workspace.project(project_id)
    wanted = context.ContextRequest(query=asked.query, max_chars=context.MOST_CHARS)
    found = context.context(db, wanted, embedder=studio.asking())
    lines = [_asset_line(hit) for hit in found.assets]
    offer = _ranked(MemoryName.ASSETS, f"Assets of {project_id}:", lines, most=context.MOST_ASSETS)
    more = [*map(_entity_line, found.entities), *_frame_lines(found)]
    return replace(offer, lines=(*offer.lines, *more))


def _asset_line(hit: AssetHit) -> BriefLine:
    asset = hit.asset
    words = " | ".join(part for part in (asset.prompt, asset.caption) if part) or asset.path
    item = BriefItem(id=asset.asset_id, kind=str(asset.kind), score=hit.score, why=hit.why)
    return BriefLine(item=item, text=f"- {asset.kind} {asset.asset_id}: {quoted(words)} ({hit.why})")


def _entity_line(entity: InForce) -> BriefLine:
    why = "named in the question" if entity.asked else "shown by these assets"
    told = "; ".join(f"{fact.field}: {fact.value}" for fact in entity.facts)
    item = BriefItem(id=entity.name, kind="entity", score=1.0 if entity.asked else 0.5, why=why)
    return BriefLine(item=item, text=f"- {quoted(entity.name)} is {quoted(told)} ({why})")


def _frame_lines(found: Context) -> Iterable[BriefLine]:
    if found.last_frame is not None:
        frame, why = found.last_frame, "last frame of the best hit"
        item = BriefItem(id=frame.asset_id, kind="last_frame", score=1.0, why=why)
        yield BriefLine(item=item, text=f"- continue from {frame.asset_id}: {quoted(frame.path)} ({why})")


# Lessons


def lessons(studio: Studio, asked: BriefRequest) -> MemoryOffer:
    """The plan that finished runs of the same kind suggest; nothing while none is of that kind."""
    db, title = studio.workspace.db, "Learned from finished runs:"
    assert asked.user_id is not None
    lore = history.in_use(db, asked.query, pattern=pattern_name(asked.query))
    if not kin(asked.query, lore, studio.find).runs:
        return MemoryOffer(memory=MemoryName.LESSONS, title=title)
    found = advice.suggest(db, asked.query, user_id=asked.user_id, find=studio.find)
    return MemoryOffer(memory=MemoryName.LESSONS, title=title, lines=(_plan_line(found),))


def _plan_line(found: Suggestion) -> BriefLine:
    item = BriefItem(id=found.pattern or "general", kind="suggestion", score=_SURENESS[found.confidence], why=found.why)
    sound = "".join(f", {name} {quoted(value)}" for name, value in _sound(found).items())
    score = "" if found.expected_score is None else f"score {found.expected_score:g} and "
    text = (
        f"- plan: {found.tier}, {found.edit_style} edit, {plural(found.scenes, 'scene')}, {found.duration} s{sound}; "
        f"expect {score}a cost of ${found.expected_cost:,.2f} ({found.confidence} confidence: {quoted(found.why)})"
    )
    return BriefLine(item=item, text=text)


def _sound(found: Suggestion) -> Mapping[str, str]:
    parts = {"mood": found.mood, "music": found.music_style}
    return {name: value for name, value in parts.items() if value}


# Runs


def runs(studio: Studio, asked: BriefRequest) -> MemoryOffer:
    """The productions whose concept answers, of one project when it is named."""
    db, most = studio.workspace.db, 3 * MOST_RUNS if asked.project_id is None else MOST_HITS
    with db.snapshot():
        hits = search.find(db, CONCEPTS, asked.query, scope=EVERY_RUN, limit=most, budget=2 * MOST_HITS)
        wanted = WantedRuns(ids=tuple(hit.item_id for hit in hits), project_id=asked.project_id)
        found = {each.run_id: each for each in productions(db, wanted, limit=paging.MOST, stalled_after=0.0).items}
    lines = [_run_line(hit, found[RunId(hit.item_id)]) for hit in hits if hit.item_id in found]
    return _ranked(MemoryName.RUNS, "Productions:", lines[: 3 * MOST_RUNS], most=MOST_RUNS)


def _run_line(hit: SearchHit, run: Summary) -> BriefLine:
    why = f"its concept says {', '.join(hit.terms)}"
    item = BriefItem(id=run.run_id, kind="run", score=round(hit.score, 4), why=why)
    score = "" if run.score is None else f", score {run.score:g}"
    state = f"{run.recorded_status} at {run.stage}{score}, spent ${dollars(run.spent):,.2f}"
    return BriefLine(item=item, text=f"- run {run.run_id}: {quoted(run.concept)}, {state} ({why})")


Speaks = Callable[[Studio, BriefRequest], MemoryOffer]

OFFERS: Final[Mapping[MemoryName, Speaks]] = {
    MemoryName.CONVERSATIONS: conversations,
    MemoryName.DIRECTION: direction,
    MemoryName.ASSETS: assets,
    MemoryName.LESSONS: lessons,
    MemoryName.RUNS: runs,
}
