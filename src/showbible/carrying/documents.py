"""Files of other programs, found in what was brought and taken over one after the other."""

from __future__ import annotations

import json
import re
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import field
from functools import cached_property
from pathlib import Path
from typing import Any, Final

from showbible.assets.api import Assets
from showbible.carrying import letta_file, mem0_file, run_file
from showbible.carrying.lesson_files import LessonFiles
from showbible.carrying.loose import Loose
from showbible.carrying.memory_files import MemoryFiles
from showbible.carrying.outgoing import Progress
from showbible.carrying.parcels import LOG, Parcel
from showbible.carrying.report import ImportReport, Tally
from showbible.carrying.story_file import StoryFile
from showbible.conversations.api import Conversations
from showbible.errors import Invalid, NotFound, ShowbibleError, TooLarge
from showbible.lessons.api import Lessons
from showbible.llm.embeddings.choosing import Chosen
from showbible.projects import recall as projects
from showbible.projects import record as project_record
from showbible.projects.model import id_for
from showbible.resources import Resources
from showbible.runs.api import Runs
from showbible.runs.model import Run
from showbible.storage.foreign_file import foreign_file
from showbible.values import frozen
from showbible.vocabulary import DEFAULT_PROJECT, LOCAL_USER, ProjectId, checked_id

LARGEST: Final = 64 * 1024 * 1024
"""The most bytes that one file of JSON may have."""
MOST_BYTES: Final = 512 * 1024 * 1024
"""The most bytes that all runs together may have."""
MOST_PROJECTS: Final = 1000
SQLITE: Final = b"SQLite format 3\x00"

_RUN: Final = re.compile(r"(^|/)memory\.json$")
_LESSONS: Final = re.compile(r"(^|/)(long_term|memory_index|provider_knowledge[^/]*)\.json$")
_STORY: Final = re.compile(r"\.(db|sqlite3?)$")


@frozen
class Documents:
    """What was brought by other programs, and the studio that takes it over."""

    resources: Resources
    parcel: Parcel
    wanted: str | None
    """The project that everything shall belong to, when somebody names one."""
    progress: Progress
    tally: Tally = field(default_factory=Tally)
    named: set[str] = field(default_factory=set)
    """The projects that entries have named so far."""

    def take_over(self) -> ImportReport:
        """Take over all that is of use; what is not, or cannot be read, is reported."""
        stories = [name for name in self.parcel.sizes if self._is_story(name)]
        files = [name for name in self.parcel.sizes if self._is_json(name)]
        if not stories and not files:
            raise Invalid(
                "There is nothing here that Showbible can read: no archive of its own, no memory.json, long_term.json "
                "or memory_index.json, no memory.db, and no memories of mem0 or Letta.",
                field="archive",
            )
        kept = [project_id for name in stories if (project_id := self._story_or_reason(name)) is not None]
        self._runs([name for name in files if _RUN.search(name)])
        for name in files:
            if not _RUN.search(name):
                self._lessons_or_run(name)
        return self.tally.report(kept[-1] if kept and not files else self.project_id, "files of another program")

    @cached_property
    def project_id(self) -> ProjectId:
        """The project that runs and records belong to."""
        return self._project(self.wanted or DEFAULT_PROJECT)

    def _project(self, name: str, title: str | None = None) -> ProjectId:
        """The project of that name, made when it is missing; a name that no id can have becomes one."""
        try:
            project_id = checked_id("project", name)
        except Invalid:
            project_id = id_for(name) or DEFAULT_PROJECT
        db = self.resources.workspace.db
        try:
            return projects.project(db, project_id).project_id
        except NotFound:
            return project_record.create(db, project_id, name=title or name).project_id

    def _runs(self, names: Sequence[str]) -> None:
        """All runs at once or none, then what they teach."""
        if sum(self.parcel.sizes[name] for name in names) > MOST_BYTES:
            raise TooLarge(f"The runs have more than {MOST_BYTES:,} bytes together. Bring them in parts.")
        made = [run for name in names if (run := self._run(name)) is not None]
        runs, lessons = Runs(self.resources.workspace.db, 0), Lessons(self.resources.workspace.db)
        with self.resources.workspace.db.transaction():
            for number, run in enumerate(made, start=1):
                self._keep(runs, run)
                self.progress("runs", number, len(made))
        over = [run for run in made if run.is_over]
        for number, run in enumerate(over, start=1):
            lessons.wrap(run.run_id)
            self.progress("lessons", number, len(over))

    def _run(self, name: str) -> Run | None:
        told = self._read(name)
        if not _is_run(told):
            if told is not None:
                self.tally.skip(name, "It does not tell of a run.")
            return None
        try:
            return run_file.run(Loose(told), self.project_id, self.tally)
        except ShowbibleError as error:
            self.tally.skip(name, error)
            return None

    def _keep(self, runs: Runs, run: Run) -> None:
        try:
            self.tally.count("runs", is_new=runs.take_over(run))
        except ShowbibleError as error:
            self.tally.skip(f"run {run.run_id}", error)

    def _lessons_or_run(self, name: str) -> None:
        """Take over a file that tells of memories or many runs, or of one under a strange name."""
        told = self._read(name)
        if _is_run(told):
            self._runs([name])
        elif letta_file.is_agent_file(told):
            self._agents(told)
        elif mem0_file.is_export(told):
            self._memories.take_over([*mem0_file.memories(told, self.tally)], made_by=mem0_file.MADE_BY)
        elif told is not None:
            self._lessons(name, told)

    @cached_property
    def _memories(self) -> MemoryFiles:
        embedders = Chosen(recording=self.resources.embedder, asking=self.resources.embedder)
        talks = Conversations(self.resources.workspace.db, self.resources.llm, embedders)
        return MemoryFiles(conversations=talks, tally=self.tally, progress=self.progress)

    def _agents(self, told: dict[str, Any]) -> None:
        """What each agent of a file remembers, and what was said to it."""
        for agent in letta_file.agents(told):
            self._memories.take_over([*letta_file.memories(agent, self.tally)], made_by=letta_file.MADE_BY)
            self._memories.say(
                [*letta_file.turns(agent)],
                character_id=agent.character_id,
                user_id=LOCAL_USER,
                session_id=agent.session_id,
            )

    def _lessons(self, name: str, told: Any) -> None:
        lessons = LessonFiles(
            db=self.resources.workspace.db,
            blobs=self.resources.blobs,
            project_id=self.project_id,
            tally=self.tally,
            project_for=self._named_project,
        )
        if isinstance(told, list) or {"video_history", "last_run_successes", "learned_patterns"} & set(told):
            lessons.memory_index(told)
        elif {"production_history", "preferences", "patterns"} & set(told):
            lessons.long_term(Loose(told))
        elif told and all(isinstance(each, dict) and "provider" in each for each in told.values()):
            lessons.provider_knowledge(Loose(told))
        else:
            self.tally.skip(name, "It is JSON of a shape that Showbible does not know.")

    def _named_project(self, name: str) -> ProjectId:
        """The project that an entry names, unless all shall be one, or entries name more than anybody has."""
        if self.wanted or len({*self.named, name}) > MOST_PROJECTS:
            return self.project_id
        self.named.add(name)
        return self._project(name)

    def _story_or_reason(self, name: str) -> ProjectId | None:
        """Take over a story; a database that is none spoils only what has nothing else."""
        try:
            return self._story(name)
        except Invalid as error:
            if self._is_single:
                raise
            self.tally.skip(name, error)
            return None

    def _story(self, name: str) -> ProjectId:
        with self._copied(name) as copy, foreign_file(copy) as file:
            story = StoryFile(file=file, tally=self.tally)
            project_id = self._project(self.wanted or story.project_id, story.name)
            db = self.resources.workspace.project(project_id)
            story.take_over(Assets(db, self.resources.embedder, self.resources.blobs))
            return project_id

    @contextmanager
    def _copied(self, name: str) -> Iterator[Path]:
        """A copy of a database, with the log of changes beside it where there is one."""
        with tempfile.TemporaryDirectory(prefix="showbible-") as folder:
            for ending in ("", LOG):
                if (entry := f"{name}{ending}") in self.parcel.sizes:
                    with self.parcel.open(entry) as source, Path(folder, f"copy{ending}").open("wb") as copy:
                        shutil.copyfileobj(source, copy)
            yield Path(folder, "copy")

    @property
    def _is_single(self) -> bool:
        """Whether one file was brought, whatever it is called."""
        return len([name for name in self.parcel.sizes if not name.endswith(LOG)]) == 1

    def _is_story(self, name: str) -> bool:
        return (bool(_STORY.search(name)) or self._is_single) and self._head(name) == SQLITE

    def _is_json(self, name: str) -> bool:
        if _RUN.search(name) or _LESSONS.search(name):
            return True
        return self._is_single and self._head(name).lstrip(b"\xef\xbb\xbf \r\n\t")[:1] in (b"{", b"[")

    def _head(self, name: str) -> bytes:
        with self.parcel.open(name) as file:
            return file.read(len(SQLITE))

    def _read(self, name: str) -> Any:
        """What a file of JSON says; one that is cut off, too large or of no use is reported."""
        if self.parcel.sizes[name] > LARGEST:
            self.tally.skip(name, f"It has more than {LARGEST:,} bytes.")
            return None
        try:
            with self.parcel.open(name) as file:
                told = json.loads(file.read().decode("utf-8-sig"))
        except (ValueError, RecursionError) as error:
            self.tally.skip(name, f"It is cut off, or no JSON ({error}).")
            return None
        if not isinstance(told, dict | list):
            self.tally.skip(name, "It says nothing that Showbible keeps.")
            return None
        return told


def _is_run(told: Any) -> bool:
    return isinstance(told, dict) and "run_id" in told and bool({"current_stage", "timeline", "concept"} & set(told))
