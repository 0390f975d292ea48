"""The profile as people left it: in their words, with cards joined into one or divided in two.

What was learned stays as it was; a person's part is laid over it each time it is read, so that it outlives
every rebuild, also one that learns again what was joined to something else.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace

from showbible.direction.model import Card, CardState, Confidence, Profile, Rule
from showbible.direction.recall import card_text, contrast
from showbible.direction.recall.history import WORDS
from showbible.values import frozen
from showbible.vocabulary import PERSON, plural


@frozen
class Said:
    """A person's part in one card; what is None was left to the learning."""

    card_id: str
    state: str | None = None
    preference: str | None = None
    applies_to: str | None = None
    avoid_applying_to: str | None = None
    merged_into: str | None = None
    split_from: str | None = None
    scenes: tuple[str, ...] = ()
    """The scenes that went along with a card that was split off."""


SaidOf = Mapping[str, Said]


def reshaped(profile: Profile, said: SaidOf) -> Profile:
    """The profile with a person's part in it; its summary tells of the cards as they are now."""
    if not said:
        return profile
    learned = {card.card_id: card for card in profile.cards}
    known = frozenset(profile.source_scene_ids)
    born = [_born(each, _origin(each, learned, said), known) for each in said.values() if each.split_from]
    groups: dict[str, list[Card]] = {}
    for card in (*profile.cards, *(card for card in born if card.source_scene_ids)):
        groups.setdefault(root(card.card_id, said), []).append(card)
    made = (_joined(_members(name, group, said), said, _gone(name, said)) for name, group in groups.items())
    return _told(profile, tuple(card for card in made if card is not None))


def without(profile: Profile, muted: Collection[str]) -> Profile:
    """The profile as if some of its cards had never been learned."""
    return _told(profile, tuple(card for card in profile.cards if card.card_id not in muted))


def root(card_id: str, said: SaidOf) -> str:
    """The card into which a card was joined in the end; itself, for most."""
    seen: set[str] = set()
    while card_id not in seen and (told := said.get(card_id)) is not None and told.merged_into:
        seen.add(card_id)
        card_id = told.merged_into
    return card_id


def habits(card: Card) -> tuple[Rule, ...]:
    """Every rule that a card rests on, its own first."""
    found = [card.rule] if card.rule is not None else []
    found += [rule for part in card.made_of for rule in habits(part) if rule not in found]
    return tuple(found)


def doing(card: Card) -> tuple[Rule, ...]:
    """The rules by which a card acts: its own, and those of joined cards that do the same elsewhere."""
    return tuple(rule for rule in habits(card) if card.rule is not None and rule.act.key == card.rule.act.key)


def sure(scenes: int, rules: Sequence[Rule]) -> Confidence:
    """How sure a card is: by its scenes, and by how clean the contrast of its habits is."""
    if not rules:
        return Confidence.MEDIUM if scenes >= 3 else Confidence.LOW
    taken, left, elsewhere = _figures(rules)
    return contrast.confidence(scenes, taken=taken, left=left, elsewhere=elsewhere)


def _figures(rules: Iterable[Rule]) -> tuple[int, int, int]:
    figures = [(rule.taken, rule.left, rule.elsewhere) for rule in rules]
    taken, left, elsewhere = (sum(column) for column in zip(*figures, strict=True))
    return taken, left, elsewhere


def _told(profile: Profile, cards: tuple[Card, ...]) -> Profile:
    """The profile with these cards; a summary that tells of others is written again."""
    if cards == profile.cards:
        return profile
    speaking = [card for card in cards if card.state is CardState.ACTIVE]
    return replace(profile, cards=cards, summary=card_text.summary(speaking, scenes=len(profile.source_scene_ids)))


def _origin(told: Said, learned: Mapping[str, Card], said: SaidOf) -> Card | None:
    """The learned card that a card was split off in the end."""
    above: Said | None = told
    while above is not None and above.split_from:
        if above.split_from in learned:
            return learned[above.split_from]
        above = said.get(above.split_from)
    return None


def _born(told: Said, origin: Card | None, known: frozenset[str]) -> Card:
    """A card that a person split off, as far as its scenes are still there."""
    scenes = tuple(scene for scene in told.scenes if scene in known)
    made_of = (origin,) if origin is not None else ()
    rules = habits(origin) if origin is not None else ()
    return Card(
        card_id=told.card_id,
        preference=told.preference or "",
        applies_to=told.applies_to or "",
        avoid_applying_to=told.avoid_applying_to or "",
        evidence=_evidence(scenes, rules),
        confidence=sure(len(scenes), rules),
        source_scene_ids=scenes,
        made_by=PERSON,
        made_of=made_of,
    )


def _members(name: str, group: list[Card], said: SaidOf) -> list[Card]:
    """The cards of a group, the one it is named after first; a half that went back is no part of its own."""
    there = {card.card_id for card in group}
    whole = [
        card
        for card in group
        if card.card_id == name or (told := said.get(card.card_id)) is None or told.split_from not in there
    ]
    return sorted(whole, key=lambda card: card.card_id != name)


def _gone(name: str, said: SaidOf) -> frozenset[str]:
    """The scenes that were split off a group and have not come back."""
    halves = [each for each in said.values() if each.split_from and root(each.split_from, said) == name]
    return frozenset(scene for each in halves if root(each.card_id, said) != name for scene in each.scenes)


def _joined(members: Sequence[Card], said: SaidOf, gone: frozenset[str]) -> Card | None:
    """One card of several, or of what is left of one; none when nothing bears it out any more."""
    first, *others = members
    card = _as_said(first, said.get(first.card_id))
    every = dict.fromkeys(scene for member in members for scene in member.source_scene_ids)
    scenes = tuple(scene for scene in every if scene not in gone)
    if not others and scenes == first.source_scene_ids:
        return card
    whole = replace(card, source_scene_ids=scenes, made_of=(*first.made_of, *others))
    rules = habits(whole)
    return replace(whole, evidence=_evidence(scenes, rules), confidence=sure(len(scenes), rules)) if scenes else None


def _evidence(scenes: Sequence[str], rules: Sequence[Rule]) -> str:
    if not rules:
        return f"Noted in {plural(len(scenes), 'ready scene')}."
    taken, left, elsewhere = _figures(rules)
    every = tuple(dict.fromkeys(scene for rule in rules for scene in rule.scenes))
    whole = card_text.evidence(replace(rules[0], scenes=every, taken=taken, left=left, elsewhere=elsewhere))
    fewer = len(scenes) < len(every)
    return f"Rests on {len(scenes)} of {len(every)} scenes of a habit that was divided. {whole}" if fewer else whole


def _as_said(found: Card, told: Said | None) -> Card:
    """A card with a person's words and state."""
    if told is None:
        return found
    said = {name: getattr(told, name) for name in WORDS}
    given = {name: text for name, text in said.items() if text is not None}
    made_by = PERSON if given else found.made_by
    return replace(found, **given, state=CardState(told.state or found.state), made_by=made_by)


@frozen
class Half:
    """The card that a person splits off: its words, and the scenes that go with it.

    Where or where not it applies is said as of the card it comes from, unless it says otherwise;
    `kept_applies_to` is what that card shall say of itself from now on.
    """

    preference: str
    scene_ids: Sequence[str]
    applies_to: str | None = None
    avoid_applying_to: str | None = None
    kept_applies_to: str | None = None


@frozen
class Halves:
    """The card that stayed, and the one that was split off."""

    kept: Card
    made: Card
