"""`/projects/{p}/direction`: what is known of a story's director, and every way to correct it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field, replace
from functools import cached_property
from types import MappingProxyType
from typing import Annotated, Final, NamedTuple, Self

from fastapi import APIRouter, Depends
from starlette.responses import HTMLResponse

from showbible.bible import Bible
from showbible.briefing.tokens import tokens
from showbible.direction.api import Direction
from showbible.direction.model import RANK, Card, CardState, Confidence, EditEvent, Scene
from showbible.direction.recall import block as blocks
from showbible.direction.recall import digests as scene_digests
from showbible.direction.recall import effort, history, profiles, scenes, snapshots, uses
from showbible.direction.recall.block import Block
from showbible.direction.recall.digests import Digest
from showbible.direction.recall.evidence import feeds
from showbible.direction.recall.person_edits import without
from showbible.direction.recall.tools import Tool, tool_named
from showbible.direction.recall.uses import Use
from showbible.errors import Invalid
from showbible.jobs import queue
from showbible.jobs.queue import JobState
from showbible.storage.changes import Change
from showbible.values import frozen
from showbible.vocabulary import PROSE_LIMIT, checked_id, checked_text
from showbible.web.deps import OpenBible, Render
from showbible.web.filters import ListFilter
from showbible.web.pages.direction import figures
from showbible.web.pages.direction.figures import Strip
from showbible.web.pages.kit.lists import Cursor, Peeked, Relief, relief
from showbible.web.pages.kit.rewording import Side, Version, versions
from showbible.web.pages.project.head import ProjectPage

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
_TEACHES: Final = ("scene.ready", "direction.changed")


@frozen
class DirectionFilter(ListFilter):
    """Which part of the page, which cards, and for which tool, scene and request."""

    tab: str = "cards"
    q: str = ""
    state: str = ""
    confidence: str = ""
    tool: str = Tool.GENERATE_BEAT_PACKAGE
    scene: str = ""
    steering: str = ""

    shows = ("tab", "tool", "scene", "steering")
    kinds = MappingProxyType({"state": CardState, "confidence": Confidence})

    def checked(self) -> Self:
        """The same with a part, a state and a confidence that are known."""
        if self.tab not in TABS:
            raise Invalid(f"tab must be one of {', '.join(TABS)}.", field="tab")
        if self.scene:
            checked_id("scene", self.scene)
        return super().checked()

    def lets(self, card: Card) -> bool:
        """Whether a card passes the filters; what was forgotten is shown only when asked for."""
        text = f"{card.preference} {card.applies_to} {card.avoid_applying_to}".lower()
        return (
            (card.state == self.state if self.state else card.state is not CardState.ARCHIVED)
            and self.confidence in ("", card.confidence)
            and all(part in text for part in self.q.lower().split())
        )


Wished = Annotated[DirectionFilter, Depends(DirectionFilter.asked)]


class Proof(NamedTuple):
    """One edit that a card rests on, and its scene."""

    scene: Digest
    edit: EditEvent


class CardView:
    """A card with the scenes and edits it rests on, and its uses, newest first.

    `quotes` are the director's own words, each said once.
    """

    def __init__(self, card: Card, digests: Mapping[str, Digest], uses: Sequence[Use]) -> None:
        self.card, self.uses = card, [use for use in uses if card.card_id in use.card_ids]
        self.scenes = [digests[scene_id] for scene_id in card.source_scene_ids if scene_id in digests]
        self.proofs = [Proof(scene, edit) for scene in self.scenes for edit in scene.taste if feeds(card, edit)]
        said: dict[str, Proof] = {}
        for proof in self.proofs:
            if proof.edit.user_text:
                said.setdefault(proof.edit.user_text, proof)
        self.quotes = list(said.values())


@frozen
class ToolPrompt:
    """The block that a tool receives, the scenes to choose from, and each card left out with its reason."""

    block: Block
    tokens: int
    scenes: Sequence[Scene]
    left_out: tuple[tuple[Card, str], ...]


@frozen
class Late:
    """An act by somebody who had other words before them; what was ticked and written is kept."""

    act: str
    card_id: str
    words: Mapping[str, str] = field(default_factory=dict)
    ticked: frozenset[str] = frozenset()
    both: tuple[tuple[str, str], ...] = ()
    """What each card said when it was looked at, and what it says now."""


class DirectionPage(ProjectPage):
    """A story's director, all of one moment: what is known, what that rests on, and what the open part shows of it.

    `digests` is what is kept of each ready scene, by its id, in the story's order; `changes` are the newest of all
    cards, or those of the card that is looked at.
    """

    title, tools, picture = "Direction", tuple(Tool), staticmethod(figures.picture)

    def __init__(
        self, bible: OpenBible, project_id: str, wish: Wished, peek: Peeked = "", cursor: Cursor = None
    ) -> None:
        super().__init__(bible, project_id)
        self.late: Late | None = None
        self.wish, story, peek = wish, bible.direction(project_id), checked_id("card", peek) if peek else ""
        self.overruled = story.overruled(wish.steering or None) if wish.tab == "prompt" and not peek else frozenset()
        with story.db.snapshot():
            digests = scene_digests.digests(story.db)
            self.digests = {digest.scene_id: digest for digest in digests}
            self.profile, self.uses = profiles.find_profile(story.db), uses.uses(story.db)
            self.scenes = scenes.scenes(story.db, limit=PAGE, cursor=cursor or None)
            self.waiting, self.handed_out = _waiting(bible, story.project_id), uses.handed_out(story.db)
            peeked = (
                next((card for card in self.all if card.card_id == checked_id("card", peek)), None) if peek else None
            )
            self.changes = self._changes(story, peeked)
            self.prompt = self._prompt(story) if wish.tab == "prompt" and not peeked else None
        self.peek = self.view(peeked) if peeked else None
        self.verdict, self.effort = effort.verdict(digests), figures.effort(digests)
        self.tallies = effort.tallies(digests)

    def _changes(self, story: Direction, peeked: Card | None) -> Sequence[Change]:
        if peeked:
            return story.cards.history(peeked.card_id)
        return history.history(story.db, limit=PAGE) if self.wish.tab == "history" else ()

    def _prompt(self, story: Direction) -> ToolPrompt | None:
        """What a tool will be told, word for word, and why some cards are left out; looking is no use."""
        wish, offered = self.wish, list(self.scenes.items)
        if self.profile is None:
            return None
        if wish.scene and wish.scene not in {scene.scene_id for scene in offered}:
            offered.append(scenes.scene(story.db, wish.scene))
        tool, steering = tool_named(wish.tool), checked_text("steering", wish.steering, limit=PROSE_LIMIT) or None
        facts = next((scene.facts for scene in offered if scene.scene_id == wish.scene), None)
        block = blocks.built(without(self.profile, self.overruled), tool, facts=facts, steering=steering)
        left_out = blocks.left_out(block, self.profile, tool, facts=facts)
        return ToolPrompt(block=block, tokens=tokens(block.prompt), scenes=offered, left_out=left_out)

    @property
    def href(self) -> str:
        """The address of the page without anything asked."""
        return f"{self.head.href}/direction"

    @cached_property
    def all(self) -> tuple[Card, ...]:
        """Every card, the surest first."""
        order = lambda card: (-RANK[card.confidence], -len(card.source_scene_ids), card.preference)  # noqa: E731
        return tuple(sorted(self.profile.cards, key=order)) if self.profile else ()

    @property
    def kept(self) -> tuple[Card, ...]:
        """The cards that were not forgotten."""
        return tuple(card for card in self.all if card.state is not CardState.ARCHIVED)

    @cached_property
    def cards(self) -> tuple[CardView, ...]:
        """The cards that pass the filters."""
        return tuple(self.view(card) for card in self.all if self.wish.lets(card))

    def view(self, card: Card) -> CardView:
        """A card to look at."""
        return CardView(card, self.digests, self.uses)

    @property
    def relief(self) -> Relief | None:
        """The filter whose removal shows the most cards."""
        best = relief(self.wish, lambda less: sum(map(less.lets, self.all))) if self.all else None
        return replace(best, href=self.href + best.href) if best else None

    def part(self, tab: str, **asked: str) -> str:
        """The address of a part of the page."""
        return self.href + DirectionFilter(tab=tab).href(**asked)

    def plan(self, scene: Scene) -> Strip:
        """The plan of a scene as pictures."""
        return Strip(snapshots.active(scene.shots))

    @property
    def history(self) -> tuple[tuple[Card, Version], ...]:
        """The newest changes, each with its card; a card that is gone undoes nothing."""
        by_id = {card.card_id: card for card in self.all}
        says = {card.card_id: card.preference for each in self.all for card in (*each.made_of, each)}
        changes = [change for change in self.changes if change.item_id in by_id]

        def named(side: Side) -> Side:
            links = (name for name in history.LINKS if name in side)
            return {**side, **{name: [says.get(card_id, "a card") for card_id in side[name]] for name in links}}

        told = versions(changes, names=NAMES, tell=named)
        return tuple(zip((by_id[each.item_id] for each in changes), told, strict=True))


@router.get("", response_class=HTMLResponse)
def show_direction(render: Render, page: Annotated[DirectionPage, Depends()]) -> HTMLResponse:
    """What is known of a story's director."""
    answer = render.page("direction.html", page)
    if render.request.headers.get("hx-target", "").endswith(("#list", "#told")):
        # What was typed becomes the address, without the fields that say nothing.
        answer.headers["HX-Replace-Url"] = page.href + page.wish.href()
    return answer


def _waiting(bible: Bible, project_id: str) -> int:
    """How many of the next jobs will teach this story something."""
    states = (JobState.QUEUED, JobState.RUNNING)
    waiting = [job for state in states for job in queue.listed(bible.db, state=state).items]
    return sum(job.payload.get("project_id") == project_id and job.event in _TEACHES for job in waiting)
