"""A studio in which every page has something to show: `python -m tests.browser.everything FOLDER`."""

from __future__ import annotations

import sys
from pathlib import Path

from showbible.bible import Bible
from showbible.settings import Settings
from tests.browser import cast_data, direction_data, home_data, memory_data, productions, projects_data, receipts_data
from tests.browser.productions import Size


def fill(bible: Bible, *, size: Size) -> None:
    """Productions past and present, a story with its assets and its director, a cast, and what was asked of all."""
    memory_data.fill(bible, size=size)
    home_data.fill(bible)
    productions.lighthouse(bible, size=size)
    for number in range(len(productions.ENDED)):
        productions.ended(bible, number, size=size)
    projects_data.keeper(bible, size=size)
    projects_data.others(bible, size=size)
    for project_id in ("northlight", projects_data.KEEPER):
        direction_data.directed(bible, project_id)
    direction_data.used(bible, projects_data.KEEPER)
    direction_data.preferring(bible)
    cast_data.cast(bible)
    receipts_data.asked(bible)


if __name__ == "__main__":
    with Bible(Settings(home=Path(sys.argv[1]), disk_floor_mb=0, workers=0)) as studio:
        fill(studio, size=Size())
