"""`/projects/{p}/scenes`, `/profile` and what follows from them: directorial preferences."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Depends, Query, Request, Response

from showbible.bible import Bible
from showbible.direction.api import Direction
from showbible.direction.recall import plans
from showbible.errors import Invalid
from showbible.runs.model import MuteKind
from showbible.runs.recall import mutes, one
from showbible.shapes import direction as shapes
from showbible.shapes import direction_bodies as bodies
from showbible.vocabulary import PROSE_LIMIT
from showbible.web.api.bodies import Paged
from showbible.web.deps import OpenBible
from showbible.web.once import before, once

router = APIRouter(prefix="/projects/{project_id}", tags=["direction"])


def story(project_id: str, bible: OpenBible) -> Direction:
    """The direction of the story that an address names."""
    return bible.direction(project_id)


Story = Annotated[Direction, Depends(story)]


@router.put("/scenes/{scene_id}")
def put_scene(story: Story, scene_id: str, body: bodies.SceneBody) -> shapes.SceneShape:
    """Keep a scene; one that is ready is harvested in the background."""
    return shapes.SceneShape.of(story.put(scene_id, body.scene()))


@router.get("/scenes")
def scenes(story: Story, page: Paged) -> shapes.SceneList:
    """Scenes, the one changed last first."""
    return shapes.SceneList.of(story.scenes(limit=page.limit, cursor=page.cursor))


@router.get("/scenes/{scene_id}")
def scene(story: Story, scene_id: str) -> shapes.SceneShape:
    """One scene as it was last put."""
    return shapes.SceneShape.of(story.scene(scene_id))


@router.delete("/scenes/{scene_id}", status_code=204)
def delete_scene(story: Story, scene_id: str) -> None:
    """Remove a scene with its session and its memory; the profile is rebuilt."""
    story.delete(scene_id)


@router.post("/scenes/{scene_id}/session", response_model=shapes.AppendedShape)
def append(story: Story, scene_id: str, body: bodies.SessionBody, request: Request) -> Response:
    """Add to a scene's edit session; what is known by its id is ignored."""
    messages, more = [each.message() for each in body.messages], body.model_dump(include={"chat_session_id", "user_id"})
    effect = lambda: shapes.AppendedShape.of(story.append(scene_id, messages, **more))  # noqa: E731
    return once(story.db, request, effect, status=200)


@router.delete("/scenes/{scene_id}/session", status_code=204)
def forget_session(story: Story, scene_id: str, chat_session_id: str | None = None) -> None:
    """Forget a session for good; the scene is harvested again without it."""
    story.forget(scene_id, chat_session_id=chat_session_id)


@router.get("/scenes/{scene_id}/memory")
def memory(story: Story, scene_id: str) -> shapes.SceneMemoryShape:
    """What was learned from a ready scene."""
    return shapes.SceneMemoryShape.of(story.memory(scene_id))


@router.get("/profile")
def profile(story: Story) -> shapes.ProfileShape:
    """What is known of the story's director."""
    return shapes.ProfileShape.of(story.profile())


@router.patch("/profile/cards/{card_id}")
def change_card(story: Story, card_id: str, body: bodies.CardChange) -> shapes.CardShape:
    """Pause, archive, wake or reword a card; that outlives every rebuild."""
    changes = body.model_dump(exclude={"user_id"}, exclude_none=True)
    return shapes.CardShape.of(story.cards.correct(card_id, changes).card)


@router.post("/profile/cards/{card_id}/merge")
def merge_cards(story: Story, card_id: str, body: bodies.MergeBody) -> shapes.CardShape:
    """Join other cards into this one, which keeps its words and rests on the scenes of all of them."""
    return shapes.CardShape.of(story.merge(card_id, body.card_ids, seen=body.seen))


@router.post("/profile/cards/{card_id}/split", status_code=201)
def split_card(story: Story, card_id: str, body: bodies.SplitBody) -> shapes.HalvesShape:
    """Divide a card: some of its scenes go with a second statement."""
    return shapes.HalvesShape.of(story.split(card_id, body.half(), seen=body.seen))


@router.post("/profile/rebuild", response_model=shapes.Queued)
def rebuild(story: Story, request: Request) -> Response:
    """Harvest what is missing and aggregate again."""
    return once(story.db, request, lambda: shapes.Queued(queued=story.rebuild()), status=200)


@router.get("/profile/figures")
def figures(story: Story) -> dict[str, dict[str, float]]:
    """How harvests, aggregations and uses went: numbers, and milliseconds on average."""
    return {
        name: {"number": figure.number, "average_ms": round(figure.milliseconds / max(1, figure.number), 1)}
        for name, figure in sorted(story.figures().items())
    }


@router.get("/preference-block")
def preference_block(
    story: Story,
    bible: OpenBible,
    tool: str,
    scene: str | None = None,
    steering: Annotated[str | None, Query(max_length=PROSE_LIMIT)] = None,
    max_cards: int | None = None,
    run_id: str | None = None,
) -> shapes.BlockAnswer:
    """What a planning tool would be told of the director; with a run, without the cards that are muted there."""
    muted = _muted(bible, story, run_id)
    found = story.block(tool, scene=scene, steering=steering, max_cards=max_cards, muted=muted)
    return shapes.BlockAnswer(block=shapes.BlockShape.of(found), prompt=found.prompt) if found else shapes.BlockAnswer()


@router.post("/preference-block/uses", status_code=201, response_model=shapes.UseShape)
def use_block(story: Story, body: bodies.UseBody, request: Request, bible: OpenBible) -> Response:
    """Say that a tool worked with the preference block: with these cards of it, or with all that it holds now."""
    muted = _muted(bible, story, body.run_id)
    told = body.model_dump(include={"tool", "scene", "card_ids", "run_id"})
    return once(story.db, request, lambda: shapes.UseShape.of(story.used(**told, muted=muted)))


@router.post("/anticipate", response_model=shapes.EditList, response_model_exclude_none=True)
def anticipate(story: Story, body: bodies.AnticipateBody, request: Request, bible: OpenBible) -> Response:
    """The edits this director would probably make to a plan."""
    given = body.shots if body.shots is not None else body.scene.shots
    facts, shots = plans.plan(story.db, body.scene.facts(), given, scene_id=body.scene.scene_id)
    steering = body.steering if body.steering is not None else body.scene.user_steering
    muted = _muted(bible, story, body.run_id)
    if (answer := before(story.db, request)) is not None:
        return answer
    overruled = story.overruled(steering)

    def effect() -> dict[str, Any]:
        scene_id = body.scene.scene_id
        edits = story.anticipate(facts, shots, scene_id=scene_id, steering=steering, muted=muted, overruled=overruled)
        return {"edits": [shapes.EditShape.of(edit).model_dump(exclude_none=True) for edit in edits]}

    return once(story.db, request, effect, status=200)


def _muted(bible: Bible, story: Direction, run_id: str | None) -> frozenset[str]:
    """The cards that a run of this story does without."""
    if run_id is None:
        return frozenset()
    run = one.summary(bible.db, run_id)
    if run.project_id != story.project_id:
        raise Invalid(f"Run {run_id} belongs to project {run.project_id}, not to {story.project_id}.", field="run_id")
    return mutes.muted(bible.db, run_id, MuteKind.CARD)
