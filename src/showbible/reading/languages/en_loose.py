"""English words that answer how much, when or where without a value that could be compared with another."""

from __future__ import annotations

from typing import Final

from showbible.reading.model import ValueKind

_MEASURES: Final = (
    r"(?:knee|waist|ankle|shoulder|chest|hip|head|sky|ceiling)-?(?:high|deep|length)",
    r"(?:up|down) to (?:my|the|his|her|our|their) \w+",
    r"as (?:tall|big|long|high|heavy|wide|deep|large|fast) as",
    r"(?:twice|half) (?:the|my|his|her|our|their|as)",
    r"size of",
)
_DAYTIMES: Final = (
    r"(?:at|before|after|around|by|until|till|since) (?:dawn|dusk|sunrise|sunset|breakfast|lunch|dinner|supper|bedtime|work|school|dark)",
    r"(?:in|every|each|this|late|early) (?:the )?(?:morning|evening|afternoon)s?",
    r"at night|overnight|midweek|(?:at|on|over|every|this|next) (?:the )?weekends?|on weekdays",
    r"tomorrow|tonight|next (?:week|month|year)|the day (?:after|before)|leap day|(?:boxing|christmas|labou?r|memorial|\w+'s) (?:day|eve)",
    r"(?:on|for|before|after) (?:my|his|her|our|their|the) \w*(?:birthday|anniversary|wedding|graduation)",
    r"(?:\d+|\w+) (?:days|weeks|months|years) (?:ago|after|before|later)|(?:last|this) (?:week|month|year|night)",
    r"as soon as|in a (?:week|month|year|fortnight|day|minute|moment)",
)

LOOSE: Final = {
    ValueKind.NUMBER: (
        r"several|a few|a handful|a pair|both|dozens|hundreds|thousands|plenty|lots|loads|countless|none|nobody",
    ),
    ValueKind.MONEY: (r"free|for nothing|for free|nothing|a fortune|(?:ten|fiv)ners?|(?:ten|fiv)er|grand|peanuts",),
    ValueKind.FREQUENCY: (
        r"now and (?:then|again)|once in a (?:while|blue moon)|from time to time|on and off|every \w+|whenever|never",
        r"rarely|seldom|hardly ever|sometimes|often|constantly|regularly|all the time|always|twice|thrice|once",
        r"on weekdays|at weekends|(?:in the|most|all) (?:morning|evening|afternoon|night|day|week)s?",
    ),
    ValueKind.DURATION: (
        r"ages|forever|for ever|overnight|all (?:day|night|week|year|summer|winter)|(?:the|a) whole \w+|long weekend",
        r"since \w+|until \w+|till \w+|my whole life|all my life|a (?:few|couple of) \w+|a (?:decade|lifetime|while|term)",
    ),
    ValueKind.MEASURE: _MEASURES,
    ValueKind.CLOCK: _DAYTIMES,
    ValueKind.DAY: _DAYTIMES,
    ValueKind.AGE: (
        r"toddler|newborn|teenager|teens|pensioner|(?:twen|thir|for|fif|six|seven|eigh|nine)ties|going on \w+|pushing \w+",
        r"in (?:my|his|her|their) (?:early|mid|late)\b|new-?born|days? old|over the hill|middle-aged",
    ),
    ValueKind.SPOT: (
        r"upstairs|downstairs|next door|abroad|overseas|outside|outdoors|indoors|inside|around the corner|round the corner",
        r"at home|at work|at school|in bed|in town|nowhere|everywhere|online|on foot|there|here",
        r"(?:under|behind|in|inside|on|beneath|above|beside|at) \w+",
    ),
}
