"""What the studio has learned that acts in a run, each with its evidence and a switch for this run alone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import quote, urlencode

from showbible.bible import Bible
from showbible.direction.model import RANK, Card, CardState, Profile
from showbible.direction.recall import profiles
from showbible.direction.recall.tools import Tool
from showbible.errors import NotFound
from showbible.lessons.model import Confidence, Ruling, UseState
from showbible.lessons.recall import preferences, rulings
from showbible.lessons.recall.preference_fields import merged
from showbible.runs.model import MuteKind, Summary
from showbible.runs.recall import mutes as run_mutes
from showbible.runs.recall import one
from showbible.studio import mutes
from showbible.studio.advice import TOOL
from showbible.web.words import plain, plural

MOST_CARDS: Final = 5
OF_ALLKINDS: Final = "Learned from runs of every kind: there is no one pattern to leave out."
_BARS: Final = {Confidence.NONE: 0, Confidence.LOW: 1, Confidence.MEDIUM: 2, Confidence.HIGH: 3}

KINDS: Final = {"cards": MuteKind.CARD, "patterns": MuteKind.PATTERN}


@dataclass(frozen=True, kw_only=True)
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


@dataclass(frozen=True, kw_only=True)
class InPlay:
    """Everything that acts in a run, and how many of its story's cards are not shown here."""

    acting: tuple[Acting, ...]
    more: int
    cards: str


NOTHING: Final = InPlay(acting=(), more=0, cards="")


def in_play(bible: Bible, run: Summary) -> InPlay:
    """What acts in a run: the plan it was suggested, its director's cards, and what its user decided."""
    heard = _Heard.of(bible, run)
    profile, spoken = _direction(bible, run)
    every = [*_plan(bible, run, heard), *_cards(run, profile, spoken, heard), *_preferences(bible, run)]
    cards = () if profile is None else profile.cards
    return InPlay(
        acting=tuple(every),
        more=max(0, len(_kept(cards)) - MOST_CARDS),
        cards=f"/projects/{quote(run.project_id)}/direction",
    )


@dataclass(frozen=True, kw_only=True)
class _Heard:
    """What a run does without, and which kinds of things it will still ask for."""

    is_over: bool
    silent: frozenset[tuple[MuteKind, str]]
    read: frozenset[MuteKind]

    @classmethod
    def of(cls, bible: Bible, run: Summary) -> _Heard:
        """How it stands with a run."""
        silent = frozenset((each.kind, each.item_id) for each in run_mutes.mutes(bible.db, run.run_id))
        return cls(is_over=run.is_over, silent=silent, read=mutes.still_read(bible, run))

    def switch(self, run: Summary, kind: str, item_id: str, *, paused: bool) -> dict[str, Any]:
        """The parts of a thing that say whether it is heard, and how to change that."""
        muted = (KINDS[kind], item_id) in self.silent
        at = f"/runs/{run.run_id}/memory/{kind}/{quote(item_id, safe='')}"
        can = KINDS[kind] in self.read and not paused
        return {
            "on": not (muted or paused),
            "paused": paused,
            "action": at if can else None,
            "everywhere": f"{at}/everywhere",
            "note": self._note(KINDS[kind], muted=muted, paused=paused),
        }

    def _note(self, kind: MuteKind, *, muted: bool, paused: bool) -> str:
        if paused:
            return "Paused everywhere"
        if muted:
            return "Left out of this run"
        if self.is_over:
            return ""
        return "Used in this run" if kind in self.read else mutes.TOO_LATE[kind]


def threshold(bible: Bible, run: Summary) -> float:
    """The score that a run's user asks for."""
    return merged(preferences.told(bible.db, run.user_id), {}).values.quality_threshold


def _direction(bible: Bible, run: Summary) -> tuple[Profile | None, frozenset[str]]:
    """The profile of the run's story, and which of its cards a script is written with."""
    if one.project_of(bible.db, run.run_id) is None:
        return None, frozenset()
    db = bible.workspace.project(run.project_id)
    with db.snapshot():
        profile = profiles.find_profile(db)
        block = profiles.block(db, Tool(TOOL)) if profile else None
    return profile, frozenset(card.card_id for card in block.cards) if block else frozenset()


def _kept(cards: Iterable[Card]) -> list[Card]:
    """The cards that nobody has forgotten, the surest first."""
    kept = [card for card in cards if card.state is not CardState.ARCHIVED]
    return sorted(kept, key=lambda card: (-RANK[card.confidence], -len(card.source_scene_ids), card.card_id))


def _cards(run: Summary, profile: Profile | None, spoken: frozenset[str], heard: _Heard) -> Iterable[Acting]:
    at = f"/projects/{quote(run.project_id)}/direction"
    for card in _kept(profile.cards if profile else ())[:MOST_CARDS]:
        paused = card.state is not CardState.ACTIVE
        silent = not paused and card.card_id not in spoken
        yield Acting(
            id=f"card-{card.card_id}",
            icon="direction",
            text=card.preference,
            why=f"{card.evidence} Not sure enough to be told yet." if silent else card.evidence,
            href=f"{at}?{urlencode({'peek': card.card_id})}",
            bars=RANK[card.confidence] + 1,
            sure=f"{plain(card.confidence)} confidence, {plural(len(card.source_scene_ids), 'scene')}",
            **heard.switch(run, "cards", card.card_id, paused=paused),
        )


def _plan(bible: Bible, run: Summary, heard: _Heard) -> Iterable[Acting]:
    """The plan that was suggested as the run began, when any run had taught it."""
    told = bible.lessons.suggested(run.run_id)
    if told is None or not told.get("evidence"):
        return
    pattern = told.get("pattern")
    runs = plural(len(told["evidence"]), "run")
    ruling = _ruling(bible, pattern) if pattern else None
    paused = ruling is not None and ruling.state is UseState.PAUSED
    yield Acting(
        id="plan",
        icon="lesson",
        text=f"Plan it as {_planned(told)}",
        why=str(told.get("why") or ""),
        href=f"/memory?{urlencode({'peek': pattern})}" if pattern else "/memory",
        bars=_BARS[Confidence(told.get("confidence", "none"))],
        sure=f"{plain(str(told.get('confidence')))} confidence, {runs}",
        **(heard.switch(run, "patterns", str(pattern), paused=paused) if ruling else {"note": OF_ALLKINDS}),
    )


def _ruling(bible: Bible, pattern: str) -> Ruling | None:
    """What was decided about a pattern; None for a plan whose concept is of no kind that any run taught."""
    try:
        bible.lessons.pattern(pattern)
    except NotFound:
        return None
    return rulings.ruling(bible.db, pattern)


def _planned(told: Mapping[str, Any]) -> str:
    sound = " with ".join(str(told[name]) for name in ("mood", "music_style") if told.get(name))
    plan = f"{plain(str(told['tier'])).lower()}, {told['edit_style']} cut, {plural(int(told['scenes']), 'scene')}"
    return f"{plan}, {sound}" if sound else plan


def _preferences(bible: Bible, run: Summary) -> Iterable[Acting]:
    """What the run's user has decided, in one line: it is changed where it was set."""
    told = preferences.told(bible.db, run.user_id)
    if told:
        names = ", ".join(plain(name).lower() for name in told)
        yield Acting(
            id="preferences",
            icon="preferences",
            text=f"As decided: {names}",
            why="",
            href=f"/preferences?{urlencode({'user': run.user_id})}",
            bars=3,
            sure=f"Set by {'you' if run.user_id == 'local' else run.user_id}",
        )
