"""The clauses of a sentence: whom each is about, its verb, and whether it is negated."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from showbible.reading.grammar import Grammar
from showbible.reading.model import Subject
from showbible.reading.tokens import Token

USER: Final = Subject(relation="user")
YOU: Final = Subject(relation="you")
_BREAKS: Final = frozenset({",", ";", ":", "—", "–", "-", "(", ")", ".", "!", "?"})
_FARTHEST_SUBJECT: Final = 9
_LONGEST_POSSESSION: Final = 4


@dataclass(frozen=True, kw_only=True, slots=True)
class Clause:
    """The words from first to after, as one statement."""

    first: int
    after: int
    subject: Subject
    heads: frozenset[str]
    """What of the subject is spoken of: rent in "my sister's rent"."""
    verb: int | None
    negated: bool


@dataclass(slots=True)
class People:
    """Who was mentioned in a turn so far, so that "she" can be somebody."""

    he: Subject | None = None
    she: Subject | None = None
    anybody: Subject | None = None
    candidates: int = 0

    def mention(self, subject: Subject, using: Grammar) -> None:
        """Take note of somebody who may be meant by a pronoun."""
        if subject.is_user or subject.is_open or subject == YOU:
            return
        if subject.relation in using.female:
            self.she = subject
        elif subject.relation in using.male:
            self.he = subject
        elif subject != self.anybody:
            self.candidates += 1
            self.anybody = subject

    def meant(self, word: str, using: Grammar) -> Subject:
        """Who a pronoun means where there is one candidate; open otherwise."""
        own = self.she if word in using.she else self.he
        if own and not self.candidates:
            return own
        if own is None and self.candidates == 1 and self.anybody:
            return self.anybody
        return own or Subject()


def clauses(
    words: Sequence[Token], using: Grammar, *, people: People, aliases: Mapping[str, str], named: frozenset[int]
) -> list[Clause]:
    """The clauses of a sentence, in their order; `named` are the places of words that belong to names."""
    edges = _edges(words, using, named)
    found: list[Clause] = []
    for first, after in zip(edges, edges[1:], strict=False):
        clause = _clause(words, first, after, using, people=people, aliases=aliases, named=named)
        if clause.subject.is_open and found and not clause.heads and clause.verb is not None:
            clause = Clause(
                first=first,
                after=after,
                subject=found[-1].subject,
                heads=clause.heads,
                verb=clause.verb,
                negated=clause.negated,
            )
        people.mention(clause.subject, using)
        found.append(clause)
    return found


def _edges(words: Sequence[Token], using: Grammar, named: frozenset[int]) -> list[int]:
    edges = [0]
    for place in range(1, len(words)):
        word = words[place]
        begins = word.text in _BREAKS or word.lower in using.conjunctions
        if not begins:
            continue
        following = place + 1
        while following < len(words) and (
            words[following].text in _BREAKS or words[following].lower in using.conjunctions
        ):
            following += 1
        if (
            following < len(words)
            and place > edges[-1]
            and _begins_clause(words, following, using, named)
            and _has_verb(words, edges[-1], place, using)
        ):
            edges.append(place)
    return [*edges, len(words)]


def _begins_clause(words: Sequence[Token], place: int, using: Grammar, named: frozenset[int]) -> bool:
    word = words[place].lower
    personal = using.user | using.he | using.she | using.other | using.you
    return word in personal or place in named


def _has_verb(words: Sequence[Token], first: int, after: int, using: Grammar) -> bool:
    return _verb(words, first, after, using) is not None


def _verb(words: Sequence[Token], first: int, after: int, using: Grammar) -> int | None:
    """The main verb: the last of a chain of auxiliaries and a full verb."""
    found = None
    for place in range(first, after):
        if words[place].stem in using.copulas or words[place].stem in using.verbs:
            if (
                found is not None
                and words[found].stem not in using.copulas
                and words[found].lower not in using.function_words
            ):
                break
            found = place
            if (
                place + 1 < after
                and words[place + 1].lower not in using.function_words
                and words[place + 1].stem not in using.verbs
            ):
                break
    if found is not None:
        return found
    for place in range(first + 1, after):
        before = words[place - 1].lower
        if (
            words[place].is_word
            and (before in using.user or before in using.he or before in using.she)
            and words[place].lower not in using.function_words
            and before not in using.possessives
        ):
            return place
    return None


def _clause(
    words: Sequence[Token],
    first: int,
    after: int,
    using: Grammar,
    *,
    people: People,
    aliases: Mapping[str, str],
    named: frozenset[int],
) -> Clause:
    verb = _verb(words, first, after, using)
    subject, heads = _subject(words, first, after, using, people=people, aliases=aliases, named=named)
    negated = any(word.lower in using.negators for word in words[first:after])
    return Clause(first=first, after=after, subject=subject, heads=heads, verb=verb, negated=negated)


def _subject(
    words: Sequence[Token],
    first: int,
    after: int,
    using: Grammar,
    *,
    people: People,
    aliases: Mapping[str, str],
    named: frozenset[int],
) -> tuple[Subject, frozenset[str]]:
    for place in range(first, min(after, first + _FARTHEST_SUBJECT)):
        word = words[place]
        if word.lower in using.possessives:
            return _possession(words, place, after, using, people=people, aliases=aliases, named=named)
        if word.lower in using.user:
            return USER, frozenset()
        if word.lower in using.you:
            return YOU, frozenset()
        if word.lower in using.he or word.lower in using.she:
            return people.meant(word.lower, using), frozenset()
        if place in named:
            if _joins_user(words, place, after, using):
                return USER, frozenset()
            name = word.lower
            return Subject(relation=aliases.get(name, ""), name=name), frozenset()
        if word.is_word and word.lower not in using.function_words and word.stem not in using.empty:
            if word.stem in using.relations and place > first and words[place - 1].lower in {"the", "a", "an"}:
                return Subject(relation=using.relations[word.stem]), frozenset()
            if word.stem in using.relations and place == first:
                return Subject(relation=using.relations[word.stem]), frozenset()
            if word.stem not in using.verbs:
                rest = [each.lower for each in words[place:after]]
                if not any(each in using.user for each in rest):
                    return Subject(), frozenset({word.stem})
    return _later_subject(words, first, after, using)


def _later_subject(words: Sequence[Token], first: int, after: int, using: Grammar) -> tuple[Subject, frozenset[str]]:
    if any(word.lower in using.user for word in words[first:after]):
        return USER, frozenset()
    return Subject(), frozenset()


def _joins_user(words: Sequence[Token], place: int, after: int, using: Grammar) -> bool:
    rest = words[place + 1 : min(after, place + 4)]
    return any(
        word.lower in {"and", "und", "y", "et"} and following.lower in using.user
        for word, following in zip(rest, rest[1:], strict=False)
    )


def _possession(
    words: Sequence[Token],
    place: int,
    after: int,
    using: Grammar,
    *,
    people: People,
    aliases: Mapping[str, str],
    named: frozenset[int],
) -> tuple[Subject, frozenset[str]]:
    """The owner and the owned of "my rent", "my sister's rent", "my sister Emily"."""
    subject, heads = USER, []
    for at in range(place + 1, min(after, place + 1 + _LONGEST_POSSESSION + 2)):
        word = words[at]
        relation = using.relations.get(word.stem)
        if word.lower == "'s":
            heads = []
        elif relation and not heads:
            subject = Subject(relation=relation, name=_following_name(words, at, after, named))
            if _joins_user(words, at, after, using):
                return USER, frozenset()
        elif at in named:
            continue
        elif (
            not word.is_word
            or word.lower in using.function_words
            or word.stem in using.copulas
            or word.stem in using.verbs
        ):
            break
        elif word.stem not in using.empty:
            heads.append(word.stem)
    return subject, frozenset(heads)


def _following_name(words: Sequence[Token], at: int, after: int, named: frozenset[int]) -> str:
    following = at + 1
    if following < after and words[following].text == ",":
        following += 1
    return words[following].lower if following < after and following in named else ""
