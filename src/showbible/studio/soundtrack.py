"""The sound of a film: music under all of it, and a voice for each scene that has words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pydantic import TypeAdapter

from showbible.providers.model import Medium
from showbible.runs.model import AudioTier, Stage
from showbible.studio import media, render
from showbible.studio.crew import AudioOrder, Made, MediaProvider, SoundKind
from showbible.studio.evidence import noting
from showbible.studio.ledger import steps
from showbible.studio.model import FilmPlan, Script, ScriptScene, ShotClip
from showbible.studio.purchase import Purchase, PurchaseOutcome, buy
from showbible.studio.stage_context import Desk, amount


def make(desk: Desk, plan: FilmPlan, script: Script, *, made: Sequence[ShotClip]) -> None:
    """A music bed for the film and a voice for each scene that has words."""
    desk.enter(Stage.GENERATING_AUDIO, f"Sound: {plan.audio_tier.replace('_', ' ')}, {plan.mood}")
    if plan.audio_tier is AudioTier.NONE:
        return
    frames = sum(clip.frames for clip in made)
    order = AudioOrder(
        kind=SoundKind.MUSIC,
        tier=plan.audio_tier,
        frames=frames,
        mood=plan.mood,
        style=plan.music_style,
        seed=plan.look.grain,
    )
    _buy_sound(desk, plan, "music", order)
    if plan.audio_tier is not AudioTier.MUSIC_ONLY:
        _speak(desk, plan, script, made=made)


def _speak(desk: Desk, plan: FilmPlan, script: Script, *, made: Sequence[ShotClip]) -> None:
    there = {clip.shot_id for clip in made}
    for scene in script.scenes:
        for shot in scene.shots:
            if shot.caption and shot.shot_id in there:
                frames = sum(each.frames for each in scene.shots)
                order = AudioOrder(
                    kind=SoundKind.VOICE,
                    tier=plan.audio_tier,
                    frames=frames,
                    text=_words(scene),
                    voice=plan.voice,
                    speed=plan.voice_speed,
                )
                outcome = _buy_sound(desk, plan, f"voice.{shot.shot_id}", order, scene_id=scene.scene_id)
                if outcome is not PurchaseOutcome.DONE:
                    return
                break


def _words(scene: ScriptScene) -> str:
    """What is said in a scene; a line that stands over several shots is said once."""
    return " ".join(dict.fromkeys(shot.caption for shot in scene.shots if shot.caption))


def _buy_sound(
    desk: Desk, plan: FilmPlan, name: str, order: AudioOrder, *, scene_id: str | None = None
) -> PurchaseOutcome:
    maker = desk.crew.player(order.kind, plan.helpers.get(Medium(order.kind), ""))
    outcome = _bought(desk, name, order, maker=maker, scene_id=scene_id)
    said = f"{name}: {maker.name} could not; {desk.crew.audio.name} stands in."
    if desk.stands_in(f"audio.{name}", outcome, maker, said=said):
        outcome = _bought(desk, name, order, maker=desk.crew.audio, scene_id=scene_id, kept_as=f"audio.{name}")
    desk.voice.tell(Stage.GENERATING_AUDIO, f"{name.split('.')[0]}: {outcome.replace('_', ' ')}")
    return outcome


def _bought(
    desk: Desk,
    name: str,
    order: AudioOrder,
    *,
    maker: MediaProvider[AudioOrder],
    scene_id: str | None,
    kept_as: str = "",
) -> PurchaseOutcome:
    return buy(
        desk.till,
        Purchase(
            step=f"played.{name}" if kept_as else f"audio.{name}",
            provider=maker,
            order=order,
            check=lambda made: _check(made, name),
            store=lambda made: _ignore(desk.put("audio", f"{name}.m4a", made.content)),
            record=lambda made: _record(desk, name, order, maker=maker.name, made=made, scene_id=scene_id),
            broken=lambda made, why: _record_broken(desk, name, made, maker=maker.name, why=why),
            note=noting(desk, maker, order.order),
            kept_as=kept_as,
        ),
    )


def _check(made: Made, name: str) -> Made:
    """The sound as an M4A, whatever it came as."""
    heard = media.sound(made.content, what=f"The {name}")
    if made.content[4:8] == b"ftyp":
        return made
    return replace(made, content=media.sound_file(heard), original=made.content)


def _ignore(_: object) -> None:
    """Nothing to do with it."""


def _record(desk: Desk, name: str, order: AudioOrder, *, maker: str, made: Made, scene_id: str | None) -> str:
    path = f"audio/{desk.key(name)}.m4a"
    desk.bible.runs.deliver(
        desk.run_id,
        "audio",
        path,
        asset_id=desk.asset_id(name),
        scene_id=scene_id,
        duration=len(media.sound(made.content)) / media.RATE,
        cost=amount(made.cost),
        prompt=order.prompt,
        metadata={"provider": maker, "kind": order.kind, **made.facts},
    )
    return TypeAdapter(str).dump_json(path).decode()


def _record_broken(desk: Desk, name: str, made: Made, *, maker: str, why: str) -> None:
    desk.bible.runs.warning(desk.run_id, f"{name}: {why}")
    if made.cost:
        facts = {"broken": why, "provider": maker}
        desk.bible.runs.deliver(desk.run_id, "audio", f"broken/{name}", cost=amount(made.cost), metadata=facts)


def recorded(desk: Desk) -> render.Recorded:
    """The music and the voices that were made."""
    done, path = steps.steps(desk.bible.db, desk.run_id), TypeAdapter(str)
    made = {step: path.validate_json(kept) for step, kept in done.items() if step.startswith("audio.")}
    music = made.pop("audio.music", None)
    return render.Recorded(
        music=None if music is None else desk.read(music),
        voices={step.removeprefix("audio.voice."): desk.read(where) for step, where in made.items()},
    )
