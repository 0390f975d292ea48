"""The API's routes, put together."""

from __future__ import annotations

from fastapi import APIRouter

from showbible.web.api import (
    assets,
    carrying,
    continuity,
    conversations,
    direction,
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
for subject in (
    (runs, run_views, streams, projects, jobs),
    (lessons, library, conversations, assets, continuity, direction),
    (productions, recall, stores, maintenance, carrying, memory_folder),
):
    for part in subject:
        router.include_router(part.router)
