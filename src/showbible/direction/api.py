"""A story's direction as one object."""

from __future__ import annotations

import builtins
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Unpack

from showbible.corrections import Corrections
from showbible.direction.learn import steering_notes
from showbible.direction.model import Card, Profile, Scene, SceneFacts, SessionMessage, Snapshot
from showbible.direction.recall import profiles, uses
from showbible.direction.recall import scenes as recall_scenes
from showbible.direction.recall.anticipate import Edit
from showbible.direction.recall.block import Block
from showbible.direction.recall.person_edits import Half, Halves
from showbible.direction.recall.plans import NewScene
from showbible.direction.recall.profiles import StandingCard
from showbible.direction.recall.scenes import SceneMemory
from showbible.direction.recall.uses import Figure, Use
from showbible.direction.record import handout, merge_split, sessions
from showbible.direction.record import scenes as direction_scenes
from showbible.direction.record import uses as use_notes
from showbible.direction.record.cards import CARDS, CardFacts
from showbible.direction.record.sessions import Appended
from showbible.llm.client import LLM
from showbible.llm.offline import Offline
from showbible.storage import paging
from showbible.storage.database import ProjectDatabase
from showbible.storage.paging import Page
from showbible.values import check_names
from showbible.vocabulary import LOCAL_USER, PROSE_LIMIT, RULE, ProjectId, checked_text


@dataclass(frozen=True)
class Direction:
    """What a story's director changes, and what that teaches."""

    db: ProjectDatabase
    llm: Callable[[], LLM] = Offline

    @property
    def project_id(self) -> ProjectId:
        """The story whose direction this is."""
        return self.db.project_id

    def put(self, scene_id: str, new: NewScene) -> Scene:
        """Keep a scene; a ready one is harvested in the background."""
        return direction_scenes.put_scene(self.db, scene_id, new)

    def scene(self, scene_id: str) -> Scene:
        """One scene."""
        return recall_scenes.scene(self.db, scene_id)

    def scenes(self, *, limit: int = paging.USUAL, cursor: str | None = None) -> Page[Scene]:
        """Scenes, the one changed last first."""
        return recall_scenes.scenes(self.db, limit=limit, cursor=cursor)

    def delete(self, scene_id: str) -> None:
        """Remove a scene with everything learned from it."""
        direction_scenes.delete_scene(self.db, scene_id)

    def announce_told(self) -> None:
        """Let what the scenes tell be read in the background, as when one is put."""
        with self.db.transaction():
            direction_scenes.announce_told(self.db)

    def append(
        self,
        scene_id: str,
        messages: Sequence[SessionMessage],
        *,
        chat_session_id: str | None = None,
        user_id: str = LOCAL_USER,
    ) -> Appended:
        """Add to a scene's edit session."""
        return sessions.append(self.db, scene_id, messages, chat_session_id=chat_session_id, user_id=user_id)

    def forget(self, scene_id: str, *, chat_session_id: str | None = None) -> None:
        """Remove a session for good."""
        sessions.forget_session(self.db, scene_id, chat_session_id=chat_session_id)

    def memory(self, scene_id: str) -> SceneMemory:
        """What was learned from a scene."""
        return recall_scenes.memory(self.db, scene_id)

    def profile(self) -> Profile:
        """What is known of the director."""
        return profiles.profile(self.db)

    @property
    def cards(self) -> Corrections[ProjectDatabase, StandingCard, object]:
        """The preference cards, as people correct and pause them, and undo that."""
        return Corrections(self.db, CARDS)

    def change_card(self, card_id: str, **told: Unpack[CardFacts]) -> Card:
        """Pause, archive, wake or reword a card; what is left out stays as it is."""
        check_names(CardFacts, told)
        wanted = {name: text for name, text in told.items() if text is not None}
        return self.cards.correct(card_id, wanted).card

    def merge(self, card_id: str, card_ids: Sequence[str], *, seen: Mapping[str, str] | None = None) -> Card:
        """Join other cards into one, which keeps its words."""
        return merge_split.merge(self.db, card_id, card_ids, seen=seen)

    def split(self, card_id: str, half: Half, *, seen: str | None = None) -> Halves:
        """Divide a card in two."""
        return merge_split.split(self.db, card_id, half, seen=seen)

    def block(
        self,
        tool: str,
        *,
        scene: str | None = None,
        steering: str | None = None,
        max_cards: int | None = None,
        muted: Collection[str] = (),
    ) -> Block | None:
        """What a planning tool would be told of the director; `muted` cards are left out, looking changes nothing."""
        silent = {*muted, *self.overruled(steering)}
        return profiles.block(self.db, tool, scene_id=scene, steering=steering, max_cards=max_cards, muted=silent)

    def used(
        self,
        tool: str,
        *,
        scene: str | None = None,
        card_ids: Sequence[str] | None = None,
        run_id: str | None = None,
        muted: Collection[str] = (),
    ) -> Use:
        """Note that a tool worked with a block: with these cards of it, or with all that it holds now."""
        return handout.used(self.db, tool, scene_id=scene, card_ids=card_ids, run_id=run_id, muted=muted)

    def note_use(self, tool: str, *, card_ids: Sequence[str], scene: str) -> Use:
        """Note which cards a tool was told for a scene, whether or not it asked for the block."""
        return use_notes.use(self.db, tool, card_ids=card_ids, scene_id=scene)

    def anticipate(
        self,
        facts: SceneFacts,
        shots: Snapshot,
        *,
        scene_id: str | None = None,
        steering: str | None = None,
        muted: Collection[str] = (),
        overruled: Collection[str] | None = None,
    ) -> builtins.list[Edit]:
        """The edits this director would probably make; `muted` cards are left out.

        `overruled` are the cards that the steering was read to overrule, for who read it before.
        """
        silent = {*muted, *(self.overruled(steering) if overruled is None else overruled)}
        return handout.anticipate(self.db, facts, shots, scene_id=scene_id, steering=steering, muted=silent)

    def overruled(self, steering: str | None) -> frozenset[str]:
        """The cards that a model reads the present words to overrule, beside those that the rules do; by their ids."""
        llm = self.llm()
        if steering is None or llm.name == RULE:
            return frozenset()
        checked_text("steering", steering, limit=PROSE_LIMIT)
        profile = profiles.find_profile(self.db)
        return steering_notes.overruled(llm, profile.cards, steering) if profile else frozenset()

    def rebuild(self) -> int:
        """Harvest what is missing and aggregate again, in the background; gives how many jobs that is."""
        return direction_scenes.rebuild(self.db)

    def figures(self) -> Mapping[str, Figure]:
        """How the learning goes."""
        return uses.figures(self.db)
