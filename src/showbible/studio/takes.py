"""One take of a shot: its first frame where somebody makes pictures, the order, and what was delivered."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

from pydantic import TypeAdapter

from showbible.errors import Malformed
from showbible.providers.model import Medium, Order, Picture
from showbible.runs.model import Stage
from showbible.studio import media, ordering, seeds
from showbible.studio.contractor import Contractor
from showbible.studio.crew import Made, MediaProvider, VideoOrder
from showbible.studio.evidence import OrderedShot, noting
from showbible.studio.model import ShotClip
from showbible.studio.purchase import Purchase, PurchaseOutcome, buy
from showbible.studio.stage_context import Desk, amount
from showbible.studio.take import Take
from showbible.values import frozen

_CLIP: TypeAdapter[ShotClip] = TypeAdapter(ShotClip)
_PICTURE: TypeAdapter[Picture] = TypeAdapter(Picture)


@frozen
class PictureOrder:
    """A picture to be made."""

    order: Order


def shoot(desk: Desk, take: Take) -> PurchaseOutcome:
    """Buy a take; where its provider cannot make it, the embedded renderer stands in if a person said so."""
    maker = desk.crew.filmer(take.pilot.maker)
    outcome = _bought(desk, take, maker)
    said = f"{take.shot.shot_id}: {maker.name} could not; a drawing stands in."
    if desk.stands_in(take.name, outcome, maker, said=said):
        outcome = _bought(desk, take, desk.crew.video, kept_as=f"video.{take.name}")
    desk.voice.clock.done += take.shot.frames
    said = take.scene.title if outcome is PurchaseOutcome.DONE else outcome.replace("_", " ")
    desk.voice.tell(Stage.GENERATING_VIDEO, f"{take.pilot.tier.replace('_', ' ')} {take.shot.shot_id}: {said}")
    return outcome


def _bought(desk: Desk, take: Take, maker: MediaProvider[Any], *, kept_as: str = "") -> PurchaseOutcome:
    order = _order(desk, take, maker)
    why = take.pilot.casting.why if take.pilot.casting else ""
    return buy(
        desk.till,
        Purchase(
            step=f"drawn.{take.name}" if kept_as else f"video.{take.name}",
            provider=maker,
            order=order,
            check=lambda made: _check(made, take),
            store=lambda made: _store(desk, take, made),
            record=lambda made: _record(desk, take, order, maker=maker.name, made=made),
            broken=lambda made, why: _record_broken(desk, take, made, maker=maker.name, why=why),
            note=noting(desk, maker, order.order, OrderedShot(take=take, why=why)),
            pilot_id=take.pilot.pilot_id,
            kept_as=kept_as,
        ),
    )


def _order(desk: Desk, take: Take, maker: MediaProvider[Any]) -> VideoOrder:
    """The order; as a provider gets it, it is written once, whatever the memories learn before it is asked again."""
    if not isinstance(maker, Contractor):
        return take.video_order()
    reference = _reference(desk, take, maker)
    wanted = desk.step(f"order.{take.name}", Order, lambda: ordering.video(desk, take, maker, reference=reference))
    return take.video_order(ordering.with_pictures(desk, wanted))


# The first frame


def _reference(desk: Desk, take: Take, maker: Contractor) -> Picture | None:
    """The picture that a shot begins with: one made for it, else the first that the production was given."""
    if not ordering.wants_reference(take, maker):
        return None
    painter = desk.crew.painter(take.plan.helpers.get(Medium.IMAGE, ""))
    if isinstance(painter, Contractor):
        return _painted(desk, take, painter)
    return _seed(desk)


def _seed(desk: Desk) -> Picture | None:
    path = next((each for each in desk.wish.seeds if not each.endswith(".mp4")), None)
    if path is None:
        return None
    content = desk.read(path)
    return ordering.pictured(path, content, seeds.kind_of_picture(content, what="The seed asset"))


def _painted(desk: Desk, take: Take, painter: Contractor) -> Picture | None:
    """The picture, bought once; None where it could not be made, and the shot is made from words alone."""
    step = f"picture.{take.name}"
    wanted = desk.step(f"order.{step}", Order, lambda: ordering.picture(desk, take, painter))
    outcome = buy(
        desk.till,
        Purchase(
            step=step,
            provider=painter,
            order=PictureOrder(order=wanted),
            check=lambda made: _check_picture(made, take),
            store=lambda made: _store_picture(desk, take, made),
            record=lambda made: _record_picture(desk, take, wanted, maker=painter.name, made=made),
            broken=lambda made, why: _record_broken(desk, take, made, maker=painter.name, why=why),
            note=noting(desk, painter, wanted, OrderedShot(take=take)),
            pilot_id=take.pilot.pilot_id,
        ),
    )
    kept = desk.result(step) if outcome is PurchaseOutcome.DONE else None
    return None if kept is None else _PICTURE.validate_json(kept)


def _check_picture(made: Made, take: Take) -> Made:
    seeds.kind_of_picture(made.content, what=f"The first frame of {take.shot.shot_id}")
    return made


def _store_picture(desk: Desk, take: Take, made: Made) -> None:
    desk.put("media", _picture_name(take, made), made.content)


def _picture_name(take: Take, made: Made) -> str:
    return f"{take.name}.first.{seeds.ending(made.content)}"


def _record_picture(desk: Desk, take: Take, order: Order, *, maker: str, made: Made) -> str:
    path = f"media/{desk.key(_picture_name(take, made))}"
    desk.bible.runs.deliver(
        desk.run_id,
        "image",
        path,
        asset_id=desk.asset_id(f"{take.name}.first"),
        scene_id=take.scene.scene_id,
        pilot_id=take.pilot.pilot_id,
        cost=amount(made.cost),
        prompt=order.prompt,
        metadata={"kind": "first_frame", "provider": maker, "shot_id": take.shot.shot_id, **made.facts},
    )
    found = ordering.pictured(path, made.content, seeds.kind_of_picture(made.content, what="The first frame"))
    return _PICTURE.dump_json(found).decode()


# What was delivered


def _check(made: Made, take: Take) -> Made:
    """The clip in the film's form; one that is too short for its shot is refused."""
    shot = take.shot
    content = media.conformed(made.content, frames=shot.frames, what=f"The clip of {shot.shot_id}")
    found = media.probe(content)
    if shot.frames - found.frames > max(2, shot.frames // 4):
        raise Malformed(f"The clip of {shot.shot_id} has {found.frames} frames where {shot.frames} were ordered.")
    return made if content == made.content else replace(made, content=content, original=made.content)


def _store(desk: Desk, take: Take, made: Made) -> None:
    """The clip, as it came and as the film needs it, its last frame and a thumbnail, as files."""
    seen = media.look(made.content)
    if made.original is not None:
        desk.put("videos", f"{take.name}.original.mp4", made.original)
    desk.put("videos", f"{take.name}.mp4", made.content)
    desk.put("media", f"{take.name}.last.jpg", media.jpeg(seen.last))
    desk.put("media", f"{take.name}.thumb.jpg", media.jpeg(seen.middle, width=320))


def _record(desk: Desk, take: Take, order: VideoOrder, *, maker: str, made: Made) -> str:
    """The clip with its cost, its last frame and its thumbnail, as assets of the run."""
    path = f"videos/{desk.key(take.name)}.mp4"
    found = media.probe(made.content)
    shot = take.shot
    deliver = partial(
        desk.bible.runs.deliver,
        scene_id=take.scene.scene_id,
        pilot_id=take.pilot.pilot_id,
        prompt=order.prompt,
    )
    deliver(
        desk.run_id,
        "video",
        path,
        asset_id=desk.asset_id(take.name),
        duration=found.seconds,
        cost=amount(made.cost),
        metadata={**_facts(desk, take, order, made), "provider": maker, "fps": round(found.frames / found.seconds, 3)},
    )
    for kind in ("last", "thumb"):
        deliver(
            desk.run_id,
            "image",
            f"media/{desk.key(take.name)}.{kind}.jpg",
            asset_id=desk.asset_id(f"{take.name}.{kind}"),
            metadata={"kind": "last_frame" if kind == "last" else "thumbnail", "shot_id": shot.shot_id},
        )
    clip = ShotClip(scene_id=take.scene.scene_id, shot_id=shot.shot_id, path=path, frames=found.frames)
    return _CLIP.dump_json(clip).decode()


def _facts(desk: Desk, take: Take, order: VideoOrder, made: Made) -> dict[str, Any]:
    """What is known of a clip besides: the shot as written, and of an order what the memories added and why."""
    shot, wanted = take.shot, order.wanted
    facts = {
        "shot_id": shot.shot_id,
        "shot_size": shot.size,
        "camera_angle": shot.angle,
        "camera_movement": shot.movement,
        "caption": shot.caption,
        **made.facts,
    }
    if made.original is not None:
        facts["original"] = f"videos/{desk.key(take.name)}.original.mp4"
    if wanted is not None:
        facts["negative_prompt"] = wanted.negative_prompt
        facts["reference"] = wanted.reference.path if wanted.reference else None
        facts["added"] = [{"text": line.text, "source": line.source, "why": line.why} for line in wanted.lines]
    return facts


def _record_broken(desk: Desk, take: Take, made: Made, *, maker: str, why: str) -> None:
    """What was paid for but cannot be used: its cost counts, its scene does not."""
    desk.bible.runs.warning(desk.run_id, f"{take.shot.shot_id}: {why}")
    if made.cost:
        desk.bible.runs.deliver(
            desk.run_id,
            "video",
            f"broken/{take.name}",
            pilot_id=take.pilot.pilot_id,
            cost=amount(made.cost),
            metadata={"broken": why, "provider": maker},
        )
