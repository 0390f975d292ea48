"""Fetch what was made from wherever its link leads, without any key, and see that it is what it says."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final
from urllib.parse import urljoin, urlsplit

from showbible.errors import Invalid, ShowbibleError
from showbible.outgoing import PORTS, HttpAnswer, NotDelivered, destination, get

MOST_BYTES: Final = 500 * 1024 * 1024
MOST_REDIRECTS: Final = 3
_GONE: Final = (401, 403, 404, 410)
_SUCCESS: Final = range(200, 300)
_REDIRECTS: Final = range(300, 400)


class NotFetched(ShowbibleError):
    """What a link leads to cannot be had, or is not what it says."""


class LinkExpired(NotFetched):
    """A link that leads nowhere any more: it has expired."""


def content(
    url: str, *, trusted: Collection[str] = (), seconds: float, key_headers: Mapping[str, str] | None = None
) -> bytes:
    """What a link leads to, at most so many bytes of it; each host on the way is public, or one that is trusted.

    `key_headers` go to the link's own scheme, host and port, and nowhere else.
    """
    home = origin(url)
    for _ in range(MOST_REDIRECTS + 1):
        headers = key_headers if origin(url) == home else None
        answer = _asked(url, headers=headers, trusted=trusted, seconds=seconds)
        if answer.status not in _REDIRECTS:
            return _checked(answer)
        url = urljoin(url, answer.headers.get("location", ""))
    raise NotFetched(f"The link to the result is redirected more than {MOST_REDIRECTS} times.")


def origin(url: str) -> tuple[str, str, int | None]:
    """Scheme, host and port of an address: what a key is meant for."""
    parts = urlsplit(url)
    return parts.scheme, (parts.hostname or "").lower(), parts.port or PORTS.get(parts.scheme)


def _asked(url: str, *, headers: Mapping[str, str] | None, trusted: Collection[str], seconds: float) -> HttpAnswer:
    try:
        to = destination(url, trusted=trusted)
        return get(to, headers=headers, trusted=trusted, seconds=seconds, most=MOST_BYTES)
    except (Invalid, NotDelivered) as error:
        raise NotFetched(f"The result cannot be fetched: {error}") from None


def _checked(answer: HttpAnswer) -> bytes:
    if answer.status in _GONE:
        raise LinkExpired(f"The link to the result is not valid any more ({answer.status}).")
    if answer.status not in _SUCCESS:
        raise NotFetched(f"The link to the result answers {answer.status}.")
    if answer.headers.get("content-type", "").startswith("text/html") or _is_page(answer.content):
        raise NotFetched("The link to the result leads to a web page.")
    return answer.content


def _is_page(content: bytes) -> bool:
    return content[:512].lstrip().lower().startswith((b"<!doctype html", b"<html"))
