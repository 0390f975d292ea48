"""Make the pictures: every pilot shoots the first scene, the best one shoots the rest."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from pydantic import TypeAdapter

from showbible.errors import Malformed
from showbible.lessons.recall.advice import PilotMark
from showbible.lessons.recall.estimate.plan import Plan
from showbible.runs.model import PilotStatus, Stage, Tier
from showbible.studio import media, prices
from showbible.studio.ledger import steps
from showbible.studio.model import FilmPlan, Measurement, PilotPlan, Script, ScriptScene, ScriptShot, ShotClip
from showbible.studio.providers import Footage, Made, VideoOrder
from showbible.studio.purchase import Purchase, PurchaseOutcome, buy
from showbible.studio.stage_context import Desk, amount
from showbible.values import frozen
from showbible.vocabulary import dollars

_CLIP: TypeAdapter[ShotClip] = TypeAdapter(ShotClip)


@frozen
class Shoot:
    """One shot of one pilot."""

    pilot: PilotPlan
    scene: ScriptScene
    shot: ScriptShot
    plan: FilmPlan

    @property
    def name(self) -> str:
        """What its step, its files and its assets are called."""
        return f"{self.pilot.pilot_id}.{self.shot.shot_id}"

    @property
    def order(self) -> VideoOrder:
        """What the provider is asked for."""
        return VideoOrder(
            look=self.pilot.look or self.plan.look,
            scene_id=self.scene.scene_id,
            shot=self.shot,
            tier=self.pilot.tier,
            glow=self.scene.glow,
        )


def shoot(desk: Desk, plan: FilmPlan, script: Script) -> PilotPlan:
    """Let the pilots compete on the first scene, then shoot the others with the winner; gives the winner."""
    first, *others = script.scenes
    for pilot in plan.pilots:
        _shoot_scene(desk, plan, pilot, scene=first)
    winner = _winner(desk, plan, script)
    for scene in others:
        if not _shoot_scene(desk, plan, winner, scene=scene):
            break
    return winner


def clips(desk: Desk, pilot: PilotPlan, script: Script) -> list[ShotClip]:
    """What a pilot has shot, in the order of the script."""
    done = steps.steps(desk.bible.db, desk.run_id)
    names = [f"video.{pilot.pilot_id}.{shot.shot_id}" for scene in script.scenes for shot in scene.shots]
    return [_CLIP.validate_json(done[name]) for name in names if name in done]


def footage(
    desk: Desk, plan: FilmPlan, pilot: PilotPlan, *, scenes: Sequence[ScriptScene], made: Sequence[ShotClip]
) -> Footage:
    """What an evaluator needs to judge these scenes of a pilot."""
    wanted = {shot.shot_id for scene in scenes for shot in scene.shots}
    return Footage(
        look=pilot.look or plan.look,
        tier=pilot.tier,
        scenes=tuple(scenes),
        clips={clip.shot_id: desk.read(clip.path) for clip in made if clip.shot_id in wanted},
    )


def _shoot_scene(desk: Desk, plan: FilmPlan, pilot: PilotPlan, *, scene: ScriptScene) -> bool:
    """Shoot a scene, shot by shot; gives whether the budget still allows more."""
    for shot in scene.shots:
        outcome = _shoot_one(desk, Shoot(pilot=pilot, scene=scene, shot=shot, plan=plan))
        if outcome is PurchaseOutcome.OVER_BUDGET:
            _say_once(desk, "over_budget", f"The budget does not cover {shot.shot_id}: the film ends without the rest.")
            return False
    return True


def _say_once(desk: Desk, name: str, message: str) -> None:
    desk.step(f"said.{name}", str, lambda: message, then=lambda said: desk.bible.runs.warning(desk.run_id, said))


def _shoot_one(desk: Desk, wanted: Shoot) -> PurchaseOutcome:
    outcome = buy(
        desk.till,
        Purchase(
            step=f"video.{wanted.name}",
            provider=desk.crew.video,
            order=wanted.order,
            check=lambda made: _check(made, wanted),
            store=lambda made: _store(desk, wanted, made),
            record=lambda made: _record(desk, wanted, made),
            broken=lambda made, why: _record_broken(desk, wanted, made, why=why),
            pilot_id=wanted.pilot.pilot_id,
        ),
    )
    desk.voice.clock.done += wanted.shot.frames
    said = wanted.scene.title if outcome is PurchaseOutcome.DONE else outcome.replace("_", " ")
    desk.voice.tell(Stage.GENERATING_VIDEO, f"{wanted.pilot.tier.replace('_', ' ')} {wanted.shot.shot_id}: {said}")
    return outcome


def _check(made: Made, wanted: Shoot) -> None:
    found = media.probe(made.content)
    if abs(found.frames - wanted.shot.frames) > max(2, wanted.shot.frames // 4):
        raise Malformed(
            f"The clip of {wanted.shot.shot_id} has {found.frames} frames where {wanted.shot.frames} were ordered."
        )


def _store(desk: Desk, wanted: Shoot, made: Made) -> None:
    """The clip, its last frame and a thumbnail, as files."""
    seen = media.look(made.content)
    desk.put("videos", f"{wanted.name}.mp4", made.content)
    desk.put("media", f"{wanted.name}.last.jpg", media.jpeg(seen.last))
    desk.put("media", f"{wanted.name}.thumb.jpg", media.jpeg(seen.middle, width=320))


def _record(desk: Desk, wanted: Shoot, made: Made) -> str:
    """The clip with its cost, its last frame and its thumbnail, as assets of the run."""
    path = f"videos/{desk.key(wanted.name)}.mp4"
    found = media.probe(made.content)
    shot = wanted.shot
    deliver = partial(
        desk.bible.runs.deliver,
        scene_id=wanted.scene.scene_id,
        pilot_id=wanted.pilot.pilot_id,
        prompt=wanted.order.prompt,
    )
    facts = {
        "provider": desk.crew.video.name,
        "shot_id": shot.shot_id,
        "shot_size": shot.size,
        "camera_angle": shot.angle,
        "camera_movement": shot.movement,
        "caption": shot.caption,
        "fps": round(found.frames / found.seconds, 3),
        **made.facts,
    }
    deliver(
        desk.run_id,
        "video",
        path,
        asset_id=desk.asset_id(wanted.name),
        duration=found.seconds,
        cost=amount(made.cost),
        metadata=facts,
    )
    for kind in ("last", "thumb"):
        deliver(
            desk.run_id,
            "image",
            f"media/{desk.key(wanted.name)}.{kind}.jpg",
            asset_id=desk.asset_id(f"{wanted.name}.{kind}"),
            metadata={"kind": "last_frame" if kind == "last" else "thumbnail", "shot_id": shot.shot_id},
        )
    clip = ShotClip(scene_id=wanted.scene.scene_id, shot_id=shot.shot_id, path=path, frames=found.frames)
    return _CLIP.dump_json(clip).decode()


def _record_broken(desk: Desk, wanted: Shoot, made: Made, *, why: str) -> None:
    """What was paid for but cannot be used: its cost counts, its scene does not."""
    desk.bible.runs.warning(desk.run_id, f"{wanted.shot.shot_id}: {why}")
    if made.cost:
        desk.bible.runs.deliver(
            desk.run_id,
            "video",
            f"broken/{wanted.name}",
            pilot_id=wanted.pilot.pilot_id,
            cost=amount(made.cost),
            metadata={"broken": why, "provider": desk.crew.video.name},
        )


# The competition


def _winner(desk: Desk, plan: FilmPlan, script: Script) -> PilotPlan:
    """The pilot that promises most after all first scenes were judged, then the cheaper; others are told why not."""
    scores = {pilot.pilot_id: _audition(desk, plan, pilot, script=script).score for pilot in plan.pilots}
    promises = _promises(desk, plan, scores)
    best = max(plan.pilots, key=lambda pilot: (promises[pilot.pilot_id], -prices.TIERS[pilot.tier].second))

    def announce(_: str) -> None:
        for pilot in plan.pilots:
            if pilot is not best:
                reason = _why_not(pilot, best, scores, promises)
                desk.bible.runs.judge_pilot(
                    desk.run_id, pilot.pilot_id, status=PilotStatus.REJECTED, rejection_reason=reason
                )
        film = plan.made_by(best)
        desk.bible.runs.name_winner(desk.run_id, best.pilot_id)
        desk.bible.runs.describe(desk.run_id, mood=film.mood, music_style=film.music_style, edit_style=film.edit_style)

    chosen = desk.step("winner", str, lambda: best.pilot_id, then=announce)
    return next(pilot for pilot in plan.pilots if pilot.pilot_id == chosen)


def _promises(desk: Desk, plan: FilmPlan, scores: Mapping[str, float]) -> dict[str, float]:
    """What each pilot's film is worth: one scene does not overrule all that earlier runs have shown."""
    if len(plan.pilots) == 1:
        return dict(scores)
    films = [(pilot, plan.made_by(pilot)) for pilot in plan.pilots]
    marks = [PilotMark(_choice(pilot, film), scores[pilot.pilot_id]) for pilot, film in films]
    expected = desk.bible.lessons.after_pilots(desk.wish.concept, marks)
    return {
        pilot.pilot_id: round(score - plan.points_a_dollar * dollars(pilot.budget), 2)
        for (pilot, _), score in zip(films, expected, strict=True)
    }


def _choice(pilot: PilotPlan, film: FilmPlan) -> Plan:
    """A pilot's film as far as earlier runs can be compared with it."""
    return Plan(pilot.tier, film.edit_style, film.mood, film.music_style, film.scenes, round(film.seconds))


def _why_not(pilot: PilotPlan, best: PilotPlan, scores: Mapping[str, float], promises: Mapping[str, float]) -> str:
    winner = tier_name(best.tier)
    reason = f"Its first scene scored {scores[pilot.pilot_id]:.1f}, {winner} {scores[best.pilot_id]:.1f}."
    if scores[pilot.pilot_id] <= scores[best.pilot_id]:
        return reason
    ahead = promises[best.pilot_id] - promises[pilot.pilot_id]
    return f"{reason} With all earlier runs, {winner} still promises {ahead:.1f} points more."


def _audition(desk: Desk, plan: FilmPlan, pilot: PilotPlan, *, script: Script) -> Measurement:
    first = script.scenes[0]

    def judge() -> Measurement:
        made = clips(desk, pilot, script)
        return desk.crew.evaluator.evaluate(footage(desk, plan, pilot, scenes=[first], made=made))

    return desk.step(
        f"audition.{pilot.pilot_id}",
        Measurement,
        judge,
        then=lambda found: desk.bible.runs.judge_pilot(desk.run_id, pilot.pilot_id, score=found.score),
    )


def tier_name(tier: Tier) -> str:
    """A tier as people write it."""
    return tier.replace("_", " ")
