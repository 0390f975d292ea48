"""`/projects/{p}/direction`: what is known of a story's director, and every way to correct it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from typing import Annotated, Any, Final
from urllib.parse import urlencode

from fastapi import APIRouter, Depends, Query, Request
from starlette.responses import HTMLResponse

from showbible.bible import Bible
from showbible.direction.api import Direction
from showbible.direction.model import CardState, Confidence, Profile, Scene
from showbible.direction.recall import digests as direction_digests
from showbible.direction.recall import history as direction_history
from showbible.direction.recall import profiles
from showbible.direction.recall import uses as direction_uses
from showbible.direction.recall.digests import Digest
from showbible.direction.recall.tools import Tool
from showbible.direction.record.cards import SHAPES
from showbible.errors import Invalid
from showbible.jobs import queue
from showbible.jobs.queue import JobState
from showbible.runs.model import word
from showbible.storage.changes import Change
from showbible.vocabulary import QUERY_LIMIT, checked_id, utcnow
from showbible.web.deps import OpenBible
from showbible.web.pages.direction.cards import CardView, cards, scene_name
from showbible.web.pages.direction.figures import Figures, figures
from showbible.web.pages.direction.late import Clash, Late
from showbible.web.pages.direction.prompt import TOOLS, PromptTold, told
from showbible.web.pages.direction.shots import Strip, strip
from showbible.web.pages.kit.marks import StatusMark
from showbible.web.pages.kit.rewording import Version, author, versions
from showbible.web.pages.project.page import Head, head
from showbible.web.render import Crumb, Templates
from showbible.web.words import plural

router = APIRouter(prefix="/projects/{project_id}/direction")

PAGE: Final = 50
TABS: Final = ("cards", "scenes", "history", "prompt")
NAMES: Final = {
    "preference": "Says",
    "applies_to": "Applies to",
    "avoid_applying_to": "Not for",
    "state": "State",
    "merged": "Merged into it",
    "split": "Split off it",
}

LEARNED: Final = StatusMark(hue="ok", icon="check", word="Learned from")
WAITS: Final = StatusMark(hue="run", icon="clock", word="Waits to be learned from")
PLANNING: Final = StatusMark(hue="idle", icon="hourglass", word="Still being planned")


@dataclass(frozen=True, kw_only=True)
class DirectionView:
    """What the address asks for; left out means the usual."""

    tab: str = "cards"
    q: str = ""
    state: str = ""
    confidence: str = ""
    tool: str = Tool.GENERATE_BEAT_PACKAGE.value
    scene: str = ""
    steering: str = ""

    def query(self, **changes: str) -> str:
        """The end of an address that asks for the same with something changed."""
        usual = asdict(DirectionView())
        said = {name: value for name, value in asdict(replace(self, **changes)).items() if value != usual[name]}
        return f"?{urlencode(said)}" if said else ""

    @property
    def narrows(self) -> tuple[tuple[str, str], ...]:
        """The filters of cards in force, each with the name of its field."""
        found = {"q": self.q, "state": self.state, "confidence": self.confidence}
        return tuple((name, value) for name, value in found.items() if value)

    def lets(self, card: CardView) -> bool:
        """Whether a card passes the filters; what was forgotten is shown only when asked for."""
        text = f"{card.preference} {card.applies_to} {card.avoid_applying_to}".lower()
        return (
            (card.state == self.state if self.state else not card.forgotten)
            and card.confidence.lower().startswith(self.confidence)
            and all(part in text for part in self.q.lower().split())
        )


def wish(
    tab: str = "cards",
    q: Annotated[str, Query(max_length=QUERY_LIMIT)] = "",
    state: str = "",
    confidence: str = "",
    tool: str = Tool.GENERATE_BEAT_PACKAGE.value,
    scene: str = "",
    steering: Annotated[str, Query(max_length=QUERY_LIMIT)] = "",
) -> DirectionView:
    """The wish that an address spells out."""
    if tab not in TABS:
        raise Invalid(f"tab must be one of {', '.join(TABS)}.", field="tab")
    return DirectionView(
        tab=tab,
        q=q.strip(),
        state=word(CardState, "state", state) if state else "",
        confidence=word(Confidence, "confidence", confidence) if confidence else "",
        tool=tool,
        scene=checked_id("scene", scene) if scene else "",
        steering=steering.strip(),
    )


Wished = Annotated[DirectionView, Depends(wish)]


@dataclass(frozen=True, kw_only=True)
class SceneRow:
    """A scene in the list: the plan it stands at, and what was edited."""

    name: str
    href: str
    place: str
    mark: StatusMark
    strip: Strip
    edits: str
    updated_at: datetime


@dataclass(frozen=True, kw_only=True)
class Help:
    """The filter whose removal shows the most cards."""

    value: str
    href: str
    total: int


@dataclass(frozen=True, kw_only=True)
class DirectionPage:
    """A story's director; `cards` are those that pass the filters, `all` every one."""

    head: Head
    wish: DirectionView
    profile: Profile | None
    author: str
    all: tuple[CardView, ...]
    cards: tuple[CardView, ...]
    help: Help | None
    figures: Figures
    ready: int
    total: int
    waiting: int
    handed_out: int
    scenes: tuple[SceneRow, ...]
    next: str | None
    history: tuple[tuple[str, Version], ...]
    told: PromptTold | None
    peek: CardView | None
    versions: tuple[Version, ...]
    now: datetime
    clash: Clash | None = None
    late: Late | None = None
    title: str = "Direction"
    tools: tuple[tuple[str, str], ...] = TOOLS

    @property
    def href(self) -> str:
        """The address of the page without anything asked."""
        return f"{self.head.href}/direction"

    @property
    def crumbs(self) -> tuple[Crumb, ...]:
        """The way to it."""
        return self.head.crumbs

    @property
    def in_use(self) -> int:
        """How many cards speak."""
        return sum(card.on for card in self.all)

    @property
    def states(self) -> tuple[tuple[str, str, int], ...]:
        """The states to choose from, each with how many cards are in it."""
        named = (("active", "In use"), ("paused", "Paused"), ("archived", "Forgotten"))
        kept = sum(not card.forgotten for card in self.all)
        return (("", "In use and paused", kept), *((s, w, sum(card.state == s for card in self.all)) for s, w in named))

    @property
    def others(self) -> tuple[CardView, ...]:
        """The cards that could be merged into the one that is looked at."""
        return tuple(card for card in self.all if card is not self.peek and not card.forgotten)

    @property
    def tabs(self) -> tuple[tuple[str, str, int | None], ...]:
        """The parts of the page."""
        kept = sum(not card.forgotten for card in self.all)
        named = (("cards", "Cards", kept), ("scenes", "Scenes", self.total), ("history", "History", None))
        return tuple(
            (self.href + DirectionView(tab=tab).query(), name, count)
            for tab, name, count in (*named, ("prompt", "What a tool sees", None))
        )

    @property
    def here(self) -> str:
        """The tab that is open."""
        return self.href + DirectionView(tab=self.wish.tab).query()


@router.get("", response_class=HTMLResponse)
def shown(
    project_id: str,
    request: Request,
    bible: OpenBible,
    wish: Wished,
    peek: str = "",
    cursor: Annotated[str | None, Query(max_length=2048)] = None,
) -> HTMLResponse:
    """What is known of a story's director."""
    templates: Templates = request.app.state.templates
    page = gathered(bible, project_id, wish, peek=checked_id("card", peek) if peek else "", cursor=cursor)
    answer = templates.page(request, "direction.html", page=page)
    if request.headers.get("hx-target", "").endswith(("#list", "#told")):
        # What was typed becomes the address, without the fields that say nothing.
        answer.headers["HX-Replace-Url"] = page.href + wish.query()
    return answer


def gathered(
    bible: Bible,
    project_id: str,
    wish: DirectionView,
    *,
    peek: str = "",
    cursor: str | None = None,
) -> DirectionPage:
    """What the page shows, all of one moment."""
    story, now = bible.direction(project_id), utcnow()
    top = head(bible, project_id)
    with story.db.snapshot():
        found = profiles.find_profile(story.db)
        digests, uses = (
            direction_digests.digests(story.db),
            direction_uses.uses(story.db),
        )
        listed = story.scenes(limit=PAGE, cursor=cursor or None)
        seen = cards(found.cards if found else (), digests, uses, at=f"{top.href}/direction", now=now)
        by_id = {card.card_id: card for card in seen}
        passing = tuple(card for card in seen if wish.lets(card))
        return DirectionPage(
            head=top,
            wish=wish,
            profile=found,
            author=author(found.made_by) if found else "",
            all=seen,
            cards=passing,
            help=_help(seen, wish, f"{top.href}/direction") if seen and not passing and wish.narrows else None,
            figures=figures(found.stats if found else None, digests),
            ready=len(digests),
            total=listed.total,
            waiting=_waiting(bible, story.project_id),
            handed_out=sum(each.number for name, each in story.figures().items() if name.startswith("used.")),
            scenes=_rows(listed.items, digests, f"{top.href}/direction") if wish.tab == "scenes" else (),
            next=_next(wish, listed.next_cursor),
            history=_history(story, by_id) if wish.tab == "history" else (),
            told=_told(story, found, listed.items, wish) if found and wish.tab == "prompt" else None,
            peek=by_id.get(peek),
            versions=_versions(story.history(peek), seen) if peek in by_id else (),
            now=now,
        )


def _next(wish: DirectionView, cursor: str | None) -> str | None:
    return (
        f"{DirectionView(tab=wish.tab).query()}&{urlencode({'cursor': cursor})}"
        if cursor and wish.tab == "scenes"
        else None
    )


def _help(seen: Sequence[CardView], wish: DirectionView, at: str) -> Help:
    """The filter to remove first: the one without which most is left."""
    tried = []
    for name, value in wish.narrows:
        less = replace(wish, **{name: ""})
        tried.append(Help(value=value, href=at + less.query(), total=sum(map(less.lets, seen))))
    return max(tried, key=lambda less: less.total)


def _waiting(bible: Bible, project_id: str) -> int:
    """How many of the next jobs will teach this story something."""
    waiting = [
        job for state in (JobState.QUEUED, JobState.RUNNING) for job in queue.listed(bible.db, state=state).items
    ]
    return sum(job.payload.get("project_id") == project_id and job.event in _TEACHES for job in waiting)


_TEACHES: Final = ("scene.ready", "direction.changed")


def _rows(found: Sequence[Scene], digests: Sequence[Digest], at: str) -> tuple[SceneRow, ...]:
    known = {digest.scene_id: digest for digest in digests}
    return tuple(
        SceneRow(
            name=scene_name(scene.scene_id, scene.scene_index),
            href=f"{at}/scenes/{scene.scene_id}",
            place=scene.facts.location or scene.facts.act_intent[:120] or scene.scene_id,
            mark=standing(scene, learned=scene.scene_id in known),
            strip=strip(tuple(shot for shot in scene.shots if not shot.deleted)),
            edits=_edits(known.get(scene.scene_id)),
            updated_at=scene.updated_at,
        )
        for scene in found
    )


def standing(scene: Scene, *, learned: bool) -> StatusMark:
    """Whether a scene teaches already."""
    if not scene.ready:
        return PLANNING
    return LEARNED if learned else WAITS


def _edits(digest: Digest | None) -> str:
    if digest is None:
        return ""
    if not digest.edits:
        return "Accepted as it was"
    return f"{plural(len(digest.edits), 'edit')}, {len(digest.taste)} of taste"


def _history(story: Direction, by_id: dict[str, CardView]) -> tuple[tuple[str, Version], ...]:
    """The newest changes, each with what its card says now; a card that is gone takes nothing back."""
    found = [change for change in direction_history.history(story.db, limit=PAGE) if change.item_id in by_id]
    return tuple(
        (by_id[change.item_id].preference, version)
        for change, version in zip(found, _versions(found, by_id.values()), strict=True)
    )


def _versions(found: Sequence[Change], seen: Iterable[CardView]) -> tuple[Version, ...]:
    """Changes to read, with cards called by what they say."""
    says = {card_id: text for card in seen for card_id, text in (*card.made_of, (card.card_id, card.preference))}

    def named(side: Mapping[str, Any]) -> dict[str, Any]:
        cards = {name: [says.get(card_id, "a card") for card_id in side[name]] for name in SHAPES if name in side}
        return {**side, **cards}

    return versions([replace(each, before=named(each.before), after=named(each.after)) for each in found], names=NAMES)


def _told(story: Direction, profile: Profile, listed: Sequence[Scene], wish: DirectionView) -> PromptTold:
    scenes = {scene.scene_id: scene for scene in listed}
    if wish.scene and wish.scene not in scenes:
        scenes[wish.scene] = story.scene(wish.scene)
    facts = scenes[wish.scene].facts if wish.scene else None
    return told(profile, list(scenes.values()), facts, tool=wish.tool, scene=wish.scene, steering=wish.steering)
