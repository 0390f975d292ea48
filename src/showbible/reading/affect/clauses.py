"""A message cut into clauses, each with what decides whether its words are meant."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from showbible.reading.affect.model import Party

_ACTION: Final = re.compile(r"\*([^*\n]{1,400})\*")
_QUOTED: Final = re.compile(r"[“\"„«][^”\"“»\n]{1,400}[”\"“»]|(?<!\w)['‘][^'’\n]{3,200}['’](?!\w)")
_SENTENCE: Final = re.compile(r"[^.!?…\n。！？]+[.!?…。！？]*")
_BREAK: Final = re.compile(
    r"\s*[,;:—–]\s*|\s+-+\s+|\s+(?=(?:but|because|although|though|while|whereas|until)\s)"
    r"|\s+(?=(?:and|so|or)\s+(?:i|you|he|she|we|they|it|my|your|this|that|there)\b)",
    re.IGNORECASE,
)
_WORD: Final = re.compile(r"[^\W_]+(?:'[^\W_]+)?")
_APOSTROPHES: Final = str.maketrans("’‘ʼ`´", "'''''")
_CONTRACTIONS: Final = (
    (re.compile(r"\bi'm\b"), "i am"),
    (re.compile(r"\b(you|we|they)'re\b"), r"\1 are"),
    (re.compile(r"\b(i|we|they|you)'ve\b"), r"\1 have"),
    (re.compile(r"\b(i|we|they|you|he|she|it)'ll\b"), r"\1 will"),
    (re.compile(r"\b(i|we|they|you|he|she)'d\b"), r"\1 would"),
    (re.compile(r"\b(it|that|he|she|what|who|there|here|where|how)'s\b"), r"\1 is"),
    (re.compile(r"\b(\w+)'s\b"), r"\1 s"),
    (re.compile(r"\bwon't\b"), "will not"),
    (re.compile(r"\bcan't\b|\bcannot\b"), "can not"),
    (re.compile(r"\b(\w+)n't\b"), r"\1 not"),
)


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


NEGATORS: Final = _words(
    "not never no nobody none nothing neither nor without hardly cannot nicht kein keine keinen keiner nie"
    " niemals nunca jamás jamas tampoco ne pas jamais aucun aucune"
)
_NOT_REALLY: Final = re.compile(r"\bnot (?:only|just|wait|stop|help|resist|get enough|take my eyes)\b|\bwhy not\b")
"""Where a negator denies nothing: "I cannot stop thinking of you" says that I do."""
_UNREAL: Final = re.compile(
    r"^(?:and |but |so )?(?:if|imagine|suppose|pretend|what if|unless|whenever)\b"
    r"|\bin (?:the|this|that|my|a) (?:film|movie|book|novel|song|show|series|play|poem|game|dream|story)\b"
)
_REPORTED: Final = re.compile(
    r"\b(?:(?i:he|she|they|(?:my|his|her|our|their|the) \w+)|[A-Z]\w+)\s+(?:(?:has|had|have|just|always) )?"
    r"(?:says?|said|told|tells|claims?|claimed|thinks?|thought|wrote|writes|believes?|believed)\b"
)
_SPEAKER: Final = _words(
    "i me my mine myself we us our ours ich mich mir mein meine meinem meinen meiner wir uns yo mi mis je moi"
    " mon ma mes nous nosotros"
)
_LISTENER: Final = _words("you your yours yourself u ya du dich dir dein deine tú tu te ti tus toi ton ta tes vous")
_OTHER: Final = _words("he she they him her them his their it its someone somebody everyone people")
_AUXILIARY: Final = _words("do does did will would can could should may might must have has had am are is was were be")


_LEADING_TO_AN_ORDER: Final = NEGATORS | _AUXILIARY | {"please", "just", "so", "and", "but"}


@dataclass(frozen=True, kw_only=True)
class FeltClause:
    """One clause in plain lower case: its words, and what kind of utterance it is."""

    text: str
    words: tuple[str, ...]
    is_action: bool = False
    is_question: bool = False
    is_unreal: bool = False

    def denies(self, place: int) -> bool:
        """Whether a negator before the word takes back what it says."""
        before = " ".join(self.words[: place + 1])
        return not _NOT_REALLY.search(before) and any(each in NEGATORS for each in self.words[:place])

    def subject(self, place: int) -> Party:
        """Who is said to do or be it; an order or an action without one is the speaker's, or the listener's to do."""
        before = [each for each in self.words[:place] if each in _SPEAKER | _LISTENER | _OTHER]
        if before:
            return _party(before[0])
        if self.is_action:
            return Party.SPEAKER
        return Party.LISTENER if self._is_order(place) else Party.NOBODY

    def object(self, place: int) -> Party:
        """Whom it is done to, if the clause says so."""
        after = [each for each in self.words[place + 1 : place + 6] if each in _SPEAKER | _LISTENER | _OTHER]
        return _party(after[0]) if after else Party.NOBODY

    def _is_order(self, place: int) -> bool:
        return all(each in _LEADING_TO_AN_ORDER for each in self.words[:place])

    @property
    def concerns_speaker(self) -> bool:
        """Whether the one who speaks is part of it."""
        return any(each in _SPEAKER for each in self.words)


def clauses(text: str) -> Iterator[FeltClause]:
    """The clauses of a message without what it quotes, its actions first."""
    for action in _ACTION.findall(text):
        yield from _of_sentence(action, is_action=True)
    spoken = _QUOTED.sub(" ", _ACTION.sub(" ", text.translate(_APOSTROPHES)))
    for sentence in _SENTENCE.findall(spoken):
        yield from _of_sentence(sentence)


def _of_sentence(sentence: str, *, is_action: bool = False) -> Iterator[FeltClause]:
    asked = sentence.rstrip().endswith(("?", "？"))
    plain = _plain(sentence)
    unreal = bool(_UNREAL.search(plain.strip()))
    reported = bool(_REPORTED.search(sentence))
    for part in _BREAK.split(plain):
        words = tuple(_WORD.findall(part))
        if words:
            yield FeltClause(
                text=" ".join(words), words=words, is_action=is_action, is_question=asked, is_unreal=unreal or reported
            )


def _plain(text: str) -> str:
    text = text.translate(_APOSTROPHES).casefold()
    for pattern, written_out in _CONTRACTIONS:
        text = pattern.sub(written_out, text)
    return text


def _party(word: str) -> Party:
    if word in _SPEAKER:
        return Party.SPEAKER
    return Party.LISTENER if word in _LISTENER else Party.OTHER
