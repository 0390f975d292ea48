"""Cancelled, deleted and killed in the middle of paid steps: every charge is booked exactly once."""

from __future__ import annotations

import random
from pathlib import Path

from benchmarks.studio_cancels import survived


def test_whatever_ends_a_production_its_charges_stand_once_in_the_ledger(tmp_path: Path) -> None:
    seed = random.randrange(10**6)

    found = survived(tmp_path, number=4, chance=random.Random(seed), slowest=0.5)

    assert found.ok, f"seed {seed}: {found}"
    assert (found.productions, found.kills, found.charges > 0) == (4, 1, True), f"seed {seed}: {found}"
