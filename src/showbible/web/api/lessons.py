"""`/memory` and `/library`: what finished productions teach the next one, and what is worth keeping."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Query, Request, Response
from pydantic import Field, StrictBool, StrictFloat, StrictInt, StrictStr

from showbible.lessons.model import LEARNING_LISTS, Learning, PlanRequest, Shelf
from showbible.runs.model import AssetType, EditStyle, Tier
from showbible.storage import paging
from showbible.vocabulary import LOCAL_USER, utcnow, word
from showbible.web.api import lesson_shapes
from showbible.web.api.bodies import Amount, Body, Cursor, Facts, Limit, Number, User
from showbible.web.api.lesson_shapes import (
    AnalyticsShape,
    CombinationShape,
    KeptAssets,
    KeptBrand,
    KeptShape,
    LearningShape,
    OverviewShape,
    PatternList,
    PatternShape,
    PreferencesShape,
    ProviderList,
    ProviderShape,
    RecordList,
    SuggestionShape,
    Updated,
)
from showbible.web.deps import OpenBible
from showbible.web.once import once

router = APIRouter()
memory = APIRouter(prefix="/memory", tags=["lessons"])
library = APIRouter(prefix="/library", tags=["library"])

Words = Annotated[list[str], Field(default_factory=list)]
Scenes = Annotated[int | None, Query(ge=1, le=100_000)]
Seconds = Annotated[int | None, Query(ge=1, le=3 * 3600)]
Name = Annotated[str | None, Query(min_length=1, max_length=64)]


class PreferencesChange(Body):
    """Preferences to set; what is left out stays, null gives a field back to its default."""

    preferred_style: StrictStr | None = None
    preferred_tier: StrictStr | None = None
    default_voice: StrictStr | None = None
    default_voice_speed: Number | None = None
    default_music_mood: StrictStr | None = None
    default_audio_tier: StrictStr | None = None
    brand_colors: list[StrictStr] | None = None
    quality_threshold: Number | None = None
    max_budget_per_run: Amount | None = None
    favorite_moods: list[StrictStr] | None = None
    preferred_duration: Number | None = None
    disliked_music_styles: list[StrictStr] | None = None


class PatternChange(Body):
    """What to decide about a pattern; what is left out stays, null gives a choice back to its runs.

    `seen` is the `mark` of the pattern that was looked at: one decided about meanwhile is refused.
    """

    state: StrictStr | None = None
    tier: StrictStr | None = None
    edit_style: StrictStr | None = None
    scenes: StrictInt | None = None
    duration: StrictInt | None = None
    seen: StrictStr | None = None


class CombinationChange(Body):
    """What to decide about a mood with a music style; what is left out stays, null leaves it to the runs.

    `seen` is the `mark` of the combination that was looked at: one decided about meanwhile is refused.
    """

    mood: StrictStr
    music_style: StrictStr
    state: StrictStr | None = None
    verdict: StrictStr | None = None
    seen: StrictStr | None = None


class Rating(Body):
    """A person's word on a run: 1 to 5, or `good` or `bad`."""

    rating: StrictInt | StrictBool | StrictFloat | StrictStr
    notes: str | None = None


class NewLearning(Body):
    """What a run showed about a provider."""

    run_id: str | None = None
    overall_success: StrictBool = True
    adherence_score: Number | None = None
    quality_score: Number | None = None
    concept_type: Annotated[str | None, Field(max_length=128)] = None
    effective_patterns: Words
    ineffective_patterns: Words
    strengths_observed: Words
    weaknesses_observed: Words
    prompt_tips: Words
    avoid_list: Words
    prompt_samples: Words
    settings: Facts = Field(default_factory=dict)


class LearningChange(Body):
    """What to say otherwise of a run; what is left out stays, and `seen` is the `mark` of what was looked at."""

    overall_success: StrictBool = True
    effective_patterns: Words
    ineffective_patterns: Words
    strengths_observed: Words
    weaknesses_observed: Words
    prompt_tips: Words
    avoid_list: Words
    prompt_samples: Words
    paused: StrictBool = False
    seen: StrictStr | None = None


class NewSavedAsset(Body):
    """A clip worth keeping."""

    asset_id: str | None = None
    asset_type: str
    path: str
    description: str | None = None
    metadata: Facts | None = None


class NewBrandAsset(Body):
    """A logo, a font or whatever else belongs to the brand."""

    id: str | None = None
    kind: str = "logo"
    path: str | None = None
    description: str | None = None
    metadata: Facts | None = None


@memory.get("")
def overview(bible: OpenBible) -> OverviewShape:
    """The memory at a glance."""
    return lesson_shapes.overview(bible.lessons.overview())


@memory.get("/preferences")
def preferences(bible: OpenBible, user_id: User = LOCAL_USER) -> PreferencesShape:
    """A user's preferences, each with who decided it."""
    return lesson_shapes.preferences(bible.lessons.preferences(user_id))


@memory.put("/preferences")
def prefer(body: PreferencesChange, bible: OpenBible) -> PreferencesShape:
    """Set some preferences; null gives a field back."""
    changes = body.model_dump(exclude_unset=True, exclude={"user_id"})
    return lesson_shapes.preferences(bible.lessons.prefer(changes, user_id=body.user_id))


@memory.get("/patterns")
def patterns(bible: OpenBible, limit: Limit = paging.USUAL, cursor: Cursor = None) -> PatternList:
    """Patterns, the most used first."""
    page = bible.lessons.patterns(limit=limit, cursor=cursor)
    shown = [lesson_shapes.pattern(each) for each in page.items]
    return PatternList(patterns=shown, total=page.total, next_cursor=page.next_cursor)


@memory.get("/patterns/{name}")
def pattern(name: str, bible: OpenBible) -> PatternShape:
    """One pattern."""
    return lesson_shapes.pattern(bible.lessons.pattern(name))


@memory.patch("/patterns/{name}")
def rule_pattern(name: str, body: PatternChange, bible: OpenBible) -> PatternShape:
    """Pause a pattern, or choose where its runs would choose otherwise; null gives a choice back."""
    bible.lessons.rule(name, body.model_dump(exclude_unset=True, exclude={"user_id", "seen"}), seen=body.seen)
    return lesson_shapes.pattern(bible.lessons.pattern(name))


@memory.delete("/patterns/{name}", status_code=204)
def forget_pattern(name: str, bible: OpenBible) -> None:
    """Forget a pattern; the runs behind it do not teach it again."""
    bible.lessons.forget_pattern(name)


@memory.get("/history")
def history(bible: OpenBible, limit: Limit = paging.USUAL, cursor: Cursor = None) -> RecordList:
    """Every finished run, whatever its end, newest first."""
    page = bible.lessons.history(limit=limit, cursor=cursor)
    shown = [lesson_shapes.record(each) for each in page.items]
    return RecordList(runs=shown, total=page.total, next_cursor=page.next_cursor)


@memory.delete("/history/{run_id}", status_code=204)
def forget_production(run_id: str, bible: OpenBible) -> None:
    """Forget a record; the run stays and is not learned from again."""
    bible.lessons.forget_production(run_id)


@memory.post("/history/{run_id}/rate", response_model=Updated)
def rate(run_id: str, body: Rating, request: Request, bible: OpenBible) -> Response:
    """Rate a finished run; a newer rating replaces it."""

    def effect() -> Updated:
        bible.lessons.rate(run_id, body.rating, notes=body.notes)
        return Updated()

    return once(bible.db, request, effect, status=200)


@memory.delete("/history/{run_id}/rating", status_code=204)
def forget_rating(run_id: str, bible: OpenBible) -> None:
    """Take back everything that was said of a run."""
    bible.lessons.forget_rating(run_id)


@memory.get("/combinations")
def combinations(bible: OpenBible) -> list[CombinationShape]:
    """Moods and music styles, with how often they went well together."""
    return [lesson_shapes.combination(each) for each in bible.lessons.combinations()]


@memory.patch("/combinations")
def rule_combination(body: CombinationChange, bible: OpenBible) -> CombinationShape:
    """Pause a mood with a music style, or say whether they work; null leaves it to the runs."""
    decided = body.model_dump(exclude_unset=True, include={"state", "verdict"})
    found = bible.lessons.rule_combination(body.mood, body.music_style, decided, seen=body.seen)
    return lesson_shapes.combination(found)


@memory.delete("/combinations", status_code=204)
def forget_combination(mood: str, music_style: str, bible: OpenBible) -> None:
    """Forget how a mood went with a music style so far; later runs teach it anew."""
    bible.lessons.forget_combination(mood, music_style)


@memory.get("/suggest")
def suggest(
    concept: str,
    bible: OpenBible,
    user_id: User = LOCAL_USER,
    tier: str | None = None,
    edit_style: str | None = None,
    scenes: Scenes = None,
    duration: Seconds = None,
    mood: Name = None,
    music_style: Name = None,
) -> SuggestionShape:
    """A plan for a concept; whatever the request decides itself is kept."""
    wish = PlanRequest(
        tier=word(Tier, "tier", tier) if tier else None,
        edit_style=word(EditStyle, "edit_style", edit_style) if edit_style else None,
        scenes=scenes,
        duration=duration,
        mood=mood,
        music_style=music_style,
    )
    return lesson_shapes.suggestion(bible.lessons.suggest(concept, wish, user_id=user_id))


@memory.get("/providers")
def providers(bible: OpenBible) -> ProviderList:
    """What is known of each generation provider."""
    shown = [lesson_shapes.provider(each) for each in bible.lessons.providers()]
    return ProviderList(providers=shown, total=len(shown))


@memory.get("/providers/{provider}")
def provider(provider: str, bible: OpenBible) -> ProviderShape:
    """What is known of one provider."""
    return lesson_shapes.provider(bible.lessons.provider(provider))


@memory.post("/providers/{provider}/learnings", status_code=201, response_model=ProviderShape)
def learn(provider: str, body: NewLearning, request: Request, bible: OpenBible) -> Response:
    """Keep what a run showed about a provider; said again for the same run, it replaces itself."""
    learning = Learning(
        provider=provider,
        run_id=body.run_id,
        made_by="person",
        at=utcnow(),
        overall_success=body.overall_success,
        adherence_score=body.adherence_score,
        quality_score=body.quality_score,
        concept_type=body.concept_type,
        words={name: tuple(said) for name in LEARNING_LISTS if (said := getattr(body, name))},
        settings=body.settings,
    )
    return once(bible.db, request, lambda: lesson_shapes.provider(bible.lessons.learn_of_provider(learning)))


@memory.patch("/learnings/{learning_id}")
def correct_learning(learning_id: str, body: LearningChange, bible: OpenBible) -> LearningShape:
    """Correct what a run showed about a provider, which is a person's word from then on, or set it aside."""
    told = body.model_dump(exclude_unset=True, exclude={"user_id", "seen"})
    return lesson_shapes.learning(bible.lessons.learnings.correct(learning_id, told, seen=body.seen))


@memory.delete("/learnings/{learning_id}", status_code=204)
def forget_learning(learning_id: str, bible: OpenBible) -> None:
    """Forget what a run showed about a provider."""
    bible.lessons.learnings.forget(learning_id)


@memory.get("/analytics")
def analytics(bible: OpenBible) -> AnalyticsShape:
    """Totals, averages, and how they change by week."""
    return lesson_shapes.analytics(bible.lessons.analytics())


@memory.get("/long_term.json")
def long_term(bible: OpenBible, user_id: User = LOCAL_USER) -> dict[str, Any]:
    """The whole memory in the shape of a long-term memory file."""
    return bible.lessons.long_term(user_id)


@memory.get("/memory_index.json")
def memory_index(bible: OpenBible, user_id: User = LOCAL_USER) -> dict[str, Any]:
    """The learning loop in the shape of a memory index file."""
    return bible.lessons.memory_index(user_id)


@library.get("/assets")
def saved_assets(bible: OpenBible, limit: Limit = paging.USUAL, cursor: Cursor = None) -> KeptAssets:
    """Saved clips, newest first."""
    page = bible.library.items(Shelf.ASSETS, limit=limit, cursor=cursor)
    shown = [lesson_shapes.kept(each) for each in page.items]
    return KeptAssets(assets=shown, total=page.total, next_cursor=page.next_cursor)


@library.post("/assets", status_code=201, response_model=KeptShape)
def save_asset(body: NewSavedAsset, request: Request, bible: OpenBible) -> Response:
    """Save a clip."""
    kind = word(AssetType, "asset_type", body.asset_type)
    item = {"item_id": body.asset_id, **body.model_dump(include={"path", "description", "metadata"})}
    return once(bible.db, request, lambda: lesson_shapes.kept(bible.library.keep(Shelf.ASSETS, kind, **item)))


@library.delete("/assets/{asset_id}", status_code=204)
def remove_asset(asset_id: str, bible: OpenBible) -> None:
    """Take a saved clip off the shelf; its file stays."""
    bible.library.remove(Shelf.ASSETS, asset_id)


@library.get("/brand")
def brand_assets(bible: OpenBible, limit: Limit = paging.USUAL, cursor: Cursor = None) -> KeptBrand:
    """Brand assets, newest first."""
    page = bible.library.items(Shelf.BRAND, limit=limit, cursor=cursor)
    shown = [lesson_shapes.kept(each) for each in page.items]
    return KeptBrand(brand=shown, total=page.total, next_cursor=page.next_cursor)


@library.post("/brand", status_code=201, response_model=KeptShape)
def save_brand_asset(body: NewBrandAsset, request: Request, bible: OpenBible) -> Response:
    """Save a brand asset."""
    item = {"item_id": body.id, **body.model_dump(include={"path", "description", "metadata"})}
    return once(bible.db, request, lambda: lesson_shapes.kept(bible.library.keep(Shelf.BRAND, body.kind, **item)))


@library.delete("/brand/{item_id}", status_code=204)
def remove_brand_asset(item_id: str, bible: OpenBible) -> None:
    """Take a brand asset off the shelf; its file stays."""
    bible.library.remove(Shelf.BRAND, item_id)


router.include_router(memory)
router.include_router(library)
