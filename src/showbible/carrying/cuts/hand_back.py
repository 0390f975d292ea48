"""Take in a cut that an editor changed: what was done to it becomes edits of the direction memory."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import field
from typing import Final

from showbible.carrying.cuts.comparing import PlannedShot, SceneCut, compared
from showbible.carrying.cuts.excerpts import CutFile
from showbible.carrying.cuts.kept_cut import kept_cut
from showbible.carrying.cuts.steps import Step, steps
from showbible.carrying.report import ImportReport, Tally
from showbible.direction.api import Direction
from showbible.direction.model import SceneFacts, SessionMessage, Shot
from showbible.direction.recall import scenes
from showbible.direction.recall.diff import GENERATE
from showbible.direction.recall.plans import NewScene
from showbible.direction.recall.scenes import Session
from showbible.errors import Conflict, Invalid, NotFound
from showbible.resources import Resources
from showbible.runs.model import Run
from showbible.runs.recall.one import run as recall_run
from showbible.values import frozen
from showbible.vocabulary import ProjectId

STAGE: Final = "RENDERING"
LONGEST_ID: Final = 128


@frozen
class HandBack:
    """A cut that is handed back to the studio that exported it."""

    resources: Resources
    file: CutFile
    project_id: str | None
    """The project it must be of, where somebody names one."""
    run_id: str | None
    """The run it is of, where the file does not say so."""
    tally: Tally = field(default_factory=Tally)

    def take_in(self) -> ImportReport:
        """Compare it with what was exported and keep the edits: all of them, or none."""
        run = self._run()
        cut = kept_cut(self.resources.blobs, run)
        found = compared(cut, self.file.excerpts(cut.rate))
        direction = Direction(self.resources.workspace.project(ProjectId(run.project_id)))
        with direction.db.transaction():
            direction.db.hold(f"cut:{run.run_id}")
            for scene in found.scenes:
                self._keep(direction, run, scene)
        self.tally.skipped.extend(found.omissions)
        return self.tally.report(run.project_id, f"a cut of run {run.run_id}, handed back")

    def _run(self) -> Run:
        named = [run for run_id in self.file.run_ids if (run := self._find(run_id)) is not None]
        if self.run_id is None and not named:
            raise Invalid(
                "The file does not say of which run of this studio it is the cut. Name it with --run, or as run_id.",
                field="run_id",
            )
        run = named[-1] if self.run_id is None else recall_run(self.resources.workspace.db, self.run_id)
        if named and run.run_id not in [each.run_id for each in named]:
            raise Conflict(f"This is a cut of run {named[-1].run_id}, not of run {run.run_id}.")
        if self.project_id not in (None, run.project_id):
            raise NotFound(f"run of project {self.project_id}", run.run_id)
        return run

    def _find(self, run_id: str) -> Run | None:
        with suppress(NotFound):
            return recall_run(self.resources.workspace.db, run_id)
        return None

    def _keep(self, direction: Direction, run: Run, scene: SceneCut) -> None:
        """Tell the direction memory what was done to one scene since it was last handed back."""
        scene_id = _scene_id(run.run_id, scene.scene_id)
        session = scenes.session(direction.db, scene_id)
        last = _last(session)
        message_id = f"cut.{_digest(scene.after)}"
        if last is not None and (_digest(last) == _digest(scene.after) or _has(session, message_id)):
            self.tally.count("scenes", is_new=False)
            return
        done = steps(scene.before if last is None else last, scene.after)
        direction.put(scene_id, _new_scene(run, scene))
        messages = [*([] if last is not None else [_export(scene)]), *_message(message_id, done)]
        added = direction.append(scene_id, messages, chat_session_id=run.run_id, user_id=run.user_id)
        if not added.messages:
            self.tally.skip(f"scene {scene.scene_id}", "What is handed back of it was forgotten before, and stays so.")
            return
        self.tally.count("scenes", is_new=True)
        for step in done:
            self.tally.count(step.kind, is_new=True, number=step.number)


def _new_scene(run: Run, scene: SceneCut) -> NewScene:
    facts = SceneFacts(scene_text=scene.title)
    return NewScene(planning_stage=STAGE, ready=True, facts=facts, shots=scene.after, user_id=run.user_id)


def _export(scene: SceneCut) -> SessionMessage:
    shown = Step(kind="exports", tool=GENERATE, params={}, shots=scene.before).call("cut.export.1")
    return SessionMessage(message_id="cut.export", role="assistant", content="The cut as exported.", calls=(shown,))


def _message(message_id: str, done: Sequence[Step]) -> list[SessionMessage]:
    if not done:
        return []
    calls = tuple(step.call(f"{message_id}.{number}") for number, step in enumerate(done, start=1))
    return [SessionMessage(message_id=message_id, role="assistant", content="The cut as handed back.", calls=calls)]


def _last(session: Session) -> tuple[PlannedShot, ...] | None:
    """The scene as it was handed back last; None where it never was."""
    plans = list(session.plans.values())
    return tuple(_planned(shot) for shot in plans[-1][1]) if plans else None


def _planned(shot: Shot) -> PlannedShot:
    return {"shot_id": shot.shot_id, **shot.fields}


def _has(session: Session, message_id: str) -> bool:
    return any(message.message_id == message_id for message in session.messages)


def _scene_id(run_id: str, scene_id: str) -> str:
    """An id that no scene of another run has."""
    name = f"{run_id}.{scene_id}"
    return name if len(name) <= LONGEST_ID else f"cut.{hashlib.sha256(name.encode()).hexdigest()[:24]}"


def _digest(shots: Sequence[PlannedShot]) -> str:
    told = json.dumps([dict(sorted(shot.items())) for shot in shots], sort_keys=True)
    return hashlib.sha256(told.encode()).hexdigest()[:24]
