"""Writes the rows of the sentences that ship with the product, and what tells their kinds apart.

python scripts/anchors.py [--check]
"""

from __future__ import annotations

import sys

import click

from showbible.direction.recall import nearest
from showbible.direction.recall.likeness import topics
from showbible.llm.embeddings import anchors, encoder

STALE = "The rows of the sentences are out of date: run `make anchors`."


def main(arguments: list[str]) -> int:
    """Write the rows, or with --check say that they are out of date; only writing needs the encoder."""
    told = topics()
    if "--check" in arguments:
        is_stale = anchors.read(anchors.FILE).told != anchors.mark_of_all(told)
        click.echo(STALE, err=True) if is_stale else None
        return int(is_stale)
    found = encoder.packaged()
    if found is None:
        click.echo("The encoder is not installed: run `make install`.", err=True)
        return 1
    every = [each for sentences in told.values() for each in sentences]
    weights = nearest.separating(found.in_depth(every), [len(sentences) for sentences in told.values()])
    anchors.write(anchors.FILE, found, told, weights)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
