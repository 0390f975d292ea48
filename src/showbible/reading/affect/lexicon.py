"""Words and forms of feeling, read from two files for each language."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache, cached_property
from importlib import resources
from typing import Final

from showbible.reading.affect.model import Affect, FeelingForm, Party, WordFamily
from showbible.reading.grammar import Grammar
from showbible.values import frozen

_SECTION: Final = re.compile(r"^\[(?P<head>[^\]]+)\]\n(?P<lines>(?:(?!\[).*\n?)*)", re.MULTILINE)
_LIST: Final = "list "
_FIGURES: Final = "figures"
_ITSELF: Final = "="
_ANY_WORD: Final = r"\S+"
_NEVER: Final = re.compile(r"(?!)")


@frozen
class Lexicon:
    """What signals feelings in one language, and the small words that decide about it."""

    families: tuple[WordFamily, ...]
    forms: tuple[FeelingForm, ...]
    lists: Mapping[str, frozenset[str]]
    stemmed: Mapping[str, frozenset[str]]
    """The same lists by the stems of their words."""
    figures: re.Pattern[str]
    """Clauses whose words are a figure of speech or mere politeness."""

    def known(self, word: str, stem: str) -> tuple[WordFamily, ...]:
        """The families that a word belongs to."""
        if word not in self._exact and stem not in self._stems:
            return ()
        return tuple(each for each in self.families if each.holds(word, stem))

    def stems(self, name: str) -> frozenset[str]:
        """The stems of the words of a list."""
        return self.stemmed.get(name, frozenset())

    @cached_property
    def _exact(self) -> frozenset[str]:
        return frozenset(word for each in self.families for word in each.exact)

    @cached_property
    def _stems(self) -> frozenset[str]:
        return frozenset(stem for each in self.families for stem in each.stems)

    def listed(self, name: str) -> frozenset[str]:
        """The words of a list; a language may have none."""
        return self.lists.get(name, frozenset())


@cache
def lexicon(using: Grammar) -> Lexicon:
    """The lexicon of a language."""
    words = list(_sections("words", using.code))
    families = [(head, lines) for head, lines in words if head[0] != _FIGURES and not head[0].startswith(_LIST)]
    figures = [each for head, lines in words if head[0] == _FIGURES for each in lines]
    lists = {
        head[0].removeprefix(_LIST): frozenset(" ".join(lines).split())
        for head, lines in words
        if head[0].startswith(_LIST)
    }
    return Lexicon(
        families=tuple(_family(head, lines, using) for head, lines in families),
        forms=tuple(_forms(using)),
        lists=lists,
        stemmed={name: frozenset(map(using.stem, each)) for name, each in lists.items()},
        figures=re.compile(rf"\b(?:{'|'.join(figures)})\b") if figures else _NEVER,
    )


def _family(head: list[str], lines: list[str], using: Grammar) -> WordFamily:
    name, _, parties = head[0].partition(":")
    subjects, _, objects = parties.partition(">")
    words = " ".join(lines).split()
    denied = next((each.removeprefix("denied ") for each in head if each.startswith("denied ")), None)
    return WordFamily(
        affect=Affect(name),
        stems=frozenset(using.stem(each) for each in words if not each.endswith(_ITSELF)),
        exact=frozenset(each.removesuffix(_ITSELF) for each in words if each.endswith(_ITSELF)),
        subjects=frozenset(map(Party, subjects.split())),
        objects=frozenset(map(Party, objects.split())),
        denied=Affect(denied) if denied else None,
        is_state="is" in head,
        of_somebody_near="near" in head,
    )


def _forms(using: Grammar) -> Iterator[FeelingForm]:
    for head, lines in _sections("forms", using.code):
        yield FeelingForm(
            affect=Affect(head[0]),
            pattern=using.form("|".join(_affirmed(each, using) for each in lines)),
            may_be_unreal="unreal" in head,
            may_be_negated="negated" in head,
        )


def _affirmed(form: str, using: Grammar) -> str:
    """A form whose open places take no negator."""
    if not using.negators or not using.language.spaced:
        return form
    return form.replace(_ANY_WORD, rf"(?!(?:{'|'.join(sorted(using.negators))})(?!\S)){_ANY_WORD}")


def _sections(folder: str, code: str) -> Iterator[tuple[list[str], list[str]]]:
    """Each section's feeling and marks, and its lines."""
    file = resources.files("showbible.reading.affect").joinpath(folder, f"{code}.txt")
    if not file.is_file():
        return
    for section in _SECTION.finditer(file.read_text("utf-8")):
        lines = [each.strip() for each in section["lines"].splitlines()]
        yield [each.strip() for each in section["head"].split(";")], [each for each in lines if each]
