"""What the server says of lessons, and what it takes."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, Field, StrictBool, StrictFloat, StrictInt, StrictStr, model_validator

from showbible.lessons import model
from showbible.lessons.recall.advice import PlanQuestion
from showbible.lessons.recall.analytics import Analytics, Overview, WeekFigures
from showbible.lessons.recall.casting.differences import OrderDifference
from showbible.lessons.recall.casting.track_records import ChoiceNote, TrackRecord
from showbible.lessons.recall.generations import PriceEvidence
from showbible.lessons.recall.preference_fields import Preferences, StandingPreferences
from showbible.lessons.recall.providers import ProviderKnowledge
from showbible.runs.model import EditStyle, Tier
from showbible.shapes.base import Amount, Body, Dollars, Facts, Moment, Number, PageShape, Shape, User, inner, rounded
from showbible.vocabulary import LOCAL_USER, word

Rate = Annotated[float, rounded(4)]
Words = Annotated[list[str], Field(default_factory=list)]
EditStyleUsed = Annotated[str, BeforeValidator(lambda style: style or EditStyle.SAFE)]


class PlanAsked(BaseModel):
    """The concept that a plan is wanted for, and what is decided already."""

    concept: str
    user_id: User = LOCAL_USER
    tier: str | None = None
    edit_style: str | None = None
    scenes: Annotated[int | None, Field(ge=1, le=100_000)] = None
    duration: Annotated[int | None, Field(ge=1, le=3 * 3600)] = None
    mood: Annotated[str | None, Field(min_length=1, max_length=64)] = None
    music_style: Annotated[str | None, Field(min_length=1, max_length=64)] = None
    explore: bool | None = None
    value: str | None = None

    def question(self) -> PlanQuestion:
        """What is asked of the lessons."""
        wish = model.PlanRequest(
            tier=word(Tier, "tier", self.tier) if self.tier else None,
            edit_style=word(EditStyle, "edit_style", self.edit_style) if self.edit_style else None,
            scenes=self.scenes,
            duration=self.duration,
            mood=self.mood,
            music_style=self.music_style,
        )
        worth = word(model.ValueForMoney, "value", self.value) if self.value else None
        return PlanQuestion(wish=wish, value=worth, explore=self.explore)


class OverviewShape(Shape, like=Overview):
    """The memory at a glance."""


class PreferencesShape(Shape, like=Preferences):
    """A user's preferences; `sources` says of each field whether it was set, learned or is the default."""

    sources: dict[str, str]

    @model_validator(mode="before")
    @classmethod
    def _from_standing(cls, found: Any) -> Any:
        return {**vars(found.values), "sources": found.sources} if isinstance(found, StandingPreferences) else found


class PatternShape(Shape):
    """What all runs of one kind of concept together recommend; `decided` names what a person chose instead."""

    pattern_name: str = Field(validation_alias="name")
    recommended_tier: str = Field(validation_alias="tier")
    recommended_scenes: int = Field(validation_alias="scenes")
    recommended_duration: int = Field(validation_alias="duration")
    recommended_edit_style: str = Field(validation_alias="edit_style")
    times_used: int
    avg_score: Annotated[float | None, rounded(2)]
    avg_cost: float
    keywords: list[str]
    scored_runs: int = Field(validation_alias="scored")
    evidence: list[str]
    state: str = inner("ruling", "state")
    decided: list[str] = inner("ruling", "decided")
    mark: str = inner("ruling", "mark")


class PatternList(PageShape, patterns=PatternShape):
    """A page of patterns."""


class RecordShape(Shape, like=model.Production, without=("planned_scenes", "theme", "teaches")):
    """The record of a finished run."""

    timestamp: Moment = Field(validation_alias="at")
    winning_tier: str | None = Field(validation_alias="tier")
    final_score: float | None = Field(validation_alias="score")
    total_cost: Dollars = Field(validation_alias="cost")
    duration_seconds: float = Field(validation_alias="duration")
    scenes_count: int = Field(validation_alias="scenes")
    edit_style_used: EditStyleUsed = Field(validation_alias="edit_style")
    user_rating: int | None = Field(validation_alias="rating")
    user_notes: str | None = Field(validation_alias="notes")


class RecordList(PageShape, runs=RecordShape):
    """A page of records."""


class CombinationCount(Shape, like=model.Combination, without=("ruling",)):
    """How often a mood went well with a music style, among rated runs."""

    success_rate: Rate


class CombinationShape(CombinationCount):
    """How often a mood went well with a music style, among rated runs; `verdict` is a person's word, if any."""

    state: str = inner("ruling", "state")
    verdict: str | None = inner("ruling", "verdict")
    mark: str = inner("ruling", "mark")


class CombinationRow(CombinationCount):
    """A combination in a file."""

    suggested: bool = Field(validation_alias="is_suggested")
    state: str = inner("ruling", "state")
    verdict: str | None = inner("ruling", "verdict")


class SuggestionShape(Shape, like=model.Suggestion, without=("alternative",)):
    """A plan; `mode` says whether it is proven, likely, a try, or the default, `sources` who decided each part.

    `try` is one other plan that is worth a pilot, with what that is expected to gain.
    """

    alternative: SuggestionShape | None = Field(None, serialization_alias="try")


class ProviderLearningShape(Shape, like=model.ProviderLearning, without=("words",)):
    """What one run showed about a provider."""

    at: Moment
    concept_type: str | None
    effective_patterns: list[str]
    ineffective_patterns: list[str]
    strengths_observed: list[str]
    weaknesses_observed: list[str]
    prompt_tips: list[str]
    avoid_list: list[str]
    prompt_samples: list[str]
    paused: bool
    mark: str

    @model_validator(mode="before")
    @classmethod
    def _from_learning(cls, found: Any) -> Any:
        if not isinstance(found, model.ProviderLearning):
            return found
        return {**vars(found), **{name: found.words.get(name, ()) for name in model.LEARNING_LISTS}, "mark": found.mark}


class OrderDifferenceShape(Shape, like=OrderDifference):
    """How orders of one kind differ from a provider's others; `told` where that is large and sure enough."""

    points: Annotated[float, rounded(2)]
    deviation: Annotated[float, rounded(2)]
    failing: Rate
    failing_deviation: Rate
    told: bool = Field(validation_alias="is_told")


class PriceEvidenceShape(Shape, like=PriceEvidence):
    """What was charged as a share of the estimate."""

    median: Rate
    highest: Rate


class ChoiceNoteShape(Shape, like=ChoiceNote):
    """Why a provider was chosen, once."""

    at: Moment


class TrackRecordShape(Shape, like=TrackRecord):
    """What the newest orders at one model of a provider came to; `wait` is in seconds."""

    failures: int
    second_cost: Dollars | None
    price: PriceEvidenceShape | None
    differences: list[OrderDifferenceShape]
    choices: list[ChoiceNoteShape]


class ProviderFacts(Shape, like=ProviderKnowledge, without=("recent_learnings", "records")):
    """What is known of a generation provider; the averages run from 0 to 100."""


class ProviderShape(ProviderFacts):
    """What is known of a generation provider; the averages run from 0 to 100."""

    recent_learnings: list[ProviderLearningShape]
    records: list[TrackRecordShape]


class ProviderRow(ProviderFacts):
    """A provider in a file; `observed` is what its orders showed."""

    orders: int
    usable: int
    observed: list[str]
    learned_at: Moment | None = inner("recent_learnings", 0, "at", default=None)


class ProviderList(Shape):
    """Every provider that runs have reported on."""

    providers: list[ProviderShape]
    total: int
    next_cursor: None = None


class WeekShape(Shape, like=WeekFigures):
    """The runs that ended in one ISO week."""


class AnalyticsShape(Shape, like=Analytics):
    """Totals and averages; null where there is nothing to average."""

    by_week: list[WeekShape]


class Updated(Shape):
    """The word that something was changed."""

    status: str = "updated"


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

    def changes(self) -> dict[str, Any]:
        """What it wants to be otherwise of the two."""
        return self.model_dump(include={"state", "verdict"}, exclude_unset=True)


class Rating(Body):
    """A person's word on a run: 1 to 5, or `good` or `bad`."""

    rating: StrictInt | StrictBool | StrictFloat | StrictStr
    notes: str | None = None


class LearningBody(Body):
    """What a run showed about a provider: how it went, and sentences."""

    overall_success: StrictBool = True
    effective_patterns: Words
    ineffective_patterns: Words
    strengths_observed: Words
    weaknesses_observed: Words
    prompt_tips: Words
    avoid_list: Words
    prompt_samples: Words


class NewLearning(LearningBody):
    """What a run showed about a provider."""

    run_id: str | None = None
    adherence_score: Number | None = None
    quality_score: Number | None = None
    concept_type: Annotated[str | None, Field(max_length=128)] = None
    settings: Facts = Field(default_factory=dict)


class LearningChange(LearningBody):
    """What to say otherwise of a run; what is left out stays, and `seen` is the `mark` of what was looked at."""

    paused: StrictBool = False
    seen: StrictStr | None = None
