"""A habit as a card says it: plain, conditional, and without a word of the scenes it comes from."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any, Final

from showbible.direction.model import Card, Confidence, Op, Rule, SceneFacts
from showbible.direction.recall.kinds import KINDS
from showbible.direction.recall.looks import AT_LEAST, AT_MOST, NUMBERS, SIZES
from showbible.vocabulary import plural

LONGEST: Final = 400
SURELY: Final = 0.5
SOME: Final = "a certain kind of"
UNNAMED: Final = "moments like those of its scenes, of a kind that still wants a name"

_Held = Mapping[str, tuple[str, ...]]
"""What a rule says of where it holds, or of where it does not."""
_CALLED: Final = {kind.beat: kind.scene for kind in KINDS if kind.beat != kind.scene}
_ROLES: Final = {
    "affected": "the affected character",
    "other": "the other character, the one who causes it",
    "several": "several people",
    "nobody": "no character",
}
_VALUES: Final = {
    "STATIC": "static, the camera held still",
    "HANDHELD": "handheld, rougher",
    "PUSH_IN": "a push-in",
    "LOW_ANGLE": "a low angle",
    "HIGH_ANGLE": "a high angle",
    "EYE_LEVEL": "eye level",
}
_GOALS: Final = {
    "scene_start": "to the start of the scene",
    "beat_start": "to the start of their beat",
    "scene_end": "to the end of the scene",
}
_PLACES: Final = {
    "opening": "the opening shot",
    "closing": "the closing shot",
    "first": "the first shot of a beat",
    "last": "the last shot of a beat",
    "middle": "a shot inside a beat",
    "only": "the only shot of a beat",
}
_TOLD: Final = ("function", "scene_type", "premise", "geography", "role", "shot_job", "place", "previous", "next")
_UNSAFE: Final = re.compile(
    r"https?://\S+|www\.\S+|```|<[^>]{0,80}>|^\s*(system|assistant|user|developer|tool)\s*:"
    r"|\b(ignore|disregard|forget) (all|any|the|previous|prior|your)\b|\b(call|use|invoke|run) the \w+ tool\b"
    r"|\b(budget|tier|api[ _]?key|password|token limit|max_cards|project_id)\b",
    re.IGNORECASE | re.MULTILINE,
)
_ARTICLE: Final = re.compile(r"\b(?:the|an?|his|her|their|its)\s+((?:[a-z]{3,}[ -]){0,2}[a-z]{4,})\b")
_CAPITAL: Final = re.compile(r"(?<![.!?]\s)(?<!^)\b[A-Z][\w'-]+")
_CRAFT: Final = re.compile(
    r"scene|shot|beat|camera|room|place|space|person|people|other|moment|character|plan|layout|geography|drama|weight"
    r"|close|wide|medium|angle|reaction|dialogue|detail|point|time|way|first|last|same|face|hand|thing|one|edit|story"
)


def card(rule: Rule, *, card_id: str, names: Collection[str] = ()) -> Card:
    """The card that states a rule."""
    told = _Teller(names)
    return Card(
        card_id=card_id,
        preference=fit(told.preference(rule)),
        applies_to=fit(told.applies(rule)),
        avoid_applying_to=fit(told.avoid(rule)),
        evidence=fit(evidence(rule)),
        confidence=rule.confidence,
        source_scene_ids=rule.scenes,
        rule=rule,
    )


def is_unnamed(rule: Rule) -> bool:
    """Whether a habit is bound to moments whose kind cannot be told."""
    bound = sum(each.weight for each in rule.explanations if 0 < each.prior < SURELY)
    free = sum(each.weight for each in rule.explanations if each.prior > SURELY)
    return bound > free and not rule.where.get("function")


def evidence(rule: Rule) -> str:
    """What a rule rests on, in figures."""
    scenes = plural(len(rule.scenes), "ready scene")
    chances = f"{rule.taken} of {plural(rule.taken + rule.left, 'chance')} taken"
    alone = plural(rule.elsewhere, "similar chance elsewhere was", "similar chances elsewhere were")
    contrast = f"; {alone} left alone" if rule.elsewhere else ""
    return f"Observed across {scenes}: {chances}{contrast}."


def summary(cards: Iterable[Card], *, scenes: int) -> str:
    """Three to eight sentences on a director."""
    told = list(cards)
    strong = [each for each in told if each.confidence is not Confidence.LOW]
    lines = [f"What follows was learned from the edits in {plural(scenes, 'ready scene')}."]
    lines += [_condensed(each) for each in (strong or told)[:4]]
    if not told:
        lines.append("No habit stands out yet.")
    doubtful = len(told) - len(strong)
    if strong and doubtful:
        lines.append(
            f"{doubtful} further tendenc{'ies rest' if doubtful != 1 else 'y rests'} on a single scene or two."
        )
    lines.append("Each preference is conditional and gives way to the present request.")
    if len(lines) < 3:
        lines.append("Edits that mend continuity or a generator's mistakes are left out.")
    return " ".join(lines)


def _condensed(each: Card) -> str:
    return f"{each.preference.rstrip('.')} ({each.applies_to[0].lower()}{each.applies_to[1:].rstrip('.')})."


class _Teller:
    """Puts rules into words, and leaves out every word that is a name of the story."""

    def __init__(self, names: Collection[str]) -> None:
        self.names = {word.lower() for word in names}

    def word(self, value: str) -> str:
        """A value as people say it."""
        told = _VALUES.get(value) or value.replace("_", " ").lower()
        return SOME if leaks(told, self.names) else told

    def words(self, values: Iterable[str], *, last: str = "or") -> str:
        """Several values as people list them."""
        return listed_words(list(dict.fromkeys(self.word(value) for value in values)), last=last)

    def preference(self, rule: Rule) -> str:
        """What to do."""
        tellers: Mapping[Op, Callable[[Rule], str]] = {
            Op.MODIFY: self._modify,
            Op.REMOVE: lambda r: f"Remove {self.word(r.act.job)} shots: drop them from the plan{self._of(r)}.",
            Op.INSERT: self._insert,
            Op.MERGE: lambda r: f"Merge neighbouring {self.word(r.act.job)} shots into a single shot{self._of(r)}.",
            Op.MOVE: lambda r: f"Move {self.word(r.act.job)} shots {self._goal(r.act.field)}{self._of(r)}.",
        }
        return tellers[rule.act.op](rule)

    def _modify(self, rule: Rule) -> str:
        name = rule.act.field
        to = self._value(name, rule.act.to)
        jobs = rule.where.get("shot_job")
        what = f"{self.words(jobs)} shots" if jobs else "shots"
        was = [v for v in rule.where.get(name, ()) if name not in NUMBERS]
        instead = f" instead of {self.words(was)}" if was else ""
        if name == "shot_size":
            return f"Frame {what}{self._of(rule)} {_direction(rule)}: prefer {to}{instead}."
        if name == "duration_seconds":
            return f"Let {what}{self._of(rule)}{_lasting(rule)} run {_pace(rule)}: prefer {_length(rule) or to}."
        label = {"camera_movement": "camera movement", "camera_angle": "camera angle"}.get(name, self.word(name))
        return f"For {what}{self._of(rule)}, prefer {to}{instead} ({label})."

    def _value(self, name: str, to: Any) -> str:
        if name == "duration_seconds":
            return plural(to, "second") if not isinstance(to, str) else f"a {to} length"
        return self.word(str(to))

    def _insert(self, rule: Rule) -> str:
        size = rule.details.get("shot_size")
        look = f"{self.word(size)} " if size else ""
        on = _ROLES.get(rule.details.get("role", ""))
        jobs = rule.where.get("shot_job")
        after = f"{self.words(jobs)} shots" if jobs else "such shots"
        seen = f" on {on}" if on and rule.details.get("role") in ("affected", "other") else ""
        return f"Add a {look}{self.word(rule.act.job)} shot{seen} after {after}{self._of(rule)}."

    def _of(self, rule: Rule) -> str:
        roles = [_ROLES[role] for role in rule.where.get("role", ()) if role in _ROLES]
        return f" of {listed_words(roles, last='or')}" if roles else ""

    def _goal(self, goal: str) -> str:
        return _GOALS.get(goal) or f"to just before {self.word(goal.removeprefix('before:'))} shots"

    def applies(self, rule: Rule) -> str:
        """When it holds."""
        parts = self._beats(rule.where) + self._scenes(rule.where) + self._ground(rule.where, rule.unless)
        parts += self._lesser(rule)
        if is_unnamed(rule):
            parts.insert(0, f"{UNNAMED} (perhaps {self._kinds(rule.guesses)})" if rule.guesses else UNNAMED)
        return _sentence(", in ".join(parts) if parts else "any beat")

    def _beats(self, held: _Held) -> list[str]:
        functions = held.get("function")
        return [f"{self._kinds(functions)} beats"] if functions else []

    def _scenes(self, held: _Held) -> list[str]:
        types = held.get("scene_type")
        return [f"{self.words(types)} scenes"] if types else []

    def _ground(self, held: _Held, against: _Held) -> list[str]:
        places = held.get("geography") or _only(against.get("geography"))
        return [f"places with {self.words(places)} geography{_gloss(places)}"] if places else []

    def _lesser(self, rule: Rule) -> list[str]:
        parts = []
        if places := rule.where.get("place"):
            parts.append(f"the position of {listed_words([_PLACES.get(p, p) for p in places], last='or')}")
        for name, told in (("previous", "after"), ("next", "before")):
            if values := rule.where.get(name):
                parts.append(f"a place {told} {self.words(values)} shots")
        other = [name for name in rule.where if name not in _TOLD and name != rule.act.field]
        parts += [f"shots whose {self.word(name)} is {self.words(rule.where[name])}" for name in other]
        return parts

    def _kinds(self, functions: Iterable[str]) -> str:
        told = [f"{self.word(f)} ({_CALLED[f]})" if f in _CALLED else self.word(f) for f in functions]
        return listed_words(list(dict.fromkeys(told)), last="or")

    def avoid(self, rule: Rule) -> str:
        """When it does not hold."""
        parts = self._scenes(rule.unless)
        if beside := rule.unless.get("beside"):
            parts.append(f"scenes with {self._kinds(beside)} beats")
        parts += self._beats(rule.unless) + self._ground(rule.unless, rule.where)
        if not parts and rule.where.get("function"):
            parts.append("beats of another kind")
        parts.append("moments for which the user asks otherwise")
        return _sentence(listed_words(parts, last="and"))


def _sentence(told: str) -> str:
    return f"{told[0].upper()}{told[1:]}."


def _only(values: tuple[str, ...] | None) -> tuple[str, ...]:
    """The other of two kinds of place."""
    other = {"simple": "complex", "complex": "simple"}
    return tuple(other[value] for value in values or () if value in other)


def _gloss(places: Iterable[str]) -> str:
    told = {"simple": "known, clear, contained", "complex": "new or spatially demanding"}
    found = [told[place] for place in places if place in told]
    return f" ({'; '.join(found)})" if found else ""


def _lasting(rule: Rule) -> str:
    """Which lengths a habit leaves alone, in words."""
    bound = next(iter(rule.where.get(NUMBERS[0], ())), "")
    if bound.startswith(AT_LEAST):
        return f" of {plural(float(bound.removeprefix(AT_LEAST)), 'second')} or more"
    if bound.startswith(AT_MOST):
        return f" of {plural(float(bound.removeprefix(AT_MOST)), 'second')} or less"
    return ""


def _length(rule: Rule) -> str:
    """How much longer or shorter, where a habit follows the length before."""
    if ratio := rule.details.get("ratio"):
        return f"about {float(ratio):g} times the length"
    if delta := rule.details.get("delta"):
        more = "more" if float(delta) > 0 else "less"
        return f"about {plural(abs(float(delta)), 'second')} {more}"
    return ""


def _direction(rule: Rule) -> str:
    to = str(rule.act.to)
    was = [SIZES.index(v) for v in rule.where.get("shot_size", ()) if v in SIZES]
    if to not in SIZES:
        return "differently"
    middle = sum(was) / len(was) if was else SIZES.index("MEDIUM_SHOT")
    return "closer" if SIZES.index(to) < middle else "wider" if SIZES.index(to) > middle else "evenly"


def _pace(rule: Rule) -> str:
    if isinstance(rule.act.to, str):
        return rule.act.to
    told = [value.removeprefix(AT_LEAST).removeprefix(AT_MOST) for value in rule.where.get(NUMBERS[0], ())]
    was = [float(value) for value in told]
    middle = sum(was) / len(was) if was else 2.5
    return "shorter" if float(rule.act.to) < middle else "longer"


def listed_words(words: Sequence[str], *, last: str = "and") -> str:
    """Words as a sentence lists them."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"


def fit(text: str) -> str:
    """A text short enough for a card."""
    plain = " ".join(text.split())
    return plain if len(plain) <= LONGEST else plain[: LONGEST - 1].rsplit(" ", 1)[0] + "…"


def is_safe(text: str) -> bool:
    """Whether a text could stand in a prompt without ordering anything."""
    return 0 < len(text) <= LONGEST and not _UNSAFE.search(text)


def names_of(facts: SceneFacts) -> tuple[str, ...]:
    """Names of people and places in a scene, word by word."""
    told = " ".join((*facts.characters, facts.location or ""))
    prose = " ".join((facts.scene_text, facts.act_intent, *(beat.description for beat in facts.key_beats)))
    found = {*re.findall(r"[\w'-]{3,}", told), *_CAPITAL.findall(prose)}
    return tuple(sorted({word.removesuffix("'s") for word in found} - {"The", "the", "and", "off"}))


def things_of(facts: SceneFacts) -> tuple[str, ...]:
    """Things that a scene's prose speaks of: a card written by a model may name none of them."""
    prose = " ".join((facts.scene_text, *(beat.description for beat in facts.key_beats))).lower()
    found = {word for phrase in _ARTICLE.findall(prose) for word in re.split(r"[ -]", phrase) if len(word) > 3}
    return tuple(sorted(word for word in found if not _CRAFT.search(word)))[:200]


def leaks(text: str, forbidden: Collection[str]) -> set[str]:
    """The words of a text that belong to a scene."""
    found = {word.lower().removesuffix("'s") for word in re.findall(r"[\w'-]+", text.replace("\u2019", "'"))}
    parts = {part for word in found for part in re.split(r"[-_]", word)}
    return (found | parts) & {word.lower() for word in forbidden}
