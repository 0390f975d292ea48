"""`/memory/combinations`: which moods went well with which music, as a grid, and each in a drawer to judge."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Final
from urllib.parse import urlencode

from fastapi import APIRouter, Request
from starlette.responses import Response

from showbible.bible import Bible
from showbible.errors import NotFound
from showbible.lessons.model import ENOUGH, Combination, Pair, PairVerdict, UseState
from showbible.lessons.recall import combinations
from showbible.lessons.recall.forgotten import ForgottenCombination
from showbible.shapes.lessons import CombinationRow
from showbible.vocabulary import word
from showbible.web.deps import OpenBible
from showbible.web.pages.kit import attachments
from showbible.web.pages.kit.corrections import Acts
from showbible.web.pages.kit.forms import Number, Text
from showbible.web.pages.kit.lists import Peeked, ReadAgain
from showbible.web.pages.kit.marks import StatusMark
from showbible.web.pages.kit.page import page_at
from showbible.web.pages.kit.rewording import versions
from showbible.web.pages.memory.page import EVIDENCE, MemoryHead, MemoryPart
from showbible.words import plain, plural

router = APIRouter(prefix="/memory/combinations")

HERE: Final = "/memory/combinations"


class CombinationDetail:
    """A combination in the drawer, with its evidence and who changed it."""

    def __init__(self, bible: Bible, combination: Combination) -> None:
        self.combination = combination
        self.evidence = combinations.behind(bible.db, combination.pair, limit=EVIDENCE)
        self.versions = versions(combinations.versions(bible.db, combination.pair))


@page_at(router, "", "memory_combinations.html")
class CombinationsPage(MemoryPart):
    """Every combination, the best founded successes first, and the one that is peeked at.

    The most frequent ones are a grid of moods by music.
    """

    title = "Combinations"

    def __init__(self, bible: OpenBible, again: ReadAgain, peek: Peeked = "", music: Peeked = "") -> None:
        with bible.db.snapshot():
            self.head = MemoryHead(bible, HERE)
            peeked = next((each for each in self.head.pairs if each.pair == (peek, music)), None)
            self.detail = CombinationDetail(bible, peeked) if peeked else None
        if peek and not peeked and not again:
            raise NotFound("combination", f"{peek} with {music}")

    @property
    def columns(self) -> list[str]:
        """The most frequent music."""
        return _frequent(((each.music_style, each.total) for each in self.head.pairs), 8)

    @property
    def grid(self) -> dict[str, list[Combination | None]]:
        """Each of the most frequent moods with each of the columns."""
        pairs, columns = {each.pair: each for each in self.head.pairs}, self.columns
        moods = _frequent(((each.mood, each.total) for each in self.head.pairs), 12)
        return {mood: [pairs.get(Pair(mood, music)) for music in columns] for mood in moods}

    def mark(self, it: Combination) -> StatusMark:
        """Whether a plan would name it."""
        if it.ruling.state is UseState.PAUSED:
            return StatusMark(hue="idle", icon="pause", word="Paused")
        if it.ruling.verdict is PairVerdict.WORKS:
            return StatusMark(hue="ok", icon="preferences", word="You say it works")
        if it.ruling.verdict is PairVerdict.FAILS:
            return StatusMark(hue="bad", icon="preferences", word="You say it fails")
        if not it.has_support:
            return StatusMark(hue="idle", icon="clock", word="Too few runs")
        if it.is_suggested:
            return StatusMark(hue="ok", icon="check", word="Suggested")
        return StatusMark(hue="bad", icon="failed", word="Rarely went well")

    def promise(self, it: Combination) -> str:
        """Whether a plan would name it, and who decided that."""
        counted = f"{it.good} of {plural(it.total, 'rated run')} went well"
        if it.ruling.state is UseState.PAUSED:
            return f"Paused: no plan names it, though {counted}."
        if it.ruling.verdict is not None:
            promise = "plans may name it" if it.is_chosen else "no plan names it"
            return f"You decided: {promise}, whatever the runs say. {counted}."
        if not it.has_support:
            return f"{counted}, too few to suggest it."
        return f"{counted}, so plans {'may' if it.is_suggested else 'do not'} name it."

    @property
    def sentence(self) -> str:
        """What to choose."""
        for first in self.head.proven[:1]:
            name = f"{plain(first.mood)} with {first.music_style}"
            if first.is_chosen:
                return f"{name} is what you decided for."
            return f"{name} is the safest choice: {first.good} of {plural(first.total, 'rated run')} went well."
        return f"A combination is suggested once {ENOUGH} rated runs used it and more than half of them went well."


def _frequent(counted: Iterable[tuple[str, int]], most: int) -> list[str]:
    totals: Counter[str] = Counter()
    for name, number in counted:
        totals[name] += number
    return [name for name, _ in totals.most_common(most)]


attachments.offer(router, "", "combinations", CombinationRow, lambda bible, _: bible.lessons.combinations())


def _pair(request: Request) -> Pair:
    """The combination that an address names."""
    return Pair(request.query_params.get("mood", ""), request.query_params.get("music", ""))


def _drawer(request: Request) -> str:
    pair = _pair(request)
    return f"{HERE}?{urlencode({'peek': pair.mood, 'music': pair.music_style})}"


COMBINATIONS: Final = Acts(
    things=lambda bible, _: bible.lessons.combination_rulings,
    back=lambda _, request: _drawer(request),
    home=lambda _: HERE,
    taken=ForgottenCombination,
    item_id=lambda request: _pair(request).item_id,
    in_path=False,
    called=lambda request: plain(str(_pair(request))),
    paused="{it} is paused.",
    resumed="{it} is in use again.",
    forgotten="{it} is forgotten; later runs teach it anew.",
    restored="The combination is back.",
)
COMBINATIONS.register(router, "")


@router.post("/verdict")
def judge(request: Request, bible: OpenBible, seen: Number, verdict: Text = "") -> Response:
    """Say whether a combination works; nothing leaves it to the runs."""
    words = {PairVerdict.WORKS: "is suggested from now on", PairVerdict.FAILS: "is not suggested any more"}
    said = words[word(PairVerdict, "verdict", verdict)] if verdict else "is left to the runs"
    act = lambda things: things.correct(_pair(request).item_id, {"verdict": verdict or None}, seen=seen)  # noqa: E731
    return COMBINATIONS.correct(request, bible, act, said=f"{{it}} {said}.")
