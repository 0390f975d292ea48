"""What the clauses of a sentence claim: predicate, values and the slot they fill."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from showbible.reading.clauses import Clause, ends_something
from showbible.reading.forms import Line
from showbible.reading.grammar import TRADE_SIGN, Grammar
from showbible.reading.languages import language as verbs
from showbible.reading.model import Claim, Cue, Stance, Value, ValueKind
from showbible.reading.tokens import Token

CALLED: Final = "called"
"""The slot of a name that somebody goes by."""
HOME: Final = "home"
_PAST: Final = frozenset({"was", "were", "had"})
_AFTER_AN_END: Final = frozenset(
    {
        "since",
        "because",
        "with",
        "for",
        "by",
        "last",
        "after",
        "before",
        "over",
        "during",
        "this",
        "seit",
        "desde",
        "depuis",
    }
)
_NAMES: Final = frozenset({ValueKind.NAME, ValueKind.PERSON})
_COUNTED: Final = frozenset({ValueKind.NUMBER, ValueKind.DURATION, ValueKind.MEASURE, ValueKind.MONEY})


@dataclass(frozen=True, kw_only=True, slots=True)
class Claimant:
    """What the claims of one sentence are made from."""

    text: str
    words: Sequence[Token]
    seen: Line
    held: Sequence[Value]
    using: Grammar
    stance: Stance

    def claims(self, parts: Sequence[Clause]) -> tuple[Claim, ...]:
        """One claim for each clause."""
        return tuple(self._claim(part) for part in parts if part.after > part.first)

    def _claim(self, part: Clause) -> Claim:
        using, words = self.using, self.words
        start, end = words[part.first].start, words[part.after - 1].end
        verb = words[part.verb] if part.verb is not None else None
        liking = self._liking(part)
        slot, content = self._slot(part, liking)
        is_over = self._is_over(part)
        if is_over:
            slot, content = None, frozenset()
        return Claim(
            subject=part.subject,
            predicate=(using.verbs.get(verb.stem) or verb.stem) if verb else "",
            words=self.text[start:end].strip(" ,;:"),
            stance=Stance.DENIED if part.negated and self.stance is Stance.ASSERTED else self.stance,
            values=tuple(value for value in self.held if start <= value.start < end),
            slot=slot,
            content=content,
            object=self._object(part),
            verb=verb.stem if verb else "",
            heads=part.heads,
            ended=self._ended(part),
            many=part.subject.relation in using.several and part.subject.relation not in using.pets,
            of_user=any(word.lower in using.user for word in words[part.first : part.after]),
            to_user=self._is_done_to_user(part),
            is_over=is_over,
            adds=self._adds(part),
            liking=liking,
        )

    def _is_over(self, part: Clause) -> bool:
        """Whether it tells where somebody lived or worked once, and not that they have or are still."""
        verb = self.words[part.verb] if part.verb is not None else None
        if verb is None or self.using.code != "en" or not verb.lower.endswith("ed"):
            return False
        before = {word.stem for word in self.words[max(part.first, (part.verb or 0) - 2) : part.verb]}
        lasting = self.using.verbs.get(verb.stem) in {verbs.RESIDENCE, verbs.EMPLOYMENT}
        return lasting and not before & (self.using.copulas | {"have", "get"})

    def _is_done_to_user(self, part: Clause) -> bool:
        """Whether the user is acted on, and not only told something."""
        using, words = self.using, self.words[part.first : part.after]
        objects = using.user - using.nominative - using.possessives
        told = any(using.verbs.get(word.stem) == verbs.SPEAKING for word in words)
        return not told and part.subject.relation != "user" and any(word.lower in objects for word in words[1:])

    def _adds(self, part: Clause) -> bool:
        pattern = self.using.cues.get(Cue.ADDITION)
        return pattern is not None and pattern.search(self.seen.within(part.first, part.after).text) is not None

    def _slot(self, part: Clause, liking: int) -> tuple[str | None, frozenset[str]]:
        found = None if part.heads or part.subject.is_open else self._form(part) or self._called(part)
        found = found or self._at_home(part)
        if found:
            return found
        copula = self._copula_slot(part)
        if copula:
            own = self._form(part) if part.subject.is_user else None
            return own or (copula, self._stems((part.verb or 0) + 1, part.after))
        thing = self._liked(part)
        if liking and thing:
            return f"taste {thing}", frozenset({"like" if liking > 0 else "dislike"})
        return None, frozenset()

    def _at_home(self, part: Clause) -> tuple[str, frozenset[str]] | None:
        """Where the user lives, said by the way: "my flat in Lund has a balcony"; not what is sold or was."""
        is_past = part.verb is not None and self.words[part.verb].lower in _PAST
        if not part.heads or not part.subject.is_user or is_past or self._ended(part):
            return None
        found = self._form(part)
        return found if found and found[0] == HOME else None

    def _called(self, part: Clause) -> tuple[str, frozenset[str]] | None:
        """The name of somebody: "my boss is called Ferrer", "my boss is Ferrer"."""
        if part.subject.is_user or not part.subject.relation or part.verb is None:
            return None
        verb = self.words[part.verb]
        if verb.stem not in self.using.copulas and self.using.verbs.get(verb.stem) != verbs.NAMING:
            return None
        following = self.words[part.verb + 1].start if part.verb + 1 < part.after else -1
        name = next((value for value in self.held if value.start == following and value.kind in _NAMES), None)
        return (CALLED, frozenset({name.key})) if name else None

    def _liked(self, part: Clause) -> str:
        """What is liked or not: what the verb, or the form of dislike, acts on."""
        seen = self.seen.within(part.first, part.after)
        match = self.using.dislikes.search(seen.text)
        if match is None:
            return self._object(part)
        phrase = self._phrase(seen.words_of(match.start(), match.end())[1], part.after)
        return phrase[-1] if phrase else self._object(part)

    def _form(self, part: Clause) -> tuple[str, frozenset[str]] | None:
        """The first slot that a form of words fills in a clause, with the stems of what fills it."""
        seen = self.seen.within(part.first, part.after)
        for form in self.using.slots:
            match = form.pattern.search(seen.text)
            if match is None or (part.heads and not _names_head(match[0], part.heads)):
                continue
            groups = match.groupdict()
            about = groups.get("about")
            name = form.name.replace("{about}", about) if about else form.name
            value = groups.get("value") or match[0]
            return name, frozenset(_bare(each) for each in value.split() if each not in self.using.function_words)
        return None

    def _copula_slot(self, part: Clause) -> str | None:
        """The slot of "my rent is ...": what is owned, where the verb only links."""
        if not part.heads or part.verb is None:
            return None
        verb = self.words[part.verb]
        linking = self.using.verbs.get(verb.stem) in {verbs.BEING, verbs.NAMING} or verb.stem in self.using.copulas
        return " ".join([*sorted(part.heads), *self._name_of_head(part)]) if linking else None

    def _name_of_head(self, part: Clause) -> list[str]:
        """The name right behind what is owned, which tells one of several: Jasper in "my godchild Jasper"."""
        for head, following in pairwise(self.words[part.first : part.verb]):
            if head.stem in part.heads:
                return [value.key for value in self.held if value.start == following.start and value.kind in _NAMES]
        return []

    def _stems(self, first: int, after: int) -> frozenset[str]:
        return frozenset(
            word.stem
            for word in self.words[first:after]
            if word.is_word and word.lower not in self.using.function_words
        )

    def _liking(self, part: Clause) -> int:
        classes = [self.using.verbs.get(word.stem) for word in self.words[part.first : part.after]]
        seen = self.seen.within(part.first, part.after).text
        if verbs.DISLIKING in classes or self.using.dislikes.search(seen):
            return -1
        if part.verb is not None and self.using.verbs.get(self.words[part.verb].stem) == verbs.LIKING:
            return -1 if part.negated else 1
        return 0

    def _object(self, part: Clause) -> str:
        """The stem of the head of what the verb acts on."""
        phrase = self._phrase(part.verb + 1, part.after) if part.verb is not None else ()
        return phrase[-1] if phrase else ""

    def _phrase(self, first: int, after: int) -> tuple[str, ...]:
        """The stems of the first phrase of content words, its head last."""
        found: list[str] = []
        for word in self.words[first:after]:
            idle = not word.is_word or word.lower in self.using.function_words
            if word.lower in {"of", "'s"} and found:
                continue
            if idle and (found or not word.is_word):
                break
            if not idle and word.stem not in self.using.empty:
                found.append(self.using.relations.get(word.stem, word.stem))
        return tuple(found[:4])

    def _ended(self, part: Clause) -> tuple[str, ...]:
        """What a clause says has come to an end: what its verb acts on, or its subject."""
        for place in range(part.first, part.after):
            if ends_something(self.words, place, self.using):
                passive = place and self.words[place - 1].stem in self.using.copulas
                return self._acted_on(part, place, place + 1, passive=bool(passive))
            if self.words[place].lower in self.using.nones and self._is_denied(place):
                return self._phrase(place + 1, part.after)
        seen = self.seen.within(part.first, part.after)
        match = self.using.cues[Cue.ENDING].search(seen.text) if Cue.ENDING in self.using.cues else None
        if match is None:
            return ()
        first, after = seen.words_of(match.start(), match.end())
        lead = match[0].split(" ", 1)[0]
        passive = lead in self.using.copulas or lead in self.using.goings
        found = self._acted_on(part, first, after, passive=passive)
        inside = tuple(stem for stem in self._all_content(first + 1, after) if stem not in self.using.verbs)
        return self._directly(after, part.after) or inside if not passive and after - first > 2 and inside else found

    def _acted_on(self, part: Clause, first: int, after: int, *, passive: bool) -> tuple[str, ...]:
        preceding = self._all_content(self._after_break(part.first, first), first)
        preceding = preceding or self._all_content(part.first, first)
        following = self._directly(after, part.after)
        first_choice, second = (preceding, following) if passive else (following, preceding)
        return first_choice or second or self._phrase(after, part.after)

    def _directly(self, first: int, after: int) -> tuple[str, ...]:
        """The phrase that follows at once, not after a preposition."""
        is_far = first < after and self._leads_away(self.words[first].lower)
        return () if is_far else self._phrase(first, after)

    def _leads_away(self, word: str) -> bool:
        """Whether a word begins something else than what a verb acts on."""
        return word in self.using.place_words | _AFTER_AN_END | self.using.conjunctions

    def _after_break(self, first: int, after: int) -> int:
        breaks = [
            place
            for place in range(first, after)
            if not self.words[place].is_word or self.words[place].lower in self.using.conjunctions
        ]
        return breaks[-1] + 1 if breaks else first

    def _all_content(self, first: int, after: int) -> tuple[str, ...]:
        using = self.using
        return tuple(
            using.relations.get(word.stem, word.stem)
            for word in self.words[first:after]
            if word.is_word
            and word.lower not in using.function_words
            and word.stem not in using.empty
            and word.lower != "'s"
            and not any(value.start <= word.start < value.end for value in self.held if value.kind in _COUNTED)
        )

    def _is_denied(self, place: int) -> bool:
        """Whether "no" denies what follows; "no idea" and the like say nothing about it."""
        following = self.words[place + 1].lower if place + 1 < len(self.words) else ""
        return following not in self.using.idle_nouns and following not in self.using.function_words


def _names_head(matched: str, heads: Sequence[str]) -> bool:
    return any(head in matched.split() for head in heads)


def _bare(part: str) -> str:
    return part.lstrip('^#@%"').removesuffix(TRADE_SIGN)


def names_told(words: Sequence[Token], using: Grammar, *, named: frozenset[int]) -> Mapping[str, str]:
    """Names with the relation that the sentence gives them: "my dog Juno", "a dog called Juno", "Juno is my dog"."""
    found: dict[str, str] = {}
    for place, word in enumerate(words):
        relation = using.relations.get(word.stem)
        if relation is None:
            continue
        name = _name_after(words, place, using, named) or _name_before(words, place, using, named)
        if name:
            found[name] = relation
    return found


def _name_after(words: Sequence[Token], place: int, using: Grammar, named: frozenset[int]) -> str:
    """Past commas, linking and naming verbs and the word name, at most five words on."""
    for at in range(place + 1, min(len(words), place + 6)):
        word = words[at]
        if at in named:
            return word.lower
        naming = word.stem in using.copulas or using.verbs.get(word.stem) == verbs.NAMING or word.stem in using.empty
        if not naming and word.lower not in {"'s", "name", ",", "nombre", "nom", "guy"}:
            return ""
    return ""


def _name_before(words: Sequence[Token], place: int, using: Grammar, named: frozenset[int]) -> str:
    """Before "is my dog" or ", my dog"."""
    at = place - 1
    if at < 0 or (words[at].lower not in using.possessives and words[at].stem not in using.empty):
        return ""
    while at >= 0 and _may_stand_between(words[at], using):
        at -= 1
    return words[at].lower if at >= 0 and at in named else ""


def _may_stand_between(word: Token, using: Grammar) -> bool:
    linking = word.lower in using.possessives or word.stem in using.empty or word.stem in using.copulas
    return linking or word.lower in {",", "that", "das"}
