"""Make shots again: a plan and a script of what was ordered, and takes that stand where the old ones did."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby
from typing import Final

from showbible.runs.model import AudioTier, EditStyle, Tier
from showbible.studio import lexicon
from showbible.studio.crew import VideoOrder
from showbible.studio.model import FilmPlan, FilmRequest, PilotPlan, Reshoot, Script, ScriptScene, ScriptShot, ShotClip
from showbible.studio.stage_context import Desk
from showbible.vocabulary import plural

USUAL_TIER: Final = Tier.ANIMATED
GLOW: Final = 0.6


def planned(wish: FilmRequest, *, maker: Callable[[Tier], str] = lambda _: "") -> FilmPlan:
    """The plan of what is made again: one way of making it, without sound and without rivals."""
    tier, words = wish.tier or USUAL_TIER, " ".join(each.prompt for each in wish.reshoots)
    mood = lexicon.mood(words)
    script = written(wish)
    return FilmPlan(
        pilots=(PilotPlan(pilot_id=tier.value, tier=tier, budget=wish.budget, maker=maker(tier)),),
        scenes=len(script.scenes),
        seconds=script.seconds,
        audio_tier=AudioTier.NONE,
        edit_style=EditStyle.BALANCED,
        mood=mood,
        music_style=lexicon.MUSIC.get(mood, "warm pads"),
        threshold=0.0,
        look=lexicon.look(words, mood=mood),
        why=(f"{plural(len(wish.reshoots), 'shot')} are made again as they were ordered.",),
    )


def written(wish: FilmRequest) -> Script:
    """The script of what is made again: a scene for each run of shots that belong to one."""
    numbered = list(enumerate(wish.reshoots, start=1))
    groups = [list(group) for _, group in groupby(numbered, key=lambda each: each[1].scene_id)]
    return Script(
        title=wish.concept,
        scenes=tuple(_scene(number, group) for number, group in enumerate(groups, start=1)),
        made_by="order",
    )


def _scene(number: int, group: Sequence[tuple[int, Reshoot]]) -> ScriptScene:
    name = group[0][1].scene_id or f"s{number}"
    shots = tuple(_shot(place, each) for place, each in group)
    return ScriptScene(scene_id=name, title=f"Again: {name}", shots=shots, glow=GLOW)


def _shot(place: int, wanted: Reshoot) -> ScriptShot:
    return ScriptShot(
        shot_id=f"again-{place}",
        size=wanted.size,
        angle=wanted.angle,
        movement=wanted.movement,
        frames=wanted.frames,
        description=wanted.prompt,
    )


def orders(wish: FilmRequest) -> list[VideoOrder]:
    """What a provider will be asked for, shot by shot, so that it can be priced before."""
    plan, script = planned(wish), written(wish)
    return [
        VideoOrder(look=plan.look, scene_id=scene.scene_id, shot=shot, tier=plan.pilots[0].tier, glow=scene.glow)
        for scene in script.scenes
        for shot in scene.shots
    ]


def take_place(desk: Desk, pilot: PilotPlan, made: Sequence[ShotClip]) -> None:
    """Let what was made again stand where what it replaces stood in the story; that stays as an earlier take."""
    by_shot = {f"again-{place}": each for place, each in enumerate(desk.wish.reshoots, start=1)}
    for clip in made:
        wanted = by_shot.get(clip.shot_id)
        if wanted is not None and wanted.segment_id is not None:
            _stand(desk, pilot, clip, wanted, segment_id=wanted.segment_id)


def _stand(desk: Desk, pilot: PilotPlan, clip: ShotClip, wanted: Reshoot, *, segment_id: str) -> None:
    take = desk.asset_id(f"{pilot.pilot_id}.{clip.shot_id}")
    assets = desk.bible.assets(desk.wish.project_id)

    def stand() -> str:
        assets.add("video", clip.path, asset_id=take, clip_id=take, segment_id=segment_id)
        return assets.clip(segment_id=segment_id, clip_id=take, output_path=clip.path, prompt=wanted.prompt).clip_id

    desk.step(f"placed.{clip.shot_id}", str, stand)
