"""What every page of the dashboard has beside its title."""

from __future__ import annotations

from dataclasses import field
from datetime import datetime

from showbible.values import frozen
from showbible.vocabulary import utcnow
from showbible.web.render import Crumb


@frozen
class PlacePage:
    """A page as of a moment, with the pages above it, of which a place of the navigation has none."""

    now: datetime = field(default_factory=utcnow)
    crumbs: tuple[Crumb, ...] = ()
