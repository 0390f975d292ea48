"""Sentences of a language that puts no spaces between its words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Final

from showbible.reading import glosses
from showbible.reading.claims import CALLED
from showbible.reading.grammar import Grammar
from showbible.reading.kinds import RELATIONS
from showbible.reading.model import (
    Claim,
    Cue,
    QuestionReading,
    SentenceReading,
    Stance,
    Subject,
    Value,
    ValueKind,
)
from showbible.reading.times import clocks, dates, frequencies
from showbible.reading.tokens import LONGEST_READ

_RUN: Final = re.compile(r"[一-龥々〆]+|[ァ-ヶー]{2,}|[A-Za-z]{2,}|[0-9０-９]+")
_COUNTED: Final = re.compile(
    r"(?P<number>[0-9０-９]+(?:[.,][0-9]+)?|[一二三四五六七八九十百千万]+)"
    r"(?P<unit>人|匹|本|個|枚|台|冊|軒|頭|羽|階|回|杯|着|足|曲|件|つ|キロ|グラム|メートル|円|ユーロ|ドル|歳|才|分|時間|日間|週間|ヶ月|か月|年間|%|パーセント)"
)
_FIGURE: Final = re.compile("[0-9０-９]+|[一二三四五六七八九十百千万]+")
_DIGITS: Final = {"一": 1, "二": 2, "三": 3, "四": 4, "五": 5, "六": 6, "七": 7, "八": 8, "九": 9}
_SCALES: Final = {"十": 10, "百": 100, "千": 1000, "万": 10_000}
_UNITS: Final = {
    "円": ValueKind.MONEY, "ユーロ": ValueKind.MONEY, "ドル": ValueKind.MONEY, "歳": ValueKind.AGE, "才": ValueKind.AGE,
    "キロ": ValueKind.MEASURE, "グラム": ValueKind.MEASURE, "メートル": ValueKind.MEASURE, "%": ValueKind.SHARE,
    "パーセント": ValueKind.SHARE, "分": ValueKind.DURATION, "時間": ValueKind.DURATION, "日間": ValueKind.DURATION,
    "週間": ValueKind.DURATION, "ヶ月": ValueKind.DURATION, "か月": ValueKind.DURATION, "年間": ValueKind.DURATION,
}  # fmt: skip
_CALLED: Final = re.compile(
    r"(?:名前は|名は)(?!何|なん|誰)([^、。！？!?\s]{1,12}?)(?=です|だ[。、]|、|。|$|になり|と申|といい|と言)"
)
_TITLE: Final = "さん|くん|君|ちゃん|先生|先輩|様"
_TITLED: Final = re.compile(
    rf"(?:(?<=[のはがとにもを、。「\sるたい])|^)([一-龥々]{{1,4}}|[ァ-ヶー]{{2,10}}|[ぁ-ん]{{2,5}}?)(?={_TITLE}|という|って名前|といい|っていう|って言う)"
)
_IS_CALLED: Final = re.compile(
    rf"(?:は|が)([^、。はが\s]{{1,10}}?)(?:{_TITLE})?(?:です|だ(?:よ|。|$)|に(?:な|変|代|替)|という|っていう|といい)"
)
_PLACED: Final = re.compile(
    r"(?:先週|先月|来週|来月|来年|去年|今年|昨日|今日|最近|今|夏|冬|春|秋)?([一-龥ァ-ヶーA-Za-z]{2,12})"
    r"(?=に住|で暮|に引っ越|へ引っ越|に行|へ行|で働|に勤|から来|に移|へ移|に転|にしました|にある|にあり|で会|で待)"
)
_TEACHER: Final = re.compile("先生")
_OWN: Final = re.compile(r"^(?:私|僕|俺|わたし|うち)(?:たち)?(?:の|は|って)")
_OBJECT: Final = re.compile(r"(?:^|[、。「はがの]|(?<=[一-龥々ァ-ヶー])[でにはがもとのへや])([ぁ-ん]{2,6}?)(?=を)")
"""A noun that is written as it is spoken, before the sign of an object."""
_LIKED: Final = r".{0,5}(?:好き|嫌い|苦手|得意|欲し|ほし|怖|こわ|い(?:ます|る|た|て)|いまし)"
"""What makes that which stands before it what somebody likes, fears or has."""
_CONTRAST: Final = re.compile(r"(?:けれど|けど|ですが|ますが|だが)、?")
_WHEN: Final = re.compile(
    "先週|先月|先日|今週|今月|来週|来月|来年|去年|昨年|今年|昨日|今日|明日|最近|現在|毎週|毎日|毎朝|毎晩|何[回人匹本個枚台冊軒頭羽階杯着足曲件歳才曜]日?"
)
_WORKING: Final = frozenset({"仕事", "職業"})
"""Words that ask for a job and say nothing of it."""
_SEVERAL: Final = 2
_CHOICE: Final = re.compile(r"何|誰|どこ|いつ|どれ|どの|どんな|いくつ|いくら|なぜ|どう|どっち")
_KEEPING: Final = re.compile("飼")
_BREAK: Final = re.compile(r"(?:ので|のですが|んですが|ですが|ますが|んだけど|ですけど|ますけど|けれど)、")
_REASON: Final = re.compile(rf"{_BREAK.pattern}.{{3,}}(?:か|[?？])")
"""A clause that tells why something is asked, before what is asked: it is told as true."""
_ASKS: Final = re.compile(r"[?？]\s*$|(?:ですか|ますか|でしたか|のか)[。]?\s*$")


def sentence(text: str, start: int, using: Grammar, *, speaker: str, aliases: Mapping[str, str]) -> SentenceReading:
    """What a sentence says, told by patterns over its text."""
    seen = _told(text[:LONGEST_READ], using)
    held = values(seen, using)
    cues = _cues(seen, using)
    stance = _stance(cues - {Cue.QUESTION} if _REASON.search(seen) else cues)
    subject = _subject(seen, using, aliases)
    claims = tuple(
        claim for part in _clauses(seen, held, subject, using, aliases) for claim in _claims(*part, stance, using)
    )
    told = _names(seen, held, using)
    reading = SentenceReading(
        text=text,
        start=start,
        end=start + len(text),
        language=using.code,
        speaker=speaker,
        claims=claims,
        values=tuple(held),
        subject=subject,
        stance=stance,
        cues=cues,
        topic=_topic(seen, held, using, aliases),
        matter=_matter(seen, held),
        contrast=frozenset(re.findall(r"([^、。はが\s]{1,10}?)(?:じゃなくて|ではなく|でなく)", seen)),
        wanted=frozenset(value.key for claim in claims if claim.wanted for value in claim.values),
        names=told,
    )
    return _worth(reading, using)


def _told(text: str, using: Grammar) -> str:
    """A sentence with what it only supposes or wishes left blank, where it goes on with how things are."""
    unreal = using.cues[Cue.UNREAL]
    for turn in _CONTRAST.finditer(text) if unreal.search(text) else ():
        rest = text[turn.end() :]
        if rest and not unreal.search(rest):
            return " " * turn.end() + rest
    return text


def _clauses(
    text: str, held: Sequence[Value], subject: Subject, using: Grammar, aliases: Mapping[str, str]
) -> list[tuple[str, Sequence[Value], Subject]]:
    """The clauses of a sentence with their values and subjects; one where not each has a subject of its own."""
    parts = [(part.start(), part.end()) for part in re.finditer("[^、]+", text)]
    own = [_related(using).search(text, *part) or _OWN.match(text[slice(*part)]) for part in parts]
    if len(parts) < _SEVERAL or not all(own):
        return [(text, held, subject)]
    return [
        (
            text[first:after],
            [value for value in held if first <= value.start < after],
            _subject(text[first:after], using, aliases),
        )
        for first, after in parts
    ]


def question(text: str, using: Grammar, *, aliases: Mapping[str, str]) -> QuestionReading:
    """What a question asks, told by patterns over its text."""
    held = values(text, using)
    form = next((each for each in using.asked if each.pattern.search(text)), None)
    match = form.pattern.search(text) if form else None
    slot = _slot_asked(text, form.name if form else "", using)
    about = _topic(text, held, using, aliases)
    noun = (match.groupdict().get("noun") or "") if match else ""
    return QuestionReading(
        text=text,
        language=using.code,
        asked=form.kinds if form else frozenset(),
        nouns=frozenset({noun} - {""}),
        subject=_subject(text, using, aliases),
        people=_people(text, using),
        several=using.whole_list.search(text) is not None,
        yes_or_no=form is None and _CHOICE.search(text) is None,
        kinds=_kinds(text, using),
        about_past=using.back_then.search(text) is not None,
        of_wish=using.wanting.search(text) is not None,
        topic=about - _WORKING if slot == "job" else about,
        matter=_matter(text, held),
        slot=slot,
    )


def _kinds(text: str, using: Grammar) -> Mapping[str, frozenset[str]]:
    """What is of the kinds that a question names: whoever asks what is kept asks for an animal."""
    named = {relation for word, relation in using.relations.items() if word in text and relation in RELATIONS}
    kept = {"飼": RELATIONS["pet"]} if _KEEPING.search(text) else {}
    known = {run: glosses.alike(run, using.code) for run in _runs(text)}
    of_kind = {run: members for run, members in known.items() if members}
    return of_kind | kept | {relation: RELATIONS[relation] for relation in named}


def _people(text: str, using: Grammar) -> frozenset[str]:
    """Whom a question names by what they are to the speaker."""
    return frozenset(using.relations[match[1]] for match in _related_to(using).finditer(text))


def _slot_asked(text: str, name: str, using: Grammar) -> str | None:
    about = re.match(r"(.{1,10}?の.{1,8}?)は(?:何|誰|どこ|いつ|いくつ|いくら)", _OWN.sub("", text))
    if about and about[1].endswith(("仕事", "職業")):
        return "job"
    return about[1] if about else name or None


def values(text: str, using: Grammar) -> list[Value]:
    """The values of a text in their order."""
    found = list(_timed(text, using))
    for match in _COUNTED.finditer(text):
        if not any(match.start() < each.end and each.start < match.end() for each in found):
            kind = _UNITS.get(match["unit"], ValueKind.NUMBER)
            key, unit = str(number(match["number"])), match["unit"]
            found.append(
                Value(
                    kind=kind,
                    text=match[0],
                    key=key,
                    noun=unit,
                    nouns=frozenset({unit}),
                    start=match.start(),
                    end=match.end(),
                )
            )
    for kind, pattern in ((ValueKind.PERSON, _CALLED), (ValueKind.PERSON, _TITLED), (ValueKind.PLACE, _PLACED)):
        for match in pattern.finditer(text):
            if match[1] in using.relations or match[1] in using.user or _is_relation(text, match.start(1), using):
                continue
            if not any(match.start(1) < each.end and each.start < match.end(1) for each in found):
                found.append(Value(kind=kind, text=match[1], key=match[1], start=match.start(1), end=match.end(1)))
    return sorted(found, key=lambda each: each.start)


def _is_relation(text: str, start: int, using: Grammar) -> bool:
    """Whether what looks like a name with a title is a relation: おばあちゃん."""
    return any(text.startswith(word, start) for word in using.relations if len(word) > 2)


def _timed(text: str, using: Grammar) -> Iterator[Value]:
    for often in frequencies(text, using):
        said = text[often.start : often.end]
        yield Value(
            kind=ValueKind.FREQUENCY,
            text=said,
            key=_figure(often.count),
            noun=often.unit,
            start=often.start,
            end=often.end,
        )
    for clock in clocks(text, using):
        yield Value(
            kind=ValueKind.CLOCK, text=text[clock.start : clock.end], key=clock.key, start=clock.start, end=clock.end
        )
    for date in dates(text, using):
        yield Value(kind=ValueKind.DAY, text=text[date.start : date.end], key=date.key, start=date.start, end=date.end)
    for name, place in using.weekdays.items():
        for match in re.finditer(name, text):
            yield Value(kind=ValueKind.DAY, text=match[0], key=f"w{place}", start=match.start(), end=match.end())


def _figure(text: str) -> str:
    return str(number(text)) if _FIGURE.fullmatch(text) else text


def number(text: str) -> int:
    """A number in digits or in Chinese numerals."""
    if text.isdecimal():
        return int(text)
    total, current = 0, 0
    for sign in text:
        if sign in _DIGITS:
            current = _DIGITS[sign]
        elif sign in _SCALES:
            total += (current or 1) * _SCALES[sign]
            current = 0
    return total + current


def _cues(text: str, using: Grammar) -> frozenset[Cue]:
    found = {cue for cue, pattern in using.cues.items() if pattern.search(text)}
    if _ASKS.search(text):
        found.add(Cue.QUESTION)
    return frozenset(found)


def _stance(cues: frozenset[Cue]) -> Stance:
    for cue, stance in (
        (Cue.JOKE, Stance.JOKED),
        (Cue.QUOTED, Stance.QUOTED),
        (Cue.UNREAL, Stance.SUPPOSED),
        (Cue.QUESTION, Stance.ASKED),
        (Cue.DENIAL, Stance.DENIED),
        (Cue.NEGATION, Stance.DENIED),
    ):
        if cue in cues:
            return stance
    return Stance.ASSERTED


@lru_cache(maxsize=4)
def _related(using: Grammar) -> re.Pattern[str]:
    """Somebody's relation as what a sentence speaks of, and not as what is liked or had."""
    words = "|".join(sorted(map(re.escape, using.relations), key=len, reverse=True))
    return re.compile(rf"(?<![一-龥々])({words})(?:さん)?(?:は|も|の|って|が(?!{_LIKED}))")


@lru_cache(maxsize=4)
def _related_to(using: Grammar) -> re.Pattern[str]:
    """Somebody's relation, with what a noun is followed by."""
    words = "|".join(sorted(map(re.escape, using.relations), key=len, reverse=True))
    return re.compile(rf"(?<![一-龥々])({words})(?:さん)?(?=[はもがのとにを]|って)")


def _is_topic(text: str, end: int) -> bool:
    """Whether what stands before a title is what a sentence speaks of."""
    return re.match(rf"(?:{_TITLE})(?:は|が|の|って)", text[end:]) is not None


def _subject(text: str, using: Grammar, aliases: Mapping[str, str]) -> Subject:
    """The relation that is the topic, or somebody by name; the speaker where nobody is."""
    related = _related(using)
    first = next((match for match in related.finditer(text) if not text[: match.start()].endswith("の")), None)
    if found := first or related.search(text):
        return Subject(relation=using.relations[found[1]])
    if _OWN.search(text):
        return Subject(relation="user")
    named = next((match for match in _TITLED.finditer(text) if _is_topic(text, match.end())), None)
    if named and named[1] not in using.relations:
        return Subject(relation=aliases.get(named[1], ""), name=named[1])
    return Subject(relation="user")


def _claims(text: str, held: Sequence[Value], subject: Subject, stance: Stance, using: Grammar) -> tuple[Claim, ...]:
    # Whose animal it is nobody says who speaks of their own.
    own = subject.is_user or subject.relation in using.pets
    text = _before_wish(text, using)
    plain = Claim(subject=subject, predicate="", words=text, stance=stance, values=tuple(held), of_user=own)
    found = []
    for form in using.slots:
        match = form.pattern.search(text)
        if match:
            groups = match.groupdict()
            about = (groups.get("about") or "").removeprefix("私の").removeprefix("僕の")
            name = form.name.replace("{about}", about)
            value = (groups.get("value") or match[0]).strip()
            content = frozenset({_figure(value)})
            found.append(replace(plain, predicate=name, slot=name, content=content))
    if name := _called(text, held, subject):
        many = subject.relation in using.several and subject.relation not in using.pets
        found.append(replace(plain, predicate=CALLED, slot=CALLED, content=frozenset({name}), many=many))
    ended = tuple(using.relations.get(run, run) for run in _runs(text)) if using.cues[Cue.ENDING].search(text) else ()
    if using.wanting.search(text):
        return (replace(plain, wanted=True),)
    return (*found, replace(plain, ended=ended[:1])) if ended or not found else tuple(found)


def _before_wish(text: str, using: Grammar) -> str:
    """What a sentence tells before it comes to what is wanted: "my father drives a taxi, so I want to give him"."""
    cut = max((match.end() for match in _BREAK.finditer(text)), default=0)
    return text if not using.wanting.search(text) or using.wanting.search(text[:cut]) or not cut else text[:cut]


def _called(text: str, held: Sequence[Value], subject: Subject) -> str:
    """The name that a sentence gives somebody: "the new boss is Ms Onishi"."""
    if subject.is_user or not subject.relation:
        return ""
    said = [match.start(1) for match in _IS_CALLED.finditer(text)]
    return next((value.key for value in held if value.kind is ValueKind.PERSON and value.start in said), "")


def _runs(text: str) -> Iterator[str]:
    for match in _RUN.finditer(_WHEN.sub(" ", text)):
        if match[0] not in {"今", "私", "僕", "俺"} and not match[0].isdecimal():
            yield match[0]


def _topic(text: str, held: Sequence[Value], using: Grammar, aliases: Mapping[str, str]) -> frozenset[str]:
    """Runs of Chinese characters and of katakana; a relation under its common name."""
    found, rest = set(), text
    for each in held:
        if each.kind not in {ValueKind.PLACE, ValueKind.PERSON}:
            rest = rest[: each.start] + " " * (each.end - each.start) + rest[each.end :]
    for match in _RUN.finditer(_WHEN.sub(" ", rest)):
        run = match[0]
        if run not in using.function_words and run not in using.empty and run not in using.user:
            found.add(using.relations.get(run, run))
    found |= {value.key for value in held if value.kind in {ValueKind.PLACE, ValueKind.PERSON}}
    found |= {using.relations.get(match[1], match[1]) for match in _OBJECT.finditer(text)}
    found |= {relation for name, relation in aliases.items() if name in text}
    found |= {relation for word, relation in using.relations.items() if len(word) > 2 and word in text}
    if _TEACHER.search(text):
        found.add("teacher")
    return frozenset(found)


def _matter(text: str, held: Sequence[Value]) -> str:
    for value in reversed(held):
        text = text[: value.start] + " " + text[value.end :]
    return text[:400]


def _names(text: str, held: Sequence[Value], using: Grammar) -> Mapping[str, str]:
    relation = next(
        (name for word, name in using.relations.items() if re.search(rf"{re.escape(word)}(?:の名前|は|の)", text)), None
    )
    person = next((value for value in held if value.kind is ValueKind.PERSON), None)
    return {person.key: relation} if relation and person else {}


def _worth(reading: SentenceReading, using: Grammar) -> SentenceReading:
    if reading.speaker != "user" or not reading.is_told:
        return reading
    form = next((each for each in using.worth if each.pattern.search(reading.text)), None)
    return replace(reading, kind=form.worth, importance=form.importance) if form else reading
