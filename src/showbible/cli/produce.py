"""Make a film from a sentence, with everything it does on record."""

from __future__ import annotations

import json
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Optional

import typer

from showbible.bible import Bible
from showbible.cli.options import AsJson, Home, opened
from showbible.cli.terminal import printable
from showbible.errors import Invalid
from showbible.values import frozen
from showbible.vocabulary import DEFAULT_PROJECT, USUAL_BUDGET, Micros, dollars, plural

if TYPE_CHECKING:
    from showbible.runs.model import Run
    from showbible.studio.model import OnUnknown
    from showbible.studio.progress import Progress

Concept = Annotated[Optional[str], typer.Argument(help="What the film is about, in a sentence.")]  # noqa: UP045
Budget = Annotated[str, typer.Option(help="Dollars to spend; the embedded studio's prices are simulated.")]
Project = Annotated[str, typer.Option(help="The story that the film belongs to; `showbible projects new` makes one.")]
Pilots = Annotated[Optional[int], typer.Option(help="How many ways of making it compete.", show_default=False)]  # noqa: UP045
Scenes = Annotated[Optional[int], typer.Option(help="How many scenes it has.", show_default=False)]  # noqa: UP045
Duration = Annotated[Optional[int], typer.Option(help="How many seconds it lasts.", show_default=False)]  # noqa: UP045
Chosen = Optional[str]  # noqa: UP045
TierOption = Annotated[Chosen, typer.Option("--tier", help="How it is made, such as animated.", show_default=False)]
StyleOption = Annotated[
    Chosen, typer.Option("--style", help="How it is cut: safe, balanced or creative.", show_default=False)
]
Mood = Annotated[Chosen, typer.Option(help="What it feels like.", show_default=False)]
Music = Annotated[Chosen, typer.Option(help="What music it has.", show_default=False)]
VoiceOption = Annotated[Chosen, typer.Option("--voice", help="Who speaks.", show_default=False)]
Explore = Annotated[bool, typer.Option("--explore", help="Lead with what is worth a try, and not with what is proven.")]
Seeds = Annotated[Optional[list[Path]], typer.Option("--seed", help="A picture or film to start from.")]  # noqa: UP045
Resume = Annotated[Optional[str], typer.Option(help="Go on with the production of this run.", show_default=False)]  # noqa: UP045
Unknown = Annotated[
    Optional[str],  # noqa: UP045
    typer.Option("--on-unknown", help="A paid step whose end nobody knows: ask, retry or fail.", show_default=False),
]


def produce(
    concept: Concept = None,
    home: Home = None,
    budget: Budget = str(USUAL_BUDGET),
    project: Project = DEFAULT_PROJECT,
    pilots: Pilots = None,
    scenes: Scenes = None,
    duration: Duration = None,
    tier: TierOption = None,
    style: StyleOption = None,
    mood: Mood = None,
    music: Music = None,
    voice: VoiceOption = None,
    explore: Explore = False,
    seed: Seeds = None,
    resume: Resume = None,
    on_unknown: Unknown = None,
    as_json: AsJson = False,
) -> None:
    """Make a film: plan it, write it, shoot it, cut it, and remember how it went."""
    if (concept is None) == (resume is None):
        raise Invalid("Say what the film is about, or which run to resume with --resume.", field="concept")
    with opened(home) as bible:
        if concept is not None:
            wish = _Wish(
                budget=budget,
                project=project,
                pilots=pilots,
                scenes=scenes,
                seeds=tuple(seed or ()),
                on_unknown=_word(on_unknown),
                choices={
                    "duration": duration,
                    "tier": tier,
                    "edit_style": style,
                    "mood": mood,
                    "music_style": music,
                    "voice": voice,
                    "explore": explore or None,
                },
            )
            run_id = _started(bible, concept, wish)
        else:
            run_id = _resumed(bible, resume or "")
        run = finished(bible, run_id, as_json=as_json, on_unknown=on_unknown)
    if run.recorded_status != "completed":
        raise typer.Exit(1)


@frozen
class _Wish:
    budget: str
    project: str
    pilots: int | None
    scenes: int | None
    seeds: tuple[Path, ...]
    on_unknown: OnUnknown | None
    choices: dict[str, Any]


def _started(bible: Bible, concept: str, wish: _Wish) -> str:
    from showbible.studio import orchestrator
    from showbible.studio.model import FilmChoices, OnUnknown

    return orchestrator.ask(
        bible,
        concept,
        budget=wish.budget,
        project_id=wish.project,
        pilots=wish.pilots,
        scenes=wish.scenes,
        seed_files=wish.seeds,
        on_unknown=wish.on_unknown or OnUnknown.ASK,
        choices=FilmChoices.checked(**wish.choices),
    )


def _word(on_unknown: str | None) -> OnUnknown | None:
    from showbible.studio.model import OnUnknown
    from showbible.vocabulary import word

    return None if on_unknown is None else word(OnUnknown, "on_unknown", on_unknown)


def _resumed(bible: Bible, run_id: str) -> str:
    from showbible.studio.ledger import turns
    from showbible.vocabulary import checked_id

    return turns.production(bible.db, checked_id("run", run_id)).run_id


def finished(bible: Bible, run_id: str, *, as_json: bool, on_unknown: str | None = None) -> Run:
    """Make the film of a production, telling how it goes and how it ended."""
    run = _made(bible, run_id, as_json=as_json, on_unknown=on_unknown)
    _print_end(bible, run, as_json=as_json)
    return run


def _made(bible: Bible, run_id: str, *, as_json: bool, on_unknown: str | None) -> Run:
    from showbible.studio import config, orchestrator
    from showbible.studio.closing import Follower, following

    crew = config.crew(bible)
    stop, orders = threading.Event(), Follower(bible, crew=lambda: crew)
    with _stopping(stop), _screen(as_json=as_json) as say:
        with following(orders):
            orchestrator.produce(bible, run_id, crew=crew, say=say, stop=stop, on_unknown=_word(on_unknown))
        orders.wait_for(run_id, stop)
    return bible.runs.get(run_id)


@contextmanager
def _stopping(stop: threading.Event) -> Iterator[None]:
    """The first Ctrl-C ends the production after the step it is in; the second ends the process."""

    def ask_to_stop(number: int, _frame: object) -> None:
        signal.signal(number, signal.default_int_handler)
        stop.set()

    before = {number: signal.signal(number, ask_to_stop) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


# What is shown meanwhile


@contextmanager
def _screen(*, as_json: bool) -> Iterator[Callable[[Progress], None]]:
    """Who shows progress: a bar on a terminal, a line each elsewhere, JSON for machines."""
    if as_json:
        yield _print_json
    elif sys.stdout.isatty():
        with _bar() as say:
            yield say
    else:
        yield _print_line


def _print_json(progress: Progress) -> None:
    typer.echo(
        json.dumps(
            {
                "type": "progress",
                "run_id": progress.run_id,
                "stage": progress.stage,
                "message": progress.message,
                "progress": progress.percent,
                "budget_spent": dollars(progress.spent),
                "budget_total": dollars(progress.budget),
                "seconds_left": None if progress.seconds_left is None else round(progress.seconds_left, 1),
            }
        )
    )


def _print_line(progress: Progress) -> None:
    typer.echo(
        printable(
            f"{progress.percent:3d} %  {_named(progress)}  {_money(progress)}  {progress.message}{_left(progress)}"
        )
    )


@dataclass
class _BarStage:
    """The stage that the bar is in."""

    stage: str = ""


@contextmanager
def _bar() -> Iterator[Callable[[Progress], None]]:
    from rich.progress import BarColumn, TextColumn, TimeElapsedColumn
    from rich.progress import Progress as Bar
    from rich.text import Text

    columns = (TextColumn("{task.description}"), BarColumn(), TextColumn("{task.fields[told]}"), TimeElapsedColumn())
    shown = _BarStage()
    with Bar(*columns) as bar:
        task = bar.add_task("starting", total=100, told="")

        def say(progress: Progress) -> None:
            if progress.stage != shown.stage and shown.stage:
                bar.console.print(Text(f"✓ {shown.stage.replace('_', ' ')}", style="green"))
            shown.stage = progress.stage
            bar.console.print(Text(f"  {printable(progress.message)}", style="dim"))
            bar.update(
                task,
                completed=progress.percent,
                description=_named(progress),
                told=f"{_money(progress)}{_left(progress)}",
            )

        yield say


def _print_end(bible: Bible, run: Run, *, as_json: bool) -> None:
    from showbible.studio.ledger import model, paid

    entries = paid.entries(bible.db, run.run_id)
    parked = [entry for entry in entries if entry.state is model.OrderState.UNKNOWN]
    going = [entry for entry in entries if entry.state in model.OPEN and entry not in parked]
    if as_json:
        from showbible.shapes.runs import RunShape

        shape = RunShape.seen(bible, run)
        typer.echo(json.dumps({"type": "complete", "run": json.loads(shape.model_dump_json())}))
        return
    for warning in run.warnings:
        typer.echo(printable(f"! {warning}"))
    typer.echo(printable(_ending(bible, run)))
    if parked:
        held = sum(entry.reserved for entry in parked)
        typer.echo(f"{len(parked)} paid steps wait for a person's word; ${dollars(held):.2f} stay held.")
    for entry in going:
        typer.echo(f"Still open: {entry.work}. The next produce, serve or work follows it and books what it costs.")


def _ending(bible: Bible, run: Run) -> str:
    spent = f"${dollars(run.spent):.2f} of ${dollars(run.budget):.2f} spent{_simulated(bible, run)}"
    if run.final_video_path is None:
        return f"Run {run.run_id} is {run.recorded_status}: {spent}, {plural(len(run.assets), 'asset')} kept."
    stores = bible.settings.stores
    film = f"{stores.rstrip('/') if stores else bible.settings.home.absolute() / 'stores'}/{run.final_video_path}"
    score = "" if run.score is None else f", score {run.score:.1f}"
    return f"{film}\nRun {run.run_id} is {run.recorded_status}{score}: {spent}."


def _simulated(bible: Bible, run: Run) -> str:
    """How much of what was spent nobody was paid."""
    from showbible.providers.roster import EMBEDDED
    from showbible.studio.ledger import paid

    entries = paid.entries(bible.db, run.run_id)
    unpaid = sum(entry.cost for entry in entries if entry.provider in EMBEDDED)
    if unpaid == sum(entry.cost for entry in entries):
        return " (simulated prices)"
    return f" (${dollars(Micros(unpaid)):.2f} of it at simulated prices)" if unpaid else ""


def _named(progress: Progress) -> str:
    return f"{progress.stage.replace('_', ' '):<19}"


def _left(progress: Progress) -> str:
    return f", about {progress.seconds_left:.0f} s left" if progress.seconds_left else ""


def _money(progress: Progress) -> str:
    return f"${dollars(progress.spent):.2f} of ${dollars(progress.budget):.2f}"
