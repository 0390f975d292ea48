"""A kind of thing may say itself what undoing a change of it means."""

from __future__ import annotations

from dataclasses import replace

import pytest

from showbible.corrections import Corrections, Fields
from showbible.errors import Conflict
from showbible.storage.changes import Change
from showbible.storage.database import Database
from tests.test_corrections import TIP, Tip, tips

Tips = Corrections[Database, Tip, Tip]
__all__ = ["tips"]


def shout(_: Tip, change: Change) -> Fields:
    return {"text": change.before["text"].upper()}


def refuse(tip: Tip, _: Change) -> Fields:
    raise Conflict(f"{tip.name} has changed since.")


def test_what_undoing_writes_is_the_things_own_word(tips: Tips) -> None:
    tips.correct("light", {"text": "Name the lamp"})
    seq = tips.history("light")[0].seq

    undone = Corrections(tips.db, replace(TIP, undoing=shout)).undo("light", seq)

    assert undone.text == "NAME THE LIGHT"


def test_an_undoing_that_is_refused_leaves_all_as_it_is(tips: Tips) -> None:
    before = tips.correct("light", {"text": "Name the lamp"})
    seq = tips.history("light")[0].seq

    with pytest.raises(Conflict, match="has changed since"):
        Corrections(tips.db, replace(TIP, undoing=refuse)).undo("light", seq)

    assert (tips.get("light"), len(tips.history("light"))) == (before, 1)
