"""What all parts of `/memory` show: what is known, in a sentence, in figures and in tabs."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

from showbible.bible import Bible
from showbible.lessons.model import Combination
from showbible.lessons.recall import analytics, combinations
from showbible.vocabulary import utcnow
from showbible.web.render import Crumb
from showbible.web.words import plain, plural, score


@dataclass(frozen=True, kw_only=True)
class MemoryHead:
    """What was learned, at a glance, and the address of the part below."""

    glance: analytics.Glance
    pairs: list[Combination]
    here: str

    @property
    def proven(self) -> list[Combination]:
        """The combinations that plans may name, the best first."""
        return combinations.successful(self.pairs)

    @property
    def sentence(self) -> str:
        """What is known, in a few words."""
        found = self.glance
        if not found.records:
            return "Finished runs become lessons here: what worked, for which kind of film, at what price."
        parts = [f"{plural(found.records, 'finished run')} taught {plural(found.patterns, 'pattern')}"]
        if found.leading:
            average = f", {score(found.leading_score)} on average" if found.leading_score is not None else ""
            runs = plural(found.leading_runs, "run")
            parts.append(f"{plain(found.leading)} is the best founded, with {runs}{average}")
        for best in self.proven[:1]:
            counted = f"went well {plural(best.good, 'time')} of {best.total}"
            went = "is what you decided for" if best.is_chosen else counted
            parts.append(f"{plain(best.mood)} with {best.music_style} {went}")
        return ". ".join(parts) + "."


@dataclass(frozen=True, kw_only=True)
class MemoryPart:
    """A page below `/memory`."""

    head: MemoryHead
    now: datetime = field(default_factory=utcnow)
    crumbs: tuple[Crumb, ...] = (Crumb(label="Memory", href="/memory"),)


def head(bible: Bible, here: str) -> MemoryHead:
    """The head above one of the parts."""
    return MemoryHead(glance=analytics.glance(bible.db), pairs=combinations.combinations(bible.db), here=here)
