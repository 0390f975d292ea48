"""What a story's accepted plans are like, and how much its director still has to change."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from showbible.direction.recall.digests import Digest
from showbible.words import plural, score

ENDS: Final = 3
"""How many scenes the beginning and the end of a story are compared by."""


def verdict(digests: Sequence[Digest]) -> str:
    """Whether the director has to change less than at the beginning."""
    taste = [len(digest.taste) for digest in digests]
    if len(taste) < 2 * ENDS:
        return f"{_edits(sum(taste) / len(taste))} of taste a scene so far." if taste else ""
    first, last = sum(taste[:ENDS]) / ENDS, sum(taste[-ENDS:]) / ENDS
    if last == first:
        return f"The last {ENDS} scenes needed as many edits of taste as the first {ENDS}."
    way = "down" if last < first else "up"
    return f"The last {ENDS} scenes needed {_edits(last)} of taste each, {way} from {score(first)}."


def _edits(number: float) -> str:
    return plural(round(number, 1), "edit")


def tallies(digests: Sequence[Digest]) -> dict[str, list[tuple[str, int]]]:
    """What the scenes learned from so far are made of, and what was changed in them, the most frequent first."""
    return {
        "Framing": _most_frequent(digest.final_shots.counts.get("shot_size", {}) for digest in digests),
        "Changed most": _most_frequent(digest.tally.get("changed", {}) for digest in digests),
        "Inserted": _most_frequent(digest.tally.get("inserted", {}) for digest in digests),
        "Removed": _most_frequent(digest.tally.get("removed", {}) for digest in digests),
    }


def _most_frequent(counts: Iterable[Mapping[str, int]]) -> list[tuple[str, int]]:
    total: Counter[str] = Counter()
    for each in counts:
        total.update(each)
    return sorted(total.items(), key=lambda item: (-item[1], item[0]))[:5]
