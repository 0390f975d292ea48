"""German."""

from __future__ import annotations

from typing import Final

from showbible.reading.languages import language as verbs
from showbible.reading.languages import spelled
from showbible.reading.languages.de_words import EMPTY_WORDS, FUNCTION_WORDS, IRREGULAR, RELATIONS
from showbible.reading.languages.language import SEVERAL, Language, asks, counted, filling, worth
from showbible.reading.model import Cue, ValueKind, Worth

_HOURS: Final = "eins|ein|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf"
_MONTHS: Final = "januar|jänner|februar|märz|april|mai|juni|juli|august|september|oktober|november|dezember"
_PERIODS: Final = "tag|nacht|woche|monat|jahr|abend|morgen|stunde"
_K: Final = ValueKind

_CUES: Final = {
    Cue.CORRECTION: (
        r"(?:^|, )(?:(?:ach|äh|oh|ne|nee|nein|ups) ,? ?){0,2}(?:sorry|entschuldigung|verzeihung|korrektur|ups|quatsch|moment|halt|nein|nee|stimmt nicht)",
        r"(?:ich )?(?:habe )?mich (?:\S+ ){0,3}(?:vertan|geirrt|verschrieben|versprochen|verlesen|verzählt|vertippt)",
        r"genauer gesagt|besser gesagt|um genau zu sein|ich korrigiere",
        r"ich meinen (?:natürlich |eigentlich )?(?:NAME|NUM|CLOCK|DAY)",
        r"falsch|verwechselt|irrtum|tippfehler",
    ),
    Cue.SECOND_LOOK: (
        r"tatsächlich|eigentlich|in wirklichkeit|wie ich (?:gerade )?(?:sehe|höre)",
        r"(?:nachgeschaut|nachgesehen|nachgefragt|nachgezählt|erinnert)",
    ),
    Cue.ENDING: (
        r"nicht mehr",
        r"kein(?:e|en|em|er)? (?:\S+ )?mehr",
        r"(?:habe|hat|haben) (?:\S+ ){0,5}(?:aufgegeben|aufgehört|verkauft|gekündigt|abgegeben|verloren|abgesagt|beendet|verschenkt|hingeschmissen|weggegeben)",
        r"(?:habe|hat|haben|sein) (?:\S+ ){0,4}(?:getrennt|geschieden|gestorben|vorbei|ausgefallen|abgesagt)",
        r"(?:aus|vorbei|weg|ausgezogen)$",
        r"(?:auslaufen|sausen|bleiben|sterben|einschlafen|verfallen) lassen",
        r"(?:abgemeldet|aufgelöst|abgeschafft|zurückgegeben|verschrottet|abgebrochen|ausgetreten|eingestellt|abbestellt)",
        r"schluss gemacht|auseinander gegangen|schluss mit",
        r"(?:fällt|fällen) (?:\S+ ){0,4}aus",
        r"nie wieder",
        r"früher (?:habe|war|bin|hatte)",
    ),
    Cue.ADDITION: (
        r"auch",
        r"noch (?:ein|eine|einen)",
        r"außerdem",
        r"zusätzlich",
        r"dazu",
        r"nebenbei",
        r"zweite(?:r|s|n)?",
    ),
    Cue.CHANGE: (
        r"jetzt|inzwischen|mittlerweile|neuerdings|seit (?:DAY|gestern|heute|letzter|letztem|kurzem|neuestem)|ab (?:sofort|DAY|jetzt|heute|morgen)|nun|heute|neu(?:e|er|es|en)?|geworden|stattdessen|umgezogen|gewechselt|wechseln|verschoben|verlegt|umgestiegen|schon|aktuell|zurzeit|momentan",
    ),
    Cue.UNREAL: (
        r"(?:^|, )wenn (?:ich|wir|er|sie|es)",
        r"(?:^|, )(?:vielleicht|angenommen|stell dir vor)",
        r"ich (?:wünsche|wünschte)",
        r"im traum|geträumt",
    ),
    Cue.QUOTED: (
        r"in (?:meinem|dem|einem|unserem) (?:\S+ ){0,2}(?:roman|buch|film|spiel|stück|geschichte|drehbuch)",
        r"in (?:meiner|der|einer) (?:\S+ )?(?:geschichte|serie)",
        r"mein(?:e)? (?:figur|hauptfigur|held|heldin)",
    ),
    Cue.JOKE: (
        r"(?:^|, )(?:war )?(?:ein )?(?:kleiner )?(?:scherz|witz|spaß)(?=$| ,| beiseite)",
        r"(?:war|sollte) (?:\S+ )?ein (?:kleiner )?(?:scherz|witz|spaß)(?=$| ,)",
        r"(?:nur |bloß )(?:spaß|scherz|witz)",
    ),
    Cue.DENIAL: (
        r"(?:habe|hab) (?:ich )?(?:\S+ ){0,4}(?:nie|nicht|niemals) (?:\S+ )?(?:gesagt|behauptet|erzählt|erwähnt)",
        r"(?:nie|nicht|niemals) (?:gesagt|behauptet|erzählt|erwähnt)",
        r"du verwechselst|verwechselst du",
    ),
    Cue.PAST: (
        r"früher|damals|vor (?:NUM|ein|einem|einer|einigen|vielen) (?:jahr|monat|woche|tag)|gestern|letzte(?:s|n|r)? |einmal|ursprünglich",
    ),
    Cue.HABIT: (
        r"immer|jede(?:n|r|s)?|meistens|normalerweise|oft|täglich|wöchentlich|pro (?:tag|woche|monat)|regelmäßig|montags|dienstags|mittwochs|donnerstags|freitags|samstags|sonntags",
    ),
}

_ONES: Final = counted("ein zwei drei vier fünf sechs sieben acht neun", first=1)
_TENS: Final = counted("zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig", first=20, step=10)
GERMAN: Final = Language(
    code="de",
    letters="äöüß",
    function_words=FUNCTION_WORDS,
    empty_words=EMPTY_WORDS,
    irregular=IRREGULAR,
    whole="nichte mann schwester schwestern",
    abbreviations="z.b d.h dr hr fr prof usw bzw ca st nr str",
    user="ich mich mir mein meine meinen meinem meiner meines wir uns unser unsere unseren unserem unserer",
    nominative="ich wir",
    first_person="bin hab habe",
    adverbs="gern gerne jetzt nun inzwischen mittlerweile endlich gerade übrigens leider nur auch noch schon wieder immer oft "
    "überhaupt eigentlich meistens manchmal selten nie einfach echt total sehr ziemlich wohl zurzeit momentan neuerdings seitdem "
    "letzte letzten letztes diese dieses diesen nächste nächsten ja doch halt eben mal erst bald heute gestern morgen",
    articles="der die das ein eine",
    verb_second=True,
    contractions=(
        (r"(hab|ist|war|geht|gibt|wär|ich|er|wie|was|wo|hat|mach|nehm|find|wird|bin|tut|lass|wenn)'s", r"\1 es"),
    ),
    spelled=spelled.GERMAN,
    possessives="mein meine meinen meinem meiner meines unser unsere unseren unserem unserer",
    you="du dich dir dein deine deinen deinem deiner ihr euch",
    he="er ihn ihm seine seinen seinem seiner",
    she="sie ihre ihren ihrem ihrer",
    other="es das dies",
    someone="jemand niemand leute man kerl typ",
    determiners="der die das den dem des ein eine einen einem einer mein meine meinen meinem meiner dein seine ihre unser kein keine "
    "keinen im am zum zur vom beim in an auf bei mit von zu für",
    auxiliaries="bin bist ist sind habe hast hat haben kann können muss soll will wird werde war hatte mag lebe wohne arbeite rauche "
    "trinke esse spiele fahre gehe",
    which="welche welcher welches welchen welchem was",
    names_asked=(
        r"^\W*(?:und )?wie hei(?:ß|ss)(?:t|en)\b(?! ich\b)|^\W*wie (?:ist|war|lautet) der name\b",
        r"^\W*wer (?:ist|war|sind) (?:der|die|mein|meine|unser|unsere)\b",
    ),
    question_words="wer wen wem wann wo wohin woher warum wieso wie",
    plural_endings="en er",
    singular_endings="ier",
    back_then=("früher", "damals", "vorher", "zuvor", "ursprünglich"),
    whole_list=("alle", "alles"),
    wanting=(
        r"(?:will|wollen|wollte|möchte|möchten|hoffe|hofft|plane|planen|überlege|überlegen|träume|träumen|könnte|könnten)",
        r"(?:bewerbe|bewerben|beworben)",
        r"(?:würde|würden|hätte|hätten) (?:\S+ )?(?:gern|gerne|lieber|am liebsten)",
    ),
    meant=(r"\bich meinte?", r"\bsoll(?:te)? (?:natürlich )?heißen", r"\bwollte (?:\w+ )?sagen", r"\brichtig ist"),
    of_many=(r"\b(?:heißen|sind) (?:mein|unser)e\b",),
    of_one="mein meinem meines unser unserem unseres dein welcher welches welchem was",
    singulars=" ".join(RELATIONS.values()).replace("eltern", "").replace("geschwister", "").replace("kinder", ""),
    dislikes=(r"nicht (?:ausstehen|leiden|mögen)", r"(?:mag|mögen) (?:\S+ )?(?:kein(?:e|en)?|nicht)"),
    conjunctions="und aber oder denn weil sondern doch während obwohl",
    contrasts="aber doch allerdings weil denn",
    copulas="sein werden",
    negators="nicht kein keine keinen keinem keiner keins keines nie niemals nimmer",
    nones="kein keine keinen keinem keiner",
    idle_nouns="ahnung lust zeit problem idee zweifel sorge",
    relations=RELATIONS,
    several=f"{SEVERAL} parent",
    verbs={
        verbs.RESIDENCE: "wohnen leben hausen",
        verbs.MOVING: "umziehen ziehen",
        verbs.EMPLOYMENT: "arbeiten jobben unterrichten",
        verbs.NAMING: "heißen nennen",
        verbs.HAVING: "haben besitzen fahren spielen tragen",
        verbs.ACQUIRING: "kaufen bekommen kriegen adoptieren holen",
        verbs.LOSING: "verkaufen verlieren verschenken",
        verbs.STOPPING: "kündigen aufhören aufgeben absagen beenden abbrechen",
        verbs.BEGINNING: "anfangen beginnen starten",
        verbs.LIKING: "mögen lieben bevorzugen",
        verbs.DISLIKING: "hassen verabscheuen",
        verbs.BEING: "sein werden bleiben",
        verbs.STUDYING: "lernen studieren üben",
        verbs.SPEAKING: "sagen erzählen behaupten erwähnen schreiben meinen",
    },
    states={
        "status": "single verheiratet verlobt geschieden verwitwet getrennt zusammen",
        "diet": "vegan vegetarisch veganer vegetarier",
    },
    trades="arzt ärztin koch köchin bäcker anwalt anwältin polizist student azubi krankenschwester hebamme pilot architekt winzer "
    "schmied notar apotheker psychologe biologe tierarzt zahnarzt hausmeister pfarrer förster soldat chemiker informatiker",
    trade_endings="er erin ler lerin ist istin eur eurin ent entin mann frau wirt wirtin ant antin",
    cues=_CUES,
    slots=filling(
        {
            "name": (
                r"(?:mein name sein|ich heißen) (?P<value>NAME|\S+)",
                r"(?:hallo|hi|hey|moin|servus|guten (?:tag|morgen|abend)) ,? ?ich sein (?:der |die )?(?P<value>\S+)(?=$| ,)",
                r"^(?:bitte )?(?:nenn|nennen) mich (?!nicht)(?:\S+ ){0,5}?(?P<value>\S+)$",
            ),
            "home": (
                r"(?:wohnen|leben) (?:\S+ ){0,4}?(?:in|im|am|bei|auf|an) (?P<value>[^,]+?)(?=$| ,| und| seit)",
                r"(?:in|im|nach|am) (?P<value>NAME|\S+) (?:wohnen|leben|gezogen|umgezogen|umziehen|ziehen)",
                r"(?:mein|unser)(?:e|er|em|en)? (?:\S+ )?(?:wohnung|haus|wg|zimmer|bude|häuschen) in (?P<value>NAME)",
                r"(?:ziehen|umziehen) (?:\S+ ){0,4}?(?:nach|in|zu) (?P<value>[^,]+?)(?=$| ,| und| um)",
            ),
            "job": (
                r"arbeiten (?:\S+ ){0,3}?als (?P<value>[^,]+?)(?=$| ,| in| bei| im| und)",
                r"(?:ausbildung|lehre|umschulung) (?:\S+ ){0,2}?(?:zum|zur|als) (?P<value>\S+)",
                r"als (?P<value>TRADE) (?:\S+ ){0,5}?(?:arbeiten|anfangen|beginnen|tätig|angestellt)",
                r"(?:ich|er|sie|REL|NAME)? ?(?:sein|werden) (?:\S+ ){0,2}?(?:ein(?:e)? )?(?P<value>TRADE)(?=$| ,| in| bei| im| und| am)",
            ),
            "employer": (r"arbeiten (?:\S+ ){0,3}?(?:bei|im|in|am|für|beim) (?P<value>[^,]+?)(?=$| ,| und| als)",),
            "age": (
                r"sein (?:\S+ )?(?P<value>#\S+)(?=$| ,| jahr| und| geworden)",
                r"(?P<value>#\S+) (?:jahr alt|geworden|jahr)",
                r"mit (?P<value>#\S+)(?: jahr)?(?=$| ,)",
            ),
            "status": (
                r"sein (?:\S+ ){0,2}(?P<value>single|verheiratet|verlobt|geschieden|verwitwet|getrennt|zusammen)",
                r"haben (?:\S+ ){0,3}jemanden (?:\S+ )?kennengelernt",
            ),
            "birthday": (r"(?:geburtstag) (?:\S+ ){0,3}(?P<value>DAY)",),
            "origin": (
                r"(?:kommen|stammen|sein) (?:\S+ )?aus (?P<value>[^,]+)",
                r"in (?P<value>NAME|\S+) (?:aufgewachsen|wachsen|geboren)",
            ),
            "favourite {about}": (r"mein(?:e)? lieblings(?P<about>\S+) (?:sein|heißen) (?P<value>[^,]+)",),
            "study": (r"studieren (?:\S+ ){0,2}?(?P<value>[^,]+?)(?=$| ,| in| an| und)",),
        }
    ),
    asked=(
        asks(r"wie alt", _K.AGE, _K.NUMBER, _K.DURATION, slot="age"),
        asks(r"wie (?:oft|häufig)", _K.FREQUENCY, _K.NUMBER, _K.DAY),
        asks(r"(?:um )?wie ?viel uhr|um wieviel uhr|wann (?:\S+ ){0,4}(?:aufstehen|los)", _K.CLOCK, _K.DAY),
        asks(r"wie lange", _K.DURATION, _K.CLOCK, _K.MEASURE),
        asks(r"(?:wie viel|wieviel|was) (?:\S+ ){0,4}(?:kosten|zahlen|bezahlen|verdienen|miete)", _K.MONEY, _K.NUMBER),
        asks(r"wie (?:hoch|groß|schwer|weit|schnell|tief|breit)(?: sein)?", _K.MONEY, _K.NUMBER, _K.MEASURE, _K.SHARE),
        asks(r"zu wievielt", _K.NUMBER),
        asks(r"wie ?viel(?:e|en)? (?P<noun>\S+)", _K.NUMBER, _K.MEASURE, _K.DURATION, _K.MONEY),
        asks(r"(?:an )?welche(?:m|n|r|s)? (?:tag|datum|wochentag|monat)", _K.DAY),
        asks(r"wann", _K.DAY, _K.CLOCK),
        asks(r"wo(?:hin)? (?:\S+ ){0,3}(?:wohnen|leben)", _K.PLACE, _K.NAME, _K.SPOT, slot="home"),
        asks(r"wo (?:\S+ ){0,3}arbeiten", _K.PLACE, _K.NAME, _K.SPOT, slot="employer"),
        asks(
            r"in welche(?:m|r)? (?:stadt|ort|land|straße|dorf) (?:\S+ ){0,4}(?:wohnen|leben|hause|daheim)",
            _K.PLACE,
            _K.NAME,
            slot="home",
        ),
        asks(r"wo (?:\S+ ){0,3}(?:zu hause|zuhause|daheim)", _K.PLACE, _K.NAME, _K.SPOT, slot="home"),
        asks(r"(?:in|aus) welche(?:m|r)? (?:stadt|ort|land|straße|dorf)", _K.PLACE, _K.NAME),
        asks(r"wo|wohin|woher", _K.PLACE, _K.NAME, _K.SPOT),
        asks(r"(?:was|welche(?:n|r|s)?) (?:\S+ ){0,3}(?:beruf|beruflich|arbeiten|job)", slot="job"),
        asks(r"was (?:\S+ ){0,2}von beruf", slot="job"),
        asks(
            r"(?:womit|wovon|wie) (?:\S+ ){0,3}(?:geld|lebensunterhalt|brot|brötchen) verdienen|(?:womit|wovon) (?:\S+ ){0,2}(?:verdienen|leben) (?:\S+ ){0,3}(?:geld|lebensunterhalt)",
            slot="job",
        ),
        asks(
            r"wie (?:heißen ich|sein mein name|(?:sollen|dürfen|können|möchten|wollen) (?:du|ich|man|ihr|wir) (?:mich|dich) nennen)",
            _K.PERSON,
            _K.NAME,
            slot="name",
        ),
        asks(r"wie (?:heißen|lautet der name|sein der name)", _K.PERSON, _K.NAME, _K.PLACE),
        asks(r"wer|wem|wen", _K.PERSON, _K.NAME, _K.PLACE),
        asks(r"welche(?:n|r|s|m)? (?P<noun>\S+)", _K.NAME, _K.PLACE, _K.NUMBER),
        asks(r"was für (?:ein(?:e|en|em)? )?(?P<noun>\S+)", _K.NAME, _K.PLACE),
    ),
    worth=(
        worth(Worth.FACT, 0.9, r"mein name sein|ich heißen|allergisch"),
        worth(Worth.EVENT, 0.9, r"mein(?:e)? (?:\S+ )?(?:REL) (?:\S+ ){0,4}(?:gestorben|verstorben)"),
        worth(Worth.RELATIONSHIP, 0.7, r"verheiratet|verlobt|geschieden|getrennt|single|zusammen mit"),
        worth(
            Worth.PREFERENCE,
            0.6,
            r"mein(?:e)? lieblings\S+|ich (?:\S+ ){0,2}(?:lieben|hassen|mögen|bevorzugen)|(?:lieben|hassen|mögen) ich",
        ),
        worth(Worth.GOAL, 0.6, r"ich (?:\S+ )?(?:will|wollen|möchte|plane|lernen)|(?:lernen) ich"),
        worth(
            Worth.RELATIONSHIP,
            0.6,
            r"mein(?:e|en|em|er)? (?:\S+ ){0,2}(?:HUMAN)|ich haben (?:#\S+|ein(?:e|en)?) (?:\S+ )?(?:HUMAN)",
        ),
        worth(
            Worth.FACT,
            0.7,
            r"(?:ich|wir) (?:\S+ ){0,3}(?:wohnen|leben|arbeiten|studieren|heißen|ziehen|umziehen)|(?:wohnen|leben|arbeiten|studieren) (?:ich|wir)",
        ),
        worth(
            Worth.FACT,
            0.6,
            r"(?:ich|wir) (?:\S+ )?(?:sein|haben) (?:\S+ ){0,2}(?:ein(?:e|en)?|#\S+|TRADE)|mein(?:e|en)? (?:\S+ ){1,3}(?:sein|heißen)",
        ),
        worth(Worth.EVENT, 0.5, r"(?:ich|wir) (?:haben|sein) (?:\S+ )+(?:ge\S+|ver\S+|be\S+)"),
    ),
    numbers=counted(
        "null eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn "
        "achtzehn neunzehn zwanzig"
    )
    | _TENS
    | counted("zweit dritt viert fünft sechst siebt", first=2)
    | {f"{ones}und{tens}": number + value for ones, number in _ONES.items() for tens, value in _TENS.items()},
    ordinals={
        word + ending: number
        for word, number in counted("dritt viert fünft sechst siebt acht neunt zehnt", first=3).items()
        for ending in ("e", "en", "er")
    },
    scales={"hundert": 100, "tausend": 1000, "million": 1_000_000, "millionen": 1_000_000, "dutzend": 12},
    number_link="und",
    seasons="frühling frühjahr sommer herbst winter weihnachten ostern pfingsten silvester neujahr fasching karneval",
    weekdays="montag dienstag mittwoch donnerstag freitag samstag sonntag",
    months="januar februar märz april mai juni juli august september oktober november dezember",
    units={
        "length": "mm cm m meter km kilometer",
        "weight": "g gramm kg kilo kilogramm pfund tonne",
        "volume": "ml l liter",
        "data": "mb gb tb",
        "heat": "grad",
        "area": "quadratmeter",
    },
    durations={
        "second": "sekunde",
        "minute": "minute",
        "hour": "stunde",
        "day": "tag",
        "week": "woche",
        "month": "monat",
        "year": "jahr",
        "semester": "semester",
    },
    money="euro cent dollar franken pfund",
    clocks=(
        r"\b(?P<hour>\d{1,2}):(?P<minute>\d{2})(?: uhr)?\b",
        r"\b(?P<hour>\d{1,2})\.(?P<minute>\d{2})(?: uhr)?\b(?!\.)",
        rf"\b(?P<hour>\d{{1,2}}|{_HOURS}) uhr(?: (?P<minute>\d{{2}}))?(?: (?P<half_day>abends|nachmittags|morgens|früh))?\b",
        rf"\b(?P<before>halb) (?P<hour>\d{{1,2}}|{_HOURS})\b",
        rf"\b(?P<past>viertel nach) (?P<hour>\d{{1,2}}|{_HOURS})\b",
        rf"\b(?P<to>viertel vor) (?P<hour>\d{{1,2}}|{_HOURS})\b",
        rf"\bum (?P<hour>\d{{1,2}}|{_HOURS})\b(?! (?:uhr|euro|prozent))",
        r"\b(?P<word>mittag|mitternacht)\b",
    ),
    dates=(
        r"\b(?P<year>\d{4})-(?P<month>\d{2})-(?P<day>\d{2})\b",
        r"\b(?P<day>\d{1,2})\.(?P<month>\d{1,2})\.(?P<year>\d{4})?\b",
        rf"\b(?P<day>\d{{1,2}})\. (?P<name>{_MONTHS})\b(?: (?P<year>\d{{4}})\b)?",
        rf"\b(?P<name>{_MONTHS})\b(?: (?P<year>\d{{4}})\b)?",
        r"\b(?:am|den|dem|zum|vom) (?P<day>\d{1,2})\.(?= |$)",
    ),
    frequencies=(
        rf"\b(?:(?P<count>\d+|{_HOURS})[ -]?mal|(?P<once>einmal|zweimal|dreimal|viermal|fünfmal|sechsmal)) (?:pro|in der|die|am|im|jede) (?P<unit>{_PERIODS})\b",
        rf"\bjeden?(?P<other> zweiten?)? (?P<unit>{_PERIODS}|(?:mon|diens|donners|frei|sams|sonn)tag|mittwoch)\b",
        r"\b(?P<unit>täglich|wöchentlich|monatlich|jährlich)\b",
    ),
    afternoon="abends nachmittags",
    shares=(r"\b(?P<share>die hälfte|ein drittel|ein viertel) (?:von|der|meiner|davon)\b",),
    old="alt",
    sure_of_values=True,
    name_words="in nach aus bei meinte",
    capital_nouns=True,
    place_words="in im an am auf aus bei beim nach zu zum zur von vom ins unter neben hinter",
)
