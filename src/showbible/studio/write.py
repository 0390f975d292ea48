"""Write scenes and shots: by a model where there is one, else from the concept's own words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import pairwise
from typing import Final, TypeVar

from pydantic import BaseModel

from showbible.llm.client import LLM, Prompt
from showbible.reading import tokens
from showbible.studio import edit, subjects
from showbible.studio.model import (
    Angle,
    FilmPlan,
    FilmRequest,
    Movement,
    ProductionAdvice,
    Script,
    ScriptScene,
    ScriptShot,
    Size,
    frames_in,
)
from showbible.vocabulary import RULE

Word = TypeVar("Word", bound=StrEnum)

LONG_SCENE: Final = 7.0  # seconds from which a scene has three shots
SHORTEST_SHOT: Final = 12  # frames
LONGEST_LINE: Final = 200
"""Letters of a line that can be read under a picture."""
_ENDS: Final = (".", "!", "?", "…", "。", "！", "？", '"', "”")

_BREAKS: Final = frozenset(
    (
        "whether",
        "when",
        "while",
        "before",
        "after",
        "because",
        "but",
        "until",
        "who",
        "that",
        "then",
        "as",
        "if",
        "where",
    )
)
_STARTERS: Final = (
    frozenset(
        [
            "to",
            "in",
            "on",
            "at",
            "for",
            "from",
            "into",
            "of",
            "by",
            "with",
            "one",
            "about",
            "over",
            "under",
            "between",
            "without",
            "through",
            "and",
        ]
    ),
    frozenset(("a", "an", "the", "her", "his", "their")),
)
"""Words before which a line may be broken, the better ones first."""


class WrittenShot(BaseModel):
    """A shot as a model writes it."""

    size: str
    angle: str
    movement: str
    seconds: float
    description: str
    caption: str = ""


class WrittenScene(BaseModel):
    """A scene as a model writes it."""

    title: str
    shots: list[WrittenShot]


class WrittenScript(BaseModel):
    """A script as a model writes it."""

    scenes: list[WrittenScene]


@dataclass(frozen=True)
class ScriptWriter:
    """Asks the model, or the rule that stands in for it."""

    llm: LLM

    def write(self, wish: FilmRequest, plan: FilmPlan, advice: ProductionAdvice) -> Script:
        """The film on paper, as long as the plan says."""
        answer = self.llm.ask(
            SCRIPT,
            concept=wish.concept,
            scenes=plan.scenes,
            seconds=round(plan.seconds),
            mood=plan.mood,
            setting=f"{plan.look.setting}, {plan.look.hour}",
            direction=advice.direction or "",
        )
        script = fitted(answer.value, wish, plan, made_by=answer.made_by)
        return replace(script, fallback=_why_not(self.llm.name, answer.error) if answer.made_by == RULE else None)


def _why_not(model: str, error: str | None) -> str | None:
    """Why a model that was asked did not write; nothing where none was."""
    if error is None:
        return None
    return f"{error.rstrip('.').replace('The model', f'The model {model}', 1)}, so rules wrote the script."


def fitted(written: WrittenScript, wish: FilmRequest, plan: FilmPlan, *, made_by: str = RULE) -> Script:
    """The script brought to the plan's number of scenes and its length in frames, so that it costs what was planned.

    What the cut will take off a shot is shot besides, so that the film is as long as the plan says.
    """
    told = [scene for scene in written.scenes if scene.shots][: plan.scenes]
    told += by_rule("", scenes=plan.scenes, seconds=plan.seconds).scenes[len(told) :]
    share = frames_in(plan.seconds) / len(told)
    scenes = tuple(
        _scene(scene, number=number, frames=round((number + 1) * share) - round(number * share), plan=plan)
        for number, scene in enumerate(told)
    )
    return _with_handles(Script(title=_headline(wish.concept), scenes=scenes, made_by=made_by), plan)


def _with_handles(script: Script, plan: FilmPlan) -> Script:
    """The same, each shot longer by what the cut takes off, as far as the plan has paid for that."""
    spare = edit.trimmed(script, style=plan.edit_style)

    def longer(scene: ScriptScene) -> ScriptScene:
        wanted = [spare[shot.shot_id] for shot in scene.shots]
        given = wanted if sum(wanted) <= plan.handles else [0] * len(wanted)
        shots = zip(scene.shots, given, strict=True)
        return replace(scene, shots=tuple(replace(shot, frames=shot.frames + more) for shot, more in shots))

    return replace(script, scenes=tuple(map(longer, script.scenes)))


def _scene(told: WrittenScene, *, number: int, frames: int, plan: FilmPlan) -> ScriptScene:
    shots = told.shots[: max(1, min(plan.most_shots, frames // SHORTEST_SHOT))]
    weights = [min(max(shot.seconds, 0.5), 30.0) for shot in shots]
    lengths = shared(frames, weights)
    scene_id = f"s{number + 1}"
    return ScriptScene(
        scene_id=scene_id,
        title=told.title[:120] or f"Scene {number + 1}",
        glow=0.3 + 0.7 * number / max(1, plan.scenes - 1),
        shots=tuple(
            ScriptShot(
                shot_id=f"{scene_id}-{place + 1}",
                size=_word(Size, shot.size, Size.WIDE),
                angle=_word(Angle, shot.angle, Angle.EYE_LEVEL),
                movement=_word(Movement, shot.movement, Movement.STATIC),
                frames=lengths[place],
                description=shot.description[:1000],
                caption=whole_sentences(shot.caption, LONGEST_LINE),
            )
            for place, shot in enumerate(shots)
        ),
    )


def shared(total: int, weights: Sequence[float]) -> list[int]:
    """A number of frames divided by weight, none lost; each part gets at least its half second if there are enough."""
    least = min(SHORTEST_SHOT, total // len(weights))
    rest, whole = total - least * len(weights), sum(weights)
    ends = [round(rest * sum(weights[: place + 1]) / whole) for place in range(len(weights))]
    return [least + end - start for start, end in zip([0, *ends], ends, strict=False)]


def _word(kind: type[Word], value: str, otherwise: Word) -> Word:
    plain = re.sub(r"[\s-]+", "_", value.strip().lower())
    return kind(plain) if plain in set(kind) else otherwise


def _headline(concept: str) -> str:
    words = " ".join(concept.split())
    return words if len(words) <= 80 else words[:79] + "…"


# The rule


def beats(concept: str, number: int) -> list[str]:
    """The concept in so many pieces, cut where a reader would breathe; fewer when it has too few words."""
    pieces = [piece.strip() for piece in re.split(r"[.,;:!?—\n]+", concept[:600]) if piece.strip()]
    pieces = [part for piece in pieces for part in _broken(piece.split())]
    while len(pieces) < number:
        longest = max(range(len(pieces)), key=lambda place: len(pieces[place].split()), default=0)
        halves = _halved(pieces[longest].split()) if pieces else None
        if halves is None:
            break
        pieces[longest : longest + 1] = halves
    return _joined(pieces, number)


def _broken(words: list[str]) -> list[str]:
    starts = [place for place in range(2, len(words) - 1) if words[place].lower() in _BREAKS]
    edges = [0, *starts, len(words)]
    return [" ".join(words[a:b]) for a, b in pairwise(edges) if b > a]


def _halved(words: list[str]) -> list[str] | None:
    if len(words) < 4:
        return None
    inside = range(2, len(words) - 1)
    offers = [[place for place in inside if words[place].lower() in starters] for starters in _STARTERS]
    places = next((found for found in offers if found), [len(words) // 2])
    middle = min(places, key=lambda place: (abs(place - len(words) / 2), -place))
    return [" ".join(words[:middle]), " ".join(words[middle:])]


def _joined(pieces: list[str], number: int) -> list[str]:
    while len(pieces) > number:
        shortest = min(range(len(pieces) - 1), key=lambda place: len(pieces[place]) + len(pieces[place + 1]))
        pieces[shortest : shortest + 2] = [f"{pieces[shortest]} {pieces[shortest + 1]}"]
    return pieces


_OPENING: Final = (
    (Size.EXTREME_WIDE, Angle.EYE_LEVEL, Movement.PAN_RIGHT, 1.2),
    (Size.WIDE, Angle.LOW, Movement.PUSH_IN, 1.0),
    (Size.MEDIUM, Angle.EYE_LEVEL, Movement.STATIC, 0.8),
)
_MIDDLES: Final = (
    (
        (Size.MEDIUM, Angle.EYE_LEVEL, Movement.PAN_LEFT, 1.0),
        (Size.CLOSE_UP, Angle.EYE_LEVEL, Movement.PUSH_IN, 1.0),
        (Size.WIDE, Angle.HIGH, Movement.STATIC, 0.8),
    ),
    (
        (Size.INSERT, Angle.EYE_LEVEL, Movement.PULL_OUT, 0.9),
        (Size.CLOSE_UP, Angle.LOW, Movement.STATIC, 1.0),
        (Size.MEDIUM, Angle.EYE_LEVEL, Movement.PUSH_IN, 0.9),
    ),
    (
        (Size.WIDE, Angle.EYE_LEVEL, Movement.TILT_UP, 1.0),
        (Size.MEDIUM, Angle.LOW, Movement.PAN_RIGHT, 1.0),
        (Size.CLOSE_UP, Angle.EYE_LEVEL, Movement.STATIC, 0.8),
    ),
)
_ENDING: Final = (
    (Size.INSERT, Angle.EYE_LEVEL, Movement.PUSH_IN, 0.9),
    (Size.EXTREME_WIDE, Angle.EYE_LEVEL, Movement.PULL_OUT, 1.3),
    (Size.WIDE, Angle.LOW, Movement.STATIC, 1.0),
)


def by_rule(concept: str, *, scenes: int, seconds: float) -> WrittenScript:
    """A script that says only what the concept says: an opening, what lies between, an ending."""
    pieces = beats(concept, scenes) if concept.strip() else []
    said = _shared_out(lines(concept), scenes)
    number = 3 if seconds / scenes >= LONG_SCENE else 2
    written = []
    for place in range(scenes):
        beat = pieces[place] if place < len(pieces) else ""
        shots = _shots(_grammar(place, scenes)[:number], beat, said[place])
        written.append(WrittenScene(title=_capital(beat)[:60] or f"Scene {place + 1}", shots=shots))
    return WrittenScript(scenes=written)


def lines(concept: str) -> list[str]:
    """What a concept says, as sentences that somebody would speak; of a mere thing, that the film is about it.

    Sentences that are too long to be read under a picture are left unsaid.
    """
    found = [" ".join(concept[start:end].split()) for start, end in tokens.sentences(concept)]
    spoken = [_about(found[0]) or _closed(found[0])] if len(found) == 1 else [_closed(each) for each in found]
    return [line for line in spoken if len(line) <= LONGEST_LINE and any(map(str.isalnum, line))]


def _about(plain: str) -> str | None:
    """What the film is about, as a sentence, where the concept is none."""
    if plain.endswith(_ENDS):
        return None
    topic = subjects.topic(plain)
    if topic is None and subjects.is_sentence(plain):
        return None
    return f"This is about {topic or subjects.mid_sentence(plain)}."


def _closed(sentence: str) -> str:
    plain = sentence.rstrip(",;:-–— ")
    stop = "。" if any("\u3040" <= letter <= "\u9fff" for letter in plain) else "."
    return _capital(plain) if plain.endswith(_ENDS) else f"{_capital(plain)}{stop}"


def _shared_out(said: Sequence[str], scenes: int) -> list[list[str]]:
    """The lines by scene, spread over the film in their order."""
    number = max(1, len(said))
    return [[line for at, line in enumerate(said) if at * scenes // number == place] for place in range(scenes)]


def _grammar(place: int, scenes: int) -> Sequence[tuple[Size, Angle, Movement, float]]:
    if place == 0:
        return _OPENING
    return _ENDING if place == scenes - 1 else _MIDDLES[(place - 1) % len(_MIDDLES)]


def _shots(grammar: Sequence[tuple[Size, Angle, Movement, float]], beat: str, said: Sequence[str]) -> list[WrittenShot]:
    """Each line is read over a shot of its own, and the last one stands until the scene is over."""
    return [
        WrittenShot(
            size=size,
            angle=angle,
            movement=movement,
            seconds=weight,
            description=beat or "The place, without words.",
            caption=said[min(place, len(said) - 1)] if said else "",
        )
        for place, (size, angle, movement, weight) in enumerate(grammar)
    ]


def _capital(line: str) -> str:
    return line[:1].upper() + line[1:]


def whole_sentences(text: str, most: int) -> str:
    """As many whole sentences of a text as fit into so many letters."""
    plain = text.strip()
    if len(plain) <= most:
        return plain
    ends = [end for _, end in tokens.sentences(plain) if end <= most]
    return plain[: ends[-1]].rstrip() if ends else ""


def _without_a_model(*, concept: str, scenes: int, seconds: int, **_: object) -> WrittenScript:
    return by_rule(concept, scenes=scenes, seconds=seconds)


SCRIPT: Final = Prompt("script", WrittenScript, offline=_without_a_model, package="showbible.studio")
"""The question for a script."""
