"""The pages people look at: one module per page, each one dataclass and one template."""

from __future__ import annotations

from fastapi import APIRouter

from showbible.web.pages import home
from showbible.web.render import NavItem

NAV = (NavItem(label="Home", href="/", icon="home"),)
"""The places in the navigation: only pages that exist."""

router = APIRouter()
router.include_router(home.router)
