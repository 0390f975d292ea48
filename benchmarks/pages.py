"""How soon every page of the dashboard is there in a large studio, and whether its queries grow with it.

    python -m benchmarks.pages [20000]

The number is that of the runs; the rest goes with it: as many production records over 40 patterns, half as many
assets and memories, a twentieth of it entity states, 1 in 200 a directed scene. Beside it stands a studio of a
hundredth. Times are the server's, without the wire: the first request, what the processor did for it, and the
middle of five after it.
"""

from __future__ import annotations

import logging
import random
import sys
import tempfile
import time
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from statistics import median

import structlog
from sqlalchemy import Engine, event
from starlette.testclient import TestClient

from benchmarks import runs
from benchmarks._directors import made_up
from benchmarks.conversations import memory
from showbible.assets.model import AssetInput
from showbible.assets.record import library
from showbible.bible import Bible
from showbible.lessons.model import Production, ProviderLearning, Shelf
from showbible.lessons.recall.concepts import FORMS, SUBJECTS
from showbible.lessons.record import productions
from showbible.runs.model import EditStyle, Status, Tier
from showbible.shapes.direction_bodies import SceneBody, SessionBody
from showbible.vocabulary import LOCAL_USER, RULE, ProjectId, RunId, utcnow
from showbible.web.app import create_app

PROJECT = ProjectId("p3")
RUN = "long-run"
FEW = 100
TIMES = 5
PATTERNS = [f"{subject} {form}" for subject in sorted(SUBJECTS) for form in sorted(FORMS)][:40]
PROVIDERS = ("lumen", "tidecraft", "keyframe", "northern-lights", "stillwater")
TIPS = [f"Name the light before the lens, and mind rule {number}" for number in range(200)]
CAST = [f"keeper-{number}" for number in range(60)]
WORDS = ("lamp", "storm", "harbour", "gull", "stair", "lens", "rope", "letter", "window", "tide", "fog", "bell", "coat")

PAGES = (
    "/",
    "/runs",
    "/runs?view=table",
    f"/runs/{RUN}",
    f"/runs/{RUN}/preview",
    "/runs/compare?ids=r00000000,r00000001",
    "/projects",
    f"/projects/{PROJECT}",
    f"/projects/{PROJECT}?q=lamp+storm",
    f"/projects/{PROJECT}?peek=a7",
    f"/projects/{PROJECT}/assets/a7",
    f"/projects/{PROJECT}/timeline",
    f"/projects/{PROJECT}/notes",
    f"/projects/{PROJECT}/entities",
    f"/projects/{PROJECT}/entities?t=40",
    f"/projects/{PROJECT}/continuity?prompt=Keeper+1+in+a+red+coat&at=9",
    f"/projects/{PROJECT}/direction",
    f"/projects/{PROJECT}/direction?tab=scenes",
    f"/projects/{PROJECT}/direction?tab=history",
    f"/projects/{PROJECT}/direction?tab=prompt",
    f"/projects/{PROJECT}/direction/scenes/story00_sc_00",
    "/cast",
    f"/cast/{CAST[0]}?user=reader",
    f"/cast/{CAST[0]}?user=reader&tab=memories",
    "/memory",
    "/memory?sort=score",
    "/memory?peek=brand_animation",
    "/memory/combinations",
    "/memory/providers",
    "/memory/history",
    "/memory/history?q=lamp",
    "/memory/try?concept=A+teaser+about+a+lamp",
    "/memory/try?concept=A+lamp+in+the+fog",
    "/preferences",
    "/library",
    "/library?q=lamp",
    "/analytics",
    "/jobs",
    "/recall",
    "/palette?q=lamp",
)


@dataclass
class Counter:
    """How many statements every database of this process was asked."""

    number: int = 0

    def __post_init__(self) -> None:
        """Listen from now on."""
        event.listen(Engine, "before_cursor_execute", self._add)

    def _add(self, *_: object) -> None:
        self.number += 1


@dataclass(frozen=True, kw_only=True)
class Timed:
    """What a page took: milliseconds of the first request and of a usual one, and statements."""

    first: float
    first_cpu: float
    usual: float
    statements: int


@dataclass
class Studio:
    """A studio of a size, and how it is filled."""

    home: Path
    size: int
    dice: random.Random = field(default_factory=lambda: random.Random(5))
    began: datetime = field(default_factory=lambda: utcnow() - timedelta(days=200))

    def filled(self) -> Bible:
        """The studio, open and full."""
        opened = runs.filled(self.home, self.size)
        for step in (self._teach, self._produce, self._make, self._tell, self._direct, self._talk, self._shelve):
            started = time.perf_counter()
            step(opened)
            print(f"  {step.__name__.strip('_'):<10}{time.perf_counter() - started:>7.1f} s", flush=True)
        return opened

    def _teach(self, bible: Bible) -> None:
        with bible.db.transaction():
            bible.db.run(runs._PILOTS)
            for number in range(self.size):
                made = self._production(number)
                productions.keep(bible.db, made, [self._learning(made, number)])

    def _production(self, number: int) -> Production:
        dice, pattern = self.dice, PATTERNS[number % len(PATTERNS)]
        tier = dice.choice(list(Tier))
        seconds = dice.choice((15, 20, 30, 45, 60, 90)) + dice.choice((0.0, 0.0, 1.0, 2.0))
        return Production(
            run_id=RunId(f"r{number:08}"),
            project_id=ProjectId(f"p{number % 10}"),
            user_id=LOCAL_USER,
            concept=f"A {pattern} about the {dice.choice(WORDS)} and the {dice.choice(WORDS)}",
            status=Status.COMPLETED if number % 12 else Status.FAILED,
            at=self.began + timedelta(days=199 * number / self.size),
            tier=tier,
            score=min(100.0, round(dice.gauss(74, 8), 1)),
            cost=round(1_000_000 * dice.uniform(0.5, 9)),
            duration=seconds,
            scenes=4,
            planned_scenes=dice.choice((2, 3, 4, 6, 8)),
            edit_style=dice.choice(list(EditStyle)),
            mood=dice.choice(("calm", "tense", "warm", "playful", "hopeful")),
            music_style=dice.choice(("strings", "drones", "piano", "jazz", "acoustic")),
            rating=dice.choice((None, None, None, 1, 3, 4, 5)),
            pattern=pattern.replace(" ", "_") if number % 12 else None,
        )

    def _learning(self, made: Production, number: int) -> ProviderLearning:
        return ProviderLearning(
            provider=PROVIDERS[number % len(PROVIDERS)],
            run_id=made.run_id,
            made_by=RULE,
            at=made.at,
            overall_success=made.status is Status.COMPLETED,
            quality_score=made.score,
            adherence_score=70.0,
            concept_type=made.pattern,
            words={"prompt_tips": (self.dice.choice(TIPS),), "strengths_observed": (self.dice.choice(TIPS),)},
            settings={"steps": self.dice.choice((20, 30, 40)), "look": made.edit_style},
        )

    def _produce(self, bible: Bible) -> None:
        """One run that hands in as much as a long film."""
        bible.runs.start("The long film", budget=10**6, run_id=RUN, project_id=PROJECT, total_scenes=self.size // 100)
        bible.runs.add_pilot(RUN, "a", tier="animated", budget=1000)
        for number in range(self.size // 100):
            place = {"asset_id": f"long-{number}", "scene_id": f"s{number}", "pilot_id": "a"}
            bible.runs.deliver(RUN, "video", f"long/{number}.mp4", duration=4.0, cost="0.01", prompt="a lamp", **place)

    def _make(self, bible: Bible) -> None:
        memory, dice = bible.assets(PROJECT), self.dice
        with memory.db.transaction():
            for number in range(self.size // 200):
                memory.segment(f"seg{number}", t_start=4.0 * number, t_end=4.0 * number + 4, kind="plan")
                memory.note("note", f"Hold longer on the {dice.choice(WORDS)}, take {number}")
        given = (
            AssetInput(
                asset_id=f"a{number}",
                kind="image",
                path=f"{number}.png",
                prompt=f"Keeper {number % 40} with a {' and a '.join(dice.sample(WORDS, 5))}",
                segment_id=f"seg{number % max(1, self.size // 200)}",
            )
            for number in range(self.size // 2)
        )
        library.assets(memory.db, given)

    def _tell(self, bible: Bible) -> None:
        memory = bible.assets(PROJECT)
        with memory.db.transaction():
            for number in range(self.size // 20):
                start = 4.0 * (number // 40)
                state = {"coat": self.dice.choice(("red", "blue", "grey")), "holds": self.dice.choice(WORDS)}
                memory.tell(f"Keeper {number % 40}", kind="character", state=state, t_start=start, t_end=start + 3)

    def _direct(self, bible: Bible) -> None:
        story = bible.direction(PROJECT)
        stories, _ = made_up(stories=max(1, self.size // 1600))
        scenes = [scene for each in stories["stories"] for scene in each["scenes"]]
        for index, scene in enumerate(scenes):
            story.put(scene["sceneId"], SceneBody.model_validate(scene | {"sceneIndex": index}).scene())
            said = SessionBody.model_validate(scene["chatSession"])
            messages = [message.message() for message in said.messages]
            story.append(scene["sceneId"], messages, chat_session_id=said.chat_session_id)
        bible.worker().run_all()

    def _talk(self, bible: Bible) -> None:
        said = [("user", "I live in Bergen, and I bought a lamp."), ("assistant", "How lovely!")]
        for character in CAST[: max(2, self.size // 300)]:
            talk = bible.conversations.start(character, user_id="reader", series_id="long-story")
            for _ in range(3):
                exchange = bible.conversations.say(talk.session_id, said)
                bible.conversations.direct(talk.session_id, exchange.exchange_id)
        scope = bible.conversations.scope("reader", character_id=CAST[0], series_id="long-story")
        for start in range(0, self.size // 2, 500):
            told = [memory(self.dice, number) for number in range(start, min(start + 500, self.size // 2))]
            bible.conversations.remember_many(scope, told)

    def _shelve(self, bible: Bible) -> None:
        with bible.db.transaction():
            for number in range(self.size // 20):
                about = f"A {self.dice.choice(WORDS)} at dusk, take {number}"
                bible.library.keep(
                    Shelf.ASSETS, "video", path=f"kept/{number}.mp4", description=about, metadata={"tags": ["dusk"]}
                )
        for number in range(max(1, self.size // 200)):
            bible.recall(f"the {self.dice.choice(WORDS)} at dusk, take {number}", project=PROJECT)


def timed(browser: TestClient, address: str, counter: Counter) -> Timed:
    """One page, six times."""
    took, busy, asked = [], [], []
    for _ in range(1 + TIMES):
        before, started, worked = counter.number, time.perf_counter(), time.process_time()
        answer = browser.get(address)
        took.append(1000 * (time.perf_counter() - started))
        busy.append(1000 * (time.process_time() - worked))
        asked.append(counter.number - before)
        assert answer.status_code == 200, (address, answer.status_code, answer.text[:2000])
    return Timed(first=took[0], first_cpu=busy[0], usual=median(took[1:]), statements=asked[-1])


def measured(home: Path, size: int, counter: Counter) -> dict[str, Timed]:
    """Every page of a studio of a size, which is closed when it is full and opened anew."""
    print(f"filling a studio of {size:,} runs", flush=True)
    full = Studio(home, size).filled()
    full.close()
    with Bible(full.settings) as bible:
        browser = TestClient(create_app(bible), base_url="http://127.0.0.1")
        found = {address: timed(browser, address, counter) for address in PAGES}
        receipt = bible.recall.receipts(limit=1).items[0].receipt_id
        return found | {"/recall/{receipt}": timed(browser, f"/recall/{receipt}", counter)}


def main(size: int) -> None:
    """Both studios, side by side."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.ERROR))
    counter = Counter()
    with tempfile.TemporaryDirectory() as folder:
        few = measured(Path(folder) / "few", size // FEW, counter)
        many = measured(Path(folder) / "many", size, counter)
    print(f"\n{'page':<64}{'first ms':>9}{'cpu':>6}{'p50 ms':>8}{'of few':>8}{'ratio':>7}{'queries':>9}{'of few':>8}")
    for address, large in many.items():
        small = few[address]
        print(
            f"{address:<64}{large.first:>9.0f}{large.first_cpu:>6.0f}{large.usual:>8.1f}{small.usual:>8.1f}"
            f"{large.usual / small.usual:>7.1f}{large.statements:>9}{small.statements:>8}"
        )


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 20_000)
