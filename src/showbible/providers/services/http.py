"""A generator of one's own behind HTTP: it is asked with an idempotency key, names its work, and is polled.

`POST {base_url}` with the order as JSON answers `{"id": ...}`; `GET {base_url}/{id}` answers `{"status": "running"}`,
`{"status": "failed", "error": ...}` or `{"status": "succeeded", "content_url": ..., "cost": "0.25"}`;
`DELETE {base_url}/{id}` gives it up. An answer may also tell the `prompt`, `model`, `seconds` and `seed` of its work.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping
from decimal import Decimal, InvalidOperation
from typing import Any, ClassVar, Final
from urllib.parse import quote, urljoin

from pydantic import TypeAdapter

from showbible.errors import Misconfigured
from showbible.providers import download, refusals
from showbible.providers.contract import Provider, ProviderSilent, Setup
from showbible.providers.model import Charge, Input, Medium, Offer, Order, Output, Picture, Refusal, Work, WorkState
from showbible.providers.services.caller import SUCCESS, Caller

_ORDER: Final = TypeAdapter(Order)
_FACTS: Final = ("prompt", "model", "seconds", "seed")


class HttpProvider(Provider):
    """Somebody who works behind an address."""

    kind = "http"
    tells_when_cancelled = True
    key_variable: ClassVar[str | None] = None

    def __init__(self, setup: Setup) -> None:
        super().__init__(setup)
        self._caller = Caller.of(setup)
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
        asked = self._caller.ask("", body=json.dumps(body).encode(), headers={"Idempotency-Key": key})
        answer = self._caller.object_in(asked, ordering=True)
        ref = answer.get("id")
        if not isinstance(ref, str | int) or not str(ref):
            raise ProviderSilent(f"{self.name} took the order and named no work.")
        return self._work(str(ref), {"status": "queued", **answer})

    def follow(self, ref: str) -> Work:
        """Ask once by `GET`."""
        return self._work(ref, self._caller.object_in(self._caller.ask(_place(ref)), ordering=False))

    def cancel(self, ref: str) -> bool:
        """Ask by `DELETE`; one that knows no such thing has not given it up."""
        try:
            return self._caller.ask(_place(ref), method="DELETE").status in SUCCESS
        except ProviderSilent:
            return False

    def fetch(self, output: Output) -> bytes:
        """What was made, with the key where it lies at the same address."""
        is_home = download.origin(output.url) == download.origin(self._caller.url)
        return self.download(output.url, key_headers=self._caller.headers if is_home else None)

    def _work(self, ref: str, answer: Mapping[str, Any]) -> Work:
        try:
            state = WorkState(str(answer.get("status")))
        except ValueError:
            state = WorkState.RUNNING
        place = str(answer.get("content_url") or "")
        return Work(
            ref=ref,
            state=state,
            outputs=(Output(url=urljoin(f"{self._caller.url}/", place)),) if place else (),
            charge=self._charge(answer),
            refusal=_refusal(answer.get("reason")),
            error=refusals.plain_words(str(answer.get("error", ""))),
            facts={name: answer[name] for name in _FACTS if name in answer},
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


def _place(ref: str) -> str:
    return f"/{quote(ref, safe='')}"


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
