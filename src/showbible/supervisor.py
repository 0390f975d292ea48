"""The continuity report of a scene: what was planned and shown, shot by shot, against what its story knows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from showbible import scripts
from showbible.assets.api import Assets
from showbible.assets.model import Asset, EntityKind, EntityState
from showbible.assets.recall import library, readings, scene_assets, story, supervision
from showbible.assets.recall.facts.spellings import candidates
from showbible.assets.recall.quoted_sentences import sentence_of
from showbible.assets.recall.scene_assets import ShotAsset
from showbible.assets.recall.script import ScriptPart
from showbible.assets.recall.supervised_scene import SCENE_TEXT, SceneFact, SupervisedShot, Supervision
from showbible.direction.model import Scene
from showbible.direction.recall import scenes
from showbible.errors import Invalid, NotFound
from showbible.values import frozen
from showbible.vocabulary import checked_id

MOST_SHOTS: Final = 200
MOST_ENTITIES: Final = 200
"""How many of those whom a scene names are followed."""
MOST_HOLDERS: Final = 20
"""Of how many people it is asked what they held."""


@frozen
class SceneReport:
    """A scene with its shots, what a supervisor writes of it, and every asset that either rests on."""

    scene_id: str
    name: str
    location: str | None
    characters: tuple[str, ...]
    shots: tuple[SupervisedShot, ...]
    found: Supervision
    assets: Mapping[str, Asset]

    def shot(self, shot_id: str) -> SupervisedShot:
        """One of its shots."""
        for shot in self.shots:
            if shot.shot_id == shot_id:
                return shot
        raise NotFound("shot", shot_id)


@dataclass(frozen=True)
class Supervisor:
    """Who watches over the continuity of one story."""

    assets: Assets

    def report(self, scene_id: str) -> SceneReport:
        """What is so in a scene from shot to shot, what breaks, and what changes, all of one moment."""
        db = self.assets.db
        with db.snapshot():
            scene = self._scene(checked_id("scene", scene_id))
            shots = self._shots(scene_id, scene)
            if scene is None and not shots:
                raise NotFound("scene", scene_id)
            kinds = story.kinds(db)
            named = dict.fromkeys(name for shot in shots for name in candidates(shot.text, kinds))
            of_scene = {name: kinds[name] for name in list(named)[:MOST_ENTITIES]}
            found = supervision.supervised(shots, self._states(of_scene), of_scene, scene_id=scene_id)
            assets = library.assets_by_id(db, sorted(_proofs(shots, found)))
            found = _quoted(found, assets)
        return SceneReport(
            scene_id=scene_id,
            name=scene.name if scene else scene_id,
            location=scene.facts.location if scene else None,
            characters=scene.facts.characters if scene else (),
            shots=tuple(shots),
            found=found,
            assets=assets,
        )

    def accept(self, scene_id: str, shot_id: str, *, entity: str, field: str, value: str) -> EntityState:
        """Take what a shot tells for so from that shot on, by the word of whoever accepts it."""
        report = self.report(scene_id)
        shot = report.shot(shot_id)
        if not field.strip() or not value.strip():
            raise Invalid("Say what is so: a field and its value.", field="value")
        kinds = {each.entity: each.kind for each in report.found.facts}
        return self.assets.tell(
            entity,
            kind=kinds.get(entity, EntityKind.CHARACTER),
            state={field.strip(): value.strip()},
            t_start=None if shot.at_ms is None else shot.at_ms / 1000,
            source_asset_id=shot.asset_id,
            source_scene_id=shot.scene_id or None,
            source_shot_id=None if shot_id == SCENE_TEXT else shot_id,
        )

    def _scene(self, scene_id: str) -> Scene | None:
        try:
            return scenes.scene(self.assets.db, scene_id)
        except NotFound:
            return None

    def _states(self, kinds: Mapping[str, str]) -> list[EntityState]:
        """What the story knows of those whom a scene names, and of what they held."""
        db, people = self.assets.db, [name for name, kind in kinds.items() if kind == EntityKind.CHARACTER]
        held = story.held_states(db, people[:MOST_HOLDERS])
        return [*story.states_of(db, list(kinds)), *(each for each in held if each.entity not in kinds)]

    def _shots(self, scene_id: str, scene: Scene | None) -> list[SupervisedShot]:
        db = self.assets.db
        if scene is None:
            made = scene_assets.shown(db, scene_id, None)
            return [_shown(each, description="", at_ms=None) for each in list(made.values())[:MOST_SHOTS]]
        script = scripts.script(db, scene_id)
        known = readings.scene_readings(db).get(scene_id)
        is_read = known is not None and known.digest == script.digest
        made = scene_assets.shown(db, scene_id, [each.shot_id or "" for each in script.shots])
        text = "\n".join(each.whole for each in script.parts if each.shot_id is None)
        begun = SupervisedShot(shot_id=SCENE_TEXT, text=text, unread="" if is_read else text, at_ms=script.start_ms)
        parts = script.shots[:MOST_SHOTS]
        planned = [_planned(each, made.get(each.shot_id or ""), is_read=is_read) for each in parts]
        ordered = _in_order(planned, [each.start_ms for each in parts])
        return [replace(each, scene_id=scene_id) for each in (*([begun] if text else ()), *ordered)]


def _in_order(shots: Sequence[SupervisedShot], planned: Sequence[int | None]) -> list[SupervisedShot]:
    """Shots one after the other: behind one that an asset shows at another time than planned, all are as much later."""
    found, later = [], 0
    for shot, at_ms in zip(shots, planned, strict=True):
        if shot.at_ms is None or at_ms is None:
            found.append(shot)
            continue
        later = shot.at_ms - at_ms if shot.at_ms != at_ms else later
        found.append(replace(shot, at_ms=at_ms + later))
    return found


def _planned(part: ScriptPart, made: ShotAsset | None, *, is_read: bool) -> SupervisedShot:
    text, shot_id = part.whole, part.shot_id or ""
    if made is None:
        return SupervisedShot(shot_id=shot_id, text=text, unread="" if is_read else text, at_ms=part.start_ms)
    shown = _shown(made, description=text, at_ms=part.start_ms)
    return replace(shown, unread=shown.unread.removeprefix(text)) if is_read else shown


def _shown(made: ShotAsset, *, description: str, at_ms: int | None) -> SupervisedShot:
    """A shot that there is an asset of: what it shows belongs to what it tells."""
    asset = made.asset
    told = "\n".join(filter(None, (asset.prompt, asset.caption)))
    planned = "" if description and description in told else description
    return SupervisedShot(
        shot_id=made.shot_id,
        text="\n".join(filter(None, (planned, told))),
        at_ms=made.segment.start_ms if made.segment else at_ms,
        asset_id=asset.asset_id,
        asset_ids=made.asset_ids,
        unread=planned if made.is_read else "\n".join(filter(None, (planned, told))),
    )


def _quoted(found: Supervision, assets: Mapping[str, Asset]) -> Supervision:
    """The same, with the sentences of assets outside of the scene that something rests on."""

    def words(fact: SceneFact) -> SceneFact:
        asset = assets.get(fact.asset_id or "")
        if fact.words or asset is None:
            return fact
        told = "\n".join(filter(None, (asset.prompt, asset.caption)))
        return replace(fact, words=sentence_of(told, fact.entity, fact.field, fact.value))

    return replace(found, facts=tuple(map(words, found.facts)))


def _proofs(shots: Sequence[SupervisedShot], found: Supervision) -> set[str]:
    named = [*(each.asset_id for each in shots), *(each.asset_id for each in found.facts)]
    return {each for each in (*named, *(one.asset_id for one in found.conflicts)) if each is not None}
