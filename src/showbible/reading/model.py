"""What is read out of a text: sentences, their claims, and what one does to another."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from functools import partial
from typing import Final, NamedTuple


class Stance(StrEnum):
    """How a speaker stands to what the words say."""

    ASSERTED = "asserted"
    DENIED = "denied"
    ASKED = "asked"
    SUPPOSED = "supposed"
    WISHED = "wished"
    QUOTED = "quoted"
    JOKED = "joked"
    PLANNED = "planned"


_AS_TRUE: Final = frozenset({Stance.ASSERTED, Stance.DENIED, Stance.PLANNED})


class ValueKind(StrEnum):
    """What sort of answer a value is."""

    NUMBER = "number"
    SHARE = "share"
    MONEY = "money"
    MEASURE = "measure"
    DURATION = "duration"
    FREQUENCY = "frequency"
    AGE = "age"
    CLOCK = "clock"
    DAY = "day"
    PLACE = "place"
    SPOT = "spot"
    PERSON = "person"
    NAME = "name"
    THING = "thing"
    STATE = "state"


class Cue(StrEnum):
    """What a sentence does besides saying something."""

    CORRECTION = "correction"
    CONTRAST = "contrast"
    ENDING = "ending"
    ADDITION = "addition"
    CHANGE = "change"
    NEGATION = "negation"
    QUESTION = "question"
    UNREAL = "unreal"
    QUOTED = "quoted"
    JOKE = "joke"
    DENIAL = "denial"
    SECOND_LOOK = "second_look"
    PAST = "past"
    HABIT = "habit"


# A recall asks for it hundreds of times, and to look up a member of an enumeration takes longer than to look for it.
_DENIAL: Final = Cue.DENIAL


class Worth(StrEnum):
    """Which sort of memory a sentence is worth."""

    FACT = "fact"
    PREFERENCE = "preference"
    EVENT = "event"
    GOAL = "goal"
    RELATIONSHIP = "relationship"
    EMOTION = "emotion"


@dataclass(frozen=True, kw_only=True, slots=True)
class Value:
    """An answer that a sentence holds: what it is, and of what."""

    kind: ValueKind
    text: str
    key: str
    """Equal for equal values, however they are written: `4` for four."""
    noun: str = ""
    """The stem of what is counted, or the unit."""
    nouns: frozenset[str] = frozenset()
    """Stems of all words of the phrase that is counted."""
    start: int = 0
    end: int = 0


@dataclass(frozen=True, kw_only=True, slots=True)
class Subject:
    """Whom a claim is about: the user, you, or somebody by relation and name; both empty when it is open."""

    relation: str = ""
    name: str = ""

    @property
    def is_user(self) -> bool:
        """Whether the one who speaks speaks of themselves."""
        return self.relation == "user"

    @property
    def is_open(self) -> bool:
        """Whether nobody is named."""
        return not self.relation and not self.name

    @property
    def key(self) -> str:
        """A text that is equal for the same subject."""
        return f"{self.relation}:{self.name}" if self.name else self.relation


@dataclass(frozen=True, kw_only=True, slots=True)
class Claim:
    """One thing that a sentence says of somebody."""

    subject: Subject
    predicate: str
    """The stem of the verb, or the class of verbs it belongs to."""
    words: str
    """The words it rests on, verbatim."""
    stance: Stance = Stance.ASSERTED
    values: tuple[Value, ...] = ()
    slot: str | None = None
    """The matter that can have one value, without its subject: `home`."""
    content: frozenset[str] = frozenset()
    """What fills the slot, as stems."""
    object: str = ""
    """The stem of the head of what the verb acts on."""
    verb: str = ""
    """The stem of the verb itself."""
    heads: tuple[str, ...] = ()
    """What of the subject is spoken of: rent in "my sister's rent"."""
    ended: tuple[str, ...] = ()
    """What has come to an end, its head last."""
    many: bool = False
    """Whether one may have several such as its subject: friends, not a boss."""
    of_user: bool = False
    """Whether the user is mentioned in it at all."""
    to_user: bool = False
    """Whether somebody does something to the user in it: "the doctor put me on iron"."""
    is_over: bool = False
    """Whether it tells where somebody lived or worked once."""
    adds: bool = False
    """Whether it stands beside what was said before: also, too."""
    wanted: bool = False
    """Whether it tells what somebody wants, plans or thinks of, and not what is so."""
    liking: int = 0
    """Above zero for what is liked, below for what is not."""


@dataclass(frozen=True, kw_only=True, slots=True)
class NamedMoment:
    """A time that was named, beside the words that named it."""

    phrase: str
    when: datetime
    is_exact: bool
    """Whether the hour was named, too."""
    is_past: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class SentenceReading:
    """What one sentence says."""

    text: str
    start: int
    end: int
    language: str
    """The code of the language, or `und` where no grammar is known."""
    speaker: str = "user"
    claims: tuple[Claim, ...] = ()
    values: tuple[Value, ...] = ()
    subject: Subject = Subject()
    stance: Stance = Stance.ASSERTED
    cues: frozenset[Cue] = frozenset()
    topic: frozenset[str] = frozenset()
    """Stems of what it speaks about, without values and words of grammar."""
    context: frozenset[str] = frozenset()
    """Stems of the topics of its neighbours in the turn."""
    introduced: frozenset[str] = frozenset()
    """Stems of what it names as one of a sort: ring in "a ring"."""
    heads: frozenset[str] = frozenset()
    """Stems of the things that are somebody's or that a claim is made of: rent in "my rent is 900"."""
    matter: str = ""
    """What to embed: the words of the topic, values left out."""
    contrast: frozenset[str] = frozenset()
    """Keys and stems that the sentence says it is not."""
    wanted: frozenset[str] = frozenset()
    """Keys of the values that it gives to what somebody wants, plans or thinks of."""
    bare: frozenset[str] = frozenset()
    """Keys of the values that it gives without a verb: of what, has to be known already."""
    names: Mapping[str, str] = field(default_factory=dict)
    """Names told here, with the relation they stand in: `juno` is a `dog`."""
    mentioned: frozenset[str] = frozenset()
    """Names that are told here without any relation, in lower case."""
    kind: Worth | None = None
    importance: float = 0.0
    moment: NamedMoment | None = None
    leans: bool = False
    """Whether what it is about is only pointed at: its neighbours name it."""

    @property
    def slot(self) -> str | None:
        """A key of the matter that can have one value, with its subject: `user|home`."""
        return next((f"{each.subject.key}|{each.slot}" for each in self.claims if each.slot), None)

    @property
    def slots(self) -> frozenset[str]:
        """All such keys of its claims."""
        return frozenset(f"{each.subject.key}|{each.slot}" for each in self.claims if each.slot)

    @property
    def is_wanted(self) -> bool:
        """Whether it tells of nothing but what somebody wants, plans or thinks of."""
        # Most are not, and their first claim tells it.
        if not self.claims or not self.claims[0].wanted or not all(claim.wanted for claim in self.claims):
            return False
        return all(value.key in self.wanted for value in self.values)

    @property
    def is_told(self) -> bool:
        """Whether it says something as true: neither asked, supposed, quoted nor taken back."""
        return self.stance in _AS_TRUE and _DENIAL not in self.cues


class EffectKind(StrEnum):
    """What a sentence does to an earlier one."""

    UPDATES = "updates"
    CORRECTS = "corrects"
    WITHDRAWS = "withdraws"
    ADDS = "adds"
    RESTATES = "restates"

    @property
    def replaces(self) -> bool:
        """Whether the earlier sentence holds no more."""
        return self in {EffectKind.UPDATES, EffectKind.CORRECTS, EffectKind.WITHDRAWS}


@dataclass(frozen=True, kw_only=True, slots=True)
class Earlier:
    """A sentence that was said before, as a candidate to be affected."""

    id: str
    reading: SentenceReading
    near: float | None = None
    """The cosine of both sentences' matter, where there are vectors."""
    sense: float = 0.0
    """The cosine of both as wholes, where an encoder was asked."""
    led: float = 0.0
    """How near it is to where what the new one puts out of date lies."""
    sentences_ago: int = 0
    long_ago: bool = False
    """Whether a night or more lies between: who puts a slip right without saying which one does it before that."""
    same_turn: bool = False
    """Whether both were said in one breath: nobody takes back there what they do not put right."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Effect:
    """What a new sentence does to one earlier sentence."""

    kind: EffectKind
    earlier_id: str
    why: str
    """A short sentence that a person understands."""


class Thing(NamedTuple):
    """Something that a question takes for granted, in the words of the question, in lower case."""

    head: str
    described: frozenset[str] = frozenset()
    """What else is said of it: wooden in "the wooden desk"."""
    after: str = ""
    """The preposition before it: at in "the play at the hall"."""
    of: str = ""
    """What stands before that preposition: play."""

    @property
    def words(self) -> frozenset[str]:
        """All the words that it is called by."""
        return self.described | {self.head}


@dataclass(frozen=True, kw_only=True, slots=True)
class QuestionReading:
    """What a question asks."""

    text: str
    language: str
    asked: frozenset[ValueKind] = frozenset()
    """Kinds of value that would answer it; empty where any might."""
    nouns: frozenset[str] = frozenset()
    """Stems of what is counted or chosen from: kite in "how many kites"."""
    subject: Subject = Subject()
    people: frozenset[str] = frozenset()
    """Whom it names by what they are to the speaker."""
    several: bool = False
    """Whether more than one answer is asked for."""
    about_past: bool = False
    yes_or_no: bool = False
    of_one_event: bool = False
    """Whether it asks what happened once, which no later sentence changes."""
    topic: frozenset[str] = frozenset()
    matter: str = ""
    slot: str | None = None
    names: frozenset[str] = frozenset()
    keys: frozenset[str] = frozenset()
    """Keys of the values that the question itself holds."""
    of_wish: bool = False
    """Whether it asks what somebody wants, plans or thinks of."""
    things: tuple[Thing, ...] = ()
    """What it takes for granted: van in "what colour is the van"."""
    kinds: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """For each stem of its topic that names a kind, the stems of what is of it: coriander for herb."""


class Candidate(NamedTuple):
    """A sentence that may answer a question."""

    id: str
    reading: SentenceReading
    at: datetime
    near: float | None = None
    """The cosine of the sentence's matter and the question's, where there are vectors."""
    turn: str = ""
    """Which turn it was said in; sentences of one turn stand in their order."""
    replaced_by: str | None = None
    """The sentence that took its place: that one answers for it."""
    sense: float | None = None
    """The cosine of both as wholes, where an encoder was asked."""


new_candidate: Final = partial(tuple.__new__, Candidate)
"""A sentence that may answer, made of all its seven values at once."""


class Scored(NamedTuple):
    """A sentence that may answer a question, with how well it fits."""

    id: str
    reading: SentenceReading
    score: float
    at: datetime
    near: float | None = None
    """The cosine of the sentence's matter and the question's."""
    turn: str = ""


new_scored: Final = partial(tuple.__new__, Scored)
"""A scored sentence made of all its six values at once: a question has a hundred."""
