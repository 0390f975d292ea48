"""Small real providers that follow a script: they make short clips, refuse, stay silent or break off."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

from PIL import Image

from showbible.bible import Bible
from showbible.providers.contract import ProviderFailed
from showbible.studio import media
from showbible.studio.crew import Crew, Made, VideoOrder
from showbible.studio.embedded import crew
from showbible.studio.model import HEIGHT, WIDTH
from showbible.studio.prices import picture
from showbible.vocabulary import Micros


@lru_cache(maxsize=64)
def a_clip(frames: int, color: str = "#335577") -> bytes:
    """A real film of one colour."""
    return media.film([Image.new("RGB", (WIDTH, HEIGHT), color)] * frames)


Behaviour = Callable[["Painter", VideoOrder, Callable[[str], None]], Made]


def paints(painter: Painter, order: VideoOrder, _submitted: Callable[[str], None]) -> Made:
    """Make the clip as ordered."""
    color = order.look.palette[int(order.shot.shot_id[-1]) % 5]
    return Made(content=a_clip(order.shot.frames, color), cost=painter.price(order))


def refuses(_painter: Painter, _order: VideoOrder, _submitted: Callable[[str], None]) -> Made:
    """Say no, and charge nothing."""
    raise ProviderFailed("the queue is full")


def breaks_off(_painter: Painter, _order: VideoOrder, _submitted: Callable[[str], None]) -> Made:
    """Lose the connection."""
    raise ConnectionResetError("gone")


def hangs(painter: Painter, _order: VideoOrder, _submitted: Callable[[str], None]) -> Made:
    """Answer only when the test is over."""
    painter.over.wait()
    raise ConnectionResetError("too late")


def sends_rubbish(painter: Painter, order: VideoOrder, _submitted: Callable[[str], None]) -> Made:
    """Charge for a file that does not play."""
    return Made(content=b"not a film at all" * 50, cost=painter.price(order))


def overcharges(painter: Painter, order: VideoOrder, submitted: Callable[[str], None]) -> Made:
    """Charge twice what was said."""
    made = paints(painter, order, submitted)
    return replace(made, cost=Micros(made.cost * 2))


def names_its_work_then_hangs(painter: Painter, order: VideoOrder, submitted: Callable[[str], None]) -> Made:
    """Give the work a name, then fall silent."""
    submitted("job-7")
    return hangs(painter, order, submitted)


@dataclass
class Painter:
    """A video provider with one behaviour after another; the last one stays."""

    script: list[Behaviour]
    honours_keys: bool = True
    name: str = "painter"
    patience: float = 30.0
    keys: list[str] = field(default_factory=list)
    collected: list[str] = field(default_factory=list)
    over: threading.Event = field(default_factory=threading.Event)

    def price(self, order: VideoOrder) -> Micros:
        """The usual price of the tier."""
        return picture(order.tier, order.shot.frames)

    def make(self, order: VideoOrder, *, key: str, submitted: Callable[[str], None]) -> Made:
        """Do as the script says."""
        self.keys.append(key)
        behaviour = self.script.pop(0) if len(self.script) > 1 else self.script[0]
        return behaviour(self, order, submitted)

    def collect(self, order: VideoOrder, *, ref: str) -> Made:
        """What was ordered before."""
        self.collected.append(ref)
        return paints(self, order, lambda _: None)


def quick(bible: Bible, *script: Behaviour, **painter: Any) -> Crew:
    """The embedded crew with a painter in place of the animatic renderer."""
    return replace(crew(bible.llm), video=Painter(list(script) or [paints], **painter))
