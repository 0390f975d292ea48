"""The clauses of a sentence: whom each is about, its verb, and whether it is negated."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final

from showbible.reading import dropped
from showbible.reading.grammar import Grammar
from showbible.reading.model import Subject
from showbible.reading.negation import negates
from showbible.reading.tokens import Token, is_verb

USER: Final = Subject(relation="user")
YOU: Final = Subject(relation="you")
SOMEONE: Final = Subject(relation="someone")
_BREAKS: Final = frozenset({",", ";", ":", "—", "–", "-", "(", ")", ".", "!", "?"})
_FARTHEST_SUBJECT: Final = 9
_LONGEST_POSSESSION: Final = 6
_SHORTEST_VERB: Final = 4
_PREPOSITIONS: Final = frozenset({"with", "without", "for", "of", "mit", "ohne", "für", "avec", "sans", "pour"})
"""What makes a noun no subject, besides the words before places."""
_LINKS: Final = frozenset({"and", "und", "y", "et"})


@dataclass(frozen=True, kw_only=True, slots=True)
class Clause:
    """The words from first to after, as one statement."""

    first: int
    after: int
    subject: Subject
    heads: tuple[str, ...]
    """What of the subject is spoken of: rent in "my sister's rent"."""
    verb: int | None
    negated: bool


@dataclass(slots=True)
class People:
    """Who was mentioned in a turn so far, so that "she" can be somebody."""

    he: Subject | None = None
    she: Subject | None = None
    others: list[Subject] | None = None

    def mention(self, subject: Subject, using: Grammar) -> None:
        """Take note of somebody who may be meant by a pronoun."""
        if subject.is_open or subject in {USER, YOU, SOMEONE}:
            return
        if subject.relation in using.female:
            self.she = subject
        elif subject.relation in using.male:
            self.he = subject
        elif subject not in (self.others or []):
            self.others = [*(self.others or []), subject]

    def meant(self, word: str, using: Grammar) -> Subject:
        """Who a pronoun means where there is one candidate; somebody otherwise."""
        own = self.she if word in using.she else self.he
        candidates = [*([own] if own else []), *(self.others or [])]
        return candidates[0] if len(candidates) == 1 else SOMEONE


@dataclass(frozen=True, kw_only=True, slots=True)
class Parser:
    """What the parts of one sentence are told from."""

    words: Sequence[Token]
    using: Grammar
    people: People
    aliases: Mapping[str, str]
    named: frozenset[int]
    """Places of words that belong to names."""

    def clauses(self) -> list[Clause]:
        """The clauses of the sentence, in their order."""
        edges = self._edges()
        found: list[Clause] = []
        for first, after in pairwise(edges):
            clause = self._clause(first, after)
            if clause.subject.is_open and not clause.heads and found and clause.verb is not None:
                clause = replace(clause, subject=found[-1].subject)
            self.people.mention(clause.subject, self.using)
            self._mention_others(first, after)
            found.append(clause)
        return found

    def _mention_others(self, first: int, after: int) -> None:
        """Take note of whoever is somebody of the user's in a clause: "visiting my brother"."""
        for place in range(first, after):
            if self.words[place].lower in self.using.possessives:
                owner, heads = self.possession(place, after)
                if not heads:
                    self.people.mention(owner, self.using)

    def _edges(self) -> list[int]:
        edges = [0]
        for place in range(1, len(self.words)):
            following = self._after_break(place)
            if following is None or place <= edges[-1]:
                continue
            if self._begins_clause(following) and self._verb(edges[-1], place) is not None:
                edges.append(place)
        return [*edges, len(self.words)]

    def _after_break(self, place: int) -> int | None:
        """Where a clause may begin, when a conjunction or a mark of punctuation stands here."""
        following = place
        while following < len(self.words) and self._is_break(following):
            following += 1
        return following if place < following < len(self.words) else None

    def _is_break(self, place: int) -> bool:
        return self.words[place].text in _BREAKS or self.words[place].lower in self.using.conjunctions

    def _begins_clause(self, place: int) -> bool:
        using, word = self.using, self.words[place].lower
        personal = using.user | using.he | using.she | using.other | using.you
        return (
            word in personal
            or place in self.named
            or (word in using.articles and self._verb(place, min(place + 6, len(self.words))) is not None)
        )

    def _verb(self, first: int, after: int) -> int | None:
        """The main verb: the full verb after a chain of auxiliaries, or the linking verb itself."""
        found = None
        for place in range(first, after):
            if not is_verb(self.words, place, self.using):
                continue
            is_helper = (
                self.words[place].stem in self.using.copulas or self.words[place].lower in self.using.function_words
            )
            if found is None or self._is_helper(found):
                found = place
            if not is_helper:
                return found
        return found if found is not None else self._unlisted_verb(first, after)

    def _is_helper(self, place: int) -> bool:
        return self.words[place].stem in self.using.copulas or self.words[place].lower in self.using.function_words

    def _unlisted_verb(self, first: int, after: int) -> int | None:
        """A verb of no listed class, told by the pronoun beside it, or by its own first person."""
        beside = self._verb_after_pronoun(first, after)
        if beside is not None or not self.using.first_person_endings:
            return beside
        return next((place for place in range(first, after) if self.is_first_person(place)), None)

    def _verb_after_pronoun(self, first: int, after: int) -> int | None:
        using = self.using
        pronouns = (using.user | using.he | using.she) - using.possessives
        for place in range(first + 1, after):
            word = self.words[place]
            if word.lower in pronouns and self._is_inverted(place, first):
                return place - 1
            if word.is_word and self._follows(place, pronouns) and word.lower not in using.function_words:
                return place
        return None

    def _is_inverted(self, place: int, first: int) -> bool:
        """Whether a verb stands right before its pronoun, as in German where something else begins the clause."""
        using, before = self.using, self.words[place - 1]
        if not using.language.verb_second or place - 1 < first or self.words[place].lower not in using.nominative:
            return False
        is_content = before.is_word and before.lower not in using.function_words and before.stem not in using.empty
        return is_content and (not before.is_capital or place - 1 == 0)

    def _follows(self, place: int, pronouns: frozenset[str]) -> bool:
        """Whether a word stands after a pronoun, at most an adverb between them."""
        before = place - 1
        if before > 1 and self.words[before].lower == "longer" and self.words[before - 1].lower == "no":
            before -= 2
        if before > 0 and self.words[before].lower in self.using.adverbs:
            before -= 1
        return self.words[before].lower in pronouns and self.words[place].lower not in self.using.adverbs

    def _clause(self, first: int, after: int) -> Clause:
        verb = self._verb(first, after)
        subject, heads = self._subject(first, after, verb)
        negated = any(negates(self.words, place, self.using) for place in range(first, self._scope(verb, after)))
        return Clause(first=first, after=after, subject=subject, heads=heads, verb=verb, negated=negated)

    def _scope(self, verb: int | None, after: int) -> int:
        """Where a verb and what belongs to it end: no sauce in "I'm vegan, so no sauce" denies nothing before it."""
        if verb is None:
            return after
        joins = (place for place in range(verb + 1, after) if self.words[place].lower in self.using.conjunctions)
        return next(joins, after)

    def _subject(self, first: int, after: int, verb: int | None) -> tuple[Subject, tuple[str, ...]]:
        if verb is not None and self._speaks_of_user(verb, verb + 1):
            return USER, ()
        if first < after and self.is_first_person(first):
            return USER, ()
        last = min(after, first + _FARTHEST_SUBJECT)
        for place in range(first, last):
            found = self._subject_at(place, first, after, before_verb=verb is None or place < verb)
            if found:
                return found
        own = self._has_user(first, after) or self._speaks_of_user(first, after)
        return (USER if own or self._is_left_out(first, after, verb) else Subject()), ()

    def _is_left_out(self, first: int, after: int, verb: int | None) -> bool:
        """Whether a clause is about the user without a word for it, and nobody else was mentioned before it."""
        if dropped.is_where_user_is(self.words, first, after, named=self.named):
            return True
        is_alone = self.people.he is None and self.people.she is None and not self.people.others
        return first == 0 and is_alone and dropped.leaves_out_user(self.words, verb, after, self.using)

    def _subject_at(
        self, place: int, first: int, after: int, *, before_verb: bool
    ) -> tuple[Subject, tuple[str, ...]] | None:
        using, word = self.using, self.words[place]
        if self._is_beside(place, after):
            return USER, ()
        if word.lower in using.possessives:
            return self.possession(place, after)
        if word.lower in using.user:
            return USER, ()
        if word.lower in using.you:
            return (USER if self._has_user(place, after) else YOU), ()
        if word.lower in using.he or word.lower in using.she:
            return self._third(place, after)
        if place in self.named and before_verb:
            return None if self._is_where(place) else self._named(place, after)
        if not before_verb or not word.is_word:
            return None
        return self._common(place, after)

    def _is_where(self, place: int) -> bool:
        """Whether a name tells where, and not who: "in Wien lebt meine Tante"."""
        is_far = self.using.code != "en" and place > 0
        return is_far and self.words[place - 1].lower in self.using.place_words

    def _is_beside(self, place: int, after: int) -> bool:
        """Whether somebody is only named beside what the user does: "with my sister gone I pay more"."""
        using = self.using
        is_beside = place > 0 and self.words[place - 1].lower in using.place_words | _PREPOSITIONS
        return is_beside and any(word.lower in using.nominative for word in self.words[place + 1 : after])

    def _third(self, place: int, after: int) -> tuple[Subject, tuple[str, ...]]:
        """Who he or she is; her teacher is the teacher."""
        if self.words[place].lower in self.using.determiners:
            owned, heads = self.possession(place, after)
            if owned is not USER:
                return owned, heads
        return self.people.meant(self.words[place].lower, self.using), ()

    def _speaks_of_user(self, first: int, after: int) -> bool:
        """Whether the form of a verb alone speaks of the user, as in Spanish."""
        return any(self.is_first_person(place) for place in range(first, after))

    def is_first_person(self, place: int) -> bool:
        """Whether a word is a verb in the first person: by its form, and where none is listed by where it stands."""
        using, word = self.using, self.words[place]
        if word.lower in using.first_person:
            return True
        if not using.first_person_endings or not word.lower.endswith(using.first_person_endings):
            return False
        before = self.words[place - 1].lower if place else ""
        if word.stem in using.verbs:
            return before not in using.determiners
        is_idle = word.lower in using.function_words or word.lower in using.adverbs or word.stem in using.empty
        is_noun = word.stem in using.relations or word.lower in using.language.numbers
        return not is_idle and not is_noun and self._may_open(place)

    def _may_open(self, place: int) -> bool:
        """Whether a word stands where a verb without a subject does: first, or after certain words of grammar."""
        using, word = self.using, self.words[place]
        if not word.is_word or len(word.lower) < _SHORTEST_VERB or place in self.named:
            return False
        return self._opens(place) or self.words[place - 1].lower in using.before_verbs

    def _opens(self, place: int) -> bool:
        """Whether no word stands before another in its clause."""
        return place == 0 or self._is_break(place - 1) or not self.words[place - 1].is_word

    def _has_user(self, first: int, after: int) -> bool:
        return any(word.lower in self.using.user for word in self.words[first:after])

    def _named(self, place: int, after: int) -> tuple[Subject, tuple[str, ...]]:
        if self._joins_user(place, after) or any(
            word.lower in self.using.nominative for word in self.words[place:after]
        ):
            return USER, ()
        name = self._without_title(place).lower
        heads = self._owned(place, after)
        return Subject(relation=self.aliases.get(name, ""), name=name), heads

    def _without_title(self, place: int) -> Token:
        """The name itself in "Mr. Castellanos"."""
        is_title = self.words[place].lower in self.using.abbreviations
        return self.words[place + 1] if is_title and place + 1 in self.named else self.words[place]

    def _owned(self, place: int, after: int) -> tuple[str, ...]:
        """What follows the sign of possession: team in "Rachel's team"."""
        for at in range(place + 1, min(after, place + 3)):
            if self.words[at].lower == "'s":
                return tuple(
                    word.stem for word in self.words[at + 1 : at + 2] if word.lower not in self.using.function_words
                )
        return ()

    def _common(self, place: int, after: int) -> tuple[Subject, tuple[str, ...]] | None:
        using, word = self.using, self.words[place]
        if word.lower in using.someone:
            return (Subject() if self._has_user(place, after) else SOMEONE), ()
        if word.lower in using.function_words or word.stem in using.empty:
            return None
        if self._is_role(place):
            return None
        if word.stem in using.relations:
            heads = self._owned(place, after)
            return Subject(relation=using.relations[word.stem], name=self._following_name(place, after)), heads
        if word.stem in using.verbs or self._speaks_of_user(place, after):
            return None
        if any(each.lower in using.user - using.possessives for each in self.words[place:after]):
            return None
        phrase = [
            each.stem
            for each in self.words[place : place + 3]
            if each.is_word and each.lower not in using.function_words
        ]
        return Subject(), tuple(phrase[:2])

    def _is_role(self, place: int) -> bool:
        """Whether a noun tells what somebody is: "as a manager I ..."."""
        opening = [word.lower for word in self.words[max(0, place - 3) : place]]
        return "as" in opening and bool({"a", "an", "the"} & set(opening))

    def _joins_user(self, place: int, after: int) -> bool:
        rest = self.words[place + 1 : min(after, place + 5)]
        return any(word.lower in _LINKS and following.lower in self.using.user for word, following in pairwise(rest))

    def possession(self, place: int, after: int) -> tuple[Subject, tuple[str, ...]]:
        """The owner and the owned of "my rent", "my sister's rent", "my sister Emily"."""
        using, subject = self.using, USER
        heads: list[str] = []
        for at in range(place + 1, min(after, place + 1 + _LONGEST_POSSESSION)):
            word = self.words[at]
            relation = using.relations.get(word.stem)
            if word.lower == "'s":
                heads = []
            elif relation and not self._is_modifier(at, after):
                heads = []
                if self._joins_user(at, after):
                    return USER, ()
                subject = Subject(relation=relation, name=self._following_name(at, after))
            elif at in self.named:
                continue
            elif (
                not word.is_word
                or word.lower in using.function_words
                or (is_verb(self.words, at, using) and at > place + 1)
            ):
                break
            elif word.stem not in using.empty:
                heads.append(word.stem)
        return subject, tuple(heads)

    def _is_modifier(self, at: int, after: int) -> bool:
        """Whether a noun only describes the noun after it, which has a verb of its own: dog in "my dog food is"."""
        if at + 2 >= after or at + 1 in self.named or self.using.code != "en":
            return False
        following, then = self.words[at + 1], self.words[at + 2]
        if not following.is_word or following.lower in self.using.function_words or following.lower == "'s":
            return False
        return is_verb(self.words, at + 2, self.using) and then.is_word and not is_verb(self.words, at + 1, self.using)

    def _following_name(self, at: int, after: int) -> str:
        following = at + 1
        if following < after and self.words[following].text == ",":
            following += 1
        named = following < after and following in self.named
        return self._without_title(following).lower if named else ""
