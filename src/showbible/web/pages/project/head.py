"""What stands above every page of a project."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from showbible.bible import Bible
from showbible.projects import recall
from showbible.projects.model import Story
from showbible.web.pages.kit.lists import ListFilter
from showbible.web.render import Crumb

PAGE: Final = 50
"""How much of a list is shown at once."""
PROJECTS: Final = Crumb(label="Projects", href="/projects")
_LONGEST_CRUMB: Final = 40


class ProjectHead(Story):
    """A project, what it holds, and its parts."""

    @property
    def project_id(self) -> str:
        """The project's id."""
        return self.project.project_id

    @property
    def href(self) -> str:
        """The project's first page."""
        return f"/projects/{self.project_id}"

    @property
    def crumbs(self) -> tuple[Crumb, ...]:
        """The way to a page inside the project."""
        name = self.project.name
        short = name if len(name) <= _LONGEST_CRUMB else f"{name[:_LONGEST_CRUMB].rstrip()}…"
        return (PROJECTS, Crumb(label=short, href=self.href))

    @property
    def parts(self) -> tuple[tuple[str, str, int | None], ...]:
        """The pages of the project, each with how much it shows."""
        return (
            (self.href, "Assets", self.held.assets),
            (f"{self.href}/entities", "Entities", self.held.entities),
            (f"{self.href}/timeline", "Timeline", self.held.segments),
            (f"{self.href}/notes", "Notes", self.held.notes),
            (f"{self.href}/continuity", "Continuity", None),
            (f"{self.href}/direction", "Direction", self.held.scenes),
        )


def head(bible: Bible, project_id: str) -> ProjectHead:
    """The head of a project's pages."""
    return ProjectHead(**vars(recall.story(bible.workspace, project_id)))


@dataclass(frozen=True, kw_only=True)
class InProject:
    """A page of a project."""

    head: ProjectHead

    @property
    def crumbs(self) -> tuple[Crumb, ...]:
        """The way to it."""
        return self.head.crumbs


class PlainList(ListFilter):
    """A list with addresses relative to its page."""

    def href(self, **changes: str) -> str:
        """The same list with something changed or added."""
        return f"?{self.query(**changes)}"
