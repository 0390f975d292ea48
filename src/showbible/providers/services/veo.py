"""Veo in Google's cloud: an order is a long operation, polled by its name, and its answer holds the film itself.

The key is what a file of a service account says, or a token that is good for an hour.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from functools import cached_property
from typing import Any, ClassVar, Final

import httpx2
from google import genai
from google.auth.exceptions import GoogleAuthError, RefreshError
from google.genai import errors, types
from google.oauth2.credentials import Credentials
from google.oauth2.service_account import Credentials as ServiceAccount

from showbible.errors import Misconfigured
from showbible.providers import refusals
from showbible.providers.contract import ProviderFailed, ProviderSilent
from showbible.providers.model import Input, Medium, Offer, Order, Output, Picture, Refusal, Work, WorkState
from showbible.providers.prices import PriceTable
from showbible.providers.services.description import OpenProvider
from showbible.providers.services.google import http_options, prices

LOCATION: Final = "us-central1"
VERSION: Final = "v1"
_SCOPE: Final = "https://www.googleapis.com/auth/cloud-platform"
_RESOLUTIONS: Final = {"1280x720": "720p", "720x1280": "720p", "1920x1080": "1080p", "1080x1920": "1080p"}
_WORDS: Final = {
    "safety": Refusal.MODERATION,
    "usage guidelines": Refusal.MODERATION,
    "responsible ai": Refusal.MODERATION,
    "billing": Refusal.BALANCE,
}
"""What words in its errors mean where their status tells less."""
_ALL: Final = frozenset({Input.REFERENCE, Input.LAST_FRAME, Input.NEGATIVE_PROMPT, Input.SEED})


def _offer(model: str, takes: frozenset[Input], *tiers: str) -> Offer:
    return Offer(
        model=model,
        medium=Medium.VIDEO,
        takes=takes,
        seconds=(4.0, 6.0, 8.0),
        sizes=tuple(_RESOLUTIONS),
        tiers=tiers,
    )


_FAST: Final = "veo-3.1-fast-generate-001"
_FULL: Final = "veo-3.1-generate-001"
_LITE: Final = "veo-3.1-lite-generate-001"
_KNOWN: Final = (
    _offer(_FAST, _ALL, "animated", "photorealistic"),
    _offer(_FULL, _ALL, "animated", "photorealistic"),
    _offer(_LITE, frozenset({Input.REFERENCE}), "motion_graphics", "animated", "photorealistic"),
)
_DOLLARS: Final = {
    _FAST: {"720p": "0.10", "1080p": "0.12"},
    _FULL: {"720p": "0.40", "1080p": "0.40"},
    _LITE: {"720p": "0.05", "1080p": "0.08"},
}


class Veo(OpenProvider):
    """Makes films in the `project` and at the `location` of its options, without sound where `sound` of them is false.

    Prices are as its maker told them in August 2026, of films with sound; who pays should check them.
    """

    kind = "veo"
    known = _KNOWN
    key_variable: ClassVar[str | None] = "GOOGLE_ACCESS_TOKEN"
    published = PriceTable(
        prices=tuple(
            price
            for model, dollars in _DOLLARS.items()
            for price in prices(model, dollars, _RESOLUTIONS, since=date(2026, 8, 1))
        )
    )

    def submit(self, order: Order, *, key: str) -> Work:
        """Begin an operation; its maker knows no idempotency keys."""
        offer = self.offer(order.medium, model=order.model)
        with self._asking(ordering=True):
            begun = self._maker.models.generate_videos(
                model=offer.model, source=_source(order, offer), config=self._config(order, offer)
            )
        if not begun.name:
            raise ProviderSilent(f"{self.name} took the order and named no work.")
        return Work(ref=begun.name, state=WorkState.RUNNING)

    def follow(self, ref: str) -> Work:
        """Ask once."""
        with self._asking():
            told = self._maker.operations.get(types.GenerateVideosOperation.model_validate({"name": ref}))
        if told.name != ref:
            raise ProviderSilent(f"{self.name} does not speak of the work it was asked about.")
        return self._work(ref, told) if told.done else Work(ref=ref, state=WorkState.RUNNING)

    def _work(self, ref: str, told: types.GenerateVideosOperation) -> Work:
        """Work that is over: a film, a reason why there is none, or an error."""
        facts = {"model": ref.partition("/models/")[2].partition("/")[0]}
        if told.error:
            said = refusals.plain_words(str(told.error.get("message", "")))
            refusal = refusals.in_words(said, _WORDS) or Refusal.OTHER
            return Work(ref=ref, state=WorkState.FAILED, refusal=refusal, error=said or "It failed.", facts=facts)
        made = told.response or types.GenerateVideosResponse()
        films = [each.video for each in made.generated_videos or () if each.video and each.video.video_bytes]
        if films:
            outputs = tuple(Output(content=each.video_bytes or b"", media_type=each.mime_type or "") for each in films)
            return Work(ref=ref, state=WorkState.SUCCEEDED, outputs=outputs, facts=facts)
        if not made.rai_media_filtered_count:
            raise ProviderSilent(f"{self.name} says that its work is done, and gives no film.")
        said = refusals.plain_words("; ".join(made.rai_media_filtered_reasons or ()))
        error = said or "The film was held back."
        return Work(ref=ref, state=WorkState.FAILED, refusal=Refusal.MODERATION, error=error, facts=facts)

    def _config(self, order: Order, offer: Offer) -> types.GenerateVideosConfig:
        size = offer.size(order.width, order.height)
        return types.GenerateVideosConfig(
            number_of_videos=1,
            duration_seconds=round(offer.length(order.seconds)),
            aspect_ratio="16:9" if order.width >= order.height else "9:16",
            resolution=_RESOLUTIONS.get(size, "720p"),
            generate_audio=bool(self.setup.options.get("sound", True)),
            negative_prompt=order.negative_prompt or None if Input.NEGATIVE_PROMPT in offer.takes else None,
            seed=order.seed if Input.SEED in offer.takes else None,
            last_frame=_image(order.last_frame if order.reference and Input.LAST_FRAME in offer.takes else None),
        )

    @cached_property
    def _maker(self) -> genai.Client:
        location = str(self.setup.options.get("location", LOCATION))
        return genai.Client(
            vertexai=True,
            project=self._project,
            location=location,
            credentials=self._credentials(),
            http_options=http_options(
                self.setup,
                base_url=self.setup.base_url or f"https://{location}-aiplatform.googleapis.com",
                version=VERSION,
            ),
        )

    @property
    def _project(self) -> str:
        project = str(self.setup.options.get("project", ""))
        if not project:
            raise Misconfigured(f"{self.name} needs a project of Google's cloud: write `project` in its options.")
        return project

    def _credentials(self) -> Any:
        key = self.secret()
        if not key.lstrip().startswith("{"):
            return Credentials(token=key)  # type: ignore[no-untyped-call]
        try:
            account = json.loads(key)
            return ServiceAccount.from_service_account_info(account, scopes=[_SCOPE])  # type: ignore[no-untyped-call]
        except ValueError:
            raise Misconfigured(f"The key of {self.name} is no service account of Google's cloud.") from None

    @contextmanager
    def _asking(self, *, ordering: bool = False) -> Iterator[None]:
        """Say in our words what goes wrong with a question."""
        try:
            yield
        except errors.APIError as error:
            raise self._refused(error, ordering=ordering) from None
        except RefreshError:
            raise self._locked_out(ordering=ordering) from None
        except (GoogleAuthError, httpx2.HTTPError, ValueError) as error:
            raise refusals.unreachable(self.name, error) from None

    def _refused(self, error: errors.APIError, *, ordering: bool) -> ProviderFailed | ProviderSilent:
        said = error.message or ""
        headers = dict(error.response.headers) if isinstance(error.response, httpx2.Response) else None
        return refusals.of_status(
            self.name, error.code, said, headers=headers, refusal=refusals.in_words(said, _WORDS), ordering=ordering
        )

    def _locked_out(self, *, ordering: bool) -> ProviderFailed | ProviderSilent:
        """Nobody was asked for work: the service account gets no token."""
        said = f"{self.name} gives no token for its service account."
        return ProviderFailed(said, refusal=Refusal.KEY) if ordering else ProviderSilent(said)


def _source(order: Order, offer: Offer) -> types.GenerateVideosSource:
    picture = order.reference if Input.REFERENCE in offer.takes else None
    return types.GenerateVideosSource(prompt=order.prompt, image=_image(picture))


def _image(picture: Picture | None) -> types.Image | None:
    return types.Image(image_bytes=picture.content, mime_type=picture.media_type) if picture else None
