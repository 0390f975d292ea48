"""Make the stories that films belong to, and look them up."""

from __future__ import annotations

from typing import Annotated, Optional

import typer

from showbible.cli.options import AsJson, Home, opened
from showbible.cli.terminal import plain_line, print_lines
from showbible.projects.model import Project
from showbible.storage import paging
from showbible.vocabulary import rfc3339

app = typer.Typer(no_args_is_help=True)


@app.command("new")
def create(
    project: Annotated[str, typer.Argument(help="Its id: letters, digits, '.', '_' and '-'.")],
    name: Annotated[Optional[str], typer.Option(help="What people call it.", show_default=False)] = None,  # noqa: UP045
    home: Home = None,
    as_json: AsJson = False,
) -> None:
    """Make a project, for films, assets and scenes that belong together."""
    with opened(home) as bible:
        made = bible.projects.create(project, name=name)
    if as_json:
        from showbible.shapes.projects import ProjectShape

        typer.echo(ProjectShape.of(made).model_dump_json())
    else:
        typer.echo(plain_line(f"The project {made.project_id} is there."))


@app.command("list")
def listed(
    home: Home = None,
    limit: Annotated[int, typer.Option(help="How many, 1 to 200.")] = paging.USUAL,
    as_json: AsJson = False,
) -> None:
    """List projects, newest first."""
    with opened(home) as bible:
        page = bible.projects.list(limit=limit)
    if as_json:
        from showbible.shapes.projects import ProjectList

        typer.echo(ProjectList.of(page).model_dump_json())
    else:
        print_lines([_line(each) for each in page.items] or ["No projects yet."])


def _line(project: Project) -> str:
    return f"{project.project_id}  {rfc3339(project.created_at)}  {project.name}"
