"""Whom a sentence speaks of, what they do, and whose a word is; what could be two people's is nobody's."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from showbible.assets.recall.facts import table
from showbible.assets.recall.facts.scopes import limit
from showbible.assets.recall.facts.story_word import DETERMINERS
from showbible.assets.recall.facts.table import listed
from showbible.assets.recall.facts.words import StorySentence

STRANGER: Final = ""
"""Stands for whoever is spoken of but has no name of ours."""
_PRONOUNS: Final = frozenset({"he", "she", "they"})
_SKIPPED: Final = listed("still then now also just both all again soon never always slowly")
_AUXILIARIES: Final = listed("is are was were has have had be been being gets got did does do")
_ACTIVE: Final = frozenset({"has", "have", "had", "did", "does", "do"})
_SUFFERED: Final = frozenset({"is", "are", "was", "were", "gets", "got"})
_HEADS: Final = listed(
    """
    of on for with to at by from behind beside near past about around without like onto into than but
    """
)
_SHOTS: Final = listed(
    """
    shot close-up closeup close up view wide insert macro angle profile tight medium pan cut pov detail shots on
    of over
    """
)


@dataclass(frozen=True, slots=True)
class StoryMention:
    """Where a sentence speaks of someone or something, and of what kind that is."""

    start: int
    end: int
    name: str
    kind: str

    @property
    def is_person(self) -> bool:
        """Whether it can wear, hold and do."""
        return self.kind == "character"


@dataclass(frozen=True, slots=True)
class Deed:
    """A verb with whoever it is told of."""

    who: StoryMention
    verb: int
    stem: str
    passive: bool = False


@dataclass(slots=True)
class StoryContext:
    """What carries over from one sentence of a text to the next."""

    kinds: Mapping[str, str]
    last: str | None = None
    thing: str | None = None
    met: set[str] = field(default_factory=set)
    places: frozenset[str] = frozenset()
    location: str | None = None


class SentenceParse:
    """One sentence with its mentions and deeds."""

    def __init__(self, sentence: StorySentence, scene: StoryContext) -> None:
        self.text = sentence.text
        self.words = sentence.words
        self.scene = scene
        self.last_before = scene.last
        self.met_before = frozenset(scene.met)
        self.location_before = scene.location
        self.lowers = [each.lower for each in self.words]
        self.mentions = sorted(self._mentions(), key=lambda each: each.start)
        self.deeds = sorted(self._all_deeds(), key=lambda each: each.verb)
        self.limit = limit(self.words, self.text)
        self._remember()

    def _remember(self) -> None:
        people = [each.name for each in self.mentions if each.is_person]
        self.scene.met |= set(people)
        named = list(dict.fromkeys(each for each in people if each != STRANGER))
        if people:
            self.scene.last = named[0] if len(set(people)) == 1 and named else STRANGER
        locations = [each.name for each in self.mentions if each.kind == "location" and each.name]
        self.scene.location = locations[0] if locations else self.scene.location
        things = [each.name for each in self.mentions if not each.is_person]
        if things:
            self.scene.thing = things[0] if len(set(things)) == 1 else None

    def _mentions(self) -> Iterator[StoryMention]:
        for place, word in enumerate(self.words):
            if word.name is not None and word.begins:
                end = place + 1
                while end < len(self.words) and self.words[end].name == word.name and not self.words[end].begins:
                    end += 1
                yield StoryMention(place, end, word.name, self.scene.kinds.get(word.name, "character"))
            elif word.name is None and word.lower in _PRONOUNS and self.scene.last is not None:
                yield StoryMention(place, place + 1, self._before(place) or self.scene.last, "character")
            elif word.lower == "it" and (thing := self._thing_before(place)) is not None:
                yield StoryMention(place, place + 1, thing, self.scene.kinds.get(thing, "prop"))
            elif self._is_stranger(place):
                yield StoryMention(place, place + 1, STRANGER, "character")

    def _before(self, place: int) -> str | None:
        names = {
            each.name
            for each in self.words[:place]
            if each.name is not None and self.scene.kinds.get(each.name, "character") == "character"
        }
        return names.pop() if len(names) == 1 else (STRANGER if names else None)

    def _thing_before(self, place: int) -> str | None:
        """What "it" means: the thing that the sentence named first, else that of the sentence before."""
        names = [each.name for each in self.words[:place] if each.name]
        things = [each for each in names if self.scene.kinds.get(each, "character") == "prop"]
        return things[0] if things else self.scene.thing

    def _is_stranger(self, place: int) -> bool:
        word = self.words[place]
        if word.name is not None or "people.person" not in table.classes(word.lower):
            return False
        following = self.words[place + 1] if place + 1 < len(self.words) else None
        if following is not None and following.name is not None:
            return False
        return not self.is_apposed(place)

    def is_apposed(self, place: int) -> bool:
        """Whether "a woman" is the one just named: "Mara, an old woman", "Mara is a young woman"."""
        article = next((each for each in range(place - 1, max(0, place - 4), -1) if self.lowers[each] == "the"), 0)
        if article and self.words[article - 1].name is not None:
            return True
        back = place - 1
        while back > 0 and place - back < 6 and not self._parts_noun(back):
            back -= 1
        if back <= 0 or self.lowers[back] not in (",", "is", "was", "as"):
            return False
        return self.words[back - 1].name is not None and "'s" not in self.lowers[back:place]

    def _parts_noun(self, place: int) -> bool:
        """Whether a word ends the way back from a noun to whom it is said of."""
        word = self.words[place]
        return word.name is not None or word.is_mark or word.lower in ("is", "was", "as", "and", "with")

    def _all_deeds(self) -> list[Deed]:
        """Every verb with its subject; what follows "and" is done by whoever did what was told before it."""
        found = sorted(self._deeds(), key=lambda each: each.verb)
        for place in range(1, len(self.words)):
            passive = self.lowers[place - 1] in _SUFFERED
            joint = self.lowers[place - 2] if passive and place > 1 else self.lowers[place - 1]
            told = any(each.verb == place for each in found)
            if told or joint not in ("and", "then") or not self._is_plain_verb(place, passive=passive):
                continue
            before = [each for each in found if each.verb < place and each.who.is_person]
            found += [Deed(before[-1].who, place, self.words[place].stem, passive)] if before else []
        return found

    def _is_plain_verb(self, place: int, *, passive: bool) -> bool:
        """Whether a word is a verb that says who does or suffers it, and can be nothing else."""
        word = self.words[place]
        finite = word.lower.endswith(("s", "ed")) and not word.lower.endswith("ss")
        known = bool(table.verb(word.stem)) and word.name is None
        return known and (passive or (finite and not table.qualities(word.lower) and not table.classes(word.lower)))

    def _deeds(self) -> Iterator[Deed]:
        for number, mention in enumerate(self.mentions):
            if self.is_possessive(mention) or not self.may_act(mention):
                continue
            until = next((each.start for each in self.mentions[number + 1 :] if self.may_act(each)), len(self.words))
            start = self.past_complement(mention)
            until = len(self.words) if start > mention.end else until
            place = self._past_apposition(start, until)
            yield from self._verbs(mention, place, until)
            joined = self.mentions[number + 1] if number + 1 < len(self.mentions) else None
            if joined is not None and self.lowers[mention.end : joined.start] == ["and"]:
                yield from (
                    Deed(mention, each.verb, each.stem, each.passive)
                    for each in self._verbs(joined, joined.end, len(self.words))
                )

    def is_possessive(self, mention: StoryMention) -> bool:
        """Whether something of theirs is spoken of: "Mara's"."""
        return mention.end < len(self.words) and self.lowers[mention.end] == "'s"

    def may_act(self, mention: StoryMention) -> bool:
        """Whether a mention may be a subject: none behind "of" or "with", but for the subject of a shot."""
        if mention.start == 0 or self.lowers[mention.start - 1] == "and":
            return True
        before = self.lowers[: mention.start]
        while before and before[-1] in DETERMINERS:
            before.pop()
        if not before or before[-1] not in _HEADS:
            return True
        return all(each in _SHOTS or self.words[place].is_mark for place, each in enumerate(before))

    def past_complement(self, mention: StoryMention) -> int:
        """Where a sentence goes on behind "of the swan" or "at the diner" that belongs to a thing."""
        place = mention.end
        if (
            mention.is_person
            or place >= len(self.words)
            or self.lowers[place] not in ("of", "at", "in", "on", "beside")
        ):
            return place
        ahead = range(place + 2, min(len(self.words), place + 8))
        return next((each for each in ahead if self.lowers[each] in _AUXILIARIES or self._is_finite(each)), place)

    def _is_finite(self, place: int) -> bool:
        return self.lowers[place].endswith("s") and self._is_verb(place)

    def is_complement(self, mention: StoryMention) -> bool:
        """Whether a thing only belongs to another that the sentence is about: the door in "the handle of the door"."""
        leading = self.lowers[max(0, mention.start - 2) : mention.start]
        return (
            leading[:1] in (["of"], ["at"], ["in"], ["on"], ["beside"])
            and leading[1:] in (["the"], ["a"])
            and any(
                not each.is_person and each.end < mention.start < self.past_complement(each) for each in self.mentions
            )
        )

    def _past_apposition(self, place: int, until: int) -> int:
        if place < until and self.lowers[place] == "the":
            verb = next((each for each in range(place + 2, min(until, place + 5)) if self._is_verb(each)), None)
            if verb is not None and self.words[place - 1].name is not None:
                return verb
        if place < until and self.lowers[place] == ",":
            closing = next((each for each in range(place + 1, min(until, place + 9)) if self.lowers[each] == ","), None)
            if closing is not None and not self._is_verb(place + 1):
                return closing + 1
        if place < until and self.lowers[place] == "(" and ")" in self.lowers[place:until]:
            return self.lowers.index(")", place) + 1
        return place

    def _verbs(self, mention: StoryMention, place: int, until: int) -> Iterator[Deed]:
        first = self._verb_at(mention, place, until)
        if first is None:
            yield from self._joined_verbs(mention, place, until, finite=False)
            return
        yield first
        yield from self._joined_verbs(mention, first.verb + 1, until, finite=True)

    def _joined_verbs(self, mention: StoryMention, place: int, until: int, *, finite: bool) -> Iterator[Deed]:
        for each in range(max(place, 1), until):
            word, before = self.words[each], self.lowers[each - 1]
            inflected = word.lower.endswith(("s", "ed")) if finite else word.lower.endswith("ing")
            linked = before in ("and", ",", "then", "but", ";") and inflected and self._is_verb(each)
            goes_on = word.lower.endswith("ing") and bool(table.verb(word.stem)) and before not in DETERMINERS
            if word.name is None and (linked or goes_on):
                yield Deed(mention, each, word.stem)

    def _verb_at(self, mention: StoryMention, place: int, until: int) -> Deed | None:
        helped = ""
        while place < until:
            lower = self.lowers[place]
            if lower in _AUXILIARIES:
                helped = lower
            elif not (lower in _SKIPPED or lower == "not" or (lower.endswith("ly") and len(lower) > 4)):
                break
            place += 1
        if place >= until or not self._is_verb(place):
            return None
        word = self.words[place]
        if helped and not word.lower.endswith("ing"):
            passive = helped not in _ACTIVE
            return Deed(mention, place, word.stem, passive)
        return Deed(mention, place, word.stem)

    def _is_verb(self, place: int) -> bool:
        if place >= len(self.words):
            return False
        word = self.words[place]
        if word.is_empty or word.name is not None:
            return False
        if table.verb(word.stem) and not word.lower.endswith("er"):
            return place == 0 or self.lowers[place - 1] not in DETERMINERS
        inflected = word.lower.endswith(("s", "ed", "ing")) and not word.lower.endswith("ss")
        return inflected and not table.qualities(word.lower) and not table.classes(word.lower)

    @property
    def in_mirror(self) -> bool:
        """Whether left and right may be seen the other way round."""
        return any("scopes.mirror" in table.classes(each) for each in self.lowers)

    @property
    def is_later(self) -> bool:
        """Whether the sentence says that time has passed."""
        return any("scopes.later" in table.classes(each) for each in self.lowers)

    def is_denied(self, place: int) -> bool:
        """Whether a word stands under a "no" or "not"."""
        return any(
            "scopes.negation" in table.classes(each)
            for each in self.lowers[max(0, place - 4) : place]
            if each not in (",",)
        )

    def is_at(self, words: Sequence[str]) -> bool:
        """Whether words tell where something is: "at the village halt"."""
        first = min(self.lowers.index(word) for word in words)
        return bool({"in", "at", "on", "inside", "aboard", "among"} & set(self.lowers[max(0, first - 3) : first]))

    def is_particle(self, place: int) -> bool:
        """Whether "on", "off" or "out" stands before what it leads to, and is no quality of what it follows."""
        if self.lowers[place] not in ("on", "off", "out"):
            return False
        after = self.words[place + 1] if place + 1 < len(self.words) else None
        return after is not None and not after.is_mark and after.lower != "and"

    def particles(self, place: int, reach: int = 6) -> set[str]:
        """The small words that may belong to a verb: behind it, or behind its object."""
        found = {""}
        for each in range(place + 1, min(len(self.words), place + 1 + reach)):
            if self.lowers[each] in (".", ";", "and", ",", ":"):
                break
            if self.lowers[each] == "in" and each + 1 < len(self.words) and self.lowers[each + 1] in DETERMINERS:
                continue
            found.add(self.lowers[each])
            found.add(self.words[each].stem)
        return found

    def does(self, place: int) -> frozenset[str]:
        """The effects of the verb at a place, with the particles it has there."""
        ways = table.verb(self.words[place].stem)
        if not ways:
            return frozenset()
        near = self.particles(place)
        special = [
            effects
            for particle, effects in ways.items()
            if particle and (particle in near or self._phrase_after(place, particle))
        ]
        plain = ways.get("", frozenset())
        if special:
            kept = {effect for effect in plain if effect.startswith(("move.", "hold.have"))}
            return frozenset().union(*special) | kept
        return plain

    def _phrase_after(self, place: int, particle: str) -> bool:
        parts = particle.split("_")
        return len(parts) > 1 and all(each in self.lowers[place + 1 : place + 8] for each in parts)


def parsed(
    sentences: list[StorySentence], kinds: Mapping[str, str], before: frozenset[str] = frozenset()
) -> list[SentenceParse]:
    """Sentences in their order, each with what the ones before it left open.

    `before` are the people of the texts before this one; a pronoun at its start means them only where it is one alone.
    """
    alone = next(iter(before)) if len(before) == 1 else None
    scene = StoryContext(kinds, last=alone, met=set(before))
    return [SentenceParse(each, scene) for each in sentences]
