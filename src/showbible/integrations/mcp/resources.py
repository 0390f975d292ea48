"""What an assistant may read by address: the projects, what is known of one, and its director's profile."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final

from showbible.bible import Bible
from showbible.errors import NotFound
from showbible.integrations.memory_folder.markdown import ProjectMarkdown
from showbible.shapes.direction import ProfileShape
from showbible.shapes.projects import ProjectList
from showbible.storage import paging
from showbible.values import frozen
from showbible.vocabulary import LOCAL_USER

PROJECTS: Final = "showbible://projects"
JSON: Final = "application/json"
MARKDOWN: Final = "text/markdown"

_ADDRESS: Final = re.compile(rf"{PROJECTS}(?:/([^/?#]+)(?:/([a-z]+))?)?/?")


@frozen
class StudioResource:
    """Something that can be read by an address, `{project_id}` in it being that of a project."""

    address: str
    name: str
    purpose: str
    mime_type: str
    read: Callable[[Bible, str], str]


def _projects(bible: Bible, _project_id: str) -> str:
    return ProjectList.of(bible.projects.list(limit=paging.MOST)).model_dump_json()


def _project(bible: Bible, project_id: str) -> str:
    return ProjectMarkdown(bible=bible, project_id=project_id, user_id=LOCAL_USER).text("overview.md")


def _profile(bible: Bible, project_id: str) -> str:
    return ProfileShape.of(bible.direction(project_id).profile()).model_dump_json()


EVERY_PROJECT: Final = StudioResource(
    address=PROJECTS, name="projects", purpose="The projects, newest first.", mime_type=JSON, read=_projects
)
ONE_PROJECT: Final = StudioResource(
    address=f"{PROJECTS}/{{project_id}}",
    name="project",
    purpose="A project at a glance.",
    mime_type=MARKDOWN,
    read=_project,
)
PROFILE: Final = StudioResource(
    address=f"{PROJECTS}/{{project_id}}/profile",
    name="profile",
    purpose="What is known of a project's director.",
    mime_type=JSON,
    read=_profile,
)
TEMPLATES: Final = (ONE_PROJECT, PROFILE)
_BY_ADDRESS: Final[Mapping[str, StudioResource]] = {each.address: each for each in (EVERY_PROJECT, *TEMPLATES)}


def listed(bible: Bible) -> list[StudioResource]:
    """What can be read here: the list of projects, and the newest of them at a glance."""
    newest = bible.projects.list(limit=paging.MOST).items
    return [EVERY_PROJECT, *(replace(ONE_PROJECT, address=f"{PROJECTS}/{each.project_id}") for each in newest)]


def read(bible: Bible, uri: str) -> tuple[str, str]:
    """What stands at an address, and its type."""
    match = _ADDRESS.fullmatch(uri)
    project_id, part = match.groups() if match else (None, None)
    wanted = "/".join([PROJECTS, *(["{project_id}"] if project_id else []), *([part] if part else [])])
    if match is None or wanted not in _BY_ADDRESS:
        raise NotFound("resource", uri)
    found = _BY_ADDRESS[wanted]
    return found.read(bible, project_id or ""), found.mime_type
