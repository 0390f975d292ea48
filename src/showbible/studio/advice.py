"""Ask the memories before planning: what worked, what the user prefers, how this story is directed."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import fields, replace
from typing import Final, TypeVar

from showbible.bible import Bible
from showbible.direction.api import Direction
from showbible.direction.recall.block import Block
from showbible.lessons.model import DecidedBy, PlanConfidence, PlanRequest, Ruling, Suggestion
from showbible.lessons.recall import rulings
from showbible.lessons.recall.advice import PlanQuestion
from showbible.lessons.recall.colours import css
from showbible.lessons.recall.estimate.money import POINTS_A_DOLLAR
from showbible.lessons.recall.preference_fields import StandingPreferences
from showbible.runs.model import MuteKind
from showbible.runs.recall import mutes
from showbible.studio.model import FilmRequest, ProductionAdvice, RivalAdvice
from showbible.vocabulary import dollars

Value = TypeVar("Value")

TOOL: Final = "generate_beat_package"
"""The planning tool whose preference block a script is written with."""


def ask(bible: Bible, wish: FilmRequest, *, run_id: str = "", colors: tuple[str, ...] = ()) -> ProductionAdvice:
    """What the memories say of a wish, but for what its run does without; defaults are left to the plan."""
    standing = bible.lessons.preferences(wish.user_id)
    answer = bible.lessons.suggest(wish.concept, _question(wish), user_id=wish.user_id)
    suggested = _heard(bible, answer, standing, run_id=run_id)
    told = bible.direction(wish.project_id).block(TOOL, muted=mutes.muted(bible.db, run_id, MuteKind.CARD))
    brand = tuple(color for color in map(css, standing.values.brand_colors) if color is not None)
    return ProductionAdvice(
        tier=_known(suggested, "tier", suggested.tier),
        scenes=_known(suggested, "scenes", suggested.scenes),
        seconds=_known(suggested, "duration", float(suggested.duration)),
        edit_style=suggested.edit_style,
        mood=_known(suggested, "mood", suggested.mood),
        music_style=_known(suggested, "music_style", suggested.music_style),
        audio_tier=standing.values.default_audio_tier,
        colors=(*colors, *brand)[:4],
        threshold=standing.values.quality_threshold if standing.decided("quality_threshold") else None,
        direction=None if told is None else told.prompt,
        why=(*_because(suggested), *_as_set(standing), *_as_directed(told)),
        rival=_rival(suggested.alternative),
        points_a_dollar=POINTS_A_DOLLAR[suggested.value],
        disliked_music=standing.values.disliked_music_styles,
        voice=wish.choices.voice or _voice(standing),
        voice_speed=standing.values.default_voice_speed,
    )


def _voice(standing: StandingPreferences) -> str:
    """The voice that a person decided on; nobody's usual one means anything to a provider with voices of its own."""
    return standing.values.default_voice if standing.decided("default_voice") else ""


def _question(wish: FilmRequest) -> PlanQuestion:
    """What is asked of the lessons: what the wish decides is not theirs to decide."""
    choices = wish.choices
    wanted = PlanRequest(
        tier=choices.tier,
        edit_style=choices.edit_style,
        scenes=wish.scenes,
        duration=choices.duration,
        mood=choices.mood,
        music_style=choices.music_style,
    )
    return PlanQuestion(wish=wanted, explore=choices.explore, budget=dollars(wish.budget))


def _rival(found: Suggestion | None) -> RivalAdvice | None:
    if found is None:
        return None
    return RivalAdvice(tier=found.tier, edit_style=found.edit_style, mood=found.mood, music_style=found.music_style)


def directed_now(
    story: Direction, advised: ProductionAdvice, *, muted: Collection[str], run_id: str | None = None
) -> ProductionAdvice:
    """The advice with the director's cards as they are now, which are used: one that was silenced since is left out."""
    told = story.block(TOOL, muted=muted)
    if told is not None:
        story.used(TOOL, card_ids=[card.card_id for card in told.cards], run_id=run_id)
    return replace(advised, direction=None if told is None else told.prompt)


def _heard(bible: Bible, suggested: Suggestion, standing: StandingPreferences, *, run_id: str) -> Suggestion:
    """What was suggested; of a pattern that the run does without, nothing but what others decided."""
    pattern = suggested.pattern
    if pattern is None or pattern not in mutes.muted(bible.db, run_id, MuteKind.PATTERN):
        return suggested
    ruling = rulings.ruling(bible.db, pattern)
    ruled = {each.name for each in fields(Ruling) if getattr(ruling, each.name) is not None}
    silent = {name for name, source in suggested.sources.items() if source is DecidedBy.LEARNED or name in ruled}
    sources = {name: DecidedBy.DEFAULT if name in silent else source for name, source in suggested.sources.items()}
    style = standing.values.preferred_style.edit_style if "edit_style" in silent else suggested.edit_style
    return replace(suggested, sources=sources, edit_style=style, evidence=(), alternative=None)


def _known(suggested: Suggestion, name: str, value: Value) -> Value | None:
    """The value, unless it is only what anybody would get."""
    return None if suggested.sources.get(name, DecidedBy.DEFAULT) is DecidedBy.DEFAULT else value


def _because(suggested: Suggestion) -> list[str]:
    if not suggested.evidence:
        return []
    if suggested.confidence is PlanConfidence.NONE:
        return [suggested.why]
    runs = "run" if len(suggested.evidence) == 1 else "runs"
    return [f"Learned from {len(suggested.evidence)} {runs} ({suggested.confidence} confidence): {suggested.why}"]


def _as_directed(told: Block | None) -> list[str]:
    return [f"This story's director: {told.profile_summary}"] if told is not None else []


def _as_set(standing: StandingPreferences) -> list[str]:
    names = [name.replace("_", " ") for name in standing.sources if standing.decided(name)]
    return [f"As you set: {', '.join(names)}."] if names else []
