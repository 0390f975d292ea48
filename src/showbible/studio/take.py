"""A take: one shot of one pilot, and what it is called."""

from __future__ import annotations

from showbible.providers.model import Order
from showbible.studio.crew import VideoOrder
from showbible.studio.model import FilmLook, FilmPlan, PilotPlan, ScriptScene, ScriptShot
from showbible.values import frozen


@frozen
class Take:
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
    def look(self) -> FilmLook:
        """What its pictures show and in which colours."""
        return self.pilot.look or self.plan.look

    def video_order(self, wanted: Order | None = None) -> VideoOrder:
        """What is asked for; `wanted` as a provider gets it."""
        return VideoOrder(
            look=self.look,
            scene_id=self.scene.scene_id,
            shot=self.shot,
            tier=self.pilot.tier,
            glow=self.scene.glow,
            wanted=wanted,
        )
