"""What is asked about an exchange, the shape of the answers, and the rules that answer without a model."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Final, Literal, TypeVar

from pydantic import BaseModel, Field

from showbible.conversations.learn import moods, plans
from showbible.conversations.model import (
    Beat,
    BeatType,
    Completion,
    Evaluation,
    HookDraft,
    HookType,
    Message,
    Milestone,
    Role,
    Visual,
)
from showbible.llm.client import Prompt
from showbible.reading import moments
from showbible.reading.model import Stance

PACKAGE: Final = "showbible.conversations"
MOST_MEMORIES: Final = 12
MOST_HOOKS: Final = plans.MOST_PER_EXCHANGE

DistilledType = Literal["fact", "preference", "event", "goal", "relationship", "emotion"]
Kind = TypeVar("Kind", BeatType, Milestone)


class Watched(BaseModel):
    """What a picture would show, how near the end is, and whether the next episode may begin."""

    visual: Visual = Visual.NONE
    completion: Completion = Completion.GOING
    next_episode: bool = False

    def value(self) -> Evaluation:
        """The same as a value of ours."""
        return Evaluation(visual=self.visual, completion=self.completion, next_episode=self.next_episode)


class SomethingSaid(BaseModel):
    """One thing worth knowing later, the words that say it, and what it does to things known by their ids.

    The quote comes first: a small model that has copied the words makes more of them.
    """

    quote: str = ""
    type: DistilledType
    text: str
    stance: Stance = Stance.ASSERTED
    importance: float = 0.5
    speaker: Role = Role.USER
    replaces: list[str] = Field(default_factory=list)
    withdraws: list[str] = Field(default_factory=list)


class Felt(BaseModel):
    """What the exchange did to the relationship; a kind nobody knows counts as neutral."""

    type: str = BeatType.NEUTRAL.value
    tension_change: int = 0
    milestone: str | None = None

    def value(self) -> Beat:
        """The same as a value of ours."""
        return Beat(
            type=_known(BeatType, self.type) or BeatType.NEUTRAL,
            tension_change=self.tension_change,
            milestone=_known(Milestone, self.milestone),
        )


class Heard(BaseModel):
    """What was said that is worth knowing, and what it felt like."""

    memories: list[SomethingSaid] = Field(default_factory=list)
    beat: Felt = Field(default_factory=Felt)


class SomethingPlanned(BaseModel):
    """One thing to come back to; `phrase` is how its time was named."""

    type: HookType
    content: str
    phrase: str | None = None
    suggested_opener: str | None = None
    priority: int = 3


class Ahead(BaseModel):
    """What to come back to."""

    hooks: list[SomethingPlanned] = Field(default_factory=list)

    def planned(self, *, at: datetime, timezone: str) -> list[HookDraft]:
        """The plans with their times: the words are the model's, the arithmetic is ours."""
        return [_planned(each, at=at, timezone=timezone) for each in self.hooks[:MOST_HOOKS] if each.content.strip()]


def _planned(said: SomethingPlanned, *, at: datetime, timezone: str) -> HookDraft:
    moment = moments.find(said.content, at=at, zone=timezone)
    if moment is None and said.phrase:
        moment = moments.find(said.phrase, at=at, zone=timezone)
    return HookDraft(
        type=said.type,
        content=" ".join(said.content.split())[:500],
        phrase=moment.phrase if moment else said.phrase and said.phrase[:200],
        due_at=moment.when if moment else None,
        suggested_opener=said.suggested_opener and said.suggested_opener[:500],
        priority=min(max(said.priority, 1), 5),
    )


def _known(kind: type[Kind], name: str | None) -> Kind | None:
    return next((each for each in kind if each.value == (name or "").strip().lower()), None)


def _seen_by_rule(*, messages: Sequence[Message]) -> Watched:
    seen = moods.watch(messages)
    return Watched(visual=seen.visual, completion=seen.completion, next_episode=seen.next_episode)


def _heard_by_rule(*, messages: Sequence[Message], known: Sequence[str], at: datetime, timezone: str) -> Heard:
    """The beat alone: what is worth knowing is read out of every line whoever answers."""
    beat = moods.feel(messages)
    return Heard(beat=Felt(type=beat.type, tension_change=beat.tension_change, milestone=beat.milestone))


def _ahead_by_rule(*, messages: Sequence[Message], at: datetime, timezone: str) -> Ahead:
    return Ahead(
        hooks=[
            SomethingPlanned(
                type=HookType(each.type),
                content=each.content,
                phrase=each.phrase,
                suggested_opener=each.suggested_opener,
                priority=each.priority,
            )
            for each in plans.plan(messages, at=at, timezone=timezone)
        ]
    )


EVALUATE: Final = Prompt("exchange_evaluation", Watched, offline=_seen_by_rule, package=PACKAGE)
REMEMBER: Final = Prompt("exchange_memories", Heard, offline=_heard_by_rule, package=PACKAGE)
COME_BACK: Final = Prompt("exchange_hooks", Ahead, offline=_ahead_by_rule, package=PACKAGE)
