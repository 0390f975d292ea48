"""The tools that read."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from showbible.assets.model import AssetHit
from showbible.bible import Bible
from showbible.briefing.model import BriefRequest
from showbible.integrations.mcp import arguments as given
from showbible.integrations.mcp.tools import StudioTool, ToolAnswer
from showbible.quoting import DECLARATION, quoted
from showbible.runs.recall import bounds
from showbible.shapes.assets import AssetList, Conflicts, ContextShape
from showbible.shapes.base import together
from showbible.shapes.direction import BlockAnswer, BlockShape
from showbible.shapes.lessons import SuggestionShape
from showbible.shapes.recall import BriefShape
from showbible.shapes.runs import RunList, RunShape, RunSummary
from showbible.vocabulary import plural


def recall(bible: Bible, asked: given.RecallArguments) -> ToolAnswer:
    """Recall what all memories of the studio know about a question, as one brief with the reason for each line."""
    found = bible.recall.keep(bible.recall.brief(BriefRequest(**asked.model_dump())))
    return ToolAnswer(text=found.text or "Nothing recalled.", shape=BriefShape.of(found))


def search_assets(bible: Bible, asked: given.SearchArguments) -> ToolAnswer:
    """Find films, pictures and sounds of a project by a plain sentence, best first."""
    assets = bible.assets(asked.project_id)
    page = assets.search(asked.query, kind=asked.kind, limit=asked.limit, cursor=asked.cursor)
    shape = AssetList.of(together(page, partial=assets.missing(asked.query)))
    return ToolAnswer(text=_listed(map(_asset_line, page.items), page.total, "asset"), shape=shape)


def get_context(bible: Bible, asked: given.ContextArguments) -> ToolAnswer:
    """Gather what the next generation needs to know at a story time: assets, states in force and the last frame."""
    words = asked.model_dump(exclude={"project_id"})
    shape = ContextShape.of(bible.assets(asked.project_id).context(words.pop("query"), **words))
    return ToolAnswer(text=shape.text, shape=shape)


def check_continuity(bible: Bible, asked: given.ContinuityArguments) -> ToolAnswer:
    """Check a prompt, a list of shots or a scene against what is known of the story."""
    shape = Conflicts.answering(bible.assets(asked.project_id), asked)
    lines = [
        f"- {quoted(each.entity)}, {quoted(each.message, most=500)} ({quoted(each.why)})" for each in shape.conflicts
    ]
    told = [f"- {quoted(each.entity)}: {each.field} becomes {quoted(each.after)}" for each in shape.changes]
    parts = [_listed(lines, len(lines), "conflict")] + ([_listed(told, len(told), "told change")] if told else [])
    return ToolAnswer(text="\n".join(parts), shape=shape)


def suggest_plan(bible: Bible, asked: given.PlanArguments) -> ToolAnswer:
    """Suggest tier, scenes, duration, edit, mood and music for a concept, from what finished runs have taught."""
    found = bible.lessons.suggest(asked.concept, asked.question(), user_id=asked.user_id)
    plan = f"{found.tier}, {found.edit_style} edit, {plural(found.scenes, 'scene')}, {found.duration} s"
    sound = "".join(f", {kind} {quoted(name)}" for kind, name in _sound(found.mood, found.music_style))
    price = f"expected cost ${found.expected_cost:,.2f}, {found.confidence} confidence"
    return ToolAnswer(text=f"{plan}{sound} ({price}: {quoted(found.why, most=500)})", shape=SuggestionShape.of(found))


def _sound(mood: str | None, music: str | None) -> Iterable[tuple[str, str]]:
    return ((kind, name) for kind, name in (("mood", mood), ("music", music)) if name)


def preference_block(bible: Bible, asked: given.BlockArguments) -> ToolAnswer:
    """Tell a planning tool what the director of a project prefers, as a block for its prompt."""
    story = bible.direction(asked.project_id)
    found = story.block(asked.tool, scene=asked.scene_id, steering=asked.steering, max_cards=asked.max_cards)
    if found is None:
        return ToolAnswer(text="Nothing is known of the director yet.", shape=BlockAnswer())
    return ToolAnswer(text=found.prompt, shape=BlockAnswer(block=BlockShape.of(found), prompt=found.prompt))


def run_status(bible: Bible, asked: given.StatusArguments) -> ToolAnswer:
    """Show how a run stands: its stage, budget, pilots, scenes, newest assets, errors and warnings."""
    shape = RunShape.seen(bible, bible.runs.showing(bounds.IN_PASSING).get(asked.run_id))
    budget = f"${shape.budget.spent:,.2f} of ${shape.budget.total:,.2f}"
    done = (
        f"{shape.status} at {shape.stage} ({shape.progress}%), {shape.scenes.completed} of {shape.scenes.total} scenes"
    )
    lines = [f"- error: {quoted(each)}" for each in shape.errors] + [
        f"- warning: {quoted(each)}" for each in shape.warnings
    ]
    head = f"Run {shape.run_id} of {shape.project_id}: {quoted(shape.concept)}, {done}, {budget}."
    return ToolAnswer(text="\n".join((DECLARATION, head, *lines)), shape=shape)


def list_runs(bible: Bible, asked: given.RunsArguments) -> ToolAnswer:
    """List the runs of the studio or of one project, newest first unless another order is asked for."""
    shape = RunList.seen(bible, bible.runs.list(**asked.model_dump()))
    runs: list[RunSummary] = shape.runs  # type: ignore[attr-defined]
    return ToolAnswer(text=_listed(map(_run_line, runs), shape.total, "run"), shape=shape)


def _asset_line(hit: AssetHit) -> str:
    asset = hit.asset
    words = " | ".join(part for part in (asset.prompt, asset.caption) if part) or asset.path
    return f"- {asset.kind} {asset.asset_id}: {quoted(words)} at {quoted(asset.path)} ({hit.why})"


def _run_line(run: RunSummary) -> str:
    money = f"${run.budget_spent:,.2f} of ${run.budget_total:,.2f}"
    return f"- {run.run_id} of {run.project_id}: {quoted(run.concept)}, {run.status} at {run.stage}, {money}"


def _listed(lines: Iterable[str], total: int, word: str) -> str:
    shown = tuple(lines)
    if not shown:
        return f"No {word} found."
    return "\n".join((f"{plural(total, word)}. {DECLARATION}", *shown))


READING: Final = (
    StudioTool(act=recall, takes=given.RecallArguments, tells=BriefShape),
    StudioTool(act=search_assets, takes=given.SearchArguments, tells=AssetList),
    StudioTool(act=get_context, takes=given.ContextArguments, tells=ContextShape),
    StudioTool(act=check_continuity, takes=given.ContinuityArguments, tells=Conflicts),
    StudioTool(act=suggest_plan, takes=given.PlanArguments, tells=SuggestionShape),
    StudioTool(act=preference_block, takes=given.BlockArguments, tells=BlockAnswer),
    StudioTool(act=run_status, takes=given.StatusArguments, tells=RunShape),
    StudioTool(act=list_runs, takes=given.RunsArguments, tells=RunList),
)
