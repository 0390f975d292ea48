"""The house is built alike everywhere: the same rooms in each memory, one address and one meaning for a name."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from functools import cache
from pathlib import Path

import pytest

import showbible
from tests.conftest import ONE_DATABASE

SOURCE = Path(showbible.__file__).parent
MODULES = [module for module in sorted(SOURCE.rglob("*.py")) if "migrations" not in module.parts]
GLOSSARY = SOURCE.parents[1] / "docs" / "glossary.md"
PLAIN = Path(__file__).parent / "plain_words.txt"

MEMORIES = ("runs", "lessons", "assets", "direction", "conversations")
ROOMS = {"__init__.py", "model.py", "record", "learn", "recall", "api.py"}
ASKING = {"prompts.py", "prompts"}
"""What a memory has beside, when it asks a model something."""


@pytest.mark.parametrize("memory", MEMORIES)
def test_every_memory_has_the_same_rooms(memory: str) -> None:
    rooms = {each.name for each in (SOURCE / memory).iterdir() if _is_written(each)}

    assert rooms in (ROOMS, ROOMS | ASKING)


def _is_written(place: Path) -> bool:
    return place.is_file() or any(each.is_file() and each.suffix != ".pyc" for each in place.rglob("*"))


def test_a_package_says_what_it_is_and_exports_nothing() -> None:
    packages = [each for each in MODULES if each.name == "__init__.py" and each.parent != SOURCE]

    spoken = {str(each.parent.relative_to(SOURCE)): ast.parse(each.read_text()).body for each in packages}

    assert [name for name, body in spoken.items() if not _is_a_sentence(body)] == []


def _is_a_sentence(body: list[ast.stmt]) -> bool:
    return len(body) == 1 and isinstance(body[0], ast.Expr) and isinstance(body[0].value, ast.Constant)


def test_no_two_classes_share_a_name() -> None:
    places = defaultdict(list)
    for module in MODULES:
        for name in _classes(module):
            places[name].append(str(module.relative_to(SOURCE)))

    assert {name: found for name, found in places.items() if len(found) > 1} == {}


def test_the_glossary_has_every_word_of_a_name_that_is_not_plain_english() -> None:
    known = set(PLAIN.read_text().split()) | _explained()

    assert sorted(_words() - known) == []


def test_no_word_is_called_plain_that_the_glossary_explains_or_nobody_uses() -> None:
    plain = set(PLAIN.read_text().split())

    assert (sorted(plain & _explained()), sorted(plain - _words())) == ([], [])


def _words() -> set[str]:
    """The words that a reader meets in the names of modules and classes."""
    named = [part for module in MODULES for part in module.relative_to(SOURCE).with_suffix("").parts]
    named += [name for module in MODULES for name in _classes(module)]
    return {word for name in named for word in _split(name)}


@cache
def _classes(module: Path) -> list[str]:
    body = ast.parse(module.read_text()).body
    return [node.name for node in body if isinstance(node, ast.ClassDef) and not node.name.startswith("_")]


def _explained() -> set[str]:
    rows = re.findall(r"^\| ([^|]+?) \|", GLOSSARY.read_text(), re.MULTILINE)
    return {word for row in rows for word in _split(re.sub(r"\(.*?\)|`", " ", row))}


def _split(name: str) -> list[str]:
    """The words of a name, in the singular where that is plain: `OrderStates` is order and state."""
    return [_singular(word.lower()) for word in re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+", name)]


def _singular(word: str) -> str:
    if word.endswith(("sses", "xes")):
        return word[:-2]
    if word.endswith("ies") and len(word) > 5 and word != "series":
        return f"{word[:-3]}y"
    return word[:-1] if word.endswith("s") and not word.endswith(("ss", "us", "is", "ies")) and len(word) > 3 else word


def test_every_test_that_is_spared_a_database_exists() -> None:
    spared = ONE_DATABASE.read_text().split()

    written = {
        f"{file.relative_to(ONE_DATABASE.parents[1]).as_posix()}::{name}"
        for file in {ONE_DATABASE.parents[1] / each.partition("::")[0] for each in spared}
        if file.exists()
        for name in re.findall(r"^def (test\w+)", file.read_text(), re.MULTILINE)
    }

    assert ([each for each in spared if each not in written], spared) == ([], sorted(spared))
