"""The books of a production: whose turn it is, which steps are done, and what every paid step became.

A paid step is written down as `intended` before anybody is asked, as `submitted` once the provider
named its work, and settled with its result in one transaction. What a dead process left open is
found here by the next one. Only the holder of the latest turn may write, except that anybody may say
how a paid step ended whose run is over: its lines outlive the run.
"""

from showbible.studio.ledger.model import (
    OPEN,
    Entry,
    Intent,
    OrderState,
    Production,
    Turn,
    TurnLost,
)
from showbible.studio.ledger.paid import (
    close,
    decide,
    entries,
    entry,
    held,
    intend,
    latest,
    settle,
    sha256_of,
    submitted,
)
from showbible.studio.ledger.standing import Standing, count, left_open, listed, of_unknown_outcome
from showbible.studio.ledger.steps import done, keep, steps
from showbible.studio.ledger.turns import ask, check, leave, production, renew, take, unattended, waits

__all__ = [
    "OPEN",
    "Entry",
    "Intent",
    "Production",
    "Standing",
    "State",
    "Turn",
    "TurnLost",
    "ask",
    "check",
    "close",
    "count",
    "decide",
    "done",
    "entries",
    "entry",
    "held",
    "intend",
    "keep",
    "latest",
    "leave",
    "left_open",
    "listed",
    "of_unknown_outcome",
    "production",
    "renew",
    "settle",
    "sha256_of",
    "steps",
    "submitted",
    "take",
    "unattended",
    "waits",
]
