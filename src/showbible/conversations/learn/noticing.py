"""What a user says about themselves, by the shape of their sentences alone; what is unclear is left out."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final
from zoneinfo import ZoneInfo

from showbible.conversations.learn import dates
from showbible.conversations.model import MemoryType, Message, Role
from showbible.conversations.recall.wording import lines, plain, without_opening

MOST_PER_EXCHANGE: Final = 12
_FEWEST_WORDS: Final = 3
_MOST_WORDS: Final = 45

_ACTION: Final = re.compile(r"\*[^*\n]{1,400}\*")
_QUOTED: Final = re.compile(r"[“\"][^”\"\n]{1,400}[”\"]")
_CLAUSE: Final = re.compile(
    r"\s*(?:[,;]\s*|\s+-+\s+|\s*—\s*)(?:(?:and|but|so|because|while|though)\s+)?(?=(?:i|my|we|wish me)\b)"
    r"|\s+(?:and|but|so|because|while|though)\s+(?=(?:i|my)\b)",
    re.IGNORECASE,
)
_UNREAL: Final = re.compile(
    r"^(?:if|imagine|suppose|pretend|let us say|let's say|what if|maybe if|say|assume)\b"
    r"|\b(?:i wish|if i|would have|could have|in my dream|ignore (?:all|any|the|previous|your)|system prompt)\b",
    re.IGNORECASE,
)

_ADVERBS: Final = (
    r"(?:(?:really|absolutely|totally|just|also|still|always|only|actually|so|very|truly|kind of|sort of|a bit"
    r"|a little|quite|pretty|definitely|recently|finally|currently|now|already|do|honestly|never|usually|often)\s+)*"
)
_I: Final = rf"\b(?:i|we)\s+{_ADVERBS}"
_I_AM: Final = rf"\bi\s+(?:am|was|have been)\s+{_ADVERBS}"
_FEELINGS: Final = (
    "sad|happy|anxious|nervous|scared|lonely|excited|proud|worried|stressed|angry|depressed|grateful|overwhelmed"
    "|exhausted|heartbroken|jealous|guilty|ashamed|thrilled|hopeful|relieved|afraid|upset|frustrated|terrified|hurt"
    "|embarrassed|devastated|miserable|furious|burned out|homesick|insecure|disappointed|content|thankful|tired"
)
_PEOPLE: Final = (
    "mother|mom|mum|father|dad|parents|sisters?|brothers?|twin|sons?|daughters?|kids?|children|wife|husband|partner"
    "|boyfriend|girlfriend|fianc[eé]e?|friends?|best friend|roommate|flatmate|grandmother|grandma|grandfather|grandpa"
    "|grandparents|aunt|uncle|cousins?|nieces?|nephews?|boss|manager|colleagues?|coworkers?|neighbou?rs?|family"
    "|stepmother|stepfather|stepdad|stepmom|mentor|teacher|therapist|ex"
)
_EMPTY_OBJECT: Final = (
    r"(?!(?:you|it|that|this|them|those|these|him|her|to|how|what|when|your|the way|being here|talking)\b)"
)
_FOR_THE_OTHER: Final = r"(?!\s+(?:to (?:help|hear|see|meet)|(?:for|of|with|at) you|too\b|you\b))"
_SMALL_TALK: Final = (
    r"(?!(?:ask|tell|say|know|talk|see|hear|kiss|hug|hold|touch|thank|apologi[sz]e|be (?:with|honest|clear)|mention"
    r"|show|sleep|bed|go to (?:bed|sleep))\b)"
)
_LATELY: Final = (
    r"(?:yesterday|today|last\s+\w+|this\s+(?:morning|week|weekend|month|year|summer|winter|spring|fall|autumn)"
    r"|\w+\s+(?:days?|weeks?|months?|years?)\s+ago|recently|the other day|in\s+(?:19|20)\d{2})"
)


@dataclass(frozen=True, kw_only=True)
class _Rule:
    type: MemoryType
    importance: float
    pattern: re.Pattern[str]


def _rule(kind: MemoryType, importance: float, pattern: str) -> _Rule:
    return _Rule(type=kind, importance=importance, pattern=re.compile(pattern, re.IGNORECASE))


# The first rule that fits names the kind.
_RULES: Final = (
    _rule(
        MemoryType.FACT,
        0.9,
        r"\b(?:my name is|(?:you can |please )?call me (?!back|later|when|if|at|on|tomorrow|a|an|the)\w+)\b",
    ),
    _rule(MemoryType.FACT, 0.9, rf"{_I_AM}(?:allergic to|diabetic|pregnant|deaf|blind|in a wheelchair)\b"),
    _rule(MemoryType.EVENT, 0.9, rf"\b(?:my\s+(?:\w+\s+){{0,2}}(?:died|passed away)|lost my (?:{_PEOPLE}|dog|cat))\b"),
    _rule(
        MemoryType.EMOTION,
        0.5,
        rf"\bi\s+(?:am|was|feel|felt|have been|have felt)\s+(?:feeling\s+)?{_ADVERBS}(?:not\s+)?"
        rf"(?:{_FEELINGS})\b{_FOR_THE_OTHER}",
    ),
    _rule(
        MemoryType.EMOTION,
        0.5,
        rf"{_I}(?:feel|felt) (?:like|as if|that|alone|safe|lost|stuck|empty|good|bad|terrible|awful|great)\b",
    ),
    _rule(
        MemoryType.EMOTION,
        0.5,
        rf"{_I}(?:miss|missed|cried|regret) (?:my|the|him|her|them|our|being|home|having|it|when|not)\b",
    ),
    _rule(MemoryType.PREFERENCE, 0.6, r"\bmy (?:all[- ]time )?favou?rite\b.*\b(?:is|are|was|has to be)\b"),
    _rule(
        MemoryType.PREFERENCE,
        0.5,
        rf"{_I}(?:love|like|enjoy|adore|prefer|hate|dislike|detest|loathe|cannot stand"
        rf"|do not (?:really )?(?:like|enjoy|care for))\s+{_EMPTY_OBJECT}\w",
    ),
    _rule(
        MemoryType.PREFERENCE,
        0.5,
        rf"{_I_AM}(?:not\s+)?(?:(?:a\s+)?(?:big\s+|huge\s+)?fan of|into|obsessed with|crazy about)\s+{_EMPTY_OBJECT}",
    ),
    _rule(MemoryType.GOAL, 0.6, r"\bmy (?:goal|dream|plan|ambition|resolution)\b.*\b(?:is|was)\b"),
    _rule(
        MemoryType.GOAL,
        0.6,
        rf"{_I}(?:want|plan|hope|intend|would like|would love|aim|decided|need)\s+to\s+{_SMALL_TALK}\w",
    ),
    _rule(
        MemoryType.GOAL,
        0.6,
        rf"{_I_AM}(?:planning|trying|hoping|saving|training|preparing|aiming|going)\s+(?:to|for|on)\s+{_SMALL_TALK}\w",
    ),
    _rule(
        MemoryType.GOAL, 0.6, rf"{_I_AM}(?:learning|studying for|working on|writing a|building a|applying (?:to|for))\b"
    ),
    _rule(MemoryType.GOAL, 0.6, rf"{_I}(?:dream|dreamed|dreamt) of\b"),
    _rule(
        MemoryType.RELATIONSHIP,
        0.7,
        rf"{_I_AM}(?:married|single|engaged|divorced|widowed|separated|dating|seeing someone|in a relationship)\b",
    ),
    _rule(
        MemoryType.RELATIONSHIP, 0.7, rf"{_I}(?:broke up|got (?:married|engaged|divorced)|have a crush|fell in love)\b"
    ),
    _rule(
        MemoryType.RELATIONSHIP,
        0.6,
        rf"{_I}have\s+(?:an?|one|two|three|four|five|six|no|\d+)\s+(?:\w+\s+){{0,2}}(?:{_PEOPLE})\b",
    ),
    _rule(
        MemoryType.RELATIONSHIP,
        0.6,
        rf"\bmy\s+(?:\w+\s+){{0,2}}(?:{_PEOPLE})\b(?:'s|,)?\s+(?:\w+\s+){{0,3}}(?:is|are|was|were|has|have|had|lives?|works?|moved|got|loves?|likes?|hates?|called|named|came|taught|told|wants?|says?|said|helped?|left|plays?|studies|runs?|owns?|visited|visits?|gave)\b",
    ),
    _rule(MemoryType.FACT, 0.7, rf"{_I}(?:live|lived|grew up|come from|moved|relocated|was born|were born)\b"),
    _rule(MemoryType.FACT, 0.7, rf"{_I_AM}(?:from|living|based|born|originally)\b"),
    _rule(
        MemoryType.FACT,
        0.7,
        rf"{_I}(?:work|worked|have worked|have been working|teach|study|studied|run a|own|speak|graduated|volunteer)\b",
    ),
    _rule(
        MemoryType.FACT,
        0.7,
        rf"{_I_AM}(?:working (?:as|at|for|in)|studying|\d{{1,3}}(?:\s+years old)?$|\d{{1,3}} years old)",
    ),
    _rule(
        MemoryType.FACT,
        0.6,
        rf"{_I_AM}(?:vegan|vegetarian|left-handed|an only child|retired|unemployed|self-employed"
        r"|a (?:single )?(?:mother|mom|mum|father|dad))\b",
    ),
    _rule(
        MemoryType.FACT,
        0.6,
        rf"{_I_AM}an?\s+(?!bit\b|little\b|lot\b|mess\b|fan\b|good\b|bad\b|big\b|huge\b|fool\b|terrible\b)(?:\w+\s+){{0,2}}\w{{3,}}\b",
    ),
    _rule(
        MemoryType.FACT,
        0.6,
        rf"{_I}(?:have|have got|own|adopted|play|drive)\s+(?:an?|the|two|three|four|five|\d+)\s+"
        r"(?!lot|bit|feeling|question|minute|second|moment|idea|problem|point|chance|while|good|great|nice|hard|bad"
        r"|rough|long)\w",
    ),
    _rule(MemoryType.FACT, 0.6, rf"{_I}have been \w+ing\b.*\b(?:for|since)\b"),
    _rule(
        MemoryType.FACT,
        0.7,
        r"\bmy (?:birthday|anniversary|hometown|job|age|phone|car|house|apartment|dog|cat|pet|degree|major|hobby)\b"
        r".*\b(?:is|are|was|called|named)\b",
    ),
    _rule(
        MemoryType.EVENT,
        0.6,
        rf"{_I}(?:got|lost|passed|failed|finished|started|quit|bought|sold|adopted|won|met|graduated|launched|published"
        r"|broke|retired|resigned|signed up|enrolled|crashed|moved)\s+"
        r"(?!to (?:know|go)|it\b|you\b|your\b|that\b|up\b|here\b|home\b|back\b)\w",
    ),
    _rule(
        MemoryType.EVENT,
        0.5,
        rf"{_I}(?:went|had|visited|saw|took|made|attended|ran|joined|gave|spent|celebrated|hosted|tried|painted|read|watched|cooked)\b.*\b{_LATELY}\b",
    ),
    _rule(MemoryType.EVENT, 0.5, rf"\b{_LATELY}\b,?\s+(?:i|we)\s+\w+"),
)
_PLAN: Final = re.compile(
    rf"{_I}(?:have|have got|am|are|will|got|leave|start|fly|meet|graduate)\b"
    r"|\bmy\s+(?:\w+\s+){1,4}(?:is|are|starts?)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, kw_only=True)
class NoticedLine:
    """A line that is worth knowing later, and what it is worth; `text` is the line with the date that it means."""

    line: str
    type: MemoryType
    text: str
    importance: float


def notice(messages: Sequence[Message], *, at: datetime, timezone: str) -> list[NoticedLine]:
    """What the user's messages say that is worth knowing later."""
    said = [line for message in messages if message.role is Role.USER for line in lines(message.content)]
    found = (_read(line, at=at, zone=timezone) for line in said)
    return [each for each in found if each is not None][:MOST_PER_EXCHANGE]


def _read(line: str, *, at: datetime, zone: str) -> NoticedLine | None:
    spoken = _QUOTED.sub(" ", _ACTION.sub(" ", line))
    if line.endswith("?") or _UNREAL.search(plain(spoken)):
        return None
    noticed = (_worth(clause.strip(" ,;-"), line, at=at, zone=zone) for clause in _CLAUSE.split(spoken))
    return next((each for each in noticed if each is not None), None)


def _worth(clause: str, line: str, *, at: datetime, zone: str) -> NoticedLine | None:
    said = without_opening(clause).strip(" ,;:.!")
    if not _FEWEST_WORDS <= len(said.split()) <= _MOST_WORDS:
        return None
    words = plain(said)
    moment = dates.find(words, at=at, zone=zone) if _PLAN.search(words) else None
    rule = next((each for each in _RULES if each.pattern.search(words)), None)
    text = _dated(line, moment, zone)
    if moment is not None and (rule is None or rule.type is MemoryType.FACT):
        return NoticedLine(line=line, type=MemoryType.EVENT, text=text, importance=0.6)
    return NoticedLine(line=line, type=rule.type, text=text, importance=rule.importance) if rule else None


def _dated(line: str, moment: dates.NamedMoment | None, zone: str) -> str:
    """The user's own words; a time that only makes sense today gets its date beside it."""
    if moment is None:
        return line
    local = moment.when.astimezone(ZoneInfo(zone))
    date = f"{local:%Y-%m-%d %H:%M}" if moment.is_exact else f"{local:%Y-%m-%d}"
    words = line.rstrip(" .!")
    return f"{words} ({date}){line[len(words) :]}"
