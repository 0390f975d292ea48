"""Ask the address that a person named for a provider, with its key; no redirect takes the key along."""

from __future__ import annotations

import http.client
import json
import urllib.error
import urllib.request
from collections.abc import Mapping
from typing import Any, Final
from urllib.parse import urlsplit

from pydantic import SecretStr

from showbible.errors import Misconfigured
from showbible.outgoing import HttpAnswer
from showbible.providers import refusals
from showbible.providers.contract import ProviderSilent, Setup
from showbible.values import frozen

MOST_ANSWER: Final = 16 * 1024 * 1024
SUCCESS: Final = range(200, 300)


class _Nowhere(urllib.request.HTTPRedirectHandler):
    """Follows no redirect."""

    def redirect_request(self, *_: Any) -> None:
        """Nothing to ask instead."""


_ASK: Final = urllib.request.build_opener(_Nowhere, urllib.request.ProxyHandler({}))


@frozen
class Caller:
    """Somebody who asks one address, and waits no longer than so many seconds for each piece of its answer."""

    name: str
    url: str
    key: SecretStr | None = None
    seconds: float

    @classmethod
    def of(cls, setup: Setup) -> Caller:
        """Who asks for a provider at the address of its setup."""
        url = setup.base_url or ""
        if urlsplit(url).scheme not in ("http", "https") or not urlsplit(url).hostname:
            raise Misconfigured(f"The provider {setup.name} needs an http or https address as `base_url`, not {url!r}.")
        return cls(name=setup.name, url=url.rstrip("/"), key=setup.key, seconds=setup.call_seconds)

    @property
    def headers(self) -> dict[str, str]:
        """What shows the key, where there is one."""
        return {"Authorization": f"Bearer {self.key.get_secret_value()}"} if self.key else {}

    def ask(
        self,
        path: str,
        *,
        method: str | None = None,
        body: bytes | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> HttpAnswer:
        """What the address answers, whatever its status; ProviderSilent where nothing whole comes back."""
        named = {"Content-Type": "application/json", **self.headers, **(headers or {})}
        request = urllib.request.Request(f"{self.url}{path}", data=body, headers=named, method=method)  # noqa: S310
        try:
            answer = self._answer(request)
        except (OSError, http.client.HTTPException) as error:
            raise refusals.unreachable(self.name, error) from None
        if len(answer.content) > MOST_ANSWER:
            raise ProviderSilent(f"{self.name} answered with more than {MOST_ANSWER:,} bytes.")
        return answer

    def _answer(self, request: urllib.request.Request) -> HttpAnswer:
        try:
            opened = _ASK.open(request, timeout=self.seconds)
        except urllib.error.HTTPError as error:
            opened = error
        with opened:
            headers = {name.lower(): value for name, value in opened.headers.items()}
            return HttpAnswer(status=opened.status, headers=headers, content=opened.read(MOST_ANSWER + 1))

    def object_in(self, answer: HttpAnswer, *, ordering: bool) -> dict[str, Any]:
        """The object that an answer is; a refused order is a failure, any other answer leaves everybody in doubt."""
        if answer.status not in SUCCESS:
            raise refusals.of_status(self.name, answer.status, headers=answer.headers, ordering=ordering)
        return refusals.json_object(self.name, lambda: json.loads(answer.content))
