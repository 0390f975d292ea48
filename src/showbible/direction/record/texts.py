"""Refuse what can be neither stored nor shown."""

from __future__ import annotations

import json
from typing import Any

from showbible.errors import Invalid, TooLarge


def checked_json(field: str, value: Any, *, limit: int) -> str:
    """The value as JSON text, once it is known to be storable anywhere."""
    try:
        text = json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
        size = len(text.encode())
    except UnicodeEncodeError:
        raise Invalid(f"{field} contains half of a surrogate pair.", field=field) from None
    except (ValueError, RecursionError, TypeError):
        raise Invalid(f"{field} is not plain JSON with finite numbers.", field=field) from None
    if "\\u0000" in text:
        raise Invalid(f"{field} contains a NUL character.", field=field)
    if size > limit:
        raise TooLarge(f"{field} has {size:,} bytes; the limit is {limit:,}.")
    return text
