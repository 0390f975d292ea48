"""What a change of the story costs: the assets that no longer agree, what each cost, and what making it again would."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from enum import StrEnum
from typing import Any, Final, TypeVar

from showbible.assets.model import Artifact, Asset, AssetKind, Disagreement, EntityState, Segment
from showbible.assets.recall import library, made_assets, overview, story
from showbible.assets.recall.facts import table
from showbible.bible import Bible
from showbible.errors import Conflict, Invalid, Misconfigured, NotFound
from showbible.runs.model import Delivery, Tier
from showbible.runs.recall import costs
from showbible.studio import config, orchestrator, reshoots
from showbible.studio.crew import MediaProvider, VideoOrder
from showbible.studio.model import Angle, FilmRequest, Movement, Reshoot, Size, frames_in
from showbible.values import frozen, mark_of
from showbible.vocabulary import LOCAL_USER, Micros, RunId, plural

Word = TypeVar("Word", bound=StrEnum)

NO_FILM: Final = "The studio makes films, no pictures and no sounds."
NO_LENGTH: Final = "Nobody knows how long it is."
WITH_ITS_FILM: Final = "It is a frame of a film, and comes with it."
AT_REST: Final = "Another take stands in its place."
SAME_FILE: Final = "It is the same file as another one."

_FRAMES: Final = frozenset({AssetKind.LAST_FRAME, AssetKind.KEYFRAME})


@frozen
class Remake:
    """An asset that no longer agrees with the story: why, what it cost, and what making it again costs.

    None is unknown; where it cannot be made again, `why_not` says why.
    """

    asset: Asset
    against: tuple[Disagreement, ...]
    at_ms: int | None
    """Where in the story it stands, if it has a place there."""
    cost: Micros | None
    again: Micros | None = None
    prompt: str
    """What it would be made with."""
    why_not: str | None
    reshoot: Reshoot | None


@frozen
class ChangeCost:
    """What a state costs the assets made before it: nothing is ordered yet."""

    state: EntityState
    remakes: tuple[Remake, ...]
    provider: str | None
    """Who would make them; nobody where the studio's settings name nobody."""
    tier: Tier

    @property
    def standing(self) -> tuple[Remake, ...]:
        """Those that no other take stands in the place of."""
        return tuple(each for each in self.remakes if each.why_not != AT_REST)

    @property
    def spent(self) -> Micros:
        """What those that disagree have cost, as far as anybody knows."""
        return Micros(sum(each.cost or 0 for each in self.standing))

    @property
    def price(self) -> Micros:
        """What it costs to make again whatever can be."""
        return Micros(sum(each.again or 0 for each in self.orderable))

    @property
    def orderable(self) -> tuple[Remake, ...]:
        """Those that can be made again."""
        return tuple(each for each in self.remakes if each.reshoot is not None)

    @property
    def unknown(self) -> int:
        """Of how many nobody knows what they cost."""
        return sum(each.cost is None for each in self.standing)

    @property
    def mark(self) -> str:
        """A word that is another one as soon as there is anything else to order or to pay."""
        orders = [(each.asset.asset_id, each.again, each.prompt) for each in self.orderable]
        said = [self.state.mark, self.provider, self.tier, orders]
        return mark_of(said)


def cost(bible: Bible, project_id: str, state_id: str, *, tier: Tier | None = None) -> ChangeCost:
    """What a state costs: every asset made before that contradicts it, in the order of the story."""
    assets = bible.assets(project_id)
    with assets.db.snapshot():
        state = story.state(assets.db, state_id)
        against: dict[str, list[Disagreement]] = {}
        for each in (*assets.disagreeing(state), *made_assets.untimed(assets.db, state)):
            against.setdefault(each.asset_id, []).append(each)
        known = _Known.of(bible, project_id, list(against))
    chosen = tier or known.usual_tier
    remakes = _once(
        [_remake(known, name, tuple(told), state) for name, told in against.items() if name in known.assets]
    )
    try:
        crew = config.crew(bible)
        video = crew.filmer(crew.rates.maker(chosen).name)
    except Misconfigured as error:
        idle = tuple(replace(each, reshoot=None, why_not=each.why_not or str(error)) for each in remakes)
        return ChangeCost(state=state, remakes=idle, provider=None, tier=chosen)
    return ChangeCost(
        state=state, remakes=tuple(_priced(remakes, video, tier=chosen)), provider=video.name, tier=chosen
    )


def order(
    bible: Bible,
    project_id: str,
    state_id: str,
    *,
    seen: str,
    asset_ids: Collection[str] | None = None,
    prompts: Mapping[str, str] | None = None,
    tier: Tier | None = None,
    user_id: str = LOCAL_USER,
) -> RunId:
    """Order in a production what a change made wrong; `seen` is the mark of the plan that a person confirms.

    Only some of the plan may be ordered, and with other prompts; a plan that is another by now is refused.
    """
    plan = cost(bible, project_id, state_id, tier=tier)
    if plan.mark != seen:
        raise Conflict("What would be made again, or its price, has changed meanwhile. Look at it, then confirm.")
    chosen = _chosen(plan, asset_ids)
    wish = FilmRequest(
        concept=_concept(plan, len(chosen)),
        budget=Micros(sum(each.again or 0 for each in chosen)),
        project_id=project_id,
        user_id=user_id,
        pilots=1,
        reshoots=tuple(_with_prompt(each, prompts or {}) for each in chosen),
        tier=plan.tier,
    )
    return orchestrator.ask_for(bible, wish)


def _chosen(plan: ChangeCost, asset_ids: Collection[str] | None) -> list[Remake]:
    offered = {each.asset.asset_id: each for each in plan.orderable}
    for name in asset_ids or ():
        if name not in offered:
            raise NotFound("asset to make again", name)
    chosen = [each for name, each in offered.items() if asset_ids is None or name in asset_ids]
    if not chosen:
        raise Invalid("Nothing of this can be made again.", field="asset_ids")
    return chosen


def _with_prompt(wanted: Remake, prompts: Mapping[str, str]) -> Reshoot:
    if wanted.reshoot is None:
        raise AssertionError("Only what can be made again is ordered.")
    said = prompts.get(wanted.asset.asset_id, "").strip()
    return replace(wanted.reshoot, prompt=said) if said else wanted.reshoot


def _concept(plan: ChangeCost, number: int) -> str:
    facts = ", ".join(f"{name} {value}" for name, value in plan.state.state.items())
    return f"{plural(number, 'shot')} again, with {plan.state.entity}: {facts}"[:400]


@frozen
class _Known:
    """What the memories know of some assets: their records, their deliveries, and where they stand in the story."""

    assets: Mapping[str, Asset]
    artifacts: Mapping[str, Artifact]
    delivered: Mapping[str, Delivery]
    tiers: Mapping[tuple[str, str], Tier]
    segments: Mapping[str, Segment]
    active: Mapping[str, str]
    """The take that stands in each segment."""

    @classmethod
    def of(cls, bible: Bible, project_id: str, asset_ids: Sequence[str]) -> _Known:
        db = bible.assets(project_id).db
        artifacts = made_assets.artifacts(db, asset_ids)
        found = library.assets_by_id(db, asset_ids)
        names = [each.segment_id for each in found.values() if each.segment_id]
        run_ids = {each.run_id for each in artifacts.values() if each.run_id}
        return cls(
            assets=found,
            artifacts=artifacts,
            delivered=costs.deliveries(bible.db, asset_ids, run_ids=run_ids),
            tiers=costs.tiers(bible.db, run_ids),
            segments=overview.segments(db, names),
            active={name: clip.clip_id for name, clip in story.active_clips(db, names).items()},
        )

    @property
    def usual_tier(self) -> Tier:
        """How most of them were made."""
        told = (self.tiers.get((each.run_id, each.pilot_id or "")) for each in self.delivered.values())
        counted = Counter(each for each in told if each is not None).most_common(1)
        return counted[0][0] if counted else reshoots.USUAL_TIER

    def is_at_rest(self, asset: Asset) -> bool:
        """Whether another take stands where this one stood."""
        stands = self.active.get(asset.segment_id or "")
        return stands is not None and stands != asset.clip_id

    def seconds(self, asset: Asset) -> float | None:
        """How long it is, as it was delivered or as the story has room for it."""
        made, segment = self.delivered.get(asset.asset_id), self.segments.get(asset.segment_id or "")
        if made is not None and made.duration:
            return made.duration
        return None if segment is None else (segment.end_ms - segment.start_ms) / 1000


def _remake(known: _Known, asset_id: str, against: tuple[Disagreement, ...], state: EntityState) -> Remake:
    asset, made = known.assets[asset_id], known.delivered.get(asset_id)
    why_not, seconds = _hindrance(known, asset), known.seconds(asset) or 0.0
    # Who delivers without a word on the cost has told nothing; only a frame is known to cost nothing.
    paid = None if made is None or (made.cost == 0 and asset.kind not in _FRAMES) else made.cost
    prompt = corrected(asset.prompt or asset.caption or "", against, state)
    return Remake(
        asset=asset,
        against=against,
        at_ms=against[0].start_ms if asset.segment_id else None,
        cost=paid,
        prompt=prompt,
        why_not=why_not,
        reshoot=None if why_not else _reshoot(asset, known.artifacts[asset_id], prompt, seconds),
    )


def _once(remakes: Sequence[Remake]) -> list[Remake]:
    """The same, but no file is made again twice: where several assets have it, the one whose cost is known."""
    best: dict[str, Remake] = {}
    for each in sorted(remakes, key=lambda each: each.cost is None):
        best.setdefault(each.asset.path, each)
    return [
        each if best[each.asset.path] is each or each.why_not else replace(each, why_not=SAME_FILE, reshoot=None)
        for each in remakes
    ]


def _hindrance(known: _Known, asset: Asset) -> str | None:
    """Why an asset cannot be made again, if it cannot."""
    if known.is_at_rest(asset):
        return AT_REST
    if asset.kind in _FRAMES:
        return WITH_ITS_FILM
    if asset.kind is not AssetKind.VIDEO:
        return NO_FILM
    return None if known.seconds(asset) else NO_LENGTH


def _reshoot(asset: Asset, record: Artifact, prompt: str, seconds: float) -> Reshoot:
    told = record.metadata
    return Reshoot(
        asset_id=asset.asset_id,
        prompt=prompt,
        frames=frames_in(min(seconds, 60.0)),
        scene_id=record.scene_id,
        segment_id=asset.segment_id,
        size=_word(Size, told.get("shot_size"), Size.MEDIUM),
        angle=_word(Angle, told.get("camera_angle"), Angle.EYE_LEVEL),
        movement=_word(Movement, told.get("camera_movement"), Movement.STATIC),
    )


def _word(kind: type[Word], told: Any, otherwise: Word) -> Word:
    return kind(told) if told in set(kind) else otherwise


def corrected(prompt: str, against: Sequence[Disagreement], state: EntityState) -> str:
    """A prompt that says what is so: in the place of what it says now where that stands there, else added to it."""
    for each in against:
        words = next((words for words in (each.shown, _clashing(each)) if _stands_once(prompt, words)), None)
        if words is not None:
            prompt = re.sub(_whole(words), each.known.replace("\\", r"\\"), prompt, flags=re.IGNORECASE)
        else:
            prompt = f"{prompt.rstrip().rstrip('.')}. {state.entity}: {each.field} {each.known}."
    return prompt.strip()


def _clashing(told: Disagreement) -> str:
    """The word of what is shown that cannot be so beside what is known."""
    known = table.groups_of(told.known.casefold().split())
    words = (word.strip(",") for word in told.shown.split())
    return next((word for word in words if table.excluding(known, table.qualities(word.casefold()))), "")


def _stands_once(prompt: str, words: str) -> bool:
    return bool(words) and len(re.findall(_whole(words), prompt, flags=re.IGNORECASE)) == 1


def _whole(words: str) -> str:
    return rf"(?<!\w){re.escape(words)}(?!\w)"


def _priced(remakes: Sequence[Remake], video: MediaProvider[VideoOrder], *, tier: Tier) -> list[Remake]:
    wanted = tuple(each.reshoot for each in remakes if each.reshoot is not None)
    asked = reshoots.orders(FilmRequest(concept="", budget=Micros(0), reshoots=wanted, tier=tier))
    prices = {shot.asset_id: video.price(order) for shot, order in zip(wanted, asked, strict=True)}
    return [replace(each, again=prices.get(each.asset.asset_id)) for each in remakes]
