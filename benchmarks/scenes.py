"""Whether the report of a scene says what a script supervisor would write, line by line.

    python -m benchmarks.scenes [SCENES.json] [--lines]

Each invented scene is put into a project of its own after what was told before it, read and checked as
`POST /continuity/check` with its `scene_id` checks it. A line of the supervisor's agrees when ours has the same of
whom, of what and since which shot, and says all that it says. `--lines` shows what differs.
"""

from __future__ import annotations

import argparse
import json
import re
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import structlog

from showbible.assets.recall.facts import table
from showbible.assets.recall.facts.answer import SceneContinuity, SupervisorLine
from showbible.assets.recall.facts.doings import number_of
from showbible.assets.recall.facts.meanings import meanings
from showbible.assets.recall.facts.scene_lines import line_word
from showbible.bible import Bible
from showbible.direction.model import SceneFacts
from showbible.direction.recall.plans import NewScene
from showbible.settings import Settings

SCENES: Final = Path(__file__).parent / "data" / "continuity" / "scenes.json"

Line = tuple[str, str, str, str]
"""Of whom, of what, what is said, and since which shot."""
Found = tuple[str, str, str]
"""A shot, whom it is about, and of what."""


@dataclass(frozen=True, kw_only=True)
class Compared:
    """What a supervisor wrote of a scene beside what was told of it."""

    scene_id: str
    due: tuple[Any, ...]
    told: tuple[Any, ...]
    agree: tuple[Any, ...]

    @property
    def missed(self) -> tuple[Any, ...]:
        """What only the supervisor has."""
        return tuple(each for each in self.due if each not in self.agree)


def main() -> None:
    """Compare and print a table."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(50))
    parser = argparse.ArgumentParser()
    parser.add_argument("scenes", nargs="?", type=Path, default=SCENES)
    parser.add_argument("--lines", action="store_true", help="show what differs, scene by scene")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as home:
        found = compared(json.loads(given.scenes.read_text(encoding="utf-8"))["scenes"], home=Path(home))
    for what, each in found.items():
        due, agree, told = (sum(len(getattr(one, name)) for one in each) for name in ("due", "agree", "told"))
        print(f"{what:10} {due:4} of the supervisor's, {agree:4} agree, {told - agree:4} more of ours")
        if given.lines:
            show(each)


def show(found: Sequence[Compared]) -> None:
    """Print what differs."""
    for each in found:
        for line in each.missed:
            print(f"    {each.scene_id} only the supervisor: {line}")
        for line in each.told:
            if not any(_agrees(one, line) for one in each.due):
                print(f"    {each.scene_id} only ours:           {line}")


def compared(scenes: Sequence[Mapping[str, Any]], *, home: Path) -> dict[str, list[Compared]]:
    """The lines, conflicts and changes of some scenes beside what is told of them."""
    found: dict[str, list[Compared]] = {"lines": [], "conflicts": [], "changes": []}
    with Bible(Settings(home=home, disk_floor_mb=0, workers=0)) as bible:
        for scene in scenes:
            told = played(bible, scene)
            lines = [(one["who"], one["what"], one["said"], one["from"]) for one in scene["report"]]
            found["lines"].append(_compared(scene["scene_id"], lines, [_line(one) for one in told.lines]))
            for what in ("conflicts", "changes"):
                due = [(one["shot_id"], one["who"], one["what"]) for one in scene[what]]
                found[what].append(_compared(scene["scene_id"], due, _found(told, what)))
    return found


def played(bible: Bible, scene: Mapping[str, Any]) -> SceneContinuity:
    """What a project of its own says of a scene."""
    scene_id = scene["scene_id"]
    bible.projects.create(scene_id)
    for each in scene["before"]:
        bible.assets(scene_id).tell(each["entity"], kind=each["kind"], state=each["state"], t_start=each["t_start"])
    facts = SceneFacts(
        scene_text=scene["scene_text"], characters=tuple(scene["characters"]), location=scene["location"]
    )
    new = NewScene(planning_stage="DRAFT", scene_index=scene["scene_index"], facts=facts, shots=scene["shots"])
    bible.direction(scene_id).put(scene_id, new)
    bible.worker().run_all()
    return bible.assets(scene_id).continuity_of_scene(scene_id)


def _line(line: SupervisorLine) -> Line:
    since = "before" if line.before else line.shot_id or "text"
    return line.entity, line.kind, f"{line.value} {line.field}", since


def _found(told: SceneContinuity, what: str) -> list[Found]:
    return list(
        dict.fromkeys(
            (shot or "text", each.entity, line_word(meanings(each.field, _value(each))[0][0]))
            for shot, part in told.parts
            for each in getattr(part, what)
        )
    )


def _value(found: Any) -> str:
    return str(found.known) if hasattr(found, "known") else str(found.before or found.after)


def _compared(scene_id: str, due: Sequence[Any], told: Sequence[Any]) -> Compared:
    agree = tuple(each for each in due if any(_agrees(each, one) for one in told))
    return Compared(scene_id=scene_id, due=tuple(due), told=tuple(told), agree=agree)


def _agrees(due: Sequence[str], told: Sequence[str]) -> bool:
    """Whether two say the same: every word of the supervisor's is in ours, and all else is equal."""
    if len(due) == 3:
        return [each.casefold() for each in due] == [each.casefold() for each in told]
    same = (due[0].casefold(), due[1], due[3]) == (told[0].casefold(), told[1], told[3])
    said = _words(told[2])
    return same and all(any(_same_word(one, other) for other in said) for one in _words(due[2]))


def _words(text: str) -> list[str]:
    return re.findall(r"[^\W_]+", text.casefold())


def _same_word(one: str, other: str) -> bool:
    """Whether two words say the same: in another form, as a number, or in one group of what excludes what."""
    number = number_of(one)
    if one[:4] == other[:4] or (number is not None and number == number_of(other)):
        return True
    return bool(table.qualities(one) & table.qualities(other)) or {one, other} == {"nobody", "nothing"}


if __name__ == "__main__":
    main()
