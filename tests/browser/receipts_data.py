"""Questions to all memories of a believable studio, for the pages of receipts and the memory in play on a run's page.

`python -m tests.browser.receipts_data FOLDER` fills a studio in a folder, to be served and looked at.
"""

from __future__ import annotations

import sys
from pathlib import Path

from showbible.bible import Bible
from showbible.settings import Settings
from tests.browser import cast_data, direction_data, productions, projects_data

QUESTIONS = (
    {"query": "The keeper lights the lamp while the storm breaks", "project": "northlight", "budget_tokens": 1500},
    {"query": "What does Ana like to hear about the sea?", "user": "ana", "character": "nova"},
    {"query": "How did earlier lighthouse films go?", "budget_tokens": 120},
    {"query": "Mara in the lamp room, close, at night", "project": projects_data.KEEPER, "budget_tokens": 600},
    {"query": "Something nobody has ever heard of: xylophones", "project": "northlight"},
)


def asked(bible: Bible) -> list[str]:
    """Ask each question whose project and character exist; gives the receipts."""
    known = {project.project_id for project in bible.projects.list(limit=100).items}
    return [
        str(bible.recall(**question).receipt_id)
        for question in QUESTIONS
        if question.get("project", "default") in known | {"default"}
    ]


def fill(bible: Bible) -> None:
    """Productions, a directed story, its assets, a cast, and what was asked of them all."""
    direction_data.directed(bible, "northlight")
    productions.lighthouse(bible, takes=(2, 3))
    for number in range(len(productions.ENDED)):
        productions.ended(bible, number)
    productions.fresh(bible)
    projects_data.keeper(bible)
    cast_data.cast(bible)
    asked(bible)


if __name__ == "__main__":
    with Bible(Settings(home=Path(sys.argv[1]), disk_floor_mb=0, workers=0)) as studio:
        fill(studio)
