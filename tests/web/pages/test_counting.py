"""Whatever pages count agrees with its number: a noun in the plural stands behind no bare figure."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from showbible.web.render import HERE

NOUNS = (
    "asset attempt beat caption card change character clip combination cut day edit film frame hook hour job line "
    "message minute pattern pilot point project provider receipt run scene second segment shot star take thing "
    "time token week word"
)
COUNTED = re.compile(rf" (?:[a-z]+ )?(?:{NOUNS.replace(' ', '|')})s\b")
NEVER_ONE = re.compile(r"[A-Z_]+(\.\w+)?|.*\.\df|.*(\bplain\b|\.value\b| if ).*")
"""Bounds of ours, numbers with decimals, and words that are no numbers."""


def sentences(module: Path) -> Iterator[tuple[str, str]]:
    """Each value that a module writes into a sentence, with what stands behind it."""
    for node in ast.walk(ast.parse(module.read_text())):
        for value, text in zip(node.values, node.values[1:], strict=False) if isinstance(node, ast.JoinedStr) else ():
            if isinstance(value, ast.FormattedValue) and isinstance(text, ast.Constant):
                yield ast.unparse(value.value) + _form(value), str(text.value)


def _form(value: ast.FormattedValue) -> str:
    parts = ast.walk(value.format_spec) if value.format_spec else ()
    return "".join(str(part.value) for part in parts if isinstance(part, ast.Constant))


def prints(template: Path) -> Iterator[tuple[str, str]]:
    """The same of a template."""
    for found in re.finditer(r"\{\{([^}]*)\}\}(?:</\w+>)?(?=([^{<]*))", template.read_text()):
        yield found[1].strip(), found[2]


@pytest.mark.parametrize(("files", "read"), [("*.py", sentences), ("*.html", prints)], ids=["pages", "templates"])
def test_what_is_counted_agrees_with_its_number(files: str, read: Callable[[Path], Iterator[tuple[str, str]]]) -> None:
    bare = [
        f"{file.name}: {{{value}}}{text[:30]}"
        for file in sorted(HERE.rglob(files))
        for value, text in read(file)
        if COUNTED.match(text) and not NEVER_ONE.fullmatch(value)
    ]

    assert bare == []
