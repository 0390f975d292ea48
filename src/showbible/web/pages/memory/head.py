"""The head that all parts of `/memory` share: what is known, in a sentence, in figures and in tabs."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, Final
from urllib.parse import urlencode

from showbible.bible import Bible
from showbible.lessons.model import Combination
from showbible.lessons.recall import analytics, combinations
from showbible.web.render import Crumb
from showbible.web.words import plain, plural, score

MEMORY: Final = Crumb(label="Memory", href="/memory")
PARTS: Final = (
    ("/memory", "Patterns"),
    ("/memory/combinations", "Combinations"),
    ("/memory/providers", "Providers"),
    ("/memory/history", "History"),
    ("/memory/try", "Try it"),
)


@dataclass(frozen=True, kw_only=True)
class Head:
    """What was learned, at a glance; tabs are (address, name, count)."""

    sentence: str
    found: analytics.Glance
    combinations: int
    proven: int
    tabs: tuple[tuple[str, str, int | None], ...]
    here: str

    @property
    def is_empty(self) -> bool:
        """No run has finished yet."""
        return self.found.records == 0


def head(bible: Bible, here: str, *, pairs: list[Combination] | None = None) -> Head:
    """The head above one of the parts; `pairs` spares counting the combinations again."""
    found = analytics.glance(bible.db)
    pairs = combinations.combinations(bible.db) if pairs is None else pairs
    counts = (found.patterns, len(pairs), found.providers, found.records, None)
    return Head(
        sentence=_sentence(found, pairs),
        found=found,
        combinations=len(pairs),
        proven=len(combinations.successful(pairs)),
        tabs=tuple((href, name, count) for (href, name), count in zip(PARTS, counts, strict=True)),
        here=here,
    )


def query(wish: Any, usual: Any, **changes: str) -> str:
    """The query of an address that asks for a wish with something changed; what is usual stays out of it."""
    told = asdict(wish) | changes
    return urlencode({name: value for name, value in told.items() if value and value != asdict(usual).get(name)})


def address(path: str, told: str) -> str:
    """A path with its query, if it has one."""
    return f"{path}?{told}" if told else path


def _sentence(found: analytics.Glance, pairs: list[Combination]) -> str:
    if not found.records:
        return "Finished runs become lessons here: what worked, for which kind of film, at what price."
    told = [f"{plural(found.records, 'finished run')} taught {plural(found.patterns, 'pattern')}"]
    if found.leading:
        average = f", {score(found.leading_score)} on average" if found.leading_score is not None else ""
        told.append(f"{plain(found.leading)} is the best founded, with {plural(found.leading_runs, 'run')}{average}")
    if best := next(iter(combinations.successful(pairs)), None):
        went = "is what you decided for" if best.is_chosen else f"went well {plural(best.good, 'time')} of {best.total}"
        told.append(f"{plain(best.mood)} with {best.music_style} {went}")
    return ". ".join(told) + "."
