"""Gemini Omni: Google's films by key, where it took Veo's place when its maker ended Veo there on 2026-10-22.

An order is an interaction in the background, which is polled by its id. What was made lies behind the same key.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from datetime import date
from functools import cached_property
from typing import Any, ClassVar, Final
from urllib.parse import urljoin, urlsplit

import httpx2
from google import genai
from google.genai import errors, types

# Errors of interactions have no public place in their maker's library.
from google.genai._interactions import APIError
from google.genai.interactions import Interaction

from showbible.providers import download, refusals
from showbible.providers.client import client2
from showbible.providers.contract import DOWNLOAD_SECONDS, Expired, ProviderFailed, ProviderSilent
from showbible.providers.model import Input, Medium, Offer, Order, Output, Refusal, Work, WorkState
from showbible.providers.prices import PriceTable
from showbible.providers.services.description import OpenProvider
from showbible.providers.services.google import http_options, prices

ADDRESS: Final = "https://generativelanguage.googleapis.com"
VERSION: Final = "v1beta"
_RESOLUTIONS: Final = {
    size: name
    for name, wide, high in (("360p", 640, 360), ("720p", 1280, 720), ("1080p", 1920, 1080), ("4k", 3840, 2160))
    for size in (f"{wide}x{high}", f"{high}x{wide}")
}
_STATES: Final = {
    "queued": WorkState.QUEUED,
    "completed": WorkState.SUCCEEDED,
    "failed": WorkState.FAILED,
    "incomplete": WorkState.FAILED,
    "budget_exceeded": WorkState.FAILED,
    "requires_action": WorkState.FAILED,
    "cancelled": WorkState.CANCELLED,
}
_WORDS: Final = {
    "safety": Refusal.MODERATION,
    "prohibited": Refusal.MODERATION,
    "prepayment credits": Refusal.BALANCE,
    "budget_exceeded": Refusal.BALANCE,
    "api key not valid": Refusal.KEY,
}
"""What words in its errors mean: their status is 400 or 429 for several things."""
_GONE: Final = (403, 404, 410)
_STORED: Final = re.compile(rf"/{VERSION}/(files/[^/:?]+)")


def _offer(model: str, *, longest: int) -> Offer:
    return Offer(
        model=model,
        medium=Medium.VIDEO,
        takes=frozenset({Input.REFERENCE}),
        seconds=tuple(float(each) for each in range(3, longest + 1)),
        sizes=tuple(_RESOLUTIONS),
        tiers=("animated", "photorealistic"),
    )


_NEW: Final = "gemini-omni-1.2-flash"
_OLD: Final = "gemini-omni-1.1-flash"
_KNOWN: Final = (_offer(_NEW, longest=15), _offer(_OLD, longest=10))
_NEW_DOLLARS: Final = {"360p": "0.021", "720p": "0.07", "1080p": "0.105", "4k": "0.21"}
_OLD_DOLLARS: Final = {"360p": "0.03", "720p": "0.10", "1080p": "0.15", "4k": "0.30"}


class Gemini(OpenProvider):
    """Makes films with sound, from words or from a first picture.

    Prices are as its maker told them when each model came out; who pays should check them.
    """

    kind = "gemini"
    known = _KNOWN
    tells_when_cancelled = True
    key_variable: ClassVar[str | None] = "GEMINI_API_KEY"
    published = PriceTable(
        prices=(
            *prices(_NEW, _NEW_DOLLARS, _RESOLUTIONS, since=date(2026, 11, 5)),
            *prices(_OLD, _OLD_DOLLARS, _RESOLUTIONS, since=date(2026, 8, 27)),
        )
    )

    def submit(self, order: Order, *, key: str) -> Work:
        """Begin an interaction; its maker knows no idempotency keys."""
        offer = self.offer(order.medium, model=order.model)
        with self._asking(ordering=True):
            begun = self._maker.interactions.create(**_body(order, offer))
        if not isinstance(begun, Interaction) or not begun.id:
            raise ProviderSilent(f"{self.name} took the order and named no work.")
        return self._work(begun.id, begun)

    def follow(self, ref: str) -> Work:
        """Ask once; when it is over once more, for the words that it was ordered with."""
        with self._asking():
            told = self._maker.interactions.get(ref)
            if told.status == "completed":
                told = self._maker.interactions.get(ref, include_input=True)
        work = self._work(ref, told)
        return replace(work, state=WorkState.RUNNING) if self._is_being_stored(work) else work

    def _is_being_stored(self, work: Work) -> bool:
        """Whether a film that was made cannot be fetched yet; where nobody says so, it can."""
        stored = _STORED.search(work.outputs[0].url) if work.outputs else None
        if stored is None:
            return False
        with suppress(errors.APIError, httpx2.HTTPError, ValueError):
            return self._maker.files.get(name=stored[1]).state is types.FileState.PROCESSING
        return False

    def cancel(self, ref: str) -> bool:
        """Give up what runs in the background."""
        try:
            return self._maker.interactions.cancel(ref).status == "cancelled"
        except (APIError, httpx2.HTTPError):
            return False

    def fetch(self, output: Output) -> bytes:
        """What was made: on the service's own host with the key, from there on without it."""
        if output.content or urlsplit(output.url)[:2] != urlsplit(self._address)[:2]:
            return super().fetch(output)
        try:
            with client2(self.setup) as asking:
                answer = asking.get(output.url, headers={"x-goog-api-key": self.secret()}, timeout=DOWNLOAD_SECONDS)
        except httpx2.HTTPError as error:
            raise download.NotFetched(f"The result cannot be fetched: {type(error).__name__}.") from None
        if answer.is_redirect:
            return super().fetch(Output(url=urljoin(output.url, answer.headers.get("location", ""))))
        return _film(answer)

    @property
    def _address(self) -> str:
        return self.setup.base_url or ADDRESS

    @cached_property
    def _maker(self) -> genai.Client:
        return genai.Client(
            api_key=self.secret(),
            vertexai=False,
            http_options=http_options(self.setup, base_url=self._address, version=VERSION),
        )

    @contextmanager
    def _asking(self, *, ordering: bool = False) -> Iterator[None]:
        """Say in our words what goes wrong with a question."""
        try:
            yield
        except APIError as error:
            raise self._refused(error, ordering=ordering) from None
        except (httpx2.HTTPError, ValueError) as error:
            raise refusals.unreachable(self.name, error) from None

    def _refused(self, error: APIError, *, ordering: bool) -> ProviderFailed | ProviderSilent:
        if error.status_code is None:
            return refusals.unreachable(self.name, error)
        said = _said(error.body)
        response = getattr(error, "response", None)
        return refusals.of_status(
            self.name,
            error.status_code,
            said,
            headers=response.headers if response is not None else None,
            refusal=refusals.in_words(said, _WORDS),
            ordering=ordering,
        )

    def _work(self, ref: str, told: Interaction) -> Work:
        if not told.status:
            raise ProviderSilent(f"{self.name} does not say how far its work is.")
        state = _STATES.get(told.status, WorkState.RUNNING)
        film = told.output_video
        if state is WorkState.SUCCEEDED and (film is None or not film.uri):
            return self._nothing_made(ref, told)
        reasons = "; ".join(f"{each.code or ''} {each.message or ''}".strip() for each in told.errors or ())
        error = (reasons or told.status) if state is WorkState.FAILED else ""
        return Work(
            ref=ref,
            state=state,
            outputs=(Output(url=film.uri, media_type=film.mime_type or ""),) if film and film.uri else (),
            refusal=refusals.in_words(error, _WORDS) or Refusal.OTHER,
            error=refusals.plain_words(error),
            facts=_facts(told),
        )

    def _nothing_made(self, ref: str, told: Interaction) -> Work:
        """Work that is over without a film: its maker says in words why it made none, unless it counted one."""
        counts = (told.usage.output_tokens_by_modality or ()) if told.usage else ()
        if any(each.modality == "video" and each.tokens for each in counts):
            raise ProviderSilent(f"{self.name} made a film and does not say where it is.")
        said = told.output_text or "It made no film, and does not say why."
        return Work(ref=ref, state=WorkState.FAILED, refusal=Refusal.MODERATION, error=refusals.plain_words(said))


def _body(order: Order, offer: Offer) -> dict[str, Any]:
    size = offer.size(order.width, order.height)
    body: dict[str, Any] = {
        "model": offer.model,
        "background": True,
        "input": order.prompt,
        "response_format": {
            "type": "video",
            "delivery": "uri",
            "duration": f"{offer.length(order.seconds):g}s",
            "resolution": _RESOLUTIONS.get(size, "720p"),
            "aspect_ratio": "16:9" if order.width >= order.height else "9:16",
        },
    }
    if order.reference is not None and Input.REFERENCE in offer.takes:
        content = base64.b64encode(order.reference.content).decode()
        picture = {"type": "image", "data": content, "mime_type": order.reference.media_type}
        body["input"] = [picture, {"type": "text", "text": order.prompt}]
        body["generation_config"] = {"video_config": {"task": "image_to_video"}}
    return body


def _facts(told: Interaction) -> dict[str, Any]:
    """The model, and the words of the order where they are told back."""
    facts = {"model": str(told.model)} if told.model else {}
    prompt = _prompt(told.input)
    return {**facts, "prompt": prompt} if prompt else facts


def _prompt(given: Any) -> str:
    """The words among what went into an interaction: a text, or steps and parts that hold texts."""
    if given is None or isinstance(given, str):
        return given or ""
    if isinstance(given, list):
        return "\n".join(filter(None, map(_prompt, given)))
    return _prompt(getattr(given, "text", None) or getattr(given, "content", None))


def _said(body: object) -> str:
    """The words of an error, which comes as an object or as a list of one."""
    first = body[0] if isinstance(body, list) and body else body
    error = first.get("error") if isinstance(first, dict) else None
    return str(error.get("message", "")) if isinstance(error, dict) else ""


def _film(answer: httpx2.Response) -> bytes:
    if answer.status_code in _GONE:
        raise Expired(f"The link to the result is not valid any more ({answer.status_code}).")
    if not answer.is_success:
        raise download.NotFetched(f"The link to the result answers {answer.status_code}.")
    if answer.headers.get("content-type", "").startswith("text/html"):
        raise download.NotFetched("The link to the result leads to a web page.")
    return answer.content
