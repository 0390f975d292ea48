"""Figures for Prometheus: what was asked of the server, and how its store and queue stand."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import structlog
from prometheus_client import CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.core import GaugeMetricFamily as Gauge
from prometheus_client.core import Metric
from prometheus_client.registry import Collector

from showbible.bible import Bible
from showbible.jobs import health, queue
from showbible.storage.database import Database
from showbible.storage.sqlite import SQLite, free_bytes
from showbible.studio.ledger import standing
from showbible.studio.ledger.model import OrderState as Paid
from showbible.vocabulary import utcnow

CONTENT_TYPE: Final = "text/plain; version=0.0.4; charset=utf-8"

log = structlog.get_logger("showbible.web")

_BUCKETS: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
_METHODS: Final = frozenset({"GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE", "WEBSOCKET"})


class Metrics:
    """The figures of one application, in a registry of its own."""

    def __init__(self, bible: Bible) -> None:
        self._registry = CollectorRegistry()
        self._requests = Counter(
            "http_requests", "Requests answered.", ("method", "route", "status"), registry=self._registry
        )
        self._seconds = Histogram(
            "http_request_seconds", "Time to answer.", ("route",), buckets=_BUCKETS, registry=self._registry
        )
        self._registry.register(_Standing(bible))

    def observe(self, method: str, route: str, *, status: int, seconds: float) -> None:
        """Count one request."""
        # Callers invent methods; each new label value would stay in memory for good.
        known = method if method in _METHODS else "OTHER"
        self._requests.labels(known, route, str(status)).inc()
        self._seconds.labels(route).observe(seconds)

    def text(self) -> bytes:
        """Every figure in Prometheus' text format."""
        return generate_latest(self._registry)


class _Standing(Collector):
    """Figures looked up when somebody asks, never kept."""

    def __init__(self, bible: Bible) -> None:
        self._bible = bible

    def describe(self) -> Iterator[Metric]:
        """Nothing: naming the figures ahead would mean looking them up while starting."""
        return iter(())

    def collect(self) -> Iterator[Metric]:
        """The disk, the store's files and the queue; a store out of reach is a figure too."""
        db, home = self._bible.workspace.db, self._bible.workspace.home
        yield Gauge("disk_free_bytes", "Room left on the disk of the data folder.", free_bytes(home))
        if isinstance(db.rules, SQLite):
            yield Gauge("sqlite_wal_bytes", "Size of the workspace's write-ahead log.", _wal_bytes(db.rules.path))
        try:
            figures = [_jobs(db), _oldest_ready(db), *_running(db), _clock(self._bible), *_paid(db)]
            figures += _backups(self._bible)
        except Exception:  # whatever is wrong with the store, these figures must say so
            log.exception("metrics.incomplete")
            figures = []
        yield Gauge("database_up", "Whether the database answers.", 1 if figures else 0)
        yield from figures


def _wal_bytes(path: Path) -> int:
    try:
        return path.with_name(f"{path.name}-wal").stat().st_size
    except FileNotFoundError:
        return 0


def _jobs(db: Database) -> Metric:
    family = Gauge("jobs", "Jobs in each state.", labels=("state",))
    for state, number in queue.counts(db).items():
        family.add_metric((state,), number)
    return family


def _oldest_ready(db: Database) -> Metric:
    due = health.oldest_due(db)
    seconds = 0.0 if due is None else (utcnow() - due).total_seconds()
    return Gauge("jobs_oldest_ready_seconds", "How long the oldest due job has been waiting.", seconds)


def _running(db: Database) -> tuple[Metric, Metric]:
    """How many jobs run for each event, and for how long the oldest of them has."""
    now = utcnow()
    ages: dict[str, list[float]] = {}
    for job in health.unfinished(db, at=now):
        if job.state is queue.JobState.RUNNING:
            ages.setdefault(job.event, []).append(job.age(now))
    number = Gauge("jobs_running", "Jobs that run.", labels=("event",))
    oldest = Gauge("jobs_running_seconds", "How long the oldest running job has run.", labels=("event",))
    for event, found in ages.items():
        number.add_metric((event,), len(found))
        oldest.add_metric((event,), max(found))
    return number, oldest


def _clock(bible: Bible) -> Metric:
    doubted = bible.clock_doubt() is not None
    return Gauge("clock_in_doubt", "Whether the clock is not believed, so that nothing is tidied.", int(doubted))


def _paid(db: Database) -> list[Metric]:
    unknown = Gauge("paid_unknown", "Paid steps whose outcome nobody knows.", standing.count(db, (Paid.UNKNOWN,)))
    going = standing.count(db, (Paid.INTENDED, Paid.SUBMITTED))
    return [unknown, Gauge("paid_open", "Paid steps that have not ended.", going)]


def _backups(bible: Bible) -> Iterator[Metric]:
    """When the last backup was made, and when every byte of one was last read; nothing where none ever was."""
    verified = [backup.verified_at for backup in bible.backups.list() if backup.verified_at is not None]
    if (made := bible.backups.last_made_at()) is not None:
        words = "When the last backup was made, in seconds since 1970."
        yield Gauge("backup_last_success_timestamp", words, made.timestamp())
    if verified:
        read = max(verified).timestamp()
        yield Gauge("backup_verified_timestamp", "When a backup was last read through and found sound.", read)
