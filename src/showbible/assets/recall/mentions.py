"""Whom a text names, and which of its words go with whom; what could go with two goes with nobody."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from showbible.assets.model import entity_key
from showbible.assets.recall.lexicon import (
    ARTICLES,
    BESIDE,
    COPULAS,
    DRESSING,
    MOMENTS,
    OWNERS,
    PEOPLE,
    PLACES,
    PRONOUNS,
    QUALITIES,
    SHOTS,
    STOPS,
    WEARING,
    is_look,
)
from showbible.assets.recall.lexicon import words as words_of

_TOKEN: Final = re.compile(r"[^\W_]+(?:['’][^\W_]+)*|[.,;:!?()\n]")
_SENTENCE: Final = re.compile(r"(?<!\bMr)(?<!\bMs)(?<!\bDr)(?<!\bSt)(?<!\bMrs)[.!?…;](?=\s|$)|[。！？]")
_NAME: Final = re.compile(r"\b[A-Z][a-zà-öø-ÿ]+(?: [A-Z][a-zà-öø-ÿ]+){0,2}\b")
_ACTS: Final = re.compile(
    r"['’]s\b|,? (?:wears|wearing|in (?:a|an|her|his|their)|puts|has|is|and [A-Z]|with|walks|stands|sits|runs|looks|"
    r"smiles|turns|opens|holds|enters|leaves|waits|talks|laughs|cries|sleeps|reads|drinks|eats|watches|nods|steps)\b"
)
_TITLE: Final = re.compile(r"\b(?:Mr|Mrs|Ms|Dr|St|Prof|Rev|Capt|Sgt|Lt)\.$")
_NOT_NAMES: Final = words_of("""
    A An The This That These Those His Her Their Its My Your Our He She They It I You We In On At By To Of From With
    Close Wide Medium Shot Camera Scene Slow Fast Cinematic Night Day Morning Evening Black White Red Blue Green
    Cut Fade Dolly Pan Tilt Aerial Extreme Long Low High Interior Exterior Int Ext Monday Tuesday Wednesday
    Thursday Friday Saturday Sunday January February March April May June July August September October
    November December Woman Man Girl Boy Child Kid Baby Person People Someone Everyone Lady Guy Crowd Dog Cat Bird
    Horse
    """)
_STRANGER: Final = ""
"""Stands for whoever is spoken of but not asked for."""


@dataclass(frozen=True, kw_only=True)
class Mention:
    """Where a sentence speaks of someone, and whether clothes may be theirs."""

    start: int
    end: int
    name: str
    wears: bool


def tokens(text: str) -> list[str]:
    """The words of a text and the marks that part its clauses, in small letters."""
    return [token.casefold() for token in _TOKEN.findall(text)]


def named(text: str) -> list[str]:
    """The proper names in a text, each once: a capital alone at the start of a sentence is no name."""
    found: dict[str, str] = {}
    for match in _NAME.finditer(text):
        name = _without_opening(match[0])
        before = text[max(0, match.start() - 8) : match.start()].rstrip()
        starts = not before or (before[-1] in ".!?:\n" and not _TITLE.search(before))
        if name and (not starts or " " in name or _ACTS.match(text, match.end())):
            found.setdefault(entity_key(name), name)
    return list(found.values())


def _without_opening(name: str) -> str:
    parts = name.split(" ")
    while parts and parts[0] in _NOT_NAMES:
        parts.pop(0)
    return " ".join(parts)


def spans(text: str, names: Iterable[str]) -> dict[str, list[str]]:
    """For each of the names that a text mentions, the words that go with it.

    A name has what follows it in its sentence, up to whoever is spoken of next; names joined by
    "and" share. A sentence that begins with "she" or "its" goes with the one before it, when its line
    has spoken of nobody else. Clothes and looks must be said to be someone's own. The time of
    day and the weather are everyone's.
    """
    spellings = _spellings(names, text)
    told: dict[str, list[str]] = {}
    scene: list[str] = []
    for line in text.splitlines():
        before: Mention | None = None
        met: set[str] = set()
        for sentence in _SENTENCE.split(line):
            words = tokens(sentence)
            found = _found(words, spellings, before)
            met.update(each.name for each in found)
            before = _only(found, words) if len(met) == 1 else None
            start = found[0].start if found else len(words)
            scene += [word for word in words[:start] if word in MOMENTS]
            for name, part in _parts(words, found):
                told.setdefault(name, []).extend([*part, "."])
    return {name: [*words, *scene] for name, words in told.items() if name != _STRANGER}


def _found(words: Sequence[str], spellings: Mapping[tuple[str, ...], str], before: Mention | None) -> list[Mention]:
    """Those a sentence speaks of, in its order; the one before it when it begins with a pronoun."""
    found = list(_mentions(words, spellings))
    if before is not None and words and words[0] in PRONOUNS and (words[0] in ("it", "its")) != before.wears:
        return [Mention(start=0, end=0, name=before.name, wears=True), *found]
    return found


def _only(found: Sequence[Mention], words: Sequence[str]) -> Mention | None:
    """The one a sentence is about, as a pronoun would mean them; a name with an article is a thing."""
    if not found or found[0].name == _STRANGER:
        return None
    first = found[0]
    thing = _has_article(words, first.start) or words[first.start] in ("it", "its")
    return Mention(start=first.start, end=first.end, name=first.name, wears=not thing)


def _mentions(words: Sequence[str], spellings: Mapping[tuple[str, ...], str]) -> Iterator[Mention]:
    bare = [word.removesuffix("'s").removesuffix("’s") for word in words]
    longest = max(map(len, spellings), default=0)
    place, after, others = 0, 0, False
    while place < len(bare):
        size = next((size for size in range(longest, 0, -1) if tuple(bare[place : place + size]) in spellings), 0)
        if size:
            name = spellings[tuple(bare[place : place + size])]
            yield Mention(start=place, end=place + size, name=name, wears=_may_wear(words, place, others=others))
            after, others = place + size, True
        elif _is_someone(bare[place]) and not _is_apposed(words[after:place], after=after):
            yield Mention(start=place, end=place + 1, name=_STRANGER, wears=True)
            others = True
        place += size or 1


def _may_wear(words: Sequence[str], place: int, *, others: bool) -> bool:
    """Whether clothes told after a name may be its own: "leaves the Harbor in a red coat" dresses no harbor."""
    if all(words[each] in SHOTS or words[each] in ARTICLES for each in range(place)):
        return True
    before = words[place - 1]
    return not _has_article(words, place) and before not in PLACES and not (others and before in BESIDE)


def _has_article(words: Sequence[str], place: int) -> bool:
    return words[place] in ARTICLES or (place > 0 and words[place - 1] in ARTICLES)


def _is_someone(word: str) -> bool:
    return word in PEOPLE or (len(word) > 5 and word.endswith(("man", "men")))


def _is_apposed(between: Sequence[str], *, after: int) -> bool:
    """Whether "a woman" after a name is the one just named: "Mara, a woman", "Mara is a young woman"."""
    if not after or not between or len(between) > 4:
        return False
    return between[0] in (",", "as", "is", "was") and all(word in ARTICLES or word not in STOPS for word in between[1:])


def _spellings(names: Iterable[str], text: str) -> dict[tuple[str, ...], str]:
    """Each name by all its words and, where nobody else shares it, by its first one; then the other names."""
    listed = {name: tuple(tokens(name)) for name in names}
    spellings = {words: name for name, words in listed.items() if words}
    firsts: dict[str, list[str]] = {}
    for name, words in listed.items():
        if len(words) > 1 and words[0] not in STOPS:
            firsts.setdefault(words[0], []).append(name)
    for first, sharers in firsts.items():
        if len(sharers) == 1:
            spellings.setdefault((first,), sharers[0])
    known = {word for words in spellings for word in words}
    others = [tuple(tokens(name)) for name in named(text)]
    return spellings | {words: _STRANGER for words in others if known.isdisjoint(words)}


def _parts(words: Sequence[str], found: Sequence[Mention]) -> Iterator[tuple[str, list[str]]]:
    """Each of those mentioned with the words of the sentence that are theirs."""
    sharing: list[str] = []
    met: set[str] = set()
    for number, mention in enumerate(found):
        until = found[number + 1].start if number + 1 < len(found) else len(words)
        sharing.append(mention.name)
        if words[mention.end : until] in (["and"], [","], [",", "and"]):
            continue
        leading = words[: found[0].start] if number == len(sharing) - 1 else []
        part = words[mention.start : until]
        own = _own(_unambiguous(part, mention) if met - set(sharing) else part, mention)
        for name in dict.fromkeys(sharing):
            yield name, [*(leading if _leads(leading) else []), *own]
        met.update(sharing)
        sharing = []


def _unambiguous(part: Sequence[str], mention: Mention) -> Sequence[str]:
    """A part up to a pronoun that may be another's: "Mara waits for Tom, her coat is red"."""
    for place in range(mention.end - mention.start, len(part)):
        if part[place] in PRONOUNS and part[place - 1] not in WEARING:
            return part[:place]
    return part


def _leads(words: Sequence[str]) -> bool:
    """Whether what precedes a name is said of it: "In a red coat, Mara", "the red coat of Mara"."""
    bare = [word for word in words if word not in ARTICLES]
    if not bare:
        return False
    return (bare[0] in WEARING and bare[-1] == ",") or (len(bare) <= 5 and bare[-1] in ("of", "by"))


def _own(part: Sequence[str], mention: Mention) -> list[str]:
    """A part without the clothes and looks that are not said to be the one's own."""
    head = mention.end - mention.start
    letters = "".join(_sort(part, place) for place in range(len(part)))
    ways = (letters[max(head, place - _FAR) : place] for place in range(len(part)))
    return [
        "." if is_look(word) and place >= head and not _is_own(part, place, way, mention) else word
        for place, (word, way) in enumerate(zip(part, ways, strict=True))
    ]


def _is_own(part: Sequence[str], place: int, way: str, mention: Mention) -> bool:
    """Whether the way from a name to a piece of clothing, or a look, says that it is theirs."""
    head = mention.end - mention.start
    owned = head > 0 and part[head - 1].endswith(("'s", "’s")) and len(way) == place - head
    follows = part[place + 1] if place + 1 < len(part) else "."
    if owned and _POSSESSED.fullmatch(way):
        return True
    if not mention.wears:
        return False
    told = part[place - 1] == "the" and follows in COPULAS
    listed = (
        len(way) == place - head
        and _LISTED.fullmatch(way) is not None
        and (follows == "and" or not follows[0].isalpha())
    )
    return told or listed or _WORN.search(way) is not None


_FAR: Final = 24
_PHRASES: Final = r"(?:A?[QS]{0,3}LC+)*"
_WORN: Final = re.compile(rf"W{_PHRASES}A?[QS]{{0,3}}$")
_POSSESSED: Final = re.compile(rf"{_PHRASES}Q*S?Q*")
_LISTED: Final = re.compile(rf"C{_PHRASES}A?Q*")


def _sort(words: Sequence[str], place: int) -> str:
    """A letter for what a word does on the way from a name to its clothes."""
    word = words[place]
    if word in WEARING or word in OWNERS or (word in ("on", "into") and words[place - 1] in DRESSING):
        return "W"
    if word in ARTICLES:
        return "A"
    if word in (",", ":", "(", ")", "and"):
        return "C"
    if word in STOPS or not word[0].isalnum():
        return "X"
    if is_look(word):
        return "L"
    return "Q" if word in QUALITIES else "S"
