"""Look at the continuity of a scene, and at what a change of the story costs, from the terminal."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import TYPE_CHECKING, Annotated, Optional

import typer

from showbible.cli.options import AsJson, Home, opened
from showbible.cli.produce import finished
from showbible.cli.terminal import printable
from showbible.vocabulary import dollars, plural, word

if TYPE_CHECKING:
    from showbible.studio.remaking import ChangeCost
    from showbible.supervisor import SceneReport

StateId = Annotated[str, typer.Argument(help="The id of the state, as `GET /entities/{name}/states` tells it.")]
TierName = Annotated[Optional[str], typer.Option("--tier", help="How to make them.", show_default=False)]  # noqa: UP045
Confirm = Annotated[bool, typer.Option("--confirm", help="Order what the plan says, and make it.")]


def continuity(project: str, scene: str, home: Home = None, as_json: AsJson = False) -> None:
    """Report on a scene as a script supervisor does: who wears, holds and is what, what breaks, and what changes."""
    with opened(home) as bible:
        report = bible.supervisor(project).report(scene)
    if as_json:
        from showbible.shapes.continuity import SceneReportShape

        typer.echo(SceneReportShape.of_report(report).model_dump_json(by_alias=True))
        return
    for line in _report_lines(report):
        typer.echo(printable(line))


def _report_lines(report: SceneReport) -> Iterator[str]:
    found = report.found
    yield f"{report.name}: {plural(len(found.conflicts), 'conflict')}, {plural(len(found.changes), 'change')}"
    for who, facts in groupby(found.facts, key=lambda fact: fact.entity):
        yield f"\n{who}"
        for fact in facts:
            until = f" until {fact.until}" if fact.until else ""
            yield f"  {fact.what:<8} {fact.said}, from {fact.since or 'before'}{until}"
    yield ""
    for each in found.conflicts:
        told = each.found
        yield f"! {each.shot.shot_id}: {told.entity}, {told.field} is {told.known}, not {told.proposed}"
    for change in found.changes:
        mark = "accepted" if change.accepted else "told"
        yield f"> {change.shot.shot_id}: {change.told.entity}, {change.told.field} is {change.told.after} ({mark})"


def remake(
    project: str,
    state: StateId,
    home: Home = None,
    tier: TierName = None,
    confirm: Confirm = False,
    as_json: AsJson = False,
) -> None:
    """Show what a state costs the assets made before it; with --confirm, make them again."""
    from showbible.runs.model import Tier
    from showbible.studio import remaking

    with opened(home) as bible:
        wished = None if tier is None else word(Tier, "tier", tier)
        plan = remaking.cost(bible, project, state, tier=wished)
        if not confirm:
            _print_plan(plan, as_json=as_json)
            return
        run_id = remaking.order(bible, project, state, seen=plan.mark, tier=wished)
        run = finished(bible, run_id, as_json=as_json)
    if run.recorded_status != "completed":
        raise typer.Exit(1)


def _print_plan(plan: ChangeCost, *, as_json: bool) -> None:
    if as_json:
        from showbible.shapes.story import StateChanged

        typer.echo(StateChanged.with_cost(plan).model_dump_json())
        return
    for line in _plan_lines(plan):
        typer.echo(printable(line))


def _plan_lines(plan: ChangeCost) -> Iterator[str]:
    number = len(plan.standing)
    verb = "disagrees" if number == 1 else "disagree"
    yield f"{plural(number, 'asset')} {verb} with {plan.state.entity}; known to have cost {_amount(plan.spent)}."
    for each in plan.remakes:
        cost, again = _amount(each.cost), _amount(each.again)
        why = each.why_not or each.prompt
        yield f"  {each.asset.asset_id}: {each.against[0].message}; cost {cost}, again {again}. {why}"
    if plan.orderable:
        yield f"Making {plural(len(plan.orderable), 'film')} again costs {_amount(plan.price)}: add --confirm."


def _amount(micros: int | None) -> str:
    return "unknown" if micros is None else f"${dollars(micros):.2f}"
