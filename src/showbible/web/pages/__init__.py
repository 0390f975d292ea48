"""The pages people look at: one module per page, each one dataclass and one template."""

from __future__ import annotations

from fastapi import APIRouter

from showbible.web.pages import (
    analytics,
    analytics_files,
    asset_page,
    cast,
    character,
    character_corrections,
    character_files,
    compare,
    continuity,
    direction,
    direction_acts,
    entities,
    home,
    jobs,
    library,
    memory,
    memory_acts,
    memory_combinations,
    memory_files,
    memory_history,
    memory_providers,
    memory_try,
    palette,
    preferences,
    preview,
    preview_file,
    project,
    project_story,
    projects,
    receipts,
    run,
    run_memory,
    runs,
    scene_edits,
    stills,
)
from showbible.web.render import NavItem

NAV = (
    NavItem(label="Home", href="/", icon="home"),
    NavItem(label="Runs", href="/runs", icon="runs"),
    NavItem(label="Projects", href="/projects", icon="projects"),
    NavItem(label="Cast", href="/cast", icon="cast"),
    NavItem(label="Memory", href="/memory", icon="memory"),
    NavItem(label="Preferences", href="/preferences", icon="preferences"),
    NavItem(label="Library", href="/library", icon="library"),
    NavItem(label="Analytics", href="/analytics", icon="analytics"),
    NavItem(label="Jobs", href="/jobs", icon="jobs"),
    NavItem(label="Receipts", href="/recall", icon="recall"),
)
"""The places in the navigation: only pages that exist."""

router = APIRouter()
# Literal addresses come before those with a name in them.
for page in (
    home,
    runs,
    compare,
    stills,
    preview,
    preview_file,
    run_memory,
    run,
    projects,
    project_story,
    entities,
    continuity,
    asset_page,
    scene_edits,
    direction,
    direction_acts,
    project,
    cast,
    character,
    character_corrections,
    character_files,
    preferences,
    memory,
    memory_combinations,
    memory_providers,
    memory_history,
    memory_files,
    memory_try,
    memory_acts,
    library,
    analytics,
    analytics_files,
    jobs,
    receipts,
    palette,
):
    router.include_router(page.router)
