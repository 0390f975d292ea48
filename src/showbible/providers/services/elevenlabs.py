"""ElevenLabs: voices and music. Every order is answered with the sound itself, and its cost in characters."""

from __future__ import annotations

from contextlib import AbstractContextManager
from datetime import date
from decimal import Decimal, InvalidOperation
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Final
from urllib.parse import quote

import elevenlabs.client as maker
import httpx
from elevenlabs.core.api_error import ApiError
from elevenlabs.types.voice_settings import VoiceSettings

from showbible.errors import Misconfigured
from showbible.providers import refusals
from showbible.providers.client import client
from showbible.providers.contract import ProviderFailed, ProviderSilent
from showbible.providers.model import Charge, Input, Medium, Offer, Order, Output, Refusal, Work, WorkState
from showbible.providers.prices import Per, Price, PriceTable
from showbible.providers.services.description import OpenProvider

if TYPE_CHECKING:
    from collections.abc import Iterator

    from elevenlabs.core.http_response import HttpResponse
    from elevenlabs.core.request_options import RequestOptions

    Sound = AbstractContextManager[HttpResponse[Iterator[bytes]]]

ADDRESS: Final = "https://api.elevenlabs.io"
CHARACTER: Final = "elevenlabs_character"
COST_HEADER: Final = "character-cost"
_SLOWEST: Final = 0.7
_FASTEST: Final = 1.2
_SHORTEST_MUSIC: Final = 3.0
_LONGEST_MUSIC: Final = 600.0
_ONCE: Final[RequestOptions] = {"max_retries": 0}
_SPOKEN: Final = frozenset({Input.SPEED, Input.SEED})
_KNOWN: Final = (
    Offer(model="eleven_multilingual_v2", medium=Medium.VOICE, takes=_SPOKEN),
    Offer(model="eleven_v4", medium=Medium.VOICE, takes=frozenset({Input.SEED})),
    Offer(model="eleven_v4_turbo", medium=Medium.VOICE, takes=frozenset({Input.SEED})),
    Offer(model="eleven_flash_v2_5", medium=Medium.VOICE, takes=_SPOKEN),
    Offer(model="music_v2_5", medium=Medium.MUSIC),
    Offer(model="music_v1", medium=Medium.MUSIC),
)
_JUNE: Final = date(2026, 6, 1)
_REFUSALS: Final = {
    "content_against_policy": Refusal.MODERATION,
    "bad_prompt": Refusal.MODERATION,
    "quota_exceeded": Refusal.BALANCE,
    "insufficient_credits": Refusal.BALANCE,
    "payment_required": Refusal.BALANCE,
}
"""What the codes of its errors mean where their status tells less; `quota_exceeded` comes with 401."""


def _price(model: str, amount: int, per: Per) -> Price:
    return Price(model=model, amount=Decimal(amount), per=per, since=_JUNE, currency=CHARACTER)


class ElevenLabs(OpenProvider):
    """Speaks with the voice whose id an order names, else with `voice` of its options, and composes.

    Prices are in characters of one's plan, as its maker told them in June 2026; who pays should check them.
    """

    kind = "elevenlabs"
    known = _KNOWN
    key_variable: ClassVar[str | None] = "ELEVENLABS_API_KEY"
    published = PriceTable(
        prices=(
            _price("eleven_multilingual_v2", 1000, Per.LETTERS),
            _price("eleven_v4", 1000, Per.LETTERS),
            _price("eleven_v4_turbo", 500, Per.LETTERS),
            _price("eleven_flash_v2_5", 500, Per.LETTERS),
            _price("music_v2_5", 3000, Per.MINUTE),
            _price("music_v1", 3000, Per.MINUTE),
        )
    )

    def submit(self, order: Order, *, key: str) -> Work:
        """Order, and take the sound; its maker knows no idempotency keys."""
        offer = self.offer(order.medium, model=order.model)
        try:
            with self._sound(order, offer) as answer:
                return self._work(offer, answer.headers, b"".join(answer.data))
        except ApiError as error:
            raise self._refused(error) from None
        except httpx.HTTPError as error:
            raise refusals.unreachable(self.name, error) from None

    @cached_property
    def _maker(self) -> maker.ElevenLabs:
        return maker.ElevenLabs(
            api_key=self.secret(),
            base_url=self.setup.base_url or ADDRESS,
            timeout=self.setup.patience,
            httpx_client=client(self.setup),
        )

    def _sound(self, order: Order, offer: Offer) -> Sound:
        if order.medium is Medium.MUSIC:
            return self._maker.music.with_raw_response.compose(
                prompt=order.prompt, model_id=offer.model, request_options=_ONCE, **_music(order)
            )
        return self._maker.text_to_speech.with_raw_response.convert(
            quote(self._voice(order), safe=""),
            text=order.prompt,
            model_id=offer.model,
            request_options=_ONCE,
            **_speech(order, offer),
        )

    def _voice(self, order: Order) -> str:
        voice = order.voice or str(self.setup.options.get("voice", ""))
        if not voice:
            raise Misconfigured(f"{self.name} needs a voice: write the id of one as `voice` in its options.")
        return voice

    def _work(self, offer: Offer, headers: dict[str, str], content: bytes) -> Work:
        media_type = headers.get("content-type", "").partition(";")[0]
        if not content or not media_type.startswith("audio/"):
            raise ProviderSilent(f"{self.name} took the order and answered with no sound.")
        return Work(
            ref="",
            state=WorkState.SUCCEEDED,
            outputs=(Output(content=content, media_type=media_type),),
            charge=self._charge(offer, headers),
            facts={"model": offer.model},
        )

    def _charge(self, offer: Offer, headers: dict[str, str]) -> Charge | None:
        """The characters that it took, unless a person has priced the model in another currency."""
        if any(each.currency != CHARACTER for each in self.setup.prices.of_model(offer.model)):
            return None
        try:
            amount = Decimal(headers.get(COST_HEADER, ""))
        except InvalidOperation:
            return None
        return Charge(amount=amount, currency=CHARACTER) if amount.is_finite() and amount >= 0 else None

    def _refused(self, error: ApiError) -> ProviderFailed | ProviderSilent:
        detail = error.body.get("detail") if isinstance(error.body, dict) else None
        told = detail if isinstance(detail, dict) else {}
        codes = [str(told.get(name)) for name in ("code", "status", "type")]
        return refusals.of_status(
            self.name,
            error.status_code or 0,
            str(told.get("message", "")),
            headers=error.headers,
            refusal=next((_REFUSALS[code] for code in codes if code in _REFUSALS), None),
        )


def _speech(order: Order, offer: Offer) -> dict[str, Any]:
    more: dict[str, Any] = {}
    if Input.SPEED in offer.takes:
        more["voice_settings"] = VoiceSettings(speed=min(max(order.speed, _SLOWEST), _FASTEST))
    if Input.SEED in offer.takes and order.seed is not None:
        more["seed"] = order.seed
    return more


def _music(order: Order) -> dict[str, Any]:
    if not order.seconds:
        return {}
    seconds = min(max(order.seconds, _SHORTEST_MUSIC), _LONGEST_MUSIC)
    return {"music_length_ms": round(seconds * 1000)}
