"""A provider behind HTTP: it is asked with an idempotency key, names its work, and is polled until that is done.

`POST {url}` with the order as JSON answers `{"id": ...}`; `GET {url}/{id}` answers `{"status": "running"}`,
`{"status": "failed", "error": ...}` or `{"status": "succeeded", "content_url": ..., "cost": "0.25"}`.

The token goes to the configured origin alone: an order or a poll that is redirected is not followed, and the
content is fetched from the same scheme, host and port or not at all. What was charged is known either way.
"""

from __future__ import annotations

import http.client
import json
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Mapping
from dataclasses import field
from typing import Any, Final, Generic, TypeVar
from urllib.parse import quote, urljoin, urlsplit

from pydantic import TypeAdapter

from showbible.errors import Invalid, Misconfigured
from showbible.studio.providers import Made, ProviderFailed, ProviderSilent, Undelivered
from showbible.values import frozen
from showbible.vocabulary import Micros, money

Order = TypeVar("Order")

MOST_BYTES: Final = 500 * 1024 * 1024
MOST_ANSWER: Final = 1024 * 1024
MOST_REDIRECTS: Final = 3
REDIRECTS: Final = range(300, 400)
REFUSALS: Final = range(400, 500)
_PORTS: Final = {"http": 80, "https": 443}


class _Nowhere(urllib.request.HTTPRedirectHandler):
    """Follows no redirect."""

    def redirect_request(self, *_: Any) -> None:
        """Nothing to ask instead."""


class _SameOrigin(urllib.request.HTTPRedirectHandler):
    """Follows a few redirects that stay where they are."""

    max_redirections = MOST_REDIRECTS

    def redirect_request(self, req: Any, fp: Any, code: int, msg: str, headers: Any, newurl: str) -> Any:
        """The same question at another path; nothing when it leads away."""
        if origin(newurl) != origin(req.full_url):
            return None
        return super().redirect_request(req, fp, code, msg, headers, newurl)


_ASK: Final = urllib.request.build_opener(_Nowhere)
_FETCH: Final = urllib.request.build_opener(_SameOrigin)


def origin(url: str) -> tuple[str, str, int | None]:
    """Scheme, host and port of an address: what a token is meant for."""
    parts = urlsplit(url)
    return parts.scheme, (parts.hostname or "").lower(), parts.port or _PORTS.get(parts.scheme)


@frozen
class HttpProvider(Generic[Order]):
    """Somebody who works behind an address."""

    name: str
    url: str
    quote: Callable[[Order], Micros]
    token: str | None = field(default=None, repr=False)
    honours_keys: bool = False
    patience: float = 600.0
    call_seconds: float = 30.0
    pause: float = 1.0

    def __post_init__(self) -> None:
        """Refuse an address that is none."""
        if urlsplit(self.url).scheme not in ("http", "https") or not urlsplit(self.url).hostname:
            raise Misconfigured(f"The provider {self.name} needs an http or https address, not {self.url!r}.")

    def price(self, order: Order) -> Micros:
        """The most that an order can cost."""
        return self.quote(order)

    def make(self, order: Order, *, key: str, submitted: Callable[[str], None]) -> Made:
        """Submit the order, then wait for its result."""
        body = TypeAdapter(type(order)).dump_json(order)
        answer = self._answer(self.url, body=body, headers={"Idempotency-Key": key})
        ref = answer.get("id")
        if not isinstance(ref, str | int) or not str(ref):
            raise ProviderSilent(f"{self.name} took the order and named no work.")
        submitted(str(ref))
        return self.collect(order, ref=str(ref))

    def collect(self, order: Order, *, ref: str) -> Made:
        """Poll until the work is done or refused."""
        until, price = time.monotonic() + self.patience, self.quote(order)
        while time.monotonic() < until:
            answer = self._poll(ref)
            if answer.get("status") == "succeeded":
                return self._fetched(answer, cost=self._cost(answer, price))
            time.sleep(self.pause)
        raise ProviderSilent(f"{self.name} has not finished {ref} within {self.patience:g} seconds.")

    def ended(self, *, ref: str, price: Micros) -> Micros | None:
        """Ask once how work ended, and leave what was made where it is."""
        answer = self._poll(ref)
        return self._cost(answer, price) if answer.get("status") == "succeeded" else None

    def _poll(self, ref: str) -> Mapping[str, Any]:
        """What the provider says of its work; raises when that failed, and with the charge if there was one."""
        answer: Mapping[str, Any] = self._answer(f"{self.url.rstrip('/')}/{quote(ref, safe='')}")
        if answer.get("status") == "failed":
            said = f"{self.name} says: {str(answer.get('error', 'it failed'))[:500]}"
            if cost := self._cost(answer, Micros(0)):
                raise Undelivered(said, cost=cost)
            raise ProviderFailed(said)
        return answer

    def _cost(self, answer: Mapping[str, Any], otherwise: Micros) -> Micros:
        try:
            return Micros(money("cost", answer["cost"])) if "cost" in answer else otherwise
        except Invalid as error:
            raise ProviderSilent(f"{self.name} charged what is no amount: {error}") from None

    def _fetched(self, answer: Mapping[str, Any], *, cost: Micros) -> Made:
        place = urljoin(self.url, str(answer.get("content_url", "")))
        if origin(place) != origin(self.url):
            raise Undelivered(f"{self.name} points to another host for its result.", cost=cost)
        try:
            content = self._bytes(place, most=MOST_BYTES, by=_FETCH)
        except ProviderSilent as error:
            raise Undelivered(str(error), cost=cost) from None
        return Made(content=content, cost=cost, facts={"price": "charged"})

    def _answer(self, url: str, *, body: bytes | None = None, headers: Mapping[str, str] | None = None) -> Any:
        content = self._bytes(url, most=MOST_ANSWER, body=body, headers=headers)
        try:
            answer = json.loads(content)
        except ValueError:
            raise ProviderSilent(f"{self.name} answered with something that is no JSON.") from None
        if not isinstance(answer, dict):
            raise ProviderSilent(f"{self.name} answered with JSON that is no object.")
        return answer

    def _bytes(
        self,
        url: str,
        *,
        most: int,
        body: bytes | None = None,
        headers: Mapping[str, str] | None = None,
        by: urllib.request.OpenerDirector = _ASK,
    ) -> bytes:
        """What an address answers; a refusal is a failure, anything else that goes wrong leaves us in doubt."""
        request = urllib.request.Request(url, data=body, headers=dict(headers or {}))  # noqa: S310
        if body is not None:
            request.add_header("Content-Type", "application/json")
        if self.token:
            request.add_header("Authorization", f"Bearer {self.token}")
        try:
            with by.open(request, timeout=self.call_seconds) as answer:
                content: bytes = answer.read(most + 1)
        except urllib.error.HTTPError as error:
            with error:
                raise self._refused(error, ordering=body is not None) from None
        except (OSError, http.client.HTTPException) as error:
            raise ProviderSilent(f"{self.name} could not be reached: {error}.") from None
        if len(content) > most:
            raise ProviderSilent(f"{self.name} answered with more than {most:,} bytes.")
        return content

    def _refused(self, error: urllib.error.HTTPError, *, ordering: bool) -> ProviderFailed | ProviderSilent:
        if error.code in REDIRECTS:
            host = urlsplit(self.url).hostname
            return ProviderSilent(f"{self.name} answered {error.code} and points away from {host}: nobody follows.")
        kind = ProviderFailed if ordering and error.code in REFUSALS else ProviderSilent
        return kind(f"{self.name} answered {error.code} {error.reason}.")
