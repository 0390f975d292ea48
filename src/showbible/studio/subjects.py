"""Whom and what a concept speaks of, as far as its words tell: who acts in it, what else matters, what it is about."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from showbible.reading import tokens
from showbible.reading.grammar import Grammar, grammar
from showbible.reading.model import ValueKind
from showbible.reading.names import names
from showbible.reading.numbers import numbers
from showbible.reading.tokens import Token, is_verb
from showbible.values import frozen

_ENGLISH: Final = "en"
_WORDS: Final[Mapping[str, str]] = {
    "one": "a an one another ein eine einen un una une",
    "no articles": "of 's no at in for on by with from first last next",
    "inside": "last first next only other own same second third new old little",
    "topics": "about of on for über von für sobre de para sur pour",
    "aside": "with without to",
    "formats": "film movie video clip trailer teaser podcast intro outro episode commercial advert ad spot promo "
    "tutorial explainer demo vlog interview documentary review unboxing story series short montage opening",
    "people": "man men woman women boy boys girl girls child children kid kids person people baby crowd couple hero "
    "heroine stranger strangers someone somebody lady gentleman guy teenager villager mann frau kind junge mädchen "
    "hombre mujer niño niña homme femme enfant garçon fille",
    "endings of people": "keeper maker man woman men women smith wright herd monger ist eer",
}
_ONE, _NO_ARTICLES, _INSIDE, _TOPICS, _ASIDE, _FORMATS, _PEOPLE, _OF_PEOPLE = (
    frozenset(each.split()) for each in _WORDS.values()
)
_FEWEST_WORDS: Final = 3
_LONGEST: Final = 5
LONGEST_TITLE: Final = 48


@frozen
class Mention:
    """Somebody or something that a concept names."""

    text: str
    head: str
    """Its last word, in lower case."""
    words: frozenset[str] = frozenset()
    is_person: bool = False
    is_beside: bool = False
    """Whether it only tells where, whose or with what."""

    @property
    def title(self) -> str:
        """Its words as they are written on a card."""
        shown = self.text if len(self.text) <= LONGEST_TITLE else self.text[: LONGEST_TITLE - 1].rstrip() + "…"
        return shown[:1].upper() + shown[1:]


def mentions(concept: str) -> list[Mention]:
    """Everybody and everything that a concept names, the one it is about first."""
    using = grammar(tokens.language(concept))
    words = tokens.words(concept, using) if using else []
    if using is None or not words:
        return _whole(concept)
    found = [*_named(concept, words, using), *_opening(words, using), *_phrases(concept, words, using)]
    found.sort(key=lambda each: each[0])
    named = [mention for _, mention in found if mention.head not in _FORMATS]
    acting = [mention for mention in named if not mention.is_beside]
    others = [mention for mention in named if mention.is_beside]
    if not acting:
        acting = _topic(concept, words, using) or ([] if others else _bare(concept, words))
    return list({mention.text: mention for mention in reversed([*acting, *others])}.values())[::-1]


def is_sentence(text: str) -> bool:
    """Whether something is said of somebody, as far as can be told; to name a thing and its place says nothing."""
    using = grammar(tokens.language(text))
    if using is None or using.code != _ENGLISH:
        return True
    words = tokens.words(text, using)
    runs = list(_runs(words, using))
    acting = [words[start + 1 : after] for start, after in runs if not _is_beside(words, start, using)]
    inside = {place for start, after in runs for place in range(start, after)}
    outside = [place for place, word in enumerate(words) if place not in inside and _is_content(word, using)]
    loose = [place for place in outside if not _is_beside(words, place, using)]
    is_word_alone = len([word for word in words if word.is_word]) < _FEWEST_WORDS
    says = len(acting) > 1 or any(len(inner) > 1 and inner[-1].lower.endswith("s") for inner in acting)
    return (says or bool(loose)) and not is_word_alone


def _is_content(word: Token, using: Grammar) -> bool:
    return word.is_word and word.lower not in using.function_words


def topic(text: str) -> str | None:
    """What a film is about, where its concept only says which kind of film that is: "trailer for", "intro about"."""
    using = grammar(tokens.language(text))
    words = tokens.words(text, using) if using else []
    place = next((at for at, word in enumerate(words) if word.lower in _TOPICS), 0)
    if using is None or not 0 < place <= _LONGEST or place + 1 == len(words):
        return None
    # "The interview for ..." is one in the story.
    if words[place - 1].lower not in _FORMATS or (_begins(words, 0, using) and words[0].lower not in _ONE):
        return None
    rest = text[words[place + 1].start :].strip()
    return topic(rest) or rest


def mid_sentence(text: str) -> str:
    """A text as it is written after other words: an article loses its capital, whatever may be a name keeps it."""
    using = grammar(tokens.language(text))
    words = tokens.words(text, using) if using else []
    return text[:1].lower() + text[1:] if using and _begins(words, 0, using) else text


def _phrases(concept: str, words: Sequence[Token], using: Grammar) -> Iterator[tuple[int, Mention]]:
    for start, after in _runs(words, using):
        inner = words[start + 1 : after]
        head = inner[-1]
        yield (
            start,
            Mention(
                text=concept[words[start].start : head.end],
                head=head.lower,
                words=frozenset(word.lower for word in inner),
                is_person=_is_person(head.lower, using),
                is_beside=_is_beside(words, start, using),
            ),
        )


def _runs(words: Sequence[Token], using: Grammar) -> Iterator[tuple[int, int]]:
    """From where to where a thing is named: a word like "the", and what it belongs to."""
    counted, place = {each.first for each in numbers(words, using)}, 0
    while place < len(words):
        after = place + 1
        if _begins(words, place, using) or place in counted:
            is_one = words[place].lower in _ONE
            while (
                after < len(words) and after - place <= _LONGEST and _goes_on(words, place, after, using, is_one=is_one)
            ):
                after += 1
            if after > place + 2 and _begins(words, after, using):  # between two things something is done
                after -= 1
            if after > place + 1 and words[after - 1].lower not in _INSIDE:
                yield place, after
        place = after


def _begins(words: Sequence[Token], place: int, using: Grammar) -> bool:
    return place < len(words) and words[place].lower in using.determiners - _NO_ARTICLES


def _goes_on(words: Sequence[Token], start: int, place: int, using: Grammar, *, is_one: bool) -> bool:
    word = words[place]
    if word.lower in _INSIDE:
        return True
    if not word.is_word or word.lower in using.function_words or word.lower in using.determiners:
        return word.lower == "'s"
    if place == start + 1:
        return True
    says = is_verb(words, place, using) or word.lower.endswith("ing") or _is_person(words[place - 1].lower, using)
    return not says and not (is_one and word.lower.endswith("s") and not word.lower.endswith(("ss", "us")))


def _is_beside(words: Sequence[Token], place: int, using: Grammar) -> bool:
    """Whether a word stands after one that leads aside: in, with, about."""
    before = words[place - 1].lower if place else ""
    return before in using.spot_words or before in _TOPICS | _ASIDE


def _opening(words: Sequence[Token], using: Grammar) -> Iterator[tuple[int, Mention]]:
    """What stands first without an article and does something: "Rain falls", "Tomas waits"."""
    if len(words) < _FEWEST_WORDS or not _is_content(words[0], using) or numbers(words[:1], using):
        return
    does = words[1].lower
    if does.endswith("s") and not does.endswith("ss"):
        yield 0, _plain(words[0].text, words[:1], using)


def _named(concept: str, words: Sequence[Token], using: Grammar) -> Iterator[tuple[int, Mention]]:
    counted = {each.first for each in numbers(words, using)}
    for each in names(concept, words, using, aliases={}):
        if each.first not in counted and each.value.kind in (ValueKind.PERSON, ValueKind.NAME) and not each.is_title:
            beside = _is_beside(words, each.first, using)
            head = words[each.after - 1].lower
            sure = each.value.kind is ValueKind.PERSON or each.first > 0  # the first word is a capital anyway
            yield each.first, Mention(text=each.value.text, head=head, is_person=sure, is_beside=beside)


def _topic(concept: str, words: Sequence[Token], using: Grammar) -> list[Mention]:
    """What stands after "about"."""
    for place, word in enumerate(words[:-1]):
        if word.lower in _TOPICS:
            after = place + 1
            while after < len(words) and words[after].is_word:
                after += 1
            inner = words[place + 1 : after]
            if inner:
                return [_plain(concept[inner[0].start : inner[-1].end], inner, using)]
    return []


def _bare(concept: str, words: Sequence[Token]) -> list[Mention]:
    inner = [word for word in words if word.is_word]
    return [_plain(concept.strip(), inner, None)] if inner else _whole(concept)


def _plain(text: str, inner: Sequence[Token], using: Grammar | None) -> Mention:
    head = inner[-1].lower
    known = frozenset(word.lower for word in inner)
    return Mention(text=text, head=head, words=known, is_person=using is not None and _is_person(head, using))


def _whole(concept: str) -> list[Mention]:
    text = " ".join(concept.split())
    return [Mention(text=text, head="")] if text else []


def _is_person(word: str, using: Grammar) -> bool:
    """Whether a word surely names a human being: by kinship, by trade, or by how words for people are made."""
    stem = using.stem(word)
    if word in _PEOPLE or stem in using.trades:
        return True
    if stem in using.relations:
        return using.relations[stem] not in using.pets
    does = next((word[: -len(end)] for end in ("er", "or") if word.endswith(end) and len(word) > 4), None)
    acts = does is not None and (using.stem(does) in using.verbs or using.stem(f"{does}e") in using.verbs)
    return acts or (len(word) > 4 and word.endswith(tuple(_OF_PEOPLE)))
