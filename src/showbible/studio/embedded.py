"""The crew that needs no network and no key: it draws, plays and speaks in this process."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from showbible.llm.client import LLM
from showbible.providers.contract import ProviderFailed
from showbible.studio import media, prices
from showbible.studio.crew import AudioOrder, Crew, Made, SoundKind, VideoOrder
from showbible.studio.evaluate import MeasuringEvaluator
from showbible.studio.plan import BudgetPlanner
from showbible.studio.sound import music, voice
from showbible.studio.write import ScriptWriter
from showbible.vocabulary import Micros

PATIENCE: Final = 300.0


class Animatic:
    """Draws shots. The same order always gives the same pictures, so repeating one harms nobody."""

    name = "animatic"
    honours_keys = True
    patience = PATIENCE

    def price(self, order: VideoOrder) -> Micros:
        """What the tier costs for as long as the shot lasts."""
        return prices.picture(order.tier, order.shot.frames)

    def make(self, order: VideoOrder, *, key: str, submitted: Callable[[str], None]) -> Made:
        """The shot as a film without sound."""
        from showbible.studio.animatic.frames import FrameTake, frames

        take = FrameTake(look=order.look, shot=order.shot, tier=order.tier, glow=order.glow)
        content = media.film(frames(take))
        return Made(content=content, cost=self.price(order), facts={"price": prices.LABEL})

    def collect(self, order: VideoOrder, *, ref: str) -> Made:
        """Nothing is ever left to collect."""
        raise ProviderFailed(f"The animatic renderer knows no work {ref!r}.")


class Sounds:
    """Plays music by mood and speaks where a voice is installed."""

    name = "synthesizer"
    honours_keys = True
    patience = PATIENCE

    def price(self, order: AudioOrder) -> Micros:
        """What the audio tier costs for as long as the film or scene lasts."""
        of = prices.music if order.kind is SoundKind.MUSIC else prices.voice
        return of(order.tier, order.frames)

    def make(self, order: AudioOrder, *, key: str, submitted: Callable[[str], None]) -> Made:
        """The sound as an M4A; without a voice installed a scene cannot be spoken."""
        from showbible.studio.model import FPS

        if order.kind is SoundKind.MUSIC:
            heard = music.bed(order.mood, order.frames / FPS, seed=order.seed, style=order.style)
        else:
            spoken = voice.speak(order.text, voice=order.voice, speed=order.speed)
            if spoken is None:
                raise ProviderFailed("No voice is installed: add the speech extra to hear the captions.")
            heard = spoken
        return Made(content=media.sound_file(heard), cost=self.price(order), facts={"price": prices.LABEL})

    def collect(self, order: AudioOrder, *, ref: str) -> Made:
        """Nothing is ever left to collect."""
        raise ProviderFailed(f"The synthesizer knows no work {ref!r}.")


def crew(llm: LLM) -> Crew:
    """Everybody a production needs, in this process; the model, if there is one, writes."""
    return Crew(
        planner=BudgetPlanner(),
        writer=ScriptWriter(llm),
        video=Animatic(),
        audio=Sounds(),
        evaluator=MeasuringEvaluator(),
    )


def works_here(provider: object) -> bool:
    """Whether a provider is one of this process, so that nothing of it is left when the process ends."""
    return isinstance(provider, Animatic | Sounds)
