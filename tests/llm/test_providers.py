"""A model that answers, errs, stalls, floods or refuses, over real HTTP."""

from __future__ import annotations

import asyncio
import logging
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from showbible.errors import Misconfigured
from showbible.llm.client import Answered, AnswerOutcome, Call, Note, Prompt
from showbible.llm.offline import Offline
from showbible.llm.providers import Endpoint, ModelLLM, connect
from showbible.settings import Settings
from tests import fake_model
from tests.fake_model import FakeModel
from tests.llm import RULED, Mood, SceneNotes, scene_notes

KEY = "sk-of-the-studio"
SCENE = "Mara hides the letter."
GOOD = '{"mood": "calm", "score": 0.5, "text": "ok"}'
NOTES = SceneNotes(mood=Mood.CALM, score=0.5, text="ok")
WRONG_MOOD = fake_model.says('{"mood": "grumpy", "score": 1}')


@pytest.fixture
def prompt(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Prompt[SceneNotes]:
    return scene_notes(tmp_path, monkeypatch)


def _llm(server: FakeModel, *, output: str = "native", timeout: float = 30.0, note: Note | None = None) -> ModelLLM:
    endpoint = Endpoint(base_url=server.url, api_key=KEY)
    return ModelLLM("openai-chat:fake", output=output, timeout=timeout, note=note, endpoint=endpoint)


def _made_by_the_model(outcome: AnswerOutcome = AnswerOutcome.ANSWERED) -> Answered[SceneNotes]:
    return Answered(value=NOTES, made_by="model:openai-chat:fake", outcome=outcome)


def _made_by_the_rule(error: str) -> Answered[SceneNotes]:
    return Answered(value=RULED, made_by="rule", outcome=AnswerOutcome.FELL_BACK, error=error)


def test_an_answer_in_shape_is_the_models(prompt: Prompt[SceneNotes]) -> None:
    with FakeModel(fake_model.says(GOOD)) as server:
        answered = _llm(server).ask(prompt, scene=SCENE, words=3)

    assert answered == _made_by_the_model()
    assert [SCENE in received.text for received in server.received] == [True]


@pytest.mark.parametrize(
    ("output", "behaviour"),
    [
        ("tool", fake_model.calls_the_tool(GOOD)),
        ("prompted", fake_model.says(f"```json\n{GOOD}\n```")),
    ],
)
def test_the_output_mode_is_a_choice(prompt: Prompt[SceneNotes], output: str, behaviour: fake_model.Behaviour) -> None:
    with FakeModel(behaviour) as server:
        answered = _llm(server, output=output).ask(prompt, scene=SCENE, words=3)

    assert answered == _made_by_the_model()


def test_a_wrong_answer_is_repaired_once_the_model_sees_what_is_wrong(prompt: Prompt[SceneNotes]) -> None:
    with FakeModel(WRONG_MOOD, fake_model.says(GOOD)) as server:
        answered = _llm(server).ask(prompt, scene=SCENE, words=3)

    assert answered == _made_by_the_model(AnswerOutcome.REPAIRED)
    assert ["'calm' or 'tense'" in received.text for received in server.received] == [False, True]


@pytest.mark.parametrize(
    ("behaviour", "error"),
    [
        (WRONG_MOOD, "The model's answer does not fit: mood (enum)."),
        (fake_model.says('{"mood": "calm"}'), "The model's answer does not fit: score (missing)."),
        (fake_model.says('{"mood": "calm", "score": NaN}'), "Every number in the answer must be a finite number."),
        (fake_model.says('{"mood": "calm", "score": 1, "text": "\\u0000"}'), "The answer contains a NUL character."),
        (fake_model.says(f"Sure {{!}} {GOOD} Enjoy."), "The model's answer does not fit: answer (json_invalid)."),
        (
            fake_model.says('{"mood": "calm", "score": 1, "text": "\\ud800"}'),
            "The model's answer does not fit: answer (json_invalid).",
        ),
        (fake_model.says(""), "The model gave no usable answer (ToolRetryError)."),
    ],
    ids=["enum", "schema", "nan", "nul", "prose", "surrogate", "empty"],
)
def test_two_wrong_answers_leave_it_to_the_rule(
    prompt: Prompt[SceneNotes], behaviour: fake_model.Behaviour, error: str
) -> None:
    with FakeModel(behaviour) as server:
        answered = _llm(server).ask(prompt, scene=SCENE, words=3)

    assert answered == _made_by_the_rule(error)
    assert len(server.received) == 2


@pytest.mark.parametrize(
    ("behaviour", "error"),
    [
        (fake_model.fails(401), "The model's server answered 401."),
        (fake_model.fails(429, Retry_After="3600"), "The model's server answered 429."),
        (fake_model.redirects(), "The model's server answered 307."),
        (fake_model.refuses(), "The model refused to answer."),
        (fake_model.cuts(), "The model gave no usable answer (RemoteProtocolError)."),
        (fake_model.sends(b""), "The model gave no usable answer (JSONDecodeError)."),
        (fake_model.sends(b"[" * 100_000), "The model gave no usable answer (RecursionError)."),
        (fake_model.says('{"text": "\ud800"}'), "The model gave no usable answer (PydanticSerializationError)."),
        (fake_model.floods(50 * 1024 * 1024), "The model's answer has more than 1,048,576 bytes."),
        (fake_model.compresses(GOOD), "The model's server compressed its answer unasked."),
    ],
    ids=["401", "429-for-an-hour", "redirect", "refusal", "cut", "no-body", "deep", "raw-surrogate", "flood", "gzip"],
)
def test_a_failure_that_asking_again_would_not_mend_goes_to_the_rule_at_once(
    prompt: Prompt[SceneNotes], behaviour: fake_model.Behaviour, error: str
) -> None:
    with FakeModel(behaviour) as server:
        answered = _llm(server).ask(prompt, scene=SCENE, words=3)

    assert answered == _made_by_the_rule(error)
    assert len(server.received) == 1


@pytest.mark.parametrize("behaviour", [fake_model.hangs(), fake_model.drips()], ids=["silent", "byte-by-byte"])
def test_a_server_that_keeps_us_waiting_is_left(prompt: Prompt[SceneNotes], behaviour: fake_model.Behaviour) -> None:
    with FakeModel(behaviour) as server:
        answered = _llm(server, timeout=0.5).ask(prompt, scene=SCENE, words=3)

    assert answered == _made_by_the_rule("The model did not answer within 0.5 seconds.")


def test_a_server_that_is_gone_leaves_it_to_the_rule(prompt: Prompt[SceneNotes]) -> None:
    with FakeModel(fake_model.says(GOOD)) as server:
        llm = _llm(server)

    answered = llm.ask(prompt, scene=SCENE, words=3)

    assert answered == _made_by_the_rule("The model could not be reached (All connection attempts failed).")


@pytest.mark.parametrize("status", [429, 500])
def test_a_busy_server_is_asked_once_more(prompt: Prompt[SceneNotes], status: int) -> None:
    with FakeModel(fake_model.fails(status, Retry_After="0"), fake_model.says(GOOD)) as server:
        answered = _llm(server).ask(prompt, scene=SCENE, words=3)

    assert answered == _made_by_the_model()


@pytest.mark.parametrize("status", [429, 500])
def test_a_busy_server_is_not_hammered(prompt: Prompt[SceneNotes], status: int) -> None:
    with FakeModel(fake_model.fails(status, Retry_After="0")) as server:
        answered = _llm(server).ask(prompt, scene=SCENE, words=3)

    assert answered == _made_by_the_rule(f"The model's server answered {status}.")
    assert len(server.received) == 2


@pytest.mark.parametrize(
    ("script", "outcome", "asked"),
    [
        ([fake_model.says(GOOD)], AnswerOutcome.ANSWERED, 1),
        ([WRONG_MOOD, fake_model.says(GOOD)], AnswerOutcome.REPAIRED, 2),
        ([WRONG_MOOD], AnswerOutcome.FELL_BACK, 2),
    ],
)
def test_what_was_spent_is_noted(
    prompt: Prompt[SceneNotes], script: list[fake_model.Behaviour], outcome: AnswerOutcome, asked: int
) -> None:
    calls: list[Call] = []

    with FakeModel(*script) as server:
        _llm(server, note=calls.append).ask(prompt, scene=SCENE, words=3)

    noted = [(call.prompt, call.model, call.outcome, call.tokens_in, call.tokens_out) for call in calls]
    assert noted == [
        ("scene_notes", "openai-chat:fake", outcome, asked * fake_model.TOKENS_IN, asked * fake_model.TOKENS_OUT)
    ]


@pytest.mark.parametrize("name", ["openai-chat:fake", "anthropic:claude-haiku-5-5"])
def test_neither_key_nor_prompt_reaches_a_log_or_an_error(
    prompt: Prompt[SceneNotes], name: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    calls: list[Call] = []

    with FakeModel(fake_model.fails(400)) as server:
        endpoint = Endpoint(base_url=server.url, api_key=KEY)
        ModelLLM(name, note=calls.append, endpoint=endpoint).ask(prompt, scene=SCENE, words=3)

    told = caplog.text + repr(calls) + repr(endpoint)
    assert (KEY in told, SCENE in told, "answered 400" in told) == (False, False, True)


def test_many_threads_may_ask_at_once(prompt: Prompt[SceneNotes]) -> None:
    with FakeModel(fake_model.says(GOOD)) as server, ThreadPoolExecutor(8) as pool:
        llm = _llm(server)
        asked = [pool.submit(llm.ask, prompt, scene=f"Scene {number}.", words=3) for number in range(16)]

    assert [future.result() for future in asked] == [_made_by_the_model()] * 16


def test_a_thread_that_runs_an_event_loop_may_ask(prompt: Prompt[SceneNotes]) -> None:
    async def ask(llm: ModelLLM) -> Answered[SceneNotes]:
        return llm.ask(prompt, scene=SCENE, words=3)

    with FakeModel(fake_model.says(GOOD)) as server:
        answered = asyncio.run(ask(_llm(server)))

    assert answered == _made_by_the_model()


def test_settings_without_a_model_mean_the_rules() -> None:
    llm = connect(Settings(), note=None)

    assert isinstance(llm, Offline)


@pytest.mark.parametrize("name", ["openai:gpt-5", "anthropic:claude-haiku-5-5", "ollama:qwen3"])
def test_settings_choose_the_model(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    monkeypatch.setenv("ANTHROPIC_API_KEY", KEY)
    monkeypatch.setenv("OLLAMA_BASE_URL", "http://127.0.0.1:9/v1")

    llm = connect(Settings(model=name), note=None)

    assert (type(llm), llm.name) == (ModelLLM, name)


@pytest.mark.parametrize(
    ("name", "advice"),
    [
        ("openai:gpt-5", "OPENAI_API_KEY"),
        ("nobody:nothing", "nobody"),
        ("anthropic:claude-3-5-haiku-latest", "SHOWBIBLE_MODEL_OUTPUT=tool"),
    ],
)
def test_a_model_that_could_never_answer_is_refused(name: str, advice: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    monkeypatch.setenv("ANTHROPIC_API_KEY", KEY)

    with pytest.raises(Misconfigured, match=advice):
        connect(Settings(model=name), note=None)


def test_a_missing_library_is_named_by_its_extra() -> None:
    script = (
        "import sys; sys.modules['pydantic_ai'] = None\n"
        "from showbible.llm.providers import connect; from showbible.settings import Settings\n"
        "connect(Settings(model='openai:gpt-5'), note=None)\n"
    )

    said = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)

    assert "Misconfigured" in said.stderr and "pip install 'showbible[model]'" in said.stderr
