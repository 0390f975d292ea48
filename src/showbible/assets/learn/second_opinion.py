"""What a model says of shots beside the rules: second_opinion where it quotes what is there, and never alone believed.

The rules are precise where they speak and silent on much; so a model is asked once, with the facts in force by their
ids. It may break a silence, doubt an alarm of which the rules are not sure, or show that a shot tells the change
itself. It cannot take away what the rules are sure of, and nothing that it says is passed on but kinds, ids and
quotations.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from showbible.assets.learn.quotes import stands_in
from showbible.assets.model import Contradiction
from showbible.assets.prompts import CONTINUITY, FactVerdict
from showbible.assets.recall.facts.answer import Continuity, StoryAgreement, StoryChange
from showbible.assets.recall.facts.claim import FactKind
from showbible.assets.recall.facts.meanings import StoryFact
from showbible.assets.recall.facts.walk import CheckedPart, StoryWalk, with_answer
from showbible.llm.client import LLM
from showbible.values import frozen
from showbible.vocabulary import RULE

SURE: Final = 0.85
"""Of this and more the rules are sure; no doubt of a model takes it away."""
_ALONE: Final = {"contradiction": 0.7, "unexplained": 0.6}
_BOTH: Final = 0.97
_MOST_FACTS: Final = 400

Numbered = Mapping[str, StoryFact]
"""The facts that were shown, by their ids."""


@frozen
class CheckedVerdict:
    """A verdict on a fact that was shown, with words that are there."""

    fact: StoryFact
    kind: str
    quote: str


def second_opinion(llm: LLM, walk: StoryWalk) -> StoryWalk:
    """The same walk after a model was asked about it; as it was where there is none, or where it makes things up."""
    numbered = [_numbered(each, number) for number, each in enumerate(walk.parts)]
    if llm.name == RULE or not any(numbered):
        return walk
    facts = [_shown(name, fact) for each in numbered for name, fact in each.items()][:_MOST_FACTS]
    shots = [
        {"part": number, "text": each.part.text, "facts": list(known)}
        for number, (each, known) in enumerate(zip(walk.parts, numbered, strict=True))
    ]
    told = llm.ask(CONTINUITY, facts=facts, shots=shots).value.verdicts
    return replace(
        walk,
        parts=tuple(
            with_answer(each, joint_answer(each.found, _checked(told, each, known, number)))
            for number, (each, known) in enumerate(zip(walk.parts, numbered, strict=True))
        ),
    )


def _numbered(checked: CheckedPart, number: int) -> dict[str, StoryFact]:
    return {f"f{number}.{place}": fact for place, fact in enumerate(checked.facts)}


def _shown(name: str, fact: StoryFact) -> dict[str, Any]:
    return {"id": name, "entity": fact.entity, "field": fact.field, "value": fact.value[:300]}


def _checked(told: Sequence[FactVerdict], checked: CheckedPart, known: Numbered, number: int) -> list[CheckedVerdict]:
    """The verdicts on a part whose fact was shown for it and whose words it has, the first on each fact."""
    found: dict[str, CheckedVerdict] = {}
    for each in told:
        if each.part == number and each.fact in known and _is_said(each.quote, known[each.fact], checked):
            found.setdefault(each.fact, CheckedVerdict(fact=known[each.fact], kind=each.kind, quote=each.quote))
    return list(found.values())


def _is_said(quote: str, fact: StoryFact, checked: CheckedPart) -> bool:
    """Whether a part has the words, and in a sentence that speaks of whom the fact is about; a moment is everyone's."""
    everyone = fact.kind in (FactKind.WEATHER, FactKind.TIME)
    return stands_in(quote, checked.part.text if everyone else checked.sentences.get(fact.entity, ""))


def joint_answer(found: Continuity, told: Sequence[CheckedVerdict]) -> Continuity:
    """What rules and model make of a text together."""
    verdicts = {(each.fact.entity, each.fact.field): each for each in told}
    alarms = {(each.entity, each.field): each for each in found.conflicts}
    settled = {key for key, alarm in alarms.items() if alarm.sure >= SURE}
    settled |= {(each.entity, each.field) for each in found.changes}
    settled |= {(each.entity, each.field) for each in found.fine}
    new = [each for key, each in verdicts.items() if key not in settled]
    doubted = {(each.fact.entity, each.fact.field) for each in new if each.kind not in _ALONE}
    kept = [_seconded(each, verdicts.get(key)) for key, each in alarms.items() if key not in doubted]
    alone = [each for each in new if each.kind in _ALONE and (each.fact.entity, each.fact.field) not in alarms]
    return Continuity(
        conflicts=(*kept, *map(_conflict, alone)),
        changes=(*found.changes, *(_change(each) for each in new if each.kind == "change")),
        fine=(*found.fine, *(_agreement(each) for each in new if each.kind == "fine")),
    )


def _seconded(alarm: Contradiction, verdict: CheckedVerdict | None) -> Contradiction:
    """An alarm of the rules, surer where the model raises it, too."""
    both = verdict is not None and verdict.kind in _ALONE
    return replace(alarm, sure=max(alarm.sure, _BOTH)) if both else alarm


def _conflict(verdict: CheckedVerdict) -> Contradiction:
    fact = verdict.fact
    state = fact.fact.state if fact.fact is not None else None
    words = state.words.get(fact.field) if state is not None else None
    return Contradiction(
        entity=fact.entity,
        field=fact.field,
        known=fact.value,
        proposed=verdict.quote,
        asset_id=state.source_asset_id if state is not None else None,
        since=state.start_ms if state is not None else None,
        kind=verdict.kind,
        sure=_ALONE[verdict.kind],
        known_words=words or f"{fact.entity}: {fact.field} {fact.value}",
        proposed_words=verdict.quote,
        why=f"{fact.field} is {fact.value}; a model takes these words to say otherwise.",
    )


def _change(verdict: CheckedVerdict) -> StoryChange:
    fact = verdict.fact
    return StoryChange(
        entity=fact.entity, field=fact.field, before=fact.value, after=verdict.quote, words=verdict.quote
    )


def _agreement(verdict: CheckedVerdict) -> StoryAgreement:
    fact = verdict.fact
    return StoryAgreement(entity=fact.entity, field=fact.field, known=fact.value, words=verdict.quote)
