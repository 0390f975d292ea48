"""A provider behind HTTP: it is asked with an idempotency key, names its work, and is polled until that is done.

`POST {url}` with the order as JSON answers `{"id": ...}`; `GET {url}/{id}` answers `{"status": "running"}`,
`{"status": "failed", "error": ...}` or `{"status": "succeeded", "content_url": ..., "cost": "0.25"}`.
"""

from __future__ import annotations

import http.client
import json
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Generic, TypeVar
from urllib.parse import quote, urljoin, urlsplit

from pydantic import TypeAdapter

from showbible.errors import Invalid, Misconfigured
from showbible.studio.providers import Made, ProviderFailed, ProviderSilent
from showbible.vocabulary import Micros, money

Order = TypeVar("Order")

MOST_BYTES: Final = 500 * 1024 * 1024
MOST_ANSWER: Final = 1024 * 1024
REFUSALS: Final = range(400, 500)


@dataclass(frozen=True, kw_only=True)
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
        until = time.monotonic() + self.patience
        while time.monotonic() < until:
            answer = self._answer(f"{self.url.rstrip('/')}/{quote(ref, safe='')}")
            if answer.get("status") == "failed":
                raise ProviderFailed(f"{self.name} says: {str(answer.get('error', 'it failed'))[:500]}")
            if answer.get("status") == "succeeded":
                return self._fetched(order, answer)
            time.sleep(self.pause)
        raise ProviderSilent(f"{self.name} has not finished {ref} within {self.patience:g} seconds.")

    def _fetched(self, order: Order, answer: Mapping[str, Any]) -> Made:
        place = urljoin(self.url, str(answer.get("content_url", "")))
        if urlsplit(place).netloc != urlsplit(self.url).netloc:
            raise ProviderSilent(f"{self.name} points to another host for its result.")
        try:
            cost = money("cost", answer["cost"]) if "cost" in answer else self.quote(order)
        except Invalid as error:
            raise ProviderSilent(f"{self.name} charged what is no amount: {error}") from None
        return Made(content=self._bytes(place, most=MOST_BYTES), cost=cost, facts={"price": "charged"})

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
        self, url: str, *, most: int, body: bytes | None = None, headers: Mapping[str, str] | None = None
    ) -> bytes:
        """What an address answers; a refusal is a failure, anything else that goes wrong leaves us in doubt."""
        request = urllib.request.Request(url, data=body, headers=dict(headers or {}))  # noqa: S310
        if body is not None:
            request.add_header("Content-Type", "application/json")
        if self.token:
            request.add_header("Authorization", f"Bearer {self.token}")
        try:
            with urllib.request.urlopen(request, timeout=self.call_seconds) as answer:  # noqa: S310
                content: bytes = answer.read(most + 1)
        except urllib.error.HTTPError as error:
            with error:
                kind = ProviderFailed if error.code in REFUSALS and body is not None else ProviderSilent
                raise kind(f"{self.name} answered {error.code} {error.reason}.") from None
        except (OSError, http.client.HTTPException) as error:
            raise ProviderSilent(f"{self.name} could not be reached: {error}.") from None
        if len(content) > most:
            raise ProviderSilent(f"{self.name} answered with more than {most:,} bytes.")
        return content
