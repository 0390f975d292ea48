"""Writes the types of `showbible.aio` from the memories' own apis: `python scripts/awaited.py [--check]`.

An async program calls the same methods and awaits them; so their types are read off the source, never written twice.
"""

from __future__ import annotations

import ast
import builtins
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

SOURCE = Path(__file__).parent.parent / "src"
STUB = SOURCE / "showbible" / "awaited.pyi"
APIS = {
    "showbible.corrections": "Corrections",
    "showbible.runs.api": "Runs",
    "showbible.lessons.api": "Lessons Library",
    "showbible.projects.api": "Projects",
    "showbible.conversations.api": "Conversations",
    "showbible.carrying.api": "Carrying",
    "showbible.briefing.api": "Recall",
    "showbible.assets.api": "Assets",
    "showbible.direction.api": "Direction",
    "showbible.supervisor": "Supervisor",
    "showbible.notebooks.api": "Notebook",
    "showbible.backups.api": "Backups",
    "showbible.stores": "Stores",
}
HEAD = '''"""The types of `showbible.aio`, made from the memories' apis by `make docs`: the same methods, awaited."""

'''


class Names(ast.NodeTransformer):
    """Every name of a signature with the module it comes from, so that no two can be taken for each other."""

    def __init__(self, module: str, tree: ast.Module) -> None:
        self.module, self.used = module, set[str]()
        self.known = dict(_imported(tree))
        self.own = {node.name for node in tree.body if isinstance(node, ast.ClassDef)} | set(_assigned(tree))

    def visit_Name(self, node: ast.Name) -> ast.expr:
        """A name as the stub writes it."""
        if node.id in {*APIS[self.module].split(), "Handle", "Thing", "Taken"} or hasattr(builtins, node.id):
            return node
        if node.id in self.own:
            return self._told(f"{self.module}.{node.id}")
        return self._told(self.known[node.id]) if node.id in self.known else node

    def _told(self, path: str) -> ast.expr:
        if path == "showbible.corrections.Corrections":
            return ast.Name("Corrections")
        self.used.add(path if _is_module(path) or "." not in path else path.rpartition(".")[0])
        return ast.parse(path, mode="eval").body


def _is_module(path: str) -> bool:
    there = SOURCE.joinpath(*path.split("."))
    return there.with_suffix(".py").exists() or (there / "__init__.py").exists()


def _imported(tree: ast.Module) -> Iterator[tuple[str, str]]:
    for node in tree.body:
        if isinstance(node, ast.ImportFrom) and node.module:
            yield from ((each.asname or each.name, f"{node.module}.{each.name}") for each in node.names)
        elif isinstance(node, ast.Import):
            yield from ((each.asname or each.name, each.name) for each in node.names)


def _assigned(tree: ast.Module) -> Iterator[str]:
    for node in tree.body:
        targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
        yield from (each.id for each in targets if isinstance(each, ast.Name))


def stub() -> str:
    """Every api with its methods awaited."""
    used, classes = {"typing"}, list[str]()
    for module, wanted in APIS.items():
        tree = ast.parse(SOURCE.joinpath(*module.split(".")).with_suffix(".py").read_text())
        names = Names(module, tree)
        shown = [node for node in tree.body if isinstance(node, ast.ClassDef) and node.name in wanted.split()]
        classes += [_class(node, names) for node in shown]
        used |= names.used
    imports = "".join(f"import {module}\n" for module in sorted(used))
    return HEAD + imports + "\n" + _variables() + "\n".join(classes)


def _variables() -> str:
    return (
        'Handle = typing.TypeVar("Handle", bound=showbible.storage.database.Database)\n'
        'Thing = typing.TypeVar("Thing")\nTaken = typing.TypeVar("Taken")\n\n'
    )


def _class(node: ast.ClassDef, names: Names) -> str:
    generic = "(typing.Generic[Handle, Thing, Taken])" if node.name == "Corrections" else ""
    methods = [_method(each, names) for each in node.body if isinstance(each, ast.FunctionDef) and _is_public(each)]
    return f"class {node.name}{generic}:\n" + "".join(methods)


def _is_public(method: ast.FunctionDef) -> bool:
    if any(isinstance(each, ast.Name) and each.id == "property" for each in method.decorator_list):
        return method.returns is not None and "Corrections" in ast.unparse(method.returns)
    return method.name == "__call__" or not method.name.startswith("_")


def _method(method: ast.FunctionDef, names: Names) -> str:
    arguments = names.visit(method.args)
    arguments.defaults = [ast.Constant(...) for _ in arguments.defaults]
    arguments.kw_defaults = [each and ast.Constant(...) for each in arguments.kw_defaults]
    answer = ast.unparse(names.visit(method.returns)) if method.returns else "None"
    line = f"def {method.name}({ast.unparse(arguments)}) -> {answer}: ...\n"
    return f"    @property\n    {line}" if method.decorator_list else f"    async {line}"


def main() -> int:
    """Write the types, or say whether they are what the source says."""
    made = _formatted(stub())
    if "--check" not in sys.argv:
        STUB.write_text(made)
        return 0
    return int(not STUB.exists() or STUB.read_text() != made)


def _formatted(text: str) -> str:
    command = [sys.executable, "-m", "ruff", "format", "--stdin-filename", str(STUB), "-"]
    return subprocess.run(command, input=text, capture_output=True, text=True, check=True).stdout


if __name__ == "__main__":
    sys.exit(main())
