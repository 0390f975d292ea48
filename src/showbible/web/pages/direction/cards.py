"""Preference cards as people read them: what to do, where, why we think so, and how often it was used."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from showbible.direction.model import RANK, Card, CardState, Confidence, EditEvent, EventType, Op, Rule
from showbible.direction.recall.digests import Digest
from showbible.direction.recall.person_edits import habits
from showbible.direction.recall.uses import Use
from showbible.storage.changes import PERSON
from showbible.web.pages.kit.marks import StatusMark
from showbible.web.pages.kit.rewording import author
from showbible.web.words import ago, plain, plural

STATES: Final[Mapping[CardState, StatusMark]] = {
    CardState.ACTIVE: StatusMark(hue="ok", icon="check", word="In use"),
    CardState.PAUSED: StatusMark(hue="idle", icon="pause", word="Paused"),
    CardState.ARCHIVED: StatusMark(hue="idle", icon="stopped", word="Forgotten"),
}
SURE: Final = {Confidence.LOW: "Low", Confidence.MEDIUM: "Medium", Confidence.HIGH: "High"}

_KINDS: Final = {
    EventType.INSERT: Op.INSERT,
    EventType.REMOVE: Op.REMOVE,
    EventType.MERGE: Op.MERGE,
    EventType.REORDER: Op.MOVE,
}


@dataclass(frozen=True, kw_only=True)
class Proof:
    """One edit that a card rests on, with the director's words where there are some."""

    words: str | None
    what: str
    scene: str
    href: str


@dataclass(frozen=True, kw_only=True)
class CardView:
    """A card with its evidence and its use."""

    card_id: str
    preference: str
    applies_to: str
    avoid_applying_to: str
    evidence: str
    bars: int
    confidence: str
    state: CardState
    mark: StatusMark
    made_by: str
    proofs: tuple[Proof, ...]
    scenes: tuple[tuple[str, str, str], ...]
    """The id, name and address of each scene it rests on."""
    made_of: tuple[tuple[str, str], ...]
    """The id and the words of each card that a person joined into it, or took it from."""
    used: str
    last: str
    """Which tool was told of it last, and for which scene."""

    @property
    def quotes(self) -> tuple[Proof, ...]:
        """The director's own words, each said once."""
        said: dict[str, Proof] = {}
        for proof in self.proofs:
            if proof.words:
                said.setdefault(proof.words, proof)
        return tuple(said.values())

    @property
    def on(self) -> bool:
        """Whether planning tools are told of it."""
        return self.state is CardState.ACTIVE

    @property
    def forgotten(self) -> bool:
        """Whether it was put away."""
        return self.state is CardState.ARCHIVED


def cards(
    found: Iterable[Card], digests: Sequence[Digest], uses: Sequence[Use], *, at: str, now: datetime
) -> tuple[CardView, ...]:
    """Cards to look at, the surest first; `at` is the address of the story's direction."""
    ranked = sorted(found, key=lambda card: (-RANK[card.confidence], -len(card.source_scene_ids), card.preference))
    scenes = {digest.scene_id: digest for digest in digests}
    return tuple(_view(card, scenes, uses, at=at, now=now) for card in ranked)


def scene_name(scene_id: str, index: int | None) -> str:
    """What a scene is called: its number in the story, or its id."""
    return f"Scene {index}" if index is not None else scene_id


def _name(digest: Digest) -> str:
    return scene_name(digest.scene_id, digest.scene_index)


def feeds(card: Card, event: EditEvent) -> bool:
    """Whether an edit of one of the card's scenes is of the kind that the card speaks of."""
    rules = habits(card)
    return not rules or any(_shows(rule, event) for rule in rules)


def _shows(rule: Rule, event: EditEvent) -> bool:
    act = rule.act
    if act.op is Op.MODIFY:
        return any(c.name == act.field and _reaches(c.before, c.after, act.to) for c in event.changes)
    job = act.job.replace("_", " ").lower()
    if _KINDS.get(event.type) is act.op:
        return act.op in (Op.MERGE, Op.MOVE) or job in event.summary.lower()
    return event.type is EventType.BULK_EDIT and act.op is Op.REMOVE and bool(event.removed)


def _reaches(before: object, after: object, to: object) -> bool:
    """Whether a change goes where a habit goes: to its value, or its way."""
    if to not in ("shorter", "longer"):
        return str(after) == str(to)
    if not isinstance(before, int | float) or not isinstance(after, int | float):
        return False
    return after < before if to == "shorter" else after > before


def _view(card: Card, scenes: Mapping[str, Digest], uses: Sequence[Use], *, at: str, now: datetime) -> CardView:
    known = [scenes[scene_id] for scene_id in card.source_scene_ids if scene_id in scenes]
    mine = [use for use in uses if card.card_id in use.card_ids]
    named = [(each.scene_id, _name(each), _address(at, each.scene_id)) for each in known]
    return CardView(
        card_id=card.card_id,
        preference=card.preference,
        applies_to=card.applies_to,
        avoid_applying_to=card.avoid_applying_to,
        evidence=card.evidence,
        bars=RANK[card.confidence] + 1,
        confidence=f"{SURE[card.confidence]} confidence, {plural(len(card.source_scene_ids), 'scene')}",
        state=card.state,
        mark=STATES[card.state],
        made_by="Worded by a person" if card.made_by == PERSON else f"{author(card.made_by)} worded it",
        proofs=tuple(_proofs(card, known, at)),
        scenes=tuple(named),
        made_of=tuple((part.card_id, part.preference) for part in card.made_of),
        used=f"Used {plural(len(mine), 'time')}, last {ago(mine[0].used_at, now)}" if mine else "Not used yet",
        last=_last(mine[0], scenes) if mine else "",
    )


def _proofs(card: Card, known: Iterable[Digest], at: str) -> Iterable[Proof]:
    for digest in known:
        for event in digest.taste:
            if feeds(card, event):
                yield Proof(
                    words=event.user_text,
                    what=event.summary,
                    scene=_name(digest),
                    href=f"{_address(at, digest.scene_id)}#{anchor(event.call_id)}",
                )


def anchor(call_id: str) -> str:
    """Where an edit stands on the page of its scene."""
    return f"edit-{call_id}"


def _address(at: str, scene_id: str) -> str:
    return f"{at}/scenes/{scene_id}"


def _last(use: Use, scenes: Mapping[str, Digest]) -> str:
    told = f"by {plain(use.tool).lower()}"
    if use.scene_id is None:
        return told
    return f"{told} in {_name(scenes[use.scene_id]) if use.scene_id in scenes else use.scene_id}"
