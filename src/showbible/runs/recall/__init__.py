"""Look runs up: one with all it holds, a list of many, and the log of what happened."""

from showbible.runs.recall.lists import CONCEPTS, EVERY_RUN, Filter, count, matching, runs, score_order
from showbible.runs.recall.log import happenings, last_seq
from showbible.runs.recall.rows import delivery
from showbible.runs.recall.whole import asset, assets, notes, pilot, pilots, project_of, reports, run, summary, timeline

__all__ = [
    "CONCEPTS",
    "EVERY_RUN",
    "Filter",
    "asset",
    "assets",
    "count",
    "delivery",
    "happenings",
    "last_seq",
    "matching",
    "notes",
    "pilot",
    "pilots",
    "project_of",
    "reports",
    "run",
    "runs",
    "score_order",
    "summary",
    "timeline",
]
