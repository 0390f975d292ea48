"""An embedding model behind a wire that speaks OpenAI's protocol, held to its time, its size and its shape."""

from __future__ import annotations

import json
import logging
import time
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final

import structlog

from showbible.errors import Misconfigured, ShowbibleError, TooLarge
from showbible.llm.client import AnswerOutcome, Call, Note, tell
from showbible.llm.embeddings.embedder import Unavailable, plain
from showbible.llm.providers import Endpoint
from showbible.vocabulary import utcnow

if TYPE_CHECKING:
    import httpx2
    import numpy as np
    from numpy.typing import NDArray

    Vector = NDArray[np.float32]

ANSWER_LIMIT: Final = 32 * 1024 * 1024
RETRIES: Final = 2
"""How often a request is repeated that met a busy or broken server, after a pause that grows."""
SHORTEST: Final = 256
"""Letters of a refused text that are tried last."""
_REFUSALS: Final = (400, 413, 422)
_CHATTY: Final = ("httpcore2", "httpx2", "openai")
_PROBE: Final = "a lighthouse"

log = structlog.get_logger("showbible.llm")


class Served:
    """A model that is asked for the vectors of many texts at a time."""

    at_once = 64

    def __init__(
        self,
        model: str,
        *,
        endpoint: Endpoint | None = None,
        timeout: float = 60.0,
        note: Note | None = None,
        writing: Callable[[], bool] = lambda: False,
    ) -> None:
        self.name = f"openai:{model}"
        self.writing = writing
        self._model = model
        self._timeout = timeout
        self._note = note
        self._patient = _client(self.name, endpoint)
        self._quick = self._patient.with_options(max_retries=0)
        self._dimensions = 0

    def embed(self, texts: Sequence[str], *, seconds: float | None = None) -> NDArray[np.float32]:
        """One row of length one for each text, zeros for a text without words.

        With `seconds`, one short try that leaves no record, for a record would have to wait for writers.
        """
        import numpy as np

        if self.writing():
            raise RuntimeError("Embed before or after the transaction: a model is never asked inside one.")
        if not texts:
            return np.zeros((0, self._dimensions or 1), dtype=np.float32)
        found: list[Vector | None] = [None] * len(texts)
        told = [(place, words) for place, text in enumerate(texts) if (words := plain(text))]
        for start in range(0, len(told), self.at_once):
            batch = told[start : start + self.at_once]
            for (place, _), row in zip(batch, self._rows([words for _, words in batch], seconds), strict=True):
                found[place] = row
        rows = np.zeros((len(texts), self._length(found, seconds)), dtype=np.float32)
        for place, each in enumerate(found):
            if each is not None:
                rows[place] = each
        lengths = np.linalg.norm(rows, axis=1, keepdims=True)
        rows /= np.where(lengths > 0, lengths, 1)
        return rows

    def _rows(self, texts: Sequence[str], seconds: float | None) -> list[Vector | None]:
        """A row for each text; none for one that the server refuses, unless it refuses everything."""
        try:
            return [*self._asked(texts, seconds)]
        except _Refused:
            self._probed(seconds)
            return self._piecewise(texts, seconds)

    def _piecewise(self, texts: Sequence[str], seconds: float | None) -> list[Vector | None]:
        """The rows of texts that were refused together, then of the beginning of the one that is to blame."""
        half, letters = len(texts) // 2, len(texts[0])
        if half:
            parts: list[Sequence[str]] = [texts[:half], texts[half:]]
        elif letters > SHORTEST:
            parts = [[texts[0][: max(letters // 2, SHORTEST)]]]
        else:
            log.warning("embeddings.refused", model=self.name, letters=letters)
            return [None]
        rows: list[Vector | None] = []
        for part in parts:
            try:
                rows.extend(self._asked(part, seconds))
            except _Refused:
                rows.extend(self._piecewise(part, seconds))
        return rows

    def _probed(self, seconds: float | None) -> Vector:
        """The vector of a text that nobody refuses."""
        try:
            return self._asked([_PROBE], seconds)[0]  # type: ignore[no-any-return]
        except _Refused as refusal:
            raise Unavailable(str(refusal)) from None

    def _length(self, found: Sequence[Vector | None], seconds: float | None) -> int:
        lengths = {len(each) for each in found if each is not None}
        if not lengths:
            lengths = {self._dimensions or len(self._probed(seconds))}
        if len(lengths) > 1:
            raise Unavailable(f"The embedding model {self.name} gives vectors of different lengths.")
        (self._dimensions,) = lengths
        return self._dimensions

    def _asked(self, texts: Sequence[str], seconds: float | None) -> NDArray[np.float32]:
        """What the server answers to one request, noted unless it is a question's."""
        at, started, tokens, failure = utcnow(), time.monotonic(), 0, None
        try:
            answer = self._answer(texts, seconds)
            tokens = int((answer.get("usage") or {}).get("prompt_tokens") or 0)
            return _checked(answer, len(texts))
        except Exception as error:
            failure = _reason(self.name, error)
            raise failure from error
        finally:
            if seconds is None:
                call = Call(
                    prompt="embeddings",
                    model=self.name,
                    outcome=AnswerOutcome.FELL_BACK if failure else AnswerOutcome.ANSWERED,
                    error=str(failure) if failure else None,
                    milliseconds=round((time.monotonic() - started) * 1000),
                    tokens_in=tokens,
                    at=at,
                )
                tell(self._note, call)

    def _answer(self, texts: Sequence[str], seconds: float | None) -> Any:
        client, timeout = (self._patient, self._timeout) if seconds is None else (self._quick, seconds)
        # The client's own reading takes a millisecond for each vector.
        raw = client.embeddings.with_raw_response.create(
            model=self._model, input=list(texts), encoding_format="float", timeout=timeout
        )
        return json.loads(raw.content)


class _Refused(ShowbibleError):
    """The server takes the request for wrong."""


def _client(name: str, endpoint: Endpoint | None) -> Any:
    from openai import OpenAI, OpenAIError

    given = {} if endpoint is None else {"base_url": endpoint.base_url, "api_key": endpoint.api_key}
    try:
        client = OpenAI(http_client=_http(), max_retries=RETRIES, **given)  # type: ignore[arg-type]
    except OpenAIError as error:
        raise Misconfigured(f"The embedding model {name} cannot be used. {error}") from error
    for chatty in _CHATTY:
        # At DEBUG these write whole texts; whoever wants that can still set their level by name.
        if logging.getLogger(chatty).level == logging.NOTSET:
            logging.getLogger(chatty).setLevel(logging.WARNING)
    return client


def _checked(answer: Any, wanted: int) -> NDArray[np.float32]:
    import numpy as np

    listed = sorted(answer["data"], key=lambda each: each["index"])
    rows = np.array([each["embedding"] for each in listed], dtype=np.float32)
    if rows.ndim != 2 or len(rows) != wanted or not rows.shape[1] or not np.isfinite(rows).all():
        raise ValueError("not one vector of finite numbers for each text")
    return rows


def _reason(name: str, error: Exception) -> ShowbibleError:
    """What went wrong, in words that hold nothing of the texts, the answer or the key."""
    from openai import APIConnectionError, APITimeoutError

    status = getattr(error, "status_code", None)
    if status is not None:
        kind = _Refused if status in _REFUSALS else Unavailable
        return kind(f"The server of the embedding model {name} answered {status}.")
    for cause in (error, error.__cause__):
        if isinstance(cause, ShowbibleError):
            return Unavailable(str(cause))
    if isinstance(error, APITimeoutError):
        return Unavailable(f"The server of the embedding model {name} did not answer in time.")
    if isinstance(error, APIConnectionError):
        return Unavailable(f"The server of the embedding model {name} cannot be reached.")
    return Unavailable(f"The server of the embedding model {name} gave no vectors ({type(error).__name__}).")


def _http() -> httpx2.Client:
    """A client that follows no redirect and reads no more than it may, nor for longer."""
    import httpx2

    return httpx2.Client(
        follow_redirects=False,
        headers={"Accept-Encoding": "identity"},
        event_hooks={"response": [_hold_to_size]},
    )


def _hold_to_size(response: httpx2.Response) -> None:
    import httpx2

    assert isinstance(response.stream, httpx2.SyncByteStream)
    response.stream = _held(response.stream, seconds=response.request.extensions["timeout"]["read"])


def _held(stream: httpx2.SyncByteStream, *, seconds: float) -> httpx2.SyncByteStream:
    import httpx2

    class Held(httpx2.SyncByteStream):
        def __iter__(self) -> Iterator[bytes]:
            size, until = 0, time.monotonic() + seconds
            for chunk in stream:
                size += len(chunk)
                if size > ANSWER_LIMIT:
                    raise TooLarge(f"The embedding model's answer has more than {ANSWER_LIMIT:,} bytes.")
                if time.monotonic() > until:
                    raise Unavailable(f"The embedding model's answer took longer than {seconds:g} seconds.")
                yield chunk

        def close(self) -> None:
            stream.close()

    return Held()
