"""Words of German: those of grammar, irregular forms, relations."""

from __future__ import annotations

from typing import Final

FUNCTION_WORDS: Final = """
    der die das den dem des ein eine einen einem einer eines kein keine keinen keinem keiner
    ich mich mir mein meine meinen meinem meiner meines wir uns unser unsere unseren unserem unserer du dich dir dein deine
    deinen deinem deiner er ihn ihm sein seine seinen seinem seiner sie ihr ihre ihren ihrem ihrer es euch euer man sich
    jemand niemand etwas nichts alle alles dieser diese dieses diesen diesem jeder jede jedes jeden jener welche
    welcher welches welchen welchem
    bin bist ist sind seid war waren warst gewesen sei wäre wär habe hab hast hat haben habt hatte hatten gehabt werde wirst wird werden
    wurde wurden worden kann kannst können konnte konnten muss müssen musste mussten soll sollen sollte sollten will willst wollen wollte wollten darf dürfen
    durfte durften mag möchte möchten
    und oder aber denn doch sondern weil dass ob wenn als wie wo was wer wen wem wann warum wieso weshalb wohin woher damit
    obwohl während bevor nachdem seit bis womit worüber worauf wofür wovon woran wodurch wozu worin wogegen worum wonach
    dafür davon darauf darüber daran dazu dabei dagegen darum
    in im an am auf aus bei beim mit nach von vom zu zum zur für fürs um über unter vor hinter neben zwischen durch gegen ohne
    wegen trotz ab pro ins ans
    nicht nie niemals ja nein auch nur noch schon sehr so da dort hier hin her dann also mal eben halt denn etwa mehr ganz
    ganze immer wieder gerade einfach na ach oh hallo danke bitte
"""
EMPTY_WORDS: Final = """
    jetzt heute gestern morgen abend abends morgens nachts nun inzwischen mittlerweile momentan derzeit zurzeit aktuell kürzlich
    ne nen nem neuerdings seitdem letztens übrigens überhaupt nee naja tja puh boah echt
    neulich bald später früher oft manchmal selten meistens normalerweise gewöhnlich endlich eigentlich wirklich ehrlich
    vielleicht bestimmt wahrscheinlich fast ungefähr circa genau
    neu neue neuer neues neuen alt alte alter altes alten letzte letzten letzter nächste nächsten nächster erste ersten gut gute
    guten viel viele vielen groß große klein kleine lang lange kurz schlecht toll schön lieblings
    ding sache zeit tag woche monat jahr stunde minute mal uhr leute
    machen gehen kommen geben nehmen finden denken glauben wissen sagen lassen bleiben fühlen scheinen anfangen beginnen
"""
IRREGULAR: Final = {
    "sein": "bin bist ist sind seid war waren warst gewesen",
    "haben": "habe hast hat habt hatte hatten gehabt",
    "werden": "werde wirst wird wurde wurden geworden",
    "ziehen": "zog zogen gezogen ziehe zieht",
    "umziehen": "umgezogen umzog umzieht umziehe umziehst",
    "heißen": "heißt heiße heiss heisst hieß hießen heissen",
    "gehen": "ging gingen gegangen gehst geht",
    "leben": "lebt lebst lebte gelebt",
    "sagen": "sagt sagst sagte gesagt",
    "legen": "legt legst legte gelegt",
    "zulegen": "zugelegt",
    "reden": "redet redest redete geredet",
    "bauen": "baut baust baute gebaut",
    "malen": "malt malst malte gemalt",
    "rufen": "ruft rufst rief gerufen",
    "holen": "holt holst holte geholt",
    "üben": "übt übst übte geübt",
    "jobben": "jobbt jobbst",
    "sehen": "sieht siehst sah gesehen seht",
    "geben": "gibt gibst gab gegeben",
    "nehmen": "nimmt nimmst nahm genommen nehm",
    "tragen": "trägt trägst trug getragen",
    "fangen": "fängt fing gefangen",
    "anfangen": "angefangen anfing",
    "halten": "hält hältst hielt gehalten",
    "arbeiten": "arbeitet arbeitest arbeitete gearbeitet",
    "mieten": "mietet mietest mietete gemietet",
    "bleiben": "blieb geblieben",
    "schreiben": "schrieb geschrieben",
    "singen": "sang gesungen",
    "schwimmen": "schwamm geschwommen",
    "kennen": "kannte gekannt",
    "bringen": "brachte gebracht",
    "denken": "dachte gedacht",
    "helfen": "hilft half geholfen",
    "waschen": "wäscht wusch gewaschen",
    "kommen": "kam kamen gekommen",
    "sprechen": "spricht sprichst sprach gesprochen",
    "essen": "isst aß gegessen ess",
    "trinken": "trank getrunken",
    "fahren": "fährt fährst fuhr gefahren",
    "laufen": "läuft lief gelaufen",
    "schlafen": "schläft schlief geschlafen",
    "bekommen": "bekam bekommt",
    "verlieren": "verlor verloren verliert",
    "aufgeben": "aufgegeben",
    "aufhören": "aufgehört",
    "trennen": "getrennt",
    "absagen": "abgesagt",
    "ausfallen": "ausgefallen fällt",
    "wachsen": "aufgewachsen gewachsen wuchs",
    "geboren": "gebar",
    "mögen": "mag magst mögt mochte gemocht",
    "treffen": "trifft traf getroffen",
    "lesen": "liest las gelesen",
    "sterben": "starb gestorben stirbt",
    "verkaufen": "verkauft verkaufte",
    "wissen": "weiß weißt wusste gewusst",
    "hund": "hunde hunden",
    "sohn": "söhne söhnen",
    "tochter": "töchter töchtern",
    "bruder": "brüder brüdern",
    "mutter": "mütter",
    "vater": "väter",
    "huhn": "hühner hühnern",
}
RELATIONS: Final = {
    "mother": "mutter mama mutti",
    "father": "vater papa vati",
    "parent": "eltern",
    "sister": "schwester schwestern",
    "brother": "bruder",
    "sibling": "geschwister zwilling",
    "son": "sohn",
    "daughter": "tochter",
    "child": "kind kinder kindern baby",
    "wife": "frau ehefrau",
    "husband": "mann ehemann",
    "partner": "freundin freund partner partnerin verlobter verlobte",
    "ex": "ex exfreund exfreundin",
    "friend": "kumpel",
    "roommate": "mitbewohner mitbewohnerin",
    "grandmother": "oma großmutter",
    "grandfather": "opa großvater",
    "grandparent": "großeltern",
    "grandchild": "enkel enkelin enkelkind",
    "in-law": "schwager schwägerin schwiegermutter schwiegervater schwiegersohn schwiegertochter",
    "stepmother": "stiefmutter",
    "stepfather": "stiefvater",
    "godchild": "patenkind patensohn patentochter",
    "aunt": "tante",
    "uncle": "onkel",
    "cousin": "cousin cousine",
    "niece": "nichte",
    "nephew": "neffe",
    "boss": "chef chefin vorgesetzter vorgesetzte",
    "colleague": "kollege kollegin",
    "neighbour": "nachbar nachbarin",
    "teacher": "lehrer lehrerin trainer trainerin",
    "doctor": "arzt ärztin zahnarzt zahnärztin hausarzt hausärztin kinderarzt kinderärztin tierarzt tierärztin frauenarzt frauenärztin",
    "landlord": "vermieter vermieterin",
    "dog": "hund hündin welpe",
    "cat": "katze kater",
    "horse": "pferd",
    "pet": "haustier haustiere schildkröte meerschweinchen leguan",
    "rabbit": "kaninchen hase",
    "bird": "vogel papagei wellensittich kanarienvogel",
    "hamster": "hamster",
    "fish": "fisch goldfisch",
}
