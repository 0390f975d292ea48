"""Whether a new shot that contradicts the story is noticed, and one that does not is left alone.

    python -m benchmarks.continuity [CASES.jsonl ...] [--kinds] [--wrong] [--speed]

Every case is played twice, each time in a project of its own: with its states told as a careful
caller tells them, and with its texts as captions of assets, from which the library reads the states
itself. Then the shot is checked as `POST /continuity/check` checks it; a case is answered yes when
there is a conflict. `--speed` measures a check against 1,000 entities with 10,000 states. Without
a path the cases that ship with the benchmark are taken; those of `held_out.jsonl` are for judging,
so look at the totals only. Format and scoring: `benchmarks/data/continuity/README.md`.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any, Final

import structlog

from showbible.assets.api import Assets
from showbible.assets.learn.catching_up import read_all
from showbible.assets.model import Contradiction, StateInput
from showbible.assets.record.state_input import PUT, checked
from showbible.bible import Bible
from showbible.settings import Settings
from showbible.vocabulary import PERSON, new_id, stamp, utcnow

DATA: Final = Path(__file__).parent / "data" / "continuity"
SHIPPED: Final = (DATA / "practice.jsonl", DATA / "held_out.jsonl")
WAYS: Final = ("states", "text")
ENTITIES: Final = 1_000
STATES_EACH: Final = 10
CHECKS: Final = 100


@dataclass(frozen=True, kw_only=True)
class Case:
    """A story so far, a new shot, and whether the two contradict each other."""

    id: str
    kind: str
    lang: str
    trap: str
    setup: tuple[dict[str, Any], ...]
    prompt: str
    at: float
    conflict: bool
    about: tuple[str, ...]
    field: str

    @classmethod
    def read(cls, line: str) -> Case:
        """A case as its line in a file has it."""
        row = json.loads(line)
        named = {name: row[name] for name in ("id", "kind", "lang", "trap", "prompt", "at", "conflict")}
        return cls(setup=tuple(row["setup"]), about=tuple(row["about"]), field=row.get("field") or "", **named)


@dataclass(frozen=True, kw_only=True)
class Mark:
    """What a check of one case answered."""

    case: Case
    found: tuple[Contradiction, ...]

    @property
    def yes(self) -> bool:
        """Whether a conflict was told."""
        return bool(self.found)

    @property
    def names_entity(self) -> bool:
        """Whether one of those that the case is about was named."""
        about = {each.casefold() for each in self.case.about}
        return any(each.entity.casefold() in about for each in self.found)


@dataclass(frozen=True, kw_only=True)
class Score:
    """How often yes was right, and how often it was due."""

    hits: int
    false: int
    due: int

    @classmethod
    def of(cls, marks: Sequence[Mark]) -> Score:
        """What a group of cases showed."""
        yes = [each for each in marks if each.yes]
        hits = sum(each.case.conflict for each in yes)
        return cls(hits=hits, false=len(yes) - hits, due=sum(each.case.conflict for each in marks))

    @property
    def precision(self) -> float:
        """Of what was told, how much was so."""
        return self.hits / (self.hits + self.false) if self.hits + self.false else 1.0

    @property
    def recall(self) -> float:
        """Of what is so, how much was told."""
        return self.hits / self.due if self.due else 1.0

    @property
    def f1(self) -> float:
        """Both in one figure."""
        total = self.precision + self.recall
        return 2 * self.precision * self.recall / total if total else 0.0


def main() -> None:
    """Measure and print tables."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(50))
    given = _arguments()
    for path in given.cases or SHIPPED:
        cases = read_cases(path)
        with tempfile.TemporaryDirectory(dir=_fast_folder()) as home:
            marks = measured(cases, home=Path(home))
        print(f"\n{path.name}: {len(cases)} cases, {sum(each.conflict for each in cases)} conflicts")
        show(marks, kinds=given.kinds)
        if given.wrong:
            show_wrong(marks)
    if given.speed:
        with tempfile.TemporaryDirectory(dir=_fast_folder()) as home:
            show_speed(speed(Path(home)))


def measured(cases: Sequence[Case], *, home: Path) -> dict[str, list[Mark]]:
    """What fresh projects make of cases, each way."""
    marks: dict[str, list[Mark]] = {way: [] for way in WAYS}
    with Bible(Settings(home=home, disk_floor_mb=0, workers=0)) as bible:
        for number, case in enumerate(cases):
            for way in WAYS:
                bible.projects.create(f"{way}-{number}")
                assets = bible.assets(f"{way}-{number}")
                tell(bible, assets, case, way)
                found = tuple(assets.conflicts(case.prompt, at=case.at))
                marks[way].append(Mark(case=case, found=found))
                bible.projects.delete(f"{way}-{number}")
    return marks


def tell(bible: Bible, assets: Assets, case: Case, way: str) -> None:
    """Tell a project what comes before the shot."""
    for number, step in enumerate(case.setup):
        start = step["story_time"]
        if way == "states":
            for each in step["states"]:
                assets.tell(each["entity"], kind=each["kind"], state=each["state"], t_start=start)
        else:
            assets.segment(f"s{number}", t_start=start, t_end=start + 0.5, kind="source")
            assets.add("image", f"{number}.png", caption=step["text"], segment_id=f"s{number}")
    if way == "text":
        read_all(assets.db, bible.llm)


def speed(home: Path) -> list[float]:
    """How long each of a hundred checks takes in a project of a thousand entities, in milliseconds."""
    with Bible(Settings(home=home, disk_floor_mb=0, workers=0)) as bible:
        bible.projects.create("large")
        assets = bible.assets("large")
        _fill(assets)
        return [_took(assets, number) for number in range(CHECKS)]


def _fill(assets: Assets) -> None:
    kinds = ("character", "prop", "location")
    fields = ("coat", "location", "hair", "holding", "condition", "weather", "left hand", "mood", "hat", "age")
    values = ("red wool", "harbour", "short black", "a brass lamp", "wet", "fog", "bandaged", "calm", "blue", "30")
    told = [
        StateInput(
            entity=f"{('Mara', 'lamp', 'Harbour')[number % 3]} {_letters(number)}",
            kind=kinds[number % 3],
            state={fields[(number + step) % 10]: values[(number + step) % 10]},
            t_start=float(step),
        )
        for number in range(ENTITIES)
        for step in range(STATES_EACH)
    ]
    now = stamp(utcnow())
    with assets.db.transaction():
        rows = [{**checked(each), "state_id": new_id(), "made_by": PERSON, "now": now} for each in told]
        assets.db.many(PUT, rows)


def _took(assets: Assets, number: int) -> float:
    one, other = _letters(number * 3), _letters(number * 3 + 1)
    prompt = f"Wide shot: Mara {one} in a green coat lifts the broken lamp {other} with her left hand in the kitchen."
    begun = perf_counter()
    assets.conflicts(prompt, at=12.0)
    return (perf_counter() - begun) * 1000


def _letters(number: int) -> str:
    return "".join(chr(ord("a") + number // 26**place % 26) for place in range(3)).capitalize()


def show_speed(took: Sequence[float]) -> None:
    """Print how long checks take."""
    ordered = sorted(took)
    worst = ordered[round(len(ordered) * 0.95) - 1]
    print(f"\na check in a project of {ENTITIES:,} entities and {ENTITIES * STATES_EACH:,} states:", end="")
    print(f" p50 {median(took):.1f} ms, p95 {worst:.1f} ms")


def show(marks: dict[str, list[Mark]], *, kinds: bool) -> None:
    """Print what was measured."""
    print(f"{'':18}{'cases':>6}{'due':>5}   " + "   ".join(f"{way:>6}: P     R    F1   hits false" for way in WAYS))
    if kinds:
        for part in ("kind", "trap", "lang"):
            groups = sorted({getattr(each.case, part) for each in marks["states"]})
            for name in groups:
                _show_row(name, marks, _is_of(part, name))
            print()
    _show_row("all", marks, lambda _: True)
    named = [sum(each.names_entity for each in marks[way] if each.yes and each.case.conflict) for way in WAYS]
    print(f"hits that name the right entity: {named[0]} with states, {named[1]} from text")


def _is_of(part: str, name: str) -> Callable[[Mark], bool]:
    return lambda mark: bool(getattr(mark.case, part) == name)


def _show_row(name: str, marks: dict[str, list[Mark]], chosen: Callable[[Mark], bool]) -> None:
    groups = [[mark for mark in marks[way] if chosen(mark)] for way in WAYS]
    scores = [Score.of(group) for group in groups]
    cells = [f"{s.precision:9.2f}{s.recall:6.2f}{s.f1:6.2f}{s.hits:7}{s.false:6}" for s in scores]
    print(f"{name:18}{len(groups[0]):6}{scores[0].due:5}   " + "   ".join(cells))


def show_wrong(marks: dict[str, list[Mark]]) -> None:
    """Print each case that went wrong, with what was told."""
    for way in WAYS:
        for mark in (each for each in marks[way] if each.yes != each.case.conflict):
            case = mark.case
            print(f"\n{way} {case.id} {case.kind}/{case.trap} {'MISSED' if case.conflict else 'FALSE'}: {case.prompt}")
            for step in case.setup:
                print(f"    {step['story_time']}: {step['text']}  {[each['state'] for each in step['states']]}")
            for each in mark.found:
                print(f"    -> {each.entity} {each.message}")


def read_cases(path: Path) -> list[Case]:
    """The cases of a file."""
    return [Case.read(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]


def _fast_folder() -> Path | None:
    """Where waiting for a disk costs nothing, if this system has such a place."""
    memory = Path("/dev/shm")
    return memory if memory.is_dir() else None


def _arguments() -> Any:
    parser = argparse.ArgumentParser()
    parser.add_argument("cases", nargs="*", type=Path)
    parser.add_argument("--kinds", action="store_true", help="a line for each kind, trap and language")
    parser.add_argument("--wrong", action="store_true", help="list the cases that went wrong")
    parser.add_argument("--speed", action="store_true", help="measure a check in a large project, too")
    return parser.parse_args()


if __name__ == "__main__":
    main()
