"""Runs: does a list of 100,000 cost what one of 1,000 does, how soon is its page there, what does recording cost?"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any

from showbible.bible import Bible
from showbible.runs.model import Stage, Status
from showbible.settings import Settings
from showbible.storage import search
from showbible.storage.database import Database
from showbible.vocabulary import DEFAULT_PROJECT, stamp, utcnow

LISTS: dict[str, dict[str, Any]] = {
    "newest": {},
    "oldest": {"sort": "oldest"},
    "by cost": {"sort": "cost"},
    "by score": {"sort": "score"},
    "completed": {"status": "completed"},
    "failed by cost": {"status": "failed", "sort": "cost"},
    "running": {"status": "running"},
    "stalled": {"status": "stalled"},
    "one stage by score": {"stage": "editing", "sort": "score"},
    "one project": {"project_id": "p3"},
    "one project, failed, by cost": {"project_id": "p3", "status": "failed", "sort": "cost"},
    "search": {"q": "lighthouse 77"},
}


def filled(home: Path, number: int) -> Bible:
    """A studio with that many runs, written in bulk."""
    bible = Bible(Settings(home=home, disk_floor_mb=0))
    for project in range(10):
        bible.projects.create(f"p{project}")
    stages = [stage for stage in Stage if stage not in (Stage.COMPLETED, Stage.FAILED, Stage.CANCELLED)]
    statuses = [Status.COMPLETED] * 16 + [Status.FAILED, Status.CANCELLED, Status.RUNNING, Status.RUNNING]
    now = stamp(utcnow())
    rows = [_row(each, statuses[each % 20], stages[each % 9], now - each * 10**6) for each in range(number)]
    entries = [search.SearchEntry(scope="runs", item_id=row["run_id"], a=row["concept"]) for row in rows]
    with bible.db.transaction():
        bible.db.many(_INSERT, rows)
        bible.db.run(_COUNT)
        search.put_many(bible.db, search.Index(name="run"), entries)
    return bible


def _row(number: int, status: Status, stage: Stage, at: int) -> dict[str, Any]:
    over = status is not Status.RUNNING
    return {
        "run_id": f"r{number:08}",
        "project_id": f"p{number % 10}",
        "concept": f"A lighthouse keeper, version {number % 1000}",
        "status": status,
        "stage": str(status) if over else stage,
        "progress": 100 if over else 50,
        "spent": number * 7919 % 10**7,
        "score": float(number * 31 % 101),
        "at": at,
        "end": at if over else None,
    }


_INSERT = """
    INSERT INTO runs (
        run_id, project_id, user_id, concept, status, stage, progress, audio_tier, budget, spent, score, score_order,
        total_scenes, scenes_completed, seed_asset_ids, extracted_themes, extracted_colors, reports_dropped,
        started_at, completed_at, heard_at)
    VALUES (
        :run_id, :project_id, 'local', :concept, :status, :stage, :progress, 'none', 10000000, :spent, :score, :score,
        0, 0, '[]', '[]', '[]', 0, :at, :end, :at)
"""
_COUNT = """
    INSERT INTO run_counts (project_id, status, stage, number)
    SELECT project_id, status, stage, COUNT(*) FROM runs GROUP BY project_id, status, stage
"""


def milliseconds(call: Callable[[], object], *, times: int = 15) -> float:
    """The middle of several goes."""
    call()
    took = []
    for _ in range(times):
        started = time.perf_counter()
        call()
        took.append(time.perf_counter() - started)
    return median(took) * 1000


def compare_lists(folder: Path, few: int, many: int) -> None:
    """Each list at both sizes."""
    small, large = filled(folder / "few", few), filled(folder / "many", many)
    print(f"{'first page of':<30}{few:>9,} runs{many:>9,} runs   ratio")
    for name, how in LISTS.items():
        a, b = (
            milliseconds(lambda how=how: small.runs.list(**how)),
            milliseconds(lambda how=how: large.runs.list(**how)),
        )
        print(f"{name:<30}{a:>11.2f} ms{b:>11.2f} ms{b / a:>8.1f}")
    small.close()
    large.close()


PAGES = (
    "",
    "?view=table",
    "?status=failed&sort=cost",
    "?tier=photorealistic",
    "?score=99&cost=1&sort=score",
    "?from=2026-01-01",
    "?q=lighthouse+77",
    "?archived=1",
)


def time_pages(folder: Path, number: int) -> None:
    """The list as a browser gets it, without the wire."""
    from starlette.testclient import TestClient

    from showbible.web.app import create_app

    bible = filled(folder / "pages", number)
    with bible.db.transaction():
        bible.db.run(_PILOTS)
    browser = TestClient(create_app(bible), base_url="http://127.0.0.1")
    print(f"\n{'the page of ' + format(number, ',') + ' runs':<30}{'server time':>14}   (at most 200 ms is promised)")
    for address in PAGES:
        took = milliseconds(partial(browser.get, f"/runs{address}"), times=7)
        print(f"{'/runs' + address:<30}{took:>11.1f} ms")
    bible.close()


_PILOTS = """
    INSERT INTO run_pilots (run_id, pilot_id, position, tier, status, budget, spent, scenes_generated)
    SELECT run_id, 'a', 1, CASE WHEN run_id LIKE '%00' THEN 'photorealistic' ELSE 'animated' END, 'approved', 1, 1, 0
      FROM runs
"""


def compare_recording(folder: Path, number: int) -> None:
    """Verbs through the memory, beside the same rows by hand in as many transactions."""
    bible = Bible(Settings(home=folder / "recording", disk_floor_mb=0))
    run_id = bible.runs.start("Whales", budget=10**6).id
    by_hand = ByHand(bible, run_id)
    print(f"\n{'recording, a verb':<30}{'showbible':>14}{'bare SQL':>14}   throughput ratio (at least 0.5 is promised)")
    _in_turn(
        "report",
        number,
        lambda each: bible.runs.report(run_id, "renderer", "running", progress=each % 100),
        by_hand.report,
    )
    _in_turn(
        "deliver",
        number,
        lambda each: bible.runs.deliver(
            run_id,
            "video",
            f"lamp/{each}.mp4",
            asset_id=f"a{each}",
            scene_id=f"s{each % 50}",
            cost="0.01",
            prompt="a lamp at night",
        ),
        by_hand.deliver,
    )
    bible.close()


def _in_turn(name: str, number: int, ours: Callable[[int], object], bare: Callable[[int], object]) -> None:
    """Both in turn, so that a slow moment of the disk hits both."""
    took = [0.0, 0.0]
    for each in range(number):
        for which, call in enumerate((ours, bare)):
            started = time.perf_counter()
            call(each)
            took[which] += time.perf_counter() - started
    a, b = (seconds / number * 1000 for seconds in took)
    print(f"{name:<30}{a:>11.2f} ms{b:>11.2f} ms{b / a:>8.2f}")


class ByHand:
    """The rows that each verb leaves behind, with no check, no rule and no reading."""

    def __init__(self, bible: Bible, run_id: str) -> None:
        bible.runs.report(run_id, "renderer", "running", progress=1)
        bible.runs.deliver(run_id, "video", "lamp/x.mp4", asset_id="x", scene_id="s0", prompt="a lamp at night")
        self.db, self.project = bible.db, bible.workspace.project(DEFAULT_PROJECT)
        self.run_id = run_id
        self.report_rows = [_copied(self.db, "run_reports"), _copied(self.db, "events", "seq")]
        self.asset_rows = [_copied(self.db, "run_assets"), _copied(self.db, "events", "seq")]
        self.jobs = _copied(self.db, "jobs", where="event = 'asset.delivered'")
        tables = (("artifacts", ""), ("asset_index", ""), ("asset_search", _row_id(self.project)))
        self.project_rows = [_copied(self.project, table, without) for table, without in tables]

    def report(self, number: int) -> None:
        """What one report leaves behind."""
        with self.db.transaction():
            _insert(self.db, self.report_rows, number)
            self.db.run("UPDATE runs SET heard_at = :at WHERE run_id = :run_id", at=number, run_id=self.run_id)

    def deliver(self, number: int) -> None:
        """What one delivery leaves behind: in the run, in the queue, in the project and its index."""
        with self.db.transaction():
            _insert(self.db, [*self.asset_rows, self.jobs], number)
            self.db.run(
                "UPDATE runs SET spent = spent + 1, heard_at = :at WHERE run_id = :run_id",
                at=number,
                run_id=self.run_id,
            )
        with self.project.transaction():
            _insert(self.project, self.project_rows, number)


Copied = tuple[str, dict[str, Any]]
_OWN = ("asset_id", "artifact_id", "item_id", "job_id", "key", "seq")


def _copied(db: Database, table: str, without: str = "", where: str = "1 = 1") -> Copied:
    """The statement that adds a row like the newest one, and that row."""
    row = dict(db.all(f"SELECT * FROM {table} WHERE {where}")[-1]._mapping)
    row.pop(without, None)
    names = ", ".join(row)
    return f"INSERT INTO {table} ({names}) VALUES ({', '.join(':' + name for name in row)})", row


def _row_id(project: Database) -> str:
    return str(project.all("SELECT * FROM asset_search")[0]._fields[0])


def _insert(db: Database, rows: list[Copied], number: int) -> None:
    for sql, row in rows:
        own = {name: 10**9 + number if name == "seq" else f"bare{number}" for name in _OWN if name in row}
        db.run(sql, **{**row, **own})


def main(arguments: list[str]) -> None:
    """`python -m benchmarks.runs [many]`."""
    many = int(arguments[0]) if arguments else 100_000
    with tempfile.TemporaryDirectory() as folder:
        compare_lists(Path(folder), 1000, many)
        time_pages(Path(folder), many // 2)
        compare_recording(Path(folder), 1000)


if __name__ == "__main__":
    main(sys.argv[1:])
