"""Stories out of a studio and into it, as a caller asks for them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from showbible.carrying import checking, incoming, outgoing
from showbible.carrying.cuts.hand_back import HandBack
from showbible.carrying.cuts.reading import cut_in
from showbible.carrying.documents import Documents
from showbible.carrying.manifest import MANIFEST
from showbible.carrying.outgoing import Progress
from showbible.carrying.parcels import OWN_MACHINE, ParcelLimits, parcel
from showbible.carrying.report import ImportReport
from showbible.errors import Conflict, DiskFull, Invalid
from showbible.resources import Resources
from showbible.storage import private
from showbible.storage.sqlite import free_bytes
from showbible.vocabulary import checked_id, new_id


def _nobody(_what: str, _done: int, _of: int) -> None:
    """Hears of progress where nobody asked to."""


@dataclass(frozen=True)
class Carrying:
    """Export a project, import what was exported, and take over what other programs wrote."""

    resources: Resources

    def pieces(self, project_id: str, *, progress: Progress = _nobody) -> Iterator[bytes]:
        """A project as one zip, piece by piece, all of one moment."""
        return outgoing.export(self.resources.workspace, self.resources.blobs, project_id, progress=progress)

    def export(self, project_id: str, path: Path | str, *, progress: Progress = _nobody) -> Path:
        """Write a project into a file that is not there yet: all of it, or none."""
        target = Path(path).absolute()
        if target.exists():
            raise Conflict(f"{target} exists already. Name another file, or remove that one.")
        partial = target.with_name(f".{target.name}.{new_id()}.partial")
        pieces = self.pieces(project_id, progress=progress)
        try:
            private.file(partial)
            private.write(partial, pieces)
            partial.rename(target)
        finally:
            partial.unlink(missing_ok=True)
        return target

    def take_in(
        self,
        path: Path | str,
        *,
        project_id: str | None = None,
        run_id: str | None = None,
        limits: ParcelLimits = OWN_MACHINE,
        progress: Progress = _nobody,
    ) -> ImportReport:
        """Bring in an archive of ours as a project, or what other programs wrote into one; twice is as good as once.

        A cut that an editor changed is compared with that of its run, which `run_id` names where the file does not.
        """
        if project_id is not None:
            checked_id("project", project_id)
        with parcel(Path(path), limits) as brought:
            self._check_room(sum(brought.sizes.values()))
            if MANIFEST in brought.sizes:
                archive = checking.checked(brought, progress)
                return incoming.take_in(self.resources, archive, project_id, progress)
            if (cut := cut_in(brought)) is not None:
                return HandBack(resources=self.resources, file=cut, project_id=project_id, run_id=run_id).take_in()
            if run_id is not None:
                raise Invalid("A run is named only with a cut that is handed back, and this is none.", field="run_id")
            return Documents(resources=self.resources, parcel=brought, wanted=project_id, progress=progress).take_over()

    def _check_room(self, size: int) -> None:
        if size > free_bytes(self.resources.workspace.home):
            raise DiskFull(
                f"There is no room for the {size:,} bytes that were brought. Free some space, then try again."
            )
