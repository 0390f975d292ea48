"""What is told of a director's scenes, in words that agree with their numbers."""

from __future__ import annotations

from showbible.direction.learn import distil, stats
from showbible.direction.model import Act, Confidence, Op, Rule
from showbible.direction.recall import card_text
from showbible.direction.recall.snapshots import read
from tests.direction.builders import facts, plan

RULE = Rule(
    act=Act(op=Op.REMOVE),
    where={},
    unless={},
    scenes=("s1",),
    taken=1,
    left=0,
    elsewhere=1,
    confidence=Confidence.LOW,
)


def test_one_of_a_kind_is_told_as_one() -> None:
    final = stats.shot_summary(facts(), read(plan("a", durationSeconds=1.0)))

    told = (
        card_text.evidence(RULE),
        final.summary.partition(", ")[0],
        distil.context(facts(characters=("Lena",))).rpartition(". ")[2],
        distil.edits_told((), first=1, final=final).partition(".")[0],
    )

    assert told == (
        "Observed across 1 ready scene: 1 of 1 chance taken; 1 similar chance elsewhere was left alone.",
        "The accepted plan has 1 shot of 1 second on average",
        "1 character takes part.",
        "The first plan had 1 shot and the last one has 1",
    )
