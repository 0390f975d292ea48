"""How each language names days and hours seen from now."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from types import MappingProxyType
from typing import Final

from showbible.values import frozen


@frozen
class Calendar:
    """Patterns over the text in small letters; `n` is a count, `unit` a unit, `day` a weekday."""

    days: Mapping[str, int]
    """Words for a day to how many days it lies ahead; the longer ones first."""
    ahead: tuple[str, ...]
    ago: tuple[str, ...]
    weekday: str
    """A weekday with what leads to it: groups lead, day, week."""
    bare_weekday: str = ""
    """A weekday that needs what follows it to mean the one to come."""
    next_words: tuple[str, ...] = ()
    last_words: tuple[str, ...] = ()
    after_next: tuple[str, ...] = ()
    """What puts a weekday one week later than it would be."""
    period: str = ""
    """The next or last week, month, year, weekend or season: groups which, period."""
    units: Mapping[str, str]
    """What a unit starts with, to its name."""
    counts: Mapping[str, int] = field(default_factory=dict)
    parts: Mapping[str, int] = field(default_factory=dict)
    """Parts of the day to the hour that is meant; the longer ones first."""
    morning: tuple[str, ...] = ()
    evening: tuple[str, ...] = ()


_EN_DAYS: Final = "monday|tuesday|wednesday|thursday|friday|saturday|sunday"
_EN_N: Final = (
    r"(?P<n>\d{1,3}|an?|half an|a couple of|a few|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty"
    r"|thirty|forty|fifty)"
)
_EN_UNIT: Final = r"(?P<unit>minute|hour|day|week|fortnight|month|year)s?"
_DE_DAYS: Final = "montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag"
_DE_N: Final = (
    r"(?P<n>\d{1,3}|einem|einer|ein paar|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|zwölf|zwanzig|dreißig)"
)
_DE_UNIT: Final = r"(?P<unit>minute|stunde|tag|woche|monat|jahr)(?:en|n|e)?"
_ES_DAYS: Final = "lunes|martes|miércoles|jueves|viernes|sábado|domingo"
_ES_N: Final = (
    r"(?P<n>\d{1,3}|un|una|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|quince|veinte|treinta|un par de|unos|unas)"
)
_ES_UNIT: Final = r"(?P<unit>minuto|hora|día|semana|mes|año)(?:e?s)?"
_FR_DAYS: Final = "lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche"
_FR_N: Final = r"(?P<n>\d{1,3}|une?|deux|trois|quatre|cinq|six|sept|huit|neuf|dix|quinze|vingt|trente|quelques)"
_FR_UNIT: Final = r"(?P<unit>minute|heure|jour|semaine|mois|an)(?:née)?s?"
_JA_N: Final = r"(?P<n>\d{1,3}|[一二三四五六七八九十]+)"
_JA_UNIT: Final = r"(?P<unit>分|時間|日|週間|か月|ヶ月|年)"

CALENDARS: Final[Mapping[str, Calendar]] = MappingProxyType(
    {
        "en": Calendar(
            days={
                r"\b(?:the )?day after tomorrow\b": 2,
                r"\btomorrow\b": 1,
                r"\b(?:later today|today|tonight|this (?:morning|afternoon|evening))\b": 0,
                r"\bthe day before yesterday\b": -2,
                r"\b(?:yesterday|last night)\b": -1,
            },
            ahead=(rf"\bin {_EN_N} {_EN_UNIT}(?:'?s? time)?\b", rf"\b{_EN_N} {_EN_UNIT} from (?:now|today)\b"),
            ago=(rf"\b{_EN_N} {_EN_UNIT} ago\b",),
            weekday=rf"\b(?:(?P<week>a week) (?:from|on|after) |(?P<lead>on|this|next|last|coming|this coming|this past|by|until|for|to|from|starting) )"
            rf"(?P<day>{_EN_DAYS})\b(?P<later> after next| week)?",
            bare_weekday=rf"\b(?P<day>{_EN_DAYS})\b(?:(?P<later> after next| week)|(?= (?:at|morning|afternoon|evening|night|\d)))",
            next_words=("next",),
            last_words=("last", "this past"),
            after_next=(" after next", " week", "a week"),
            period=r"\b(?P<which>next|last|this|at the|over the|on the) (?P<period>weekend|week|month|year|spring|summer|autumn|fall|winter)\b",
            units={
                "min": "minute",
                "hour": "hour",
                "day": "day",
                "week": "week",
                "fortnight": "fortnight",
                "month": "month",
                "year": "year",
            },
            counts={
                "a": 1,
                "an": 1,
                "a couple of": 2,
                "a few": 3,
                "fifteen": 15,
                "thirty": 30,
                "forty": 40,
                "fifty": 50,
            },
            parts={
                "tonight": 20,
                "midnight": 23,
                "morning": 9,
                "noon": 12,
                "midday": 12,
                "lunchtime": 12,
                "lunch": 12,
                "afternoon": 15,
                "evening": 19,
                "night": 20,
            },
            morning=("morning",),
            evening=("evening", "tonight", "night", "dinner", "afternoon"),
        ),
        "de": Calendar(
            days={
                r"\bübermorgen\b": 2,
                r"\bmorgen(?: früh| abend)?\b": 1,
                r"\b(?:heute(?: abend)?)\b": 0,
                r"\bvorgestern\b": -2,
                r"\bgestern\b": -1,
            },
            ahead=(rf"\bin {_DE_N} {_DE_UNIT}\b",),
            ago=(rf"\bvor {_DE_N} {_DE_UNIT}\b",),
            weekday=rf"\b(?P<lead>am|diesen|nächsten|kommenden|letzten|bis|ab) (?P<day>{_DE_DAYS})\b",
            next_words=("nächsten",),
            last_words=("letzten",),
            period=r"\b(?P<which>nächste[nsr]?|letzte[nsr]?|diese[nsrm]?) (?P<period>wochenende|woche|monat|jahr|frühling|sommer|herbst|winter)\b",
            units={"minut": "minute", "stund": "hour", "tag": "day", "woch": "week", "monat": "month", "jahr": "year"},
            counts={"einem": 1, "einer": 1, "ein paar": 3},
            parts={"morgens": 9, "vormittag": 10, "mittag": 12, "nachmittag": 15, "abend": 19, "nacht": 20, "früh": 8},
            morning=("morgens", "früh", "vormittag"),
            evening=("abend", "nachmittag", "nacht"),
        ),
        "es": Calendar(
            days={
                r"\bpasado mañana\b": 2,
                r"(?<!la )(?<!por la )\bmañana\b": 1,
                r"\b(?:hoy|esta noche|esta tarde)\b": 0,
                r"\banteayer\b": -2,
                r"\bayer\b": -1,
            },
            ahead=(rf"\b(?:dentro de|en) {_ES_N} {_ES_UNIT}\b",),
            ago=(rf"\bhace {_ES_N} {_ES_UNIT}\b",),
            weekday=rf"\b(?P<lead>el próximo|este|el|hasta el|para el) (?P<day>{_ES_DAYS})\b(?P<later> que viene| pasado| próximo)?",
            next_words=("el próximo", " que viene", " próximo"),
            last_words=(" pasado",),
            period=r"\b(?:(?P<which>la próxima|el próximo|la|el) )?(?P<period>semana|mes|año|fin de semana)(?P<later> que viene| pasad[oa])\b",
            units={"minut": "minute", "hora": "hour", "día": "day", "seman": "week", "mes": "month", "año": "year"},
            counts={"un": 1, "una": 1, "un par de": 2, "unos": 3, "unas": 3},
            parts={"mediodía": 12, "por la mañana": 9, "de la mañana": 9, "tarde": 17, "noche": 20},
            morning=("de la mañana", "por la mañana"),
            evening=("tarde", "noche"),
        ),
        "fr": Calendar(
            days={
                r"\baprès-demain\b": 2,
                r"\bdemain\b": 1,
                r"\b(?:aujourd'hui|ce soir|cet après-midi)\b": 0,
                r"\bavant-hier\b": -2,
                r"\bhier\b": -1,
            },
            ahead=(rf"\bdans {_FR_N} {_FR_UNIT}\b",),
            ago=(rf"\bil y a {_FR_N} {_FR_UNIT}\b",),
            weekday=rf"\b(?:(?P<lead>ce|le|jusqu'à|pour) )?(?P<day>{_FR_DAYS})\b(?P<later> prochain| dernier| en huit)?",
            next_words=(" prochain",),
            last_words=(" dernier",),
            after_next=(" en huit",),
            period=r"\b(?P<which>la|le|l') ?(?P<period>semaine|mois|année|week-end|été|hiver|printemps|automne)(?P<later> prochaine?| derni(?:er|ère))\b",
            units={"minut": "minute", "heur": "hour", "jour": "day", "semain": "week", "mois": "month", "an": "year"},
            counts={"un": 1, "une": 1, "quelques": 3},
            parts={"ce soir": 20, "midi": 12, "matin": 9, "après-midi": 15, "soir": 19, "nuit": 20},
            morning=("matin",),
            evening=("soir", "après-midi", "nuit"),
        ),
        "ja": Calendar(
            days={
                "明後日|あさって": 2,
                "明日|あした": 1,
                "今日|今夜|今晩": 0,
                "一昨日|おととい": -2,
                "昨日|きのう|昨夜": -1,
            },
            ahead=(rf"{_JA_N}{_JA_UNIT}後",),
            ago=(rf"{_JA_N}{_JA_UNIT}前",),
            weekday=r"(?P<lead>来週の?|再来週の?|先週の?|今週の?|次の|今度の)?(?P<day>月曜|火曜|水曜|木曜|金曜|土曜|日曜)日?",
            next_words=("来週", "来週の"),
            last_words=("先週", "先週の"),
            after_next=("再来週", "再来週の"),
            period=r"(?P<period>来週|先週|来月|先月|来年|去年)",
            units={
                "分": "minute",
                "時間": "hour",
                "日": "day",
                "週": "week",
                "か月": "month",
                "ヶ月": "month",
                "年": "year",
            },
            parts={"今夜": 20, "今晩": 20, "朝": 9, "昼": 12, "夕方": 17, "夜": 20},
            morning=("朝", "午前"),
            evening=("夕方", "夜", "晩"),
        ),
    }
)
