"""Make the pictures: every pilot shoots the first scene, the best one shoots the rest."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pydantic import TypeAdapter

from showbible.lessons.recall.advice import PilotMark
from showbible.lessons.recall.estimate.plan import Plan
from showbible.runs.model import PilotStatus, Tier
from showbible.studio import takes
from showbible.studio.crew import Footage
from showbible.studio.ledger import steps
from showbible.studio.model import FilmPlan, Measurement, PilotPlan, Script, ScriptScene, ShotClip
from showbible.studio.purchase import PurchaseOutcome
from showbible.studio.stage_context import Desk
from showbible.studio.take import Take
from showbible.vocabulary import dollars

_CLIP: TypeAdapter[ShotClip] = TypeAdapter(ShotClip)


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
        outcome = takes.shoot(desk, Take(pilot=pilot, scene=scene, shot=shot, plan=plan))
        if outcome is PurchaseOutcome.OVER_BUDGET:
            desk.warn_once("over_budget", f"The budget does not cover {shot.shot_id}: the film ends without the rest.")
            return False
    return True


# The competition


def _winner(desk: Desk, plan: FilmPlan, script: Script) -> PilotPlan:
    """The pilot that promises most after all first scenes were judged, then the cheaper; others are told why not."""
    scores = {pilot.pilot_id: _audition(desk, plan, pilot, script=script).score for pilot in plan.pilots}
    promises = _promises(desk, plan, scores)
    best = max(plan.pilots, key=lambda pilot: (promises[pilot.pilot_id], -pilot.budget))

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
        then=lambda found: _note_audition(desk, pilot, found),
    )


def _note_audition(desk: Desk, pilot: PilotPlan, found: Measurement) -> None:
    desk.bible.runs.judge_pilot(desk.run_id, pilot.pilot_id, score=found.score)
    desk.bible.lessons.judge_generations(desk.run_id, pilot.pilot_id, found.score)


def tier_name(tier: Tier) -> str:
    """A tier as people write it."""
    return tier.replace("_", " ")
