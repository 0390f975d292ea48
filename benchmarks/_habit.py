"""What a made-up director does out of habit."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, kw_only=True)
class Habit:
    """What a made-up director does, where, and where not."""

    name: str
    op: str
    when: tuple[str, ...] = ()
    unless: str = ""
    jobs: tuple[str, ...] = ()
    role: str | None = None
    before: Mapping[str, tuple[Any, ...]] = field(default_factory=dict)
    change: tuple[str, Any] | None = None
    geography: str | None = None
    at_least: float | None = None
    at_most: float | None = None
    act: tuple[str, ...] = ()
    condition: tuple[str, ...] = ()
    exception: tuple[str, ...] = ()
