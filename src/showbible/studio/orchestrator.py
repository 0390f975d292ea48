"""Start a production, or go on with one: whoever has the turn works, and a dead process is followed at once."""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Final

import structlog
from pydantic import TypeAdapter, ValidationError

from showbible.bible import Bible
from showbible.errors import Conflict, DiskFull, Malformed, NotFound, ShowbibleError, TryLater
from showbible.runs.model import Run
from showbible.runs.recall import lists
from showbible.runs.recall.files import run_folder
from showbible.studio import config, media, plan, seeds, stages
from showbible.studio.crew import Crew
from showbible.studio.ledger import model, turns
from showbible.studio.ledger.model import Turn, TurnLost
from showbible.studio.model import FilmChoices, FilmRequest, OnUnknown
from showbible.studio.owner import is_dead, this_process
from showbible.studio.progress import Say, Voice, silent
from showbible.studio.purchase import Ended, Stopped, Till
from showbible.studio.stage_context import Desk, amount
from showbible.vocabulary import DEFAULT_PROJECT, LOCAL_USER, RunId, money, new_id

LEASE: Final = 12.0
"""Seconds after which a silent process loses its turn."""

_WISH: Final[TypeAdapter[FilmRequest]] = TypeAdapter(FilmRequest)

log = structlog.get_logger("showbible.studio")


def ask(
    bible: Bible,
    concept: str,
    *,
    budget: object,
    project_id: str = DEFAULT_PROJECT,
    user_id: str = LOCAL_USER,
    pilots: int | None = None,
    scenes: int | None = None,
    seed_files: Sequence[Path] = (),
    on_unknown: OnUnknown = OnUnknown.ASK,
    choices: FilmChoices | None = None,
) -> RunId:
    """Start the run of a production that nobody works on yet; what cannot be made is refused before.

    So is everything while the studio's crew, its model or its settings would not let it work.
    """
    wish = FilmRequest(
        concept=concept,
        budget=money("budget", budget),
        project_id=project_id,
        user_id=user_id,
        pilots=pilots,
        scenes=scenes,
        on_unknown=on_unknown,
        choices=choices or FilmChoices(),
    )
    return _start(bible, wish, seed_files=seed_files)


def ask_for(bible: Bible, wish: FilmRequest) -> RunId:
    """The same for a wish that was put into its form already."""
    return _start(bible, wish)


def ask_again(bible: Bible, run_ids: Sequence[str]) -> list[FilmRequest]:
    """Ask once more for films of runs that are over, each in a run of its own; gives what was asked for.

    Runs of somebody else, and those that began with files, are left out.
    """
    over = [run.run_id for run in lists.some(bible.db, run_ids) if run.is_over]
    films = [replace(film, on_unknown=OnUnknown.ASK) for run_id in over for film in _request(bible, run_id)]
    with bible.db.transaction():
        for film in films:
            _start(bible, film)
    return films


def _request(bible: Bible, run_id: str) -> list[FilmRequest]:
    try:
        film = wish_of(turns.production(bible.db, run_id))
    except ShowbibleError:
        return []
    return [] if film.seeds else [film]


def _start(bible: Bible, wish: FilmRequest, *, seed_files: Sequence[Path] = ()) -> RunId:
    media.require()
    plan.check(wish, config.crew(bible).rates)
    found = seeds.read(seed_files)
    run_id, budget = RunId(new_id()), amount(wish.budget)
    with bible.db.transaction():
        bible.runs.start(wish.concept, budget=budget, project_id=wish.project_id, run_id=run_id, user_id=wish.user_id)
        wish = _with_seeds(bible, run_id, wish, found=found)
        turns.ask(bible.db, run_id, _WISH.dump_json(wish).decode())
    return run_id


def _with_seeds(bible: Bible, run_id: str, wish: FilmRequest, *, found: Sequence[seeds.Seed]) -> FilmRequest:
    paths = []
    for number, seed in enumerate(found):
        key = f"{run_folder(wish.project_id, run_id)}seed{number}.{seeds.ending(seed.content)}"
        bible.blobs.put("media", key, [seed.content])
        paths.append(f"media/{key}")
    return replace(wish, seeds=tuple(paths))


def wish_of(production: model.StudioRun) -> FilmRequest:
    """What was asked for."""
    try:
        return _WISH.validate_json(production.wish)
    except ValidationError as error:
        said = str(error.errors(include_url=False)[0]["msg"])
        raise Malformed(f"What the studio was asked for cannot be read: {said}.") from None


def produce(
    bible: Bible,
    run_id: str,
    *,
    crew: Crew | None = None,
    say: Say = silent,
    stop: threading.Event | None = None,
    cancels: bool = True,
    on_unknown: OnUnknown | None = None,
    patience: float = 2 * LEASE,
) -> Run:
    """Work on a production until it ends; waits, if it must, until the process before is known to be gone.

    Setting `stop` ends it after the step it is in: the run is cancelled, or left to be resumed if nothing `cancels`.
    `on_unknown` is a person's later word on steps whose outcome nobody knows.
    """
    asked = turns.production(bible.db, run_id)
    run = bible.runs.get(run_id)
    if run.is_over:
        return run
    stop = stop or threading.Event()
    turn = _turn(bible, run_id, patience=patience, stop=stop)

    def begin() -> Desk:
        media.require()
        wish = wish_of(asked)
        till = Till(bible=bible, turn=turn, on_unknown=on_unknown or wish.on_unknown, stop=stop)
        voice = Voice(bible=bible, run_id=turn.run_id, say=say)
        return Desk(wish=wish, crew=crew or config.crew(bible), till=till, voice=voice)

    with _kept_alive(bible, turn):
        return _worked(bible, turn.run_id, begin, cancels=cancels)


def _worked(bible: Bible, run_id: RunId, begin: Callable[[], Desk], *, cancels: bool) -> Run:
    """The run at its end, with the reason if it could not even begin.

    An end that is nobody's fault leaves the run to be resumed.
    """
    try:
        return stages.produce(begin())
    except Stopped:
        return bible.runs.finish(run_id, "cancelled") if cancels else bible.runs.get(run_id)
    except Ended:
        return bible.runs.get(run_id)
    except (TurnLost, TryLater, DiskFull):
        raise
    except Exception as error:
        if isinstance(error, Conflict) and bible.runs.get(run_id).is_over:  # somebody else ended it meanwhile
            return bible.runs.get(run_id)
        with contextlib.suppress(ShowbibleError):
            bible.runs.finish(run_id, "failed", error=str(error) or type(error).__name__)
        raise


def _turn(bible: Bible, run_id: str, *, patience: float, stop: threading.Event) -> Turn:
    """The turn on a production, at once when nobody has it or who has it is dead."""
    owner, until = this_process(), time.monotonic() + patience
    while True:
        before = turns.production(bible.db, run_id).owner
        dead = before if before is not None and is_dead(before) else None
        turn = turns.take(bible.db, run_id, owner=owner, lease_ms=int(LEASE * 1000), dead=dead)
        if turn is not None:
            return turn
        if time.monotonic() > until or stop.wait(0.25):
            raise Conflict(f"Another process works on run {run_id}. Wait for it, or stop it first.")


@contextmanager
def _kept_alive(bible: Bible, turn: Turn) -> Iterator[None]:
    """The turn, renewed in the background and given back at the end."""
    over = threading.Event()
    thread = threading.Thread(target=_renew, args=(bible, turn, over), name="production-beat", daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()
        turns.leave(bible.db, turn)


def _renew(bible: Bible, turn: Turn, over: threading.Event) -> None:
    while not over.wait(LEASE / 4):
        try:
            turns.renew(bible.db, turn, lease_ms=int(LEASE * 1000))
            bible.runs.beat(turn.run_id)
        except (TurnLost, Conflict, NotFound):
            return
        except ShowbibleError as error:
            log.warning("production.waits", reason=str(error))
