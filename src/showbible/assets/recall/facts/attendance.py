"""Who is said to be left at a place, and that nobody else is."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from showbible.assets.recall.facts import table
from showbible.assets.recall.facts.parse import SentenceParse, StoryMention
from showbible.assets.recall.facts.story_word import DETERMINERS
from showbible.assets.recall.facts.table import listed

_ALL: Final = listed("everyone everybody all others rest")
_LEFT: Final = listed("left gone leaves fled went goes")
_BUT: Final = frozenset({"but", "except", "save"})
_NONE: Final = listed("nobody no_one none")
_EMPTY: Final = listed("deserted abandoned evacuated vacated cleared")
_ALONE: Final = frozenset({"alone"})
_THEMSELVES: Final = frozenset({"himself", "herself", "itself", "themselves"})
_ONLY: Final = frozenset({"only", "just", "alone"})


def attendance(each: SentenceParse) -> Iterator[tuple[str, str, str]]:
    """The place of a sentence, or of the one before it, with who alone is there: "only the porter", "nobody"."""
    here = next((one.name for one in each.mentions if one.kind == "location" and one.name), each.location_before)
    who = _who(each) if here and each.limit == len(each.words) else None
    if here and who is not None:
        yield here, "present", f"only {who}" if who else "nobody"


def _who(each: SentenceParse) -> str | None:
    """Those who alone are there; nobody's name where there is nobody, None where the sentence does not say."""
    lowers = each.lowers
    but = next((place for place, lower in enumerate(lowers) if lower in _BUT and place), None)
    if but is not None and (not _ALL.isdisjoint(lowers[:but]) or not _NONE.isdisjoint(lowers[:but])):
        return _named(each, but + 1)
    if lowers[0] in _ONLY:
        return _named(each, 1)
    people = [one for one in each.mentions if one.is_person and not each.is_possessive(one)]
    if len(people) == 1 and _is_alone(each, people[0]):
        return each.words[people[0].start].text if not people[0].name else people[0].name
    nobody = lowers[0] in _NONE or not _EMPTY.isdisjoint(lowers)
    everyone = lowers[0] in _ALL and not _LEFT.isdisjoint(lowers)
    return "" if nobody or everyone else None


def _is_alone(each: SentenceParse, who: StoryMention) -> bool:
    """In "Mara is alone in the shop", "Mara has the shop to herself", "Mara is by herself"."""
    after = each.lowers[who.end :]
    own = next((place for place, lower in enumerate(after) if lower in _THEMSELVES), 0)
    return not _ALONE.isdisjoint(after) or (own > 0 and after[own - 1] in ("to", "by"))


def _named(each: SentenceParse, first: int) -> str:
    """Who is named from a place on, up to what they do."""
    found: list[str] = []
    for place in range(first, len(each.words)):
        word = each.words[place]
        if word.name is None and (word.is_empty or table.verb(word.stem)) and word.lower not in DETERMINERS:
            if found:
                break
            continue
        found.append(word.text)
    return " ".join(found)
