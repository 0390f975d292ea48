"""Spanish."""

from __future__ import annotations

from typing import Final

from showbible.reading.languages import language as verbs
from showbible.reading.languages import spelled
from showbible.reading.languages.language import Language, asks, counted, filling, worth
from showbible.reading.model import Cue, ValueKind, Worth

_FUNCTION_WORDS: Final = """
    el la los las lo un una unos unas al del este esta estos estas ese esa esos esas aquel aquella esto eso algo nada todo toda
    todos todas cada otro otra otros otras mismo misma
    yo me mí mi mis mío mía conmigo nosotros nosotras nos nuestro nuestra nuestros nuestras tú te ti tu tus usted él ella ellos
    ellas le les se su sus suyo alguien nadie quien
    soy eres es somos son era eras éramos fue fui fuimos sido ser estoy estás está estamos están estaba estuve estar he has ha
    hemos han había haber hay
    y e o u pero porque que si cuando como donde mientras aunque pues ni sino
    a ante bajo con contra de desde en entre hacia hasta para por según sin sobre tras
    hace hacía no nunca jamás sí también tampoco muy más menos tan tanto ya aún todavía solo sólo así aquí allí ahí luego entonces casi qué
    cuál cuáles quién cómo dónde cuándo cuánto cuánta cuántos cuántas bueno pues oye vale gracias hola
"""
_EMPTY_WORDS: Final = """
    ahora hoy ayer mañana actualmente últimamente recientemente pronto luego antes después siempre normalmente generalmente
    nuevo nueva nuevos viejo vieja pasado pasada último última próximo próxima primero primera buen buena mejor gran grande pequeño malo
    cosa vez veces tiempo día semana mes año hora minuto tarde noche gente
    tener hacer ir venir dar poner tomar querer poder saber decir creer pensar ver parecer sentir empezar seguir quedar
"""
_IRREGULAR: Final = {
    "ser": "soy eres es somos son era eras fue fui fuimos fueron sido sea",
    "estar": "estoy estás está estamos están estaba estuve estuvo",
    "haber": "he has ha hemos han había hay",
    "tener": "tengo tienes tiene tenemos tienen tenía tuve tuvo tuvimos tenido",
    "ir": "voy vas va vamos van iba fuera ido",
    "hacer": "hago hace hacemos hice hizo hecho",
    "decir": "digo dice dije dijo dicho",
    "querer": "quiero quiere quise queremos",
    "poder": "puedo puede pude podemos",
    "venir": "vengo viene vine vino",
    "nacer": "nací nació nacido",
    "jugar": "juego juega jugamos jugué",
    "dormir": "duermo duerme dormí",
    "volver": "vuelvo vuelve volví vuelto",
    "preferir": "prefiero prefiere",
    "conducir": "conduzco conduce conduje",
    "romper": "roto rompí rompimos",
    "morir": "murió muerto muere",
    "mover": "muevo mueve",
    "perder": "pierdo pierde perdí perdido",
    "empezar": "empiezo empieza empecé",
    "soler": "suelo suele solía",
    "llamar": "llamo llama llamamos llaman llamaba",
}
_RELATIONS: Final = {
    "mother": "madre mamá", "father": "padre papá", "parent": "padres", "sister": "hermana", "brother": "hermano",
    "son": "hijo", "daughter": "hija", "child": "niño niña bebé", "wife": "mujer esposa", "husband": "marido esposo",
    "partner": "novia novio pareja prometido prometida", "ex": "ex", "friend": "amigo amiga", "roommate": "compañero compañera",
    "grandmother": "abuela", "grandfather": "abuelo", "in-law": "suegra suegro cuñada cuñado yerno nuera", "grandchild": "nieto nieta",
    "stepmother": "madrastra", "stepfather": "padrastro", "aunt": "tía", "uncle": "tío", "cousin": "primo prima",
    "niece": "sobrina", "nephew": "sobrino", "boss": "jefe jefa", "colleague": "colega", "neighbour": "vecino vecina",
    "teacher": "profesor profesora maestro maestra entrenador entrenadora", "doctor": "médico médica doctor doctora dentista",
    "landlord": "casero casera", "dog": "perro perra cachorro", "cat": "gato gata", "horse": "caballo yegua",
    "pet": "mascota tortuga cobaya iguana", "hamster": "hámster", "rabbit": "conejo", "bird": "pájaro loro canario", "fish": "pez",
}  # fmt: skip
_HOURS: Final = "una|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce"
_MONTHS: Final = "enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre"
_PERIODS: Final = "día|noche|semana|mes|año|hora|mañana|tarde"
_K: Final = ValueKind

_CUES: Final = {
    Cue.CORRECTION: (
        r"(?:^|, )(?:(?:ay|uy|ah|no|eh) ,? ?){0,2}(?:perdón|perdona|disculpa|corrijo|corrección|ups|espera|no ,)",
        r"quería decir|quise decir|mejor dicho|es decir|me (?:equivoqué|equivocado|confundí)|me he (?:equivocado|confundido)|error|en realidad|digo ,",
    ),
    Cue.SECOND_LOOK: (
        r"resulta que|en realidad|la verdad|acabo de (?:ver|mirar|leer|comprobar)|(?:me )?(?:corrige|recuerda|dice|dicho)|mirar|comprobar|he mirado",
    ),
    Cue.ENDING: (
        r"ya no",
        r"(?:vendí|vendido|vender|perdí|perdido|cancelado|cancelaron|cancelar|renuncié|renunciar|regalé|cerró|cerrado)",
        r"(?:hemos|nos|lo) (?:\S+ )?(?:dejamos|dejado|separado|separamos|roto|rompimos|divorciado)",
        r"nunca más|se acabó",
        r"lo dejamos|cortamos|rompí con|di(?:mos)? de baja|me borré|devolví|tiré|deshice de",
    ),
    Cue.ADDITION: (r"también|además|otro|otra|(?:segundo|segunda)(?! de)|encima|aparte",),
    Cue.CHANGE: (
        r"ahora|ya|actualmente|últimamente|desde (?:hace|DAY|ayer|que)|a partir de|nuevo|nueva|cambié|cambiar|cambiado|mudé|mudamos|mudar|hoy|en vez de|en lugar de|convertido",
    ),
    Cue.UNREAL: (
        r"(?:^|, )si (?:yo )?\S+(?:ra|se|ría|ramos|viera)",
        r"(?:^|, )(?:ojalá|quizás?|tal vez|imagina|supongamos|a lo mejor)",
        r"soñé|en sueños|hubiera|habría",
    ),
    Cue.QUOTED: (
        r"en (?:mi|la|el|una|un|nuestra) (?:\S+ )?(?:novela|historia|libro|película|juego|serie|cuento|guion)",
        r"mi (?:personaje|protagonista)",
    ),
    Cue.JOKE: (r"(?:es|era) broma|(?:^|, )(?:es |era )?(?:una )?broma(?=$| ,)|bromeaba|(?:es|era) una broma|de broma",),
    Cue.DENIAL: (
        r"(?:nunca|no|jamás) (?:\S+ )?(?:dije|he dicho|dicho|conté|mencioné|decir)",
        r"me confundes|te confundes|estás confundiendo",
    ),
    Cue.PAST: (r"antes|hace (?:NUM|un|una|mucho|años)|ayer|pasado|pasada|una vez|de niño|de pequeña",),
    Cue.HABIT: (
        r"siempre|cada|todos los|todas las|normalmente|suelo|a menudo|al (?:día|mes|año)|a la semana|por (?:día|semana)",
    ),
}

SPANISH: Final = Language(
    code="es",
    letters="ñ¿¡áíóú",
    function_words=_FUNCTION_WORDS,
    empty_words=_EMPTY_WORDS,
    irregular=_IRREGULAR,
    whole="hermana hermano hija hijo tía tío prima primo abuela abuelo sobrina sobrino novia novio niña niño esposa esposo padre padres suegra suegro cuñada cuñado nieta nieto quiénes cuáles",
    abbreviations="sr sra dr dra ud etc p.ej av",
    user="yo me mí mi mis mío mía conmigo nosotros nosotras nos nuestro nuestra nuestros nuestras",
    nominative="yo nosotros nosotras",
    possessives="mi mis nuestro nuestra nuestros nuestras",
    first_person="soy estoy voy tengo he era fui hemos somos estamos tenemos suelo juego quiero puedo prefiero conduzco hago digo",
    first_person_endings="o é í amos emos imos",
    before_verbs="no ya también tampoco siempre nunca casi me te se nos que cuando si ahora hoy ayer solo sólo aún todavía "
    "dónde cuándo cómo cuánto quién donde luego entonces además antes apenas",
    adverbs="ahora ya hoy ayer siempre nunca también todavía aún casi solo sólo muy tan mucho poco menudo tanto claro exacto cierto "
    "perfecto correcto listo pronto dentro abajo medio puro segundo cuarto quinto mañana luego entonces apenas recién últimamente",
    articles="el la los las un una",
    spelled=spelled.SPANISH,
    of_one="mi nuestro nuestra cuál",
    meant=(r"\bquise decir", r"\bquería decir", r"\ben realidad (?:es|son|era|eran|fue)"),
    of_many=(r"\b(?:llaman|son) (?:mis|nuestr[oa]s)\b",),
    you="tú te ti tu tus usted",
    he="él",
    she="ella",
    other="esto eso",
    someone="alguien nadie gente tipo chico chica señor señora",
    determiners="el la los las un una unos unas mi mis tu su sus este esta ese esa al del en con por para de",
    auxiliaries="soy estoy tengo he es está hay puedo vivo trabajo fumo bebo como juego voy me",
    which="qué cuál cuáles quiénes",
    names_asked=(
        r"\bcómo se llama(?:n|ba|ban)?\b|\bcuál es el nombre\b|\bqué nombre\b",
        r"^\W*quién(?:es)? (?:es|era|son) (?:el|la|mi|mis|nuestr[oa])\b",
    ),
    question_words="quién cuándo dónde adónde cómo cuánto cuánta cuántos cuántas",
    plural_endings="s",
    singular_endings="és ís",
    back_then=("antes", "anteriormente", "originalmente", "al principio"),
    wanting=(
        r"(?:quiero|queremos|quiere|quisiera|querría|gustaría|planeo|planeamos|podría|podríamos|ojalá|sueño|soñar)",
        r"(?:espero|esperamos|esperar)(?! que)",
        r"(?:pienso|pensar) (?:en|\S+r)",
        r"(?:tener|tengo) ganas de",
    ),
    whole_list=("todos mi", "todas mi", "cuáles", "quiénes"),
    dislikes=(r"no (?:me )?(?:gusta|gustan|soporto|aguanto)", r"no soportar"),
    conjunctions="y pero o porque mientras aunque pues",
    contrasts="pero porque pues",
    copulas="ser estar",
    negators="no nunca jamás ni tampoco",
    nones="ningún ninguna sin",
    idle_nouns="idea problema duda prisa tiempo",
    relations=_RELATIONS,
    verbs={
        verbs.RESIDENCE: "vivir residir habitar",
        verbs.MOVING: "mudar trasladar",
        verbs.EMPLOYMENT: "trabajar currar laburar",
        verbs.NAMING: "llamar nombrar",
        verbs.HAVING: "tener poseer conducir tocar jugar llevar",
        verbs.ACQUIRING: "comprar conseguir adoptar recibir",
        verbs.LOSING: "vender perder regalar",
        verbs.STOPPING: "dejar cancelar renunciar abandonar terminar",
        verbs.BEGINNING: "empezar comenzar",
        verbs.LIKING: "gustar amar encantar preferir adorar",
        verbs.DISLIKING: "odiar detestar",
        verbs.BEING: "ser estar",
        verbs.STUDYING: "aprender estudiar practicar",
        verbs.SPEAKING: "decir contar mencionar afirmar",
    },
    states={"status": "soltero soltera casado casada divorciado divorciada viudo viuda prometido"},
    trades="camarero médico abogado cocinero enfermero maestro carpintero panadero policía cartero estudiante contable albañil chef "
    "arquitecto piloto juez notario fontanero bombero secretario bibliotecario farmacéutico veterinario funcionario guía fotógrafo "
    "psicólogo peluquero taxista obrero granjero matrona militar soldado actriz actor",
    trade_endings="or ora ero era ista ador adora ólogo óloga nte",
    cues=_CUES,
    slots=filling(
        {
            "name": (
                r"(?:me llamar|mi nombre ser) (?P<value>NAME|\S+)",
                r"^(?:por favor ,? ?)?llámame (?P<value>NAME|\S+)",
            ),
            "home": (
                r"vivir (?:\S+ ){0,2}?en (?P<value>[^,]+?)(?=$| ,| y| desde| con)",
                r"(?:mi|nuestro|nuestra) (?:\S+ )?(?:piso|casa|apartamento|departamento|estudio|ático) (?:\S+ )?(?:de|en) (?P<value>NAME)",
                r"(?:instalar|instalado|instalada|afincado|afincada) (?:\S+ ){0,2}?en (?P<value>NAME)",
                r"(?:mudar|trasladar) (?:\S+ ){0,2}?a (?P<value>[^,]+?)(?=$| ,| y| el| hace| con| desde| por| para)",
            ),
            "job": (
                r"(?:trabajar|currar|laburar) (?:\S+ )?(?:de|como) (?P<value>[^,]+?)(?=$| ,| en| y)",
                r"ser (?:\S+ )?(?P<value>TRADE(?: de \S+)?)(?=$| ,| en| y| desde| pero)",
                r"(?:trabajar|empezar|entrar|contratar) (?:\S+ ){0,3}?(?:de|como) (?P<value>TRADE)",
            ),
            "employer": (r"(?:trabajar|currar|laburar) (?:\S+ )?(?:en|para) (?P<value>[^,]+?)(?=$| ,| y)",),
            "age": (
                r"(?:tener|cumplir|cumplí) (?:\S+ )?(?P<value>#\S+)(?= año|$| ,)",
                r"cumplir (?:\S+ )?(?P<value>#\S+)",
                r"(?:con|a) (?:sus )?(?P<value>#\S+) año",
            ),
            "status": (
                r"(?:ser|estar) (?:\S+ )?(?P<value>soltero|soltera|casado|casada|divorciado|divorciada|viudo|prometido)",
            ),
            "birthday": (r"(?:cumpleaños) (?:\S+ ){0,3}(?P<value>DAY)",),
            "origin": (r"(?:nacer en|ser de|venir de) (?P<value>NAME)",),
            "favourite {about}": (r"mi (?P<about>\S+) favorit(?:o|a)? ser (?P<value>[^,]+)",),
            "study": (r"estudiar (?P<value>[^,]+?)(?=$| ,| en| y)",),
        }
    ),
    asked=(
        asks(r"cuánt(?:os)? año|qué edad", _K.AGE, _K.DURATION, _K.NUMBER, slot="age"),
        asks(r"cuánta vez|con qué frecuencia|cada cuánto|cuántas veces", _K.FREQUENCY, _K.NUMBER, _K.DAY),
        asks(r"qué hora", _K.CLOCK, _K.DAY),
        asks(r"cuánto tiempo", _K.DURATION, _K.CLOCK),
        asks(r"cuánto (?:\S+ ){0,3}(?:costar|cuesta|pagar|pago|valer|vale|ganar|gano)", _K.MONEY, _K.NUMBER),
        asks(r"(?:cuántos|cuántas) (?P<noun>\S+)", _K.NUMBER, _K.MEASURE, _K.DURATION),
        asks(r"(?:cuánto|cuánta) (?P<noun>\S+)", _K.NUMBER, _K.MEASURE, _K.DURATION, _K.MONEY),
        asks(r"qué día|qué fecha|qué mes", _K.DAY),
        asks(r"cuándo", _K.DAY, _K.CLOCK),
        asks(
            r"dónde (?:\S+ ){0,2}vivir|en qué (?:ciudad|país|calle|barrio|pueblo) (?:\S+ ){0,2}(?:vivir|residir|casa)",
            _K.PLACE,
            _K.NAME,
            _K.SPOT,
            slot="home",
        ),
        asks(r"dónde (?:\S+ ){0,2}(?:trabajar|currar)", _K.PLACE, _K.NAME, _K.SPOT, slot="employer"),
        asks(r"(?:en|de|a) qué (?:ciudad|país|calle|barrio|pueblo)", _K.PLACE, _K.NAME),
        asks(r"dónde|adónde", _K.PLACE, _K.NAME, _K.SPOT),
        asks(
            r"en qué trabajar|a qué me (?:dedicar|dedico)|me gano la vida|ganar la vida|de qué vivir|cuál ser mi (?:trabajo|profesión|oficio)|qué (?:trabajo|profesión|oficio)|de profesión",
            slot="job",
        ),
        asks(r"cómo (?:me |se |nos )?llamar|cuál ser el nombre", _K.PERSON, _K.NAME, _K.PLACE),
        asks(r"quién|quiénes", _K.PERSON, _K.NAME, _K.PLACE),
        asks(r"(?:qué|cuál) (?P<noun>\S+)", _K.NAME, _K.PLACE, _K.NUMBER),
    ),
    worth=(
        worth(Worth.FACT, 0.9, r"me llamar|mi nombre ser|alérgic(?:o|a)?"),
        worth(
            Worth.RELATIONSHIP,
            0.7,
            r"(?:ser|estar) (?:\S+ )?(?:soltero|casado|divorciado|prometido|viudo)|tener (?:novia|novio|pareja)",
        ),
        worth(
            Worth.PREFERENCE,
            0.6,
            r"me (?:gustar|encantar)|mi \S+ favorit(?:o|a)?|(?:odiar|detestar|preferir) \S+|no soportar",
        ),
        worth(Worth.GOAL, 0.6, r"(?:quiero|querer|planear|esperar) \S+|aprender \S+"),
        worth(Worth.RELATIONSHIP, 0.6, r"mi (?:\S+ )?(?:HUMAN) (?:\S+ ){0,3}\S+|tener (?:#\S+|un|una) (?:HUMAN)"),
        worth(Worth.FACT, 0.7, r"(?:vivo|vivir|trabajar|estudiar|mudar|hablar) \S+"),
        worth(Worth.FACT, 0.6, r"(?:soy|ser) (?:un |una )?(?:TRADE)|tener (?:#\S+|un|una) \S+|mi (?:\S+ ){1,3}ser"),
    ),
    numbers=counted(
        "cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis diecisiete "
        "dieciocho diecinueve veinte veintiuno veintidós veintitrés veinticuatro veinticinco veintiséis veintisiete "
        "veintiocho veintinueve treinta"
    )
    | counted("cuarenta cincuenta sesenta setenta ochenta noventa", first=40, step=10),
    ordinals={
        "tercer": 3,
        "tercero": 3,
        "tercera": 3,
        "cuarto": 4,
        "cuarta": 4,
        "quinto": 5,
        "quinta": 5,
        "sexto": 6,
        "séptimo": 7,
    },
    scales={"cien": 100, "ciento": 100, "mil": 1000, "millón": 1_000_000, "millones": 1_000_000, "docena": 12},
    number_link="y",
    seasons="primavera verano otoño invierno navidad pascua nochebuena nochevieja reyes",
    weekdays="lunes martes miércoles jueves viernes sábado domingo",
    months="enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
    units={
        "length": "mm cm m metro km kilómetro",
        "weight": "g gramo kg kilo",
        "volume": "ml l litro",
        "data": "mb gb tb",
        "heat": "grado",
    },
    durations={
        "second": "segundo",
        "minute": "minuto",
        "hour": "hora",
        "day": "día",
        "week": "semana",
        "month": "mes meses",
        "year": "año",
    },
    money="euro dólar céntimo peso libra",
    clocks=(
        r"\b(?P<hour>\d{1,2})[:.](?P<minute>\d{2})\b",
        rf"\ba las? (?P<hour>\d{{1,2}}|{_HOURS}) (?P<half>y media)(?: de la (?P<half_day>mañana|tarde|noche))?\b",
        rf"\ba las? (?P<hour>\d{{1,2}}|{_HOURS}) (?P<past>y cuarto)(?: de la (?P<half_day>mañana|tarde|noche))?\b",
        rf"\ba las? (?P<hour>\d{{1,2}}|{_HOURS}) (?P<to>menos cuarto)(?: de la (?P<half_day>mañana|tarde|noche))?\b",
        rf"\ba las? (?P<hour>\d{{1,2}}|{_HOURS})(?: de la (?P<half_day>mañana|tarde|noche))?\b",
        r"\b(?P<word>mediodía|medianoche)\b",
    ),
    dates=(
        r"\b(?P<year>\d{4})-(?P<month>\d{2})-(?P<day>\d{2})\b",
        rf"\b(?P<day>\d{{1,2}}) de (?P<name>{_MONTHS})\b(?: de (?P<year>\d{{4}})\b)?",
        rf"\b(?P<name>{_MONTHS})\b(?: de (?P<year>\d{{4}})\b)?",
        r"\bel (?:día )?(?P<day>\d{1,2})\b(?! (?:de|por))",
    ),
    frequencies=(
        rf"\b(?P<count>\d+|una|{_HOURS}) ve(?:z|ces) (?:al|a la|por|cada) (?P<unit>{_PERIODS})\b",
        rf"\bcada (?P<unit>{_PERIODS}|lunes|martes|miércoles|jueves|viernes|sábado|domingo)\b",
        r"\btod[oa]s l[oa]s (?P<unit>días|semanas|meses|años|noches|mañanas|tardes|lunes|martes|miércoles|jueves|viernes|sábados|domingos)\b",
    ),
    afternoon="tarde noche",
    shares=(r"\b(?P<share>la mitad|un tercio|un cuarto) de\b",),
    sure_of_values=True,
    place_words="en a de desde hacia hasta al del bajo sobre junto",
    name_links="de la del y",
)
