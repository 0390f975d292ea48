"""`/memory`: what finished runs taught, to look at, correct, pause and forget; `/memory/try` asks it for a plan."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from hashlib import blake2b
from typing import Annotated, Final, Self
from urllib.parse import quote

from fastapi import APIRouter, Depends, Query, Request
from starlette.responses import HTMLResponse, Response

from showbible.bible import Bible
from showbible.errors import Invalid, NotFound
from showbible.lessons.model import DecidedBy, Pattern, UseState
from showbible.lessons.recall import analytics, combinations, history, patterns, rulings
from showbible.lessons.recall.advice import PlanQuestion
from showbible.lessons.recall.forgotten import ForgottenPattern
from showbible.runs.model import EditStyle, Tier
from showbible.values import frozen
from showbible.vocabulary import CONCEPT_LIMIT, USUAL_BUDGET, word
from showbible.web.deps import OpenBible, Render
from showbible.web.filters import ListFilter
from showbible.web.pages.kit import charts
from showbible.web.pages.kit.corrections import Acts, Things
from showbible.web.pages.kit.forms import Number, Text, whole_number
from showbible.web.pages.kit.lists import Cursor, Listed, Peeked, ReadAgain
from showbible.web.pages.kit.page import PlacePage, page_at
from showbible.web.pages.kit.rewording import versions
from showbible.web.render import Crumb
from showbible.words import plain, plural, score

router = APIRouter(prefix="/memory")

PAGE: Final = 24
EVIDENCE: Final = 12
STATES: Final = (("active", "In use"), ("paused", "Paused"), ("corrected", "Corrected by you"))
CORRECTED: Final = "corrected"


class MemoryHead:
    """What was learned, at a glance, and the address of the part below; `proven` is what plans may name."""

    def __init__(self, bible: Bible, here: str) -> None:
        self.here, self.glance = here, analytics.glance(bible.db)
        self.pairs = combinations.combinations(bible.db)
        self.proven = combinations.successful(self.pairs)

    @property
    def sentence(self) -> str:
        """What is known, in a few words."""
        glance = self.glance
        if not glance.records:
            return "Finished runs become lessons here: what worked, for which kind of film, at what price."
        parts = [f"{plural(glance.records, 'finished run')} taught {plural(glance.patterns, 'pattern')}"]
        if glance.leading:
            average = f", {score(glance.leading_score)} on average" if glance.leading_score is not None else ""
            runs = plural(glance.leading_runs, "run")
            parts.append(f"{plain(glance.leading)} is the best founded, with {runs}{average}")
        for best in self.proven[:1]:
            counted = f"went well {plural(best.good, 'time')} of {best.total}"
            went = "is what you decided for" if best.is_chosen else counted
            parts.append(f"{plain(best.mood)} with {best.music_style} {went}")
        return ". ".join(parts) + "."


class MemoryPart(PlacePage):
    """A page below `/memory`."""

    crumbs = (Crumb(label="Memory", href="/memory"),)


@frozen
class PatternFilter(ListFilter):
    """Which patterns, in which order."""

    q: str = ""
    state: str = ""
    sort: str = patterns.PatternSort.USED

    path = "/memory"

    def checked(self) -> Self:
        """The same with a state and an order that are known."""
        state = self.state if self.state in ("", CORRECTED) else word(UseState, "state", self.state).value
        return replace(self, state=state, sort=word(patterns.PatternSort, "sort", self.sort).value)

    def words(self, name: str, value: str) -> str:
        """A filter in force, as its button calls it."""
        return value if name == "q" else dict(STATES).get(value, plain(value))

    @property
    def wanted(self) -> patterns.WantedPatterns:
        """What the memory is asked for."""
        state = UseState(self.state) if self.state and self.state != CORRECTED else None
        return patterns.WantedPatterns(letters=self.q, state=state, corrected=self.state == CORRECTED)


Wished = Annotated[PatternFilter, Depends(PatternFilter.asked)]


def key(name: str) -> str:
    """A pattern as part of an element's id, whatever letters it has."""
    return blake2b(name.encode(), digest_size=6).hexdigest()


class PatternDetail:
    """A pattern in the drawer, with what it would suggest now, its evidence and who changed it."""

    def __init__(self, bible: Bible, name: str) -> None:
        self.pattern = patterns.pattern(bible.db, name)
        self.advice = bible.lessons.suggest(name.replace("_", " "))
        self.evidence = history.of_pattern(bible.db, name, limit=EVIDENCE)
        self.versions = versions(rulings.versions(bible.db, name), names={"edit_style": "Edit"})


class PatternDrawer(PlacePage):
    """The drawer alone, for a page whose list stays as it is; what is gone meanwhile is not in it."""

    plan = (
        ("tier", "Tier", tuple(Tier)),
        ("edit_style", "Edit", tuple(EditStyle)),
        ("scenes", "Scenes", ()),
        ("duration", "Seconds", ()),
    )
    """What a pattern recommends: its field, its label, and what there is to choose from."""

    def __init__(self, bible: Bible, wish: PatternFilter, peek: str) -> None:
        self.wish = wish
        self.detail: PatternDetail | None = None
        with bible.db.snapshot(), suppress(NotFound):
            self.detail = PatternDetail(bible, peek) if peek else None


class MemoryPage(PatternDrawer):
    """A page of patterns, all of one moment, and the one that is peeked at; `lost` names one that is not there."""

    title = "Memory"
    states = STATES
    key = staticmethod(key)

    def __init__(self, bible: Bible, wish: PatternFilter, cursor: str | None = None, *, peek: str = "") -> None:
        with bible.db.snapshot():
            super().__init__(bible, wish, peek)
            self.lost, self.head = "" if self.detail else peek, MemoryHead(bible, wish.path)
            sort = patterns.PatternSort(wish.sort)
            page = patterns.patterns(bible.db, wish.wanted, sort=sort, limit=PAGE, cursor=cursor)
            count = lambda less: patterns.number(bible.db, less.wanted)  # noqa: E731
            self.list = Listed(wish, page, lambda pattern: pattern, cursor=cursor, count=count)

    def spark(self, pattern: Pattern) -> str:
        """The latest scores, drawn; one is no line."""
        scores = pattern.latest
        return charts.spark(scores, low=min(scores), high=max(scores)) if len(scores) > 1 else ""


@router.get("", response_class=HTMLResponse)
def show_patterns(
    render: Render, bible: OpenBible, wish: Wished, again: ReadAgain, peek: Peeked = "", cursor: Cursor = None
) -> HTMLResponse:
    """Patterns, the most used first."""
    if render.request.headers.get("hx-target", "").endswith("#peek"):
        return render.fragment("memory.html", "drawer", PatternDrawer(bible, wish, peek))
    page = MemoryPage(bible, wish, cursor, peek=peek)
    return render.page("memory.html", page, status=404 if page.lost and not again else 200)


PATTERNS: Final = Acts(
    things=lambda bible, _: bible.lessons.pattern_rulings,
    back=lambda _, request: f"/memory?peek={quote(request.path_params['item_id'])}",
    home=lambda _: "/memory",
    taken=ForgottenPattern,
    called=lambda request: plain(request.path_params["item_id"]),
    paused="{it} is paused.",
    resumed="{it} is in use again.",
    restored="The pattern is back.",
)
PATTERNS.register(router, "/patterns/{item_id}")


@router.post("/patterns/{item_id}/plan")
def correct(
    item_id: str,
    request: Request,
    bible: OpenBible,
    seen: Number,
    tier: Text = "",
    edit_style: Text = "",
    scenes: Text = "",
    duration: Text = "",
) -> Response:
    """Decide what a pattern recommends; an empty field leaves it to the runs."""

    def act(things: Things) -> object:
        amounts = {"scenes": whole_number("scenes", scenes), "duration": whole_number("duration", duration)}
        return things.correct(item_id, {"tier": tier or None, "edit_style": edit_style or None, **amounts}, seen=seen)

    return PATTERNS.correct(request, bible, act, said="{it} follows your plan.")


@frozen
class PatternNews:
    """What a list does not show yet: how many patterns, how many runs of which, and where it is shown."""

    fresh: int
    more: Mapping[str, int]
    href: str

    key = staticmethod(key)


@router.get("/news", response_class=HTMLResponse)
def news(
    render: Render,
    bible: OpenBible,
    wish: Wished,
    total: Annotated[int, Query(ge=0)],
    known: Annotated[Sequence[str], Query(max_length=PAGE)] = (),
) -> HTMLResponse:
    """What is new to a reader who knows of `total` patterns and of so many runs behind some of them."""
    uses, counts = patterns.uses(bible.db, wish.wanted), dict(map(_count, known))
    more = {name: uses.get(name, 0) - number for name, number in counts.items() if uses.get(name, 0) > number}
    fresh = PatternNews(fresh=max(0, len(uses) - total), more=more, href=wish.href())
    return render.fragment("memory_news.html", "news", fresh)


def _count(known: str) -> tuple[str, int]:
    name, _, number = known.rpartition(":")
    if not number.isdecimal() or len(number) > 9:
        raise Invalid("known must name a pattern and its runs, as in teaser:12.", field="known")
    return name, int(number)


@page_at(router, "/try", "memory_try.html")
class TryPage(MemoryPart):
    """A concept, what would be suggested for it and why, with the runs that speak for it; asking changes nothing."""

    title, budget = "Try it", USUAL_BUDGET

    def __init__(self, bible: OpenBible, concept: Annotated[str, Query(max_length=CONCEPT_LIMIT)] = "") -> None:
        self.concept, asked = concept.strip(), PlanQuestion(budget=USUAL_BUDGET)
        with bible.db.snapshot():
            self.head = MemoryHead(bible, "/memory/try")
            self.advice = bible.lessons.suggest(self.concept, asked) if self.concept else None
            named = self.advice.evidence if self.advice else ()
            self.evidence = sorted(history.some(bible.db, named), key=lambda run: named.index(run.run_id))

    def otherwise(self, choice: str) -> str:
        """What a film gets where its form says nothing."""
        source = self.advice.sources.get(choice, DecidedBy.DEFAULT) if self.advice else DecidedBy.DEFAULT
        if choice == "voice":
            return "Yours"
        return "Left to the plan" if source is DecidedBy.DEFAULT else str(getattr(self.advice, choice))
