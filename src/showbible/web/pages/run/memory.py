"""What the studio has learned that acts in a run, each with its evidence and a switch for this run alone."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import field
from typing import Any, Final
from urllib.parse import quote, urlencode

from showbible.bible import Bible
from showbible.direction.model import RANK, Card, CardState
from showbible.direction.recall import profiles, tools
from showbible.errors import NotFound
from showbible.lessons.model import PlanConfidence, UseState
from showbible.lessons.recall import history
from showbible.lessons.recall.preference_fields import Preferences
from showbible.runs.model import MuteKind, Run, Summary
from showbible.runs.recall import one
from showbible.studio import advice, mutes
from showbible.values import frozen
from showbible.vocabulary import dollars
from showbible.words import plain, plural

MOST_CARDS: Final = 5
MOST_RUNS: Final = 5
OF_ALL_KINDS: Final = "Learned from runs of every kind: there is no one pattern to leave out."
_BARS: Final = {PlanConfidence.NONE: 0, PlanConfidence.LOW: 1, PlanConfidence.MEDIUM: 2, PlanConfidence.HIGH: 3}
KINDS: Final = {"cards": MuteKind.CARD, "patterns": MuteKind.PATTERN}


@frozen
class Acting:
    """One thing that acts in a run; `bars` and `sure` say how much it rests on.

    `action` switches it for this run, `everywhere` for all; where the first is None, `note` says why.
    """

    id: str
    icon: str
    text: str
    why: str
    href: str
    bars: int
    sure: str
    on: bool = True
    paused: bool = False
    action: str | None = None
    everywhere: str | None = None
    note: str = ""
    reasons: tuple[str, ...] = ()
    """Sentences that a reader needs to follow it."""
    runs: Mapping[str, str] = field(default_factory=dict)
    """The runs that it was learned from, by id: what they were about."""


class InPlay:
    """What acts in a run: its plan, its director's cards and its user's word; `more` says how many cards are left."""

    def __init__(self, bible: Bible, run: Run) -> None:
        read = mutes.still_read(bible, run)
        cards, said = _direction(bible, run)
        self.cards = f"/projects/{quote(run.project_id)}/direction"
        self.more = max(0, len(cards) - MOST_CARDS)
        self.acting = (
            *_plan(bible, run, read),
            *(_card(run, card, read, in_script=card.card_id in said, at=self.cards) for card in cards[:MOST_CARDS]),
            *_preferences(bible, run),
        )


def threshold(bible: Bible, run: Summary) -> float:
    """The score that a run's user asked for as it began."""
    return float(_decided(bible, run).get("quality_threshold", Preferences().quality_threshold))


def _decided(bible: Bible, run: Summary) -> Mapping[str, Any]:
    """What the run's user had decided as it began; what came later has no part in it."""
    return (bible.lessons.suggested(run.run_id) or {}).get("preferences") or {}


def _switch(run: Run, kind: str, item_id: str, read: Collection[MuteKind], *, paused: bool) -> dict[str, Any]:
    """The parts of a thing that say whether it is heard, and how to change that; `read` is what is still asked for."""
    mute = KINDS[kind]
    muted = any((each.kind, each.item_id) == (mute, item_id) for each in run.mutes)
    at = f"/runs/{run.run_id}/memory/{kind}/{quote(item_id, safe='')}"
    usual = "" if run.is_over else "Used in this run" if mute in read else mutes.TOO_LATE[mute]
    return {
        "on": not (muted or paused),
        "paused": paused,
        "action": at if mute in read and not paused else None,
        "everywhere": f"{at}/everywhere",
        "note": "Paused everywhere" if paused else "Left out of this run" if muted else usual,
    }


def _direction(bible: Bible, run: Run) -> tuple[Sequence[Card], frozenset[str]]:
    """The cards of the run's story that nobody has forgotten, surest first, and which of them a script is told."""
    if one.project_of(bible.db, run.run_id) is None:
        return (), frozenset()
    db = bible.workspace.project(run.project_id)
    with db.snapshot():
        profile = profiles.find_profile(db)
        block = profiles.block(db, tools.Tool(advice.TOOL)) if profile else None
    kept = [card for card in (profile.cards if profile else ()) if card.state is not CardState.ARCHIVED]
    kept.sort(key=lambda card: (-RANK[card.confidence], -len(card.source_scene_ids), card.card_id))
    return kept, frozenset(card.card_id for card in block.cards) if block else frozenset()


def _card(run: Run, card: Card, read: Collection[MuteKind], *, in_script: bool, at: str) -> Acting:
    paused = card.state is not CardState.ACTIVE
    return Acting(
        id=f"card-{card.card_id}",
        icon="direction",
        text=card.preference,
        why=card.evidence if paused or in_script else f"{card.evidence} Not sure enough to be told yet.",
        href=f"{at}?{urlencode({'peek': card.card_id})}",
        bars=RANK[card.confidence] + 1,
        sure=f"{plain(card.confidence)} confidence, {plural(len(card.source_scene_ids), 'scene')}",
        **_switch(run, "cards", card.card_id, read, paused=paused),
    )


def _plan(bible: Bible, run: Run, read: Collection[MuteKind]) -> Iterable[Acting]:
    """The plan that was suggested as the run began, when any run had taught it."""
    plan = bible.lessons.suggested(run.run_id)
    if plan is None or not plan.get("evidence"):
        return
    pattern, sure = str(plan.get("pattern") or ""), str(plan.get("confidence", "none"))
    switch: dict[str, Any] = {"note": OF_ALL_KINDS}
    # A plan may name a kind of concept that no run has taught.
    with suppress(NotFound):
        if pattern:
            paused = bible.lessons.pattern(pattern).ruling.state is UseState.PAUSED
            switch = _switch(run, "patterns", pattern, read, paused=paused)
    sound = " with ".join(str(plan[name]) for name in ("mood", "music_style") if plan.get(name))
    parts = (plain(str(plan["tier"])).lower(), f"{plan['edit_style']} cut", plural(int(plan["scenes"]), "scene"), sound)
    yield Acting(
        id="plan",
        icon="lesson",
        text=f"Plan it as {', '.join(filter(None, parts))}",
        why=str(plan.get("why") or ""),
        href=f"/memory?{urlencode({'peek': pattern})}" if pattern else "/memory",
        bars=_BARS[PlanConfidence(sure)],
        sure=f"{plain(sure)} confidence, {plural(len(plan['evidence']), 'run')}",
        reasons=tuple(filter(None, (str(plan.get("why") or ""), _expected(plan, run), _tried(plan)))),
        runs=_behind(bible, plan["evidence"][:MOST_RUNS]),
        **switch,
    )


def _expected(plan: Mapping[str, Any], run: Run) -> str:
    """What was expected of the plan and, once the run is over, what came of it."""
    if plan.get("expected_score") is None:
        return ""
    hoped = f"Expected {plan['expected_score']:.0f} points for about ${plan['expected_cost']:,.2f}"
    if not run.is_over or run.score is None:
        return f"{hoped}."
    return f"{hoped}; it got {run.score:.0f} for ${dollars(run.spent):,.2f}."


def _tried(plan: Mapping[str, Any]) -> str:
    return str((plan.get("try") or {}).get("why") or "")


def _behind(bible: Bible, run_ids: Sequence[str]) -> Mapping[str, str]:
    known = {str(each.run_id): each.concept for each in history.some(bible.db, run_ids)}
    return {run_id: known[run_id] for run_id in run_ids if run_id in known}


def _preferences(bible: Bible, run: Run) -> Iterable[Acting]:
    """What the run's user has decided, in one line: it is changed where it was set."""
    if decided := _decided(bible, run):
        yield Acting(
            id="preferences",
            icon="preferences",
            text=f"As decided: {', '.join(plain(name).lower() for name in decided)}",
            why="",
            href=f"/preferences?{urlencode({'user': run.user_id})}",
            bars=3,
            sure=f"Set by {'you' if run.user_id == 'local' else run.user_id}",
        )
