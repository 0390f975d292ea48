"""What a sentence says of kin and of age."""

from __future__ import annotations

from collections.abc import Iterator

from showbible.assets.recall.facts import table
from showbible.assets.recall.facts.claim import AGE, RELATION, StoryClaim
from showbible.assets.recall.facts.doings import number_of
from showbible.assets.recall.facts.owners import name_at, possessor
from showbible.assets.recall.facts.parse import OWNERS, STRANGER, SentenceParse


def kin(each: SentenceParse) -> Iterator[StoryClaim]:
    """In "X, Y's mother", "his sister X", "X is Y's wife": who is whose."""
    for place, lower in enumerate(each.lowers[: each.limit]):
        said = frozenset(one for one in table.qualities(lower) if one[0] == "relation")
        if not said or each.words[place].name is not None:
            continue
        other = _relative_of(each, place)
        person = _person_beside(each, place, other)
        if other and person and other != person:
            yield StoryClaim(
                entity=person, kind=RELATION, about=other, said=said, phrase=each.words[place].text, sentence=each.text
            )


def _relative_of(each: SentenceParse, place: int) -> str | None:
    back = place - 1
    while back > 0 and (
        table.qualities(each.lowers[back])
        or each.lowers[back] in ("younger", "older", "elder", "little", "big", "own", "beloved")
    ):
        back -= 1
    if back >= 1 and each.lowers[back] == "'s":
        return name_at(each, back - 1) or each.words[back - 1].text
    if back >= 0 and each.lowers[back] in OWNERS:
        return possessor(each, back) or _capital(each, back)
    if place + 2 <= len(each.words) - 1 and each.lowers[place + 1] == "of":
        return each.words[place + 2].name
    return None


def _capital(each: SentenceParse, place: int) -> str | None:
    """Somebody with a name that is not known here, before a "his" or "her"."""
    deed = next((one for one in reversed(each.deeds) if one.verb < place), None)
    word = each.words[deed.who.start].text if deed is not None else ""
    return word if word[:1].isupper() else None


def _person_beside(each: SentenceParse, place: int, other: str | None) -> str | None:
    following = each.words[place + 1] if place + 1 < len(each.words) else None
    if following is not None and following.name is not None:
        return following.name
    before = [one for one in each.mentions if one.end <= place and one.is_person and one.name not in (STRANGER, other)]
    linked = before and set(each.lowers[before[-1].end : place]) & {",", "is", "was"}
    return before[-1].name if linked else None


def ages(each: SentenceParse) -> Iterator[StoryClaim]:
    """How old someone is said to be, in years or by the stage of life."""
    for place, lower in enumerate(each.lowers[: each.limit]):
        number = number_of(lower)
        nearby = each.lowers[place + 1 : place + 3]
        told = number is not None and (
            (nearby[:1] in (["years"], ["year"]) and "old" in each.lowers[place + 1 : place + 4])
            or (
                each.lowers[max(0, place - 1)] in ("of", "aged", "turns")
                and bool({"man", "woman", "boy", "girl", "child"} & set(each.lowers[max(0, place - 3) : place]))
            )
        )
        before = [one for one in each.mentions if one.end <= place and one.is_person]
        if not before or before[-1].name == STRANGER:
            continue
        who = before[-1].name
        apposed = set(each.lowers[before[-1].end : before[-1].end + 1]) & {",", "is", "as"}
        if told:
            yield StoryClaim(
                entity=who, kind=AGE, words=frozenset({str(number)}), phrase=f"{lower}", sentence=each.text
            )
        said = frozenset(one for one in table.qualities(lower) if one[0] == "stage")
        if said and apposed and each.words[place].name is None and place - before[-1].end < 6:
            yield StoryClaim(
                entity=who, kind=AGE, said=said, phrase=each.words[place].text.replace("_", " "), sentence=each.text
            )
