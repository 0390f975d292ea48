"""Which embedder the settings name."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from importlib import util
from pathlib import Path

import structlog

from showbible.errors import Misconfigured, ShowbibleError
from showbible.llm.client import Note
from showbible.llm.embeddings import encoder, export, pieces
from showbible.llm.embeddings.embedder import DeepEmbedder, Embedder
from showbible.llm.embeddings.export import model_in, strangeness, wants_network
from showbible.llm.embeddings.questions import Questions
from showbible.llm.embeddings.served import Served
from showbible.llm.providers import Endpoint
from showbible.settings import Settings
from showbible.values import frozen

log = structlog.get_logger("showbible.llm")

Find = Callable[[], Embedder | None]
"""Gives the embedder, if there is one; asked only when it is needed, for it may be large."""


@frozen
class Chosen:
    """One embedder, for those who record and for those who ask."""

    recording: Find
    """For what is kept: patient, and an error where there is no vector."""
    asking: Find
    """For questions: quick, and zeros where there is no vector, which are near nothing."""


def choose(settings: Settings, *, note: Note | None = None, writing: Callable[[], bool] = lambda: False) -> Chosen:
    """The embedder that the settings name, not yet read; refuses one that could never work."""
    kind, _, name = settings.embeddings.partition(":")
    if kind == "default":
        return Chosen(recording=installed, asking=installed)
    pieces.check_extra()
    if kind == "local":
        return _local(_checked(Path(name)))
    if not util.find_spec("openai"):
        raise Misconfigured("SHOWBIBLE_EMBEDDINGS=openai:... needs one more package: pip install 'showbible[model]'.")
    served = Served(name, endpoint=_endpoint(settings), timeout=settings.model_timeout, note=note, writing=writing)
    questions = Questions(served)
    return Chosen(recording=lambda: served, asking=lambda: questions)


def _local(folder: Path) -> Chosen:
    if model_in(folder) is None:
        return Chosen(recording=lambda: pieces.local(folder), asking=lambda: pieces.local(folder))
    if export.read(folder).layout is None:
        encoder.check_extra()
    return Chosen(recording=lambda: encoder.recording(folder), asking=lambda: encoder.asking(folder))


def _checked(folder: Path) -> Path:
    """The folder of a local model, if it holds what it must."""
    lacks = _lack(folder)
    if lacks is not None:
        raise Misconfigured(f"SHOWBIBLE_EMBEDDINGS names {folder}: {lacks}.")
    return folder.resolve()


def _lack(folder: Path) -> str | None:
    """What keeps a folder from being a model."""
    if not folder.is_dir():
        return "there is no such folder"
    if not (folder / "tokenizer.json").is_file():
        return "it lacks tokenizer.json"
    if model_in(folder) is not None:
        return None
    if wants_network(folder):
        return f"it is a sentence encoder and lacks onnx/model.onnx{_weights_of_no_use(folder)}"
    tables = len(list(folder.glob("*.safetensors")))
    return None if tables == 1 else f"it lacks model.onnx, and has {tables or 'no'} .safetensors tables instead of one"


def _weights_of_no_use(folder: Path) -> str:
    """Why the weights do not make up for a network that was not exported."""
    strange = strangeness(folder) if (folder / export.WEIGHTS).is_file() else None
    return f"; without it only a BERT is known, and config.json says {strange}" if strange else ""


def installed() -> Embedder | None:
    """The packaged embedder, where its extra is installed."""
    try:
        return pieces.default()
    except Misconfigured:
        return None


def reader() -> str:
    """By what scenes and talk are read, where they are in English."""
    if (name := encoder.packaged_name()) is not None:
        return name
    try:
        pieces.check_extra()
    except Misconfigured:
        return "words alone"
    return "word pieces"


@lru_cache(maxsize=1)
def sentence_encoder() -> DeepEmbedder | None:
    """The packaged encoder of English sentences, where its weights are installed and can be read."""
    try:
        return encoder.packaged()
    except ShowbibleError as error:
        log.warning("embeddings.unread", reason=str(error))
        return None


def _endpoint(settings: Settings) -> Endpoint | None:
    if settings.embeddings_url is None:
        return None
    # Another server is never sent the key that the environment holds for OpenAI.
    return Endpoint(base_url=settings.embeddings_url, api_key=settings.embeddings_key or "none")
