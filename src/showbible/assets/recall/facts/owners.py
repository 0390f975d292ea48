"""Whose a garment, a part of a body or a relative is; what could be two people's is nobody's."""

from __future__ import annotations

from showbible.assets.recall.facts import table
from showbible.assets.recall.facts.parse import DETERMINERS, OWNERS, STRANGER, SentenceParse


def owner_of(each: SentenceParse, place: int) -> str | None:
    """Whose a garment, hair or part of a body is; a stranger's name is empty, None where it is open."""
    back = _start_of_phrase(each, place)
    before = each.lowers[back - 1] if back else ""
    if before == "'s" and back >= 2:
        return name_at(each, back - 2)
    if before in OWNERS:
        return possessor(each, back - 1)
    after = _owner_after(each, place)
    if after is not None:
        return after
    return nearest(each, back)


def _start_of_phrase(each: SentenceParse, place: int) -> int:
    back = place
    while (
        back > 0
        and not each.words[back - 1].is_empty
        and each.words[back - 1].name is None
        and (each.lowers[back - 1] in ("left", "right") or not table.verb(each.words[back - 1].stem))
    ):
        back -= 1
    while back > 0 and (
        _adjective(each, back - 1)
        or (each.lowers[back - 1] in (",", "and") and back > 1 and _adjective(each, back - 2))
    ):
        back -= 1
    return back


def _adjective(each: SentenceParse, place: int) -> bool:
    return bool(table.qualities(each.lowers[place])) and each.words[place].name is None


def name_at(each: SentenceParse, place: int) -> str:
    """The name that a word belongs to; a stranger's where it belongs to none."""
    return next((one.name for one in each.mentions if one.start <= place < one.end), STRANGER)


def possessor(each: SentenceParse, place: int) -> str | None:
    """Whom "his" or "her" at a place means."""
    deed = next((one for one in reversed(each.deeds) if one.verb < place and one.who.is_person), None)
    people = {one.name for one in each.mentions if one.is_person and one.start < place}
    if deed is not None and (deed.who.name == STRANGER or STRANGER not in people):
        return deed.who.name
    if len(people) == 1:
        return people.pop()
    return each.last_before if not people else STRANGER


def _owner_after(each: SentenceParse, place: int) -> str | None:
    for spot in range(place + 1, min(place + 3, len(each.words) - 1)):
        if each.lowers[spot] in ("of", "on", "around"):
            mention = next((m for m in each.mentions if spot < m.start <= spot + 3), None)
            if mention is not None and mention.is_person:
                return mention.name
            if each.lowers[spot] == "of" and each.lowers[spot + 1] in (*OWNERS, "a", "the"):
                return STRANGER
    return None


def nearest(each: SentenceParse, place: int) -> str | None:
    """Who was spoken of last before a place, or the only one who is spoken of at all."""
    if _noun_between(each, place):
        return STRANGER
    before = [one for one in each.mentions if one.is_person and one.start < place]
    if before:
        last = before[-1]
        alone = len({one.name for one in before}) == 1
        return last.name if alone or not each.is_possessive(last) else None
    people = {one.name for one in each.mentions if one.is_person}
    return people.pop() if len(people) == 1 else None


def _noun_between(each: SentenceParse, place: int) -> bool:
    """Whether "with a sailor in a red coat" comes between: an unknown someone right before the garment."""
    spot = place - 1
    while spot > 0 and each.lowers[spot] in DETERMINERS:
        spot -= 1
    if spot < 2 or each.lowers[spot] not in ("in", "with", "wearing"):
        return False
    noun = spot - 1
    known = table.classes(each.lowers[noun]) & {"places", "garments", "body", "reach"}
    if each.words[noun].is_empty or each.words[noun].name is not None or known or each.is_apposed(noun):
        return False
    first = noun
    while first > 0 and not each.words[first - 1].is_empty and each.words[first - 1].name is None and noun - first < 3:
        first -= 1
    article = each.lowers[first - 1] if first else ""
    lead = each.lowers[first - 2] if first > 1 else ""
    return article in ("a", "an", "another", "some", "two", "three", "his", "her") and lead not in (
        "at",
        "on",
        "in",
        "through",
        "across",
        "over",
        "onto",
        "into",
        "along",
        "from",
        "under",
    )
