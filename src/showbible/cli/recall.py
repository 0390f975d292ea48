"""Ask all memories at once from the terminal."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Optional

import typer

from showbible.briefing.model import USUAL_TOKENS, RecallBrief
from showbible.cli.options import AsJson, Home, opened
from showbible.cli.terminal import print_lines
from showbible.vocabulary import LOCAL_USER

Project = Annotated[Optional[str], typer.Option(help="Ask this project's assets and director, too.")]  # noqa: UP045
Character = Annotated[Optional[str], typer.Option(help="Ask what this character remembers, too.")]  # noqa: UP045
Series = Annotated[Optional[str], typer.Option(help="The series that the character remembers.")]  # noqa: UP045
Tool = Annotated[Optional[str], typer.Option(help="The planning tool that the brief is for.")]  # noqa: UP045
Scene = Annotated[Optional[str], typer.Option(help="The project's scene that the brief is for.")]  # noqa: UP045


def recall(
    query: Annotated[str, typer.Argument(help="A plain sentence.")],
    home: Home = None,
    project: Project = None,
    user: Annotated[str, typer.Option(help="For whom.")] = LOCAL_USER,
    character: Character = None,
    series: Series = None,
    tool: Tool = None,
    scene: Scene = None,
    budget: Annotated[int, typer.Option(help="The most tokens of the brief.")] = USUAL_TOKENS,
    as_json: AsJson = False,
) -> None:
    """Recall what all memories know, as one brief with the reason for each line."""
    with opened(home) as bible:
        found = bible.recall(
            query,
            project=project,
            user=user,
            character=character,
            series=series,
            tool=tool,
            scene=scene,
            budget_tokens=budget,
        )
    if as_json:
        from showbible.shapes.recall import BriefShape

        typer.echo(BriefShape.of(found).model_dump_json())
        return
    print_lines(_lines(found))


def _lines(found: RecallBrief) -> Iterator[str]:
    receipt = found.receipt
    yield from found.text.splitlines() or ["Nothing recalled."]
    yield ""
    yield f"searched    {', '.join(account.memory for account in receipt.accounts)}"
    yield from (f"not asked   {each.memory}: {each.why}" for each in receipt.skipped)
    yield from (f"failed      {each.memory}: {each.why}" for each in receipt.failed)
    yield f"tokens      {found.tokens} of {receipt.asked.budget_tokens}"
    yield f"receipt     {found.receipt_id or 'not kept'}"
