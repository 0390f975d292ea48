"""Whether a writer would agree with the beats of ordinary dialogue.

    python -m benchmarks.feeling [practice varied unseen later] [--misses]

Each line of `benchmarks/data/feeling` is an exchange with the beats that a writer would accept for it, the first choice
first, and where the tension may go. `practice` and `varied` are for developing; `unseen` and `later` are to judge, so
nobody reads them in between.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from showbible.conversations.learn.moods import feel
from showbible.conversations.model import Beat, BeatType, Message, Role

DATA = Path(__file__).parent / "data" / "feeling"
LEVEL = 1
"""A step in tension up to this is none."""


@dataclass(frozen=True, kw_only=True)
class Judged:
    """An exchange, its beat, and what a writer would accept."""

    lang: str
    said: str
    answered: str
    beat: Beat
    beats: Sequence[str]
    tension: Sequence[str]

    @property
    def is_accepted(self) -> bool:
        """Whether a writer would let the beat stand."""
        return self.beat.type.value in self.beats

    @property
    def is_first_choice(self) -> bool:
        """Whether the beat is the one that a writer would name."""
        return self.beat.type.value == self.beats[0]

    @property
    def moves_rightly(self) -> bool:
        """Whether the tension goes where a writer would let it go."""
        change = self.beat.tension_change
        way = "level" if abs(change) <= LEVEL else "up" if change > 0 else "down"
        return way in self.tension

    @property
    def is_silent(self) -> bool:
        """Whether nothing was felt where a writer feels something."""
        return self.beat.type is BeatType.NEUTRAL and not self.is_accepted


def main() -> None:
    """Print how far a writer would agree, and on demand with what not."""
    parser = argparse.ArgumentParser()
    parser.add_argument("sets", nargs="*", default=["practice", "varied", "unseen", "later"])
    parser.add_argument("--misses", action="store_true")
    given = parser.parse_args()
    for name in given.sets:
        found = judged(name)
        _report(name, found)
        if given.misses:
            _tell(found)


def judged(name: str) -> list[Judged]:
    """Every exchange of a set with the beat that it is given."""
    lines = (DATA / f"{name}.jsonl").read_text("utf-8").splitlines()
    return [_judged(**json.loads(each)) for each in lines]


def _judged(*, lang: str, said: str, answered: str, beats: Sequence[str], tension: Sequence[str]) -> Judged:
    talk = [Message(role=Role.USER, content=said), Message(role=Role.ASSISTANT, content=answered)]
    return Judged(lang=lang, said=said, answered=answered, beat=feel(talk), beats=beats, tension=tension)


def _report(name: str, found: Sequence[Judged]) -> None:
    parts = {
        "accepted": [each.is_accepted for each in found],
        "first choice": [each.is_first_choice for each in found],
        "tension right": [each.moves_rightly for each in found],
        "silent": [each.is_silent for each in found],
    }
    print(f"{name}, {len(found)}: " + ", ".join(f"{part} {sum(hits) / len(hits):.3f}" for part, hits in parts.items()))
    wanted = Counter(each.beats[0] for each in found)
    right = Counter(each.beats[0] for each in found if each.is_accepted)
    print("  " + "  ".join(f"{kind} {right[kind]}/{number}" for kind, number in wanted.items()))


def _tell(found: Sequence[Judged]) -> None:
    for each in found:
        if not (each.is_accepted and each.moves_rightly):
            given = f"{each.beat.type} {each.beat.tension_change:+}"
            print(f"  {given:15} for {'/'.join(each.beats)} {'/'.join(each.tension)}: {each.said} | {each.answered}")


if __name__ == "__main__":
    main()
