"""The pages' routes in their order, and the places of the navigation."""

from __future__ import annotations

from fastapi import APIRouter

from showbible.web import stills
from showbible.web.pages.analytics import page as analytics
from showbible.web.pages.carrying import card as carrying
from showbible.web.pages.cast import acts as cast_acts
from showbible.web.pages.cast import character
from showbible.web.pages.cast import page as cast
from showbible.web.pages.continuity import cost
from showbible.web.pages.continuity import report as continuity_report
from showbible.web.pages.direction import acts, scene_edits
from showbible.web.pages.direction import page as direction
from showbible.web.pages.home import page as home
from showbible.web.pages.jobs import page as jobs
from showbible.web.pages.kit import palette
from showbible.web.pages.library import page as library
from showbible.web.pages.memory import combinations, history, making, providers
from showbible.web.pages.memory import page as memory
from showbible.web.pages.preferences import page as preferences
from showbible.web.pages.project import asset, entities, story
from showbible.web.pages.project import page as project
from showbible.web.pages.receipts import page as receipts
from showbible.web.pages.run import acts as run_acts
from showbible.web.pages.run import page as run
from showbible.web.pages.run import preview
from showbible.web.pages.runs import compare
from showbible.web.pages.runs import page as runs
from showbible.web.pages.storage import page as storage
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
    NavItem(label="Storage", href="/storage", icon="storage"),
)
"""The places in the navigation: only pages that exist."""

router = APIRouter()
router.include_router(run.named)
# Literal addresses come before those with a name in them.
for place in (
    (home, runs, compare, stills, preview, run_acts, run),
    (story, continuity_report, cost, entities, asset, scene_edits, direction, acts, project),
    (cast, character, cast_acts, preferences),
    (making, memory, combinations, providers, history),
    (library, analytics, jobs, storage, receipts, carrying, palette),
):
    for page in place:
        router.include_router(page.router)
