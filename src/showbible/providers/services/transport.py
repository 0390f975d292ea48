"""The wire under makers' libraries that would ask again, follow elsewhere or wait for ever on their own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Final

import httpx

from showbible.errors import Misconfigured
from showbible.providers import refusals
from showbible.providers.client import client
from showbible.providers.contract import ProviderSilent, Setup

AnswerError = Callable[[httpx.Response], Exception]

_OF_ITS_OWN: Final = ("host", "content-length", "transfer-encoding")


class OnceTransport(httpx.BaseTransport):
    """Sends each request once, to the address that a setup names, and gives back only JSON that tells of success.

    Anything else is raised as an error of ours before the maker's library sees it, which would try it again.
    """

    def __init__(self, setup: Setup, *, home: str, error: AnswerError) -> None:
        self._name = setup.name
        self._base = _address(setup, home)
        self._error = error
        self._client = client(setup)

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        """The answer of the service."""
        headers = [(name, value) for name, value in request.headers.multi_items() if name.lower() not in _OF_ITS_OWN]
        try:
            sent = self._client.build_request(
                request.method, self._place(request.url), headers=headers, content=request.read()
            )
            answer = self._client.send(sent)
        except httpx.HTTPError as error:
            raise refusals.unreachable(self._name, error) from None
        if not answer.is_success:
            raise self._error(answer)
        refusals.json_object(self._name, answer.json)
        return answer

    def close(self) -> None:
        """Let go of the connections."""
        self._client.close()

    def _place(self, url: httpx.URL) -> httpx.URL:
        return self._base.copy_with(raw_path=self._base.raw_path.rstrip(b"/") + url.raw_path)


def _address(setup: Setup, home: str) -> httpx.URL:
    text = (setup.base_url or home).rstrip("/")
    with suppress(httpx.InvalidURL):
        url = httpx.URL(text)
        if url.scheme in ("http", "https") and url.host:
            return url
    raise Misconfigured(f"{setup.name} needs an http or https address as `base_url`, not {text!r}.")


@contextmanager
def clear(name: str) -> Iterator[None]:
    """Whatever a maker's library cannot read leaves us in doubt."""
    try:
        yield
    except (ValueError, KeyError, TypeError):
        raise ProviderSilent(f"{name} answered with something else than it documents.") from None


def harmless(text: object, *, secret: str) -> str:
    """What a service said, in plain words and without the key."""
    return refusals.plain_words(str(text).replace(secret, "(the key)"))
