"""Whose a garment, a part of a body or a relative is; what could be two people's is nobody's."""

from __future__ import annotations

from typing import Final

from showbible.assets.recall.facts import table
from showbible.assets.recall.facts.parse import STRANGER, Deed, SentenceParse, StoryMention
from showbible.assets.recall.facts.story_word import DETERMINERS, OWNERS
from showbible.assets.recall.facts.table import listed

_WEARING: Final = listed(
    """
    in with wearing wears wear wore has have had dressed sporting under beneath
    """
)
_BESIDE: Final = listed("beside near behind by before after to for")
"""Words before a name after which clothes may as well be those of whoever was named before it."""


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


def wearer_of(each: SentenceParse, place: int) -> str | None:
    """Who wears a garment: whose it is said to be, or who is told with it; one that is only seen is nobody's."""
    back = _start_of_phrase(each, place)
    article = each.lowers[back - 1] if back else ""
    if article in ("a", "an", "another", "some") and _owner_after(each, place) is None:
        lead = back - 2
        if not _leads_to_clothes(each, lead) or (each.lowers[lead] == "," and _lies_somewhere(each, place)):
            return None
    return owner_of(each, place)


def _leads_to_clothes(each: SentenceParse, place: int) -> bool:
    """Whether what stands before a garment says that somebody has it on: in, wearing, puts on, or a list of clothes."""
    if place < 0:
        return False
    if each.lowers[place] in _WEARING or each.words[place].is_mark or each.lowers[place] == "and":
        return True
    near = range(max(0, place - 3), place + 1)
    return any(effect.startswith("wear.") for spot in near for effect in each.does(spot))


def _lies_somewhere(each: SentenceParse, place: int) -> bool:
    return each.lowers[place + 1 : place + 2] in (["on"], ["over"], ["across"], ["under"])


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
    beside = next((one for one in each.mentions if one.is_person and one.end == place - 1), None)
    if beside is not None and each.lowers[place - 1] in _WEARING:
        return beside.name
    deed = next((one for one in reversed(each.deeds) if one.verb < place and one.who.is_person), None)
    if deed is not None and each.lowers[place - 1] == "," and _is_another_named(each, deed, place):
        return STRANGER
    people = {one.name for one in each.mentions if one.is_person and one.start < place}
    if deed is not None and (deed.who.name == STRANGER or STRANGER not in people):
        return deed.who.name
    if len(people) == 1:
        return people.pop()
    return each.last_before if not people else STRANGER


def _is_another_named(each: SentenceParse, deed: Deed, place: int) -> bool:
    """Whether somebody else is named between a deed and a pronoun."""
    return any(deed.verb < one.start < place and one.is_person and one.name != deed.who.name for one in each.mentions)


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
    before = [one for one in each.mentions if one.is_person and one.start < place and not _is_animal(each, one)]
    if before:
        return _last_named(each, before)
    people = {one.name for one in each.mentions if one.is_person}
    return people.pop() if len(people) == 1 else None


def _is_animal(each: SentenceParse, mention: StoryMention) -> bool:
    """Whether a beast without a name is meant, which wears nothing beside somebody who does."""
    return not mention.name and "people.animal" in table.classes(each.lowers[mention.start])


def _last_named(each: SentenceParse, before: list[StoryMention]) -> str | None:
    """Who was named last; nobody where another stands beside whoever was named first."""
    last = before[-1]
    if len({one.name for one in before}) == 1:
        return last.name
    if each.is_possessive(last) or each.lowers[last.start - 1] in _BESIDE:
        return None
    return last.name


def _noun_between(each: SentenceParse, place: int) -> bool:
    """Whether "with a sailor in a red coat" comes between: an unknown someone right before the garment."""
    spot = place - 1
    while spot > 0 and each.lowers[spot] in DETERMINERS:
        spot -= 1
    if spot < 2 or each.lowers[spot] not in ("in", "with", "wearing"):
        return False
    noun = spot - 1
    known = table.classes(each.lowers[noun]) & {"places", "garments", "body", "reach"}
    known = known or frozenset({word for word, _ in table.qualities(each.lowers[noun])})
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
