"""Whether a memory knows what holds now: facts that change, end, are denied, are only added or never were.

    python -m benchmarks.updates [CASES.jsonl ...] [--model SPEC] [--each N] [--long] [--silence] [--kinds] [--wrong]

Every case is told turn by turn to a conversation of its own, then its question is asked as
`GET /memories?q=` asks it. `--long` tells forty everyday sentences first and counts those that were
hidden although they still hold; `--silence` asks what the memory cannot know; `--each` takes so many
cases of each kind, drawn by chance but always the same, since models take their time. Without a path the
cases that ship with the benchmark are taken; those of `unseen.jsonl`, of `unseen_three.jsonl` to
`unseen_six.jsonl` and of `unseen_eight.jsonl` are for judging, so look at the figures only. Format and scoring:
`benchmarks/data/updates/README.md`.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import tempfile
import zlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from statistics import fmean
from typing import Any, Final

import structlog

from showbible.bible import Bible
from showbible.conversations.model import Scope
from showbible.conversations.recall.relevant import Recalled
from showbible.settings import Settings

DATA: Final = Path(__file__).parent / "data" / "updates"
SHIPPED: Final = (DATA / "practice.jsonl", DATA / "held_out.jsonl")
QUESTIONS: Final = (
    "silence.jsonl",
    "near_misses.jsonl",
    "silence_later.jsonl",
    "silence_last.jsonl",
    "silence_sixth.jsonl",
    "silence_seventh.jsonl",
    "silence_eighth.jsonl",
    "silence_ninth.jsonl",
    "silence_tenth.jsonl",
    "silence_unseen_two.jsonl",
    "silence_tongues.jsonl",
    "silence_tongues_two.jsonl",
    "silence_eleventh.jsonl",
    "silence_thirteenth.jsonl",
    "silence_fourteenth.jsonl",
    "silence_unseen_three.jsonl",
    "silence_unseen_four.jsonl",
    "silence_fifteenth.jsonl",
    "silence_unseen_five.jsonl",
    "silence_unseen_six.jsonl",
    "silence_unseen_seven.jsonl",
    "silence_unseen_eight.jsonl",
)
"""Files of questions about the cases of other files."""
CHARACTER: Final = "mika"
REPLY: Final = "Mm-hm."
TALK_BEFORE: Final = 40
FAR_QUESTIONS: Final = 2
ALL: Final = 200
MODEL_SECONDS: Final = 900.0
"""What a model may take for an answer: a slow machine is no reason to measure the rules in its place."""
KINDS: Final = ("update", "correction", "negation", "denial", "reworded", "addition", "distractor")


@dataclass(frozen=True, kw_only=True)
class Turn:
    """One message of the user."""

    at: datetime
    text: str


@dataclass(frozen=True, kw_only=True)
class Case:
    """What is told, what is asked then, and what may and may not be answered."""

    id: str
    kind: str
    turns: tuple[Turn, ...]
    question: str
    current: tuple[str, ...]
    stale: tuple[str, ...]
    unless: tuple[str, ...]
    lang: str

    @classmethod
    def read(cls, line: str) -> Case:
        """A case as its line in a file has it."""
        row = json.loads(line)
        turns = tuple(Turn(at=datetime.fromisoformat(each["at"]), text=each["text"]) for each in row["turns"])
        lists = {name: tuple(row.get(name) or ()) for name in ("current", "stale", "unless")}
        return cls(
            id=row["id"], kind=row["kind"], turns=turns, question=row["question"], lang=row.get("lang", "en"), **lists
        )

    def tells_current(self, text: str) -> bool:
        """Whether a memory tells what holds."""
        return any(holds(text, each) for each in self.current)

    def tells_stale(self, text: str) -> bool:
        """Whether a memory tells as a fact what is none, or no more."""
        return any(holds(text, each) for each in self.stale) and not any(holds(text, each) for each in self.unless)


@dataclass(frozen=True, kw_only=True)
class Marks:
    """What one case showed."""

    case: Case
    answer: tuple[str, ...]
    current_1: bool
    current_3: bool
    stale_1: bool
    stale_3: bool
    false: bool
    kept: bool

    @property
    def right(self) -> bool:
        """Whether the memory did what this kind of case asks for."""
        if self.case.kind in ("update", "correction"):
            return self.current_1 and not self.stale_3
        known = self.current_3 or not self.case.current
        if self.case.kind == "addition":
            return known and self.kept
        return known and (self.case.kind == "reworded" or not self.false)


@dataclass
class Silence:
    """How often nothing was answered where nothing was known, and where something was."""

    far: list[bool] = field(default_factory=list)
    near: list[bool] = field(default_factory=list)
    beside: list[bool] = field(default_factory=list)
    """Neighbours of near misses that were answered, and are to be."""
    answerable: list[bool] = field(default_factory=list)


@dataclass
class Result:
    """What a file of cases showed."""

    marks: list[Marks] = field(default_factory=list)
    hidden: list[bool] = field(default_factory=list)
    silence: Silence = field(default_factory=Silence)
    answers: dict[str, int] = field(default_factory=dict)
    """By their outcome, how many questions a model was asked."""


class Listener:
    """A memory that is told cases, each by a user of its own."""

    def __init__(self, bible: Bible, *, long: bool = False) -> None:
        self._talks = bible.conversations
        self._db = bible.db
        self._everyday = everyday() if long else []

    def hear(self, case: Case) -> list[bool]:
        """Tell a case; gives for each everyday sentence kept before it whether that is hidden now."""
        session = self._talks.start(CHARACTER, user_id=case.id, session_id=case.id).session_id
        for number, turn in enumerate([*self._before(case), *case.turns]):
            said = [("user", turn.text), ("assistant", REPLY)]
            heard = self._talks.say(session, said, exchange_id=f"{case.id}.{number}", at=turn.at)
            self._talks.direct(session, heard.exchange_id)
        return self._hidden(session, before=TALK_BEFORE if self._everyday else 0)

    def answer(self, case: Case, question: str, *, limit: int = 10) -> list[Recalled]:
        """What the memory of a case answers to a question, without what holds no more."""
        found = self._talks.recall(_scope(case), question, limit=limit, at=_asked_at(case))
        return [each for each in found if each.memory.superseded_by is None]

    def everything(self, case: Case) -> set[str]:
        """Every text the memory of a case tells as holding, in answer or unasked."""
        strong = self._talks.strongest(_scope(case), limit=ALL, per_type=ALL, at=_asked_at(case))
        unasked = {each.memory.text for each in strong if each.memory.superseded_by is None}
        return unasked | {each.memory.text for each in self.answer(case, case.question, limit=ALL)}

    def _before(self, case: Case) -> list[Turn]:
        if not self._everyday:
            return []
        chance = random.Random(zlib.crc32(case.id.encode()))
        fitting = [each for each in self._everyday if not (case.tells_current(each) or _any(each, case.stale))]
        first = case.turns[0].at - timedelta(days=TALK_BEFORE)
        texts = chance.sample(fitting, TALK_BEFORE)
        return [Turn(at=first + timedelta(hours=23 * day), text=text) for day, text in enumerate(texts)]

    def _hidden(self, session_id: str, *, before: int) -> list[bool]:
        rows = self._db.all(
            """
            SELECT exchange_id, MAX(superseded_by IS NOT NULL) AS hidden
              FROM memories
             WHERE session_id = :session_id
             GROUP BY exchange_id
            """,
            session_id=session_id,
        )
        return [bool(row.hidden) for row in rows if int(row.exchange_id.rpartition(".")[2]) < before]


def main() -> None:
    """Measure and print tables."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(50))
    given = _arguments()
    for path in given.cases or SHIPPED:
        cases = drawn(read_cases(path), each=given.each)
        with tempfile.TemporaryDirectory(dir=fast_folder()) as home:
            result = measured(cases, home=Path(home), model=given.model, long=given.long, silence=given.silence)
        print(f"\n{path.name}: {len(cases)} cases")
        show(result, kinds=given.kinds)
        if given.wrong:
            show_wrong(result)


def measured(
    cases: Sequence[Case], *, home: Path, model: str = "rules", long: bool = False, silence: bool = False
) -> Result:
    """What a fresh memory makes of cases."""
    settings = Settings(
        home=home,
        model=None if model == "rules" else model,
        model_timeout=MODEL_SECONDS,
        disk_floor_mb=0,
        workers=0,
    )
    result = Result()
    near, beside = near_misses() if silence else ({}, {})
    with Bible(settings) as bible:
        listener = Listener(bible, long=long)
        for case in cases:
            result.hidden += listener.hear(case)
            result.marks.append(marked(listener, case))
            if silence:
                _add_silence(result.silence, listener, case, far=far_questions(case, cases), near=near.get(case.id, []))
                result.silence.beside += [not listener.answer(case, question) for question in beside.get(case.id, [])]
        rows = bible.db.tuples("SELECT outcome, COUNT(*) FROM model_calls GROUP BY outcome ORDER BY outcome")
        result.answers = dict(rows)
    return result


def marked(listener: Listener, case: Case) -> Marks:
    """Ask a case's question and compare."""
    answer = tuple(each.memory.text for each in listener.answer(case, case.question))
    everything = listener.everything(case)
    return Marks(
        case=case,
        answer=answer,
        current_1=any(map(case.tells_current, answer[:1])),
        current_3=any(map(case.tells_current, answer[:3])),
        stale_1=any(map(case.tells_stale, answer[:1])),
        stale_3=any(map(case.tells_stale, answer[:3])),
        false=any(map(case.tells_stale, everything)),
        kept=all(_any_holds(everything, value) for value in case.current),
    )


def _add_silence(silence: Silence, listener: Listener, case: Case, *, far: Iterable[str], near: Iterable[str]) -> None:
    silence.far += [not listener.answer(case, question) for question in far]
    silence.near += [not listener.answer(case, question) for question in near]
    if case.current:
        silence.answerable.append(not listener.answer(case, case.question))


def drawn(cases: Sequence[Case], *, each: int | None) -> list[Case]:
    """All cases, or so many of each kind."""
    if each is None:
        return [*cases]
    by_chance = sorted(cases, key=lambda case: zlib.crc32(case.id.encode()))
    return [case for kind in KINDS for case in [one for one in by_chance if one.kind == kind][:each]]


def far_questions(case: Case, cases: Sequence[Case]) -> list[str]:
    """Questions of other cases in the same language with no telling word of this one's."""
    told = _telling(" ".join([case.question, *(turn.text for turn in case.turns)]))
    others = [
        each.question
        for each in cases
        if each.lang == case.lang and each.current and not told & _telling(each.question)
    ]
    return random.Random(zlib.crc32(case.id.encode())).sample(others, min(FAR_QUESTIONS, len(others)))


def near_misses() -> tuple[dict[str, list[str]], dict[str, list[str]]]:
    """By case, questions that come near what was told and have no answer in it, and neighbours that have one."""
    near: dict[str, list[str]] = {}
    beside: dict[str, list[str]] = {}
    for name in QUESTIONS:
        for line in (DATA / name).read_text(encoding="utf-8").splitlines():
            row = json.loads(line)
            (beside if row.get("answer") else near).setdefault(row["case"], []).append(row["question"])
    return near, beside


def read_cases(path: Path) -> list[Case]:
    """The cases of a file."""
    return [Case.read(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]


def everyday() -> list[str]:
    """Sentences of everyday talk, each with a fact that no other contradicts."""
    return (DATA / "everyday.txt").read_text(encoding="utf-8").splitlines()


def holds(text: str, value: str) -> bool:
    """Whether a text has a value as whole words; without spaces between words, anywhere."""
    text, value = _plain(text), _plain(value)
    if re.search(r"[\u3040-\u30ff\u4e00-\u9fff]", value):
        return value in text
    return re.search(rf"(?<!\w){re.escape(value)}(?!\w)", text) is not None


def show(result: Result, *, kinds: bool) -> None:
    """Print what was measured."""
    print(f"{'':14}{'cases':>6}  right  current@1  current@3  stale@1  stale@3  false   kept")
    if kinds:
        for name, marks in _groups(result.marks):
            _show_row(name, marks)
    _show_row("all", result.marks)
    by_kind = [fmean(each.right for each in marks) for _, marks in _by(result.marks, "kind")]
    print(f"mean of kinds right: {fmean(by_kind):.3f}")
    if result.answers:
        print("answers of the model: " + ", ".join(f"{count} {outcome}" for outcome, count in result.answers.items()))
    if result.hidden:
        print(f"hidden although they hold: {_share(result.hidden)} of everyday sentences")
    if result.silence.answerable:
        quiet = result.silence
        print(f"answered with nothing: unknown {_share(quiet.far)}, near misses {_share(quiet.near)}", end="")
        print(f"; answerable {_share(quiet.answerable)}, beside near misses {_share(quiet.beside)}")


def show_wrong(result: Result) -> None:
    """Print each case that went wrong with what was answered first."""
    for each in (each for each in result.marks if not each.right):
        print(f"\n{each.case.id}: {each.case.question}  wants {list(each.case.current)}, not {list(each.case.stale)}")
        for text in each.answer[:3]:
            print(f"   {text}")


def _groups(marks: Sequence[Marks]) -> Iterator[tuple[str, list[Marks]]]:
    yield from _by(marks, "kind")
    yield from _by(marks, "lang")


def _by(marks: Sequence[Marks], name: str) -> list[tuple[str, list[Marks]]]:
    names = {getattr(each.case, name) for each in marks}
    order = [*(each for each in KINDS if each in names), *sorted(names - set(KINDS))]
    return [(group, [each for each in marks if getattr(each.case, name) == group]) for group in order]


def _show_row(name: str, marks: Sequence[Marks]) -> None:
    known = [each for each in marks if each.case.current]
    additions = [each.kept for each in marks if each.case.kind == "addition"]
    cells = (
        _figure([each.right for each in marks], 7),
        _figure([each.current_1 for each in known], 11),
        _figure([each.current_3 for each in known], 11),
        _figure([each.stale_1 for each in marks], 9),
        _figure([each.stale_3 for each in marks], 9),
        _figure([each.false for each in marks], 7),
        _figure(additions, 7),
    )
    print(f"{name:14}{len(marks):6}{''.join(cells)}")


def _figure(shares: Sequence[bool], width: int) -> str:
    return f"{fmean(shares):{width}.3f}" if shares else f"{'-':>{width}}"


def _share(those: Sequence[bool]) -> str:
    return f"{fmean(those):.3f} ({sum(those)} of {len(those)})" if those else "-"


def _any(text: str, values: Iterable[str]) -> bool:
    return any(holds(text, each) for each in values)


def _any_holds(texts: Iterable[str], value: str) -> bool:
    return any(holds(each, value) for each in texts)


def _plain(text: str) -> str:
    return " ".join(text.replace("\u2019", "'").casefold().split())


def _telling(text: str) -> set[str]:
    return {word[:5] for word in re.findall(r"\w{4,}", _plain(text))}


def _scope(case: Case) -> Scope:
    return Scope(user_id=case.id, character_id=CHARACTER)


def _asked_at(case: Case) -> datetime:
    return case.turns[-1].at + timedelta(hours=1)


def fast_folder() -> Path | None:
    """Where waiting for a disk costs nothing, if this system has such a place; the cases outlive it anyway."""
    memory = Path("/dev/shm")
    return memory if memory.is_dir() else None


def _arguments() -> Any:
    parser = argparse.ArgumentParser()
    parser.add_argument("cases", nargs="*", type=Path)
    parser.add_argument("--model", default="rules", help="as SHOWBIBLE_MODEL: provider:name; rules means none")
    parser.add_argument("--each", type=int, metavar="N", help="only so many cases of each kind: models take their time")
    parser.add_argument("--long", action="store_true", help="tell forty everyday sentences before each case")
    parser.add_argument("--silence", action="store_true", help="ask what the memory cannot know, too")
    parser.add_argument("--kinds", action="store_true", help="a line for each kind and language")
    parser.add_argument("--wrong", action="store_true", help="list the cases that went wrong")
    return parser.parse_args()


if __name__ == "__main__":
    main()
