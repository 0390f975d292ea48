"""What the status of an answer tells: a refusal before any work was done, or nothing that anybody can rely on."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any, Final

from showbible.providers.contract import ProviderFailed, ProviderSilent, UnknownWork
from showbible.providers.model import Refusal

MOST_LETTERS: Final = 500
_LINK: Final = re.compile(r"\w+://\S+")
_LONGEST_WAIT: Final = 300.0
_REFUSALS: Final = range(400, 500)
_REDIRECTS: Final = range(300, 400)
_UNCLEAR: Final = (408, 409, 425)
"""Answers that do not tell whether the order was taken."""
_UNKNOWN: Final = (404, 410)
_BY_STATUS: Final = {
    400: Refusal.INPUT,
    401: Refusal.KEY,
    402: Refusal.BALANCE,
    403: Refusal.KEY,
    413: Refusal.INPUT,
    415: Refusal.INPUT,
    422: Refusal.INPUT,
    429: Refusal.RATE,
}


def of_status(
    name: str,
    status: int,
    said: str = "",
    *,
    headers: Mapping[str, str] | None = None,
    refusal: Refusal | None = None,
    ordering: bool = True,
) -> ProviderFailed | ProviderSilent:
    """The error that an answer with a status is; `refusal` where its words tell more than the status.

    A question that is refused, other than an order, tells nothing of the work it was about.
    """
    words = f"{name} answered {status}{f': {plain_words(said)}' if said.strip() else ''}"
    if status in _REDIRECTS:
        return ProviderSilent(f"{name} answered {status} and points elsewhere: nobody follows with a key.")
    if not ordering and status in _UNKNOWN:
        return UnknownWork(words)
    if not ordering or status not in _REFUSALS or status in _UNCLEAR:
        return ProviderSilent(words)
    return ProviderFailed(words, refusal=refusal or _BY_STATUS.get(status, Refusal.OTHER), wait=_wait(headers or {}))


def in_words(said: str, meanings: Mapping[str, Refusal]) -> Refusal | None:
    """Why a service says no, by words that it uses for that, in small letters; None where it uses none of them."""
    return next((refusal for words, refusal in meanings.items() if words in said.lower()), None)


def json_object(name: str, read: Callable[[], object]) -> dict[str, Any]:
    """The object that an answer is; any other answer tells nothing."""
    try:
        content = read()
    except (ValueError, RecursionError):
        raise ProviderSilent(f"{name} answered with something that is no JSON.") from None
    if not isinstance(content, dict):
        raise ProviderSilent(f"{name} answered with JSON that is no object.")
    return content


def plain_words(said: str) -> str:
    """What a service says, at most so much of it and without its links, which may be signed."""
    return _LINK.sub("(link)", said.strip())[:MOST_LETTERS]


def _wait(headers: Mapping[str, str]) -> float | None:
    """The seconds that `Retry-After` names, where it names some."""
    named = next((value for name, value in headers.items() if name.lower() == "retry-after"), "")
    with suppress(ValueError):
        return min(max(float(named), 0.0), _LONGEST_WAIT)
    return None


def unreachable(name: str, error: Exception) -> ProviderSilent:
    """The error that no answer at all is; what went wrong may quote an address with a key in it, so only its kind."""
    return ProviderSilent(f"{name} gave no answer ({type(error).__name__}).")
