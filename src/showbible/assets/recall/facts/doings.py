"""What a sentence says of where people and things are, what they hold, and what they do."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from showbible.assets.recall.facts import table
from showbible.assets.recall.facts.claim import LYING, NOBODY, FactKind, StoryClaim
from showbible.assets.recall.facts.owners import owner_of
from showbible.assets.recall.facts.parse import STRANGER, Deed, SentenceParse, StoryMention
from showbible.assets.recall.facts.story_word import DETERMINERS, OWNERS, StoryWord
from showbible.assets.recall.facts.table import listed

_SLEEPING: Final = frozenset(map(table.english().stem, ("sleep", "snore", "doze", "slumber", "nap")))
_PLACING: Final = listed("at in on by near beside behind under of to into filled")
_DIRECTIONS: Final = frozenset({"up", "down", "out", "back"})
_OWN_FATES: Final = listed("die drown perish wake awake faint escape")
_SURVIVES: Final = table.stem("survive")
_DONE_TO: Final = frozenset(
    map(
        table.stem,
        listed(
            """
            kill murder slay execute assassinate poison hang strangle behead lynch smother garrotte guillotine tie bind
            chain handcuff shackle cuff truss rope manacle fetter imprison arrest jail capture untie release liberate
            unchain unshackle rescue uncuff blind blindfold sedate free rouse
            """
        ),
    )
)
"""What nobody does to themselves unless it is said: without an object it befalls a thing that is not named."""
_ALIVE: Final = frozenset({("life", 0), ("wakefulness", 0)})


def doings(each: SentenceParse) -> Iterator[StoryClaim]:
    """Everything that a sentence says of doing, being somewhere and holding."""
    yield from _deeds(each)
    yield from _states(each)
    yield from _burials(each)
    yield from _hands(each)


def _deeds(each: SentenceParse) -> Iterator[StoryClaim]:
    for deed in each.deeds:
        if deed.verb > each.limit or deed.who.start >= each.limit:
            continue
        does = each.does(deed.verb)
        if not deed.who.is_person and (deed.passive or _object(each, deed) is None):
            continue
        yield from _fates(each, deed, does)
        if not deed.who.is_person:
            continue
        yield from _ends(each, deed)
        if deed.who.name != STRANGER:
            yield from _acts(each, deed, does)
            yield from _rests(each, deed)
            yield from _holds(each, deed, does)
            yield from _uses(each, deed)


def _fates(each: SentenceParse, deed: Deed, does: frozenset[str]) -> Iterator[StoryClaim]:
    """Deaths, sleep, ropes and what ends them: of the subject, or of the one it is done to."""
    for effect in sorted(does):
        section, _, result = effect.partition(".")
        if section != "person" or result in ("hurt", "healed"):
            continue
        who = _sufferer(each, deed)
        if who != STRANGER:
            yield StoryClaim(
                entity=who,
                kind=FactKind.ABLE,
                said=table.of_section(table.qualities(result), "person"),
                phrase=result.replace("_", " "),
                sentence=each.text,
                becomes=True,
            )


def _ends(each: SentenceParse, deed: Deed) -> Iterator[StoryClaim]:
    """Who did not survive is dead."""
    if each.words[deed.verb].stem == _SURVIVES and each.is_denied(deed.verb) and deed.who.name:
        said = table.of_section(table.qualities("dead"), "person")
        yield StoryClaim(
            entity=deed.who.name, kind=FactKind.ABLE, said=said, phrase="dead", sentence=each.text, becomes=True
        )


def _sufferer(each: SentenceParse, deed: Deed) -> str:
    """Whom a fate befalls: the subject where nothing is done to anybody, else the one it is done to."""
    target = _object(each, deed)
    if target is None and not deed.passive and (_has_object(each, deed) or each.words[deed.verb].stem in _DONE_TO):
        return STRANGER
    befalls_subject = deed.passive or target is None or each.words[deed.verb].stem in _OWN_FATES
    return deed.who.name if befalls_subject else target or STRANGER


def _has_object(each: SentenceParse, deed: Deed) -> bool:
    """Whether something follows the verb that it is done to: "ties the scarf"."""
    return bool(set(each.lowers[deed.verb + 1 : deed.verb + 2]) & (DETERMINERS | OWNERS))


def _object(each: SentenceParse, deed: Deed) -> str | None:
    found = next((one for one in each.mentions if deed.verb < one.start <= deed.verb + 4 and one.is_person), None)
    if found is not None:
        return found.name
    himself = set(each.lowers[deed.verb + 1 : deed.verb + 3]) & {"himself", "herself", "themselves"}
    return deed.who.name if himself else None


def _rests(each: SentenceParse, deed: Deed) -> Iterator[StoryClaim]:
    """Who sleeps is asleep."""
    if each.words[deed.verb].stem in _SLEEPING and not deed.passive and not each.is_denied(deed.verb):
        said = table.of_section(table.qualities("asleep"), "person")
        yield StoryClaim(entity=deed.who.name, kind=FactKind.ABLE, said=said, phrase="asleep", sentence=each.text)


def _acts(each: SentenceParse, deed: Deed, does: frozenset[str]) -> Iterator[StoryClaim]:
    word = each.words[deed.verb]
    known = table.verb(word.stem)
    every = frozenset().union(*known.values()) if known else frozenset()
    befalls = deed.passive or any(effect.startswith("person.") for effect in does)
    is_act = bool(known) or word.lower.endswith(("s", "ing"))
    if befalls or not is_act or "act.rest" in every or each.is_denied(deed.verb):
        return
    said = _ALIVE
    if every & {"act.move", "move.to"}:
        said |= {("freedom", 0), ("leg", 0)}
    if every & {"act.hands"}:
        said |= {("freedom", 0)}
    if "act.see" in every:
        said |= {("sight", 0)}
    yield StoryClaim(
        entity=deed.who.name, kind=FactKind.ABLE, said=said, phrase=word.text, sentence=each.text, sure=0.85
    )
    if "act.move" in every:
        yield StoryClaim(
            entity=deed.who.name,
            kind=FactKind.INJURY,
            about="leg",
            said=frozenset({("hurt", 1)}),
            phrase=word.text,
            sentence=each.text,
            sure=0.7,
        )
    if each.does(deed.verb) & {"act.needs_hands_free"} and "hands" in each.lowers[deed.verb :]:
        yield StoryClaim(
            entity=deed.who.name,
            kind=FactKind.HOLDING,
            words=frozenset({NOBODY}),
            phrase=f"{word.text} hands",
            sentence=each.text,
            sure=0.75,
        )


def _states(each: SentenceParse) -> Iterator[StoryClaim]:
    """In "X is dead", "X, asleep,", "X is alive"."""
    for mention in each.mentions:
        if not mention.is_person or mention.name == STRANGER or each.is_possessive(mention):
            continue
        place = mention.end
        linked = False
        while place < min(len(each.words), mention.end + 9, each.limit):
            lower = each.lowers[place]
            said = frozenset(
                one
                for one in table.qualities(lower)
                if one[0] in ("life", "wakefulness", "freedom", "sight", "mood", "drunk")
            )
            if lower in ("is", "are", "was", "lies", ",", "sits", "stands", "stays", "has"):
                linked = True
            elif said and linked and not _before_noun(each, place):
                yield StoryClaim(
                    entity=mention.name,
                    kind=FactKind.ABLE,
                    said=said,
                    phrase=lower.replace("_", " "),
                    sentence=each.text,
                    denied=each.is_denied(place),
                )
            elif any(other.start == place for other in each.mentions):
                break
            place += 1


def _burials(each: SentenceParse) -> Iterator[StoryClaim]:
    """Who has a grave, a funeral or a widow is dead."""
    for mention in each.mentions:
        if not mention.is_person or mention.name == STRANGER or mention.start >= each.limit:
            continue
        own = each.lowers[mention.end + 1 : mention.end + 2] if each.is_possessive(mention) else []
        led = each.lowers[max(0, mention.start - 2) : mention.start]
        place = mention.end + 1 if own else mention.start - 2
        word = own[0] if own else led[0] if led[1:] == ["of"] else ""
        if "scopes.death" in table.classes(word) and not each.is_denied(place):
            said = table.of_section(table.qualities("dead"), "person")
            yield StoryClaim(entity=mention.name, kind=FactKind.ABLE, said=said, phrase="dead", sentence=each.text)


def _before_noun(each: SentenceParse, place: int) -> bool:
    following = each.words[place + 1] if place + 1 < len(each.words) else None
    return following is not None and not following.is_empty and not following.lower.endswith(("s", "ed", "ing"))


def _holds(each: SentenceParse, deed: Deed, does: frozenset[str]) -> Iterator[StoryClaim]:
    kinds = {effect.partition(".")[2] for effect in does if effect.startswith("hold.")}
    if not kinds or deed.passive or each.is_denied(deed.verb):
        return
    thing = held_thing(each, deed.verb)
    if thing is None:
        return
    more: dict[str, Any] = {"entity": thing, "kind": FactKind.HOLDER, "sentence": each.text}
    more["phrase"] = f"{each.words[deed.verb].text} {thing}"
    own, receiver = frozenset({deed.who.name}), _receiver(each, deed)
    if "give" in kinds and receiver is not None:
        yield from _let_go(each, deed, more, receiver or "somebody")
    elif "take" in kinds:
        if "lift" in kinds and "from" not in each.lowers[deed.verb :]:
            yield StoryClaim(words=frozenset({LYING, *own}), **more, before=True, sure=0.75)
        yield StoryClaim(words=own, **more, becomes=True)
    elif "drop" in kinds and "have" not in kinds:
        yield from _let_go(each, deed, more, NOBODY)
    elif "have" in kinds or "use" in kinds:
        yield StoryClaim(words=own, **more, sure=0.9 if "have" in kinds else 0.75)


def _let_go(each: SentenceParse, deed: Deed, more: dict[str, Any], to: str) -> Iterator[StoryClaim]:
    """Who gives or drops a thing had it, and then another has it, or nobody."""
    if not _is_over(each, deed):
        yield StoryClaim(words=frozenset({deed.who.name}), **more, before=True, sure=0.8)
    yield StoryClaim(words=frozenset({to}), **more, becomes=True)


def _is_over(each: SentenceParse, deed: Deed) -> bool:
    """Whether a deed was done before the moment that is told: "has given"."""
    return not {"has", "have", "had"}.isdisjoint(each.lowers[deed.who.end : deed.verb])


def _uses(each: SentenceParse, deed: Deed) -> Iterator[StoryClaim]:
    """Who does something with a thing has it in hand: "cuts the thread with the scissors"."""
    for mention in each.mentions:
        between = each.lowers[deed.verb + 1 : mention.start]
        led = between[-2:-1] == ["with"] and between[-1] in DETERMINERS
        placed = not _PLACING.isdisjoint(between[:-2]) or any(one.start > deed.verb for one in _others(each, deed))
        if mention.kind == "prop" and led and len(between) < 7 and not placed and not deed.passive:
            yield StoryClaim(
                entity=mention.name,
                kind=FactKind.HOLDER,
                words=frozenset({deed.who.name}),
                phrase=f"{each.words[deed.verb].text} with the {mention.name}",
                sentence=each.text,
                sure=0.75,
            )


def _others(each: SentenceParse, deed: Deed) -> list[StoryMention]:
    return [one for one in each.mentions if one.is_person and one.start != deed.who.start]


def held_thing(each: SentenceParse, verb: int) -> str | None:
    """The thing that a verb takes, as its name or as its words."""
    for mention in each.mentions:
        if verb < mention.start <= verb + 5 and mention.kind == "prop":
            between = each.lowers[verb + 1 : mention.start]
            return None if set(between) & {"from", "of", "with", "in", "at"} else mention.name
    return _unnamed_thing(each, verb)


def _unnamed_thing(each: SentenceParse, verb: int) -> str | None:
    """A noun with an article behind a verb, when it is something to hold."""
    first = verb + 1
    while first < len(each.words) and each.lowers[first] in DETERMINERS | _DIRECTIONS:
        first += 1
    end = first
    while end < len(each.words) and end - first < 3 and _is_noun_word(each.words[end]):
        end += 1
    if end == first or _is_no_thing(each.lowers[end - 1]):
        return None
    determined = each.lowers[first - 1] in DETERMINERS - OWNERS
    return " ".join(word.text for word in each.words[first:end]) if determined else None


def _is_noun_word(word: StoryWord) -> bool:
    return not word.is_empty and word.name is None and not word.lower.endswith("ing")


def _is_no_thing(head: str) -> bool:
    """Whether a noun is something nobody holds: clothes, a body, people, a place that is no piece of furniture."""
    kinds = table.classes(head)
    return bool(kinds & {"garments", "body", "people"}) or ("places" in kinds and "places.parts" not in kinds)


def _receiver(each: SentenceParse, deed: Deed) -> str | None:
    """Who is given something: whoever is named, or the other one of two where it is "him" or "her"."""
    for mention in each.mentions:
        if mention.start > deed.verb and mention.is_person:
            return mention.name
    others = each.met_before - {deed.who.name, STRANGER}
    to_pronoun = not {"him", "her", "them"}.isdisjoint(each.lowers[deed.verb + 1 :][:1] + _after_to(each, deed))
    return next(iter(others)) if to_pronoun and len(others) == 1 and STRANGER not in each.met_before else None


def _after_to(each: SentenceParse, deed: Deed) -> list[str]:
    later = each.lowers[deed.verb + 1 :]
    return later[later.index("to") + 1 :][:1] if "to" in later else []


def _hands(each: SentenceParse) -> Iterator[StoryClaim]:
    """Empty hands, and the number of things in them."""
    for place, lower in enumerate(each.lowers[: each.limit]):
        if lower in ("hands", "hand", "arms", "empty-handed"):
            near = each.lowers[max(0, place - 5) : place + 4]
            owner = owner_of(each, place)
            yield from _in_hand(each, place, owner)
            if (
                owner
                and ({"empty", "free", "nothing"} & set(near) or lower == "empty-handed")
                and not each.is_denied(place)
            ):
                yield StoryClaim(
                    entity=owner,
                    kind=FactKind.HOLDING,
                    words=frozenset({NOBODY}),
                    phrase="empty hands",
                    sentence=each.text,
                )
        yield from _held_number(each, place)


def _in_hand(each: SentenceParse, place: int, owner: str | None) -> Iterator[StoryClaim]:
    """In "Mara, a bucket in each hand, climbs": somebody has so many things in hand."""
    back = place - 1
    while back > 0 and (each.lowers[back] in DETERMINERS or each.lowers[back] in ("left", "right", "'s")):
        back -= 1
    noun = each.words[back - 1] if back > 0 else None
    if not owner or noun is None or each.lowers[back] != "in" or noun.is_empty or not table.singular(noun.lower):
        return
    article = any(lower in ("a", "an", "the", "two") for lower in each.lowers[max(0, back - 4) : back])
    if article and not table.verb(noun.stem) and not each.is_denied(back):
        number = 2 if each.lowers[place - 1] == "each" else 1
        phrase, held = f"{noun.text} in hand", frozenset({str(number)})
        yield StoryClaim(entity=owner, kind=FactKind.HOLDING, words=held, phrase=phrase, sentence=each.text, sure=0.8)


def _held_number(each: SentenceParse, place: int) -> Iterator[StoryClaim]:
    """In "juggles three things"."""
    number = number_of(each.lowers[place])
    things = each.lowers[place + 1 : place + 2] in (["things"], ["objects"], ["items"])
    owner = next((one.who.name for one in reversed(each.deeds) if one.verb < place), None)
    if number is not None and things and owner:
        phrase, held = f"{each.lowers[place]} things", frozenset({str(number)})
        yield StoryClaim(entity=owner, kind=FactKind.HOLDING, words=held, phrase=phrase, sentence=each.text)


_NUMBERS: Final = {
    word: number
    for number, word in enumerate(
        ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]
    )
} | {
    "dozen": 12,
    "fifteen": 15,
    "twenty": 20,
    "thirty": 30,
    "forty": 40,
    "fifty": 50,
    "sixty": 60,
    "seventy": 70,
    "eighty": 80,
    "ninety": 90,
    "hundred": 100,
}


def number_of(word: str) -> int | None:
    """A number as it is written, in figures or as a word."""
    return int(word) if word.isascii() and word.isdigit() and len(word) < 7 else _NUMBERS.get(word)
