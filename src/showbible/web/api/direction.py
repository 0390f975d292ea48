"""`/projects/{p}/scenes`, `/profile` and what follows from them: directorial preferences."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Query, Request, Response

from showbible.bible import Bible
from showbible.direction.api import Direction
from showbible.direction.model import SceneFacts, Snapshot
from showbible.direction.recall import snapshots
from showbible.direction.recall.plans import checked_facts, checked_shots
from showbible.errors import Invalid
from showbible.runs.model import MuteKind
from showbible.runs.recall import mutes, one
from showbible.storage import paging
from showbible.vocabulary import PROSE_LIMIT
from showbible.web.api.bodies import Cursor, Limit
from showbible.web.api.direction_bodies import (
    AnticipateBody,
    CardChange,
    MergeBody,
    SceneBody,
    SessionBody,
    SplitBody,
    UseBody,
)
from showbible.web.deps import OpenBible
from showbible.web.once import once
from showbible.web.shapes.direction import (
    AppendedShape,
    BlockAnswer,
    BlockShape,
    CardShape,
    EditList,
    EditShape,
    HalvesShape,
    ProfileShape,
    Queued,
    SceneList,
    SceneMemoryShape,
    SceneShape,
    UseShape,
)

router = APIRouter(prefix="/projects/{project_id}", tags=["direction"])


@router.put("/scenes/{scene_id}")
def put_scene(project_id: str, scene_id: str, body: SceneBody, bible: OpenBible) -> SceneShape:
    """Keep a scene; one that is ready is harvested in the background."""
    return SceneShape.of(bible.direction(project_id).put(scene_id, body.scene()))


@router.get("/scenes")
def scenes(project_id: str, bible: OpenBible, limit: Limit = paging.USUAL, cursor: Cursor = None) -> SceneList:
    """Scenes, the one changed last first."""
    return SceneList.of(bible.direction(project_id).scenes(limit=limit, cursor=cursor))


@router.get("/scenes/{scene_id}")
def scene(project_id: str, scene_id: str, bible: OpenBible) -> SceneShape:
    """One scene as it was last put."""
    return SceneShape.of(bible.direction(project_id).scene(scene_id))


@router.delete("/scenes/{scene_id}", status_code=204)
def delete_scene(project_id: str, scene_id: str, bible: OpenBible) -> None:
    """Remove a scene with its session and its memory; the profile is rebuilt."""
    bible.direction(project_id).delete(scene_id)


@router.post("/scenes/{scene_id}/session", response_model=AppendedShape)
def append(project_id: str, scene_id: str, body: SessionBody, request: Request, bible: OpenBible) -> Response:
    """Add to a scene's edit session; what is known by its id is ignored."""
    story = bible.direction(project_id)
    messages = [message.message() for message in body.messages]

    def effect() -> AppendedShape:
        added = story.append(scene_id, messages, chat_session_id=body.chat_session_id, user_id=body.user_id)
        return AppendedShape.of(added)

    return once(story.db, request, effect, status=200)


@router.delete("/scenes/{scene_id}/session", status_code=204)
def forget_session(project_id: str, scene_id: str, bible: OpenBible, chat_session_id: str | None = None) -> None:
    """Forget a session for good; the scene is harvested again without it."""
    bible.direction(project_id).forget(scene_id, chat_session_id=chat_session_id)


@router.get("/scenes/{scene_id}/memory")
def memory(project_id: str, scene_id: str, bible: OpenBible) -> SceneMemoryShape:
    """What was learned from a ready scene."""
    return SceneMemoryShape.of(bible.direction(project_id).memory(scene_id))


@router.get("/profile")
def profile(project_id: str, bible: OpenBible) -> ProfileShape:
    """What is known of the story's director."""
    return ProfileShape.of(bible.direction(project_id).profile())


@router.patch("/profile/cards/{card_id}")
def change_card(project_id: str, card_id: str, body: CardChange, bible: OpenBible) -> CardShape:
    """Pause, archive, wake or reword a card; that outlives every rebuild."""
    changes = body.model_dump(exclude={"user_id"}, exclude_none=True)
    return CardShape.of(bible.direction(project_id).change_card(card_id, **changes))


@router.post("/profile/cards/{card_id}/merge")
def merge_cards(project_id: str, card_id: str, body: MergeBody, bible: OpenBible) -> CardShape:
    """Join other cards into this one, which keeps its words and rests on the scenes of all of them."""
    return CardShape.of(bible.direction(project_id).merge(card_id, body.card_ids, seen=body.seen))


@router.post("/profile/cards/{card_id}/split", status_code=201)
def split_card(project_id: str, card_id: str, body: SplitBody, bible: OpenBible) -> HalvesShape:
    """Divide a card: some of its scenes go with a second statement."""
    return HalvesShape.of(bible.direction(project_id).split(card_id, body.half(), seen=body.seen))


@router.post("/profile/rebuild", response_model=Queued)
def rebuild(project_id: str, request: Request, bible: OpenBible) -> Response:
    """Harvest what is missing and aggregate again."""
    story = bible.direction(project_id)
    return once(story.db, request, lambda: Queued(queued=story.rebuild()), status=200)


@router.get("/profile/figures")
def figures(project_id: str, bible: OpenBible) -> dict[str, dict[str, float]]:
    """How harvests, aggregations and uses went: numbers, and milliseconds on average."""
    return {
        name: {"number": figure.number, "average_ms": round(figure.milliseconds / max(1, figure.number), 1)}
        for name, figure in sorted(bible.direction(project_id).figures().items())
    }


@router.get("/preference-block")
def preference_block(
    project_id: str,
    bible: OpenBible,
    tool: str,
    scene: str | None = None,
    steering: Annotated[str | None, Query(max_length=PROSE_LIMIT)] = None,
    max_cards: int | None = None,
    run_id: str | None = None,
) -> BlockAnswer:
    """What a planning tool would be told of the director; with a run, without the cards that are muted there."""
    story = bible.direction(project_id)
    muted = _muted(bible, story, run_id)
    found = story.block(tool, scene=scene, steering=steering, max_cards=max_cards, muted=muted)
    return BlockAnswer(block=BlockShape.of(found), prompt=found.prompt) if found else BlockAnswer()


@router.post("/preference-block/uses", status_code=201, response_model=UseShape)
def use_block(project_id: str, body: UseBody, request: Request, bible: OpenBible) -> Response:
    """Say that a tool worked with the preference block: with these cards of it, or with all that it holds now."""
    story = bible.direction(project_id)
    muted = _muted(bible, story, body.run_id)
    told = body.model_dump(include={"tool", "scene", "card_ids", "run_id"})
    return once(story.db, request, lambda: UseShape.of(story.used(**told, muted=muted)))


@router.post("/anticipate", response_model=EditList, response_model_exclude_none=True)
def anticipate(project_id: str, body: AnticipateBody, request: Request, bible: OpenBible) -> Response:
    """The edits this director would probably make to a plan."""
    story = bible.direction(project_id)
    facts, shots = _plan(story, body)
    steering = body.steering if body.steering is not None else body.scene.user_steering
    muted = _muted(bible, story, body.run_id)

    def effect() -> dict[str, Any]:
        edits = story.anticipate(facts, shots, scene_id=body.scene.scene_id, steering=steering, muted=muted)
        return {"edits": [EditShape.of(edit).model_dump(exclude_none=True) for edit in edits]}

    return once(story.db, request, effect, status=200)


def _muted(bible: Bible, story: Direction, run_id: str | None) -> frozenset[str]:
    """The cards that a run of this story does without."""
    if run_id is None:
        return frozenset()
    run = one.summary(bible.db, run_id)
    if run.project_id != story.project_id:
        raise Invalid(f"Run {run_id} belongs to project {run.project_id}, not to {story.project_id}.", field="run_id")
    return mutes.muted(bible.db, run_id, MuteKind.CARD)


def _plan(story: Direction, body: AnticipateBody) -> tuple[SceneFacts, Snapshot]:
    """The scene and shots of the body; what it leaves out is taken from the scene it names."""
    facts, given = checked_facts(body.scene.facts()), body.shots if body.shots is not None else body.scene.shots
    bare = facts == SceneFacts() and body.scene.scene_id is not None
    known = story.scene(body.scene.scene_id or "") if bare else None
    shots = checked_shots(given) if given is not None else known.shots if known else ()
    return known.facts if known else facts, snapshots.active(shots)
