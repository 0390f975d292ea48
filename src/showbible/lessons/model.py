"""The words of what a studio learns from its productions."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, field
from datetime import datetime
from enum import StrEnum
from typing import Any, Final, NamedTuple

from showbible.errors import Invalid
from showbible.runs.model import EditStyle, Status, Tier
from showbible.values import frozen, mark_of
from showbible.vocabulary import ProjectId, RunId, UserId

GOOD: Final = 4
BAD: Final = 2
RATING_WEIGHT: Final = 3.0
"""How many evaluator's scores a person's rating is worth."""
ENOUGH: Final = 3
"""How many rated runs a combination needs before it is suggested."""
REPETITION: Final = 2
"""How often something must be liked or disliked before it becomes a preference."""


class UseState(StrEnum):
    """Whether what was learned is used."""

    ACTIVE = "active"
    PAUSED = "paused"

    @classmethod
    def when(cls, *, paused: bool) -> UseState:
        """The state of something that a person has set aside, or not."""
        return cls.PAUSED if paused else cls.ACTIVE


@frozen
class Production:
    """The record of a finished run: what it chose, what came of it, what a person said."""

    run_id: RunId
    project_id: ProjectId
    user_id: UserId
    concept: str
    at: datetime
    status: Status
    tier: Tier | None = None
    score: float | None = None
    cost: int = 0
    """Millionths of a dollar."""
    duration: float = 0.0
    """Seconds of film."""
    scenes: int = 0
    planned_scenes: int = 0
    edit_style: EditStyle | None = None
    rating: int | None = None
    notes: str | None = None
    final_video_path: str | None = None
    edl_path: str | None = None
    pattern: str | None = None
    """The kind of concept; only a completed run has one."""
    mood: str | None = None
    music_style: str | None = None
    theme: str | None = None
    teaches: bool = True
    """Whether the next run may learn from it: it completed, and nobody has forgotten its pattern since."""

    @property
    def worth(self) -> tuple[float | None, float]:
        """The score it teaches, and how many evaluator's scores that is worth."""
        return worth(self.score, self.rating)


def worth(score: float | None, rating: int | None) -> tuple[float | None, float]:
    """What a score and a rating together teach, and how many evaluator's scores that is worth."""
    if rating is None:
        return score, 1.0
    told = 20.0 * rating
    if score is None:
        return told, RATING_WEIGHT
    return (score + RATING_WEIGHT * told) / (1.0 + RATING_WEIGHT), 1.0 + RATING_WEIGHT


@frozen
class RunRating:
    """What a person said of a run, once."""

    seq: int
    rating: int
    notes: str | None
    at: datetime


@frozen
class Ruling:
    """What a person decided about a pattern; None leaves a choice to what the runs teach."""

    state: UseState = UseState.ACTIVE
    tier: Tier | None = None
    edit_style: EditStyle | None = None
    scenes: int | None = None
    duration: int | None = None

    @property
    def mark(self) -> str:
        """A word that is another one as soon as anything else is decided."""
        return mark_of(asdict(self))

    @property
    def decided(self) -> tuple[str, ...]:
        """The choices that were taken out of the runs' hands."""
        names = ("tier", "edit_style", "scenes", "duration")
        return tuple(name for name in names if getattr(self, name) is not None)

    @property
    def corrects(self) -> bool:
        """Whether there is any."""
        return bool(self.decided)


class PlanConfidence(StrEnum):
    """How much a suggestion rests on."""

    NONE = "none"
    LOW = "low"
    MEDIUM = "medium"
    HIGH = "high"


@frozen
class Pattern:
    """What all runs of one kind of concept together recommend, unless a person ruled otherwise."""

    name: str
    tier: Tier
    scenes: int
    duration: int
    edit_style: EditStyle
    times_used: int
    scored: int
    avg_score: float | None
    avg_cost: float
    keywords: tuple[str, ...]
    evidence: tuple[str, ...]
    confidence: PlanConfidence = PlanConfidence.NONE
    ruling: Ruling = Ruling()
    latest: tuple[float, ...] = ()
    """The scores of its latest runs, oldest first."""


class Pair(NamedTuple):
    """A mood with a music style, in the form that combinations are counted by."""

    mood: str
    music_style: str

    def __str__(self) -> str:
        return f"{self.mood} with {self.music_style}"

    @property
    def item_id(self) -> str:
        """Both as one id."""
        return json.dumps(self)


class PairVerdict(StrEnum):
    """What a person says of a combination, however its runs went."""

    WORKS = "works"
    FAILS = "fails"


@frozen
class PairRuling:
    """What a person decided about a combination; without a verdict its runs decide."""

    state: UseState = UseState.ACTIVE
    verdict: PairVerdict | None = None

    @property
    def mark(self) -> str:
        """A word that is another one as soon as anything else is decided."""
        return mark_of(asdict(self))

    @property
    def bars(self) -> bool:
        """Whether the combination must not be suggested."""
        return self.state is UseState.PAUSED or self.verdict is PairVerdict.FAILS


@frozen
class Combination:
    """How often a mood went well with a music style, among the rated runs, and what a person decided about it."""

    mood: str
    music_style: str
    good: int
    total: int
    ruling: PairRuling = PairRuling()

    @property
    def pair(self) -> Pair:
        """What it is a combination of."""
        return Pair(self.mood, self.music_style)

    @property
    def success_rate(self) -> float:
        """The share of good ones; none of none is nothing."""
        return self.good / self.total if self.total else 0.0

    @property
    def has_support(self) -> bool:
        """Whether there are enough runs behind it to suggest it."""
        return self.total >= ENOUGH

    @property
    def is_chosen(self) -> bool:
        """Whether a person, and not the count, lets it be suggested."""
        return self.ruling == PairRuling(verdict=PairVerdict.WORKS)

    @property
    def is_suggested(self) -> bool:
        """Whether a plan may name it: a person says so, or enough runs went well more often than not."""
        return self.is_chosen or (not self.ruling.bars and self.has_support and self.success_rate > 0.5)


@frozen
class PlanRequest:
    """What a caller decides beforehand; the rest is suggested."""

    tier: Tier | None = None
    edit_style: EditStyle | None = None
    scenes: int | None = None
    duration: int | None = None
    mood: str | None = None
    music_style: str | None = None


class Mode(StrEnum):
    """Whether runs of the kind have made what is suggested, it is likely for other reasons, or worth a try."""

    DEFAULT = "default"
    PROVEN = "proven"
    LIKELY = "likely"
    TRYING = "trying"


class ValueForMoney(StrEnum):
    """What a person would rather have: the best film that the budget allows, or more for less."""

    QUALITY = "quality"
    BALANCED = "balanced"
    THRIFTY = "thrifty"


class DecidedBy(StrEnum):
    """Who decided a value; an earlier one here beats a later one."""

    REQUEST = "request"
    SET = "set"
    LEARNED = "learned"
    DEFAULT = "default"


@frozen
class Suggestion:
    """A plan for a concept, what it would probably give, and why."""

    pattern: str | None
    tier: Tier
    scenes: int
    duration: int
    edit_style: EditStyle
    mood: str | None
    music_style: str | None
    expected_score: float | None
    expected_cost: float
    confidence: PlanConfidence
    mode: Mode
    evidence: tuple[str, ...]
    """The runs that the numbers in `why` are of."""
    why: str
    sources: Mapping[str, DecidedBy]
    value: ValueForMoney = ValueForMoney.QUALITY
    gain: float | None = None
    """The points that a pilot of it is expected to gain, where it is the alternative."""
    warnings: tuple[str, ...] = ()
    alternative: Suggestion | None = None
    """One other plan that is worth a pilot; called `try` wherever words may be."""


@frozen
class ProviderLearning:
    """What one run showed about a provider."""

    learning_id: str = ""
    """Empty until it is kept."""
    provider: str
    run_id: str | None
    made_by: str
    at: datetime
    overall_success: bool
    adherence_score: float | None = None
    quality_score: float | None = None
    concept_type: str | None = None
    words: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The lists of sentences, by the names in `LEARNING_LISTS`."""
    settings: Mapping[str, Any] = field(default_factory=dict)
    paused: bool = False
    """Whether a person has set it aside: it is kept and shown, but counts for nothing."""

    @property
    def mark(self) -> str:
        """A word that is another one as soon as the learning says anything else."""
        return mark_of({"made_by": self.made_by, "overall_success": self.overall_success, "words": dict(self.words)})


LEARNING_LISTS: Final = (
    "effective_patterns",
    "ineffective_patterns",
    "strengths_observed",
    "weaknesses_observed",
    "prompt_tips",
    "avoid_list",
    "prompt_samples",
)


class Exploring(StrEnum):
    """When the plan that is worth a try comes first."""

    WHEN_ASKED = "when_asked"
    ALWAYS = "always"


@frozen
class Choices:
    """What a user has set of their preferences, by field."""

    user_id: str
    values: Mapping[str, Any]


class Shelf(StrEnum):
    """The two halves of the library."""

    ASSETS = "assets"
    BRAND = "brand"


@frozen
class LibraryItem:
    """A clip, a logo or another thing worth keeping."""

    item_id: str
    shelf: Shelf
    kind: str
    path: str | None
    description: str | None
    metadata: Mapping[str, Any]
    at: datetime

    @property
    def key(self) -> str:
        """What it is called among the things of all shelves."""
        return f"{self.shelf}/{self.item_id}"

    @property
    def tags(self) -> tuple[str, ...]:
        """The words it is filed under, where its facts name any."""
        told = self.metadata.get("tags")
        return tuple(tag for tag in told if isinstance(tag, str)) if isinstance(told, list) else ()


def checked_rating(value: object) -> int:
    """A rating from 1 to 5; good means 5 and bad means 1."""
    if isinstance(value, str) and value in ("good", "bad"):
        return 5 if value == "good" else 1
    if isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= 5:
        return value
    raise Invalid('rating must be a whole number from 1 to 5, "good" or "bad".', field="rating")


def verdict(rating: int | None) -> str | None:
    """A rating as a thumb: good, bad, or neither."""
    if rating is None or BAD < rating < GOOD:
        return None
    return "good" if rating >= GOOD else "bad"
