"""What callers say of assets, checked before anything is written."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from showbible.errors import Invalid, TooLarge
from showbible.vocabulary import KIB, METADATA_LIMIT, checked_id, checked_json, checked_text

MOST_TAGS: Final = 200
PATH_LIMIT: Final = 4 * KIB

_SCHEME: Final = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:")


def prose(field: str, value: str | None) -> str | None:
    """A prompt or a caption; a blank one counts as none."""
    if value is None or not checked_text(field, value).strip():
        return None
    return value


def optional_id(kind: str, value: str | None) -> str | None:
    """An id, when one is given."""
    return None if value is None else checked_id(kind, value)


def tags(values: Sequence[str] | None) -> str | None:
    """Tags as JSON, each once, without the spaces around them."""
    if values is None:
        return None
    if isinstance(values, str) or not all(isinstance(each, str) for each in values):
        raise Invalid("tags must be a list of texts.", field="tags")
    if len(values) > MOST_TAGS:
        raise TooLarge(f"tags has {len(values):,} entries; the limit is {MOST_TAGS}.")
    cleaned = (checked_text("tags", each.strip(), limit=1 * KIB) for each in values)
    return json.dumps(list(dict.fromkeys(tag for tag in cleaned if tag)), ensure_ascii=False)


def facts(field: str, value: Mapping[str, Any] | None, *, limit: int = METADATA_LIMIT) -> str | None:
    """A bag of facts as JSON."""
    if value is None:
        return None
    if not isinstance(value, Mapping):
        raise Invalid(f"{field} must be an object.", field=field)
    return checked_json(field, dict(value), limit=limit)


def checked_path(path: str) -> str:
    """The path itself, when it stays inside the project: relative, without steps upwards."""
    checked_text("path", path, limit=PATH_LIMIT, empty=False)
    plain = path.replace("\\", "/")
    outside = plain.startswith(("/", "~")) or _SCHEME.match(plain) or ".." in plain.split("/")
    if outside or any(ord(letter) < 32 or ord(letter) == 127 for letter in path):
        raise Invalid("path must lie inside the project: relative, without '..'.", field="path")
    return path
