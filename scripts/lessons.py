"""What is learned from: cases, chats, items and talks that are for developing, and never those that judge."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from benchmarks import chats, updates
from showbible.reading import reader

ITEMS: Final = Path("benchmarks/data/together")
CASES: Final = (
    *("practice", "held_out", "chatty", "later", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh"),
    *("twelfth", "thirteenth", "fourteenth", "fifteenth", "unseen_two"),
)
CHATS: Final = ("practice", "later", "third")
NEVER: Final = tuple(f"silence_unseen_{number}.jsonl" for number in ("three", "four", "five", "six", "eight"))
"""Questions about cases that judge."""
CHANGES: Final = frozenset({"update", "ended", "correction", "negation"})


@dataclass(frozen=True, kw_only=True)
class Said:
    """A sentence, its message by number, and the sentence before it there."""

    turn: int
    text: str
    before: str


@dataclass(kw_only=True)
class Talk:
    """What one user says, and what is known of it, by the places of sentences."""

    source: str
    said: list[Said]
    asks: list[tuple[str, list[int]]] = field(default_factory=list)
    """Questions, each with the sentences that answer or once answered it; none for what was never told."""
    pairs: list[tuple[str, int, int, bool]] = field(default_factory=list)
    """A question, an older and a newer sentence, and whether that is outdated."""
    ends: list[tuple[int, int]] = field(default_factory=list)
    stays: list[tuple[int, int]] = field(default_factory=list)
    near: dict[str, list[int]] = field(default_factory=dict)
    """By the text of each question and sentence, the places of all sentences, nearest first."""

    @property
    def texts(self) -> set[str]:
        """Every question and sentence."""
        return {asked for asked, _ in self.asks} | {said.text for said in self.said}

    def after(self, place: int) -> list[int]:
        """The sentences of later messages."""
        return [each for each, said in enumerate(self.said) if said.turn > self.said[place].turn]

    def holding(self, values: Sequence[str], *, turn: int | None = None) -> list[int]:
        """The sentences that hold one of some values."""
        return [
            place
            for place, said in enumerate(self.said)
            if turn in (None, said.turn) and any(updates.holds(said.text, each) for each in values)
        ]


def said_in(messages: Sequence[str]) -> list[Said]:
    """The sentences of messages, as the product cuts them."""
    found: list[Said] = []
    for turn, message in enumerate(messages):
        before = ""
        for start, end in reader.lines(message):
            found.append(Said(turn=turn, text=message[start:end], before=before))
            before = message[start:end]
    return found


def of_cases(name: str) -> Iterator[Talk]:
    """The English cases of a file with the questions about them."""
    beside: dict[str, list[tuple[str, list[str]]]] = {}
    for file in updates.QUESTIONS:
        lines = [] if file in NEVER else (updates.DATA / file).read_text(encoding="utf-8").splitlines()
        for row in map(json.loads, lines):
            beside.setdefault(row["case"], []).append((row["question"], row.get("answer") or []))
    for case in updates.read_cases(updates.DATA / f"{name}.jsonl"):
        if case.lang == "en":
            talk = Talk(source=name, said=said_in([turn.text for turn in case.turns]))
            _add_case(talk, case)
            for question, answer in beside.get(case.id, []):
                yes = talk.holding(answer)
                if yes or not answer:
                    talk.asks.append((question, yes))
            yield talk


def _add_case(talk: Talk, case: updates.Case) -> None:
    current = [place for place, said in enumerate(talk.said) if case.tells_current(said.text)]
    stale = [place for place, said in enumerate(talk.said) if case.tells_stale(said.text) and place not in current]
    if not case.current or not current:
        return
    changes = case.kind in CHANGES
    talk.asks.append((case.question, current + stale if changes else current))
    for old in [*stale, *current] if changes else current:
        for new in talk.after(old):
            is_outdated = changes and old in stale and new in current
            if is_outdated or not changes or new not in {*stale, *current}:
                talk.pairs.append((case.question, old, new, is_outdated))


def of_chats(name: str) -> Iterator[Talk]:
    """The chats of a file: their questions, and of what still holds the later sentences with most words of it."""
    for line in (chats.DATA / f"{name}.jsonl").read_text(encoding="utf-8").splitlines():
        chat = chats.Chat.read(line)
        talk = Talk(source=f"chats {name}", said=said_in([turn.text for turn in chat.turns]))
        for asked in chat.questions:
            wrong = talk.holding(asked.wrong)
            right = [each for each in talk.holding(asked.answer) if each not in wrong]
            if not asked.answer or 0 < len(right) <= 6:
                talk.asks.append((asked.text, right + wrong if asked.answer else []))
        words = [{word for word in said.text.lower().split() if len(word) > 3} for said in talk.said]
        gone = [*chat.ended, *chat.open]
        for old, said in enumerate(talk.said):
            if not any(each.turn == said.turn and (each.text in said.text or said.text in each.text) for each in gone):
                shared = {new: len(words[old] & words[new]) / (3 + len(words[new])) for new in talk.after(old)}
                talk.stays += [(old, new) for new in sorted(shared, key=lambda each: -shared[each])[:2]]
        yield talk


def of_items(file: Path) -> Iterator[Talk]:
    """The items that were written for this."""
    for row in map(json.loads, file.read_text(encoding="utf-8").splitlines()):
        kind = next(name for name in SHAPES if name in row)
        yield SHAPES[kind](row, file.stem)


def _of_stays(row: dict[str, Any], source: str) -> Talk:
    talk = Talk(source=source, said=said_in([row["old"], *row["stays"], *row["goes"]]))
    later, most = talk.after(0), len(row["stays"])
    whole = {each for each in later if sum(said.turn == talk.said[each].turn for said in talk.said) == 1}
    talk.stays = [(0, new) for new in later if talk.said[new].turn <= most]
    talk.ends = [(0, new) for new in later if talk.said[new].turn > most and new in whole]
    return talk


def _of_item(row: dict[str, Any], source: str) -> Talk:
    talk = Talk(source=source, said=said_in([row["old"], row["new"], row["still"], row["aside"]]))
    old, new = talk.holding([row["old_value"]], turn=0), talk.holding([row["new_value"]], turn=1)
    if old and new:
        again = talk.holding([row["old_value"]], turn=2)
        talk.asks = [*((each, old + new + again) for each in row["asks"]), *((each, []) for each in row["misses"])]
        for asked in row["asks"]:
            talk.pairs += [(asked, one, two, row["kind"] in CHANGES) for one in old for two in new]
            talk.pairs += [
                (asked, one, two, False) for one in old for two in talk.after(one) if talk.said[two].turn > 1
            ]
            talk.pairs += [
                (asked, one, two, False) for one in new for two in talk.after(one) if talk.said[two].turn > 2
            ]
    return talk


def _of_talk(row: dict[str, Any], source: str) -> Talk:
    talk = Talk(source=source, said=said_in(row["messages"]))
    for asked in row["asks"]:
        now, past = (
            [each for turn, words in asked[side] for each in talk.holding([words], turn=turn)] for side in SIDES
        )
        if bool(now) is bool(asked["holds"]):
            past = [each for each in past if each not in now]
            talk.asks.append((asked["q"], now + past))
            for old in now + past:
                later = [each for each in talk.after(old) if each not in past]
                talk.pairs += [(asked["q"], old, new, old in past and new in now) for new in later]
    talk.ends = sorted({(old, new) for _, old, new, is_outdated in talk.pairs if is_outdated})
    gone = {old for old, _ in talk.ends}
    talk.stays = [(old, new) for old in range(len(talk.said)) if old not in gone for new in talk.after(old)]
    # A sentence may tell two things of which one has ended: of that nothing is learned.
    talk.pairs = [each for each in talk.pairs if each[3] or each[1:3] not in talk.ends]
    return talk


def _of_long_talk(row: dict[str, Any], source: str) -> Talk:
    """A talk with every pair of which the later sentence puts the earlier one out of date."""
    talk, end = _of_talk(row, source), len(row["messages"])
    talk.ends = sorted({*talk.ends, *_placed(talk, row["ends"])})
    unsure = {*_placed(talk, row["unsure"])}
    ended = {old: talk.said[new].turn for old, new in reversed(talk.ends)}
    talk.stays = [
        (old, new)
        for old in range(len(talk.said))
        for new in talk.after(old)
        if talk.said[new].turn < ended.get(old, end) and (old, new) not in unsure
    ]
    talk.pairs = [each for each in talk.pairs if each[3] or each[1:3] not in {*talk.ends, *unsure}]
    return talk


def _placed(talk: Talk, told: Sequence[tuple[int, str, int, str]]) -> Iterator[tuple[int, int]]:
    """The pairs of sentences that hold some words."""
    for before, old, after, new in told:
        for one in talk.holding([old], turn=before):
            yield from ((one, two) for two in talk.holding([new], turn=after))


SHAPES: Final = {"ends": _of_long_talk, "messages": _of_talk, "stays": _of_stays, "old": _of_item}
"""By a name that only its rows have, how a row is read; the first that fits."""
SIDES: Final = "holds", "gone"


def lessons() -> Iterator[Talk]:
    """All that is for developing."""
    yield from (each for name in CASES for each in of_cases(name))
    yield from (each for name in CHATS for each in of_chats(name))
    yield from (each for file in sorted(ITEMS.glob("*.jsonl")) for each in of_items(file))
