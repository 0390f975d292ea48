"""fal: many makers' models behind one queue, on fal's own library."""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal
from functools import cached_property
from typing import Any, Final

import httpx
from fal_client import Completed, Queued, SyncClient, SyncRequestHandle

from showbible.errors import Invalid
from showbible.providers import refusals
from showbible.providers.contract import ProviderFailed, ProviderSilent
from showbible.providers.model import Charge, Order, Output, Refusal, Work, WorkState
from showbible.providers.services import fal_models
from showbible.providers.services.description import ListingProvider
from showbible.providers.services.listing import facts
from showbible.providers.services.transport import OnceTransport, clear, harmless
from showbible.values import frozen

HOME: Final = "https://queue.fal.run"
_REF: Final = re.compile(r"(?P<model>[\w.-]+(/[\w.-]+)+)/requests/(?P<id>[\w-]+)")
_ID: Final = re.compile(r"[\w-]+")
_INPUT: Final = (400, 422)
_OF_THE_SERVICE: Final = range(500, 600)
_LOCKED: Final = 403
_OF_THE_ACCOUNT: Final = (401, _LOCKED, 404, 429)
_BLACK: Final = "fal made a black picture: its safety checker found the right one unsafe."


@frozen
class _Trouble:
    """What fal says instead of a result."""

    status: int
    kinds: frozenset[str]
    """Its own machine-readable names for what went wrong."""
    words: str

    @property
    def refusal(self) -> Refusal | None:
        """Why, where its words tell more than the status."""
        if "content_policy_violation" in self.kinds:
            return Refusal.MODERATION
        locked = self.status == _LOCKED and re.search(r"exhausted balance|top.up", self.words, re.IGNORECASE)
        return Refusal.BALANCE if locked else None

    def work(self, ref: str) -> Work:
        """The failed work; what is no fault of the order is not charged."""
        usual = Refusal.INPUT if self.status in _INPUT else Refusal.OTHER
        return Work(
            ref=ref,
            state=WorkState.CANCELLED if "client_cancelled" in self.kinds else WorkState.FAILED,
            charge=Charge(amount=Decimal(0)) if self.status in _OF_THE_SERVICE else None,
            refusal=self.refusal or usual,
            error=self.words or f"fal answered {self.status}.",
        )


class _WorkFailed(Exception):
    """A result that is the error of a model, or of the machine that it ran on."""

    def __init__(self, trouble: _Trouble) -> None:
        super().__init__(trouble.words)
        self.trouble = trouble


class Fal(ListingProvider):
    """A queue: an order names a model and is given a name, its status is polled, its result fetched."""

    kind = "fal"
    key_variable = "FAL_KEY"
    known = fal_models.MODELS
    published = known.prices

    def submit(self, order: Order, *, key: str) -> Work:
        """Put an order into the queue; fal documents no idempotency key."""
        listing = self.listing(order)
        place, body = listing.place(order), listing.body(order)
        with clear(self.name):
            named = _ID.fullmatch(self._queue.submit(place, body).request_id)
        if named is None:
            raise ProviderSilent(f"{self.name} took the order and named no work.")
        return Work(ref=f"{place}/requests/{named[0]}", state=WorkState.QUEUED)

    def follow(self, ref: str) -> Work:
        """Ask for the status, and for the result once there is one."""
        model, handle = self._handle(ref)
        with clear(self.name):
            status = handle.status()
        if isinstance(status, Completed):
            return self._completed(ref, handle, status, model=model)
        return Work(ref=ref, state=WorkState.QUEUED if isinstance(status, Queued) else WorkState.RUNNING)

    def cancel(self, ref: str) -> bool:
        """Take an order out of the queue, or tell its machine to stop."""
        try:
            self._handle(ref)[1].cancel()
        except (Invalid, ProviderFailed, ProviderSilent):
            return False
        return True

    @cached_property
    def _queue(self) -> SyncClient:
        secret = self.secret()
        queue = SyncClient(key=secret)
        # The library has no option for the client that it sends with; it keeps the one that it makes under this name.
        vars(queue)["_client"] = httpx.Client(
            transport=OnceTransport(self.setup, home=HOME, error=self._error),
            headers={"Authorization": f"Key {secret}"},
        )
        return queue

    def _handle(self, ref: str) -> tuple[str, SyncRequestHandle]:
        """The model and the library's handle of work; a bare id is one of the model that the setup names."""
        named = _REF.fullmatch(ref if "/requests/" in ref else f"{self.setup.model}/requests/{ref}")
        if named is None:
            raise Invalid(f"Work of {self.name} is named as in `fal-ai/flux-2/requests/ID`, not {ref!r}.", field="ref")
        return named["model"], self._queue.get_handle(named["model"], named["id"])

    def _completed(self, ref: str, handle: SyncRequestHandle, status: Completed, *, model: str) -> Work:
        try:
            answer = handle.client.get(handle.response_url).json()
        except _WorkFailed as error:
            return error.trouble.work(ref)
        except ProviderSilent:
            if not status.error:
                raise
            return self._trouble(0, {"detail": status.error, "error_type": status.error_type}).work(ref)
        if answer.get("has_nsfw_concepts") in (True, [True]):
            return Work(ref=ref, state=WorkState.FAILED, refusal=Refusal.MODERATION, error=_BLACK)
        outputs, told = tuple(_files(answer)), facts(answer, model=model)
        return Work(ref=ref, state=WorkState.SUCCEEDED, outputs=outputs, facts=told)

    def _error(self, answer: httpx.Response) -> Exception:
        """The error that an answer of fal is; after work is done, the answer may be how it failed."""
        try:
            told = answer.json()
        except ValueError:
            told = None
        kind = answer.headers.get("x-fal-error-type")
        trouble = self._trouble(answer.status_code, {"error_type": kind, **(told if isinstance(told, dict) else {})})
        of_result = answer.request.method == "GET" and not answer.request.url.path.endswith("/status")
        if of_result and trouble.status not in _OF_THE_ACCOUNT and (trouble.kinds or trouble.status in _INPUT):
            return _WorkFailed(trouble)
        return refusals.of_status(
            self.name,
            trouble.status,
            trouble.words,
            headers=answer.headers,
            refusal=trouble.refusal,
            ordering=answer.request.method == "POST",
        )

    def _trouble(self, status: int, told: dict[str, Any]) -> _Trouble:
        """Both shapes of fal's errors: a text with `error_type`, and a list of typed errors."""
        detail = told.get("detail") or ""
        listed = [each for each in detail if isinstance(each, dict)] if isinstance(detail, list) else []
        kinds = [told.get("error_type"), *(each.get("type") for each in listed)]
        said = "; ".join(str(each.get("msg", "")) for each in listed) if listed else str(detail)
        words = harmless(said, secret=self.secret())
        return _Trouble(status=status, kinds=frozenset(str(each) for each in kinds if each), words=words)


def _files(answer: object) -> Iterator[Output]:
    """Everything in an answer that fal describes as a file, in its order."""
    if isinstance(answer, list):
        for each in answer:
            yield from _files(each)
    elif isinstance(answer, dict):
        url = answer.get("url")
        if isinstance(url, str) and url.startswith(("http://", "https://")):
            yield Output(url=url, media_type=str(answer.get("content_type") or ""))
        else:
            for each in answer.values():
                yield from _files(each)
