"""What stands above every page of a project."""

from __future__ import annotations

from functools import cached_property
from typing import Final

from showbible.assets.api import Assets
from showbible.bible import Bible
from showbible.projects import recall
from showbible.projects.model import Story
from showbible.vocabulary import utcnow
from showbible.web.filters import ListFilter
from showbible.web.render import Crumb

PAGE: Final = 50
"""How much of a list is shown at once."""
PROJECTS: Final = Crumb(label="Projects", href="/projects")
_LONGEST_CRUMB: Final = 40


class ProjectHead:
    """A project, what it holds, and its parts, each with how much it shows."""

    def __init__(self, story: Story) -> None:
        self.project, self.held, self.runs = story.project, story.held, story.runs
        self.project_id = story.project.project_id
        self.href, name = f"/projects/{self.project_id}", story.project.name
        short = name if len(name) <= _LONGEST_CRUMB else f"{name[:_LONGEST_CRUMB].rstrip()}…"
        self.crumbs: tuple[Crumb, ...] = (PROJECTS, Crumb(label=short, href=self.href))
        self.parts = (
            (self.href, "Assets", self.held.assets),
            (f"{self.href}/entities", "Entities", self.held.entities),
            (f"{self.href}/timeline", "Timeline", self.held.segments),
            (f"{self.href}/notes", "Notes", self.held.notes),
            (f"{self.href}/continuity", "Continuity", None),
            (f"{self.href}/direction", "Direction", self.held.scenes),
        )


class ProjectPage:
    """A page of a project: what stands above it, and the assets it may read."""

    def __init__(self, bible: Bible, project_id: str) -> None:
        self.head, self.now = ProjectHead(recall.story(bible.workspace, project_id)), utcnow()
        self.crumbs, self._bible = self.head.crumbs, bible

    @cached_property
    def memory(self) -> Assets:
        """The project's assets."""
        return self._bible.assets(self.head.project_id)


class PlainList(ListFilter):
    """A list with addresses relative to its page."""

    def href(self, **changes: str) -> str:
        """The same list with something changed or added."""
        return f"?{self.query(**changes)}"
