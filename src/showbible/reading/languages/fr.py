"""French."""

from __future__ import annotations

from typing import Final

from showbible.reading.languages import language as verbs
from showbible.reading.languages import spelled
from showbible.reading.languages.language import Language, asks, counted, filling, worth
from showbible.reading.model import Cue, ValueKind, Worth

_FUNCTION_WORDS: Final = """
    le la les l' un une des du de d' au aux ce cet cette ces c' ça cela tout toute tous toutes chaque quelque quelques autre
    autres même mêmes aucun aucune
    je j' me m' moi mon ma mes mien mienne nous notre nos tu te t' toi ton ta tes vous votre vos il elle on ils elles lui leur
    leurs se s' son sa ses eux quelqu'un personne quelque rien y en
    suis es est sommes êtes sont étais était étions étaient été être serai sera ai as a avons avez ont avais avait avaient eu avoir
    et ou mais donc or ni car parce que qu' si quand comme où dont qui quoi lorsque puisque alors
    à dans sur sous avec sans pour par vers chez entre contre depuis pendant avant après jusque jusqu' dès
    ne n' pas plus jamais oui non aussi très trop peu bien encore déjà toujours là ici puis ensuite quel quelle quels quelles
    comment combien pourquoi lequel laquelle est-ce merci bonjour salut ben bah ah oh
"""
_EMPTY_WORDS: Final = """
    maintenant aujourd'hui hier demain actuellement récemment bientôt tard tôt souvent parfois rarement normalement d'habitude
    enfin vraiment franchement peut-être environ presque
    nouveau nouvelle nouvel nouveaux vieux vieille ancien ancienne dernier dernière prochain prochaine premier première bon bonne
    grand grande petit petite mauvais meilleur
    chose fois temps jour semaine mois an année heure minute soir matin gens
    faire aller venir mettre prendre donner vouloir pouvoir savoir dire croire penser voir sembler commencer
"""
_IRREGULAR: Final = {
    "être": "suis es est sommes êtes sont étais était étions étaient été sera serai serait",
    "avoir": "ai as a avons avez ont avais avait avaient eu aurai aura aurons auront",
    "aller": "vais vas va allons vont allé allée ira",
    "faire": "fais fait faisons font",
    "vivre": "vis vit vivons vivent vécu",
    "devenir": "deviens devient devenu devenue",
    "venir": "viens vient venu venue viennent",
    "prendre": "prends prend pris prenons",
    "vendre": "vends vend vendu vendue vendus",
    "perdre": "perds perd perdu perdue",
    "apprendre": "apprends apprend appris apprenons",
    "naître": "né née",
    "mourir": "mort morte morts meurt",
    "appeler": "appelle appelles appellent appelons appelé",
    "dire": "dis dit disons disent",
    "lire": "lis lit lu",
    "boire": "bois boit bu",
    "dormir": "dors dort dormi",
    "partir": "pars part parti partie",
    "sortir": "sors sort sorti",
    "conduire": "conduis conduit",
    "courir": "cours court couru",
    "jouer": "joue jouent jouons joué",
    "travail": "travaux",
    "an": "ans",
    "animal": "animaux",
    "manger": "mange manges mangent mangeons mangé",
    "mettre": "mets met mis mise",
    "lever": "lève lèves lèvent",
    "acheter": "achète achètes achètent acheté",
}
_RELATIONS: Final = {
    "mother": "mère maman", "father": "père papa", "parent": "parents", "sister": "sœur soeur", "brother": "frère",
    "son": "fils", "daughter": "fille", "child": "enfant bébé gamin gosse", "wife": "femme épouse", "husband": "mari époux",
    "partner": "copine copain compagne compagnon fiancé fiancée", "ex": "ex", "friend": "ami amie", "roommate": "colocataire coloc",
    "grandmother": "grand-mère mamie", "grandfather": "grand-père papi", "in-law": "belle-mère beau-père belle-sœur beau-frère gendre",
    "grandchild": "petit-fils petite-fille petits-enfants", "grandparent": "grands-parents", "aunt": "tante", "uncle": "oncle",
    "cousin": "cousin cousine", "niece": "nièce", "nephew": "neveu", "boss": "patron patronne chef cheffe",
    "colleague": "collègue", "neighbour": "voisin voisine", "teacher": "professeur prof entraîneur", "doctor": "médecin dentiste",
    "landlord": "propriétaire", "dog": "chien chienne chiot", "cat": "chat chatte chaton", "horse": "cheval jument",
    "pet": "animal animaux tortue cobaye iguane", "hamster": "hamster", "rabbit": "lapin", "bird": "oiseau perroquet", "fish": "poisson",
}  # fmt: skip
_HOURS: Final = "une|deux|trois|quatre|cinq|six|sept|huit|neuf|dix|onze|douze"
_MONTHS: Final = "janvier|février|mars|avril|mai|juin|juillet|août|septembre|octobre|novembre|décembre"
_PERIODS: Final = "jour|nuit|semaine|mois|an|heure|soir|matin"
_K: Final = ValueKind

_CUES: Final = {
    Cue.CORRECTION: (
        r"(?:^|, )(?:(?:ah|euh|oh|mais|non) ){0,2}(?:pardon|désolé|désolée|oups|correction|attends|enfin non|non ,)",
        r"je voulais dire|je veux dire|plutôt|je me suis tromp\S*|me suis trompé|tromp\S*|erreur|en fait|corrig\S*",
    ),
    Cue.SECOND_LOOK: (
        r"en fait|en réalité|finalement|(?:elle|il|REL) (?:me |m' )?(?:corrig\S*|dit|rappel\S*)|vérif\S*|relu",
    ),
    Cue.ENDING: (
        r"(?:ne|n') (?:\S+ ){1,4}plus",
        r"plus (?:jamais|aucun)|plus de(?= [^#])",
        r"(?:quitt\S*|arrêt\S*|abandonn\S*|annul\S*|démission\S*|vendu|vendre|perdu|perdre|résili\S*|laiss\S* tomber)",
        r"(?:sommes|est|suis|être) (?:\S+ ){0,3}(?:séparé\S*|divorcé\S*|fini|terminé|mort|morte)",
        r"c' être (?:fini|terminé)|c' est fini|rompu",
        r"(?:ne|n') (?:\S+ ){0,3}pas (?:touché|fumé|bu|mangé|pris|joué|remis|revu)",
        r"(?:désinscri\S*|résili\S*|fermé boutique|mis fin|débarrass\S*)",
    ),
    Cue.ADDITION: (r"aussi|également|en plus|un autre|une autre|encore un|encore une|deuxième|second\S*|de plus",),
    Cue.CHANGE: (
        r"maintenant|désormais|dorénavant|depuis (?:DAY|hier|peu|que)|à partir de|nouveau|nouvelle|nouvel|chang\S*|déménag\S*|devenu|devenir|aujourd'hui|à la place|actuellement|pass\S* à",
    ),
    Cue.UNREAL: (
        r"(?:^|, )si (?:je|j'|on|nous|elle|il)",
        r"(?:^|, )(?:peut-être|imagine|supposons|et si)",
        r"rêvé|en rêve",
    ),
    Cue.QUOTED: (
        r"dans (?:mon|le|un|ma|la|notre) (?:\S+ )?(?:roman|histoire|livre|film|jeu|série|scénario|conte)",
        r"mon personnage|mon héros|mon héroïne",
    ),
    Cue.JOKE: (
        r"je (?:plaisant\S*|rigol\S*|blagu\S*|déconn\S*)(?=$| ,)|c' (?:être|était) une blague|(?:^|, )blague(?=$| ,| à)",
    ),
    Cue.DENIAL: (r"(?:jamais|pas) (?:dit|raconté|mentionné|prétendu)|tu (?:me )?confond\S*",),
    Cue.PAST: (r"avant|autrefois|hier|il y a|jadis|dernier|dernière|passé|quand j' (?:être|étais)",),
    Cue.HABIT: (r"toujours|chaque|tous les|toutes les|souvent|d'habitude|normalement|par (?:jour|semaine|mois|an)",),
}

_ONES: Final = counted(
    "zéro un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept dix-huit dix-neuf "
    "vingt"
)
FRENCH: Final = Language(
    code="fr",
    letters="çœàèêëîïôû",
    function_words=_FUNCTION_WORDS,
    empty_words=_EMPTY_WORDS,
    contractions=(
        (r"chuis?", "je suis"),
        (r"(?!rendez-)(.+?)-(?:t-)?(je|tu|il|elle|on|nous|vous|ils|elles)", r"\1 \2"),
        (r"(j|l|d|n|s|c|m|t|qu|jusqu|lorsqu|puisqu)'(.+)", r"\1' \2"),
    ),
    irregular=_IRREGULAR,
    abbreviations="m mme mlle dr etc av bd",
    user="je j' on me m' moi mon ma mes mien mienne nous notre nos",
    nominative="je j' nous on",
    possessives="mon ma mes notre nos",
    you="tu te t' toi ton ta tes vous votre vos",
    he="il lui",
    she="elle",
    other="c' ça cela ce",
    someone="quelqu'un personne gens type mec",
    determiners="le la les l' un une des du de d' au aux ce cet cette ces mon ma mes ton ta tes son sa ses notre nos votre leur dans sur "
    "avec pour par en",
    auxiliaries="est-ce suis ai est sont a avons puis dois vais habite travaille fume bois mange joue",
    which="quel quelle quels quelles",
    names_asked=(
        r"\bcomment s'appell|\bs'appelle(?:nt)? comment\b|\bquel est le (?:nom|prénom)\b",
        r"^\W*(?:c'est )?qui (?:est|était|sont) (?:le|la|l'|mon|ma|mes|notre)",
    ),
    question_words="qui que quand où comment combien pourquoi",
    plural_endings="s x",
    singular_endings="ss ous",
    back_then=("avant", "autrefois", "auparavant", "à l'origine"),
    wanting=(
        r"(?:veux|veut|voulons|voudrais|voudrait|envisage|envisager|pourrais|pourrait|rêve|rêver)",
        r"(?:espère|espérons|espérer)(?! que)",
        r"(?:pense|pensons|penser)(?! que)",
        r"envie de",
    ),
    whole_list=("tous mes", "toutes mes", "quels", "quelles"),
    whole="quels quelles parent enfant marié mariée fils fille",
    meant=(r"\bje (?:voulais|veux) dire", r"\ben (?:fait|réalité),? c'est", r"\bc'est plutôt"),
    of_many=(r"\b(?:appellent|sont) (?:mes|nos)\b",),
    of_one="mon ma notre quel quelle",
    singulars="fils époux",
    adverbs="maintenant déjà encore toujours souvent parfois jamais aussi très trop bien vraiment juste enfin actuellement plutôt "
    "presque seulement surtout même hier aujourd'hui demain désormais récemment finalement",
    articles="le la les l' un une",
    spelled=spelled.FRENCH,
    short_forms="chuis chui",
    dislikes=(r"ne (?:\S+ )?(?:supporter|aimer) (?:\S+ )?pas", r"n' aimer pas|déteste"),
    conjunctions="et mais ou car donc parce",
    contrasts="mais car parce puisque sachant",
    copulas="être",
    negators="pas jamais aucun aucune ni",
    half_negators="plus",
    negation_openers="ne n'",
    nones="aucun aucune sans",
    idle_nouns="idée problème doute temps",
    relations=_RELATIONS,
    verbs={
        verbs.RESIDENCE: "habiter vivre loger",
        verbs.MOVING: "déménager emménager installer",
        verbs.EMPLOYMENT: "travailler bosser",
        verbs.NAMING: "appeler nommer",
        verbs.HAVING: "avoir posséder conduire jouer porter",
        verbs.ACQUIRING: "acheter adopter recevoir obtenir",
        verbs.LOSING: "vendre perdre",
        verbs.STOPPING: "arrêter quitter annuler démissionner abandonner cesser",
        verbs.BEGINNING: "commencer débuter",
        verbs.LIKING: "aimer adorer préférer",
        verbs.DISLIKING: "détester haïr",
        verbs.BEING: "être devenir rester",
        verbs.STUDYING: "apprendre étudier",
        verbs.SPEAKING: "dire raconter affirmer mentionner",
    },
    states={"status": "célibataire marié mariée divorcé divorcée fiancé fiancée veuf veuve"},
    trades="boulanger facteur médecin avocat cuisinier infirmier menuisier étudiant pompier comptable kiné kinésithérapeute notaire "
    "secrétaire architecte vétérinaire bibliothécaire libraire juge pilote photographe sage-femme maçon agriculteur ébéniste cadre "
    "interprète psychologue prof enseignant instituteur serveur orthophoniste fonctionnaire militaire chef",
    trade_endings="eur euse ier ière iste ien ienne teur trice ant ante",
    cues=_CUES,
    slots=filling(
        {
            "name": (
                r"^(?:s'il te plaît ,? ?)?appelle-moi (?P<value>NAME|\S+)",
                r"(?:je m' appeler|mon nom être|mon prénom être) (?P<value>NAME|\S+)",
            ),
            "home": (
                r"(?:habiter|vivre|loger) (?:\S+ )?(?:à|au|en|dans|chez|aux) (?P<value>[^,]+?)(?=$| ,| et| depuis| avec)",
                r"habiter (?P<value>NAME)",
                r"habiter (?:un|une|le|la|l') (?:\S+ ){1,3}?(?:à|de) (?P<value>NAME)",
                r"(?:poser|posé) (?:mes|nos) (?:\S+ )?(?:cartons|valises) (?:à|en|au) (?P<value>NAME)",
                r"(?:mon|ma|notre) (?:\S+ )?(?:appartement|appart|maison|studio|logement) (?:à|de) (?P<value>NAME)",
                r"(?:déménager|emménager|installer) (?:\S+ )?(?:à|au|en|dans) (?P<value>[^,]+?)(?=$| ,| et| en| avec| depuis| pour| il)",
            ),
            "job": (
                r"(?:travailler|bosser) (?:\S+ ){0,3}?comme (?P<value>[^,]+?)(?=$| ,| à| dans| et)",
                r"(?:être|devenir) (?:\S+ )?(?P<value>TRADE)(?=$| ,| à| dans| et| au| chez| depuis| mais| en| pour)",
            ),
            "employer": (r"(?:travailler|bosser) (?:\S+ )?(?:à|au|chez|pour|dans) (?P<value>[^,]+?)(?=$| ,| et)",),
            "age": (r"(?:avoir|fêter) (?:\S+ )?(?P<value>#\S+) an", r"(?:de|à|du haut de) (?:ses )?(?P<value>#\S+) an"),
            "status": (
                r"être (?:\S+ )?(?P<value>célibataire|marié|mariée|divorcé|divorcée|fiancé|fiancée|veuf|veuve)",
            ),
            "birthday": (r"anniversaire (?:\S+ ){0,3}(?P<value>DAY)",),
            "origin": (r"(?:venir de|naître à|naître en|être de) (?P<value>NAME)",),
            "favourite {about}": (r"(?:mon|ma) (?P<about>\S+) préféré\S* (?:, )?(?:c' )?être (?P<value>[^,]+)",),
            "study": (r"étudier (?P<value>[^,]+?)(?=$| ,| à| et)",),
        }
    ),
    asked=(
        asks(r"quel âge", _K.AGE, _K.DURATION, _K.NUMBER, slot="age"),
        asks(r"combien de fois|quelle fréquence", _K.FREQUENCY, _K.NUMBER, _K.DAY),
        asks(r"quelle heure", _K.CLOCK, _K.DAY),
        asks(r"combien de temps", _K.DURATION, _K.CLOCK),
        asks(
            r"combien (?:\S+ ){0,3}(?:coûter|payer|valoir|gagner)|quel (?:être|est) (?:\S+ )?(?:loyer|prix|salaire)",
            _K.MONEY,
            _K.NUMBER,
        ),
        asks(r"combien (?:de|d') (?P<noun>\S+)", _K.NUMBER, _K.MEASURE, _K.DURATION),
        asks(r"combien (?P<noun>\S+)", _K.NUMBER, _K.MEASURE, _K.DURATION, _K.MONEY),
        asks(r"quel jour|quelle date|quel mois", _K.DAY),
        asks(r"quand", _K.DAY, _K.CLOCK),
        asks(
            r"où (?:\S+ ){0,3}(?:habiter|vivre)|quelle ville (?:\S+ ){0,4}(?:habiter|vivre|loger)",
            _K.PLACE,
            _K.NAME,
            _K.SPOT,
            slot="home",
        ),
        asks(r"où (?:\S+ ){0,3}(?:travailler|bosser)", _K.PLACE, _K.NAME, _K.SPOT, slot="employer"),
        asks(r"(?:quelle|quel) (?:ville|pays|village|rue|quartier)", _K.PLACE, _K.NAME),
        asks(r"où", _K.PLACE, _K.NAME, _K.SPOT),
        asks(
            r"quel (?:être|est) mon (?:métier|travail|boulot)|quoi mon (?:métier|travail|boulot)|dans la vie|gagner (?:ma|notre) vie|profession|comme (?:métier|travail|boulot)|de quoi je vivre",
            slot="job",
        ),
        asks(r"comment (?:\S+ ){0,2}appeler|quel (?:être|est) le nom|comment s' appeler", _K.PERSON, _K.NAME, _K.PLACE),
        asks(r"qui", _K.PERSON, _K.NAME, _K.PLACE),
        asks(r"(?:quel|quelle) (?P<noun>\S+)", _K.NAME, _K.PLACE, _K.NUMBER),
    ),
    worth=(
        worth(Worth.FACT, 0.9, r"je m' appeler|mon nom être|allergique"),
        worth(Worth.RELATIONSHIP, 0.7, r"célibataire|marié|mariée|divorcé|divorcée|fiancé|fiancée"),
        worth(
            Worth.PREFERENCE, 0.6, r"(?:j'|je) (?:\S+ )?(?:aimer|adorer|préférer|détester)|(?:mon|ma) \S+ préféré\S*"
        ),
        worth(Worth.GOAL, 0.6, r"je (?:veux|voudrais) \S+|j' apprendre \S+"),
        worth(
            Worth.RELATIONSHIP,
            0.6,
            r"(?:mon|ma|mes) (?:\S+ )?(?:HUMAN) (?:\S+ ){0,3}\S+|j' avoir (?:#\S+|un|une) (?:HUMAN)",
        ),
        worth(Worth.FACT, 0.7, r"(?:je|j'|nous) (?:\S+ ){0,2}(?:habiter|vivre|travailler|étudier|déménager|parler)"),
        worth(Worth.FACT, 0.6, r"je être (?:TRADE)|j' avoir (?:#\S+|un|une) \S+|(?:mon|ma) (?:\S+ ){1,3}être"),
        worth(Worth.EVENT, 0.5, r"j' avoir (?:quitt\S*|achet\S*|vendu|perdu|commenc\S*|arrêt\S*)"),
    ),
    numbers=_ONES
    | {
        f"{tens}-{ones}": value + number
        for tens, value in (
            counted("vingt trente quarante cinquante soixante", first=20, step=10) | {"quatre-vingt": 80}
        ).items()
        for ones, number in _ONES.items()
        if 1 <= number <= 16
    }
    | counted("trente quarante cinquante soixante soixante-dix quatre-vingts quatre-vingt-dix", first=30, step=10),
    ordinals=counted("troisième quatrième cinquième sixième septième huitième neuvième dixième", first=3),
    scales={"cent": 100, "mille": 1000, "million": 1_000_000, "millions": 1_000_000, "douzaine": 12},
    number_link="et",
    seasons="printemps été automne hiver noël pâques toussaint rentrée pentecôte",
    weekdays="lundi mardi mercredi jeudi vendredi samedi dimanche",
    months="janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
    units={
        "length": "mm cm m mètre km kilomètre",
        "weight": "g gramme kg kilo",
        "volume": "ml l litre",
        "data": "mo go to",
        "heat": "degré",
    },
    durations={
        "second": "seconde",
        "minute": "minute",
        "hour": "heure",
        "day": "jour",
        "week": "semaine",
        "month": "mois",
        "year": "an année",
    },
    money="euro dollar centime franc",
    clocks=(
        r"\b(?P<hour>\d{1,2}):(?P<minute>\d{2})\b",
        r"\b(?P<hour>\d{1,2}) ?h ?(?P<minute>\d{2})\b",
        rf"\b(?:à |vers )?(?P<hour>\d{{1,2}}|{_HOURS}) heures? (?P<half>et demie?)(?: (?:du|de l')(?P<half_day> ?(?:matin|soir|après-midi)))?\b",
        rf"\b(?:à |vers )?(?P<hour>\d{{1,2}}|{_HOURS}) heures? (?P<past>et quart)\b",
        rf"\b(?:à |vers )?(?P<hour>\d{{1,2}}|{_HOURS}) heures? (?P<to>moins le quart)\b",
        rf"\b(?:à|vers) (?P<hour>\d{{1,2}}|{_HOURS}) ?h(?:eures?)?\b(?! (?:par|de) )(?: (?:du|de l')(?P<half_day> ?(?:matin|soir|après-midi)))?",
        r"\b(?P<word>midi|minuit)\b",
    ),
    dates=(
        r"\b(?P<year>\d{4})-(?P<month>\d{2})-(?P<day>\d{2})\b",
        rf"\b(?P<day>\d{{1,2}})(?:er)? (?P<name>{_MONTHS})\b(?: (?P<year>\d{{4}})\b)?",
        rf"\b(?P<name>{_MONTHS})\b(?: (?P<year>\d{{4}})\b)?",
        r"\ble (?P<day>\d{1,2})\b(?! (?:\w+s|h))",
    ),
    frequencies=(
        rf"\b(?P<count>\d+|{_HOURS}) fois (?:par|chaque|tous les) (?P<unit>{_PERIODS})\b",
        rf"\bchaque (?P<unit>{_PERIODS}|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche)\b",
        r"\btou(?:te)?s les (?P<unit>jours|semaines|mois|ans|soirs|matins|nuits|lundis|mardis|mercredis|jeudis|vendredis|samedis|dimanches)\b",
    ),
    afternoon="soir après-midi",
    shares=(r"\b(?P<share>la moitié|un tiers|un quart) d",),
    sure_of_values=True,
    place_words="à au aux en dans chez de vers depuis sur sous",
)
