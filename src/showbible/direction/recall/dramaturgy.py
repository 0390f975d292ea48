"""What kind of beat, scene and place a piece of prose describes, when nobody has said so.

A small vocabulary of screenwriting, matched on the beginnings of words. It may say nothing; a kind
that a caller gives is always taken as it is.
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from showbible.direction.model import KeyBeat, SceneFacts


@dataclass(frozen=True, kw_only=True)
class BeatKind:
    """A kind of moment: what a beat of it is called, what a scene of it is called, and how it sounds."""

    beat: str
    scene: str
    strong: str
    weak: str = ""


KINDS: Final = (
    BeatKind(
        beat="grief",
        scene="grief",
        strong="grie mourn funeral burial buried coffin casket grave cemetery widow orphan condolence bereav sorrow "
        "dead deceased died dying ashes eulogy weep sob wake urn obituary passed+away hospice never+come+back",
        weak="loss lost gone tears cry cried weight late mother father belongings",
    ),
    BeatKind(
        beat="loneliness",
        scene="solitude",
        strong="lonel alone solitud solitary isolat abandoned deserted by+himself by+herself by+themselves "
        "on+his+own on+her+own on+their+own no+one+comes nobody+comes nobody+left no+one+left stranded recluse hermit",
        weak="empty silence silent waits quiet single nobody window unanswered gone",
    ),
    BeatKind(
        beat="pursuit",
        scene="chase",
        strong="chase chasing pursu flee flees fleeing escape escaping sprint race races racing outrun hunted hunter "
        "tail+him tail+her getaway gains+on hot+on close+behind catches+up "
        "breakneck on+foot at+full+speed hurtl dash bolts",
        weak="run runs running behind jump leap climb dodge alley rooftop engine fast speed fence "
        "wall street stairs tyres brakes",
    ),
    BeatKind(
        beat="humiliation",
        scene="humiliation",
        strong="humiliat mock ridicul taunt jeer sneer laughingstock belittl scold degrad shamed+in+front "
        "berat reprimand in+front+of+everyone everyone+watch everybody+watch "
        "the+butt made+fun publicly embarrass puts+down spit+on insult",
        weak="laugh crowd public audience watching onlookers guests classroom pointing whisper blunder",
    ),
    BeatKind(
        beat="shame",
        scene="shame",
        strong="shame ashamed guilt remorse regret cannot+meet can't+meet looks+away lower+his+eyes lowers+her+eyes "
        "avoids+the+eyes has+to+beg begs caught+lying blush hangs+his+head hangs+her+head disgrac",
        weak="admit confess sorry apolog hide eyes money borrow beg",
    ),
    BeatKind(
        beat="confrontation",
        scene="confrontation",
        strong="confront argu quarrel accus demand threat shout yell clash standoff stand-off ultimatum showdown "
        "blocks+the+way face+to+face face+each+other fight fought punch row "
        "hostil interrogat challenge have+it+out",
        weak="answer angry anger rage door grab slam blame enemy rival tension",
    ),
    BeatKind(
        beat="exposition",
        scene="exposition",
        strong="exposition explain explanation brief briefing inform information recap outline lays+out goes+over "
        "go+over instruct summar how+it+works how+the details+of background backstory report",
        weak="tell plan date map fact meeting discuss figure describe review schedule rule procedure step",
    ),
    BeatKind(
        beat="romance",
        scene="romance",
        strong="roman kiss embrace caress tender intimat affection lover beloved flirt takes+her+hand takes+his+hand "
        "hold+hands holds+hands fall+in+love confess+love in+love woo courtship",
        weak="love gentle warm touch soft smile dance hand heart whisper",
    ),
    BeatKind(
        beat="realization",
        scene="realization",
        strong="realis realiz dawns dawning understands understood figures+out works+it+out it+clicks "
        "epiphany comprehend at+last+sees grasps",
        weak="suddenly know knows recognis recogniz pieces understand",
    ),
    BeatKind(
        beat="defiance",
        scene="defiance",
        strong="defi refus resist rebel disobey stands+up stand+firm stands+firm says+no won't will+not+obey "
        "talks+back quits resign mutiny protest holds+her+ground holds+his+ground no+longer+obey",
        weak="standing against order walks+out tears+up throws+down uniform",
    ),
    BeatKind(
        beat="gag",
        scene="comedy",
        strong="comic comed funny hilari farce slapstick pratfall slips trips stumbles clumsy banana punchline gag "
        "joke+lands pun accidents mishap mix-up mixup bumbl wacky zany",
        weak="spill laugh silly absurd fall accident hiccup prank pie bucket",
    ),
    BeatKind(
        beat="dread",
        scene="suspense",
        strong="dread suspens ominous menac eerie lurk creak footsteps foreboding uneasy unease stalk "
        "something+wrong in+the+dark holds+breath holds+her+breath holds+his+breath "
        "being+watched not+alone creep haunt",
        weak="dark shadow wait slow silence hide knock watch door hear noise",
    ),
    BeatKind(
        beat="reveal",
        scene="reveal",
        strong="reveal unmask uncover discover secret twist turns+out was+never the+truth "
        "exposes exposed unveil finds+out hidden+identity true+identity",
        weak="name letter photo photograph opens turns find true inside label evidence",
    ),
    BeatKind(
        beat="violence",
        scene="action",
        strong="attack shoot shot+dead stab explos explod gunfire battle brawl combat crash wounds",
        weak="weapon gun knife blood fire hit hits",
    ),
    BeatKind(
        beat="celebration",
        scene="celebration",
        strong="celebrat toast wedding birthday party victory triumph cheer applau congratul anniversary",
        weak="dance music champagne win wins won",
    ),
    BeatKind(
        beat="reconciliation",
        scene="reconciliation",
        strong="reconcil forgiv make+peace makes+peace truce make+up makes+amends amends apology+accepted",
        weak="sorry peace hug again together",
    ),
    BeatKind(
        beat="farewell",
        scene="farewell",
        strong="farewell goodbye good-bye parting leaves+for+good last+time departs departure sees+off waves+off",
        weak="leave leaves train platform suitcase airport",
    ),
)

SIMPLE: Final = "simple"
COMPLEX: Final = "complex"

_COMPLEX: Final = re.compile(
    r"\b(layout|geography|blocking|space|floor plan) (\w+ ){0,2}(matter|depend|is complex|complicated|is key|counts)"
    r"|\b(depends?|turns|hinges|relies) on (the|its|this)? ?(\w+ )?(geography|layout|space|blocking|place)"
    r"|\bnot (yet )?(been|seen) (here|this|it)|\bnever (been|seen)|\bfirst time (here|we see)|\bunfamiliar|\bunknown"
    r"|\bnew (place|location|set|space)|\b(several|many|multiple|two|three|four) (levels|floors|rooms|exits|entrances)"
    r"|\bcomplex|\bcomplicated|\bmaze|\blabyrinth|\bsprawling|\bconfusing|\bspatial|\borient"
)
_SIMPLE: Final = re.compile(
    r"\b(nothing|none of|no part|little) (\w+ ){0,3}(layout|geography|space|room|blocking)"
    r"|\b(layout|geography|space|blocking) (\w+ ){0,2}(does not|doesn't|is not|isn't|is (clear|simple|plain|known))"
    r"|\b(one|single|small|plain|simple|familiar|known|same|usual|bare) (\w+ ){0,2}(room|space|place|set|corner)"
    r"|\balready (know|seen|been)|\bfamiliar|\bwe know (it|this|the|where)|\bcontained|\bas before"
)
_NEGATED_COMPLEX: Final = re.compile(
    r"\b(nothing|not|no|never|hardly|little) (\w+ ){0,4}(layout|geography) (\w+ )?matter"
)
_WORD: Final = re.compile(r"[a-z]+(?:['-][a-z]+)*")


FEWEST_WORDS: Final = 5
"""A shorter sentence only says where we are."""

UNNAMED: Final = "unnamed-"
"""How the kind of a beat begins that our vocabulary has no word for."""


def beat_kind(beat: KeyBeat, names: Iterable[str] = ()) -> str | None:
    """The function of a beat: as given, else as its description sounds; a beat like it gets the same kind."""
    return _named_kind(beat, names) or _unnamed_kind(_without(beat.description, names))


def _unnamed_kind(text: str) -> str | None:
    words = sorted({word for word in _WORD.findall(text) if len(word) > 3})
    return UNNAMED + hashlib.sha256(" ".join(words).encode()).hexdigest()[:8] if words else None


def _named_kind(beat: KeyBeat, names: Iterable[str]) -> str | None:
    if beat.function:
        return label(beat.function)
    found = _best(_without(beat.description, names))
    return found.beat if found else None


def scene_kind(facts: SceneFacts) -> str | None:
    """The type of a scene: as given, else as its text sounds, else what most of its beats are."""
    if facts.scene_type:
        return label(facts.scene_type)
    if (found := _best(_without(f"{facts.act_intent} {_prose(facts)}", _proper(facts)))) is not None:
        return found.scene
    kinds = Counter(kind for beat in facts.key_beats if (kind := _named_kind(beat, facts.characters)))
    if not kinds:
        return None
    most = kinds.most_common(1)[0][0]
    return next((kind.scene for kind in KINDS if kind.beat == most), most)


def premise(facts: SceneFacts) -> str | None:
    """The situation a scene's text sets up, when our vocabulary has no word for it; told alike, it is the same."""
    if facts.scene_type:
        return None
    sentences = (_without(each, _proper(facts)) for each in re.split(r"(?<=[.!?])\s+", _prose(facts)))
    first = next((each for each in sentences if len(_WORD.findall(each)) >= FEWEST_WORDS), "")
    return None if _best(first) else _unnamed_kind(first)


def _prose(facts: SceneFacts) -> str:
    """A scene's text without the descriptions of its beats."""
    prose = facts.scene_text
    for beat in facts.key_beats:
        prose = prose.replace(beat.description, " ") if beat.description else prose
    return prose


def geography_kind(facts: SceneFacts) -> str | None:
    """Whether the place is simple or complex: as given, else as the scene's text says."""
    if facts.geography:
        return label(facts.geography)
    text = f"{facts.act_intent} {facts.scene_text}".lower()
    if _NEGATED_COMPLEX.search(text):
        return SIMPLE
    if _COMPLEX.search(text):
        return COMPLEX
    return SIMPLE if _SIMPLE.search(text) else None


def affected(beat: KeyBeat, characters: Sequence[str]) -> str | None:
    """Who bears what happens in a beat: as given, else as the sentence is built."""
    if beat.affected_character:
        return beat.affected_character
    text = beat.description
    places = sorted((found.start(), found.end(), name) for name in characters for found in _named(name, text))
    people = list(dict.fromkeys(name for _, _, name in places))
    if len(people) < 2:
        return people[0] if people else None
    first = next(end for _, end, name in places if name == people[0])
    second = next(start for start, _, name in places if name == people[1])
    return people[0] if _bears_it(text[first:second].lower()) else people[1]


def _bears_it(between: str) -> bool:
    """Whether the first of two people is the one it happens to: passive, joined, or in a clause of their own."""
    joined = re.search(r"^\s*(and|or|,)\s*$", between)
    passive = re.search(r"\b(is|are|was|were|gets|got|being|been)\b.*\bby\s*$", between)
    own_clause = re.search(r"\b(while|as|and|when|that|because|after|before|until|but|whom|who|if)\s*$", between)
    about = re.search(r"\b(knows?|hears?|sees?|waits?|realis\w+|realiz\w+|fears?|misses|remembers?|owes)\b", between)
    own = re.search(r"\b(has to|must|cannot|can't|asks?|begs?)\b", between)
    return bool(joined or passive or own_clause or about or own)


def label(word: str) -> str:
    """A caller's own word for a kind, in one spelling."""
    return "_".join(_WORD.findall(word.lower()))[:60] or word.strip().lower()[:60]


def _named(name: str, text: str) -> list[re.Match[str]]:
    return list(re.finditer(rf"\b{re.escape(name)}\b", text)) if name else []


def _proper(facts: SceneFacts) -> tuple[str, ...]:
    return (*facts.characters, facts.location or "")


def _without(text: str, names: Iterable[str]) -> str:
    for name in names:
        text = re.sub(rf"\b{re.escape(name)}\b", " ", text, flags=re.IGNORECASE) if name else text
    return text.lower().replace("\u2019", "'")


def _best(text: str) -> BeatKind | None:
    scored = sorted(((_score(kind, text), -at, kind) for at, kind in enumerate(KINDS)), key=lambda s: s[:2])
    best, second = scored[-1], scored[-2]
    return best[2] if best[0] >= 1 and best[0] > second[0] else None


def _score(kind: BeatKind, text: str) -> float:
    strong, weak = _patterns(kind)
    return 2.0 * len(set(strong.findall(text))) + 1.0 * len(set(weak.findall(text)))


@lru_cache(maxsize=64)
def _patterns(kind: BeatKind) -> tuple[re.Pattern[str], re.Pattern[str]]:
    return _beginnings(kind.strong), _words(kind.weak)


def _beginnings(cues: str) -> re.Pattern[str]:
    """Any of the cues: a phrase as it stands, a stem of four letters or more as the beginning of a word."""
    parts = [_cue(cue) for cue in cues.split()]
    return re.compile("|".join(parts))


def _cue(cue: str) -> str:
    phrase = re.escape(cue.replace("+", " ")).replace("\\ ", r"\s+")
    if "+" in cue:
        return phrase if cue.startswith("'") else rf"\b{phrase}"
    return rf"\b{phrase}" + ("" if len(cue) > 3 else r"\b")


def _words(cues: str) -> re.Pattern[str]:
    if not cues:
        return re.compile(r"(?!)")
    return re.compile("|".join(rf"\b{re.escape(cue.replace('+', ' '))}(?:s|es|ed|ing)?\b" for cue in cues.split()))
