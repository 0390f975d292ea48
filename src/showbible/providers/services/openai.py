"""OpenAI: pictures, also after a reference, and speech. Every order is answered with what was made."""

from __future__ import annotations

import base64
import binascii
from datetime import date
from decimal import Decimal
from functools import cached_property
from typing import Any, ClassVar, Final

import httpx2
import openai as maker
from openai.types import ImagesResponse
from openai.types.images_response import Usage

from showbible.providers import refusals
from showbible.providers.client import client2
from showbible.providers.contract import ProviderFailed, ProviderSilent
from showbible.providers.model import Charge, Input, Medium, Offer, Order, Output, Refusal, Work, WorkState
from showbible.providers.prices import Per, Price, PriceTable
from showbible.providers.services.description import OpenProvider

ADDRESS: Final = "https://api.openai.com/v1"
QUALITY: Final = "medium"
"""The quality of pictures that the published prices are for."""
VOICE: Final = "marin"
FORMAT: Final = "png"
_SLOWEST: Final = 0.25
_FASTEST: Final = 4.0
_NO_KEY: Final = 401
_SIZES: Final = ("1536x864", "864x1536", "1024x1024", "1536x1024", "1024x1536")
_KNOWN: Final = (
    *(
        Offer(model=model, medium=Medium.IMAGE, takes=frozenset({Input.REFERENCE}), sizes=_SIZES)
        for model in ("gpt-image-2.5-flare", "gpt-image-2.5-sunburst")
    ),
    *(
        Offer(model=model, medium=Medium.VOICE, takes=frozenset({Input.SPEED}))
        for model in ("gpt-4o-mini-tts", "tts-1", "tts-1-hd")
    ),
)
_BY_TOKENS: Final = ("gpt-image-2.5-flare", "gpt-image-2.5-sunburst")
_TEXT_TOKEN: Final = Decimal("0.000005")
_PICTURE_TOKEN: Final = Decimal("0.000008")
_MADE_TOKEN: Final = Decimal("0.000030")
_SEPTEMBER: Final = date(2026, 9, 8)
_REFUSALS: Final = {
    "moderation_blocked": Refusal.MODERATION,
    "content_policy_violation": Refusal.MODERATION,
    "insufficient_quota": Refusal.BALANCE,
    "billing_hard_limit_reached": Refusal.BALANCE,
    "credit_balance_exhausted": Refusal.BALANCE,
    "organization_spend_limit_exceeded": Refusal.BALANCE,
    "project_spend_limit_exceeded": Refusal.BALANCE,
    "organization_usage_limit_exceeded": Refusal.BALANCE,
}
"""What the codes and types of its errors mean; a balance that is gone comes with 429, as too many requests do."""


def _price(model: str, amount: str, per: Per) -> Price:
    return Price(model=model, amount=Decimal(amount), per=per, since=_SEPTEMBER)


class OpenAI(OpenProvider):
    """Draws in the `quality` of its options, and speaks with the voice that an order names, else `voice` of them.

    Prices are as its maker told them in September 2026, of pictures of medium quality; who pays should check them.
    Its maker ends its models of speech on 2027-01-06; others behind the same address can be named as `model`.
    """

    kind = "openai"
    known = _KNOWN
    key_variable: ClassVar[str | None] = "OPENAI_API_KEY"
    published = PriceTable(
        prices=(
            _price("gpt-image-2.5-flare", "0.02", Per.PIECE),
            _price("gpt-image-2.5-sunburst", "0.02", Per.PIECE),
            _price("gpt-4o-mini-tts", "0.015", Per.MINUTE),
            _price("tts-1", "0.015", Per.LETTERS),
            _price("tts-1-hd", "0.030", Per.LETTERS),
        )
    )

    def submit(self, order: Order, *, key: str) -> Work:
        """Order, and take what was made; its maker knows no idempotency keys for this."""
        offer = self.offer(order.medium, model=order.model)
        try:
            return self._picture(order, offer) if order.medium is Medium.IMAGE else self._speech(order, offer)
        except maker.APIStatusError as error:
            raise self._refused(error) from None
        except (maker.OpenAIError, httpx2.HTTPError, ValueError) as error:
            raise refusals.unreachable(self.name, error) from None

    @cached_property
    def _maker(self) -> maker.OpenAI:
        return maker.OpenAI(
            api_key=self.secret(),
            admin_api_key="",
            base_url=self.setup.base_url or ADDRESS,
            max_retries=0,
            timeout=httpx2.Timeout(self.setup.call_seconds, read=self.setup.patience),
            http_client=client2(self.setup),
        )

    def _picture(self, order: Order, offer: Offer) -> Work:
        wanted: dict[str, Any] = {
            "prompt": order.prompt,
            "model": offer.model,
            "size": offer.size(order.width, order.height),
            "quality": self.setup.options.get("quality", QUALITY),
            "output_format": FORMAT,
        }
        if order.reference is not None and Input.REFERENCE in offer.takes:
            reference = order.reference
            name = f"reference.{reference.media_type.rpartition('/')[2]}"
            answer = self._maker.images.edit(image=(name, reference.content, reference.media_type), **wanted)
        else:
            answer = self._maker.images.generate(**wanted)
        return self._drawn(answer, offer)

    def _drawn(self, answer: object, offer: Offer) -> Work:
        """A picture out of an answer, which is text where it was no JSON."""
        if not isinstance(answer, ImagesResponse) or not answer.data:
            raise ProviderSilent(f"{self.name} took the order and answered with no picture.")
        return Work(
            ref="",
            state=WorkState.SUCCEEDED,
            outputs=(Output(content=_decoded(answer.data[0].b64_json), media_type=f"image/{FORMAT}"),),
            charge=self._charge(answer.usage, offer),
            facts={"model": offer.model},
        )

    def _charge(self, usage: Usage | None, offer: Offer) -> Charge | None:
        """What the tokens cost that its maker counted, unless a person has priced the model otherwise."""
        if usage is None or offer.model not in _BY_TOKENS or self.setup.prices.of_model(offer.model):
            return None
        given = usage.input_tokens_details
        text = given.text_tokens * _TEXT_TOKEN
        return Charge(amount=text + given.image_tokens * _PICTURE_TOKEN + usage.output_tokens * _MADE_TOKEN)

    def _speech(self, order: Order, offer: Offer) -> Work:
        answer = self._maker.audio.speech.create(
            input=order.prompt,
            model=offer.model,
            voice=order.voice or str(self.setup.options.get("voice", VOICE)),
            speed=min(max(order.speed, _SLOWEST), _FASTEST) if Input.SPEED in offer.takes else maker.omit,
        )
        media_type = answer.response.headers.get("content-type", "").partition(";")[0]
        if not answer.content or not media_type.startswith("audio/"):
            raise ProviderSilent(f"{self.name} took the order and answered with no sound.")
        return Work(
            ref="",
            state=WorkState.SUCCEEDED,
            outputs=(Output(content=answer.content, media_type=media_type),),
            facts={"model": offer.model},
        )

    def _refused(self, error: maker.APIStatusError) -> ProviderFailed | ProviderSilent:
        told = error.body if isinstance(error.body, dict) else {}
        # The words for a wrong key quote some of it.
        said = "" if error.status_code == _NO_KEY else str(told.get("message", ""))
        return refusals.of_status(
            self.name,
            error.status_code,
            said,
            headers=error.response.headers,
            refusal=_REFUSALS.get(str(error.code)) or _REFUSALS.get(str(error.type)),
        )


def _decoded(text: str | None) -> bytes:
    """The bytes that base64 stands for; ValueError where it stands for none."""
    content = base64.b64decode(text or "", validate=True)
    if not content:
        raise binascii.Error("nothing")
    return content
