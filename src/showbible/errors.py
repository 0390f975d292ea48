"""Everything that can go wrong, in the caller's words.

ShowbibleError
├── Invalid            a value that can never be accepted               HTTP 422
│   └── Malformed      an answer or file that does not have its shape   HTTP 422
├── NotFound           no such thing, or not yours                      HTTP 404
├── Conflict           refused by the present state of things           HTTP 409
├── TooLarge           over a documented limit                          HTTP 413
├── TryLater           the same call may succeed in a moment            HTTP 503
│   ├── Busy           another writer holds the database                HTTP 503
│   └── Unreachable    the database server does not answer              HTTP 503
├── DiskFull           no room to write safely                          HTTP 507
├── Damaged            a file is not what we wrote                      HTTP 503
└── Misconfigured      Showbible cannot start like this                 exit 78
    └── NewerSchema    the data was written by a newer Showbible        exit 78
"""

from __future__ import annotations

import re
from typing import Final


class ShowbibleError(Exception):
    """The base of every error raised on purpose."""


class Invalid(ShowbibleError):
    """A value was refused; `field` names it."""

    def __init__(self, message: str, *, field: str | None = None) -> None:
        super().__init__(message)
        self.field = field


class Malformed(Invalid):
    """A text that should have a known shape has another."""


class NotFound(ShowbibleError):
    """There is no such thing."""

    def __init__(self, kind: str, name: str) -> None:
        super().__init__(f"There is no {kind} {name!r}.")
        self.kind = kind
        self.name = name


class Conflict(ShowbibleError):
    """The present state of things does not allow it."""


class TooLarge(ShowbibleError):
    """Something is over its documented limit."""


class TryLater(ShowbibleError):
    """Nothing is wrong with the call; `retry_after` says when to repeat it."""

    def __init__(self, message: str, *, retry_after: int = 1) -> None:
        super().__init__(message)
        self.retry_after = retry_after


class Busy(TryLater):
    """Another writer kept the database for too long."""


class Unreachable(TryLater):
    """The database server does not answer."""


class DiskFull(ShowbibleError):
    """There is no room left to write safely."""


class Damaged(ShowbibleError):
    """A file is not what Showbible wrote."""


class Misconfigured(ShowbibleError):
    """Showbible cannot start with these settings."""


class NewerSchema(Misconfigured):
    """The data was written by a newer Showbible."""

    def __init__(self, what: str, *, found: int, known: int) -> None:
        super().__init__(
            f"{what} has schema version {found}, and this Showbible knows versions up to {known}. "
            "Upgrade Showbible, or restore a backup made before the upgrade."
        )
        self.found = found
        self.known = known


_PATH: Final = re.compile(r"""(?<![\w./:])/(?:[^\s"'/:,;()]+/)+([^\s"'/:,;()]*)""")


def without_paths(words: str) -> str:
    """Words in which a place on this machine is only called by its own name: where it lies is the log's to tell."""
    return _PATH.sub(r"\1", words)
