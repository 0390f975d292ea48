"""An address of which a part means nothing: its page is shown all the same, and names that part."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.types import Receive, Scope, Send

from showbible.web.render import is_whole, without

if TYPE_CHECKING:
    from showbible.web.problems import Problem

_SHORTER: Final = {"project_id": ("project", "story")}
"""Names by which addresses call what we call otherwise."""


class Again(Response):
    """The answer to the same request, asked in another way."""

    def __init__(self, scope: Scope) -> None:
        super().__init__()
        self._scope = scope

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer what is asked now instead."""
        await self._scope["app"].router(self._scope, receive, send)


def again(request: Request, problem: Problem) -> Again | None:
    """The page without the part of its address that it cannot read, if there is such a part.

    A file or a stream leaves out nothing: whoever reads it would not see that it tells more than was asked for.
    """
    if request.method != "GET" or not is_whole(request) or not _is_page(request):
        return None
    for mistake in problem.mistakes:
        field = str(mistake.loc[-1]) if mistake.loc else ""
        for name in (field, *_SHORTER.get(field, ())):
            if name in request.query_params:
                why = mistake.msg if mistake.msg.endswith(".") else f"{name}: {mistake.msg}."
                return Again(without(request, name, why))
    return None


def _is_page(request: Request) -> bool:
    """Whether the route answers with a page, as it says of itself."""
    kind = getattr(request.scope.get("route"), "response_class", None)
    return isinstance(kind, type) and issubclass(kind, HTMLResponse) and not request.url.path.endswith(".html")
