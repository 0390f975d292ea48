"""Which sentences of English are worth a memory.

NAME, NUM, CLOCK, DAY and SAID stand for a value of that kind, ADV for adverbs, any other word for all its inflections.
"""

from __future__ import annotations

from typing import Final

from showbible.reading.languages.language import worth as _worth
from showbible.reading.model import Worth

_I: Final = r"(?:i|we) (?:ADV)"
_I_BE: Final = r"(?:i|we) (?:ADV)(?:be|have be) (?:ADV)"
_LATELY: Final = (
    r"(?:yesterday|today|last \S+|this (?:morning|week|weekend|month|year|summer|winter|spring|fall|autumn)"
    r"|\S+ (?:day|week|month|year) ago|recently|the other day|in #\d{4})"
)
_OTHER: Final = r"(?!(?:you|it|that|this|them|those|these|him|her|to|how|what|when|your|the way|being here|talk)(?!\S))"
_FOR_YOU: Final = r"(?! (?:to (?:help|hear|see|meet)|(?:for|of|with|at) you|too|you))"
_TALK: Final = (
    r"(?!(?:ask|tell|say|know|talk|see|hear|kiss|hug|hold|touch|thank|apologize|apologise|be (?:with|honest|clear)|mention"
    r"|show|sleep|bed|go to (?:bed|sleep)|get some|find out|make sure)(?!\S))"
)
_FEELING: Final = (
    "sad|happy|anxious|nervous|scare|lonely|excite|proud|worry|stress|angry|depress|grateful|overwhelm|exhaust|heartbroken"
    "|jealous|guilty|ashamed|thrill|hopeful|relieve|afraid|upset|frustrate|terrify|hurt|embarrass|devastate|miserable"
    "|furious|burn out|homesick|insecure|disappoint|content|thankful|tired|mad|glad|calm|confident|confuse|panic"
)

WORTH: Final = (
    _worth(Worth.FACT, 0.9, r"my name be|call me NAME|^(?:hi , |hello , |hey , )?i be NAME(?=$| ,)"),
    _worth(
        Worth.FACT,
        0.9,
        rf"{_I_BE}(?:not )?(?:allergic|diabetic|pregnant|deaf|blind|in a wheelchair|coeliac|celiac|intolerant|asthmatic|epileptic)",
    ),
    _worth(Worth.FACT, 0.9, r"i (?:can not|do not|never|must not) (?:eat|drink|have|tolerate|take) \S+"),
    _worth(Worth.EVENT, 0.9, r"my (?:\S+ ){1,3}(?:die|pass away)|lose my (?:REL)"),
    _worth(Worth.RELATIONSHIP, 0.7, r"(?:break up|split up) with|NAME and i be|and i (?:be|split|get|break)"),
    _worth(
        Worth.EVENT,
        0.8,
        r"(?:REL|i|we|NAME) (?:\S+ ){0,4}(?:split up|break up|get divorce|get marry|get engage|have a baby)",
    ),
    _worth(
        Worth.EMOTION,
        0.5,
        rf"i (?:be|feel|have be|have feel) (?:ADV)(?:feel )?(?:ADV)(?:not )?(?:(?:a (?:little|bit|lot)|kind of|sort of) )?(?:ADV)(?:{_FEELING}){_FOR_YOU}",
    ),
    _worth(
        Worth.EMOTION, 0.5, rf"{_I}feel (?:like|as if|that|alone|safe|lose|stick|empty|good|bad|terrible|awful|great)"
    ),
    _worth(Worth.EMOTION, 0.5, rf"{_I}(?:miss|cry|regret) (?:my|the|him|her|them|our|being|home|have|it|when|not)"),
    _worth(Worth.PREFERENCE, 0.6, r"my (?:all-time )?(?:favorite|favourite) (?:\S+ ){0,6}(?:be|have to be)"),
    _worth(
        Worth.PREFERENCE,
        0.5,
        rf"{_I}(?:love|like|enjoy|adore|prefer|hate|dislike|detest|loathe|can not (?:stand|bear)|do not (?:ADV)(?:like|enjoy|care for)) {_OTHER}\S+",
    ),
    _worth(
        Worth.PREFERENCE,
        0.5,
        rf"{_I_BE}(?:not )?(?:(?:a )?(?:big |huge )?fan of|into|obsess with|crazy about|hook on) {_OTHER}",
    ),
    _worth(Worth.PREFERENCE, 0.5, r"i take my \S+"),
    _worth(Worth.GOAL, 0.6, r"my (?:\S+ )?(?:goal|dream|plan|ambition|resolution) (?:\S+ ){0,6}be"),
    _worth(Worth.GOAL, 0.6, rf"{_I}(?:want|plan|hope|intend|would like|would love|aim|decide|need) to {_TALK}\S+"),
    _worth(Worth.GOAL, 0.6, rf"{_I_BE}(?:plan|try|hope|save|train|prepare|aim|go) (?:up )?(?:to|for|on) {_TALK}\S+"),
    _worth(Worth.GOAL, 0.6, rf"{_I_BE}(?:learn|study for|work on|write a|build a|apply (?:to|for))"),
    _worth(Worth.GOAL, 0.6, rf"{_I}dream of"),
    _worth(
        Worth.RELATIONSHIP,
        0.7,
        rf"{_I_BE}(?:not )?(?:marry|single|engage|divorce|widow|separate|date|see someone|in a relationship)",
    ),
    _worth(Worth.RELATIONSHIP, 0.7, rf"{_I}(?:break up|get (?:marry|engage|divorce)|have a crush|fall in love)"),
    _worth(
        Worth.RELATIONSHIP,
        0.6,
        rf"{_I}have (?:an?|#\S+|no) (?:\S+ ){{0,2}}(?:HUMAN)(?=$| ,| and| call| name| who| in| with| from| live| at| on| but)",
    ),
    _worth(
        Worth.RELATIONSHIP,
        0.6,
        r"my (?:\S+ ){0,2}(?:HUMAN)(?: 's| ,)? (?:\S+ ){0,3}(?:be|have|live|work|move|get|love|like|hate|call|name|come|teach|tell|want|say|help|leave|play|study|run|own|visit|give)",
    ),
    _worth(Worth.FACT, 0.7, rf"{_I}(?:live|grow up|come from|move|relocate|be bear)"),
    _worth(Worth.FACT, 0.7, rf"{_I_BE}(?:from|live|base|bear|originally)"),
    _worth(
        Worth.FACT,
        0.7,
        rf"{_I}(?:no longer |not |do not )?(?:have )?(?:work|teach|study|run a|own|speak|graduate|volunteer)",
    ),
    _worth(Worth.FACT, 0.7, rf"{_I_BE}(?:work (?:as|at|for|in)|study|#\d{{1,3}}(?: year old|$| ,))"),
    _worth(
        Worth.FACT,
        0.6,
        rf"{_I_BE}(?:not )?(?:an? )?(?:vegan|vegetarian|pescatarian|left-handed|only child|retire|unemployed|self-employed)",
    ),
    _worth(
        Worth.FACT,
        0.6,
        rf"{_I_BE}(?:not )?an? (?!bit|little|lot|mess|fan|good|bad|big|huge|fool|terrible)(?:\S+ ){{0,2}}\S{{3,}}",
    ),
    _worth(
        Worth.FACT,
        0.6,
        rf"{_I}(?:have|have get|own|adopt|play|drive) (?:an?|the|#\S+) (?!lot|bit|feel|question|minute|second|moment|idea|problem|point|chance|while|good|great|nice|hard|bad|rough|long)\S+",
    ),
    _worth(Worth.FACT, 0.6, rf"{_I}have be \S+ (?:\S+ ){{0,8}}(?:for|since)"),
    _worth(
        Worth.FACT,
        0.7,
        r"my (?:\S+ )?(?:birthday|anniversary|hometown|job|age|phone|car|house|apartment|flat|address|rent|salary|degree|major|hobby|PET) (?:\S+ ){0,4}(?:be|call|name|end)",
    ),
    _worth(
        Worth.EVENT,
        0.6,
        rf"{_I}(?:have )?(?:get|lose|pass|fail|finish|start|quit|buy|sell|adopt|win|meet|graduate|launch|publish|break|retire|resign|sign up|enrol|enroll|crash|move|cancel|stop|switch|give up) (?!to (?:know|go)|it(?!\S)|you|your|that(?!\S)|up(?!\S)|here|home|back)\S+",
    ),
    _worth(
        Worth.EVENT,
        0.5,
        rf"{_I}(?:go|have|visit|see|take|make|attend|run|join|give|spend|celebrate|host|try|paint|read|watch|cook) (?:\S+ )*{_LATELY}",
    ),
    _worth(Worth.EVENT, 0.5, rf"{_LATELY}(?: ,)? (?:i|we) \S+"),
    _worth(
        Worth.FACT,
        0.5,
        r"my (?!point|guess|question|apologies|bad|mistake)(?:\S+ ){1,4}be (?:ADV)(?:NUM|NAME|CLOCK|DAY|SAID)",
    ),
    _worth(
        Worth.FACT, 0.5, rf"{_I}(?:do not |never |no longer )(?:ADV)(?:smoke|drink|eat|drive|have|own|work|live|play)"
    ),
)
