"""The shape of what is listed for each language; words are written in their base form, parted by spaces."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Final

from showbible.reading.model import Cue, ValueKind, Worth
from showbible.values import frozen

Phrases = tuple[str, ...]
"""Patterns over the base forms of a sentence's words; a word in them stands for all of its inflections."""

RESIDENCE: Final = "residence"
MOVING: Final = "moving"
EMPLOYMENT: Final = "employment"
NAMING: Final = "naming"
HAVING: Final = "having"
ACQUIRING: Final = "acquiring"
LOSING: Final = "losing"
STOPPING: Final = "stopping"
BEGINNING: Final = "beginning"
FINISHING: Final = "finishing"
LIKING: Final = "liking"
DISLIKING: Final = "disliking"
BEING: Final = "being"
STUDYING: Final = "studying"
SPEAKING: Final = "speaking"


@frozen
class SlotPattern:
    """A form of words that gives one matter a value: the group `value` is what fills it."""

    slot: str
    pattern: str


@frozen
class AskedPattern:
    """A form of words that asks for some kinds of value; the group `noun` is what is counted or chosen from."""

    pattern: str
    kinds: tuple[ValueKind, ...] = ()
    slot: str = ""


@frozen
class WorthPattern:
    """A form of words that is worth a memory of one kind."""

    kind: Worth
    importance: float
    pattern: str


def filling(forms: Mapping[str, Phrases]) -> tuple[SlotPattern, ...]:
    """Forms of words by the matter that they give a value."""
    return tuple(SlotPattern(slot=slot, pattern=each) for slot, patterns in forms.items() for each in patterns)


def asks(pattern: str, *kinds: ValueKind, slot: str = "") -> AskedPattern:
    """A form of words that asks for values of these kinds, or for what fills a matter."""
    return AskedPattern(pattern=pattern, kinds=kinds, slot=slot)


def worth(kind: Worth, importance: float, pattern: str) -> WorthPattern:
    """A form of words that is worth a memory of a kind, and how much."""
    return WorthPattern(kind=kind, importance=importance, pattern=pattern)


def counted(words: str, *, first: int = 0, step: int = 1) -> dict[str, int]:
    """Words for numbers that follow each other, each with its number."""
    return {word: first + step * place for place, word in enumerate(words.split())}


SEVERAL: Final = (
    "someone godchild stepchild godparent sister brother sibling son daughter child friend roommate grandchild aunt uncle "
    "cousin niece nephew in-law colleague neighbour teacher client dog cat horse rabbit bird hamster fish pet ex doctor"
)


@frozen
class Language:
    """What is listed of one language."""

    code: str
    letters: str = ""
    """Letters that tell the language from its neighbours."""
    function_words: str = ""
    """Words of grammar, which say nothing about the topic."""
    empty_words: str = ""
    """Words of talk: they say when or how much something is so, not what."""
    contractions: tuple[tuple[str, str], ...] = ()
    short_forms: str = ""
    """Contractions that are written without an apostrophe."""
    irregular: Mapping[str, str] = field(default_factory=dict)
    """Base form to its irregular forms."""
    adverbs: str = ""
    """Words of manner, time and degree that may stand between a pronoun and its verb."""
    articles: str = ""
    """Articles with which a clause may begin."""
    verb_second: bool = False
    """Whether a verb stands before its pronoun where something else begins the clause."""
    spelled: Mapping[Cue, Phrases] = field(default_factory=dict)
    """Cues as patterns over the text, of what base forms hide: moods, tenses and words that look like another's forms."""
    whole: str = ""
    """Words that an ending tells apart: sister and brother."""
    abbreviations: str = ""

    user: str = ""
    """Pronouns and possessives of the speaker."""
    nominative: str = ""
    """Pronouns of the speaker as a subject."""
    possessives: str = ""
    """Possessives of the speaker."""
    first_person: str = ""
    """Forms of verbs that need no pronoun to speak of the user."""
    first_person_endings: str = ""
    """Endings that do the same for verbs of the listed classes, and for words that stand where a verb does."""
    before_verbs: str = ""
    """Words of grammar and of time right after which a verb stands that needs no subject."""
    you: str = ""
    he: str = ""
    she: str = ""
    other: str = ""
    """Pronouns and demonstratives of the third person that are no person."""
    someone: str = ""
    """Nouns and pronouns for a person who is nobody in particular."""
    determiners: str = ""
    """What makes the next word a noun: articles, possessives, prepositions."""
    sure_of_values: bool = False
    """Whether its values are read so surely that a sentence in which none is read has none."""
    definite: str = ""
    """Those of them after which a thing is named that is taken for granted."""
    auxiliaries: str = ""
    """What begins a question of yes or no."""
    which: str = ""
    """Words that ask for a choice."""
    names_asked: Phrases = ()
    """Patterns over the text of questions for a name."""
    question_words: str = ""
    """Words that begin any other question."""
    plural_endings: str = ""
    singulars: str = ""
    """Words with one of these endings that are no plural."""
    of_one: str = ""
    """Determiners that only a singular follows."""
    of_many: Phrases = ()
    """Patterns over the text of questions that ask for several by the form of their verb."""
    plurals: str = ""
    """Plurals with none of these endings."""
    singular_endings: str = ""
    """Endings that look like a plural and are none."""
    back_then: Phrases = ()
    """What makes a question one about the past."""
    one_event: str = ""
    """What makes a question one about a single event."""
    dislikes: Phrases = ()
    """Forms of dislike that are no single verb: cannot stand."""
    wanting: Phrases = ()
    """After these comes what somebody wants, plans or thinks of, and what is not so yet."""
    meant: Phrases = ()
    """Patterns over the text right after which comes what was meant: whatever follows, it puts the last one right."""
    whole_list: Phrases = ()
    """What makes a question one for all there are."""
    conjunctions: str = ""
    contrasts: str = ""
    """Conjunctions after which a sentence tells how things are, or why, whatever it wished before."""
    copulas: str = ""
    negators: str = ""
    half_negators: str = ""
    """What negates only together with one of `negation_openers`, or at the end of a clause."""
    negation_openers: str = ""
    goings: str = ""
    """Verbs that say of their subject that it is no more."""
    nones: str = ""
    """Determiners that deny what follows them: no, zero."""
    idle_nouns: str = ""
    """Nouns of idioms in which such a determiner denies nothing: no idea."""
    relations: Mapping[str, str] = field(default_factory=dict)
    """Relation to the words for it; one may have several of those in `several`."""
    several: str = SEVERAL
    couples: str = "parent grandparent"
    """Of these two are one answer: parents."""
    pets: str = "dog cat horse rabbit bird hamster fish pet"
    female: str = "mother sister daughter wife grandmother aunt niece stepmother"
    male: str = "father brother son husband grandfather uncle nephew stepfather"

    verbs: Mapping[str, str] = field(default_factory=dict)
    """Class of verbs to its verbs."""
    states: Mapping[str, str] = field(default_factory=dict)
    """A matter to the adjectives that exclude each other in it."""
    trades: str = ""
    """Names of trades that no ending gives away."""
    trade_endings: str = ""
    cues: Mapping[Cue, Phrases] = field(default_factory=dict)
    slots: tuple[SlotPattern, ...] = ()
    asked: tuple[AskedPattern, ...] = ()
    worth: tuple[WorthPattern, ...] = ()

    numbers: Mapping[str, int] = field(default_factory=dict)
    ordinals: Mapping[str, int] = field(default_factory=dict)
    scales: Mapping[str, int] = field(default_factory=dict)
    number_link: str = ""
    """The word that may stand inside a number: and."""
    weekdays: str = ""
    months: str = ""
    seasons: str = ""
    """Parts of a year and feasts, which tell when without a date."""
    units: Mapping[str, str] = field(default_factory=dict)
    """A measure to the words of its units."""
    durations: Mapping[str, str] = field(default_factory=dict)
    """A unit of time to its words."""
    money: str = ""
    clocks: Phrases = ()
    """Patterns of a time of day over the text: groups hour, minute, half_day; `half`, `past` and `to` for words like half past."""
    dates: Phrases = ()
    """Patterns of a date over the text: groups day, month, year."""
    afternoon: str = ""
    """Words that put an hour into the second half of the day."""
    frequencies: Phrases = ()
    """Patterns of a frequency over the text: groups count, unit; `other` for every second one, `apart` for every so many."""
    shares: Phrases = ()
    """Patterns of a share over the text: the group `share` is how much."""
    old: str = ""
    """What makes a duration an age."""
    loose: Mapping[ValueKind, Phrases] = field(default_factory=dict)
    """Patterns over the text of what answers for a kind of value and is none: ages, for free, next door."""
    labels: str = ""
    """Things that have a number which tells which one it is: room, page."""
    universal: str = ""
    """What everybody has: a question that speaks of it takes nothing for granted."""
    name_words: str = ""
    """Where common nouns look like names: prepositions that stand before names without an article."""
    capital_nouns: bool = False
    """Whether common nouns are written as names are."""
    name_links: str = "of de la van von del der di du des"
    place_words: str = ""
    """Prepositions that lead to a place."""
    spot_words: str = ""
    """Prepositions that lead to a place without a name only."""
    spaced: bool = True
    """Whether words are parted by spaces."""
