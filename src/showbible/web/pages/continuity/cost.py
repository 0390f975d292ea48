"""`/projects/{p}/entities/{state}/cost`: what a change costs, and making again what it made wrong, once confirmed."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query
from starlette.responses import RedirectResponse, Response

from showbible.addresses import run_page
from showbible.assets.recall import spelling
from showbible.errors import Invalid
from showbible.runs.model import Tier
from showbible.studio import remaking
from showbible.studio.remaking import ChangeCost, Remake
from showbible.vocabulary import word
from showbible.web.deps import OpenBible
from showbible.web.pages.kit.assets import Tile
from showbible.web.pages.kit.forms import ShortText, Texts
from showbible.web.pages.kit.page import page_at
from showbible.web.pages.project.head import ProjectPage
from showbible.web.render import Crumb
from showbible.words import plural, usd

router = APIRouter(prefix="/projects/{project_id}/entities/{item_id}")

WishedTier = Annotated[str, Query(max_length=32)]


@page_at(router, "/cost", "cost.html")
class CostPage(ProjectPage):
    """A state, the assets that disagree with it, and the plan to make them again."""

    tiers = tuple(Tier)

    def __init__(self, bible: OpenBible, project_id: str, item_id: str, tier: WishedTier = "") -> None:
        super().__init__(bible, project_id)
        self.plan = plan = remaking.cost(bible, project_id, item_id, tier=_tier(tier))
        self.title = f"What it costs: {plan.state.entity}"
        entities = f"{self.head.href}/entities"
        self.peek = f"{entities}?peek={item_id}"
        self.href = f"{entities}/{item_id}/cost"
        self.crumbs = (*self.crumbs, Crumb(label="Entities", href=self.peek))
        self.facts = ", ".join(f"{name} {spelling.value(value)}" for name, value in plan.state.state.items())
        self.others = [(each, self.tile(each)) for each in plan.remakes if each.reshoot is None]
        self.simulated = plan.provider == "animatic"
        self.verdict = _verdict(plan)

    def tile(self, remake: Remake) -> Tile:
        """The picture of an asset."""
        return Tile(self.memory.project_id, remake.asset)

    def shows(self, remake: Remake) -> str:
        """What an asset shows against the state."""
        return "; ".join(each.message for each in remake.against)


def _verdict(plan: ChangeCost) -> str:
    number = len(plan.standing)
    if not number:
        return f"Nothing that stands in the story contradicts this of {plan.state.entity}."
    again = f" Making {plural(len(plan.orderable), 'film')} again costs {usd(plan.price)}." if plan.orderable else ""
    return f"{plural(number, 'asset')} no longer {'agrees' if number == 1 else 'agree'}. {_past(plan)}{again}"


def _past(plan: ChangeCost) -> str:
    they = "it" if len(plan.standing) == 1 else "they"
    if plan.unknown == len(plan.standing):
        return f"Nobody knows what {they} cost."
    left_out = f", {plan.unknown} of unknown cost left out" if plan.unknown else ""
    return f"{they.capitalize()} cost {usd(plan.spent)}{left_out}."


def _tier(told: str) -> Tier | None:
    return word(Tier, "tier", told) if told else None


@router.post("/remake")
def remake(
    project_id: str,
    item_id: str,
    bible: OpenBible,
    seen: ShortText,
    tier: ShortText = "",
    asset_ids: Texts = (),
    offered: Texts = (),
    prompts: Texts = (),
) -> Response:
    """Order what was ticked of the plan that the form shows, and go on to the run that makes it."""
    if len(offered) != len(prompts):
        raise Invalid("Say of each shot what it shall show.", field="prompts")
    run_id = remaking.order(
        bible,
        project_id,
        item_id,
        seen=seen,
        asset_ids=asset_ids,
        prompts=dict(zip(offered, prompts, strict=True)),
        tier=_tier(tier),
    )
    return RedirectResponse(run_page(run_id), status_code=303)
