"""Fetch what was made from wherever its link leads, and see that it is what it says."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final
from urllib.parse import urljoin

from showbible.errors import Invalid, ShowbibleError
from showbible.outgoing import Answer, NotDelivered, destination, get

MOST_BYTES: Final = 500 * 1024 * 1024
MOST_REDIRECTS: Final = 3
_GONE: Final = (401, 403, 404, 410)
_SUCCESS: Final = range(200, 300)
_REDIRECTS: Final = range(300, 400)


class NotFetched(ShowbibleError):
    """What a link leads to cannot be had, or is not what it says."""


class Gone(NotFetched):
    """A link that leads nowhere any more: it has expired."""


def content(
    url: str,
    *,
    headers: Mapping[str, str] | None = None,
    trusted: Collection[str] = (),
    seconds: float,
    most: int = MOST_BYTES,
) -> bytes:
    """What a link leads to, at most so many bytes of it; each host on the way is public, or one that is trusted.

    Headers, which may show a key, are sent to the link itself and never to where it is redirected.
    """
    for _ in range(MOST_REDIRECTS + 1):
        answer = _asked(url, headers=headers or {}, trusted=trusted, seconds=seconds, most=most)
        if answer.status not in _REDIRECTS:
            return _checked(answer)
        url, headers = urljoin(url, answer.headers.get("location", "")), None
    raise NotFetched(f"The link to the result is redirected more than {MOST_REDIRECTS} times.")


def _asked(url: str, *, headers: Mapping[str, str], trusted: Collection[str], seconds: float, most: int) -> Answer:
    try:
        return get(destination(url, trusted=trusted), headers=headers, trusted=trusted, seconds=seconds, most=most)
    except (Invalid, NotDelivered) as error:
        raise NotFetched(f"The result cannot be fetched: {error}") from None


def _checked(answer: Answer) -> bytes:
    if answer.status in _GONE:
        raise Gone(f"The link to the result is not valid any more ({answer.status}).")
    if answer.status not in _SUCCESS:
        raise NotFetched(f"The link to the result answers {answer.status}.")
    if answer.headers.get("content-type", "").startswith("text/html") or _is_page(answer.content):
        raise NotFetched("The link to the result leads to a web page.")
    return answer.content


def _is_page(content: bytes) -> bool:
    return content[:512].lstrip().lower().startswith((b"<!doctype html", b"<html"))
