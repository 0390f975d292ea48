"""Three months of a small studio: runs week by week, what they taught, a payment nobody can account for, kept views.

`python -m tests.browser.home_data FOLDER` adds them to a studio in a folder.
"""

from __future__ import annotations

import io
import sys
from datetime import timedelta
from pathlib import Path

from PIL import Image

from showbible.bible import Bible
from showbible.runs.model import NewDelivery, RunStart
from showbible.runs.recall.files import run_folder
from showbible.runs.record import delivery, life, pilots
from showbible.runs.record import views as run_views
from showbible.settings import Settings
from showbible.studio.ledger import paid, turns
from showbible.studio.ledger.model import Intent, OrderState
from showbible.vocabulary import Micros, utcnow
from tests.browser.productions import Size, painted

FILMS = (
    ("The Last Keeper, teaser: the lamp in the storm", "photorealistic", "1.90", 74.0),
    ("Old Tom mends the net, a quiet portrait", "animated", "0.95", 81.0),
    ("Mara counts the ships, cold open", "motion_graphics", "0.60", 77.5),
    ("The foghorn answers, trailer", "photorealistic", "2.40", 83.0),
    ("Harbour at dusk, an establishing study", "static_images", "0.20", 68.0),
    ("The keeper's log, podcast intro", "animated", "1.10", 86.0),
)


def past(bible: Bible, *, weeks: int = 11, each: int = 3) -> list[str]:
    """Finished runs of the last weeks, getting better and cheaper, each with its lesson drawn."""
    made = []
    for number in range(weeks * each):
        week, concept = number // each, FILMS[number % len(FILMS)]
        made.append(_film(bible, number, concept, weeks_ago=weeks - week))
    return made


def _film(bible: Bible, number: int, film: tuple[str, str, str, float], *, weeks_ago: int) -> str:
    concept, tier, cost, score = film
    # From the Tuesday of its week on, so that no film slips into another week, whatever day it is today.
    tuesday = utcnow() - timedelta(weeks=weeks_ago, days=utcnow().weekday() - 1)
    run_id, at = f"past-{number + 1}", tuesday + timedelta(hours=5 * (number % 7))
    wish = RunStart(run_id=run_id, project_id="northlight", total_scenes=1)
    life.start(bible.db, concept, "4", wish, at=at)
    pilots.add_pilot(bible.db, run_id, "pilot-a", tier=tier, budget="3", at=at + timedelta(seconds=40))
    taken = at + timedelta(minutes=3 + number % 5)
    key = f"{run_folder('northlight', run_id)}still.jpg"
    bible.blobs.put("media", key, [_still(number)])
    asset = NewDelivery(cost=cost, pilot_id="pilot-a", scene_id="scene-1")
    delivery.deliver(bible.db, run_id, "image", f"media/{key}", asset, at=taken)
    status = "failed" if number % 9 == 7 else "completed"
    if status == "completed":
        better = min(97.0, score + number / 4)
        pilots.judge_pilot(bible.db, run_id, "pilot-a", score=better, status="approved", at=taken)
    error = "The provider refused the prompt twice." if status == "failed" else None
    life.finish(bible.db, run_id, status, error=error, at=taken + timedelta(minutes=1))
    bible.lessons.wrap(run_id)
    return run_id


def _still(number: int) -> bytes:
    tier = ("photorealistic", "animated")[number % 2]
    content = io.BytesIO()
    Image.fromarray(painted(number % 6, tier, number * 0.7, Size(width=320, height=180))).save(content, "JPEG")
    return content.getvalue()


def payment(bible: Bible, run_id: str, *, price: int = 420_000) -> str:
    """A paid step of a run of the studio whose outcome nobody knows; gives its id."""
    with bible.db.transaction():
        turns.ask(bible.db, run_id, "{}")
    turn = turns.take(bible.db, run_id, owner="gone", lease_ms=1)
    assert turn is not None
    intent = Intent(step="scene 3, take 2", provider="skylight", request_sha256="0" * 64, price=Micros(price))
    with bible.db.transaction():
        entry = paid.intend(bible.db, turn, intent, left=10**9)
        assert entry is not None
        paid.settle(bible.db, turn, entry.intent_id, state=OrderState.UNKNOWN, error="No answer came.")
    return entry.intent_id


def views(bible: Bible) -> None:
    """Two views of the list that somebody keeps."""
    run_views.keep_view(bible.db, "Running now", "?status=running")
    run_views.keep_view(bible.db, "Below threshold", "?status=completed&sort=oldest")


def fill(bible: Bible) -> None:
    """Everything above, in a studio that has some runs already or none."""
    if "northlight" not in {each.project_id for each in bible.projects.list().items}:
        bible.projects.create("northlight", name="Northlight")
    past(bible)
    asked = life.start(bible.db, "The Last Keeper, night shoot", "5", RunStart(project_id="northlight"))
    payment(bible, asked.run_id)
    views(bible)


if __name__ == "__main__":
    with Bible(Settings(home=Path(sys.argv[1]), disk_floor_mb=0, workers=0)) as opened:
        fill(opened)
