"""English."""

from __future__ import annotations

from typing import Final

from showbible.reading.languages import language as verbs
from showbible.reading.languages.en_cues import CUES, WANTING
from showbible.reading.languages.en_forms import ASKED, SLOTS
from showbible.reading.languages.en_loose import LOOSE
from showbible.reading.languages.en_words import CONTRACTIONS, EMPTY_WORDS, FUNCTION_WORDS, IRREGULAR, RELATIONS
from showbible.reading.languages.en_worth import WORTH
from showbible.reading.languages.language import SEVERAL, Language, counted

_UNITS: Final = {
    "length": "mm millimeter millimetre cm centimeter centimetre m meter metre km kilometer kilometre mile yard foot ft "
    "inch k",
    "weight": "mcg microgram mg milligram g gram kg kilo kilogram lb lbs pound-weight stone ounce oz ton tonne",
    "volume": "ml milliliter millilitre liter litre gallon cup tablespoon teaspoon pint",
    "data": "kb mb gb tb megabyte gigabyte terabyte",
    "speed": "mph kmh mbps gbps knot",
    "heat": "degree celsius fahrenheit",
    "power": "watt volt hp horsepower",
    "energy": "calorie kcal kilojoule",
    "light": "megapixel",
}

_HOURS: Final = "one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve"
_PERIODS: Final = "day|night|week|weekend|fortnight|month|quarter|year|hour|morning|evening|afternoon"
_MONTHS: Final = (
    "jan(?:uary)?|feb(?:ruary)?|March|Mar(?=\\W)|apr(?:il)?|May|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?"
    "|dec(?:ember)?"
)

ENGLISH: Final = Language(
    code="en",
    function_words=FUNCTION_WORDS,
    empty_words=EMPTY_WORDS,
    contractions=CONTRACTIONS,
    short_forms="cannot gonna wanna im ive dont doesnt didnt isnt arent wasnt werent hasnt havent hadnt couldnt wouldnt "
    "shouldnt mustnt cant wont youve weve theyve couldve wouldve shouldve mightve mustve youll theyll itll thatll therell "
    "youd theyd youre theyre hes shes thats whats whos wheres theres hows whens heres lets u ur pls plz bc cos coz cuz",
    irregular=IRREGULAR,
    whole="kidding joking used besides",
    abbreviations="mr mrs ms dr st prof sr jr vs etc e.g i.e approx no ft in oz lb jan feb mar apr jun jul aug sept oct nov "
    "dec a.m p.m inc ltd ave rd",
    user="i me my mine myself we us our ours ourselves",
    nominative="i we",
    possessives="my our",
    you="you your yours yourself",
    he="he him his himself",
    she="she her hers herself",
    other="it its they them their that this those these there",
    someone="guy man woman girl boy lady gentleman bloke person someone somebody stranger people everybody everyone nobody "
    "who they them",
    determiners="a an the my your his her its our their this that these those no of 's some any each every another "
    "at in for on by with from first last next",
    sure_of_values=True,
    definite="the my our 's",
    auxiliaries="do does did am is are was were have has had can could will would shall should may might must",
    which="what which whose",
    question_words="who whom when where why how any anything",
    plural_endings="s",
    plurals="children grandchildren godchildren stepchildren people men women feet teeth mice geese sheep fish",
    singular_endings="ss us is",
    back_then=(
        "used to",
        "previously",
        "before",
        "originally",
        "initially",
        "at first",
        "back then",
        "in the past",
        "earlier",
    ),
    one_event="did",
    dislikes=(r"not (?:stand|bear|abide)", r"no fan of", r"not (?:\S+ )?(?:fan|into)", "sick of", "fed up with"),
    wanting=WANTING,
    whole_list=("all (?:of )?(?:my|the|our)", "^list", "what else", "which ones"),
    conjunctions="and but or so because while though although since when whereas yet",
    copulas="be",
    articles="the a",
    negators="not never no n't neither nor without hardly",
    goings="die fall go expire lapse end fold play",
    nones="no zero",
    idle_nouns="idea problem way doubt time one matter worries worry need point reason wonder clue luck longer more rush hurry "
    "sense chance hard big use better other joke new second",
    relations=RELATIONS,
    several=f"{SEVERAL} parent grandparent",
    verbs={
        verbs.RESIDENCE: "live reside dwell settle base rent lodge",
        verbs.MOVING: "move relocate emigrate immigrate",
        verbs.EMPLOYMENT: "work employ hire intern freelance teach",
        verbs.NAMING: "call name rename christen",
        verbs.HAVING: "have own possess keep drive ride wear use play",
        verbs.ACQUIRING: "get buy purchase adopt acquire receive order inherit rescue",
        verbs.LOSING: "sell lose donate trash rehome steal total wreck",
        verbs.STOPPING: "stop quit cancel drop end abandon retire resign leave divorce discontinue scrap fold dissolve disband "
        "expire collapse lapse terminate cease withdraw deactivate uninstall unsubscribe ditch shelve axe outgrow",
        verbs.FINISHING: "finish complete",
        verbs.BEGINNING: "start begin join enrol enroll launch",
        verbs.LIKING: "love like enjoy adore prefer fancy",
        verbs.DISLIKING: "hate dislike detest loathe despise",
        verbs.BEING: "be become turn stay remain",
        verbs.STUDYING: "learn study practice practise",
        verbs.SPEAKING: "say tell claim mention state write insist report announce",
    },
    states={
        "status": "single married engaged divorced widowed widow widower separated dating couple unmarried relationship boyfriend girlfriend bachelor",
        "diet": "vegan vegetarian pescatarian carnivore omnivore keto",
        "employment": "unemployed retired self-employed employed jobless freelancing",
    },
    trades="nurse chef cook clerk pilot judge florist guard maid monk priest spy vet coach host model surgeon barista "
    "paramedic mechanic architect farmhand blacksmith shipwright playwright butcher captain soldier mason nanny student "
    "cashier waitress actress au-pair ceo cto intern apprentice handyman midwife chief",
    trade_endings="er or ist ian man woman eer smith wright ant monger maker keeper herd master person ess",
    cues=CUES,
    slots=SLOTS,
    asked=ASKED,
    worth=WORTH,
    numbers=counted(
        "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
        "eighteen nineteen twenty"
    )
    | counted("thirty forty fifty sixty seventy eighty ninety", first=30, step=10),
    ordinals=counted(
        "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth "
        "sixteenth seventeenth eighteenth nineteenth twentieth",
        first=1,
    ),
    scales={"hundred": 100, "thousand": 1000, "million": 1_000_000, "billion": 1_000_000_000, "dozen": 12},
    number_link="and",
    weekdays="monday tuesday wednesday thursday friday saturday sunday",
    months="january february march april may june july august september october november december",
    seasons="spring springtime summer summertime autumn winter wintertime midsummer easter christmas whitsun advent carnival "
    "ramadan diwali hanukkah passover thanksgiving halloween childhood",
    units=_UNITS,
    durations={
        "second": "second sec",
        "minute": "minute min mins",
        "hour": "hour hr hrs",
        "day": "day",
        "night": "night",
        "week": "week weekend",
        "fortnight": "fortnight",
        "month": "month",
        "year": "year yr yrs",
        "decade": "decade",
        "semester": "semester term",
    },
    money="dollar buck euro pound cent quid yen franc crown kroner usd eur gbp rupee naira rand cedi shilling peso yuan krona krone "
    "zloty forint lira dirham riyal ringgit baht rouble ruble dinar",
    clocks=(
        r"\b(?P<hour>\d{1,2})(?:[:.](?P<minute>\d{2}))?\s*(?P<half_day>[ap])\.?m\b\.?",
        r"\b(?P<hour>\d{1,2}):(?P<minute>\d{2})\b(?!\s*(?:minutes|per))",
        rf"\b(?P<half>half)(?: past)? (?P<hour>\d{{1,2}}|{_HOURS})\b",
        rf"\b(?P<past>quarter past) (?P<hour>\d{{1,2}}|{_HOURS})\b",
        rf"\b(?P<spoken>five|ten|twenty(?:[ -]five)?) past (?P<hour>\d{{1,2}}|{_HOURS})\b",
        rf"\b(?P<to>quarter (?:to|of)) (?P<hour>\d{{1,2}}|{_HOURS})\b",
        rf"\b(?P<hour>\d{{1,2}}|{_HOURS}) o'?clock\b",
        rf"\b(?P<hour>\d{{1,2}}|{_HOURS})(?= in the (?:morning|afternoon|evening)\b)",
        r"\b(?:at|around|until|till|before|after)\s+(?P<hour>\d{1,2})\.(?P<minute>[0-5]\d)(?=[,.;!?)](?!\d)|$|\s(?!\s*[\w%]*(?:%|percent|per)\b))",
        rf"\b(?:at|around|by|until|till|before|after)\s+(?P<hour>\d{{1,2}}|{_HOURS})(?=-?ish\b|[,.;!?](?!\d)|$| (?:in the|on|sharp|tomorrow|today"
        rf"|tonight|now|and|but|every|instead|because|so|for|with|to|when|this|next|am|pm)\b)",
        rf"\b(?P<hour>{_HOURS})[ -](?P<spoken>fifteen|thirty|forty[ -]five|twenty|forty|ten|fifty)\b(?! \w+s\b)",
        r"\b(?P<word>noon|midday|midnight)\b",
    ),
    dates=(
        r"\b(?P<year>\d{4})-(?P<month>\d{2})-(?P<day>\d{2})\b",
        rf"\b(?P<day>\d{{1,2}})(?:st|nd|rd|th)?(?: of)? (?P<name>{_MONTHS})\b\.?(?:,? (?P<year>\d{{4}})\b)?",
        rf"\b(?P<name>{_MONTHS})\.? (?:the )?(?P<day>\d{{1,2}})(?:st|nd|rd|th)?\b(?!:)(?:,? (?P<year>\d{{4}})\b)?",
        rf"\b(?P<name>{_MONTHS})\b(?: (?P<year>\d{{4}})\b)?",
        r"\b(?:on|by|until|from|of) the (?P<day>\d{1,2})(?:st|nd|rd|th)\b",
        r"\bthe (?P<day>\d{1,2})(?:st|nd|rd|th)\b(?=[,.;!?)]|$| (?:i|we|he|she|it|they|and|but|not|so|because|at|now|then|instead)\b)",
        r"\b(?:in|since|until|from) (?P<year>(?:19|20)\d{2})\b",
    ),
    afternoon="pm evening afternoon tonight night dinner",
    frequencies=(
        rf"\b(?:(?P<count>\d+|{_HOURS}|several|a couple of) (?:times|days|nights|evenings|mornings|afternoons|weekends)"
        rf"|(?P<once>once|twice|thrice)) (?:a|an|per|each|every) (?P<unit>{_PERIODS})\b",
        rf"\bonce every (?P<other>other|second) (?P<unit>{_PERIODS})\b",
        rf"\b(?:once )?every (?P<apart>\d+|{_HOURS}|few|couple of) (?P<unit>{_PERIODS})s\b",
        rf"\b(?:every|each)(?P<other> other| second)? (?P<unit>{_PERIODS}|(?:mon|tues|wednes|thurs|fri|satur|sun)day|weekday)\b",
        rf"\bevery (?P<count>single|first|third|fourth|last) (?P<unit>{_PERIODS}|(?:mon|tues|wednes|thurs|fri|satur|sun)day)\b",
        rf"\b(?P<count>most) (?P<unit>{_PERIODS})s\b",
        r"\b(?P<unit>hourly|daily|nightly|weekly|fortnightly|monthly|quarterly|yearly|annually)\b",
    ),
    shares=(
        r"\b(?P<share>half|a third|a quarter|two thirds|three quarters|most|none|all) of (?:them|us|the|my|our)\b",
    ),
    old="old",
    loose=LOOSE,
    labels="room ward cabin berth locker line page chapter bus tram platform gate floor flat number verse step part season episode level stage "
    "track lane row seat table house road street route channel volume size form class grade door box act exit terminal",
    universal="house home flat place family body face head hair hand eye ear nose mouth leg foot arm back skin heart stomach "
    "knee neck shoulder finger toe tooth life health job work birthday name age room bed kitchen childhood youth past "
    "future phone money clothes diet sleep mood free-time leisure spare weekday holiday vacation",
    place_words="in at to from near on into toward towards around outside through above below behind beneath under beside "
    "opposite inside",
    spot_words="by beside against",
)
