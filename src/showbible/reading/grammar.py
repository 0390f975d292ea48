"""A language's lists made ready to be matched: stems in sets, forms of words as patterns."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from importlib import import_module
from typing import Final

from showbible.reading.languages.language import Language
from showbible.reading.lemmas import Lemmas
from showbible.reading.model import ValueKind, Worth

LANGUAGES: Final = {"en": "ENGLISH", "de": "GERMAN", "es": "SPANISH", "fr": "FRENCH", "ja": "JAPANESE"}
TRADE_SIGN: Final = "~"
"""What follows the stem of a word that may name a trade."""
NO_GRAMMAR: Final = "und"
"""The code of a language that we know nothing of."""

_PART: Final = re.compile(r"\(\?P<\w+>|\(\?(?:[:=!]|<[=!])|\\.|[A-Z]{2,}|[^\W\d_]+(?:['-][^\W\d_]+)*")
_SIGNS: Final = {"NAME": r"\^\S+", "NUM": r"#\S+", "CLOCK": r"@\S+", "DAY": r"%\S+", "SAID": r'"\S+'}
_NOUN_PHRASE: Final = (
    r"[^\s,]+(?: [^\s,]+){0,3}?"
    r"(?= (?:do|be|have|will|can|would|should|could|of|i|we|in|on|for|my|to|at|'s|per|a)(?!\S)|$| ,)"
)
_ADVERBS: Final = """
    really absolutely totally just also still always actually so very truly quite pretty definitely recently finally
    currently now already honestly usually often officially probably even normally mostly mainly about around almost
    over nearly only exactly roughly generally typically sometimes never ever rarely seldom mostly regularly
"""


@dataclass(frozen=True, kw_only=True, slots=True)
class Form:
    """A form of words, with what it stands for."""

    pattern: re.Pattern[str]
    name: str = ""
    kinds: frozenset[ValueKind] = frozenset()
    worth: Worth | None = None
    importance: float = 0.0


class Grammar:
    """One language, ready to read with."""

    def __init__(self, language: Language) -> None:
        self.language = language
        self.code = language.code
        self.lemmas = Lemmas(language.code, language.irregular, language.whole)
        self.letters = frozenset(language.letters)
        self.function_words = frozenset(language.function_words.split())
        self.empty = self._stems(language.empty_words)
        self.user = frozenset(language.user.split())
        self.possessives = frozenset(language.possessives.split())
        self.you = frozenset(language.you.split())
        self.he = frozenset(language.he.split())
        self.she = frozenset(language.she.split())
        self.other = frozenset(language.other.split())
        self.someone = frozenset(language.someone.split())
        self.determiners = frozenset(language.determiners.split())
        self.definite = frozenset(language.definite.split())
        self.auxiliaries = frozenset(language.auxiliaries.split())
        self.nominative = frozenset(language.nominative.split())
        self.first_person = frozenset(language.first_person.split())
        self.first_person_endings = tuple(language.first_person_endings.split())
        self.nones = frozenset(language.nones.split())
        self.idle_nouns = frozenset(language.idle_nouns.split())
        self.name_words = frozenset(language.name_words.split())
        self.goings = self._stems(language.goings) | {"'s"}
        self.plurals = frozenset(language.plurals.split())
        self.which = frozenset(language.which.split())
        self.question_words = frozenset(language.question_words.split())
        self.conjunctions = frozenset(language.conjunctions.split())
        self.contrasts = frozenset(language.contrasts.split())
        self.negators = frozenset(language.negators.split())
        self.copulas = self._stems(language.copulas)
        self.place_words = frozenset(language.place_words.split())
        self.spot_words = self.place_words | frozenset(language.spot_words.split())
        self.relations = self._by_stem(language.relations)
        self.several = frozenset(language.several.split())
        self.couples = frozenset(language.couples.split())
        self.pets = frozenset(language.pets.split())
        self.female = frozenset(language.female.split())
        self.male = frozenset(language.male.split())
        self.verbs = self._by_stem(language.verbs)
        self.states = self._by_stem(language.states)
        self.trades = self._stems(language.trades)
        self.trade_endings = tuple(language.trade_endings.split())
        self.abbreviations = frozenset(language.abbreviations.split())
        self.short_forms = frozenset(language.short_forms.split())
        self.adverbs = frozenset((language.adverbs or _ADVERBS).split())
        self.before_verbs = frozenset(language.before_verbs.split())
        self.articles = frozenset(language.articles.split())
        self.singulars = frozenset(language.singulars.split())
        self.of_one = frozenset(language.of_one.split())
        self.half_negators = frozenset(language.half_negators.split())
        self.negation_openers = frozenset(language.negation_openers.split())
        self._prepare_measures()
        self._prepare_forms()

    def _prepare_measures(self) -> None:
        language = self.language
        self.units = self._by_stem(language.units)
        self.durations = {stem: self.stem(unit) for stem, unit in self._by_stem(language.durations).items()}
        self.money = self._stems(language.money)
        self.weekdays = {word: place for place, word in enumerate(language.weekdays.split())}
        self.months = {word: place + 1 for place, word in enumerate(language.months.split())}
        self.seasons = self._stems(language.seasons)
        self.labels = self._stems(language.labels)
        self.universal = self._stems(language.universal)

    def _prepare_forms(self) -> None:
        language = self.language
        self.contractions = tuple((re.compile(short, re.I), long) for short, long in language.contractions)
        self.cues = {mark: self._compiled("|".join(forms)) for mark, forms in language.cues.items()}
        self.spelled = {mark: re.compile("|".join(forms), re.I) for mark, forms in language.spelled.items()}
        self.names_asked = re.compile("|".join(language.names_asked or (r"(?!)",)), re.I)
        self.meant = re.compile(rf"(?:{'|'.join(language.meant or (r'(?!)',))}) (?:\w+ )?$", re.I)
        self.of_many = re.compile("|".join(language.of_many or (r"(?!)",)), re.I)
        edge = r"\b" if language.spaced else ""
        self.loose = {
            kind: re.compile(rf"{edge}(?:{'|'.join(forms)}){edge}", re.I) for kind, forms in language.loose.items()
        }
        self.shares = tuple(re.compile(each, re.I) for each in language.shares)
        self.back_then = self._compiled("|".join(language.back_then or ("#",)))
        self.one_event = frozenset(language.one_event.split())
        self.dislikes = self._compiled("|".join(language.dislikes or ("#",)))
        self.wanting = self._compiled("|".join(language.wanting or ("#",)))
        self.whole_list = self._compiled("|".join(language.whole_list or ("#",)))
        self.slots = tuple(Form(pattern=self._compiled(each.pattern), name=each.slot) for each in language.slots)
        self.asked = tuple(
            Form(pattern=self._compiled(each.pattern), name=each.slot, kinds=frozenset(each.kinds))
            for each in language.asked
        )
        self.worth = tuple(
            Form(pattern=self._compiled(each.pattern), worth=each.kind, importance=each.importance)
            for each in language.worth
        )

    def stem(self, word: str) -> str:
        """What a word in lower case shares with its inflections."""
        return self.lemmas.stem(word)

    def is_trade(self, word: str) -> bool:
        """Whether a word in lower case may name a trade."""
        if word in self.function_words or self.stem(word) in self.empty:
            return False
        return self.stem(word) in self.trades or (len(word) > 4 and word.endswith(self.trade_endings))

    def is_plural(self, word: str) -> bool:
        """Whether a word in lower case has the ending of a plural."""
        ending = tuple(self.language.plural_endings.split())
        return word in self.plurals or (
            bool(ending)
            and word not in self.singulars
            and word.endswith(ending)
            and not word.endswith(tuple(self.language.singular_endings.split()) or ("#",))
        )

    def form(self, pattern: str) -> re.Pattern[str]:
        """A form of words as a pattern over a line of base forms, or over the text where words are not parted."""
        return self._compiled(pattern)

    def _stems(self, words: str) -> frozenset[str]:
        return frozenset(map(self.stem, words.split()))

    def _by_stem(self, classes: Mapping[str, str]) -> dict[str, str]:
        return {self.stem(word): name for name, words in classes.items() for word in words.split()}

    def _compiled(self, pattern: str) -> re.Pattern[str]:
        if not self.language.spaced:
            return re.compile(pattern)
        written = _PART.sub(self._part, pattern)
        return re.compile(rf"(?<!\S)(?:{written})(?!\S)")

    def _part(self, found: re.Match[str]) -> str:
        part = found[0]
        if part in _SIGNS:
            return _SIGNS[part]
        if part in self._macros:
            return self._macros[part]
        if part.startswith(("(", "\\")):
            return part
        return f"{self.stem(part)}(?:{TRADE_SIGN})?" if self.is_trade(part) else self.stem(part)

    @cached_property
    def _macros(self) -> Mapping[str, str]:
        people = [stem for stem, name in self.relations.items() if name not in self.pets]
        pets = [stem for stem, name in self.relations.items() if name in self.pets]
        return {
            "ADV": rf"(?:(?:{'|'.join(sorted(self._stems(_ADVERBS)))}) )*",
            "NP": _NOUN_PHRASE,
            "REL": _either(self.relations),
            "HUMAN": _either(people),
            "PET": _either(pets),
            "TRADE": rf"[^\s^#@%]+{TRADE_SIGN}",
        }


def _either(stems: Iterable[str]) -> str:
    return rf"(?:{'|'.join(sorted(stems))})(?:{TRADE_SIGN})?"


@lru_cache(maxsize=16)
def grammar(code: str) -> Grammar | None:
    """The grammar of a language, if we have one."""
    name = LANGUAGES.get(code)
    if name is None:
        return None
    module = import_module(f"showbible.reading.languages.{code}")
    return Grammar(getattr(module, name))
