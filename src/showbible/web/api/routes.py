"""The API's routes, put together."""

from __future__ import annotations

from fastapi import APIRouter

from showbible.web.api import (
    assets,
    carrying,
    continuity,
    conversations,
    direction,
    elsewhere,
    jobs,
    lessons,
    library,
    maintenance,
    memory_folder,
    productions,
    projects,
    recall,
    run_views,
    runs,
    stores,
    streams,
)

router = APIRouter()
for part in (
    runs,
    elsewhere,
    run_views,
    streams,
    projects,
    jobs,
    lessons,
    library,
    conversations,
    assets,
    continuity,
    direction,
    productions,
    recall,
    stores,
    maintenance,
    carrying,
    memory_folder,
):
    router.include_router(part.router)
