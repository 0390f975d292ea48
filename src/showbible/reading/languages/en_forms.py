"""Forms of words of English: what cues a sentence, fills a slot, asks for a value, or is worth a memory.

NAME, NUM, CLOCK, DAY and SAID stand for a value of that kind; ADV for adverbs; any other word for all of its inflections.
"""

from __future__ import annotations

from typing import Final

from showbible.reading.languages.language import AskedPattern, SlotPattern, WorthPattern
from showbible.reading.model import Cue, ValueKind, Worth

CUES: Final = {
    Cue.CORRECTION: (
        r"(?:^|, )(?:sorry|oops|whoops|apologies|correction|pardon)",
        r", sorry(?: ,|$)",
        r"(?:^|, )(?:actually|wait|no|nope|hang on|hold on),? ,",
        r", actually(?: ,|$)",
        r"^actually",
        r"i (?:do )?mean(?! a lot| it| well| that you)",
        r"to be (?:more )?(?:precise|exact|accurate|correct|specific)",
        r"(?:i )?should (?:be (?:more )?precise|clarify|correct)",
        r"(?:misspeak|misspoke|misspoken|misstate|misremember|miscount|misread|misheard|mistype|typo)",
        r"(?:i|it) (?:be|get|have|tell|say|write|remember|mix) (?:\S+ ){0,4}(?:wrong|mistake|mistaken|up wrong|incorrect)",
        r"my (?:mistake|bad|error)",
        r"(?:let me|i need to|i have to|i must) (?:correct|rephrase|fix)",
        r"(?:make|scratch|strike|check) that",
        r"(?:set|put) (?:me|us) (?:straight|right)",
        r"turn out",
        r"(?:that be|not) what i mean",
        r"i mix (?:\S+ ){0,3}up",
        r"spell with",
    ),
    Cue.SECOND_LOOK: (
        r"(?:look|check|read|count|measure|ask|listen|think) (?:\S+ ){0,5}(?:again|twice|once more|properly|closely|better)",
        r"(?:double|re)-?check",
        r"(?:now|come to think|on second) (?:that i |of it|thought)",
        r"with my glass on",
        r"(?:REL|he|she|they|NAME) (?:just |have just |have )?(?:say|tell me|correct|remind|point out|laugh|insist|swear)",
        r"(?:set|put) me (?:straight|right)",
        r"(?:embarrass|silly me|stupid me|what be i say|brain|mix up|i forget|forget)",
        r"(?:it|that) (?:actually |in fact )?say (?:here|on)",
        r"remember (?:now|it|wrong|rightly)",
        r"(?:have|get) (?:it|that) (?:wrong|mixed|backward)",
        r"apparently",
        r"(?:actually|in fact|rather|really) ",
    ),
    Cue.ENDING: (
        r"no longer",
        r"no more",
        r"not (?:\S+ ){0,6}again",
        r"not (?:\S+ ){0,8}(?:anymore|any longer|any more)",
        r"not (?:\S+ ){0,8}after all",
        r"(?:give|break|split) (?:\S+ ){0,3}up",
        r"(?:call|write) (?:\S+ ){0,2}off",
        r"fall (?:through|apart)",
        r"get rid of",
        r"(?:throw|give|sign|pass) (?:\S+ ){0,3}(?:away|out|over)",
        r"(?:be|get) (?:all |now )?(?:over|off|gone|cancel|cancelled|done with|finished with|through with|scrap)",
        r"(?:be|have) out of",
        r"use to (?!it|this|that|the)\S+",
        r"never again",
        r"die",
        r"(?:talk|take|pull|get|back|opt|drop) (?:\S+ ){0,2}(?:out of|off)",
        r"(?:play|have|give|be) (?:\S+ ){0,2}last (?:song|day|show|shift|lesson|class|concert|game|match)",
        r"NUM (?:day|week|month|year) without",
        r"(?:test|come|turn) (?:\S+ )?(?:negative|back negative)",
        r"let (?:\S+ ){0,2}go",
        r"move (?:out|away|on) ",
        r"there be no",
        r"be history",
        r"(?:lay|lie) (?:me )?off",
        r"past tense",
        r"not (?:be )?happening",
    ),
    Cue.ADDITION: (
        r"also",
        r"too",
        r"as well",
        r"another",
        r"(?:a|my|the|our) (?:second|third|fourth)",
        r"(?:one|two|three) more",
        r"additional(?:ly)?",
        r"besides",
        r"in addition",
        r"on top of",
        r"on the side",
        r"both",
        r"plus",
    ),
    Cue.CHANGE: (
        r"now",
        r"nowadays",
        r"new",
        r"currently",
        r"these days",
        r"from now on",
        r"as of",
        r"(?:start|begin)(?:ing)? (?:DAY|next|this|tomorrow|today)",
        r"since (?:DAY|last|then|yesterday)",
        r"(?:switch|change|swap|upgrade|downgrade|replace|trade|convert|move) ",
        r"become",
        r"instead",
        r"any ?more",
        r"up (?:to|from)",
        r"down (?:to|from)",
        r"(?:have|be|get) (?:since|recently|just|finally|already|officially) ",
        r"just (?:\S+ )?(?:reach|hit|get|finish|complete|pass|start|switch|buy|become|turn|move|set|check|beat|cross)",
        r"(?:increase|decrease|raise|lower|reduce|extend|shorten|bump|cut|grow|drop|rise|double|improve)",
        r"(?:postpone|reschedule|push back|bring forward|delay)",
        r"so far",
        r"today",
        r"lately",
        r"recently",
        r"turn NUM",
        r"by now",
        r"latest",
    ),
    Cue.UNREAL: (
        r"(?:^|, |and |but )if (?:only )?(?:i|we|he|she|it|they|my|there|only)",
        r"i (?:\S+ )?wish",
        r"(?:^|, )(?:imagine|suppose|pretend|assume|let us say)",
        r"what if",
        r"(?:^|, )(?:maybe|perhaps|possibly)",
        r"maybe (?:i|we)",
        r"unless",
        r"(?:would|could|should) have",
        r"(?:nearly|almost) (?:become|buy|move|get|take|marry|quit)",
        r"i would (?:be|live|move|call|name|have|own|work|bake|become)",
        r"(?:in|i have) (?:my|a|the) (?:\S+ )?dream",
        r"i dream(?:t)? (?:that|i|last)",
        r"hypothetical(?:ly)?",
        r"ignore (?:all|any|the|previous|your)",
        r"system prompt",
        r"in another life",
        r"who know",
        r"one day i (?:will|might|may)",
        r"some ?day",
    ),
    Cue.QUOTED: (
        r"in (?:my|the|a|this|his|her|our|that) (?:\S+ ){0,2}(?:novel|story|book|film|movie|game|script|play|song|poem|"
        r"comic|series|show|screenplay|campaign|fanfic|chapter|episode)",
        r"my (?:\S+ )?(?:character|protagonist|heroine|hero|villain|narrator|avatar)",
        r"(?:^|, )the (?:hero|heroine|narrator|protagonist|main character|villain|character)",
        r"(?:lyric|line|quote|proverb|saying|poem|song) (?:\S+ ){0,3}(?:go|say)",
        r"(?:^|, )(?:quote|once upon a time)",
        r"i read (?:\S+ ){0,4}(?:where|about a|in which)",
    ),
    Cue.JOKE: (
        r"(?:i be |be |just |only )?kid(?:d)?(?:ing)? ?(?:,|$|you|about|around|of course)",
        r"(?:just|only|be|i) (?:kid|joke|kidding|joking|tease)",
        r"(?:^|, )(?:kid|kidding|joke|joking|jk|psych|gotcha)",
        r"(?:that|it) be (?:just |only )?a joke",
        r"pull (?:your|you) leg",
        r"not (?:really|seriously) ,? ?(?:lol|haha)",
    ),
    Cue.DENIAL: (
        r"i (?:\S+ )?(?:never|do not|have not|have never) (?:ever |actually )?(?:say|tell|claim|mention|write|state|suggest)",
        r"i (?:\S+ )?(?:never|do not|have not) (?:ever )?(?:say|tell|claim|mention)",
        r"you (?:say|think|claim|write|remember|tell|believe|note|have|get) (?:\S+ ){1,14}(?:wrong|not true|not right|false|"
        r"incorrect|never say|not me|mistaken|nonsense)",
        r"(?:who|where) (?:do |have )?(?:\S+ )?(?:say|tell|get) (?:you )?(?:that|the idea)",
        r"(?:that|it) (?:be|must be|must have be) not me",
        r"(?:not the one|someone else|somebody else) (?:who|that)",
        r"think(?:ing)? of (?:someone|somebody) else",
        r"(?:confuse|mix|mistake) me (?:up )?(?:with|for)",
        r"(?:that|it) be not what i (?:say|tell)",
        r"not (?:something )?i (?:ever )?say",
        r"(?:do not|never) (?:put|attribute) (?:\S+ ){0,3}(?:word|mouth)",
        r"(?:where|how) (?:do|did) you get",
        r"(?:forget|delete|remove|drop) (?:that|what) (?:\S+ ){0,3}(?:i say|i tell|you say|you note)",
    ),
    Cue.PAST: (
        r"use to (?!it|this|that|the)",
        r"back (?:then|when|in)",
        r"when i be",
        r"ago",
        r"last (?:\S+)",
        r"yesterday",
        r"previously",
        r"former(?:ly)?",
        r"in the past",
        r"once",
        r"years? back",
        r"originally",
        r"at first",
        r"growing up",
    ),
    Cue.HABIT: (
        r"usual(?:ly)?",
        r"always",
        r"every",
        r"each",
        r"normal(?:ly)?",
        r"typical(?:ly)?",
        r"often",
        r"daily",
        r"weekly",
        r"monthly",
        r"never",
        r"regular(?:ly)?",
        r"per (?:day|week|month|year)",
        r"(?:a|an) (?:day|week|month|year|night|hour)",
        r"current(?:ly)?",
        r"still",
    ),
}

_IN: Final = r"(?:in|at|near|outside|on|by)"
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
        pattern=rf"(?:live|reside|dwell|settle|base|stay) (?:ADV)(?:down |over |up )?(?:{_IN}|with) {_UPTO}",
    ),
    SlotPattern(
        slot="home",
        pattern=rf"(?:move|relocate|emigrate) (?:ADV)(?:back |over |out |from [^,]+? )?(?:to|into) {_UPTO}",
    ),
    SlotPattern(slot="home", pattern=rf"(?:move|relocate) (?:back )?in {_UPTO}"),
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
        slot="job",
        pattern=rf"(?:work|employ|job|freelance|hire) (?:ADV)(?:be )?{_AS} (?:an? )?(?P<value>[^,.;]+?)(?= at| for| in|$| ,| and)",
    ),
    SlotPattern(slot="employer", pattern=rf"(?:work|job|intern|employ) (?:ADV)(?:at|for|with) {_UPTO}"),
    SlotPattern(slot="job", pattern=r"my (?:new |current )?(?:job|profession|occupation|trade) be (?P<value>[^,.;]+)"),
    SlotPattern(
        slot="job",
        pattern=r"(?:be|become) (?:ADV)(?:an? |the |my )(?P<value>(?:[a-z-]+ ){0,2}?TRADE)(?=$| ,| at| in| for| by| and| with| now| on| of)",
    ),
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
        pattern=r"(?:break|split) up|get (?:a )?divorce|propose|(?:boyfriend|girlfriend|husband|wife) (?:leave|dump) me",
    ),
    SlotPattern(slot="birthday", pattern=r"(?:birthday|bday) (?:be|fall) (?:on |in )?(?P<value>[^,.;]+)"),
    SlotPattern(slot="birthday", pattern=r"i be bear (?:on|in) (?P<value>DAY[^,.;]*)"),
    SlotPattern(
        slot="diet",
        pattern=r"(?:be|become|turn|go) (?:ADV)(?:an? )?(?P<value>vegan|vegetarian|pescatarian|omnivore|carnivore)",
    ),
    SlotPattern(slot="diet", pattern=r"(?:eat|have) (?:meat|fish) again"),
    SlotPattern(
        slot="favourite {about}",
        pattern=r"(?:favorite|favourite) (?P<about>[^,.;]+?) (?:be|use to be) (?:ADV)(?P<value>[^,;]+)",
    ),
    SlotPattern(
        slot="favourite {about}",
        pattern=r"(?P<value>[^,;]+?) be (?:ADV)my (?:new |all-time )?(?:favorite|favourite) (?P<about>[^,.;]+)",
    ),
    SlotPattern(
        slot="study",
        pattern=r"(?:study|major(?:ing)? in|degree in) (?!for|with|hard|at|how|abroad)(?P<value>[^,.;]+?)(?= at| in|$| ,| and| now)",
    ),
)

_WHAT: Final = r"(?:what|which)"
_N: Final = ValueKind

ASKED: Final = (
    AskedPattern(pattern=r"how (?:much )?old", kinds=(_N.AGE, _N.NUMBER), slot="age"),
    AskedPattern(pattern=r"what (?:be |'s )?(?:\S+ ){0,3}age", kinds=(_N.AGE, _N.NUMBER), slot="age"),
    AskedPattern(pattern=r"how (?:often|frequent(?:ly)?|many time)", kinds=(_N.FREQUENCY, _N.NUMBER, _N.DAY)),
    AskedPattern(pattern=r"how long", kinds=(_N.DURATION, _N.MEASURE, _N.CLOCK)),
    AskedPattern(pattern=r"how (?:much|many) (?:money|dollar|euro)", kinds=(_N.MONEY,)),
    AskedPattern(
        pattern=r"how much (?:do|be|have|will|can|would|did) ", kinds=(_N.MONEY, _N.NUMBER, _N.MEASURE, _N.SHARE)
    ),
    AskedPattern(pattern=r"how many (?P<noun>NP)", kinds=(_N.NUMBER, _N.MEASURE, _N.DURATION, _N.SHARE)),
    AskedPattern(pattern=r"how much (?P<noun>NP)", kinds=(_N.MEASURE, _N.NUMBER, _N.MONEY, _N.SHARE)),
    AskedPattern(
        pattern=r"how (?:far|tall|high|heavy|big|large|fast|wide|deep)", kinds=(_N.MEASURE, _N.NUMBER, _N.DURATION)
    ),
    AskedPattern(pattern=rf"(?:{_WHAT}|at what) (?:time|hour)", kinds=(_N.CLOCK, _N.DAY)),
    AskedPattern(pattern=rf"{_WHAT} (?:day|date|month|weekday|year)s?", kinds=(_N.DAY,)),
    AskedPattern(pattern=r"when", kinds=(_N.DAY, _N.CLOCK, _N.DURATION)),
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
    AskedPattern(pattern=r"address", kinds=(_N.PLACE, _N.NAME), slot="home"),
    AskedPattern(pattern=r"where", kinds=(_N.PLACE, _N.NAME, _N.SPOT)),
    AskedPattern(
        pattern=rf"{_WHAT} (?:city|town|country|place|street|neighborhood|neighbourhood|village|state)",
        kinds=(_N.PLACE, _N.NAME),
    ),
    AskedPattern(
        pattern=r"what (?:be |do )?(?:i |my |\S+ ){0,3}(?:job|profession|occupation|trade|do for (?:a |my )?(?:living|work))",
        slot="job",
    ),
    AskedPattern(
        pattern=r"what (?:be )?(?:my )?(?:\S+ )?(?:first |last |full )?name$", kinds=(_N.PERSON, _N.NAME), slot="name"
    ),
    AskedPattern(pattern=r"what (?:be |do ).*(?:name|call(?:ed)?)", kinds=(_N.PERSON, _N.NAME)),
    AskedPattern(pattern=r"who(?:m)?", kinds=(_N.PERSON, _N.NAME, _N.PLACE)),
    AskedPattern(pattern=rf"{_WHAT} (?:percent(?:age)?|share|portion|fraction)", kinds=(_N.SHARE, _N.NUMBER)),
    AskedPattern(
        pattern=rf"{_WHAT} (?:be |'s )?(?:\S+ ){{0,4}}(?:score|number|amount|total|count|size|record|ratio|speed|limit|balance|level|budget|price|rent|salary|cost|weight|height|dose|mark|grade|target|temperature)",
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
    AskedPattern(pattern=rf"{_WHAT} (?P<noun>(?!be|do|have|will|can|would|'s)NP)", kinds=(_N.NAME, _N.PLACE)),
    AskedPattern(
        pattern=r"(?:be|am) (?:i|my \S+|he|she|NAME) (?:ADV)(?:single|marry|engage|divorce|in a relationship|date|see)",
        slot="status",
    ),
)

_I: Final = r"(?:i|we) (?:ADV)"
_I_BE: Final = r"(?:i|we) (?:ADV)(?:be|have be|have) (?:ADV)"
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


def _worth(kind: Worth, importance: float, pattern: str) -> WorthPattern:
    return WorthPattern(kind=kind, importance=importance, pattern=pattern)


WORTH: Final = (
    _worth(Worth.FACT, 0.9, r"my name be|call me NAME|^(?:hi , |hello , |hey , )?i be NAME(?=$| ,)"),
    _worth(
        Worth.FACT,
        0.9,
        rf"{_I_BE}(?:not )?(?:allergic|diabetic|pregnant|deaf|blind|in a wheelchair|coeliac|celiac|intolerant|asthmatic|epileptic)",
    ),
    _worth(Worth.FACT, 0.9, r"i (?:can not|do not|never|must not) (?:eat|drink|have|tolerate|take) \S+"),
    _worth(Worth.EVENT, 0.9, r"my (?:\S+ ){1,3}(?:die|pass away)|lose my (?:REL)"),
    _worth(
        Worth.EVENT,
        0.8,
        r"(?:REL|i|we|NAME) (?:\S+ ){0,4}(?:split up|break up|get divorce|get marry|get engage|have a baby)",
    ),
    _worth(Worth.RELATIONSHIP, 0.7, r"(?:break up|split up) with|NAME and i be|and i (?:be|split|get|break)"),
    _worth(
        Worth.EMOTION,
        0.5,
        rf"i (?:be|feel|have be|have feel) (?:ADV)(?:feel )?(?:ADV)(?:not )?(?:{_FEELING}){_FOR_YOU}",
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
    _worth(Worth.RELATIONSHIP, 0.6, rf"{_I}have (?:an?|#\S+|no) (?:\S+ ){{0,2}}(?:HUMAN)"),
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
