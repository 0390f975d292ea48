"""Set phrases of feeling, read from a file for each language."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from importlib import resources
from typing import Final

from showbible.reading.affect.model import Affect

LANGUAGES: Final = ("en", "de", "es", "fr", "ja")


@cache
def phrases() -> Sequence[tuple[Affect, re.Pattern[str]]]:
    """The phrases of each feeling in every language, as one pattern a language."""
    return tuple(each for language in LANGUAGES for each in _of_language(language))


def _of_language(language: str) -> Iterator[tuple[Affect, re.Pattern[str]]]:
    text = resources.files("showbible.reading.affect").joinpath("phrase_files", f"{language}.txt").read_text("utf-8")
    for section in re.split(r"^\[", text, flags=re.MULTILINE)[1:]:
        name, _, lines = section.partition("]\n")
        said = [each.strip() for each in lines.splitlines() if each.strip()]
        # Japanese writes no spaces: its phrases stand anywhere in a clause.
        edge = "" if language == "ja" else r"\b"
        yield (
            Affect(name),
            re.compile("|".join(f"{edge}(?:{each}){'' if each.endswith('$') else edge}" for each in said)),
        )
