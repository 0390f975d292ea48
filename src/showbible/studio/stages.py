"""The eight stages, from seed assets to the rendered film; each can be run again and goes on where it ended."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from pydantic import TypeAdapter

from showbible.errors import Conflict
from showbible.lessons.model import ProviderLearning
from showbible.runs.model import AudioTier, MuteKind, PilotStatus, PilotStyle, Run, Stage
from showbible.runs.recall import mutes
from showbible.studio import advice as memories
from showbible.studio import edit, lexicon, media, prices, render, reshoots, seeds, soundtrack
from showbible.studio.direct import directed, planned_fields
from showbible.studio.model import (
    FPS,
    Cut,
    FilmPlan,
    Measurement,
    PilotPlan,
    ProductionAdvice,
    Script,
    ShotClip,
)
from showbible.studio.shoot import clips, footage, shoot, tier_name
from showbible.studio.stage_context import Desk, amount
from showbible.vocabulary import plural, utcnow


def produce(desk: Desk) -> Run:
    """Take a production through all its stages, or through those that are left."""
    colors = analyse(desk)
    plan, advised = make_plan(desk, colors)
    script = write(desk, plan, advised)
    winner = make_pictures(desk, plan, script)
    plan = plan.made_by(winner)
    made = clips(desk, winner, script)
    if not made:
        raise Conflict("No shot could be made: the run's warnings say why.")
    reshoots.take_place(desk, winner, made)
    soundtrack.make(desk, plan, script, made=made)
    desk.voice.clock.reach(0.84)
    judge(desk, plan, winner, script=script, made=made)
    desk.voice.clock.reach(0.89)
    cuts = cut(desk, plan, script, made=made)
    render_film(desk, script, cuts)
    return finish(desk, winner)


# Before the camera


def analyse(desk: Desk) -> tuple[str, ...]:
    """The colours of the seed assets."""
    desk.enter(Stage.ANALYZING_ASSETS, _seeds_said(desk))
    found = desk.step(
        "seeds", tuple[str, ...], lambda: _seed_colors(desk), then=lambda colors: _note_seeds(desk, colors)
    )
    return tuple(found)


def _seeds_said(desk: Desk) -> str:
    number = len(desk.wish.seeds)
    return f"Looking at {plural(number, 'seed asset')}" if number else "No seed assets: the concept's own words"


def _seed_colors(desk: Desk) -> tuple[str, ...]:
    found = [seeds.colors(desk.read(path), what=f"The seed asset {path}") for path in desk.wish.seeds]
    return tuple(color for colors in found for color in colors[:2])[:6]


def _note_seeds(desk: Desk, colors: Sequence[str]) -> None:
    mood = lexicon.mood(desk.wish.concept)
    look = lexicon.look(desk.wish.concept, mood=mood)
    themes = [word for word in (look.setting, look.hour, look.weather, look.prop, look.subject, mood) if word != "none"]
    ids = [desk.asset_id(f"seed{number}") for number in range(len(desk.wish.seeds))]
    for asset_id, path in zip(ids, desk.wish.seeds, strict=True):
        kind = "video" if path.endswith(".mp4") else "image"
        desk.bible.runs.deliver(desk.run_id, kind, path, asset_id=asset_id, metadata={"kind": "seed"})
    desk.bible.runs.describe(desk.run_id, seed_asset_ids=ids, extracted_themes=themes, extracted_colors=list(colors))


def make_plan(desk: Desk, colors: tuple[str, ...]) -> tuple[FilmPlan, ProductionAdvice]:
    """The plan, informed by what the memories say; its pilots join the run."""
    desk.enter(Stage.PLANNING_PILOTS, "Asking the memories, then the budget")
    advised = desk.step("advice", ProductionAdvice, lambda: _advice(desk, colors))
    plan = desk.step("plan", FilmPlan, lambda: _planned(desk, advised), then=lambda plan: _note_plan(desk, plan))
    for reason in plan.why:
        desk.voice.tell(Stage.PLANNING_PILOTS, reason)
    return plan, advised


def _advice(desk: Desk, colors: tuple[str, ...]) -> ProductionAdvice:
    return memories.ask(desk.bible, desk.wish, run_id=desk.run_id, colors=colors)


def _planned(desk: Desk, advised: ProductionAdvice) -> FilmPlan:
    if desk.wish.reshoots:
        return reshoots.planned(desk.wish, maker=lambda tier: desk.crew.rates.maker(tier).name)
    return desk.crew.planner.plan(desk.wish, advised)


def _note_plan(desk: Desk, plan: FilmPlan) -> None:
    for pilot in plan.pilots:
        film = plan.made_by(pilot)
        style = PilotStyle(mood=film.mood, music_style=film.music_style, edit_style=film.edit_style)
        desk.bible.runs.add_pilot(
            desk.run_id, pilot.pilot_id, tier=pilot.tier, budget=amount(pilot.budget), style=style
        )
    desk.bible.runs.describe(
        desk.run_id,
        total_scenes=plan.scenes,
        mood=plan.mood,
        music_style=plan.music_style,
        edit_style=plan.edit_style,
    )


def write(desk: Desk, plan: FilmPlan, advised: ProductionAdvice) -> Script:
    """The scenes and shots."""
    desk.enter(Stage.GENERATING_SCRIPTS, f"Writing {plural(plan.scenes, 'scene')}", details={"why": list(plan.why)})
    script = desk.step("script", Script, lambda: _written(desk, plan, advised), then=lambda made: _note(desk, made))
    shots = plural(sum(len(scene.shots) for scene in script.scenes), "shot")
    desk.put("runs", "script.json", TypeAdapter(Script).dump_json(script, indent=1))
    desk.voice.tell(Stage.GENERATING_SCRIPTS, f"{shots}, {script.seconds:.1f} s, written by {script.made_by}")
    for note in (*([script.fallback] if script.fallback else []), *script.notes):
        desk.voice.tell(Stage.GENERATING_SCRIPTS, note)
    return script


def _note(desk: Desk, script: Script) -> None:
    if script.fallback:
        desk.bible.runs.warning(desk.run_id, script.fallback)


def _written(desk: Desk, plan: FilmPlan, advised: ProductionAdvice) -> Script:
    """The script, after the edits that this story's director would make anyway; muted cards are left out.

    What is made again is written already.
    """
    if desk.wish.reshoots:
        return reshoots.written(desk.wish)
    story = desk.bible.direction(desk.wish.project_id)
    muted = mutes.muted(desk.bible.db, desk.run_id, MuteKind.CARD)
    told = memories.directed_now(story, advised, muted=muted, run_id=desk.run_id)
    script = desk.crew.writer.write(desk.wish, plan, told)
    return directed(story, script, setting=plan.look.setting, muted=muted)


def make_pictures(desk: Desk, plan: FilmPlan, script: Script) -> PilotPlan:
    """Every shot of the film, after the pilots have competed."""
    desk.enter(Stage.GENERATING_VIDEO, _race_said(len(plan.pilots)))
    every = sum(shot.frames for scene in script.scenes for shot in scene.shots)
    first = sum(shot.frames for shot in script.scenes[0].shots)
    desk.voice.clock.total = (every + first * (len(plan.pilots) - 1)) * 1.25
    winner = shoot(desk, plan, script)
    desk.voice.tell(Stage.GENERATING_VIDEO, f"{tier_name(winner.tier)} goes on", done=True)
    return winner


def _race_said(pilots: int) -> str:
    return "One pilot makes the film" if pilots == 1 else f"{pilots} pilots compete on the first scene"


# After the camera


def judge(desk: Desk, plan: FilmPlan, winner: PilotPlan, *, script: Script, made: Sequence[ShotClip]) -> Measurement:
    """How good the film's footage is; below its pass mark the run says so, and the film is finished all the same."""
    desk.enter(Stage.EVALUATING, "Measuring pacing, palette, motion, legibility and loudness")

    def measure() -> Measurement:
        seen = footage(desk, plan, winner, scenes=script.scenes, made=made)
        sounds = soundtrack.recorded(desk)
        track = render.track(edit.cut(script, made, style=plan.edit_style), sounds)
        heard = None if track is None else media.sound_file(track)
        wanted = plan.audio_tier is not AudioTier.NONE
        voices = tuple(sounds.voices.values())
        return desk.crew.evaluator.evaluate(replace(seen, sound=heard, voices=voices, wants_sound=wanted))

    found = desk.step(
        "evaluation", Measurement, measure, then=lambda found: _note_verdict(desk, plan, winner, found=found)
    )
    desk.voice.tell(Stage.EVALUATING, f"Score {found.score:.1f}: {' '.join(found.notes)}")
    return found


def _note_verdict(desk: Desk, plan: FilmPlan, winner: PilotPlan, *, found: Measurement) -> None:
    mark = prices.TIERS[winner.tier].pass_mark if plan.threshold is None else plan.threshold
    desk.bible.runs.judge_pilot(desk.run_id, winner.pilot_id, score=found.score, status=PilotStatus.APPROVED)
    if found.score < mark:
        reason = f"It scored {found.score:.1f}, and {mark:g} are needed."
        desk.bible.runs.warning(desk.run_id, f"The film is below its pass mark. {reason}")
    desk.bible.lessons.judge_generations(desk.run_id, winner.pilot_id, found.score)
    desk.bible.lessons.judge_generations(desk.run_id, None, found.score)
    desk.bible.lessons.learn_of_provider(_learning(desk, winner, found))


def _learning(desk: Desk, winner: PilotPlan, found: Measurement) -> ProviderLearning:
    strong = tuple(name for name, mark in found.marks.items() if mark >= 90)
    weak = tuple(name for name, mark in found.marks.items() if mark < 60)
    return ProviderLearning(
        provider=winner.maker or desk.crew.video.name,
        run_id=desk.run_id,
        made_by="rule",
        at=utcnow(),
        overall_success=found.score >= prices.TIERS[winner.tier].pass_mark,
        adherence_score=found.marks.get("palette"),
        quality_score=found.score,
        words={"strengths_observed": strong, "weaknesses_observed": weak},
    )


def cut(desk: Desk, plan: FilmPlan, script: Script, *, made: Sequence[ShotClip]) -> list[Cut]:
    """The cut of the film, kept as OTIO, EDL and FCPXML."""
    desk.enter(Stage.EDITING, f"Cutting, {plan.edit_style}")
    cuts = desk.step("cut", list[Cut], lambda: edit.cut(script, made, style=plan.edit_style))
    for name, content in edit.exported(script.title, cuts, label=_label(desk, script)).items():
        desk.put("runs", name, content)
    desk.bible.runs.describe(desk.run_id, edl_path=f"runs/{desk.key('cut.edl')}")
    frames = sum(piece.frames for piece in cuts)
    desk.voice.tell(Stage.EDITING, f"{plural(len(cuts), 'cut')}, {plural(frames, 'frame')}")
    return cuts


def _label(desk: Desk, script: Script) -> edit.CutLabel:
    titles = {scene.scene_id: scene.title for scene in script.scenes}
    fields = {shot.shot_id: planned_fields(shot) for scene in script.scenes for shot in scene.shots}
    return edit.CutLabel(run_id=desk.run_id, titles=titles, fields=fields)


def render_film(desk: Desk, script: Script, cuts: Sequence[Cut]) -> None:
    """The film itself, with a poster."""
    desk.enter(Stage.RENDERING, "Rendering final.mp4")

    def make() -> dict[str, Any]:
        return _rendered(desk, cuts)

    desk.step("film", dict[str, Any], make, then=lambda facts: _note_film(desk, script, facts))


def _rendered(desk: Desk, cuts: Sequence[Cut]) -> dict[str, Any]:
    content = render.final(cuts, read=desk.read, recorded=soundtrack.recorded(desk))
    seen = media.look(content)
    path = desk.put("videos", "final.mp4", content)
    poster = desk.put("media", "poster.jpg", media.jpeg(seen.middle))
    return {"path": path, "poster": poster, "frames": seen.probe.frames, "seconds": seen.probe.seconds}


def _note_film(desk: Desk, script: Script, facts: dict[str, Any]) -> None:
    deliver = desk.bible.runs.deliver
    paths = {name: f"runs/{desk.key('cut.' + name)}" for name in ("otio", "edl", "fcpxml")}
    told = {"kind": "film", "title": script.title, "frames": facts["frames"], "fps": FPS, "timelines": paths}
    deliver(
        desk.run_id,
        "video",
        facts["path"],
        asset_id=desk.asset_id("film"),
        duration=facts["seconds"],
        prompt=desk.wish.concept,
        metadata=told,
    )
    deliver(
        desk.run_id,
        "image",
        facts["poster"],
        asset_id=desk.asset_id("poster"),
        prompt=desk.wish.concept,
        metadata={"kind": "thumbnail"},
    )
    desk.bible.runs.describe(desk.run_id, final_video_path=facts["path"])


def finish(desk: Desk, winner: PilotPlan) -> Run:
    """End the run, and let it teach the next one."""
    run = desk.bible.runs.finish(desk.run_id, "completed", winning_pilot=winner.pilot_id)
    desk.bible.lessons.wrap(desk.run_id)
    desk.voice.end(run)
    return run
