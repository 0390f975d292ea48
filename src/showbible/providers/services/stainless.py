"""What makers' libraries share that Stainless wrote for them: how they answer, how they fail and what they say then."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, Protocol, TypedDict

from showbible.providers import refusals
from showbible.providers.client import client
from showbible.providers.contract import ProviderFailed, ProviderSilent, Setup
from showbible.providers.model import Refusal

if TYPE_CHECKING:
    import httpx

Reason = Callable[[str], Refusal | None]
"""Why a service says no, as far as its words tell."""

_SAYING: Final = ("error", "detail", "message", "msg", "issues")


class ClientOptions(TypedDict):
    """How such a library is opened."""

    base_url: str
    timeout: float
    max_retries: int
    http_client: httpx.Client


def options(setup: Setup, address: str) -> ClientOptions:
    """How a service is reached: where a person says, or at its own address; a failed call is ours to repeat."""
    return {
        "base_url": setup.base_url or address,
        "timeout": setup.call_seconds,
        "max_retries": 0,
        "http_client": client(setup),
    }


class ProviderReply(Protocol):
    """What `with_raw_response` gives: an answer that the library has not taken for what it should be."""

    @property
    def http_response(self) -> httpx.Response:
        """The answer as it came."""


def answer(
    name: str, ask: Callable[[], ProviderReply], *, errors: type[Exception], reason: Reason, ordering: bool
) -> dict[str, Any]:
    """What a service answers. A refused order is a failure; whatever else goes wrong tells nothing of the work.

    The libraries give a page as text and JSON of any shape as their own classes, so the answer is read here.
    """
    try:
        return refusals.json_object(name, lambda: ask().http_response.json())
    except errors as error:
        raise _failure(name, error, reason=reason, ordering=ordering) from None


def ref(name: str, answer: dict[str, Any]) -> str:
    """The service's own name for the work that an answer tells of."""
    named = answer.get("id")
    if not isinstance(named, str) or not named:
        raise ProviderSilent(f"{name} took the order and named no work.")
    return named


def words(body: object) -> str:
    """What a message says, without its links, which may be signed; parts of it are told one after the other."""
    if isinstance(body, dict):
        return words([body[name] for name in _SAYING if name in body])
    if isinstance(body, list):
        return "; ".join(filter(None, map(words, body)))
    return refusals.plain_words(body) if isinstance(body, str) else ""


def _failure(name: str, error: Exception, *, reason: Reason, ordering: bool) -> ProviderFailed | ProviderSilent:
    response: httpx.Response | None = getattr(error, "response", None)
    if response is None:
        return refusals.unreachable(name, error)
    body = getattr(error, "body", None)
    said = words(body) if isinstance(body, dict) else ""
    return refusals.of_status(
        name, response.status_code, said, headers=response.headers, refusal=reason(said), ordering=ordering
    )
