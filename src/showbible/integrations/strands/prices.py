"""What models cost, as the caller says; without a price tokens are counted and no money is booked."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Final

from showbible.values import frozen
from showbible.vocabulary import Micros, money

MILLION: Final = 1_000_000


@frozen
class TokenPrice:
    """Dollars for a million tokens; what is read from or written to a cache costs as input where nothing is said."""

    input: object
    output: object
    cache_read: object | None = None
    cache_write: object | None = None

    def __post_init__(self) -> None:
        for name in ("input", "output", "cache_read", "cache_write"):
            if getattr(self, name) is not None:
                money(name, getattr(self, name))

    def cost(self, tokens: TokenUsage) -> Micros:
        """What so many tokens cost, to the nearest millionth of a dollar."""
        read, write = self.cache_read, self.cache_write
        parts = (
            (tokens.fresh, self.input),
            (tokens.output, self.output),
            (tokens.cache_read, self.input if read is None else read),
            (tokens.cache_write, self.input if write is None else write),
        )
        return Micros(round(sum(Fraction(number * money("price", price), MILLION) for number, price in parts)))


@frozen
class TokenUsage:
    """The tokens of one step: what was sent afresh, what came back, and what a cache served."""

    fresh: int = 0
    output: int = 0
    cache_read: int = 0
    cache_write: int = 0

    @classmethod
    def of(cls, usage: Mapping[str, Any]) -> TokenUsage:
        """The tokens that a model's own count tells of."""
        sent, back = int(usage.get("inputTokens", 0)), int(usage.get("outputTokens", 0))
        read, write = int(usage.get("cacheReadInputTokens", 0)), int(usage.get("cacheWriteInputTokens", 0))
        # Some providers count what a cache served as input, others beside it; their total tells which.
        is_inside = sent + back == int(usage.get("totalTokens", 0))
        fresh = max(0, sent - read - write) if is_inside else sent
        return cls(fresh=fresh, output=back, cache_read=read, cache_write=write)

    def __add__(self, other: TokenUsage) -> TokenUsage:
        return TokenUsage(
            fresh=self.fresh + other.fresh,
            output=self.output + other.output,
            cache_read=self.cache_read + other.cache_read,
            cache_write=self.cache_write + other.cache_write,
        )

    @property
    def input(self) -> int:
        """All that was sent."""
        return self.fresh + self.cache_read + self.cache_write
