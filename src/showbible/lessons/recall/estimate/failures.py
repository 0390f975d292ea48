"""How often each way of making films has failed, and how much less that leaves of what it promises."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field
from typing import Final, NamedTuple

from showbible.runs.model import Tier
from showbible.values import frozen

WINDOW: Final = 20
"""So many runs of a tier say how reliable it is now: a provider that was mended shall not stay in disgrace."""
_IMAGINED: Final = 10.0
"""How many runs it takes to believe half of what a tier shows beyond all others: one failure may be chance."""


class TierOutcome(NamedTuple):
    """A run that was made or has failed, whatever it was about."""

    run_id: str
    tier: Tier
    failed: bool


@frozen
class TierFailures:
    """The newest runs of each tier, and whether they failed."""

    runs: Mapping[Tier, Sequence[TierOutcome]] = field(default_factory=dict)

    @classmethod
    def of(cls, ended: Iterable[TierOutcome]) -> TierFailures:
        """What the newest of some runs show, the newest first."""
        runs: defaultdict[Tier, list[TierOutcome]] = defaultdict(list)
        for each in ended:
            if len(runs[each.tier]) < WINDOW:
                runs[each.tier].append(each)
        return cls(runs=dict(runs))

    def failed(self, tier: Tier | None) -> tuple[str, ...]:
        """The runs of a tier that failed lately."""
        return tuple(each.run_id for each in self.runs.get(tier, ()) if each.failed) if tier else ()

    def share(self, tier: Tier | None) -> float:
        """How many of a tier's next runs are expected to fail, from 0 to 1.

        What fails with every tier is the studio's trouble: a tier that nobody knows fails as often as all of them.
        """
        every = [each for runs in self.runs.values() for each in runs]
        if not every:
            return 0.0
        usual = sum(each.failed for each in every) / len(every)
        own = self.runs.get(tier, ()) if tier else ()
        return (sum(each.failed for each in own) + _IMAGINED * usual) / (len(own) + _IMAGINED)

    def instead_of(self, tier: Tier) -> Tier:
        """The tier itself, unless most of its runs failed, and not just one; then the one that fails least."""
        if 2 * len(self.failed(tier)) <= max(len(self.runs.get(tier, ())), 2):
            return tier
        return min(Tier, key=lambda other: (self.share(other), other is not Tier.MOTION_GRAPHICS))


NO_FAILURES: Final = TierFailures()
