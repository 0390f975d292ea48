"""Look at what is known of a story's director from the terminal."""

from __future__ import annotations

from collections.abc import Iterator

import typer

from showbible.cli.options import AsJson, Home, opened
from showbible.cli.terminal import print_lines
from showbible.direction.model import Card, CardState, Profile


def profile(project: str, home: Home = None, as_json: AsJson = False) -> None:
    """Show what a story's director prefers."""
    with opened(home) as bible:
        found = bible.direction(project).profile()
    if as_json:
        from showbible.shapes.direction import ProfileShape

        typer.echo(ProfileShape.of(found).model_dump_json())
        return
    print_lines(_lines(found))


def _lines(found: Profile) -> Iterator[str]:
    yield found.summary
    for card in found.cards:
        yield ""
        yield from _card_lines(card)
    yield ""
    yield found.stats.summary


def _card_lines(card: Card) -> Iterator[str]:
    state = "" if card.state is CardState.ACTIVE else f", {card.state}"
    yield f"{card.preference} ({card.confidence}{state})"
    yield f"  applies to: {card.applies_to}"
    yield f"  avoid:      {card.avoid_applying_to}"
    yield f"  evidence:   {card.evidence}"
    yield f"  {card.card_id}"
