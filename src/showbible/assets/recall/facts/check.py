"""The check: a text against what is in force at its story time, fact by fact."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from showbible.assets.model import Contradiction, EntityState
from showbible.assets.recall.facts import table
from showbible.assets.recall.facts.answer import Continuity, StoryAgreement, StoryChange
from showbible.assets.recall.facts.claim import NOBODY, OFF, ON, FactKind, StoryClaim
from showbible.assets.recall.facts.compare import Clash, agree, clashes, strongest, takes_place
from showbible.assets.recall.facts.free_fields import SAID_AGAIN, other_values
from showbible.assets.recall.facts.japanese import IS_JAPANESE
from showbible.assets.recall.facts.meanings import StoryFact, at_other_times, earlier, world
from showbible.assets.recall.facts.parse import SentenceParse
from showbible.assets.recall.facts.reader import claims, parse
from showbible.assets.recall.facts.spellings import spellings
from showbible.assets.recall.facts.states import fields_of
from showbible.assets.recall.facts.words import english_words
from showbible.assets.recall.in_force import facts_at
from showbible.values import frozen


@frozen
class KnownWorld:
    """Entities with their kinds, and the states of those that a text may speak of."""

    kinds: Mapping[str, str]
    states: Mapping[str, Sequence[EntityState]]

    @classmethod
    def of(cls, states: Iterable[EntityState], *, new: Mapping[str, str] | None = None) -> KnownWorld:
        """What some states tell; of those who are new, with their kinds, nothing is known yet."""
        by_name: dict[str, list[EntityState]] = {}
        for each in states:
            by_name.setdefault(each.entity, []).append(each)
        kinds = {name: str(told[0].kind) for name, told in by_name.items()}
        for name in (new or {}).keys() - by_name.keys():
            kinds[name], by_name[name] = (new or {})[name], []
        spelled = {name.casefold() for name in kinds}
        for name in [name for told in by_name.values() for each in told for name in people_of(each)]:
            if name.casefold() not in spelled:
                kinds[name] = "character"
                by_name.setdefault(name, [])
        return cls(kinds=kinds, states=by_name)


def people_of(state: EntityState) -> Iterator[str]:
    """Those whom a state names without telling anything of them: a holder, a relative."""
    holder = state.state.get("holder")
    if isinstance(holder, str) and (holder[:1].isupper() or IS_JAPANESE.search(holder)):
        yield holder
    yield from (other for field in state.state for other in [field.partition("relation to ")[2]] if other)


@frozen
class TextClaims:
    """A text as sentences, what it claims, and what is known of those it speaks of."""

    parsed: Sequence[SentenceParse]
    said: Sequence[StoryClaim]
    typed: Mapping[str, list[StoryFact]]
    """What is in force, of everyone known."""
    in_text: Mapping[str, list[StoryFact]]
    """The same of those whom the text names."""


def text_claims(text: str, known: KnownWorld, *, at_ms: int | None, before: frozenset[str] = frozenset()) -> TextClaims:
    """Whom a text speaks of, what it claims, and what is in force at its story time; `before` spoke those before it."""
    parsed = parse(text, spellings(known.kinds, known.kinds, text), known.kinds, before=before)
    mentioned = {each.name for sentence in parsed for each in sentence.mentions if each.name}
    facts = {name: facts_at(list(states), at_ms) for name, states in known.states.items()}
    worn = {name: _as_changed(world(name, told)) for name, told in facts.items()}
    typed = _with_places(_with_hands(worn), known, at_ms)
    in_text = {name: told for name, told in typed.items() if name in mentioned}
    return TextClaims(parsed=parsed, said=claims(parsed), typed=typed, in_text=in_text)


def check(text: str, known: KnownWorld, *, at_ms: int | None) -> Continuity:
    """What a text says against what is known at a story time, and the changes that it tells itself."""
    return answer(text_claims(text, known, at_ms=at_ms), known, at_ms=at_ms)


def answer(text: TextClaims, known: KnownWorld, *, at_ms: int | None) -> Continuity:
    """The same of a text whose claims are known."""
    parsed, said, in_text = text.parsed, text.said, text.in_text
    later = any(each.is_later for each in parsed)
    found = clashes(said, in_text, later=later, mirrored=any(each.in_mirror for each in parsed))
    if not later and not any(each.becomes for each in said):
        found += _said_again(parsed, in_text, known, at_ms)
        found += other_values(parsed, in_text)
    conflicts = strongest(found)
    return Continuity(
        conflicts=tuple(_conflict(each) for each in conflicts),
        changes=tuple(_changes(said, text.typed)),
        fine=tuple(_fine(said, in_text, conflicts)),
    )


def _fine(
    said: Sequence[StoryClaim], typed: Mapping[str, list[StoryFact]], conflicts: Sequence[Clash]
) -> Iterator[StoryAgreement]:
    """The facts that a text speaks of as they are, each once."""
    seen = {(each.fact.entity, each.fact.field) for each in conflicts}
    for claim in said:
        for fact in typed.get(claim.entity, ()):
            key = (fact.entity, fact.field)
            if key not in seen and not claim.becomes and agree(claim, fact):
                seen.add(key)
                yield StoryAgreement(entity=fact.entity, field=fact.field, known=fact.value, words=claim.sentence[:500])


def _as_changed(facts: list[StoryFact]) -> list[StoryFact]:
    """Facts of one entity, in which clothes are off once others, told later, took their place."""

    def is_off(fact: StoryFact, later: Sequence[StoryFact]) -> bool:
        return fact.kind == FactKind.WARDROBE and any(
            each.kind == FactKind.WARDROBE
            and each.said & ON
            and _begins(each) > _begins(fact)
            and takes_place(each, fact)
            for each in later
        )

    return [
        replace(fact, said=OFF, value="off") if fact.said & ON and is_off(fact, facts[place + 1 :]) else fact
        for place, fact in enumerate(facts)
    ]


def _begins(fact: StoryFact) -> int:
    return (fact.fact.state.start_ms or 0) if fact.fact is not None else 0


def _with_hands(typed: dict[str, list[StoryFact]]) -> dict[str, list[StoryFact]]:
    """What people hold, where it is only told of the things."""
    for told in list(typed.values()):
        for fact in told:
            if fact.kind != FactKind.HOLDER:
                continue
            person = next((name for name in typed if name.casefold() in fact.words or name in fact.words), None)
            if person is not None:
                own = [each for each in typed[person] if each.kind == FactKind.HOLDING and each.field != "holder"]
                held = [each for each in typed[person] if each.field == "holder"]
                if not own:
                    value = ", ".join([*(each.value for each in held), fact.entity])
                    merged = StoryFact(
                        entity=person,
                        field="holder",
                        value=value,
                        kind=FactKind.HOLDING,
                        words=frozenset({value}),
                        fact=fact.fact,
                    )
                    typed[person] = [*(each for each in typed[person] if each.field != "holder"), merged]
    return typed


def _with_places(typed: dict[str, list[StoryFact]], known: KnownWorld, at_ms: int | None) -> dict[str, list[StoryFact]]:
    """Where things are that somebody carries, or let go of somewhere."""
    for name, told in list(typed.items()):
        held = next((fact for fact in told if fact.kind == FactKind.HOLDER and fact.fact is not None), None)
        if held is None or held.fact is None:
            continue
        since = held.fact.state.start_ms or 0
        newer = any(
            fact.kind == FactKind.PLACE and fact.fact is not None and (fact.fact.state.start_ms or 0) >= since
            for fact in told
        )
        last = _last_holder(known.states[name], held, at_ms)
        person = next((each for each in known.states if each.casefold() == last.casefold()), None)
        if newer or person is None:
            continue
        moment = since if NOBODY in held.words else at_ms
        places = [
            fact for fact in world(person, facts_at(list(known.states[person]), moment)) if fact.kind == FactKind.PLACE
        ]
        rest = [fact for fact in told if fact.kind != FactKind.PLACE]
        typed[name] = [*rest, *(replace(fact, entity=name) for fact in places[-1:])]
    return typed


def _last_holder(states: Sequence[EntityState], held: StoryFact, at_ms: int | None) -> str:
    if NOBODY not in held.words:
        return held.value
    past = [each for each in earlier(states, held.field, at_ms) if each.casefold() != NOBODY]
    return past[-1] if past else ""


def _said_again(
    parsed: Sequence[SentenceParse], typed: Mapping[str, list[StoryFact]], known: KnownWorld, at_ms: int | None
) -> list[Clash]:
    """A value that a field has at another time of the story, said of the same entity now."""
    found = []
    for name, facts in typed.items():
        for fact in facts:
            if fact.kind not in (FactKind.CONDITION, FactKind.OTHER, FactKind.ABLE, FactKind.PLACE):
                continue
            now = set(english_words(fact.value))
            for value in at_other_times(known.states[name], fact.field, at_ms):
                then = [
                    word
                    for word in english_words(value)
                    if word not in now and word not in table.english().function_words
                ]
                sentence = next((each for each in parsed if _says(each, name, then, now)), None)
                if then and sentence is not None and (fact.kind != FactKind.PLACE or sentence.is_at(then)):
                    claim = StoryClaim(
                        entity=name, kind=fact.kind, phrase=value, sentence=sentence.text, sure=SAID_AGAIN
                    )
                    found.append(Clash(fact=fact, claim=claim))
            opposite = _opposite(parsed, name, now)
            if opposite is not None and fact.kind == FactKind.OTHER:
                found.append(
                    Clash(
                        fact=fact,
                        claim=StoryClaim(
                            entity=name, kind=FactKind.OTHER, phrase=opposite[0], sentence=opposite[1], sure=SAID_AGAIN
                        ),
                    )
                )
    return found


def _opposite(parsed: Sequence[SentenceParse], name: str, now: set[str]) -> tuple[str, str] | None:
    """The same word with "un" before it, or without: inhabited and uninhabited."""
    for each in parsed:
        if any(one.name == name for one in each.mentions):
            for word in now:
                other = word.removeprefix("un") if word.startswith("un") else f"un{word}"
                if len(word) > 4 and other in each.lowers[: each.limit] and word not in each.lowers:
                    return other, each.text
    return None


def _says(each: SentenceParse, name: str, then: Sequence[str], now: set[str]) -> bool:
    said = each.lowers[: each.limit]
    if not any(one.name == name for one in each.mentions) or not all(word in said for word in then):
        return False
    people = {one.name for one in each.mentions if one.is_person}
    denied = any(each.is_denied(said.index(word)) for word in then)
    return not denied and not (now & set(said)) and len(people | {name}) <= 1 + (name not in people)


def _conflict(clash: Clash) -> Contradiction:
    fact, claim = clash.fact, clash.claim
    state = fact.fact.state if fact.fact is not None else None
    return Contradiction(
        entity=fact.entity,
        field=fact.field,
        known=fact.value,
        proposed=_without_noun(claim, fact.field),
        asset_id=state.source_asset_id if state is not None else None,
        since=state.start_ms if state is not None else None,
        kind="contradiction" if clash.lasting else "unexplained",
        sure=round(claim.sure, 2),
        known_words=_known_words(fact),
        proposed_words=claim.sentence[:500],
        why=_why(clash),
    )


def _known_words(fact: StoryFact) -> str:
    """The sentence that a fact rests on, or the fact itself in words."""
    told = fact.fact.state.words.get(fact.field) if fact.fact is not None else None
    return told or f"{fact.entity}: {fact.field} {fact.value}"


def _without_noun(claim: StoryClaim, field: str) -> str:
    """What is said of a field, without the noun that the field names already."""
    words = claim.phrase.split()
    named = (
        claim.kind in (FactKind.WARDROBE, FactKind.HAIR) and len(words) > 1 and words[-1].casefold() in field.casefold()
    )
    return " ".join(words[:-1]) if named else claim.phrase


def _why(clash: Clash) -> str:
    fact, claim = clash.fact, clash.claim
    if claim.before:
        return f"It would have to be so for this to happen, but {fact.field} is {fact.value}."
    return (
        f"{fact.field[:1].upper()}{fact.field[1:]} is {fact.value}; the text says {claim.phrase} and tells no change."
    )


def _changes(said: Sequence[StoryClaim], typed: Mapping[str, list[StoryFact]]) -> list[StoryChange]:
    """What a text tells to become otherwise, of those who are known; the last word on a field counts."""
    found: dict[tuple[str, str], StoryChange] = {}
    for claim in said:
        if not claim.becomes or claim.entity not in typed:
            continue
        before = _fact_before(claim, typed[claim.entity])
        for entity, field, value in fields_of(claim):
            found[entity, field] = StoryChange(
                entity=entity,
                field=before.field if before is not None else field,
                before=None if before is None else before.value,
                after=value,
                words=claim.sentence[:500],
            )
    return list(found.values())


def _fact_before(claim: StoryClaim, facts: Sequence[StoryFact]) -> StoryFact | None:
    same = [each for each in facts if each.kind == claim.kind and (each.about == claim.about or not claim.about)]
    return same[-1] if same else None
