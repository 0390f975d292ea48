"""Makes the tables that turn a question toward its answers and a new sentence toward what it outdates.

PYTHONPATH=. python scripts/toward.py [--without SOURCE ...] [--to FILE.npz] [--check FILE.npz]

It learns from the same cases, chats, items and talks as `scripts/teach.py`, and needs no more than the product does:
the rows of the encoder stay as they are, so to embed some 100,000 sentences takes longest, some minutes. A
source that is left out says how well it does on what it has not seen.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, NamedTuple

import click
import numpy as np
from numpy.typing import NDArray

from scripts.lessons import Talk, lessons
from showbible.llm.embeddings import encoder, toward
from showbible.llm.embeddings.toward import FILE, Toward

Numbers = NDArray[np.float32]

ROUNDS: Final = 3
BATCH: Final = 64
FASTEST: Final = 1e-3
SHARPNESS: Final = 20.0
"""How much more a candidate counts that is nearer: the cosine is multiplied with it."""
MOST_BESIDE: Final = 40
"""Sentences of the same user to each that is looked for."""
AT_ONCE: Final = 512
SEEN: Final = 1, 3, 9


class Lesson(NamedTuple):
    """What is asked with, what is to be found, and what else the same user said; all by their numbers."""

    asked: int
    sought: list[int]
    beside: list[int]


@dataclass
class Table:
    """A table that is being learned, by the method of Adam."""

    numbers: Numbers
    mean: Numbers
    square: Numbers
    steps: int = 0

    @classmethod
    def of(cls, size: int) -> Table:
        """One that turns nothing yet."""
        return cls(
            numbers=np.eye(size, dtype=np.float32),
            mean=np.zeros((size, size), np.float32),
            square=np.zeros((size, size), np.float32),
        )

    def step(self, slope: Numbers, pace: float) -> None:
        """Go a step against a slope."""
        self.steps += 1
        self.mean += 0.1 * (slope - self.mean)
        self.square += 0.001 * (slope**2 - self.square)
        mean, square = self.mean / (1 - 0.9**self.steps), self.square / (1 - 0.999**self.steps)
        self.numbers -= pace * mean / (np.sqrt(square) + 1e-8)


def to_answers(talk: Talk, known: Mapping[str, int]) -> Iterator[Lesson]:
    """From each question to the sentences that answer it or did."""
    said = [known[each.text] for each in talk.said]
    for question, yes in talk.asks:
        if yes:
            sought = list(dict.fromkeys(said[each] for each in yes))
            yield Lesson(known[question], sought, [each for each in said if each not in sought])


def to_outdated(talk: Talk, known: Mapping[str, int]) -> Iterator[Lesson]:
    """From each sentence to those before it that it puts out of date."""
    said = [known[each.text] for each in talk.said]
    outdated: dict[int, set[int]] = {}
    for old, new in {*talk.ends, *((old, new) for _, old, new, is_so in talk.pairs if is_so)}:
        outdated.setdefault(new, set()).add(old)
    for new, olds in sorted(outdated.items()):
        before = [place for place in range(len(said)) if talk.said[place].turn < talk.said[new].turn]
        yield Lesson(
            said[new], [said[each] for each in sorted(olds)], [said[each] for each in before if each not in olds]
        )


def learned(rows: Numbers, found: Sequence[Lesson]) -> Numbers:
    """The table after going through lessons a few times, slower and slower."""
    chance, table = random.Random(1), Table.of(rows.shape[1])
    batches = ROUNDS * (len(found) // BATCH)
    for _ in range(ROUNDS):
        order = chance.sample(found, len(found))
        for start in range(0, len(order) - BATCH + 1, BATCH):
            pace = FASTEST * (1 - table.steps / batches)
            table.step(slope(table.numbers, rows, order[start : start + BATCH], chance), pace)
    return table.numbers


def slope(table: Numbers, rows: Numbers, batch: Sequence[Lesson], chance: random.Random) -> Numbers:
    """How the surprise at what is sought among all candidates of a batch changes with the table."""
    candidates: list[int] = []
    sought = np.zeros((len(batch), sum(len(each.sought) + MOST_BESIDE for each in batch)), dtype=bool)
    for place, each in enumerate(batch):
        sought[place, len(candidates) : len(candidates) + len(each.sought)] = True
        candidates += [*each.sought, *chance.sample(each.beside, min(MOST_BESIDE, len(each.beside)))]
    sought = sought[:, : len(candidates)]
    asked, others = rows[[each.asked for each in batch]], rows[candidates]
    turned = asked @ table.T
    length = np.linalg.norm(turned, axis=1, keepdims=True)
    turned /= length
    scores = SHARPNESS * turned @ others.T
    surprise = _shares(scores) - _shares(np.where(sought, scores, -np.inf))
    pull = SHARPNESS / len(batch) * surprise @ others
    pull -= turned * (turned * pull).sum(axis=1, keepdims=True)
    changed: Numbers = (pull / length).T @ asked
    return changed


def _shares(scores: Numbers) -> Numbers:
    shares: Numbers = np.exp(scores - scores.max(axis=1, keepdims=True))
    return shares / shares.sum(axis=1, keepdims=True)


def embedded(texts: Sequence[str]) -> Numbers:
    """The rows of the packaged encoder."""
    known = encoder.packaged()
    assert known is not None, "The encoder is not installed: run `make install`."
    parts = []
    with click.progressbar(range(0, len(texts), AT_ONCE), label="reading") as starts:
        parts += [known.embed(texts[start : start + AT_ONCE]) for start in starts]
    return np.concatenate(parts)


def judge(name: str, table: Numbers, rows: Numbers, found: Sequence[Lesson]) -> None:
    """Print how often what is sought is among the nearest of what one user said, without the table and with it."""
    for label, each in (("as wholes", np.eye(len(table), dtype=np.float32)), ("turned", table)):
        places = []
        for lesson in found:
            scores = rows[[*lesson.sought, *lesson.beside]] @ (each @ rows[lesson.asked])
            places.append(int((scores > scores[: len(lesson.sought)].max()).sum()))
        shares = ", ".join(f"{np.mean(np.array(places) < most):.3f} among {most}" for most in SEEN)
        click.echo(f"{name}, {label}: {shares} of {len(found)}")


def main() -> None:
    """Learn both tables, or judge those in a file."""
    given = _arguments()
    talks = [*lessons()]
    texts = sorted({text for talk in talks for text in talk.texts})
    known, rows = {text: number for number, text in enumerate(texts)}, embedded(texts)
    kept = [talk for talk in talks if talk.source not in given.without]
    left_out = [talk for talk in talks if talk.source in given.without]
    if given.check is None:
        tables = {
            name: learned(rows, [each for talk in kept for each in lessons_of(talk, known)])
            for name, lessons_of in WHERE.items()
        }
        toward.write(given.to, Toward(encoder=encoder.packaged_name() or "", **tables))
    made = toward.read(given.check or given.to)
    assert made is not None, f"There is no {given.check}."
    for name, lessons_of in WHERE.items():
        if found := [each for talk in left_out for each in lessons_of(talk, known)]:
            judge(name, getattr(made, name), rows, found)


WHERE: Final = {"answers": to_answers, "outdated": to_outdated}


def _arguments() -> Any:
    parser = argparse.ArgumentParser()
    parser.add_argument("--without", nargs="*", default=[])
    parser.add_argument("--to", type=Path, default=FILE)
    parser.add_argument("--check", type=Path)
    return parser.parse_args()


if __name__ == "__main__":
    main()
