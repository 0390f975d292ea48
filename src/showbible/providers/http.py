"""A generator of one's own behind HTTP: it is asked with an idempotency key, names its work, and is polled.

`POST {base_url}` with the order as JSON answers `{"id": ...}`; `GET {base_url}/{id}` answers `{"status": "running"}`,
`{"status": "failed", "error": ...}` or `{"status": "succeeded", "content_url": ..., "cost": "0.25"}`;
`DELETE {base_url}/{id}` gives it up.
"""

from __future__ import annotations

import base64
import http.client
import json
import urllib.error
import urllib.request
from collections.abc import Mapping
from decimal import Decimal, InvalidOperation
from typing import Any, ClassVar, Final
from urllib.parse import quote, urljoin, urlsplit

from pydantic import TypeAdapter

from showbible.errors import Misconfigured
from showbible.providers import download, refusals
from showbible.providers.contract import Provider, ProviderSilent, Setup
from showbible.providers.model import Charge, Input, Medium, Offer, Order, Output, Picture, Refusal, Work, WorkState

Headers = Mapping[str, str]

MOST_ANSWER: Final = 1024 * 1024
_ORDER: Final = TypeAdapter(Order)
_CANCELLED: Final = range(200, 300)


class _Nowhere(urllib.request.HTTPRedirectHandler):
    """Follows no redirect."""

    def redirect_request(self, *_: Any) -> None:
        """Nothing to ask instead."""


_ASK: Final = urllib.request.build_opener(_Nowhere)


class HttpProvider(Provider):
    """Somebody who works behind an address."""

    kind = "http"
    key_variable: ClassVar[str | None] = None

    def __init__(self, setup: Setup) -> None:
        super().__init__(setup)
        url = setup.base_url or ""
        if urlsplit(url).scheme not in ("http", "https") or not urlsplit(url).hostname:
            raise Misconfigured(f"The provider {setup.name} needs an http or https address as `base_url`, not {url!r}.")
        self.url = url.rstrip("/")
        self.honours_keys = bool(setup.options.get("honours_keys", False))  # type: ignore[misc]

    @property
    def offers(self) -> tuple[Offer, ...]:
        """Whatever the file says that it makes, of any length and size."""
        model = self.setup.model or self.name
        return tuple(Offer(model=model, medium=medium, takes=frozenset(Input)) for medium in self._media())

    def _media(self) -> list[Medium]:
        named = self.setup.options.get("makes", list(Medium))
        try:
            return [Medium(each) for each in named]
        except (ValueError, TypeError):
            known = ", ".join(Medium)
            raise Misconfigured(f"The provider {self.name} makes some of {known}, not {named!r}.") from None

    def submit(self, order: Order, *, key: str) -> Work:
        """Order by `POST`."""
        body = {**_ORDER.dump_python(order, mode="json"), **_pictures(order)}
        answer = self._answer(self.url, body=json.dumps(body).encode(), headers={"Idempotency-Key": key})
        ref = answer.get("id")
        if not isinstance(ref, str | int) or not str(ref):
            raise ProviderSilent(f"{self.name} took the order and named no work.")
        return self._work(str(ref), {"status": "queued", **answer})

    def follow(self, ref: str) -> Work:
        """Ask once by `GET`."""
        return self._work(ref, self._answer(self._place(ref)))

    def cancel(self, ref: str) -> bool:
        """Ask by `DELETE`; one that knows no such thing has not given it up."""
        request = self._request(self._place(ref), method="DELETE")
        try:
            with _ASK.open(request, timeout=self.setup.call_seconds) as answer:
                return answer.status in _CANCELLED
        except (OSError, http.client.HTTPException):
            return False

    def fetch(self, output: Output) -> bytes:
        """What was made, with the key where it lies at the same address."""
        is_home = download.origin(output.url) == download.origin(self.url)
        return self.download(output.url, key_headers=self._authorization() if is_home else None)

    def _authorization(self) -> dict[str, str]:
        return {} if self.setup.key is None else {"Authorization": f"Bearer {self.secret()}"}

    def _place(self, ref: str) -> str:
        return f"{self.url}/{quote(ref, safe='')}"

    def _work(self, ref: str, answer: Mapping[str, Any]) -> Work:
        try:
            state = WorkState(str(answer.get("status")))
        except ValueError:
            state = WorkState.RUNNING
        place = str(answer.get("content_url") or "")
        return Work(
            ref=ref,
            state=state,
            outputs=(Output(url=urljoin(f"{self.url}/", place)),) if place else (),
            charge=self._charge(answer),
            refusal=_refusal(answer.get("reason")),
            error=refusals.plain_words(str(answer.get("error", ""))),
        )

    def _charge(self, answer: Mapping[str, Any]) -> Charge | None:
        if "cost" not in answer:
            return None
        try:
            amount = Decimal(str(answer["cost"]))
        except InvalidOperation:
            amount = Decimal("NaN")
        if not amount.is_finite() or amount < 0:
            raise ProviderSilent(f"{self.name} charged what is no amount: {str(answer['cost'])[:80]!r}.")
        return Charge(amount=amount, currency=str(answer.get("currency", "USD")))

    def _answer(self, url: str, *, body: bytes | None = None, headers: Headers | None = None) -> dict[str, Any]:
        content = self._bytes(self._request(url, body=body, headers=headers))
        try:
            answer = json.loads(content)
        except ValueError:
            raise ProviderSilent(f"{self.name} answered with something that is no JSON.") from None
        if not isinstance(answer, dict):
            raise ProviderSilent(f"{self.name} answered with JSON that is no object.")
        return answer

    def _request(
        self,
        url: str,
        *,
        method: str | None = None,
        body: bytes | None = None,
        headers: Headers | None = None,
    ) -> urllib.request.Request:
        told = {**(headers or {}), **self._authorization()}
        request = urllib.request.Request(url, data=body, headers=told, method=method)  # noqa: S310
        if body is not None:
            request.add_header("Content-Type", "application/json")
        return request

    def _bytes(self, request: urllib.request.Request) -> bytes:
        """What an address answers; a refused order is a failure, anything else that goes wrong leaves us in doubt."""
        try:
            with _ASK.open(request, timeout=self.setup.call_seconds) as answer:
                content: bytes = answer.read(MOST_ANSWER + 1)
        except urllib.error.HTTPError as error:
            with error:
                ordering = request.data is not None
                raise refusals.of_status(
                    self.name, error.code, headers=dict(error.headers), ordering=ordering
                ) from None
        except (OSError, http.client.HTTPException) as error:
            raise refusals.unreachable(self.name, error) from None
        if len(content) > MOST_ANSWER:
            raise ProviderSilent(f"{self.name} answered with more than {MOST_ANSWER:,} bytes.")
        return content


def _refusal(reason: object) -> Refusal:
    try:
        return Refusal(str(reason))
    except ValueError:
        return Refusal.OTHER


def _pictures(order: Order) -> dict[str, Any]:
    """The pictures of an order with their content."""
    named = {"reference": order.reference, "last_frame": order.last_frame}
    return {name: _picture(picture) for name, picture in named.items() if picture is not None}


def _picture(picture: Picture) -> dict[str, str]:
    return {"media_type": picture.media_type, "content": base64.b64encode(picture.content).decode()}
