"""A language model behind a wire, held to its time, its size and the shape of its answer."""

from __future__ import annotations

import asyncio
import logging
import ssl
import threading
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterator
from concurrent.futures import Future
from contextlib import ExitStack
from dataclasses import field
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, TypeVar

from showbible.errors import Malformed, Misconfigured, ShowbibleError, TooLarge
from showbible.llm import answering
from showbible.llm.answering import ANSWER_LIMIT, Usage
from showbible.llm.client import LLM, Answer, Answered, AnswerOutcome, Note, Prompt
from showbible.llm.local import asking
from showbible.llm.offline import Offline
from showbible.settings import Settings
from showbible.values import frozen

if TYPE_CHECKING:
    import httpx2
    from pydantic import BaseModel
    from pydantic_ai import Agent
    from pydantic_ai.models import Model
    from pydantic_ai.output import OutputSpec
    from pydantic_ai.providers import Provider

T = TypeVar("T")

PAUSE: Final = 0.5  # seconds before the one retry, when the server names none
_CHATTY: Final = ("anthropic", "httpcore2", "httpx2", "openai")


@frozen
class Endpoint:
    """Where a model is served and with which key, when that is not the provider's own default."""

    base_url: str
    api_key: str = field(repr=False)


def connect(settings: Settings, *, note: Note | None, ending: ExitStack | None = None) -> LLM:
    """The model the settings name, or the offline rules when they name none; `ending` ends what it started."""
    if settings.model is None:
        return Offline(note=note)
    if asking.is_local(settings.model):
        engine = asking.engine(settings)
        if ending is not None:
            ending.callback(engine.close)
        return asking.LocalLLM(engine, timeout=settings.model_timeout, note=note)
    return ModelLLM(settings.model, output=settings.model_output, timeout=settings.model_timeout, note=note)


class ModelLLM:
    """A model that answers in time and in shape, or else the prompt's rule does."""

    def __init__(
        self,
        name: str,
        *,
        output: str = "native",
        timeout: float = 60.0,
        note: Note | None = None,
        endpoint: Endpoint | None = None,
    ) -> None:
        self.name = name
        self._output = output
        self._timeout = timeout
        self._note = note
        self._endpoint = endpoint
        self._check()

    def ask(self, prompt: Prompt[Answer], /, **facts: object) -> Answered[Answer]:
        """The model's answer, repaired once if need be, or the rule's and the reason."""
        return answering.ask(
            prompt,
            facts,
            model=self.name,
            note=self._note,
            converse=lambda question, spent: _in_time(
                lambda: self._converse(prompt, question, spent=spent), seconds=self._timeout
            ),
            reason=lambda error: _reason(error, answer=prompt.answer, seconds=self._timeout),
        )

    async def _converse(self, prompt: Prompt[Answer], question: str, *, spent: list[Usage]) -> Answered[Answer]:
        from pydantic_ai.messages import ModelResponse
        from pydantic_ai.usage import RunUsage, UsageLimits

        until = asyncio.get_running_loop().time() + self._timeout
        async with _http() as http:
            agent = self._agent(prompt, http)

            async def run() -> Answered[Answer]:
                usage = RunUsage()
                spent.append(usage)
                result = await agent.run(question, usage=usage, usage_limits=UsageLimits(request_limit=2))
                answers = sum(isinstance(message, ModelResponse) for message in result.new_messages())
                outcome = AnswerOutcome.ANSWERED if answers == 1 else AnswerOutcome.REPAIRED
                return Answered(value=result.output, made_by=f"model:{self.name}", outcome=outcome)

            return await _retried_once(run, until=until)

    def _agent(self, prompt: Prompt[Answer], http: httpx2.AsyncClient) -> Agent[object, Answer]:
        from pydantic_ai import Agent

        output = _output_type(self._output, prompt.answer)
        agent = Agent[object, Answer](self._model(http), output_type=output, name=prompt.name, retries=1)
        agent.output_validator(_storable)
        return agent

    def _model(self, http: httpx2.AsyncClient) -> Model:
        from pydantic_ai.models import infer_model

        return infer_model(self.name, lambda provider: _provider(provider, http, endpoint=self._endpoint))

    def _check(self) -> None:
        """Refuse a model that could never answer."""
        try:
            model = self._model(_http())
        except ImportError as error:
            raise Misconfigured(
                f"The model {self.name} needs packages that are missing: pip install 'showbible[model]', "
                f"and for providers other than OpenAI and Anthropic their own. ({error})"
            ) from error
        except (RuntimeError, ValueError) as error:
            raise Misconfigured(f"The model {self.name} cannot be used. {error}") from error
        _hush()
        if self._output == "native" and not model.profile.get("supports_json_schema_output"):
            raise Misconfigured(f"The model {self.name} has no native mode: set SHOWBIBLE_MODEL_OUTPUT=tool.")


def _provider(name: str, http: httpx2.AsyncClient, *, endpoint: Endpoint | None) -> Provider[Any]:
    from pydantic_ai.providers import infer_provider, infer_provider_class

    if name.startswith("gateway/"):
        return infer_provider(name)
    kind: Callable[..., Provider[Any]] = infer_provider_class(name)
    given = {"base_url": endpoint.base_url, "api_key": endpoint.api_key} if endpoint else {}
    try:
        provider = kind(http_client=http, **given)
    except TypeError:  # an SDK with a transport of its own: only the clock bounds it
        provider = kind(**given)
    if hasattr(provider.client, "max_retries"):
        provider.client.max_retries = 0
    return provider


def _output_type(mode: str, answer: type[Answer]) -> OutputSpec[Answer]:
    from pydantic_ai import NativeOutput, PromptedOutput, ToolOutput

    if mode == "tool":
        return ToolOutput(answer)
    return NativeOutput(answer) if mode == "native" else PromptedOutput(answer)


def _hush() -> None:
    # At DEBUG these loggers write whole prompts; whoever wants that can still set their level by name.
    for name in _CHATTY:
        logger = logging.getLogger(name)
        if logger.level == logging.NOTSET:
            logger.setLevel(logging.WARNING)


async def _retried_once(run: Callable[[], Awaitable[T]], *, until: float) -> T:
    from pydantic_ai.exceptions import ModelHTTPError

    try:
        return await run()
    except ModelHTTPError as error:
        pause = PAUSE if error.retry_after is None else error.retry_after
        passing = error.status_code == 429 or error.status_code >= 500
        if not (passing and 0 <= pause < until - asyncio.get_running_loop().time()):
            raise
    await asyncio.sleep(pause)
    return await run()


def _in_time(work: Callable[[], Coroutine[Any, Any, T]], *, seconds: float) -> T:
    """What the coroutine gives on a loop and thread of its own, or TimeoutError.

    The caller's thread may have a loop of its own, and nothing that blocks over there keeps the caller.
    """
    done: Future[T] = Future()

    async def carry() -> None:
        try:
            async with asyncio.timeout(seconds):
                done.set_result(await work())
        except Exception as error:
            done.set_exception(error)

    threading.Thread(target=lambda: asyncio.run(carry()), name="showbible-model", daemon=True).start()
    return done.result(seconds)


def _http() -> httpx2.AsyncClient:
    """A client that follows no redirect, reads no more than a megabyte and leaves the clock to the caller."""
    import httpx2

    return httpx2.AsyncClient(
        verify=_trust(),
        timeout=None,
        follow_redirects=False,
        headers={"Accept-Encoding": "identity"},
        event_hooks={"response": [_hold_to_size]},
    )


@lru_cache(maxsize=1)
def _trust() -> ssl.SSLContext:
    import httpx2

    return httpx2.create_ssl_context()


async def _hold_to_size(response: httpx2.Response) -> None:
    import httpx2

    if response.headers.get("Content-Encoding", "identity") != "identity":
        raise Malformed("The model's server compressed its answer unasked.")
    assert isinstance(response.stream, httpx2.AsyncByteStream)
    response.stream = _held_to_size(response.stream)


def _held_to_size(stream: httpx2.AsyncByteStream) -> httpx2.AsyncByteStream:
    import httpx2

    class Held(httpx2.AsyncByteStream):
        async def __aiter__(self) -> AsyncIterator[bytes]:
            size = 0
            async for chunk in stream:
                size += len(chunk)
                if size > ANSWER_LIMIT:
                    raise TooLarge(f"The model's answer has more than {ANSWER_LIMIT:,} bytes.")
                yield chunk

        async def aclose(self) -> None:
            await stream.aclose()

    return Held()


def _storable(answer: Answer) -> Answer:
    """The answer, if the database and the interface can hold all of it."""
    from pydantic_ai import ModelRetry

    try:
        answering.check_storable(answer.model_dump())
    except ShowbibleError as flaw:
        raise ModelRetry(str(flaw)) from flaw
    return answer


def _reason(error: Exception, *, answer: type[BaseModel], seconds: float) -> str:
    """What went wrong, in words that hold nothing of the prompt, the answer or the key."""
    chain = list(_causes(error))
    for cause in chain:
        if (words := _words(cause, answer=answer, seconds=seconds)) is not None:
            return words
    return f"The model gave no usable answer ({type(chain[-1]).__name__})."


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    while error is not None:
        yield error
        error = error.__cause__


def _words(cause: BaseException, *, answer: type[BaseModel], seconds: float) -> str | None:
    import httpx2
    from pydantic_ai.exceptions import ContentFilterError

    if (words := answering.plain_reason(cause, answer=answer, seconds=seconds)) is not None:
        return words
    if isinstance(cause, ContentFilterError):
        return "The model refused to answer."
    if isinstance(cause, httpx2.ConnectError):
        return f"The model could not be reached ({str(cause) or 'no connection'})."
    status = getattr(cause, "status_code", None)
    return None if status is None else f"The model's server answered {status}."
