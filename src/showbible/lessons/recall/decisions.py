"""What is decided about a plan before anything is learned, and by whom: the request, a ruling, a preference."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from showbible.lessons.model import DecidedBy, Pair, PairRuling, PairVerdict, PlanRequest, Ruling, UseState
from showbible.lessons.recall.concepts import seconds_asked
from showbible.lessons.recall.estimate.menu import PlanLimits
from showbible.lessons.recall.estimate.plan import folded
from showbible.lessons.recall.preference_fields import StandingPreferences
from showbible.values import frozen

_Offer = tuple[Any, DecidedBy]


@frozen
class Decided:
    """The choices that are out of the runs' hands, and the limits of the others.

    `chosen` is the combination that a person's verdict brought in.
    """

    wish: PlanRequest
    sources: Mapping[str, DecidedBy]
    limits: PlanLimits
    usual_music: str | None
    usual_mood: str | None
    chosen: Pair | None = None

    def all_sources(self, otherwise: DecidedBy) -> dict[str, DecidedBy]:
        """Who decided each choice; what nobody decided is `otherwise`."""
        names = ("tier", "scenes", "duration", "edit_style")
        return {name: self.sources.get(name, otherwise) for name in names}

    def sound(self, mood: str | None, music: str | None) -> tuple[str | None, str | None, dict[str, DecidedBy]]:
        """The mood and the music of a plan as people write them, and who decided each; what is open gets the usual."""
        found = {"mood": _said(self.wish.mood, mood), "music_style": _said(self.wish.music_style, music)}
        sources = {
            name: self.sources.get(name, DecidedBy.LEARNED if value else DecidedBy.DEFAULT)
            for name, value in found.items()
        }
        if found["mood"] is None and self.usual_mood is not None:
            found["mood"], sources["mood"] = self.usual_mood, DecidedBy.LEARNED
        if found["music_style"] is None and not self._is_barred(found["mood"], self.usual_music):
            found["music_style"] = self.usual_music
        return found["mood"], found["music_style"], sources

    def _is_barred(self, mood: str | None, music: str | None) -> bool:
        return Pair(folded(mood) or "", folded(music) or "") in self.limits.no_pairs


def decided(
    wish: PlanRequest,
    concept: str,
    stand: StandingPreferences,
    *,
    ruling: Ruling,
    pairs: Mapping[Pair, PairRuling],
    kinless: bool,
) -> Decided:
    """A request beats what a person decided about its pattern, that a preference; what is learned comes later."""
    found = {
        name: next((one for one in offers if one[0] is not None), None)
        for name, offers in _offers(wish, concept, stand, ruling=ruling, kinless=kinless).items()
    }
    told = {name: one for name, one in found.items() if one is not None}
    chosen = _chosen(pairs, told, stand)
    if chosen is not None:
        for name, value in zip(("mood", "music_style"), chosen, strict=True):
            told.setdefault(name, (value, DecidedBy.SET))
    disliked = tuple(folded(each) or "" for each in stand.values.disliked_music_styles)
    return Decided(
        wish=replace(wish, **{name: value for name, (value, _) in told.items()}),
        sources=_sources(told, stand),
        limits=_limits(stand, pairs, disliked),
        usual_music=None if folded(stand.values.default_music_mood) in disliked else stand.values.default_music_mood,
        usual_mood=_usual_mood(stand, pairs, told),
        chosen=chosen,
    )


def _offers(
    wish: PlanRequest, concept: str, stand: StandingPreferences, *, ruling: Ruling, kinless: bool
) -> dict[str, tuple[_Offer, ...]]:
    values, by_request, by_person = stand.values, DecidedBy.REQUEST, DecidedBy.SET

    def preferred(name: str, value: Any) -> _Offer:
        return (value if stand.decided(name) else None), by_person

    return {
        "tier": ((wish.tier, by_request), (ruling.tier, by_person), preferred("preferred_tier", values.preferred_tier)),
        "edit_style": (
            (wish.edit_style, by_request),
            (ruling.edit_style, by_person),
            preferred("preferred_style", values.preferred_style.edit_style),
        ),
        "scenes": ((wish.scenes, by_request), (ruling.scenes, by_person)),
        "duration": (
            (wish.duration or seconds_asked(concept), by_request),
            (ruling.duration, by_person),
            preferred("preferred_duration", values.preferred_duration),
            (values.preferred_duration if kinless else None, DecidedBy.LEARNED),
        ),
        "mood": ((wish.mood, by_request),),
        "music_style": ((wish.music_style, by_request), preferred("default_music_mood", values.default_music_mood)),
    }


def _chosen(pairs: Mapping[Pair, PairRuling], told: Mapping[str, _Offer], stand: StandingPreferences) -> Pair | None:
    """A combination that a person says works, and that fits what is decided beside it."""
    if "mood" in told and "music_style" in told:
        return None
    # What ratings alone have taught to dislike does not stand against a person's word.
    disliked = stand.values.disliked_music_styles if stand.decided("disliked_music_styles") else ()
    unwanted = {folded(each) for each in disliked}
    works = PairRuling(state=UseState.ACTIVE, verdict=PairVerdict.WORKS)
    fitting = (pair for pair, ruling in sorted(pairs.items()) if ruling == works and _fits(pair, told, stand))
    return next((pair for pair in fitting if folded(pair.music_style) not in unwanted), None)


def _fits(pair: Pair, told: Mapping[str, _Offer], stand: StandingPreferences) -> bool:
    moods = stand.values.favorite_moods if stand.decided("favorite_moods") else ()
    wanted = {"mood": told.get("mood", (None,))[0], "music_style": told.get("music_style", (None,))[0]}
    same = all(value is None or folded(value) == getattr(pair, name) for name, value in wanted.items())
    return same and (not moods or pair.mood in {folded(mood) for mood in moods})


def _limits(stand: StandingPreferences, pairs: Mapping[Pair, PairRuling], disliked: tuple[str, ...]) -> PlanLimits:
    return PlanLimits(
        moods=stand.values.favorite_moods if stand.decided("favorite_moods") else (),
        no_music=disliked,
        no_pairs=frozenset(pair for pair, ruling in pairs.items() if ruling.bars),
        most_cost=stand.values.max_budget_per_run,
    )


def _sources(told: Mapping[str, _Offer], stand: StandingPreferences) -> dict[str, DecidedBy]:
    found = {name: source for name, (_, source) in told.items()}
    return found if "mood" in found or not stand.decided("favorite_moods") else {**found, "mood": DecidedBy.SET}


def _usual_mood(stand: StandingPreferences, pairs: Mapping[Pair, PairRuling], told: Mapping[str, _Offer]) -> str | None:
    """The first mood that a person or their ratings favour, unless a person barred it from going with the music."""
    music = folded(told["music_style"][0]) if "music_style" in told else None
    barred = {pair.mood for pair, ruling in pairs.items() if ruling.bars and pair.music_style == music}
    return next((mood for mood in stand.values.favorite_moods if folded(mood) not in barred), None)


def _said(wished: str | None, learned: str | None) -> str | None:
    """A name as a person wrote it, where one did."""
    return wished if wished is not None else learned
