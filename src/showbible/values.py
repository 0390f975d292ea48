"""What a value is here: a dataclass that never changes, and whose fields are named wherever one is made."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeVar, dataclass_transform

Kind = TypeVar("Kind")


@dataclass_transform(frozen_default=True, kw_only_default=True, field_specifiers=(field,))
def frozen(kind: type[Kind]) -> type[Kind]:
    """A class as a kind of value; a change of one is a new one, made with `replace`."""
    return dataclass(frozen=True, kw_only=True)(kind)
