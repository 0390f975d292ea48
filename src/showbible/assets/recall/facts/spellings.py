"""The ways in which a text may name what is known."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Final

from showbible.assets.recall.facts import japanese, table, words
from showbible.assets.recall.facts.doings import number_of
from showbible.assets.recall.facts.names import named
from showbible.assets.recall.facts.story_word import StoryWord
from showbible.assets.recall.facts.table import listed
from showbible.assets.recall.facts.translations import meaning_of, translations
from showbible.vocabulary import PROSE_LIMIT

_TITLES: Final = listed(
    """
    mr mrs ms dr professor captain judge sister brother old king queen lady lord uncle aunt saint the inspector
    sergeant doctor miss opa oma
    """
)
_QUOTES: Final = str.maketrans(dict.fromkeys('"“”„«»「」', " "))
_AFTER_A_NAME: Final = frozenset(
    {"'s", "is", "has", "in", "wearing", "and", "with", ",", "the", "had", "was", "will", "can", "did"}
)
_BEFORE_NOUNS: Final = listed("the a his her this another no not")
_FEW: Final = 8
"""When more than so many have a word in their names, it names none of them."""
Spellings = dict[tuple[str, ...], str]


@lru_cache(maxsize=32_768)
def spelled(name: str) -> tuple[str, ...]:
    """A name as the words it is found by; none where it is only words of grammar."""
    found = words.spelling(name)
    while len(found) > 1 and found[0] in ("the", "a", "an"):
        found = found[1:]
    return found if any(each not in table.english().function_words for each in found) else ()


def candidates(text: str, names: Iterable[str]) -> list[str]:
    """The names that a text may mean: in full, or by a word that only a few of them have."""
    plain = words.spelling(text[:PROSE_LIMIT])
    present, line = set(plain), f" {' '.join(plain)} "
    folded = text.casefold() if words.language(text[:2000]) != "en" else ""
    found: list[str] = []
    short: dict[str, list[str]] = {}
    for name in names:
        parts = spelled(name)
        if parts and (f" {' '.join(parts)}" in line or (folded and name.casefold() in folded)):
            found.append(name)
        elif parts:
            for part in {parts[0], parts[-1]} & present:
                short.setdefault(part, []).append(name)
    return list(dict.fromkeys([*found, *(name for those in short.values() if len(those) <= _FEW for name in those)]))


def spellings(names: Iterable[str], kinds: Mapping[str, str], text: str) -> Spellings:
    """Each name in full; people by one of their names and things by their noun where nobody else has it."""
    found = {parts: name for name in names if (parts := spelled(name))}
    short = [(part, name) for parts, name in found.items() for part in _short(parts, kinds.get(name, ""))]
    many = Counter(part for part, _ in short)
    found |= {parts: name for each, name in list(found.items()) for parts in _plural(each, kinds.get(name, ""))}
    for part, name in short:
        if many[part] == 1:
            found.setdefault((part,), name)
    known = {word for parts in found for word in parts}
    for name in [*proper_names(text), *leading_names(text), *_japanese_names(text)]:
        parts = spelled(name)
        if parts and known.isdisjoint(parts) and not _is_common(parts):
            found.setdefault(parts, "")
    return found


def _japanese_names(text: str) -> list[str]:
    return [name for name, kind in japanese.nouns(text) if kind == "character"] if words.language(text) == "ja" else []


def mentioned(text: str, kinds: Mapping[str, str]) -> list[str]:
    """Those of some entities whom a text names, in its order, wherever they stand in it."""
    plain = text.translate(_QUOTES)
    near = {name: kinds[name] for name in candidates(plain, kinds)}
    named_there = words.sentences(plain, spellings(near, near, plain))
    return list(dict.fromkeys(word.name for each in named_there for word in each.words if word.name))


def _short(parts: tuple[str, ...], kind: str) -> list[str]:
    """The words of a longer name that may stand for it."""
    if len(parts) < 2:
        return []
    words_of = {"character": (parts[0], parts[-1]), "prop": (parts[-1],)}.get(kind, ())
    plain = table.english().function_words
    return [each for each in words_of if each not in _TITLES and each not in plain and len(each) > 2]


def _plural(parts: tuple[str, ...], kind: str) -> list[tuple[str, ...]]:
    return [(*parts[:-1], f"{parts[-1]}s")] if kind == "prop" and len(parts[-1]) > 2 and parts[-1][-1] != "s" else []


def proper_names(text: str) -> list[str]:
    """The names in a text; nouns that a language writes with a capital are none."""
    code = words.language(text)
    if code != "de":
        known = translations(code) if code != "en" else {}
        return [name for name in named(text) if not all(part.casefold() in known for part in name.split())]
    return [name for each in named(text) for name in _german_name(text, each)]


def _german_name(text: str, name: str) -> Iterator[str]:
    """A name without the words that lead to it; German writes every noun with a capital, and an article tells one."""
    parts = name.split()
    while len(parts) > 1 and _is_german(parts[0].casefold()) and not _is_title(parts[0].casefold()):
        parts.pop(0)
    before = text[: text.find(" ".join(parts))].split()[-1:]
    led = any(_leads_to_noun(word.casefold()) for word in before)
    is_noun = _is_german(parts[0].casefold())
    if not (led and (is_noun or len(parts) == 1)) and not (is_noun and len(parts) == 1):
        yield " ".join(parts)


def _is_german(word: str) -> bool:
    return meaning_of("de", word, as_noun=True) is not None


def _is_title(word: str) -> bool:
    return any("people" in table.classes(each[-1]) for each in translations("de").get(word, ()))


def _leads_to_noun(word: str) -> bool:
    meaning = meaning_of("de", word, as_noun=True) or ("",)
    return meaning[-1] in _BEFORE_NOUNS or bool(table.qualities(meaning[-1]))


def leading_names(text: str) -> Iterator[str]:
    """A capital at the start of a sentence is a name when somebody acts: "Sandra moved", no "Fill the bowl"."""
    if words.language(text) != "en":
        return
    for sentence in words.sentences(text, {}):
        if len(sentence.words) < 2:
            continue
        first, second = sentence.words[:2]
        plain = (
            first.is_empty or table.classes(first.lower) or table.qualities(first.lower) or table.is_order(first.lower)
        )
        acts = second.lower in _AFTER_A_NAME or _acts(first.lower, second)
        if first.text[:1].isupper() and not plain and acts:
            yield first.text


def _acts(subject: str, word: StoryWord) -> bool:
    noun = table.classes(word.lower) and not table.verb(word.stem)
    if word.is_empty or noun or number_of(subject) is not None or not word.text[0].isalpha():
        return False
    third = word.lower.endswith("s") and not word.lower.endswith("ss")
    past = word.lower.endswith("ed") or (word.lower != word.stem and bool(table.verb(word.stem)))
    unchanged = word.lower in ("put", "cut", "let", "set", "hit", "shut", "read", "hurt", "spread")
    return (third or past or unchanged) and not (subject.endswith("s") and not third)


def _is_common(parts: tuple[str, ...]) -> bool:
    return len(parts) == 1 and bool(table.qualities(parts[0]) or table.classes(parts[0]))
