"""What people say in a scene, as plain sentences of whom they name; a wish or a question says nothing."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Final

_QUOTED: Final = re.compile(r"[\"“«„]([^\"”»“\n]{2,400})[\"”»“]")
_SAYS: Final = (
    r"(?:says?|said|asks?|asked|answers?|answered|repl(?:y|ies|ied)|whispers?|whispered|shouts?|shouted|mutters?|"
    r"muttered|murmurs?|murmured|cries|cried|calls?|called|tells?|told|explains?|explained|admits?|admitted)"
)
_NAME: Final = r"([A-Z][\w’'-]*(?: [A-Z][\w’'-]*)?)"
_AFTER: Final = re.compile(rf"[,.!?]?\s*(?:{_SAYS} {_NAME}|{_NAME} {_SAYS})")
_BEFORE: Final = re.compile(rf"{_NAME}(?:,)? {_SAYS}(?: to \w+)?[,:]?\s*$")
_ASIDE: Final = r"(?: ?\([^)\n]{0,40}\))?"
_LED: Final = re.compile(rf"^[ \t]*([^\W\d_][\w .’'-]{{0,39}}?){_ASIDE}:[ \t]*(\S[^\n]*)$", re.MULTILINE)
_BELOW: Final = r"((?:[ \t]*\S[^\n]*(?:\n|\Z))+)"
_CUE: Final = re.compile(rf"^[ \t]*([A-Z][A-Z .’'-]{{1,39}}){_ASIDE}[ \t]*\n{_BELOW}", re.MULTILINE)
_HEADING: Final = re.compile(r"^(?:INT|EXT|CUT|FADE|SCENE|NIGHT|DAY)\b")
_CLAUSE: Final = re.compile(r"(?<=[.!;])\s+|,\s+(?=(?:and |but |so )?I\b)")
_NOT_NOW: Final = re.compile(
    r"\?|\b(?:was|were|had|used|ago|yesterday|once|last|will|shall|would|could|should|might|may|if|tomorrow|when|wish|"
    r"think|thought|guess|maybe|perhaps|want|hope|going to|let|please|don['’]t|['’]ll|['’]d)\b",
    re.IGNORECASE,
)
_FIRST_PERSON: Final = (
    (re.compile(r"\bI(?:['’]m| am)\b"), "{} is"),
    (re.compile(r"\bI(?:['’]ve| have)\b"), "{} has"),
    (re.compile(r"\bI\b"), "{}"),
    (re.compile(r"\b[Mm]y\b"), "{}'s"),
    (re.compile(r"\b(?:me|myself)\b"), "{}"),
)


@dataclass(frozen=True, kw_only=True, slots=True)
class DialogueLine:
    """One line of dialogue."""

    speaker: str
    words: str

    @property
    def text(self) -> str:
        """The line as a script has it."""
        return f"{self.speaker}: {self.words}"


def dialogue_lines(text: str, people: Collection[str]) -> list[DialogueLine]:
    """The lines that a text has people say: as a script has them, or in quotation marks with whoever says so."""
    named = {each.casefold(): each for each in people}
    return [*_led(text, named), *_cued(text, named), *_quoted(text, named)]


def _led(text: str, named: dict[str, str]) -> Iterator[DialogueLine]:
    """In "MARA: I am cold."; what is no name of anybody is a heading."""
    for found in _LED.finditer(text):
        speaker = _speaker(found[1], named)
        if speaker:
            yield DialogueLine(speaker=speaker, words=found[2].strip(' "“”«»'))


def _cued(text: str, named: dict[str, str]) -> Iterator[DialogueLine]:
    """A name in capitals on a line of its own, with what is said below it."""
    for found in _CUE.finditer(text):
        speaker = _speaker(found[1], named)
        if speaker:
            yield DialogueLine(speaker=speaker, words=" ".join(found[2].split()))


def _speaker(cue: str, named: dict[str, str]) -> str | None:
    known = named.get(cue.strip().casefold())
    capitals = cue.strip().isupper() and len(cue.strip()) > 1 and not _HEADING.match(cue.strip())
    return known or (cue.strip().title() if capitals else None)


def _quoted(text: str, named: dict[str, str]) -> Iterator[DialogueLine]:
    for found in _QUOTED.finditer(text):
        after = _AFTER.match(text, found.end())
        before = _BEFORE.search(text[max(0, found.start() - 80) : found.start()])
        speaker = (after and (after[1] or after[2])) or (before and before[1])
        if speaker:
            yield DialogueLine(speaker=named.get(speaker.casefold(), speaker), words=found[1].strip())


def plain_sentences(line: DialogueLine) -> str:
    """What a line says to be so now, as sentences that name its speaker; wishes, questions and the past say nothing."""
    clauses = [each.strip(" ,") for each in _CLAUSE.split(line.words)]
    told = [_named(each, line.speaker) for each in clauses if each and not _NOT_NOW.search(each)]
    return " ".join(each if each.endswith((".", "!")) else f"{each}." for each in told)


def _named(clause: str, speaker: str) -> str:
    clause = re.sub(r"^(?:and|but|so)\s+", "", clause)
    for pattern, name in _FIRST_PERSON:
        clause = pattern.sub(name.format(speaker), clause)
    return clause
