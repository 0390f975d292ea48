"""Words reduced to what their inflections share: irregular forms by a table, the rest by their endings."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Final

from showbible.storage.stems import stem as english

_SHORTEST: Final = 3
_GERMAN: Final = ("ern", "ers", "ens", "em", "en", "er", "es", "e", "s", "n")
_GERMAN_VERBS: Final = ("est", "et", "st", "te", "t")
_SPANISH: Final = (
    "amientos", "imientos", "amiento", "imiento", "aciones", "uciones", "ación", "ando", "iendo", "aron", "ieron",
    "amos", "emos", "imos", "aste", "iste", "aban", "ada", "ado", "ida", "ido", "aba", "ías", "ían", "ía",
    "ió", "ar", "er", "ir", "as", "es", "os", "an", "en", "é", "í", "ó", "o", "a", "e",
)  # fmt: skip
_FRENCH: Final = (
    "issements", "issement", "ements", "ement", "ations", "ation", "issons", "issent", "aient", "erais", "erait", "ées",
    "ais", "ait", "ant", "ons", "ent", "iez", "er", "ez", "ir", "és", "ée", "es", "é", "e", "s", "a", "x",
)  # fmt: skip


def _shortened(endings: tuple[str, ...], *, folded: bool) -> Callable[[str], str]:
    def short(word: str) -> str:
        for ending in endings:
            if word.endswith(ending) and len(word) - len(ending) >= _SHORTEST:
                word = word.removesuffix(ending)
                break
        return _without_accents(word) if folded else word

    return short


def _spanish(word: str) -> str:
    """A plural that no ending leaves enough of has at least its sign taken: años, días; conozco is of conocer."""
    short = _SHORT_SPANISH(f"{word.removesuffix('zco')}cer" if word.endswith("zco") else word)
    is_whole = short == _without_accents(word)
    return short[:-1] if is_whole and len(short) > _SHORTEST and short.endswith(("as", "es", "os")) else short


def _french(word: str) -> str:
    """A plural is read as its singular: enfants as enfant."""
    is_plural = len(word) > _SHORTEST + 1 and word.endswith(("nts", "rs", "ls", "ts", "ds", "cs", "ns"))
    is_verb = word.endswith(("ons", "ens"))
    return _SHORT_FRENCH(word[:-1] if is_plural and not is_verb else word)


def _without_accents(word: str) -> str:
    return "".join(each for each in unicodedata.normalize("NFD", word) if not unicodedata.combining(each))


def _german(word: str) -> str:
    if word.startswith("ge") and word.endswith(("t", "en")) and len(word) > 2 * _SHORTEST:
        word = word.removeprefix("ge")
    short = next(
        (word.removesuffix(each) for each in _GERMAN if word.endswith(each) and len(word) - len(each) >= _SHORTEST),
        word,
    )
    while ending := next(
        (each for each in _GERMAN_VERBS if short.endswith(each) and len(short) - len(each) > _SHORTEST), None
    ):
        short = short.removesuffix(ending)
    return _without_accents(short)


_SHORT_SPANISH: Final = _shortened(_SPANISH, folded=True)
_SHORT_FRENCH: Final = _shortened(_FRENCH, folded=True)
_STEMMERS: Final[Mapping[str, Callable[[str], str]]] = {
    "en": english,
    "de": _german,
    "es": _spanish,
    "fr": _french,
}


class Lemmas:
    """The stems of one language's words."""

    def __init__(self, code: str, irregular: Mapping[str, str], whole: str = "") -> None:
        self._whole = {form: word for word in whole.split() for form in (word, f"{word}s")}
        self._base = {form: base for base, forms in irregular.items() for form in forms.split()}
        self._stemmer: Callable[[str], str] = _STEMMERS.get(code, str)
        self.stem = lru_cache(maxsize=32_768)(self._stem)

    def _stem(self, word: str) -> str:
        if word in self._whole:
            return self._whole[word]
        stem = self._stemmer(self._base.get(word, word))
        # A noun in -y and its adjective: allergy, allergic.
        return stem[:-1] if len(stem) > _SHORTEST + 2 and stem[-1] in "ie" else stem

    def is_irregular(self, word: str) -> bool:
        """Whether a form stands in the table."""
        return word in self._base
