"""Why an edit was made decides whether it can teach anything."""

from __future__ import annotations

import pytest

from showbible.direction.model import Cause
from showbible.direction.recall import diff
from tests.direction.builders import call, generated, plan, said

AB = plan("a", "b")


def _cause(words: str, **changes: str) -> Cause:
    wanted = changes or {"shotSize": "CLOSE_UP"}
    after = [AB[0] | wanted, AB[1]]
    events = diff.events(
        said(generated(AB), words, call("c2", "modify_shot", after, shotId="a", changes=wanted)),
        characters=("Lena", "Marcus"),
    )
    return events[-1].cause


@pytest.mark.parametrize(
    ("words", "cause"),
    [
        ("Closer, I want to feel it.", Cause.STYLE),
        ("", Cause.STYLE),
        ("Continuity: she already took off the coat.", Cause.CONTINUITY),
        ("Her hair doesn't match the earlier take.", Cause.CONTINUITY),
        ("The generator got this wrong, the model mixed them up.", Cause.MODEL_ERROR),
        ("That is not what I asked for.", Cause.MODEL_ERROR),
        ("Just this once, because of the balcony.", Cause.UNKNOWN),
        ("The script changed, that line is gone.", Cause.UNKNOWN),
    ],
)
def test_the_words_tell_the_cause(words: str, cause: Cause) -> None:
    assert _cause(words) is cause


def test_a_change_of_words_alone_puts_something_right() -> None:
    assert _cause("Like this.", description="The cup is in the left hand.") is Cause.CONTINUITY


def test_a_subject_who_is_not_in_the_scene_was_the_generators_doing() -> None:
    strangers = [each | {"subject": "Nobody we know"} for each in AB]
    after = [strangers[0] | {"subject": "Lena"}, strangers[1]]
    turns = said(generated(strangers), call("c2", "modify_shot", after, shotId="a", changes={"subject": "Lena"}))

    events = diff.events(turns, characters=("Lena", "Marcus"))

    assert events[-1].cause is Cause.MODEL_ERROR
