"""The keys of files: the one place that builds them, and that says which may be used.

A prefix always ends with a slash, so that `projects/p1/` is never taken for the beginning of `projects/p10/`.
"""

from __future__ import annotations

from typing import Final

from showbible.errors import Invalid
from showbible.vocabulary import ProjectId, checked_id

LIBRARY: Final = "library/"
"""Where uploads for the library lie in a store."""

_PROJECTS: Final = "projects/"
_LONGEST: Final = 512
_MOST_PARTS: Final = 12


def checked_key(key: str) -> str:
    """The key itself, when each of its parts is a name of ours."""
    parts = key.split("/")
    if len(key) > _LONGEST or len(parts) > _MOST_PARTS:
        raise Invalid(f"A file's key has at most {_LONGEST} characters and {_MOST_PARTS} parts.", field="key")
    for part in parts:
        checked_id("key", part)
    return key


def checked_prefix(prefix: str) -> str:
    """The folder that a caller names, with the slash at its end; nothing names all of a store."""
    return f"{checked_key(prefix.removesuffix('/'))}/" if prefix else ""


def project_prefix(project_id: str) -> str:
    """Where everything of a project lies in a store."""
    return f"{_PROJECTS}{checked_id('project', project_id)}/"


def asset_prefix(project_id: str) -> str:
    """Where the uploads of a project lie in a store."""
    return f"{project_prefix(project_id)}assets/"


def run_prefix(project_id: str, run_id: str = "") -> str:
    """Where the files of one run lie in a store, or of all runs of a project."""
    runs = f"{project_prefix(project_id)}runs/"
    return f"{runs}{checked_id('run', run_id)}/" if run_id else runs


def project_of(key: str) -> ProjectId | None:
    """The project that a file belongs to, by its key."""
    first, _, rest = key.partition("/")
    name, _, inner = rest.partition("/")
    return ProjectId(name) if f"{first}/" == _PROJECTS and inner else None


def run_of(key: str) -> str | None:
    """The prefix of the run that a file belongs to, by its key."""
    parts = key.split("/")
    return f"{'/'.join(parts[:4])}/" if len(parts) > 4 and parts[0] == "projects" and parts[2] == "runs" else None
