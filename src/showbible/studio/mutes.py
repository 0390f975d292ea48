"""What one run does without: a person silences a card or a pattern there, and nowhere else."""

from __future__ import annotations

from typing import Final

from showbible.bible import Bible
from showbible.direction.recall import profiles
from showbible.errors import Conflict, NotFound
from showbible.runs.model import PROGRESS, MuteKind, Stage, Summary, word
from showbible.runs.recall import one
from showbible.studio.ledger import steps

TOO_LATE: Final = {
    MuteKind.CARD: "The script is written: no later stage reads the cards.",
    MuteKind.PATTERN: "The run is planned: a pattern set aside now counts from the next run on.",
}


def mute(bible: Bible, run_id: str, kind: str, item_id: str) -> bool:
    """Silence something learned for one run; gives whether it was heard until now."""
    run, known = one.summary(bible.db, run_id), word(MuteKind, "kind", kind)
    says = _says(bible, run, known, item_id)
    if not run.is_over and known not in still_read(bible, run):
        raise Conflict(TOO_LATE[known])
    return bible.runs.mute(run_id, known, item_id, says=says)


def unmute(bible: Bible, run_id: str, kind: str, item_id: str) -> bool:
    """Let something speak again in one run; gives whether it was silent."""
    run, known = one.summary(bible.db, run_id), word(MuteKind, "kind", kind)
    try:
        says = _says(bible, run, known, item_id)
    except NotFound:  # it was forgotten meanwhile
        says = item_id
    return bible.runs.unmute(run_id, known, item_id, says=says)


def still_read(bible: Bible, run: Summary) -> frozenset[MuteKind]:
    """The kinds of things that a later stage of a run will still ask for."""
    if run.is_over:
        return frozenset()
    planned = PROGRESS[run.stage] >= PROGRESS[Stage.PLANNING_PILOTS]
    written = steps.done(bible.db, run.run_id, "script") is not None
    read = {MuteKind.PATTERN: not planned, MuteKind.CARD: not written}
    return frozenset(kind for kind, is_read in read.items() if is_read)


def _says(bible: Bible, run: Summary, kind: MuteKind, item_id: str) -> str:
    """What the thing says, for the log; it has to be there."""
    if kind is MuteKind.PATTERN:
        return bible.lessons.pattern(item_id).name.replace("_", " ")
    if one.project_of(bible.db, run.run_id) is None:
        raise NotFound("card", item_id)
    return profiles.card(bible.workspace.project(run.project_id), item_id).preference
