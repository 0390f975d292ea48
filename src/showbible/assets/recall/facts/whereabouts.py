"""What a sentence says of where people and things are, and who is at a place."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from showbible.assets.recall.facts import table
from showbible.assets.recall.facts.claim import FactKind, StoryClaim
from showbible.assets.recall.facts.doings import number_of
from showbible.assets.recall.facts.parse import STRANGER, Deed, SentenceParse, StoryMention
from showbible.assets.recall.facts.story_word import DETERMINERS
from showbible.assets.recall.facts.table import listed

_INSIDE: Final = listed(
    "in inside at on within aboard through across along up down by over among amid amidst under beneath"
)
_TOWARD: Final = frozenset({"to", "into", "onto", "for"})


def whereabouts(each: SentenceParse) -> Iterator[StoryClaim]:
    """Everything that a sentence says of being somewhere, going there and leaving."""
    for place in range(each.limit):
        if not _is_place(each, place):
            continue
        way = _way(each, place)
        if way is None or _is_chained(each, place):
            continue
        each.scene.places = frozenset({_noun(each, place)} | _chained(each, place))
        for name in _located(each, place):
            yield from _placed(each, place, way, name)
    yield from _there(each)


def _there(each: SentenceParse) -> Iterator[StoryClaim]:
    """In "They reached the camp; Mara rests there"."""
    if "there" not in each.lowers[1 : each.limit] or not each.scene.places:
        return
    for deed in (one for one in each.deeds if one.who.is_person and one.who.name != STRANGER):
        yield StoryClaim(
            entity=deed.who.name,
            kind=FactKind.PLACE,
            words=each.scene.places,
            phrase="there",
            sentence=each.text,
            sure=0.8,
        )


def _is_chained(each: SentenceParse, place: int) -> bool:
    """Whether a place is told as what another, told before it, is part of."""
    word = _noun(each, place)
    earlier = (spot for spot in range(max(0, place - 4), place - 1) if _is_place(each, spot))
    return any(_is_room(each.lowers[spot]) and _way(each, spot) and word in _chained(each, spot) for spot in earlier)


def _is_place(each: SentenceParse, place: int) -> bool:
    """Whether a word is a place: a noun for one, by itself or at the end of a name that is nobody's."""
    if "places" not in table.classes(_noun(each, place)):
        return False
    own = _mention_at(each, place)
    return own is None or not own.name or (not own.is_person and own.end == place + 1)


def _noun(each: SentenceParse, place: int) -> str:
    """The noun for a place: several words where the tables know them as one."""
    own = _mention_at(each, place)
    whole = "_".join(each.lowers[own.start : own.end]) if own is not None else ""
    return whole if "places" in table.classes(whole) else table.singular(each.lowers[place])


def _is_place_word(each: SentenceParse, place: int) -> bool:
    """The same of a word inside a longer name, as in "the hospital bed"."""
    own = _mention_at(each, place)
    return "places" in table.classes(each.lowers[place]) and (own is None or not own.name or not own.is_person)


def _mention_at(each: SentenceParse, place: int) -> StoryMention | None:
    return next((one for one in each.mentions if one.start <= place < one.end), None)


def _is_room(word: str) -> bool:
    kinds = table.classes(word)
    return "places" in kinds and "places.parts" not in kinds


def _placed(each: SentenceParse, place: int, way: str, name: str) -> Iterator[StoryClaim]:
    words = frozenset({_noun(each, place)} | _chained(each, place))
    is_part = all("places.parts" in table.classes(word) for word in words)
    if is_part and way == "to" and _is_carried(each, place):
        return
    if is_part and each.scene.kinds.get(name, "character") == "character":
        return
    phrase = each.words[place].text
    if way == "from":
        yield StoryClaim(
            entity=name, kind=FactKind.PLACE, words=words, phrase=phrase, sentence=each.text, before=True, sure=0.8
        )
        yield StoryClaim(
            entity=name,
            kind=FactKind.PLACE,
            words=frozenset({f"not {word}" for word in words}),
            phrase=f"left the {phrase}",
            sentence=each.text,
            becomes=True,
        )
    else:
        yield StoryClaim(
            entity=name,
            kind=FactKind.PLACE,
            words=words,
            phrase=phrase,
            sentence=each.text,
            becomes=way == "to" or _is_put(each, place, name),
            denied=each.is_denied(place),
        )


def _is_carried(each: SentenceParse, place: int) -> bool:
    """Whether somebody goes to a piece of furniture with a thing in hand, which then is in their hands still."""
    deed = next((one for one in reversed(each.deeds) if one.verb < place), None)
    return deed is not None and "hold.have" in each.does(deed.verb)


def _is_put(each: SentenceParse, place: int, name: str) -> bool:
    """Whether somebody puts a thing where it is then: "hangs it on the nail"."""
    deed = next((one for one in reversed(each.deeds) if one.verb < place), None)
    is_thing = each.scene.kinds.get(name, "character") == "prop"
    return is_thing and deed is not None and deed.who.name != name and "hold.drop" in each.does(deed.verb)


def _chained(each: SentenceParse, place: int) -> set[str]:
    """The place that a place is part of: the lounge of the airport, the hospital bed."""
    found = set()
    if place and _is_place_word(each, place - 1):
        found.add(table.singular(each.lowers[place - 1]))
    for spot in range(place + 1, min(place + 4, len(each.words))):
        if each.lowers[spot] in ("of", "in") and spot + 2 < len(each.words):
            noun = each.lowers[spot + 2] if each.lowers[spot + 1] in DETERMINERS else each.lowers[spot + 1]
            if "places" in table.classes(noun):
                found.add(table.singular(noun))
    return found


def _way(each: SentenceParse, place: int) -> str | None:
    """How a place is spoken of: somebody is in it, goes to it or comes from it; None where it is only mentioned."""
    back = place - 1
    while (
        back >= 0
        and (
            each.lowers[back] in DETERMINERS
            or not (each.words[back].is_empty or table.verb(each.words[back].stem))
            or each.lowers[back] in ("own", "far", "'s")
        )
        and place - back < 6
    ):
        if "places" in table.classes(each.lowers[back]) and back < place - 1:
            break
        back -= 1
    return _way_after(each, place, back)


def _way_after(each: SentenceParse, place: int, back: int) -> str | None:
    before = each.lowers[back] if back >= 0 else ""
    led = each.does(back - 1) if back > 0 else frozenset()
    if before in ("of", "in") and led & {"move.from", "move.enters"}:
        return "from" if before == "of" or "move.from" in led else "to"
    if before == "of" and each.lowers[back - 1] not in ("out", "outside"):
        return _way_of_whole(each, back)
    if before in ("from", "off", "out", "of"):
        return "from"
    if before in _TOWARD:
        return "to" if _goes(each, place) else None
    if before in _INSIDE:
        return "in"
    if back >= 0 and table.verb(each.words[back].stem):
        does = each.does(back)
        return "from" if "move.from" in does else "to" if "move.enters" in does else None
    return "in" if _is_heading(each, place, back) else None


def _goes(each: SentenceParse, place: int) -> bool:
    """Whether somebody goes, or something is brought, before a place is named."""
    there = {"move.to", "hold.give", "hold.drop"}
    return any(each.does(deed.verb) & there for deed in each.deeds if deed.verb < place)


def _is_heading(each: SentenceParse, place: int, back: int) -> bool:
    """Whether a place stands by itself before what happens there."""
    before = each.lowers[back] if back >= 0 else ""
    alone = back < 0 or each.words[back].is_mark or before in ("int", "ext")
    ends = place + 1 < len(each.words) and each.words[place + 1].is_mark
    opens = ":" in each.lowers[place:] or before in ("int", "ext", ".") or back < 0
    return alone and ends and opens and not [one for one in each.mentions if one.kind != "location"]


def _way_of_whole(each: SentenceParse, back: int) -> str | None:
    spot = back - 1
    while spot >= 0 and back - spot < 4 and not each.words[spot].is_mark:
        if each.lowers[spot] in _INSIDE:
            return "in"
        spot -= 1
    shot = all(
        each.lowers[one] in ("wide", "shot", "of", "view", "the", "close", "up", "-", "angle", "long")
        for one in range(back)
    )
    return "in" if shot else None


def _located(each: SentenceParse, place: int) -> list[str]:
    """Whom a place is told of: who does something there, whom a heading stands over, or what lies there."""
    here = _mention_at(each, place)
    told = [one for one in each.mentions if not each.is_possessive(one) and one.kind != "location" and one is not here]
    before = [one for one in told if one.start < place]
    if before:
        return _located_before(each, place, before)
    after = [one for one in told if one.start > place]
    if after and after[0].name != STRANGER and (each.may_act(after[0]) or ":" in each.lowers[place : after[0].start]):
        return [after[0].name]
    return []


def _located_before(each: SentenceParse, place: int, before: Sequence[StoryMention]) -> list[str]:
    deed = next((one for one in reversed(each.deeds) if one.verb < place), None)
    last = before[-1]
    if not last.is_person and last.name and _lies(each, last, deed):
        goes = deed is not None and deed.who.is_person and "move.to" in each.does(deed.verb)
        return [last.name, deed.who.name] if deed is not None and goes and deed.who.name else [last.name]
    if deed is not None and deed.who.is_person:
        return [one.who.name for one in each.deeds if one.verb == deed.verb and one.who.name != STRANGER]
    return [last.name] if last.name != STRANGER and len({one.name for one in before}) == 1 else []


def _lies(each: SentenceParse, thing: StoryMention, deed: Deed | None) -> bool:
    """Whether a place behind a thing is the thing's: it lies there, or somebody takes it there."""
    if deed is None or not deed.who.is_person:
        return True
    taken = each.does(deed.verb) & {"hold.drop", "hold.give", "move.to", "hold.have"}
    return bool(taken) or any(lower.endswith("ing") for lower in each.lowers[thing.end : thing.end + 1])


def presence(each: SentenceParse) -> Iterator[StoryClaim]:
    """Who is told to be at a named place: people act there, or arrive."""
    for mention in each.mentions:
        if mention.is_person or not mention.name or mention.start >= each.limit:
            continue
        before = each.lowers[max(0, mention.start - 3) : mention.start]
        if not set(before) & {"in", "at", "of", "through", "on", "into", "inside", "onto", "to"}:
            continue
        arrive = (
            any(
                "move.arrives" in each.does(spot)
                for spot in range(len(each.words))
                if table.verb(each.words[spot].stem)
            )
            or "into" in before
            or "to" in before
        )
        yield from _those_at(each, mention, arrives=arrive)


def _is_there(each: SentenceParse, one: StoryMention) -> bool:
    """Whether a noun for people means somebody: it opens the sentence, is led by an article or number, or acts."""
    back = one.start
    while back and not each.words[back - 1].is_empty and not table.verb(each.words[back - 1].stem):
        back -= 1
    led = each.lowers[back - 1] if back else ""
    acts = any(deed.who.start == one.start for deed in each.deeds)
    counted = any(number_of(lower) is not None for lower in each.lowers[back : one.start])
    return not back or led in DETERMINERS or counted or acts


def _those_at(each: SentenceParse, mention: StoryMention, *, arrives: bool) -> Iterator[StoryClaim]:
    people = [one for one in each.mentions if one.is_person and one.name != mention.name]
    for one in people:
        word = each.lowers[one.start]
        if each.is_possessive(one) or each.is_denied(one.start) or not one.is_person:
            continue
        if not one.name and ("people.person" not in table.classes(word) or not _is_there(each, one)):
            continue
        name = one.name or word
        yield StoryClaim(
            entity=mention.name,
            kind=FactKind.PRESENCE,
            words=frozenset({name.casefold()}),
            phrase=name,
            sentence=each.text,
            becomes=arrives,
            sure=0.85,
        )
