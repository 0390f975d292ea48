"""Ask what earlier productions taught."""

from __future__ import annotations

from typing import Annotated

import typer

from showbible.cli.options import AsJson, Home, opened
from showbible.cli.terminal import print_lines
from showbible.lessons.model import Suggestion
from showbible.vocabulary import LOCAL_USER, plural


def suggest(
    concept: Annotated[str, typer.Argument(help="What the film is to be.")],
    home: Home = None,
    user: Annotated[str, typer.Option(help="Whose preferences count.")] = LOCAL_USER,
    as_json: AsJson = False,
) -> None:
    """Suggest a plan for a concept, and say why."""
    with opened(home) as bible:
        found = bible.lessons.suggest(concept, user_id=user)
    if as_json:
        from showbible.shapes.lessons import SuggestionShape

        typer.echo(SuggestionShape.of(found).model_dump_json(by_alias=True))
        return
    print_lines(_lines(found))


def _lines(found: Suggestion) -> list[str]:
    score = "unknown" if found.expected_score is None else f"{found.expected_score:g}"
    sound = ", ".join(part for part in (found.mood, found.music_style) if part) or "as you like"
    return [
        found.why,
        f"  pattern     {found.pattern or 'none'} (confidence {found.confidence}, {found.mode})",
        f"  plan        {found.tier}, {found.edit_style} edit, {plural(found.scenes, 'scene')}, {found.duration} s",
        f"  sound       {sound}",
        f"  expected    score {score}, cost ${found.expected_cost:,.2f}",
        f"  rests on    {', '.join(found.evidence) or 'nothing yet'}",
        *(f"  warning     {warning}" for warning in found.warnings),
    ]
