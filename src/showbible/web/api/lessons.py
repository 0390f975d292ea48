"""`/memory`: what finished productions teach the next one."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Query, Request, Response

from showbible.lessons.model import LEARNING_LISTS, Pair, ProviderLearning
from showbible.shapes import lessons as shapes
from showbible.shapes.base import User
from showbible.vocabulary import LOCAL_USER, PERSON, utcnow
from showbible.web.api.bodies import Paged
from showbible.web.deps import OpenBible
from showbible.web.once import once

router = APIRouter(prefix="/memory", tags=["lessons"])


@router.get("")
def overview(bible: OpenBible) -> shapes.OverviewShape:
    """The memory at a glance."""
    return shapes.OverviewShape.of(bible.lessons.overview())


@router.get("/preferences")
def preferences(bible: OpenBible, user_id: User = LOCAL_USER) -> shapes.PreferencesShape:
    """A user's preferences, each with who decided it."""
    return shapes.PreferencesShape.of(bible.lessons.preferences(user_id))


@router.put("/preferences")
def prefer(body: shapes.PreferencesChange, bible: OpenBible) -> shapes.PreferencesShape:
    """Set some preferences; null gives a field back."""
    return shapes.PreferencesShape.of(bible.lessons.prefer(body.changes(), user_id=body.user_id))


@router.get("/patterns")
def patterns(bible: OpenBible, page: Paged) -> shapes.PatternList:
    """Patterns, the most used first."""
    return shapes.PatternList.of(bible.lessons.patterns(limit=page.limit, cursor=page.cursor))


@router.get("/patterns/{name}")
def pattern(name: str, bible: OpenBible) -> shapes.PatternShape:
    """One pattern."""
    return shapes.PatternShape.of(bible.lessons.pattern(name))


@router.patch("/patterns/{name}")
def rule_pattern(name: str, body: shapes.PatternChange, bible: OpenBible) -> shapes.PatternShape:
    """Pause a pattern, or choose where its runs would choose otherwise; null gives a choice back."""
    return shapes.PatternShape.of(bible.lessons.pattern_rulings.correct(name, body.changes(), seen=body.seen))


@router.delete("/patterns/{name}", status_code=204)
def forget_pattern(name: str, bible: OpenBible) -> None:
    """Forget a pattern; the runs behind it do not teach it again."""
    bible.lessons.pattern_rulings.forget(name)


@router.get("/history")
def history(bible: OpenBible, page: Paged) -> shapes.RecordList:
    """Every finished run, whatever its end, newest first."""
    return shapes.RecordList.of(bible.lessons.history(limit=page.limit, cursor=page.cursor))


@router.delete("/history/{run_id}", status_code=204)
def forget_production(run_id: str, bible: OpenBible) -> None:
    """Forget a record; the run stays and is not learned from again."""
    bible.lessons.productions.forget(run_id)


@router.post("/history/{run_id}/rate", response_model=shapes.Updated)
def rate(run_id: str, body: shapes.Rating, request: Request, bible: OpenBible) -> Response:
    """Rate a finished run; a newer rating replaces it."""

    def effect() -> shapes.Updated:
        bible.lessons.rate(run_id, body.rating, notes=body.notes)
        return shapes.Updated()

    return once(bible.db, request, effect, status=200)


@router.delete("/history/{run_id}/rating", status_code=204)
def forget_rating(run_id: str, bible: OpenBible) -> None:
    """Take back everything that was said of a run."""
    bible.lessons.ratings.forget(run_id)


@router.get("/combinations")
def combinations(bible: OpenBible) -> list[shapes.CombinationShape]:
    """Moods and music styles, with how often they went well together."""
    return shapes.CombinationShape.each(bible.lessons.combinations())


@router.patch("/combinations")
def rule_combination(body: shapes.CombinationChange, bible: OpenBible) -> shapes.CombinationShape:
    """Pause a mood with a music style, or say whether they work; null leaves it to the runs."""
    pair = Pair(body.mood, body.music_style)
    return shapes.CombinationShape.of(
        bible.lessons.combination_rulings.correct(pair.item_id, body.changes(), seen=body.seen)
    )


@router.delete("/combinations", status_code=204)
def forget_combination(mood: str, music_style: str, bible: OpenBible) -> None:
    """Forget how a mood went with a music style so far; later runs teach it anew."""
    bible.lessons.combination_rulings.forget(Pair(mood, music_style).item_id)


@router.get("/suggest")
def suggest(bible: OpenBible, asked: Annotated[shapes.PlanAsked, Query()]) -> shapes.SuggestionShape:
    """A plan for a concept, and one to `try`; whatever the request decides itself is kept."""
    return shapes.SuggestionShape.of(bible.lessons.suggest(asked.concept, asked.question(), user_id=asked.user_id))


@router.get("/providers")
def providers(bible: OpenBible) -> shapes.ProviderList:
    """What is known of each generation provider."""
    shown = shapes.ProviderShape.each(bible.lessons.providers())
    return shapes.ProviderList(providers=shown, total=len(shown))


@router.get("/providers/{provider}")
def provider(provider: str, bible: OpenBible) -> shapes.ProviderShape:
    """What is known of one provider."""
    return shapes.ProviderShape.of(bible.lessons.provider(provider))


@router.post("/providers/{provider}/learnings", status_code=201, response_model=shapes.ProviderShape)
def learn(provider: str, body: shapes.NewLearning, request: Request, bible: OpenBible) -> Response:
    """Keep what a run showed about a provider; said again for the same run, it replaces itself."""
    said = body.facts()
    words = {name: tuple(given) for name in LEARNING_LISTS if (given := said.pop(name))}
    learning = ProviderLearning(provider=provider, made_by=PERSON, at=utcnow(), words=words, **said)
    return once(bible.db, request, lambda: shapes.ProviderShape.of(bible.lessons.learn_of_provider(learning)))


@router.patch("/learnings/{learning_id}")
def correct_learning(learning_id: str, body: shapes.LearningChange, bible: OpenBible) -> shapes.ProviderLearningShape:
    """Correct what a run showed about a provider, which is a person's word from then on, or set it aside."""
    return shapes.ProviderLearningShape.of(bible.lessons.learnings.correct(learning_id, body.changes(), seen=body.seen))


@router.delete("/learnings/{learning_id}", status_code=204)
def forget_learning(learning_id: str, bible: OpenBible) -> None:
    """Forget what a run showed about a provider."""
    bible.lessons.learnings.forget(learning_id)


@router.get("/analytics")
def analytics(bible: OpenBible) -> shapes.AnalyticsShape:
    """Totals, averages, and how they change by week."""
    return shapes.AnalyticsShape.of(bible.lessons.analytics())


@router.get("/long_term.json")
def long_term(bible: OpenBible, user_id: User = LOCAL_USER) -> dict[str, Any]:
    """The whole memory in the shape of a long-term memory file."""
    return bible.lessons.long_term(user_id)


@router.get("/memory_index.json")
def memory_index(bible: OpenBible, user_id: User = LOCAL_USER) -> dict[str, Any]:
    """The learning loop in the shape of a memory index file."""
    return bible.lessons.memory_index(user_id)
