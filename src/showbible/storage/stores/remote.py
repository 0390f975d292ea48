"""The files of an S3-compatible service: how it is reached, how often it is asked again, its failures in our words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Self
from urllib.parse import urlsplit

import structlog

from showbible.errors import Conflict, Misconfigured, NotFound, ShowbibleError, TryLater
from showbible.values import frozen
from showbible.vocabulary import KIB

if TYPE_CHECKING:
    from obstore import ObjectMeta
    from obstore.store import S3Store

RETRIES: Final = 5
PART: Final = 8 * KIB * KIB
"""The bytes that are sent at once; a larger file goes in parts."""

_SENT_AT_ONCE: Final = 4  # parts, all of which stand in memory
_TRIES: Final = 3
_STATUS = re.compile(r"status code: (\d{3})")
_REFUSED: Final = (
    "The file store refuses our keys: check AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, and what they may do there."
)
_ROLES: Final = "169.254.169.254"
"""Where a machine of Amazon's gives out the keys of its role; who has no other keys is sent there."""
_NO_KEYS: Final = "There are no keys for the file store: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY."
_NO_BUCKET: Final = "The file store has no such bucket: make it, or name another in SHOWBIBLE_STORES."
_AWAY: Final = "The file store does not answer as it should. Nothing was changed; try again in a moment."

log = structlog.get_logger("showbible")


@frozen
class RemoteFile:
    """What the service knows of a file: `tag` is another after every change, and `told` is what we said of it."""

    path: str
    size: int
    tag: str | None
    changed_at: datetime
    told: Mapping[str, str]

    @classmethod
    def of(cls, found: ObjectMeta, told: Mapping[str, str]) -> Self:
        """The same in our words."""
        at = found["last_modified"]
        return cls(path=found["path"], size=found["size"], tag=found["e_tag"], changed_at=at, told=told)


class RemoteFiles:
    """The files of a bucket, by path. What may be repeated safely is repeated when the service fails."""

    def __init__(self, bucket: S3Store) -> None:
        self._bucket = bucket

    @classmethod
    def at(
        cls, address: str, *, endpoint: str | None = None, retries: int = RETRIES, keys: Mapping[str, str] | None = None
    ) -> Self:
        """The files behind `s3://bucket/prefix`; without `keys`, those of the usual AWS variables."""
        try:
            from obstore.store import S3Store
        except ImportError:
            raise Misconfigured(
                "SHOWBIBLE_STORES=s3://... needs one more package: pip install 'showbible[s3]'."
            ) from None
        parts = urlsplit(address)
        config: Any = {**(keys or {}), **({"endpoint": endpoint} if endpoint else {})}
        bucket = S3Store(
            parts.netloc,
            prefix=parts.path.strip("/") or None,
            config=config,
            client_options={
                "allow_http": (endpoint or "").startswith("http://"),
                "connect_timeout": timedelta(seconds=5),
                "timeout": timedelta(seconds=120),
            },
            retry_config={
                "max_retries": retries,
                "retry_timeout": timedelta(seconds=30),
                "backoff": {
                    "init_backoff": timedelta(milliseconds=100),
                    "max_backoff": timedelta(seconds=2),
                    "base": 2,
                },
            },
        )
        return cls(bucket)

    def head(self, path: str) -> RemoteFile:
        """What is known of a file."""
        import obstore

        with _asking(path):
            found = obstore.get(self._bucket, path, options={"head": True})
            return RemoteFile.of(found.meta, {str(name): value for name, value in found.attributes.items()})

    def send(self, path: str, file: Path, *, told: Mapping[str, str], new: bool = False) -> None:
        """Keep a whole file under a path, or nothing; a `new` one of a single part only where there is none."""
        import obstore

        attributes: Any = told
        with _asking(path):
            obstore.put(
                self._bucket,
                path,
                file,
                attributes=attributes,
                mode="create" if new else None,
                chunk_size=PART,
                max_concurrency=_SENT_AT_ONCE,
            )

    def part(self, path: str, start: int, end: int, *, tag: str | None) -> bytes:
        """A part of a file that has not changed; a line that breaks in the middle of it is tried again."""
        import obstore
        from obstore.exceptions import GenericError

        for attempt in range(_TRIES):
            with _asking(path):
                answer = obstore.get(self._bucket, path, options={"range": (start, end), "if_match": tag})
                try:
                    piece = bytes(answer.bytes())
                except GenericError:
                    if attempt + 1 == _TRIES:
                        raise
                    continue
            if len(piece) == end - start:
                return piece
        raise TryLater(f"The file store gave only a part of {path}. Ask again.")

    def listed(self, prefix: str, *, after: str | None = None) -> Iterator[RemoteFile]:
        """The files under a prefix."""
        import obstore

        with _asking(prefix):
            pages = obstore.list(self._bucket, prefix, offset=after, chunk_size=1000)
        while page := self._next(prefix, iter(pages)):
            yield from (RemoteFile.of(found, {}) for found in page)

    def delete(self, path: str) -> None:
        """Forget a file; the service itself does not mind one that is not there."""
        import obstore

        with _asking(path):
            obstore.head(self._bucket, path)
            obstore.delete(self._bucket, path)

    def signed(self, path: str, *, lasting: timedelta) -> str:
        """An address at which anybody can fetch a file for a while."""
        import obstore

        with _asking(path):
            return obstore.sign(self._bucket, "GET", path, lasting)

    @staticmethod
    def _next(prefix: str, pages: Iterator[Any]) -> Any:
        with _asking(prefix):
            return next(pages, None)


@contextmanager
def _asking(path: str) -> Iterator[None]:
    """Say in our words how the service refuses or fails."""
    from obstore import exceptions

    try:
        yield
    except FileNotFoundError as error:
        raise (Misconfigured(_NO_BUCKET) if "NoSuchBucket" in str(error) else NotFound("file", path)) from None
    except exceptions.AlreadyExistsError:
        raise Conflict(f"There is something under {path} already.") from None
    except exceptions.PreconditionError:
        raise TryLater(f"The file {path} was replaced meanwhile. Ask again.") from None
    except exceptions.BaseError as error:
        told = str(error)
        log.warning("store.failed", reason=told.partition("\n")[0][:500])
        raise _trouble(told) from error


def _trouble(told: str) -> ShowbibleError:
    """What to do about a failure, by the words and the status of the service."""
    if "NoSuchBucket" in told:
        return Misconfigured(_NO_BUCKET)
    if _ROLES in told:
        return Misconfigured(_NO_KEYS)
    status = _STATUS.search(told)
    if status is not None and status[1] in ("401", "403"):
        return Misconfigured(_REFUSED)
    return TryLater(_AWAY, retry_after=5)
