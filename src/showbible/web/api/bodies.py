"""What requests have in common."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends
from pydantic import Field

from showbible.storage import paging

Limit = Annotated[int, Field(description="How many to answer, 1 to 200.")]
Cursor = Annotated[str | None, Field(max_length=1024, description="`next_cursor` of the page before.")]


@dataclass(frozen=True)
class ListPage:
    """Which page of a list is asked for."""

    limit: Limit = paging.USUAL
    cursor: Cursor = None


Paged = Annotated[ListPage, Depends()]
