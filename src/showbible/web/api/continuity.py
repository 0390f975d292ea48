"""A supervisor's report of a scene, what a change of the story costs, and how to put right what they find."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from showbible.runs.model import Tier
from showbible.shapes.continuity import AcceptedChange, RemakeOrder, SceneReportShape
from showbible.shapes.productions import AskedFilm
from showbible.shapes.story import StateChanged
from showbible.studio import remaking
from showbible.vocabulary import word
from showbible.web.api.assets import check_whose
from showbible.web.deps import OpenAssets, OpenBible
from showbible.web.once import once

router = APIRouter(prefix="/projects/{project_id}", tags=["assets"])


@router.get("/scenes/{scene_id}/continuity")
def report(project_id: str, scene_id: str, bible: OpenBible) -> SceneReportShape:
    """What is so in a scene from shot to shot: who wears, holds and is what, what breaks, and what changes."""
    return SceneReportShape.of_report(bible.supervisor(project_id).report(scene_id))


@router.post("/scenes/{scene_id}/continuity/accept", status_code=201, response_model=StateChanged)
def accept(
    project_id: str, scene_id: str, body: AcceptedChange, request: Request, bible: OpenBible, assets: OpenAssets
) -> Response:
    """Take what a shot tells for so from that shot on; the answer lists the assets that now disagree."""

    def effect() -> StateChanged:
        told = bible.supervisor(project_id).accept(
            scene_id, body.shot_id, entity=body.entity, field=body.field, value=body.value
        )
        return StateChanged.with_cost(remaking.cost(bible, project_id, told.state_id))

    return once(assets.db, request, effect)


@router.get("/entities/{name}/states/{state_id}/cost")
def cost(name: str, state_id: str, bible: OpenBible, assets: OpenAssets, tier: str = "") -> StateChanged:
    """What a state costs: the assets made before that disagree, what each cost, and what making it again would."""
    check_whose(assets, name, state_id)
    return StateChanged.with_cost(remaking.cost(bible, assets.project_id, state_id, tier=_tier(tier)))


@router.post("/entities/{name}/states/{state_id}/remake", status_code=202, response_model=AskedFilm)
def remake(
    name: str, state_id: str, body: RemakeOrder, request: Request, bible: OpenBible, assets: OpenAssets
) -> Response:
    """Order in a production what a state made wrong; a `plan` that is another one by now is refused."""
    check_whose(assets, name, state_id)

    def effect() -> AskedFilm:
        run_id = remaking.order(
            bible,
            assets.project_id,
            state_id,
            seen=body.plan,
            asset_ids=body.asset_ids,
            prompts=body.prompts,
            tier=_tier(body.tier or ""),
            user_id=body.user_id,
        )
        return AskedFilm.about(run_id)

    return once(bible.db, request, effect, status=202)


def _tier(told: str) -> Tier | None:
    return word(Tier, "tier", told) if told else None
