"""How everyone and everything stands at the end of a scene, line by line."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from showbible.assets.recall.facts.answer import SupervisorLine
from showbible.assets.recall.facts.claim import LINE_WORDS, STATE_WORD, FactKind
from showbible.assets.recall.facts.meanings import StoryFact, world
from showbible.assets.recall.facts.walk import StoryWalk
from showbible.assets.recall.in_force import facts_at

_LINES: Final[Mapping[str, str]] = {
    **LINE_WORDS,
    FactKind.COUNT: "number",
    FactKind.WEATHER: "weather",
    FactKind.TIME: "time",
    FactKind.PRESENCE: "present",
}
"""Under which word a line tells a fact; every other kind tells a state."""

_HEADING: Final = frozenset({"number", "weather", "time", "present"})
"""What the heading of a scene says of a place; a line tells it only of one with a name of its own."""


def line_word(kind: str) -> str:
    """Under which word a line tells a kind of fact."""
    return _LINES.get(kind, STATE_WORD)


def lines(walked: StoryWalk, *, scene_id: str, end_ms: int | None) -> Iterator[SupervisorLine]:
    """How everyone and everything that a scene names stands in the end, and since which shot."""
    for name in sorted(walked.names, key=str.casefold):
        own = [each for each in walked.states if each.entity == name]
        facts = world(name, facts_at(own, end_ms))
        latest: dict[tuple[str, str], StoryFact] = {}
        for fact in facts:
            latest[line_word(fact.kind), _matter(fact)] = fact
        gone = any(fact.kind == FactKind.EXISTENCE for fact in latest.values())
        yield from (
            _line(fact, kind, scene_id)
            for (kind, _), fact in latest.items()
            if not (gone and fact.kind == FactKind.CONDITION) and not (kind in _HEADING and name == name.casefold())
        )


def _matter(fact: StoryFact) -> str:
    """What of an entity two facts must both be about for the later to replace the earlier."""
    return (
        fact.about
        if fact.kind in (FactKind.WARDROBE, FactKind.INJURY, FactKind.COUNT, FactKind.RELATION)
        else fact.field
    )


def _line(fact: StoryFact, kind: str, scene_id: str) -> SupervisorLine:
    state = fact.fact.state if fact.fact is not None else None
    here = state is not None and state.source_scene_id == scene_id
    return SupervisorLine(
        entity=fact.entity,
        kind=kind,
        field=fact.field,
        value=fact.value,
        shot_id=state.source_shot_id if state is not None and here else None,
        before=not here,
        words=state.words.get(fact.field, "") if state is not None else "",
        asset_id=state.source_asset_id if state is not None else None,
    )
