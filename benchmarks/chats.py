"""What a long chat leaves: whether sentences that hold are still told, and those that have ended no more.

    python -m benchmarks.chats [CHATS.jsonl ...] [--wrong] [--model SPEC]

Every chat is told message by message to a memory of its own; then each sentence of the user is looked at,
and each question asked as `GET /memories?q=` asks it. `--wrong` lists the sentences that were hidden although
they hold with what took their place and why, those that stand although they have ended, and wrong answers.
Without a path the chats that ship for developing are taken; those of `unseen.jsonl` and `unseen_two.jsonl` are for
judging, so look at the figures only. Format and scoring: `benchmarks/data/chats/README.md`.
"""

from __future__ import annotations

import argparse
import json
import re
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, Final

import structlog

from benchmarks.updates import Turn, fast_folder, holds
from showbible.bible import Bible
from showbible.conversations.model import Scope
from showbible.settings import Settings

DATA: Final = Path(__file__).parent / "data" / "chats"
SHIPPED: Final = tuple(DATA / f"{name}.jsonl" for name in ("practice", "later", "third", "fourth"))
CHARACTER: Final = "mika"
REPLY: Final = "I see."
SEEN: Final = 3
"""How many of the memories recalled count as told."""
_DATED: Final = re.compile(r" \(\d{4}-\d\d-\d\d\)")
"""The date that is kept beside words such as tomorrow; nobody wrote it."""
_MOSTLY: Final = 0.6
"""The share of a line that has to have ended, lest what is left of it holds."""


@dataclass(frozen=True, kw_only=True)
class Piece:
    """Some words of a message."""

    turn: int
    text: str

    def share_of(self, line: Line) -> float:
        """How much of a line these words are."""
        if line.turn != self.turn:
            return 0.0
        text = _DATED.sub("", line.text)
        if text in self.text:
            return 1.0
        return len(self.text) / len(text) if self.text in text else 0.0


@dataclass(frozen=True, kw_only=True)
class Question:
    """What is asked at the end, what answers it, and what must not be told; no answer where it was never told."""

    text: str
    answer: tuple[str, ...]
    wrong: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class Chat:
    """One user's messages of some weeks."""

    id: str
    turns: tuple[Turn, ...]
    ended: tuple[Piece, ...]
    open: tuple[Piece, ...]
    questions: tuple[Question, ...]

    @classmethod
    def read(cls, line: str) -> Chat:
        """A chat as its line in a file has it."""
        row = json.loads(line)
        ended, either = (tuple(Piece(**each) for each in row.get(name, ())) for name in ("ended", "open"))
        return cls(
            id=row["id"],
            turns=tuple(Turn(at=datetime.fromisoformat(each["at"]), text=each["text"]) for each in row["turns"]),
            ended=ended,
            open=either,
            questions=tuple(
                Question(text=each["question"], answer=tuple(each["answer"]), wrong=tuple(each.get("not", ())))
                for each in row["questions"]
            ),
        )

    @property
    def scope(self) -> Scope:
        """Where it is remembered."""
        return Scope(user_id=self.id, character_id=CHARACTER)


@dataclass(frozen=True, kw_only=True)
class Line:
    """A sentence of the user as it was kept, and what took its place."""

    turn: int
    text: str
    replaced_by: str | None
    why: str | None


@dataclass(frozen=True, kw_only=True)
class Answered:
    """A question and what was told."""

    question: Question
    told: tuple[str, ...]

    @property
    def is_first(self) -> bool:
        """Whether the first thing told answers it, and nothing wrong is told."""
        return self.is_among and self._answers(self.told[0])

    @property
    def is_among(self) -> bool:
        """Whether something told answers it, and nothing wrong is told."""
        wrong = any(holds(text, each) for text in self.told for each in self.question.wrong if not self._answers(text))
        return not wrong and any(map(self._answers, self.told))

    def _answers(self, text: str) -> bool:
        return any(holds(text, each) for each in self.question.answer)


@dataclass
class Result:
    """What the chats of a file left."""

    hidden: list[tuple[Chat, Line]] = field(default_factory=list)
    """Sentences that are told no more although they hold."""
    held: int = 0
    """How many sentences hold."""
    standing: list[tuple[Chat, Line]] = field(default_factory=list)
    """Sentences that are told still although they have ended."""
    ended: int = 0
    answered: list[tuple[Chat, Answered]] = field(default_factory=list)


def main() -> None:
    """Measure and print."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(50))
    given = _arguments()
    for path in given.chats or SHIPPED:
        chats = [Chat.read(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
        with tempfile.TemporaryDirectory(dir=fast_folder()) as home:
            result = measured(chats, home=Path(home), model=given.model)
        print(f"\n{path.name}: {len(chats)} chats")
        show(result)
        if given.wrong:
            show_wrong(result)


def measured(chats: Sequence[Chat], *, home: Path, model: str = "rules") -> Result:
    """What a fresh memory makes of chats."""
    settings = Settings(home=home, model=None if model == "rules" else model, disk_floor_mb=0, workers=0)
    result = Result()
    with Bible(settings) as bible:
        for chat in chats:
            tell(bible, chat)
            _look(result, chat, kept_lines(bible, chat))
            result.answered += [(chat, _ask(bible, chat, each)) for each in chat.questions]
    return result


def tell(bible: Bible, chat: Chat) -> None:
    """Say all messages of a chat, each processed before the next."""
    session = bible.conversations.start(CHARACTER, user_id=chat.id, session_id=chat.id).session_id
    for number, turn in enumerate(chat.turns):
        said = [("user", turn.text), ("assistant", REPLY)]
        kept = bible.conversations.say(session, said, exchange_id=f"{chat.id}.{number}", at=turn.at)
        bible.conversations.direct(session, kept.exchange_id)


def kept_lines(bible: Bible, chat: Chat) -> list[Line]:
    """The user's sentences as they are kept; what a model made of them is not among these."""
    rows = bible.db.all(
        """
        SELECT old.exchange_id, old.text, old.superseded_why, new.text AS replaced_by
          FROM memories AS old
          LEFT JOIN memories AS new ON new.memory_id = old.superseded_by
         WHERE old.session_id = :session_id AND old.speaker = 'user' AND old.rests_on = '[]'
         ORDER BY old.seq
        """,
        session_id=chat.id,
    )
    return [
        Line(
            turn=int(row.exchange_id.rpartition(".")[2]),
            text=row.text,
            replaced_by=row.replaced_by,
            why=row.superseded_why,
        )
        for row in rows
    ]


def _look(result: Result, chat: Chat, lines: Sequence[Line]) -> None:
    """Count what is hidden and what stands; questions and what a reader may call either count for nothing."""
    for line in lines:
        ended = max((each.share_of(line) for each in chat.ended), default=0.0)
        either = max((each.share_of(line) for each in chat.open), default=0.0)
        if ended >= _MOSTLY:
            result.ended += 1
            result.standing += [(chat, line)] if line.replaced_by is None else []
        elif not ended and not either and not line.text.rstrip().endswith("?"):
            result.held += 1
            result.hidden += [(chat, line)] if line.replaced_by is not None else []


def _ask(bible: Bible, chat: Chat, question: Question) -> Answered:
    at = chat.turns[-1].at + timedelta(hours=1)
    found = bible.conversations.recall(chat.scope, question.text, limit=SEEN, at=at)
    return Answered(question=question, told=tuple(each.memory.text for each in found))


def show(result: Result) -> None:
    """Print what was measured."""
    known = [each for _, each in result.answered if each.question.answer]
    unknown = [each for _, each in result.answered if not each.question.answer]
    print(f"hidden although they hold: {_share(len(result.hidden), result.held)}")
    print(f"told although they have ended: {_share(len(result.standing), result.ended)}")
    print(f"right first {_share(sum(each.is_first for each in known), len(known))}", end=", ")
    print(f"among three {_share(sum(each.is_among for each in known), len(known))}", end="; ")
    print(f"never told, answered with nothing {_share(sum(not each.told for each in unknown), len(unknown))}")


def show_wrong(result: Result) -> None:
    """Print each sentence and each answer that went wrong."""
    for chat, line in result.hidden:
        print(f"\n{chat.id} {line.turn}: hidden: {line.text}\n   by: {line.replaced_by}\n   why: {line.why}")
    for chat, line in result.standing:
        print(f"\n{chat.id} {line.turn}: stands: {line.text}")
    for chat, asked in result.answered:
        if asked.is_first if asked.question.answer else not asked.told:
            continue
        wants, wrong = list(asked.question.answer), list(asked.question.wrong)
        print(f"\n{chat.id}: {asked.question.text}  wants {wants}, not {wrong}")
        for text in asked.told:
            print(f"   {text}")


def _share(some: int, of: int) -> str:
    return f"{some / of:.3f} ({some} of {of})" if of else "-"


def _arguments() -> Any:
    parser = argparse.ArgumentParser()
    parser.add_argument("chats", nargs="*", type=Path)
    parser.add_argument("--model", default="rules", help="as SHOWBIBLE_MODEL: provider:name; rules means none")
    parser.add_argument("--wrong", action="store_true", help="list what went wrong")
    return parser.parse_args()


if __name__ == "__main__":
    main()
