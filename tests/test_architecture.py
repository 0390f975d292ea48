"""Rules that the source keeps, checked by reading it."""

from __future__ import annotations

import ast
import importlib
import json
import pkgutil
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import showbible
from showbible.events import ALLOWED, PERIODS, PHRASES
from showbible.flow import FOLLOWS
from showbible.llm.client import Prompt

SOURCE = Path(showbible.__file__).parent
MODULES = sorted(SOURCE.rglob("*.py"))

_SQL = re.compile(r"\b(SELECT .+ FROM|INSERT INTO|UPDATE \w+\s+SET|DELETE FROM)\b", re.DOTALL)
_SQL_LIVES_IN = re.compile(
    r"^(storage/|jobs/|([a-z]+/)?(record|recall)(/\w+)?\.py$|\w+/(record|recall)/|studio/ledger)"
)
_RANKS = re.compile(r"(utils?|helpers?|common|misc|manager|service)s?\.py$")


def _name(module: Path) -> str:
    return module.relative_to(SOURCE).as_posix()


def _texts(module: Path) -> list[str]:
    tree = ast.parse(module.read_text())
    docstrings = {ast.get_docstring(node, clean=False) for node in ast.walk(tree) if isinstance(node, _WITH_DOCSTRING)}
    constants = [
        node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)
    ]
    return [text for text in constants if text not in docstrings]


_WITH_DOCSTRING = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)


def _loaded() -> list[ModuleType]:
    names = [
        info.name
        for info in pkgutil.walk_packages(showbible.__path__, "showbible.")
        if "migrations" not in info.name and "__main__" not in info.name
    ]
    return [importlib.import_module(name) for name in names]


def test_public_names_are_few_sorted_and_there() -> None:
    names = [name for name in showbible.__all__ if not name.startswith("__")]

    assert names == sorted(names) and len(names) <= 12
    assert all(getattr(showbible, name) is not None for name in names)


def test_importing_showbible_loads_nothing_heavy() -> None:
    script = "import sys, showbible, json; print(json.dumps(sorted(sys.modules)))"
    loaded = set(json.loads(subprocess.run([sys.executable, "-c", script], capture_output=True, check=True).stdout))

    assert not loaded & {"sqlalchemy", "pydantic", "fastapi", "numpy", "alembic", "rich", "typer"}


def test_recording_a_run_loads_no_extra(tmp_path: Path) -> None:
    script = (
        "import sys, showbible, json\n"
        f"for _ in range(2):\n with showbible.open({str(tmp_path)!r}) as bible: bible.runs.start('x', budget=1)\n"
        "print(json.dumps(sorted(sys.modules)))"
    )
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, check=True)

    assert not set(json.loads(ran.stdout)) & {
        "numpy",
        "tokenizers",
        "pydantic_ai",
        "openai",
        "psycopg",
        "cv2",
        "av",
        "fastapi",
    }


def test_sql_is_written_only_where_it_belongs() -> None:
    elsewhere = [module for module in MODULES if not _SQL_LIVES_IN.search(_name(module))]

    assert {_name(module): text for module in elsewhere for text in _texts(module) if _SQL.search(text)} == {}


def test_a_module_is_short_and_named_after_what_it_knows() -> None:
    lines = {_name(module): module.read_text().count("\n") for module in MODULES}

    assert {name: number for name, number in lines.items() if number > 400 or _RANKS.search(name)} == {}


def test_every_event_that_is_announced_has_something_that_follows() -> None:
    announced = {
        name for module in MODULES for name in re.findall(r"\bannounce\(\s*[\w.]+,\s*\"([^\"]+)\"", module.read_text())
    }

    assert announced and announced <= set(FOLLOWS)
    assert set(PERIODS) <= set(FOLLOWS)


def test_nothing_follows_from_an_event_that_nobody_announces() -> None:
    source = "\n".join(module.read_text() for module in MODULES if module.name not in ("flow.py", "events.py"))

    assert [event for event in FOLLOWS if f'"{event}"' not in source and event not in PERIODS] == []


def test_every_event_is_told_in_plain_words() -> None:
    assert set(PHRASES) == set(FOLLOWS) >= set(ALLOWED)


def test_every_prompt_has_a_text_and_a_rule() -> None:
    prompts = [value for module in _loaded() for value in vars(module).values() if isinstance(value, Prompt)]

    for prompt in prompts:
        folder = Path(importlib.import_module(prompt.package).__file__ or "").parent
        assert (folder / "prompts" / f"{prompt.name}.md").read_text().strip()
        assert callable(prompt.offline)


def test_every_prompt_text_belongs_to_a_prompt() -> None:
    prompts = {value.name for module in _loaded() for value in vars(module).values() if isinstance(value, Prompt)}

    assert {text.stem for text in SOURCE.rglob("prompts/*.md")} <= prompts


def test_only_the_settings_read_the_environment() -> None:
    readers = [_name(module) for module in MODULES if re.search(r"\bos\.(environ|getenv)\b", module.read_text())]

    assert readers == ["settings.py"]


def test_nothing_is_left_open_in_the_text() -> None:
    marks = re.compile(r"\b(TODO|FIXME|XXX|NotImplementedError)\b")

    assert [_name(module) for module in MODULES if marks.search(module.read_text())] == []
