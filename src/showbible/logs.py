"""The log: JSON lines on standard error, one event per line.

Of an error only what kind it is and where it rose, because its words may quote a prompt. At level debug the words are
there too.
"""

from __future__ import annotations

import json
import logging
import sys
import traceback
from collections.abc import Iterator, MutableMapping
from typing import Any, Final, TextIO

import structlog

_FIRST: Final = ("ts", "level", "event")

Event = MutableMapping[str, Any]


def configure(level: str, *, stream: TextIO | None = None) -> None:
    """Send every log line of this process, ours and others', to standard error as JSON."""
    stream = stream or sys.stderr
    configure_ours(level, stream=stream)
    formatter = structlog.stdlib.ProcessorFormatter(
        foreign_pre_chain=_named(),
        processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, *_written(level)],
    )
    handler = logging.StreamHandler(stream)
    handler.setFormatter(formatter)
    logging.basicConfig(handlers=[handler], level=logging.WARNING, force=True)


def configure_ours(level: str, *, stream: TextIO | None = None) -> None:
    """Send our own log lines to standard error as JSON, and leave those of others alone."""
    structlog.configure(
        processors=[*_named(), *_written(level)],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=lambda *_: structlog.WriteLogger(stream or sys.stderr),
    )


def configure_for_library() -> None:
    """The same for a program that uses the library and has not said how it logs: what went wrong, and nothing else.

    The way of the logger itself is to paint every local value on the screen, and those may hold a prompt.
    """
    if not structlog.is_configured():
        configure_ours("warning")


def _named() -> list[Any]:
    return [
        structlog.contextvars.merge_contextvars,
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True, key="ts"),
    ]


def _written(level: str) -> list[Any]:
    return [_Traced(words=level == "debug"), _line]


class _Traced:
    """Replace an exception by its kind and the places it passed, with its words only if asked for."""

    def __init__(self, *, words: bool) -> None:
        self.words = words

    def __call__(self, _logger: Any, _name: str, event: Event) -> Event:
        given = event.pop("exc_info", None)
        error = sys.exc_info()[1] if given is True else given[1] if isinstance(given, tuple) else given
        if isinstance(error, BaseException):
            event["errors"] = [self._description(one) for one in _chain(error)]
        return event

    def _description(self, error: BaseException) -> dict[str, Any]:
        frames = traceback.extract_tb(error.__traceback__)
        told: dict[str, Any] = {
            "kind": type(error).__qualname__,
            "at": [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in frames],
        }
        return told | {"words": str(error)} if self.words else told


def _chain(error: BaseException | None) -> Iterator[BaseException]:
    while error is not None:
        yield error
        error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)


def _line(_logger: Any, _name: str, event: Event) -> str:
    ordered = {name: event.pop(name) for name in _FIRST if name in event} | dict(event)
    return json.dumps(ordered, default=str).replace("\x7f", "\\u007f")
