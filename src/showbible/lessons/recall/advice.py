"""A plan for a concept, from everything that finished runs have taught."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from showbible.lessons.model import (
    Combination,
    DecidedBy,
    Mode,
    Pair,
    PlanConfidence,
    PlanRequest,
    Production,
    Ruling,
    Suggestion,
)
from showbible.lessons.recall import combinations, history, rulings
from showbible.lessons.recall.concept_meanings import Find, installed
from showbible.lessons.recall.concepts import pattern_name, seconds_asked
from showbible.lessons.recall.estimate import plans, wording
from showbible.lessons.recall.estimate.plans import Choice
from showbible.lessons.recall.estimate.regression import Plan
from showbible.lessons.recall.estimate.samples import known_worth, sample
from showbible.lessons.recall.preference_fields import StandingPreferences
from showbible.lessons.recall.preferences import standing
from showbible.lessons.recall.similar_runs import Kin, kin
from showbible.runs.model import EditStyle, Tier
from showbible.storage.database import Database
from showbible.vocabulary import CONCEPT_LIMIT, LOCAL_USER, checked_text

MOST_EVIDENCE = 20


def suggest(
    db: Database,
    concept: str,
    wish: PlanRequest | None = None,
    *,
    user_id: str = LOCAL_USER,
    find: Find = installed,
) -> Suggestion:
    """The plan that promises most for its cost, or one that was tried too little; it says which."""
    checked_text("concept", concept, limit=CONCEPT_LIMIT, empty=False)
    with db.snapshot():
        stand = standing(db, user_id)
        lore = history.in_use(db, concept, pattern=pattern_name(concept))
        relatives = kin(concept, lore, find)
        ruling = rulings.ruling(db, relatives.pattern) if relatives.pattern else Ruling()
        fixed = _fixed(wish or PlanRequest(), concept, stand, ruling=ruling, kinless=not relatives.runs)
        pairs = _NO_PAIRS if _told_mood(fixed, stand) and _told_music(fixed, stand) else _pairs(db, relatives)
    sound = _sound(fixed, stand, pairs)
    if not lore:
        return _by_default(fixed, sound, stand)
    return _learned(fixed, sound, stand, lore=lore, relatives=relatives)


def suggested(db: Database, run_id: str) -> dict[str, Any] | None:
    """What was suggested for a run's concept when it started."""
    body = db.value("SELECT body FROM run_suggestions WHERE run_id = :run_id", run_id=run_id)
    return None if body is None else dict(json.loads(body))


@dataclass(frozen=True, kw_only=True)
class _Fixed:
    """What is decided before anything is learned, and by whom."""

    wish: PlanRequest
    sources: Mapping[str, DecidedBy]


@dataclass(frozen=True, kw_only=True)
class _Pairs:
    """Combinations that may be suggested, the best first, and those that a person barred."""

    good: Sequence[Combination]
    barred: Sequence[Pair]

    def bars(self, mood: str | None, music: str | None) -> bool:
        """Whether a person does not want the two together."""
        return any(_same(each.mood, mood) and _same(each.music_style, music) for each in self.barred)


_NO_PAIRS = _Pairs(good=(), barred=())
"""Where both are told, nobody asks which go well together."""
_Said = tuple[str | None, DecidedBy]
"""A mood or a music style, and who decided it."""


@dataclass(frozen=True, kw_only=True)
class _Sound:
    """What a film shall sound like; `chosen` is the combination that a person's verdict brought in."""

    mood: str | None
    music_style: str | None
    sources: Mapping[str, DecidedBy]
    chosen: Pair | None = None


def _fixed(wish: PlanRequest, concept: str, stand: StandingPreferences, *, ruling: Ruling, kinless: bool) -> _Fixed:
    """A request beats what a person decided about its pattern, that a preference; what is learned comes later."""
    values = stand.values
    length = values.preferred_duration if stand.decided("preferred_duration") else None
    offers: dict[str, tuple[tuple[Any, DecidedBy], ...]] = {
        "tier": (
            (wish.tier, DecidedBy.REQUEST),
            (ruling.tier, DecidedBy.SET),
            (values.preferred_tier if stand.decided("preferred_tier") else None, DecidedBy.SET),
        ),
        "edit_style": (
            (wish.edit_style, DecidedBy.REQUEST),
            (ruling.edit_style, DecidedBy.SET),
            (values.preferred_style.edit_style if stand.decided("preferred_style") else None, DecidedBy.SET),
        ),
        "scenes": ((wish.scenes, DecidedBy.REQUEST), (ruling.scenes, DecidedBy.SET)),
        "duration": (
            (wish.duration or seconds_asked(concept), DecidedBy.REQUEST),
            (ruling.duration, DecidedBy.SET),
            (length, DecidedBy.SET),
            (values.preferred_duration if kinless else None, DecidedBy.LEARNED),
        ),
    }
    found = {name: next((one for one in tries if one[0] is not None), None) for name, tries in offers.items()}
    decided = {name: one for name, one in found.items() if one is not None}
    chosen = {name: value for name, (value, _) in decided.items()}
    return _Fixed(wish=replace(wish, **chosen), sources={name: source for name, (_, source) in decided.items()})


def _pairs(db: Database, relatives: Kin) -> _Pairs:
    """The combinations that went well for this kind of concept, else for any, and those that are barred."""
    own = combinations.combinations(db, pattern=relatives.pattern) if relatives.pattern else []
    return _Pairs(
        good=combinations.successful(own) or combinations.successful(combinations.combinations(db)),
        barred=[pair for pair, ruling in combinations.rulings(db).items() if ruling.bars],
    )


def _sound(fixed: _Fixed, stand: StandingPreferences, lore: _Pairs) -> _Sound:
    """The mood and the music: asked for, set, learned from ratings, or the default."""
    mood, music = _told_mood(fixed, stand), _told_music(fixed, stand)
    pair = next((each for each in lore.good if _fits(each, mood, music, stand)), None)
    by = DecidedBy.SET if pair and pair.is_chosen else DecidedBy.LEARNED
    found_music = music or ((pair.music_style, by) if pair else None)
    found_mood = mood or ((pair.mood, by) if pair else _favourite(found_music, stand, lore))
    found_music = found_music or _usual(found_mood, stand, lore)
    return _Sound(
        mood=found_mood[0],
        music_style=found_music[0],
        sources={"mood": found_mood[1], "music_style": found_music[1]},
        chosen=pair.pair if pair and pair.is_chosen and not (mood and music) else None,
    )


def _told_mood(fixed: _Fixed, stand: StandingPreferences) -> _Said | None:
    if fixed.wish.mood is not None:
        return fixed.wish.mood, DecidedBy.REQUEST
    moods = stand.values.favorite_moods if stand.decided("favorite_moods") else ()
    return (moods[0], DecidedBy.SET) if moods else None


def _told_music(fixed: _Fixed, stand: StandingPreferences) -> _Said | None:
    if fixed.wish.music_style is not None:
        return fixed.wish.music_style, DecidedBy.REQUEST
    return (stand.values.default_music_mood, DecidedBy.SET) if stand.decided("default_music_mood") else None


def _favourite(music: _Said | None, stand: StandingPreferences, lore: _Pairs) -> _Said:
    """The first mood that ratings favour, unless a person barred it from going with this music."""
    moods = (each for each in stand.values.favorite_moods if not lore.bars(each, music[0] if music else None))
    mood = next(moods, None)
    return (mood, DecidedBy.LEARNED) if mood else (None, DecidedBy.DEFAULT)


def _usual(mood: _Said, stand: StandingPreferences, lore: _Pairs) -> _Said:
    """The music that everybody starts with, unless it is disliked, or barred from going with this mood."""
    style = stand.values.default_music_mood
    unfit = _is_disliked(style, stand) or lore.bars(mood[0], style)
    return None if unfit else style, DecidedBy.DEFAULT


def _fits(pair: Combination, mood: _Said | None, music: _Said | None, stand: StandingPreferences) -> bool:
    # What ratings alone have taught to dislike does not stand against a person's word.
    heard = stand.decided("disliked_music_styles") or not pair.is_chosen
    if heard and _is_disliked(pair.music_style, stand):
        return False
    return (mood is None or _same(pair.mood, mood[0])) and (music is None or _same(pair.music_style, music[0]))


def _is_disliked(style: str, stand: StandingPreferences) -> bool:
    return any(_same(style, each) for each in stand.values.disliked_music_styles)


def _same(one: str, other: str | None) -> bool:
    return other is not None and one.strip().lower() == other.strip().lower()


def _by_default(fixed: _Fixed, sound: _Sound, stand: StandingPreferences) -> Suggestion:
    wish = fixed.wish
    tier = wish.tier or Tier.ANIMATED
    length = wish.duration or plans.USUAL_DURATION
    cost = plans.guide_cost(tier, length)
    return Suggestion(
        pattern=None,
        tier=tier,
        scenes=wish.scenes or plans.usual_scenes(length),
        duration=length,
        edit_style=wish.edit_style or stand.values.preferred_style.edit_style,
        mood=sound.mood,
        music_style=sound.music_style,
        expected_score=None,
        expected_cost=round(cost, 2),
        confidence=PlanConfidence.NONE,
        mode=Mode.DEFAULT,
        evidence=(),
        why=wording.with_choice(wording.NOTHING_YET, sound.chosen),
        sources=_sources(fixed, sound, otherwise=DecidedBy.DEFAULT),
        warnings=_warnings(None, cost, stand),
    )


def _learned(
    fixed: _Fixed, sound: _Sound, stand: StandingPreferences, *, lore: Sequence[Production], relatives: Kin
) -> Suggestion:
    runs = [each for each in lore if each.run_id in relatives.runs]
    samples = [sample(each, own=each.run_id in relatives.runs) for each in lore]
    choice = plans.choose(samples, fixed.wish, belonging=relatives.belonging, most_cost=stand.values.max_budget_per_run)
    plan, mode = choice.plan, _mode(choice, runs)
    length = plan.duration or plans.USUAL_DURATION
    score = round(min(100.0, max(0.0, choice.score.mean)), 1) if _any_scored(lore) else None
    return Suggestion(
        pattern=relatives.pattern or "general",
        tier=plan.tier or Tier.ANIMATED,
        scenes=plan.scenes or plans.usual_scenes(length),
        duration=length,
        edit_style=plan.edit_style or EditStyle.BALANCED,
        mood=sound.mood,
        music_style=sound.music_style,
        expected_score=score,
        expected_cost=round(choice.cost, 2),
        confidence=plans.confidence(choice, known_worth(runs)),
        mode=mode,
        evidence=_evidence(plan, runs or lore),
        why=wording.with_choice(wording.because(plan, mode, relatives, runs, len(lore)), sound.chosen),
        sources=_sources(fixed, sound, otherwise=DecidedBy.LEARNED),
        warnings=_warnings(score, choice.cost, stand),
    )


def _sources(fixed: _Fixed, sound: _Sound, *, otherwise: DecidedBy) -> dict[str, DecidedBy]:
    found = {name: fixed.sources.get(name, otherwise) for name in ("tier", "scenes", "duration", "edit_style")}
    return {**found, **sound.sources}


def _mode(choice: Choice, runs: Sequence[Production]) -> Mode:
    """Trying: another plan is expected to do better, or nobody has made this choice for such a concept."""
    plan = choice.plan
    tried = any(each.tier is plan.tier and each.edit_style is plan.edit_style for each in runs)
    return Mode.PROVEN if tried and not choice.curious else Mode.TRYING


def _any_scored(runs: Sequence[Production]) -> bool:
    return any(each.worth[0] is not None for each in runs)


def _evidence(plan: Plan, runs: Sequence[Production]) -> tuple[str, ...]:
    """The runs it rests on, those with the same tier and style first."""

    def order(each: Production) -> tuple[bool, bool, float, str]:
        return (each.tier is not plan.tier, each.edit_style is not plan.edit_style, -(each.worth[0] or 0), each.run_id)

    return tuple(each.run_id for each in sorted(runs, key=order)[:MOST_EVIDENCE])


def _warnings(score: float | None, cost: float, stand: StandingPreferences) -> tuple[str, ...]:
    values, said = stand.values, []
    if score is not None and score < values.quality_threshold:
        said.append(f"The expected score is below your threshold of {values.quality_threshold:g}.")
    if values.max_budget_per_run is not None and cost > values.max_budget_per_run:
        said.append(f"The expected cost is above your limit of ${values.max_budget_per_run:,.2f} a run.")
    return tuple(said)
