"""What lies in the folder of a sentence encoder, as sentence-transformers writes it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

from showbible.errors import Misconfigured
from showbible.values import frozen

MODELS: Final = (Path("onnx", "model.onnx"), Path("model.onnx"))
WEIGHTS: Final = Path("model.safetensors")
LONGEST: Final = 2048
"""Tokens of a text that are read at most, whatever the model could: what it takes grows with their square."""
_USUAL: Final = 512
_EPSILON: Final = 1e-12
_POOLING: Final = Path("1_Pooling", "config.json")
_LENGTH: Final = Path("sentence_bert_config.json")
_PREFIXES: Final = Path("config_sentence_transformers.json")
_MODULES: Final = Path("modules.json")
_CONFIG: Final = Path("config.json")
_MODE: Final = "pooling_mode_"
_POOLINGS: Final = {"mean": "mean", "mean_tokens": "mean", "cls": "cls", "cls_token": "cls"}
_KNOWN: Final = ("Transformer", "Pooling", "Normalize")
_BUILT: Final = {"model_type": ("bert",), "hidden_act": ("gelu", None), "position_embedding_type": ("absolute", None)}
"""What a configuration may say of a network that is computed here from its weights."""


@frozen
class Layout:
    """How a network is built whose weights alone are given."""

    layers: int
    heads: int
    hidden: int
    """The numbers of a token between layers."""
    intermediate: int
    """The numbers of a token inside a layer."""
    epsilon: float
    """What keeps a division from being one by nothing."""


@frozen
class Export:
    """The files of one encoder and what they say."""

    model: Path
    """The network itself, or its weights."""
    layout: Layout | None
    """How it is built, where there are only weights."""
    tokenizer: Path
    files: tuple[Path, ...]
    """All that decides what its vectors are."""
    longest: int
    is_lower: bool
    pooling: str
    """How the vectors of the pieces become one: `mean`, or `cls` for the first."""
    strange: str | None
    """A step after that which is not known here, if there is one."""
    document_prefix: str
    query_prefix: str


def model_in(folder: Path) -> Path | None:
    """The network in a folder, or the weights of one that is known here, if there is any."""
    found = next((folder / each for each in MODELS if (folder / each).is_file()), None)
    is_known = found is None and (folder / WEIGHTS).is_file() and strangeness(folder) is None
    return folder / WEIGHTS if is_known else found


def strangeness(folder: Path) -> str | None:
    """What the folder says of a network that is built otherwise than those which are computed from their weights."""
    told = _object(folder / _CONFIG)
    return next((f"{name} {told.get(name)}" for name, known in _BUILT.items() if told.get(name) not in known), None)


def _layout(file: Path) -> Layout:
    """How the network is built that a configuration describes."""
    told = _object(file)

    def count(name: str) -> int:
        number = told.get(name)
        if not isinstance(number, int) or number < 1:
            raise Misconfigured(f"{file} must say how large {name} is.")
        return number

    heads, hidden = count("num_attention_heads"), count("hidden_size")
    if hidden % heads:
        raise Misconfigured(f"{file} has {heads} heads for {hidden} numbers: they cannot be shared out evenly.")
    return Layout(
        layers=count("num_hidden_layers"),
        heads=heads,
        hidden=hidden,
        intermediate=count("intermediate_size"),
        epsilon=float(told.get("layer_norm_eps", _EPSILON)),
    )


def wants_network(folder: Path) -> bool:
    """Whether the folder says of itself that it is a sentence encoder."""
    return "Transformer" in _steps(folder)


def read(folder: Path) -> Export:
    """What the folder holds; only the network and the tokenizer must be there."""
    model = model_in(folder)
    assert model is not None
    length, prefixes = _object(folder / _LENGTH), _object(folder / _PREFIXES)
    prompts = _text_values(prefixes.get("prompts"))
    usual = prompts.get(str(prefixes.get("default_prompt_name")), "")
    is_weights = model.name == WEIGHTS.name
    told = [folder / each for each in (_POOLING, _LENGTH, _PREFIXES, *([_CONFIG] if is_weights else []))]
    return Export(
        model=model,
        layout=_layout(folder / _CONFIG) if is_weights else None,
        tokenizer=folder / "tokenizer.json",
        # Large weights lie beside the network in files that begin with its name.
        files=(*sorted(model.parent.glob(f"{model.name}*")), folder / "tokenizer.json", *filter(Path.is_file, told)),
        longest=_longest(length, _object(folder / _CONFIG)),
        is_lower=length.get("do_lower_case") is True,
        pooling=_pooling(folder / _POOLING),
        strange=next((step for step in _steps(folder) if step not in _KNOWN), None),
        document_prefix=prompts.get("document", prompts.get("passage", usual)),
        query_prefix=prompts.get("query", usual),
    )


def _longest(length: dict[str, Any], config: dict[str, Any]) -> int:
    found = length.get("max_seq_length") or config.get("max_position_embeddings") or _USUAL
    return min(found, LONGEST) if isinstance(found, int) and found > 2 else _USUAL


def _pooling(file: Path) -> str:
    told = _object(file)
    modes = [name.removeprefix(_MODE) for name, is_on in told.items() if name.startswith(_MODE) and is_on]
    mode = str(told.get("pooling_mode") or " and ".join(modes) or "mean")
    if mode not in _POOLINGS:
        raise Misconfigured(f"{file} wants the pooling {mode}: only mean and cls are known.")
    return _POOLINGS[mode]


def _steps(folder: Path) -> list[str]:
    """What is done to a text, one after the other."""
    told = _parsed(folder / _MODULES)
    listed = told if isinstance(told, list) else []
    return [str(step.get("type")).rpartition(".")[2] for step in listed if isinstance(step, dict)]


def _text_values(told: Any) -> dict[str, str]:
    return {name: text for name, text in told.items() if isinstance(text, str)} if isinstance(told, dict) else {}


def _object(file: Path) -> dict[str, Any]:
    told = _parsed(file)
    if told is None:
        return {}
    if not isinstance(told, dict):
        raise Misconfigured(f"{file} must hold a JSON object.")
    return told


def _parsed(file: Path) -> Any:
    """What a file of JSON says; nothing where there is none."""
    try:
        return json.loads(file.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as error:
        raise Misconfigured(f"{file} cannot be read as JSON ({type(error).__name__}).") from error
