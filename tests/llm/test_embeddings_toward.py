"""A question is turned toward its answers, and a new sentence toward what it puts out of date."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np

from showbible.llm.embeddings import encoder, toward
from showbible.llm.embeddings.encoder import Encoder
from showbible.llm.embeddings.toward import FILE, Toward, Turn

SAID = (
    "The landlord takes 640 off me every month.",
    "The landlord has painted the stairs.",
    "I marked forty essays on the Tudors tonight.",
    "Our school has a leaking roof.",
    "Benno comes on Fridays to do the hedges.",
    "Gardens are full of slugs this year.",
    "Ida calls me Pip and so does everyone at the yard.",
    "A name is easily forgotten.",
    "My bed is under the skylight in the old mill now.",
    "People live longer by the sea.",
    "The vet says Biscuit must lose a kilo.",
    "A dog barked all night.",
    "I gave up meat when I was nine.",
    "The canteen serves dreadful food.",
    "I collect the hatchback from the garage tonight.",
    "Cars are parked all over the pavement.",
    "The 14 tram drops me at the gate by eight.",
    "Some people work far too much.",
    "Odette trims my fringe every six weeks.",
    "Hair grows faster in summer.",
    "One almond and my throat closes.",
    "Allergies are dreadful this spring.",
    "Noor and I say our vows on the ninth of May.",
    "Weddings make my aunt cry.",
    "I lug my bassoon to the hall on Mondays.",
    "An instrument was left on the bus.",
)
ANSWERS = {
    "How much is my rent?": SAID[0],
    "What subject do I teach?": SAID[2],
    "Who looks after my garden?": SAID[4],
    "What is my name?": SAID[6],
    "Where do I live?": SAID[8],
    "What is my dog called?": SAID[10],
    "What do I eat?": SAID[12],
    "What do I drive?": SAID[14],
    "How do I get to work?": SAID[16],
    "Who cuts my hair?": SAID[18],
    "What am I allergic to?": SAID[20],
    "When is my wedding?": SAID[22],
    "Which instrument do I play?": SAID[24],
}
OUTDATED = {
    "I've handed the hatchback back and cycle everywhere.": SAID[14],
    "The number 14 has been cut, so I walk.": SAID[16],
    "My fringe is Tomasz's job these days.": SAID[18],
    "It turns out I may eat nuts after all.": SAID[20],
    "We had to put the vows off until August.": SAID[22],
    "I sold the bassoon for a tuba.": SAID[24],
    "From Monday the landlord wants 700.": SAID[0],
    "They have given me the geography lot instead.": SAID[2],
    "I do the hedges myself these days.": SAID[4],
    "We carried the bed over to Quay Street.": SAID[8],
    "Had a steak with Ida and loved it.": SAID[12],
}


def _known() -> Encoder:
    found = encoder.packaged()
    assert found is not None
    return found


def _shipped() -> Toward:
    found = toward.toward(_known())
    assert found is not None
    return found


def _places(sought: dict[str, str], turn: Turn) -> list[int]:
    """How many sentences lie nearer than the one that is sought."""
    said, rows = _known().embed(SAID), _known().embed([*sought])
    scores = [said @ turn(row) for row in rows]
    return [int((each > each[SAID.index(found)]).sum()) for each, found in zip(scores, sought.values(), strict=True)]


def test_answers_lie_nearer_to_where_their_question_is_turned() -> None:
    as_wholes, turned = _places(ANSWERS, lambda row: row), _places(ANSWERS, _shipped().to_answers)

    assert turned.count(0) > as_wholes.count(0)


def test_what_is_outdated_lies_nearer_to_where_a_new_sentence_is_turned() -> None:
    assert sum(_places(OUTDATED, _shipped().to_outdated)) < sum(_places(OUTDATED, lambda row: row))


def test_tables_are_good_for_one_encoder_only() -> None:
    assert toward.toward(None) is None
    assert toward.toward(replace(_known(), name="another@1")) is None


def test_where_no_tables_are_nothing_is_turned(tmp_path: Path) -> None:
    assert toward.read(tmp_path / "none.npz") is None


def test_tables_are_kept_nearly_as_they_were(tmp_path: Path) -> None:
    numbers = np.random.default_rng(3).normal(size=(2, 384, 384)).astype(np.float32)
    tables = Toward(encoder="sea@1", answers=numbers[0], outdated=numbers[1])

    toward.write(tmp_path / "toward.npz", tables)

    kept = toward.read(tmp_path / "toward.npz")
    assert kept is not None
    assert kept.encoder == "sea@1"
    assert np.allclose(kept.answers, tables.answers, atol=0.02)
    assert np.allclose(kept.outdated, tables.outdated, atol=0.02)
    assert FILE.stat().st_size < 400_000
