"""What an order taught of its provider: noted with its end, in the transaction that settles it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from showbible.lessons.recall.generations import GenerationOutcome, GenerationRecord
from showbible.lessons.recall.traits import traits_of
from showbible.providers.model import Order
from showbible.studio.contractor import Contractor
from showbible.studio.crew import MediaProvider
from showbible.studio.ordering import style_words
from showbible.studio.purchase import OrderEnd
from showbible.studio.stage_context import Desk
from showbible.studio.take import Take
from showbible.values import frozen
from showbible.vocabulary import Micros, utcnow

Note = Callable[[OrderEnd], None]


@frozen
class OrderedShot:
    """What is known of an order besides its words."""

    take: Take | None = None
    why: str = ""


def noting(desk: Desk, maker: MediaProvider[Any], order: Order, about: OrderedShot | None = None) -> Note:
    """Who keeps how an order ended."""

    def note(end: OrderEnd) -> None:
        desk.bible.lessons.note_generation(_record(desk, maker, order, about or OrderedShot(), end))

    return note


def _record(desk: Desk, maker: MediaProvider[Any], order: Order, about: OrderedShot, end: OrderEnd) -> GenerationRecord:
    take, paid = about.take, isinstance(maker, Contractor)
    shot = take.shot if take else None
    return GenerationRecord(
        generation_id=end.entry.intent_id,
        provider=maker.name,
        medium=order.medium,
        outcome=end.outcome,
        at=utcnow(),
        model=maker.offer(order).model if isinstance(maker, Contractor) else "",
        run_id=desk.run_id,
        pilot_id=take.pilot.pilot_id if take else None,
        shot_id=shot.shot_id if shot else None,
        tier=take.pilot.tier if take else None,
        refusal=end.refusal if end.outcome is not GenerationOutcome.SUCCEEDED else None,
        estimated=_estimated(maker, order, end),
        charged=end.cost,
        simulated=not paid,
        seconds=order.seconds,
        took=end.took,
        size=shot.size if shot else None,
        angle=shot.angle if shot else None,
        movement=shot.movement if shot else None,
        traits=traits_of(order, camera=shot.camera, style=style_words(take)) if shot and take else traits_of(order),
        prompt=order.prompt,
        why=about.why or None,
    )


def _estimated(maker: MediaProvider[Any], order: Order, end: OrderEnd) -> Micros:
    return maker.quote(order) if isinstance(maker, Contractor) else end.entry.reserved
