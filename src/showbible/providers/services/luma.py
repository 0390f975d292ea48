"""Luma: Ray for films, Photon for pictures, from Dream Machine. Work is a generation that is asked after."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from decimal import Decimal
from functools import cached_property, partial
from typing import Any, Final
from urllib.parse import quote

from lumaai import LumaAI, LumaAIError

from showbible.errors import Misconfigured
from showbible.providers import refusals
from showbible.providers.contract import Provider, ProviderSilent, Setup
from showbible.providers.model import Input, Medium, Offer, Order, Output, Picture, Refusal, Work, WorkState
from showbible.providers.prices import Per, Price, PriceTable
from showbible.providers.services import stainless

ADDRESS: Final = "https://api.lumalabs.ai/dream-machine/v1"

_SHAPES: Final = ((16, 9), (9, 16), (1, 1), (4, 3), (3, 4), (21, 9), (9, 21))
_LINES: Final = (720, 540, 1080)
_SECONDS: Final = (5.0, 9.0)
_FRAMES: Final = 24
_FILMS: Final = {"ray-flash-2": "0.0022", "ray-2": "0.0064"}
"""Dollars for a million pixels of film."""
_PICTURES: Final = {"photon-1": "0.0073", "photon-flash-1": "0.0019"}
_WORDS: Final = {
    "moderation": Refusal.MODERATION,
    "blacklisted": Refusal.MODERATION,
    "credits": Refusal.BALANCE,
    "input frames": Refusal.INPUT,
}
"""What words in its errors mean: it tells its reasons in words alone."""
_TIERS: Final = {
    "ray-flash-2": ("motion_graphics", "animated", "photorealistic"),
    "ray-2": ("animated", "photorealistic"),
}


def _size(shape: tuple[int, int], lines: int) -> str:
    width, height = (lines * side // min(shape) for side in shape)
    return f"{width}x{height}"


_SIZES: Final = {_size(shape, lines): (f"{shape[0]}:{shape[1]}", lines) for lines in _LINES for shape in _SHAPES}
"""What each size is called: its shape, and how many lines its shorter side has."""


def _second(million: str, lines: int) -> Decimal:
    """What a second costs; all shapes count as the usual one, since Luma does not say how many pixels they have."""
    return Decimal(million) * _FRAMES * (lines * lines * 16 // 9) / 1_000_000


_SINCE: Final = date(2025, 9, 1)
_PRICES: Final = PriceTable(
    prices=(
        *(
            Price(model=model, amount=_second(million, lines), per=Per.SECOND, since=_SINCE, size=size)
            for model, million in _FILMS.items()
            for size, (_, lines) in _SIZES.items()
        ),
        *(
            Price(model=model, amount=Decimal(million), per=Per.MEGAPIXEL, since=_SINCE)
            for model, million in _PICTURES.items()
        ),
    )
)

_STATES: Final = {
    "queued": WorkState.QUEUED,
    "dreaming": WorkState.RUNNING,
    "completed": WorkState.SUCCEEDED,
    "failed": WorkState.FAILED,
}


class Luma(Provider):
    """Luma's Dream Machine, asked through its own library.

    It fetches pictures itself: `pictures` in the setup is the public https address under which the studio's files are.
    It documents no idempotency key, tells no charge, and deletes generations without saying that they stop. Whoever
    pays checks the prices against its price list.
    """

    kind = "luma"
    key_variable = "LUMAAI_API_KEY"
    published = _PRICES

    def __init__(self, setup: Setup) -> None:
        super().__init__(setup)
        self.pictures = str(setup.options.get("pictures", "")).rstrip("/")
        if self.pictures and not self.pictures.startswith("https://"):
            raise Misconfigured(f"Luma fetches pictures itself: `pictures` of {setup.name} is a public https address.")

    @property
    def offers(self) -> tuple[Offer, ...]:
        """Ray and Photon; they take pictures where Luma can fetch them."""
        frames = frozenset({Input.REFERENCE, Input.LAST_FRAME}) if self.pictures else frozenset[Input]()
        films = (
            Offer(
                model=model,
                medium=Medium.VIDEO,
                takes=frames,
                seconds=_SECONDS,
                sizes=tuple(_SIZES),
                tiers=_TIERS[model],
            )
            for model in _FILMS
        )
        sizes = tuple(_size(shape, 1080) for shape in _SHAPES)
        pictures = (
            Offer(model=model, medium=Medium.IMAGE, takes=frames & {Input.REFERENCE}, sizes=sizes)
            for model in _PICTURES
        )
        return (*films, *pictures)

    def submit(self, order: Order, *, key: str) -> Work:
        """Start a generation."""
        create = self._generation(order, self.offer(order.medium, model=order.model))
        answer = self._answer(create, ordering=True)
        return self._work(stainless.ref(self.name, answer), {"state": "queued", **answer})

    def follow(self, ref: str) -> Work:
        """Ask once."""
        get = partial(self._client.generations.with_raw_response.get, ref)
        return self._work(ref, self._answer(get, ordering=False))

    @cached_property
    def _client(self) -> LumaAI:
        return LumaAI(auth_token=self.secret(), **stainless.options(self.setup, ADDRESS))

    def _answer(self, ask: Callable[[], stainless.ProviderReply], *, ordering: bool) -> dict[str, Any]:
        return stainless.answer(self.name, ask, errors=LumaAIError, reason=_reason, ordering=ordering)

    def _generation(self, order: Order, offer: Offer) -> Callable[[], stainless.ProviderReply]:
        shape, lines = _SIZES[offer.size(order.width, order.height)]
        fields: dict[str, Any] = {"model": offer.model, "prompt": order.prompt, "aspect_ratio": shape}
        generations = self._client.generations
        if offer.medium is Medium.IMAGE:
            return partial(generations.image.with_raw_response.create, **fields, **self._image_ref(order))
        fields |= {"duration": f"{offer.length(order.seconds):.0f}s", "resolution": f"{lines}p"}
        return partial(generations.video.with_raw_response.create, **fields, **self._keyframes(order))

    def _keyframes(self, order: Order) -> dict[str, Any]:
        named = {"frame0": order.reference, "frame1": order.last_frame}
        frames = {
            name: {"type": "image", "url": self._address(picture)}
            for name, picture in named.items()
            if picture is not None and self.pictures
        }
        return {"keyframes": frames} if frames else {}

    def _image_ref(self, order: Order) -> dict[str, Any]:
        if order.reference is None or not self.pictures:
            return {}
        return {"image_ref": [{"url": self._address(order.reference)}]}

    def _address(self, picture: Picture) -> str:
        return f"{self.pictures}/{quote(picture.path)}"

    def _work(self, ref: str, answer: dict[str, Any]) -> Work:
        state = answer.get("state")
        if not isinstance(state, str):
            raise ProviderSilent(f"{self.name} does not say how far its work is.")
        error = stainless.words(answer.get("failure_reason"))
        return Work(
            ref=ref,
            state=_STATES.get(state, WorkState.RUNNING),
            outputs=_outputs(answer.get("assets")),
            refusal=_reason(error) or Refusal.OTHER,
            error=error,
            facts=_facts(answer),
        )


def _outputs(assets: object) -> tuple[Output, ...]:
    links = [assets.get("video"), assets.get("image")] if isinstance(assets, dict) else []
    return tuple(Output(url=link) for link in links if isinstance(link, str) and link)


def _facts(answer: dict[str, Any]) -> dict[str, Any]:
    """What was ordered, which it tells back."""
    request = answer.get("request")
    asked = request if isinstance(request, dict) else {}
    facts = {"prompt": asked.get("prompt"), "model": answer.get("model"), "seconds": _seconds(asked.get("duration"))}
    return {name: fact for name, fact in facts.items() if fact}


def _seconds(duration: object) -> float | None:
    number = str(duration).removesuffix("s")
    return float(number) if number.isdecimal() else None


def _reason(said: str) -> Refusal | None:
    return refusals.in_words(said, _WORDS)
