"""Measures what the signs are worth by which a newer sentence puts an older one out of date, and prints the weights.

PYTHONPATH=. python scripts/weigh_signs.py

Tells the cases and chats for developing, asks their questions and takes each sentence beside the best answer as a pair:
of a case that changes, what is current outdates what is stale; of all other pairs both hold. A logistic regression on
the signs of `showbible.reading.outdated` is fitted, and how well it does is judged by leaving out a file at a time.
"""

from __future__ import annotations

import random
import tempfile
import zlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from pathlib import Path
from typing import Any, Final

import click
import numpy as np
import structlog

from benchmarks import chats, updates
from showbible.bible import Bible
from showbible.conversations.model import Scope
from showbible.reading import later, outdated, questions
from showbible.reading.later import Alike
from showbible.reading.model import QuestionReading, Scored
from showbible.settings import Settings

FILES: Final = (
    *("practice", "held_out", "chatty", "later", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh"),
    *("twelfth", "thirteenth", "tongues"),
)
AFTERWARDS: Final = ("twelfth", "thirteenth")
"""Files that are told once more with everyday sentences after them: none of these outdates anything."""
EVERYDAY: Final = 8
FOLDS: Final = 5
"""Parts of the chats, each left out like a file."""
CHANGES: Final = frozenset({"update", "correction", "negation"})
HELD_BACK: Final = 0.05
"""How much the pairs count beside the wish for small weights."""
OF_THE_REPLACED: Final = 0.5
"""What a pair counts of which the older one would have been hidden when the newer was said."""

Label = Callable[[str, str], bool | None]
"""Whether a text outdates an earlier one; nothing where nobody can say."""


@dataclass(frozen=True, kw_only=True)
class Pair:
    """The signs of a newer and an older sentence, and whether the older one is outdated."""

    source: str
    signs: Sequence[float]
    is_outdated: bool
    weight: float = 1.0


@dataclass
class Ear:
    """Listens to what a recall settles, and remembers the last of it."""

    settled: tuple[QuestionReading, Sequence[Scored], Alike] | None = None

    def listen(self) -> None:
        """Stand before the function that settles, for as long as this process runs."""
        settle = questions.settled

        def listening(
            question: QuestionReading, ranked: Sequence[Scored], alike: Alike | None = None, **more: Any
        ) -> list[Scored]:
            self.settled = (question, ranked, alike) if alike is not None else None
            return settle(question, ranked, alike, **more)

        questions.settled = listening

    def pairs(self, source: str, label: Label, *, weight: float = 1.0) -> Iterator[Pair]:
        """What was settled last, as pairs with the best answer."""
        if self.settled is None:
            return
        question, ranked, alike = self.settled
        if question.several or question.about_past or question.of_one_event:
            return
        ordered = questions.in_order(question, ranked)
        told = [each for each in ordered if each.reading.is_told and each.reading.speaker == "user"][: later.MOST]
        near = alike(told[0].id, [each.id for each in told[1:]]) if told else {}
        for each in told[1:]:
            old, new = sorted((told[0], each), key=lambda one: one.at)
            share, is_outdated = near.get(each.id, 0.0), label(new.reading.text, old.reading.text)
            is_pair = old.at < new.at and share >= later.BY_CHANCE and later.may_follow(question, old, new)
            if is_pair and is_outdated is not None:
                signs = outdated.signs_of(question, old, new, near=share, top=ordered[0].score)
                yield Pair(source=source, signs=[*signs.values()], is_outdated=is_outdated, weight=weight)
        self.settled = None


def of_case(case: updates.Case) -> Label:
    """What a case says of two texts: who knows what is stale, knows not which other sentence made it so."""

    def label(new: str, old: str) -> bool | None:
        if case.kind not in CHANGES or not case.tells_stale(old) or case.tells_current(old):
            return False
        return True if case.tells_current(new) else None

    return label


def of_question(asked: chats.Question) -> Label:
    """The same of a question about a chat."""

    def answers(text: str) -> bool:
        return any(updates.holds(text, each) for each in asked.answer)

    def label(new: str, old: str) -> bool | None:
        if answers(old) or not any(updates.holds(old, each) for each in asked.wrong):
            return False
        return True if answers(new) else None

    return label


def pairs_of_cases(bible: Bible, ear: Ear, name: str, *, everyday: int = 0) -> Iterator[Pair]:
    """Tell the cases of a file and ask; then once more as if nothing had been replaced when it was said."""
    listener = updates.Listener(bible)
    for case in updates.read_cases(updates.DATA / f"{name}.jsonl"):
        told = with_everyday(case, everyday)
        listener.hear(told)
        listener.answer(told, told.question)
        yield from ear.pairs(name, of_case(case))
        if everyday:
            continue
        with bible.db.transaction():
            bible.db.run("UPDATE memories SET superseded_by = NULL WHERE session_id = :id", id=case.id)
        listener.answer(told, told.question)
        yield from ear.pairs(name, of_case(case), weight=OF_THE_REPLACED)


def with_everyday(case: updates.Case, number: int) -> updates.Case:
    """A case with so many everyday sentences after it that have none of its values."""
    chance, last = random.Random(zlib.crc32(case.id.encode()) + 1), case.turns[-1].at
    values = (*case.current, *case.stale)
    fitting = [text for text in updates.everyday() if not any(updates.holds(text, each) for each in values)]
    more = [
        updates.Turn(at=last + timedelta(hours=23 * (day + 1)), text=text)
        for day, text in enumerate(chance.sample(fitting, number))
    ]
    return replace(case, turns=(*case.turns, *more))


def pairs_of_chats(bible: Bible, ear: Ear) -> Iterator[Pair]:
    """Tell the chats and ask."""
    lines = [line for path in chats.SHIPPED for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
    for number, chat in enumerate(map(chats.Chat.read, lines)):
        chats.tell(bible, chat)
        scope = Scope(user_id=chat.id, character_id=chats.CHARACTER)
        for asked in chat.questions:
            at = chat.turns[-1].at + timedelta(hours=1)
            bible.conversations.recall(scope, asked.text, limit=chats.SEEN, at=at)
            yield from ear.pairs(f"chats {number % FOLDS}", of_question(asked))


def heard(ear: Ear) -> list[Pair]:
    """All pairs there are."""
    found: list[Pair] = []
    told: list[Callable[[Bible], Iterator[Pair]]] = [lambda bible: pairs_of_chats(bible, ear)]
    told += [lambda bible, name=name: pairs_of_cases(bible, ear, name) for name in FILES]  # type: ignore[misc]
    told += [
        lambda bible, name=name: pairs_of_cases(bible, ear, name, everyday=EVERYDAY)  # type: ignore[misc]
        for name in AFTERWARDS
    ]
    for tell in told:
        with (
            tempfile.TemporaryDirectory(dir=updates.fast_folder()) as home,
            Bible(Settings(home=Path(home), disk_floor_mb=0, workers=0)) as bible,
        ):
            found += tell(bible)
    return found


def fitted(pairs: Sequence[Pair]) -> tuple[float, Any]:
    """The base and the weights of a logistic regression whose weights, on one scale, are kept small."""
    signs = np.array([each.signs for each in pairs])
    right, count = np.array([each.is_outdated for each in pairs]), np.array([each.weight for each in pairs])
    mean, spread = signs.mean(0), np.where(signs.std(0) > 0, signs.std(0), 1.0)
    rows = np.c_[np.ones(len(pairs)), (signs - mean) / spread]
    small = np.diag([0.0, *([1.0] * signs.shape[1])])
    weights = np.zeros(rows.shape[1])
    for _ in range(50):
        likely = 1 / (1 + np.exp(-rows @ weights))
        slope = HELD_BACK * rows.T @ (count * (likely - right)) + small @ weights
        bend = HELD_BACK * (rows * (count * likely * (1 - likely))[:, None]).T @ rows + small
        weights -= np.linalg.solve(bend, slope)
    found = weights[1:] / spread
    return float(weights[0] - found @ mean), found


def main() -> None:
    """Print how often it is right about files that were left out, and the weights of all."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(50))
    ear = Ear()
    ear.listen()
    pairs = heard(ear)
    sources = {each.source for each in pairs}
    seen: list[tuple[bool, bool]] = []
    for source in sources:
        base, weights = fitted([each for each in pairs if each.source != source])
        left_out = [each for each in pairs if each.source == source and each.weight == 1]
        seen += [(bool(base + np.array(each.signs) @ weights >= 0), each.is_outdated) for each in left_out]
    both, said, true = sum(a and b for a, b in seen), sum(a for a, _ in seen), sum(b for _, b in seen)
    click.echo(
        f"{len(pairs)} pairs; of files left out {both} of {true} outdated ones found, {said - both} false alarms"
    )
    base, weights = fitted(pairs)
    click.echo(f"BASE: Final = {base:.2f}")
    for name, weight in zip(outdated.WEIGHTS, weights, strict=True):
        click.echo(f'        "{name}": {weight:.2f},')


if __name__ == "__main__":
    main()
