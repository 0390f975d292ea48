"""What every forked process finds done: the program imported, the routes worked out."""

from __future__ import annotations

import psycopg  # noqa: F401
import sqlalchemy.dialects.sqlite  # noqa: F401

from showbible.cli import app as command_line  # noqa: F401
from showbible.web import app, serve  # noqa: F401
from tests import logs

app._shipped()
logs.as_shipped()
