"""From the words of a concept to a place, an hour, a thing and somebody to look at."""

from __future__ import annotations

import colorsys
import hashlib
import re
from collections.abc import Mapping, Sequence
from typing import Final

from showbible.lessons.recall.estimate.menu import USUAL_SOUNDS
from showbible.studio import subjects
from showbible.studio.model import FilmLook

_WORD: Final = re.compile(r"[^\W\d_]+")

SETTINGS: Final[Mapping[str, str]] = {
    "space": "space planet planets rocket astronaut galaxy star stars orbit moon mars comet spaceship alien",
    "sea": "sea ocean lighthouse ship boat sailor wave waves harbour harbor island coast shore beach whale whales fish "
    "fisherman port tide pier submarine pirate surf lamp",
    "city": "city street streets town office neon skyline rooftop taxi train subway metro car traffic startup company "
    "business app market detective police robot bridge alley",
    "forest": "forest wood woods tree trees fox wolf deer bear cabin camp jungle witch owl owls hike garden park",
    "mountain": "mountain mountains peak summit climb climber hill hills snow glacier valley ski eagle hiker volcano",
    "desert": "desert sand dune dunes camel cactus oasis canyon sahara cowboy western",
    "room": "room kitchen podcast interview studio desk home bedroom cook chef recipe piano book letter library school "
    "classroom tutorial unboxing review product demo phone camera logo brand coffee lecture vlog",
    "field": "field farm farmer horse village meadow harvest wheat sheep cow barn road country countryside summer",
}
HOURS: Final[Mapping[str, str]] = {
    "night": "night midnight dark darkness moon star stars dream ghost horror noir lamp lantern candle",
    "dusk": "dusk sunset evening last final farewell goodbye end autumn memory old lost alone lonely",
    "dawn": "dawn sunrise morning new birth hope first beginning spring wake awakening",
    "day": "day noon sunny summer bright product demo tutorial office podcast cook chef school unboxing review",
}
WEATHERS: Final[Mapping[str, str]] = {
    "rain": "rain rainy storm stormy flood thunder wet detective noir",
    "snow": "snow snowy winter ice frozen christmas blizzard glacier",
    "fog": "fog foggy mist misty ghost haunted lost",
}
PROPS: Final[Mapping[str, str]] = {
    "lighthouse": "lighthouse lighthouses beacon",
    "ship": "ship ships boat boats sailboat",
    "rocket": "rocket rockets spaceship",
    "tower": "tower towers skyscraper skyscrapers",
    "house": "house houses home cabin farmhouse cottage",
    "tree": "tree trees oak",
    "microphone": "microphone microphones",
    "screen": "screen screens monitor laptop computer",
    "cactus": "cactus cacti",
}
"""Things that can be drawn, by the words for them and no others."""
SUBJECTS: Final[Mapping[str, str]] = {
    "robot": "robot robots android androids",
    "dog": "dog dogs puppy puppies hound",
    "bird": "bird birds gull seagull eagle raven crow owl owls",
    "whale": "whale whales",
}
"""The same for beings; people are told by their trade and kin."""
SCENERY: Final[Mapping[str, str]] = {
    "ship": "sailor pirate harbour harbor fisherman port",
    "rocket": "astronaut launch",
    "tower": "office company startup business city detective",
    "house": "village family farm kitchen school",
    "tree": "garden forest wood woods park",
    "microphone": "podcast interview singer song radio",
    "screen": "product demo app tutorial unboxing review",
    "cactus": "desert cowboy western",
}
"""What stands about where certain words fall and no thing of the concept is drawn."""
CARD: Final = "card"
NOTHING: Final = "none"
PERSON: Final = "person"
MOODS: Final[Mapping[str, str]] = {
    "tense": "chase storm danger escape race dark horror murder detective war fight bomb secret haunted ghost against",
    "upbeat": "fun happy party summer launch promo ad commercial dance funny joy comedy celebrate festival unboxing",
    "corporate": "product demo company business startup explainer tutorial corporate brand interview app review",
    "emotional": "love last lost alone lonely farewell goodbye memory mother father old letter decides remember "
    "friendship wedding death hope dream",
}
MUSIC: Final = USUAL_SOUNDS

_DEFAULT_HOUR: Final = {"tense": "night", "upbeat": "day", "corporate": "day", "emotional": "dusk", "ambient": "dawn"}
_PALETTES: Final[Mapping[str, tuple[str, str, str, str, str]]] = {
    "night": ("#0b1430", "#2f4a7d", "#1c2c50", "#080d1c", "#ffd27a"),
    "dusk": ("#2b2350", "#e8795a", "#5a3a63", "#1a1230", "#ffc46b"),
    "dawn": ("#5d7fb0", "#f7c9a3", "#7a86a8", "#2a3048", "#fff0c2"),
    "day": ("#3f8ed0", "#cfe8f3", "#6fa08a", "#22423c", "#fff6d8"),
}


def words(text: str) -> tuple[str, ...]:
    """The words of a text, in lower case."""
    return tuple(word.lower() for word in _WORD.findall(text))


def best(table: Mapping[str, str], found: Sequence[str]) -> str | None:
    """The entry that most of the words speak for; the first in the table among equals."""
    plain = {*found, *(word[:-1] for word in found if word.endswith("s") and len(word) > 3)}
    votes = {name: len(plain & set(known.split())) for name, known in table.items()}
    name = max(votes, key=lambda each: votes[each])
    return name if votes[name] else None


def mood(concept: str) -> str:
    """The mood that the words of a concept suggest."""
    return best(MOODS, words(concept)) or "ambient"


def look(concept: str, *, mood: str, colors: Sequence[str] = ()) -> FilmLook:
    """What the pictures of a concept show; colours that were given tint the palette."""
    found = words(concept)
    hour = best(HOURS, found) or _DEFAULT_HOUR.get(mood, "dusk")
    setting = best(SETTINGS, found) or "field"
    digest = hashlib.sha256(concept.encode(errors="replace")).digest()
    subject, *others = subjects.mentions(concept) or [subjects.Mention(text="", head="")]
    shown, subject_title = _subject(subject)
    prop, prop_title = _prop([subject, *others], found, setting=setting)
    return FilmLook(
        setting=setting,
        hour=hour,
        weather=best(WEATHERS, found) or "clear",
        prop=prop,
        prop_title=prop_title,
        subject=shown,
        subject_title=subject_title,
        palette=palette(hour, turn=digest[0] / 255, colors=colors),
        grain=int.from_bytes(digest[1:4], "big"),
    )


def _subject(mention: subjects.Mention) -> tuple[str, str]:
    """How who or what a concept is about is drawn, and what is written on it."""
    figure = best(SUBJECTS, tuple(mention.words))
    if figure is not None:
        return figure, ""
    if mention.is_person:
        return PERSON, ""
    is_drawn = best(PROPS, tuple(mention.words)) is not None or not mention.text
    return (NOTHING, "") if is_drawn else (CARD, mention.title)


def _prop(mentions: Sequence[subjects.Mention], found: Sequence[str], *, setting: str) -> tuple[str, str]:
    """The thing that stands beside, and what else the concept names and cannot be drawn, in words."""
    drawn = best(PROPS, found) or best(SCENERY, found) or NOTHING
    known = {*SETTINGS[setting].split(), *" ".join((*PROPS.values(), *SUBJECTS.values())).split()}
    things = [each for each in mentions[1:] if not each.is_person and not each.is_beside and not each.words & known]
    return drawn, things[0].title if things else ""


def palette(hour: str, *, turn: float, colors: Sequence[str] = ()) -> tuple[str, str, str, str, str]:
    """The five colours of an hour, each concept a shade apart; colours that were given take the sky and the light."""
    top, low, far, near, light = (_turned(color, (turn - 0.5) * 0.06) for color in _PALETTES[hour])
    if colors:
        low, far = _mixed(low, colors[0], 0.55), _mixed(far, colors[0], 0.35)
        light = _mixed(light, colors[-1], 0.5)
    return top, low, far, near, light


def rgb(color: str) -> tuple[int, int, int]:
    """`#rrggbb` as three numbers."""
    return int(color[1:3], 16), int(color[3:5], 16), int(color[5:7], 16)


def hexed(red: float, green: float, blue: float) -> str:
    """Three numbers as `#rrggbb`."""
    return "#" + "".join(f"{min(255, max(0, round(part))):02x}" for part in (red, green, blue))


def _turned(color: str, by: float) -> str:
    hue, light, full = colorsys.rgb_to_hls(*(part / 255 for part in rgb(color)))
    red, green, blue = colorsys.hls_to_rgb((hue + by) % 1, light, full)
    return hexed(red * 255, green * 255, blue * 255)


def _mixed(color: str, other: str, share: float) -> str:
    pairs = zip(rgb(color), rgb(other), strict=True)
    return hexed(*(one * (1 - share) + two * share for one, two in pairs))
