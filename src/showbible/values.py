"""What a value is here: a dataclass that never changes, and whose fields are named wherever one is made.

What a caller may say of a thing is a `TypedDict`, so that api and record name it once.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from typing import TypeVar, dataclass_transform

Kind = TypeVar("Kind")


@dataclass_transform(frozen_default=True, kw_only_default=True, field_specifiers=(field,))
def frozen(kind: type[Kind]) -> type[Kind]:
    """A class as a kind of value; a change of one is a new one, made with `replace`."""
    return dataclass(frozen=True, kw_only=True)(kind)


def mark_of(said: object) -> str:
    """A word that is another one as soon as something else is said."""
    return sha256(json.dumps(said, sort_keys=True).encode()).hexdigest()[:16]


def check_names(kind: type, told: Mapping[str, object]) -> None:
    """Refuse a keyword that a kind of facts does not know, as Python does where a function names them all."""
    unknown = sorted(told.keys() - kind.__annotations__.keys())
    if unknown:
        raise TypeError(f"{kind.__name__} has no {unknown[0]!r}; it has {', '.join(kind.__annotations__)}.")
