"""The pages people look at: one module per page, each one dataclass and one template."""

from __future__ import annotations

from fastapi import APIRouter

from showbible.web.pages import compare, home, jobs, palette, preview, run, runs, stills
from showbible.web.render import NavItem

NAV = (
    NavItem(label="Home", href="/", icon="home"),
    NavItem(label="Runs", href="/runs", icon="runs"),
    NavItem(label="Jobs", href="/jobs", icon="jobs"),
)
"""The places in the navigation: only pages that exist."""

router = APIRouter()
# Literal addresses come before those with a name in them.
for page in (home, runs, compare, stills, preview, run, jobs, palette):
    router.include_router(page.router)
