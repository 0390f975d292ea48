"""Look runs up: one with all it holds, a list of many, and the log of what happened."""

from showbible.runs.recall.bounds import IN_PASSING, TO_SHOW, Most, asset_page, every_asset, older_assets
from showbible.runs.recall.endings import endings
from showbible.runs.recall.lists import (
    CONCEPTS,
    EVERY_RUN,
    Filter,
    count,
    every_id,
    matching,
    runs,
    score_order,
    some,
)
from showbible.runs.recall.log import happenings, last_seq, newest
from showbible.runs.recall.mutes import muted, mutes
from showbible.runs.recall.rows import delivery
from showbible.runs.recall.tags import Known, known_tags, tags
from showbible.runs.recall.uses import users
from showbible.runs.recall.verdicts import decisions
from showbible.runs.recall.views import View, default_view, first_views, view, views
from showbible.runs.recall.whole import (
    asset,
    assets,
    bare,
    is_still,
    lean,
    notes,
    pilot,
    pilots,
    project_of,
    reports,
    run,
    started_at,
    summary,
    timeline,
)

__all__ = [
    "CONCEPTS",
    "EVERY_RUN",
    "IN_PASSING",
    "TO_SHOW",
    "Filter",
    "Known",
    "Most",
    "View",
    "asset",
    "asset_page",
    "assets",
    "bare",
    "count",
    "decisions",
    "default_view",
    "delivery",
    "endings",
    "every_asset",
    "every_id",
    "first_views",
    "happenings",
    "is_still",
    "known_tags",
    "last_seq",
    "lean",
    "matching",
    "muted",
    "mutes",
    "newest",
    "notes",
    "older_assets",
    "pilot",
    "pilots",
    "project_of",
    "reports",
    "run",
    "runs",
    "score_order",
    "some",
    "started_at",
    "summary",
    "tags",
    "timeline",
    "users",
    "view",
    "views",
]
