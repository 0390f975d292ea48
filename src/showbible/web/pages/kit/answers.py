"""How a page answers an act: a message for a page that stays, the way back for a browser without scripts."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import field
from typing import Annotated, TypeVar

from fastapi import Query
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from showbible.errors import Conflict, ShowbibleError
from showbible.values import frozen
from showbible.web import problems
from showbible.web.deps import renderer
from showbible.web.live import Encode, Live, last_seen, sse
from showbible.web.seats import Stream

Done = TypeVar("Done")
Since = Annotated[int, Query(ge=0, le=2**62)]
"""The last event that a page has seen."""


@frozen
class Undo:
    """The form that takes an act back: what was lost travels in it, so that the server need not keep it."""

    action: str
    fields: Mapping[str, str] = field(default_factory=dict)


@frozen
class Toast:
    """A short message; with `undo`, one that can take back what it tells of."""

    message: str
    undo: Undo | None = None


def some(done: Done, refusal: str) -> Done:
    """What an act has done; one that did nothing is refused, with the reason."""
    if not done:
        raise Conflict(refusal)
    return done


def changed(
    request: Request,
    effect: Callable[[], Done],
    *,
    said: str | Callable[[Done], str],
    back: str,
    undo: Callable[[Done], Undo | None] | None = None,
    fresh: Callable[[], str] | None = None,
    beside: Callable[[], str] | None = None,
) -> Response:
    """Do something and say so; then the page reads itself again, or takes in the `fresh` parts it is handed.

    What stands `beside` the page, and is not read again with it, comes along.
    """
    if "hx-request" not in request.headers:
        effect()
        return RedirectResponse(back, status_code=303)
    try:
        done = effect()
    except ShowbibleError as error:
        # A header is ASCII: JSON writes everything else as escapes.
        refusal = json.dumps({"toast": {"message": str(error), "kind": "bad"}})
        return Response(status_code=problems.of(error).status, headers={"HX-Trigger": refusal})
    toast = Toast(message=said if isinstance(said, str) else said(done), undo=undo(done) if undo else None)
    message = partial("toasts", renderer(request).text("toast.html", "toast", toast), swap="beforeend")
    if fresh is not None:
        return Response(message + fresh(), media_type="text/html")
    along = beside() if beside else ""
    return Response(message + along, media_type="text/html", headers={"HX-Trigger": "refresh"})


def streamed(request: Request, topic: str, *, since: int, encode: Encode) -> Stream:
    """A page's stream of markup, from the last event that the page has seen."""
    live: Live = request.app.state.live
    return Stream(sse(live.follow(topic, since=last_seen(request, since) or 0, encode=encode)))


def partial(target: str, text: str, *, swap: str = "outerMorph") -> str:
    """Markup for one place of a page."""
    return f'<hx-partial hx-target="#{target}" hx-swap="{swap}">{text}</hx-partial>'
