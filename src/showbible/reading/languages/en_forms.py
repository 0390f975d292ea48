"""Forms of English that fill a slot or ask for a value.

NAME, NUM, CLOCK, DAY and SAID stand for a value of that kind, ADV for adverbs, any other word for all its inflections.
"""

from __future__ import annotations

from typing import Final

from showbible.reading.languages.language import AskedPattern, SlotPattern
from showbible.reading.model import ValueKind

_IN: Final = r"(?:in|at|near|outside|on|by)"
_DWELLING: Final = (
    r"(?:in|at|near|outside|by|above|over|behind|under|opposite|next to|on(?= (?:the|an?|my|our|NAME|this|that|NUM)))"
)
"""What stands before a place to live; what follows a mere on may be what somebody lives on."""
_ROOF: Final = r"(?:flat|apartment|house|place|home|studio|cottage|bungalow|houseboat)"
_OURS: Final = r"(?:new |own |current |little |small |tiny |rent |lovely |cosy )*"
"""What may be said of the one home that somebody has; a summer house is another one."""
_AS: Final = r"(?:as|like)"
_UPTO: Final = (
    r"(?P<value>[^,.;:]+?)(?= ,| \.|$| and i| because| with| for| since| from| to | so | but | where| until| again| %)"
)

SLOTS: Final = (
    SlotPattern(slot="home", pattern=r"(?P<value>NAME) be where (?:i|we|he|she|they) (?:ADV)(?:live|reside)"),
    SlotPattern(
        slot="origin",
        pattern=r"(?P<value>NAME) be where (?:i|we|he|she|they) (?:ADV)(?:come from|be from|grow up|be bear)",
    ),
    SlotPattern(slot="employer", pattern=r"(?P<value>NAME) be where (?:i|we|he|she|they) (?:ADV)work"),
    SlotPattern(slot="name", pattern=r"my (?:full |first |last |real |middle )?name be (?:now )?(?P<value>NAME|\S+)"),
    SlotPattern(
        slot="name",
        pattern=r"call me (?!back|later|when|if|at|on|tomorrow|a|an|the|crazy|in|to|for)(?P<value>NAME|\S+)",
    ),
    SlotPattern(slot="name", pattern=r"(?:^|, )(?:hi |hello |hey )?(?:, )?i be (?P<value>NAME)(?=$| ,)"),
    SlotPattern(slot="name", pattern=r"(?:go|known) by (?P<value>NAME)"),
    SlotPattern(
        slot="home",
        pattern=rf"(?:live|reside|dwell|settle(?! on| with)|base|stay) (?:ADV)(?:down |over |up )?(?:{_DWELLING}|with) {_UPTO}",
    ),
    SlotPattern(
        slot="home",
        pattern=rf"(?:move|relocate|emigrate) (?:ADV)(?:back |over |out |from [^,]+? )?(?:to|into) {_UPTO}",
    ),
    SlotPattern(slot="home", pattern=rf"(?:move|relocate) (?:back )?in {_UPTO}"),
    SlotPattern(
        slot="home", pattern=r"own (?:place|flat|apartment|house|home|room)(?: ,)?(?: \S+){0,3}? in (?P<value>NAME)"
    ),
    SlotPattern(slot="home", pattern=r"here in (?P<value>NAME)"),
    SlotPattern(slot="home", pattern=rf"(?:my|our) {_OURS}{_ROOF}(?: be)? (?:in|on|near|outside) (?P<value>NAME)"),
    SlotPattern(slot="home", pattern=rf"(?:my|our) {_OURS}(?P<value>NAME) {_ROOF}"),
    SlotPattern(slot="home", pattern=r"(?:home|address) be (?:ADV)(?:in |at )?(?P<value>[^,.;]+)"),
    SlotPattern(
        slot="home",
        pattern=r"(?:new|current) (?:home|address|place|flat|apartment) (?:be )?(?:in|at) (?P<value>[^,.;]+)",
    ),
    SlotPattern(
        slot="origin",
        pattern=r"(?:grow up|be (?:originally )?from|come from|be bear|be bear and raise) (?:in |on |near )?(?P<value>[^,.;]+)",
    ),
    SlotPattern(slot="origin", pattern=r"hometown be (?P<value>[^,.;]+)"),
    SlotPattern(
        slot="study", pattern=r"be (?:ADV)an? (?P<value>[a-z]+(?: [a-z]+)?) student~?(?=$| ,| at| in| now| as)"
    ),
    SlotPattern(slot="status", pattern=r"be (?:ADV)an? (?P<value>widow|widower|bachelor|divorcee|newlywed)"),
    SlotPattern(
        slot="job",
        pattern=rf"(?:work|employ|job|freelance|hire) (?:ADV)(?:be )?{_AS} (?:an? )?(?P<value>[^,.;]+?)(?= at| for| in|$| ,| and)",
    ),
    SlotPattern(slot="employer", pattern=rf"(?:work|job|intern|employ) (?:ADV)(?:at|for|with) {_UPTO}"),
    SlotPattern(
        slot="employer",
        pattern=rf"(?:get|accept|take|land|start|begin) (?:an?|the|my|this) (?:\S+ ){{0,3}}(?:job|position|post|role) (?:at|with|for) {_UPTO}",
    ),
    SlotPattern(slot="employer", pattern=r"my first (?:day|week|month|shift) (?:at|with|for) (?:the )?(?P<value>NAME)"),
    SlotPattern(
        slot="employer", pattern=rf"(?:^|i (?:have )?)(?:ADV)(?:start|begin) (?:ADV)(?:at|with) (?![@#%]){_UPTO}"
    ),
    SlotPattern(slot="job", pattern=r"my (?:new |current )?(?:job|profession|occupation|trade) be (?P<value>[^,.;]+)"),
    SlotPattern(
        slot="job",
        pattern=r"(?:be|become) (?:ADV)(?:an? |the |my )(?:\S+ 's )?(?:only )?(?P<value>(?:[a-z~-]+ ){0,2}?TRADE)(?=$| ,| at| in| for| by| and| with| now| on| of)",
    ),
    SlotPattern(
        slot="job",
        pattern=r"(?:promote to|(?:retrain|qualify|start|begin|(?:make|earn) (?:a|my) (?:living|money)) (?:ADV)as) (?:an? |the )?(?P<value>(?:[a-z~-]+ ){0,2}?TRADE)(?=$| ,| at| in| for| by| and| with| now| on| of)",
    ),
    SlotPattern(slot="job", pattern=r"(?:^|, )as an? (?P<value>(?:[a-z~-]+ ){0,2}?TRADE)(?= ,| i| we| at| in| for)"),
    SlotPattern(slot="age", pattern=r"be (?:ADV)(?P<value>#\S+)(?=$| ,| now| and| year old| today| already)"),
    SlotPattern(slot="age", pattern=r"turn (?:ADV)(?P<value>#\S+)"),
    SlotPattern(slot="age", pattern=r"(?P<value>#\S+) (?:year|month|week)s? old"),
    SlotPattern(
        slot="status",
        pattern=r"(?:be|get|become|stay) (?:ADV)(?:not )?(?P<value>single|marry|engage|divorce|widow|separate|date)(?=$| ,| to| with| now| and| again| since| last| for)",
    ),
    SlotPattern(
        slot="status",
        pattern=r"(?:be|become) (?:ADV)(?:a couple|(?:together|in a relationship)(?: with)?|(?:seeing|see) (?:someone|NAME)|dating)",
    ),
    SlotPattern(
        slot="status",
        pattern=r"(?:break|split) up(?! (?:the|an?|my|our|some|this|that|these|those|his|her|their) )|get (?:a )?divorce|(?:boyfriend|girlfriend|husband|wife) (?:leave|dump) me",
    ),
    SlotPattern(slot="status", pattern=r"i (?:have )?(?:ADV)meet (?:someone|somebody)(?=$| ,| new| special)"),
    SlotPattern(slot="status", pattern=r"i (?:have be|be) (?:ADV)(?:see|date) (?P<value>NAME)"),
    SlotPattern(slot="birthday", pattern=r"(?:birthday|bday) (?:be|fall) (?:on |in )?(?P<value>[^,.;]+)"),
    SlotPattern(slot="birthday", pattern=r"i be bear (?:on|in) (?P<value>DAY[^,.;]*)"),
    SlotPattern(
        slot="diet",
        pattern=r"(?:be|become|turn|go) (?:ADV)(?:an? )?(?P<value>vegan|vegetarian|pescatarian|omnivore|carnivore)",
    ),
    SlotPattern(slot="diet", pattern=r"(?:eat|have) (?:meat|fish) again"),
    SlotPattern(
        slot="favourite {about}",
        pattern=r"(?:favorite|favourite) (?P<about>[^,.;]+?) (?:be|used to be) (?:ADV)(?P<value>[^,;]+)",
    ),
    SlotPattern(
        slot="favourite {about}",
        pattern=r"(?P<value>[^,;]+?) be (?:ADV)my (?:new |all-time )?(?:favorite|favourite) (?P<about>[^,.;]+)",
    ),
    SlotPattern(
        slot="study",
        pattern=r"(?:study|major(?:ing)? in|(?:degree|class|course|diploma|lesson|apprenticeship) in) (?!for|with|hard|at|how|abroad)(?P<value>[^,.;]+?)(?= at| in|$| ,| and| now| next| by| with| on| this| since)",
    ),
)

_WHAT: Final = r"(?:what|which)"
_FIRST: Final = r"^(?:(?!(?:what|which|who|whom|whose|how|where|when|why) )\S+ )*?"
"""Nothing before that asks: in "who feeds the cat when we're away" the time is not asked for."""
_N: Final = ValueKind

ASKED: Final = (
    AskedPattern(pattern=r"how (?:much )?old", kinds=(_N.AGE, _N.NUMBER), slot="age"),
    AskedPattern(pattern=r"what (?:be |'s )?(?:\S+ ){0,3}age", kinds=(_N.AGE, _N.NUMBER), slot="age"),
    AskedPattern(pattern=r"how (?:often|frequent(?:ly)?|many time)", kinds=(_N.FREQUENCY, _N.NUMBER, _N.DAY)),
    AskedPattern(pattern=r"how long", kinds=(_N.DURATION, _N.MEASURE, _N.CLOCK)),
    AskedPattern(pattern=r"how (?:much|many) (?:money|dollar|euro)", kinds=(_N.MONEY,)),
    AskedPattern(
        pattern=r"how much (?:do|be|have|will|would) (?:\S+ ){1,5}(?:pay|cost|charge|earn|owe|spend)",
        kinds=(_N.MONEY, _N.NUMBER),
    ),
    AskedPattern(
        pattern=r"how much (?:do|be|have|will|can|would|did)", kinds=(_N.MONEY, _N.NUMBER, _N.MEASURE, _N.SHARE)
    ),
    AskedPattern(
        pattern=r"what (?:do|be|will) (?:\S+ ){1,4}(?:pay|cost|charge|earn|owe|spend)", kinds=(_N.MONEY, _N.NUMBER)
    ),
    AskedPattern(pattern=r"how many (?P<noun>NP)", kinds=(_N.NUMBER, _N.MEASURE, _N.DURATION, _N.SHARE)),
    AskedPattern(pattern=r"how much (?P<noun>NP)", kinds=(_N.MEASURE, _N.NUMBER, _N.MONEY, _N.SHARE)),
    AskedPattern(
        pattern=r"how (?:far|tall|heavy|big|large|fast|wide|deep)", kinds=(_N.MEASURE, _N.NUMBER, _N.DURATION)
    ),
    AskedPattern(pattern=r"what (?:do|will) (?:\S+ ){1,4}(?:weigh|measure)", kinds=(_N.MEASURE, _N.NUMBER)),
    AskedPattern(pattern=r"how high", kinds=(_N.MEASURE, _N.NUMBER, _N.DURATION, _N.MONEY)),
    AskedPattern(pattern=rf"(?:{_WHAT}|at what) (?:time|hour)", kinds=(_N.CLOCK, _N.DAY)),
    AskedPattern(
        pattern=rf"{_WHAT} (?P<noun>year|grade|form|class) be (?:i|we|he|she|they|NAME|(?:my|our) \S+) (?:ADV)in",
        kinds=(_N.NUMBER, _N.NAME),
    ),
    AskedPattern(pattern=rf"{_WHAT} (?:day|date|month|weekday|year)s?", kinds=(_N.DAY,)),
    AskedPattern(pattern=rf"{_FIRST}when", kinds=(_N.DAY, _N.CLOCK, _N.DURATION)),
    AskedPattern(
        pattern=r"where (?:do|be|am|are|does) (?:i|we|\S+(?: \S+){0,3}) (?:\S+ )?(?:live|reside|base|stay)",
        kinds=(_N.PLACE, _N.NAME, _N.SPOT),
        slot="home",
    ),
    AskedPattern(pattern=r"where (?:do|does) (?:\S+ ){0,4}work", kinds=(_N.PLACE, _N.NAME, _N.SPOT), slot="employer"),
    AskedPattern(
        pattern=r"where (?:do|be) (?:\S+ ){1,4}(?:bear|from|grow up|come from)",
        kinds=(_N.PLACE, _N.NAME, _N.SPOT),
        slot="origin",
    ),
    AskedPattern(pattern=r"(?:relationship|marital) status", slot="status"),
    AskedPattern(pattern=r"what (?:do|be) (?:\S+ ){1,3}(?:study|major in)", slot="study"),
    AskedPattern(
        pattern=rf"{_WHAT} (?:subject|degree|course|field) (?:do|be|have) (?:\S+ ){{1,3}}(?:study|do|take|read|choose|pick)",
        slot="study",
    ),
    AskedPattern(pattern=r"what (?:be |'s )?(?:my|his|her|\S+ 's) (?:major|subject|degree|course)", slot="study"),
    AskedPattern(pattern=r"address", kinds=(_N.PLACE, _N.NAME), slot="home"),
    AskedPattern(pattern=rf"{_FIRST}where", kinds=(_N.PLACE, _N.NAME, _N.SPOT)),
    AskedPattern(
        pattern=rf"{_WHAT} (?:city|town|country|place|street|neighborhood|neighbourhood|village|state)",
        kinds=(_N.PLACE, _N.NAME),
    ),
    AskedPattern(
        pattern=r"what (?:be |do )?(?:i |my |\S+ ){0,3}(?:job|profession|occupation|trade|do for (?:a |my )?(?:living|work))",
        slot="job",
    ),
    AskedPattern(pattern=r"what (?:sort|kind|line|type) of (?:work|job)", slot="job"),
    AskedPattern(
        pattern=r"how (?:do|be) (?:\S+ ){1,3}(?:earn|make) (?:an? |\S+ )?(?:money|living|live|bread|keep)", slot="job"
    ),
    AskedPattern(
        pattern=r"what (?:be )?(?:my )?(?:\S+ )?(?:first |last |full )?name$", kinds=(_N.PERSON, _N.NAME), slot="name"
    ),
    AskedPattern(
        pattern=r"(?:what|how) (?:should|shall|can|do|may|must|will) (?:you|i|they|people|everyone) (?:ADV)(?:call|name) (?:me|you)",
        kinds=(_N.PERSON, _N.NAME),
        slot="name",
    ),
    AskedPattern(pattern=r"what (?:be |do ).*(?:name|call(?:ed)?)", kinds=(_N.PERSON, _N.NAME)),
    AskedPattern(
        pattern=r"who(?:m)? (?:be|do) (?:i|we) (?:ADV)(?:see|date|go out with|be with|in love with|marry to|engage to)",
        kinds=(_N.PERSON, _N.NAME),
        slot="status",
    ),
    AskedPattern(pattern=r"who(?:m)?", kinds=(_N.PERSON, _N.NAME, _N.PLACE)),
    AskedPattern(pattern=rf"{_WHAT} (?:percent(?:age)?|share|portion|fraction)", kinds=(_N.SHARE, _N.NUMBER)),
    AskedPattern(
        pattern=rf"{_WHAT} (?:be |'s )?(?:\S+ ){{0,4}}(?:score|number|amount|total|count|size|record|ratio|speed|limit|balance|level|budget|price|rent|salary|cost|weight|height|dose|mark|grade|target|temperature|rating|average|length|width|depth|distance|mileage|dosage|pulse|pressure|fee|wage|bill|fare|deposit)",
        kinds=(_N.NUMBER, _N.MEASURE, _N.MONEY, _N.DURATION, _N.SHARE),
    ),
    AskedPattern(
        pattern=rf"{_WHAT} (?:be |'s )?(?:\S+ ){{0,5}}(?:best time|personal best|record time|time)",
        kinds=(_N.DURATION, _N.CLOCK),
    ),
    AskedPattern(
        pattern=rf"{_WHAT} (?:kind|type|sort|brand|make|model|colou?r|flavou?r) of (?P<noun>NP)",
        kinds=(_N.NAME, _N.PLACE),
    ),
    AskedPattern(
        pattern=rf"{_WHAT} (?P<noun>(?!(?:be|do|have|will|can|would|'s)(?!\S))NP)",
        kinds=(_N.NAME, _N.PLACE, _N.NUMBER, _N.SPOT),
    ),
    AskedPattern(
        pattern=r"(?:be|am) (?:i|my \S+|he|she|NAME) (?:ADV)(?:single|marry|engage|divorce|in a relationship|date|see)",
        slot="status",
    ),
)
