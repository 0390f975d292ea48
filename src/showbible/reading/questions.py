"""What a question asks, and which of the sentences that may answer it are to be told."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from types import MappingProxyType
from typing import Final

from showbible.reading import enough, glosses, kinds, spaceless, things, tokens
from showbible.reading.clauses import Parser, People
from showbible.reading.forms import line
from showbible.reading.grammar import TRADE_SIGN, Form, Grammar, grammar
from showbible.reading.languages import language as verbs
from showbible.reading.later import CROWDED, Alike, later_word
from showbible.reading.model import Cue, QuestionReading, Scored, Stance, Subject, Thing, ValueKind
from showbible.reading.pointing import points_back
from showbible.reading.relevance import KINDRED, NEARNESS, answers
from showbible.reading.rivals import outcome
from showbible.reading.together import ANSWERS, HARDLY, MAYBE, MUCH, SecondLook
from showbible.reading.tokens import Token
from showbible.reading.topics import matter, topic
from showbible.reading.values import values

_NOT_READ: Final[Mapping[str, float]] = MappingProxyType({})
_NONE: Final[Mapping[str, str]] = MappingProxyType({})
_NONE_OF_A_KIND: Final[Mapping[str, frozenset[str]]] = MappingProxyType({})
_SILENT: Final = 0.2
"""Below it the best sentence does not answer."""
_LEAST: Final = 0.3
"""The score below which a sentence hardly answers, where it was read with the question."""
_SILENT_BY_WORDS: Final = 0.15
"""The same where only words count, for the vectors do not know the language."""
_ONLY_ASKS: Final = 0.25
"""What is left of a sentence that the user once asked, and in which nothing is told."""
_ONLY_WANTED: Final = 0.6
"""The same of one that tells what somebody wants or thinks of, where it is asked what is so."""
_ONLY_POINTS: Final = 0.5
"""The same of one that points back at a value, where the one before it has the value: "That's when we rehearse"."""
_NO_WORD: Final = 0.6
"""The same of one that has neither a word of the question nor a value of the kind that it asks for."""
_WORKING: Final = ("work", "job", "earn", "living", "money", "profession", "occupation", "trade")
"""Words of English that ask for a job: a fountain works, too."""
_NAMES: Final = frozenset({ValueKind.NAME, ValueKind.PERSON, ValueKind.PLACE})
_WHO: Final = frozenset({"who", "whom"})
"""After these, further on in a question, comes what somebody does: "the tutor who teaches my sons" is one."""
_ASKED: Final = Stance.ASKED
_OPEN: Final = frozenset({Stance.ASKED, Stance.SUPPOSED})
_STATUS: Final = "status"
_NOW: Final = re.compile(r"\b(?:am i|are we)\b", re.IGNORECASE)
_PARTNER: Final = Subject(relation="partner")
"""Of whom somebody asks who wants to know whom they are going out with."""


def read_question(text: str, aliases: Mapping[str, str] = _NONE) -> QuestionReading:
    """What a question asks for, of whom, and about what."""
    code = tokens.language(text)
    using = grammar(code)
    if using is None:
        return QuestionReading(text=text, language=code, matter=text[:400])
    known = {name.lower(): relation for name, relation in aliases.items()}
    if not using.language.spaced:
        return spaceless.question(text, using, aliases=known)
    words = tokens.words(text, using)
    held, signs = values(text, words, using, aliases=known)
    named = frozenset(place for sign in signs if sign.text.startswith("^") for place in range(sign.first, sign.after))
    seen = line(words, signs, using).text.rstrip(" .?")
    form, noun = _asked(seen, using)
    subject = _subject(Parser(words=words, using=using, people=People(), aliases=known, named=named))
    if form is not None and form.name == _STATUS and ValueKind.PERSON in form.kinds and _NOW.search(text):
        subject = _PARTNER
    return QuestionReading(
        text=text,
        language=code,
        asked=form.kinds if form else frozenset(),
        nouns=_nouns(noun, words, using),
        subject=subject,
        people=_people(words, using) | ({subject.relation} if subject is _PARTNER else set()),
        several=not _is_of_one(form, using) and _asks_for_several(seen, words, using),
        about_past=using.back_then.search(seen) is not None,
        of_wish=using.wanting.search(seen) is not None,
        of_one_event=any(word.lower in using.one_event for word in words),
        yes_or_no=form is None and bool(words) and words[0].lower in using.auxiliaries,
        topic=_topic(form, words, topic(words, held, using, aliases=known), using)
        | ({subject.relation} if subject is _PARTNER else set()),
        matter=matter(words, held, using, aliases=known),
        slot=(form.name or None) if form else None,
        keys=frozenset(value.key for value in held if value.kind not in _NAMES and value.kind is not ValueKind.SPOT),
        names=frozenset(value.key for value in held if value.kind in _NAMES),
        things=_things(words, form, using),
        kinds=_kinds(words, using) if form is None or form.name != "job" else _NONE_OF_A_KIND,
    )


def _nouns(phrase: str, words: Sequence[Token], using: Grammar) -> frozenset[str]:
    """Stems of what is counted or chosen from; a unit of time as values have it."""
    stems = [part.lstrip("^").removesuffix(TRADE_SIGN) for part in phrase.split() if part not in using.function_words]
    if using.code != kinds.LANGUAGE:
        stems = [stem for stem in stems if stem not in using.verbs and stem not in using.copulas]
    if using.language.capital_nouns:
        nouns = {word.stem for word in words if word.is_capital}
        stems = [stem for stem in stems if stem in nouns]
    return frozenset(using.durations.get(stem, stem) for stem in stems)


def _things(words: Sequence[Token], form: Form | None, using: Grammar) -> tuple[Thing, ...]:
    """What a question takes for granted; who asks how somebody earns their money takes no money for granted."""
    if form is not None and form.name == "job":
        return ()
    return things.of_question(words, using, by_name=form is not None and ValueKind.PERSON in form.kinds)


def _kinds(words: Sequence[Token], using: Grammar) -> Mapping[str, frozenset[str]]:
    """What is of the kinds that a question names; but for relations, only English has words for them."""
    if using.code != kinds.LANGUAGE:
        people = {using.relations[word.stem] for word in words if word.stem in using.relations}
        related = {relation: kinds.RELATIONS[relation] for relation in people & kinds.RELATIONS.keys()}
        return _glossed(words, using) | related
    named = {_canonical(word.stem, using): kinds.members(word.lower) for word in words if word.is_word}
    return {
        stem: frozenset(_canonical(using.stem(each), using) for each in members)
        for stem, members in named.items()
        if members
    }


def _glossed(words: Sequence[Token], using: Grammar) -> dict[str, frozenset[str]]:
    """The same by way of English, for the words of a question that are known there."""
    known = {_canonical(word.stem, using): glosses.alike(word.stem, using.code) for word in words if word.is_word}
    return {
        stem: frozenset(_canonical(each, using) for each in members) - {stem}
        for stem, members in known.items()
        if members
    }


def _canonical(stem: str, using: Grammar) -> str:
    """A relation for each of the words for it; any other stem as it is."""
    return using.relations.get(stem, stem)


def _topic(form: Form | None, words: Sequence[Token], found: frozenset[str], using: Grammar) -> frozenset[str]:
    """What a question speaks of; where it asks for a name or a job, what names these is no topic."""
    if form is not None and form.name in KINDRED and using.code == kinds.LANGUAGE:
        return found - frozenset(map(using.stem, _WORKING))
    if form is None or ValueKind.PERSON not in form.kinds:
        return found
    naming = {word.stem for word in words if using.verbs.get(word.stem) == verbs.NAMING}
    return found - naming if form.name or found - naming else found


def _asked(seen: str, using: Grammar) -> tuple[Form | None, str]:
    for form in using.asked:
        if match := form.pattern.search(seen):
            return form, match.groupdict().get("noun") or ""
    return None, ""


def _subject(parser: Parser) -> Subject:
    """Whom a question is about: the first of the user, a relation or a known name."""
    for place, word in enumerate(parser.words):
        if place > 1 and word.lower in _WHO:
            break
        if word.lower in parser.using.possessives:
            return parser.possession(place, len(parser.words))[0]
        if word.lower in parser.using.user:
            return Subject(relation="user")
        if word.lower in parser.aliases:
            return Subject(relation=parser.aliases[word.lower], name=word.lower)
    if _speaks_of_user(parser):
        return Subject(relation="user")
    named = sorted(parser.named)
    return Subject(name=parser.words[named[0]].lower) if named else Subject()


def _speaks_of_user(parser: Parser) -> bool:
    """Whether a verb of a question is in the first person; where no pronoun is needed, its last word may be one."""
    words, endings = parser.words, parser.using.first_person_endings
    if any(parser.is_first_person(place) for place in range(len(words))):
        return True
    last = [word for word in words if word.is_word][-2:]
    if not endings or len(last) < 2 or last[1].lower in parser.using.function_words:
        return False
    return last[1].lower.endswith(endings) and last[0].lower not in parser.using.determiners


def _people(words: Sequence[Token], using: Grammar) -> frozenset[str]:
    """Whom a question calls somebody's: my sister, not just any, nor what is called after one: "in my student days"."""
    return frozenset(
        using.relations[word.stem]
        for place, (whose, word) in enumerate(pairwise(words))
        if whose.lower in using.possessives and word.stem in using.relations and not _is_part(words, place, using)
    )


def _is_part(words: Sequence[Token], place: int, using: Grammar) -> bool:
    """Whether the word after an English possessive is only the first part of what follows a preposition."""
    before, after = words[place - 1 : place], words[place + 2 : place + 3]
    if using.code != kinds.LANGUAGE or not before or not after or not after[0].is_word:
        return False
    is_preposition = before[0].lower in using.determiners
    return is_preposition and not after[0].is_capital and after[0].lower not in using.function_words


def _is_of_one(form: Form | None, using: Grammar) -> bool:
    """Whether a plural asks for one answer: for a number of things, and elsewhere for the days of a week."""
    if form is None or ValueKind.NAME in form.kinds:
        return False
    return ValueKind.NUMBER in form.kinds or (using.code != kinds.LANGUAGE and ValueKind.DAY in form.kinds)


def _asks_for_several(seen: str, words: Sequence[Token], using: Grammar) -> bool:
    """A plural after which or what, or a plural of people: "which languages", "my friends"."""
    if using.whole_list.search(seen) or using.of_many.search(" ".join(word.lower for word in words)):
        return True
    for place, word in enumerate(words[:-1]):
        if place > 1 and word.lower in _WHO:
            return False
        if (word.lower not in using.which and word.lower not in using.possessives) or word.lower in using.of_one:
            continue
        for at in range(place + 1, min(len(words), place + 4)):
            following = words[at]
            if following.lower in using.function_words or not following.is_word:
                break
            if using.is_plural(following.lower) and not _acts(words, place, at, using):
                relation = using.relations.get(following.stem)
                return word.lower in using.which or (relation is not None and relation not in using.couples)
    return False


def _acts(words: Sequence[Token], place: int, at: int, using: Grammar) -> bool:
    """Whether what ends as a plural is the verb of a noun before it: "which doctor treats my knee"."""
    following = words[at + 1].lower if at + 1 < len(words) else ""
    is_verb = words[at].stem in using.verbs or words[at].stem in using.goings
    is_done_to = following in using.determiners or following in using.user
    return at > place + 1 and (is_done_to or (is_verb and following not in using.auxiliaries))


def able(question: QuestionReading, ranked: Iterable[Scored]) -> list[Scored]:
    """Those of the sentences that have enough to do with a question."""
    return [each for each in ranked if _is_able(question, each)]


def is_answered(question: QuestionReading, ranked: Iterable[Scored]) -> bool:
    """Whether any of the sentences answers, and holds what is asked for."""
    return enough.is_held(question, [each.reading for each in able(question, ranked)])


def _is_able(question: QuestionReading, each: Scored) -> bool:
    """Whether a sentence has enough to do with a question; what is near in meaning tells that only in English."""
    if question.language == kinds.LANGUAGE:
        return each.score >= _SILENT
    if each.reading.stance in _OPEN and not answers(question, each.reading):
        return False
    return each.score - NEARNESS * max(0.0, each.near or 0.0) >= _SILENT_BY_WORDS


def _weighed(question: QuestionReading, each: Scored) -> Scored:
    """A sentence that only asks is worth less than what is told, unless it takes an answer for granted."""
    reading = each.reading
    if reading.stance is _ASKED and not answers(question, reading):
        return each._replace(score=_ONLY_ASKS * each.score)
    if not question.of_wish and reading.is_wanted:
        return each._replace(score=_ONLY_WANTED * each.score)
    if question.asked and points_back(reading) and not answers(question, reading):
        return each._replace(score=_ONLY_POINTS * each.score)
    if question.asked and question.topic.isdisjoint(reading.topic) and not answers(question, reading):
        return each._replace(score=_NO_WORD * each.score)
    return each


def in_order(question: QuestionReading, ranked: Iterable[Scored]) -> list[Scored]:
    """The sentences, best first, whatever they do to each other."""
    return sorted((_weighed(question, each) for each in ranked), key=lambda each: -each.score)


def _rivals(question: QuestionReading, ordered: Sequence[Scored], numbers: Mapping[str, float]) -> Sequence[Scored]:
    """Those that may outdate an answer; where none was read, all.

    Among many, one that answers much less surely than the surest does not, nor one that was not worth reading.
    """
    if not numbers:
        return ordered
    top = max(numbers.values())
    is_sure = len(ordered) > CROWDED and top >= ANSWERS
    bar = max(MAYBE, top - MUCH) if is_sure else MAYBE
    unread = HARDLY if is_sure else bar
    return [each for each in ordered if _is_rival(question, each, numbers.get(each.id, unread), bar)]


def _is_rival(question: QuestionReading, each: Scored, number: float, bar: float) -> bool:
    """Whether a sentence is worth enough to outdate an answer, or only goes on with what was said.

    "It's 41" is no answer by itself.
    """
    if each.score >= _LEAST and number >= bar:
        return True
    is_short_of_words = each.reading.leans or Cue.CORRECTION in each.reading.cues
    return is_short_of_words and number >= HARDLY and bool(answers(question, each.reading))


def settled(
    question: QuestionReading,
    ranked: Sequence[Scored],
    alike: Alike | None = None,
    *,
    second: SecondLook | None = None,
    numbers: Mapping[str, float] = _NOT_READ,
) -> list[Scored]:
    """The sentences to tell, best first: the newest of those that answer alike.

    Where sentences were read with the question, one that hardly answers outdates none.
    """
    ordered = in_order(question, ranked)
    if question.several or question.about_past:
        return ordered
    found = outcome(question, _rivals(question, ordered, numbers))
    if alike is not None:
        found = later_word(question, ordered, alike, known=found, second=second)
    if found is None:
        return ordered
    rest = [each for each in ordered if each.id not in found.outdated and each.id != found.newest.id]
    return [found.newest._replace(score=max(found.newest.score, ordered[0].score)), *rest]
