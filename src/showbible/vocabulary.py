"""The words every part shares: ids, money, moments and checked text."""

from __future__ import annotations

import json
import math
import re
import secrets
import time
import unicodedata
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from decimal import Decimal, InvalidOperation
from enum import StrEnum
from typing import Final, NewType, TypeVar

from showbible.errors import Invalid, TooLarge

ProjectId = NewType("ProjectId", str)
RunId = NewType("RunId", str)
PilotId = NewType("PilotId", str)
SceneId = NewType("SceneId", str)
AssetId = NewType("AssetId", str)
JobId = NewType("JobId", str)
UserId = NewType("UserId", str)
Micros = NewType("Micros", int)  # millionths of a dollar

Word = TypeVar("Word", bound=StrEnum)

PERSON: Final = "person"
RULE: Final = "rule"
"""Who made something: a person, our rules, or `model:<name>`."""

LOCAL_USER: Final = UserId("local")
DEFAULT_PROJECT: Final = ProjectId("default")

KIB: Final = 1024
STORES: Final = ("videos", "audio", "media", "runs", "evals")
"""Where files are kept."""
CONCEPT_LIMIT: Final = 8 * KIB
PROSE_LIMIT: Final = 32 * KIB
METADATA_LIMIT: Final = 256 * KIB
QUERY_LIMIT: Final = 1 * KIB

MOST_WORDS: Final = 500
DEEPEST: Final = 32
USUAL_BUDGET: Final = 5
"""Dollars that a film may cost where nobody says."""
MOST_DOLLARS: Final = 1_000_000_000  # thousands of such amounts still add up below 2**63 micros

_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,127}")
_ESCAPED_NUL = re.compile(r"(?<!\\)(?:\\\\)*\\u0000")
_DIGITS: Final = "0123456789abcdefghjkmnpqrstvwxyz"
_MICRO: Final = Decimal("0.000001")
_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND: Final = timedelta(microseconds=1)


def new_id() -> str:
    """An id that sorts by the time it was made: 48 bits of milliseconds, then 80 random bits."""
    number = (time.time_ns() // 1_000_000) << 80 | secrets.randbits(80)
    return "".join(_DIGITS[number >> shift & 31] for shift in range(125, -1, -5))


def is_id(value: str) -> bool:
    """Whether a text is safe as an id in a path, a key and a URL."""
    return _ID.fullmatch(value) is not None and ".." not in value


def checked_id(kind: str, value: object) -> str:
    """The id itself, once it is known to be safe in a path, a key and a URL."""
    if isinstance(value, str) and is_id(value):
        return value
    raise Invalid(
        f"A {kind} id has 1 to 128 letters, digits, '.', '_' or '-', starts with a letter or digit "
        "and contains no '..'.",
        field=f"{kind}_id",
    )


def word(kind: type[Word], name: str, value: str) -> Word:
    """The word of a closed set for what a caller wrote, in any case, by any of its other names (`aliases`)."""
    aliases: Mapping[str, str] = getattr(kind, "aliases", {})
    plain = re.sub(r"[\s-]+", "_", value.strip().lower())
    try:
        return kind(aliases.get(plain, plain))
    except ValueError:
        choices = ", ".join((*kind, *aliases))
        raise Invalid(f"{name} must be one of {choices}, not {value[:80]!r}.", field=name) from None


def checked_text(field: str, value: str, *, limit: int = PROSE_LIMIT, empty: bool = True) -> str:
    """The text itself, once it can be stored and shown anywhere."""
    if "\x00" in value:
        raise Invalid(f"{field} contains a NUL character.", field=field)
    try:
        size = len(value.encode())
    except UnicodeEncodeError:
        raise Invalid(f"{field} contains half of a surrogate pair.", field=field) from None
    if size > limit:
        raise TooLarge(f"{field} has {size:,} bytes; the limit is {limit:,}.")
    if not empty and not any(map(_is_visible, value)):
        raise Invalid(f"{field} is empty.", field=field)
    return value


_UNSEEN: Final = frozenset({"Cc", "Cf", "Zs", "Zl", "Zp"})
_BLANKS: Final = frozenset("\u034f\u115f\u1160\u180b\u180c\u180d\u180f\u2800\u3164\uffa0")
"""Letters and marks that nobody sees, though they are no spaces."""


def _is_visible(letter: str) -> bool:
    """Whether a reader sees anything of a letter: no spaces, controls, marks of direction or joints."""
    if letter in _BLANKS or "\ufe00" <= letter <= "\ufe0f":
        return False
    return unicodedata.category(letter) not in _UNSEEN


def checked_words(field: str, words: Sequence[str]) -> str:
    """A list of short texts, as JSON."""
    if isinstance(words, str) or not all(isinstance(each, str) for each in words):
        raise Invalid(f"{field} must be a list of texts.", field=field)
    if len(words) > MOST_WORDS:
        raise TooLarge(f"{field} has {len(words):,} entries; the limit is {MOST_WORDS}.")
    return json.dumps([checked_text(field, each, limit=1 * KIB) for each in words])


def checked_json(field: str, value: object, *, limit: int = METADATA_LIMIT) -> str:
    """A bag or list of facts as JSON, within a size, without what cannot be stored and shown anywhere."""
    if _depth(value) > DEEPEST:
        raise Invalid(f"{field} is nested deeper than {DEEPEST} levels.", field=field)
    try:
        text = json.dumps(value, allow_nan=False, ensure_ascii=False, separators=(",", ":"))
    except (TypeError, ValueError):
        raise Invalid(f"{field} holds something that JSON cannot say.", field=field) from None
    if _ESCAPED_NUL.search(text):
        raise Invalid(f"{field} contains a NUL character.", field=field)
    return checked_text(field, text, limit=limit)


def _depth(value: object, level: int = 0) -> int:
    if level > DEEPEST or not isinstance(value, dict | list | tuple):
        return level
    inner = value.values() if isinstance(value, dict) else value
    return max((_depth(each, level + 1) for each in inner), default=level + 1)


def money(field: str, value: object) -> Micros:
    """An amount in dollars as whole millionths; refuses what money cannot be."""
    if isinstance(value, bool) or not isinstance(value, int | float | str | Decimal):
        raise Invalid(f"{field} is not an amount of money.", field=field)
    try:
        amount = Decimal(repr(value) if isinstance(value, float) else value)
    except InvalidOperation:
        raise Invalid(f"{field} is not an amount of money.", field=field) from None
    if not amount.is_finite() or amount < 0:
        raise Invalid(f"{field} must be a finite amount of 0 or more.", field=field)
    if amount > MOST_DOLLARS:
        raise Invalid(f"{field} is over a billion dollars.", field=field)
    if amount % _MICRO:
        raise Invalid(f"{field} has more than 6 decimals.", field=field)
    return Micros(int(amount * 1_000_000))


def dollars(micros: int) -> float:
    """Millionths of a dollar as the number people write."""
    return micros / 1_000_000


def finite(field: str, value: float) -> float:
    """The number itself, unless it is NaN or infinite."""
    if not math.isfinite(value):
        raise Invalid(f"{field} must be a finite number.", field=field)
    return value


def plural(number: float, word: str, many: str | None = None) -> str:
    """A number with its noun, or with all that agrees with it: `1 pilot competes`, `2 pilots compete`."""
    shown = f"{number:,}" if isinstance(number, int) else f"{number:,g}"
    return f"{shown} {word if number == 1 else many or word + 's'}"


def utcnow() -> datetime:
    """This moment, aware, in UTC."""
    return datetime.now(UTC)


def stamp(at: datetime) -> int:
    """A moment as the database keeps it: microseconds since 1970."""
    if at.tzinfo is None:
        raise Invalid(f"{at.isoformat()} names no time zone.", field="at")
    return (at - _EPOCH) // _MICROSECOND


def moment(micros: int) -> datetime:
    """The aware moment behind a stored stamp."""
    return _EPOCH + timedelta(0, 0, micros)  # named, the number takes twice as long, and a recall has a hundred


def rfc3339(at: datetime) -> str:
    """A moment as the interface writes it: UTC with a Z."""
    return at.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def media_url(path: str) -> str | None:
    """Where a server plays a file, when its path names one in a store of ours."""
    store, _, key = path.partition("/")
    return f"/media/{path}" if store in STORES and key else None
