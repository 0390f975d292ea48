"""What a question means in other words: the same said otherwise, and the names of those whom it describes."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from importlib import resources
from typing import Any, Final

from showbible.storage.database import ProjectDatabase
from showbible.storage.stems import stem
from showbible.storage.terms import asked
from showbible.values import frozen

MUCH: Final = 0.5
"""How much of a question must be such that it can be said otherwise; long ones are better answered as a whole."""
MOST_NAMES: Final = 8
"""How many proper names stand for one kind of thing."""
MOST_STATES: Final = 500
"""How many states that say what something is are looked at."""

_WORD: Final = re.compile(r"[^\W_]+")
_NAME: Final = r"[A-ZÀ-Þ][\w'’-]+(?: [A-ZÀ-Þ][\w'’-]+){0,2}"
_KIND_FIELDS: Final = frozenset({"type", "kind", "species", "breed", "job", "occupation", "role"})
"""The fields of a state that say what somebody or something is."""


@frozen
class Paraphrase:
    """A part of a question: how it was asked, and what else says the same."""

    asked: str
    others: tuple[str, ...]
    is_kind: bool = False
    """Whether it says what somebody or something is, so that a proper name may stand for it."""
    names: tuple[str, ...] = ()

    @property
    def phrases(self) -> tuple[str, ...]:
        """Every way to say it, as it was asked first."""
        return (self.asked, *self.others, *self.names)

    def said_in(self, text: str) -> str | None:
        """How a text says it; None where it does not. The text is one of `stems`."""
        return next((each for each in self.phrases if _phrase(each) in text), None)


def paraphrases(question: str) -> list[Paraphrase]:
    """The parts of a question that can be said otherwise; none where they are but a small part of all that it asks."""
    text, found = stems(question), []
    for is_kind, phrases in _lines():
        said = max((each for each in phrases if _phrase(each) in text), key=len, default=None)
        if said is not None:
            others = tuple(each for each in phrases if _phrase(each) != _phrase(said))
            found.append(Paraphrase(asked=said, others=others, is_kind=is_kind))
    terms = {term.stem for term in asked(question)}
    covered = terms & {word for each in found for word in stems(each.asked).split()}
    return found if len(covered) >= MUCH * len(terms) else []


def with_names(db: ProjectDatabase, found: Sequence[Paraphrase], texts: Iterable[str]) -> list[Paraphrase]:
    """The same, with the names that texts or states give to things of the kinds that were asked for."""
    if not any(each.is_kind for each in found):
        return list(found)
    whole = "\n".join(texts)
    return [_named(db, each, whole) if each.is_kind else each for each in found]


def _named(db: ProjectDatabase, part: Paraphrase, text: str) -> Paraphrase:
    names = dict.fromkeys([*_names_in(text, part), *_names_of_states(db, part)])
    return replace(part, names=tuple(names)[:MOST_NAMES])


def _names_in(text: str, part: Paraphrase) -> Iterator[str]:
    """The names that stand beside a kind: "the trawler Albatross", "the Albatross, an old trawler"."""
    words = "|".join(map(re.escape, part.phrases))
    beside = rf"\b(?i:{words})(?:,? (?i:called|named))? [\"“']?({_NAME})"
    behind = rf"({_NAME})[\"”']?(?:,| (?i:is|was)) (?i:an?|the|our|their|his|her) (?:[\w-]+ ){{0,3}}(?i:{words})\b"
    for pattern in (beside, behind):
        yield from (match.group(1) for match in re.finditer(pattern, text))


def _names_of_states(db: ProjectDatabase, part: Paraphrase) -> Iterator[str]:
    """Those of whom a state says that they are of a kind."""
    rows = db.all(_STATES_OF_KIND, most=MOST_STATES)
    return (row.entity for row in rows if _is_of_kind(json.loads(row.state), part))


_SAYS_KIND: Final = " OR ".join(f"""state LIKE '%"{field}"%'""" for field in sorted(_KIND_FIELDS))
_STATES_OF_KIND: Final = f"""
    SELECT entity, state
      FROM entity_states
     WHERE project_id = :project_id AND paused_at IS NULL
       AND ({_SAYS_KIND})
     ORDER BY entity_key
     LIMIT :most
"""  # noqa: S608


def _is_of_kind(state: dict[str, Any], part: Paraphrase) -> bool:
    said = (str(value) for field, value in state.items() if field.casefold() in _KIND_FIELDS)
    return any(part.said_in(stems(value)) for value in said)


def stems(text: str) -> str:
    """The words of a text without their endings, each between spaces, so that one text can be found in another."""
    return f" {' '.join(map(_stem, _WORD.findall(text.casefold())))} "


@lru_cache(maxsize=4096)
def _phrase(text: str) -> str:
    return stems(text)


@lru_cache(maxsize=16_384)
def _stem(word: str) -> str:
    return stem(word)


@lru_cache(maxsize=1)
def _lines() -> tuple[tuple[bool, tuple[str, ...]], ...]:
    text = (resources.files(__package__) / "same_words.toml").read_text(encoding="utf-8")
    return tuple(
        (section == "kinds", tuple(word.replace("_", " ") for word in line.split()))
        for section, lines in tomllib.loads(text).items()
        for line in lines.values()
    )
