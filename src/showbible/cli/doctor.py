"""Look at a studio and at the machine, and say what is wrong with either."""

from __future__ import annotations

import json
import platform
import shlex
from contextlib import closing
from dataclasses import asdict
from importlib.util import find_spec
from typing import Annotated

import typer

from showbible import __version__
from showbible.bible import Bible
from showbible.cli.options import AsJson, Home, opened
from showbible.errors import ShowbibleError
from showbible.jobs import queue, timekeeping
from showbible.jobs.queue import JobState
from showbible.llm.embeddings import choosing, encoder
from showbible.llm.local import asking
from showbible.llm.local.engine import LOADING_LIMIT
from showbible.projects import recall as projects
from showbible.settings import Settings
from showbible.storage import migrate, private, sqlite, vectors
from showbible.storage.layout import MEMORY_VECTORS
from showbible.studio.ledger import standing
from showbible.studio.ledger.model import OrderState
from showbible.troubles import deaf_hook, late_backup
from showbible.values import frozen
from showbible.vocabulary import plural, rfc3339

TrustClock = Annotated[
    bool, typer.Option("--trust-clock", help="Say that this machine's clock is right, after it was doubted.")
]


@frozen
class Finding:
    """One thing looked at, and what to do about it if anything."""

    name: str
    value: str
    advice: str | None = None


def doctor(home: Home = None, as_json: AsJson = False, trust_clock: TrustClock = False) -> None:
    """Check the data folder, the databases and the parts that are installed."""
    with opened(home) as bible:
        if trust_clock:
            bible.trust_clock()
        findings = examined(bible)
    if as_json:
        typer.echo(json.dumps([asdict(finding) for finding in findings], indent=2))
    else:
        for finding in findings:
            mark = "!" if finding.advice else "✓"
            typer.echo(f"{mark} {finding.name:<18} {finding.value}")
            if finding.advice:
                typer.echo(f"  {'':<18} {finding.advice}")
    if any(finding.advice for finding in findings):
        raise typer.Exit(1)


def examined(bible: Bible) -> list[Finding]:
    """Everything worth knowing before asking for help."""
    return [
        Finding(name="showbible", value=f"{__version__}, Python {platform.python_version()}"),
        _folder(bible),
        _database(bible),
        _files(bible),
        _projects(bible),
        _sqlite(),
        _disk(bible),
        _jobs(bible),
        _clock(bible),
        _orphans(bible),
        _payments(bible),
        _backups(bible),
        _webhooks(bible),
        _model(bible),
        _reading(),
        *_providers(bible),
        *_extras(),
    ]


def _database(bible: Bible) -> Finding:
    found = migrate.version(bible.db, "workspace")
    kind = "SQLite files" if bible.workspace.in_files else "PostgreSQL"
    advice = vectors.want(bible.db, MEMORY_VECTORS)
    return Finding(name="database", value=f"{kind}, schema {found}", advice=advice)


def _files(bible: Bible) -> Finding:
    value = bible.settings.stores or "in the data folder"
    try:
        bible.blobs.check()
    except ShowbibleError as error:
        return Finding(name="files", value=value, advice=str(error))
    return Finding(name="files", value=value)


def _folder(bible: Bible) -> Finding:
    home = bible.workspace.home
    if private.is_open_to_others(home):
        advice = f"Other users of this machine may look into it: chmod 700 {shlex.quote(str(home))}"
        return Finding(name="data folder", value=str(home), advice=advice)
    return Finding(name="data folder", value=str(home))


def _projects(bible: Bible) -> Finding:
    living = projects.living(bible.db)
    told = {project_id: bible.workspace.trouble(project_id) for project_id in living}
    troubles = [trouble for trouble in told.values() if trouble is not None]
    return Finding(name="projects", value=f"{len(living):,}", advice=" ".join(troubles) or None)


def _sqlite() -> Finding:
    version = ".".join(str(part) for part in sqlite.version())
    if sqlite.has_wal_reset_bug(sqlite.version()):
        advice = "This SQLite can lose data when other tools write the same file: install pysqlite3."
        return Finding(name="sqlite", value=version, advice=advice)
    return Finding(name="sqlite", value=version)


def _disk(bible: Bible) -> Finding:
    free = sqlite.free_bytes(bible.workspace.home) // 1024**2
    floor = bible.settings.disk_floor_mb
    advice = "Free some space: nothing more is written below the floor." if free < 2 * floor else None
    return Finding(name="free disk", value=f"{free:,} MB (floor {floor:,} MB)", advice=advice)


def _jobs(bible: Bible) -> Finding:
    counts = queue.counts(bible.db)
    text = ", ".join(f"{number} {state}" for state, number in counts.items() if number) or "none"
    advice = "Look at the failed jobs on the Jobs page and retry them." if counts[JobState.FAILED] else None
    return Finding(name="jobs", value=text, advice=advice)


def _clock(bible: Bible) -> Finding:
    if (doubt := bible.clock_doubt()) is None:
        return Finding(name="clock", value="as expected")
    return Finding(name="clock", value=doubt.reason, advice=timekeeping.REMEDY)


def _orphans(bible: Bible) -> Finding:
    """Files that nothing names, and names without a file."""
    swept = bible.clean_up(dry_run=True).removals
    unnamed, lost = sum(each.items for each in swept if each.name == "orphans"), bible.lost_files()
    value = f"{plural(unnamed, 'file')} that nothing names, {plural(len(lost), 'asset')} without a file"
    if lost:
        return Finding(name="orphans", value=value, advice=f"Restore {lost[0]} from a backup, or delete its asset.")
    return Finding(name="orphans", value=value, advice="They go with: showbible cleanup" if unnamed else None)


def _payments(bible: Bible) -> Finding:
    unknown = standing.count(bible.db, (OrderState.UNKNOWN,))
    advice = "Look at these orders on their runs' pages and say whether they were paid." if unknown else None
    return Finding(name="payments", value=f"{unknown} of unknown outcome" if unknown else "all settled", advice=advice)


def _backups(bible: Bible) -> Finding:
    """How old the last backup is; what is wrong with the backups that a folder holds is `backup verify`'s to say."""
    newest, late = bible.backups.newest(), late_backup(bible)
    if newest is None:
        return Finding(name="backups", value="none yet", advice=late.text if late else None)
    lacking = newest.manifest.left_out
    told = f"last {rfc3339(newest.made_at)}" + (f", without {', '.join(lacking)}" if lacking else "")
    return Finding(name="backups", value=told, advice=late.text if late else _complete_it(bool(lacking)))


def _complete_it(is_lacking: bool) -> str | None:
    return "Mend those projects, or restore them: until then no older backup is removed." if is_lacking else None


def _webhooks(bible: Bible) -> Finding:
    hooks = [hook.to.place for hook in bible.resources.hooks.hooks]
    deaf = deaf_hook(bible)
    return Finding(name="webhooks", value=", ".join(hooks) or "none", advice=deaf.text if deaf else None)


def _model(bible: Bible) -> Finding:
    """The language model; one in a file is loaded, a served one is not asked, for that would cost."""
    name = bible.settings.model
    if name is None:
        return Finding(name="model", value="none: the rules answer")
    try:
        value = _file_model(bible.settings) if asking.is_local(name) else bible.llm.name
    except ShowbibleError as error:
        return Finding(name="model", value=name, advice=str(error))
    return Finding(name="model", value=value)


def _file_model(settings: Settings) -> str:
    engine = asking.engine(settings)
    with closing(engine), engine.turn(seconds=LOADING_LIMIT) as until:
        loaded = engine.load(until=until)
    file = engine.file
    return (
        f"{file.name} ({file.architecture}) from {file.path}, {file.size / 1e6:,.1f} MB, "
        f"context {loaded.context:,} tokens, loaded in {loaded.seconds:.1f} s, {loaded.memory / 1e6:,.0f} MB in memory"
    )


def _reading() -> Finding:
    """By what texts are read; the sentence encoder is loaded, where there is one."""
    value = f"scenes and talk by {choosing.reader()}"
    try:
        found = encoder.packaged()
    except ShowbibleError as error:
        return Finding(name="reading", value=value, advice=str(error))
    return Finding(name="reading", value=value if found else f"{value}; better: {encoder.INSTALL}")


def _providers(bible: Bible) -> list[Finding]:
    """Who is paid: each as far as it could work; nobody is asked, for that would cost."""
    from showbible.studio.payroll import payroll

    found = payroll(bible)
    if found.trouble:
        return [Finding(name="providers", value="studio.toml", advice=found.trouble)]
    return [
        Finding(
            name=f"provider {each.name}",
            value="; ".join(f"{offer.medium} {offer.model} {offer.price}" for offer in each.offers) or each.kind,
            advice=each.trouble,
        )
        for each in found.providers
    ] or [Finding(name="providers", value="none: the embedded crew makes films")]


def _extras() -> list[Finding]:
    parts = {
        "embeddings": "wordllama",
        "local": "xllamacpp",
        "model": "pydantic_ai",
        "postgres": "psycopg",
        "s3": "obstore",
    }
    return [
        Finding(name=f"extra {name}", value="installed" if find_spec(module) else "not installed")
        for name, module in parts.items()
    ]
