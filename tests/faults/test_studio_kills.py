"""kill -9 at random moments: every production ends complete, no step is charged twice, the film plays."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from benchmarks.studio_kills import survived


@pytest.mark.parametrize("keys", [True, False], ids=["provider honours keys", "provider has no keys"])
def test_a_killed_production_is_resumed_and_charged_once(tmp_path: Path, keys: bool) -> None:
    seed = random.randrange(10**6)

    found = survived(tmp_path, chance=random.Random(seed), kills=3, keys=keys)

    assert found.ok, f"seed {seed}: {found}"
    assert found.unknown <= (0 if keys else found.kills), f"seed {seed}: {found}"
