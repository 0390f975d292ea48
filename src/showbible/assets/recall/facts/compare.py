"""What is said held against what is known, kind by kind; who is silent about a matter contradicts nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from showbible.assets.recall.facts import table
from showbible.assets.recall.facts.claim import LYING, NOBODY, OFF, ON, FactKind, StoryClaim
from showbible.assets.recall.facts.doings import number_of
from showbible.assets.recall.facts.meanings import StoryFact, stage_of
from showbible.assets.recall.facts.places import exclude
from showbible.assets.recall.facts.table import listed
from showbible.assets.recall.facts.things import GONE
from showbible.assets.recall.facts.words import spelling

_LASTING: Final = frozenset(
    {FactKind.INJURY, FactKind.EXISTENCE, FactKind.AGE, FactKind.RELATION, FactKind.HAIR, FactKind.COUNT}
)
_PASSING: Final = frozenset(
    {
        FactKind.PLACE,
        FactKind.HOLDER,
        FactKind.HOLDING,
        FactKind.TIME,
        FactKind.WEATHER,
        FactKind.WARDROBE,
        FactKind.PRESENCE,
        FactKind.CONDITION,
    }
)
_DISABLING: Final = listed(
    """
    broken sprained fractured limping plaster_cast cast crutch twisted splint maimed sprain
    """
)
_INVERSE: Final = {0: 1, 1: 0, 4: 5, 5: 4, 6: 7, 7: 6}


@dataclass(frozen=True, kw_only=True, slots=True)
class Clash:
    """A claim that cannot be so beside a fact."""

    fact: StoryFact
    claim: StoryClaim

    @property
    def lasting(self) -> bool:
        """Whether no unseen change could explain it."""
        return self.fact.kind in _LASTING or ("life", 1) in self.fact.said or self.claim.before


def clashes(
    claims: Sequence[StoryClaim], known: Mapping[str, Sequence[StoryFact]], *, later: bool, mirrored: bool
) -> list[Clash]:
    """The claims that contradict what is known, without those whose change is told."""
    found: list[Clash] = []
    for claim in claims:
        if claim.becomes or (later and claim.kind in _PASSING) or (mirrored and claim.kind == FactKind.INJURY):
            continue
        for entity in [claim.entity] if claim.entity else list(known):
            if not claim.before and _is_excused(claim, entity, claims):
                continue
            fact = _against(claim, list(known.get(entity, ())), known)
            if fact is not None:
                found.append(Clash(fact=fact, claim=claim))
    return found


def _is_excused(claim: StoryClaim, entity: str, claims: Sequence[StoryClaim]) -> bool:
    """Whether the text tells how it came to be so."""
    for other in claims:
        if not other.becomes or other.kind != claim.kind or (other.entity and other.entity != entity):
            continue
        if claim.kind in (FactKind.CONDITION, FactKind.HAIR, FactKind.ABLE):
            matters = {one[0] for one in other.said}
            if claim.said and {one[0] for one in claim.said}.isdisjoint(matters) and claim.kind != FactKind.CONDITION:
                continue
        if (
            claim.kind == FactKind.WARDROBE
            and other.about != claim.about
            and not (_slot(other.about) & _slot(claim.about))
        ):
            continue
        return True
    if claim.kind == FactKind.HOLDING:
        return any(other.becomes and other.kind == FactKind.HOLDER for other in claims)
    return claim.kind == FactKind.CONDITION and any(other.becomes and _is_of_contents(claim, other) for other in claims)


def _is_of_contents(claim: StoryClaim, other: StoryClaim) -> bool:
    """Whether a vessel is said to be full or empty and its contents tell the change: "drinks up the tea"."""
    return any(matter == "fullness" for matter, _ in claim.said & other.said)


def _against(claim: StoryClaim, facts: list[StoryFact], known: Mapping[str, Sequence[StoryFact]]) -> StoryFact | None:
    compare = _COMPARE.get(claim.kind)
    of_kind = [fact for fact in facts if fact.kind == claim.kind]
    if claim.kind == FactKind.RELATION:
        return _kin(claim, known)
    if claim.kind == FactKind.HOLDER:
        return _holder(claim, of_kind, known)
    return compare(claim, of_kind) if compare and of_kind else None


def _qualities(claim: StoryClaim, facts: list[StoryFact]) -> StoryFact | None:
    for fact in reversed(facts):
        if claim.about and fact.about and claim.about != fact.about:
            continue
        if claim.denied:
            same = {one for one in fact.said if one in claim.said}
            if same and {one[0] for one in same} == {one[0] for one in claim.said}:
                return fact
            continue
        matter = table.excluding(fact.said, claim.said)
        if matter is not None and not _told_since(facts, fact, matter):
            return fact
    return None


def _told_since(facts: list[StoryFact], fact: StoryFact, matter: str) -> bool:
    """Whether a later fact tells of the same matter."""
    return any(matter in {one[0] for one in each.said} for each in facts[facts.index(fact) + 1 :])


def _slot(garment: str) -> frozenset[str]:
    kinds = table.classes(garment)
    found = frozenset(each.partition(".")[2] for each in kinds if each.startswith("garments."))
    return found or frozenset({garment})


def same_garment(one: str, other: str) -> bool:
    """Whether two words may name one garment: a raincoat is a coat."""
    return one == other or one.endswith(other) or other.endswith(one)


def _garment(claim: StoryClaim, facts: list[StoryFact]) -> StoryFact | None:
    same = [fact for fact in facts if same_garment(fact.about, claim.about)]
    if same and (table.excluding(same[-1].said, claim.said) or _is_other_sort(same[-1], claim)):
        return same[-1]
    if same:
        return None
    for fact in reversed(facts):
        shared = _slot(fact.about) & _slot(claim.about) & {"feet", "head", "hands"}
        if shared and ((fact.said & OFF and claim.said & ON) or (fact.said & ON and claim.said & OFF)):
            return fact
        if fact.said & ON and claim.said & ON and _replaces(fact.about, claim.about):
            return fact
        dressed = {"clash.dressy", "clash.casual"}
        one, other = table.classes(fact.about) & dressed, table.classes(claim.about) & dressed
        if fact.said & ON and claim.said & ON and one and other and one != other:
            return fact
    return None


def _is_other_sort(fact: StoryFact, claim: StoryClaim) -> bool:
    """Whether two name different sorts of one garment: a bowler hat is no straw hat."""
    sorts = [_sort(fact.about, fact.words), _sort(claim.about, claim.phrase.casefold().split())]
    return all(sorts) and sorts[0] != sorts[1] and bool(fact.said & ON) and bool(claim.said & ON)


def _sort(about: str, words: Iterable[str]) -> str:
    noun = about.rpartition("_")[2]
    named = (f"{word}_{noun}" for word in words if "garments" in table.classes(f"{word}_{noun}"))
    return about if "_" in about else next(named, "")


def _replaces(one: str, other: str) -> bool:
    """Whether nobody wears both at once: boots and sandals, a leotard and a tracksuit; a shoe may be a brogue."""
    if "_" in one and "_" in other and one.rpartition("_")[2] == other.rpartition("_")[2]:
        return one != other and "head" in _slot(one)
    shared = _slot(one) & _slot(other) & {"feet", "whole"}
    families = [table.classes(each) for each in (one, other)]
    related = {each for each in families[0] & families[1] if each.startswith("families.")}
    plain = "shoe" in (one, other) and not {"families.boots"} & (families[0] | families[1])
    return bool(shared) and not related and not plain


def takes_place(one: StoryFact, other: StoryFact) -> bool:
    """Whether who wears the one no longer wears the other."""
    return not same_garment(one.about, other.about) and _replaces(one.about, other.about)


def _hair(claim: StoryClaim, facts: list[StoryFact]) -> StoryFact | None:
    found = _qualities(
        StoryClaim(entity=claim.entity, kind=FactKind.HAIR, said=claim.said, phrase="", sentence=""), facts
    )
    if found is not None:
        return found
    bald = next((fact for fact in facts if ("hair_length", 2) in fact.said), None)
    hairy = any(
        one[0] in ("hair", "hair_form", "hair_style", "hair_colour") and one != ("hair_style", 6) for one in claim.said
    )
    return bald if bald is not None and hairy and ("hair_length", 2) not in claim.said else None


def _parts(about: str) -> tuple[str, str]:
    side, _, part = about.rpartition(" ")
    return side, part


def _injury(claim: StoryClaim, facts: list[StoryFact]) -> StoryFact | None:
    side, part = _parts(claim.about)
    hurts = ("hurt", 0) in claim.said
    for fact in reversed(facts):
        of_side, of_part = _parts(fact.about)
        hurt_then = ("hurt", 0) in fact.said
        same_part = part == of_part or (part == "face" and "body.face" in table.classes(of_part))
        if part == "leg" and not side and not hurts:
            if (
                hurt_then
                and "body.leg" in table.classes(of_part)
                and _DISABLING & {table.singular(word) for word in fact.words}
            ):
                return fact
            continue
        if not same_part:
            continue
        if hurts and hurt_then:
            if _is_other_wound(claim, fact, facts):
                return fact
        elif hurts != hurt_then and (side == of_side or side in ("", "both") or not of_side):
            return fact
    return None


def _is_other_wound(claim: StoryClaim, fact: StoryFact, facts: list[StoryFact]) -> bool:
    """Whether a hurt is told of the other side, or as fresh where it was stitched."""
    side, of_side = _parts(claim.about)[0], _parts(fact.about)[0]
    both = any(_parts(each.about) == (side, _parts(fact.about)[1]) for each in facts)
    if side in ("left", "right") and of_side in ("left", "right") and side != of_side and not both:
        return True
    return side == of_side and table.excluding(_wound(fact.said), _wound(claim.said)) is not None


def _wound(said: table.Qualities) -> table.Qualities:
    return frozenset(each for each in said if each[0] == "wound")


def _place(claim: StoryClaim, facts: list[StoryFact]) -> StoryFact | None:
    fact = facts[-1]
    if claim.denied:
        return None
    away = {word.removeprefix("not ") for word in fact.words if word.startswith("not ")}
    if away:
        return fact if away & claim.words else None
    return fact if exclude(fact.words, claim.words) else None


def _holder(claim: StoryClaim, facts: list[StoryFact], known: Mapping[str, Sequence[StoryFact]]) -> StoryFact | None:
    who = " ".join(spelling(next(each for each in claim.words if each != LYING)))
    if facts:
        holder = " ".join(spelling(next(iter(facts[-1].words))))
        same = who in holder or holder in who or (holder == NOBODY and LYING in claim.words)
        return None if same else facts[-1]
    own = next((each for name, each in known.items() if " ".join(spelling(name)) == who), ())
    holding = [fact for fact in own if fact.kind == FactKind.HOLDING]
    return None if not holding or NOBODY not in holding[-1].words or claim.entity not in known else holding[-1]


def _hands(claim: StoryClaim, facts: list[StoryFact]) -> StoryFact | None:
    fact = facts[-1]
    has_none = NOBODY in fact.words
    if NOBODY in claim.words:
        return None if has_none else fact
    if claim.phrase.split()[0].casefold() in fact.value.casefold():
        return None
    return fact if int(next(iter(claim.words))) > (0 if has_none else _number_held(fact.value)) else None


def _number_held(value: str) -> int:
    """How many things somebody is said to hold: as listed, or as counted."""
    told = [number for word in value.casefold().split() if (number := number_of(word)) is not None]
    return max([len([each for each in value.replace(" and ", ",").split(",") if each.strip()]), *told])


def _existence(claim: StoryClaim, facts: list[StoryFact]) -> StoryFact | None:
    return facts[-1] if GONE in facts[-1].words and "there" in claim.words else None


def _presence(claim: StoryClaim, facts: list[StoryFact]) -> StoryFact | None:
    fact = facts[-1]
    allowed = " ".join(fact.words)
    return (
        fact
        if "only" in fact.words
        and not any(word in allowed or table.singular(word) in allowed for each in claim.words for word in each.split())
        else None
    )


def _count(claim: StoryClaim, facts: list[StoryFact]) -> StoryFact | None:
    said = next(int(word) for word in claim.words if word.isdigit())
    for fact in reversed(facts):
        if fact.about != claim.about:
            continue
        number = int(next(iter(fact.words)))
        fewer = said < number and ("only" in claim.words or "people" not in claim.words)
        return fact if said > number or fewer else None
    return None


def _kin(claim: StoryClaim, known: Mapping[str, Sequence[StoryFact]]) -> StoryFact | None:
    for entity, other, said in ((claim.entity, claim.about, claim.said), (claim.about, claim.entity, _inverse(claim))):
        for fact in known.get(entity, ()):
            if (
                fact.kind == FactKind.RELATION
                and fact.about.casefold() in other.casefold()
                and table.excluding(fact.said, said)
            ):
                return fact
    return None


def _inverse(claim: StoryClaim) -> table.Qualities:
    return frozenset((matter, _INVERSE.get(group, group)) for matter, group in claim.said)


def _age(claim: StoryClaim, facts: list[StoryFact]) -> StoryFact | None:
    fact = facts[-1]
    if claim.words and fact.words:
        one, other = int(next(iter(claim.words))), int(next(iter(fact.words)))
        return fact if abs(one - other) > max(1, 0.15 * max(one, other)) else None
    said = claim.said or stage_of(int(next(iter(claim.words))))
    return fact if table.excluding(fact.said, said) else None


_COMPARE: Final[Mapping[str, Callable[[StoryClaim, list[StoryFact]], StoryFact | None]]] = {
    FactKind.WARDROBE: _garment,
    FactKind.HAIR: _hair,
    FactKind.INJURY: _injury,
    FactKind.PLACE: _place,
    FactKind.HOLDING: _hands,
    FactKind.ABLE: _qualities,
    FactKind.CONDITION: _qualities,
    FactKind.EXISTENCE: _existence,
    FactKind.PRESENCE: _presence,
    FactKind.WEATHER: _qualities,
    FactKind.TIME: _qualities,
    FactKind.COUNT: _count,
    FactKind.AGE: _age,
}


def agree(claim: StoryClaim, fact: StoryFact) -> bool:
    """Whether a claim says of a matter what a fact says of it."""
    if claim.kind != fact.kind or claim.denied:
        return False
    if claim.kind == FactKind.WARDROBE and not same_garment(fact.about, claim.about):
        return False
    if claim.kind == FactKind.INJURY and fact.about != claim.about:
        return False
    same_words = {each.casefold() for each in claim.words} & {each.casefold() for each in fact.words}
    return bool(claim.said & fact.said or same_words)


def strongest(found: Iterable[Clash]) -> list[Clash]:
    """One clash for each fact, the surest."""
    best: dict[tuple[str, str], Clash] = {}
    for each in found:
        key = (each.fact.entity, each.fact.field)
        if key not in best or best[key].claim.sure < each.claim.sure:
            best[key] = each
    return list(best.values())
