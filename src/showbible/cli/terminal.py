"""What a terminal is shown: texts, and nothing in them that would steer it."""

from __future__ import annotations

from collections.abc import Iterable

import typer


def print_lines(lines: Iterable[str]) -> None:
    """Print lines, each as one."""
    for line in lines:
        typer.echo(plain_line(line))


def plain_line(text: str) -> str:
    """One line, without what would steer a terminal."""
    return "".join(letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in text)


def printable(text: str) -> str:
    """A text without what would steer a terminal, line by line."""
    return "\n".join(map(plain_line, text.split("\n")))
