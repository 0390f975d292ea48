"""What a sentence says of clothes, hair and hurts, and whose they are."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Final

from showbible.assets.recall.facts import table
from showbible.assets.recall.facts.claim import OFF, ON, FactKind, StoryClaim, side_of
from showbible.assets.recall.facts.owners import nearest, owner_of, wearer_of
from showbible.assets.recall.facts.parse import SentenceParse
from showbible.assets.recall.facts.story_word import DETERMINERS
from showbible.assets.recall.facts.table import Qualities, listed

_LOOKS = ("looks", "worn", "condition")
_LINKS = listed(
    """
    is are was were , looks turns stays remains now and still all bright dark very falls hangs flows dyed bleached
    """
)
_HAIR_WORDS = ("bald", "clean_shaven", "bearded", "beardless", "white_haired", "redhead", "grey_haired")
HAS_HAIR: Final[Qualities] = frozenset({("hair", 0)})
"""That somebody has any hair at all."""
_NO_HAIR: Final = listed("gone lost grow grows growing regrow regrows stubble wig shaved fallen once missing no")
_UNTOLD = 99
"""Stands for a way of wearing hair that is another than before, without saying which."""
_DRESSED: Final = frozenset({"wrapped", "bound", "strapped", "swathed"})
_HURT: Final[Qualities] = frozenset({("hurt", 0)})
_BARE = {
    "barefoot": "feet",
    "bareheaded": "head",
    "hatless": "head",
    "shoeless": "feet",
    "barehanded": "hands",
    "gloveless": "hands",
}


def looks(each: SentenceParse) -> Iterator[StoryClaim]:
    """Everything that a sentence says of how people look."""
    for place, lower in enumerate(each.lowers[: each.limit]):
        done = any(deed.verb == place for deed in each.deeds)
        read = _reader(lower) if each.words[place].name is None and not done else None
        if read is not None:
            yield from read(each, place)


def _reader(lower: str) -> Callable[[SentenceParse, int], Iterator[StoryClaim]] | None:
    """What reads a word of clothes, hair or a body; nothing where it is none."""
    kinds = table.classes(lower)
    ways = (
        ("garments" in kinds, _garment),
        (lower in _BARE, _bare),
        (bool(kinds & {"kinds.hair", "kinds.beard"}), _hair),
        (lower in _HAIR_WORDS, _hair_word),
        (lower == "black_eye", _black_eye),
        ("body.part" in kinds, _part),
    )
    return next((read for fits, read in ways if fits), None)


def around(each: SentenceParse, place: int, *, span: int = 3) -> tuple[list[str], str]:
    """The describing words before a noun and behind it, and how they are written."""
    back = place
    while back > 0 and place - back < 5 and _describes(each, back - 1):
        back -= 1
    found = [each.lowers[spot] for spot in range(back, place)]
    written = [each.words[spot].text for spot in range(back, place) if each.lowers[spot] not in ("and", ",")]
    worn = ("on", "off")
    for ahead in _linked_after(each, place, span + 2):
        if _is_quality(each, ahead) and not _is_before_noun(each, ahead):
            found.append(each.lowers[ahead])
            written += [each.words[ahead].text] if each.lowers[ahead] not in worn else []
    return found, " ".join([*written, each.words[place].text]) if written else each.words[place].text


def _linked_after(each: SentenceParse, place: int, most: int) -> Iterator[int]:
    """Where the words stand behind a noun that may describe it: qualities and what links them to it."""
    for ahead in range(place + 1, min(len(each.words), place + most + 1)):
        if each.lowers[ahead] not in _LINKS and not _is_quality(each, ahead):
            return
        yield ahead


def _describes(each: SentenceParse, place: int) -> bool:
    word = each.words[place]
    if word.name is not None or word.lower in DETERMINERS or word.lower in ("'s", "in", "with", "of"):
        return False
    if word.lower in (",", "and"):
        return place > 0 and _is_quality(each, place - 1)
    return _is_quality(each, place) or not (word.is_empty or table.verb(word.stem) or table.classes(word.lower))


def _is_quality(each: SentenceParse, place: int) -> bool:
    if place >= len(each.words) or each.words[place].name is not None or each.is_particle(place):
        return False
    return bool(table.qualities(each.lowers[place]))


def _is_before_noun(each: SentenceParse, place: int) -> bool:
    """Whether a word describes what follows it rather than what it follows."""
    after = place + 1
    while after < len(each.words) and _is_quality(each, after):
        after += 1
    if after >= len(each.words) or each.words[after].is_empty or each.words[after].is_mark:
        return False
    return bool(table.classes(each.lowers[after])) or each.lowers[place - 1] in DETERMINERS


def _governing(each: SentenceParse, place: int) -> frozenset[str]:
    """What the verb before a noun does with it."""
    for spot in range(place - 1, max(-1, place - 8), -1):
        if each.lowers[spot] in (".", ";", ":"):
            break
        if each.words[spot].name is None and table.verb(each.words[spot].stem) and _is_done(each, spot):
            return each.does(spot)
        if each.words[spot].stem in ("pull", "slip", "change") and each.words[spot].name is None:
            return each.does(spot)
    after = each.words[place + 1] if place + 1 < len(each.words) else None
    return each.does(place + 1) if after is not None and table.verb(after.stem) else frozenset()


def _is_done(each: SentenceParse, place: int) -> bool:
    """Whether a verb is what somebody does, and not a quality of something: "lost her hat", no "lost hat"."""
    if place and each.lowers[place - 1] in DETERMINERS:
        return False
    return not _is_quality(each, place) or any(deed.verb == place for deed in each.deeds)


def _garment(each: SentenceParse, place: int) -> Iterator[StoryClaim]:
    if not _is_garment(each, place):
        return
    owner = wearer_of(each, place)
    if not owner:
        return
    for wearer in (owner, *_sharers(each, place, owner)):
        yield from _worn(each, place, wearer)


def _sharers(each: SentenceParse, place: int, owner: str) -> list[str]:
    """Those who are joined to a wearer by "and" and wear the same: "Mara and Tom in red coats"."""
    if table.singular(each.lowers[place]) == each.lowers[place] or table.is_pair(each.lowers[place]):
        return []
    last = next((one for one in reversed(each.mentions) if one.name == owner and one.start < place), None)
    joined = [one for one in each.mentions if last is not None and one.end == last.start - 1 and one.is_person]
    return [one.name for one in joined if each.lowers[one.end] == "and" and one.name]


def _worn(each: SentenceParse, place: int, owner: str) -> Iterator[StoryClaim]:
    described, phrase = around(each, place)
    said = table.of_section(table.groups_of(described), *_LOOKS) | _worn_side(each, place)
    does = _governing(each, place)
    noun = _garment_noun(each.lowers[place])
    claim = partial(StoryClaim, entity=owner, kind=FactKind.WARDROBE, about=noun, phrase=phrase, sentence=each.text)
    if "wear.off" in does or _is_given_up(each, place, does):
        looks_then = table.of_section(said, "looks") | ON
        yield claim(said=looks_then, before=True, sure=0.8)
        yield claim(said=OFF, becomes=True)
    elif "wear.on" in does:
        yield claim(said=said | ON, becomes=True)
    elif (made := _result(does)) and not described:
        yield claim(said=table.qualities(made), phrase=f"{made} {phrase}", becomes=True)
    elif each.is_denied(place):
        if not table.of_section(said, "looks"):
            yield claim(said=OFF)
    else:
        hangs = any(table.classes(lower) & {"places.parts"} for lower in each.lowers[place + 1 : place + 6])
        yield claim(said=said | (frozenset() if hangs else ON))


def _is_given_up(each: SentenceParse, place: int, does: frozenset[str]) -> bool:
    """In "swaps her boots for slippers", "has sold the red coat": it is worn no more."""
    swapped = "wear.on" in does and "for" in each.lowers[place + 1 : place + 2]
    return swapped or any(effect.startswith("ends.") for effect in does)


def _worn_side(each: SentenceParse, place: int) -> Qualities:
    """In "the eyepatch over his left eye", "her right glove"."""
    ahead = each.lowers[place + 1 : place + 6]
    stop = next((spot for spot, lower in enumerate(ahead) if lower in (",", "and", ".", ";")), len(ahead))
    near = ahead[:stop] if set(ahead[:2]) & {"over", "on", "round", "around"} else []
    return side_of([*each.lowers[max(0, place - 2) : place], *near])


def _result(does: frozenset[str]) -> str:
    """What a verb makes of what it is done to: torn, wet, gone."""
    made = sorted(effect for effect in does if effect.startswith(("makes.", "ends.")))
    return made[0].partition(".")[2] if made else ""


def _garment_noun(lower: str) -> str:
    return lower if table.is_pair(lower) else table.singular(lower)


def _is_garment(each: SentenceParse, place: int) -> bool:
    """Whether a word is a garment here: no verb, no part of a longer name, no "watch" that somebody keeps."""
    if place + 1 < len(each.words) and "garments" in table.classes(each.lowers[place + 1]):
        return False
    acts = table.verb(each.words[place].stem) and each.lowers[place + 1 : place + 2] != []
    if any(deed.verb == place for deed in each.deeds) or (acts and each.lowers[place + 1] in DETERMINERS):
        return False
    before = each.words[place - 1] if place else None
    kept = before is not None and before.stem in ("keep", "stand", "take", "on")
    return not (kept and each.lowers[place] == "watch")


def _bare(each: SentenceParse, place: int) -> Iterator[StoryClaim]:
    owner, part = nearest(each, place), _BARE[each.lowers[place]]
    if owner:
        yield StoryClaim(
            entity=owner,
            kind=FactKind.WARDROBE,
            about=part,
            said=OFF,
            phrase=each.words[place].text,
            sentence=each.text,
        )


_HAIR_CHANGES: Final = {
    "style": ("hair_style",),
    "length": ("hair_length", "hair_style", "beard"),
    "colour": ("hair_colour",),
    "form": ("hair_form",),
}


def _hair(each: SentenceParse, place: int) -> Iterator[StoryClaim]:
    owner = owner_of(each, place)
    longer = place + 1 < len(each.words) and "kinds.hair" in table.classes(each.lowers[place + 1])
    if not owner or longer:
        return
    described, phrase = around(each, place)
    claim = partial(StoryClaim, entity=owner, kind=FactKind.HAIR, about="hair", phrase=phrase, sentence=each.text)
    is_beard = "kinds.beard" in table.classes(each.lowers[place])
    changed = _changed_hair(_governing(each, place))
    if changed:
        shaved = is_beard and "beard" in changed
        told = {one for one in _hair_qualities(_result_words(each, place)) if one[0] in changed}
        new = {("beard", 1)} if shaved else told or {(matter, _UNTOLD) for matter in changed}
        yield claim(said=frozenset(new), becomes=True)
    said = frozenset(one for one in _hair_qualities([*described, each.lowers[place]]) if one[0] not in changed)
    if said and each.is_denied(place):
        yield claim(said=frozenset({("beard", 1) if is_beard else ("hair_length", 2)}))
    elif said:
        yield claim(said=said)
    elif not is_beard and not changed and not each.is_denied(place) and _NO_HAIR.isdisjoint(each.lowers):
        yield claim(said=HAS_HAIR, sure=0.75)


def _result_words(each: SentenceParse, place: int) -> list[str]:
    """What stands behind hair that is dyed or cut: "dyes her hair blue"."""
    return [each.lowers[spot] for spot in _linked_after(each, place, 5) if _is_quality(each, spot)]


def _changed_hair(does: frozenset[str]) -> set[str]:
    """The matters of hair that a verb makes otherwise."""
    ways = {effect.partition(".")[2] for effect in does if effect.startswith("hair.")}
    return {matter for way in ways for matter in _HAIR_CHANGES[way]}


def _hair_qualities(words: list[str]) -> Qualities:
    found = table.of_section(table.groups_of(words), "hair")
    colours = frozenset(each for each in table.groups_of(words) if each[0] == "hair_colour")
    lengths = frozenset(each for each in table.groups_of(words) if each[0] == "hair_length")
    return found | colours | lengths


def _hair_word(each: SentenceParse, place: int) -> Iterator[StoryClaim]:
    owner = nearest(each, place)
    said = _hair_qualities([each.lowers[place]])
    if owner and said and not each.is_denied(place):
        yield StoryClaim(
            entity=owner, kind=FactKind.HAIR, about="hair", said=said, phrase=each.words[place].text, sentence=each.text
        )


def _black_eye(each: SentenceParse, place: int) -> Iterator[StoryClaim]:
    owner = owner_of(each, place)
    if owner and not each.is_denied(place):
        said = frozenset(one for one in table.qualities("black_eye") if one[0] == "hurt")
        yield StoryClaim(
            entity=owner, kind=FactKind.INJURY, about="eye", said=said, phrase="black eye", sentence=each.text
        )


def _part(each: SentenceParse, place: int) -> Iterator[StoryClaim]:
    owner = owner_of(each, place)
    if not owner:
        return
    part = table.singular(each.lowers[place])
    part = "foot" if part == "feet" else part
    if part == "head" and {"shaved", "bald"} & set(each.lowers[max(0, place - 2) : place + 3]):
        said = _hair_qualities(["bald"])
        yield StoryClaim(
            entity=owner, kind=FactKind.HAIR, about="hair", said=said, phrase="shaved head", sentence=each.text
        )
    elif hurts := _about_hurts(each, place):
        yield _hurt(each, place, owner, part, hurts)
    else:
        yield from _unhurt(each, place, owner, part)


def _hurt(each: SentenceParse, place: int, owner: str, part: str, hurts: list[str]) -> StoryClaim:
    """A part of somebody's body with what is wrong with it, or no longer."""
    side = _side(each, place)
    bandage_goes = any(word.stem == table.english().stem("remove") for word in each.words[:place])
    heals = bandage_goes or any("person.healed" in each.does(spot) for spot in range(len(each.words)))
    said = frozenset(one for one in table.groups_of(hurts) if one[0] in ("hurt", "wound")) or _HURT
    return StoryClaim(
        entity=owner,
        kind=FactKind.INJURY,
        about=f"{side} {part}".strip(),
        said=frozenset({("hurt", 1)}) if heals else said,
        phrase=" ".join([*hurts, *side.split(), part]).replace("_", " "),
        sentence=each.text,
        becomes=heals or _is_new_hurt(each),
    )


def _unhurt(each: SentenceParse, place: int, owner: str, part: str) -> Iterator[StoryClaim]:
    """What a part of a body shows that nothing ails: the colour of eyes, a strong use, bare hands."""
    side, arm = _side(each, place), "body.arm" in table.classes(part)
    if part == "eye" and (colour := _eye_colour(each, place)):
        phrase = around(each, place)[1]
        yield StoryClaim(
            entity=owner, kind=FactKind.OTHER, about="eyes", said=colour, phrase=phrase, sentence=each.text
        )
    elif side and _strong_use(each, place, part):
        whole, about = frozenset({("hurt", 1)}), f"{side} {part}"
        yield StoryClaim(
            entity=owner, kind=FactKind.INJURY, about=about, said=whole, phrase=about, sentence=each.text, sure=0.7
        )
    elif arm and place and each.lowers[place - 1] == "bare":
        yield StoryClaim(
            entity=owner,
            kind=FactKind.WARDROBE,
            about="hands",
            said=OFF,
            phrase=f"bare {part}",
            sentence=each.text,
            sure=0.8,
        )


def _eye_colour(each: SentenceParse, place: int) -> Qualities:
    return frozenset(one for one in table.groups_of(around(each, place)[0]) if one[0] == "colour")


def _side(each: SentenceParse, place: int) -> str:
    near = each.lowers[max(0, place - 3) : place] + each.lowers[place + 1 : place + 2]
    return next(
        (side for side in near if side in ("left", "right")),
        "both" if "both" in each.lowers[max(0, place - 5) : place] else "",
    )


def _about_hurts(each: SentenceParse, place: int) -> list[str]:
    """The words for hurts that belong to a part: before it, through "on" or "covers", or behind it through "is"."""
    near = [spot for spot in range(max(0, place - 7), min(len(each.words), place + 7)) if spot != place]
    return [table.singular(each.lowers[spot]) for spot in near if _is_hurt_of(each, spot, place)]


def _is_hurt_of(each: SentenceParse, spot: int, place: int) -> bool:
    """Whether a word tells of a hurt, and no other part of the body stands between it and the one at a place."""
    lower = each.lowers[spot]
    hurts = any(one[0] in ("hurt", "wound") for one in table.qualities(lower)) or _is_dressed(each, spot)
    if not hurts or (lower in ("smooth", "fine") and spot < place):
        return False
    between = each.lowers[min(spot, place) + 1 : max(spot, place)]
    others = [word for word in between if "body.part" in table.classes(word) and word != "eye"]
    return not others and not {".", ";"} & set(between)


def _is_dressed(each: SentenceParse, spot: int) -> bool:
    """Whether a part of a body is said to be wrapped in something: nobody wraps what is sound."""
    return each.lowers[spot] in _DRESSED and each.lowers[spot + 1 : spot + 2] in (["in"], ["with"])


def _is_new_hurt(each: SentenceParse) -> bool:
    return any(
        "person.hurt" in each.does(deed.verb) for deed in each.deeds if not table.qualities(each.lowers[deed.verb])
    )


def _strong_use(each: SentenceParse, place: int, part: str) -> bool:
    wanted = "act.hands" if "body.arm" in table.classes(part) else "act.move"
    return any(wanted in each.does(deed.verb) for deed in each.deeds if deed.verb < place)
