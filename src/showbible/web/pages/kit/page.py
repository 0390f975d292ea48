"""What every page of the dashboard has beside its title, and where it is shown."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from functools import cached_property
from typing import Any, TypeVar

from fastapi import APIRouter, Depends
from starlette.responses import HTMLResponse

from showbible.vocabulary import utcnow
from showbible.web.deps import Render
from showbible.web.render import Crumb, PageView

Page = TypeVar("Page", bound=PageView)


class PlacePage:
    """A page as of a moment, with the pages above it, of which a place of the navigation has none."""

    crumbs: tuple[Crumb, ...] = ()

    @cached_property
    def now(self) -> datetime:
        """The moment at which it was first looked at."""
        return utcnow()


def page_at(router: APIRouter, path: str, template: str) -> Callable[[type[Page]], type[Page]]:
    """Show a kind of page at an address, which says all that the class asks for when a page is made."""

    def offer(kind: type[Page]) -> type[Page]:
        def show(render: Render, page: Any = Depends(kind)) -> HTMLResponse:  # noqa: B008
            return render.page(template, page)

        router.add_api_route(path, show, methods=["GET"], response_class=HTMLResponse)
        return kind

    return offer
