"""Cues that base forms hide, as patterns over the text: moods and tenses, and words that look like another's forms."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from showbible.reading.languages.language import Phrases
from showbible.reading.model import Cue

_NOT_SO: Final = (
    r"(?:würd(?:e|est|en|et)?|hätt(?:e|est|en|et)?|wär(?:e|st|en|t)?|könnt(?:e|est|en)|müsst(?:e|est|en)|dürft(?:e|en)"
    r"|wüsst(?:e|en)|bräucht(?:e|en)|käme?n?|gäbe?n?|ginge?n?|bliebe?n?)"
)
# What a clause before it states stands, whatever would be.
_FIRST_CLAUSE: Final = r"^(?:(?!(?:und|aber|y|pero|et|mais)\b)[^\s,;:.!?]+ ){0,12}?"

GERMAN: Final[Mapping[Cue, Phrases]] = {
    Cue.UNREAL: (
        rf"{_FIRST_CLAUSE}{_NOT_SO}\b",
        rf"{_FIRST_CLAUSE}(?:vielleicht|womöglich|eventuell|möglicherweise)\b",
        # A condition on who listens is none on what is said: "falls du dich wunderst".
        r"(?:^|, |\. )(?:falls|sofern|gesetzt den fall,?|angenommen,?) (?!du\b|dich\b|dir\b|ihr\b|es dich\b)",
        rf"(?:^|, )(?:wenn|falls|ach|hoffentlich)\b[^.!?]*\b{_NOT_SO}\b",
    ),
    Cue.CORRECTION: (
        r"\bich mein(?:t)?e,|\bich meinte\b|\bgemeint (?:war|ist|habe?|hatte)\b|\b(?:habe?|hatte) ich (?:\w+ )?gemeint\b",
        r"\b(?:mein fehler|mein irrtum|blöd von mir|dumm von mir|kommando zurück)\b",
        r"\bich meine? (?:natürlich|eigentlich|doch)\b",
        r"\b(?:vertan|vertippt|verschrieben|verguckt|verhört|verzählt|verrechnet|verlesen)\b",
    ),
    Cue.SECOND_LOOK: (
        r"\b(?:nun |jetzt |also )?doch (?:erst|nicht|nur|schon|lieber|am|um|im|in|noch|wieder|kein\w*|bei|mit|nach)\b",
    ),
    Cue.ENDING: (
        r"\bkein(?:e[nmrs]?|s)? (?:\w+ ){0,2}mehr\b",
        r"\bnicht länger\b|\bhat(?:te)? sich erledigt\b|\bist (?:\w+ ){0,3}(?:passé|geschichte)\b",
        r"\b(?:eingeschläfert|einschläfern|verstorben|entlaufen|dichtgemacht|hingeworfen|geschmissen|losgeworden)\b",
    ),
    Cue.CHANGE: (r"\b(?:gewechselt|umgestellt|umgesattelt|umgestiegen|umgeschult|zugelegt|befördert|versetzt)\b",),
}

_NO_NOUN: Final = "".join(
    rf"(?<!\b{word} )" for word in ("la", "una", "mi", "su", "en", "de", "a", "esa", "esta", "otra")
)
SPANISH: Final[Mapping[Cue, Phrases]] = {
    Cue.UNREAL: (
        rf"{_FIRST_CLAUSE}{_NO_NOUN}\b(?!maría\b)\w+(?:aría|ería|iría|dría|bría|rría)(?:s|mos|n)?\b",
        r"(?:^|[¿¡,;] ?)(?:y |pero )?si (?:\w+ ){0,3}?\w{2,}(?:ara|iera|yera|jera|ase|iese|áramos|iéramos)(?:s|n)?\b",
        r"\bsi (?:yo |me |no )?(?:fuera|fuese|fuéramos|tuviera|tuviese|pudiera|supiera|hubiera|hubiese)",
        rf"{_FIRST_CLAUSE}(?:ojalá|quizás?|tal vez|a lo mejor|puede que|imagínate|supongamos|pongamos que)\b",
        r"\b(?:he soñado|soñaba|soñé|en (?:mi|un|el) sueño)\b",
    ),
    Cue.CORRECTION: (
        r"\bquise decir\b|\bquería decir\b|\bme (?:equivoqu|confund|lié\b)|\bme he (?:equivocado|confundido|liado)\b",
        r"\bqué digo\b|\bno, (?:espera|perdón|mentira|qué va)\b|^(?:ay|uy|huy|ah),? no\b|\b(?:leí|conté|escribí|apunté) mal\b",
        r"\bmal (?:escrito|contado|apuntado|dicho)\b|\bqué (?:despiste|torpe|cabeza la mía)\b|\bfallo mío\b|\bculpa mía\b",
    ),
    Cue.ENDING: (
        r"\b(?:dejé|dejó|dejaron|he dejado|ha dejado|hemos dejado|han dejado|dejamos) de\b",
        r"\b(?:murió|falleció|ha muerto|han muerto|ha fallecido|se (?:me|nos) ha muerto)\b",
        r"\b(?:se )?(?:terminó|acabó)\b(?! (?:de|en|por)\b)|\b(?:se )?ha (?:terminado|acabado)\b(?! de\b)|\bsolía\b",
        r"\blo he dejado\b|\blo dejé\b(?! (?:en|para|sobre))",
    ),
    Cue.CHANGE: (r"\b(?:aplazado|aplazó|adelantado|retrasado|ascendido|trasladado|traslado|jubilado)\b",),
}

_STEMS: Final = (
    r"au|sau|se|fe|i|pour|ver|enver|voud|faud|vaud|viend|deviend|reviend|tiend|prend|apprend|comprend|vend|rend|perd|attend"
    r"|entend|répond|dev|recev|viv|suiv|mett|batt|connaît|dormi|parti|sorti|servi|fini|choisi|réussi|di|li|boi|écri|croi|rui"
)
FRENCH: Final[Mapping[Cue, Phrases]] = {
    Cue.UNREAL: (
        rf"{_FIRST_CLAUSE}(?:\w+')?\b(?:\w{{2,}}e|{_STEMS}|cour|mour)r(?:ais|ait|ions|iez|aient)\b",
        r"\b(?:ça fait rêver|j'ai rêvé|je rêvais|en rêve|dans mon rêve)\b",
        rf"{_FIRST_CLAUSE}(?:peut-être|imaginons|supposons|mettons que)\b|^imagine\b",
    ),
    Cue.CORRECTION: (
        r"\bje voulais dire\b|\bje me suis (?:tromp|plant|mélang|emmêl)|\bfaute de frappe\b|\bcoquille\b|\bj'ai confondu\b",
        r"\bau ?tant pour moi\b|\bau temps pour moi\b|\bma faute\b|\b(?:où ai-je|où j'ai) la tête\b",
        r"\bmal (?:lu|compté|vu|écrit|compris|noté)\b|\bje dis (?:des bêtises|n'importe quoi)\b",
    ),
    Cue.ENDING: (
        r"\bj'ai (?:tout )?(?:arrêté|abandonné|quitté|plaqué|lâché|rendu|résilié)\b",
        r"\b(?:a|ont|avons|ai) rendue?s?\b(?! (?:visite|compte|service|hommage|malade|fou|folle|heureu|triste))",
        r"\b(?:a|ont|avons|ai) arrêté (?:de|d'|le|la|les|l')",
        r"\b(?:est|sont) (?:mort|décédé|parti à la casse)e?s?\b",
    ),
    Cue.CHANGE: (
        r"\b(?:est|sont|suis|sommes) passée?s? (?:à|au|aux|en)\b|\b(?:a|ai|ont|avons) changé\b|\b(?:a|ai|avons|ont) déménagé\b",
        r"\b(?:est|c'est|suis|sont) devenue?s?\b|\b(?:mutée?s?|repoussée?s?|reportée?s?|décalée?s?|avancée?s?|promue?s?)\b",
    ),
}
