"""The few words whose contradictions can be told without understanding a sentence.

Each class is a list of groups: words of one group say the same, words of two groups of the same class
cannot both be so of one thing. What is not listed here contradicts nothing. The rest are the words
that tell whose a thing is.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final


def words(text: str) -> frozenset[str]:
    """The words of a text as a set."""
    return frozenset(text.split())


_COLOURS: Final = """
    red crimson scarlet ruby | burgundy maroon | pink rose | magenta fuchsia | orange amber | yellow mustard |
    gold golden | green emerald | olive | teal turquoise cyan | blue azure cobalt | navy | purple violet |
    lavender lilac | brown chestnut tan |
    beige cream khaki | black jet ebony | white ivory snowy | grey gray | silver silvery |
    blond blonde | brunette auburn | ginger redhead
"""
_MATERIALS: Final = (
    "leather | wool woolen woollen | silk silken | denim | velvet | wooden | metal steel iron | glass | stone"
)
_CONDITIONS: Final = {
    "wetness": "wet soaked drenched dripping | dry",
    "openness": "open opened | closed shut locked",
    "power": "lit glowing on | unlit off dark",
    "wholeness": "broken cracked shattered torn ripped ruined | intact whole unbroken repaired",
    "cleanness": "clean spotless | dirty muddy filthy stained bloody dusty",
    "fullness": "full | empty",
    "life": "alive living | dead",
    "sleep": "asleep sleeping | awake",
    "age": "young youthful | old elderly aged",
    "length": "long | short cropped",
    "curl": "curly wavy | straight",
    "side": "left | right",
    "size": "tiny small little | big large huge giant",
    "beard": "bearded | shaven beardless",
}
_MOMENTS: Final = {
    "time of day": "dawn sunrise | morning | noon midday daytime day daylight | afternoon | "
    "dusk sunset evening twilight | night nighttime midnight",
    "weather": "rain rainy raining | snow snowy snowing | sunny sunshine cloudless | fog foggy mist misty | "
    "storm stormy thunderstorm",
    "season": "spring springtime | summer | autumn fall | winter wintry",
}

WEAR: Final = words("""
    coat jacket parka raincoat overcoat blazer cloak cape dress gown suit uniform robe kimono armor armour costume
    shirt blouse sweater jumper hoodie vest cardigan tunic tshirt trousers pants jeans skirt shorts leggings
    hat cap helmet hood beanie scarf gloves glove shoes shoe boots boot sneakers sandals socks tie belt glasses
    sunglasses mask necklace ring earrings bracelet watch backpack bag apron veil crown jumpsuit spacesuit
    """)
"""What a character can wear."""
OUTFIT: Final = words("""
    coat jacket parka raincoat overcoat blazer cloak cape dress gown suit uniform robe kimono armor armour costume
    shirt blouse sweater jumper hoodie cardigan tunic tshirt jumpsuit spacesuit
    """)
"""What covers a body, so that another one of these means another outfit."""
BODY: Final = words("hair eyes eye beard moustache mustache skin fur face lips nails scar cheek arm hand leg")
_LOOKS: Final = WEAR | BODY
OUTFIT_FIELDS: Final = words("outfit wearing wears clothes clothing costume wardrobe attire dressed")
MOMENT_FIELDS: Final = words("time weather season light lighting sky day hour moment time_of_day timeofday")

NEGATIONS: Final = words("no not without never like unlike than")
COPULAS: Final = words("is are was were turns turned looks stays remains became now")

ARTICLES: Final = words("a an the this that these those")
PRONOUNS: Final = words("she he they it her his their its")
OWNERS: Final = words("her his their its")
WEARING: Final = words("in with wears wearing wear wore dressed has have had sporting")
"""Words that lead from someone to what they wear or look like."""
DRESSING: Final = words("puts put putting pulls pulled tries has changes changed changing slips slipped")
"""Words after which "on" or "into" does the same."""
PLACES: Final = words("at to from into inside outside in on through across toward towards past around")
"""Words before a name that make it a place rather than someone who acts."""
SHOTS: Final = words(
    "close up closeup wide medium long extreme low high angle shot portrait photo picture image view of on"
)
BESIDE: Final = words("beside near behind by for with of before after")
"""Words before a name after which clothes may as well be those of whoever was spoken of before it."""
PEOPLE: Final = words("""
    woman man girl boy child kid baby lady guy person stranger someone somebody women men girls boys children people
    mother father sister brother son daughter wife husband friend friends twin aunt uncle grandmother grandfather
    crowd soldier doctor nurse sailor captain guard officer waiter waitress dancer singer actor actress teacher pupil
    student king queen prince princess knight monk priest nun bride groom guest ghost clown mannequin doll statue robot
    dog cat bird horse
    """)
"""Those who are spoken of without a name, and may wear what is told after them."""
STOPS: Final = words("""
    a an the this that these those his her hers their its my your our he she they it i you we who which
    in on at by to of from with without into onto over under near beside behind before after and or but as while
    through across against along around inside outside is are was were be been has have had does do did wears
    wearing wear holds holding walks runs stands sits looks turns shot camera close wide medium angle scene view
    """)
"""Words that are no noun of what is said."""


def singular(word: str) -> str:
    """A word without its plural ending, good enough to compare nouns."""
    word = word.removesuffix("'s").removesuffix("’s")
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word


def is_look(word: str) -> bool:
    """Whether a word is something to wear or a part of a body."""
    return word in _LOOKS or singular(word) in _LOOKS


def _groups(text: str) -> list[frozenset[str]]:
    return [words(group) for group in text.split("|")]


def _classes() -> dict[str, tuple[str, int]]:
    """Each word with its class and its group in it."""
    named = {"colour": _COLOURS, "material": _MATERIALS, **_CONDITIONS}
    return {
        word: (name, place)
        for name, text in named.items()
        for place, group in enumerate(_groups(text))
        for word in group
    }


def _moments() -> dict[str, tuple[str, int]]:
    return {
        word: (name, place)
        for name, text in _MOMENTS.items()
        for place, group in enumerate(_groups(text))
        for word in group
    }


QUALITIES: Final[Mapping[str, tuple[str, int]]] = _classes()
"""Words that say something of the noun beside them."""
MOMENTS: Final[Mapping[str, tuple[str, int]]] = _moments()
"""Words that say when it is, or what the weather is, wherever they stand."""
