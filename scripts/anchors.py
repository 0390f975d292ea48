"""Writes the rows of the sentences that ship with the product: `python scripts/anchors.py [--check]`."""

from __future__ import annotations

import sys
from importlib import resources

import click

from showbible.direction.recall.kinds import told
from showbible.llm.embeddings import anchors, encoder

STALE = "The rows of the sentences are out of date: run `make anchors`."


def sentences() -> list[str]:
    """Every sentence that ships with the product and is read by its encoder."""
    folder = resources.files("showbible.direction.recall")
    files = sorted(each.name for each in folder.iterdir() if each.name.endswith(".md"))
    return list(dict.fromkeys(each for name in files for kind in told(name).values() for each in kind))


def main(arguments: list[str]) -> int:
    """Write the rows, or with --check say that they are out of date; only writing needs the encoder."""
    every = sentences()
    if "--check" in arguments:
        is_stale = set(anchors.read(anchors.FILE).places) != {anchors.mark(each) for each in every}
        click.echo(STALE, err=True) if is_stale else None
        return int(is_stale)
    found = encoder.packaged()
    if found is None:
        click.echo("The encoder is not installed: run `make install`.", err=True)
        return 1
    anchors.write(anchors.FILE, found, every)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
