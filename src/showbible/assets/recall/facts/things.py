"""What a sentence says of things: their condition, whether they are there, how many; of the moment and of kin."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from showbible.assets.recall.facts import table
from showbible.assets.recall.facts.claim import FactKind, StoryClaim
from showbible.assets.recall.facts.parse import Deed, SentenceParse, StoryMention
from showbible.assets.recall.facts.story_word import DETERMINERS
from showbible.assets.recall.facts.table import Qualities, listed

_LINKS: Final = listed(
    """
    is are was stands lies looks stays remains has hangs sits seems all wide completely now still half gone goes
    burns been very fully ,
    """
)
_BELONGS: Final = frozenset({"condition", "person"})
GONE: Final = "gone"
_NEARNESS: Final = {
    word: way
    for way, words in (("by", "by at over beside"), ("into", "into inside"), ("from", "from"))
    for word in words.split()
}
"""Words before a thing, by how the table of signs calls them."""
_REACH: Final = 6
_SENDS: Final = frozenset(map(table.stem, ("cast", "throw", "shed", "give", "spread", "emit", "pour", "send")))
"""What a thing does with the light, the sound or the steam that comes from it."""
_PASSES: Final = listed("falls breaks rises sets comes rise set")
"""What the time of day does when it changes."""
_WEATHER_WORDS: Final = {
    "sun": "sunny",
    "rains": "rain",
    "pours": "rain",
    "snows": "snow",
    "sunbathe": "sunny",
    "sunbathing": "sunny",
}


def things(each: SentenceParse) -> Iterator[StoryClaim]:
    """Everything that a sentence says of things and places by name."""
    for mention in each.mentions:
        if mention.start >= each.limit or not mention.name or mention.is_person:
            continue
        if _is_another(each, mention):
            continue
        if not each.is_complement(mention):
            yield from _condition(each, mention)
        yield from _part_of(each, mention)
        yield from _made(each, mention)
        yield from _own_part(each, mention)
        yield from _signs(each, mention)
        yield from _existence(each, mention)


def _is_another(each: SentenceParse, mention: StoryMention) -> bool:
    """Whether a thing of the same name is meant: another one, a white one, that of somebody."""
    before = each.lowers[mention.start - 1] if mention.start else ""
    if before in ("another", "other", "second", "new", "different"):
        return True
    short = mention.end - mention.start < len((each.words[mention.start].name or "").split())
    if short and before and not each.words[mention.start - 1].is_empty and not table.qualities(before):
        return True
    after = (
        each.lowers[mention.end : mention.end + 1] == ["of"]
        and mention.end + 1 < len(each.words)
        and mention.end - mention.start == 1
    )
    colour = any(one[0] in ("colour", "material") for one in table.qualities(before))
    own = each.words[mention.start].name or ""
    return (colour and before not in own.casefold()) or (
        after and not table.qualities(each.lowers[mention.end + 1]) and len(own.split()) > 1
    )


def _is_noun_there(each: SentenceParse, place: int) -> bool:
    return (
        place < len(each.words)
        and not each.words[place].is_empty
        and each.words[place].name is None
        and not each.words[place].lower.endswith(("s", "ed", "ing"))
    )


def _words_said(each: SentenceParse, mention: StoryMention) -> list[int]:
    """Where the words stand that describe a thing: before it, or behind it through a linking verb."""
    found = []
    back = mention.start - 1
    while back >= 0 and (_quality(each.lowers[back]) or each.lowers[back] in (",", "and")) and mention.start - back < 5:
        if _quality(each.lowers[back]) and not each.is_particle(back):
            found.append(back)
        back -= 1
    ahead = each.past_complement(mention)
    until = min(len(each.words), ahead + 10)
    while ahead < until:
        lower = each.lowers[ahead]
        if _quality(lower) and not each.is_particle(ahead):
            if not _is_noun_there(each, ahead + 1) or lower in ("full", "half_full"):
                found.append(ahead)
        elif lower in ("and",) and found:
            pass
        elif lower not in _LINKS and not lower.endswith("ly") and lower != "not":
            break
        ahead += 1
    return found


def _quality(lower: str) -> Qualities:
    return frozenset(
        one for one in table.qualities(lower) if table.section(one[0]) == "condition" or one[0] in ("mood",)
    )


def _condition(each: SentenceParse, mention: StoryMention) -> Iterator[StoryClaim]:
    for place in _words_said(each, mention):
        said = _quality(each.lowers[place])
        ended = {"gone", "has"} & set(each.lowers[mention.end : place]) and each.lowers[place] in ("out",)
        made = place > mention.end and _is_made(each, mention.start, each.lowers[place])
        yield StoryClaim(
            entity=mention.name, kind=FactKind.CONDITION, said=said, phrase=each.words[place].text, sentence=each.text,
            denied=each.is_denied(place), becomes=bool(ended) or made or "into" in each.lowers[mention.end : place],
        )  # fmt: skip


def _part_of(each: SentenceParse, mention: StoryMention) -> Iterator[StoryClaim]:
    """In "The front tyre of the bicycle is flat"."""
    if mention.start < 3 or "of" not in each.lowers[mention.start - 2 : mention.start]:
        return
    of = max(place for place in range(mention.start) if each.lowers[place] == "of")
    noun = each.words[of - 1]
    if noun.is_empty or noun.name is not None:
        return
    for place in range(mention.end, min(len(each.words), mention.end + 5)):
        if _quality(each.lowers[place]) and set(each.lowers[mention.end : place]) & _LINKS:
            yield StoryClaim(
                entity=mention.name,
                kind=FactKind.CONDITION,
                about=table.singular(noun.lower),
                said=_quality(each.lowers[place]),
                phrase=each.words[place].text,
                sentence=each.text,
                becomes=_is_made(each, of, each.lowers[place]),
            )


def _is_made(each: SentenceParse, before: int, quality: str) -> bool:
    """Whether a verb tells how a thing came to be so: "swings the door of the safe shut"."""
    effects = {effect for place in range(before) for effect in each.does(place) if effect.startswith("makes.")}
    return any(_quality(effect.partition(".")[2]) & _quality(quality) for effect in effects)


def _own_part(each: SentenceParse, mention: StoryMention) -> Iterator[StoryClaim]:
    """In "the safe, its door shut": what is told of a part of the thing that was named last."""
    last = [one for one in each.mentions if not one.is_person and one.name and one.start <= mention.start]
    its = next((place for place in range(mention.end, each.limit) if each.lowers[place] == "its"), None)
    if its is None or its + 1 >= len(each.words) or last[-1] is not mention:
        return
    for place in range(its + 2, min(each.limit, its + 6)):
        linked = all(word in _LINKS or word.endswith("ly") for word in each.lowers[its + 2 : place])
        if linked and _quality(each.lowers[place]):
            part = table.singular(each.lowers[its + 1])
            yield StoryClaim(
                entity=mention.name,
                kind=FactKind.CONDITION,
                about=part,
                said=_quality(each.lowers[place]),
                phrase=each.words[place].text,
                sentence=each.text,
                denied=each.is_denied(place),
            )
            return


def _made(each: SentenceParse, mention: StoryMention) -> Iterator[StoryClaim]:
    """What a verb makes of its object, or of its subject where nothing is done to anything."""
    for place, word in enumerate(each.words):
        if not table.verb(word.stem) or word.name is not None or not _governs(each, place, mention):
            continue
        if place == 0 and each.lowers[:2] in (["close", "on"], ["open", "on"]):
            continue  # the camera's, not the thing's
        for effect in sorted(each.does(place)):
            section, _, result = effect.partition(".")
            if section == "makes":
                yield replace(_result(each, mention, result, result), becomes=True)
            elif section == "ends":
                yield StoryClaim(
                    entity=mention.name,
                    kind=FactKind.EXISTENCE,
                    words=frozenset({GONE}),
                    phrase=word.text,
                    sentence=each.text,
                    becomes=True,
                )


def _governs(each: SentenceParse, place: int, mention: StoryMention) -> bool:
    """Whether a verb acts on a thing: right before it, or it is the verb's subject without an object of its own."""
    if place < mention.start:
        between = each.lowers[place + 1 : mention.start]
        if each.lowers[place - 1 : place] and each.lowers[place - 1] in ("the", "a", "his", "her", "to"):
            return each.lowers[place - 1] == "to"
        skipped = {
            "the",
            "a",
            "an",
            "all",
            "your",
            "his",
            "her",
            "their",
            "out",
            "up",
            "off",
            "on",
            "whole",
            "its",
            "of",
            "from",
            "open",
            "down",
            "my",
            "over",
            "shut",
        }
        own = table.verb(each.words[place].stem)
        if any(lower in ("over", "on", "down", "from", "out", "up", "off") and lower not in own for lower in between):
            return False
        return all(lower in skipped or table.qualities(lower) or lower.endswith("ly") for lower in between) and (
            "of" not in between
        )
    subject = any(deed.verb == place and deed.who.start == mention.start for deed in each.deeds)
    if not subject:
        return False
    after = each.lowers[place + 1] if place + 1 < len(each.words) else "."
    if any(deed.verb == place and deed.passive for deed in each.deeds):
        return bool({"been", "being", "gets", "got"} & set(each.lowers[mention.end : place]))
    return after not in ("the", "a", "an", "his", "her")


def _signs(each: SentenceParse, mention: StoryMention) -> Iterator[StoryClaim]:
    """What a thing does, what comes from it and what is done with it tell how it is."""
    for result, phrase in [*_by_deed(each, mention), *_by_source(each, mention), *_by_use(each, mention)]:
        yield replace(_result(each, mention, result, phrase), sure=0.75)


def _result(each: SentenceParse, mention: StoryMention, result: str, phrase: str) -> StoryClaim:
    said, kind = _quality(result), FactKind.CONDITION
    return StoryClaim(entity=mention.name, kind=kind, said=said, phrase=phrase, sentence=each.text)


def _by_deed(each: SentenceParse, mention: StoryMention) -> Iterator[tuple[str, str]]:
    for deed in each.deeds:
        if deed.who.start == mention.start and not deed.passive and not each.is_denied(deed.verb):
            yield from ((result, each.words[deed.verb].text) for result in table.sign("thing", deed.stem))
            if deed.stem in _SENDS:
                sent = each.words[deed.verb + 1 : deed.verb + 5]
                yield from ((result, word.text) for word in sent for result in table.sign("from", word.stem))


def _by_source(each: SentenceParse, mention: StoryMention) -> Iterator[tuple[str, str]]:
    if mention.kind == "location":
        return
    before = each.lowers[max(0, mention.start - 2) : mention.start]
    out = "out" in each.lowers[max(0, mention.start - 3) : mention.start]
    if {"from", "of", "out"} & set(before):
        way = "of" if "of" in before and not out else "from"
        for word in each.words[: mention.start]:
            yield from ((result, word.text) for result in table.sign(way, word.stem))
    if before[:1] == ["in"] and before[1:] in (["the"], ["a"], ["his"], ["her"]):
        for word in each.words[: mention.start]:
            yield from ((result, word.text) for result in table.sign("in", word.stem))
    if before[-2:-1] == ["of"] and out and each.deeds:
        yield "open", "out of it"


def _by_use(each: SentenceParse, mention: StoryMention) -> Iterator[tuple[str, str]]:
    for deed in each.deeds:
        into = not {"into", "to", "toward", "towards"}.isdisjoint(each.lowers[deed.verb + 1 : mention.start])
        if deed.who.is_person and mention.start - 4 <= deed.verb < mention.start and not into:
            yield from ((result, each.words[deed.verb].text) for result in table.sign("needs", deed.stem))
        if deed.who.is_person and deed.verb < mention.start <= deed.verb + _REACH and not deed.passive:
            yield from _by_closeness(each, deed, mention)


def _by_closeness(each: SentenceParse, deed: Deed, mention: StoryMention) -> Iterator[tuple[str, str]]:
    """What is done by, into or from a thing: who warms their hands at a stove needs one that burns."""
    before = [each.lowers[place] for place in range(deed.verb + 1, mention.start)]
    leading = next((lower for lower in reversed(before) if lower in _NEARNESS), None)
    if leading is not None and before[-1] in DETERMINERS:
        way = f"{deed.stem}_{_NEARNESS[leading]}"
        yield from ((result, each.words[deed.verb].text) for result in table.sign("needs", way))


def _existence(each: SentenceParse, mention: StoryMention) -> Iterator[StoryClaim]:
    """Whether a thing is spoken of as being there."""
    remains = any(
        "remains" in table.sign("gone", word.stem) or "remains" in table.sign("gone", table.english().stem(word.lower))
        for word in each.words
    )
    rebuilt = {"build", "rebuild", "bake", "make", "buy", "another", "new", "again", "replace"} & (
        {word.stem for word in each.words} | set(each.lowers)
    )
    if not remains and not each.is_denied(mention.start):
        yield StoryClaim(
            entity=mention.name,
            kind=FactKind.EXISTENCE,
            words=frozenset({"there"}),
            phrase=each.words[mention.start].text,
            sentence=each.text,
            becomes=bool(rebuilt),
            sure=0.75,
        )


def moments(each: SentenceParse) -> Iterator[StoryClaim]:
    """Weather and time of day, told of everything named in the text; the entity is left open."""
    changes = any("weather.change" in each.does(spot) for spot, word in enumerate(each.words) if table.verb(word.stem))
    passes = each.is_later or not _PASSES.isdisjoint(each.lowers)
    for place, lower in enumerate(each.lowers[: each.limit]):
        if each.words[place].name is not None or each.is_denied(place) or lower in ("calm", "clear"):
            continue
        if place + 1 < len(each.words) and "weather.ends" in each.does(place + 1):
            continue
        told = table.qualities(_WEATHER_WORDS.get(lower, lower))
        if lower == "sun" and not changes:
            told = frozenset()
        for matter, kind, becomes in (("weather", FactKind.WEATHER, changes), ("time_of_day", FactKind.TIME, passes)):
            said = frozenset(one for one in told if one[0] == matter)
            if said:
                text = _WEATHER_WORDS.get(lower, each.words[place].text)
                yield StoryClaim(entity="", kind=kind, said=said, phrase=text, sentence=each.text, becomes=becomes)
