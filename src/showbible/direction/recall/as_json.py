"""Values as JSON text and back."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, TypeVar, cast

if TYPE_CHECKING:
    from pydantic import TypeAdapter

Value = TypeVar("Value")


def text(kind: Any, value: object) -> str:
    """A value as the database keeps it."""
    return _adapter(kind).dump_json(value).decode()


def value(kind: type[Value], kept: str) -> Value:
    """The value that was kept."""
    return cast(Value, _adapter(cast(Any, kind)).validate_json(kept))


@lru_cache(maxsize=32)
def _adapter(kind: Any) -> TypeAdapter[Any]:
    from pydantic import TypeAdapter

    return TypeAdapter(kind)
