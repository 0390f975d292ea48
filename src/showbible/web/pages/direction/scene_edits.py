"""`/projects/{p}/direction/scenes/{s}`: what was edited in a scene, before and after, and what it taught."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable
from typing import Final
from urllib.parse import quote

from fastapi import APIRouter

from showbible.direction.model import Card, EditEvent, EventType, ShotChange, Snapshot
from showbible.direction.recall import diff, profiles, scenes, snapshots
from showbible.direction.recall.digests import is_whole, shows_taste
from showbible.direction.recall.evidence import feeds
from showbible.vocabulary import word
from showbible.web.deps import OpenBible
from showbible.web.pages.direction.figures import Strip, in_words
from showbible.web.pages.kit.page import page_at
from showbible.web.pages.kit.rewording import Piece, reworded
from showbible.web.pages.project.head import ProjectPage
from showbible.web.render import Crumb
from showbible.words import plain

router = APIRouter(prefix="/projects/{project_id}/direction/scenes")

MOST_CHANGES: Final = 8
LONGEST_VALUE: Final = 60
"""What is longer, before and after together, is prose."""


class EditView:
    """One edit with the fields it changed, word by word, and the cards it taught.

    The strips are there when the session still is.
    """

    def __init__(self, event: EditEvent, before: Snapshot, after: Snapshot, cards: Iterable[Card]) -> None:
        was, now = ({shot.shot_id for shot in plan} for plan in (before, after))
        self.event, self.whole = event, is_whole(event)
        self.fields = [_field(change, event) for change in event.changes[:MOST_CHANGES]]
        self.before = _strip_of(before, was - now, "gone", event) if before and not self.whole else None
        self.after = _strip_of(after, now - was if before else (), "new", event) if after else None
        self.cards = [card for card in cards if shows_taste(event) and feeds(card, event)]


@page_at(router, "/{scene_id}", "scene_edits.html")
class ScenePage(ProjectPage):
    """A scene, what was learned from it, its plan, and its edits: those of one `kind`, where one was asked for.

    `direction` is the address of the story's direction, `continuity` that of the scene's report, `numbers` how many
    edits there are of each kind.
    """

    def __init__(self, bible: OpenBible, project_id: str, scene_id: str, kind: str = "") -> None:
        self.kind = word(EventType, "kind", kind) if kind else None
        super().__init__(bible, project_id)
        self.direction, db = f"{self.head.href}/direction", bible.direction(project_id).db
        with db.snapshot():
            self.scene, session = scenes.scene(db, scene_id), scenes.session(db, scene_id)
            self.learned, profile = scenes.find_memory(db, scene_id), profiles.find_profile(db)
        self.continuity = f"{self.head.href}/continuity/{quote(scene_id, safe='')}"
        self.title = self.scene.name
        self.crumbs += (Crumb(label="Direction", href=f"{self.direction}?tab=scenes"),)
        characters = self.scene.facts.characters
        events = self.learned.events if self.learned else diff.events(session.messages, characters=characters)
        cards = [card for card in profile.cards if scene_id in card.source_scene_ids] if profile else []
        asked = [event for event in events if self.kind in (None, event.type)]
        self.plan = Strip(snapshots.active(self.scene.shots), most=24)
        self.numbers = Counter(event.type for event in events)
        self.edits = [EditView(event, *session.plans.get(event.call_id, ((), ())), cards) for event in asked]


def _strip_of(plan: Snapshot, differing: Collection[str], mark: str, event: EditEvent) -> Strip:
    """A plan with the shots that only it has, or else with those that an edit touched."""
    if is_whole(event):
        return Strip(plan)
    return Strip(plan, marked=differing or event.shot_refs, mark=mark if differing else "changed")


def _field(change: ShotChange, event: EditEvent) -> tuple[str, tuple[Piece, ...]]:
    name = plain(change.name)
    label = f"{change.shot_id}: {name.lower()}" if event.type is EventType.BULK_EDIT else name
    return label, _pieces(in_words(change.before), in_words(change.after))


def _pieces(before: str, after: str) -> tuple[Piece, ...]:
    """A sentence word by word; a single value as a whole, so that none is made of two."""
    if len(before) + len(after) > LONGEST_VALUE:
        return reworded(before, after)
    return (Piece(kind="gone", text=before), Piece(kind="same", text=" "), Piece(kind="new", text=after))
