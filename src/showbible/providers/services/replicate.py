"""Replicate: official and community models behind one API of predictions, on Replicate's own library."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from functools import cached_property
from typing import Any, Final

import httpx
from replicate.client import Client
from replicate.prediction import Prediction

from showbible.errors import Invalid
from showbible.providers import refusals
from showbible.providers.contract import ProviderFailed, ProviderSilent
from showbible.providers.model import Order, Output, Picture, Refusal, Work, WorkState
from showbible.providers.services import replicate_models
from showbible.providers.services.description import ListingProvider
from showbible.providers.services.listing import data_uri, facts
from showbible.providers.services.transport import OnceTransport, clear, harmless

HOME: Final = "https://api.replicate.com"
MOST_INLINE: Final = 256 * 1024
"""The largest picture, in bytes, that Replicate wants inside an order; a larger one is uploaded before."""
_ID: Final = re.compile(r"[\w-]+")
_STATES: Final = {
    "starting": WorkState.QUEUED,
    "processing": WorkState.RUNNING,
    "succeeded": WorkState.SUCCEEDED,
    "failed": WorkState.FAILED,
    "canceled": WorkState.CANCELLED,
}
_DONE: Final = ("succeeded", "failed")
_MODERATED: Final = re.compile(r"\(E005\)|flagged as sensitive|NSFW", re.IGNORECASE)


class Replicate(ListingProvider):
    """Predictions: each names a model, is polled, and leaves its output on another host for an hour."""

    kind = "replicate"
    tells_when_cancelled = True
    key_variable = "REPLICATE_API_TOKEN"
    known = replicate_models.MODELS
    published = known.prices

    def submit(self, order: Order, *, key: str) -> Work:
        """Create a prediction without waiting for it; Replicate documents no idempotency key."""
        listing = self.listing(order)
        body = listing.body(order, picture=self._link)
        with clear(self.name):
            prediction = self._service.predictions.create(listing.model, body)
        if not _ID.fullmatch(prediction.id):
            raise ProviderSilent(f"{self.name} took the order and named no work.")
        return self._work(prediction)

    def follow(self, ref: str) -> Work:
        """Ask once."""
        self._check(ref)
        with clear(self.name):
            try:
                prediction = self._service.predictions.get(ref)
            except ValueError as error:
                # The library does not know the state of work that never began before its deadline.
                if "given=aborted" not in str(error):
                    raise
                return Work(ref=ref, state=WorkState.CANCELLED, error="It could not begin before its deadline.")
        return self._work(prediction)

    def cancel(self, ref: str) -> bool:
        """Ask Replicate to stop."""
        try:
            self._check(ref)
            with clear(self.name):
                return self._service.predictions.cancel(ref).status not in _DONE
        except (Invalid, ProviderFailed, ProviderSilent):
            return False

    @cached_property
    def _service(self) -> Client:
        # Wherever the library sends, the transport sends to the address that the setup names.
        transport = OnceTransport(self.setup, home=HOME, error=self._error)
        return Client(api_token=self.secret(), base_url=HOME, transport=transport)

    def _check(self, ref: str) -> None:
        if not _ID.fullmatch(ref):
            raise Invalid(f"Work of {self.name} is named by the id of its prediction, not {ref!r}.", field="ref")

    def _link(self, picture: Picture) -> str:
        """A picture in a form that a prediction takes; nothing is ordered yet where that goes wrong."""
        if len(picture.content) <= MOST_INLINE:
            return data_uri(picture)
        try:
            with clear(self.name):
                file = io.BytesIO(picture.content)
                return str(self._service.files.create(file, content_type=picture.media_type).urls["get"])
        except ProviderSilent as error:
            raise ProviderFailed(
                f"The picture could not be given to {self.name}, and nothing is ordered: {error}"
            ) from None

    def _work(self, prediction: Prediction) -> Work:
        state = _STATES[prediction.status]
        said = harmless(prediction.error or "", secret=self.secret())
        return Work(
            ref=prediction.id,
            state=state,
            outputs=tuple(_links(prediction.output)) if state is WorkState.SUCCEEDED else (),
            progress=prediction.progress.percentage if prediction.progress else None,
            refusal=Refusal.MODERATION if _MODERATED.search(said) else Refusal.OTHER,
            error=said or ("Replicate gave no reason." if state is WorkState.FAILED else ""),
            facts=facts(prediction.input or {}, model=prediction.model),
        )

    def _error(self, answer: httpx.Response) -> Exception:
        try:
            found = answer.json()
        except ValueError:
            found = None
        told: dict[str, Any] = found if isinstance(found, dict) else {}
        said = ": ".join(str(told[part]) for part in ("title", "detail") if told.get(part))
        return refusals.of_status(
            self.name,
            answer.status_code,
            harmless(said, secret=self.secret()),
            headers={"retry-after": str(told.get("retry_after", "")), **answer.headers},
            ordering=answer.request.method == "POST",
        )


def _links(output: object) -> Iterator[Output]:
    """Every link in an output, which is a link, or a list or table of such."""
    if isinstance(output, str) and output.startswith(("http://", "https://")):
        yield Output(url=output)
    elif isinstance(output, list | dict):
        for each in output.values() if isinstance(output, dict) else output:
            yield from _links(each)
