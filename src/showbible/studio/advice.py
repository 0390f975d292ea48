"""Ask the memories before planning: what worked, what the user prefers, how this story is directed."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import fields, replace
from typing import Final, TypeVar

from showbible.bible import Bible
from showbible.direction.api import Direction
from showbible.direction.model import Block
from showbible.lessons.model import Ruling, Source, Suggestion
from showbible.lessons.recall import rulings
from showbible.lessons.recall.preference_fields import Standing
from showbible.runs.model import MuteKind
from showbible.runs.recall import mutes
from showbible.studio.model import FilmRequest, ProductionAdvice

Value = TypeVar("Value")

TOOL: Final = "generate_beat_package"
"""The planning tool whose preference block a script is written with."""


def ask(bible: Bible, wish: FilmRequest, *, run_id: str = "", colors: tuple[str, ...] = ()) -> ProductionAdvice:
    """What the memories say of a wish, but for what its run does without; defaults are left to the plan."""
    standing = bible.lessons.preferences(wish.user_id)
    suggested = _heard(bible, bible.lessons.suggest(wish.concept, user_id=wish.user_id), standing, run_id=run_id)
    told = bible.direction(wish.project_id).block(TOOL, muted=mutes.muted(bible.db, run_id, MuteKind.CARD))
    brand = tuple(color for color in standing.values.brand_colors if len(color) == 7 and color.startswith("#"))
    return ProductionAdvice(
        tier=_known(suggested, "tier", suggested.tier),
        scenes=_known(suggested, "scenes", suggested.scenes),
        seconds=_known(suggested, "duration", float(suggested.duration)),
        edit_style=suggested.edit_style,
        mood=_known(suggested, "mood", suggested.mood),
        music_style=_known(suggested, "music_style", suggested.music_style),
        audio_tier=standing.values.default_audio_tier,
        colors=(*colors, *brand)[:4],
        threshold=standing.values.quality_threshold,
        direction=None if told is None else told.prompt,
        why=(*_because(suggested), *_as_set(standing), *_as_directed(told)),
    )


def directed_now(
    story: Direction, advised: ProductionAdvice, *, muted: Collection[str], run_id: str | None = None
) -> ProductionAdvice:
    """The advice with the director's cards as they are now, which are used: one that was silenced since is left out."""
    told = story.block(TOOL, muted=muted)
    if told is not None:
        story.used(TOOL, card_ids=[card.card_id for card in told.cards], run_id=run_id)
    return replace(advised, direction=None if told is None else told.prompt)


def _heard(bible: Bible, suggested: Suggestion, standing: Standing, *, run_id: str) -> Suggestion:
    """What was suggested; of a pattern that the run does without, nothing but what others decided."""
    pattern = suggested.pattern
    if pattern is None or pattern not in mutes.muted(bible.db, run_id, MuteKind.PATTERN):
        return suggested
    ruling = rulings.ruling(bible.db, pattern)
    ruled = {each.name for each in fields(Ruling) if getattr(ruling, each.name) is not None}
    silent = {name for name, source in suggested.sources.items() if source is Source.LEARNED or name in ruled}
    sources = {name: Source.DEFAULT if name in silent else source for name, source in suggested.sources.items()}
    style = standing.values.preferred_style.edit_style if "edit_style" in silent else suggested.edit_style
    return replace(suggested, sources=sources, edit_style=style, evidence=())


def _known(suggested: Suggestion, name: str, value: Value) -> Value | None:
    """The value, unless it is only what anybody would get."""
    return None if suggested.sources.get(name, Source.DEFAULT) is Source.DEFAULT else value


def _because(suggested: Suggestion) -> list[str]:
    if not suggested.evidence:
        return []
    runs = "run" if len(suggested.evidence) == 1 else "runs"
    return [f"Learned from {len(suggested.evidence)} {runs} ({suggested.confidence} confidence): {suggested.why}"]


def _as_directed(told: Block | None) -> list[str]:
    return [f"This story's director: {told.profile_summary}"] if told is not None else []


def _as_set(standing: Standing) -> list[str]:
    names = [name.replace("_", " ") for name in standing.sources if standing.decided(name)]
    return [f"As you set: {', '.join(names)}."] if names else []
