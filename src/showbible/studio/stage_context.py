"""What every stage works with: the wish, the crew, the till, and the results of the steps that are done."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field
from decimal import Decimal
from typing import Any, TypeVar

from pydantic import TypeAdapter

from showbible.bible import Bible
from showbible.runs.model import PROGRESS, Run, Stage
from showbible.runs.recall.files import run_folder
from showbible.studio.crew import Crew, MediaProvider
from showbible.studio.ledger import steps
from showbible.studio.model import FilmRequest
from showbible.studio.progress import Voice
from showbible.studio.purchase import PurchaseOutcome, Till
from showbible.values import frozen
from showbible.vocabulary import RunId

Result = TypeVar("Result")


@frozen
class Desk:
    """One production at work."""

    wish: FilmRequest
    crew: Crew
    till: Till
    voice: Voice
    stages: list[Stage] = field(default_factory=list)

    @property
    def bible(self) -> Bible:
        """The studio's memory."""
        return self.till.bible

    @property
    def run_id(self) -> RunId:
        """The run that records this production."""
        return self.till.turn.run_id

    def run(self) -> Run:
        """The run as it is now."""
        return self.bible.runs.get(self.run_id)

    def enter(self, stage: Stage, message: str, *, details: Mapping[str, Any] | None = None) -> None:
        """Go to a stage, unless the run has been there before."""
        self.till.go_on()
        run = self.run()
        if run.stage is Stage.INITIALIZED or PROGRESS[run.stage] < PROGRESS[stage]:
            self.bible.runs.enter(self.run_id, stage, details=details)
        self.voice.tell(stage, message)

    def step(
        self,
        name: str,
        kind: type[Result],
        make: Callable[[], Result],
        *,
        then: Callable[[Result], object] | None = None,
    ) -> Result:
        """The result of a step: the one kept before, else made now and kept together with what it brings about."""
        shape: TypeAdapter[Result] = TypeAdapter(kind)
        kept = steps.done(self.bible.db, self.run_id, name)
        if kept is not None:
            return shape.validate_json(kept)
        self.till.go_on()
        result = make()
        with self.till.changing():
            steps.keep(self.bible.db, self.till.turn, name, result=shape.dump_json(result).decode())
            if then is not None:
                then(result)
        return result

    def result(self, name: str) -> str | None:
        """The kept result of a step as it was written; None while it has none."""
        return steps.done(self.bible.db, self.run_id, name)

    def warn_once(self, name: str, message: str) -> None:
        """Warn of something, once however often a production is taken up."""
        self.step(f"said.{name}", str, lambda: message, then=lambda said: self.bible.runs.warning(self.run_id, said))

    def stands_in(self, name: str, outcome: PurchaseOutcome, maker: MediaProvider[Any], *, said: str) -> bool:
        """Whether those who work here make now what a provider could not make, which is said once."""
        could_not = outcome in (PurchaseOutcome.FAILED, PurchaseOutcome.PARKED)
        if not could_not or not self.crew.stands_in_for(maker):
            return False
        self.warn_once(f"stand_in.{name}", said)
        return True

    def key(self, name: str) -> str:
        """The key of one of the run's files."""
        return run_folder(self.wish.project_id, self.run_id) + name

    def put(self, store: str, name: str, content: bytes) -> str:
        """Keep a file of the run; gives the path that plays it."""
        self.bible.blobs.put(store, self.key(name), [content])
        return f"{store}/{self.key(name)}"

    def read(self, path: str) -> bytes:
        """A file that was kept before."""
        store, _, key = path.partition("/")
        return b"".join(self.bible.blobs.read(store, key))

    def asset_id(self, name: str) -> str:
        """An id for an asset that no other run has."""
        return f"{self.run_id}.{name}"


def amount(micros: int) -> Decimal:
    """Micro-dollars as the dollars that the runs memory takes."""
    return Decimal(micros) / 1_000_000
