"""Runway: Gen-4.5, Gen-4 Turbo and Veo for films, Gen-4 Image for pictures. Work is a task that is asked after."""

from __future__ import annotations

import base64
from collections.abc import Callable
from dataclasses import replace
from datetime import date
from decimal import Decimal
from functools import cached_property, partial
from http import HTTPStatus
from math import isfinite
from pathlib import PurePath
from typing import Any, Final
from urllib.parse import quote

import httpx
from runwayml import RunwayML, RunwayMLError

from showbible.providers.contract import Provider, ProviderFailed, ProviderSilent
from showbible.providers.model import (
    Charge,
    Input,
    Medium,
    Offer,
    Order,
    Output,
    Picture,
    Refusal,
    Work,
    WorkState,
)
from showbible.providers.prices import Per, Price, PriceTable
from showbible.providers.services import stainless

ADDRESS: Final = "https://api.dev.runwayml.com"
MOST_LETTERS: Final = 1000
"""Of a prompt; what is longer is refused."""
CREDIT: Final = "runway_credit"
MOST_INLINE: Final = 5 * 1024 * 1024
"""Letters of a picture inside an order; a larger one is uploaded first."""

_FILMS: Final = ("animated", "photorealistic")
_GEN4: Final = ("1280x720", "720x1280", "1104x832", "960x960", "832x1104", "1584x672")
_VEO: Final = ("1280x720", "720x1280", "1920x1080", "1080x1920")
_SMALL: Final = ("1280x720", "720x1280", "720x720", "960x720", "720x960", "1680x720")
_LARGE: Final = (
    *("1024x1024", "1080x1080", "1168x880", "1360x768", "1440x1080"),
    *("1080x1440", "1808x768", "1920x1080", "1080x1920", "2112x912"),
)
_WORDS_ALONE: Final = {"gen4.5": ("1280x720", "720x1280")}
"""Models with fewer sizes where no picture goes along."""
_SILENT: Final = {"audio": False}
_EXTRAS: Final[dict[str, dict[str, Any]]] = {"veo3.1": _SILENT, "veo3.1_fast": _SILENT}
"""Veo adds sound at up to twice the price unless it is told not to; films get theirs from voices and music."""
_ANY_SECOND: Final = tuple(float(each) for each in range(2, 11))
_STARTED: Final = frozenset({Input.REFERENCE, Input.SEED})
_BOUND: Final = _STARTED | {Input.LAST_FRAME, Input.NEGATIVE_PROMPT}

_OFFERS: Final = tuple(
    replace(each, most_letters=MOST_LETTERS)
    for each in (
        Offer(model="gen4.5", medium=Medium.VIDEO, takes=_STARTED, seconds=_ANY_SECOND, sizes=_GEN4, tiers=_FILMS),
        Offer(
            model="gen4_turbo",
            medium=Medium.VIDEO,
            takes=_STARTED,
            needs_reference=True,
            seconds=_ANY_SECOND,
            sizes=_GEN4,
            tiers=("motion_graphics", *_FILMS),
        ),
        Offer(
            model="veo3.1_fast", medium=Medium.VIDEO, takes=_BOUND, seconds=(4.0, 6.0, 8.0), sizes=_VEO, tiers=_FILMS
        ),
        Offer(model="veo3.1", medium=Medium.VIDEO, takes=_BOUND, seconds=(4.0, 6.0, 8.0), sizes=_VEO, tiers=_FILMS),
        Offer(model="gen4_image", medium=Medium.IMAGE, takes=_STARTED, sizes=(*_SMALL, *_LARGE)),
        Offer(
            model="gen4_image_turbo",
            medium=Medium.IMAGE,
            takes=_STARTED,
            needs_reference=True,
            sizes=(*_SMALL, *_LARGE),
        ),
    )
)


def _price(model: str, amount: int, per: Per, *, size: str = "") -> Price:
    return Price(model=model, amount=Decimal(amount), per=per, since=date(2026, 9, 6), currency=CREDIT, size=size)


_PRICES: Final = PriceTable(
    prices=(
        _price("gen4.5", 12, Per.SECOND),
        _price("gen4_turbo", 5, Per.SECOND),
        _price("veo3.1_fast", 10, Per.SECOND),
        _price("veo3.1", 20, Per.SECOND),
        _price("gen4_image", 8, Per.PIECE),
        *(_price("gen4_image", 5, Per.PIECE, size=size) for size in _SMALL),
        _price("gen4_image_turbo", 2, Per.PIECE),
    )
)

_STATES: Final = {
    "PENDING": WorkState.QUEUED,
    "THROTTLED": WorkState.QUEUED,
    "RUNNING": WorkState.RUNNING,
    "SUCCEEDED": WorkState.SUCCEEDED,
    "FAILED": WorkState.FAILED,
    "CANCELLED": WorkState.CANCELLED,
}


class Runway(Provider):
    """Runway's own service, asked through its own library.

    It documents no idempotency key. Its prices are in credits, which it sells at one cent each; whoever pays checks
    them against its price list.
    """

    kind = "runway"
    key_variable = "RUNWAYML_API_SECRET"
    published = _PRICES

    @property
    def offers(self) -> tuple[Offer, ...]:
        """Its own models, and Veo without sound."""
        return _OFFERS

    def submit(self, order: Order, *, key: str) -> Work:
        """Start a task."""
        create = self._task(order, self.offer(order.medium, model=order.model))
        return Work(ref=stainless.ref(self.name, self._answer(create, ordering=True)), state=WorkState.QUEUED)

    def follow(self, ref: str) -> Work:
        """Ask once; links to what was made are new each time."""
        # The library puts the name into the address as it is.
        retrieve = partial(self._client.tasks.with_raw_response.retrieve, quote(ref, safe=""))
        return self._work(ref, self._answer(retrieve, ordering=False))

    def cancel(self, ref: str) -> bool:
        """Delete the task, which nobody can ask after then; one that runs already is charged nevertheless."""
        try:
            answer = self._client.tasks.with_raw_response.delete(ref)
        except RunwayMLError:
            return False
        return answer.status_code == HTTPStatus.NO_CONTENT

    @cached_property
    def _client(self) -> RunwayML:
        return RunwayML(api_key=self.secret(), **stainless.options(self.setup, ADDRESS))

    def _answer(self, ask: Callable[[], stainless.ProviderReply], *, ordering: bool) -> dict[str, Any]:
        return stainless.answer(self.name, ask, errors=RunwayMLError, reason=_reason, ordering=ordering)

    def _task(self, order: Order, offer: Offer) -> Callable[[], stainless.ProviderReply]:
        fields = {**_fields(order, offer), **_EXTRAS.get(offer.model, {})}
        frames = self._frames(order, offer)
        if offer.medium is Medium.IMAGE:
            pictures = {"reference_images": [{"uri": each["uri"]} for each in frames]} if frames else {}
            return partial(self._client.text_to_image.with_raw_response.create, **fields, **pictures)
        fields["duration"] = int(offer.length(order.seconds))
        if frames:
            return partial(self._client.image_to_video.with_raw_response.create, prompt_image=frames, **fields)
        return partial(self._client.text_to_video.with_raw_response.create, **fields)

    def _frames(self, order: Order, offer: Offer) -> list[dict[str, str]]:
        """The pictures that an offer takes; no model begins with nothing and ends with a picture."""
        if order.reference is None or Input.REFERENCE not in offer.takes:
            return []
        frames = [{"position": "first", "uri": self._uri(order.reference)}]
        if order.last_frame is not None and Input.LAST_FRAME in offer.takes:
            frames.append({"position": "last", "uri": self._uri(order.last_frame)})
        return frames

    def _uri(self, picture: Picture) -> str:
        inline = f"data:{picture.media_type};base64,{base64.b64encode(picture.content).decode()}"
        return inline if len(inline) < MOST_INLINE else self._upload(picture)

    def _upload(self, picture: Picture) -> str:
        """Put a picture up for a while; nothing is ordered yet, so whatever goes wrong costs nothing."""
        file = (PurePath(picture.path).name, picture.content, picture.media_type)
        try:
            return self._client.uploads.create_ephemeral(file=file).uri
        except (RunwayMLError, httpx.HTTPError, AttributeError, ValueError) as error:
            # The library takes any answer for the one it hopes for: a page has no fields.
            raise ProviderFailed(f"{self.name} did not take the picture ({type(error).__name__}).") from None

    def _work(self, ref: str, answer: dict[str, Any]) -> Work:
        status = answer.get("status")
        if not isinstance(status, str):
            raise ProviderSilent(f"{self.name} does not say how far its work is.")
        code, links = str(answer.get("failureCode") or ""), answer.get("output")
        return Work(
            ref=ref,
            state=_STATES.get(status, WorkState.RUNNING),
            outputs=tuple(Output(url=str(link)) for link in links) if isinstance(links, list) else (),
            charge=_charge(answer.get("cost")),
            progress=_number(answer.get("progress")),
            refusal=_refusal(code),
            error=stainless.words([code, answer.get("failure")]),
        )


def _fields(order: Order, offer: Offer) -> dict[str, Any]:
    """What every kind of task is told."""
    alone = _WORDS_ALONE.get(offer.model) if order.reference is None else None
    size = Offer(model=offer.model, medium=offer.medium, sizes=alone or offer.sizes).size(order.width, order.height)
    fields: dict[str, Any] = {"model": offer.model, "prompt_text": order.prompt, "ratio": size.replace("x", ":")}
    if order.seed is not None and Input.SEED in offer.takes:
        fields["seed"] = order.seed
    if order.negative_prompt and Input.NEGATIVE_PROMPT in offer.takes:
        fields["negative_prompt"] = order.negative_prompt
    return fields


def _reason(said: str) -> Refusal | None:
    """It says in words alone that the account is empty, and with the status of bad input."""
    return Refusal.BALANCE if "credits" in said.lower() else None


def _refusal(code: str) -> Refusal:
    """Why a task failed: codes are words with dots, from the general to the particular."""
    parts = code.split(".")
    if "SAFETY" in parts:
        return Refusal.MODERATION
    return Refusal.INPUT if parts[0] == "ASSET" else Refusal.OTHER


def _charge(cost: object) -> Charge | None:
    amount = _number(cost.get("credits")) if isinstance(cost, dict) else None
    return None if amount is None else Charge(amount=Decimal(str(amount)), currency=CREDIT)


def _number(given: object) -> float | None:
    if isinstance(given, int | float) and isfinite(given) and given >= 0:
        return given
    return None
