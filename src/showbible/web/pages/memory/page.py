"""`/memory`: what finished runs taught, to look at, correct, pause and forget; `/memory/try` asks it for a plan."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from hashlib import blake2b
from typing import Annotated, Final, Self
from urllib.parse import quote

from fastapi import APIRouter, Depends, Query, Request
from starlette.responses import HTMLResponse, Response

from showbible.bible import Bible
from showbible.errors import Invalid, NotFound
from showbible.lessons.model import Combination, DecidedBy, Pattern, Production, Suggestion, UseState
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
from showbible.web.pages.kit.forms import Number, Text
from showbible.web.pages.kit.lists import Cursor, Listed, Peeked, listed
from showbible.web.pages.kit.page import PlacePage
from showbible.web.pages.kit.rewording import Version, versions
from showbible.web.render import Crumb
from showbible.words import plain, plural, score

router = APIRouter(prefix="/memory")

PAGE: Final = 24
EVIDENCE: Final = 12
STATES: Final = (("active", "In use"), ("paused", "Paused"), ("corrected", "Corrected by you"))
CORRECTED: Final = "corrected"


@frozen
class MemoryHead:
    """What was learned, at a glance, and the address of the part below."""

    glance: analytics.Glance
    pairs: list[Combination]
    here: str

    @property
    def proven(self) -> list[Combination]:
        """The combinations that plans may name, the best first."""
        return combinations.successful(self.pairs)

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


@frozen
class MemoryPart(PlacePage):
    """A page below `/memory`."""

    head: MemoryHead
    crumbs: tuple[Crumb, ...] = (Crumb(label="Memory", href="/memory"),)


def head(bible: Bible, here: str) -> MemoryHead:
    """The head above one of the parts."""
    return MemoryHead(glance=analytics.glance(bible.db), pairs=combinations.combinations(bible.db), here=here)


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


@frozen
class PatternDetail:
    """A pattern in the drawer, with what it would suggest now, its evidence and who changed it."""

    pattern: Pattern
    advice: Suggestion
    evidence: list[Production]
    versions: tuple[Version, ...]


@frozen
class PatternDrawer(PlacePage):
    """The drawer alone, for a page whose list stays as it is."""

    wish: PatternFilter
    detail: PatternDetail | None

    plan = (
        ("tier", "Tier", tuple(Tier)),
        ("edit_style", "Edit", tuple(EditStyle)),
        ("scenes", "Scenes", ()),
        ("duration", "Seconds", ()),
    )
    """What a pattern recommends: its field, its label, and what there is to choose from."""


@frozen
class MemoryPage(PatternDrawer, MemoryPart):
    """A page of patterns, and the one that is peeked at; `lost` names one that is not there."""

    list: Listed[Pattern]
    lost: str
    crumbs: tuple[Crumb, ...] = ()

    title = "Memory"
    states = STATES
    key = staticmethod(key)

    def spark(self, pattern: Pattern) -> str:
        """The latest scores, drawn; one is no line."""
        scores = pattern.latest
        return charts.spark(scores, low=min(scores), high=max(scores)) if len(scores) > 1 else ""


@router.get("", response_class=HTMLResponse)
def show_patterns(
    render: Render, bible: OpenBible, wish: Wished, peek: Peeked = "", cursor: Cursor = None
) -> HTMLResponse:
    """Patterns, the most used first."""
    asked = render.request.headers
    if asked.get("hx-target", "").endswith("#peek"):
        with bible.db.snapshot():
            drawer = PatternDrawer(wish=wish, detail=_detail(bible, peek))
        return render.fragment("memory.html", "drawer", drawer)
    page = memory_page(bible, wish, cursor, peek=peek)
    # A page that reads itself again after something was forgotten is not to blame for what is gone.
    status = 404 if page.lost and "hx-request" not in asked else 200
    return render.page("memory.html", page, status=status)


def memory_page(bible: Bible, wish: PatternFilter, cursor: str | None = None, *, peek: str = "") -> MemoryPage:
    """What the page shows, all of one moment."""
    with bible.db.snapshot():
        sort = patterns.PatternSort(wish.sort)
        page = patterns.patterns(bible.db, wish.wanted, sort=sort, limit=PAGE, cursor=cursor)
        count = lambda less: patterns.number(bible.db, less.wanted)  # noqa: E731
        detail = _detail(bible, peek)
        return MemoryPage(
            head=head(bible, "/memory"),
            wish=wish,
            list=listed(wish, page, lambda pattern: pattern, cursor=cursor, count=count),
            detail=detail,
            lost=peek if peek and detail is None else "",
        )


def _detail(bible: Bible, name: str) -> PatternDetail | None:
    try:
        pattern = patterns.pattern(bible.db, name) if name else None
    except NotFound:
        return None
    if pattern is None:
        return None
    return PatternDetail(
        pattern=pattern,
        advice=bible.lessons.suggest(name.replace("_", " ")),
        evidence=history.of_pattern(bible.db, name, limit=EVIDENCE),
        versions=versions(rulings.versions(bible.db, name), names={"edit_style": "Edit"}),
    )


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
        amounts = {"scenes": _amount("scenes", scenes), "duration": _amount("duration", duration)}
        return things.correct(item_id, {"tier": tier or None, "edit_style": edit_style or None, **amounts}, seen=seen)

    return PATTERNS.correct(request, bible, act, said="{it} follows your plan.")


def _amount(name: str, text: str) -> int | None:
    if not text.strip():
        return None
    if not text.strip().isdecimal() or len(text.strip()) > 9:
        raise Invalid(f"{name} must be a whole number.", field=name)
    return int(text)


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


@frozen
class TryPage(MemoryPart):
    """A concept and what would be suggested for it, with the runs that speak for it."""

    concept: str
    advice: Suggestion | None
    evidence: list[Production]
    title: str = "Try it"
    budget: int = USUAL_BUDGET

    def otherwise(self, choice: str) -> str:
        """What a film gets where its form says nothing."""
        source = self.advice.sources.get(choice, DecidedBy.DEFAULT) if self.advice else DecidedBy.DEFAULT
        if choice == "voice":
            return "Yours"
        return "Left to the plan" if source is DecidedBy.DEFAULT else str(getattr(self.advice, choice))


@router.get("/try", response_class=HTMLResponse)
def show_try(
    render: Render, bible: OpenBible, concept: Annotated[str, Query(max_length=CONCEPT_LIMIT)] = ""
) -> HTMLResponse:
    """What would be suggested for a concept, and why; asking changes nothing."""
    concept = concept.strip()
    with bible.db.snapshot():
        advice = bible.lessons.suggest(concept, PlanQuestion(budget=USUAL_BUDGET)) if concept else None
        named = advice.evidence if advice else ()
        runs = sorted(history.some(bible.db, named), key=lambda run: named.index(run.run_id))
        page = TryPage(head=head(bible, "/memory/try"), concept=concept, advice=advice, evidence=runs)
    return render.page("memory_try.html", page)
