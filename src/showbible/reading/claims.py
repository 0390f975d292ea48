"""What the clauses of a sentence claim: predicate, values and the slot they fill."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from showbible.reading.clauses import USER, Clause
from showbible.reading.forms import Line
from showbible.reading.grammar import TRADE_SIGN, Grammar
from showbible.reading.languages import language as verbs
from showbible.reading.model import Claim, Cue, Stance, Value, ValueKind
from showbible.reading.negation import ends_something, told_ending
from showbible.reading.tokens import APOSTROPHES, Token
from showbible.reading.topics import ONE_OF_A_SORT
from showbible.reading.wish import Wish

CALLED: Final = "called"
"""The slot of a name that somebody goes by."""
HOME: Final = "home"
_OWN_NAME: Final = "name"
_DATING: Final = frozenset({"since", "when", "until", "till", "before", "while"})
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
    wish: Wish

    def claims(self, parts: Sequence[Clause]) -> tuple[Claim, ...]:
        """One claim for each clause."""
        return tuple(self._claim(part) for part in parts if part.after > part.first)

    def _claim(self, part: Clause) -> Claim:
        using, words = self.using, self.words
        start, end = words[part.first].start, words[part.after - 1].end
        verb = words[part.verb] if part.verb is not None else None
        liking = self._liking(part)
        slot, content = self._slot(part, liking)
        is_over, is_wanted = self._is_over(part) or self._was_then(part), self.wish.is_all_of(part)
        if is_over or is_wanted:
            slot, content = None, frozenset()
        return Claim(
            subject=USER if self._names_the_speaker(part, slot) else part.subject,
            predicate=(using.verbs.get(verb.stem) or verb.stem) if verb else "",
            words=self.text[start:end].strip(" ,;:"),
            stance=self._stance(part, is_wanted=is_wanted),
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
            wanted=is_wanted,
            liking=liking,
        )

    def _stance(self, part: Clause, *, is_wanted: bool) -> Stance:
        """How the speaker stands to a clause; who does not want to live somewhere may well live there."""
        return Stance.DENIED if part.negated and not is_wanted and self.stance is Stance.ASSERTED else self.stance

    def _is_over(self, part: Clause) -> bool:
        """Whether it tells where somebody lived or worked once, and not that they have or are still."""
        verb = self.words[part.verb] if part.verb is not None else None
        if verb is None or self.using.code != "en" or not verb.lower.endswith("ed"):
            return False
        before = {word.stem for word in self.words[max(part.first, (part.verb or 0) - 2) : part.verb]}
        lasting = self.using.verbs.get(verb.stem) in {verbs.RESIDENCE, verbs.EMPLOYMENT}
        return lasting and not before & (self.using.copulas | {"have", "get"})

    def _was_then(self, part: Clause) -> bool:
        """Whether it only dates something else: "since I was twenty"."""
        if part.verb is None or self.words[part.verb].lower not in {"was", "were"}:
            return False
        opening = {word.lower for word in self.words[max(0, part.first - 1) : part.first + 2]}
        return not opening.isdisjoint(_DATING)

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
        found = None if part.heads else self._form(part) or self._called(part)
        if found and part.subject.is_open and not self._names_the_speaker(part, found[0]):
            found = None
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

    def _names_the_speaker(self, part: Clause, slot: str | None) -> bool:
        """Whether somebody calls the speaker something: "everybody calls me Pip"."""
        objects = self.using.user - self.using.nominative - self.using.possessives
        return slot == _OWN_NAME and any(word.lower in objects for word in self.words[part.first : part.after])

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
        if any(word.lower in ONE_OF_A_SORT for word in self.words[part.first + 1 : part.verb]):
            return None  # what it has is called so: "she has a cat that is called ..."
        place = part.verb + 1
        while self.using.language.adverbs and place < part.after and self.words[place].lower in self.using.adverbs:
            place += 1
        following = self.words[place].start if place < part.after else -1
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
        """The first slot that a form of words fills in a clause, with the stems of what fills it.

        What is only wanted fills none.
        """
        seen = self.seen.within(part.first, self.wish.begin(part) or part.after)
        if self._tells_of_another(part):
            return None
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

    def _tells_of_another(self, part: Clause) -> bool:
        """Whether the user only says what somebody else is: "I told him Ada is a vet"."""
        verb = self.words[part.verb] if part.verb is not None else None
        if verb is None or not part.subject.is_user or self.using.verbs.get(verb.stem) != verbs.SPEAKING:
            return False
        told = self.words[(part.verb or 0) + 1 : part.after]
        says = any(word.stem in self.using.copulas for word in told)
        return says and not any(word.lower in self.using.user for word in told)

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
            if not idle and word.stem not in self.using.empty and not (found and self._tells_how(word)):
                found.append(self.using.relations.get(word.stem, word.stem))
        return tuple(found[:4])

    def _tells_how(self, word: Token) -> bool:
        """Whether a word behind a noun is no noun, but tells how: "the peanut thing entirely"."""
        return word.lower in self.using.adverbs or (self.using.code == "en" and word.lower.endswith("ly"))

    def _ended(self, part: Clause) -> tuple[str, ...]:
        """What a clause says has come to an end: what its verb acts on, or its subject."""
        for place in range(part.first, part.after):
            if ends_something(self.words, place, self.using):
                passive = place and self.words[place - 1].stem in self.using.copulas
                return self._fronted(part) or self._acted_on(part, place, place + 1, passive=bool(passive))
            if self.words[place].lower in self.using.nones and self._is_denied(place):
                return self._phrase(place + 1, part.after)
        seen = self.seen.within(part.first, part.after)
        match = told_ending(seen, self.words, self.using)
        if match is None:
            return self._ended_as_spelled(part)
        first, after = seen.words_of(match.start(), match.end())
        if fronted := self._fronted(part):
            return fronted
        lead = match[0].split(" ", 1)[0]
        passive = lead in self.using.copulas or lead in self.using.goings
        found = self._acted_on(part, first, after, passive=passive)
        if not passive and self._is_whom(part, found, denied=lead in self.using.negators):
            found = ()
        inside = tuple(stem for stem in self._all_content(first + 1, after) if stem not in self.using.verbs)
        return self._directly(after, part.after) or inside if not passive and after - first > 2 and inside else found

    def _fronted(self, part: Clause) -> tuple[str, ...]:
        """What stands before a verb and its pronoun, as in German: "den Garten haben wir abgegeben"."""
        if not self.using.language.verb_second:
            return ()
        pronouns = [
            place
            for place in range(part.first + 1, part.after)
            if self.words[place].lower in self.using.nominative and self.words[place - 1].is_word
        ]
        return self._all_content(part.first, pronouns[0] - 1) if pronouns else ()

    def _ended_as_spelled(self, part: Clause) -> tuple[str, ...]:
        """The same, where only the form of a word tells it: "murió"."""
        pattern = self.using.spelled.get(Cue.ENDING)
        start, end = self.words[part.first].start, self.words[part.after - 1].end
        match = pattern.search(self.text.translate(APOSTROPHES), start, end) if pattern else None
        if match is None:
            return ()
        inside = [
            place for place in range(part.first, part.after) if match.start() <= self.words[place].start < match.end()
        ]
        return self._acted_on(part, inside[0], inside[-1] + 1, passive=False) if inside else ()

    def _has_speaker(self, part: Clause) -> bool:
        return any(word.lower in self.using.nominative for word in self.words[part.first : part.after])

    def _is_whom(self, part: Clause, found: Sequence[str], *, denied: bool) -> bool:
        """Whether what was found is only who the clause is about: what they do no more has ended, and not they."""
        if not part.subject.is_user and self._has_speaker(part):
            return False  # the speaker did it to them: "our horse we had to put down"
        whom = {part.subject.relation, self.using.stem(part.subject.name), *(part.heads if denied else ())}
        return bool(found) and whom.issuperset(found)

    def _acted_on(self, part: Clause, first: int, after: int, *, passive: bool) -> tuple[str, ...]:
        preceding = self._all_content(self._after_break(part.first, first), first)
        preceding = preceding or self._all_content(part.first, first)
        following = self._directly(after, part.after)
        if self.using.code != "en" and preceding and self._is_of_verb(part, following):
            following = ()
        first_choice, second = (preceding, following) if passive else (following, preceding)
        return first_choice or second or self._phrase(after, part.after)

    def _is_of_verb(self, part: Clause, found: Sequence[str]) -> bool:
        """Whether what follows an end is only the verb of what was named before: "el huerto ya no lo tenemos"."""
        return part.verb is not None and set(found) == {self.words[part.verb].stem}

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
