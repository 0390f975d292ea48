"""Sentences of a language that puts no spaces between its words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from showbible.reading.grammar import Grammar
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
    r"(?P<unit>人|匹|本|個|枚|台|冊|軒|頭|羽|階|回|キロ|グラム|メートル|円|ユーロ|ドル|歳|才|分|時間|日間|週間|ヶ月|か月|年間|%|パーセント)"
)
_DIGITS: Final = {"一": 1, "二": 2, "三": 3, "四": 4, "五": 5, "六": 6, "七": 7, "八": 8, "九": 9}
_SCALES: Final = {"十": 10, "百": 100, "千": 1000, "万": 10_000}
_UNITS: Final = {
    "円": ValueKind.MONEY, "ユーロ": ValueKind.MONEY, "ドル": ValueKind.MONEY, "歳": ValueKind.AGE, "才": ValueKind.AGE,
    "キロ": ValueKind.MEASURE, "グラム": ValueKind.MEASURE, "メートル": ValueKind.MEASURE, "%": ValueKind.SHARE,
    "パーセント": ValueKind.SHARE, "分": ValueKind.DURATION, "時間": ValueKind.DURATION, "日間": ValueKind.DURATION,
    "週間": ValueKind.DURATION, "ヶ月": ValueKind.DURATION, "か月": ValueKind.DURATION, "年間": ValueKind.DURATION,
}  # fmt: skip
_CALLED: Final = re.compile(r"(?:名前は|名は)([^、。！？!?\s]{1,12}?)(?=です|だ[。、]|、|。|$|になり)")
_TITLED: Final = re.compile(r"([一-龥ァ-ヶーぁ-ん]{1,8}?)(?=さん|くん|君|ちゃん|という|って名前)")
_PLACED: Final = re.compile(r"([一-龥ァ-ヶーA-Za-z]{2,12})(?=に住|で暮|に引っ越|へ引っ越|に行|へ行|で働|から来|に移)")
_ASKS: Final = re.compile(r"[?？]\s*$|(?:ですか|ますか|でしたか|のか)[。]?\s*$")


def sentence(text: str, start: int, using: Grammar, *, speaker: str, aliases: Mapping[str, str]) -> SentenceReading:
    """What a sentence says, told by patterns over its text."""
    seen = text[:LONGEST_READ]
    held = values(seen, using)
    cues = _cues(seen, using)
    stance = _stance(cues)
    subject = _subject(seen, using)
    claims = _claims(seen, held, subject, stance, using)
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
        contrast=frozenset(re.findall(r"([^、。はが\s]{1,10}?)(?:じゃなくて|ではなく)", seen)),
        names=told,
    )
    return _worth(reading, using)


def question(text: str, using: Grammar, *, aliases: Mapping[str, str]) -> QuestionReading:
    """What a question asks, told by patterns over its text."""
    held = values(text, using)
    form = next((each for each in using.asked if each.pattern.search(text)), None)
    match = form.pattern.search(text) if form else None
    noun = (match.groupdict().get("noun") or "") if match else ""
    return QuestionReading(
        text=text,
        language=using.code,
        asked=form.kinds if form else frozenset(),
        nouns=frozenset({noun} - {""}),
        subject=_subject(text, using),
        several=using.whole_list.search(text) is not None,
        about_past=using.back_then.search(text) is not None,
        topic=_topic(text, held, using, aliases),
        matter=_matter(text, held),
        slot=_slot_asked(text, form.name if form else "", using),
    )


def _slot_asked(text: str, name: str, using: Grammar) -> str | None:
    about = re.match(r"(?:私の)?(.{1,10}?の.{1,8}?)は(?:何|誰|どこ|いつ|いくつ|いくら)", text)
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
            if not any(match.start(1) < each.end and each.start < match.end(1) for each in found):
                found.append(Value(kind=kind, text=match[1], key=match[1], start=match.start(1), end=match.end(1)))
    return sorted(found, key=lambda each: each.start)


def _timed(text: str, using: Grammar) -> Iterator[Value]:
    for often in frequencies(text, using):
        said = text[often.start : often.end]
        yield Value(
            kind=ValueKind.FREQUENCY, text=said, key=often.count, noun=often.unit, start=often.start, end=often.end
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


def _subject(text: str, using: Grammar) -> Subject:
    """The relation that is the topic; the speaker where nobody is."""
    for word, relation in using.relations.items():
        if re.search(rf"{re.escape(word)}(?:は|が|の)", text):
            return Subject(relation=relation)
    return Subject(relation="user")


def _claims(text: str, held: Sequence[Value], subject: Subject, stance: Stance, using: Grammar) -> tuple[Claim, ...]:
    plain, found = Claim(subject=subject, predicate="", words=text, stance=stance, values=tuple(held)), []
    for form in using.slots:
        match = form.pattern.search(text)
        if match:
            groups = match.groupdict()
            about = (groups.get("about") or "").removeprefix("私の").removeprefix("僕の")
            name = form.name.replace("{about}", about)
            content = frozenset({(groups.get("value") or match[0]).strip()})
            found.append(replace(plain, predicate=name, slot=name, content=content))
    ended = tuple(_runs(text)) if using.cues[Cue.ENDING].search(text) else ()
    return (*found, replace(plain, ended=ended[:1])) if ended or not found else tuple(found)


def _runs(text: str) -> Iterator[str]:
    empty = {"今", "先月", "先週", "去年", "昨日", "今日", "最近", "今年", "私", "僕", "俺", "毎週", "毎日"}
    for match in _RUN.finditer(text):
        if match[0] not in empty and not match[0].isdecimal():
            yield match[0]


def _topic(text: str, held: Sequence[Value], using: Grammar, aliases: Mapping[str, str]) -> frozenset[str]:
    """Runs of Chinese characters and of katakana; a relation under its common name."""
    found = set()
    for match in _RUN.finditer(text):
        run = match[0]
        inside = any(
            each.start <= match.start() < each.end
            for each in held
            if each.kind not in {ValueKind.PLACE, ValueKind.PERSON}
        )
        if not inside and run not in using.function_words and run not in using.empty and run not in using.user:
            found.add(using.relations.get(run, run))
    found |= {value.key for value in held if value.kind in {ValueKind.PLACE, ValueKind.PERSON}}
    found |= {relation for name, relation in aliases.items() if name in text}
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
