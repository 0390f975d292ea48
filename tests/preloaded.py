"""What every forked process finds done: the program imported, the routes and the tables worked out."""

from __future__ import annotations

import gc
import tempfile
import threading
from pathlib import Path

import psycopg  # noqa: F401

from showbible.bible import Bible
from showbible.cli import app as command_line  # noqa: F401
from showbible.settings import Settings
from showbible.web import app, serve  # noqa: F401
from tests import logs

app._shipped()
with tempfile.TemporaryDirectory() as place, Bible(Settings(home=Path(place) / "studio", workers=0)) as bible:
    bible.projects.create("first")
    bible.assets("first")
assert threading.active_count() == 1, "a thread would be missing in every fork"
logs.as_shipped()
# What stays for good is looked through by no fork, which would make each page its own.
gc.freeze()
