"""Combinations of mood and music as people read them: cells of a grid, and one in a drawer with all it rests on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final
from urllib.parse import urlencode

from showbible.bible import Bible
from showbible.lessons.model import Combination, Pair, UseState, Verdict
from showbible.lessons.recall import combinations
from showbible.storage.changes import newest
from showbible.web.pages.kit.marks import StatusMark
from showbible.web.pages.kit.rewording import Version, versions
from showbible.web.pages.memory.patterns import PAUSED, Taught, evidence
from showbible.web.words import plain, plural

EVIDENCE: Final = 12
WORKS: Final = StatusMark(hue="ok", icon="check", word="Suggested")
FAILS: Final = StatusMark(hue="bad", icon="failed", word="Rarely went well")
UNSURE: Final = StatusMark(hue="idle", icon="clock", word="Too few runs")
CHOSEN: Final = StatusMark(hue="ok", icon="preferences", word="You say it works")
BARRED: Final = StatusMark(hue="bad", icon="preferences", word="You say it fails")
VERDICTS: Final = (
    ("", "Leave it to the runs"),
    (Verdict.WORKS.value, "It works: suggest it"),
    (Verdict.FAILS.value, "It fails: never suggest it"),
)


@dataclass(frozen=True, kw_only=True)
class Shown:
    """A mood with a music style, how it went, what was decided, and the way to its drawer."""

    mood: str
    music: str
    told: str
    percent: int
    mark: StatusMark
    in_use: bool
    href: str
    pair: Pair

    @property
    def name(self) -> str:
        """Both, as one calls them."""
        return f"{self.mood} with {self.music.lower()}"

    def action(self, act: str) -> str:
        """The address that does something to it."""
        return address(act, self.pair)


@dataclass(frozen=True, kw_only=True)
class Detail:
    """A combination in the drawer; `seen` is the newest change its reader knows of."""

    shown: Shown
    sentence: str
    verdict: str
    evidence: tuple[Taught, ...]
    all_runs: str
    versions: tuple[Version, ...]
    seen: int
    verdicts: tuple[tuple[str, str], ...] = VERDICTS


def peek(pair: Pair) -> str:
    """The address of a combination's drawer."""
    return f"/memory/combinations?{urlencode({'peek': pair.mood, 'music': pair.music_style})}"


def address(act: str, pair: Pair) -> str:
    """The address that does something to a combination."""
    return f"/memory/combinations/{act}?{_query(pair)}"


def shown(found: Combination) -> Shown:
    """One combination as a cell or a row."""
    return Shown(
        mood=plain(found.mood),
        music=plain(found.music_style),
        told=f"{found.good} of {found.total}",
        percent=round(100 * found.success_rate),
        mark=_mark(found),
        in_use=found.ruling.state is UseState.ACTIVE,
        href=peek(found.pair),
        pair=found.pair,
    )


def detail(bible: Bible, found: Combination) -> Detail:
    """One combination with its runs, what was decided about it, and by whom."""
    pair = found.pair
    taught = combinations.behind(bible.db, pair, limit=EVIDENCE)
    changes = combinations.versions(bible.db, pair)
    return Detail(
        shown=shown(found),
        sentence=_sentence(found),
        verdict=found.ruling.verdict or "",
        evidence=tuple(evidence(each) for each in taught),
        all_runs=f"/memory/history?{_query(pair)}",
        versions=versions(changes),
        seen=newest(changes),
    )


def _query(pair: Pair) -> str:
    return urlencode({"mood": pair.mood, "music": pair.music_style})


def _mark(found: Combination) -> StatusMark:
    if found.ruling.state is UseState.PAUSED:
        return PAUSED
    if found.ruling.verdict is not None:
        return CHOSEN if found.ruling.verdict is Verdict.WORKS else BARRED
    if not found.has_support:
        return UNSURE
    return WORKS if found.is_suggested else FAILS


def _sentence(found: Combination) -> str:
    """Whether a plan would name it, and who decided that."""
    counted = f"{found.good} of {plural(found.total, 'rated run')} went well"
    if found.ruling.state is UseState.PAUSED:
        return f"Paused: no plan names it, though {counted}."
    if found.ruling.verdict is not None:
        promise = "plans may name it" if found.ruling.verdict is Verdict.WORKS else "no plan names it"
        return f"You decided: {promise}, whatever the runs say. {counted}."
    if not found.has_support:
        return f"{counted}, too few to suggest it."
    return f"{counted}, so plans {'may' if found.is_suggested else 'do not'} name it."
